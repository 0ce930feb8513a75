"""Sets of parts that can or cannot stand together: the minimal sets that clash, and a largest set that stands.

Minimal sets are found by deletion from cores. All of them are found as by MARCO (Liffiton, Previti, Malik and
Marques-Silva 2016): a map of the sets that are still unexplored proposes one, whose core is shrunk if it clashes, and
which excludes its own subsets if it stands. A largest set that stands leaves out a smallest hitting set of the clashes
that are known (Davies and Bacchus 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.ground_program import GroundProgram

Parts = frozenset[int]
"""Parts by their numbers, from 0."""

FIRST_EFFORT = 10
"""Conflicts that a test may take which only makes a clash smaller: many of them are decided at once."""

GROWTH = 8
"""The factor of the conflicts that it may take when it is made again, because a set is to be minimal."""


@dataclass(frozen=True, slots=True)
class Stands:
    """The parts can stand together; so can all that the solution has which was found."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Clash:
    """The parts cannot stand together; nor can those of the core."""

    core: Parts


Verdict = Stands | Clash | None
"""None if the test ended at its own conflict limit."""

Test = Callable[[Parts, int | None], Verdict]
"""Whether parts can stand together, within so many conflicts, if any are given.

It raises an exception when a limit of the whole search is reached.
"""


