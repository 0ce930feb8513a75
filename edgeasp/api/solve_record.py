"""Searches as JSON and as statistics: records, and their rows in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, is_dataclass, replace
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_type_hints

from edgeasp.api.plain import Versions, versions
from edgeasp.puzzle.checker import Report
from edgeasp.search.task import PHASES, Job, Result, Task
from edgeasp.solvers.interface import Statistics
from edgeasp.system.limits import Limits
from edgeasp.system.processes import peak_memory

_Record = TypeVar("_Record")


@dataclass(frozen=True, slots=True)
class CountRecord:
    """The numbers of solutions that were found."""

    boards: Annotated[
        int | None, "As pictures, identical tiles not distinguished; null if that does not follow from what was found."
    ]
    assignments: Annotated[int | None, "With identical tiles distinguished; null if that does not follow."]
    up_to_rotation: Annotated[bool, "Whether solutions that are rotations of one another count once."]


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """The puzzle."""

    source: Annotated[str, "The name of its file."]
    cols: Annotated[int, "Columns."]
    rows: Annotated[int, "Rows."]
    framed: Annotated[bool, "Whether some side has the frame colour 0."]
    signed: Annotated[bool, "Whether some tile carries a sign."]
    clues: Annotated[int, "The number of clues."]


@dataclass(frozen=True, slots=True)
class EncodingRecord:
    """The encoding."""

    name: Annotated[str, "The variants, joined by `+`; with `--program`, the conditions that are checked."]
    description: Annotated[str, "Everything that distinguishes the encoding from others."]
    program: Annotated[str | None, "The file of `--program`, which takes the place of the encoding; else null."]
    added: Annotated[tuple[str, ...], "The files of `--add`, with those that they include."]
    hash: Annotated[str, "The first 12 hexadecimal digits of the SHA-256 of the text that `edgeasp encode` prints."]


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """The checker's report on a board that may break conditions."""

    matched: Annotated[int, "The number of inner diamonds whose two sides have the same colour."]
    diamonds: Annotated[int, "The number of all inner diamonds."]
    violations: Annotated[tuple[str, ...], "Conditions that are broken, such as `adjoining(1,1,right)`."]
    empty: Annotated[int, "The number of squares that hold no tile."]


@dataclass(frozen=True, slots=True)
class OptionsRecord:
    """The options of the search."""

    limit: Annotated[int, "The number of solutions asked for; 0 for all."]
    seed: Annotated[int, "Seed of clasp's random numbers."]
    threads: Annotated[int, "Number of clasp's threads in each process."]
    jobs: Annotated[int, "Number of processes; with several, solutions come in any order."]
    configuration: Annotated[str, "Name of clasp's configuration."]
    extra: Annotated[tuple[str, ...], "More options of clasp."]


@dataclass(frozen=True, slots=True)
class SecondsRecord:
    """Wall time in seconds by phase; of all processes together, but for the total."""

    read: Annotated[float, "Reading the files."]
    facts: Annotated[float, "Writing the facts."]
    render: Annotated[float, "Rendering the encoding."]
    ground: Annotated[float, "Grounding."]
    solve: Annotated[float, "Searching."]
    decode: Annotated[float, "Turning answers into solutions."]
    check: Annotated[float, "Checking solutions."]
    total: Annotated[float, "Everything, from the start of the command."]


@dataclass(frozen=True, slots=True)
class GroundRecord:
    """The size of the ground program; where squares were narrowed before, of the largest one."""

    variables: Annotated[int, "Variables in clasp."]
    constraints: Annotated[int, "Constraints in clasp."]
    rules: Annotated[int, "Rules."]
    atoms: Annotated[int, "Atoms."]
    tight: Annotated[bool, "Whether the program has no positive recursion."]


@dataclass(frozen=True, slots=True)
class NarrowedRecord:
    """The effect of narrowing the squares, region by region, before the whole board was ground."""

    before: Annotated[int, "The number of candidates on all squares: placements that the frame allows."]
    after: Annotated[int, "The number of those that were left."]
    programs: Annotated[int, "The number of regions, each a program of its own."]


