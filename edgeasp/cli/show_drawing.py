"""What `edgeasp show` draws, and how: one puzzle as text, as a picture or as a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any

from edgeasp.api import pictures
from edgeasp.api.instance import Board
from edgeasp.cli import console, delivery, drawn_boards, shared_options
from edgeasp.formats import files, known
from edgeasp.puzzle.card import headline, make_card, seems_foreign
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.model import FRAME, Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import OptionError


class ShowFormat(Enum):
    """The form of the output."""

    TEXT = "text"
    LIST = "list"
    SVG = "svg"
    PNG = "png"
    PDF = "pdf"
    HTML = "html"


PICTURES = (ShowFormat.SVG, ShowFormat.PNG, ShowFormat.PDF)
ENDINGS = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".html": "html", ".txt": "text", ".htm": "html"}
EVERYWHERE = (ShowFormat.TEXT, *PICTURES)


@dataclass(frozen=True, slots=True)
class Content:
    """What to show: boards with their names, or else the tiles."""

    puzzle: Puzzle
    boards: tuple[tuple[str, Solution], ...]
    clues: Solution
    title: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """How puzzles are drawn: switches of `DrawStyle`, and what depends on the form of the output.

    Attributes:
        switches: as in `DrawStyle`.
        numbers: whether colours are shown as numbers; None for the form to decide.
        ascii: whether text has no other characters.
        pixels: the width of a square in a picture.
        caption: a line below the board, with places for its score, its name and the date.
    """

    switches: dict[str, Any]
    numbers: bool | None
    ascii: bool
    pixels: int
    caption: str = ""

    def write(self, content: Content, form: ShowFormat, output: str | None) -> None:
        """Draw a puzzle and write it to a file, or to standard output."""
        if form is ShowFormat.TEXT:
            _text(content, output, {**self.switches, "numbers": self.numbers, "ascii": self.ascii})
        elif form is ShowFormat.LIST:
            _list(content, output)
        elif form is ShowFormat.HTML:
            from edgeasp.draw.page.html import Page

            page = Page(content.puzzle, content.clues, content.title)
            for name, board in content.boards:
                page.add(name, board)
            delivery.deliver(page.text(), output)
        else:
            if self.caption and not content.boards:
                raise OptionError("--caption is for boards, and there are only tiles")
            captions = [self._caption(content, name, board) for name, board in content.boards]
            more = {"numbers": bool(self.numbers), "size": self.pixels}
            _picture(content, captions, form, output, self.switches | more)

    def _caption(self, content: Content, name: str, board: Solution) -> str:
        """The caption of a board, with its score, its name and the date."""
        if not self.caption:
            return ""
        report = check(content.puzzle, board, content.clues)
        values = {
            "score": f"{report.matched} of {report.diamonds}",
            "name": name if name not in ("board", "clues", "-") else content.title,
            "date": date.today().isoformat(),
        }
        return re.sub(r"\{(score|name|date)\}", lambda place: values[place[1]], self.caption)


def read_content(puzzle: str, solutions: list[str], options: shared_options.PuzzleOptions) -> Content:
    """The boards that the arguments name; without any, the board in the puzzle's file, or the clues."""
    found = options.document(puzzle, partial=not solutions)
    board = found.document.puzzle
    name = files.shown_name(puzzle)
    kept = combine(board, options.sources(puzzle, found))
    boards = []
    for path in (path for given in solutions for path in files.solution_files(given)):
        placed = options.board(path, board, repeats=True)
        boards.append((Path(files.shown_name(path)).stem, placed))
        if seems_foreign(board, placed):
            console.note(f"{files.shown_name(path)}: hardly anything matches: perhaps it is a board of another puzzle")
    if not boards and found.format.is_board:
        boards = [("board", found.document.placements)]
    elif not boards and (options.clue or puzzle.startswith(tuple(f"{each}:" for each in known.NAMES))):
        boards = [("clues", kept)]
    if not kept.placements:
        kept = _official(board, [placed for _, placed in boards])
    title = None if puzzle in (name, files.STDIN) else known.title(board)
    return Content(board, tuple(boards), kept, title or Path(name).name)


def _official(puzzle: Puzzle, boards: list[Solution]) -> Solution:
    """The official clues of a known puzzle that all boards keep: they are marked without being asked for."""
    found = known.published(puzzle)
    if found is None or found.clues is None or not boards:
        return Solution()
    placed = [set(map(puzzle.canonical, filter(puzzle.has_placement, board))) for board in boards]
    return Solution(tuple(each for each in found.clues if all(puzzle.canonical(each) in laid for laid in placed)))


def _text(content: Content, output: str | None, switches: dict[str, Any]) -> None:
    from edgeasp.draw.terminal import board_text
    from edgeasp.draw.view import DrawStyle

    style = DrawStyle(colour=output is None and console.supports_colour(), **switches)
    width = console.width()
    if content.boards:
        above = ""
        board = content.boards[0][1]
        text = board_text.board(content.puzzle, board, width, style, content.clues)
        card = make_card(content.puzzle, board, content.clues, known.published(content.puzzle))
        below = headline(card) if card.official or (output is None and console.is_terminal()) else ""
    else:
        above, below = _headline(content.puzzle) + "\n\n", ""
        text = board_text.tiles(content.puzzle, width, style)
    if output is not None:
        writing.write_text(output, f"{above}{text.plain}\n" + (f"{below}\n" if below else ""))
    else:
        console.out(above)
        console.picture(text)
        console.out(below and f"{below}\n")


def _list(content: Content, output: str | None) -> None:
    from edgeasp.draw.terminal import listing
    from edgeasp.draw.view import board_view

    if content.boards:
        text = listing.board(board_view(content.puzzle, content.boards[0][1], content.clues))
    else:
        text = listing.tiles(content.puzzle)
    delivery.deliver(text, output)


def _picture(
    content: Content, captions: Sequence[str], form: ShowFormat, output: str | None, switches: dict[str, Any]
) -> None:
    from edgeasp.draw.view import DrawStyle

    if output is None:
        delivery.require_no_terminal(form.value)
    if form is ShowFormat.PDF:
        boards = [(name, Board(content.puzzle, board, content.clues)) for name, board in content.boards]
        if not boards:
            raise OptionError("show prints boards to a PDF: for tiles see edgeasp sheets")
        styles = [DrawStyle(**switches, caption=caption) for caption in captions]
        delivery.deliver(drawn_boards.pages(boards, content.title, styles), output)
        return
    board = Board(content.puzzle, content.boards[0][1], content.clues) if content.boards else None
    draw = pictures.svg if form is ShowFormat.SVG else pictures.png
    style = DrawStyle(**switches, caption=captions[0] if captions else "")
    delivery.deliver(draw(content.puzzle, board, style), output)


def _headline(puzzle: Puzzle) -> str:
    colours = {colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}
    frame = "framed" if puzzle.framed else "unframed"
    number = sum(tile.sign is not None for tile in puzzle.tiles)
    signs = f", {number} signs" if number else ""
    return f"{puzzle.cols} x {puzzle.rows}, {frame}, {len(puzzle.tiles)} tiles, {len(colours)} colours{signs}"
