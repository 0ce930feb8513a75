"""All solutions of one board of a suite, written to its folder as they are found; and a pass over many boards."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from itertools import count

from edgeasp.batch.pool import PoolExecutor
from edgeasp.batch.suite import folders
from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.batch.work import Context, Executor, OnTick, Work, name_of
from edgeasp.formats import sol
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.job import Job
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.system import writing
from edgeasp.system.errors import AnswerError, CheckError, EdgeaspError, SolverError
from edgeasp.system.limits import Deadline, Limits
from edgeasp.system.lock import LockTaken, locked

_PATIENCE = 3.0
"""Seconds to wait for a board that another process has locked: one that was asked to end needs a moment."""


class BoardState(Enum):
    """What became of a board in a pass: `BAD` is a fault in its folder, `BROKEN` one in edgeasp or in clingo."""

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
    """What came of a board in a pass, in seconds of wall time.

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
    contents = folders.read(board)
    writing.require_writable(str(board.folder / folders.DONE))
    known = {board_key(contents.puzzle, solution): name for name, solution in contents.known.items()}
    missing, before = dict(known), len(known)
    numbers = (f"sol_{number}.sol" for number in count(1))
    names = (name for name in numbers if name not in contents.known)
    full = False
    session = Session(make_task(contents.puzzle, contents.clues), deadline=deadline)
    for found in session.run(Job(session.task, 0, limits=job.limits)):
        key = board_key(contents.puzzle, found.solution)
        missing.pop(key, None)
        if key in known:
            continue
        full = job.most is not None and len(known) >= job.most
        if full:
            break
        known[key] = next(names)
        writing.write_text(str(board.folder / known[key]), sol.write(found.solution))
    result = session.result()
    if result.exhausted and missing:
        raise CheckError(
            f"the search is complete without {min(missing.values())}, which the checker accepts; "
            "this is a fault in edgeasp or in clingo, please report it"
        )
    conflicts = result.statistics.conflicts or 0 if result.statistics else 0
    tail = (len(known) - before, len(known), deadline.seconds(), conflicts)
    if result.exhausted:
        writing.write_text(str(board.folder / folders.DONE), "")
        return BoardOutcome(BoardState.DONE, "", *tail)
    return BoardOutcome(
        BoardState.OPEN, f"solution limit of {job.most:,}" if full else str(result.stopped or ""), *tail
    )
