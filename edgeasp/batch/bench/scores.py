"""What the rows of a table amount to: solved, PAR2, and ratios on what two systems both solve.

A run that was not solved has no time. The median over the seeds of an instance takes such a run for infinitely
long, so an instance counts as solved if more than half of its runs are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, inf, isfinite, log
from statistics import median_high

from edgeasp.batch.bench.table import RunRow


@dataclass(frozen=True, slots=True)
class Score:
    """How a system did at a task.

    Attributes:
        system: its label.
        runs: how many runs there were.
        solved: how many of them were solved.
        par2: the mean of the seconds of a run, where one that was not solved counts as twice its time limit.
        median: the median, over all instances, of the seconds.
        ratio: how many times the seconds of the reference it takes, as a geometric mean over the instances that both
            solve; None if there are none.
        conflict_ratio: likewise of the conflicts, each count with one more, so that none is no obstacle; None if one
            of the solvers does not count them.
        common: how many instances both solve.
        bound: what `ratio` is at least over all instances that the reference solves: what the system did not solve
            counts as its time limit; None if the reference solves none.
        memory: the median of the bytes at the peak, of the runs that were solved; None if there are none.
    """

    system: str
    runs: int
    solved: int
    par2: float
    median: float
    ratio: float | None
    conflict_ratio: float | None
    common: int
    bound: float | None
    memory: int | None


def latest(rows: Iterable[RunRow]) -> list[RunRow]:
    """The last row of each run, should it have been repeated: with other limits, versions or machines."""
    last = {(row.task, row.puzzle_hash, row.system, row.seed): row for row in rows}
    return list(last.values())


def systems(rows: Iterable[RunRow]) -> list[str]:
    """The systems, edgeasp first, so that the order in which runs ended makes no difference."""
    return sorted({row.system for row in rows}, key=lambda label: (label.partition(":")[0] != "edgeasp", label))


def scores(rows: Sequence[RunRow], reference: str) -> list[Score]:
    """The score of each system in the rows of one task.

    Args:
        rows: each run once.
        reference: the system that the others are held against.
    """
    seconds, conflicts = medians(rows, reference), _median_conflicts(rows, reference)
    found = []
    for name in systems(rows):
        own = [row for row in rows if row.system == name]
        own_seconds = medians(own, name)
        ratios = ratios_on_common(own_seconds, seconds)
        memory = sorted(row.memory for row in own if row.solved and row.memory is not None)
        found.append(
            Score(
                system=name,
                runs=len(own),
                solved=sum(row.solved for row in own),
                par2=par2(own),
                median=median(own_seconds.values()),
                ratio=geometric_mean(ratios),
                conflict_ratio=geometric_mean(ratios_on_common(_median_conflicts(own, name), conflicts)),
                common=len(ratios),
                bound=geometric_mean(ratios_on_common(_at_least(own, own_seconds), seconds)),
                memory=median_high(memory) if memory else None,
            )
        )
    return found


def par2(rows: Sequence[RunRow]) -> float:
    """The mean of the seconds, where a run that was not solved counts as twice its time limit."""
    return sum(row.wall if row.solved else 2 * row.time_limit for row in rows) / len(rows)


def medians(rows: Iterable[RunRow], system: str) -> dict[str, float]:
    """For each instance, by the hash of its puzzle, the median over the seeds of a system's seconds."""
    walls: dict[str, list[float]] = {}
    for row in rows:
        if row.system == system:
            walls.setdefault(row.puzzle_hash, []).append(row.wall if row.solved else inf)
    return {key: median(each) for key, each in walls.items()}


def _at_least(rows: Iterable[RunRow], seconds: dict[str, float]) -> dict[str, float]:
    """The median seconds of each instance, where one that was not solved took as long as it was given."""
    return {row.puzzle_hash: min(seconds[row.puzzle_hash], row.time_limit) for row in rows}


def median(walls: Iterable[float]) -> float:
    """The median; of two in the middle the mean, and infinite if one of them is."""
    each = sorted(walls)
    return (each[(len(each) - 1) // 2] + each[len(each) // 2]) / 2


def ratios_on_common(seconds: dict[str, float], reference: dict[str, float]) -> list[float]:
    """How many times the seconds of the reference a system takes, on each instance that both solve."""
    return [
        wall / reference[key] for key, wall in seconds.items() if isfinite(wall) and isfinite(reference.get(key, inf))
    ]


def geometric_mean(values: Sequence[float]) -> float | None:
    """The geometric mean of positive numbers; None if there are none."""
    return exp(sum(map(log, values)) / len(values)) if values else None


def _median_conflicts(rows: Sequence[RunRow], system: str) -> dict[str, float]:
    """For each instance that a system solves, the median conflicts of the runs that did, and one more."""
    walls = medians(rows, system)
    counts: dict[str, list[float]] = {}
    for row in rows:
        if row.system == system and row.solved and row.conflicts is not None and isfinite(walls[row.puzzle_hash]):
            counts.setdefault(row.puzzle_hash, []).append(row.conflicts + 1)
    return {key: median(each) for key, each in counts.items()}
