"""Ctrl-C and SIGTERM: the first signal ends cleanly, the second at once.

A second signal that arrives together with the first does not count. Until this module is loaded, Python handles
signals. A command therefore imports this module first, and the module itself imports little.
"""

from __future__ import annotations

# Every command waits for this module, and `threading` takes longer to import.
import _thread
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
# Seconds after which an interrupted process ends, even if nothing reads its output.
_PATIENCE = 1.5

# Seconds within which a second signal counts as one request: GNU `timeout` signals its child, then its group.
_TOGETHER = 0.3

KEEPING = 1.0
"""Seconds that an interrupted command may still spend on saving solutions."""


class Interrupted(KeyboardInterrupt):
    """Interrupt by Ctrl-C or SIGTERM.

    Attributes:
        status: exit status, 130 for Ctrl-C, 143 for SIGTERM.
        moment: monotonic time of the signal, in seconds.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        # Shells report a process ended by signal N as status 128 + N.
        self.status, self.moment = 128 + number, time.monotonic()


_pending: Interrupted | None = None
# `processes.call_later` once a signal is deferred.
_after: Callable[[float, Callable[[], object]], None] | None = None

_raising = False
_drawing = False


def install_handlers() -> None:
    """Handle signals, except those that the parent ignores.

    A shell ignores Ctrl-C for background commands of a script.
    """
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _handle_first)


def set_raising(raising: bool) -> bool:
    """Choose whether a signal raises an exception.

    Initially, a signal ends the process.

    Returns the previous choice.
    """
    global _raising  # signals concern the process
    before, _raising = _raising, raising
    return before


def defer() -> None:
    """Defer signals until the next `raise_pending`.

    Files that are being written are completed first.
    """
    global _after  # noqa: PLW0603
    # Imported here and not when a signal arrives, maybe in the middle of another import.
    from edgeasp.system.processes import call_later

    _after = call_later


def raise_pending(patience: float = 0.0) -> None:
    """Raise a signal deferred at least `patience` seconds ago."""
    if _pending is not None and time.monotonic() - _pending.moment >= patience:
        raise _pending


def pending() -> Interrupted | None:
    """Return the deferred signal or None."""
    return _pending


def _handle_first(number: int, _: FrameType | None) -> None:
    global _pending  # noqa: PLW0603
    # Python complains of a second signal that arrived before its handler was removed.
    sys.unraisablehook = lambda _: None
    # Without timers, as on Windows, the next signal ends the process at once.
    waits = hasattr(signal, "setitimer")
    for kind in _SIGNALS:
        signal.signal(kind, signal.SIG_IGN if waits else signal.SIG_DFL)
    if waits:
        _thread.start_new_thread(_restore_default_handlers, ())
    _pending = interrupt = Interrupted(number)
    if _after is not None:
        _exit_after_patience(interrupt, _after)
    elif _raising:
        raise interrupt
    else:
        os._exit(interrupt.status)


def _exit_after_patience(interrupt: Interrupted, after: Callable[[float, Callable[[], object]], None]) -> None:
    after(_PATIENCE, lambda: _exit_after_patience(interrupt, after) if _drawing else os._exit(interrupt.status))


class DrawingGuard:
    """Context manager for drawing, which the first signal does not interrupt."""

    def __enter__(self) -> None:
        """Start drawing."""
        self._set_drawing(True)

    def __exit__(self, *_: object) -> None:
        """Stop drawing.

        After a deferred signal, the process has a grace period to write the drawing.
        """
        self._set_drawing(False)
        if _pending is not None and _after is not None:
            _exit_after_patience(_pending, _after)  # there is time to write it

    @staticmethod
    def _set_drawing(drawing: bool) -> None:
        global _drawing  # noqa: PLW0603
        _drawing = drawing


def _restore_default_handlers() -> None:
    time.sleep(_TOGETHER)
    from ctypes import CDLL

    # Python sets signals in its main thread only, which may be solving.
    library = CDLL(None)
    for kind in _SIGNALS:
        library.signal(int(kind), None)


def exit_status(interrupt: KeyboardInterrupt) -> int:
    """Return the exit status after an interrupt."""
    return interrupt.status if isinstance(interrupt, Interrupted) else 128 + signal.SIGINT
