"""Processes of this machine that make calls, fresh ones or such that stay, and how one is seen from outside."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Self

import edgeasp
from edgeasp.batch.work import Ended, Mailbox, OnReport, OnTick, Running, Work, ignore
from edgeasp.batch.worker import ABANDONED, GRACE, LENGTH, Served, message
from edgeasp.system import processes
from edgeasp.system.errors import OptionError, SolverError, os_reason
from edgeasp.system.processes import SystemWarning, memory_of_machine, tree_memory_of

_START = "import sys; sys.path.append(sys.argv.pop(1)); from edgeasp.batch import worker; worker.serve()"
"""Unlike `-m`, with `-P` this imports nothing from the current folder."""


@contextmanager
def _unless_dead() -> Iterator[None]:
    """Write to a process that may be dead by now."""
    try:
        yield
    except OSError as error:
        if not processes.is_closed_pipe(error):
            raise


_Message = tuple["_Process", bool | None, Any]
"""From a process: a report (False), a result (True), or its end (None)."""


def worker_memory(slots: int) -> int | None:
    """The bytes that each of so many processes may keep between two calls: half of this machine's memory in all.

    None if the system does not say how much that is.
    """
    memory = memory_of_machine()
    return None if memory is None else memory // 2 // slots


class PoolExecutor:
    """Executes calls in processes of this machine: each in a fresh one, or in processes that stay.

    Processes that stay keep what their next call needs, see `Context.keep`. They end with a run; in a `with` statement
    they stay for the next run, and end with the statement. One that dies takes its call with it, which `Ended` tells;
    another one takes its place. All end with this process, even by SIGKILL.

    A function gets its argument and a `Context`, here `is_not(7, context)`:

    >>> [ended.value for ended in PoolExecutor(2).run([Work("operator:is_not", 7)], lambda running: None)]
    [True]
    """

    def __init__(
        self, slots: int, memory: int | None = None, *, fresh: bool = False, cores: Sequence[int] = ()
    ) -> None:
        """Get ready; no process is started yet.

        Args:
            slots: the number of threads at a time, of which a call takes one or several.
            memory: bytes; a process that holds more after a call is replaced.
            fresh: whether each call gets a process of its own, which is measured from its start to its end.
            cores: as many as slots, to which fresh processes are bound; none leaves that to the system.
        """
        self._slots, self._memory = slots, memory
        self._fresh, self._cores = fresh, list(cores)
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
        """Execute calls, as `Executor.run` says.

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
                    busy.append(self._begun(work, bound))
                    free -= work.threads
                    work = None
                if work is not None and not busy:
                    raise OptionError(f"expected {work.threads} cores for one call, found {self._slots}")
                if not busy:
                    return
                if (message := self._messages.receive()) is None:
                    on_tick([Running(call.work, call.since) for call in busy])
                    for call in busy:
                        call.check()
                    continue
                process, kind, value = message
                if isinstance(value, SystemWarning):
                    processes.lack(str(value))
                    continue
                if process not in busy:
                    continue  # an idle process has died, or one that was asked to end
                if kind is False:
                    on_report(process.work, value)
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
                free += process.work.threads
                cores = sorted([*cores, *process.cores])
                yield process.ended()
        finally:
            self._end(busy)

    def _begun(self, work: Work, cores: Sequence[int]) -> _Process:
        """A process that makes a call."""
        begun = time.monotonic()
        self._idle = [worker for worker in self._idle if not worker.dead]
        process = self._idle.pop() if self._idle else _Process(self._messages.put, cores, fresh=self._fresh)
        process.call(work, begun)
        return process

    def _end(self, busy: list[_Process]) -> None:
        """Ask processes to end, also those that wait unless they stay, and make sure that they do."""
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
    """A process that runs `batch/worker.py`, and the call that it makes; it ends when its standard input does.

    Attributes:
        work: the call.
        since: when it began.
        cores: to which the process is bound; none leaves that to the system.
        served: what has come of the call; None as long as it runs, or if the process has died.
    """

    work: Work
    since: float
    served: Served | None

    def __init__(self, put: Callable[[_Message], object], cores: Sequence[int], *, fresh: bool) -> None:
        """Start a process; `SolverError` if the system starts none."""
        self.cores = list(cores)
        self._fresh = fresh
        self._killed = self._unreadable = ""
        self._end, self._peak = 0.0, 0
        self._cpu: float | None = None
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        with processes.bound_to(self.cores):
            self._process = self._started()
        threading.Thread(target=self._read, args=(put,), daemon=True).start()

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                [sys.executable, "-P", "-c", _START, str(Path(edgeasp.__file__).parents[1])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=os.environ | {"PYTHONHASHSEED": "0"},
                # Ctrl-C at the terminal is for the parent; a child is ended by the end of its standard input.
                **processes.apart(),
            )
        except OSError as error:
            raise SolverError(f"cannot start a process: {os_reason(error)}") from None

    @property
    def dead(self) -> bool:
        """Whether the process has ended, and was waited for."""
        return self._process.returncode is not None

    def call(self, work: Work, begun: float) -> None:
        """Hand over a call; a process that is dead by now reports its end."""
        self.work, self.since, self.served = work, begun, None
        stream = self._process.stdin
        assert stream is not None
        deadline = None if work.seconds is None else begun + work.seconds
        with _unless_dead():
            pickle.dump((work.function, work.argument, begun, deadline, self._fresh), stream)
            stream.flush()

    def close(self) -> None:
        """Ask the process to end."""
        assert self._process.stdin is not None
        with _unless_dead():
            self._process.stdin.close()

    def kill(self) -> None:
        """End the process, and those that it has started."""
        if not self.dead:
            processes.end_process(self._process)

    def _read(self, put: Callable[[_Message], object]) -> None:
        process = self._process
        assert process.stdout is not None
        try:
            with process.stdout as stream:
                while len(head := stream.read(LENGTH)) == LENGTH:
                    size = int.from_bytes(head, "big")
                    if len(data := stream.read(size)) == size:  # otherwise it died while it wrote
                        put((self, *message(data)))
        except Exception as error:
            self._unreadable = str(error)
            self.kill()
        finally:
            # Whatever has happened: who waits for this call, or for the end of the process, hears of it.
            status, self._cpu, peak = processes.wait(process)
            self._end, self._peak = time.monotonic(), self._peak or peak or 0
            process.returncode = status
            put((self, None, None))

    def check(self) -> None:
        """End the process if its call has passed a limit."""
        memory, seconds = self.work.memory, self.work.seconds
        if self._fresh or memory is not None:
            self._peak = max(self._peak, tree_memory_of(self._process.pid) or 0)
        if memory is not None and self._peak > memory:
            self._killed = self._killed or "memory"
            self.kill()
        elif seconds is not None and time.monotonic() > self.since + seconds + GRACE:
            self._killed = self._killed or "timeout"
            self.kill()

    def ended(self) -> Ended:
        """The end of the call."""
        served = self.served
        if served is not None and not self._fresh:
            wall = time.monotonic() - self.since
            return Ended(self.work, served.value, served.failure, self._killed, 0, wall, served.cpu, served.memory)
        self.close()
        # Another process would send the same as one that cannot be read, so this is none of those that died.
        failure, status = self._failure(), 1 if self._unreadable else self._process.returncode
        served = served or Served(None, self._unreadable or failure, 0.0, 0)
        returned = status == 0 and self.served is not None
        return Ended(
            self.work,
            served.value if returned else None,
            "" if returned else served.failure or failure,
            self._killed,
            status,
            self._end - self.since,
            # The process itself knows where the system says nothing of a process that has ended.
            served.cpu if self._cpu is None else self._cpu,
            self._peak or served.memory,
        )

    def _failure(self) -> str:
        """The reason why the process returned nothing, in words, from its status and its standard error; once."""
        with self._errors as stream:
            stream.seek(0)
            errors = stream.read().decode(errors="replace").strip()
        status = self._process.returncode
        if status == ABANDONED:
            return "it was abandoned"
        return errors.splitlines()[-1][:400] if errors and status >= 0 else f"its process {processes.ending(status)}"
