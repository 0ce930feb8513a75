"""A framed board drawn by hand, on which every mistake about sides, turns, origins or bases shows.

The board, three columns and two rows, colours on the four sides of each square:

     0     0     0
    0A1   1B3   3C0
     2     4     5
     2     4     5
    0D6   6E7   7F0
     0     0     0

The puzzle lists its tiles as E, A, F, C, B, D, and turns some of them.
"""

from __future__ import annotations

from edgeasp.formats.document import BoardFormat
from edgeasp.formats.laying import lay
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile

PUZZLE = Puzzle(
    3, 2, tuple(map(Tile, [(4, 7, 0, 6), (0, 0, 1, 2), (0, 0, 7, 5), (5, 3, 0, 0), (1, 0, 3, 4), (6, 0, 0, 2)]))
)

SOLUTION = Solution(
    (
        Placement(0, Square(1, 1), 0),
        Placement(1, Square(0, 0), 1),
        Placement(2, Square(2, 1), 3),
        Placement(3, Square(2, 0), 2),
        Placement(4, Square(1, 0), 1),
        Placement(5, Square(0, 1), 3),
    )
)

UNFRAMED = Puzzle(2, 2, tuple(map(Tile, [(1, 2, 3, 4), (5, 6, 7, 2), (3, 8, 9, 10), (7, 11, 12, 8)])))
"""Four tiles that lie right as they are listed, row by row."""


def read_board(form: BoardFormat, text: str, puzzle: Puzzle, source: str = "x") -> Solution:
    """The board of a text in a format, laid with the tiles of a puzzle."""
    return lay(form.read(text, puzzle, source), puzzle, source).solution


def solves(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether the checker takes it for a solution."""
    return check(puzzle, solution).solved


def by_square(solution: Solution) -> set[Placement]:
    """The placements, in whatever order a format lists them."""
    return set(solution.placements)
