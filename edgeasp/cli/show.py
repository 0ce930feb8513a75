"""`edgeasp show`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import typer

from edgeasp.cli import console, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option, picture_option
from edgeasp.formats import files, known
from edgeasp.puzzle.card import headline, make_card, seems_foreign
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.errors import OptionError
from edgeasp.puzzle.model import FRAME, Puzzle, Solution

EPILOG = examples(
    "edgeasp show puzzle.puz",
    "edgeasp show puzzle.puz puzzle.sol",
    "edgeasp show puzzle.puz puzzle.sol -o board.svg --coordinates",
    "edgeasp solve puzzle.puz | edgeasp show puzzle.puz -",
    "edgeasp show e2:official -o clues.svg --letters --pieces",
)


class ShowFormat(Enum):
    """The form of the output."""

    TEXT = "text"
    SVG = "svg"
    PNG = "png"
    HTML = "html"


_PICTURES = (ShowFormat.SVG, ShowFormat.PNG)
_ENDINGS = {".txt": ShowFormat.TEXT, ".htm": ShowFormat.HTML}
_ENDINGS |= {f".{each.value}": each for each in (*_PICTURES, ShowFormat.HTML)}
_EVERYWHERE = (ShowFormat.TEXT, *_PICTURES)


@dataclass(frozen=True, slots=True)
class _Content:
    """What to show: boards with their names, or else the tiles."""

    puzzle: Puzzle
    boards: tuple[tuple[str, Solution], ...]
    clues: Solution
    title: str


@shared_options.with_groups
def show(
    puzzle: shared_options.PuzzleFile,
    solution: list[str] | None = typer.Argument(
        None,
        metavar="SOLUTION",
        help="A solution, complete or partial; - for standard input. For HTML, several, or folders of .sol.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    numbers: bool | None = picture_option(
        None,
        "--numbers/--no-numbers",
        help="Show colour numbers. If not given: in text if there is room, in pictures not.",
    ),
    tiles: bool = picture_option(False, "--tiles", help="Show the number of each tile."),
    turns: bool = picture_option(False, "--turns", help="Mark the north side of each tile."),
    coordinates: bool = picture_option(False, "--coordinates", help="Show the numbers of columns and rows."),
    mismatches: bool | None = picture_option(
        None, "--mismatches/--no-mismatches", help="Mark violated conditions; on by default."
    ),
    ascii_only: bool = picture_option(False, "--ascii", help="As text, use no character beyond ASCII."),
    letters: bool = picture_option(
        False, "--letters", help="Show coordinates as on the board of Eternity II: rows A, B, ..., columns from 1."
    ),
    pieces: bool = picture_option(
        False, "--pieces", help="Show the number of each tile from 1, of a known puzzle the published one."
    ),
    pixels: int | None = picture_option(
        None,
        "--pixels",
        metavar="N",
        min=4,
        help="For SVG and PNG: the width of a square; 80 if not given. --size with one number is the same.",
    ),
    output: shared_options.OutputFile = None,
    form: ShowFormat | None = output_option(
        None, "--format", help="The form of the output; by the ending of FILE if not given: .txt, .svg, .png or .html."
    ),
) -> None:
    """Show the tiles of a puzzle, or the board of a solution, with the colour of every side.

    At a terminal as text, and with -o as a picture or a page. Sides that meet and differ are marked, as are empty
    squares and squares with a clue, of Eternity II also with an official one. Without a solution, clues are shown as
    a board.
    """
    output = None if output == files.STDIN else output
    chosen = _format(output, form)
    if options.size is not None and options.size.isdecimal():
        if pixels is not None or int(options.size) < 4:
            raise OptionError(f"expected --pixels from 4, once, or --size as in 12x6, found --size {options.size}")
        pixels, options = int(options.size), replace(options, size=None)
    for name, given, fitting in (
        ("--numbers", numbers is not None, _EVERYWHERE),
        ("--tiles", tiles, _EVERYWHERE),
        ("--turns", turns, _EVERYWHERE),
        ("--coordinates", coordinates, _EVERYWHERE),
        ("--mismatches", mismatches is not None, _EVERYWHERE),
        ("--ascii", ascii_only, (ShowFormat.TEXT,)),
        ("--letters", letters, _EVERYWHERE),
        ("--pieces", pieces, _EVERYWHERE),
        ("--size", pixels is not None, _PICTURES),
    ):
        if given and chosen not in fitting:
            where = ", ".join(each.value for each in fitting)
            raise OptionError(f"{name} is for {where}" + "; a page has switches" * (chosen is ShowFormat.HTML))
    inputs = options.inputs(puzzle, *(solution or []))
    shared_options.require_writable(output, inputs)
    files.require_one_stdin(inputs)
    content = _read(puzzle, solution or [], options)
    if len(content.boards) > 1 and chosen is not ShowFormat.HTML:
        raise OptionError(f"several solutions can be shown on one page only: -o FILE.html, not as {chosen.value}")
    switches: dict[str, Any] = {"turns": turns, "coordinates": coordinates or letters, "letters": letters}
    switches |= {"tiles": tiles or pieces, "mismatches": mismatches is not False}
    if pieces:
        switches["pieces"] = known.numbers(content.puzzle)
    if chosen is ShowFormat.TEXT:
        _text(content, output, {**switches, "numbers": numbers, "ascii": ascii_only})
    elif chosen is ShowFormat.HTML:
        from edgeasp.draw.page.html import Page

        page = Page(content.puzzle, content.clues, content.title)
        for name, board in content.boards:
            page.add(name, board)
        shared_options.deliver(page.text(), output)
    else:
        _picture(content, chosen, output, {**switches, "numbers": bool(numbers), "size": pixels or 80})


def _format(output: str | None, form: ShowFormat | None) -> ShowFormat:
    """The form of the output: as given, or by the name of the file, or text."""
    named = None
    if output is not None:
        named = _ENDINGS.get(Path(output).suffix.lower())
        if form is None and named is None:
            raise OptionError(
                f"{files.shown_name(output)}: expected a name that ends in .svg, .png, .html or .txt, or a --format"
            )
        if form is not None and named not in (form, None):
            raise OptionError(f"{files.shown_name(output)}: a file of that name is no {form.value}")
    return form or named or ShowFormat.TEXT


def _read(puzzle: str, solutions: list[str], options: shared_options.PuzzleOptions) -> _Content:
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
    return _Content(board, tuple(boards), kept, title or Path(name).name)


def _official(puzzle: Puzzle, boards: list[Solution]) -> Solution:
    """The official clues of a known puzzle that all boards keep: they are marked without being asked for."""
    found = known.published(puzzle)
    if found is None or found.clues is None or not boards:
        return Solution()
    placed = [set(map(puzzle.canonical, filter(puzzle.has_placement, board))) for board in boards]
    return Solution(tuple(each for each in found.clues if all(puzzle.canonical(each) in laid for laid in placed)))


def _text(content: _Content, output: str | None, switches: dict[str, Any]) -> None:
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
        files.write_text(output, f"{above}{text.plain}\n" + (f"{below}\n" if below else ""))
    else:
        console.out(above)
        console.picture(text)
        console.out(below and f"{below}\n")


def _picture(content: _Content, form: ShowFormat, output: str | None, switches: dict[str, Any]) -> None:
    from edgeasp.draw.picture import png, svg
    from edgeasp.draw.picture.board import board_picture, tiles_picture
    from edgeasp.draw.view import DrawStyle, board_view

    options = DrawStyle(**switches)
    if content.boards:
        picture = board_picture(board_view(content.puzzle, content.boards[0][1], content.clues), options)
    else:
        picture = tiles_picture(content.puzzle, options)
    if form is ShowFormat.SVG:
        shared_options.deliver(svg.write(picture, options.size), output)
    elif output is None and console.is_terminal():
        raise OptionError("a terminal cannot show a PNG: write it to a file with -o FILE.png")
    else:
        shared_options.deliver(png.write(picture, options.size), output)


def _headline(puzzle: Puzzle) -> str:
    colours = {colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}
    frame = "framed" if puzzle.framed else "unframed"
    number = sum(tile.sign is not None for tile in puzzle.tiles)
    signs = f", {number} signs" if number else ""
    return f"{puzzle.cols} x {puzzle.rows}, {frame}, {len(puzzle.tiles)} tiles, {len(colours)} colours{signs}"
