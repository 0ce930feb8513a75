"""The verdict of the checker on a board."""

from __future__ import annotations

from collections.abc import Collection

from edgeasp.api.instance import Instance, as_instance
from edgeasp.puzzle import checker
from edgeasp.puzzle.checker import EVERY, Condition, Report
from edgeasp.puzzle.model import Puzzle, Solution


def check(
    puzzle: Puzzle | Instance,
    solution: Solution,
    clues: Solution = Solution(),
    conditions: Collection[Condition] = EVERY,
) -> Report:
    """Check a solution, complete or partial, without a solver.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.check(puzzle, next(edgeasp.solve(puzzle)))
    Report(solved, 12 of 12 diamonds match)
    >>> edgeasp.check(puzzle, edgeasp.Solution())
    Report(9 squares empty, 0 of 12 diamonds match)

    Args:
        puzzle: the puzzle; the clues of an instance have to be kept as well.
        solution: the placements; one out of range is reported, and excluded from all other conditions.
        clues: placements that the solution must contain, up to rotations with the same sides.
        conditions: the conditions to check, for a relaxation of the puzzle; all of them by default.
    """
    instance = as_instance(puzzle, clues)
    return checker.check(instance.puzzle, solution, instance.clues, conditions)
