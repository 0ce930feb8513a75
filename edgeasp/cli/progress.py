"""A line on standard error that shows how far a command is, for a person who waits."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from edgeasp.cli import console

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE = 0.5
_PAUSE = 0.25
_PAUSE_IN_PIPE = 60.0


class ProgressLine:
    """Shows the line at a terminal; without one, a note a minute."""

    def __init__(self, total: int | None = None) -> None:
        """Get ready; nothing is shown yet. The total is the number of steps, for a bar, if it is known."""
        self.start = time.monotonic()
        self._total = total
        self._terminal = console.messages_at_terminal() and not console.is_quiet()
        self._notes = not (console.messages_at_terminal() or console.is_quiet())
        patience = _PATIENCE if total is None else _PAUSE
        self._next = self.start + (patience if self._terminal else _PAUSE_IN_PIPE)
        self._first: tuple[float, float] | None = None
        self._share = 0.0
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    @property
    def due(self) -> bool:
        """Whether it is time to show the line again."""
        return (self._terminal or self._notes) and time.monotonic() >= self._next

    def show(
        self,
        doing: str,
        *more: str,
        share: float | None = None,
        left: float | None = None,
        at_most: float | None = None,
    ) -> None:
        """Show the line, whether it is time or not: what is done, how much of it, for how long, and when it will end.

        Args:
            doing: what is being done.
            more: what else is known, such as the pace; empty for nothing.
            share: the part that is done, from 0 to 1; None if that is not known. It falls where a phase begins.
            left: seconds to the end, if the caller knows better than the pace so far says.
            at_most: seconds to a time limit.
        """
        now = time.monotonic()
        if share is not None and (self._first is None or share < self._share):
            self._first = now, share
        self._share = share or 0.0
        if left is None and share is not None and self._first is not None:
            left = _expected(now - self._first[0], share - self._first[1], 1 - share)
        parts = [
            doing,
            "" if share is None else f"{share:.0%} done",
            duration(now - self.start),
            _end(left, at_most),
            *more,
        ]
        text, done = ", ".join(filter(None, parts)), 0 if share is None else round(share * (self._total or 0))
        if self._notes:
            self._next = time.monotonic() + _PAUSE_IN_PIPE
            console.note(text)
        if not self._terminal:
            return
        self._next = time.monotonic() + _PAUSE
        if self._bar is None:
            self._bar = _new_bar(self._total)
            self._task = self._bar.add_task("", total=self._total)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, description=text, completed=done, refresh=True)

    def clear(self) -> None:
        """Take the line away, before something else is printed."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _end(left: float | None, at_most: float | None) -> str:
    if at_most is not None and (left is None or left > at_most):
        return f"at most {duration(at_most)} left"
    return "" if left is None else f"about {duration(left)} left"


def _expected(seconds: float, gained: float, wanting: float) -> float | None:
    """Seconds that the rest takes at the pace so far; None before that says anything."""
    return seconds / gained * wanting if seconds >= 1 and gained >= 0.005 else None


def _new_bar(total: int | None) -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TextColumn
    from rich.progress import Progress as Bar

    begin = SpinnerColumn() if total is None else BarColumn(20)
    text = TextColumn("{task.description}", markup=False)
    return Bar(begin, text, console=Console(stderr=True, highlight=False), auto_refresh=False, transient=True)


def left(recent: Sequence[float], number: int, at_a_time: int) -> float | None:
    """Seconds that a number of jobs will take, if they take as long as recent ones; None if nothing is known."""
    return sum(recent) / len(recent) * number / at_a_time if recent and number else None


def duration(seconds: float) -> str:
    """A time, rounded as an estimate deserves."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
