"""Where an answer about a board goes: lines, the board with its marks, JSON, a picture or a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from edgeasp.cli import console, shared_options
from edgeasp.formats import files
from edgeasp.puzzle.errors import OptionError
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


_ENDINGS = {f".{each.value}": each for each in MarkedFormat if each is not MarkedFormat.BOARD}
_ENDINGS |= {".txt": MarkedFormat.TEXT, ".htm": MarkedFormat.HTML}
del _ENDINGS[".text"]


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
    if output is None:
        if form is MarkedFormat.PNG and console.is_terminal():
            raise OptionError("a terminal cannot show a PNG: write it to a file with -o FILE.png")
        return form or (MarkedFormat.BOARD if console.is_terminal() else MarkedFormat.TEXT)
    named = _ENDINGS.get(Path(output).suffix.lower())
    if form is MarkedFormat.BOARD:
        raise OptionError("--format board is for a terminal: leave out -o, or send it to a file with >")
    if form is None and named is None:
        raise OptionError(
            f"{files.shown_name(output)}: expected a name that ends in {', '.join(_ENDINGS)}, or a --format"
        )
    if form is not None and named not in (form, None):
        raise OptionError(f"{files.shown_name(output)}: a file of that name is no {form.value}")
    assert form or named
    return form or named or MarkedFormat.TEXT


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
            shared_options.deliver_words("".join(f"{line}\n" for line in lines), output)
        case MarkedFormat.JSON:
            shared_options.deliver(json_text(), output)
        case MarkedFormat.HTML:
            from edgeasp.draw.page.html import Page

            page = Page(shown.puzzle, shown.clues, shown.title)
            page.add(shown.name, shown.board, remarks())
            shared_options.deliver(page.text(lines), output)
        case MarkedFormat.SVG | MarkedFormat.PNG:
            from edgeasp.draw.picture import png, svg
            from edgeasp.draw.picture.board import board_picture
            from edgeasp.draw.view import DrawStyle, board_view

            style = DrawStyle(coordinates=True)
            view = board_view(shown.puzzle, shown.board, shown.clues, remarks())
            write = svg.write if form is MarkedFormat.SVG else png.write
            shared_options.deliver(write(board_picture(view, style), style.size), output)


def _show(shown: MarkedBoard, remarks: Sequence[Remark]) -> None:
    """Print the board at a terminal."""
    if not shown.board.placements and not remarks:
        return
    from edgeasp.draw.terminal import board_text
    from edgeasp.draw.view import DrawStyle

    style = DrawStyle(colour=console.supports_colour(), coordinates=True)
    console.picture(board_text.board(shown.puzzle, shown.board, console.width(), style, shown.clues, remarks))
