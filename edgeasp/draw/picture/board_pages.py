"""Pages with boards, many on each, to be printed: the clues of a puzzle book, and its solutions at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from edgeasp.draw.picture.board import TEXT, board_shapes
from edgeasp.draw.picture.motifs import SIZE
from edgeasp.draw.picture.shapes import ENDS, SIDE, Label, Paper, PrintedPage, Shape, ShapeGroup, page_of, shortened
from edgeasp.draw.view import BoardView, DrawStyle

_LEAST = 10.0
"""The width of a square in millimetres that is large enough, so that more boards fit on a page."""

_GAP, _NAME = 8.0, 4.0
"""Between boards, and the height of the name above each, in millimetres."""


@dataclass(frozen=True, slots=True)
class NamedBoard:
    """A board to print, the name above it, and how it is drawn."""

    name: str
    view: BoardView
    draw: DrawStyle


@dataclass(frozen=True, slots=True)
class _Layout:
    """How boards lie on a page: so many side by side and one below the other, in cells, with squares of this width."""

    across: int
    down: int
    width: float
    height: float
    square: float


def board_pages(boards: Sequence[NamedBoard], paper: Paper, title: str) -> list[PrintedPage]:
    """The pages with boards under a title; all squares have the same width. The name of the files is the title's."""
    if not boards:
        return []
    layout = _layout(boards, paper)
    per_page = layout.across * layout.down
    number = ceil(len(boards) / per_page)
    pages = []
    for index in range(number):
        heading = title + f", page {index + 1} of {number}" * (number > 1)
        shown = boards[index * per_page : (index + 1) * per_page]
        pages.append(_page(shown, layout, paper, heading, f"{title.lower()}-{index + 1}"))
    return pages


def on_a_page(boards: Sequence[NamedBoard], paper: Paper) -> int:
    """How many of the boards lie on a page; 0 if there are none."""
    layout = _layout(boards, paper) if boards else None
    return layout.across * layout.down if layout else 0


def _layout(boards: Sequence[NamedBoard], paper: Paper) -> _Layout:
    """As many boards on a page as have squares that are large enough, and then squares as large as possible."""
    cols = max(each.view.puzzle.cols for each in boards)
    rows = max(each.view.puzzle.rows for each in boards)
    width, height = paper.width - 2 * SIDE, paper.height - 2 * ENDS
    across = max(1, int((width + _GAP) / (cols * _LEAST + _GAP)))
    down = max(1, int((height + _GAP) / (rows * _LEAST + _NAME + _GAP)))
    cell = (width + _GAP) / across - _GAP, (height + _GAP) / down - _GAP
    return _Layout(across, down, *cell, min(cell[0] / cols, (cell[1] - _NAME) / rows))


def _page(boards: Sequence[NamedBoard], layout: _Layout, paper: Paper, title: str, name: str) -> PrintedPage:
    unit = layout.square / SIZE
    shapes: list[Shape | ShapeGroup] = [Label((paper.width / 2 / unit, 12 / unit), title, 4 / unit, TEXT)]
    for index, board in enumerate(boards):
        row, col = divmod(index, layout.across)
        middle = (SIDE + col * (layout.width + _GAP) + layout.width / 2) / unit
        top = (ENDS + row * (layout.height + _GAP) + _NAME) / unit
        shapes.append(Label((middle, top - 2.5 / unit), shortened(board.name), 3.2 / unit, TEXT))
        shapes += board_shapes(board.view, middle - board.view.puzzle.cols * SIZE / 2, top, board.draw)
        if board.draw.caption:
            below = top + board.view.puzzle.rows * SIZE + 3 / unit
            shapes.append(Label((middle, below), board.draw.caption, 2.8 / unit, TEXT))
    return page_of(name, paper, unit, (title, ", ".join(board.name for board in boards)), shapes)
