"""How far a benchmark is, on standard error, for a person who waits; without a terminal, a line a minute."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from edgeasp.cli import console, signals

if TYPE_CHECKING:
    from edgeasp.batch.bench.conduct import State

_PAUSE = 0.25
_PAUSE_IN_PIPE = 60.0


class BenchProgress:
    """Shows the number of runs done, and about how long the rest takes."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + (_PAUSE if self._terminal else _PAUSE_IN_PIPE)
        self._shown = False
        self.state: State | None = None

    def tick(self) -> None:
        """Tell, if it is time, and look for signals.

        Raises:
            Interrupted: somebody wants the benchmark to end.
        """
        signals.raise_pending()
        now = time.monotonic()
        if self._quiet or self.state is None or now < self._next:
            return
        text = told(self.state)
        if self._terminal:
            self._next, self._shown = now + _PAUSE, True
            sys.stderr.write(f"\r\033[K{text[: console.width() - 1]}")
            sys.stderr.flush()
        else:
            self._next = now + _PAUSE_IN_PIPE
            console.note(text)

    def clear(self) -> None:
        """Take the line away, before something else is printed."""
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._shown = False


def told(state: State) -> str:
    """How far a benchmark is, in words."""
    parts = [f"{state.skipped + state.done:,} of {state.total:,} runs"]
    if state.failed:
        parts.append(f"{state.failed:,} failed or wrong")
    left = state.seconds_left
    if left is not None:
        parts.append(f"about {duration(left)} left")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """A time, as exactly as an estimate deserves."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
