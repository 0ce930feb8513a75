"""Turning the whole board: which solutions are the same up to that, and how many each stands for."""

from __future__ import annotations

from math import factorial, prod

from edgeasp.puzzle.model import Puzzle, Sides, Sign, Solution, Square, turned

Picture = tuple[tuple[Sides, Sign | None], ...]
"""What one sees on each square, row by row."""


def turns(puzzle: Puzzle) -> int:
    """How many turns of the board make a solution from a solution, the identity included: 4 or 2."""
    return 4 if puzzle.cols == puzzle.rows else 2


def anchored(puzzle: Puzzle) -> bool:
    """Whether some tile has no twin and looks different in all rotations.

    If so, every solution makes `turns` different ones by turning the board, and fixing how that tile is turned
    leaves one of them.
    """
    twins = {tile for group in puzzle.identical_tiles() for tile in group}
    return any(tile.period == 4 and index not in twins for index, tile in enumerate(puzzle.tiles))


def is_least(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether no turn of the board makes a picture that comes before this one; true for one of each orbit."""
    pictures = [_picture(puzzle, solution, quarter) for quarter in range(0, 4, 4 // turns(puzzle))]
    return pictures[0] == min(pictures, key=_order)


def flips(puzzle: Puzzle, clues: Solution) -> bool:
    """Whether a turn of the board makes the solutions with one checkerboard of signs from those with the other."""
    odd = puzzle.cols % 2, puzzle.rows % 2
    turned_over = sum(odd) == 1 or (puzzle.cols == puzzle.rows and not any(odd))
    return puzzle.signed and turned_over and not clues.placements


def assignments_per_board(puzzle: Puzzle, clues: Solution) -> int:
    """In how many ways identical tiles without a clue can lie on one board: the product of k! over their groups."""
    return prod(factorial(len(group)) for group in puzzle.identical_tiles([clue.tile for clue in clues]))


def _picture(puzzle: Puzzle, solution: Solution, quarters: int) -> Picture:
    """The board after clockwise quarter turns."""
    cols, rows = puzzle.cols, puzzle.rows
    seen = {each.square: (puzzle.sides(each), puzzle.tiles[each.tile].sign) for each in solution}
    for _ in range(quarters):
        # Clockwise, the left column becomes the top row, and each tile's west its north.
        seen = {
            Square(rows - 1 - square.row, square.col): (turned(sides, 3), sign)
            for square, (sides, sign) in seen.items()
        }
        cols, rows = rows, cols
    return tuple(seen[Square(col, row)] for row in range(rows) for col in range(cols))


def _order(picture: Picture) -> list[tuple[Sides, str]]:
    return [(sides, sign.value if sign else "") for sides, sign in picture]
