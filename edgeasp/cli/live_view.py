"""Live picture of `--watch`, redrawn on standard error."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from edgeasp.cli import console
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import Search, Task
from edgeasp.system.errors import OptionError
from edgeasp.system.processes import moves_the_cursor

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text


@runtime_checkable
class Followed(Search, Protocol):
    """Search in this or other processes that can be watched."""

    task: Task
    last: Solution | None

    @property
    def most_placed(self) -> int:
        """Return the largest number of tiles on the board so far."""

    def candidate(self) -> Solution:
        """Return the current placements."""


class LiveView:
    """Phase, statistics and current board of a search, erased at the end."""

    def __init__(self) -> None:
        self.session: object = None
        self._screen = LiveScreen()

    def tick(self) -> None:
        """Redraw the view if a refresh is due."""
        if isinstance(session := self.session, Followed):
            self._screen.show(lambda: self._picture(session))

    def make_way(self) -> None:
        """Restore the terminal if the next solution is printed there."""
        if console.is_terminal():
            self.clear()

    def clear(self) -> None:
        """Restore the terminal before other output."""
        self._screen.clear()

    def _picture(self, session: Followed) -> Text:
        from rich.text import Text

        from edgeasp.draw.terminal import live_board

        puzzle, candidate = session.task.puzzle, session.candidate()
        lines = _progress(session)
        if candidate.placements or session.most_placed:
            lines.append(f"trying {len(candidate)} of {puzzle.grid.size} tiles, {session.most_placed} at most so far")
        elif session.last:
            lines.append("the last solution")
        width, height = self._screen.size
        shown = candidate if candidate.placements or not session.last else session.last
        text = Text("\n".join(line[: width - 1] for line in lines))
        if not shown.placements:
            return text
        board = live_board(puzzle, shown, width - 1, height - len(lines) - 2, colour=self._screen.colour)
        return Text("\n").join([text, board]) if board else text


def _progress(session: Followed) -> list[str]:
    seconds = int(session.deadline.seconds())
    share = "" if session.share is None else f", {session.share:.0%} done"
    lines = [f"{session.phase or 'read'}{share} {seconds // 60}:{seconds % 60:02}, {session.found:,} found"]
    if (counters := session.statistics) and counters.conflicts:
        pace = f", {session.pace:,.0f} conflicts a second" if session.pace else ""
        lines.append(f"{counters.conflicts:,} conflicts, {counters.restarts:,} restarts at clasp's last report{pace}")
    return lines


_PAUSE = 0.2
_SHARE = 10
"""Drawing takes at most 1/N of the time."""


class LiveScreen:
    """Shows a picture from time to time."""

    def __init__(self) -> None:
        from rich.console import Console

        colour = None if os.environ.get("NO_COLOR") else "auto"
        self._console: Console = Console(stderr=True, highlight=False, color_system=colour)  # type: ignore[arg-type]
        self._live: Live | None = None
        self._next = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        return self._console.size

    @property
    def colour(self) -> bool:
        """Whether the picture may have colours."""
        return self._console.color_system is not None

    def show(self, picture: Callable[[], Text]) -> None:
        """Draw the picture, if it is time."""
        now = time.monotonic()
        if now < self._next:
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
        self._live.update(console.harmless(picture()), refresh=True)
        self._next = time.monotonic() + max(_PAUSE, (_SHARE - 1) * (time.monotonic() - now))

    def clear(self) -> None:
        """Restore the terminal before other output."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def wanted() -> bool:
    """Whether `--watch` can be shown: there is a terminal.

    Raises:
        OptionError: `--quiet` asks for the opposite.
    """
    if console.is_quiet():
        raise OptionError("--watch shows what --quiet hides: leave out one")
    if not sys.stderr.isatty():
        console.note("--watch needs a terminal on standard error")
        return False
    if not moves_the_cursor():
        console.note("--watch needs a terminal that moves its cursor: TERM says that this one does not")
        return False
    return True
