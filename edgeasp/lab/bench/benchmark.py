"""Benchmarks of instances, systems, tasks and seeds, one process per run.

The process of a run reads the puzzle, searches and checks the solutions. It measures each of these phases, and the
executor measures the complete process from outside.
"""

from __future__ import annotations

import math
import os
import platform
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from edgeasp.formats import known
from edgeasp.lab.bench import instances, systems, table
from edgeasp.lab.bench.instances import BenchInstance, ListedInstance, read_instance
from edgeasp.lab.bench.systems import BenchRun
from edgeasp.lab.bench.table import RunRow, round_seconds, utc_now
from edgeasp.parallel.processes import Call, CallContext, EndedCall, PoolExecutor, qualified_name
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.symmetry import board_digest
from edgeasp.search.interpretations import describe_convention
from edgeasp.solvers.interface import Solver, SolverRun
from edgeasp.system import limits, writing
from edgeasp.system.errors import AnswerError, CheckError, OptionError, OutputError, ProgramError, os_reason
from edgeasp.system.processes import (
    available_cores,
    memory_in_use,
    peak_memory,
    require_memory_reports,
    warn_unavailable,
)

COLUMN = {"facts": "render", "encode": "render", "load": "ground", "decode": "check"}
"""Column of the table for a phase of the search, if their names differ."""


@dataclass(frozen=True, slots=True)
class RunJob:
    """Run of a solver on a puzzle, for a worker process.

    Attributes:
        solver: solver to measure.
        puzzle: file of the puzzle.
        clue: file of the clues, None for no clues.
        every: whether to find all solutions with the clues. If False, find one solution and ignore the clues.
        seed: seed of the solver's random numbers.
    """

    solver: Solver
    puzzle: str
    clue: str | None
    every: bool
    seed: int


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """Measurements of a run, taken by its own process.

    Attributes:
        status: status of the run, see `table.STATUSES`.
        message: details of an error.
        numbers: numbers of boards, conflicts and so on, keyed by column of the table.
        seconds: wall time of each phase, keyed by column of the table.
        memory: peak memory in bytes, None if unknown.
        notes: clingo's messages about a user program, other than errors.
    """

    status: str = "failed"
    message: str = ""
    numbers: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    memory: int | None = None
    notes: tuple[str, ...] = ()


def measure_run(job: RunJob, context: CallContext) -> RunOutcome:
    """Measure a run in a worker. Errors become outcomes."""
    measurement = _RunMeasurement(job, context)
    # At the time limit, this reports what was measured so far.
    context.partial = lambda: measurement.build_outcome("timeout")
    try:
        return measurement.run()
    except (AnswerError, CheckError, ProgramError) as error:
        return measurement.build_outcome("wrong", str(error))
    except MemoryError:
        return measurement.build_outcome("memory", "the system has no more memory")
    except Exception as error:
        # clingo reports a lack of memory by the text of a C++ exception.
        status = "memory" if "bad_alloc" in str(error) else "failed"
        return measurement.build_outcome(status, f"{type(error).__name__}: {error}")