@dataclass(frozen=True, slots=True)
class SolveRecord:
    """The output of `edgeasp solve --format json`: the question, the solutions, and what they cost."""

    schema: Annotated[Literal["edgeasp.solve"], "The name of this schema."]
    schema_version: Annotated[Literal[2], "Grows when a field changes its meaning or goes."]
    solutions: Annotated[
        tuple[tuple[tuple[int, int, int, int], ...], ...],
        "Those found, each checked; placements by tile: tile, column, row, anticlockwise quarter turns, all from "
        "0. Empty for `--count` and `--unique`.",
    ]
    boards: Annotated[
        tuple[BoardRecord, ...], "With `--relaxed`, what the checker says of each of the solutions; otherwise empty."
    ]
    status: Annotated[
        Literal["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"], "SATISFIABLE, UNSATISFIABLE or UNKNOWN, as far as is known."
    ]
    exhausted: Annotated[bool, "Whether it is proved that there are no further solutions."]
    answered: Annotated[bool, "Whether the question is answered: as many solutions as asked for, or all there are."]
    stopped: Annotated[str | None, "The limit that was reached, in words; null if none was."]
    counts: Annotated[CountRecord, "How many solutions were found."]
    reasons: Annotated[tuple[str, ...], "Why there is no solution, if counting finds that; then nothing was searched."]
    omitted_conditions: Annotated[
        tuple[str, ...], "Conditions of the puzzle that the encoding leaves out: boundary, sign."
    ]
    puzzle: Annotated[PuzzleRecord, "The puzzle."]
    encoding: Annotated[EncodingRecord, "The encoding."]
    options: Annotated[OptionsRecord, "The options of the search."]
    limits: Annotated[Limits, "The limits."]
    versions: Annotated[Versions, "Versions."]
    seconds: Annotated[SecondsRecord, "Wall time by phase."]
    ground: Annotated[GroundRecord | None, "The size of the ground program; null if nothing was searched."]
    narrowed: Annotated[
        NarrowedRecord | None, "What came of narrowing the squares; null if that was not asked for, or does not pay."
    ]
    engine: Annotated[
        Literal["scan", "clingo"] | None,
        "The engine that searched last: clingo, or scan, which lays tiles square by square in C; null if none.",
    ]
    expected_tiles: Annotated[
        float | None,
        "Tiles that a scan was expected to lay, by which it was chosen or not; null if that was not asked.",
    ]
    scanned: Annotated[
        int | None,
        "Tiles that a scan has laid, which takes clasp's place where it is faster; null if clasp searched.",
    ]
    conflicts: Annotated[int | None, "Conflicts of clasp; null if it searched nothing."]
    choices: Annotated[int | None, "Choices of clasp; null if it searched nothing."]
    restarts: Annotated[int | None, "Restarts of clasp; null if it searched nothing."]
    cost: Annotated[
        tuple[int, ...] | None,
        "The cost of the solutions by priority, if added rules or a program ask for the least; otherwise null.",
    ]
    cost_proved: Annotated[bool, "Whether it is proved that no solution costs less."]
    peak_memory: Annotated[int | None, "The most memory that the process has held, in bytes; null if unknown."]


def puzzle_record(task: Task, source: str) -> PuzzleRecord:
    """The puzzle of a task."""
    puzzle = task.puzzle
    return PuzzleRecord(source, puzzle.cols, puzzle.rows, puzzle.framed, puzzle.signed, len(task.clues))


def filled(kind: type[_Record], result: Any, **others: object) -> _Record:
    """The record of a result, with those of its fields that the record has; other fields are given, or replace these.

    The schema follows from the record. Versions are those that run, what has stopped the search is put in words, and
    seconds are rounded.
    """
    hints = get_type_hints(kind)
    alike = {name: getattr(result, name) for name in hints if hasattr(result, name)}
    general = {
        "schema": get_args(hints["schema"])[0],
        "schema_version": get_args(hints["schema_version"])[0],
        "stopped": None if result.stopped is None else str(result.stopped),
        "versions": versions(),
    }
    if isinstance(result.seconds, float):
        general["seconds"] = round(result.seconds, 3)
    return kind(**alike | general | others)


