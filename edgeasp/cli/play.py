"""`edgeasp play`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from edgeasp.cli import console, delivery, shared_options, signals
from edgeasp.cli.app import examples
from edgeasp.cli.puzzle_sets import are_puzzles, collect
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files, laying
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.model import Solution
from edgeasp.system.errors import InputError, OptionError
from edgeasp.system.writing import Content

if TYPE_CHECKING:
    from edgeasp.draw.page.html import TableEntry

_RATED = 3_000
"""Conflicts after which a puzzle counts as difficult, whatever it takes."""


@examples(
    "edgeasp play puzzle.puz",
    "edgeasp play puzzle.puz partial.sol -o table.html --no-open",
    "edgeasp play e2 --clue e2:official",
    "edgeasp generate --size 4 -n 3 -o book/ && edgeasp play book/",
    "edgeasp play puzzle.puz --no-engine -o small.html",
)
@shared_options.with_groups
def play(
    puzzle: list[str] = typer.Argument(
        ...,
        metavar="PUZZLE...",
        help="A puzzle, and perhaps a board of it to go on from; or several .puz, or a folder of them.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    no_engine: bool = output_option(
        False, "--no-engine", help="Leave out clingo, 1.3 MB of the page: it lays and shares, and searches nothing."
    ),
    no_open: bool = output_option(False, "--no-open", help="Write the page and do not open it."),
    output: str | None = output_option(
        None, "-o", "--output", metavar="FILE", help="Write the page to FILE; NAME-table.html if not given."
    ),
) -> None:
    """Make a page to lay a puzzle by hand, with help from clingo, and open it.

    The page is one file: it needs no server and no network, and keeps what was laid in the browser. Clues stay on
    their squares. Several puzzles are on one page, the easy ones first, without the solutions beside them.
    """
    from edgeasp.api.table import open_in_browser
    from edgeasp.draw.page.html import table_page

    inputs = options.inputs(*puzzle)
    files.require_one_stdin(inputs)
    several = are_puzzles(puzzle)
    if several:
        entries = _by_difficulty([_entry(item.path, None, options) for item in collect(puzzle)])
    elif len(puzzle) > 2:
        raise OptionError(f"expected a puzzle and a board of it, or several .puz, found {len(puzzle)} files")
    else:
        entries = [_entry(puzzle[0], puzzle[1] if len(puzzle) == 2 else None, options)]
    name = Path(puzzle[0]).name if several else Path(files.shown_name(puzzle[0])).stem
    kept = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name).strip("-.")[:60]
    path = output or f"{kept or 'edgeasp'}-table.html"
    delivery.require_writable(path, Content.PAGE, inputs)
    page = table_page(entries, with_engine=not no_engine)
    delivery.deliver(page, path)
    if path == files.STDIN:
        return
    opened = not no_open and open_in_browser(Path(path))
    how = "opened in the browser" if opened else "open it in a browser"
    size = len(page.encode())
    shown_size = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
    console.note(f"{files.shown_name(path)}: {shown_size}; {how}")


def _entry(path: str, board: str | None, options: shared_options.PuzzleOptions) -> TableEntry:
    """A puzzle with its clues, and the board that a file has or that is in its own."""
    from edgeasp.draw.page.html import TableEntry

    recognised = options.document(path)
    puzzle = recognised.document.puzzle
    clues = combine(puzzle, options.sources(path, recognised))
    laid = Solution()
    if board is not None:
        laid = options.board(board, puzzle)
    elif recognised.format.is_board:
        laid = recognised.document.placements
    shown = files.shown_name(path)
    copy = laying.copy_of(puzzle)
    entry = TableEntry(copy.known.title if copy else Path(shown).stem, puzzle, clues, laid)
    if reason := entry.unplayable:
        raise InputError(files.shown_name(board or path), None, reason)
    return entry


def _by_difficulty(entries: list[TableEntry]) -> list[TableEntry]:
    """The small puzzles first; of those of a size, the ones first whose search takes fewest conflicts."""
    from edgeasp.search.cubes import search_effort

    def effort(entry: TableEntry) -> tuple[int, int]:
        search = search_effort(entry.puzzle, entry.clues, limit=_RATED, on_tick=signals.raise_pending)
        return len(entry.puzzle.tiles), search.median

    return sorted(entries, key=effort)
