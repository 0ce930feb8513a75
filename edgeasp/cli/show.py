"""`edgeasp show`: boards as text, pictures and pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal, get_args

import typer

from edgeasp.api.instance import Board, Instance, draw_html
from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.puzzle_sets import PuzzleFiles, are_puzzles, collect
from edgeasp.cli.shared_options import output_option, picture_option
from edgeasp.formats import files, laying
from edgeasp.puzzle.card import headline, make_card, seems_foreign
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.model import FRAME, Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import number_of
from edgeasp.system.writing import make_folder

ShowFormat = Literal["text", "list", "svg", "png", "pdf", "html"]
"""The form of the output."""


EVERYWHERE = ("text", *delivery.DRAWN_FORMS)


@dataclass(frozen=True, slots=True)
class ShownBoards:
    """Boards to show, with their names, or else the tiles."""

    puzzle: Puzzle
    boards: tuple[tuple[str, Board], ...]
    clues: Solution
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOptions:
    """Options on the drawing: what is shown beside a puzzle, how, and where it goes."""

    solution: list[str] | None = typer.Argument(
        None,
        metavar="SOLUTION",
        help="A solution, complete or partial; - for standard input. For HTML, several, or folders of .sol.",
    )
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions()
    numbers: bool | None = picture_option(
        None,
        "--numbers/--no-numbers",
        help="Show colours as numbers. If not given: in text where there is room, in pictures not.",
    )
    tiles: bool = picture_option(
        False, "--tiles", help="Show the number of each tile; of a known puzzle, the published one."
    )
    turns: bool = picture_option(False, "--turns", help="Mark the side that is the top of each tile in its file.")
    coordinates: bool = picture_option(False, "--coordinates", help="Name rows A, B, ... and columns 1, 2, ...")
    mismatches: bool | None = picture_option(
        None,
        "--mismatches/--no-mismatches",
        help="Mark sides that do not match, and whatever else is wrong. On if not given.",
    )
    ascii_only: bool = picture_option(False, "--ascii", help="As text, use no character beyond ASCII.")
    pixels: int | None = picture_option(
        None,
        "--pixels",
        metavar="N",
        min=4,
        help="For SVG and PNG: the width of a square; 80 if not given.",
    )
    caption: str = picture_option(
        "",
        "--caption",
        metavar="TEXT",
        help="For SVG, PNG and PDF: a line below the board; {score}, {name} and {date} stand for those of the board.",
    )
    gallery: bool = picture_option(
        False, "--gallery", help="As HTML, all boards side by side; so are several puzzles without it."
    )
    output: str | None = output_option(
        None,
        "-o",
        "--output",
        metavar="FILE|DIR",
        help="Write to FILE, whole or not at all; or each of several puzzles to a file of its name in DIR/.",
    )
    form: ShowFormat | None = output_option(
        None,
        "--format",
        help="The form of the output; by the ending of FILE if not given: .txt, .svg, .png, .pdf or .html. A list has "
        "a line a square, for screen readers.",
    )

    @property
    def switches(self) -> dict[str, Any]:
        """The switches of `DrawStyle` that mean the same in every form."""
        mismatches = self.mismatches is not False
        return {"turns": self.turns, "coordinates": self.coordinates, "tiles": self.tiles, "mismatches": mismatches}

    def write(self, content: ShownBoards, form: ShowFormat, output: str | None) -> None:
        """Draw a puzzle and write it to a file, or to standard output."""
        if form == "text":
            _text(content, output, {**self.switches, "numbers": self.numbers, "ascii": self.ascii_only})
        elif form == "list":
            _list(content, output)
        elif form == "html":
            delivery.deliver(draw_html(content.puzzle, content.clues, content.boards, content.title), output)
        else:
            if self.caption and not content.boards:
                raise OptionError("--caption is for boards, and there are only tiles")
            captions = [self._caption(content, name, board) for name, board in content.boards]
            more = {"numbers": bool(self.numbers), "size": self.pixels or 80}
            _picture(content, captions, form, output, self.switches | more)

    def _caption(self, content: ShownBoards, name: str, board: Board) -> str:
        """The caption of a board, with its score, its name and the date."""
        if not self.caption:
            return ""
        values = {
            "score": f"{board.score} of {board.report.diamonds}",
            "name": name if name not in ("board", "clues", "-") else content.title,
            "date": date.today().isoformat(),
        }
        return re.sub(r"\{(score|name|date)\}", lambda place: values[place[1]], self.caption)


def read_content(puzzle: str, solutions: list[str], options: shared_options.PuzzleOptions) -> ShownBoards:
    """The boards that the arguments name; without any, the board in the puzzle's file, or the clues."""
    recognised = options.document(puzzle, partial=not solutions)
    board = recognised.document.puzzle
    name = files.shown_name(puzzle)
    kept = combine(board, options.sources(puzzle, recognised))
    boards = []
    for path in (path for argument in solutions for path in files.solution_files(argument)):
        placed = options.board(path, board, repeats=True)
        boards.append((Path(files.shown_name(path)).stem, placed))
        if seems_foreign(board, placed):
            console.note(f"{files.shown_name(path)}: hardly anything matches: perhaps it is a board of another puzzle")
    if not boards and recognised.format.is_board:
        boards = [("board", recognised.document.placements)]
    elif not boards and (options.clue or puzzle.startswith(tuple(f"{name}:" for name in laying.NAMED))):
        boards = [("clues", kept)]
    if not kept.placements:
        kept = _official(board, [placed for _, placed in boards])
    title = None if puzzle in (name, files.STDIN) else laying.title(board)
    shown = tuple((name, Board(board, placed, kept)) for name, placed in boards)
    return ShownBoards(board, shown, kept, title or Path(name).name)


