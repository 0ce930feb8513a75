"""Boards as pictures and as pages, which keep the placements, and answers with marks on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from edgeasp.api.instance import Board, draw_html
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


class MarkedFormat(Enum):
    """The forms of an answer."""

    BOARD = "board"
    TEXT = "text"
    JSON = "json"
    SVG = "svg"
    PNG = "png"
    HTML = "html"


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
    """The form as given, or by the ending of the file, or for a terminal or a pipe."""
    endings = ".json, .svg, .png, .html, .txt, .htm"
    return delivery.choose(MarkedFormat, form, output, MarkedFormat.BOARD, MarkedFormat.TEXT, endings)


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
        case _:
            from edgeasp.draw.view import DrawStyle

            board = Board(shown.puzzle, shown.board, shown.clues, tuple(remarks()))
            style = DrawStyle(coordinates=True)
            delivery.deliver(drawn(form.value, [(shown.name, board)], shown.title, lines, style), output)


def _show(shown: MarkedBoard, remarks: Sequence[Remark]) -> None:
    """Print the board at a terminal."""
    if not shown.board.placements and not remarks:
        return
    from edgeasp.draw.terminal import board_text
    from edgeasp.draw.view import DrawStyle

    style = DrawStyle(colour=console.supports_colour(), coordinates=True)
    console.picture(board_text.board(shown.puzzle, shown.board, console.width(), style, shown.clues, remarks))
