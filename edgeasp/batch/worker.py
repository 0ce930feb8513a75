"""The process that makes a call, or one call after another.

It reads pickled calls from standard input, writes pickled reports and then the pickled result to standard output, and
ends when standard input ends: when the process that started it wants that, or is dead. It makes one call alone, since
clingo keeps every symbol while a process lives, or many, which can share a ground program.
"""

from __future__ import annotations

import importlib
import os
import pickle
import queue
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from edgeasp.batch.work import Context
from edgeasp.system.processes import SystemWarning, end_own_children, end_with, memory_in_use, peak_memory

GRACE = 0.25
"""Seconds in which a process whose caller has ended may finish what it writes."""

ABANDONED = 3
"""The exit status of a process whose caller has ended."""

LENGTH = 8
"""The number of bytes that tell how long a message is."""

_LATE = 0.2
"""Seconds past the deadline that a function gets to stop by itself: it knows best how."""


class Abandoned(BaseException):
    """The caller has ended."""


def packed(is_result: bool, value: Any) -> bytes:
    """A report, or the result, with its length in front: a reader sees whether it has arrived whole."""
    data = pickle.dumps((is_result, value))
    return len(data).to_bytes(LENGTH, "big") + data


def message(data: bytes) -> tuple[bool, Any]:
    """Whether a message that has arrived whole is the result, and its value.

    Raises:
        ValueError: its class cannot make it anew.
    """
    try:
        is_result, value = pickle.loads(data)
    except Exception as error:
        raise ValueError(f"what it sent cannot be unpickled: {type(error).__name__}: {error}") from None
    return is_result, value


@dataclass(frozen=True, slots=True)
class Served:
    """The end of a call: its value, or why it failed; its processor time in seconds; memory in bytes, 0 if unknown.

    The memory is that in use after one of many calls, or the peak of a process that makes one.
    """

    value: Any
    failure: str
    cpu: float
    memory: int


def serve() -> NoReturn:
    """Make one call after another, as they arrive on standard input; one that fails keeps none from being made."""
    # Standard output is for results alone: what a solver prints by itself goes to standard error.
    output = os.dup(1)
    os.dup2(2, 1)
    calls: queue.Queue[Any] = queue.Queue()
    kept: dict[type, Any] = {}
    abandoned, writing = threading.Event(), threading.Lock()

    def read() -> None:
        # Not sys.stdin: a thread that waits in there must not outlive the interpreter.
        try:
            with suppress(EOFError), os.fdopen(0, "rb", closefd=False) as stream:
                while True:
                    calls.put(pickle.load(stream))
        except Exception as error:
            os.write(2, _words(error).encode())
            os._exit(1)
        calls.put(None)
        abandoned.set()
        time.sleep(GRACE)
        _leave()

    def check() -> None:
        if abandoned.is_set():
            raise Abandoned

    def write(is_result: bool, value: Any) -> None:
        with writing, os.fdopen(output, "wb", closefd=False) as stream:
            stream.write(packed(is_result, value))

    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        # What the system lacks is a matter for who has asked.
        if isinstance(message, SystemWarning):
            write(False, message)
        else:
            usual(message, category, *where, **more)

    warnings.showwarning = show
    threading.Thread(target=read, daemon=True).start()
    while (call := calls.get()) is not None:
        function, argument, begun, deadline, alone = call
        context = Context(begun, deadline, check, lambda value: write(False, value), lambda: end_with(0), kept)
        _make(function, argument, context, write, alone=alone)
    # clingo may be busy in a thread that cannot be stopped.
    os._exit(0)


def _make(function: str, argument: Any, context: Context, write: Callable[[bool, Any], object], *, alone: bool) -> None:
    """Make a call and write its result. With one that is alone the process ends, at its deadline at the latest."""
    before, once = 0.0 if alone else time.process_time(), threading.Lock()

    def end(value: Any, failure: str = "") -> None:
        memory = peak_memory() if alone else memory_in_use()
        write(True, Served(value, failure, time.process_time() - before, memory or 0))
        if alone:
            os._exit(1 if failure else 0)

    def stop_at(deadline: float) -> None:
        time.sleep(max(0.0, deadline + _LATE - time.monotonic()))
        if context.partial is not None and once.acquire(blocking=False):
            end(context.partial())

    if alone and context.deadline is not None:
        threading.Thread(target=stop_at, args=(context.deadline,), daemon=True).start()
    value, failure = None, ""
    try:
        value = find(function)(argument, context)
    except Abandoned:
        _leave()
    except Exception as error:
        failure = _words(error)
    once.acquire()
    end(value, failure)


def _words(error: Exception) -> str:
    """The last line of an error, with its class."""
    return f"{type(error).__name__}: {''.join(str(error).splitlines()[-1:])}"[:400]


def find(function: str) -> Any:
    """The function that `Work.function` names."""
    module, _, name = function.partition(":")
    return getattr(importlib.import_module(module), name)


def _leave() -> NoReturn:
    """End, with all that this process has started: its caller may be dead, and cannot see to that."""
    end_own_children()
    os._exit(ABANDONED)
