"""Pages to play puzzles by hand."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from edgeasp.api.instance import Board, Instance, as_file_name, as_instance
from edgeasp.puzzle.model import Puzzle
from edgeasp.system import writing
from edgeasp.system.errors import InputError, OptionError
from edgeasp.system.lines import plural

if TYPE_CHECKING:
    from edgeasp.draw.page.html import TableEntry


@dataclass(frozen=True)
class Table:
    """Page to play puzzles on. A notebook shows it.

    >>> table = edgeasp.play(edgeasp.load("instances/planted-4x4.puz"))
    >>> table
    Table(1 puzzle, with clingo)
    >>> table.save("table.html").name
    'table.html'

    Attributes:
        html: text of the page, which needs no other file.
        puzzles: number of puzzles on the page.
        engine: whether the page includes clingo.
    """

    html: str = field(repr=False)
    puzzles: int
    engine: bool

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the page to a file, atomically."""
        name = as_file_name(path)
        writing.require_extension(name, writing.Content.PAGE)
        writing.write_text(name, self.html)
        return Path(name)

    def __repr__(self) -> str:
        """Show the number of puzzles."""
        return f"Table({self.puzzles} {plural(self.puzzles, 'puzzle')}, {'with' if self.engine else 'without'} clingo)"

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="edgeasp" srcdoc="{escape(self.html)}" '
            'style="width: 100%; height: 720px; border: 1px solid #8884; border-radius: 8px"></iframe>'
        )


def play(*puzzles: Puzzle | Instance | Board, names: Sequence[str] = (), engine: bool = True) -> Table:
    """Make a page to play puzzles on, usable offline.

    >>> puzzle = edgeasp.load("instances/planted-4x4.puz")
    >>> part = puzzle.board(edgeasp.parse_solution("9 3 0 2", puzzle))
    >>> edgeasp.play(puzzle, part, engine=False)
    Table(2 puzzles, without clingo)

    Args:
        puzzles: puzzles, instances with clues, or boards to continue from.
        names: names of the puzzles, in order. Default: their files or sizes.
        engine: whether the page includes clingo (1.3 MB), which it needs for hints.

    Raises:
        OptionError: there are no puzzles, or their number differs from the number of names.
        InputError: a board uses a tile or a square twice, or breaks its clues.
    """
    from edgeasp.draw.page.html import TableEntry, table_page

    # Accept a list of puzzles as well.
    if len(puzzles) == 1 and isinstance(puzzles[0], list):
        puzzles = tuple(puzzles[0])
    if names and len(names) != len(puzzles):
        raise OptionError(f"expected a name for each of {len(puzzles)} puzzles, found {len(names)}")
    entries = []
    for number, puzzle in enumerate(puzzles):
        tiles = puzzle.puzzle if isinstance(puzzle, Board) else as_instance(puzzle).puzzle
        clues = puzzle.clues if isinstance(puzzle, Board | Instance) else Instance(tiles).clues
        board = puzzle.solution if isinstance(puzzle, Board) else Instance(tiles).clues
        source = puzzle.source if isinstance(puzzle, Instance) else ""
        name = names[number] if names else Path(source).stem or f"{tiles.cols} x {tiles.rows}"
        entries.append(TableEntry(name, tiles, clues, board))
    for entry in entries:
        if reason := entry.unplayable:
            raise InputError(entry.name, None, reason)
    return Table(table_page(entries, with_engine=engine), len(entries), engine)


def open_in_browser(path: Path) -> bool:
    """Open a page in the desktop browser, if any.

    Text browsers are not used. Returns whether a browser opened.
    """
    desktop = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not desktop and not os.environ.get("BROWSER"):
        return False
    try:
        return webbrowser.open(path.resolve().as_uri())
    except webbrowser.Error:
        return False


# Conflict limit of the rating. A puzzle that needs more counts as difficult.
_RATED = 3_000


def sort_by_difficulty(entries: Iterable[TableEntry], on_tick: Callable[[], None]) -> list[TableEntry]:
    """Sort puzzles by difficulty, size and conflicts."""
    from edgeasp.search.cubes import DIFFICULTIES, measure_search

    ranks = {level.name: rank for rank, level in enumerate(DIFFICULTIES)}

    def sort_key(entry: TableEntry) -> tuple[int, int, int]:
        """Return the sort key of a puzzle."""
        search = measure_search(entry.puzzle, entry.clues, limit=_RATED, on_tick=on_tick)
        rank = ranks.get(entry.level, sum(level.least <= search.median for level in DIFFICULTIES) - 1)
        return rank, len(entry.puzzle.tiles), search.median

    return sorted(entries, key=sort_key)
