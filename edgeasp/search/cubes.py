"""Splitting a search: into cubes, which are searched by themselves, and whose solutions together are all solutions.

A cube is a list of assumptions, each of which gives a colour to a diamond. A split takes one more diamond: every board
has exactly one colour there, so the cubes of a split have every solution of the one that they come from, and no two of
them have a solution in common. Diamonds are taken outward from the clues, as the guidance of the search decides them,
after "cube and conquer" (Heule, Kullmann, Wieringa and Biere 2011).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from edgeasp.encoding.atoms import Assumption, Atom
from edgeasp.puzzle.errors import EncodingError
from edgeasp.puzzle.model import Solution
from edgeasp.search.session import Session
from edgeasp.search.task import Task
from edgeasp.solvers.interface import Status

PROBE = 1
"""Conflicts after which a cube that is not refuted yet is taken to be worth a search."""


@dataclass(frozen=True, slots=True)
class Cube:
    """A part of the search space.

    Attributes:
        assumptions: a colour each for some diamonds, such as `half(1,1,right,3)`.
        share: the part of the work that is expected in it: 1 for the whole, divided evenly at each split.
    """

    assumptions: tuple[Assumption, ...] = ()
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Split:
    """What became of a cube.

    Attributes:
        open: the cubes that are still to be searched; empty if it has no solution.
        refuted: those that have none.
    """

    open: tuple[Cube, ...]
    refuted: tuple[Cube, ...]


def require_splittable(task: Task) -> None:
    """Make sure that the search for a task can be split.

    Raises:
        EncodingError: the encoding has no colours of diamonds to split on.
    """
    if task.encoding.formulation != "halves":
        raise EncodingError("a search can be split in the formulation 'halves' only")


class Splitter:
    """Splits cubes of one session.

    Attributes:
        session: whose ground program the cubes are probed with.
    """

    def __init__(self, session: Session) -> None:
        self.session = session

    def split(self, cube: Cube) -> Split | None:
        """Split a cube on the next diamond that can still have two colours; None if there is no such diamond."""
        refuted: list[Cube] = []
        decided = {each.atom.arguments[:3] for each in cube.assumptions}
        path = cube.assumptions
        for halves in self._diamonds:
            if halves[0].arguments[:3] in decided or len(halves) == 1:
                continue
            live = []
            for half in halves:
                longer = (*path, Assumption(half))
                if self._is_refuted(longer):
                    refuted.append(Cube(longer, 0.0))
                else:
                    live.append(longer)
            if len(live) != 1:
                return Split(tuple(Cube(each, cube.share / len(live)) for each in live), tuple(refuted))
            path = live[0]
        return None

    def _is_refuted(self, path: tuple[Assumption, ...]) -> bool:
        program = self.session.ground()
        for _ in program.answers(1, PROBE, path):
            pass
        return program.status is Status.UNSATISFIABLE

    @cached_property
    def _diamonds(self) -> list[list[Atom]]:
        """The halves that each diamond may have, by its left or upper square; the nearest to an origin first."""
        diamonds: dict[tuple[object, ...], list[Atom]] = {}
        for half in self.session.ground().atoms("half", 4):
            if half.arguments[2] in ("right", "bottom"):
                diamonds.setdefault(half.arguments[:3], []).append(half)
        origins = list(_origins(self.session.task.clues))

        def order(place: tuple[object, ...]) -> tuple[object, ...]:
            x, y, side = place
            assert isinstance(x, int)
            assert isinstance(y, int)
            return min((x - a) ** 2 + (y - b) ** 2 for a, b in origins), x, y, side

        return [diamonds[place] for place in sorted(diamonds, key=order)]


def _origins(clues: Solution) -> Iterator[tuple[int, int]]:
    """Where the search begins, as `asp/heuristic/outward.lp` has it: at the clues, or in a corner."""
    if not clues.placements:
        yield 1, 1
    for clue in clues:
        yield clue.square.col + 1, clue.square.row + 1
