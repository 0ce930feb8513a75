"""Minimal unsatisfiable subsets (MUS), and largest satisfiable subsets, of numbered constraints.

A core is shrunk by deletion. All MUSes are enumerated by MARCO (Liffiton, Previti, Malik and Marques-Silva 2016): a map
of the unexplored sets proposes a seed. An unsatisfiable seed is shrunk, a satisfiable one is grown and excludes its
subsets. A largest satisfiable set leaves out a smallest hitting set of the known cores (Davies and Bacchus 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgeasp.system.limits import FOREVER, Deadline

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.ground_program import GroundProgram

Constraints = frozenset[int]
"""Constraints by their numbers, from 0."""

FIRST_EFFORT = 10
"""Conflict limit of a test that only shrinks a core. Most tests are decided within it."""

GROWTH = 8
"""Factor by which the conflict limit grows when undecided tests of a core are repeated."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Satisfiable set of constraints: all that a solution satisfies."""

    constraints: Constraints


@dataclass(frozen=True, slots=True)
class Core:
    """Unsatisfiable set of constraints."""

    constraints: Constraints


Outcome = Sat | Core | None
"""None if the test reached its conflict limit."""

Oracle = Callable[[Constraints, int | None], Outcome]
"""Tests whether constraints are satisfiable, within a number of conflicts or None for any number.

It raises an exception when a limit of the whole search is reached.
"""


