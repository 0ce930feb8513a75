"""The cubes of a search that are not done: which of them is next, and how much of the search is done.

A split search and the ledger of a campaign keep their cubes in the same way, see `Frontier.end`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import count

from edgeasp.search.cubes import Cube, Order
from edgeasp.search.outlook import SETTINGS


@dataclass(frozen=True, slots=True)
class SplitPlan:
    """The options of a split search.

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


class CubeEnd(Enum):
    """The end of a call to a worker, which decides where its cube goes."""

    SPLIT = "split"
    """It was split: its parts are open instead."""
    WHOLE = "whole"
    """It has nothing to split on: it is open, to be searched without a share of conflicts."""
    COMPLETE = "complete"
    """It was searched to its end: its solutions count, and it is done."""
    ENOUGH = "enough"
    """It has as many solutions as are wanted in all: they count, the search ends, and the cube stays open."""
    GIVEN_UP = "given up"
    """Its share of conflicts is spent: it is to be split, and what was found in it is found again."""
    READY = "ready"
    """The call had no cube: the worker has its ground program now."""
    LOST = "lost"
    """The process of the worker has died: the call is made again, and what was found is found again."""
    LIMITED = "limited"
    """The worker has reached a limit: the search ends, and the cube stays open."""
    FAILED = "failed"
    """The call cannot be made: the search ends with an error, and the cube stays open."""


class Frontier:
    """The open cubes of a search.

    Attributes:
        open: the cubes that wait, by their text, in the order in which they came.
        done: the part of the search space that is done, by the shares of the cubes.
        effort: of all that was split or searched, in conflicts.
        filled: whether there were enough cubes once: from then on, a cube is searched before it is split.
    """

    def __init__(self, cubes: Iterable[OpenCube] = (OpenCube(Cube(), splits=True),)) -> None:
        """Begin with the whole search, or with some cubes."""
        self.open: dict[str, OpenCube] = {}
        self.done, self.effort = 0.0, 0
        self.filled = False
        self._number = count()
        self._heap: list[tuple[bool, float, int, OpenCube]] = []
        for cube in cubes:
            self.add(cube)

    def add(self, waiting: OpenCube) -> None:
        """Add a cube; it will be taken after those that are to be split, and after larger ones."""
        self.open[waiting.cube.text] = waiting
        heapq.heappush(self._heap, (not waiting.splits, -waiting.cube.share, next(self._number), waiting))

    def next(self) -> OpenCube:
        """Take the next cube; there must be one."""
        while True:
            waiting = heapq.heappop(self._heap)[-1]
            # A cube that was taken by its text is in the heap still.
            if self.open.get(waiting.cube.text) is waiting:
                return self.open.pop(waiting.cube.text)

    def end(self, cube: Cube, end: CubeEnd, parts: Sequence[Cube] = (), spent: int = 0) -> None:
        """Record how the work on a cube ended that was taken, with the parts into which it was split and the effort."""
        self.effort += spent
        match end:
            case CubeEnd.SPLIT:
                for part in parts:
                    self.add(OpenCube(part))
                self.done += 0.0 if parts else cube.share
            case CubeEnd.COMPLETE:
                self.done += cube.share
            case CubeEnd.WHOLE:
                self.add(OpenCube(cube, whole=True))
            case _:
                self.add(OpenCube(cube, splits=end is CubeEnd.GIVEN_UP))


def effort(conflicts: int, tiles: int) -> int:
    """The effort of a search in conflicts: those of clasp, and as many as it has while a scan lays so many tiles."""
    return conflicts + tiles // SETTINGS.tiles_a_conflict