class _RunMeasurement:
    """Run in progress, with its measurements so far."""

    def __init__(self, job: RunJob, context: CallContext) -> None:
        self._job = job
        self._context = context
        self._run: SolverRun | None = None
        self._numbers: dict[str, int] = {}
        self._board_digests: set[bytes] = set()
        self._seconds: dict[str, float] = {}
        self._checking = 0.0

    def run(self) -> RunOutcome:
        """Read the puzzle, search it and check each solution."""
        job, context = self._job, self._context
        begun = time.monotonic()
        self._seconds["start"] = begun - context.begun
        puzzle, clues = read_instance(job.puzzle, job.clue)
        if not job.every:
            clues = Solution()
        self._seconds["read"] = time.monotonic() - begun
        left = None if context.deadline is None else max(0.0, context.deadline - time.monotonic())
        self._numbers.update(solutions=0, answers=0, checked=0)
        self._run = job.solver.run(puzzle, clues, every=job.every, seed=job.seed, seconds=left)
        for solution in self._run:
            self._check_and_count(puzzle, clues, solution)
            if not job.every:
                break
        if self._run.exhausted or (self._board_digests and not job.every):
            return self.build_outcome("solved")
        # The solver stopped by itself at the time limit.
        if context.deadline is not None and time.monotonic() >= context.deadline:
            return self.build_outcome("timeout")
        return self.build_outcome("failed", "the search has ended, but not because it was complete")

    def _check_and_count(self, puzzle: Puzzle, clues: Solution, solution: Solution) -> None:
        begun = time.monotonic()
        self._numbers["answers"] += 1
        assert self._run is not None
        if not self._run.checked:
            report = check(puzzle, solution, clues)
            if not report.solved:
                reasons = [violation.text for violation in report.violations[:2]]
                if otherwise := describe_convention(puzzle, solution, report, clues):
                    reasons = [otherwise]
                if report.missing:
                    reasons.append(f"{len(report.missing)} squares hold no tile")
                raise CheckError("; ".join(reasons))
        self._board_digests.add(board_digest(puzzle, solution))
        # Both numbers in one step: at the time limit, another thread may read them at any moment.
        self._numbers.update(checked=self._numbers["checked"] + 1, solutions=len(self._board_digests))
        self._checking += time.monotonic() - begun

    def build_outcome(self, status: str, message: str = "") -> RunOutcome:
        """Combine the measurements so far into an outcome."""
        seconds, numbers = dict(self._seconds), dict(self._numbers)
        if self._run is not None:
            for phase, value in dict(self._run.seconds).items():
                column = COLUMN.get(phase, phase)
                seconds[column] = seconds.get(column, 0.0) + value
            size, statistics = self._run.size, self._run.statistics
            counted = (asdict(size) if size else {}) | asdict(statistics)
            numbers |= {name: value for name, value in counted.items() if value is not None}
        seconds["check"] = seconds.get("check", 0.0) + self._checking
        # The solver may be a process of its own.
        memory = max(peak_memory() or 0, self._run.memory if self._run else 0)
        notes = tuple(self._run.notes) if self._run else ()
        return RunOutcome(status, " ".join(message.split())[:500], numbers, seconds, memory or None, notes)


QuestionKey = tuple[str, str]
"""Key of a question that systems answer: hash of a puzzle with its clues, and the task."""

USER_SYSTEM_PREFIXES = (f"{systems.OWN_NAME}=", f"{systems.COMMAND}=")
"""Prefixes in the names of user systems."""


class AnswerComparison:
    """Comparison of the answers of all systems to the same question.

    A question is a puzzle with its clues and a task. An answer consists of distinct boards, each accepted by the
    checker. So if two answers differ, the answer with fewer boards is wrong. The status of a user system depends on the
    answers of all other systems, so its row is written last.

    Attributes:
        corrected: rows of user systems that are in the table already but turned out to be wrong, with the status
            `wrong`.
    """

    def __init__(self, todo: Sequence[BenchRun], known: Iterable[RunRow]) -> None:
        """Compare the answers that are in the table already.

        Args:
            todo: runs to measure.
            known: rows of the table.

        Raises:
            CheckError: two rows of the table disagree.
        """
        self._answers: dict[QuestionKey, RunRow] = {}
        own = (run for run in todo if not run.system.label.startswith(USER_SYSTEM_PREFIXES))
        self._left = Counter((run.instance.hash, run.columns["task"]) for run in own)
        self._waiting: defaultdict[QuestionKey, list[RunRow]] = defaultdict(list)
        self._written: set[tuple[str, ...]] = set()
        self.corrected: list[RunRow] = []
        # User systems come last, to be compared with all others.
        for row in sorted(known, key=lambda row: row.system.startswith(USER_SYSTEM_PREFIXES)):
            if not row.system.startswith(USER_SYSTEM_PREFIXES):
                self.require_agreement(row)
                continue
            self._written.add(row.key)
            question = row.puzzle_hash, row.task
            if self._left[question] > 0:
                self._waiting[question].append(row)
            else:
                self.corrected += self._finalise_row(row)

    def add_run(self, row: RunRow) -> list[RunRow]:
        """Compare a run with earlier runs, and return finished rows.

        The row of a user system is finished once all other systems have answered the question.
        """
        question = row.puzzle_hash, row.task
        rows = []
        if row.system.startswith(USER_SYSTEM_PREFIXES):
            self._waiting[question].append(row)
        else:
            self._left[question] -= 1
            rows.append(row)
            if row.solved:
                self._answers.setdefault(question, row)
        if self._left[question] <= 0:
            rows += [new for run in self._waiting.pop(question, []) for new in self._finalise_row(run)]
        return rows

    def _finalise_row(self, row: RunRow) -> list[RunRow]:
        """List a user system's final row unless it is written."""
        judged = self._mark_if_wrong(row)
        if judged is row and row.key in self._written:
            self.require_agreement(row)
            return []
        return [judged]

    def require_agreement(self, row: RunRow) -> None:
        """Check that the answer agrees with the other systems' answers.

        Raises:
            CheckError: two systems disagree.
        """
        if not row.solved:
            return
        question = row.puzzle_hash, row.task
        # No other system is compared with a user system.
        if row.system.startswith(USER_SYSTEM_PREFIXES) and question not in self._answers:
            return
        other = self._answers.setdefault(question, row)
        if _verdict_text(other) != _verdict_text(row):
            raise CheckError(
                f"{row.instance}: {other.system} (seed {other.seed}) says {_verdict_text(other)}, "
                f"{row.system} (seed {row.seed}) says {_verdict_text(row)}: one of them "
                "is wrong, so the benchmark stops"
            )

    def _mark_if_wrong(self, row: RunRow) -> RunRow:
        """Mark a row as wrong if another system found more."""
        other = self._answers.get((row.puzzle_hash, row.task))
        if other is None or not row.solved or (row.solutions or 0) >= (other.solutions or 0):
            return row
        # The task `first` only asks whether there is a solution.
        if row.task != "all" and row.solutions:
            return row
        message = f"it says {_verdict_text(row)}, but {other.system} has found {_answer_text(other)}"
        return replace(row, status="wrong", message=message)


