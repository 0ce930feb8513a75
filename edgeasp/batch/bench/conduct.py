"""Doing all runs: as many at a time as there are cores, each row written when it is known."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from edgeasp.batch.bench.matrix import Run
from edgeasp.batch.bench.process import Process
from edgeasp.batch.bench.table import Appender, RunRow
from edgeasp.puzzle.errors import CheckError, OptionError

_LOOK = 0.05
"""Seconds between two looks at the processes."""


@dataclass
class State:
    """How far a benchmark has come.

    Attributes:
        total: runs there are.
        skipped: runs that the table held already.
        done: runs since.
        failed: of those done, how many failed or were wrong.
    """

    total: int
    skipped: int
    jobs: int
    done: int = 0
    failed: int = 0
    _spent: dict[str, list[float]] = field(default_factory=dict)
    _left: dict[str, int] = field(default_factory=dict)
    _limit: float = 0.0

    @classmethod
    def of(cls, todo: Sequence[Run], rows: Iterable[RunRow], jobs: int) -> State:
        """At the beginning: what earlier runs took tells how long the others may take."""
        known = list(rows)
        state = cls(len(todo) + len(known), len(known), jobs)
        for run in todo:
            state._left[run.system.label] = state._left.get(run.system.label, 0) + 1
            state._limit = max(state._limit, run.budget.seconds)
        for row in known:
            state._spent.setdefault(row.system, []).append(row.wall * row.threads)
        return state

    def add(self, row: RunRow) -> None:
        """One more run is done."""
        self.done += 1
        self.failed += row.status in ("failed", "wrong")
        self._left[row.system] -= 1
        self._spent.setdefault(row.system, []).append(row.wall * row.threads)

    @property
    def seconds_left(self) -> float | None:
        """About how long the rest takes; None if nothing is known yet."""
        every = [wall for walls in self._spent.values() for wall in walls]
        if not every:
            return None
        means = {system: sum(walls) / len(walls) for system, walls in self._spent.items()}
        return sum(left * means.get(system, sum(every) / len(every)) for system, left in self._left.items()) / self.jobs


class ConsistencyCheck:
    """Looks for systems that contradict one another."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], RunRow] = {}

    def add(self, row: RunRow) -> None:
        """Hold an answer against what others have said.

        Raises:
            CheckError: two systems disagree.
        """
        if not row.solved:
            return
        other = self._known.setdefault((row.puzzle_hash, row.task), row)
        if _verdict(other) != _verdict(row):
            raise CheckError(
                f"{row.instance}: {other.system} (seed {other.seed}) says {_verdict(other)}, "
                f"{row.system} (seed {row.seed}) says {_verdict(row)}: one of them is wrong, so the benchmark stops"
            )


def _verdict(row: RunRow) -> str:
    found = row.solutions or 0
    if row.task == "all" or not found:
        return "no solution" if not found else "1 solution" if found == 1 else f"{found:,} solutions"
    return "there is a solution"


def carry_out(
    todo: Sequence[Run],
    known: Iterable[RunRow],
    table: Appender,
    cores: Sequence[int],
    report: Callable[[RunRow | None], object],
) -> None:
    """Do the runs that are to be done.

    Args:
        todo: the runs, in this order.
        known: what the table holds already.
        table: where rows go.
        cores: the processor cores to use, each for one thread.
        report: called with each new row, and with None several times a second.

    Raises:
        CheckError: two systems disagree; what was known until then is in the table.
        OptionError: a run needs more cores than there are.
    """
    agreement = ConsistencyCheck()
    for row in known:
        agreement.add(row)
    for run in todo:
        if run.system.threads > len(cores):
            raise OptionError(f"the system {run.system.label} needs {run.system.threads} cores, but has {len(cores)}")
    free, waiting = list(cores), list(reversed(todo))
    ended: queue.SimpleQueue[Process] = queue.SimpleQueue()
    busy: list[Process] = []
    try:
        while waiting or busy:
            while waiting and waiting[-1].system.threads <= len(free):
                run = waiting.pop()
                taken = [free.pop(0) for _ in range(run.system.threads)]
                busy.append(Process(run, taken, ended.put))
            for process in _ended(ended, busy, report):
                busy.remove(process)
                free = sorted([*free, *process.cores])
                row = process.row()
                table.add(row)
                report(row)
                agreement.add(row)
    finally:
        for process in busy:
            process.abandon()


def _ended(
    ended: queue.SimpleQueue[Process], busy: list[Process], report: Callable[[RunRow | None], object]
) -> list[Process]:
    """Deadline the processes until one has ended."""
    while True:
        try:
            return [ended.get(timeout=_LOOK)]
        except queue.Empty:
            report(None)
            for process in busy:
                process.look()
