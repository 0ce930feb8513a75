"""Ctrl-C and SIGTERM: the first asks for a clean end, a second one ends at once."""

from __future__ import annotations

import signal
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupted(KeyboardInterrupt):
    """The process was asked to end.

    Attributes:
        status: the usual exit status, 130 for Ctrl-C and 143 for SIGTERM.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


def install() -> None:
    """Turn the first signal into an exception, unless it is ignored, as in the background of a script."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _first)


def _first(number: int, _: FrameType | None) -> None:
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_DFL)
    raise Interrupted(number)


def status_of(interrupt: KeyboardInterrupt) -> int:
    """The exit status that an interrupt asks for."""
    return interrupt.status if isinstance(interrupt, Interrupted) else 128 + signal.SIGINT
