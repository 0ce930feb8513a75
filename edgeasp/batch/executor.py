"""Processes of this machine that make calls: started, limited, measured from outside, ended."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import edgeasp
from edgeasp.batch.work import Ended, Running, Work
from edgeasp.batch.worker import ABANDONED, GRACE, unpacked
from edgeasp.puzzle.errors import OptionError, SolverError
from edgeasp.solvers.limits import reported_memory

_POLL = 0.05

_START = "import sys; sys.path.append(sys.argv.pop(1)); from edgeasp.batch.worker import main; main()"
"""Unlike `-m`, with `-P` this imports nothing from the current folder."""


class ProcessExecutor:
    """Executes calls in processes of this machine, each in one of its own."""

    def __init__(self, slots: int, cores: Sequence[int] = ()) -> None:
        """Run so many threads at a time, each bound to one of as many cores; none leaves that to the system."""
        self._slots = slots
        self._cores = list(cores)

    def run(
        self,
        works: Iterable[Work | None],
        on_tick: Callable[[list[Running]], object],
        on_report: Callable[[Work, Any], object] = lambda work, value: None,
    ) -> Generator[Ended, None, None]:
        """Execute calls, and give what came of each when it ends.

        Closing the iterator ends all processes, and so does the end of this process, even by SIGKILL.
        """
        waiting, work = iter(works), None
        busy: list[_Process] = []
        # No SimpleQueue: in Python 3.11, a signal handler that outlasts its timeout makes it wait for ever.
        ended: queue.Queue[_Process] = queue.Queue()
        free, cores = self._slots, list(self._cores)
        try:
            while True:
                while free and (work := work or next(waiting, None)) and work.threads <= free:
                    bound = [cores.pop(0) for _ in range(work.threads)] if cores else []
                    busy.append(_Process(work, bound, ended.put))
                    free -= work.threads
                    work = None
                if work is not None and not busy:
                    raise OptionError(f"expected {work.threads} cores for one call, found {self._slots}")
                if not busy:
                    return
                try:
                    process = ended.get(timeout=_POLL)
                except queue.Empty:
                    on_tick([Running(each.work, each.begun) for each in busy])
                    for each in busy:
                        each.check()
                        for value in each.reports():
                            on_report(each.work, value)
                    continue
                for value in process.reports():
                    on_report(process.work, value)
                busy.remove(process)
                free += process.work.threads
                cores = sorted([*cores, *process.cores])
                yield process.ended()
        finally:
            _end(busy)


def available_cores() -> list[int]:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


class _Process:
    """A process that makes a call."""

    def __init__(self, work: Work, cores: Sequence[int], on_end: Callable[[_Process], object]) -> None:
        """Start it; `on_end` is called in another thread when it has ended."""
        self.work = work
        self.cores = list(cores)
        self._output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._killed = ""
        self._read = 0
        self._peak = 0
        self._wall = 0.0
        self._usage: Any = None
        self.begun = time.monotonic()
        try:
            self.child = _bound_to(self.cores, self._start)
        except OSError as error:
            raise SolverError(f"cannot start a process: {(error.strerror or str(error)).lower()}") from None
        deadline = None if work.seconds is None else self.begun + work.seconds
        assert self.child.stdin is not None
        with suppress(BrokenPipeError):
            pickle.dump((work.function, work.argument, self.begun, deadline), self.child.stdin)
            self.child.stdin.flush()
        threading.Thread(target=self._wait, args=(on_end,), daemon=True).start()

    def _start(self) -> subprocess.Popen[bytes]:
        self.begun = time.monotonic()
        return subprocess.Popen(
            [sys.executable, "-P", "-c", _START, str(Path(edgeasp.__file__).parents[1])],
            stdin=subprocess.PIPE,
            # Files, not pipes: nothing is read before the end.
            stdout=self._output,
            stderr=self._errors,
            env=os.environ | {"PYTHONHASHSEED": "0"},
            # Ctrl-C at the terminal is for the parent; a child is ended by the end of its standard input.
            start_new_session=True,
        )

    def _wait(self, on_end: Callable[[_Process], object]) -> None:
        _, status, self._usage = os.wait4(self.child.pid, 0)
        self._wall = time.monotonic() - self.begun
        self.child.returncode = os.waitstatus_to_exitcode(status)
        on_end(self)

    def check(self) -> None:
        """End the process if it has passed a limit."""
        self._peak = max(self._peak, reported_memory("VmHWM:", self.child.pid) or 0)
        if self.work.memory is not None and self._peak > self.work.memory:
            self.kill("memory")
        elif self.work.seconds is not None and time.monotonic() > self.begun + self.work.seconds + GRACE:
            self.kill("timeout")

    def reports(self) -> list[Any]:
        """What the call has reported since the last time."""
        # Reading at an offset leaves alone where the process writes.
        size = os.fstat(self._output.fileno()).st_size
        data = os.pread(self._output.fileno(), size - self._read, self._read) if size > self._read else b""
        found = []
        for is_result, value, end in unpacked(data):
            if is_result:
                break
            found.append(value)
            last = end
        if found:
            self._read += last
        return found

    def close(self) -> None:
        """Ask the process to end."""
        assert self.child.stdin is not None
        with suppress(BrokenPipeError):
            self.child.stdin.close()

    def kill(self, reason: str = "") -> None:
        """End the process, and those that it has started."""
        self._killed = self._killed or reason
        if self.child.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self.child.pid, signal.SIGKILL)

    def ended(self) -> Ended:
        """What came of the call; called once, when the process has ended."""
        self.close()
        status = self.child.returncode
        output, errors = _content(self._output), _content(self._errors).decode(errors="replace").strip()
        results = [value for is_result, value, _ in unpacked(output[self._read :]) if is_result]
        returned = status == 0 and bool(results)
        return Ended(
            self.work,
            results[0] if returned else None,
            "" if returned else failure_of(status, errors),
            self._killed,
            status,
            self._wall,
            self._usage.ru_utime + self._usage.ru_stime,
            self._peak or self._usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        )


def failure_of(status: int, errors: str) -> str:
    """Why a process did not return what it should, in words, from its exit status and its standard error."""
    if status < 0:
        try:
            return f"its process was ended by {signal.Signals(-status).name}"
        except ValueError:
            return f"its process was ended by signal {-status}"
    if status == ABANDONED:
        return "it was abandoned"
    return errors.splitlines()[-1][:400] if errors else f"its process ended with status {status}"


def _end(busy: list[_Process]) -> None:
    """Ask processes to end, and make sure that they do."""
    for each in busy:
        each.close()
    deadline = time.monotonic() + GRACE + 0.1
    while any(each.child.returncode is None for each in busy) and time.monotonic() < deadline:
        time.sleep(0.01)
    for each in busy:
        each.kill()
    while any(each.child.returncode is None for each in busy):
        time.sleep(0.01)


def _bound_to(cores: Sequence[int], start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Start a process that is bound to cores, where the system can do that: it inherits them from this thread."""
    if not cores or not hasattr(os, "sched_setaffinity"):
        return start()
    before = available_cores()
    try:
        with suppress(OSError):
            os.sched_setaffinity(0, cores)
        return start()
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, before)


def _content(stream: IO[bytes]) -> bytes:
    with stream:
        stream.seek(0)
        return stream.read()
