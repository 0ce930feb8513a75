"""Searching for the solutions of a task, again and again over one ground program; every solution is checked."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from edgeasp.encoding.atoms import Assumption
from edgeasp.search.checked_answers import CheckedAnswers
from edgeasp.search.engines import Batches, Board, Context, Engine, Question, SharedBoard, Trial
from edgeasp.search.job import Found, Job, Result, counted
from edgeasp.search.narrowing import Narrowing, larger
from edgeasp.search.outlook import SETTINGS, Settings
from edgeasp.search.plan import Plan, plan, shares
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.control import close_at_exit
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.system.errors import OptionError
from edgeasp.system.guessing import kind_of
from edgeasp.system.limits import MOST_SOLUTIONS, Deadline, Limit, LimitReached, Limits, Stopped

if TYPE_CHECKING:
    from edgeasp.solvers.clingo import GroundProgram
    from edgeasp.solvers.clingo.observer import AssignmentObserver


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
        phase: what the session is doing, one of `PHASES`.
        seconds: wall time by phase.
        found: the number of solutions that the last search has given.
        stopped: what has ended the last search before it was answered; None if nothing has.
        plan: of the last search.
    """

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
        self.task = task
        self.options = options
        self.deadline = deadline or Deadline()
        self._takes_limits = deadline is None
        self.phase = ""
        self.seconds: dict[str, float] = {}
        self.found = 0
        self.stopped: Stopped | None = None
        self.plan = Plan()
        self._answers = CheckedAnswers(task, self._timed)
        self._context = Context(task, options, self._answers, self._check, self._timed, settings)
        self._observed = observer is not None
        self._trial: Trial | None = None
        self._board = Board(self._context, observer)
        self._shared = SharedBoard(self._context)
        self._question = Question(1)
        self._status = Status.UNKNOWN
        self._exhausted = False
        self._reasons: tuple[str, ...] = ()
        self._perhaps_best = False

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Carry out a job whose task and clasp options are those of the session; otherwise as `solve`.

        The deadline that the session was made with holds; without one, the limits of the job do, from here on.
        """
        if self._takes_limits:
            self.deadline = Deadline(job.limits, outlived=True)
        question = Question(job.limit, job.limits.conflicts, assumptions=job.assumptions)
        return close_at_exit(self._counted(question, job) if job.counts else self._solutions(question, job))

    def solve(
        self,
        limit: int = 1,
        *,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        bound: int | None = None,
    ) -> Generator[Found, None, None]:
        """Give the solutions, one by one; closing the iterator stops the search.

        A limit that is reached ends the iteration; `result` names it. The whole board is searched, without a trial.

        Args:
            limit: the number of solutions after which to stop; 0 for all.
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
        if not 0 <= limit <= MOST_SOLUTIONS:
            raise OptionError(f"expected a number of solutions from 0 to {MOST_SOLUTIONS:,}, found {limit:,}")
        Limits(conflicts=conflicts)
        return close_at_exit(self._solutions(Question(limit, conflicts, 0, assumptions, bound)))

    def count(self, limit: int = 0, *, conflicts: int | None = None, assumptions: Sequence[Assumption] = ()) -> None:
        """Count the solutions, all or up to `limit`; each is checked, and none is given. Otherwise as `solve`."""
        for _ in self._counted(Question(limit, conflicts, 0, assumptions)):
            pass

    def _solutions(self, question: Question, job: Job | None = None) -> Generator[Found, None, None]:
        """The solutions, one by one."""
        with closing(self._batches(question, job)) as batches:
            for batch in batches:
                for found in batch:
                    self.found += 1
                    yield found
                    if self._is_enough:
                        return

    def _counted(self, question: Question, job: Job | None = None) -> Generator[Found, None, None]:
        """No solution, but their number in `found`."""
        with closing(self._batches(question, job)) as batches:
            for batch in batches:
                self.found += len(batch)
                if self._is_enough:
                    return
        yield from ()

    def _batches(self, question: Question, job: Job | None) -> Batches:
        """The solutions, many at a time; who takes them counts them in `found`."""
        self._question, self.found, self._exhausted, self.stopped = question, 0, False, None
        self._perhaps_best = False
        self._status, self._reasons = Status.UNKNOWN, tuple(self.task.contradictions())
        self._answers.start(single=question.limit == 1)
        if self._reasons:
            self._status, self._exhausted = Status.UNSATISFIABLE, True
            return
        try:
            # A small puzzle is solved before the limits are checked again.
            self.deadline.check()
            self.plan = self._planned(question, job)
            yield from self._carried_out(question)
        except LimitReached as reached:
            self.stopped = reached.stopped
            yield from self._best_so_far()
        except KeyboardInterrupt:
            yield from self._best_so_far()
            raise

    def _planned(self, question: Question, job: Job | None) -> Plan:
        """The plan of a job; without one, the whole board is searched."""
        settings = self._context.settings
        if job is not None:
            return plan(job, settings, observed=self._observed, check=self._check)
        asked = Job(self.task, question.limit, self.options, assumptions=tuple(question.assumptions))
        shared = question.bound is None and not self._observed and shares(asked, settings)
        return Plan(self.plan.guidance, shares=shared)

    def _carried_out(self, question: Question) -> Batches:
        """The solutions by the engines of the plan, one after the other until the question is answered."""
        self._context.guidance, self._context.stoppable = self.plan.guidance, self.deadline.outlived
        spent = 0
        if self.plan.trial and not (self._trial or self._board.program or self._shared.program):
            self._trial = Trial(self._context, self.plan.trial)
            yield from self._by(self._trial, question)
            if self._answered:
                return
            spent = self._trial.conflicts
        spent += self._narrow(question, spent)
        shared = self.plan.shares and self._shared.ground()
        rest = Question(question.limit, question.conflicts, spent, question.assumptions, question.bound)
        yield from self._by(self._shared if shared else self._board, rest)
        if not self._answered:
            kind = Limit.SOLVER if question.conflicts is None else Limit.CONFLICTS
            raise LimitReached(Stopped(kind, question.conflicts))

    def _by(self, engine: Engine[Any], question: Question) -> Batches:
        """The solutions by an engine, and its verdict."""
        with closing(engine.batches(question)) as batches:
            for batch in batches:
                self._status = Status.SATISFIABLE
                yield batch
        # Of a solution that was found, rotations may have been left out.
        self._exhausted = engine.exhausted and not (self._omits_rotations and self._status is Status.SATISFIABLE)
        if engine.status is Status.UNSATISFIABLE:
            self._status = Status.UNSATISFIABLE

    def _narrow(self, question: Question, spent: int) -> int:
        """Narrow the squares, if the plan wants it and nothing is ground yet; the number of conflicts of that."""
        # An assumption may not hold in every rotation.
        context, single = self._context, question.limit == 1 and not question.assumptions
        if self._omits_rotations and not single:
            context.narrowing = self._board.program = self._shared.program = None
        if not self.plan.narrows or self._board.program or self._shared.program or context.narrowing:
            return 0
        narrowing = context.narrowing = Narrowing(
            self.task,
            self.options,
            context.check,
            self._timed,
            context.settings,
            single=single,
            stoppable=context.stoppable,
        )
        conflicts = question.conflicts
        narrowing.run(None if conflicts is None else conflicts - spent)
        by_narrowing = narrowing.statistics.conflicts or 0
        if conflicts is not None and spent + by_narrowing >= conflicts:
            raise LimitReached(Stopped(Limit.CONFLICTS, conflicts))
        return by_narrowing

    def _best_so_far(self) -> Iterator[Sequence[Found]]:
        """The answer of least cost, if the search was stopped before the least cost was proved."""
        if (best := self._board.best_so_far()) is not None:
            self._perhaps_best, self._status = True, Status.SATISFIABLE
            yield [best]

    def ground(self) -> GroundProgram:
        """The ground program of the whole board, made now unless there is one."""
        return self._board.ground()

    def guards(self) -> list[Assumption]:
        """The assumptions that switch on all guarded conditions, each in its place: `active(adjoining(1,1,right))`."""
        return [Assumption(atom) for atom in self.ground().atoms("active", 1)]

    @property
    def core(self) -> tuple[Assumption, ...]:
        """Assumptions of the last search that no solution fulfils together; empty unless it had no solution."""
        return self._board.program.core if self._board.program else ()

    @property
    def notes(self) -> list[str]:
        """What clingo says about rules of the user that is no error."""
        return self._board.program.notes if self._board.program else []

    @property
    def share(self) -> None:
        """Not known of a search in one process."""
        return

    @property
    def pace(self) -> float | None:
        """Conflicts per second in the last slice of the search; None before there was one."""
        program = self._shared.program or self._board.program or (self._trial and self._trial.program)
        return program.pace if program else None

    @property
    def statistics(self) -> Statistics | None:
        """Of all searches, as far as clasp has reported them; None before there was one."""
        searched = [each.statistics for each in self._searched]
        return sum(searched, Statistics()) if searched else None

    @property
    def _searched(self) -> list[Trial | Narrowing | Board | SharedBoard]:
        engines = (self._trial, self._context.narrowing, self._board, self._shared)
        return [engine for engine in engines if engine and engine.size]

    def result(self) -> Result:
        """The outcome of the last search, as far as it has run."""
        best, narrowing = self._board.best, self._context.narrowing
        return Result(
            status=self._status,
            found=self.found,
            exhausted=self._exhausted,
            answered=self._answered,
            stopped=self.stopped,
            reasons=self._reasons,
            counts=counted(self.task, self.found),
            seconds={**self.seconds, "total": self.deadline.seconds()},
            size=larger(*(engine.size for engine in self._searched)),
            statistics=self.statistics,
            cost=best.cost if best else None,
            cost_proved=bool(best and best.proved),
            narrowed=narrowing.narrowed if narrowing else None,
        )

    @property
    def _omits_rotations(self) -> bool:
        return self._context.narrowing is not None and self._context.narrowing.omits_rotations

    @property
    def _answered(self) -> bool:
        return self._exhausted or (self._is_enough and not self._perhaps_best)

    @property
    def _is_enough(self) -> bool:
        return 0 < self._question.limit <= self.found

    def _check(self) -> None:
        # Another search may have another deadline.
        self.deadline.check()

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        start, self.phase = time.perf_counter(), phase
        try:
            yield
        finally:
            self.seconds[phase] = self.seconds.get(phase, 0.0) + time.perf_counter() - start
