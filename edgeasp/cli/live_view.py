"""`edgeasp solve --watch`: a live view of the search on standard error, for teaching and for long runs."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from edgeasp.cli import console
from edgeasp.search.monitored import MonitoredSession
from edgeasp.search.session import Session

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

_PAUSE = 0.2
_SHARE = 10
"""Drawing takes at most one part in so many of the time."""


class LiveView:
    """Shows the phase of a search, its statistics, and the board that it is trying; erased at the end."""

    session_type: type[Session] = MonitoredSession

    def __init__(self) -> None:
        from rich.console import Console

        self.session: Session | None = None
        colour = None if os.environ.get("NO_COLOR") else "auto"
        self._console: Console = Console(stderr=True, highlight=False, color_system=colour)  # type: ignore[arg-type]
        self._live: Live | None = None
        self._next = 0.0

    def tick(self) -> None:
        """Show everything anew, if it is time."""
        now = time.monotonic()
        if now < self._next or not isinstance(self.session, MonitoredSession):
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
        self._live.update(self._picture(self.session), refresh=True)
        self._next = time.monotonic() + max(_PAUSE, (_SHARE - 1) * (time.monotonic() - now))

    def make_way(self) -> None:
        """Leave the terminal as it was, if the next solution is printed there."""
        if console.is_terminal():
            self.clear()

    def clear(self) -> None:
        """Leave the terminal as it was, before something else is printed."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _picture(self, session: MonitoredSession) -> Text:
        from rich.text import Text

        from edgeasp.draw.terminal import live

        puzzle, candidate = session.task.puzzle, session.candidate()
        lines = _progress(session)
        if candidate.placements or session.most_placed:
            lines.append(f"trying {len(candidate)} of {len(puzzle.tiles)} tiles, {session.most_placed} at most so far")
        elif session.last:
            lines.append("the last solution")
        width, height = self._console.size
        shown = candidate if candidate.placements or not session.last else session.last
        text = Text("\n".join(line[: width - 1] for line in lines))
        if not shown.placements:
            return text
        colour = self._console.color_system is not None
        board = live.board(puzzle, shown, width - 1, height - len(lines) - 2, colour=colour)
        return Text("\n").join([text, board]) if board else text


def _progress(session: MonitoredSession) -> list[str]:
    seconds = int(session.deadline.seconds())
    lines = [f"{session.phase or 'read'} {seconds // 60}:{seconds % 60:02}, {session.found:,} found"]
    if (counters := session.statistics) and counters.conflicts:
        pace = f", {session.pace:,.0f} conflicts a second" if session.pace else ""
        lines.append(f"{counters.conflicts:,} conflicts, {counters.restarts:,} restarts at clasp's last report{pace}")
    return lines


def possible() -> bool:
    """Whether there is a terminal to show it on."""
    return sys.stderr.isatty() and os.environ.get("TERM") not in (None, "", "dumb")
