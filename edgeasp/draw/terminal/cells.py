"""Squares as characters: four wedges in the colours of the sides, with text on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from edgeasp.draw.palette import ink, rgb
from edgeasp.draw.view import BoardView, DrawStyle, SquareView
from edgeasp.puzzle.model import Side, Sides

Cell = tuple[str, str]
"""A character and its rich style."""

_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Indexed by the filled quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The special characters of a style."""

    clue: str
    empty: str
    turns: str
    rules: str
    """A horizontal and a vertical line."""
    corners: tuple[str, str, str]
    """Left end, crossing and right end of the top line, the inner lines, and the bottom line."""


@dataclass(frozen=True, slots=True)
class BoardForm:
    """A form of a board: what draws some columns of squares, and its dimensions in characters.

    There are `left` columns before the first square, `pitch` columns from one square to the next, `top` lines before
    the middle line of the first row of squares, and `rhythm` lines from one row to the next.
    """

    left: int
    pitch: int
    top: int
    rhythm: int
    cells: Callable[[range], list[list[Cell]]]

    def width(self, cols: int) -> int:
        """The text columns of `cols` columns of squares."""
        return self.left + cols * self.pitch

    def fitting(self, width: int) -> int:
        """The number of columns of squares that fit; at least one."""
        return max(1, (width - self.left) // self.pitch)


_ASCII = Marks("#", ".", "^>v<", "-|", ("+++", "+++", "+++"))
_UNICODE = Marks("◆", "·", "↑→↓←", "─│", ("┌┬┐", "├┼┤", "└┴┘"))

MISMATCH = "*"
BROKEN = "!"
POINTED_OUT = "?"
ALARM = "bold #ffffff on #d80000"
NOTICE = "bold #000000 on #ffd400"
DIM = "dim"


def marks(style: DrawStyle) -> Marks:
    """The special characters of a style."""
    return _ASCII if style.ascii else _UNICODE


def painted(colour: int) -> str:
    """The rich style of text on a colour."""
    return f"{ink(colour)} on {rgb(colour)}"


def blank(width: int, height: int) -> list[list[Cell]]:
    """Empty cells."""
    return [[(" ", "")] * width for _ in range(height)]


def squares(view: BoardView, cols: range, rhythm: int, pitch: int) -> Iterator[tuple[SquareView, int, int]]:
    """The squares in some columns, each with the line and the column of text at which it begins."""
    for square, field in view.fields.items():
        if square.col in cols:
            yield field, square.row * rhythm, (square.col - cols.start) * pitch


def wedges(sides: Sides, width: int, height: int, *, ascii_only: bool = False) -> list[list[Cell]]:
    """The four sides as wedges that meet in the middle; each character has two colours, or one if `ascii_only`."""

    def colour(x: int, y: int) -> int:
        return sides[_side(x, y, width, height)]

    return [
        [_cell([colour(4 * col + x, 4 * line + y) for y in (1, 3) for x in (1, 3)], ascii_only) for col in range(width)]
        for line in range(height)
    ]


def write(cells: list[list[Cell]], line: int, col: int, text: str, style: str) -> None:
    """Overwrite cells with text."""
    cells[line][col : col + len(text)] = [(char, style) for char in text]


def number(cells: list[list[Cell]], sides: Sides, digits: int) -> None:
    """Overwrite a square of three lines with the number of each side."""
    middle, right = (len(cells[0]) - digits) // 2, len(cells[0]) - digits
    for side, line, col in zip(Side, (0, 1, 2, 1), (middle, right, middle, 0), strict=True):
        write(cells, line, col, str(sides[side]).rjust(digits), painted(sides[side]))


def text(cells: Sequence[Cell]) -> Text:
    """A line of cells as text."""
    runs = ((style, "".join(char for char, _ in run)) for style, run in groupby(cells, key=lambda cell: cell[1]))
    return Text.assemble(*((run, style) for style, run in runs))


def _side(x: int, y: int, width: int, height: int) -> Side:
    """The side whose wedge contains a point, given in quarters of a character."""
    right, down = (x - 2 * width) * height, (y - 2 * height) * width
    if abs(down) >= abs(right):
        return Side.NORTH if down < 0 else Side.SOUTH
    return Side.WEST if right < 0 else Side.EAST


def _cell(quarters: list[int], ascii_only: bool) -> Cell:
    """A character whose four quarters have the two most frequent of these colours."""
    (ground, _), *others = Counter(quarters).most_common(2)
    if ascii_only or not others:
        return " ", f"on {rgb(ground)}"
    figure = others[0][0]
    filled = sum(1 << place for place, colour in enumerate(quarters) if colour == figure)
    return _QUADRANTS[filled], f"{rgb(figure)} on {rgb(ground)}"
