"""Append-only table of benchmark runs, and reports with scores.

Text is written unchanged. In particular, a name such as `=cmd` is not quoted for spreadsheets, since quoting would
change the key of the run. An instance has one run per seed, and its time is the median over these runs. An unsolved run
has infinite time. So an instance counts as solved if more than half of its runs are solved.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from math import exp, inf, isfinite, log
from os import PathLike
from pathlib import Path
from statistics import median
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from edgeasp.formats import files
from edgeasp.system import writing
from edgeasp.system.errors import InputError, OutputError, os_reason
from edgeasp.system.lines import decode_text, format_csv_row, make_printable, parse_csv_rows, quoted, with_noun

_Row = TypeVar("_Row")

_DECIMALS = 6
_SIZE = re.compile(r"[1-9][0-9]{0,5}x[1-9][0-9]{0,5}", re.ASCII)

STATUSES = {
    "solved": "the question was answered, and every solution passed the checker",
    "timeout": "the time limit was reached",
    "memory": "the memory limit was reached",
    "wrong": "the answer is false: an invalid solution, or no solution although one is known",
    "failed": "the process ended without an answer; see the message",
}
"""Outcomes of a run, with their meaning."""


def _column_field(meaning: str, *, key: bool = False) -> Any:
    return field(metadata={"meaning": meaning, "key": key})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """Run of a benchmark: its parameters and results, a field per column.

    Seconds are wall time unless stated otherwise.

    >>> runs = edgeasp.read_runs("instances/results/frontier-all.csv")
    >>> sum(run.solved for run in runs if run.system == "edgeasp" and run.size == "6x6")
    3

    A field is None if the system does not report the value.
    """

    instance: str = _column_field("the name of the instance", key=True)
    size: str = _column_field("columns x rows")
    border_colours: int | None = _column_field("number of border colours of a framed puzzle; empty if unknown")
    colours: int = _column_field("number of all other colours, without the frame colour")
    half: str = _column_field("development or validation; empty if the list names none")
    task: str = _column_field("all: every solution with the clues; first: one solution", key=True)
    system: str = _column_field("label of the solver with its encoding and options, as given", key=True)
    seed: int = _column_field("seed of the solver's random numbers", key=True)
    status: str = _column_field(f"outcome: {', '.join(STATUSES)}")
    wall: float = _column_field("seconds from the start to the end of the process")
    cpu: float = _column_field("seconds of processor time, user and system, of all threads")
    solutions: int | None = _column_field("number of different boards found")
    answers: int | None = _column_field("number of answers of the solver; more if it distinguishes identical tiles")
    checked: int | None = _column_field("number of solutions that passed the checker")
    conflicts: int | None = _column_field("conflicts of the search")
    choices: int | None = _column_field("choices of the search (decisions, branches)")
    restarts: int | None = _column_field("restarts of the search")
    start: float | None = _column_field("seconds for starting the interpreter and its imports")
    read: float | None = _column_field("seconds for reading puzzle and clue")
    render: float | None = _column_field("seconds for rendering facts and rules; other systems: for building the model")
    ground: float | None = _column_field("seconds for grounding; other systems: for loading the solver")
    solve: float | None = _column_field("seconds of search")
    check: float | None = _column_field("seconds for decoding and checking")
    rules: int | None = _column_field("rules of the ground program")
    atoms: int | None = _column_field("atoms of the ground program")
    variables: int | None = _column_field("variables of the solver")
    constraints: int | None = _column_field("constraints of the solver (clauses)")
    memory: int | None = _column_field("peak memory of the process, in bytes")
    encoding: str = _column_field("description of the encoding")
    encoding_hash: str = _column_field("hash of the text of the encoding", key=True)
    options: str = _column_field("all options of the solver", key=True)
    threads: int = _column_field("number of threads, and of processor cores", key=True)
    time_limit: float = _column_field("seconds for the whole process", key=True)
    memory_limit: int | None = _column_field("bytes; empty for no limit", key=True)
    versions: str = _column_field("versions of edgeasp, the solver and Python", key=True)
    host: str = _column_field("machine: processor, cores, operating system", key=True)
    puzzle_hash: str = _column_field("hash of puzzle and clue", key=True)
    date: str = _column_field("end of the run, UTC")
    message: str = _column_field("details of an error")

    @property
    def key(self) -> tuple[str, ...]:
        """Values that identify the run.

        A run whose key is in the table is not repeated.
        """
        return tuple(format_cell(getattr(self, name)) for name in KEY)

    @property
    def solved(self) -> bool:
        """Whether the status is `solved`."""
        return self.status == "solved"


COLUMNS = {field.name: str(field.metadata["meaning"]) for field in fields(RunRow)}
"""Columns of the table, with their meaning."""

KEY = tuple(field.name for field in fields(RunRow) if field.metadata["key"])
"""Columns that identify a run."""


def format_row(row: RunRow) -> str:
    """Format a row as a line of CSV."""
    return format_csv_row(format_cell(getattr(row, name)) for name in COLUMNS)


def parse_rows(text: str, source: str) -> list[RunRow]:
    """Parse the text of a table.

    If a run is repeated, its last row counts. An incomplete last line is ignored.
    """
    records = parse_csv_rows(text[: text.rfind("\n") + 1], source)
    if not records:
        return []
    if records[0] != list(COLUMNS):
        best = ": report tables of edgeasp bench --best with --best" if records[0][:1] == ["board"] else ""
        raise InputError(source, 1, f"expected the columns of this version of edgeasp, found others{best}")
    rows = (_parse_row(record, source, number) for number, record in enumerate(records[1:], start=2))
    return list({row.key: row for row in rows}.values())


def read_runs(path: str | PathLike[str]) -> list[RunRow]:
    """Read the table of runs that `edgeasp bench` writes.

    The table is `runs.csv` in the folder of a benchmark. pandas accepts the list directly:
    `pandas.DataFrame(edgeasp.read_runs("bench/runs.csv"))`.

    >>> runs = edgeasp.read_runs("instances/results/frontier-all.csv")
    >>> runs[0].instance, runs[0].task, runs[0].status
    ('6x6-c6-f3-s2', 'all', 'solved')

    Raises:
        InputError: the file is missing, or not a table of runs.
    """
    from edgeasp.api.instance import as_file_name

    name = as_file_name(path)
    return parse_rows(files.read_text(name), files.printable_name(name))


@dataclass(frozen=True, slots=True)
class TableFormat(Generic[_Row]):
    """Format of a table.

    Attributes:
        columns: names of the columns.
        read: function that parses the text of a table. Its second argument is the file, for messages.
        line: function that formats a row as a line of CSV.
    """

    columns: Sequence[str]
    read: Callable[[str, str], list[_Row]]
    line: Callable[[_Row], str]


RUNS = TableFormat(tuple(COLUMNS), parse_rows, format_row)
"""Table of runs."""


@contextmanager
def open_for_appending(path: Path, kind: TableFormat[_Row]) -> Iterator[tuple[list[_Row], Callable[[_Row], object]]]:
    """Open a table for appending, locked against other processes.

    An incomplete last line is removed.

    Yields:
        the rows of the table, and a function that appends a row.

    Raises:
        InputError: the file is not a table in this format.
        OutputError: the file cannot be written. No row is left incomplete.
    """
    first = format_csv_row(kind.columns)

    def write(text: str) -> None:
        try:
            writing.append_atomically(handle, text.encode())
        except OSError as error:
            raise OutputError(f"{path}: cannot be written: {os_reason(error)}") from None

    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | writing.BINARY, 0o666)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {os_reason(error)}") from None
    try:
        if not writing.try_lock(handle):
            raise OutputError(f"{path}: another benchmark writes to it: wait for it, or choose another -o")
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        rows = kind.read(decode_text(whole, str(path)), str(path))
        # A cut-off header is written again. Any other text may be the user's.
        if len(whole) < len(data) and not whole and not first.encode().startswith(data):
            raise InputError(str(path), 1, "expected a table of runs, found something else")
        os.ftruncate(handle, len(whole))
        if not whole:
            write(first)
        yield rows, lambda row: write(kind.line(row))
    finally:
        os.close(handle)


def utc_now() -> str:
    """Return the current UTC time in ISO format."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def round_seconds(seconds: float) -> float:
    """Round seconds to the precision of the table.

    A report on new runs then equals a report on the same runs read back from the table.
    """
    return round(seconds, _DECIMALS)