def _answer_text(row: RunRow) -> str:
    match row.task, row.solutions or 0:
        case _, 0:
            return "no solution"
        case "all", 1:
            return "1 solution"
        case "all", several:
            return f"{several:,} solutions"
    return "a solution"


def _verdict_text(row: RunRow) -> str:
    verdict = _answer_text(row)
    return "there is a solution" if verdict == "a solution" else verdict


class BenchProgress:
    """Progress of a benchmark.

    Attributes:
        total: number of runs.
        jobs: number of cores.
        skipped: number of runs skipped because they are in the table already.
        done: number of runs completed since the start.
        failed: number of new rows with the status `failed` or `wrong`.
    """

    def __init__(self, todo: Sequence[BenchRun], known: Sequence[RunRow], jobs: int) -> None:
        self.total, self.skipped, self.jobs = len(todo) + len(known), len(known), jobs
        self._todo = {run.key for run in todo}
        self.done = self.failed = 0
        self._left = Counter(run.system.label for run in todo)
        self._spent: dict[str, list[float]] = {}
        for row in known:
            self._add_time(row)

    def count_run(self, row: RunRow) -> None:
        """Count a completed run, or a row corrected to `wrong`."""
        self.failed += row.status in ("failed", "wrong")
        if row.key not in self._todo:
            return
        self.done += 1
        self._left[row.system] -= 1
        self._add_time(row)

    def _add_time(self, row: RunRow) -> None:
        # A run with several threads keeps as many cores busy.
        self._spent.setdefault(row.system, []).append(row.wall * row.threads)

    @property
    def seconds_left(self) -> float | None:
        """Remaining seconds, estimated from each system's mean time.

        None if no run is completed yet.
        """
        every = [wall for walls in self._spent.values() for wall in walls]
        if not every:
            return None
        means = {system: sum(walls) / len(walls) for system, walls in self._spent.items()}
        return sum(left * means.get(system, sum(every) / len(every)) for system, left in self._left.items()) / self.jobs


def measure_in_processes(
    todo: Sequence[BenchRun],
    known: Iterable[RunRow],
    append: Callable[[RunRow], object],
    cores: Sequence[int],
    report: Callable[[RunRow | None], object],
    note: Callable[[str], object] = lambda _: None,
) -> None:
    """Measure runs in parallel, each in its own process.

    A run gets as many cores as it has threads. A user system that finds fewer boards than another system is marked as
    wrong.

    Args:
        todo: runs to measure.
        known: rows of the table.
        append: appends a row to the table.
        cores: cores to use.
        report: called with each new row, and with None several times a second.
        note: called with each distinct message of clingo about a user program.

    Raises:
        CheckError: two systems disagree.
    """
    systems.require_cores({run.system.label: run.system.threads for run in todo}, len(cores))
    consistency = AnswerComparison(todo, known)
    for row in consistency.corrected:
        append(row)
        report(row)
    works = {_work_of_run(run): run for run in todo}
    noted: set[str] = set()
    # A fresh process per run, so that no run profits from what another one has loaded.
    with closing(PoolExecutor(len(cores), fresh=True, cores=cores).run(works, lambda _: report(None))) as executed:
        for ended in executed:
            for text in [note for note in (ended.value.notes if ended.value else ()) if note not in noted]:
                noted.add(text)
                note(text)
            for row in consistency.add_run(_build_row(works[ended.call], ended)):
                # The row is kept even if it shows that one of the systems is wrong.
                append(row)
                report(row)
                consistency.require_agreement(row)


