"""Which atoms of a predicate are true while clasp searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from edgeasp.encoding.atoms import Atom
from edgeasp.solvers.clingo.control import atom

if TYPE_CHECKING:
    from clingo import Assignment, PropagateControl, PropagateInit, Symbol


class AssignmentObserver:
    """The true atoms of one predicate at any moment of a search.

    It is a propagator that adds nothing, so the search takes the same path as without; it takes about a tenth
    longer. Of several threads the first is observed.

    Attributes:
        max_true: the largest number of atoms that were true at once.
    """

    def __init__(self, name: str, arity: int) -> None:
        """Choose the predicate."""
        self.max_true = 0
        self._signature = (name, arity)
        self._symbols: dict[int, list[Symbol]] = {}
        self._true: set[int] = set()

    def true_atoms(self) -> list[Atom]:
        """The atoms that are true now, in no particular order."""
        return [atom(symbol) for literal in tuple(self._true) for symbol in self._symbols.get(literal, ())]

    def init(self, init: PropagateInit) -> None:
        """Called by clingo before each slice of the search."""
        from clingo import PropagatorCheckMode

        init.check_mode = PropagatorCheckMode.Off
        symbols: dict[int, list[Symbol]] = {}
        for each in init.symbolic_atoms.by_signature(*self._signature):
            symbols.setdefault(init.solver_literal(each.literal), []).append(each.symbol)
        for literal in symbols:
            init.add_watch(literal)
        self._symbols, self._true = symbols, {literal for literal in symbols if init.assignment.is_true(literal)}

    def propagate(self, control: PropagateControl, changes: Sequence[int]) -> None:
        """Called by clingo when atoms have become true."""
        if control.thread_id == 0:
            self._true.update(changes)
            self.max_true = max(self.max_true, len(self._true))

    def undo(self, thread_id: int, _: Assignment, changes: Sequence[int]) -> None:
        """Called by clingo when they are no longer."""
        if thread_id == 0:
            self._true.difference_update(changes)