def format_cell(value: str | float | None) -> str:
    """Format a value as a cell of the table."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    # A row is one line, but messages of solvers may have several. Escaping twice changes nothing.
    return make_printable(" ".join(str(value).split()))


def parse_fields(row: type, record: list[str], source: str, number: int) -> dict[str, Any]:
    """Parse a table's line into the fields of a dataclass.

    Args:
        row: dataclass, with a field per column.
        record: cells of the line.
        source: file of the table, for messages.
        number: number of the line, for messages.

    Raises:
        InputError: the line has too many or too few cells, or a cell has the wrong type.
    """
    kinds = _field_types(row)
    if len(record) != len(kinds):
        raise InputError(source, number, f"expected {len(kinds)} columns, found {len(record)}")
    values: dict[str, Any] = {}
    for (name, (kind, *others)), text in zip(kinds.items(), record, strict=True):
        try:
            values[name] = None if not text and others else _parse_cell(kind, text)
        except ValueError:
            what = "True or False" if kind is bool else "a number"
            raise InputError(source, number, f"expected {what} as {name}, found {quoted(text)}") from None
    return values


def _parse_cell(kind: type, text: str) -> str | float:
    """Convert a cell to its type, or raise ValueError."""
    if kind is bool:
        return ("False", "True").index(text) == 1  # raises ValueError for other texts
    value: str | float = kind(text)
    if not isinstance(value, str) and not 0 <= value <= _MOST:
        raise ValueError
    return value


# Bound on valid numbers in a table.
_MOST = 2**63


@cache
def _field_types(row: type) -> dict[str, tuple[type, ...]]:
    """Map a field to its type, plus `NoneType` if optional."""
    return {name: get_args(kind) or (kind,) for name, kind in get_type_hints(row).items()}


def _parse_row(record: list[str], source: str, number: int) -> RunRow:
    values = parse_fields(RunRow, record, source, number)
    if values["status"] not in STATUSES:
        raise InputError(source, number, f"expected as status {', '.join(STATUSES)}, found {values['status']!r}")
    if not _SIZE.fullmatch(values["size"]):
        raise InputError(source, number, f"expected as size columns x rows, such as 10x8, found {values['size']!r}")
    if values["task"] not in _MEANING_OF_TASK:
        raise InputError(
            source, number, f"expected as task {' or '.join(_MEANING_OF_TASK)}, found {quoted(values['task'])}"
        )
    for name in ("wall", "time_limit"):
        if not 0 < values[name] < inf:
            raise InputError(source, number, f"expected as {name} a positive number of seconds, found {values[name]:g}")
    return RunRow(**values)


@dataclass(frozen=True, slots=True)
class SystemScore:
    """Scores of a system on a task, compared with a reference system.

    Attributes:
        system: label of the system.
        runs: number of runs.
        solved: number of solved runs.
        par2: mean seconds of a run. An unsolved run counts as twice its time limit.
        median: median seconds over all instances.
        ratio: time of the system divided by time of the reference, as a geometric mean over the instances that both
            solve. None if there are no such instances.
        conflict_ratio: conflicts of the system divided by conflicts of the reference, as a geometric mean over these
            instances. One is added to each number of conflicts, so that none is zero. None if there are no such
            instances, or a solver does not report conflicts.
        common: number of instances that both solve.
        bound: like `ratio`, but over all instances that the reference solves. An instance that the system does not
            solve counts with its time limit, so the bound is a lower one. None if the reference solves no instance.
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