def _official(puzzle: Puzzle, boards: list[Solution]) -> Solution:
    """The official clues of a known puzzle that all boards keep: they are marked without being asked for."""
    copy = laying.published(puzzle)
    if copy is None or copy.clues is None or not boards:
        return Solution()
    placed = [set(map(puzzle.canonical, filter(puzzle.has_placement, board))) for board in boards]
    return Solution(tuple(clue for clue in copy.clues if all(puzzle.canonical(clue) in laid for laid in placed)))


def _text(content: ShownBoards, output: str | None, switches: dict[str, Any]) -> None:
    from edgeasp.draw import terminal
    from edgeasp.draw.view import DrawStyle

    style = DrawStyle(colour=output is None and console.supports_colour(), **switches)
    width = console.width()
    if content.boards:
        above = ""
        board = content.boards[0][1].solution
        text = terminal.board(content.puzzle, board, width, style, content.clues)
        card = make_card(content.puzzle, board, content.clues, laying.published(content.puzzle))
        below = headline(card) if card.official or (output is None and console.is_terminal()) else ""
    else:
        above, below = _headline(content.puzzle) + "\n\n", ""
        text = terminal.tiles(content.puzzle, width, style)
    if output is not None:
        writing.write_text(output, f"{above}{text.plain}\n" + (f"{below}\n" if below else ""))
    else:
        console.out(above)
        console.picture(text)
        console.out(below and f"{below}\n")


def _list(content: ShownBoards, output: str | None) -> None:
    from edgeasp.draw.terminal import board_list, tile_list
    from edgeasp.draw.view import board_view

    if content.boards:
        text = board_list(board_view(content.puzzle, content.boards[0][1].solution, content.clues))
    else:
        text = tile_list(content.puzzle)
    delivery.deliver(text, output)


def _picture(
    content: ShownBoards, captions: Sequence[str], form: ShowFormat, output: str | None, switches: dict[str, Any]
) -> None:
    from edgeasp.draw.view import DrawStyle

    styles = [DrawStyle(**switches, caption=caption) for caption in captions or [""]]
    shown = content.boards[0][1] if content.boards else Instance(content.puzzle)
    if form != "pdf":
        delivery.deliver(shown.svg(styles[0]) if form == "svg" else shown.png(styles[0]), output)
    elif not content.boards:
        raise OptionError("show prints boards to a PDF: for tiles see edgeasp sheets")
    else:
        delivery.deliver(delivery.pages(content.boards, content.title, styles), output)


def _headline(puzzle: Puzzle) -> str:
    colours = {colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}
    frame = "framed" if puzzle.framed else "unframed"
    number = sum(tile.sign is not None for tile in puzzle.tiles)
    signs = f", {number} signs" if number else ""
    return f"{puzzle.cols} x {puzzle.rows}, {frame}, {len(puzzle.tiles)} tiles, {len(colours)} colours{signs}"


