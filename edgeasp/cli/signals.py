"""Ctrl-C and SIGTERM: the first asks for a clean end, a second one ends at once."""

from __future__ import annotations

import os
import signal
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_PATIENCE = 1.5
"""Seconds after which a process that was asked to end does so, even if nobody reads what it has to write."""


class Interrupted(KeyboardInterrupt):
    """The process was asked to end.

    Attributes:
        status: the usual exit status, 130 for Ctrl-C and 143 for SIGTERM.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


_pending: Interrupted | None = None
_deferred = False


def install() -> None:
    """Turn the first signal into an exception, unless it is ignored, as in the background of a script."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _first)


def defer() -> None:
    """From now on a signal waits for the next `raise_pending`, so that what is being written is written whole."""
    global _deferred  # noqa: PLW0603  # as signals are, it is one for the process
    _deferred = True


def raise_pending() -> None:
    """Raise what a signal has asked for meanwhile.

    Raises:
        Interrupted: there was one.
    """
    if _pending is not None:
        raise _pending


def pending() -> Interrupted | None:
    """What a signal has asked for meanwhile."""
    return _pending


def _first(number: int, _: FrameType | None) -> None:
    global _pending  # noqa: PLW0603
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_DFL)
    _pending = interrupt = Interrupted(number)
    if not _deferred:
        raise interrupt
    signal.signal(signal.SIGALRM, lambda *_: os._exit(interrupt.status))
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE)


def status_of(interrupt: KeyboardInterrupt) -> int:
    """The exit status that an interrupt asks for."""
    return interrupt.status if isinstance(interrupt, Interrupted) else 128 + signal.SIGINT
