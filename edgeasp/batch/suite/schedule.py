"""A pass over the boards of a suite: several at a time, each in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import edgeasp
from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.batch.suite.solve_board import Outcome, State
from edgeasp.batch.suite.worker import Order
from edgeasp.puzzle.errors import SolverError
from edgeasp.solvers.limits import Limits

_POLL = 0.01
_GRACE = 1.1
"""Seconds to wait for processes that were told to end; a little more than they give themselves."""

_START = "import sys; sys.path.append(sys.argv.pop(1)); from edgeasp.batch.suite.worker import main; main()"
"""Unlike `-m`, this imports nothing from the folder one happens to be in."""


@dataclass(frozen=True)
class Running:
    """A process that is busy with a board."""

    board: SuiteBoard
    process: subprocess.Popen[bytes]
    said: IO[bytes]
    complained: IO[bytes]
    since: float


def cores() -> int:
    """How many processes can run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    boards: Iterable[SuiteBoard],
    limits: Limits,
    most: int | None = None,
    jobs: int = 1,
    tick: Callable[[list[Running]], None] = lambda _: None,
) -> Iterator[tuple[SuiteBoard, Outcome]]:
    """Solve boards, and give each with its outcome as it is ready.

    Closing the iterator ends all processes, and so does the end of this process, however it comes about.

    Args:
        boards: the boards, begun in this order.
        limits: what each may cost.
        most: the number of solutions of a board after which to leave it.
        jobs: how many boards to work on at the same time.
        tick: called again and again with what is running; what it raises ends the pass.

    Raises:
        SolverError: no process can be started.
    """
    waiting = iter(boards)
    running: list[Running] = []
    try:
        while True:
            while len(running) < jobs and (board := next(waiting, None)) is not None:
                running.append(begin(Order(board, limits, most)))
            if not running:
                return
            tick(running)
            ended = [each for each in running if each.process.poll() is not None]
            for each in ended:
                running.remove(each)
                yield each.board, _outcome(each)
            if not ended:
                time.sleep(_POLL)
    finally:
        _end(running)


def begin(order: Order) -> Running:
    """Start a process that carries out an order.

    Raises:
        SolverError: none can be started.
    """
    root = str(Path(edgeasp.__file__).parents[1])
    try:
        # Files, not pipes: nobody reads before the end.
        said, complained = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, root, order.text()],
            stdin=subprocess.PIPE,
            stdout=said,
            stderr=complained,
            # Ctrl-C at the terminal is for us; they are told by the end of their standard input.
            process_group=0,
        )
    except OSError as error:
        raise SolverError(f"cannot start a process: {(error.strerror or str(error)).lower()}") from None
    return Running(order.board, process, said, complained, time.monotonic())


def _outcome(ended: Running) -> Outcome:
    """What a process that has ended has to say."""
    if ended.process.stdin is not None:
        ended.process.stdin.close()
    status = ended.process.returncode
    with ended.said, ended.complained:
        ended.said.seek(0)
        ended.complained.seek(0)
        said, complaint = ended.said.read(), ended.complained.read().decode(errors="replace").strip()
    if status == 0:
        return Outcome.from_plain(json.loads(said))
    seconds = time.monotonic() - ended.since
    if status < 0:
        return Outcome(State.OPEN, f"its process was ended by {_name(-status)}", seconds=seconds)
    last = complaint.splitlines()[-1] if complaint else f"its process ended with status {status}"
    return Outcome(State.BROKEN, last, seconds=seconds)


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _end(running: list[Running]) -> None:
    """Tell processes to end, and see to it that they do."""
    for each in running:
        if each.process.stdin is not None:
            each.process.stdin.close()
    deadline = time.monotonic() + _GRACE
    for each in running:
        with suppress(subprocess.TimeoutExpired):
            each.process.wait(max(0.0, deadline - time.monotonic()))
        if each.process.returncode is None:
            each.process.kill()
            each.process.wait()
        each.said.close()
        each.complained.close()
