"""The matrix: which runs there are, and what each is called in the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from edgeasp.batch.bench import systems
from edgeasp.batch.bench.instances import Instance
from edgeasp.batch.bench.systems import System
from edgeasp.batch.bench.table import KEY, text_of
from edgeasp.batch.ranges import parse_numbers
from edgeasp.puzzle.errors import EncodingError, OptionError

TASKS = ("all", "first")


@dataclass(frozen=True, slots=True)
class Budget:
    """What one run may cost.

    Attributes:
        seconds: wall time of the whole process.
        memory: bytes at the peak; None for no limit.
    """

    seconds: float
    memory: int | None


@dataclass(frozen=True)
class Run:
    """One run that can be done.

    Attributes:
        instance: what is solved.
        system: what solves it.
        every: whether the task is `all`.
        seed: of the solver's random numbers.
        budget: what it may cost.
        columns: the columns of the table that are known before.
    """

    instance: Instance
    system: System
    every: bool
    seed: int
    budget: Budget
    columns: dict[str, Any]

    @property
    def key(self) -> tuple[str, ...]:
        """All that determines the run, as the table has it."""
        return tuple(text_of(self.columns[name]) for name in KEY)


def plan(
    instances: Sequence[Instance],
    solvers: Sequence[System],
    seeds: Mapping[str, Sequence[int]],
    budget: Budget,
    host: str,
) -> list[Run]:
    """All runs, task by task and instance by instance, so that what is compared is measured close together.

    Args:
        instances: what is solved.
        solvers: what solves it.
        seeds: the tasks, and the seeds for each.
        budget: what a run may cost.
        host: the machine.

    Raises:
        EncodingError: a system makes no sense for an instance.
    """
    return [
        _run(instance, system, task, seed, budget, host)
        for task in seeds
        for instance in instances
        for seed in seeds[task]
        for system in solvers
    ]


def _run(instance: Instance, system: System, task: str, seed: int, budget: Budget, host: str) -> Run:
    try:
        identity = systems.fingerprint(system, instance.puzzle, seed)
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
        "encoding": identity.encoding,
        "encoding_hash": identity.encoding_hash,
        "options": identity.options,
        "threads": system.threads,
        "time_limit": budget.seconds,
        "memory_limit": budget.memory,
        "versions": identity.versions,
        "host": host,
        "puzzle_hash": instance.hash,
    }
    return Run(instance, system, task == "all", seed, budget, columns)


def seeds_of(text: str) -> list[int]:
    """The seeds that a text such as `1-5` or `1,3,7` names.

    Raises:
        OptionError: it names none.
    """
    return parse_numbers(text, "seeds such as 1-5 or 1,3,7", 0, 2**32 - 1)


def tasks_of(texts: Iterable[str]) -> list[str]:
    """The tasks that texts name, joined by commas.

    Raises:
        OptionError: there is no such task.
    """
    found = [part.strip() for text in texts for part in text.split(",")]
    for task in found:
        if task not in TASKS:
            raise OptionError(f"expected the tasks {' or '.join(TASKS)}, found {task!r}")
    return list(dict.fromkeys(found))