def _work_of_run(run: BenchRun) -> Call:
    instance = run.instance
    job = RunJob(
        solver=run.system,
        puzzle=str(instance.path.resolve()),
        clue=str(instance.clue.resolve()) if instance.clue else None,
        every=run.every,
        seed=run.seed,
    )
    return Call(qualified_name(measure_run), job, run.system.threads, run.limits.seconds, run.limits.memory)


def _build_row(run: BenchRun, ended: EndedCall) -> RunRow:
    failure = "memory" if "bad_alloc" in ended.failure else "failed"
    outcome: RunOutcome = ended.value or RunOutcome(ended.killed or failure, "" if ended.killed else ended.failure)
    limits, status, message = run.limits, outcome.status, outcome.message
    memory = outcome.memory or ended.memory
    # A run may end before the executor notices that it exceeds a limit.
    if limits.memory is not None and memory > limits.memory:
        status = "memory"
    elif status == "solved" and ended.wall > limits.seconds:
        status = "timeout"
    elif status == "solved" and not outcome.numbers.get("solutions") and run.instance.planted:
        status, message = "wrong", "no solution found, but one was planted"
    seconds = {phase: round_seconds(spent) for phase, spent in outcome.seconds.items()}
    inside: dict[str, Any] = dict.fromkeys(_INSIDE) | outcome.numbers | seconds
    return RunRow(
        **run.columns,
        status=status,
        wall=round_seconds(ended.wall),
        cpu=round_seconds(ended.cpu),
        memory=memory,
        date=utc_now(),
        message=message,
        **{name: inside[name] for name in _INSIDE},
    )


# Columns with measurements that the process of a run takes.
_INSIDE = (
    *("solutions", "answers", "checked", "conflicts", "choices", "restarts"),
    *("start", "read", "render", "ground", "solve", "check"),
    *("rules", "atoms", "variables", "constraints"),
)


