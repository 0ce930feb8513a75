"""The table of runs: a CSV with one row for each run, to which rows are only appended.

Texts are written as they are: `=cmd` in a name is not quoted for spreadsheets, since that would change the key.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from math import inf
from os import PathLike, fspath
from pathlib import Path
from typing import Any, get_args, get_type_hints

from edgeasp.formats import files
from edgeasp.system import writing
from edgeasp.system.errors import InputError, OutputError, os_reason
from edgeasp.system.lines import csv_row, csv_rows, printable

_DECIMALS = 6
_SIZE = re.compile(r"[0-9]{1,6}x[0-9]{1,6}", re.ASCII)

STATUSES = {
    "solved": "the question was answered, and every solution passed the checker",
    "timeout": "the time limit was reached",
    "memory": "the memory limit was reached",
    "wrong": "the answer is false: an invalid solution, or no solution although one is known",
    "failed": "the process ended without an answer; see the message",
}
"""The outcomes of a run."""


def _column(meaning: str, *, key: bool = False) -> Any:
    return field(metadata={"meaning": meaning, "key": key})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run with its parameters and results; the fields are the columns. Seconds are wall time unless stated.

    >>> runs = edgeasp.read_runs("instances/results/frontier-all.csv")
    >>> sum(run.solved for run in runs if run.system == "edgeasp" and run.size == "6x6")
    3

    A column is empty where the system does not report the value.
    """

    instance: str = _column("the name of the instance", key=True)
    size: str = _column("columns x rows")
    border_colours: int | None = _column("number of border colours of a framed puzzle; empty if unknown")
    colours: int = _column("number of all other colours, without the frame colour")
    half: str = _column("development or validation; empty if the list names none")
    task: str = _column("all: every solution with the corner clue; first: one solution", key=True)
    system: str = _column("label of the solver with its encoding and options, as given", key=True)
    seed: int = _column("seed of the solver's random numbers", key=True)
    status: str = _column(f"outcome: {', '.join(STATUSES)}")
    wall: float = _column("seconds from the start to the end of the process")
    cpu: float = _column("seconds of processor time, user and system, of all threads")
    solutions: int | None = _column("number of different boards found")
    answers: int | None = _column("number of answers of the solver; more if it distinguishes identical tiles")
    checked: int | None = _column("number of solutions that passed the checker")
    conflicts: int | None = _column("conflicts of the search")
    choices: int | None = _column("choices of the search (decisions, branches)")
    restarts: int | None = _column("restarts of the search")
    start: float | None = _column("seconds for starting the interpreter and its imports")
    read: float | None = _column("seconds for reading puzzle and clue")
    render: float | None = _column("seconds for rendering facts and rules; other systems: for building the model")
    ground: float | None = _column("seconds for grounding; other systems: for loading the solver")
    solve: float | None = _column("seconds of search")
    check: float | None = _column("seconds for decoding and checking")
    rules: int | None = _column("rules of the ground program")
    atoms: int | None = _column("atoms of the ground program")
    variables: int | None = _column("variables of the solver")
    constraints: int | None = _column("constraints of the solver (clauses)")
    memory: int | None = _column("peak memory of the process, in bytes")
    encoding: str = _column("description of the encoding")
    encoding_hash: str = _column("hash of the text of the encoding", key=True)
    options: str = _column("all options of the solver", key=True)
    threads: int = _column("number of threads, and of processor cores", key=True)
    time_limit: float = _column("seconds for the whole process", key=True)
    memory_limit: int | None = _column("bytes; empty for no limit", key=True)
    versions: str = _column("versions of edgeasp, the solver and Python", key=True)
    host: str = _column("machine: processor, cores, operating system", key=True)
    puzzle_hash: str = _column("hash of puzzle and clue", key=True)
    date: str = _column("end of the run, UTC")
    message: str = _column("details of an error")

    @property
    def key(self) -> tuple[str, ...]:
        """The columns that determine the run; a run with a known key is not repeated."""
        return tuple(text_of(getattr(self, name)) for name in KEY)

    @property
    def solved(self) -> bool:
        """Whether the status is `solved`."""
        return self.status == "solved"


COLUMNS = {field.name: str(field.metadata["meaning"]) for field in fields(RunRow)}
"""The columns in order, each with its meaning."""

