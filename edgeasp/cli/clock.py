"""Clock of a command: it starts with the process, so that limits cover start-up."""

from __future__ import annotations

from collections.abc import Callable

from edgeasp.system.limits import Deadline, Limits

_begun: float | None = None


def start(begun: float) -> None:
    """Have the clock of the command start at a moment on the monotonic clock."""
    global _begun  # noqa: PLW0603  # a process runs one command
    _begun = begun


def deadline(limits: Limits, on_tick: Callable[[], None] = lambda: None, *, outlived: bool = False) -> Deadline:
    """Make the deadline of the command; the arguments are those of `Deadline`."""
    return Deadline(limits, on_tick, outlived=outlived, since=_begun)
