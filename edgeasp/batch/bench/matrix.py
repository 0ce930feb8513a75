"""The matrix of runs: instances x systems x tasks x seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from edgeasp.batch.bench.instances import BenchInstance
from edgeasp.batch.bench.table import KEY, text_of
from edgeasp.solvers.clingo.options import MOST_SEED
from edgeasp.solvers.interface import Solver
from edgeasp.system.errors import EncodingError, OptionError
from edgeasp.system.lines import parse_numbers

TASKS = ("all", "first")


@dataclass(frozen=True, slots=True)
class RunLimits:
    """The seconds that a run may take from start to end, and its peak memory in bytes; None for no limit."""

    seconds: float
    memory: int | None


@dataclass(frozen=True)
class BenchRun:
    """One run to be measured; `columns` are those of the table that are known before."""

    instance: BenchInstance
    system: Solver
    every: bool
    seed: int
    limits: RunLimits
    columns: dict[str, Any]

    @property
    def key(self) -> tuple[str, ...]:
        """All that determines the run, as the table has it."""
        return tuple(text_of(self.columns[name]) for name in KEY)


def plan(
    instances: Sequence[BenchInstance],
    solvers: Sequence[Solver],
    seeds: Mapping[str, Sequence[int]],
    limits: RunLimits,
    host: str,
) -> list[BenchRun]:
    """All runs, task by task and instance by instance, so that what is compared is measured close together.

    `seeds` maps each task to its seeds.
    """
    return [
        _run(instance, system, task, seed, limits, host)
        for task in seeds
        for instance in instances
        for seed in seeds[task]
        for system in solvers
    ]


def _run(instance: BenchInstance, system: Solver, task: str, seed: int, limits: RunLimits, host: str) -> BenchRun:
    try:
        fingerprint = system.fingerprint(instance.puzzle, seed)
    except EncodingError as error:
        raise EncodingError(f"{instance.name}: {error}") from None
    border_colours, colours = instance.colours
    columns = {
        "instance": instance.name,
        "size": f"{instance.puzzle.cols}x{instance.puzzle.rows}",
        "border_colours": border_colours,
        "colours": colours,
        "half": instance.half,
        "task": task,
        "system": system.label,
        "seed": seed,
        "encoding": fingerprint.encoding,
        "encoding_hash": fingerprint.encoding_hash,
        "options": fingerprint.options,
        "threads": system.threads,
        "time_limit": limits.seconds,
        "memory_limit": limits.memory,
        "versions": fingerprint.versions,
        "host": host,
        "puzzle_hash": instance.hash,
    }
    return BenchRun(instance, system, task == "all", seed, limits, columns)


def seeds_of(text: str) -> list[int]:
    """The seeds that a text such as `1-5` or `1,3,7` names."""
    return parse_numbers(text, "seeds such as 1-5 or 1,3,7", 0, MOST_SEED)


def tasks_of(texts: Iterable[str]) -> list[str]:
    """The tasks that texts name, joined by commas."""
    found = [part.strip() for text in texts for part in text.split(",")]
    for task in found:
        if task not in TASKS:
            raise OptionError(f"expected the tasks {' or '.join(TASKS)}, found {task!r}")
    return list(dict.fromkeys(found))
