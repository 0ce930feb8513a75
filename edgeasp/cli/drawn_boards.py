"""Boards as pictures and as pages, which keep the placements, and answers with marks on a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from edgeasp.api.instance import Board, draw_html
from edgeasp.formats import sol

if TYPE_CHECKING:
    from edgeasp.draw.view import DrawStyle


FORMS = ("svg", "png", "pdf")


def require(form: str) -> None:
    """Make sure, before any work, that a form can be drawn: an `OptionError` says what is missing."""
    if form == "png":
        from edgeasp.draw.picture import png

        png.require()
    elif form == "pdf":
        from edgeasp.draw.picture import pdf

        pdf.require()


def drawn(
    form: str,
    boards: Sequence[tuple[str, Board]],
    title: str,
    notes: Iterable[str] = (),
    style: DrawStyle | None = None,
    *,
    kept: bool = False,
) -> str | bytes:
    """Boards, each with its name, as a page or as pages to print, or the first of them as a picture.

    Args:
        form: one of `FORMS`, or `html`.
        boards: the boards.
        title: the name of the puzzle.
        notes: lines on a page.
        style: of a picture.
        kept: put the placements of the first board in as well: what a later search goes on from.
    """
    first = boards[0][1]
    if form == "png":
        picture = first.png(style)
        return sol.marked_png(picture, first.solution) if kept else picture
    if form == "pdf":
        printed = pages(boards, title)
        return sol.marked_pdf(printed, first.solution) if kept else printed
    text = first.svg(style) if form == "svg" else draw_html(first.puzzle, first.clues, boards, title, notes)
    return sol.marked(text, first.solution) if kept else text


def pages(boards: Sequence[tuple[str, Board]], title: str, styles: Sequence[DrawStyle] = ()) -> bytes:
    """Boards, each with its name, on pages of A4, and in a style of its own if there are any."""
    from edgeasp.draw.picture import pdf
    from edgeasp.draw.picture.board import NamedBoard, board_pages
    from edgeasp.draw.picture.shapes import PAPERS
    from edgeasp.draw.view import DrawStyle, board_view

    pdf.require()
    named = [
        NamedBoard(name, board_view(board.puzzle, board.solution, board.clues), style)
        for (name, board), style in zip(boards, styles or [DrawStyle()] * len(boards), strict=True)
    ]
    return pdf.write(board_pages(named, PAPERS[0], title), title)
