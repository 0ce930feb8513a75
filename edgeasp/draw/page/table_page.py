"""A page with a table: puzzles to lay by hand, with help and with clingo in it; no server, no network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from edgeasp.draw.page.html import (
    MOST_PAINTS,
    content_policy,
    json_text,
    palette_record,
    policy_hash,
    puzzle_record,
    rendered,
    stylesheet,
    subtitle,
)
from edgeasp.draw.page.script import densely_packed, engine, packed, script
from edgeasp.encoding.render import all_rules
from edgeasp.formats import puz, sol, viewer
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import OptionError

HOSTS = ("e2.bucas.name", "eternity2.dev")
"""The names of the viewers, in the order of `viewer.SITES`."""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A puzzle of the page.

    Attributes:
        name: what it is called.
        puzzle: its tiles.
        clues: placements that stay.
        board: placements to begin with, which may be taken back.
    """

    name: str
    puzzle: Puzzle
    clues: Solution = Solution()
    board: Solution = Solution()

    @property
    def unplayable(self) -> str:
        """The reason why the board cannot lie on the table; empty if it can, whatever else is wrong with it."""
        never = {Condition.RANGE, Condition.TILE, Condition.SQUARE}
        together = Solution(tuple(dict.fromkeys(map(self.puzzle.canonical, (*self.clues, *self.board)))))
        return next((violation.text for violation in check(self.puzzle, together, conditions=never).violations), "")


def table_page(
    entries: Sequence[TableEntry], title: str = "", *, with_engine: bool = True, notes: Iterable[str] = ()
) -> str:
    """The page with one or more puzzles, in their order; without the engine it has what needs no search.

    Raises:
        OptionError: there is no puzzle.
    """
    if not entries:
        raise OptionError("expected a puzzle for the table")
    first = entries[0]
    colours = {colour for entry in entries for tile in entry.puzzle.tiles for colour in tile.sides}
    data: dict[str, Any] = {
        "puzzles": [_record(entry) for entry in entries],
        # A puzzle that is pasted, or comes by a link, may have other colours.
        **palette_record(colours | set(range(MOST_PAINTS)), heads=True),
        "engine": with_engine,
        "sites": dict(zip(HOSTS, viewer.SITES.values(), strict=True)),
    }
    title = title or first.name
    style, program, start = stylesheet("page.css", "table.css"), script("table.js"), script("boot.js")
    content = rendered(
        "table.html.jinja", title=title, subtitle=subtitle(first.puzzle), notes=list(notes), data=json_text(data)
    )
    scripts = f"script-src {policy_hash(start)} {policy_hash(program)} 'wasm-unsafe-eval'; worker-src blob:"
    return rendered(
        "page.html.jinja",
        title=title,
        policy=content_policy(style, scripts),
        style="",
        content="",
        script=start,
        plain=sol.write(first.clues) if first.clues else puz.write(first.puzzle),
        # One after the other and as they are, they take less than as JSON.
        before={"packed": densely_packed("\0".join((program, content.replace("\0", ""), style)))},
        after=_engine_texts() if with_engine else {},
    )


def _engine_texts() -> dict[str, str]:
    """The texts at the end of the page, which are read while it is drawn already."""
    return {
        "rules": packed(json.dumps(all_rules())),
        "engine-script": engine().script,
        "engine-binary": engine().binary,
    }


def _record(entry: TableEntry) -> dict[str, Any]:
    """A puzzle for the script; a tile and its rotation are one number, 4 * tile + rot, and -1 is an empty square."""
    puzzle = entry.puzzle
    on = {**entry.board.by_square(), **entry.clues.by_square()}
    clued = {clue.square for clue in entry.clues}
    codes = [4 * on[square].tile + on[square].rot if square in on else -1 for square in puzzle.grid.squares]
    return {
        "name": entry.name,
        "given": [[index, codes[index]] for index, square in enumerate(puzzle.grid.squares) if square in clued],
        "laid": codes,
        **puzzle_record(puzzle),
    }
