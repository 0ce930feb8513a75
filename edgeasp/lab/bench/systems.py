"""The runs of a benchmark: instances x systems x tasks x seeds, and the table of systems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from edgeasp.lab.bench import edgeasp_solver, programs
from edgeasp.lab.bench.cp_sat import CpSat
from edgeasp.lab.bench.edgeasp_solver import NAME, Edgeasp, OwnProgram
from edgeasp.lab.bench.instances import BenchInstance
from edgeasp.lab.bench.programs import CommandSolver
from edgeasp.lab.bench.run_table import KEY, text_of
from edgeasp.lab.bench.sat_search import Sat
from edgeasp.solvers.clingo.options import MOST_SEED
from edgeasp.solvers.interface import Solver
from edgeasp.solvers.row_scan import RowScan
from edgeasp.system.errors import EncodingError, OptionError
from edgeasp.system.lines import parse_numbers

SOLVERS: list[type[Solver]] = [Edgeasp, Sat, CpSat, RowScan, OwnProgram, CommandSolver]
"""All kinds of solvers."""

_COMMAND = re.compile(rf"(?:^|,)\s*({programs.NAME}=.*)", re.DOTALL)
"""A command, at the end of a list of systems."""


def parse_all(texts: Iterable[str]) -> list[Solver]:
    """The systems that texts name, several in one joined by commas; each once. A command takes all that follows."""
    parts: list[str] = []
    for text in texts:
        last = _COMMAND.search(text)
        listed = text[: last.start()] if last else text
        pieces = re.split(r"\s*,\s*", listed.strip()) if listed.strip() or not last else []
        for piece in [*pieces, *([last[1].strip()] if last else [])]:
            # Options of edgeasp are joined by commas as well: a piece that names no system continues the one before.
            if parts and parts[-1].startswith(f"{NAME}:") and not _is_name(piece):
                parts[-1] += f",{piece}"
            else:
                parts.append(piece)
    return list({solver.label: solver for solver in map(parse, parts)}.values())


def parse(text: str) -> Solver:
    """The system that a text names."""
    for kind in SOLVERS:
        solver = kind.parse(text)
        if solver is not None:
            return solver
    known = ", ".join(form for kind in SOLVERS for form, _ in kind.describe())
    raise OptionError(f"expected a system ({known}), found {text!r}")


def require(systems: Iterable[Solver], *, every: bool = False) -> None:
    """Check, before hours of measuring, that every system can run here; for `every`, that none omits solutions."""
    for system in systems:
        symmetries = set(system.request.symmetry or ()) if isinstance(system, Edgeasp) else set()
        if every and {"board-rotations", "polarity"} & symmetries:
            raise OptionError(
                f"the system {system.label}: the symmetries board-rotations and polarity leave out solutions that "
                "other systems count; they are for the task first"
            )
        if every and isinstance(system, CommandSolver) and not system.takes_clues:
            raise OptionError(
                f"the system {system.label}: the task all gives clues: add {{clue}} or {{lp}}, or take --tasks first"
            )
        try:
            system.require()
        except OptionError as error:
            raise OptionError(f"the system {system.label}: {error}") from None


def _is_name(text: str) -> bool:
    """Whether a text names a system, rather than an option of one."""
    if text.partition(":")[0] == NAME or text.partition("=")[0] in (edgeasp_solver.OWN_NAME, programs.NAME):
        return True
    return "=" not in text and any(kind.parse(text) is not None for kind in SOLVERS if kind is not Edgeasp)


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
    tasks = [part.strip() for text in texts for part in text.split(",")]
    for task in tasks:
        if task not in TASKS:
            raise OptionError(f"expected the tasks {' or '.join(TASKS)}, found {task!r}")
    return list(dict.fromkeys(tasks))
