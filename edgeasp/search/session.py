"""Searches over one ground program, again and again: the clock, the filter, the result; also followed from outside."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from edgeasp.encoding.facts import Assumption, read_place
from edgeasp.puzzle.model import Solution
from edgeasp.search.checked_answers import CheckedAnswers
from edgeasp.search.engines import EngineContext, Question
from edgeasp.search.execution import Execution
from edgeasp.search.job import Found, Job, Result
from edgeasp.search.outlook import SETTINGS, Settings
from edgeasp.search.plan import Plan, plan, plan_of_cube, shares
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics
from edgeasp.system.errors import OptionError, guided, kind_of
from edgeasp.system.limits import MOST_SOLUTIONS, Deadline, LimitReached, Limits, Stopped, Stopwatch
from edgeasp.system.processes import close_at_exit

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.ground_program import GroundProgram
    from edgeasp.solvers.clingo.model_stream import AssignmentObserver


class Session:
    """A task and its ground program, which is made when it is first needed, and can be searched again and again.

    >>> session = edgeasp.Session(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle))
    >>> [found.report.solved for found in session.solve(2)]
    [True, True]
    >>> session.result().found
    2

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: of clasp.
        deadline: the clock; started before, it also covers what came before the search.
        seconds: wall time by phase.
        stopped: what has ended the last search before it was answered; None if nothing has.
        plan: of the last search.
    """

    share: float | None = None
    """The part that is done: not known of a search in one process."""

    def __init__(
        self,
        task: Task,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline | None = None,
        observer: AssignmentObserver | None = None,
        settings: Settings = SETTINGS,
    ) -> None:
        """Make a session; nothing is ground yet. If `deadline` is None, only the limits of jobs hold.

        Raises:
            TypeError: the task is none.
        """
        if not isinstance(task, Task):
            raise TypeError(f"expected a Task, as edgeasp.make_task(puzzle) gives, found {kind_of(task)}")
        self.task, self.options = task, options
        self.deadline, self._takes_limits = deadline or Deadline(), deadline is None
        self._timed = Stopwatch()
        self.seconds = self._timed.seconds
        self.stopped: Stopped | None = None
        self.plan = Plan()
        self._answers = CheckedAnswers(task, self._timed)
        context = EngineContext(task, options, self._answers, self._check, self._timed, settings)
        self._settings, self._observed = settings, observer is not None
        self._execution = Execution(context, observer)
        self._reasons: tuple[str, ...] = ()

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Carry out a job whose task and clasp options are those of the session; otherwise as `solve`.

        The deadline that the session was made with holds; without one, the limits of the job do, from here on.
        """
        if self._takes_limits:
            self.deadline = Deadline(job.limits, outlived=True)
        planned = partial(plan, job, self._settings, observed=self._observed, check=self._check)
        return close_at_exit(self._solutions(job, planned))

    def run_cube(self, job: Job) -> Generator[Found, None, None]:
        """Give the boards that fulfil the assumptions of a job, as `run` does, but without a trial or narrowing.

        Where they are scanned, a limit on conflicts is one on the time that these take.
        """
        planned = partial(plan_of_cube, job, self._settings, observed=self._observed)
        return close_at_exit(self._solutions(job, planned))

    @guided
    def solve(
        self,
        number: int = 1,
        *,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        bound: int | None = None,
    ) -> Generator[Found, None, None]:
        """Give the solutions, one by one; closing the iterator stops the search.

        A limit that is reached ends the iteration; `result` names it. The whole board is searched, without a trial.

        Args:
            number: the number of solutions after which to stop; 0 for all.
            conflicts: the number of conflicts after which to stop.
            assumptions: atoms that the solutions have to fulfil, such as `place(T,R,X,Y)`.
            bound: the largest number of violations of soft conditions; any if None.

        Raises:
            CheckError: the solver's answer is not a solution.
            AnswerError: the solver's answer is not exactly a tile and a rotation for each square.
            InputError: rules of the user are at fault.
            OptionError: clasp does not accept an option; or a number is out of range, which is found at the call.
            ProgramError: an answer to the program of the user is not a solution.
        """
        if not isinstance(number, int) or not 0 <= number <= MOST_SOLUTIONS:
            raise OptionError(f"expected a number of solutions from 0 to {MOST_SOLUTIONS:,}, found {number!r}")
        job = Job(self.task, number, self.options, Limits(conflicts=conflicts), tuple(assumptions))
        return close_at_exit(self._solutions(job, partial(self._whole, job, bound), bound))

    @guided
    def count(self, number: int = 0, *, conflicts: int | None = None, assumptions: Sequence[Assumption] = ()) -> None:
        """Count the solutions, all or up to `number`; each is checked, and none is given. Otherwise as `solve`."""
        job = Job(self.task, number, self.options, Limits(conflicts=conflicts), tuple(assumptions), counts=True)
        for _ in self._solutions(job, partial(self._whole, job)):
            pass

    def _whole(self, job: Job, bound: int | None = None) -> Plan:
        """The plan that searches the whole board, guided as the last search was."""
        shared = bound is None and not self._observed and shares(job, self._settings)
        return Plan(self.plan.guidance, shares=shared)

    def _solutions(
        self, job: Job, planned: Callable[[], Plan], bound: int | None = None
    ) -> Generator[Found, None, None]:
        """The solutions, one by one; if they are counted, none is given."""
        self.stopped, self._reasons = None, tuple(self.task.contradictions())
        question = Question(job.limit, job.limits.conflicts, assumptions=job.assumptions, bound=bound)
        self._execution.start(question, self._reasons)
        self._answers.start(single=job.limit == 1)
        if self._reasons:
            return
        try:
            # A small puzzle is solved before the limits are checked again.
            self.deadline.check()
            self.plan = planned()
            self._execution.context.stoppable = self.deadline.outlived
            yield from self._execution.carry_out(self.plan, counts=job.counts)
        except LimitReached as reached:
            self.stopped = reached.stopped

    def ground(self) -> GroundProgram:
        """The ground program of the whole board, made now unless there is one."""
        return self._execution.board.ground()

    @property
    def core(self) -> tuple[Assumption, ...]:
        """Assumptions of the last search that no solution fulfils together; empty unless it had no solution."""
        return self._execution.board.program.core if self._execution.board.program else ()

    @property
    def notes(self) -> list[str]:
        """Messages of clingo about rules of the user that are no errors."""
        return self._execution.board.program.notes if self._execution.board.program else []

    @property
    def found(self) -> int:
        """The number of solutions that the last search has given, or counted."""
        return self._execution.found

    @property
    def phase(self) -> str:
        """The phase of the search, one of `PHASES`; empty before the first."""
        return self._timed.phase

    @property
    def pace(self) -> float | None:
        """Conflicts per second in the last slice of the search; None before there was one."""
        return self._execution.pace

    @property
    def statistics(self) -> Statistics | None:
        """Of all searches, as far as clasp has reported them; None before there was one."""
        return self._execution.statistics

    def result(self) -> Result:
        """The outcome of the last search, as far as it has run."""
        seconds = {**self.seconds, "total": self.deadline.seconds()}
        return self._execution.result(self.stopped, self._reasons, seconds)

    def _check(self) -> None:
        # Another search may have another deadline.
        self.deadline.check()


class MonitoredSession(Session):
    """A session with the same answers, conflicts and choices as without; it takes about a tenth longer."""

    def __init__(
        self,
        task: Task,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline | None = None,
        *,
        settings: Settings = SETTINGS,
    ) -> None:
        """Make a session, as `Session` does."""
        from edgeasp.solvers.clingo.model_stream import AssignmentObserver

        # Formulations without this atom show no candidate.
        self._placements = AssignmentObserver("place", 4)
        super().__init__(task, options, deadline, self._placements, settings)

    @property
    def last(self) -> Solution | None:
        """The solution that was found last; None before there was one."""
        return self._answers.last

    @property
    def most_placed(self) -> int:
        """The largest number of tiles that lay on the board at once."""
        return self._placements.max_true

    def candidate(self) -> Solution:
        """The tiles that lie on the board at this moment of the search."""
        lying = filter(None, map(read_place, self._placements.true_atoms()))
        on = {placement.square: placement for placement in lying}
        return Solution(tuple(on[square] for square in sorted(on)))
