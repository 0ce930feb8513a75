"""Hardness of puzzles by colours: expected solutions, and conflicts."""

from __future__ import annotations

from statistics import median

import edgeasp
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.estimate import expected_solutions_of, format_scientific

SEEDS = (1, 2, 3)


def expected(puzzle: edgeasp.Puzzle) -> str:
    """Estimate the number of solutions by Brendan Owen's model.

    Rotations of the board are included.
    """
    solutions = expected_solutions_of(puzzle).solutions
    return "unknown" if solutions is None else format_scientific(solutions, 3)


def conflicts(puzzle: edgeasp.Puzzle) -> int:
    """Count the conflicts until the first solution.

    They are the same on every machine with the same version of clingo.
    """
    session = edgeasp.Session(edgeasp.make_task(puzzle))
    assert list(session.solve())
    statistics = session.result().statistics
    assert statistics is not None
    assert statistics.conflicts is not None
    return statistics.conflicts


def main() -> None:
    """Print a table of framed 6 x 6 boards."""
    print("inner colours  expected solutions  median of conflicts")
    for inner in (3, 5, 7, 9):
        puzzles = [generate(Recipe(6, 6, inner=inner, border=3, seed=seed)).puzzle for seed in SEEDS]
        print(f"{inner:>13}  {expected(puzzles[0]):>18}  {median(map(conflicts, puzzles)):>19}")


if __name__ == "__main__":
    main()
