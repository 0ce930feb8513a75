"""`edgeasp solve --watch`: the search as it goes, on standard error, for a person who looks."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from edgeasp.cli import console
from edgeasp.search.observed import Observed
from edgeasp.search.pipeline import Search

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

_PAUSE = 0.2
_SHARE = 10
"""Drawing takes at most one part in so many of the time."""


class View:
    """Shows the phase of a search, what it has cost, and the board it is trying, and takes all that away again."""

    def __init__(self) -> None:
        """Get ready; nothing is shown before the first tick."""
        from rich.console import Console

        self.search: Search | None = None
        colour = None if os.environ.get("NO_COLOR") else "auto"
        self._console: Console = Console(stderr=True, highlight=False, color_system=colour)  # type: ignore[arg-type]
        self._live: Live | None = None
        self._next = 0.0

    def tick(self) -> None:
        """Show everything anew, if it is time."""
        now = time.monotonic()
        if now < self._next or not isinstance(self.search, Observed):
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
        self._live.update(self._picture(self.search), refresh=True)
        self._next = time.monotonic() + max(_PAUSE, (_SHARE - 1) * (time.monotonic() - now))

    def make_way(self) -> None:
        """Leave the terminal as it was, if the solution that is about to be printed goes there."""
        if console.is_terminal():
            self.clear()

    def clear(self) -> None:
        """Leave the terminal as it was, before something else is printed."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _picture(self, search: Observed) -> Text:
        from rich.text import Text

        from edgeasp.draw.terminal import live

        puzzle, candidate = search.task.puzzle, search.candidate()
        lines = _progress(search)
        if candidate.placements or search.most:
            lines.append(f"trying {len(candidate)} of {len(puzzle.tiles)} tiles, {search.most} at most so far")
        elif search.last:
            lines.append("the last solution")
        width, height = self._console.size
        shown = candidate if candidate.placements or not search.last else search.last
        colour = self._console.color_system is not None
        board = (
            live.board(puzzle, shown, width - 1, height - len(lines) - 2, colour=colour) if shown.placements else None
        )
        text = Text("\n".join(line[: width - 1] for line in lines))
        return Text("\n").join([text, board]) if board else text


def _progress(search: Observed) -> list[str]:
    seconds = int(search.watch.seconds()) if search.watch else 0
    lines = [f"{search.phase or 'read'} {seconds // 60}:{seconds % 60:02}, {search.found:,} found"]
    if search.told:
        pace = f", {search.pace:,.0f} conflicts a second" if search.pace else ""
        lines.append(
            f"{search.told.conflicts:,} conflicts, {search.told.restarts:,} restarts when clasp last told{pace}"
        )
    return lines


def possible() -> bool:
    """Whether there is a terminal to show it on."""
    return sys.stderr.isatty() and os.environ.get("TERM") not in (None, "", "dumb")
