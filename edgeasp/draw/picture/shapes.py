"""A picture as a list of shapes, from which SVG and PNG are written: what the one shows the other shows, too.

Coordinates are in units of which a side of a square has `SIZE`; x grows to the right, y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from edgeasp.draw.palette import accent, pattern, rgb
from edgeasp.draw.picture.motifs import SIZE, WEDGE, Outline, Point, halves
from edgeasp.puzzle.model import Side


@dataclass(frozen=True, slots=True)
class Wedge:
    """The quarter of a square, with its top-left corner at (x, y), that has the colour of one side."""

    x: float
    y: float
    side: Side
    colour: int
    motif: bool


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    outline: Outline
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points; `closed` leads it back to the first."""

    points: Outline
    width: float
    paint: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    centre: Point
    radius: float
    fill: str


@dataclass(frozen=True, slots=True)
class Label:
    """Text, in the middle of which the point lies; `size` is the height of its line."""

    centre: Point
    text: str
    size: float
    paint: str


Shape = Wedge | Area | Line | Disc | Label


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """Shapes that belong together, and what they are."""

    text: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """All there is to draw, from the back to the front, within (0, 0) and (width, height).

    Attributes:
        width: in units.
        height: in units.
        title: what the picture shows, in a few words.
        text: the same at more length.
        shapes: shapes and groups of them.
    """

    width: float
    height: float
    title: str
    text: str
    shapes: tuple[Shape | ShapeGroup, ...]

    def flat(self) -> Iterator[Shape]:
        """The shapes one by one, whether in a group or not."""
        for each in self.shapes:
            if isinstance(each, ShapeGroup):
                yield from each.shapes
            else:
                yield each


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """What is to be seen.

    Attributes:
        size: pixels a square.
        numbers: the colour numbers, in place of the motifs.
        tiles: the number of each tile.
        turns: a pointer to where the north of each tile has come to lie.
        coordinates: the numbers of columns and rows.
        mismatches: marks where something is wrong.
    """

    size: int = 80
    numbers: bool = False
    tiles: bool = False
    turns: bool = False
    coordinates: bool = False
    mismatches: bool = True


@cache
def paints(colour: int, *, motif: bool) -> tuple[tuple[Outline, str], ...]:
    """What a wedge consists of, in the coordinates of its side: its ground, and its motif if there is to be one."""
    shapes = halves(pattern(colour)) if motif else ()
    return (WEDGE, rgb(colour)), *((shape, accent(colour)) for shape in shapes)


def middle(x: float, y: float, side: Side) -> Point:
    """The middle of a side of the square with its top-left corner at (x, y)."""
    along, down = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))[side]
    return x + along * SIZE, y + down * SIZE


def placed(point: Point, x: float, y: float, side: Side) -> Point:
    """A point in the coordinates of a side as a point of the picture."""
    dx, dy = turned(point, side)
    mx, my = middle(x, y, side)
    return mx + dx, my + dy


def turned(point: Point, side: Side) -> Point:
    """A point turned about (0, 0), so that what was at the north comes to lie at the given side."""
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[side]
