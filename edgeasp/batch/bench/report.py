"""The report on a table of runs: tables, notes and warnings, computed from the rows alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from edgeasp.batch.bench import scores
from edgeasp.batch.bench.scores import Score
from edgeasp.batch.bench.table import RunRow

_MEANING = {
    "all": "every solution with the corner clue",
    "first": "one solution",
}


_PHASES = ("start", "read", "render", "ground", "solve", "check")
"""The columns with the seconds of each phase."""

_LONG, _SHARE = 1.0, 0.9
"""A run of at least so many seconds should have used a core for at least this share of them."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of a report: title, heads of the columns, rows; the first column is text, the others are numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class BenchmarkReport:
    """A report on a table of runs.

    Attributes:
        tables: the tables.
        notes: explanations of the tables, a sentence or two each.
        warnings: reasons to distrust the tables, a sentence each.
    """

    tables: tuple[ReportTable, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]


def report(rows: Iterable[RunRow], reference: str | None = None) -> BenchmarkReport:
    """The report on the rows of one or several tables.

    Args:
        rows: the rows.
        reference: the label of the system that the ratios refer to; None for the first one.
    """
    every = list(rows)
    kept = scores.latest(every)
    reference = reference or scores.systems(kept)[0]
    tables: list[ReportTable] = []
    for task in ("all", "first"):
        for half in ("development", "validation", ""):
            part = [row for row in kept if row.task == task and row.half == half]
            if part:
                where = f", {half} half" if half else ""
                tables.append(_ranking(part, reference, f"Task {task}: {_MEANING[task]}{where}"))
    for task in ("all", "first"):
        part = [row for row in kept if row.task == task]
        if len({_group(row) for row in part}) > 1:
            tables.append(_by_size(part, f"Task {task}, by size and colours: median seconds (solved runs)"))
    for task in ("all", "first"):
        part = [row for row in kept if (row.task, row.system) == (task, reference) and row.solved]
        if part:
            tables.append(_profile(part, f"Task {task}, phases of {reference}: median seconds of solved runs"))
    warnings = _warnings(kept, len(every) - len(kept))
    return BenchmarkReport(tuple(tables), tuple(_notes(kept, reference)), tuple(warnings))


def markdown(found: BenchmarkReport) -> str:
    """A report as Markdown."""
    parts = []
    for table in found.tables:
        lines = [f"**{table.title}**", "", _line(table.heads), _line(("---", *["--:"] * (len(table.heads) - 1)))]
        parts.append("\n".join([*lines, *map(_line, table.rows)]))
    if found.notes:
        parts.append("\n".join(f"- {note}" for note in found.notes))
    if found.warnings:
        parts.append("\n".join(f"- Note: {warning}" for warning in found.warnings))
    return "\n\n".join(parts) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _ranking(rows: Sequence[RunRow], reference: str, title: str) -> ReportTable:
    heads = ("System", "Solved", "PAR2", "Median", "Time", "Conflicts", "Common", "Bound")
    limit = limit_of(rows)
    return ReportTable(title, heads, tuple(_ranked(score, limit) for score in scores.scores(rows, reference)))


def _ranked(score: Score, limit: float) -> tuple[str, ...]:
    return (
        score.system,
        f"{score.solved}/{score.runs}",
        number(score.par2),
        _seconds(score.median, limit),
        _times(score.ratio),
        _times(score.conflict_ratio),
        f"{score.common}",
        _times(score.bound),
    )


def _by_size(rows: Sequence[RunRow], title: str) -> ReportTable:
    names = scores.systems(rows)
    body = []
    for board, part in _by_board(rows):
        instances = len({row.puzzle_hash for row in part})
        cells = []
        for name in names:
            own = [row for row in part if row.system == name]
            wall = scores.median(scores.medians(own, name).values()) if own else None
            solved = sum(row.solved for row in own)
            shown = "" if wall is None else _seconds(wall, limit_of(own))
            cells.append(shown if solved == len(own) else f"{shown} ({solved}/{len(own)})")
        body.append((board, f"{instances}", *cells))
    return ReportTable(title, ("Board, colours", "N", *names), tuple(body))


def _profile(rows: Sequence[RunRow], title: str) -> ReportTable:
    body = []
    for board, part in _by_board(rows):
        phases = [[value for row in part if (value := getattr(row, name)) is not None] for name in _PHASES]
        seconds = [number(scores.median(each)) if each else "" for each in (*phases, [row.wall for row in part])]
        conflicts = [row.conflicts for row in part if row.conflicts is not None]
        effort = f"{scores.median(conflicts):,.0f}" if conflicts else ""
        body.append((board, *seconds, effort))
    heads = (*(name.capitalize() for name in _PHASES), "Whole", "Conflicts")
    return ReportTable(title, ("Board, colours", *heads), tuple(body))


def _by_board(rows: Sequence[RunRow]) -> Iterator[tuple[str, list[RunRow]]]:
    """The rows of each size and number of colours, with a label."""
    for group in sorted({_group(row) for row in rows}):
        part = [row for row in rows if _group(row) == group]
        yield f"{part[0].size}, {_colours(part[0])}", part


def _group(row: RunRow) -> tuple[int, ...]:
    """The sort key of a size and its numbers of colours."""
    cols, rows = map(int, row.size.split("x"))
    return cols * rows, cols, row.colours, -1 if row.border_colours is None else row.border_colours


def _colours(row: RunRow) -> str:
    return f"{row.colours}" if row.border_colours is None else f"{row.colours}+{row.border_colours}"


def limit_of(rows: Iterable[RunRow]) -> float:
    """The largest time limit of the rows."""
    return max(row.time_limit for row in rows)


def _seconds(value: float, limit: float) -> str:
    return number(value) if isfinite(value) else f"> {limit:g}"


def _times(ratio: float | None) -> str:
    return "" if ratio is None else f"{number(ratio)} x"


def number(value: float) -> str:
    """A positive number with three significant digits."""
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def _notes(rows: Sequence[RunRow], reference: str) -> Iterable[str]:
    seeds = Counter(
        len({row.seed for row in rows if (row.task, row.system) == each})
        for each in {(row.task, row.system) for row in rows}
    )
    limits = sorted({row.time_limit for row in rows})
    yield (
        f"{len(rows):,} runs of {len({row.puzzle_hash for row in rows}):,} instances, "
        f"{_list([f'{each}' for each in sorted(seeds)])} {'seed' if set(seeds) == {1} else 'seeds'} each, "
        f"time limit {_list([f'{each:g}' for each in limits])} s; "
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


def _warnings(rows: Sequence[RunRow], repeated: int) -> Iterable[str]:
    if repeated:
        yield f"runs that were repeated, of which the last one counts: {repeated}."
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
        for row in sorted(rows, key=lambda row: row.key):
            if row.status == status:
                yield f"{status}: {row.system} on {row.instance}, task {row.task}, seed {row.seed}: {row.message}"


def _list(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
