"""A process that makes calls, as seen from the one that started it: addressed, asked to end, made to end."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import edgeasp
from edgeasp.batch.work import Work
from edgeasp.batch.worker import ABANDONED, GRACE
from edgeasp.system import machine, processes
from edgeasp.system.errors import SolverError, os_reason

_START = "import sys; sys.path.append(sys.argv.pop(1)); from edgeasp.batch import worker; worker.serve()"
"""Unlike `-m`, with `-P` this imports nothing from the current folder."""


class Child:
    """A process that runs `batch/worker.py`; it ends when its standard input does, and so with this process.

    Attributes:
        process: the process; whoever waits for it sets its return code.
    """

    def __init__(self) -> None:
        """Start a process; `SolverError` if the system starts none."""
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self.process = subprocess.Popen(
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
        return self.process.returncode is not None

    def call(self, work: Work, begun: float, *, alone: bool) -> None:
        """Hand over a call, perhaps the only one; a process that is dead by now reports its end."""
        assert self.process.stdin is not None
        deadline = None if work.seconds is None else begun + work.seconds
        with _unless_dead():
            pickle.dump((work.function, work.argument, begun, deadline, alone), self.process.stdin)
            self.process.stdin.flush()

    def close(self) -> None:
        """Ask the process to end."""
        assert self.process.stdin is not None
        with _unless_dead():
            self.process.stdin.close()

    def kill(self) -> None:
        """End the process, and those that it has started."""
        if not self.dead:
            processes.end_process(self.process)

    def failure(self) -> str:
        """Why the process did not return what it should, in words, from its status and its standard error; once."""
        with self._errors as stream:
            stream.seek(0)
            errors = stream.read().decode(errors="replace").strip()
        status = self.process.returncode
        if status == ABANDONED:
            return "it was abandoned"
        return errors.splitlines()[-1][:400] if errors and status >= 0 else f"its process {processes.ending(status)}"


@contextmanager
def _unless_dead() -> Iterator[None]:
    """Write to a process that may be dead by now."""
    try:
        yield
    except OSError as error:
        if not machine.is_closed_pipe(error):
            raise


def end_all(children: Sequence[Child]) -> None:
    """Ask processes to end, and make sure that they do."""
    for each in children:
        each.close()
    deadline = time.monotonic() + GRACE + 0.1
    while not all(each.dead for each in children) and time.monotonic() < deadline:
        time.sleep(0.01)
    for each in children:
        each.kill()
    while not all(each.dead for each in children):
        time.sleep(0.01)
