"""Processes of this machine that make calls: started, limited, measured from outside, ended."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from typing import Any

from edgeasp.batch.child import Child, end_all
from edgeasp.batch.mailbox import Mailbox
from edgeasp.batch.work import Ended, OnReport, OnTick, Running, Work, ignore
from edgeasp.batch.worker import GRACE, Served, UnreadableError, unpacked
from edgeasp.puzzle.errors import OptionError
from edgeasp.solvers import system


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


class _Process:
    """A process that makes a call."""

    def __init__(self, work: Work, cores: Sequence[int], on_end: Callable[[_Process], object]) -> None:
        """Start it; `on_end` is called in another thread when it has ended."""
        self.work = work
        self.cores = list(cores)
        self._killed = ""
        self._unread = b""
        self._peak = 0
        self._wall = 0.0
        self._cpu: float | None = None
        self.begun = time.monotonic()
        self._output = _Output()
        with system.bound_to(self.cores):
            self.child = Child("main", self._output.writer)
        self.child.call(work, self.begun, None if work.seconds is None else self.begun + work.seconds)
        threading.Thread(target=self._wait, args=(on_end,), daemon=True).start()

    def _wait(self, on_end: Callable[[_Process], object]) -> None:
        status, self._cpu, peak = system.wait(self.child.process)
        self._wall = time.monotonic() - self.begun
        self._peak = self._peak or peak or 0
        self.child.process.returncode = status
        on_end(self)

    def check(self) -> None:
        """End the process if it has passed a limit."""
        self._peak = max(self._peak, system.tree_memory_of(self.child.process.pid) or 0)
        if self.work.memory is not None and self._peak > self.work.memory:
            self.kill("memory")
        elif self.work.seconds is not None and time.monotonic() > self.begun + self.work.seconds + GRACE:
            self.kill("timeout")

    def reports(self) -> list[Any]:
        """What the call has reported since the last time."""
        self._unread += self._output.read()
        found, last = [], 0
        try:
            for is_result, value, end in unpacked(self._unread):
                if is_result:
                    break
                found.append(value)
                last = end
        except UnreadableError:
            # It stays unread, and `ended` says so.
            self.child.kill()
        self._unread = self._unread[last:]
        return found

    def kill(self, reason: str) -> None:
        """End the process, for a limit."""
        self._killed = self._killed or reason
        self.child.kill()

    def ended(self) -> Ended:
        """What came of the call; called once, when the process has ended."""
        self.child.close()
        status = self.child.process.returncode
        output = self._unread + self._output.read()
        self._output.close()
        failure = self.child.failure()
        results: list[Served] = []
        try:
            results = [value for is_result, value, _ in unpacked(output) if is_result]
        except UnreadableError as error:
            failure, status = str(error), 1
        returned = status == 0 and bool(results)
        # The process itself knows where the system says nothing of a process that has ended.
        served = results[0] if results else Served(None, "", 0.0, 0)
        return Ended(
            self.work,
            served.value if returned else None,
            "" if returned else failure,
            self._killed,
            status,
            self._wall,
            served.cpu if self._cpu is None else self._cpu,
            self._peak or served.memory,
        )


class _Output:
    """The file to which a process writes. Not a pipe: a result of any size waits there until it is asked for.

    Attributes:
        writer: the open file for the process.
    """

    def __init__(self) -> None:
        """Make a temporary file."""
        self.writer, self._name = tempfile.mkstemp(prefix="edgeasp-")
        # The reader has a place of its own in the file, so where the process writes is left alone.
        self._reader = open(self._name, "rb", buffering=0)  # noqa: SIM115
        self._remove()

    def read(self) -> bytes:
        """What was written since the last time."""
        return self._reader.read()

    def close(self) -> None:
        """Forget the file."""
        os.close(self.writer)
        self._reader.close()
        self._remove()

    def _remove(self) -> None:
        # Windows keeps a file while it is open.
        with suppress(OSError):
            os.unlink(self._name)
