"""A line on standard error that says how far a pass over a suite is, for a person who waits."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from edgeasp.cli import console, signals

if TYPE_CHECKING:
    from edgeasp.batch.suite.schedule import Running

_PAUSE = 0.25


class PassProgress:
    """Shows how many boards are ready and which are being worked on, if standard error is a terminal.

    Attributes:
        start: when it was made, on the monotonic clock.
    """

    def __init__(self, boards: int, *, quiet: bool) -> None:
        """Begin; so many boards are to be worked on."""
        self.start = time.monotonic()
        self._boards = boards
        self._on = sys.stderr.isatty() and not quiet
        self._ready = 0
        self._next = self.start + _PAUSE
        self._shown = False

    def tick(self, running: list[Running]) -> None:
        """Show the line anew, if it is time, and look for signals.

        Raises:
            Interrupted: somebody wants the pass to end.
        """
        signals.raise_pending()
        now = time.monotonic()
        if not self._on or now < self._next:
            return
        self._next = now + _PAUSE
        self._shown = True
        busy = ", ".join(f"{each.board.place.name} {now - each.since:.0f} s" for each in running)
        text = f"{self._ready} of {self._boards}; {busy}"
        sys.stderr.write(f"\r\033[K{text[: console.width() - 1]}")
        sys.stderr.flush()

    def finished(self) -> None:
        """Take note of a board that is ready, and make room for a line about it."""
        self._ready += 1
        self.clear()

    def clear(self) -> None:
        """Take the line away, before something else is printed."""
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._shown = False
