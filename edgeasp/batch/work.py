"""A call for another process, and its end: all that executors of calls have in common."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

_Kept = TypeVar("_Kept")
_Message = TypeVar("_Message")

TICK = 0.05
"""Seconds between two ticks of an executor."""


def name_of(function: Callable[..., Any]) -> str:
    """The name by which another process finds a function of a module: `module:name`."""
    return f"{function.__module__}:{function.__qualname__}"


@dataclass(frozen=True, slots=True)
class Work:
    """A call that another process makes.

    Attributes:
        function: `name_of` a function that takes the argument and a `Context`.
        argument: picklable.
        threads: processor cores that it takes.
        seconds: wall time after which the process is ended; None for no limit.
        memory: bytes at its peak beyond which the process is ended; None for no limit.
    """

    function: str
    argument: Any
    threads: int = 1
    seconds: float | None = None
    memory: int | None = None


@dataclass(slots=True)
class Context:
    """The ways of a function in a process of its own to its caller.

    Attributes:
        begun: when the process was started, on the monotonic clock, which processes share.
        deadline: when its time is up, on the same clock; None if it has no limit.
        check: raises once the caller has ended.
        report: hands the caller a picklable value meanwhile.
        end_abruptly: from then on the process ends in the moment in which its caller does, also while a library keeps
            Python from running.
        kept: what the process keeps from call to call.
        partial: called when the time is up, in another thread; what it returns stands for the function's result.
    """

    begun: float
    deadline: float | None
    check: Callable[[], None] = lambda: None
    report: Callable[[Any], object] = lambda value: None
    end_abruptly: Callable[[], None] = lambda: None
    kept: dict[type, Any] = field(default_factory=dict)
    partial: Callable[[], Any] | None = None

    def keep(self, kind: type[_Kept]) -> _Kept:
        """The one object of a class that the process keeps from call to call; the first call makes it."""
        kept: _Kept = self.kept[kind] if kind in self.kept else self.kept.setdefault(kind, kind())
        return kept


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a call.

    Attributes:
        work: the call.
        value: what the function returned; None if it did not return.
        failure: why it did not return, in words; empty if it did.
        killed: the limit for which the process was ended: `timeout` or `memory`; empty if it ended by itself.
        status: the exit status of the process; negative for a signal.
        wall: seconds from its start to its end.
        cpu: seconds of processor time, user and system.
        memory: bytes at its peak.
    """

    work: Work
    value: Any = None
    failure: str = ""
    killed: str = ""
    status: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Running:
    """A call that is being executed, since a moment on the monotonic clock."""

    work: Work
    since: float


OnTick = Callable[[list[Running]], object]
"""Called several times a second with what is running; an exception that it raises ends the execution."""

OnReport = Callable[[Work, Any], object]
"""Called with each value that a call reports while it runs; an exception that it raises ends the execution."""


def ignore(work: Work, value: Any) -> None:
    """Take no notice of a report."""


class Executor(Protocol):
    """Executes calls, several at a time.

    `edgeasp.batch.pool` does so in processes of this machine, `edgeasp.batch.dask_executor` in those of a cluster.
    """

    def run(
        self,
        works: Iterable[Work | None],
        on_tick: OnTick,
        on_report: OnReport = ignore,
    ) -> Generator[Ended, None, None]:
        """Execute calls, and give the end of each as it comes; closing the iterator ends all of them.

        Args:
            works: the calls, begun in this order; the next one is asked for when it can begin. None stands for none at
                the moment: another one is asked for when a call has ended.
            on_tick: called several times a second, however many calls end.
            on_report: called with what the calls report.
        """


class Mailbox(Generic[_Message]):
    """Messages from other threads, with the ticks of a clock between them."""

    def __init__(self) -> None:
        # No SimpleQueue: in Python 3.11, a signal handler that outlasts its timeout makes it wait for ever.
        self._messages: queue.Queue[_Message] = queue.Queue()
        self._next_tick = time.monotonic() + TICK

    def put(self, message: _Message) -> None:
        """Put in a message, from any thread."""
        self._messages.put(message)

    def receive(self) -> _Message | None:
        """Wait for the next message; None is a tick, which comes in time however many messages wait."""
        left = self._next_tick - time.monotonic()
        if left > 0:
            try:
                return self._messages.get(timeout=left)
            except queue.Empty:
                pass
        self._next_tick = time.monotonic() + TICK
        return None
