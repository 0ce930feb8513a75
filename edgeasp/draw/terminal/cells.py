"""Squares as characters: the four wedges of a square in the colours of its sides, and what is written on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from rich.text import Text

from edgeasp.draw.palette import ink, rgb
from edgeasp.puzzle.model import Side, Sides

Cell = tuple[str, str]
"""A character and its style."""

_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the quarters that are filled: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How boards and tiles are to style at a terminal.

    Attributes:
        colour: paint whole sides; otherwise numbers tell everything, and colours at most repeat it.
        numbers: show colour numbers; None to show them where there is room. Without `colour`, they are always shown.
        ascii: use no character beyond ASCII.
        tiles: show the number of each tile.
        turns: show where the north of each tile has come to lie.
        coordinates: show the numbers of columns and rows.
        mismatches: mark where something is wrong.
    """

    colour: bool = False
    numbers: bool | None = None
    ascii: bool = False
    tiles: bool = False
    turns: bool = False
    coordinates: bool = False
    mismatches: bool = True


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters that stand for something."""

    clue: str
    empty: str
    turns: str
    rules: str
    """A line across and a line down."""
    corners: tuple[str, str, str]
    """Left end, crossing and right end of the top line, of those between, and of the bottom line."""


class FormKind(Enum):
    """The ways to show a board."""

    BOXES = "boxes"
    """With lines between the squares, and numbers."""
    BLOCKS = "blocks"
    """Nothing but colours, and marks that hide some of them."""
    LATTICE = "lattice"
    """Each diamond once, as a number, which the mark of a mismatch hides."""


@dataclass(frozen=True, slots=True)
class BoardForm:
    """A way to show a board: how large squares are, in characters, and how the lines of some columns are made.

    Attributes:
        kind: which way it is.
        left: columns before the first square.
        pitch: columns from one square to the next.
        top: lines before the line in the middle of the first row of squares.
        rhythm: lines from one row of squares to the next.
        lines: makes the lines for some columns of the board.
    """

    kind: FormKind
    left: int
    pitch: int
    top: int
    rhythm: int
    lines: Callable[[range], list[Text]]

    def width(self, cols: int) -> int:
        """The columns that so many columns of squares take."""
        return self.left + cols * self.pitch

    def fitting(self, width: int) -> int:
        """How many columns of squares have room, but one at least."""
        return max(1, (width - self.left) // self.pitch)


_ASCII = Marks("#", ".", "^>v<", "-|", ("+++", "+++", "+++"))
_UNICODE = Marks("◆", "·", "↑→↓←", "─│", ("┌┬┐", "├┼┤", "└┴┘"))

MISMATCH = "*"
BROKEN = "!"
ALARM = "bold #ffffff on #d80000"
DIM = "dim"


def marks(style: TextStyle) -> Marks:
    """The characters for a style."""
    return _ASCII if style.ascii else _UNICODE


def painted(colour: int) -> str:
    """The style of what is written on a colour."""
    return f"{ink(colour)} on {rgb(colour)}"


def blank(width: int, height: int) -> list[list[Cell]]:
    """Nothing at all."""
    return [[(" ", "")] * width for _ in range(height)]


def wedges(sides: Sides, width: int, height: int, *, ascii_only: bool = False) -> list[list[Cell]]:
    """The four sides as wedges that meet in the middle; each character has one colour or two.

    Args:
        sides: the colours.
        width: columns.
        height: lines.
        ascii_only: give each character one colour.
    """

    def colour(x: int, y: int) -> int:
        return sides[_side(x, y, width, height)]

    return [
        [_cell([colour(4 * col + x, 4 * line + y) for y in (1, 3) for x in (1, 3)], ascii_only) for col in range(width)]
        for line in range(height)
    ]


def write(cells: list[list[Cell]], line: int, col: int, text: str, style: str) -> None:
    """Put text over cells."""
    cells[line][col : col + len(text)] = [(char, style) for char in text]


def number(cells: list[list[Cell]], sides: Sides, digits: int) -> None:
    """Put the number of each side over a square of three lines: north; west and east; south."""
    middle, right = (len(cells[0]) - digits) // 2, len(cells[0]) - digits
    for side, line, col in zip(Side, (0, 1, 2, 1), (middle, right, middle, 0), strict=True):
        write(cells, line, col, str(sides[side]).rjust(digits), painted(sides[side]))


def text(cells: Sequence[Cell]) -> Text:
    """A line of cells."""
    runs = ((style, "".join(char for char, _ in run)) for style, run in groupby(cells, key=lambda cell: cell[1]))
    return Text.assemble(*((run, style) for style, run in runs))


def _side(x: int, y: int, width: int, height: int) -> Side:
    """The side in whose wedge a point lies, given in quarters of a character."""
    right, down = (x - 2 * width) * height, (y - 2 * height) * width
    if abs(down) >= abs(right):
        return Side.NORTH if down < 0 else Side.SOUTH
    return Side.WEST if right < 0 else Side.EAST


def _cell(quarters: list[int], ascii_only: bool) -> Cell:
    """A character whose four quarters have these colours, or the two of them that most have."""
    (ground, _), *others = Counter(quarters).most_common(2)
    if ascii_only or not others:
        return " ", f"on {rgb(ground)}"
    figure = others[0][0]
    filled = sum(1 << place for place, colour in enumerate(quarters) if colour == figure)
    return _QUADRANTS[filled], f"{rgb(figure)} on {rgb(ground)}"
