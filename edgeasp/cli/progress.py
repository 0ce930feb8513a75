"""A line on standard error that says what is going on, for a person who waits."""

from __future__ import annotations

import sys
import time

from edgeasp.search.pipeline import Search

_PATIENCE = 1.0
_PAUSE = 0.25


class Progress:
    """Shows the phase of a search, the time and the solutions so far, if standard error is a terminal.

    clasp tells its conflicts between the slices of a search only, so an enumeration shows none.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._on = sys.stderr.isatty() and not quiet
        self._start = time.monotonic()
        self._next = self._start + _PATIENCE
        self._shown = False
        self.search: Search | None = None

    def tick(self) -> None:
        """Show the line anew, if it is time."""
        now = time.monotonic()
        if not self._on or self.search is None or now < self._next:
            return
        self._next = now + _PAUSE
        self._shown = True
        found = f", {self.search.found:,} found" if self.search.found else ""
        pace = f", {self.search.pace:,.0f} conflicts/s" if self.search.pace else ""
        sys.stderr.write(f"\r\033[K{self.search.phase} {now - self._start:.0f} s{pace}{found}")
        sys.stderr.flush()

    def make_way(self) -> None:
        """Take the line away, because a solution is about to be printed."""
        self.clear()

    def clear(self) -> None:
        """Take the line away, before something else is printed."""
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._shown = False
