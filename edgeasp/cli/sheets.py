"""`edgeasp sheets`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from edgeasp.cli import console, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.puzzle_sets import collect
from edgeasp.cli.shared_options import output_option
from edgeasp.cli.sheet_output import (
    PaperSize,
    SheetOutput,
    Text,
    Title,
    level_of,
    sheet_option,
    text_lines,
)
from edgeasp.draw.palette import read_palette
from edgeasp.draw.picture.printing import PhotoOn, Printed, SheetWords
from edgeasp.draw.picture.shapes import PAPERS
from edgeasp.draw.picture.tile_sheets import Backs, Flip, SheetStyle, read_photograph
from edgeasp.draw.view import DrawStyle
from edgeasp.formats import files
from edgeasp.puzzle.clues import combine
from edgeasp.system.errors import OptionError


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
