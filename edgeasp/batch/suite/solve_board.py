"""All solutions of one board of a suite, written to its folder as they come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from edgeasp.batch.suite import folders
from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.batch.suite.lock import LockTaken, locked
from edgeasp.formats import files, sol
from edgeasp.puzzle.errors import CheckError
from edgeasp.search.pipeline import Search, prepare
from edgeasp.solvers.limits import Deadline, Limits

_PATIENCE = 3.0
"""Seconds to wait for a board that another process holds: one that was told to end needs a moment to do so."""


class State(Enum):
    """What became of a board.

    `BAD`: its folder is not what it should be. `BROKEN`: a fault in edgeasp or in clingo.
    """

    DONE = "done"
    OPEN = "open"
    BAD = "bad"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a board in one pass.

    Attributes:
        state: what became of it.
        why: for a person: why it is open, bad or broken, or why it was done without a search; often empty.
        new: how many solutions were written.
        known: how many solutions are known by now; None if nobody has looked.
        seconds: wall time.
        conflicts: of the search.
    """

    state: State
    why: str = ""
    new: int = 0
    known: int | None = None
    seconds: float = 0.0
    conflicts: int = 0

    def plain(self) -> dict[str, Any]:
        """The same as values that JSON knows."""
        return asdict(self) | {"state": self.state.value}

    @classmethod
    def from_plain(cls, values: dict[str, Any]) -> Outcome:
        """What `plain` was made from."""
        return cls(**values | {"state": State(values["state"])})


def solve(
    board: SuiteBoard, limits: Limits, most: int | None = None, tick: Callable[[], None] = lambda: None
) -> Outcome:
    """Find the solutions of a board that are not known yet, and say so once there are no others.

    The search is the same each time, so solutions come in the same order: one that was cut short and begun anew
    leaves the same files as one that was not.

    Args:
        board: the board; it is left alone while another process holds it.
        limits: what this may cost.
        most: the number of solutions after which to stop.
        tick: called some twenty times a second; what it raises ends the search.

    Raises:
        InputError: the folder is not what it should be.
        OutputError: it cannot be written to.
        CheckError: the search is complete without a solution that the checker accepts, or found one it rejects.
    """
    watch = Deadline(limits, tick)
    try:
        with locked(board.folder, _PATIENCE, tick):
            _tidy(board)
            if board.done:
                return Outcome(State.DONE, "another process was first", seconds=watch.seconds())
            return _enumerate(board, limits, most, watch)
    except LockTaken:
        return Outcome(State.OPEN, "another process is busy with it", seconds=watch.seconds())


def _enumerate(board: SuiteBoard, limits: Limits, most: int | None, watch: Deadline) -> Outcome:
    contents = folders.read(board)
    files.require_writable(str(board.folder / folders.DONE))
    pictures = {folders.picture(contents.puzzle, solution): name for name, solution in contents.known.items()}
    missing = dict(pictures)
    names = folders.free_names(contents.known)
    new = 0
    search = Search(prepare(contents.puzzle, contents.clues), 0, limits=limits, watch=watch)
    full = False
    for solved in search:
        picture = folders.picture(contents.puzzle, solved.solution)
        missing.pop(picture, None)
        if picture in pictures:
            continue
        full = most is not None and len(pictures) >= most
        if full:
            break
        pictures[picture] = next(names)
        files.write_text(str(board.folder / pictures[picture]), sol.write(solved.solution))
        new += 1
    if search.exhausted and missing:
        raise CheckError(
            f"the search is complete without {min(missing.values())}, which the checker accepts; "
            "this is a fault in edgeasp or in clingo, please report it"
        )
    conflicts = search.effort.conflicts if search.effort else 0
    tail = (new, len(pictures), watch.seconds(), conflicts)
    if search.exhausted:
        files.write_text(str(board.folder / folders.DONE), "")
        return Outcome(State.DONE, "", *tail)
    return Outcome(State.OPEN, f"solution limit of {most:,}" if full else search.stopped or "", *tail)


def _tidy(board: SuiteBoard) -> None:
    """Take away what a process that was killed had not written whole."""
    for path in board.folder.glob(".*.part"):
        path.unlink(missing_ok=True)
