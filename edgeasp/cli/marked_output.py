"""Where an answer about a board goes: lines, the board with its marks, JSON, a picture or a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from edgeasp.api.instance import Board
from edgeasp.cli import console, delivery
from edgeasp.puzzle.model import Puzzle, Solution

if TYPE_CHECKING:
    from edgeasp.draw.view import Remark


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


def deliver(
    form: MarkedFormat,
    output: str | None,
    shown: MarkedBoard,
    lines: Sequence[str],
    remarks: Callable[[], Sequence[Remark]],
    json_text: Callable[[], str],
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
            delivery.deliver(json_text(), output)
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
