"""All possible assignments of a puzzle, counted and drawn; how tiles depend on one another in them, and their chain.

The order of assignments by their departures from the chain is that of limited discrepancy search (Harvey and Ginsberg,
1995; without repetitions: Korf, 1996): first the assignment that follows the chain everywhere, then those that depart
from it once, and so on. Of those with as many departures, late departures come first, since the chain begins with the
strongest correlations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import Puzzle, Sign, Solution
from edgeasp.puzzle.rng import Rng
from edgeasp.puzzle.signs.conditions import Assignment, SignCondition, applicable, sign_systems, unmet
from edgeasp.puzzle.signs.space import SignSpace
from edgeasp.system.errors import CheckError

Marks = NDArray[np.bool_]
"""Assignments of signs: a row each, a column for each tile, true for plus."""

_BLOCK = 1 << 16


class PossibleSigns:
    """The assignments of signs that the conditions allow.

    Attributes:
        puzzle: the puzzle, whose signs are kept.
        count: the number of assignments.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        clues: Solution = Solution(),
        conditions: Collection[SignCondition] | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Count the assignments; `check` is called several times a second, and an exception it raises ends that.

        Raises:
            LimitError: there are too many for an exact count.
            OptionError: a condition does not hold for this puzzle.
        """
        self.puzzle = puzzle
        self._clues = clues
        self._conditions = applicable(puzzle) if conditions is None else frozenset(conditions)
        self._spaces = [SignSpace(system, check) for system in sign_systems(puzzle, clues, conditions)]
        self.count = sum(space.count for space in self._spaces)

    def assignments(self, ranks: Sequence[int]) -> Marks:
        """The assignments with these numbers, each from 0 to `count` - 1."""
        marks = np.zeros((len(ranks), len(self.puzzle.tiles)), np.bool_)
        begin = 0
        for space in self._spaces:
            places = [place for place, rank in enumerate(ranks) if begin <= rank < begin + space.count]
            marks[places] = space.assignments([ranks[place] - begin for place in places])
            begin += space.count
        return marks

    def blocks(self, check: Callable[[], None] = lambda: None) -> Iterator[Marks]:
        """All assignments, some thousand at a time; `check` is called before each block."""
        for begin in range(0, self.count, _BLOCK):
            check()
            yield self.assignments(range(begin, min(begin + _BLOCK, self.count)))

    def sample(self, number: int, seed: int) -> Marks:
        """Assignments drawn at random, each with the same probability; one may be drawn again."""
        rng = Rng(seed)
        return self.assignments([rng.below(self.count) for _ in range(number)] if self.count else [])

    def checked(self, row: Marks) -> Assignment:
        """The signs of a row of marks, which have passed a check that counts sides and tiles one by one.

        Raises:
            CheckError: they break a condition.
        """
        return checked(self.puzzle, self._clues, as_signs(row), self._conditions)


def checked(puzzle: Puzzle, clues: Solution, signs: Assignment, conditions: Collection[SignCondition]) -> Assignment:
    """The assignment, which has passed a check that counts sides and tiles one by one.

    Raises:
        CheckError: it breaks a condition.
    """
    broken = unmet(puzzle, clues, signs, conditions)
    if broken:
        raise CheckError(f"an assignment of signs breaks a condition; this is a fault in edgeasp: {broken[0]}")
    return signs


def as_signs(row: Sequence[bool] | Marks) -> Assignment:
    """The signs of a row of marks."""
    return tuple(Sign.PLUS if mark else Sign.MINUS for mark in row)


@dataclass(frozen=True, slots=True)
class Link:
    """A step of the chain: a tile, and the tile before it in the chain on whose sign it depends most.

    Attributes:
        tile: the new tile.
        parent: a tile that is in the chain already.
        alike: whether the chain expects the same sign: it is not the less frequent case.
    """

    tile: int
    parent: int
    alike: bool


def counted(rows: Marks) -> NDArray[np.int64]:
    """For each pair of tiles, in how many rows they have the same sign."""
    # Products of floats are fast, and exact for numbers as small as these.
    signs = np.where(rows, 1.0, -1.0)
    return np.asarray((np.rint(signs.T @ signs) + len(rows)) // 2, np.int64)


def chain(same: NDArray[np.int64], assignments: int) -> list[Link]:
    """All tiles in the order of their dependence: from the strongest pair on, always the tile that depends most.

    It is the tree of strongest correlations (Prim), in the order in which it grows; ties go to lower numbers.

    Args:
        same: a symmetric matrix: the number of assignments in which two tiles have the same sign.
        assignments: the number of assignments that were inspected.
    """
    tiles = len(same)
    strength = np.abs(2 * same - assignments)
    np.fill_diagonal(strength, -1)
    root = int(np.argmax(strength)) // tiles
    inside = np.zeros(tiles, np.bool_)
    inside[root] = True
    links: list[Link] = []
    while len(links) < tiles - 1:
        open_ = np.where(inside[:, None] & ~inside, strength, -1)
        parent, tile = divmod(int(np.argmax(open_)), tiles)
        links.append(Link(tile, parent, 2 * int(same[parent, tile]) >= assignments))
        inside[tile] = True
    return links


def paths(links: list[Link], rows: Marks) -> Marks:
    """The path of each assignment: for each link of the chain, whether the assignment departs from it."""
    tiles, parents = [link.tile for link in links], [link.parent for link in links]
    alike = np.array([link.alike for link in links], np.bool_)
    departs: Marks = (rows[:, tiles] == rows[:, parents]) != alike
    return departs


def ordered(links: list[Link], rows: Marks) -> Marks:
    """The assignments in order; opposite ones, which have the same path, keep theirs."""
    departs = paths(links, rows)
    packed = np.packbits(departs, axis=1)
    # The last key is the first to decide.
    return rows[np.lexsort((*packed.T[::-1], departs.sum(axis=1)))]


def path_text(path: Marks) -> str:
    """A path as a text: for each link 1 where it departs, else 0."""
    return "".join("01"[mark] for mark in path.tolist())
