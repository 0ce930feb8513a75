"""Searches over one ground program, again and again: the clock, the filter, the engines in turn, the result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

from edgeasp.encoding.facts import Assumption, Atom, read_place
from edgeasp.puzzle.model import Solution
from edgeasp.search.answers import CheckedAnswers, Unread
from edgeasp.search.engines import Engine, EngineContext, Frontier, Question, Scan, Trial, WholeBoard
from edgeasp.search.estimates import SETTINGS, Settings
from edgeasp.search.plan import Plan, plan, plan_of_cube
from edgeasp.search.task import Found, Job, Result, Task, counted
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics, Status, larger
from edgeasp.system.errors import guided, kind_of
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped, Stopwatch
from edgeasp.system.processes import close_at_exit

if TYPE_CHECKING:
    from edgeasp.search.plan import Narrowing
    from edgeasp.solvers.clingo.control import AssignmentObserver
    from edgeasp.solvers.clingo.ground_program import GroundProgram


# ---- carries out plans ----


class EnginesInTurn:
    """The engines of a session, which stay and are taken in turn, and the state of the last search.

    Attributes:
        context: what the engines share.
        board: searches the whole board.
        found: the number of solutions that were given, or counted.
        unchecked: how many of them were not read or checked.
        status: what is known of the question.
        exhausted: whether it is proved that there are no other solutions.
    """

    def __init__(self, context: EngineContext, observer: AssignmentObserver | None) -> None:
        """Get ready; nothing is ground yet. An observer sees the assignments of the search of the whole board."""
        self.context = context
        self.board = WholeBoard(context, observer)
        self._trial: Trial | None = None
        self._scan: Scan | None
        self._frontier: Frontier | None
        self._expected_tiles: float | None
        self._expected_states: float | None
        self.start(Question(1))

    def start(self, question: Question, reasons: Sequence[str] = ()) -> None:
        """Forget the last search. Reasons why there is no solution answer the next question at once."""
        self._question, self.found, self.unchecked, self.exhausted = question, 0, 0, bool(reasons)
        self.status = Status.UNSATISFIABLE if reasons else Status.UNKNOWN
        self._perhaps_best, self._scan, self._expected_tiles = False, None, None
        self._frontier, self._expected_states = None, None

    def carry_out(self, plan: Plan) -> Generator[Found, None, None]:
        """The solutions by the engines of a plan, until the question is answered; if they are counted, none is given.

        Raises:
            LimitReached: it is not answered; a solution of least cost so far was given.
        """
        self.context.guidance, self._expected_tiles = plan.guidance, plan.expected_tiles
        self._expected_states = plan.expected_states
        counts = self._question.counts
        try:
            for engine, question in self._in_turn(plan):
                engine.ground()
                with closing(engine.batches(question)) as batches:
                    for batch in batches:
                        self.status = Status.SATISFIABLE
                        if counts:
                            unread = batch.number if isinstance(batch, Unread) else 0
                            self.found += unread or len(batch)
                            self.unchecked += unread
                        for answer in () if counts else batch:
                            self.found += 1
                            yield answer
                            if self.is_enough:
                                return
                        if self.is_enough:
                            return
                # Of a solution that was found, rotations may have been left out.
                left_out = self._omits_rotations and self.status is Status.SATISFIABLE
                assert engine.program is not None
                self.exhausted = engine.program.exhausted and not left_out
                if engine.program.status is Status.UNSATISFIABLE:
                    self.status = Status.UNSATISFIABLE
        except (LimitReached, KeyboardInterrupt):
            if best := self.board.best_so_far():
                self._perhaps_best, self.status = True, Status.SATISFIABLE
                self.found += 1
                if not counts:
                    yield best
            raise

    def _in_turn(self, plan: Plan) -> Iterator[tuple[Engine[Any], Question]]:
        """The engines of a plan, each with its question; the next is chosen by what the last one has found."""
        question = self._question
        frontier = Frontier(self.context, plan.frontier) if plan.frontier else None
        if frontier and frontier.can_run():
            self._frontier = frontier
            yield frontier, question
            if not frontier.given_up:
                return
        scan = Scan(self.context, plan.longest_scan, tries=plan.tries, cube=plan.cube) if plan.scans else None
        if scan and scan.can_run():
            self._scan = scan
            yield scan, question
            if scan.given_up and plan.cube and not scan.lacks_memory:
                raise LimitReached(Stopped(Limit.CONFLICTS, question.conflicts))
            if not scan.given_up:
                return
            self._scan = None
        spent = 0
        if plan.trial and not (self._trial or self.board.program):
            self._trial = Trial(self.context, plan.trial)
            yield self._trial, question
            if self.answered:
                return
            spent = self._trial.conflicts
        spent += self._narrow(plan, spent)
        yield self.board, question._replace(spent=spent)
        if not self.answered:
            kind = Limit.SOLVER if question.conflicts is None else Limit.CONFLICTS
            raise LimitReached(Stopped(kind, question.conflicts))

    def _narrow(self, plan: Plan, spent: int) -> int:
        """Narrow the squares, if the plan wants it and nothing is ground yet; the number of conflicts of that."""
        # An assumption may not hold in every rotation.
        context, question = self.context, self._question
        single = question.limit == 1 and not question.assumptions
        if self._omits_rotations and not single:
            context.narrowing = self.board.program = None
        if not plan.narrows or self.board.program or context.narrowing:
            return 0
        from edgeasp.search.plan import Narrowing

        narrowing = context.narrowing = Narrowing(
            context.task,
            context.options,
            context.check,
            context.timed,
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

    @property
    def answered(self) -> bool:
        """Whether the question is answered."""
        return self.exhausted or (self.is_enough and not self._perhaps_best)

    @property
    def is_enough(self) -> bool:
        """Whether as many solutions were found as are wanted."""
        return 0 < self._question.limit <= self.found

    @property
    def statistics(self) -> Statistics | None:
        """Of all searches, as far as clasp has reported them; None before there was one."""
        searched = [program.statistics for program in self._searched]
        return sum(searched, Statistics()) if searched else None

    @property
    def pace(self) -> float | None:
        """Conflicts per second in the last slice of the search; None before there was one."""
        program = self.board.program or (self._trial and self._trial.program)
        return program.pace if program else None

    @property
    def tiles(self) -> tuple[int, float | None] | None:
        """Tiles that a scan has laid, and how many it may lay for all solutions, if that is known; None with clasp."""
        if self._scan is None or (laid := self._scan.laid) is None:
            return None
        # Where some tiles are alike, the scan tries one of them, and lays far fewer.
        known = not (self._question.limit or self.context.task.puzzle.identical_tiles())
        return laid, self._expected_tiles if known else None

    def result(self, stopped: Stopped | None, reasons: tuple[str, ...], seconds: dict[str, float]) -> Result:
        """The outcome of the last search, as far as it has run, with what its session knows of it."""
        best, narrowing = self.board.best, self.context.narrowing
        return Result(
            status=self.status,
            found=self.found,
            exhausted=self.exhausted,
            answered=self.answered,
            stopped=stopped,
            reasons=reasons,
            counts=counted(self.context.task, self.found),
            seconds=seconds,
            size=larger(*(program.size for program in self._searched)),
            statistics=self.statistics,
            cost=best.cost if best else None,
            cost_proved=bool(best and best.proved),
            narrowed=narrowing.narrowed if narrowing else None,
            scanned=self._scan.laid if self._scan else None,
            expected_tiles=self._expected_tiles,
            states=self._frontier.states if self._frontier else None,
            expected_states=self._expected_states,
            unchecked=self.unchecked,
        )

    @property
    def _searched(self) -> list[GroundProgram | Narrowing]:
        trial = self._trial.program if self._trial else None
        programs = (trial, self.context.narrowing, self.board.program)
        return [program for program in programs if program and program.size]

    @property
    def _omits_rotations(self) -> bool:
        return self.context.narrowing is not None and self.context.narrowing.omits_rotations


# ---- searches over one ground program, again and again ----


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
        self._engines = EnginesInTurn(context, observer)
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
            assumptions: atoms that the solutions have to fulfil, such as `place(T,R,X,Y)` in the formulation `halves`;
                one that the program does not have is false.
            bound: the largest number of violations of soft conditions; any if None.

        Raises:
            CheckError: the solver's answer is not a solution.
            AnswerError: the solver's answer is not exactly a tile and a rotation for each square.
            InputError: rules of the user are at fault.
            OptionError: clasp does not accept an option; or a number is out of range, which is found at the call.
            ProgramError: an answer to the program of the user is not a solution.
        """
        job = self._job(number, conflicts, assumptions)
        return close_at_exit(self._solutions(job, self._whole, bound))

    @guided
    def count(self, number: int = 0, *, conflicts: int | None = None, assumptions: Sequence[Assumption] = ()) -> None:
        """Count the solutions, all or up to `number`, and give none. Otherwise as `solve`."""
        job = self._job(number, conflicts, assumptions, counts=True)
        for _ in self._solutions(job, self._whole):
            pass

    def _job(
        self, number: int, conflicts: int | None, assumptions: Sequence[Assumption], *, counts: bool = False
    ) -> Job:
        if isinstance(assumptions, Assumption | Atom | str):
            raise TypeError(f"expected a list of assumptions, found {kind_of(assumptions)}")
        return Job(self.task, number, self.options, Limits(conflicts=conflicts), tuple(assumptions), counts=counts)

    def _whole(self) -> Plan:
        """The plan that searches the whole board, guided as the last search was."""
        return Plan(self.plan.guidance)

    def _solutions(
        self, job: Job, planned: Callable[[], Plan], bound: int | None = None
    ) -> Generator[Found, None, None]:
        """The solutions, one by one; if they are counted, none is given."""
        self.stopped, self._reasons = None, tuple(self.task.contradictions())
        memory = self.deadline.limits.memory
        question = Question(job.limit, job.limits.conflicts, 0, job.assumptions, bound, job.counts, memory)
        self._engines.start(question, self._reasons)
        self._answers.start(single=job.limit == 1)
        if self._reasons:
            return
        try:
            # A small puzzle is solved before the limits are checked again.
            self.deadline.check()
            self.plan = planned()
            self._engines.context.stoppable = self.deadline.outlived
            yield from self._engines.carry_out(self.plan)
        except LimitReached as reached:
            self.stopped = reached.stopped

    def ground(self) -> GroundProgram:
        """The ground program of the whole board, made now unless there is one."""
        return self._engines.board.ground()

    @property
    def core(self) -> tuple[Assumption, ...]:
        """Assumptions of the last search that no solution fulfils together; empty unless it had no solution."""
        return self._engines.board.program.core if self._engines.board.program else ()

    @property
    def notes(self) -> list[str]:
        """Messages of clingo about rules of the user that are no errors."""
        return self._engines.board.program.notes if self._engines.board.program else []

    @property
    def found(self) -> int:
        """The number of solutions that the last search has given, or counted."""
        return self._engines.found

    @property
    def phase(self) -> str:
        """The phase of the search, one of `PHASES`; empty before the first."""
        return self._timed.phase

    @property
    def pace(self) -> float | None:
        """Conflicts per second in the last slice of the search; None before there was one."""
        return self._engines.pace

    @property
    def tiles(self) -> tuple[int, float | None] | None:
        """Tiles that a scan has laid, and how many it may lay for all solutions, if that is known; None with clasp."""
        return self._engines.tiles

    @property
    def statistics(self) -> Statistics | None:
        """Of all searches, as far as clasp has reported them; None before there was one."""
        return self._engines.statistics

    def result(self) -> Result:
        """The outcome of the last search, as far as it has run."""
        seconds = {**self.seconds, "total": self.deadline.seconds()}
        return self._engines.result(self.stopped, self._reasons, seconds)

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
        from edgeasp.solvers.clingo.control import AssignmentObserver

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
