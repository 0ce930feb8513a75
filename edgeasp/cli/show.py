"""`edgeasp show`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from edgeasp.cli import console, shared_options
from edgeasp.cli.app import examples
from edgeasp.formats import files
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.errors import InputError, OptionError
from edgeasp.puzzle.model import FRAME, Puzzle, Solution

EPILOG = examples(
    "edgeasp show puzzle.puz",
    "edgeasp show puzzle.puz puzzle.sol",
    "edgeasp show puzzle.puz puzzle.sol -o board.svg --coordinates",
    "edgeasp solve puzzle.puz | edgeasp show puzzle.puz -",
)


class Format(Enum):
    """What a board can be shown as."""

    TEXT = "text"
    SVG = "svg"
    PNG = "png"
    HTML = "html"


_ENDINGS = {".txt": Format.TEXT, ".svg": Format.SVG, ".png": Format.PNG, ".html": Format.HTML, ".htm": Format.HTML}
_PICTURES = (Format.SVG, Format.PNG)
_EVERYWHERE = (Format.TEXT, *_PICTURES)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What there is to show: boards with their names, or else the tiles."""

    puzzle: Puzzle
    boards: tuple[tuple[str, Solution], ...]
    clues: Solution
    title: str


@shared_options.with_groups
def show(
    puzzle: shared_options.PuzzleFile,
    solution: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOLUTION",
            help="A solution, complete or partial; - for standard input. For HTML, several, or folders of .sol.",
            show_default=False,
        ),
    ] = None,
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    numbers: Annotated[
        bool | None,
        typer.Option(
            "--numbers/--no-numbers",
            help="Show colour numbers. If not said: as text where there is room, in pictures not.",
            rich_help_panel="Picture",
            show_default=False,
        ),
    ] = None,
    tiles: Annotated[
        bool, typer.Option("--tiles", help="Show the number of each tile.", rich_help_panel="Picture")
    ] = False,
    turns: Annotated[
        bool,
        typer.Option("--turns", help="Show where the north of each tile has come to lie.", rich_help_panel="Picture"),
    ] = False,
    coordinates: Annotated[
        bool, typer.Option("--coordinates", help="Show the numbers of columns and rows.", rich_help_panel="Picture")
    ] = False,
    mismatches: Annotated[
        bool | None,
        typer.Option(
            "--mismatches/--no-mismatches",
            help="Mark what is wrong, as is done if nothing is said.",
            rich_help_panel="Picture",
            show_default=False,
        ),
    ] = None,
    ascii_only: Annotated[
        bool, typer.Option("--ascii", help="As text, use no character beyond ASCII.", rich_help_panel="Picture")
    ] = False,
    size: Annotated[
        int | None,
        typer.Option(
            "--size",
            metavar="PIXELS",
            min=4,
            help="For SVG and PNG: how wide a square is; 80 if not given.",
            rich_help_panel="Picture",
        ),
    ] = None,
    output: shared_options.OutputFile = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="What to make; as the ending of FILE says if not given: .txt, .svg, .png or .html.",
            rich_help_panel="Output",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show the tiles of a puzzle, or the board of a solution, with the colour of every side.

    At a terminal as text, and with -o as a picture or a page. Where the sides that meet differ, the board has a mark;
    squares that are empty and squares that a clue speaks of look different from others. Without a solution, clues
    are shown as a board.
    """
    wanted = _format(output, form)
    _require_sense(
        wanted,
        {
            "--numbers": (numbers is not None, _EVERYWHERE),
            "--tiles": (tiles, _EVERYWHERE),
            "--turns": (turns, _EVERYWHERE),
            "--coordinates": (coordinates, _EVERYWHERE),
            "--mismatches": (mismatches is not None, _EVERYWHERE),
            "--ascii": (ascii_only, (Format.TEXT,)),
            "--size": (size is not None, _PICTURES),
        },
    )
    inputs = options.inputs(puzzle, *(solution or []))
    shared_options.require_writable(output, inputs)
    files.require_one_stdin(inputs)
    shown = _read(puzzle, solution or [], options.clue or [], options.document(puzzle))
    if len(shown.boards) > 1 and wanted is not Format.HTML:
        raise OptionError(f"several solutions can be shown on one page only: -o FILE.html, not as {wanted.value}")
    switches: dict[str, Any] = {
        "tiles": tiles,
        "turns": turns,
        "coordinates": coordinates,
        "mismatches": mismatches is not False,
    }
    if wanted is Format.TEXT:
        _text(shown, output, {**switches, "numbers": numbers, "ascii": ascii_only})
    elif wanted is Format.HTML:
        from edgeasp.draw.page.html import page

        shared_options.deliver(page(shown.puzzle, shown.boards, shown.clues, title=shown.title), output)
    else:
        _picture(shown, wanted, output, {**switches, "numbers": bool(numbers), "size": size or 80})


def _format(output: str | None, form: Format | None) -> Format:
    """What is to be made: what was said, or else what the name of the file says, or else text."""
    named = None
    if output is not None and output != files.STDIN:
        named = _ENDINGS.get(Path(output).suffix.lower())
        if form is None and named is None:
            raise OptionError(
                f"{files.shown_name(output)}: expected a name that ends in .svg, .png, .html or .txt, or a --format"
            )
        if form is not None and named not in (form, None):
            raise OptionError(f"{files.shown_name(output)}: a file of that name is no {form.value}")
    return form or named or Format.TEXT


def _require_sense(wanted: Format, given: dict[str, tuple[bool, tuple[Format, ...]]]) -> None:
    for name, (said, fitting) in given.items():
        if said and wanted not in fitting:
            where = ", ".join(each.value for each in fitting)
            raise OptionError(f"{name} is for {where}" + "; a page has switches" * (wanted is Format.HTML))


def _read(puzzle: str, solutions: list[str], clues: list[str], found: Any) -> _Shown:
    """The boards that the arguments name; without any, the board that the puzzle's file displays, or the clues."""
    board: Puzzle = found.document.puzzle
    sources = [Source(files.shown_name(puzzle), found.clues), *(files.read_clues(path, board) for path in clues)]
    kept = combine(board, sources)
    named = [(Path(files.shown_name(path)).stem, path) for given in solutions for path in _files(given)]
    boards = [(name, files.read_solution(path, board)) for name, path in named]
    if not boards and found.format.is_board:
        boards = [("board", found.document.placements)]
    elif not boards and clues:
        boards = [("clues", kept)]
    return _Shown(board, tuple(boards), kept, Path(files.shown_name(puzzle)).name)