class Subsets:
    """Explores the sets of some parts; what is known at any moment stands in its attributes.

    Attributes:
        every: all parts.
        minimal: sets that clash, each of whose proper subsets stands, in the order of their discovery.
        narrowed: the smallest set that is known to clash, while it is not proved minimal; else None.
        needed: parts of that which are proved to be needed.
        standing: the largest set that is known to stand; None if none is.
        most: how many parts can stand together, at most.
        complete: whether `minimal` are proved to be all such sets.
    """

    def __init__(self, number: int, test: Test) -> None:
        """Begin with nothing known but the number of parts and the test."""
        self.every = frozenset(range(number))
        self.minimal: list[Parts] = []
        self.narrowed: Parts | None = None
        self.needed: set[int] = set()
        self.standing: Parts | None = None
        self.most = number
        self.complete = False
        self._test = test
        self._clashes: list[Parts] = []
        self._maximal: list[Parts] = []

    @property
    def largest_is_known(self) -> bool:
        """Whether the largest set known to stand is a largest one."""
        return self.standing is not None and len(self.standing) == self.most

    @property
    def share(self) -> float | None:
        """The part of all parts that is known to be needed or not, while a clash is narrowed; else None."""
        return None if self.narrowed is None else 1 - len(self.narrowed - self.needed) / len(self.every)

    def first(self, likely: Iterable[Parts] = (), *, known: bool = False) -> Parts | None:
        """A minimal set that clashes; None if all parts can stand together.

        Args:
            likely: sets to look into before all others.
            known: whether all parts together are known to clash.
        """
        if known:
            self.narrowed = self.every
        for parts in likely:
            verdict = self._ask(parts, FIRST_EFFORT * GROWTH**2)
            if isinstance(verdict, Clash):
                return self.shrink(verdict.core)
        verdict = self._ask(self.every)
        assert verdict is not None
        return self.shrink(verdict.core) if isinstance(verdict, Clash) else None

    def all(self) -> Iterator[Parts]:
        """Every minimal set that clashes, in the order of discovery; `complete` holds at the end."""
        yield from self.minimal
        while (seed := self._unexplored()) is not None:
            verdict = self._ask(seed)
            assert verdict is not None
            if isinstance(verdict, Clash):
                yield self.shrink(verdict.core)
            else:
                self._maximal.append(self._grow(verdict.parts))
        self.complete = True

    def largest(self) -> Parts | None:
        """A largest set that stands; None if not even the empty one does."""
        while not self.largest_is_known:
            kept = self._fewest_left_out()
            if kept is None:
                return None
            # Clashes without a part in common raise the bound by one each.
            while isinstance(verdict := self._ask(kept), Clash):
                clash = self._reduce(verdict.core)
                if not clash:
                    return None
                kept -= clash
        return self.standing

    def shrink(self, clash: Parts) -> Parts:
        """A minimal set within one that is known to clash; the effort grows until every test is decided."""
        self.narrowed, effort = clash, FIRST_EFFORT
        self.needed = set()
        while open_ := sorted(self.narrowed - self.needed):
            for part in open_:
                if part in self.narrowed:
                    self._delete(part, effort)
            effort *= GROWTH
        narrowed = self.narrowed
        self.minimal.append(narrowed)
        self._clashes.append(narrowed)
        self.narrowed = None
        return narrowed

    def _ask(self, parts: Parts, conflicts: int | None = None) -> Verdict:
        if self.standing is not None and parts <= self.standing:
            return Stands(self.standing)
        for clash in self._clashes:
            if clash <= parts:
                return Clash(clash)
        verdict = self._test(parts, conflicts)
        if isinstance(verdict, Stands) and (self.standing is None or len(verdict.parts) > len(self.standing)):
            self.standing = verdict.parts
        return verdict

    def _delete(self, part: int, effort: int) -> None:
        """Try whether the narrowed set clashes without a part; if it stands, the part is needed."""
        assert self.narrowed is not None
        verdict = self._ask(self.narrowed - {part}, effort)
        if isinstance(verdict, Clash):
            self.narrowed = verdict.core
        elif verdict is not None:
            self.needed.add(part)

    def _reduce(self, clash: Parts) -> Parts:
        """A small set within one that clashes, by tests of little effort."""
        for part in sorted(clash):
            if part in clash and len(clash) > 1:
                verdict = self._ask(clash - {part}, FIRST_EFFORT)
                clash = verdict.core if isinstance(verdict, Clash) else clash
        if clash not in self._clashes:
            self._clashes.append(clash)
        return clash

    def _grow(self, standing: Parts) -> Parts:
        """A set that stands and clashes with each further part."""
        for part in sorted(self.every - standing):
            if part not in standing:
                verdict = self._ask(standing | {part})
                assert verdict is not None
                if isinstance(verdict, Stands):
                    standing = verdict.parts
                else:
                    self._clashes.append(verdict.core)
        return standing

    def _unexplored(self) -> Parts | None:
        """A set that neither contains a clash nor is part of a set that stands; None if there is none."""
        return next(_kept(self._map(self.minimal, self._maximal)), None)

    def _fewest_left_out(self) -> Parts | None:
        """A set without a clash, as far as clashes are known, of the largest size; `most` becomes that size."""
        program = self._map(self._clashes, [], "fewest.\n")
        while self.most >= 0:
            for kept in _kept(program, len(self.every) - self.most):
                return kept
            self.most -= 1
        return None

    def _map(self, clashes: Sequence[Parts], standing: Sequence[Parts], more: str = "") -> GroundProgram:
        from edgeasp.encoding.render import rules_of
        from edgeasp.solvers.clingo.ground_program import GroundProgram
        from edgeasp.solvers.clingo.options import ClaspOptions

        facts = [f"part({part})." for part in sorted(self.every)]
        for number, parts in enumerate(clashes):
            facts += [f"clash({number}).", *(f"clash({number},{part})." for part in sorted(parts))]
        for number, parts in enumerate(standing):
            facts += [f"stands({number}).", *(f"stands({number},{part})." for part in sorted(parts))]
        text = "\n".join(facts) + "\n" + more + rules_of("explain/subsets.lp")
        return GroundProgram(text, ClaspOptions(guided=True))


def _kept(program: GroundProgram, bound: int | None = None) -> Iterator[Parts]:
    """The set of the first answer, if there is one."""
    for atoms in program.answers(bound=bound):
        yield frozenset(int(atom.arguments[0]) for atom in atoms)