def keep_latest(rows: Iterable[RunRow]) -> list[RunRow]:
    """Keep the last row of each repeated run."""
    # Versions and options may differ: the report is about the latest ones.
    last = {(row.task, row.puzzle_hash, row.system, row.seed): row for row in rows}
    return list(last.values())


def system_labels(rows: Iterable[RunRow]) -> list[str]:
    """List the labels of systems, edgeasp first."""
    return sorted({row.system for row in rows}, key=lambda label: (label.partition(":")[0] != "edgeasp", label))


def score_systems(rows: Sequence[RunRow], reference: str) -> list[SystemScore]:
    """Score each system in the rows of one task."""
    seconds, conflicts = median_seconds(rows, reference), _median_conflicts(rows, reference)
    scores = []
    for name in system_labels(rows):
        own = [row for row in rows if row.system == name]
        own_seconds = median_seconds(own, name)
        limited = {row.puzzle_hash: min(own_seconds[row.puzzle_hash], row.time_limit) for row in own}
        ratios = ratios_on_common(own_seconds, seconds)
        scores.append(
            SystemScore(
                system=name,
                runs=len(own),
                solved=sum(row.solved for row in own),
                par2=sum(row.wall if row.solved else 2 * row.time_limit for row in own) / len(own),
                median=median(own_seconds.values()),
                ratio=geometric_mean(ratios),
                conflict_ratio=geometric_mean(ratios_on_common(_median_conflicts(own, name), conflicts)),
                common=len(ratios),
                bound=geometric_mean(ratios_on_common(limited, seconds)),
            )
        )
    return scores


