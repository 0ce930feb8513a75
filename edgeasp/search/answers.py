"""Answers of a search, read and checked: each becomes a solution with the checker's report, or an error."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from edgeasp.encoding.facts import AnswerReader, Atom, from_atoms, to_atoms
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import Found, Task
from edgeasp.system.errors import AnswerError, CheckError, ProgramError

if TYPE_CHECKING:
    from edgeasp.search.mass_reading import MassReader, MassReading, ScanReader
    from edgeasp.solvers.clingo.control import Answer
    from edgeasp.solvers.clingo.ground_program import GroundProgram
    from edgeasp.solvers.row_scan import ScannedBoards


# ---- the answers of a search, checked ----

Batches: TypeAlias = Generator[Sequence[Found], None, None]
"""Checked solutions, many at a time."""


class Unread(Sequence[Found]):
    """A number of solutions that were counted, of which none was read or checked."""

    def __init__(self, number: int) -> None:
        self.number = number  # of a count by frontier it may be more than a length can be

    def __len__(self) -> int:
        return self.number

    def __getitem__(self, index: object) -> Any:
        """None of them can be had."""
        raise LookupError("these solutions were counted, and not read")


MANY = 16
"""Answers from which on it pays to read them together."""


class CheckedAnswers:
    """Reads and checks the answers to a task, one search after the other.

    Attributes:
        last: the solution that was checked last; None before there was one.
    """

    def __init__(self, task: Task, timed: Callable[[str], AbstractContextManager[None]]) -> None:
        """Get ready; `timed` measures what happens within, given the name of a phase."""
        self._task, self._timed = task, timed
        self._reader = AnswerReader(task.puzzle)
        self._mass: MassReading[MassReader] | None = None
        self._single = False
        self._seen: set[bytes] = set()
        self.last: Solution | None = None

    def start(self, *, single: bool) -> None:
        """Get ready for the answers of another search, which wants a single solution or several."""
        self._single, self._seen = single, set()

    def checked(self, program: GroundProgram, batches: Generator[list[Answer], None, None]) -> Batches:
        """The solutions that the answers of a program say, without those that count as one with another."""
        with closing(batches):
            while True:
                with self._timed("solve"):
                    batch = next(batches, None)
                if batch is None:
                    return
                # A program of a user may mean something else by the atoms that edgeasp's rules show.
                together = len(batch) >= MANY and not self._task.own.program
                answers = self._together(program, batch) if together else None
                if answers is None:
                    answers = [self.one(program.read(answer)) for answer in batch]
                if wanted := self._distinct(answers):
                    self.last = wanted[-1].solution
                    yield wanted

    def _distinct(self, answers: Sequence[Found]) -> Sequence[Found]:
        """Those that do not count as one with another, if these are not wanted."""
        task = self._task
        if task.needs_symmetry_filter:
            return [answer for answer in answers if task.orbit.is_least(answer.solution)]
        if task.own and not self._single:
            return [answer for answer in answers if self._is_new(answer.solution)]
        return answers

    def one(self, shown: Sequence[Atom]) -> Found:
        """The solution that the shown atoms of an answer say."""
        with self._timed("decode"):
            solution, atoms = self._of_program(shown) if self._task.own.program else self._reader.read(shown)
        with self._timed("check"):
            report = check(self._task.puzzle, solution, self._task.clues, self._task.conditions)
        return self._found(solution, report, atoms)

    def of(self, solution: Solution) -> Sequence[Found]:
        """A solution that was not found by an answer set; nothing if it counts as one with another."""
        task = self._task
        if task.up_to_rotation and not task.orbit.is_least(solution):
            return []
        self.last = solution
        with self._timed("check"):
            report = check(task.puzzle, solution, task.clues, task.conditions)
        return [self._found(solution, report, to_atoms(solution))]

    def scanned(self, batch: ScannedBoards, together: Sequence[Found] | None) -> Sequence[Found]:
        """The solutions of a batch that a scan has found, without those that count as one with another.

        If the batch was not read together, each board is read for itself.
        """
        if together is None:
            return [answer for solution in batch.solutions() for answer in self.of(solution)]
        self.last = together[-1].solution if together else self.last
        return together

    def reading(self, *, alone: bool) -> Callable[[ScannedBoards], Sequence[Found] | None]:
        """A reader of batches that a scan has found, for one thread or for several, which are not timed.

        It returns None for a batch that has few boards, or one that is no solution.
        """
        task, timed = self._task, self._timed if alone else nullcontext

        @cache
        def scans() -> MassReading[ScanReader]:
            from edgeasp.search.mass_reading import MassReading, ScanReader

            return MassReading(task, ScanReader(task.puzzle))

        def read(batch: ScannedBoards) -> Sequence[Found] | None:
            if len(batch) < MANY or (reader := scans().reader) is None:
                return None
            with timed("decode"):
                tiles, turns = batch.arrays()
                boards = reader.read(tiles, turns)
                if task.up_to_rotation:
                    boards = boards.only(task.orbit.are_least(tiles, turns))
            with timed("check"):
                return scans().checked(boards)

        return read

    def _found(self, solution: Solution, report: Report, atoms: Sequence[Atom]) -> Found:
        """A solution with the checker's report, which has to be a good one unless other boards are wanted."""
        own = self._task.own
        if not (report.solved or own.relaxed):
            if own.program:
                raise ProgramError(_wrong(own.program_name, report) + self._suspected(atoms))
            raise CheckError(
                "the solver's answer is not a solution; this is a fault in edgeasp or in clingo, please report it: "
                + "; ".join(violation.text for violation in report.violations[:3])
            )
        return Found(solution, report, tuple(atoms))

    def _is_new(self, solution: Solution) -> bool:
        """Whether it is the first solution that shows its board."""
        before = len(self._seen)
        self._seen.add(symmetry.board_digest(self._task.puzzle, solution))
        return len(self._seen) > before

    def _together(self, program: GroundProgram, batch: Sequence[Answer]) -> Sequence[Found] | None:
        """A batch, if every answer of it is a solution and no more; None if each has to be read for itself."""
        if self._mass is None:
            from edgeasp.search.mass_reading import MassReader, MassReading

            self._mass = MassReading(self._task, MassReader(self._task.puzzle, program.atom))
        with self._timed("decode"):
            boards = self._mass.reader.read(batch) if self._mass.reader else None
        with self._timed("check"):
            return self._mass.checked(boards)

    def _of_program(self, shown: Sequence[Atom]) -> tuple[Solution, Sequence[Atom]]:
        """The solution that an answer of a program of a user says, and its atoms."""
        own = self._task.own
        try:
            return from_atoms(shown, self._task.puzzle, partial=own.relaxed), shown
        except AnswerError as error:
            text = f"{own.program_name}: an answer is no board: {error}"
            raise ProgramError(text + self._suspected(shown)) from None

    def _suspected(self, shown: Sequence[Atom]) -> str:
        """The convention by which a wrong answer of a program of a user would be right, if there is one."""
        from edgeasp.search.judging import suspicion

        suspected = suspicion(self._task, shown)
        return f"; {suspected}" if suspected else ""


def _wrong(name: str, report: Report) -> str:
    """The error in the answer of a program."""
    texts = [violation.text for violation in report.violations]
    more = f" and {len(texts) - 2} more" if len(texts) > 2 else ""
    advice = "--relaxed shows such boards"
    if {violation.condition for violation in report.violations} <= {Condition.BOUNDARY, Condition.SIGN}:
        advice = "for a program that knows no frame and no signs: --encoding decision"
    return f"{name}: an answer is no solution: {'; '.join(texts[:2])}{more} ({advice})"
