"""Grounding a program and searching for its answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from edgeasp.encoding.atoms import Atom
from edgeasp.solvers.clingo.control import POLL, atom, ground
from edgeasp.solvers.clingo.options import Options

_FIRST_SLICE = 5_000
"""Conflicts: a few seconds of search."""


@dataclass(frozen=True, slots=True)
class GroundSize:
    """How large a ground program is: rules and atoms of the program, variables and constraints in clasp."""

    rules: int
    atoms: int
    variables: int
    constraints: int
    tight: bool


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search has cost so far."""

    conflicts: int
    choices: int
    restarts: int

    def plus(self, conflicts: int, choices: int, restarts: int) -> Effort:
        """This and some more."""
        return Effort(self.conflicts + conflicts, self.choices + choices, self.restarts + restarts)


class Grounded:
    """A ground program, ready to be searched once.

    Attributes:
        satisfiable: True or False once that is known, None before.
        exhausted: whether the search has proved that there are no further answers.
        searched: whether a search has begun, so that there are statistics.
        effort: what the search has cost, as far as clasp has told.
        pace: conflicts per second in the last slice of the search, once there was one.
    """

    def __init__(self, text: str, options: Options = Options(), look: Callable[[], None] = lambda: None) -> None:
        """Ground a program.

        Args:
            text: the program, with its facts.
            options: how it will be searched.
            look: called some twenty times a second while clingo is busy; what it raises ends the wait.

        Raises:
            OptionError: clingo does not have an option.
            SolverError: clingo does not accept the text.
        """
        self.satisfiable: bool | None = None
        self.exhausted = False
        self.searched = False
        self.effort = Effort(0, 0, 0)
        self.pace: float | None = None
        self._look = look
        self._control = ground(options.arguments(), text, look=look)

    def answers(self, limit: int = 1, conflicts: int | None = None) -> Generator[list[Atom], None, None]:
        """The shown atoms of one answer after the other.

        The iterator may be abandoned: closing it stops the search. The search for a single answer is cut into
        slices, each twice as long as the one before: clasp tells its conflicts between them only. An enumeration
        has to be of one piece.

        Args:
            limit: the number of answers after which to stop; 0 for all.
            conflicts: the number of conflicts after which to stop.
        """
        self.searched = True
        configuration: Any = self._control.configuration
        configuration.solve.models = limit
        slice_ = _FIRST_SLICE if limit == 1 else None
        while True:
            left = None if conflicts is None else conflicts - self.effort.conflicts
            if left is not None and left <= 0:
                return
            yield from self._search(min((each for each in (slice_, left) if each is not None), default=None))
            if slice_ is None or self.satisfiable is not None:
                return
            slice_ *= 2

    def _search(self, conflicts: int | None) -> Generator[list[Atom], None, None]:
        """One call of clasp."""
        configuration: Any = self._control.configuration
        configuration.solve.solve_limit = "umax,umax" if conflicts is None else f"{conflicts},umax"
        start, before = time.monotonic(), self.effort.conflicts
        try:
            with self._control.solve(yield_=True, async_=True) as handle:
                while True:
                    handle.resume()
                    # Waiting without a bound would keep Python from seeing an interrupt.
                    while not handle.wait(POLL):
                        self._look()
                    model = handle.model()
                    if model is None:
                        break
                    self.satisfiable = True
                    yield [atom(symbol) for symbol in model.symbols(shown=True)]
                    self._look()
                result = handle.get()
                self.satisfiable = result.satisfiable
                self.exhausted = result.exhausted
        finally:
            told = self._control.statistics["solving"]["solvers"]
            self.effort = self.effort.plus(int(told["conflicts"]), int(told["choices"]), int(told["restarts"]))
            self.pace = (self.effort.conflicts - before) / max(time.monotonic() - start, 1e-6)

    def size(self) -> GroundSize:
        """The size of the ground program."""
        statistics = self._statistics()
        program, solver = statistics["problem"]["lp"], statistics["problem"]["generator"]
        return GroundSize(
            rules=int(program["rules"]),
            atoms=int(program["atoms"]),
            variables=int(solver["vars"]),
            constraints=int(solver["constraints"] + solver["constraints_binary"] + solver["constraints_ternary"]),
            tight=int(program["sccs"]) == 0,
        )

    def _statistics(self) -> dict[str, Any]:
        if not self.searched:
            # clasp counts what it was given once it has begun a search; one conflict will do.
            for _ in self.answers(conflicts=1):
                break
        return self._control.statistics
