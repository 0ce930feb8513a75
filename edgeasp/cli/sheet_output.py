"""Where sheets of tiles and pages of boards go, and the options that two commands have for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from edgeasp.cli import delivery
from edgeasp.draw.picture import pdf, svg
from edgeasp.draw.picture.board_pages import NamedBoard, board_pages
from edgeasp.draw.picture.paper import PAPERS, Paper, PrintedPage, page_of
from edgeasp.draw.picture.sheets import MOST_LINES, Backs, SheetStyle, sheets
from edgeasp.draw.picture.trays import trays
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats import endings, files
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, OutputError

sheet_option = partial(typer.Option, rich_help_panel="Sheets")

Title = Annotated[str, sheet_option("--title", metavar="TEXT", help="What stands above each puzzle.")]
Text = Annotated[
    list[str] | None,
    sheet_option(
        "--text",
        metavar="LINE",
        help="A line below the title; up to three times. '' for none; how to play, if not given.",
    ),
]


_FOUND_OUT = re.compile(r"^c one solution\b[^;\n]*(?:; (\w+): )?", re.MULTILINE)


def level_of(path: str) -> tuple[str, bool]:
    """The class of a puzzle, and whether it has one solution, as `generate` says it at the beginning of the file."""
    if Path(path).suffix.lower() != ".puz" or not Path(path).is_file():
        return "", False
    found = _FOUND_OUT.search(files.read_text(path))
    return (found[1] or "", True) if found else ("", False)


def text_lines(given: list[str] | None) -> tuple[str, ...] | None:
    """The lines below the title; None for those that say how to play.

    Raises:
        OptionError: they are more than there is room for.
    """
    if given is None:
        return None
    found = tuple(line.strip() for each in given for line in each.splitlines() if line.strip())
    if len(found) > MOST_LINES:
        raise OptionError(f"--text: expected up to {MOST_LINES} lines, found {len(found)}")
    return found


class PaperSize(Enum):
    """The sizes of paper, by their names."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def paper(self) -> Paper:
        """The size."""
        return next(each for each in PAPERS if each.name == self.value)


class PhotoOn(Enum):
    """Where a photograph is: on the backs, which make it up together, or on the page where the tiles are laid."""

    BACKS = "backs"
    TRAY = "tray"


@dataclass(frozen=True, slots=True)
class SheetWords:
    """What sheets have besides tiles.

    Attributes:
        title: what stands above each puzzle, before its number.
        text: lines below that; None for those that say how to play.
        tray: whether there are pages to lay the tiles on.
        photo_on: where a photograph is.
        solved: whether solved boards follow at the end.
    """

    title: str = ""
    text: tuple[str, ...] | None = ()
    tray: bool = False
    photo_on: PhotoOn = PhotoOn.BACKS
    solved: bool = True


