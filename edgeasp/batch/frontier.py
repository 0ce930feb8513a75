"""The cubes of a search that are not done: which of them is next, and how much of the search is done."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from edgeasp.search.cubes import Cube, Order, Split
from edgeasp.solvers.limits import MOST_CONFLICTS

EXCESS = 3
"""A cube is split again if it takes so many times the conflicts that its share of the work lets expect."""


@dataclass(frozen=True, slots=True)
class SplitPlan:
    """How a search is split.

    Attributes:
        cubes: the number of cubes that are made before the first of them is searched.
        share: the conflicts that every cube gets before it is split again.
        order: what is chosen first.
    """

    cubes: int
    share: int
    order: Order = "outward"


@dataclass(frozen=True, slots=True)
class OpenCube:
    """A cube that is to be searched, or split; a whole one has nothing to split on."""

    cube: Cube
    splits: bool = False
    whole: bool = False


class Frontier:
    """The open cubes of a search.

    Attributes:
        plan: how the search is split.
        done: the part of the search space that is done, by the shares of the cubes.
        conflicts: of all that was split or searched.
    """

    def __init__(
        self,
        plan: SplitPlan,
        cubes: Iterable[OpenCube],
        done: float = 0.0,
        conflicts: int = 0,
        *,
        filled: bool = False,
    ) -> None:
        """Begin with some open cubes; a part of the search may be done, and there may be `filled`, enough cubes."""
        self.done, self.conflicts = done, conflicts
        self.plan = plan
        self._filled = filled
        self._number = count()
        self._heap: list[tuple[bool, float, int, OpenCube]] = []
        for each in cubes:
            self.add(each)

    def __len__(self) -> int:
        """The number of open cubes that are not under way."""
        return len(self._heap)

    def add(self, each: OpenCube) -> None:
        """Add a cube; it will be taken after those that are to be split, and after larger ones."""
        heapq.heappush(self._heap, (not each.splits, -each.cube.share, next(self._number), each))

    def pop(self, busy: int) -> OpenCube:
        """Take the next cube, when so many are under way: to be split while there are too few of them."""
        each = heapq.heappop(self._heap)[-1]
        self._filled |= len(self._heap) + busy + 1 >= self.plan.cubes
        return OpenCube(each.cube, splits=each.splits or not (self._filled or each.whole), whole=each.whole)

    def split(self, cube: Cube, split: Split | None) -> None:
        """Take down that a cube was split, or that it has nothing to split on."""
        if split is None:
            self.add(OpenCube(cube, whole=True))
            return
        for each in split.open:
            self.add(OpenCube(each))
        self.done += 0.0 if split.open else cube.share

    def budget(self, each: OpenCube) -> int | None:
        """The conflicts after which a search of the cube is given up, so that it can be split; None for any number."""
        if each.whole:
            return None
        expected = self.conflicts / self.done * each.cube.share if self.done else 0
        return min(MOST_CONFLICTS, max(self.plan.share, int(EXCESS * expected)))
