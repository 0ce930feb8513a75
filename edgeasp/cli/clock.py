"""Clock of a command, which starts with the process.

Limits therefore include start-up and reading the input. A system timer interrupts readers of files in the main thread,
since they do not check limits.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from edgeasp.system.limits import Deadline, Limits

_USUAL = 0.4
"""Seconds of processor time that any input may take, so that small puzzles are read however low the limits are."""

_TICK = 0.05
"""Seconds of processor time between two checks after that."""

_begun: float | None = None
_limits = Limits()


def start_clock(begun: float) -> None:
    """Start the clock of the command at a monotonic time."""
    global _begun  # noqa: PLW0603  # a process runs one command
    _begun = begun


def start_time() -> float | None:
    """Return the start of the clock, or None."""
    return _begun


def make_deadline(limits: Limits, on_tick: Callable[[], None] = lambda: None, *, ends_process: bool = True) -> Deadline:
    """Create the deadline of the command from its limits."""
    return Deadline(limits, on_tick, ends_process=ends_process, since=_begun)


@contextmanager
def limit_reading(limits: Limits) -> Iterator[None]:
    """Apply limits to all input read in the block."""
    global _limits  # noqa: PLW0603
    before, _limits = _limits, limits
    try:
        yield
    finally:
        _limits = before


@contextmanager
def enforce_limits() -> Iterator[None]:
    """Interrupt input when a limit is reached.

    Raises:
        LimitReached: a limit is reached.
    """
    limits = _limits
    unlimited = limits.seconds is None and limits.memory is None
    # Only the main thread handles signals. An outer call may have set the timer.
    if unlimited or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    clock = make_deadline(limits)
    before = signal.signal(signal.SIGPROF, lambda *_: clock.check())
    rest = signal.setitimer(signal.ITIMER_PROF, _USUAL, _TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, *rest)
        signal.signal(signal.SIGPROF, before)