@dataclass(frozen=True, slots=True)
class BenchmarkSpec:
    """Selection of runs to measure, as options of `bench`.

    An option that is None has the value set by the first list in `what`, or by `instances.DEFAULTS` if `what` has no
    list.

    Attributes:
        what: tiers, lists, puzzles and folders of puzzles, by name.
        systems: names of systems.
        tasks: names of tasks, `all` or `first`.
        seeds: list of seeds, e.g. `1-5`.
        time_limit: seconds per run.
        memory_limit: memory per run, e.g. `2G`.
        half: half of each list to run, `development` or `validation`. None for both halves.
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
    """Location of the results of a benchmark.

    Attributes:
        folder: folder of the table and the generated puzzles.
        csv: file of the table.
        is_folder: whether the user named a folder rather than a CSV file. If so, a report and plots are also written.
    """

    folder: Path
    csv: Path
    is_folder: bool

    @classmethod
    def from_option(cls, output: str) -> BenchmarkFolder:
        """Interpret the value of `-o`: a folder or `.csv` file."""
        if not output:
            raise OutputError("expected the name of a file or folder to write to, found an empty one")
        path = Path(output)
        return cls(path.parent, path, False) if path.suffix.lower() == ".csv" else cls(path, path / "runs.csv", True)

    def create(self) -> None:
        """Create the folder unless it exists.

        Raises:
            OutputError: the folder cannot be created, or contains symbolic links (checked only if `is_folder` is set).
        """
        make_folder(self.folder)
        for path in self.folder.iterdir() if self.is_folder else ():
            writing.require_no_links(path)


def list_runs(spec: BenchmarkSpec, place: BenchmarkFolder) -> list[systems.BenchRun]:
    """List the runs of a benchmark, and generate its puzzles."""
    lists, paths = _split_lists_from_paths(spec.what)
    defaults = lists[0].defaults if lists else instances.DEFAULTS
    solvers = systems.parse_systems(spec.systems or [defaults["systems"]])
    tasks = systems.parse_tasks(spec.tasks or [defaults["tasks"]])
    usual = {"all": defaults["seeds"], "first": defaults["seeds-first"]}
    seeds = {task: systems.parse_seeds(spec.seeds or usual[task]) for task in tasks}
    memory: int | None = limits.parse_bytes(spec.memory_limit or defaults["memory-limit"])
    if memory_in_use() is None:
        if spec.memory_limit is not None:
            require_memory_reports()
        warn_unavailable("this system does not say how much memory a run holds: no run has a memory limit")
        memory = None
    seconds = _parse_seconds(defaults["time-limit"]) if spec.time_limit is None else spec.time_limit
    if not 0 < seconds < math.inf:
        raise OptionError(f"expected a time limit of more than 0 s, and finite, found {seconds:g}")
    systems.require_systems(solvers, every="all" in tasks)
    chosen = _load_instances(lists, paths, spec.half, place)
    return systems.plan_runs(chosen, solvers, seeds, systems.RunLimits(seconds, memory), describe_machine())


def measure_missing(
    runs: Sequence[systems.BenchRun],
    place: BenchmarkFolder,
    jobs: int,
    begin: Callable[[BenchProgress], object],
    report: Callable[[RunRow | None], object],
    note: Callable[[str], object] = lambda _: None,
) -> list[RunRow]:
    """Measure the runs that are missing from the table.

    Args:
        runs: all runs of the benchmark.
        place: location of the table.
        jobs: number of cores.
        begin: called once before the first run, with a `BenchProgress` that each run then updates.
        report: called with each new row, and with None several times a second.
        note: called with clingo's messages about a user program.

    Returns:
        the rows of all runs, old and new.
    """
    cores = list_cores(jobs)[:jobs]
    # Refused before a folder is created.
    if not place.csv.exists():
        systems.require_cores({run.system.label: run.system.threads for run in runs}, len(cores))
    place.create()
    with table.open_for_appending(place.csv, table.RUNS) as (rows, append):
        wanted = {run.key for run in runs}
        questions = {(run.instance.hash, run.columns["task"]) for run in runs}
        known = {row.key: row for row in rows if row.key in wanted}
        todo = [run for run in runs if run.key not in known]
        systems.require_cores({run.system.label: run.system.threads for run in todo}, len(cores))
        progress = BenchProgress(todo, list(known.values()), len(cores))
        begin(progress)

        def add_row(row: RunRow | None) -> None:
            if row is not None:
                progress.count_run(row)
                known[row.key] = row
            report(row)

        # Rows of other systems about the same puzzles are compared as well.
        measure_in_processes(
            todo, [row for row in rows if (row.puzzle_hash, row.task) in questions], append, cores, add_row, note
        )
    return [known[run.key] for run in runs]


def list_cores(jobs: int) -> Sequence[int]:
    """List the available cores.

    Raises:
        OptionError: fewer than `jobs` cores are available.
    """
    cores = available_cores()
    if not 1 <= jobs <= len(cores):
        raise OptionError(f"expected --jobs 1 to {len(cores)}, the cores there are, found {jobs}")
    return cores


def _split_lists_from_paths(what: Iterable[str]) -> tuple[list[instances.Tier], list[str]]:
    lists, paths = [], []
    for name in what:
        if instances.is_tier_or_list(name):
            lists.append(instances.load_tier(name))
        elif Path(name).exists() or name in known.NAMED:
            paths.append(name)
        else:
            raise OptionError(
                f"expected a tier ({', '.join(instances.tier_names())}), a list, a puzzle or a folder, found {name!r}"
            )
    return lists, paths


def _load_instances(
    lists: Sequence[instances.Tier], paths: Sequence[str], half: str | None, place: BenchmarkFolder
) -> list[BenchInstance]:
    listed: dict[str, ListedInstance] = {instance.name: instance for one in lists for instance in one.listed}
    chosen = [instance for instance in listed.values() if half in (None, instance.half)]
    loaded = []
    if chosen:
        folder = place.folder / "instances"
        place.create()
        make_folder(folder)
        writing.require_no_links(folder)
        loaded = instances.generate_instances(chosen, folder)
    loaded += [] if half else [instance for path in paths for instance in instances.load_instances(path)]
    if not loaded:
        raise OptionError(f"expected instances of the half {half}, found none")
    # An instance may be in several lists and folders.
    unique = {(instance.name, instance.hash): instance for instance in loaded}
    return list(unique.values())


def _parse_seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"expected seconds as time-limit, found {text!r}") from None


def make_folder(folder: Path) -> None:
    """Create a folder for results, and its parent folders."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: expected a folder: {os_reason(error)}") from None
    writing.make_folder(str(folder))


def describe_machine() -> str:
    """Describe the machine: processor, cores, operating system.

    Measurements are comparable only if their descriptions are equal.
    """
    return f"{_processor_name()}, {os.cpu_count() or 1} cores, {platform.system()}"


def _processor_name() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            name, _, value = line.partition(":")
            if name.strip() == "model name" and value.strip():
                return " ".join(value.split())
    return platform.processor() or platform.machine()  # on Linux, both only name the architecture
