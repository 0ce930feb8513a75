"""A search that is split over processes: cubes are searched by workers, which keep what they have learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain, islice
from typing import Protocol

from edgeasp.batch.cube_worker import Candidate, CubeEnd, CubeOrder, CubeOutcome, carry_out, end_of
from edgeasp.batch.frontier import Frontier, OpenCube, SplitPlan
from edgeasp.batch.pool import PoolExecutor, worker_memory
from edgeasp.batch.work import Ended, Executor, Running, Work, name_of
from edgeasp.puzzle.errors import SolverError
from edgeasp.puzzle.model import Solution
from edgeasp.search.cubes import Cube, require_splittable
from edgeasp.search.fingerprint import Fingerprint
from edgeasp.search.job import Found, Job, Result, counted
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.control import close_at_exit
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.solvers.limits import ConflictLimitReached, Deadline, LimitReached, Limits, MemoryLimitReached

CUBES_PER_JOB = 6
"""Cubes to begin with: on short searches more cost more than they gain."""

SHARE = 50_000
"""Conflicts, some ten seconds, that every cube gets before it is split again."""

ATTEMPTS = 3
"""Processes that may die over one cube."""


class Recorder(Protocol):
    """Who writes down what comes of a split search, so that it can be taken up again."""

    def add(self, order: CubeOrder, outcome: CubeOutcome, found: Sequence[Found], ended: Ended) -> None:
        """Write down what came of an order, and all solutions of its cube if it is complete."""

    def add_early(self, found: Mapping[Cube, Sequence[Found]]) -> None:
        """Write down solutions of cubes that are not complete, when no further ones are wanted: all of them or none."""


class SplitSearch:
    """A search over several processes; it is used like a `Session`, but for one job only.

    Solutions come in the order in which cubes end, which is not the same each time.

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: of clasp, in each process.
        deadline: the clock.
        seconds: by phase, of all processes together.
        found: the number of solutions that have been given, or counted.
        frontier: what is still to be done.
        last: the last solution.
        most_placed: the largest number of tiles that lay on a board at once, if the search is watched.
        notes: what clingo says about rules of the user that is no error.
    """

    def __init__(
        self,
        task: Task,
        options: ClaspOptions,
        deadline: Deadline,
        jobs: int,
        *,
        executor: Executor | None = None,
        frontier: Frontier | None = None,
        expected: Fingerprint | None = None,
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
            frontier: where the search is to be taken up; it is begun if None.
            expected: what every worker has to be made of; anything if None.
            watched: whether `candidate` is wanted while the search runs.
            recorder: given all that comes of the search, before the caller.

        Raises:
            EncodingError: the search for this task cannot be split.
        """
        require_splittable(task)
        self.task, self.options, self.deadline = task, options, deadline
        self.notes: list[str] = []
        self.seconds, self.found = dict[str, float](), 0
        self.last: Solution | None = None
        self.most_placed = 0
        plan = SplitPlan(CUBES_PER_JOB * jobs, SHARE)
        self.frontier = frontier or Frontier(plan, [OpenCube(Cube(), splits=True)])
        self._jobs = jobs
        self._executor = executor or PoolExecutor(jobs, worker_memory(jobs))
        self._expected, self._recorder, self._watched = expected, recorder, watched
        self._candidate: tuple[Cube | None, Solution] = (None, Solution())
        self._job = Job(task)
        self._waiting: dict[Cube, list[Found]] = {}
        self._deaths: Counter[Cube | None] = Counter()
        self._busy = 0
        self._ready = 0
        self._statistics: Statistics | None = None
        self._size: ProblemSize | None = None
        self._exhausted = False
        self._stopped: str | None = None
        self._reasons: tuple[str, ...] = ()

    @property
    def phase(self) -> str:
        """How far the search is."""
        return f"{self.frontier.done:.0%} done,"

    @property
    def statistics(self) -> Statistics | None:
        """Of the cubes that have ended; None before the first of them."""
        return self._statistics

    @property
    def pace(self) -> float | None:
        """Conflicts per second, of all processes together; None before there were any."""
        seconds = self.deadline.seconds()
        return self._conflicts / seconds if self._conflicts and seconds else None

    def candidate(self) -> Solution:
        """The tiles that lie on the board of one process, the same one as long as it searches one cube."""
        return self._candidate[1]

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Carry out a job whose task and clasp options are those of the search; otherwise as `Session.run`."""
        return close_at_exit(self._run(job))

    def _run(self, job: Job) -> Generator[Found, None, None]:
        self._job = job
        self._reasons = tuple(self.task.contradictions())
        if self._reasons:
            self._exhausted = True
            return
        try:
            self.deadline.check()
            with closing(self._executor.run(self._works(), self._tick, self._hear)) as executed:
                for ended in executed:
                    yield from self._take(ended)
                    if self._is_enough(self.found):
                        return
            self._exhausted = True
        except _Enough:
            most = job.limit - self.found
            self._write_early(most)
            yield from self._rest(most)
        except LimitReached as reached:
            self._stopped = str(reached)
            yield from self._rest()
        except KeyboardInterrupt:
            yield from self._rest()
            raise

    def _rest(self, most: int | None = None) -> Iterator[Found]:
        """The solutions of cubes that are not complete."""
        for found in islice(chain.from_iterable(self._waiting.values()), most):
            self.found += 1
            yield found

    def _write_early(self, most: int) -> None:
        if self._recorder is None:
            return
        early = {}
        for cube, found in self._waiting.items():
            early[cube] = found[:most]
            most -= len(early[cube])
        self._recorder.add_early(early)

    def _is_enough(self, found: int) -> bool:
        return 0 < self._job.limit <= found

    def result(self) -> Result:
        """What came of the search, as far as it has run."""
        status = Status.SATISFIABLE if self.found else Status.UNSATISFIABLE if self._exhausted else Status.UNKNOWN
        return Result(
            status=status,
            found=self.found,
            exhausted=self._exhausted,
            answered=self._exhausted or self._is_enough(self.found),
            stopped=self._stopped,
            reasons=self._reasons,
            counts=counted(self.task, self.found),
            seconds={**self.seconds, "total": self.deadline.seconds()},
            size=self._size,
            statistics=self._statistics,
            processes=self._jobs,
        )

    def _works(self) -> Iterator[Work | None]:
        """Orders as calls, each made when it can begin."""
        limits = self._job.limits
        memory = None if limits.memory is None else limits.memory // self._jobs
        # Conflicts are limited cube by cube, and time by the clock here.
        job = replace(self._job, limits=Limits(memory=memory))
        ready = CubeOrder(
            job,
            None,
            order=self.frontier.plan.order,
            expected=self._expected,
            watched=self._watched,
        )
        while len(self.frontier) or self._busy:
            if len(self.frontier):
                next_ = self.frontier.pop(self._busy)
                order = replace(ready, cube=next_.cube, splits=next_.splits)
                yield self._work(order if next_.splits else replace(order, conflicts=self._budget(next_)))
            elif self._ready < self._jobs - 1:
                # The others ground the program while the first cubes are made.
                self._ready += 1
                yield self._work(ready)
            else:
                yield None

    def _work(self, order: CubeOrder) -> Work:
        self._busy += 1
        return Work(name_of(carry_out), order)

    @property
    def _conflicts(self) -> int:
        return self._statistics.conflicts or 0 if self._statistics else 0

    def _budget(self, next_: OpenCube) -> int | None:
        """As the frontier says, but never more than the limit leaves."""
        budget, limit = self.frontier.budget(next_), self._job.limits.conflicts
        if limit is None:
            return budget
        left = max(0, limit - self._conflicts)
        return left if budget is None else min(left, budget)

    def _tick(self, running: list[Running]) -> None:
        self.deadline.check()

    def _hear(self, work: Work, batch: list[Found] | Candidate) -> None:
        if isinstance(batch, Candidate):
            self.most_placed = max(self.most_placed, batch.most_placed)
            if self._candidate[0] in (None, work.argument.cube):
                self._candidate = work.argument.cube, batch.board
            return
        self.last = batch[-1].solution
        self._waiting.setdefault(work.argument.cube, []).extend(batch)
        # Cubes have no solution in common, so those of cubes that have not ended count, too.
        if self._is_enough(self.found + sum(map(len, self._waiting.values()))):
            raise _Enough

    def _take(self, ended: Ended) -> Iterator[Found]:
        """Take down what came of an order, and give the solutions of a cube that is complete."""
        order: CubeOrder = ended.work.argument
        outcome: CubeOutcome | None = ended.value
        self._busy -= 1
        if self._candidate[0] == order.cube:
            self._candidate = None, self._candidate[1]
        if outcome is None:
            self._retry(ended)
            return
        if outcome.error is not None:
            raise outcome.error
        self._add_up(outcome)
        if isinstance(outcome.stopped, MemoryLimitReached):
            # A worker knows its own part of the memory only.
            raise MemoryLimitReached(self._job.limits.memory)
        if outcome.stopped is not None:
            raise outcome.stopped
        if order.cube is not None:
            yield from self._end(order, order.cube, outcome, ended)

    def _end(self, order: CubeOrder, cube: Cube, outcome: CubeOutcome, ended: Ended) -> Iterator[Found]:
        """Take down how the work on a cube ended, and give its solutions if it is complete."""
        end = end_of(order, outcome)
        found = [] if order.splits else self._waiting.pop(cube, [])
        if self._recorder is not None:
            self._recorder.add(order, outcome, found if end is CubeEnd.COMPLETE else (), ended)
        self.frontier.conflicts += outcome.statistics.conflicts or 0
        limit = self._job.limits.conflicts
        last = limit is not None and self._conflicts >= limit
        match end:
            case CubeEnd.SPLIT | CubeEnd.WHOLE:
                self.frontier.split(cube, outcome.split)
            case CubeEnd.COMPLETE:
                self.frontier.done += cube.share
                self._count(outcome)
                for each in found:
                    self.found += 1
                    yield each
            case CubeEnd.ENOUGH:
                self._count(outcome)
            case CubeEnd.GIVEN_UP:
                self.frontier.add(OpenCube(cube, splits=True))
                if last:
                    # This cube is not searched again, so what was found in it counts.
                    self._count(outcome)
                    self._waiting[cube] = found
        if last and not self._is_enough(self.found) and (len(self.frontier) or self._busy):
            raise ConflictLimitReached(limit)

    def _count(self, outcome: CubeOutcome) -> None:
        """Count the solutions of a cube that were not given; cubes together may have more than are wanted."""
        if self._job.counts:
            found = self.found + outcome.found
            self.found = min(found, self._job.limit or found)

    def _add_up(self, outcome: CubeOutcome) -> None:
        self._statistics = (self._statistics or Statistics()) + outcome.statistics
        self._size = self._size or outcome.size
        for phase, spent in outcome.seconds.items():
            self.seconds[phase] = self.seconds.get(phase, 0.0) + spent

    def _retry(self, ended: Ended) -> None:
        """Search a cube again whose process has died; what it had found is forgotten."""
        order: CubeOrder = ended.work.argument
        self._deaths[order.cube] += order.cube is not None
        if ended.status >= 0 or self._deaths[order.cube] >= ATTEMPTS:
            raise SolverError(f"a process of the search failed: {ended.failure}")
        if order.cube is not None:
            self._waiting.pop(order.cube, None)
            self.frontier.add(OpenCube(order.cube, splits=order.splits))


class _Enough(Exception):  # noqa: N818  # it ends a search, but nothing is wrong
    """There are as many solutions as asked for."""
