"""Rotations of the whole board: the orbits of solutions, and how many assignments show one board."""

from __future__ import annotations

from dataclasses import replace
from math import factorial, prod
from typing import TYPE_CHECKING

from edgeasp.puzzle.model import Placement, Puzzle, Sides, Solution, Square, Tile, turned

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BoardKey = tuple[tuple[Sides, str], ...]
"""The colours and the sign (empty for none) on each square, row by row."""


def turns(puzzle: Puzzle) -> int:
    """The number of rotations of the board that keep its shape, the identity included: 4 or 2; 1 without turning."""
    return 1 if not puzzle.turning else 4 if puzzle.cols == puzzle.rows else 2


def turned_puzzle(puzzle: Puzzle, quarters: int) -> Puzzle:
    """The puzzle whose solutions are those of this one, with the board turned clockwise by quarters."""
    return replace(puzzle, cols=puzzle.rows, rows=puzzle.cols) if quarters % 2 else puzzle


def turned_solution(puzzle: Puzzle, solution: Solution, quarters: int) -> Solution:
    """A solution of a puzzle, complete or partial, on the board turned clockwise by quarters."""
    cols, rows = puzzle.cols, puzzle.rows
    placements = list(solution)
    for _ in range(quarters % 4):
        placements = [
            Placement(lying.tile, Square(rows - 1 - lying.square.row, lying.square.col), (lying.rot + 3) % 4)
            for lying in placements
        ]
        cols, rows = rows, cols
    return Solution(tuple(map(puzzle.canonical, placements)))


def anchored(puzzle: Puzzle) -> bool:
    """Whether some tile is unique and has four distinct rotations.

    If so, the orbit of every solution has `turns` elements, and fixing the rotation of that tile leaves one of them.
    """
    identical = {tile for group in puzzle.identical_tiles() for tile in group}
    return any(tile.period == 4 and index not in identical for index, tile in enumerate(puzzle.tiles))


def rotations(puzzle: Puzzle, clues: Solution = Solution()) -> tuple[int, ...]:
    """The rotations of the board, in clockwise quarters, that map the clues to themselves; 0 is always the first.

    Clues count as one sees them, by the sides and the sign on their squares: identical tiles are alike. Without a clue
    these are all rotations that keep the shape of the board.
    """
    step = 4 // turns(puzzle)
    seen = _seen(puzzle, clues)
    return tuple(
        quarters for quarters in range(0, 4, step) if _seen(puzzle, turned_solution(puzzle, clues, quarters)) == seen
    )


def is_least(puzzle: Puzzle, solution: Solution, clues: Solution = Solution()) -> bool:
    """Whether no rotation of the board that maps the clues to themselves has a lesser key.

    True for one board of each orbit under these rotations.
    """
    keys = [board_key(puzzle, solution, quarters) for quarters in rotations(puzzle, clues)]
    return keys[0] == min(keys)


def are_least(
    puzzle: Puzzle, tiles: NDArray[np.int64], turns: NDArray[np.int64], clues: Solution = Solution()
) -> NDArray[np.bool_]:
    """`is_least` of many complete boards: of each a row of tiles and one of turns, square after square, row by row."""
    import numpy as np

    looks = [[(turned(tile.sides, rot), _sign(tile)) for rot in range(4)] for tile in puzzle.tiles]
    number = {look: number for number, look in enumerate(sorted({look for turns in looks for look in turns}))}
    numbers = np.array([[number[look] for look in turns] for turns in looks])
    squares = np.arange(len(puzzle.tiles)).reshape(puzzle.rows, puzzle.cols)
    shown, least = numbers[tiles, turns], np.ones(len(tiles), np.bool_)
    for quarters in rotations(puzzle, clues)[1:]:
        other = numbers[tiles, (turns - quarters) % 4][:, np.rot90(squares, -quarters).ravel()]
        first = (shown != other).argmax(axis=1)[:, None]
        least &= np.take_along_axis(shown <= other, first, axis=1)[:, 0]
    return least


def flips(puzzle: Puzzle, clues: Solution) -> bool:
    """Whether a rotation of the board exchanges the two checkerboards of signs."""
    odd = puzzle.cols % 2, puzzle.rows % 2
    exchanged = sum(odd) == 1 or (puzzle.cols == puzzle.rows and not any(odd))
    return puzzle.signed and puzzle.turning and exchanged and not clues.placements


def lookalikes(puzzle: Puzzle, clues: Solution) -> int:
    """The number of ways to rotate the tiles without a clue that leave a board as it looks."""
    clued = {clue.tile for clue in clues}
    turns = 4 if puzzle.turning else 1
    return prod(turns // len(puzzle.rotations(tile)) for tile in range(len(puzzle.tiles)) if tile not in clued)


def assignments_per_board(puzzle: Puzzle, clues: Solution) -> int:
    """The number of assignments of tiles that show one board: the product of k! over groups of k identical tiles.

    Tiles with a clue are fixed.
    """
    return prod(factorial(len(group)) for group in puzzle.identical_tiles([clue.tile for clue in clues]))


def in_order(puzzle: Puzzle, solution: Solution, clues: Solution = Solution()) -> Solution:
    """The assignment of the same board that keeps the clues and has other identical tiles in the order of squares.

    The solution is complete and keeps the clues.
    """
    clued = [clue.tile for clue in clues]
    on = {placement.tile: placement for placement in solution}
    for group in puzzle.identical_tiles(clued):
        by_row = sorted((on[tile] for tile in group), key=lambda placed: (placed.square.row, placed.square.col))
        for tile, placed in zip(group, by_row, strict=True):
            sides = puzzle.sides(placed)
            rot = next(rot for rot in puzzle.rotations(tile) if turned(puzzle.tiles[tile].sides, rot) == sides)
            on[tile] = Placement(tile, placed.square, rot)
    return Solution(tuple(puzzle.canonical(on[tile]) for tile in sorted(on)))


def board_key(puzzle: Puzzle, solution: Solution, quarters: int = 0) -> BoardKey:
    """A key that two complete solutions share exactly if they show the same board, turned clockwise by quarters."""
    cols, rows = puzzle.cols, puzzle.rows
    on = {placement.square: (puzzle.sides(placement), _sign(puzzle.tiles[placement.tile])) for placement in solution}
    for _ in range(quarters):
        # Clockwise, the left column becomes the top row, and each tile's west its north.
        on = {
            Square(rows - 1 - square.row, square.col): (turned(sides, 3), sign) for square, (sides, sign) in on.items()
        }
        cols, rows = rows, cols
    return tuple(on[Square(col, row)] for row in range(rows) for col in range(cols))


def board_digest(puzzle: Puzzle, solution: Solution) -> bytes:
    """The key of a board, complete or partial, in 16 bytes: of millions of boards all can be kept."""
    from hashlib import blake2b  # it loads OpenSSL, and few ask

    return blake2b(repr(_seen(puzzle, solution)).encode(), digest_size=16).digest()


def _seen(puzzle: Puzzle, solution: Solution) -> list[tuple[Square, Sides, str]]:
    """The squares of a board, complete or partial, each with its colours and its sign."""
    return sorted(
        (placement.square, puzzle.sides(placement), _sign(puzzle.tiles[placement.tile])) for placement in solution
    )


def _sign(tile: Tile) -> str:
    return tile.sign.value if tile.sign else ""
