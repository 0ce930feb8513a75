"""Boards of every state to be drawn: solved, wrong, half-finished, signed, with clues."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edgeasp.draw import shapes as png_file
from edgeasp.draw import shapes as svg_file
from edgeasp.draw.board import board_picture, tiles_picture
from edgeasp.draw.page.html import BoardPage
from edgeasp.draw.view import BoardView, DrawStyle
from edgeasp.puzzle.model import Placement, Puzzle, Sides, Sign, Solution, Square, Tile
from tests.support.strategies import unturned


@dataclass(frozen=True)
class Board:
    """A board to draw."""

    puzzle: Puzzle
    solution: Solution
    clues: Solution = Solution()


def svg(view: BoardView, options: DrawStyle = DrawStyle()) -> str:
    return svg_file.write_svg(board_picture(view, options), options.size)


def svg_of_tiles(puzzle: Puzzle, options: DrawStyle = DrawStyle()) -> str:
    return svg_file.write_svg(tiles_picture(puzzle, options), options.size)


def png(view: BoardView, options: DrawStyle = DrawStyle()) -> bytes:
    return png_file.write_png(board_picture(view, options), options.size)


def png_of_tiles(puzzle: Puzzle, options: DrawStyle = DrawStyle()) -> bytes:
    return png_file.write_png(tiles_picture(puzzle, options), options.size)


def page(
    puzzle: Puzzle,
    solutions: Sequence[tuple[str, Solution]],
    clues: Solution = Solution(),
    *,
    title: str = "Edge matching",
    notes: Iterable[str] = (),
) -> str:
    """A page with named boards."""
    made = BoardPage(puzzle, clues, title)
    for name, solution in solutions:
        made.add(name, solution)
    return made.text(notes)


def planted(cols: int, rows: int, colours: int, *, framed: bool = True, signed: bool = False) -> Board:
    """A solved board: always the same one for the same arguments."""
    chance = random.Random(1_000_000 * cols + 10_000 * rows + 4 * colours + 2 * framed + signed).random

    def colour(*, outside: bool) -> int:
        return 0 if framed and outside else 1 + int(colours * chance())

    across = [[colour(outside=x in (0, cols)) for x in range(cols + 1)] for _ in range(rows)]
    down = [[colour(outside=y in (0, rows)) for _ in range(cols)] for y in range(rows + 1)]
    squares = sorted((Square(x, y) for y in range(rows) for x in range(cols)), key=lambda _: chance())
    tiles, placements = [], []
    for index, square in enumerate(squares):
        x, y = square.col, square.row
        shown: Sides = (down[y][x], across[y][x + 1], down[y + 1][x], across[y][x])
        rot = int(4 * chance())
        tiles.append(Tile(unturned(shown, rot), (Sign.PLUS if square.even else Sign.MINUS) if signed else None))
        placements.append(Placement(index, square, rot))
    return Board(Puzzle(cols, rows, tuple(tiles)), Solution(tuple(placements)))


def spoilt(board: Board) -> Board:
    """A board with a quarter of the squares empty, every seventh tile turned, and clues, some of them violated."""
    kept = [each for index, each in enumerate(board.solution) if index % 4 != 3]
    turned = [Placement(each.tile, each.square, (each.rot + (index % 7 == 0)) % 4) for index, each in enumerate(kept)]
    return Board(board.puzzle, Solution(tuple(turned)), Solution(board.solution.placements[:4]))


SIZES = {4: planted(4, 4, 5), 10: planted(10, 10, 26), 16: planted(16, 16, 60)}
"""Solved boards by their size."""

BOARDS = {
    **{f"{size}x{size} solved": board for size, board in SIZES.items()},
    **{f"{size}x{size} spoilt": spoilt(board) for size, board in SIZES.items()},
    "5x3 unframed": planted(5, 3, 9, framed=False),
    "6x4 signed": planted(6, 4, 6, signed=True),
    "6x4 signed spoilt": spoilt(planted(6, 4, 6, signed=True)),
    "4x4 empty": Board(SIZES[4].puzzle, Solution()),
}


ACROSS = 10
"""The pixels along a picture."""


def pictures_text(side: int, seed: int) -> str:
    """A square of so many pictures along each side; each border fits in one place, and is none in reverse."""
    rng = random.Random(seed)
    used: set[str] = set()

    def border(first: str, last: str) -> str:
        while True:
            pixels = first + "".join(rng.choice("#.") for _ in range(ACROSS - 2)) + last
            if pixels not in used and pixels != pixels[::-1]:
                used.update((pixels, pixels[::-1]))
                return pixels

    ends = [[rng.choice("#.") for _ in range(side + 1)] for _ in range(side + 1)]
    across = [[border(*ends[row][col : col + 2]) for col in range(side)] for row in range(side + 1)]
    down = [[border(ends[row][col], ends[row + 1][col]) for col in range(side + 1)] for row in range(side)]
    blocks = []
    for number, place in zip(rng.sample(range(1000, 10000), side * side), range(side * side), strict=True):
        row, col = divmod(place, side)
        pixels = [
            down[row][col][line] + "".join(rng.choice("#.") for _ in range(ACROSS - 2)) + down[row][col + 1][line]
            for line in range(ACROSS)
        ]
        pixels[0], pixels[-1] = across[row][col], across[row + 1][col]
        for _ in range(rng.randrange(4)):
            pixels = ["".join(line) for line in zip(*pixels[::-1], strict=True)]
        pixels = [line[::-1] for line in pixels] if rng.randrange(2) else pixels
        blocks.append("\n".join([f"Tile {number}:", *pixels, ""]))
    rng.shuffle(blocks)
    return "\n".join(blocks)
