"""Passes over a suite: the solutions of a board, written as found; what passes have spent; how far the suite is.

The table `passes.csv` in the folder of a suite has a row for each board that a pass has tried, with the limits of that
pass. Several passes may append at a time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from itertools import count, groupby
from pathlib import Path
from statistics import median
from typing import Annotated, Literal

from edgeasp.batch import suite_boards
from edgeasp.batch.pool import PoolExecutor
from edgeasp.batch.suite_boards import SuiteBoard
from edgeasp.batch.work import Context, Executor, OnTick, Work, name_of
from edgeasp.formats import files, sol
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.job import Job
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.system import writing
from edgeasp.system.errors import AnswerError, CheckError, EdgeaspError, InputError, OutputError, SolverError, os_reason
from edgeasp.system.limits import Deadline, Limits
from edgeasp.system.lines import csv_row, csv_rows
from edgeasp.system.lock import BINARY, LockTaken, locked

_PATIENCE = 3.0
"""Seconds to wait for a board that another process has locked: one that was asked to end needs a moment."""


class BoardState(Enum):
    """The state of a board after a pass: `BAD` is a fault in its folder, `BROKEN` one in edgeasp or in clingo."""

    DONE = "done"
    OPEN = "open"
    BAD = "bad"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class BoardJob:
    """A board to solve, until `most` of its solutions are known; None for no limit."""

    board: SuiteBoard
    limits: Limits
    most: int | None = None


@dataclass(frozen=True, slots=True)
class BoardOutcome:
    """The outcome of a board in a pass, in seconds of wall time.

    `why` says why it is open, bad or broken, or done without a search; `new` solutions were written, so many are
    `known` now, or None if the folder was not read.
    """

    state: BoardState
    why: str = ""
    new: int = 0
    known: int | None = None
    seconds: float = 0.0
    conflicts: int = 0


def solve_boards(
    boards: Iterable[SuiteBoard],
    limits: Limits,
    most: int | None,
    jobs: int,
    on_tick: OnTick = lambda _: None,
    executor: Executor | None = None,
) -> Generator[tuple[SuiteBoard, BoardOutcome], None, None]:
    """Solve boards, `jobs` at a time, each in a process of its own, and give each with its outcome when it ends.

    Closing the iterator ends all processes, and so does the end of this process, even by SIGKILL; an exception of
    `on_tick`, which is called several times a second, ends the pass.
    """
    works = (Work(name_of(run_job), BoardJob(board, limits, most)) for board in boards)
    with closing((executor or PoolExecutor(jobs, fresh=True)).run(works, on_tick)) as executed:
        for ended in executed:
            outcome = ended.value
            if outcome is None:
                state = BoardState.OPEN if ended.status < 0 else BoardState.BROKEN
                outcome = BoardOutcome(state, ended.failure, seconds=ended.wall)
            yield ended.work.argument.board, outcome


def run_job(job: BoardJob, context: Context) -> BoardOutcome:
    """Solve a board in the process of an executor; errors become outcomes."""
    try:
        return solve(job, context.check)
    except (AnswerError, CheckError, SolverError) as fault:
        return BoardOutcome(BoardState.BROKEN, str(fault))
    except EdgeaspError as error:
        return BoardOutcome(BoardState.BAD, str(error))


def solve(job: BoardJob, on_tick: Callable[[], None] = lambda: None) -> BoardOutcome:
    """Find the solutions of a board that are not known yet, and mark it as done once there are no others.

    The search is the same each time, so solutions come in the same order: one that was cut short and repeated leaves
    the same files as one that was not. A board that another process has locked is left alone.
    """
    deadline, board = Deadline(job.limits, on_tick), job.board
    try:
        with locked(board.folder, _PATIENCE, on_tick):
            # What a process that was killed had not written whole.
            for path in board.folder.glob(".*.part"):
                path.unlink(missing_ok=True)
            if board.done:
                return BoardOutcome(BoardState.DONE, "another process was first", seconds=deadline.seconds())
            return _enumerate(job, deadline)
    except LockTaken:
        return BoardOutcome(BoardState.OPEN, "another process is busy with it", seconds=deadline.seconds())


def _enumerate(job: BoardJob, deadline: Deadline) -> BoardOutcome:
    board = job.board
    contents = suite_boards.read_board(board)
    writing.require_writable(str(board.folder / suite_boards.DONE))
    known = {board_key(contents.puzzle, solution): name for name, solution in contents.known.items()}
    missing, before = dict(known), len(known)
    numbers = (f"sol_{number}.sol" for number in count(1))
    names = (name for name in numbers if name not in contents.known)
    full = False
    session = Session(make_task(contents.puzzle, contents.clues), deadline=deadline)
    for answer in session.run(Job(session.task, 0, limits=job.limits)):
        key = board_key(contents.puzzle, answer.solution)
        missing.pop(key, None)
        if key in known:
            continue
        full = job.most is not None and len(known) >= job.most
        if full:
            break
        known[key] = next(names)
        writing.write_text(str(board.folder / known[key]), sol.write(answer.solution))
    result = session.result()
    if result.exhausted and missing:
        raise CheckError(
            f"the search is complete without {min(missing.values())}, which the checker accepts; "
            "this is a fault in edgeasp or in clingo, please report it"
        )
    conflicts = result.statistics.conflicts or 0 if result.statistics else 0
    tail = (len(known) - before, len(known), deadline.seconds(), conflicts)
    if result.exhausted:
        writing.write_text(str(board.folder / suite_boards.DONE), "")
        return BoardOutcome(BoardState.DONE, "", *tail)
    return BoardOutcome(
        BoardState.OPEN, f"solution limit of {job.most:,}" if full else str(result.stopped or ""), *tail
    )


TABLE = "passes.csv"

COLUMNS = (
    *("date", "board", "state", "seconds", "conflicts", "new", "known"),
    *("time_limit", "conflict_limit", "memory_limit", "solution_limit", "why"),
)
"""The end in UTC, the board and its outcome, seconds of wall time, and the limits; empty for none."""


def append(root: Path, board: SuiteBoard, outcome: BoardOutcome, limits: Limits, most: int | None) -> None:
    """Add a row for a board.

    Raises:
        OutputError: the table cannot be written.
    """
    values = (
        *(datetime.now(UTC).isoformat(timespec="seconds"), board.place.name, outcome.state.value),
        *(f"{outcome.seconds:.3f}", outcome.conflicts, outcome.new, outcome.known),
        *(limits.seconds, limits.conflicts, limits.memory, most, " ".join(outcome.why.split())),
    )
    path = root / TABLE
    try:
        # One call writes all, so rows of several processes do not mix.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | BINARY, 0o666)
        try:
            new = os.fstat(handle).st_size == 0
            os.write(handle, (csv_row(COLUMNS) * new + csv_row(values)).encode())
        finally:
            os.close(handle)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {os_reason(error)}") from None


def seconds_spent(root: Path) -> dict[str, float]:
    """Seconds of wall time that passes have spent on each board, by its name; none if there is no table.

    Raises:
        InputError: the table is none; a last row that was cut off is ignored.
    """
    path = root / TABLE
    spent: dict[str, float] = {}
    if not path.exists():
        return spent
    text = files.read_text(str(path))
    for number, row in enumerate(csv_rows(text[: text.rfind("\n") + 1], str(path)), start=1):
        if row == list(COLUMNS):
            continue
        try:
            spent[row[1]] = spent.get(row[1], 0.0) + float(row[3])
        except (IndexError, ValueError):
            raise InputError(str(path), number, "expected a row of passes over the suite") from None
    return spent


@dataclass(frozen=True, slots=True)
class StatusRow:
    """The boards of one size and one number of inner colours."""

    cols: Annotated[int, "Columns."]
    rows: Annotated[int, "Rows."]
    colours: Annotated[int, "Inner colours."]
    boards: Annotated[int, "Boards: those done, open and bad."]
    done: Annotated[int, "Boards of which all solutions are known."]
    open: Annotated[int, "Boards that may have further solutions."]
    bad: Annotated[int, "Boards with an error in their folder."]
    solutions: Annotated[int, "Known solutions of all boards that are not bad."]
    least: Annotated[int | None, "The fewest known solutions of one of these boards; null if all are bad."]
    median: Annotated[float | None, "The median of the known solutions of these boards; null if all are bad."]
    most: Annotated[int | None, "The most known solutions of one of these boards; null if all are bad."]
    seconds: Annotated[float, "Wall time that passes have spent on these boards, in seconds."]


@dataclass(frozen=True, slots=True)
class BadBoard:
    """A board with an error in its folder."""

    board: Annotated[str, "The folder of the board, within that of the suite."]
    fault: Annotated[str, "The error."]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteStatusRecord:
    """The object that `edgeasp suite status --format json` prints."""

    schema: Annotated[Literal["edgeasp.suite-status"], "The name of this schema."] = "edgeasp.suite-status"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    rows: Annotated[tuple[StatusRow, ...], "The boards summed up by size and colours, small boards first."]
    bad: Annotated[tuple[BadBoard, ...], "The boards with an error in their folder."]


def suite_status(boards: Iterable[SuiteBoard], spent: Mapping[str, float]) -> SuiteStatusRecord:
    """The status of the boards; reads every file and checks every solution.

    `spent` are seconds by the name of a board, as `passes.seconds_spent` reads them.
    """
    counted: list[tuple[SuiteBoard, int | None]] = []
    bad: list[BadBoard] = []
    for board in boards:
        try:
            contents = suite_boards.read_board(board)
        except EdgeaspError as error:
            bad.append(BadBoard(board.place.name, str(error)))
            counted.append((board, None))
        else:
            known = {board_key(contents.puzzle, solution) for solution in contents.known.values()}
            counted.append((board, len(known)))
    groups = groupby(counted, lambda pair: (pair[0].place.cols, pair[0].place.rows, pair[0].place.colours))
    return SuiteStatusRecord(rows=tuple(_row(key, list(group), spent) for key, group in groups), bad=tuple(bad))


def _row(
    key: tuple[int, int, int], boards: list[tuple[SuiteBoard, int | None]], spent: Mapping[str, float]
) -> StatusRow:
    """The row of some boards with their numbers of known solutions; None for a bad board."""
    numbers = [known for _, known in boards if known is not None]
    done = sum(board.done for board, known in boards if known is not None)
    return StatusRow(
        *key,
        boards=len(boards),
        done=done,
        open=len(numbers) - done,
        bad=len(boards) - len(numbers),
        solutions=sum(numbers),
        seconds=round(sum(spent.get(board.place.name, 0.0) for board, _ in boards), 3),
        least=min(numbers, default=None),
        median=float(median(numbers)) if numbers else None,
        most=max(numbers, default=None),
    )
