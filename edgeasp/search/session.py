"""Searching for the solutions of a task, again and again over one ground program; every solution is checked."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from edgeasp.encoding.answers import AnswerReader
from edgeasp.encoding.atoms import Assumption, Atom
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.errors import CheckError
from edgeasp.puzzle.model import Solution
from edgeasp.search.job import Counts, Found, Job, Result
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.control import close_at_exit
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.solvers.limits import Deadline, LimitReached

if TYPE_CHECKING:
    from edgeasp.solvers.clingo import GroundProgram
    from edgeasp.solvers.clingo.observer import AssignmentObserver


class Session:
    """A task and its ground program, which is made when it is first needed.

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: of clasp.
        deadline: the clock; started before, it also covers what came before the search.
        phase: what the session is doing, one of `PHASES`.
        seconds: wall time by phase.
        found: the number of solutions that the last search has given.
    """

    def __init__(
        self,
        task: Task,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline | None = None,
        observer: AssignmentObserver | None = None,
    ) -> None:
        """Make a session without limits if `deadline` is None; nothing is ground yet."""
        self.task = task
        self.options = options
        self.deadline = deadline or Deadline()
        self.phase = ""
        self.seconds: dict[str, float] = {}
        self.found = 0
        self._observer = observer
        self._reader = AnswerReader(task.puzzle)
        self._program: GroundProgram | None = None
        self._limit = 1
        self._status = Status.UNKNOWN
        self._exhausted = False
        self._stopped: str | None = None
        self._reasons: tuple[str, ...] = ()

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Carry out a job whose task and clasp options are those of the session; otherwise as `solve`."""
        return self.solve(job.limit, conflicts=job.limits.conflicts, assumptions=job.assumptions)

    def solve(
        self,
        limit: int = 1,
        *,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        bound: int | None = None,
    ) -> Generator[Found, None, None]:
        """Give the solutions, one by one; closing the iterator stops the search.

        A limit that is reached ends the iteration; `result` names it.

        Args:
            limit: the number of solutions after which to stop; 0 for all.
            conflicts: the number of conflicts after which to stop.
            assumptions: atoms that the solutions have to fulfil, such as `place(T,R,X,Y)`.
            bound: the largest number of violations of soft conditions; any if None.

        Raises:
            CheckError: the solver's answer is not a solution.
            AnswerError: the solver's answer is not exactly a tile and a rotation for each square.
            OptionError: clasp does not accept an option.
        """
        return close_at_exit(self._solve(limit, conflicts, assumptions, bound))

    def _solve(
        self, limit: int, conflicts: int | None, assumptions: Sequence[Assumption], bound: int | None
    ) -> Generator[Found, None, None]:
        self._limit, self.found, self._exhausted, self._stopped = limit, 0, False, None
        self._status, self._reasons = Status.UNKNOWN, tuple(self.task.contradictions())
        if self._reasons:
            self._status, self._exhausted = Status.UNSATISFIABLE, True
            return
        try:
            # A small puzzle is solved before the limits are checked again.
            self.deadline.check()
            yield from self._search(self.ground(), limit, conflicts, assumptions, bound)
        except LimitReached as reached:
            self._stopped = str(reached)

    def ground(self) -> GroundProgram:
        """The ground program, made now unless there is one."""
        if self._program is None:
            from edgeasp.solvers.clingo import GroundProgram

            options = replace(self.options, guided=self.options.guided or self.task.encoding.heuristic != "none")
            with self._timed("facts"):
                instance = self.task.facts()
            with self._timed("render"):
                rules = self.task.search_rules()
            with self._timed("ground"):
                self._program = GroundProgram(instance + rules, options, self.deadline.check, self._observer)
        return self._program

    def guards(self) -> list[Assumption]:
        """The assumptions that switch on all guarded conditions, each in its place: `active(adjoining(1,1,right))`."""
        return [Assumption(atom) for atom in self.ground().atoms("active", 1)]

    @property
    def core(self) -> tuple[Assumption, ...]:
        """Assumptions of the last search that no solution fulfils together; empty unless it had no solution."""
        return self._program.core if self._program else ()

    @property
    def pace(self) -> float | None:
        """Conflicts per second in the last slice of the search; None before there was one."""
        return self._program.pace if self._program else None

    @property
    def statistics(self) -> Statistics | None:
        """Of all searches, as far as clasp has reported them; None before there was one."""
        return self._program.statistics if self._program and self._program.size else None

    def result(self) -> Result:
        """What came of the last search, as far as it has run."""
        return Result(
            status=self._status,
            found=self.found,
            exhausted=self._exhausted,
            answered=self._answered,
            stopped=self._stopped,
            reasons=self._reasons,
            counts=count(self.task, self.found),
            seconds={**self.seconds, "total": self.deadline.seconds()},
            size=self._program.size if self._program else None,
            statistics=self.statistics,
        )

    @property
    def _answered(self) -> bool:
        return self._exhausted or 0 < self._limit <= self.found

    def _search(
        self,
        program: GroundProgram,
        limit: int,
        conflicts: int | None,
        assumptions: Sequence[Assumption],
        bound: int | None,
    ) -> Iterator[Found]:
        # Filtered solutions do not count, so clasp cannot do the counting then.
        filtered = self.task.needs_symmetry_filter
        models = program.answers(0 if filtered else limit, conflicts, assumptions, bound, ahead=not filtered)
        try:
            while True:
                with self._timed("solve"):
                    shown = next(models, None)
                if shown is None:
                    break
                with self._timed("decode"):
                    solution, atoms = self._reader.read(shown)
                    wanted = not self.task.needs_symmetry_filter or symmetry.is_least(
                        self.task.effective_puzzle, solution
                    )
                if wanted:
                    yield self._checked(solution, atoms)
                if 0 < limit <= self.found:
                    break
        finally:
            models.close()
        self._exhausted = program.exhausted
        if program.status is Status.UNSATISFIABLE:
            self._status = Status.UNSATISFIABLE
        if not self._answered:
            raise LimitReached("solver itself" if conflicts is None else f"conflict limit of {conflicts:,}")

    def _checked(self, solution: Solution, atoms: list[Atom]) -> Found:
        with self._timed("check"):
            report = check(self.task.puzzle, solution, self.task.clues, self.task.conditions)
        if not report.solved:
            raise CheckError(
                "the solver's answer is not a solution; this is a fault in edgeasp or in clingo, please report it: "
                + "; ".join(violation.text for violation in report.violations[:3])
            )
        self._status = Status.SATISFIABLE
        self.found += 1
        return Found(solution, report, tuple(atoms))

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        start, self.phase = time.perf_counter(), phase
        try:
            yield
        finally:
            self.seconds[phase] = self.seconds.get(phase, 0.0) + time.perf_counter() - start


def count(task: Task, answers: int) -> Counts:
    """The numbers of boards and of assignments behind a number of answers to a task."""
    breaks = task.encoding.symmetry
    swaps = symmetry.assignments_per_board(task.effective_puzzle, task.clues)
    lookalikes = 1
    if "tile-rotations" not in breaks:
        # In so many ways the tiles without a clue can be rotated without changing the picture.
        given = {clue.tile for clue in task.clues}
        lookalikes = prod(4 // tile.period for index, tile in enumerate(task.puzzle.tiles) if index not in given)
    answers_per_board = lookalikes * (1 if "identical-tiles" in breaks else swaps)
    if answers % answers_per_board:
        return Counts(None, None)
    boards = answers // answers_per_board
    if "polarity" in breaks and symmetry.flips(task.effective_puzzle, task.clues):
        boards *= 2
    return Counts(boards, boards * swaps)
