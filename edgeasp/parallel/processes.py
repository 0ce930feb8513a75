"""Run function calls in other processes, fresh or pooled.

A process reads pickled calls from standard input and writes pickled reports, then the pickled result, to standard
output. It ends when standard input is closed, which also happens if its parent dies. A fresh process makes a single
call, since clingo never frees symbols. A pooled process makes many calls, which can share a ground program.
"""

from __future__ import annotations

import importlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Generic, NoReturn, Protocol, Self, TypeVar

import edgeasp
from edgeasp.system import processes
from edgeasp.system.errors import OptionError, SolverError, os_reason
from edgeasp.system.processes import (
    SystemWarning,
    kill_own_group,
    machine_memory,
    memory_in_use,
    peak_memory,
    tree_memory_of,
)

# ---- a call for another process, and its end ----

_Kept = TypeVar("_Kept")
_Message = TypeVar("_Message")

TICK = 0.05
"""Seconds between two ticks of an executor."""


def qualified_name(function: Callable[..., Any]) -> str:
    """Name a function for another process: `module:name`."""
    return f"{function.__module__}:{function.__qualname__}"


@dataclass(frozen=True, slots=True)
class Call:
    """A call to make in another process.

    Attributes:
        function: `qualified_name` of a function that takes the argument and a `CallContext`.
        argument: picklable argument of the function.
        threads: number of slots that the call takes.
        seconds: wall time after which the process is ended, None for no limit.
        memory: peak memory in bytes above which the process is ended, None for no limit.
    """

    function: str
    argument: Any
    threads: int = 1
    seconds: float | None = None
    memory: int | None = None


@dataclass(slots=True)
class CallContext:
    """Services for a function that runs in another process.

    Attributes:
        begun: start of the process, on the monotonic clock, which all processes share.
        deadline: time limit of the call, on the monotonic clock, None for no limit.
        check: function that raises an exception if the parent process has ended.
        report: function that sends a picklable value to the parent process.
        kept: objects that the process keeps from call to call.
        partial: function that returns a partial result, called in another thread when the time is up.
    """

    begun: float
    deadline: float | None
    check: Callable[[], None] = lambda: None
    report: Callable[[Any], object] = lambda value: None
    kept: dict[type, Any] = field(default_factory=dict)
    partial: Callable[[], Any] | None = None

    def get_or_create(self, kind: type[_Kept]) -> _Kept:
        """Return the object of a class that the process keeps.

        The first call creates it.
        """
        kept: _Kept = self.kept[kind] if kind in self.kept else self.kept.setdefault(kind, kind())
        return kept


@dataclass(frozen=True, slots=True)
class EndedCall:
    """Result of a call, and its costs.

    Attributes:
        call: the call.
        value: result of the function, None if the function did not return.
        failure: why the function did not return, as text, empty if it returned.
        killed: limit that ended the process, `timeout` or `memory`, empty if the process ended by itself.
        status: exit status of the process, negative for a signal.
        wall: seconds from start to end.
        cpu: processor time in seconds, user and system.
        memory: peak memory in bytes.
    """

    call: Call
    value: Any = None
    failure: str = ""
    killed: str = ""
    status: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    memory: int = 0

    @property
    def died(self) -> bool:
        """Whether a signal ended the process, not a limit."""
        return self.status < 0 and not self.killed


@dataclass(frozen=True, slots=True)
class RunningCall:
    """A running call, with its start on the monotonic clock."""

    call: Call
    since: float


OnTick = Callable[[list[RunningCall]], object]
"""Called several times a second with the running calls. An exception that it raises ends the execution."""

OnReport = Callable[[Call, Any], object]
"""Called with each value that a running call reports. An exception that it raises ends the execution."""


def ignore_report(work: Call, value: Any) -> None:
    """Discard a report."""