def median_seconds(rows: Iterable[RunRow], system: str) -> dict[str, float]:
    """Map puzzle hashes to a system's median seconds over seeds."""
    walls: dict[str, list[float]] = {}
    for row in rows:
        if row.system == system:
            walls.setdefault(row.puzzle_hash, []).append(row.wall if row.solved else inf)
    return {key: median(numbers) for key, numbers in walls.items()}


def ratios_on_common(seconds: dict[str, float], reference: dict[str, float]) -> list[float]:
    """List time ratios on the instances that both systems solve."""
    return [
        wall / reference[key] for key, wall in seconds.items() if isfinite(wall) and isfinite(reference.get(key, inf))
    ]


def geometric_mean(values: Sequence[float]) -> float | None:
    """Return the geometric mean, or None for no values."""
    return exp(sum(map(log, values)) / len(values)) if values else None


def _median_conflicts(rows: Sequence[RunRow], system: str) -> dict[str, float]:
    """Map hashes of solved puzzles to median conflicts plus one."""
    walls = median_seconds(rows, system)
    counts: dict[str, list[float]] = {}
    for row in rows:
        if row.system == system and row.solved and row.conflicts is not None and isfinite(walls[row.puzzle_hash]):
            # Plus one, as a geometric mean has no zeros.
            counts.setdefault(row.puzzle_hash, []).append(row.conflicts + 1)
    return {key: median(numbers) for key, numbers in counts.items()}


_MEANING_OF_TASK = {"all": "every solution with the clues", "first": "one solution"}

# Columns with the seconds of each phase.
_PHASES = ("start", "read", "render", "ground", "solve", "check")

# A run of more than `_LONG` seconds that has the processor for less than this fraction of them was disturbed.
_LONG, _SHARE = 1.0, 0.9


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Table of a report, with text only in its first column."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class BenchmarkReport:
    """Report on a benchmark: tables, notes and warnings."""

    tables: tuple[ReportTable, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]


