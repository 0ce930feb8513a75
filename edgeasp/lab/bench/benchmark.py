"""A benchmark from beginning to end: what is to be measured, and measuring what has not been yet."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from edgeasp.formats import laying
from edgeasp.lab.bench import instances, run_table, runner, systems
from edgeasp.lab.bench.instances import BenchInstance, ListedInstance
from edgeasp.lab.bench.run_table import RunRow
from edgeasp.system import limits, writing
from edgeasp.system.errors import OptionError, OutputError, os_reason
from edgeasp.system.processes import available_cores, lack, memory_in_use, require_memory


@dataclass(frozen=True, slots=True)
class BenchmarkSpec:
    """A choice of runs to measure; where a field is None, the first list in `what` decides, or else the defaults.

    `what` names tiers, lists, puzzles and folders of puzzles. The time limit is in seconds, the memory limit a text.
    """

    what: tuple[str, ...]
    systems: tuple[str, ...] | None = None
    tasks: tuple[str, ...] | None = None
    seeds: str | None = None
    time_limit: float | None = None
    memory_limit: str | None = None
    half: str | None = None


@dataclass(frozen=True, slots=True)
class BenchmarkFolder:
    """The place of the results of a benchmark; `whole` if the folder is for it alone, with a report and plots."""

    folder: Path
    csv: Path
    whole: bool

    @classmethod
    def of(cls, output: str) -> BenchmarkFolder:
        """The place that a folder means, or a file whose name ends in `.csv`."""
        if not output:
            raise OutputError("expected the name of a file or folder to write to, found an empty one")
        path = Path(output)
        return cls(path.parent, path, False) if path.suffix.lower() == ".csv" else cls(path, path / "runs.csv", True)


def runs_of(spec: BenchmarkSpec, place: BenchmarkFolder) -> list[systems.BenchRun]:
    """All runs of a benchmark; puzzles that lists name are made."""
    lists, paths = _sort(spec.what)
    defaults = lists[0].defaults if lists else instances.DEFAULTS
    solvers = systems.parse_all(spec.systems or [defaults["systems"]])
    tasks = systems.tasks_of(spec.tasks or [defaults["tasks"]])
    usual = {"all": defaults["seeds"], "first": defaults["seeds-first"]}
    seeds = {task: systems.seeds_of(spec.seeds or usual[task]) for task in tasks}
    memory: int | None = limits.size(spec.memory_limit or defaults["memory-limit"])
    if memory_in_use() is None:
        if spec.memory_limit is not None:
            require_memory()
        lack("this system does not say how much memory a run holds: no run has a memory limit")
        memory = None
    seconds = _seconds(defaults["time-limit"]) if spec.time_limit is None else spec.time_limit
    if not 0 < seconds < math.inf:
        raise OptionError(f"expected a time limit of more than 0 s, and finite, found {seconds:g}")
    systems.require(solvers, every="all" in tasks)
    chosen = _instances(lists, paths, spec.half, place)
    return systems.plan(chosen, solvers, seeds, systems.RunLimits(seconds, memory), machine())


def measure(
    runs: Sequence[systems.BenchRun],
    place: BenchmarkFolder,
    jobs: int | None,
    begin: Callable[[runner.BenchProgress], object],
    report: Callable[[RunRow | None], object],
    note: Callable[[str], object] = lambda _: None,
) -> list[RunRow]:
    """Do the runs that the table does not hold yet, and return the rows of all.

    `begin` is called once, before the first run; `report` with each new row, and with None several times a second;
    `note` with what clingo says about a program of the user.
    """
    cores = available_cores()
    if jobs is not None and not 1 <= jobs <= len(cores):
        raise OptionError(f"expected --jobs 1 to {len(cores)}, the cores there are, found {jobs}")
    cores = cores[:jobs]
    make_folder(place.folder)
    with run_table.appending(place.csv) as (rows, append):
        wanted = {run.key for run in runs}
        known = {row.key: row for row in rows if row.key in wanted}
        todo = [run for run in runs if run.key not in known]
        progress = runner.BenchProgress(todo, list(known.values()), len(cores))
        begin(progress)

        def add(row: RunRow | None) -> None:
            if row is not None:
                progress.add(row)
                known[row.key] = row
            report(row)

        runner.run_all(todo, list(known.values()), append, cores, add, note)
    return [known[run.key] for run in runs]


def _sort(what: Iterable[str]) -> tuple[list[instances.Tier], list[str]]:
    """The lists, and the paths of puzzles."""
    lists, paths = [], []
    for name in what:
        if instances.is_list(name):
            lists.append(instances.load_tier(name))
        elif Path(name).exists() or name in laying.NAMED:
            paths.append(name)
        else:
            raise OptionError(
                f"expected a tier ({', '.join(instances.tier_names())}), a list, a puzzle or a folder, found {name!r}"
            )
    return lists, paths


def _instances(
    lists: Sequence[instances.Tier], paths: Sequence[str], half: str | None, place: BenchmarkFolder
) -> list[BenchInstance]:
    listed: dict[str, ListedInstance] = {instance.name: instance for one in lists for instance in one.listed}
    chosen = [instance for instance in listed.values() if half in (None, instance.half)]
    loaded = []
    if chosen:
        folder = place.folder / "instances"
        make_folder(folder)
        loaded = instances.make(chosen, folder)
    loaded += [] if half else [instance for path in paths for instance in instances.load(path)]
    if not loaded:
        raise OptionError(f"expected instances of the half {half}, found none")
    unique = {(instance.name, instance.hash): instance for instance in loaded}
    return list(unique.values())


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"expected seconds as time-limit, found {text!r}") from None


def make_folder(folder: Path) -> None:
    """Make a folder for results, with those above it."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: expected a folder: {os_reason(error)}") from None
    writing.make_folder(str(folder))


def machine() -> str:
    """Processor, number of cores, system: these determine whether two measurements can be compared."""
    return f"{_processor()}, {os.cpu_count() or 1} cores, {platform.system()}"


def _processor() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            name, _, value = line.partition(":")
            if name.strip() == "model name" and value.strip():
                return " ".join(value.split())
    return platform.processor() or platform.machine()
