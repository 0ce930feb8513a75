"""Paper, and pictures that are printed on it to scale."""

from __future__ import annotations

from dataclasses import dataclass

from edgeasp.draw.picture.shapes import Picture, Shape, ShapeGroup


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, in millimetres."""

    name: str
    width: float
    height: float


PAPERS = (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))
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