def record(job: Job, result: Result, source: str) -> SolveRecord:
    """Everything about a search, except that its solutions are left out: they are written as they are found."""
    task, options, size, statistics = job.task, job.options, result.size, result.statistics or Statistics()
    seconds = {phase: round(result.seconds.get(phase, 0.0), 6) for phase in (*PHASES, "total")}
    return filled(
        SolveRecord,
        result,
        solutions=(),
        boards=(),
        status=result.status.value,
        counts=CountRecord(**asdict(result.counts), up_to_rotation=task.up_to_rotation),
        omitted_conditions=tuple(condition.value for condition in task.omitted_conditions),
        puzzle=puzzle_record(task, source),
        encoding=EncodingRecord(
            task.encoding.name,
            task.encoding.description(),
            task.own.program_name or None,
            tuple(file.name for file in task.own.added),
            task.rules().hash,
        ),
        options=OptionsRecord(
            job.limit, options.seed, options.threads, result.processes, options.configuration, options.extra
        ),
        limits=job.limits,
        seconds=SecondsRecord(**seconds),
        ground=GroundRecord(**asdict(size)) if size else None,
        narrowed=NarrowedRecord(**asdict(result.narrowed)) if result.narrowed else None,
        **asdict(statistics),
        peak_memory=peak_memory(),
    )


def after_solutions(job: Job, result: Result, source: str, boards: Sequence[Report] = ()) -> dict[str, Any]:
    """The fields that follow the solutions in the JSON object; `boards` has a report for each of these."""
    everything = asdict(replace(record(job, result, source), boards=tuple(map(_board_record, boards))))
    return {name: everything[name] for name in everything if name not in ("schema", "schema_version", "solutions")}


def _board_record(report: Report) -> BoardRecord:
    names = tuple(violation.name for violation in report.violations)
    return BoardRecord(report.matched, report.diamonds, names, len(report.missing))


def statistics_text(job: Job, result: Result, source: str) -> str:
    """The record for a person, a line a field; the engine stands with the estimate by which it was chosen."""
    fields = {name: _plain(value) for name, value in after_solutions(job, result, source).items()}
    if result.expected_tiles is not None:
        fields["engine"] += f"; a scan was expected to lay {result.expected_tiles:,.4g} tiles"
    del fields["expected_tiles"]
    return "\n".join(f"{name:<18} {shown}" for name, shown in fields.items() if shown)


def _plain(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.3f}"
        case tuple():
            return ", ".join(map(str, value))
        case dict():
            return ", ".join(f"{key} {shown}" for key, part in value.items() if (shown := _plain(part)))
        case _:
            return str(value)


Value = str | int | float | bool | None
"""The value of a field of a flat record."""


def flat(record: Any) -> dict[str, Value]:
    """The fields of a record, without the schema; those of a dataclass in it under joined names, several texts in one.

    Lists of other values have no place in a row, and are left out. All records of a type have the same names.
    """
    row = _row(type(record), record)
    return {name: row[name] for name in row if name not in ("schema", "schema_version")}


def _row(kind: Any, record: Any) -> dict[str, Value]:
    """The row of a record of that type; None in every place if there is no record."""
    row: dict[str, Value] = {}
    for name, hint in get_type_hints(kind).items():
        value = getattr(record, name, None)
        choices = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        inner = next(filter(is_dataclass, choices), None)
        if inner is not None:
            row |= {f"{name}_{part}": cell for part, cell in _row(inner, value).items()}
        elif hint == tuple[str, ...]:
            row[name] = None if value is None else "; ".join(value)
        elif value is None or isinstance(value, str | int | float):
            row[name] = value
    return row