def _files(path: str) -> list[str]:
    """The file itself; of a folder, the .sol files in it, `sol_2` before `sol_10`."""
    if path == files.STDIN or not Path(path).is_dir():
        return [path]
    found = sorted(
        Path(path).glob("*.sol"), key=lambda each: [part.zfill(20) for part in re.split(r"(\d+)", each.name)]
    )
    if not found:
        raise InputError(path, None, "expected a folder with .sol files")
    return [str(each) for each in found]


def _text(shown: _Shown, output: str | None, switches: dict[str, Any]) -> None:
    from edgeasp.draw.terminal import board_text
    from edgeasp.draw.terminal.cells import TextStyle

    to_file = output is not None and output != files.STDIN
    look = TextStyle(colour=not to_file and console.supports_colour(), **switches)
    width = console.width()
    if shown.boards:
        content = board_text.board(shown.puzzle, shown.boards[0][1], width, look, shown.clues)
    else:
        content = board_text.tiles(shown.puzzle, width, look)
    headline = "" if shown.boards else _headline(shown.puzzle) + "\n\n"
    if output is not None and to_file:
        files.write_text(output, f"{headline}{content.plain}\n")
        return
    console.out(headline)
    console.picture(content)


def _picture(shown: _Shown, wanted: Format, output: str | None, switches: dict[str, Any]) -> None:
    from edgeasp.draw.picture import png, svg
    from edgeasp.draw.picture.board import board_picture, tiles_picture
    from edgeasp.draw.picture.shapes import PictureOptions
    from edgeasp.draw.view import board_view

    chosen = PictureOptions(**switches)
    if shown.boards:
        picture = board_picture(board_view(shown.puzzle, shown.boards[0][1], shown.clues), chosen)
    else:
        picture = tiles_picture(shown.puzzle, chosen)
    if wanted is Format.SVG:
        shared_options.deliver(svg.write(picture, chosen.size), output)
    elif output is not None and output != files.STDIN:
        files.write_bytes(output, png.write(picture, chosen.size))
    elif console.is_terminal():
        raise OptionError("a PNG is nothing for a terminal: name a file for it with -o FILE.png")
    else:
        console.raw(png.write(picture, chosen.size))


def _headline(puzzle: Puzzle) -> str:
    colours = {colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}
    parts = [
        f"{puzzle.cols} x {puzzle.rows}, {'framed' if puzzle.framed else 'unframed'}",
        f"{len(puzzle.tiles)} tiles",
        f"{len(colours)} colours",
    ]
    signs = sum(tile.sign is not None for tile in puzzle.tiles)
    return ", ".join([*parts, *[f"{signs} signs"] * (signs > 0)])
