"""Boards as pictures and as pages to print, which keep the placements: what `-o` gets by the name of its file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from edgeasp.api.instance import Board
from edgeasp.formats import marked

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


def drawn(form: str, boards: Sequence[Board], title: str) -> str | bytes:
    """Boards in one of `FORMS`: a picture of a single one, or pages with any number of them.

    Args:
        form: the form.
        boards: the boards, which are named after the title; the first is what a later search goes on from.
        title: the name of the puzzle.
    """
    first = boards[0]
    if form == "svg":
        return marked.marked(first.svg(), first.solution)
    if form == "png":
        return marked.marked_png(first.png(), first.solution)
    names = [title] if len(boards) == 1 else [f"{title}, {number}" for number in range(1, len(boards) + 1)]
    return marked.marked_pdf(pages(list(zip(names, boards, strict=True)), title), first.solution)


def pages(boards: Sequence[tuple[str, Board]], title: str, styles: Sequence[DrawStyle] = ()) -> bytes:
    """Boards, each with its name, on pages of A4, and in a style of its own if there are any."""
    from edgeasp.draw.picture import pdf
    from edgeasp.draw.picture.board_pages import NamedBoard, board_pages
    from edgeasp.draw.picture.paper import PAPERS
    from edgeasp.draw.view import DrawStyle, board_view

    pdf.require()
    named = [
        NamedBoard(name, board_view(each.puzzle, each.solution, each.clues), style)
        for (name, each), style in zip(boards, styles or [DrawStyle()] * len(boards), strict=True)
    ]
    return pdf.write(board_pages(named, PAPERS[0], title), title)
