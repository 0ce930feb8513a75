"""Pictures as lists of shapes, from which SVG, PNG and PDF are written, and pages that are printed to scale.

The side of a square has `SIZE` units; x grows to the right, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from edgeasp.draw.palette import SIZE, WEDGE, Outline, Point, accent_on, halves, pattern, rgb
from edgeasp.puzzle.model import Side


@dataclass(frozen=True, slots=True)
class Wedge:
    """The quarter next to a side of the square whose top-left corner is at (x, y).

    Attributes:
        colour: whose paint it has.
        motif: the name of the motif; empty for none.
    """

    x: float
    y: float
    side: Side
    colour: int
    motif: str
    paint: str = ""

    @property
    def name(self) -> str:
        """A name for what it looks like: `colour-5`, `colour-5-plain` without its motif, `colour-5-fish-head`."""
        usual = self.motif == pattern(self.colour) and not self.paint
        figure = "" if usual else f"-{self.motif or 'plain'}".replace(" ", "-")
        return f"colour-{self.paint.removeprefix('#') or self.colour}{figure}"


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    outline: Outline
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points; if `closed`, back to the first."""

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
    """Text around a point; `size` is the height of its line."""

    centre: Point
    text: str
    size: float
    paint: str


@dataclass(frozen=True, slots=True)
class Photo:
    """A part of a photograph, in a rectangle of the picture.

    Attributes:
        data: of the whole photograph, as JPEG.
        part: left, top, width and height of the part, as shares of the whole.
        turns: anticlockwise quarter turns of the part about the middle of the rectangle.
    """

    x: float
    y: float
    width: float
    height: float
    data: bytes
    part: tuple[float, float, float, float] = (0, 0, 1, 1)
    turns: int = 0


Shape = Wedge | Area | Line | Disc | Label | Photo


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """A group of shapes with a description."""

    text: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The shapes of a picture between (0, 0) and (width, height), from back to front, with two descriptions."""

    width: float
    height: float
    title: str
    text: str
    shapes: tuple[Shape | ShapeGroup, ...]

    def flat(self) -> Iterator[Shape]:
        """All shapes, those in groups included."""
        for shape in self.shapes:
            if isinstance(shape, ShapeGroup):
                yield from shape.shapes
            else:
                yield shape


@cache
def paints(colour: int, motif: str, paint: str = "") -> tuple[tuple[Outline, str], ...]:
    """The outlines and paints of a wedge in the coordinates of its side: the ground first, then the motif, if any."""
    ground = paint or rgb(colour)
    return (WEDGE, ground), *((shape, accent_on(ground)) for shape in halves(motif))


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
    """A point rotated about (0, 0) by the rotation that maps north to a side."""
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[side]


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, in millimetres."""

    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))}
"""The sizes of paper, upright."""

SIDE, ENDS = 14.0, 22.0
"""The margins left and right, and at the top and at the bottom, in millimetres: for marks and words."""


_LONGEST = 60
"""The largest number of characters of a name that is printed."""


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A picture that covers a sheet of paper.

    Attributes:
        name: of its file, after the name of the puzzle.
        unit: the millimetres of a unit of the picture.
    """

    name: str
    paper: Paper
    unit: float
    picture: Picture


def page_of(
    name: str, paper: Paper, unit: float, titles: tuple[str, str], shapes: list[Shape | ShapeGroup]
) -> PrintedPage:
    """A page with these shapes; the titles are those of the picture."""
    title, text = titles
    return PrintedPage(name, paper, unit, Picture(paper.width / unit, paper.height / unit, title, text, tuple(shapes)))


def shortened(name: str) -> str:
    """A name that fits on a line."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."
