"""All possible assignments of a puzzle, counted and drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from edgeasp.lab.signs.conditions import Assignment, SignCondition, applicable, sign_systems, unmet
from edgeasp.lab.signs.space import SignSpace
from edgeasp.puzzle.model import Puzzle, Sign, Solution
from edgeasp.puzzle.rng import Rng
from edgeasp.system.errors import CheckError

Marks = NDArray[np.bool_]
"""Assignments of signs: a row each, a column for each tile, true for plus."""


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