@examples(
    "edgeasp show puzzle.puz",
    "edgeasp show puzzle.puz puzzle.sol",
    "edgeasp show puzzle.puz puzzle.sol -o board.svg --coordinates",
    "edgeasp solve puzzle.puz | edgeasp show puzzle.puz -",
    "edgeasp show puzzle.puz puzzle.sol -o gallery.html --gallery",
    "edgeasp show puzzle.puz puzzle.sol -o pictures/ --format png",
    "edgeasp show e2:official -o clues.svg --coordinates --tiles",
)
@shared_options.with_groups
def show(puzzle: shared_options.PuzzleFile, wanted: ShowOptions) -> None:
    """Show the tiles of a puzzle, or the board of a solution, with the colour of every side.

    At a terminal as text, and with -o as a picture or a page. Sides that meet and differ are marked, as are empty
    squares and squares with a clue, of Eternity II also with an official one. Without a solution, clues are shown as
    a board.

    Several .puz files, or a folder of them, are drawn one by one to a folder, or together as a gallery, each with its
    solutions: those of the same name, as in x.puz and x.sol.
    """
    output = None if wanted.output == files.STDIN else wanted.output
    named = [puzzle, *(wanted.solution or [])]
    # A folder takes several puzzles, and perhaps only one.
    folder = output is not None and (output.endswith("/") or Path(output).is_dir())
    # Without an output, what is wrong is said of the folder itself.
    many = folder or wanted.gallery or (are_puzzles(named) and (output is not None or not Path(puzzle).is_dir()))
    chosen = (wanted.form or "svg") if folder else _format(output, wanted.form)
    together = many and not folder and chosen == "html"
    for name, value, fitting in (
        ("--numbers", wanted.numbers is not None, EVERYWHERE),
        ("--tiles", wanted.tiles, EVERYWHERE),
        ("--turns", wanted.turns, EVERYWHERE),
        ("--coordinates", wanted.coordinates, EVERYWHERE),
        ("--mismatches", wanted.mismatches is not None, EVERYWHERE),
        ("--ascii", wanted.ascii_only, ("text",)),
        ("--pixels", wanted.pixels is not None, ("svg", "png")),
        ("--caption", bool(wanted.caption), delivery.DRAWN_FORMS),
    ):
        if value and chosen not in fitting and not (together and name not in ("--ascii", "--caption")):
            where = ", ".join(fitting)
            raise OptionError(f"{name} is for {where}" + ("; a page has switches" if chosen == "html" else ""))
    inputs = wanted.options.inputs(*named)
    files.require_one_stdin(inputs)
    if many:
        if not folder:
            delivery.require_writable(output, None, inputs)
        if folder and not wanted.gallery:
            _draw_each(named, wanted, chosen, str(output))
        elif together:
            _draw_gallery(named, wanted, output)
        else:
            raise OptionError("several puzzles go to a folder, such as -o pictures/, or to a page, such as -o x.html")
        return
    delivery.require_writable(output, None, inputs)
    content = read_content(puzzle, wanted.solution or [], wanted.options)
    if len(content.boards) > 1 and chosen not in ("html", "pdf"):
        raise OptionError(f"several solutions go to a page (-o FILE.html) or to a PDF, not as {chosen}")
    wanted.write(content, chosen, output)


def _format(output: str | None, form: ShowFormat | None) -> ShowFormat:
    """The form of the output: as given, or by the name of the file, or text."""
    if form == "list" and output is not None and writing.form_of_ending(output) == "text":
        return form
    endings = ".svg, .png, .pdf, .html or .txt"
    return delivery.choose(get_args(ShowFormat), form, output, "text", endings)


def _draw_each(arguments: Sequence[str], wanted: ShowOptions, form: ShowFormat, folder: str) -> None:
    """Draw each puzzle, and each of its solutions if there are several, to a file of its name in a folder."""
    make_folder(folder)
    ending = "txt" if form in ("text", "list") else form
    number = 0
    for entry in _named(arguments):
        content = read_content(entry.path, list(entry.solutions), wanted.options)
        for suffix, part in _parts(content, form):
            path = str(Path(folder) / f"{entry.name}{suffix}.{ending}")
            delivery.require_writable(path, None, [*arguments, *entry.solutions])
            wanted.write(part, form, path)
            number += 1
    console.note(f"{files.shown_name(folder)}: {number_of(number, 'file')}")


def _draw_gallery(arguments: Sequence[str], wanted: ShowOptions, output: str | None) -> None:
    """Draw all boards on a page, and the tiles of puzzles without one."""
    from edgeasp.draw.page.html import Exhibit, gallery
    from edgeasp.draw.view import DrawStyle

    exhibits = []
    for entry in _named(arguments):
        content = read_content(entry.path, list(entry.solutions), wanted.options)
        style = DrawStyle(**wanted.switches, numbers=bool(wanted.numbers))
        if not content.boards:
            exhibits.append(Exhibit(entry.name, content.puzzle, style=style))
        for name, board in content.boards:
            shown = entry.name if len(content.boards) == 1 else f"{entry.name}: {name}"
            exhibits.append(Exhibit(shown, content.puzzle, board.solution, content.clues, style))
    title = number_of(len(exhibits), "edge-matching puzzle")
    delivery.deliver(gallery(exhibits, title), output)


def _named(arguments: Sequence[str]) -> list[PuzzleFiles]:
    """The puzzles with their solutions; a single puzzle comes first, and what follows are its solutions."""
    if are_puzzles(arguments):
        return collect(arguments)
    first, *solutions = arguments
    return [replace(collect([first])[0], solutions=tuple(solutions))]


def _parts(content: ShownBoards, form: ShowFormat) -> list[tuple[str, ShownBoards]]:
    """The boards for each file, with the suffix of its name: a page holds all boards, a picture one."""
    if len(content.boards) < 2 or form == "html":
        return [("", content)]
    return [(f"-{number}", replace(content, boards=(board,))) for number, board in enumerate(content.boards, 1)]
