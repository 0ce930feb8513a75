"""`edgeasp sheets`, and outputs of sheets of tiles and pages of boards, which `generate` has as well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.puzzle_sets import collect
from edgeasp.cli.shared_options import output_option
from edgeasp.draw import shapes
from edgeasp.draw.palette import read_palette
from edgeasp.draw.shapes import PAPERS
from edgeasp.draw.sheets import (
    MOST_LINES,
    Backs,
    Flip,
    PhotoOn,
    Printed,
    SheetStyle,
    SheetWords,
    read_photograph,
    stack,
)
from edgeasp.draw.view import DrawStyle
from edgeasp.formats import files
from edgeasp.puzzle.clues import combine
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, OutputError
from edgeasp.system.writing import make_folder

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
    comment = _FOUND_OUT.search(files.read_text(path))
    return (comment[1] or "", True) if comment else ("", False)


def text_lines(texts: list[str] | None) -> tuple[str, ...] | None:
    """The lines below the title; None for those that say how to play.

    Raises:
        OptionError: they are more than there is room for.
    """
    if texts is None:
        return None
    words = tuple(line.strip() for text in texts for line in text.splitlines() if line.strip())
    if len(words) > MOST_LINES:
        raise OptionError(f"--text: expected up to {MOST_LINES} lines, found {len(words)}")
    return words


PaperSize = Annotated[Literal["a4", "letter"], sheet_option("--paper", help="The size of the paper.")]


@dataclass(frozen=True, slots=True)
class SheetOutput:
    """A PDF file with all pages, a SVG file with a single one, or a folder with a SVG file for each, of no form."""

    path: str
    form: str | None

    @classmethod
    def choose(cls, path: str, inputs: Iterable[str | None] = ()) -> SheetOutput:
        """The output of a name; refuses, before any work, what cannot be written."""
        if path.endswith("/") or Path(path).is_dir():
            make_folder(path)
            return cls(path, None)
        form = writing.form_of_ending(path)
        if form not in ("pdf", "svg"):
            raise OptionError(
                f"{files.shown_name(path)}: expected a name that ends in .pdf or .svg, or a folder such as sheets/"
            )
        if form == "pdf":
            shapes.require_reportlab()
        delivery.require_writable(path, None, inputs)
        return cls(path, form)

    def write(self, printed: Sequence[Printed], style: SheetStyle, words: SheetWords = SheetWords()) -> str:
        """Write the pages of all puzzles.

        Returns:
            a summary in one line.
        """
        stacked = stack(printed, style, words)
        pages = stacked.pages
        if self.form is None:
            named = [(f"{prefix}{page.name}.svg", page) for prefix, page in pages if page.name]
            if len({name for name, _ in named}) < len(named):
                raise OutputError(f"{self.path}: expected puzzles with other names: two pages would have the same name")
            for name, page in named:
                writing.write_text(str(Path(self.path) / name), shapes.write_page(page))
        elif self.form == "pdf":
            writing.write_bytes(self.path, shapes.write_pdf([page for _, page in pages], Path(self.path).stem))
        elif len(pages) == 1:
            writing.write_text(self.path, shapes.write_page(pages[0][1]))
        else:
            name = files.shown_name(self.path)
            raise OptionError(f"{name}: expected a folder such as sheets/, or a .pdf, for {len(pages)} pages")
        return stacked.summary


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsOptions:
    """Options on the sheets, and how they look."""

    paper: PaperSize = "a4"
    tile: float = sheet_option(30.0, "--width", metavar="MM", min=5, max=250, help="The width of a tile.")
    backs: Backs = sheet_option(
        "duplex",
        "--backs",
        help="The numbers of the tiles on the other side of the paper, or beside them to fold the paper; or none.",
    )
    flip: Flip = sheet_option("long", "--flip", help="For duplex, the edge of the paper on which the printer flips it.")
    solutions: bool = sheet_option(True, "--solved/--no-solved", help="Solved boards on pages at the end.")
    numbers: bool = sheet_option(False, "--numbers", help="Show colours as numbers, not as motifs.")
    tiles: bool = sheet_option(False, "--tiles", help="Show the number of each tile on its front as well.")
    title: Title = ""
    text: Text = None
    contents: bool = sheet_option(False, "--contents", help="A list of the puzzles on the first page.")
    tray: bool = sheet_option(False, "--tray", help="Also a board to scale, to lay the tiles on.")
    palette: str | None = sheet_option(
        None,
        "--palette",
        metavar="FILE",
        help="What colours look like, with lines such as '1 = heart, #c33' or '2 = A'; or 'letters'.",
    )
    picture: str | None = sheet_option(
        None, "--picture", metavar="FILE", help="A photograph: the backs of the solved board make it up."
    )
    picture_on: PhotoOn = sheet_option(
        "backs", "--picture-on", help="Where the photograph is: on the backs, or where tiles are laid."
    )
    output: str = output_option(
        ...,
        "-o",
        "--output",
        metavar="FILE|DIR",
        help="A .pdf with all pages; a .svg for a single page; or a folder/ for one .svg a page.",
    )


@examples(
    "edgeasp sheets puzzle.puz -o puzzle.pdf",
    "edgeasp sheets puzzle.puz puzzle.sol -o puzzle.pdf --paper letter --width 25",
    "edgeasp sheets puzzle.puz -o sheets/ --backs fold",
    "edgeasp sheets e2 -o eternity.pdf",
    "edgeasp sheets puzzle.puz puzzle.sol -o gift.pdf --title 'For Anna and Ben'",
    "edgeasp sheets puzzle.puz -o x.pdf --tray --text 'Ask for help at table 3.'",
)
@shared_options.with_groups
def sheets(
    puzzle: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...",
            help="Puzzles, and perhaps their solutions: those of the same name, as in x.puz and x.sol; or "
            "folders of both.",
        ),
    ],
    options: shared_options.PuzzleOptions,
    wanted: SheetsOptions,
) -> None:
    """Make sheets of tiles to print to scale and cut out, with their numbers on the backs, and pages of solutions.

    Print at 100 %: the ruler below the tiles shows whether the scale is right. Tiles lie side by side, in the order of
    the file, with marks for straight cuts. Backs come out behind their tiles, whichever edge --flip names. With --clue
    the clues are shown on a page as well.
    """
    named = collect(puzzle)
    if wanted.picture is None and wanted.picture_on == "tray":
        raise OptionError("--picture-on says where a photograph is: name it by --picture")
    if wanted.picture is not None and wanted.picture_on == "backs" and wanted.backs == "none":
        raise OptionError("--picture needs backs, or --picture-on tray: leave out --backs none")
    tray = wanted.tray or wanted.picture_on == "tray"
    words = SheetWords(
        wanted.title, text_lines(wanted.text), tray, wanted.picture_on, wanted.solutions, wanted.contents
    )
    target = SheetOutput.choose(wanted.output, options.inputs(*puzzle))
    files.require_one_stdin(options.inputs(*puzzle))
    printed = []
    for entry in named:
        recognised = options.document(entry.path)
        board = recognised.document.puzzle
        most = max(max(tile.sides) for tile in board.tiles)
        own = None if wanted.palette is None else read_palette(wanted.palette, most)
        draw = DrawStyle(numbers=wanted.numbers, tiles=wanted.tiles, palette=own)
        boards = [options.board(path, board) for path in entry.solutions]
        if not boards and recognised.format.is_board:
            boards = [recognised.document.placements]
        clues = combine(board, options.sources(entry.path, recognised))
        photo = b"" if wanted.picture is None else read_photograph(wanted.picture, board.cols, board.rows)
        level, unique = level_of(entry.path)
        printed.append(Printed(entry.name, board, tuple(boards), clues, draw, level, unique, photo))
        if photo and wanted.picture_on == "backs" and not printed[-1].whole:
            raise OptionError(
                f"{entry.name}: expected its solution, by which the photograph is divided: edgeasp solve makes one"
            )
    console.note(target.write(printed, SheetStyle(PAPERS[wanted.paper], wanted.tile, wanted.backs, wanted.flip), words))