@dataclass(frozen=True, slots=True)
class Printed:
    """A puzzle to print, with its name and its boards; the style says by which numbers its tiles go."""

    name: str
    puzzle: Puzzle
    boards: tuple[Solution, ...] = ()
    clues: Solution = Solution()
    draw: DrawStyle = DrawStyle()
    level: str = ""
    unique: bool = False
    photo: bytes = b""

    @property
    def whole(self) -> Solution | None:
        """A board with all its tiles; None if there is none."""
        return next((board for board in self.boards if len(board) == len(self.puzzle.tiles)), None)

    def heading(self, title: str) -> str:
        """What stands above its tiles: the title, the number or the name, and the class."""
        named = f"No. {int(self.name)}" if self.name.isdecimal() else self.name
        own = ", ".join(each for each in (named, self.level) if each)
        return f"{title} - {own}" if title else own

    def rules(self, *, solved: bool) -> tuple[str, ...]:
        """What whoever gets the tiles has to know, in a few lines."""
        board = f"{self.puzzle.cols} x {self.puzzle.rows}"
        same = "a head and a tail make one figure" if self.puzzle.partners else "the sides have the same colour"
        meet = f"Where two tiles meet, {same}"
        meet += "; grey sides lie outside, all around" if self.puzzle.framed else "; outside, anything may lie"
        meet += "; plus meets minus" if self.puzzle.signed else ""
        turned = "Tiles may be turned" if self.puzzle.turning else "Tiles stay as they are printed, unturned"
        last = ["There is one solution, but for turns of the whole board"] if self.unique else []
        last += ["this puzzle is " + self.level] if self.level else []
        last += ["the last pages show the solution"] if solved and self.boards else []
        lines = [f"Cut out the tiles and lay them on a board of {board} squares. {turned}.", f"{meet}."]
        return (*lines, *[f"{'; '.join(last).capitalize()}."][: bool(last)])

    def named_boards(self) -> list[NamedBoard]:
        """The boards, numbered if there are several; tiles show their numbers."""
        style = replace(self.draw, tiles=True)
        names = [f"{self.name}, {number}" for number in range(1, len(self.boards) + 1)]
        return [
            NamedBoard(self.name if len(self.boards) == 1 else name, board_view(self.puzzle, board, self.clues), style)
            for name, board in zip(names, self.boards, strict=True)
        ]

    def clue_board(self) -> list[NamedBoard]:
        """The board with the clues alone, if there are any."""
        if not self.clues.placements:
            return []
        style = replace(self.draw, tiles=True)
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

    def write(self, printed: Sequence[Printed], style: SheetStyle, words: SheetWords = SheetWords()) -> str:
        """Write the sheets of all puzzles, then boards to lay tiles on, then clues, then solutions.

        Returns:
            a summary in one line.
        """
        tiles: list[tuple[str, PrintedPage]] = []
        for each in printed:
            lines = each.rules(solved=words.solved) if words.text is None else words.text
            own = replace(style, draw=each.draw, title=each.heading(words.title), lines=lines)
            if each.photo and each.whole and words.photo_on is PhotoOn.BACKS:
                own = replace(own, photo=each.photo, solution=each.whole)
            tiles += [(f"{each.name}-", page) for page in sheets(each.puzzle, each.name, own)]
        boards = _trays(printed, style, words) if words.tray else []
        clues = board_pages([board for each in printed for board in each.clue_board()], style.paper, "Clues")
        solutions = board_pages(
            [board for each in printed if words.solved for board in each.named_boards()], style.paper, "Solutions"
        )
        pages: list[tuple[str, PrintedPage]] = [*tiles, *boards, *(("", page) for page in clues)]
        if solutions and (len(boards) + len(clues)) % 2 and style.backs is Backs.DUPLEX:
            # Solutions do not come on the other side of something else.
            pages.append(("", page_of("", style.paper, 1.0, ("", ""), [])))
        pages += [("", page) for page in solutions]
        self._write(pages)
        parts = [f"{len(tiles)} of tiles" + " and their backs" * (style.backs is not Backs.NONE)]
        others = ((boards, "boards to lay them on"), (clues, "clues"), (solutions, "solutions"))
        parts += [f"{len(more)} of {what}" for more, what in others if more]
        number = len(tiles) + sum(len(more) for more, _ in others)
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


def _trays(printed: Sequence[Printed], style: SheetStyle, words: SheetWords) -> list[tuple[str, PrintedPage]]:
    """Boards to lay tiles on: one for all puzzles of a size, unless clues or a photograph lie on it."""
    made: dict[tuple[bool, str], list[PrintedPage]] = {}
    for each in printed:
        photo = each.photo if words.photo_on is PhotoOn.TRAY else b""
        shared, puzzle = not (each.clues or photo), each.puzzle
        name = f"{puzzle.cols}x{puzzle.rows}{'' if puzzle.framed else '-unframed'}" if shared else each.name
        if (shared, name) not in made:
            heading = f"Board of {puzzle.cols} x {puzzle.rows} squares" if shared else each.heading(words.title)
            own = replace(style, draw=each.draw, photo=photo)
            made[shared, name] = trays(puzzle, each.clues, heading, own)
    return [(f"{name}-", page) for (_, name), pages in made.items() for page in pages]