def build_report(rows: Iterable[RunRow], reference: str | None = None) -> BenchmarkReport:
    """Build the report on some rows.

    Args:
        rows: rows of one or several tables.
        reference: label of the system to compare with. Default: the first label in `system_labels`.
    """
    every = list(rows)
    kept = keep_latest(every)
    reference = reference or system_labels(kept)[0]
    rankings, sizes, profiles = [], [], []
    for task, meaning in _MEANING_OF_TASK.items():
        part = [row for row in kept if row.task == task]
        for half in ("development", "validation", ""):
            if ranked := [row for row in part if row.half == half]:
                where = f", {half} half" if half else ""
                rankings.append(_ranking_table(ranked, reference, f"Task {task}: {meaning}{where}"))
        if len(set(map(_size_and_colours_key, part))) > 1:
            sizes.append(_size_table(part, f"Task {task}, by size and colours: median seconds (solved runs)"))
        if solved := [row for row in part if row.system == reference and row.solved]:
            profiles.append(_phase_table(solved, f"Task {task}, phases of {reference}: median seconds of solved runs"))
    warnings = _report_warnings(kept, len(every) - len(kept))
    return BenchmarkReport((*rankings, *sizes, *profiles), tuple(_report_notes(kept, reference)), tuple(warnings))


def report_as_markdown(report: BenchmarkReport) -> str:
    """Format a report as Markdown."""
    parts = []
    for table in report.tables:
        lines = [
            f"**{table.title}**",
            "",
            _markdown_row(table.heads),
            _markdown_row(("---", *["--:"] * (len(table.heads) - 1))),
        ]
        parts.append("\n".join([*lines, *map(_markdown_row, table.rows)]))
    parts.append("\n".join(f"- {_escape_html(note)}" for note in report.notes))
    parts.append("\n".join(f"- Note: {_escape_html(warning)}" for warning in report.warnings))
    return "\n\n".join(filter(None, parts)) + "\n"


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(_escape_html(cell).replace('|', '&#124;') for cell in cells)} |"