class MusEnumerator:
    """Enumerator of minimal unsatisfiable subsets (MUSes).

    The attributes describe the results so far.

    Attributes:
        constraints: all constraints.
        muses: the MUSes found, in order.
        core: smallest known core that is not proved minimal, or None.
        critical: constraints that are contained in every MUS within `core`.
        satisfiable: largest known satisfiable set, or None.
        bound: upper bound on the size of a satisfiable set.
        complete: whether all MUSes are found.
    """

    def __init__(self, number: int, oracle: Oracle, deadline: Deadline = FOREVER) -> None:
        self.constraints = frozenset(range(number))
        self.muses: list[Constraints] = []
        self.core: Constraints | None = None
        self.critical: set[int] = set()
        self.satisfiable: Constraints | None = None
        self.bound = number
        self.complete = False
        self._oracle, self._deadline = oracle, deadline
        self._cores: list[Constraints] = []
        self._maximal: list[Constraints] = []

    @property
    def is_maximum(self) -> bool:
        """Whether no satisfiable set is larger than the known one."""
        return self.satisfiable is not None and len(self.satisfiable) == self.bound

    @property
    def share_done(self) -> float | None:
        """Fraction of decided constraints while a core is shrunk, or None."""
        return None if self.core is None else 1 - len(self.core - self.critical) / len(self.constraints)

    def find_first(
        self,
        likely: Iterable[Constraints] = (),
        *,
        cores: Iterable[Constraints] = (),
        enough: int | None = None,
        unsatisfiable: bool = False,
    ) -> Constraints | None:
        """Find one MUS.

        Returns None if all constraints are satisfiable together.

        Args:
            likely: sets to test before all others.
            cores: known cores. The first one is shrunk.
            enough: conflict limit of each test while a known core is shrunk. At this limit, shrinking ends. None for no
                limit.
            unsatisfiable: whether all constraints together are known to be unsatisfiable.
        """
        for core in cores:
            return self.shrink(core, enough)
        if unsatisfiable:
            self.core = self.constraints
        for constraints in likely:
            outcome = self._test(constraints, FIRST_EFFORT * GROWTH**2)
            if isinstance(outcome, Core):
                return self.shrink(outcome.constraints)
        outcome = self._test(self.constraints)
        assert outcome is not None
        return self.shrink(outcome.constraints) if isinstance(outcome, Core) else None

    def enumerate_all(self) -> Iterator[Constraints]:
        """Yield every MUS, starting with the known MUSes."""
        yield from self.muses
        while (seed := self._find_seed()) is not None:
            outcome = self._test(seed)
            assert outcome is not None
            if isinstance(outcome, Core):
                yield self.shrink(outcome.constraints)
            else:
                self._maximal.append(self._grow_to_maximal(outcome.constraints))
        self.complete = True

    def find_largest_satisfiable(self) -> Constraints | None:
        """Find a largest satisfiable set.

        Returns None if not even the empty set is satisfiable.
        """
        while not self.is_maximum:
            rest = self._complement_of_hitting_set()
            if rest is None:
                return None
            # Each of several disjoint cores raises the bound by one.
            while isinstance(outcome := self._test(rest), Core):
                core = self._shrink_quickly(outcome.constraints)
                if not core:
                    return None
                rest -= core
        return self.satisfiable

    def shrink(self, core: Constraints, enough: int | None = None) -> Constraints:
        """Shrink a core to a MUS.

        Each test has a conflict limit, which grows until all tests are decided. If a test would take more than `enough`
        conflicts, the smallest core so far is returned and stays in `core`.
        """
        self.core, effort = core, FIRST_EFFORT
        self.critical = set()
        while undecided := sorted(self.core - self.critical):
            if enough is not None and effort > enough:
                return self.core
            for constraint in undecided:
                if constraint in self.core:
                    self._try_deleting(constraint, effort)
            effort *= GROWTH
        mus = self.core
        self.muses.append(mus)
        self._cores.append(mus)
        self.core = None
        return mus

    def _test(self, constraints: Constraints, conflicts: int | None = None) -> Outcome:
        if self.satisfiable is not None and constraints <= self.satisfiable:
            return Sat(self.satisfiable)
        for core in self._cores:
            if core <= constraints:
                return Core(core)
        outcome = self._oracle(constraints, conflicts)
        if isinstance(outcome, Sat) and (self.satisfiable is None or len(outcome.constraints) > len(self.satisfiable)):
            self.satisfiable = outcome.constraints
        return outcome

    def _try_deleting(self, constraint: int, effort: int) -> None:
        assert self.core is not None
        outcome = self._test(self.core - {constraint}, effort)
        if isinstance(outcome, Core):
            self.core = outcome.constraints
        elif outcome is not None:
            self.critical.add(constraint)

    def _shrink_quickly(self, core: Constraints) -> Constraints:
        for constraint in sorted(core):
            if constraint in core and len(core) > 1:
                outcome = self._test(core - {constraint}, FIRST_EFFORT)
                core = outcome.constraints if isinstance(outcome, Core) else core
        if core not in self._cores:
            self._cores.append(core)
        return core

    def _grow_to_maximal(self, satisfiable: Constraints) -> Constraints:
        """Extend a satisfiable set to a maximal one."""
        for constraint in sorted(self.constraints - satisfiable):
            if constraint not in satisfiable:
                outcome = self._test(satisfiable | {constraint})
                assert outcome is not None
                if isinstance(outcome, Sat):
                    satisfiable = outcome.constraints
                else:
                    self._cores.append(outcome.constraints)
        return satisfiable

    def _find_seed(self) -> Constraints | None:
        """Find a set that may contain an unknown MUS.

        The set contains no known MUS, and is not a subset of a known satisfiable set.
        """
        return next(_answer_sets(self._map_program(self.muses, self._maximal)), None)

    def _complement_of_hitting_set(self) -> Constraints | None:
        """Find a largest set that contains no known core.

        The set leaves out a smallest hitting set of the cores. `bound` becomes its size. Returns
        None if the empty set is a core.
        """
        program = self._map_program(self._cores, [], "fewest.\n")
        while self.bound >= 0:
            for rest in _answer_sets(program, len(self.constraints) - self.bound):
                return rest
            self.bound -= 1
        return None

    def _map_program(
        self, cores: Sequence[Constraints], satisfiable: Sequence[Constraints], more: str = ""
    ) -> GroundProgram:
        from edgeasp.encoding.render import read_rules
        from edgeasp.solvers.clingo.ground_program import GroundProgram
        from edgeasp.solvers.clingo.options import ClaspOptions

        facts = [f"part({constraint})." for constraint in sorted(self.constraints)]
        for name, sets in (("clash", cores), ("stands", satisfiable)):
            for number, constraints in enumerate(sets):
                facts += [f"{name}({number}).", *(f"{name}({number},{one})." for one in sorted(constraints))]
        text = "\n".join(facts) + "\n" + more + read_rules("explain/subsets.lp")
        # Proposing the next set is a search as well, so it has to end at the limit.
        return GroundProgram(text, ClaspOptions(guided=True), self._deadline)


def _answer_sets(program: GroundProgram, bound: int | None = None) -> Iterator[Constraints]:
    for atoms in program.answers(bound=bound):
        yield frozenset(int(atom.arguments[0]) for atom in atoms)
