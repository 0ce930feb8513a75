"""Turning the whole board: which solutions are the same up to that, and how many each stands for."""

from __future__ import annotations

from math import factorial, prod

from edgeasp.puzzle.model import Puzzle, Sides, Solution, Square, Tile, turned

BoardKey = tuple[tuple[Sides, str], ...]
"""The colours and the sign (empty for none) on each square, row by row."""


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
    keys = [board_key(puzzle, solution, quarters) for quarters in range(0, 4, 4 // turns(puzzle))]
    return keys[0] == min(keys)


def flips(puzzle: Puzzle, clues: Solution) -> bool:
    """Whether a turn of the board makes the solutions with one checkerboard of signs from those with the other."""
    odd = puzzle.cols % 2, puzzle.rows % 2
    turned_over = sum(odd) == 1 or (puzzle.cols == puzzle.rows and not any(odd))
    return puzzle.signed and turned_over and not clues.placements


def assignments_per_board(puzzle: Puzzle, clues: Solution) -> int:
    """In how many ways identical tiles without a clue can lie on one board: the product of k! over their groups."""
    return prod(factorial(len(group)) for group in puzzle.identical_tiles([clue.tile for clue in clues]))


def board_key(puzzle: Puzzle, solution: Solution, quarters: int = 0) -> BoardKey:
    """A key that two complete solutions share exactly if they show the same board after clockwise quarter turns."""
    cols, rows = puzzle.cols, puzzle.rows
    on = {each.square: (puzzle.sides(each), _sign(puzzle.tiles[each.tile])) for each in solution}
    for _ in range(quarters):
        # Clockwise, the left column becomes the top row, and each tile's west its north.
        on = {
            Square(rows - 1 - square.row, square.col): (turned(sides, 3), sign) for square, (sides, sign) in on.items()
        }
        cols, rows = rows, cols
    return tuple(on[Square(col, row)] for row in range(rows) for col in range(cols))


def _sign(tile: Tile) -> str:
    return tile.sign.value if tile.sign else ""
