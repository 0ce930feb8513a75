"""A search that is split over processes, and the calls in which they split and search a cube."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

from edgeasp.batch.frontier import CubeEnd, Frontier, SplitPlan
from edgeasp.batch.pool import PoolExecutor, worker_memory
from edgeasp.batch.split_state import (
    Begin,
    CallEnded,
    Count,
    CubeOrder,
    CubeOutcome,
    Event,
    Give,
    Halted,
    Instruction,
    RecordCube,
    RecordEarly,
    Reported,
    Room,
    SplitState,
    Stop,
)
from edgeasp.batch.work import Context, Ended, Executor, Running, Work, name_of
from edgeasp.puzzle.model import Solution
from edgeasp.search.cubes import Cube, SearchFingerprint, Splitter, fingerprint, require_splittable
from edgeasp.search.session import MonitoredSession, Session
from edgeasp.search.task import Found, Job, Result, Search, Task, counted
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.system.errors import EdgeaspError, OptionError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits
from edgeasp.system.processes import close_at_exit, host_name

BATCH = 100
"""Solutions that a worker hands over together."""

_PAUSE = 0.2
"""Seconds between two boards that a worker reports."""


@dataclass(frozen=True, slots=True)
class CandidateReport:
    """The board that a worker is trying, and the largest number of tiles that it has had on the board at once."""

    board: Solution
    most_placed: int


class Worker:
    """A process of a split search; from order to order it keeps its ground program, and what was learnt."""

    def __init__(self) -> None:
        self._name = f"{host_name()}:{os.getpid()}"
        self._job: Job | None = None
        self._splitter: Splitter

    def carry_out(self, order: CubeOrder, context: Context) -> CubeOutcome:
        """Carry out an order; that of another job than before begins with its ground program."""
        try:
            if self._job != order.job:
                self._require(order)
                session = _session(order.job, context, watched=order.watched)
                self._job, self._splitter = order.job, Splitter(session, order.order)
            session = self._splitter.session
            seconds, before = dict(session.seconds), session.statistics or Statistics()
            outcome = self._carried_out(order, context)
        except EdgeaspError as error:
            return CubeOutcome(self._name, error=error)
        return replace(
            outcome,
            statistics=(session.statistics or before) - before,
            seconds={phase: spent - seconds.get(phase, 0.0) for phase, spent in session.seconds.items()},
            size=session.result().size,
        )

    def _require(self, order: CubeOrder) -> None:
        made_of = order.expected and fingerprint(order.job.task)
        if made_of != order.expected:
            raise OptionError(
                f"worker {self._name} has {made_of}, but the campaign began with {order.expected}: it is refused"
            )

    def _carried_out(self, order: CubeOrder, context: Context) -> CubeOutcome:
        try:
            if order.cube is None:
                self._splitter.session.ground()
                return CubeOutcome(self._name)
            if order.splits:
                return CubeOutcome(self._name, self._splitter.split(order.cube))
            return self._searched(order, order.cube, context)
        except LimitReached as reached:
            return CubeOutcome(self._name, stopped=reached.stopped)

    def _searched(self, order: CubeOrder, cube: Cube, context: Context) -> CubeOutcome:
        session, limits = self._splitter.session, replace(order.job.limits, conflicts=order.conflicts)
        solutions = session.run_cube(replace(order.job, limits=limits, assumptions=cube.assumptions))
        while batch := list(islice(solutions, BATCH)):
            context.report(batch)
        result, stopped = session.result(), session.stopped
        if stopped is not None and stopped.kind is Limit.CONFLICTS:
            stopped = None
        return CubeOutcome(
            self._name, found=result.found, complete=result.exhausted, stopped=stopped, tiles=result.scanned or 0
        )


def carry_out(order: CubeOrder, context: Context) -> CubeOutcome:
    """Carry out an order by the worker of this process."""
    return context.keep(Worker).carry_out(order, context)


def _session(job: Job, context: Context, *, watched: bool) -> Session:
    if not watched:
        return Session(job.task, job.options, Deadline(job.limits, context.check))
    due = 0.0

    def tick() -> None:
        nonlocal due
        context.check()
        if time.monotonic() >= due:
            due = time.monotonic() + _PAUSE
            context.report(CandidateReport(session.candidate(), session.most_placed))

    session = MonitoredSession(job.task, job.options, Deadline(job.limits, tick))
    return session


CUBES_PER_JOB = 6
"""Cubes to begin with: on short searches more cost more than they gain."""

SHARE = 50_000
"""Conflicts, some ten seconds, that every cube gets before it is split again."""


class Recorder(Protocol):
    """A recorder of the outcomes of a split search, so that it can be taken up again."""

    def add(self, end: CubeEnd, outcome: CubeOutcome, answers: Sequence[Found], ended: Ended) -> None:
        """Write down how the work on a cube ended, and all its solutions if it is complete."""

    def add_early(self, answers: Mapping[Cube, Sequence[Found]]) -> None:
        """Write down solutions of cubes that are not complete, when no further ones are wanted: all of them or none."""


class SplitSearch(Search):
    """A search over several processes; it is used like a `Session`, but for one job only.

    Solutions come in the order in which cubes end, which is not the same each time.

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: of clasp, in each process.
        deadline: the clock.
        seconds: by phase, of all processes together.
        found: the number of solutions that have been given, or counted.
        phase: it is under way.
        statistics: of the cubes that have ended; None before the first of them.
        frontier: what is still to be done.
        last: the last solution.
        most_placed: the largest number of tiles that lay on a board at once, if the search is watched.
    """

    found: int = 0
    phase = "solve"
    statistics: Statistics | None = None

    def __init__(
        self,
        task: Task,
        options: ClaspOptions,
        deadline: Deadline,
        jobs: int,
        *,
        executor: Executor | None = None,
        plan: SplitPlan | None = None,
        frontier: Frontier | None = None,
        expected: SearchFingerprint | None = None,
        recorder: Recorder | None = None,
        watched: bool = False,
    ) -> None:
        """Get ready.

        Args:
            task: of which the encoding has the formulation `halves`.
            options: of clasp.
            deadline: the clock; also its limits on conflicts and memory hold for all processes together.
            jobs: the number of processes.
            executor: what carries out the calls; processes of this machine if None.
            plan: how it is split; that of a search of seconds to hours if None.
            frontier: where the search is to be taken up; it is begun if None.
            expected: what every worker has to be made of; anything if None.
            watched: whether `candidate` is wanted while the search runs.
            recorder: given all that comes of the search, before the caller.

        Raises:
            EncodingError: the search for this task cannot be split.
        """
        require_splittable(task)
        self.task, self.options, self.deadline = task, options, deadline
        self.seconds = dict[str, float]()
        self.last: Solution | None = None
        self.most_placed = 0
        self.frontier = frontier or Frontier()
        self._plan = plan or SplitPlan(CUBES_PER_JOB * jobs, SHARE)
        self._jobs = jobs
        self._executor = executor or PoolExecutor(jobs, worker_memory(jobs))
        self._expected, self._recorder, self._watched = expected, recorder, watched
        self._candidate: tuple[Cube | None, Solution] = (None, Solution())
        self._state = self._state_of(Job(task))
        self._orders = deque[Instruction]()
        self._ended: Ended
        self._limit = 0
        self._size: ProblemSize | None = None
        self._reasons: tuple[str, ...] = ()

    def _state_of(self, job: Job) -> SplitState:
        limits, jobs = job.limits, self._jobs
        # Conflicts are limited cube by cube, and time by the clock here.
        limits_of_worker = Limits(memory=None if limits.memory is None else limits.memory // jobs)
        ready = CubeOrder(
            # A scan has no conflicts.
            replace(job, limits=limits_of_worker, scan=job.scan and limits.conflicts is None),
            order=self._plan.order,
            expected=self._expected,
            watched=self._watched,
        )
        return SplitState(ready, self._plan, jobs, limits, self.frontier)

    @property
    def share(self) -> float:
        """The part of the search that is done, by the shares of the cubes."""
        return self.frontier.done

    @property
    def pace(self) -> float | None:
        """Conflicts per second, of all processes together; None before there were any."""
        seconds, conflicts = self.deadline.seconds(), self._state.spent
        return conflicts / seconds if conflicts and seconds else None

    @property
    def notes(self) -> list[str]:
        """None: a search by rules of the user is not split."""
        return []

    def candidate(self) -> Solution:
        """The tiles that lie on the board of one process, the same one as long as it searches one cube."""
        return self._candidate[1]

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Carry out a job whose task and clasp options are those of the search; otherwise as `Session.run`."""
        return close_at_exit(self._run(job))

    def _run(self, job: Job) -> Generator[Found, None, None]:
        self._limit, self._state = job.limit, self._state_of(job)
        self._reasons = tuple(self.task.contradictions())
        if self._reasons:
            return
        interrupt: KeyboardInterrupt | None = None
        try:
            self.deadline.check()
            with closing(self._executor.run(self._works(), self._tick, self._hear)) as executed:
                for ended in executed:
                    self._take(ended)
                    if (yield from self._obey()):
                        break
        except _SearchEnded:
            pass
        except LimitReached as reached:
            self._tell(Halted(reached.stopped))
        except KeyboardInterrupt as caught:
            self._tell(Halted())
            interrupt = caught
        while (yield from self._obey()):
            pass
        if interrupt is not None:
            raise interrupt

    def _tell(self, event: Event) -> None:
        self._orders += self._state.handle(event)

    def _obey(self) -> Generator[Found, None, bool]:
        """Carry out orders, and return whether one of them is to end all calls; the rest follows when that is done."""
        while self._orders:
            match self._orders.popleft():
                case RecordCube(end, solutions) if self._recorder is not None:
                    self._recorder.add(end, self._ended.value, solutions, self._ended)
                case RecordEarly(early) if self._recorder is not None:
                    self._recorder.add_early(early)
                case Give(solutions):
                    for answer in solutions:
                        self.found += 1
                        yield answer
                case Count(number):
                    self.found += number
                case Stop(None):
                    return True
                case Stop(error) if error is not None:
                    raise error
        return False

    def result(self) -> Result:
        """The result of the search, as far as it has run."""
        exhausted, stopped = bool(self._reasons) or self._state.exhausted, self._state.stopped
        status = Status.SATISFIABLE if self.found else Status.UNSATISFIABLE if exhausted else Status.UNKNOWN
        return Result(
            status=status,
            found=self.found,
            exhausted=exhausted,
            answered=exhausted or 0 < self._limit <= self.found,
            stopped=stopped,
            reasons=self._reasons,
            counts=counted(self.task, self.found),
            seconds={**self.seconds, "total": self.deadline.seconds()},
            size=self._size,
            statistics=self.statistics,
            processes=self._jobs,
        )

    def _works(self) -> Iterator[Work | None]:
        """Orders as calls, each made when it can begin."""
        while True:
            begun = self._state.handle(Room())
            if self._state.over:
                return
            calls = [order.call for order in begun if isinstance(order, Begin)]
            yield Work(name_of(carry_out), calls[0]) if calls else None

    def _tick(self, running: list[Running]) -> None:
        self.deadline.check()

    def _hear(self, work: Work, batch: list[Found] | CandidateReport) -> None:
        if isinstance(batch, CandidateReport):
            self.most_placed = max(self.most_placed, batch.most_placed)
            if self._candidate[0] in (None, work.argument.cube):
                self._candidate = work.argument.cube, batch.board
            return
        self.last = batch[-1].solution
        self._tell(Reported(work.argument.cube, batch))
        if self._state.over:
            raise _SearchEnded

    def _take(self, ended: Ended) -> None:
        """Add up what a call has cost, and hand on how it ended."""
        order: CubeOrder = ended.work.argument
        outcome: CubeOutcome | None = ended.value
        if self._candidate[0] == order.cube:
            self._candidate = None, self._candidate[1]
        if outcome is not None and outcome.error is None:
            self.statistics = (self.statistics or Statistics()) + outcome.statistics
            self._size = self._size or outcome.size
            for phase, spent in outcome.seconds.items():
                self.seconds[phase] = self.seconds.get(phase, 0.0) + spent
        self._ended = ended
        self._tell(CallEnded(order, outcome, ended.failure, died=ended.status < 0))


class _SearchEnded(Exception):  # noqa: N818  # it ends a search, but nothing is wrong
    """There are as many solutions as asked for."""