def _escape_html(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def _ranking_table(rows: Sequence[RunRow], reference: str, title: str) -> ReportTable:
    heads = ("System", "Solved", "PAR2", "Median", "Time", "Conflicts", "Common", "Bound")
    body = [
        (
            score.system,
            f"{score.solved}/{score.runs}",
            short_number(score.par2),
            _seconds_text(score.median, largest_time_limit([row for row in rows if row.system == score.system])),
            _ratio_text(score.ratio),
            _ratio_text(score.conflict_ratio),
            f"{score.common}",
            _ratio_text(score.bound),
        )
        for score in score_systems(rows, reference)
    ]
    return ReportTable(title, heads, tuple(body))


def _size_table(rows: Sequence[RunRow], title: str) -> ReportTable:
    names = system_labels(rows)
    body = []
    for board, part in _group_by_board(rows):
        instances = len({row.puzzle_hash for row in part})
        cells = []
        for name in names:
            own = [row for row in part if row.system == name]
            wall = median(median_seconds(own, name).values()) if own else None
            solved = sum(row.solved for row in own)
            shown = "" if wall is None else _seconds_text(wall, largest_time_limit(own))
            cells.append(shown if solved == len(own) else f"{shown} ({solved}/{len(own)})")
        body.append((board, f"{instances}", *cells))
    return ReportTable(title, ("Board, colours", "N", *names), tuple(body))


def _phase_table(rows: Sequence[RunRow], title: str) -> ReportTable:
    body = []
    for board, part in _group_by_board(rows):
        phases = [[value for row in part if (value := getattr(row, name)) is not None] for name in _PHASES]
        seconds = [short_number(median(phase)) if phase else "" for phase in (*phases, [row.wall for row in part])]
        conflicts = [row.conflicts for row in part if row.conflicts is not None]
        effort = f"{median(conflicts):,.0f}" if conflicts else ""
        body.append((board, *seconds, effort))
    heads = (*(name.capitalize() for name in _PHASES), "Whole", "Conflicts")
    return ReportTable(title, ("Board, colours", *heads), tuple(body))


def _group_by_board(rows: Sequence[RunRow]) -> Iterator[tuple[str, list[RunRow]]]:
    """Group rows by size and colours, and title each group."""
    for _, group in groupby(sorted(rows, key=_size_and_colours_key), _size_and_colours_key):
        part = list(group)
        border = "" if part[0].border_colours is None else f"+{part[0].border_colours}"
        yield f"{part[0].size}, {part[0].colours}{border}", part


def _size_and_colours_key(row: RunRow) -> tuple[int, ...]:
    cols, rows = map(int, row.size.split("x"))
    return cols * rows, cols, row.colours, -1 if row.border_colours is None else row.border_colours


def largest_time_limit(rows: Iterable[RunRow]) -> float:
    """Return the largest time limit of the rows."""
    return max(row.time_limit for row in rows)


def _seconds_text(value: float, limit: float) -> str:
    return short_number(value) if isfinite(value) else f"> {limit:g}"


def _ratio_text(ratio: float | None) -> str:
    return "" if ratio is None else f"{short_number(ratio)} x"


def short_number(value: float) -> str:
    """Format a positive number with three significant digits."""
    # 99.95 would be rounded to 100.0, which has four digits.
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def _report_notes(rows: Sequence[RunRow], reference: str) -> Iterable[str]:
    seeds_of: dict[tuple[str, str], set[int]] = {}
    for row in rows:
        seeds_of.setdefault((row.task, row.system), set()).add(row.seed)
    seeds = sorted(set(map(len, seeds_of.values())))
    limits = sorted({row.time_limit for row in rows})
    yield (
        f"{len(rows):,} runs of {len({row.puzzle_hash for row in rows}):,} instances, "
        f"{_join_with_and([f'{seed}' for seed in seeds])} {'seed' if seeds == [1] else 'seeds'} each, "
        f"time limit {_join_with_and([f'{limit:g}' for limit in limits])} s; "
        "each run is a separate process, timed from its start to its end."
    )
    yield (
        "Solved: solved runs of all runs. PAR2: mean seconds, an unsolved run counting as twice its limit. Median: "
        f"median seconds over all instances. Time, Conflicts: ratios to {reference}, as geometric means over the "
        "instances that both solve; Common: their number. Bound: lower bound of the time ratio over all instances "
        f"that {reference} solves, an unsolved one counting as its limit. Several seeds of an instance count as their "
        "median."
    )
    for host in dict.fromkeys(row.host for row in rows):
        yield f"Machine: {host}."
    versions = dict.fromkeys(part for row in rows for part in row.versions.split(", "))
    yield f"Versions: {', '.join(sorted(versions, key=str.lower))}."


def _report_warnings(rows: Sequence[RunRow], repeated: int) -> Iterable[str]:
    if repeated:
        yield f"repeated runs, with only the last one counted: {repeated}."
    if len({row.host for row in rows}) > 1:
        yield "the runs come from different machines: their seconds are not comparable."
    disturbed = sum(row.wall > _LONG and row.cpu < _SHARE * row.wall for row in rows)
    if disturbed:
        yield f"runs that had the processor for less than {_SHARE:.0%} of their time: {disturbed}."
    for task in sorted({row.task for row in rows}):
        if len({(row.time_limit, row.memory_limit) for row in rows if row.task == task}) > 1:
            yield f"the limits of task {task} differ between runs."
        done: dict[str, set[tuple[str, int]]] = {}
        for row in rows:
            if row.task == task:
                done.setdefault(row.system, set()).add((row.puzzle_hash, row.seed))
        if len(set(map(frozenset, done.values()))) > 1:
            yield f"some systems lack runs of task {task}."
    for status in ("wrong", "failed"):
        several = Counter(row.system for row in rows if row.status == status)
        for row in sorted(rows, key=lambda row: row.key):
            if row.status == status and row.system in several:
                others = several.pop(row.system) - 1
                more = f" (and {with_noun(others, 'more run')})" if others else ""
                yield f"{status}: {row.system} on {row.instance}, task {row.task}, seed {row.seed}: {row.message}{more}"


def _join_with_and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
