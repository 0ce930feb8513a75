"""The table of runs: one row a run, in a CSV that only grows. What each column means is said here."""

from __future__ import annotations

import csv
import fcntl
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from math import inf
from pathlib import Path
from typing import Any, get_args, get_type_hints

from edgeasp.puzzle.errors import InputError, OutputError

_SIZE = re.compile(r"[0-9]{1,6}x[0-9]{1,6}", re.ASCII)

STATUSES = {
    "solved": "the question was answered, and every solution has passed the checker",
    "timeout": "the time limit struck",
    "memory": "the memory limit struck",
    "wrong": "an answer that cannot be true: a solution that is none, or none where there is one",
    "failed": "the process ended without an answer; the message says more",
}
"""What can come of a run."""


def _column(meaning: str, *, key: bool = False) -> Any:
    return field(metadata={"meaning": meaning, "key": key})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run: what was asked, what came of it, and where. Fields are the columns; seconds are wall time.

    A system leaves empty what it does not know of itself.
    """

    instance: str = _column("the name of the instance", key=True)
    size: str = _column("columns x rows")
    border_colours: int | None = _column("colours in the ring of a framed puzzle; empty if that is not known")
    colours: int = _column("all other colours, the frame not counted")
    half: str = _column("development or validation; empty if the list does not say")
    task: str = _column("all: every solution that keeps the corner clue; first: one solution", key=True)
    system: str = _column("the solver with its encoding and its options, as asked for", key=True)
    seed: int = _column("the seed of the solver's random numbers", key=True)
    status: str = _column(f"what came of it: {', '.join(STATUSES)}")
    wall: float = _column("seconds from the start of the process to its end")
    cpu: float = _column("seconds of processor time, of all threads, user and system")
    solutions: int | None = _column("boards found that differ in what one sees")
    answers: int | None = _column("answers of the solver; more where it tells identical tiles apart")
    checked: int | None = _column("solutions that have passed the checker")
    conflicts: int | None = _column("conflicts of the search")
    choices: int | None = _column("choices of the search (decisions, branches)")
    restarts: int | None = _column("restarts of the search")
    start: float | None = _column("seconds until the process begins to read: the interpreter and its imports")
    read: float | None = _column("seconds for reading the puzzle and the clue")
    render: float | None = _column("seconds for writing facts and rules; for peers, for building the model")
    ground: float | None = _column("seconds for grounding; for peers, for loading the solver")
    solve: float | None = _column("seconds of search")
    check: float | None = _column("seconds for decoding and checking")
    rules: int | None = _column("rules of the ground program")
    atoms: int | None = _column("atoms of the ground program")
    variables: int | None = _column("variables of the solver")
    constraints: int | None = _column("constraints of the solver (clauses)")
    memory: int | None = _column("bytes that the process held at its peak")
    encoding: str = _column("the encoding in full")
    encoding_hash: str = _column("of the encoding's text", key=True)
    options: str = _column("the options of the solver in full", key=True)
    threads: int = _column("threads, and processor cores", key=True)
    time_limit: float = _column("seconds, over everything", key=True)
    memory_limit: int | None = _column("bytes; empty for no limit", key=True)
    versions: str = _column("of everything that takes part", key=True)
    host: str = _column("the machine: processor, cores, system", key=True)
    puzzle_hash: str = _column("of the puzzle and the clue", key=True)
    date: str = _column("when the run ended, UTC")
    message: str = _column("more on what went wrong")

    @property
    def key(self) -> tuple[str, ...]:
        """All that determines the run, so that it need not be repeated."""
        return tuple(text_of(getattr(self, name)) for name in KEY)

    @property
    def solved(self) -> bool:
        """Whether the question was answered, rightly as far as is known."""
        return self.status == "solved"


COLUMNS = {each.name: str(each.metadata["meaning"]) for each in fields(RunRow)}
"""Each column and what it means, in the order of the table."""

KEY = tuple(each.name for each in fields(RunRow) if each.metadata["key"])
"""The columns that determine a run."""


def line(row: RunRow) -> str:
    """A row as a line of the CSV."""
    return _csv(text_of(getattr(row, name)) for name in COLUMNS)


def read(text: str, source: str) -> list[RunRow]:
    """The rows of a CSV; a last line that was not finished is passed over.

    Raises:
        InputError: it is not a table of runs.
    """
    whole = text[: text.rfind("\n") + 1]
    reader = csv.reader(io.StringIO(whole))
    try:
        records = list(reader)
    except csv.Error as error:
        raise InputError(source, reader.line_num, f"expected a row of a CSV: {error}") from None
    if not records:
        return []
    if records[0] != list(COLUMNS):
        raise InputError(source, 1, "expected the columns that this version of edgeasp writes, found others")
    return [_row(record, source, number) for number, record in enumerate(records[1:], start=2)]


class Appender:
    """Adds rows to a CSV that no other process adds to; each is there for good once `add` returns."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def add(self, row: RunRow) -> None:
        """Write a row, in one piece."""
        os.write(self._handle, line(row).encode())


@contextmanager
def appending(path: Path) -> Iterator[tuple[list[RunRow], Appender]]:
    """The rows that a CSV holds already, and what adds to them; half a line at the end is cut off.

    Raises:
        InputError: the file is something else.
        OutputError: it cannot be written, or another process is adding to it.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OutputError(f"{path}: another benchmark is adding to it: wait for it, or choose another -o") from None
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        rows = read(whole.decode("utf-8", errors="replace"), str(path))
        if len(whole) < len(data) and not whole and not _csv(COLUMNS).encode().startswith(data):
            raise InputError(str(path), 1, "expected a table of runs, found something else")
        os.ftruncate(handle, len(whole))
        if not whole:
            os.write(handle, _csv(COLUMNS).encode())
        yield rows, Appender(handle)
    finally:
        os.close(handle)


def _csv(values: Any) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()


def text_of(value: str | float | None) -> str:
    """A value as it stands in the table."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    # A row is one line, whatever a solver says.
    return " ".join(str(value).split())


def _row(record: list[str], source: str, number: int) -> RunRow:
    if len(record) != len(COLUMNS):
        raise InputError(source, number, f"expected {len(COLUMNS)} columns, found {len(record)}")
    values: dict[str, Any] = {}
    for (name, kinds), text in zip(_KINDS.items(), record, strict=True):
        try:
            values[name] = None if text == "" and type(None) in kinds else kinds[0](text)
        except ValueError:
            raise InputError(source, number, f"expected a number as {name}, found {text!r}") from None
    if values["status"] not in STATUSES:
        raise InputError(source, number, f"expected as status {', '.join(STATUSES)}, found {values['status']!r}")
    if not _SIZE.fullmatch(values["size"]):
        raise InputError(source, number, f"expected as size columns x rows, such as 10x8, found {values['size']!r}")
    for name in ("wall", "time_limit"):
        if not 0 < values[name] < inf:
            raise InputError(source, number, f"expected as {name} a positive number of seconds, found {values[name]:g}")
    return RunRow(**values)


_KINDS: dict[str, tuple[type, ...]] = {name: get_args(kind) or (kind,) for name, kind in get_type_hints(RunRow).items()}
