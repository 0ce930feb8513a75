"""All solutions of one board of a suite, written to its folder as they are found; and a pass over many boards."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from enum import Enum

from edgeasp.batch.executor import ProcessExecutor
from edgeasp.batch.suite import folders
from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.batch.suite.lock import LockTaken, locked
from edgeasp.batch.work import Context, Executor, Running, Work
from edgeasp.formats import files, sol
from edgeasp.puzzle.errors import AnswerError, CheckError, EdgeaspError, SolverError
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.limits import Deadline, Limits

_PATIENCE = 3.0
"""Seconds to wait for a board that another process has locked: one that was asked to end needs a moment."""


class BoardState(Enum):
    """What became of a board in a pass.

    `BAD`: its folder is not what it should be. `BROKEN`: a fault in edgeasp or in clingo.
    """

    DONE = "done"
    OPEN = "open"
    BAD = "bad"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class BoardJob:
    """A board to solve.

    Attributes:
        board: the board.
        limits: what the search may cost.
        most: the number of solutions after which to stop; None for no limit.
    """

    board: SuiteBoard
    limits: Limits
    most: int | None = None


@dataclass(frozen=True, slots=True)
class BoardOutcome:
    """What came of a board in a pass.

    Attributes:
        state: what became of it.
        why: why it is open, bad or broken, or done without a search, in words; often empty.
        new: the number of solutions written.
        known: the number of solutions known now; None if the folder was not read.
        seconds: wall time.
        conflicts: of the search.
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
    on_tick: Callable[[list[Running]], object] = lambda _: None,
    executor: Executor | None = None,
) -> Generator[tuple[SuiteBoard, BoardOutcome], None, None]:
    """Solve boards, each in a process of its own, and give each with its outcome when it ends.

    Closing the iterator ends all processes, and so does the end of this process, even by SIGKILL.

    Args:
        boards: the boards, begun in this order.
        limits: what each may cost.
        most: the number of solutions of a board after which to leave it.
        jobs: the number of boards at a time.
        on_tick: called several times a second with what is running; an exception it raises ends the pass.
        executor: the engine; processes of this machine if None.

    Raises:
        SolverError: a process cannot be started.
    """
    function = f"{__name__}:{run_job.__name__}"
    works = (Work(function, BoardJob(board, limits, most)) for board in boards)
    with closing((executor or ProcessExecutor(jobs)).run(works, on_tick)) as executed:
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
    the same files as one that was not.

    Args:
        job: the job; its board is left alone while another process has locked it.
        on_tick: called some twenty times a second; an exception it raises ends the search.

    Raises:
        InputError: the folder is not what it should be.
        OutputError: it cannot be written to.
        CheckError: the search is complete without a solution that the checker accepts, or found one it rejects.
    """
    deadline, board = Deadline(job.limits, on_tick), job.board
    try:
        with locked(board.folder, _PATIENCE, on_tick):
            _remove_partial_files(board)
            if board.done:
                return BoardOutcome(BoardState.DONE, "another process was first", seconds=deadline.seconds())
            return _enumerate(job, deadline)
    except LockTaken:
        return BoardOutcome(BoardState.OPEN, "another process is busy with it", seconds=deadline.seconds())


def _enumerate(job: BoardJob, deadline: Deadline) -> BoardOutcome:
    board = job.board
    contents = folders.read(board)
    files.require_writable(str(board.folder / folders.DONE))
    known = {board_key(contents.puzzle, solution): name for name, solution in contents.known.items()}
    missing = dict(known)
    names = folders.free_names(contents.known)
    new, full = 0, False
    session = Session(make_task(contents.puzzle, contents.clues), deadline=deadline)
    for found in session.solve(0, conflicts=job.limits.conflicts):
        key = board_key(contents.puzzle, found.solution)
        missing.pop(key, None)
        if key in known:
            continue
        full = job.most is not None and len(known) >= job.most
        if full:
            break
        known[key] = next(names)
        files.write_text(str(board.folder / known[key]), sol.write(found.solution))
        new += 1
    result = session.result()
    if result.exhausted and missing:
        raise CheckError(
            f"the search is complete without {min(missing.values())}, which the checker accepts; "
            "this is a fault in edgeasp or in clingo, please report it"
        )
    conflicts = result.statistics.conflicts or 0 if result.statistics else 0
    tail = (new, len(known), deadline.seconds(), conflicts)
    if result.exhausted:
        files.write_text(str(board.folder / folders.DONE), "")
        return BoardOutcome(BoardState.DONE, "", *tail)
    return BoardOutcome(BoardState.OPEN, f"solution limit of {job.most:,}" if full else result.stopped or "", *tail)


def _remove_partial_files(board: SuiteBoard) -> None:
    """Remove what a process that was killed had not written whole."""
    for path in board.folder.glob(".*.part"):
        path.unlink(missing_ok=True)
