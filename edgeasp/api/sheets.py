"""Sheets of tiles to cut out, as a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from edgeasp.api.instance import Board, Instance, as_file_name, as_instance
from edgeasp.puzzle.model import Puzzle
from edgeasp.system import writing
from edgeasp.system.errors import OptionError

if TYPE_CHECKING:
    from edgeasp.draw.shapes import Paper
    from edgeasp.draw.sheets import PrintedPuzzle, SheetOptions
    from edgeasp.draw.view import DrawStyle


def sheets(
    puzzles: Puzzle | Instance | Board | Iterable[Puzzle | Instance | Board],
    path: str | PathLike[str],
    *,
    paper: Literal["a4", "letter"] = "a4",
    width: float = 30.0,
    backs: Literal["duplex", "fold", "none"] = "duplex",
    solved: bool = True,
    numbers: bool = False,
    title: str = "",
    text: Sequence[str] | None = None,
    language: str = "en",
) -> Path:
    """Print tiles to scale in a PDF, to cut out.

    Tile numbers are on the backs. Boards among the arguments follow on separate pages.

    >>> puzzle = edgeasp.load("instances/planted-4x4.puz")
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> edgeasp.sheets(board, "tiles.pdf", title="For Anna").name
    'tiles.pdf'

    Args:
        puzzles: one or more puzzles or boards.
        path: file to write, which ends in `.pdf`.
        paper: size of the paper.
        width: width of a tile in millimetres, from 5 to 250.
        backs: where to print the backs of tiles: on the other side of the paper (`duplex`), next to the tiles for
            folding (`fold`), or nowhere (`none`).
        solved: whether to add complete boards at the end.
        numbers: whether to show colours as numbers instead of motifs.
        title: text above each puzzle.
        text: up to three lines below the title, None for the rules.
        language: language of all other texts: `en`, `de`, or a file with lines such as `Solutions = Lösungen`.

    Raises:
        InputError: the file of a language cannot be read.
        OptionError: an argument is out of range, or ReportLab (extra `pdf`) is not installed.
        OutputError: the file cannot be written.
    """
    from edgeasp.draw import shapes
    from edgeasp.draw.sheets import SheetStyle, arrange_pages
    from edgeasp.draw.view import DrawStyle

    listed = [puzzles] if isinstance(puzzles, Puzzle | Instance | Board) else list(puzzles)
    name = as_file_name(path)
    if writing.format_of_extension(name) != "pdf":
        raise OptionError(f"{name}: expected a name that ends in .pdf")
    shapes.require_reportlab()
    if backs not in ("duplex", "fold", "none"):
        raise OptionError(f"expected backs duplex, fold or none, found {backs!r}")
    if not 5 <= width <= 250:
        raise OptionError(f"expected a width of tiles from 5 to 250 millimetres, found {width!r}")
    style = SheetStyle(find_paper(paper), width, backs)
    words = make_sheet_options(title, text, language, solved=solved)
    draw = DrawStyle(numbers=numbers)
    printed = [_make_printed_puzzle(item, f"{number}", draw) for number, item in enumerate(listed, 1)]
    pages = [page for _, page in arrange_pages(printed, style, words).pages]
    writing.write_bytes(name, shapes.write_pdf(pages, title or Path(name).stem))
    return Path(name)


def find_paper(name: str) -> Paper:
    """Return the paper with this name, or raise OptionError."""
    from edgeasp.draw.shapes import PAPERS

    if name not in PAPERS:
        raise OptionError(f"expected paper {' or '.join(PAPERS)}, found {name!r}")
    return PAPERS[name]


def make_sheet_options(title: str, text: Sequence[str] | None, language: str, **more: Any) -> SheetOptions:
    """Make the options of sheets, or raise OptionError."""
    from edgeasp.draw.language import read_language
    from edgeasp.draw.sheets import MOST_LINES, SheetOptions

    few = text is None or (not isinstance(text, str) and len(text) <= MOST_LINES)
    if not (few and all(isinstance(line, str) for line in (title, *(text or ())))):
        both = f"{title!r} and {text!r}"
        raise OptionError(f"expected a title, and a list of up to {MOST_LINES} lines as text, found {both}")
    lines = None if text is None else tuple(text)
    return SheetOptions(title, lines, language=read_language(language), **more)


def _make_printed_puzzle(item: Puzzle | Instance | Board, number: str, draw: DrawStyle) -> PrintedPuzzle:
    from edgeasp.draw.sheets import PrintedPuzzle

    if isinstance(item, Board):
        return PrintedPuzzle(number, item.puzzle, (item.solution,), item.clues, draw)
    instance = as_instance(item)
    planted = getattr(item, "solution", None)  # of a generated puzzle
    name = Path(instance.source).stem or number
    return PrintedPuzzle(name, instance.puzzle, (planted,) if planted else (), instance.clues, draw)
