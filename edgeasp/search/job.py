"""A search as values: the job that is asked for, and the result that comes of it. Both are frozen and picklable."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Protocol

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.puzzle import identity
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.system.limits import Deadline, Limits, Stopped

PHASES = ("read", "facts", "render", "ground", "solve", "decode", "check")


@dataclass(frozen=True)
class Job:
    """One search, as `edgeasp.solve` carries it out.

    >>> task = edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle)
    >>> job = edgeasp.Job(task, limit=1, limits=edgeasp.Limits(conflicts=1000))
    >>> session = edgeasp.Session(job.task, job.options)
    >>> [found.solution for found in session.run(job)]
    [Solution(9 placements)]

    Attributes:
        task: the puzzle, its clues and the encoding.
        limit: the number of solutions after which to stop; 0 for all.
        options: of clasp.
        limits: on time, conflicts and memory.
        assumptions: atoms that the solutions have to fulfil, such as `place(T,R,X,Y)`.
        counts: whether the solutions are only counted: all are checked, and none is given.
        narrow: whether squares are narrowed first where that pays, see `search.narrowing`.
        scan: whether a program in C may try tiles square by square, in place of clasp, where that is faster.
    """

    task: Task
    limit: int = 1
    options: ClaspOptions = ClaspOptions()
    limits: Limits = Limits()
    assumptions: tuple[Assumption, ...] = ()
    counts: bool = False
    narrow: bool = True
    scan: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A solution, the checker's report on it, and the atoms it was read from."""

    solution: Solution
    report: Report
    atoms: tuple[Atom, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Counts:
    """The solutions found: boards, where identical tiles are alike, and assignments; None if that does not follow."""

    boards: int | None
    assignments: int | None


def counted(task: Task, answers: int) -> Counts:
    """The numbers of boards and of assignments behind a number of answers to a task."""
    if task.own:
        # Rules may allow one assignment of a board and not another.
        alike = task.own.relaxed or task.puzzle.identical_tiles([clue.tile for clue in task.clues])
        return Counts(answers, None if alike else answers)
    breaks = task.encoding.symmetry
    swaps = identity.assignments_per_board(task.effective_puzzle, task.clues)
    lookalikes = 1
    if "tile-rotations" not in breaks:
        lookalikes = identity.lookalikes(task.puzzle, task.clues)
    answers_per_board = lookalikes * (1 if "identical-tiles" in breaks else swaps)
    if answers % answers_per_board:
        return Counts(None, None)
    boards = answers // answers_per_board
    if "polarity" in breaks and identity.flips(task.effective_puzzle, task.clues):
        boards *= 2
    return Counts(boards, boards * swaps)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The effect of narrowing.

    Attributes:
        before: the number of candidates on all squares before.
        after: the number of candidates after.
        programs: the number of regions that were searched.
    """

    before: int
    after: int
    programs: int


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """The result of a search, as far as it has run.

    >>> result = edgeasp.solve_all(edgeasp.load("instances/frame-3x3.puz")).result
    >>> result
    Result(SATISFIABLE, 16 found, exhausted)
    >>> result.counts.boards, result.statistics.conflicts
    (16, 0)

    Attributes:
        status: whether there is a solution.
        found: the number of solutions given.
        exhausted: whether it is proved that there are no further solutions.
        answered: whether the question is answered: as many solutions as asked for, or all there are.
        stopped: what has ended the search before it was answered; None if nothing has.
        reasons: why there is no solution, if counting finds that; then nothing was searched.
        counts: the number of solutions found, as boards and as assignments.
        seconds: wall time by phase; `total` since the deadline's clock was started.
        size: of the ground program, or of a larger one that narrowed squares before; None if no search has begun.
        statistics: of the search; None if it has not begun.
        cost: by priority, of the solutions if rules of a user ask for the least; None if they do not, or none is known.
        cost_proved: whether it is proved that none costs less.
        narrowed: the effect of narrowing the squares; None if that was not tried, or was not worth it.
        scanned: the number of tiles that a scan square by square has laid; None if clasp searched.
        processes: the number of processes that searched; seconds by phase are the sum of theirs.
    """

    status: Status
    found: int
    exhausted: bool
    answered: bool
    stopped: Stopped | None
    reasons: tuple[str, ...]
    counts: Counts
    seconds: dict[str, float]
    size: ProblemSize | None
    statistics: Statistics | None
    cost: tuple[int, ...] | None = None
    cost_proved: bool = False
    narrowed: Narrowed | None = None
    scanned: int | None = None
    processes: int = 1

    def __repr__(self) -> str:
        ended = ", exhausted" if self.exhausted else f", stopped by the {self.stopped}" if self.stopped else ""
        return f"Result({self.status.value}, {self.found:,} found{ended})"


class Search(Protocol):
    """A search that carries out a job: by a `Session` in this process, or split over several.

    Attributes:
        deadline: the clock.
        seconds: wall time by phase.
    """

    deadline: Deadline
    seconds: dict[str, float]

    @property
    def found(self) -> int:
        """The number of solutions that have been given, or counted."""

    @property
    def phase(self) -> str:
        """The present step of the search, or how far it is."""

    @property
    def share(self) -> float | None:
        """The part of the search that is done, from 0 to 1; None if that is not known."""

    @property
    def pace(self) -> float | None:
        """Conflicts per second; None before there were any."""

    @property
    def statistics(self) -> Statistics | None:
        """Of the search so far; None before there are any."""

    @property
    def notes(self) -> list[str]:
        """Messages of clingo about rules of the user that are no errors."""

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Give the solutions that a job asks for, one by one; closing the iterator stops the search."""

    def result(self) -> Result:
        """The result of the search, as far as it has run."""
