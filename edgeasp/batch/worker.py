"""The process that makes one call: fresh each time, since clingo keeps every symbol while a process lives.

It reads a pickled call from standard input, writes pickled reports and then the pickled result to standard output, and
ends when standard input ends: when the process that started it wants that, or is dead.
"""

from __future__ import annotations

import importlib
import os
import pickle
import threading
import time
from collections.abc import Iterator
from typing import Any, NoReturn

from edgeasp.batch.work import Context

GRACE = 1.0
"""Seconds in which a process whose caller has ended may finish what it writes."""

ABANDONED = 3
"""The exit status of a process whose caller has ended."""

_LENGTH = 8

_LATE = 0.2
"""Seconds past the deadline that a function gets to stop by itself: it knows best how."""


class Abandoned(BaseException):
    """The caller has ended."""


def packed(is_result: bool, value: Any) -> bytes:
    """A report, or the result, with its length in front: a reader sees whether it has arrived whole."""
    data = pickle.dumps((is_result, value))
    return len(data).to_bytes(_LENGTH, "big") + data


def unpacked(data: bytes) -> Iterator[tuple[bool, Any, int]]:
    """What has arrived whole: whether it is the result, its value, and the number of bytes up to its end."""
    begin = 0
    while (
        len(data) >= (end := begin + _LENGTH + int.from_bytes(data[begin : begin + _LENGTH], "big")) > begin + _LENGTH
    ):
        yield *pickle.loads(data[begin + _LENGTH : end]), end
        begin = end


def main() -> NoReturn:
    """Make the call that stands on standard input."""
    # What a solver prints by itself must not get into the result.
    output = os.dup(1)
    os.dup2(2, 1)
    with os.fdopen(0, "rb", closefd=False) as stream:
        function, argument, begun, deadline = pickle.load(stream)
    abandoned, once, writing = threading.Event(), threading.Lock(), threading.Lock()

    def check() -> None:
        if abandoned.is_set():
            raise Abandoned

    def write(is_result: bool, value: Any) -> None:
        with writing, os.fdopen(output, "wb", closefd=False) as stream:
            stream.write(packed(is_result, value))

    def end(value: Any) -> NoReturn:
        write(True, value)
        # clingo may be busy in a thread that cannot be stopped.
        os._exit(0)

    def stop_at_deadline() -> None:
        time.sleep(max(0.0, deadline + _LATE - time.monotonic()))
        if context.partial is not None and once.acquire(blocking=False):
            end(context.partial())

    context = Context(begun, deadline, check, lambda value: write(False, value))
    threading.Thread(target=_wait_for_end, args=(abandoned,), daemon=True).start()
    if deadline is not None:
        threading.Thread(target=stop_at_deadline, daemon=True).start()
    module, _, name = function.partition(":")
    try:
        value = getattr(importlib.import_module(module), name)(argument, context)
    except Abandoned:
        os._exit(ABANDONED)
    once.acquire()
    end(value)


def _wait_for_end(abandoned: threading.Event) -> None:
    """Wait for the end of standard input, then give the function a moment."""
    # Not sys.stdin: a thread that waits in there must not outlive the interpreter.
    while os.read(0, 4096):
        pass
    abandoned.set()
    time.sleep(GRACE)
    os._exit(ABANDONED)
