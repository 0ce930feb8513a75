"""`edgeasp solve --watch`: a live view of the search on standard error, for teaching and for long runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from edgeasp.cli import console
from edgeasp.cli.live_screen import LiveScreen
from edgeasp.puzzle.model import Solution
from edgeasp.search.job import Search
from edgeasp.search.session import MonitoredSession, Session
from edgeasp.search.task import Task

if TYPE_CHECKING:
    from rich.text import Text


@runtime_checkable
class Followed(Search, Protocol):
    """A search that can be followed: in this process or in others."""

    task: Task
    last: Solution | None

    @property
    def most_placed(self) -> int:
        """The largest number of tiles that lay on the board at once."""

    def candidate(self) -> Solution:
        """The tiles that lie on the board now."""


class LiveView:
    """Shows the phase of a search, its statistics, and the board that it is trying; erased at the end."""

    session_type: type[Session] = MonitoredSession

    def __init__(self) -> None:
        self.session: object = None
        self._screen = LiveScreen()

    def tick(self) -> None:
        """Show everything anew, if it is time."""
        if isinstance(session := self.session, Followed):
            self._screen.show(lambda: self._picture(session))

    def make_way(self) -> None:
        """Leave the terminal as it was, if the next solution is printed there."""
        if console.is_terminal():
            self.clear()

    def clear(self) -> None:
        """Leave the terminal as it was, before something else is printed."""
        self._screen.clear()

    def _picture(self, session: Followed) -> Text:
        from rich.text import Text

        from edgeasp.draw.terminal.board_text import live_board

        puzzle, candidate = session.task.puzzle, session.candidate()
        lines = _progress(session)
        if candidate.placements or session.most_placed:
            lines.append(f"trying {len(candidate)} of {len(puzzle.tiles)} tiles, {session.most_placed} at most so far")
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
