"""Scores of systems: solved runs, PAR2, and ratios on the instances that two systems both solve.

An unsolved run has infinite time in the median over the seeds of an instance, so an instance counts as solved if more
than half of its runs are solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, inf, isfinite, log

from edgeasp.batch.bench.table import RunRow


@dataclass(frozen=True, slots=True)
class Score:
    """The results of a system at a task.

    Attributes:
        system: its label.
        runs: number of runs.
        solved: number of solved runs.
        par2: mean seconds of a run, an unsolved run counting as twice its time limit.
        median: median seconds over all instances.
        ratio: time ratio to the reference, as a geometric mean over the instances that both solve; None if there are
            none.
        conflict_ratio: the same for conflicts, each count plus one; None if a solver does not report them.
        common: number of instances that both solve.
        bound: lower bound of the time ratio over all instances that the reference solves, an unsolved instance
            counting as its time limit; None if the reference solves none.
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


def latest(rows: Iterable[RunRow]) -> list[RunRow]:
    """The last row of each run, in case it was repeated with other limits, versions or machines."""
    last = {(row.task, row.puzzle_hash, row.system, row.seed): row for row in rows}
    return list(last.values())


def systems(rows: Iterable[RunRow]) -> list[str]:
    """The labels of the systems in a fixed order, edgeasp first."""
    return sorted({row.system for row in rows}, key=lambda label: (label.partition(":")[0] != "edgeasp", label))


def scores(rows: Sequence[RunRow], reference: str) -> list[Score]:
    """The score of each system in the rows of one task.

    Args:
        rows: the rows, each run once.
        reference: the label of the system that the ratios refer to.
    """
    seconds, conflicts = medians(rows, reference), _median_conflicts(rows, reference)
    found = []
    for name in systems(rows):
        own = [row for row in rows if row.system == name]
        own_seconds = medians(own, name)
        ratios = ratios_on_common(own_seconds, seconds)
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
                bound=geometric_mean(ratios_on_common(_limited(own, own_seconds), seconds)),
            )
        )
    return found


def par2(rows: Sequence[RunRow]) -> float:
    """The penalised average runtime: mean seconds, an unsolved run counting as twice its time limit."""
    return sum(row.wall if row.solved else 2 * row.time_limit for row in rows) / len(rows)


def medians(rows: Iterable[RunRow], system: str) -> dict[str, float]:
    """The median seconds of a system over the seeds, by the hash of the puzzle."""
    walls: dict[str, list[float]] = {}
    for row in rows:
        if row.system == system:
            walls.setdefault(row.puzzle_hash, []).append(row.wall if row.solved else inf)
    return {key: median(each) for key, each in walls.items()}


def _limited(rows: Iterable[RunRow], seconds: dict[str, float]) -> dict[str, float]:
    """The median seconds of each instance, or its time limit if it was not solved."""
    return {row.puzzle_hash: min(seconds[row.puzzle_hash], row.time_limit) for row in rows}


def median(walls: Iterable[float]) -> float:
    """The median, as the mean of the middle two; infinite if one of these is."""
    each = sorted(walls)
    return (each[(len(each) - 1) // 2] + each[len(each) // 2]) / 2


def ratios_on_common(seconds: dict[str, float], reference: dict[str, float]) -> list[float]:
    """The ratios to the reference on the instances that both solve."""
    return [
        wall / reference[key] for key, wall in seconds.items() if isfinite(wall) and isfinite(reference.get(key, inf))
    ]


def geometric_mean(values: Sequence[float]) -> float | None:
    """The geometric mean of positive numbers; None if there are none."""
    return exp(sum(map(log, values)) / len(values)) if values else None


def _median_conflicts(rows: Sequence[RunRow], system: str) -> dict[str, float]:
    """The median conflicts plus one of the solved runs, for each instance that a system solves."""
    walls = medians(rows, system)
    counts: dict[str, list[float]] = {}
    for row in rows:
        if row.system == system and row.solved and row.conflicts is not None and isfinite(walls[row.puzzle_hash]):
            counts.setdefault(row.puzzle_hash, []).append(row.conflicts + 1)
    return {key: median(each) for key, each in counts.items()}
