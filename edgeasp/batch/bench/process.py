"""One run in a fresh process on cores of its own: started, watched, ended at its limits, measured from outside."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import IO, Any

from edgeasp.batch.bench import host
from edgeasp.batch.bench.job import Job, Outcome
from edgeasp.batch.bench.matrix import Run
from edgeasp.batch.bench.systems import SEARCHES
from edgeasp.batch.bench.table import RunRow

GRACE = 1.0
"""Seconds that a process has after its deadline to tell how far it came."""


class Process:
    """A run that is going on."""

    def __init__(self, run: Run, cores: Sequence[int], ended: Callable[[Process], object]) -> None:
        """Start it.

        Args:
            run: what is to be done.
            cores: the processor cores it may use.
            ended: called once, in a thread of its own, when it has ended.
        """
        self.run = run
        self.cores = cores
        self._told: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._peak = 0
        self._killed = ""
        self._begun = time.monotonic()
        self._usage: Any = None
        self._wall = 0.0
        self._status = 0
        self._child = _on(cores, self._start)
        threading.Thread(target=self._wait, args=(ended,), daemon=True).start()

    def look(self) -> None:
        """End the process if it is past a limit."""
        self._peak = max(self._peak, _peak_of(self._child.pid))
        limit = self.run.budget.memory
        if limit is not None and self._peak > limit:
            self._kill("memory")
        elif time.monotonic() > self._begun + self.run.budget.seconds + GRACE:
            self._kill("timeout")

    def abandon(self) -> None:
        """End the process, whatever it is doing."""
        self._kill("failed")

    def row(self) -> RunRow:
        """What came of it; called once, when it has ended."""
        outcome = self._outcome()
        budget = self.run.budget
        memory = outcome.memory or self._peak or _bytes(self._usage.ru_maxrss)
        if budget.memory is not None and memory > budget.memory:
            outcome.status = "memory"
        elif outcome.status == "solved" and self._wall > budget.seconds:
            outcome.status = "timeout"
        elif outcome.status == "solved" and not outcome.solutions and self.run.instance.planted:
            outcome.status, outcome.message = "wrong", "no solution found, but one was planted"
        told: dict[str, Any] = dict.fromkeys(_TOLD) | outcome.numbers | outcome.seconds
        return RunRow(
            **self.run.columns,
            status=outcome.status,
            wall=self._wall,
            cpu=self._usage.ru_utime + self._usage.ru_stime,
            solutions=outcome.solutions,
            answers=outcome.answers,
            checked=outcome.checked,
            memory=memory,
            date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            message=outcome.message,
            **{name: told[name] for name in _TOLD},
        )

    def _start(self) -> subprocess.Popen[bytes]:
        run = self.run
        self._begun = time.monotonic()
        job = Job(
            search=SEARCHES[run.system.kind],
            solver=run.system.solver,
            settings=run.system.settings,
            puzzle=str(run.instance.path.resolve()),
            clue=str(run.instance.clue.resolve()) if run.instance.clue else None,
            every=run.every,
            seed=run.seed,
            begun=self._begun,
            deadline=self._begun + run.budget.seconds,
            parent=os.getpid(),
        )
        return subprocess.Popen(
            [sys.executable, "-m", "edgeasp.batch.bench.run", job.text()],
            stdin=subprocess.DEVNULL,
            stdout=self._told,
            stderr=self._complaints,
            env=os.environ | {"PYTHONHASHSEED": "0"},
            # Ctrl-C is for us; what becomes of the runs is our business.
            start_new_session=True,
        )

    def _wait(self, ended: Callable[[Process], object]) -> None:
        _, self._status, self._usage = os.wait4(self._child.pid, 0)
        self._wall = time.monotonic() - self._begun
        self._child.returncode = os.waitstatus_to_exitcode(self._status)
        ended(self)

    def _kill(self, reason: str) -> None:
        self._killed = self._killed or reason
        if self._child.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)

    def _outcome(self) -> Outcome:
        """What the process told, or what can be made of its silence."""
        told, complaints = _text(self._told), _text(self._complaints).strip()
        for line in reversed(told.splitlines()):
            with suppress(ValueError, TypeError):
                return Outcome(**json.loads(line))
        if self._killed:
            return Outcome(self._killed)
        code = os.waitstatus_to_exitcode(self._status)
        ending = f"ended by signal {-code}" if code < 0 else f"ended with status {code}"
        last = complaints.splitlines()[-1] if complaints else "no message"
        return Outcome("memory" if "bad_alloc" in complaints else "failed", f"{ending}: {last[:400]}")


_TOLD = (
    *("conflicts", "choices", "restarts", "start", "read", "render", "ground", "solve", "check"),
    *("rules", "atoms", "variables", "constraints"),
)
"""The columns that only the process itself can fill."""


def _on(cores: Sequence[int], start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Start a process that is bound to the cores, where the system knows how: it inherits them from this thread."""
    if not hasattr(os, "sched_setaffinity"):
        return start()
    everything = host.cores()
    try:
        with suppress(OSError):
            os.sched_setaffinity(0, cores)
        return start()
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, everything)


def _peak_of(pid: int) -> int:
    """The most memory that another process has held, in bytes; 0 where the system does not tell."""
    with suppress(OSError, ValueError), open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def _bytes(maxrss: int) -> int:
    return maxrss if sys.platform == "darwin" else maxrss * 1024


def _text(stream: IO[bytes]) -> str:
    with stream:
        stream.seek(0)
        return stream.read().decode("utf-8", errors="replace")
