"""A board to lay tiles on, printed to scale: squares with their names, and clues; perhaps on a photograph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

from edgeasp.draw.picture.board import DARK, GREY, TEXT, box, wedges
from edgeasp.draw.picture.halved import looks
from edgeasp.draw.picture.motifs import SIZE
from edgeasp.draw.picture.paper import PrintedPage, page_of, shortened
from edgeasp.draw.picture.shapes import Area, Label, Line, Photo, Shape, ShapeGroup
from edgeasp.draw.picture.sheets import HAIR, SheetStyle
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square

_SIDE, _ENDS = 8.0, 16.0
"""The margins of a page, in millimetres; the frame of the board lies in them."""

_FRAME = 3.0
"""The width of the frame, in millimetres."""


def trays(puzzle: Puzzle, clues: Solution, name: str, style: SheetStyle) -> list[PrintedPage]:
    """The pages of a board, one, or several to be laid edge to edge, each with about as many squares."""
    paper = style.paper
    cols = _parts(puzzle.cols, paper.width - 2 * _SIDE, style.tile)
    rows = _parts(puzzle.rows, paper.height - 2 * _ENDS, style.tile)
    number = len(cols) * len(rows)
    pages = []
    for index in range(number):
        down, across = divmod(index, len(cols))
        heading = f"{shortened(name)}: lay the tiles here" + f"; part {index + 1} of {number}" * (number > 1)
        shapes = list(_tray(puzzle, clues, style, cols[across], rows[down]))
        width = paper.width / style.unit
        shapes.append(Label((width / 2, 7 / style.unit), heading, 4 / style.unit, TEXT))
        pages.append(page_of(f"board-{index + 1}", paper, style.unit, (heading, "a board for the tiles"), shapes))
    return pages


def _parts(extent: int, room: float, tile: float) -> list[range]:
    """The columns, or rows, of each page."""
    most = max(1, int((room + HAIR) / tile))
    number = ceil(extent / most)
    ends = [extent * part // number for part in range(number + 1)]
    return [range(first, last) for first, last in pairwise(ends)]


def _tray(
    puzzle: Puzzle, clues: Solution, style: SheetStyle, cols: Sequence[int], rows: Sequence[int]
) -> Iterator[Shape | ShapeGroup]:
    """A part of the board, in the middle of a page."""
    paper, unit = style.paper, style.unit
    left = (paper.width / unit - len(cols) * SIZE) / 2
    top = (paper.height / unit - len(rows) * SIZE) / 2
    right, bottom = left + len(cols) * SIZE, top + len(rows) * SIZE
    band = _FRAME / unit
    outside = {
        Side.NORTH: (0 in rows, (left, top - band, right, top)),
        Side.EAST: (puzzle.cols - 1 in cols, (right, top, right + band, bottom)),
        Side.SOUTH: (puzzle.rows - 1 in rows, (left, bottom, right, bottom + band)),
        Side.WEST: (0 in cols, (left - band, top, left, bottom)),
    }
    yield from (Area(box(*place), GREY) for lies, place in outside.values() if lies and puzzle.framed)
    if style.photo:
        part = cols[0] / puzzle.cols, rows[0] / puzzle.rows, len(cols) / puzzle.cols, len(rows) / puzzle.rows
        yield Photo(left, top, right - left, bottom - top, style.photo, part)
    given, look = clues.by_square(), looks(puzzle)
    for row in rows:
        for col in cols:
            x, y = left + (col - cols[0]) * SIZE, top + (row - rows[0]) * SIZE
            clue = given.get(Square(col, row))
            if clue is not None:
                own = tuple(wedges(puzzle.sides(clue), x, y, style.draw, look))
                yield ShapeGroup(f"tile {puzzle.number(clue.tile)} lies here", own)
            elif not style.photo:
                yield Label((x + SIZE / 2, y + SIZE / 2), puzzle.place(Square(col, row)), 16, GREY)
            yield Line(box(x, y, x + SIZE, y + SIZE), 1.5 * HAIR / unit, DARK, closed=True)