class Executor(Protocol):
    """Protocol of executors, which run several calls at a time.

    Implementations: `PoolExecutor` on this machine, `edgeasp.lab.cluster.dask` on a cluster.
    """

    def run(
        self, works: Iterable[Call | None], on_tick: OnTick, on_report: OnReport = ignore_report
    ) -> Generator[EndedCall, None, None]:
        """Run calls, and yield each result.

        Closing the iterator ends all calls.

        Args:
            works: the calls, in order. The next one is taken when a slot is free. None means that no call is available
                yet: the next one is taken after another call has ended.
            on_tick: called with the running calls several times a second.
            on_report: called with each report and the call that sent it.
        """


ATTEMPTS = 3
"""Greatest number of processes that may die during one call."""


class RetryingExecutor:
    """Executor that repeats a call if its process dies.

    Reports of a repeated call may arrive twice.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def run(
        self, works: Iterable[Call | None], on_tick: OnTick, on_report: OnReport = ignore_report
    ) -> Generator[EndedCall, None, None]:
        """Run calls like `Executor.run`."""
        waiting, again, deaths = iter(works), list[Call](), dict[int, int]()

        def queue() -> Iterator[Call | None]:
            while True:
                work = again.pop() if again else next(waiting, None)
                if work is None and not deaths:
                    return
                if work is not None:
                    deaths.setdefault(id(work), 0)
                yield work

        with closing(self._executor.run(queue(), on_tick, on_report)) as executed:
            for ended in executed:
                call = id(ended.call)
                deaths[call] += ended.died
                if ended.died and deaths[call] < ATTEMPTS:
                    again.append(ended.call)
                else:
                    # Once the call is gone, another call may have its number.
                    del deaths[call]
                    yield ended


class Mailbox(Generic[_Message]):
    """Queue of messages from other threads, with regular clock ticks."""

    def __init__(self) -> None:
        # No SimpleQueue: in Python 3.11, a signal handler that outlasts its timeout makes it wait for ever.
        self._messages: queue.Queue[_Message] = queue.Queue()
        self._next_tick = time.monotonic() + TICK

    def put(self, message: _Message) -> None:
        """Add a message from any thread."""
        self._messages.put(message)

    def receive(self) -> _Message | None:
        """Wait for a message, or return None at a tick.

        Ticks arrive in time even if many messages are waiting.
        """
        left = self._next_tick - time.monotonic()
        if left > 0:
            try:
                return self._messages.get(timeout=left)
            except queue.Empty:
                pass
        self._next_tick = time.monotonic() + TICK
        return None


# ---- the process that makes a call, or one call after another ----

GRACE = 0.25
"""Seconds in which a process whose caller has ended may finish what it writes."""

ABANDONED = 3
"""Exit status of a process whose caller has ended."""

LENGTH = 8
"""Number of bytes that hold the length of a message."""

# Seconds past the deadline that a function gets to stop by itself: it knows best how.
_LATE = 0.2


class Abandoned(BaseException):
    """Raised in a process whose caller has ended."""


def pack_message(is_result: bool, value: Any) -> bytes:
    """Serialise a report or a result with its length.

    The length tells a reader whether the message is complete.
    """
    data = pickle.dumps((is_result, value))
    return len(data).to_bytes(LENGTH, "big") + data


def unpack_message(data: bytes) -> tuple[bool, Any]:
    """Deserialise a message: a flag for results, and the value.

    Raises:
        ValueError: the value cannot be unpickled.
    """
    try:
        is_result, value = pickle.loads(data)
    except Exception as error:
        raise ValueError(f"what it sent cannot be unpickled: {type(error).__name__}: {error}") from None
    return is_result, value


@dataclass(frozen=True, slots=True)
class ServedCall:
    """Value or error of a call in a process, and its costs.

    Processor time is in seconds. Memory is in bytes, 0 if unknown: the peak memory of a fresh process, or the memory
    that a pooled process uses after the call.
    """

    value: Any
    failure: str
    cpu: float
    memory: int


def serve_calls() -> NoReturn:
    """Make the calls that arrive on standard input.

    A call that fails does not affect the next one.
    """
    # The calling process handles Ctrl-C. A program that a call starts handles it as usual.
    signal.signal(signal.SIGINT, lambda *_: None)
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
            os.write(2, _error_text(error).encode())
            os._exit(1)
        calls.put(None)
        abandoned.set()
        time.sleep(GRACE)
        _end_with_children()

    def check() -> None:
        if abandoned.is_set():
            raise Abandoned

    def write(is_result: bool, value: Any) -> None:
        with writing, os.fdopen(output, "wb", closefd=False) as stream:
            stream.write(pack_message(is_result, value))

    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        # The calling process reports what the system lacks.
        if isinstance(message, SystemWarning):
            write(False, message)
        else:
            usual(message, category, *where, **more)

    warnings.showwarning = show
    threading.Thread(target=read, daemon=True).start()
    while (call := calls.get()) is not None:
        function, argument, begun, deadline, alone = call
        context = CallContext(begun, deadline, check, lambda value: write(False, value), kept)
        _make_call(function, argument, context, write, alone=alone)
    # clingo may be busy in a thread that cannot be stopped.
    os._exit(0)


def _make_call(
    function: str, argument: Any, context: CallContext, write: Callable[[bool, Any], object], *, alone: bool
) -> None:
    """Make a call and write its result.

    If `alone`, the process ends with the call, or at the deadline with a partial result.
    """
    before, once = 0.0 if alone else time.process_time(), threading.Lock()

    def end(value: Any, failure: str = "") -> None:
        memory = peak_memory() if alone else memory_in_use()
        write(True, ServedCall(value, failure, time.process_time() - before, memory or 0))
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
        value = find_function(function)(argument, context)
    except Abandoned:
        _end_with_children()
    except Exception as error:
        failure = _error_text(error)
    once.acquire()
    end(value, failure)


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {''.join(str(error).splitlines()[-1:])}"[:400]


def find_function(function: str) -> Any:
    """Import the function that `Call.function` names."""
    module, _, name = function.partition(":")
    return getattr(importlib.import_module(module), name)


def _end_with_children() -> NoReturn:
    """End this process and its child processes.

    The parent process may be dead already, and then cannot end them.
    """
    kill_own_group()
    os._exit(ABANDONED)


# ---- processes of this machine that make calls, fresh ones or such that stay, and how one is seen from outside ----

# Unlike `-m`, with `-P` this imports nothing from the current folder.
_START = "import sys; sys.path.append(sys.argv.pop(1)); from edgeasp.parallel import processes; processes.serve_calls()"


@contextmanager
def _ignore_dead_process() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if not processes.is_closed_pipe(error):
            raise


# From a process: a report (False), a result (True), or its end (None).
_Sent = tuple["_Process", bool | None, Any]


def worker_memory(slots: int) -> int | None:
    """Return each worker's share of half of this machine's memory.

    The result is in bytes, or None if the system does not report its memory.
    """
    memory = machine_memory()
    return None if memory is None else memory // 2 // slots


class PoolExecutor:
    """Runs calls in fresh or pooled processes of this machine.

    A pooled process keeps objects for its next call, see `CallContext.get_or_create`. The processes end after one run,
    unless a `with` statement keeps them for further runs. If a process dies, it is replaced, and `EndedCall` reports
    that its call failed. All processes end with this process, even after SIGKILL.

    A function gets its argument and a `CallContext`, here `is_not(7, context)`:

    >>> [ended.value for ended in PoolExecutor(2).run([Call("operator:is_not", 7)], lambda running: None)]
    [True]
    """

    def __init__(
        self, slots: int, memory: int | None = None, *, fresh: bool = False, cores: Sequence[int] = ()
    ) -> None:
        """Prepare an executor.

        No process is started yet.

        Args:
            slots: number of threads at a time. A call takes one or several.
            memory: limit in bytes. A process that uses more memory after a call is replaced.
            fresh: whether each call gets its own process, measured from start to end.
            cores: cores to which fresh processes are bound, one per slot. Empty to let the system choose.
        """
        self._slots, self._memory = slots, memory
        self._fresh, self._cores = fresh, list(cores)
        self._messages = Mailbox[_Sent]()
        self._idle: list[_Process] = []
        self._stays = False

    def __enter__(self) -> Self:
        self._stays = True
        return self

    def __exit__(self, *_: object) -> None:
        self._stays = False
        self._stop_processes([])

    def run(
        self, works: Iterable[Call | None], on_tick: OnTick, on_report: OnReport = ignore_report
    ) -> Generator[EndedCall, None, None]:
        """Run calls like `Executor.run`.

        Raises:
            OptionError: a call takes more threads than there are slots.
        """
        waiting, work = iter(works), None
        busy: list[_Process] = []
        free, cores = self._slots, list(self._cores)
        try:
            while True:
                while free and (work := work or next(waiting, None)) and work.threads <= free:
                    bound, cores = cores[: work.threads], cores[work.threads :]
                    busy.append(self._start_call(work, bound))
                    free -= work.threads
                    work = None
                if work is not None and not busy:
                    raise OptionError(f"expected {work.threads} cores for one call, found {self._slots}")
                if not busy:
                    return
                if (message := self._messages.receive()) is None:
                    on_tick([RunningCall(call.current, call.since) for call in busy])
                    for call in busy:
                        call.check_limits()
                    continue
                process, kind, value = message
                if isinstance(value, SystemWarning):
                    processes.warn_unavailable(str(value))
                    continue
                if process not in busy:
                    continue  # an idle process has died, or one that was asked to end
                if kind is False:
                    on_report(process.current, value)
                    continue
                if kind:
                    process.served = value
                    if self._fresh:
                        continue  # it ends by itself
                    if self._memory is None or value.memory <= self._memory:
                        self._idle.append(process)
                    else:
                        process.close()
                busy.remove(process)
                free += process.current.threads
                cores = sorted([*cores, *process.cores])
                yield process.call_result()
        finally:
            self._stop_processes(busy)

    def _start_call(self, work: Call, cores: Sequence[int]) -> _Process:
        begun = time.monotonic()
        self._idle = [worker for worker in self._idle if not worker.dead]
        process = self._idle.pop() if self._idle else _Process(self._messages.put, cores, fresh=self._fresh)
        process.send_call(work, begun)
        return process

    def _stop_processes(self, busy: list[_Process]) -> None:
        """Stop busy processes, and idle ones unless the pool persists."""
        ending = busy if self._stays else [*busy, *self._idle]
        if not self._stays:
            self._idle = []
        for process in ending:
            process.close()
        deadline = time.monotonic() + GRACE + 0.1
        while not all(process.dead for process in ending) and time.monotonic() < deadline:
            time.sleep(0.01)
        for process in ending:
            process.kill()
        while not all(process.dead for process in ending):
            time.sleep(0.01)


class _Process:
    """A process that runs calls until its standard input ends.

    Attributes:
        current: current call.
        since: start of the call.
        cores: cores to which the process is bound, empty if none.
        served: result of the call, None while it runs, or if the process has died.
    """

    current: Call
    since: float
    served: ServedCall | None

    def __init__(self, put: Callable[[_Sent], object], cores: Sequence[int], *, fresh: bool) -> None:
        """Start a process.

        Raises SolverError if the process cannot be started.
        """
        self.cores = list(cores)
        self._fresh = fresh
        self._killed = self._unreadable = self._said = ""
        self._ended_at, self._peak = 0.0, 0
        self._cpu: float | None = None
        # Importing it takes milliseconds, and most commands start no process.
        from tempfile import TemporaryFile

        self._errors: IO[bytes] = TemporaryFile()  # noqa: SIM115
        with processes.bind_to_cores(self.cores):
            self._process = self._start_process()
        threading.Thread(target=self._read_messages, args=(put,), daemon=True).start()

    def _start_process(self) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                [sys.executable, "-P", "-c", _START, str(Path(edgeasp.__file__).parents[1])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=os.environ | {"PYTHONHASHSEED": "0"},
                # Ctrl-C at the terminal is for the parent; a child is ended by the end of its standard input.
                **processes.new_group_options(),
            )
        except OSError as error:
            raise SolverError(f"cannot start a process: {os_reason(error)}") from None

    @property
    def dead(self) -> bool:
        """Whether the process has ended, and was waited for."""
        return self._process.returncode is not None

    def send_call(self, work: Call, begun: float) -> None:
        """Send a call to the process.

        If the process is already dead, its end is reported as usual.
        """
        self.current, self.since, self.served = work, begun, None
        stream = self._process.stdin
        assert stream is not None
        deadline = None if work.seconds is None else begun + work.seconds
        with _ignore_dead_process():
            pickle.dump((work.function, work.argument, begun, deadline, self._fresh), stream)
            stream.flush()

    def close(self) -> None:
        """Ask the process to end."""
        assert self._process.stdin is not None
        with _ignore_dead_process():
            self._process.stdin.close()

    def kill(self) -> None:
        """Kill the process and its children."""
        if not self.dead:
            processes.kill_process_tree(self._process)

    def _read_messages(self, put: Callable[[_Sent], object]) -> None:
        process = self._process
        assert process.stdout is not None
        try:
            with process.stdout as stream:
                while len(head := stream.read(LENGTH)) == LENGTH:
                    size = int.from_bytes(head, "big")
                    if len(data := stream.read(size)) == size:  # otherwise it died while writing
                        put((self, *unpack_message(data)))
        except Exception as error:
            self._unreadable = str(error)
            self.kill()
        finally:
            # In any case, notify whoever waits for this call or for the end of the process.
            status, self._cpu, peak = processes.wait_and_measure(process)
            with self._errors as errors:
                errors.seek(0)
                self._said = errors.read().decode(errors="replace").strip()
            self._ended_at, self._peak = time.monotonic(), self._peak or peak or 0
            process.returncode = status
            put((self, None, None))

    def check_limits(self) -> None:
        """End the process if its call has exceeded a limit."""
        memory, seconds = self.current.memory, self.current.seconds
        if self._fresh or memory is not None:
            self._peak = max(self._peak, tree_memory_of(self._process.pid) or 0)
        if memory is not None and self._peak > memory:
            self._killed = self._killed or "memory"
            self.kill()
        elif seconds is not None and time.monotonic() > self.since + seconds + GRACE:
            self._killed = self._killed or "timeout"
            self.kill()

    def call_result(self) -> EndedCall:
        """Return the call's value and costs, or why it failed."""
        call, served = self.current, self.served
        if served is not None and not self._fresh:
            wall = time.monotonic() - self.since
            return EndedCall(call, served.value, served.failure, self._killed, 0, wall, served.cpu, served.memory)
        self.close()
        # Another process would send the same unreadable message, so this one has not died.
        failure, status = self._failure_text(), 1 if self._unreadable else self._process.returncode
        served = served or ServedCall(None, self._unreadable or failure, 0.0, 0)
        returned = status == 0 and self.served is not None
        return EndedCall(
            call,
            served.value if returned else None,
            "" if returned else served.failure or failure,
            self._killed,
            status,
            self._ended_at - self.since,
            # The process measured its own time, in case the system reports nothing about ended processes.
            served.cpu if self._cpu is None else self._cpu,
            self._peak or served.memory,
        )

    def _failure_text(self) -> str:
        """Describe why the process returned nothing.

        The description uses its exit status and standard error.
        """
        status, errors = self._process.returncode, self._said
        if status == ABANDONED:
            return "it was abandoned"
        return (
            errors.splitlines()[-1][:400]
            if errors and status >= 0
            else f"its process {processes.describe_exit(status)}"
        )
