"""Clock of a command, which starts with the process.

Time limits therefore include start-up and reading the input. A system timer interrupts the reading of files in the main
thread, since readers do not check limits.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from edgeasp.system.limits import Deadline, Limits

# Processor seconds before the first check, so that small puzzles are read under any limit.
_USUAL = 0.4

# Processor seconds between two later checks.
_TICK = 0.05

_begun: float | None = None
_limits = Limits()


def start_clock(begun: float) -> None:
    """Start the clock of the command at a monotonic time."""
    global _begun  # noqa: PLW0603  # a process runs one command
    _begun = begun


def start_time() -> float | None:
    """Return the monotonic start time of the command, or None."""
    return _begun


def make_deadline(limits: Limits, on_tick: Callable[[], None] = lambda: None, *, ends_process: bool = True) -> Deadline:
    """Create the deadline of the command from its limits."""
    return Deadline(limits, on_tick, ends_process=ends_process, since=_begun)


@contextmanager
def limit_reading(limits: Limits) -> Iterator[None]:
    """Context manager: set the limits for `enforce_limits`."""
    global _limits  # noqa: PLW0603
    before, _limits = _limits, limits
    try:
        yield
    finally:
        _limits = before


@contextmanager
def enforce_limits() -> Iterator[None]:
    """Context manager: interrupt a reader when a limit is reached.

    The enclosing `limit_reading` sets the limits.

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
    # Processor time: waiting for standard input does not count.
    before = signal.signal(signal.SIGPROF, lambda *_: clock.check())
    rest = signal.setitimer(signal.ITIMER_PROF, _USUAL, _TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, *rest)
        signal.signal(signal.SIGPROF, before)