KEY = tuple(field.name for field in fields(RunRow) if field.metadata["key"])
"""The columns that determine a run."""


def line(row: RunRow) -> str:
    """A row as a line of the CSV."""
    return csv_row(text_of(getattr(row, name)) for name in COLUMNS)


def read(text: str, source: str) -> list[RunRow]:
    """The rows of a CSV; an incomplete last line is ignored."""
    records = csv_rows(text[: text.rfind("\n") + 1], source)
    if not records:
        return []
    if records[0] != list(COLUMNS):
        raise InputError(source, 1, "expected the columns of this version of edgeasp, found others")
    return [_row(record, source, number) for number, record in enumerate(records[1:], start=2)]


def read_runs(path: str | PathLike[str]) -> list[RunRow]:
    """Read the table of runs that `edgeasp bench` leaves, `runs.csv` in its folder, a record each.

    pandas takes the list as it is: `pandas.DataFrame(edgeasp.read_runs("bench/runs.csv"))`.

    >>> runs = edgeasp.read_runs("instances/results/frontier-all.csv")
    >>> runs[0].instance, runs[0].task, runs[0].status
    ('6x6-c6-f3-s2', 'all', 'solved')

    Raises:
        InputError: the file is missing, or not such a table.
    """
    name = fspath(path)
    return read(files.read_text(name), files.shown_name(name))


@contextmanager
def appending(path: Path) -> Iterator[tuple[list[RunRow], Callable[[RunRow], object]]]:
    """The rows of a CSV, and a function that appends one in a single write; an incomplete last line is removed.

    A lock keeps other processes from appending.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | writing.BINARY, 0o666)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {os_reason(error)}") from None
    try:
        if not writing.try_lock(handle):
            raise OutputError(f"{path}: another benchmark writes to it: wait for it, or choose another -o")
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        rows = read(whole.decode("utf-8", errors="replace"), str(path))
        if len(whole) < len(data) and not whole and not csv_row(COLUMNS).encode().startswith(data):
            raise InputError(str(path), 1, "expected a table of runs, found something else")
        os.ftruncate(handle, len(whole))
        if not whole:
            os.write(handle, csv_row(COLUMNS).encode())
        yield rows, lambda row: os.write(handle, line(row).encode())
    finally:
        os.close(handle)


def now() -> str:
    """The end of a run, as the table has it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def rounded(seconds: float) -> float:
    """Seconds as the table keeps them, so that a report of runs just measured is that of the table read again."""
    return round(seconds, _DECIMALS)


def text_of(value: str | float | None) -> str:
    """The text of a value in the table."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    # Messages of solvers may contain line breaks; a row is one line. Escapes are the same when they are read back.
    return printable(" ".join(str(value).split()))


def values_of(row: type, record: list[str], source: str, number: int) -> dict[str, Any]:
    """The values of a line of a table by its columns, which are the fields of a dataclass.

    Raises:
        InputError: there are more columns or fewer, or one should be a number.
    """
    kinds = _kinds(row)
    if len(record) != len(kinds):
        raise InputError(source, number, f"expected {len(kinds)} columns, found {len(record)}")
    values: dict[str, Any] = {}
    for (name, (kind, *others)), text in zip(kinds.items(), record, strict=True):
        try:
            values[name] = None if not text and others else text == "True" if kind is bool else kind(text)
        except ValueError:
            raise InputError(source, number, f"expected a number as {name}, found {text!r}") from None
    return values


@cache
def _kinds(row: type) -> dict[str, tuple[type, ...]]:
    """The type of each field of a dataclass, and after it `NoneType` if it may be missing."""
    return {name: get_args(kind) or (kind,) for name, kind in get_type_hints(row).items()}


def _row(record: list[str], source: str, number: int) -> RunRow:
    values = values_of(RunRow, record, source, number)
    if values["status"] not in STATUSES:
        raise InputError(source, number, f"expected as status {', '.join(STATUSES)}, found {values['status']!r}")
    if not _SIZE.fullmatch(values["size"]):
        raise InputError(source, number, f"expected as size columns x rows, such as 10x8, found {values['size']!r}")
    for name in ("wall", "time_limit"):
        if not 0 < values[name] < inf:
            raise InputError(source, number, f"expected as {name} a positive number of seconds, found {values[name]:g}")
    return RunRow(**values)
