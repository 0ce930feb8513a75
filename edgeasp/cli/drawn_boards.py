"""Boards as pictures and as pages, which keep the placements, and answers with marks on a board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from edgeasp.api.instance import Board
from edgeasp.cli import console, delivery
from edgeasp.formats import sol
from edgeasp.puzzle.model import Puzzle, Solution

if TYPE_CHECKING:
    from edgeasp.draw.view import DrawStyle, Remark


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
        return sol.marked(first.svg(), first.solution)
    if form == "png":
        return sol.marked_png(first.png(), first.solution)
    names = [title] if len(boards) == 1 else [f"{title}, {number}" for number in range(1, len(boards) + 1)]
    return sol.marked_pdf(pages(list(zip(names, boards, strict=True)), title), first.solution)


def pages(boards: Sequence[tuple[str, Board]], title: str, styles: Sequence[DrawStyle] = ()) -> bytes:
    """Boards, each with its name, on pages of A4, and in a style of its own if there are any."""
    from edgeasp.draw.picture import pdf
    from edgeasp.draw.picture.board import NamedBoard, board_pages
    from edgeasp.draw.picture.shapes import PAPERS
    from edgeasp.draw.view import DrawStyle, board_view

    pdf.require()
    named = [
        NamedBoard(name, board_view(each.puzzle, each.solution, each.clues), style)
        for (name, each), style in zip(boards, styles or [DrawStyle()] * len(boards), strict=True)
    ]
    return pdf.write(board_pages(named, PAPERS[0], title), title)


class MarkedFormat(Enum):
    """The forms of an answer."""

    BOARD = "board"
    TEXT = "text"
    JSON = "json"
    SVG = "svg"
    PNG = "png"
    HTML = "html"


_ENDINGS = {f".{each}": each for each in ("json", "svg", "png", "html")} | {".txt": "text", ".htm": "html"}


@dataclass(frozen=True)
class MarkedBoard:
    """A board with remarks on its squares.

    Attributes:
        puzzle: the puzzle.
        board: the placements.
        clues: those that are clues.
        title: the name of the puzzle's file.
        name: of the board.
    """

    puzzle: Puzzle
    board: Solution
    clues: Solution
    title: str
    name: str


def choose_form(form: MarkedFormat | None, output: str | None) -> MarkedFormat:
    """The form as given, or by the ending of the file, or for a terminal or a pipe.

    Raises:
        OptionError: the form cannot go there.
    """
    asked = None if form is None else form.value
    if output is None:
        delivery.require_no_terminal(asked)
        return form or (MarkedFormat.BOARD if console.is_terminal() else MarkedFormat.TEXT)
    delivery.require_no_board(asked)
    return MarkedFormat(delivery.form_of_file(output, asked, _ENDINGS))


def deliver_marked(
    form: MarkedFormat,
    output: str | None,
    shown: MarkedBoard,
    lines: Sequence[str],
    remarks: Callable[[], Sequence[Remark]],
    record: Callable[[], object],
) -> None:
    """Write an answer in one form; pictures and pages hold the board, and a page the lines as well."""
    match form:
        case MarkedFormat.BOARD:
            _show(shown, remarks())
            for line in lines:
                console.line(line)
        case MarkedFormat.TEXT:
            delivery.deliver_words("".join(f"{line}\n" for line in lines), output)
        case MarkedFormat.JSON:
            delivery.deliver(delivery.json_text(record()), output)
        case MarkedFormat.HTML:
            from edgeasp.draw.page.html import Page

            page = Page(shown.puzzle, shown.clues, shown.title)
            page.add(shown.name, shown.board, remarks())
            delivery.deliver(page.text(lines), output)
        case MarkedFormat.SVG | MarkedFormat.PNG:
            from edgeasp.draw.view import DrawStyle

            style = DrawStyle(coordinates=True)
            board = Board(shown.puzzle, shown.board, shown.clues, tuple(remarks()))
            delivery.deliver(board.svg(style) if form is MarkedFormat.SVG else board.png(style), output)


def _show(shown: MarkedBoard, remarks: Sequence[Remark]) -> None:
    """Print the board at a terminal."""
    if not shown.board.placements and not remarks:
        return
    from edgeasp.draw.terminal import board_text
    from edgeasp.draw.view import DrawStyle

    style = DrawStyle(colour=console.supports_colour(), coordinates=True)
    console.picture(board_text.board(shown.puzzle, shown.board, console.width(), style, shown.clues, remarks))
