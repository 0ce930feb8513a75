"""Processes of this machine that make calls: started, limited, measured from outside, ended."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from typing import IO, Any

from edgeasp.batch.child import Child, end_all
from edgeasp.batch.mailbox import Mailbox
from edgeasp.batch.work import Ended, OnReport, OnTick, Running, Work, ignore
from edgeasp.batch.worker import GRACE, unpacked
from edgeasp.puzzle.errors import OptionError
from edgeasp.solvers.limits import reported_memory


class ProcessExecutor:
    """Executes calls in processes of this machine, each in one of its own."""

    def __init__(self, slots: int, cores: Sequence[int] = ()) -> None:
        """Run so many threads at a time, each bound to one of as many cores; none leaves that to the system."""
        self._slots = slots
        self._cores = list(cores)

    def run(
        self,
        works: Iterable[Work | None],
        on_tick: OnTick,
        on_report: OnReport = ignore,
    ) -> Generator[Ended, None, None]:
        """Execute calls, and give what came of each when it ends.

        Closing the iterator ends all processes, and so does the end of this process, even by SIGKILL.
        """
        waiting, work = iter(works), None
        busy: list[_Process] = []
        ended = Mailbox[_Process]()
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
                if (process := ended.receive()) is None:
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
            end_all([each.child for each in busy])


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
        self._killed = ""
        self._read = 0
        self._peak = 0
        self._wall = 0.0
        self._usage: Any = None
        self.begun = time.monotonic()
        # A file, not a pipe: a result of any size waits there until it is asked for.
        self.child = _bound_to(self.cores, lambda: Child("main", self._output))
        self.child.call(work, self.begun, None if work.seconds is None else self.begun + work.seconds)
        threading.Thread(target=self._wait, args=(on_end,), daemon=True).start()

    def _wait(self, on_end: Callable[[_Process], object]) -> None:
        _, status, self._usage = os.wait4(self.child.process.pid, 0)
        self._wall = time.monotonic() - self.begun
        self.child.process.returncode = os.waitstatus_to_exitcode(status)
        on_end(self)

    def check(self) -> None:
        """End the process if it has passed a limit."""
        self._peak = max(self._peak, reported_memory("VmHWM:", self.child.process.pid) or 0)
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

    def kill(self, reason: str) -> None:
        """End the process, for a limit."""
        self._killed = self._killed or reason
        self.child.kill()

    def ended(self) -> Ended:
        """What came of the call; called once, when the process has ended."""
        self.child.close()
        status = self.child.process.returncode
        with self._output as stream:
            stream.seek(self._read)
            output = stream.read()
        failure = self.child.failure()
        results = [value for is_result, value, _ in unpacked(output) if is_result]
        returned = status == 0 and bool(results)
        return Ended(
            self.work,
            results[0] if returned else None,
            "" if returned else failure,
            self._killed,
            status,
            self._wall,
            self._usage.ru_utime + self._usage.ru_stime,
            self._peak or self._usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        )


def _bound_to(cores: Sequence[int], start: Callable[[], Child]) -> Child:
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
