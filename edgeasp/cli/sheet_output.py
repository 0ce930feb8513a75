"""Where sheets of tiles and pages of boards go, and the options that two commands have for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path

import typer

from edgeasp.cli import delivery
from edgeasp.draw.picture import pdf, svg
from edgeasp.draw.picture.board_pages import NamedBoard, board_pages
from edgeasp.draw.picture.paper import PAPERS, Paper, PrintedPage, page_of
from edgeasp.draw.picture.sheets import Backs, SheetStyle, sheets
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats import endings, files
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, OutputError

sheet_option = partial(typer.Option, rich_help_panel="Sheets")


class PaperSize(Enum):
    """The sizes of paper, by their names."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def paper(self) -> Paper:
        """The size."""
        return next(each for each in PAPERS if each.name == self.value)


@dataclass(frozen=True, slots=True)
class Printed:
    """A puzzle to print, with its name and its boards; the style says by which numbers its tiles go."""

    name: str
    puzzle: Puzzle
    boards: tuple[Solution, ...] = ()
    clues: Solution = Solution()
    draw: DrawStyle = DrawStyle()

    def named_boards(self) -> list[NamedBoard]:
        """The boards, numbered if there are several; tiles show their numbers."""
        style = DrawStyle(numbers=self.draw.numbers, tiles=True, pieces=self.draw.pieces)
        names = [f"{self.name}, {number}" for number in range(1, len(self.boards) + 1)]
        return [
            NamedBoard(self.name if len(self.boards) == 1 else name, board_view(self.puzzle, board, self.clues), style)
            for name, board in zip(names, self.boards, strict=True)
        ]

    def clue_board(self) -> list[NamedBoard]:
        """The board with the clues alone, if there are any."""
        if not self.clues.placements:
            return []
        style = DrawStyle(numbers=self.draw.numbers, tiles=True, pieces=self.draw.pieces)
        return [NamedBoard(self.name, board_view(self.puzzle, self.clues, self.clues), style)]


@dataclass(frozen=True, slots=True)
class SheetOutput:
    """A PDF file with all pages, a SVG file with a single one, or a folder with a SVG file for each."""

    path: str
    folder: bool

    @classmethod
    def choose(cls, path: str, inputs: Iterable[str | None] = ()) -> SheetOutput:
        """The output of a name; refuses, before any work, what cannot be written."""
        if path.endswith("/") or Path(path).is_dir():
            endings.make_folder(path)
            return cls(path, folder=True)
        ending = Path(path).suffix.lower()
        if ending not in (".pdf", ".svg"):
            raise OptionError(
                f"{files.shown_name(path)}: expected a name that ends in .pdf or .svg, or a folder such as sheets/"
            )
        if ending == ".pdf":
            pdf.require()
        delivery.require_writable(path, None, inputs)
        return cls(path, folder=False)

    def write(self, printed: Sequence[Printed], style: SheetStyle) -> str:
        """Write the sheets of all puzzles, then their clues, then their solutions; returns a summary in one line."""
        tiles: list[tuple[str, PrintedPage]] = []
        for each in printed:
            own = SheetStyle(style.paper, style.tile, style.backs, style.flip, each.draw)
            tiles += [(f"{each.name}-", page) for page in sheets(each.puzzle, each.name, own)]
        clues = board_pages([board for each in printed for board in each.clue_board()], style.paper, "Clues")
        solutions = board_pages([board for each in printed for board in each.named_boards()], style.paper, "Solutions")
        pages = [*tiles, *(("", page) for page in clues)]
        if solutions and len(clues) % 2 and style.backs is Backs.DUPLEX:
            # Solutions do not come on the other side of clues.
            pages.append(("", page_of("", style.paper, 1.0, ("", ""), [])))
        pages += [("", page) for page in solutions]
        self._write(pages)
        parts = [f"{len(tiles)} of tiles" + " and their backs" * (style.backs is not Backs.NONE)]
        parts += [f"{len(more)} of {what}" for more, what in ((clues, "clues"), (solutions, "solutions")) if more]
        number = len(tiles) + len(clues) + len(solutions)
        return f"{number:,} page{'s' * (number != 1)}: {', '.join(parts)}"

    def _write(self, pages: Sequence[tuple[str, PrintedPage]]) -> None:
        if self.folder:
            named = [(f"{prefix}{page.name}.svg", page) for prefix, page in pages if page.name]
            if len({name for name, _ in named}) < len(named):
                raise OutputError(f"{self.path}: expected puzzles with other names: two pages would have the same name")
            for name, page in named:
                writing.write_text(str(Path(self.path) / name), svg.write_page(page))
        elif self.path.lower().endswith(".pdf"):
            writing.write_bytes(self.path, pdf.write([page for _, page in pages], Path(self.path).stem))
        elif len(pages) == 1:
            writing.write_text(self.path, svg.write_page(pages[0][1]))
        else:
            name = files.shown_name(self.path)
            raise OptionError(f"{name}: expected a folder such as sheets/, or a .pdf, for {len(pages)} pages")
