"""Processes of this machine that make one call after another, so that calls can share what is costly to make."""

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
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import edgeasp
from edgeasp.batch.executor import failure_of
from edgeasp.batch.work import Ended, Running, Work
from edgeasp.batch.worker import GRACE, LENGTH, Served
from edgeasp.puzzle.errors import SolverError

_POLL = 0.05

_START = "import sys; sys.path.append(sys.argv.pop(1)); from edgeasp.batch.worker import serve; serve()"

_Message = tuple["_Process", bool | None, Any]
"""From a process: a report (False), a result (True), or its end (None)."""


class PoolExecutor:
    """Executes calls in processes of this machine that stay, so a module may keep what its next call needs.

    A process that dies takes its call with it, which `Ended` tells; another one takes its place.
    """

    def __init__(self, slots: int, memory: int | None = None) -> None:
        """Use so many processes; one that holds more than `memory` bytes after a call is replaced."""
        self._slots = slots
        self._memory = memory

    def run(
        self,
        works: Iterable[Work | None],
        on_tick: Callable[[list[Running]], object],
        on_report: Callable[[Work, Any], object] = lambda work, value: None,
    ) -> Generator[Ended, None, None]:
        """Execute calls, as `Executor.run` says. `Work.seconds` and `Work.memory` do not count here."""
        waiting = iter(works)
        messages: queue.Queue[_Message] = queue.Queue()
        idle: list[_Process] = []
        busy: list[_Process] = []
        try:
            while True:
                while len(busy) < self._slots and (work := next(waiting, None)) is not None:
                    idle = [each for each in idle if not each.dead]
                    process = idle.pop() if idle else _Process(messages.put)
                    busy.append(process)
                    process.call(work)
                if not busy:
                    return
                try:
                    process, kind, value = messages.get(timeout=_POLL)
                except queue.Empty:
                    on_tick([Running(each.work, each.since) for each in busy])
                    continue
                if process not in busy:
                    continue  # an idle process has died, or one that was asked to end
                if kind is False:
                    on_report(process.work, value)
                    continue
                busy.remove(process)
                if kind and (self._memory is None or value.memory <= self._memory):
                    idle.append(process)
                elif kind:
                    process.close()
                yield process.ended(value if kind else None)
        finally:
            _end(idle + busy)


class _Process:
    """A process that stays."""

    work: Work
    since: float

    def __init__(self, put: Callable[[_Message], object]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self.dead = False
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-P", "-c", _START, str(Path(edgeasp.__file__).parents[1])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=os.environ | {"PYTHONHASHSEED": "0"},
                # Ctrl-C at the terminal is for the parent; a child is ended by the end of its standard input.
                start_new_session=True,
            )
        except OSError as error:
            raise SolverError(f"cannot start a process: {(error.strerror or str(error)).lower()}") from None
        self._thread = threading.Thread(target=self._read, args=(put,), daemon=True)
        self._thread.start()

    def call(self, work: Work) -> None:
        """Hand over a call."""
        self.work, self.since = work, time.monotonic()
        assert self._child.stdin is not None
        with suppress(BrokenPipeError):  # its end is reported
            pickle.dump((work.function, work.argument, self.since, None), self._child.stdin)
            self._child.stdin.flush()

    def _read(self, put: Callable[[_Message], object]) -> None:
        stream = self._child.stdout
        assert stream is not None
        while len(head := stream.read(LENGTH)) == LENGTH:
            data = stream.read(int.from_bytes(head, "big"))
            with suppress(EOFError, pickle.UnpicklingError):  # it died while it wrote
                put((self, *pickle.loads(data)))
        self._child.wait()
        self.dead = True
        put((self, None, None))

    def ended(self, served: Served | None) -> Ended:
        """What came of the call; None if the process has died."""
        wall = time.monotonic() - self.since
        if served is not None:
            return Ended(self.work, served.value, served.failure, "", 0, wall, served.cpu, served.memory)
        self._errors.seek(0)
        failure = failure_of(self._child.returncode, self._errors.read().decode(errors="replace").strip())
        return Ended(self.work, None, failure, "", self._child.returncode, wall, 0.0, 0)

    def close(self) -> None:
        """Ask the process to end."""
        assert self._child.stdin is not None
        with suppress(BrokenPipeError):
            self._child.stdin.close()

    def join(self, seconds: float) -> None:
        """Wait for the end of the process, at most so long, and make sure of it."""
        self._thread.join(max(0.0, seconds))
        if not self.dead:
            with suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)
            self._thread.join()
        self._errors.close()


def _end(processes: list[_Process]) -> None:
    """Ask processes to end, and make sure that they do."""
    for each in processes:
        each.close()
    deadline = time.monotonic() + GRACE + 0.1
    for each in processes:
        each.join(deadline - time.monotonic())
