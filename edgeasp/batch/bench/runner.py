"""Measuring all runs: as many at a time as there are cores, each row written when it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from edgeasp.batch.bench.matrix import BenchRun
from edgeasp.batch.bench.measure import RunJob, RunOutcome, measure
from edgeasp.batch.bench.table import Appender, RunRow
from edgeasp.batch.executor import ProcessExecutor
from edgeasp.batch.work import Ended, Work
from edgeasp.puzzle.errors import CheckError, OptionError


@dataclass
class Progress:
    """How far a benchmark has come.

    Attributes:
        total: all runs.
        skipped: runs that the table held already.
        jobs: cores used at a time.
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
    def of(cls, todo: Sequence[BenchRun], rows: Iterable[RunRow], jobs: int) -> Progress:
        """At the beginning; the time of earlier runs is the estimate for the others."""
        known = list(rows)
        progress = cls(len(todo) + len(known), len(known), jobs)
        for run in todo:
            progress._left[run.system.label] = progress._left.get(run.system.label, 0) + 1
            progress._limit = max(progress._limit, run.limits.seconds)
        for row in known:
            progress._spent.setdefault(row.system, []).append(row.wall * row.threads)
        return progress

    def add(self, row: RunRow) -> None:
        """Count a run that is done."""
        self.done += 1
        self.failed += row.status in ("failed", "wrong")
        self._left[row.system] -= 1
        self._spent.setdefault(row.system, []).append(row.wall * row.threads)

    @property
    def seconds_left(self) -> float | None:
        """The estimated time of the rest; None if nothing is known yet."""
        every = [wall for walls in self._spent.values() for wall in walls]
        if not every:
            return None
        means = {system: sum(walls) / len(walls) for system, walls in self._spent.items()}
        return sum(left * means.get(system, sum(every) / len(every)) for system, left in self._left.items()) / self.jobs


class ConsistencyCheck:
    """Compares the answers of all systems to one question."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], RunRow] = {}

    def add(self, row: RunRow) -> None:
        """Compare an answer with that of the others.

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


def run_all(
    todo: Sequence[BenchRun],
    known: Iterable[RunRow],
    table: Appender,
    cores: Sequence[int],
    report: Callable[[RunRow | None], object],
) -> None:
    """Measure runs.

    Args:
        todo: the runs, in this order.
        known: the rows that the table holds already.
        table: receives new rows.
        cores: the processor cores to use, each for one thread.
        report: called with each new row, and with None several times a second.

    Raises:
        CheckError: two systems disagree; what was known until then is in the table.
        OptionError: a run needs more cores than there are.
    """
    consistency = ConsistencyCheck()
    for row in known:
        consistency.add(row)
    for run in todo:
        if run.system.threads > len(cores):
            raise OptionError(f"the system {run.system.label} needs {run.system.threads} cores, but has {len(cores)}")
    works = {_work(run): run for run in todo}
    with closing(ProcessExecutor(len(cores), cores).run(works, lambda _: report(None))) as executed:
        for ended in executed:
            row = _row(works[ended.work], ended)
            table.add(row)
            report(row)
            consistency.add(row)


def _work(run: BenchRun) -> Work:
    """The call that measures a run."""
    instance = run.instance
    job = RunJob(
        solver=run.system,
        puzzle=str(instance.path.resolve()),
        clue=str(instance.clue.resolve()) if instance.clue else None,
        every=run.every,
        seed=run.seed,
    )
    function = f"{measure.__module__}:{measure.__name__}"
    return Work(function, job, run.system.threads, run.limits.seconds, run.limits.memory)


def _row(run: BenchRun, ended: Ended) -> RunRow:
    """The row of a run: what its process measured of itself, and what was measured from outside."""
    outcome: RunOutcome = ended.value or _without_outcome(ended)
    limits, status, message = run.limits, outcome.status, outcome.message
    memory = outcome.memory or ended.memory
    if limits.memory is not None and memory > limits.memory:
        status = "memory"
    elif status == "solved" and ended.wall > limits.seconds:
        status = "timeout"
    elif status == "solved" and not outcome.solutions and run.instance.planted:
        status, message = "wrong", "no solution found, but one was planted"
    inside: dict[str, Any] = dict.fromkeys(_INSIDE) | outcome.numbers | outcome.seconds
    return RunRow(
        **run.columns,
        status=status,
        wall=ended.wall,
        cpu=ended.cpu,
        solutions=outcome.solutions,
        answers=outcome.answers,
        checked=outcome.checked,
        memory=memory,
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        message=message,
        **{name: inside[name] for name in _INSIDE},
    )


def _without_outcome(ended: Ended) -> RunOutcome:
    """The outcome of a process that returned none, inferred from how it ended."""
    if ended.killed:
        return RunOutcome(ended.killed)
    return RunOutcome("memory" if "bad_alloc" in ended.failure else "failed", ended.failure)


_INSIDE = (
    *("conflicts", "choices", "restarts", "start", "read", "render", "ground", "solve", "check"),
    *("rules", "atoms", "variables", "constraints"),
)
"""The columns that only the process itself can fill."""
