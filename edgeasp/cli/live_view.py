"""Live picture of `--watch`, redrawn on standard error."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from edgeasp.cli import console
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import Search, Task
from edgeasp.system.errors import OptionError
from edgeasp.system.processes import can_move_cursor

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text


@runtime_checkable
class WatchableSearch(Search, Protocol):
    """Search whose current board `--watch` can show.

    Attributes:
        task: the task to search.
        last: last solution found, None before the first.
    """

    task: Task
    last: Solution | None

    @property
    def most_placed(self) -> int:
        """Largest number of tiles placed so far."""

    def candidate(self) -> Solution:
        """Return the current placements."""


def add_board_below(
    screen: LiveScreen, lines: list[str], puzzle: Puzzle, board: Solution, *, mismatches: bool = False
) -> Text:
    """Combine lines of text with a board below them."""
    from rich.text import Text

    from edgeasp.draw.terminal import draw_live_board

    width, height = screen.size
    text, room = Text("\n".join(line[: width - 1] for line in lines)), height - len(lines) - 2
    if not board.placements:
        return text
    drawn = draw_live_board(puzzle, board, width - 1, room, colour=screen.colour, mismatches=mismatches)
    return Text("\n").join([text, drawn]) if drawn else text


# Minimum seconds between two pictures.
_PAUSE = 0.2

# Drawing takes at most 1/_SHARE of the time.
_SHARE = 10


class LiveScreen:
    """Terminal that shows a picture at most a few times per second."""

    def __init__(self) -> None:
        from rich.console import Console

        colour = None if os.environ.get("NO_COLOR") else "auto"
        self._console: Console = Console(stderr=True, highlight=False, color_system=colour)  # type: ignore[arg-type]
        self._live: Live | None = None
        self._next = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the terminal."""
        return self._console.size

    @property
    def colour(self) -> bool:
        """Whether the picture may have colours."""
        return self._console.color_system is not None

    def show(self, picture: Callable[[], Text | None]) -> None:
        """Draw the picture if a refresh is due."""
        now = time.monotonic()
        if now < self._next or (content := picture()) is None:
            return
        if self._live is None:
            from rich.live import Live

            self._live = Live(
                console=self._console,
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
                vertical_overflow="crop",
            )
            self._live.start()
        self._live.update(console.replace_controls(content), refresh=True)
        self._next = time.monotonic() + max(_PAUSE, (_SHARE - 1) * (time.monotonic() - now))

    def clear(self) -> None:
        """Restore the terminal before other output."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def can_watch() -> bool:
    """Whether `--watch` can be shown, which needs a terminal.

    Raises:
        OptionError: `--quiet` is set as well.
    """
    if console.is_quiet():
        raise OptionError("--watch cannot be combined with --quiet: use one of them")
    if not sys.stderr.isatty():
        console.note("--watch needs a terminal on standard error")
        return False
    if not can_move_cursor():
        console.note("--watch needs a terminal that can move its cursor: set TERM to its type")
        return False
    return True
