"""What processes do in tests of executors; it imports next to nothing, so that a process starts in a moment."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from edgeasp.parallel.processes import Call, CallContext

_FOR_EVER = 3600.0
_PATIENCE = 120.0


def call(function: str, argument: Any = None) -> Call:
    """A call of one of the functions below."""
    return Call(f"{__name__}:{function}", argument)


_known: list[Any] = []


def remember(value: Any, context: CallContext) -> tuple[int, list[Any]]:
    """Report what was remembered before, and give all."""
    for each in _known:
        context.report(each)
    _known.append(value)
    print("what a solver prints by itself")  # noqa: T201
    return os.getpid(), list(_known)


def short(_: object, context: CallContext) -> None:
    """Do nothing."""


def large(size: int, context: CallContext) -> bytes:
    """Report much, and give much."""
    context.report(b"x" * size)
    return b"y" * size


def count(number: int, context: CallContext) -> str:
    """Report some numbers, of which one is large."""
    for each in range(number):
        context.report(each)
    context.report(b"x" * 1_000_000)
    print("what a solver prints by itself")  # noqa: T201
    return "done"


def wait_for(path: str, context: CallContext) -> str:
    """Report, and end only when a file is there."""
    context.report("waiting")
    deadline = time.monotonic() + _PATIENCE
    while not Path(path).exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    context.report("found")
    return "ended"


def own_number(_: object, context: CallContext) -> int:
    """The number of the process, after a moment."""
    time.sleep(0.2)
    return os.getpid()


def stop_in_time(_: object, context: CallContext) -> None:
    """Have something to say at the deadline, and then never end."""
    context.partial = lambda: "a part"
    time.sleep(_FOR_EVER)


def hang(_: object, context: CallContext) -> None:
    """Report, and then never end."""
    context.report(os.getpid())
    time.sleep(_FOR_EVER)


def die(_: object, context: CallContext) -> None:
    """Report, and be killed."""
    context.report(os.getpid())
    os.kill(os.getpid(), signal.SIGKILL)


def die_first(path: str, context: CallContext) -> str:
    """Report, and be killed unless a file is there, which the first call makes."""
    context.report("begun")
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "ended"


def interrupt(argument: int, _: CallContext) -> int:
    """Get the signal of Ctrl-C, and go on."""
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.01)
    return argument


def die_after(reports: int, context: CallContext) -> None:
    """Report so often, and be killed at once."""
    for each in range(reports):
        context.report(each)
    os.kill(os.getpid(), signal.SIGKILL)


def break_(text: str, context: CallContext) -> None:
    """Fail."""
    raise ValueError(text)


def report_and_break(text: str, context: CallContext) -> None:
    """Report, and fail."""
    context.report("before")
    raise ValueError(text)


class UnreadableError(Exception):
    """Cannot be made of its one argument, as pickle tries to."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


class Unreadable:
    """Is pickled as a number that cannot be read; Dask teaches pickle to read the error above."""

    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("none",)


def give_unreadable(_: object, context: CallContext) -> UnreadableError:
    """Give what cannot be unpickled."""
    return UnreadableError("one", "other")


def report_unreadable(_: object, context: CallContext) -> None:
    """Report what cannot be unpickled, and then never end."""
    context.report(UnreadableError("one", "other"))
    time.sleep(_FOR_EVER)
