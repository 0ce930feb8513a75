"""Processes of this machine that make one call after another, so that calls can share what is costly to make."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Generator, Iterable
from typing import Any, Self

from edgeasp.batch.child import Child, end_all
from edgeasp.batch.mailbox import Mailbox
from edgeasp.batch.work import Ended, OnReport, OnTick, Running, Work, ignore
from edgeasp.batch.worker import LENGTH, Served, message
from edgeasp.solvers.system import memory_of_machine

_Message = tuple["_Process", bool | None, Any]
"""From a process: a report (False), a result (True), or its end (None)."""


def worker_memory(slots: int) -> int | None:
    """The bytes that each of so many processes may keep between two calls: half of this machine's memory in all.

    None if the system does not say how much that is.
    """
    memory = memory_of_machine()
    return None if memory is None else memory // 2 // slots


class PoolExecutor:
    """Executes calls in processes of this machine that stay, so a module may keep what its next call needs.

    A process that dies takes its call with it, which `Ended` tells; another one takes its place. The processes end with
    a run; in a `with` statement they stay for the next run, and end with the statement.
    """

    def __init__(self, slots: int, memory: int | None = None) -> None:
        """Use so many processes; one that holds more than `memory` bytes after a call is replaced."""
        self._slots = slots
        self._memory = memory
        self._messages = Mailbox[_Message]()
        self._idle: list[_Process] = []
        self._stays = False

    def __enter__(self) -> Self:
        self._stays = True
        return self

    def __exit__(self, *_: object) -> None:
        self._stays = False
        self._end([])

    def run(
        self,
        works: Iterable[Work | None],
        on_tick: OnTick,
        on_report: OnReport = ignore,
    ) -> Generator[Ended, None, None]:
        """Execute calls, as `Executor.run` says. `Work.seconds` and `Work.memory` do not count here."""
        waiting = iter(works)
        busy: list[_Process] = []
        try:
            while True:
                while len(busy) < self._slots and (work := next(waiting, None)) is not None:
                    self._idle = [each for each in self._idle if not each.child.dead]
                    process = self._idle.pop() if self._idle else _Process(self._messages.put)
                    busy.append(process)
                    process.call(work)
                if not busy:
                    return
                if (message := self._messages.receive()) is None:
                    on_tick([Running(each.work, each.since) for each in busy])
                    continue
                process, kind, value = message
                if process not in busy:
                    continue  # an idle process has died, or one that was asked to end
                if kind is False:
                    on_report(process.work, value)
                    continue
                busy.remove(process)
                if kind and (self._memory is None or value.memory <= self._memory):
                    self._idle.append(process)
                elif kind:
                    process.child.close()
                yield process.ended(value if kind else None)
        finally:
            self._end(busy)

    def _end(self, busy: list[_Process]) -> None:
        ending = busy if self._stays else [*busy, *self._idle]
        if not self._stays:
            self._idle = []
        end_all([each.child for each in ending])


class _Process:
    """A process that stays."""

    work: Work
    since: float

    def __init__(self, put: Callable[[_Message], object]) -> None:
        self._unreadable = ""
        self.child = Child("serve", subprocess.PIPE)
        threading.Thread(target=self._read, args=(put,), daemon=True).start()

    def call(self, work: Work) -> None:
        """Hand over a call."""
        self.work, self.since = work, time.monotonic()
        self.child.call(work, self.since, None)

    def _read(self, put: Callable[[_Message], object]) -> None:
        assert self.child.process.stdout is not None
        try:
            with self.child.process.stdout as stream:
                while len(head := stream.read(LENGTH)) == LENGTH:
                    size = int.from_bytes(head, "big")
                    if len(data := stream.read(size)) == size:  # otherwise it died while it wrote
                        put((self, *message(data)))
        except Exception as error:
            self._unreadable = str(error)
            self.child.kill()
        finally:
            # Whatever has happened: who waits for this call, or for the end of the process, hears of it.
            self.child.process.wait()
            put((self, None, None))

    def ended(self, served: Served | None) -> Ended:
        """What came of the call; None if the process has died."""
        wall = time.monotonic() - self.since
        if served is not None:
            return Ended(self.work, served.value, served.failure, "", 0, wall, served.cpu, served.memory)
        failure, status = self.child.failure(), self.child.process.returncode
        if self._unreadable:
            # Another process would send the same, so this is none of those that died.
            failure, status = self._unreadable, 1
        return Ended(self.work, None, failure, "", status, wall, 0.0, 0)
