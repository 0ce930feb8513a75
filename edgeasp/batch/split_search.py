"""A search that is split over processes: cubes are searched by workers, which keep what they have learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from edgeasp.batch.pool import PoolExecutor
from edgeasp.batch.work import Context, Ended, Executor, Running, Work
from edgeasp.puzzle.errors import EdgeaspError, SolverError
from edgeasp.search.cubes import Cube, Split, Splitter, require_splittable
from edgeasp.search.job import Found, Job, Result
from edgeasp.search.session import Session, count
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.control import close_at_exit
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.solvers.limits import MOST_CONFLICTS, Deadline, LimitReached, Limits

CUBES_PER_JOB = 6
"""Cubes to begin with: on short searches more cost more than they gain."""

SHARE = 50_000
"""Conflicts, some ten seconds, that every cube gets before it is split again."""

EXCESS = 3
"""A cube is split again if it takes so many times the conflicts that its share of the work lets expect."""

BATCH = 100
"""Solutions that a worker hands over together."""

ATTEMPTS = 3
"""Processes that may die over one cube."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is asked to do: make its ground program, and then split a cube or search it.

    Attributes:
        job: the search, with the limits that hold for each worker.
        cube: None to get ready only.
        splits: whether the cube is to be split rather than searched.
        conflicts: after which to stop; None for any number.
        counts: whether the solutions are counted only.
    """

    job: Job
    cube: Cube | None
    splits: bool = False
    conflicts: int | None = None
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an order.

    Attributes:
        split: of the cube; None if it was searched, or if it cannot be split.
        found: the number of solutions.
        complete: whether the cube has no further solutions, or as many were found as asked for.
        stopped: the limit of the worker that was reached, in words.
        error: why the order could not be carried out.
        statistics: of this order alone.
        seconds: by phase, of this order alone.
        size: of the ground program; None before clasp reports it.
    """

    split: Split | None = None
    found: int = 0
    complete: bool = False
    stopped: str | None = None
    error: EdgeaspError | None = None
    statistics: Statistics = Statistics()
    seconds: dict[str, float] = field(default_factory=dict)
    size: ProblemSize | None = None


_kept: tuple[Job, Splitter] | None = None


def carry_out(order: Order, context: Context) -> Outcome:
    """Carry out an order in a process that keeps the ground program, and what was learnt, for the next one."""
    global _kept  # noqa: PLW0603  # the process is there for one search
    job = order.job
    if _kept is None or _kept[0] != job:
        _kept = job, Splitter(Session(job.task, job.options, Deadline(job.limits, context.check)))
    splitter = _kept[1]
    session = splitter.session
    seconds, before = dict(session.seconds), session.statistics or Statistics()
    try:
        if order.cube is None:
            session.ground()
            outcome = Outcome()
        elif order.splits:
            outcome = Outcome(splitter.split(order.cube))
        else:
            outcome = _searched(session, order, order.cube, context)
    except LimitReached as reached:
        outcome = Outcome(stopped=str(reached))
    except EdgeaspError as error:
        return Outcome(error=error)
    return replace(
        outcome,
        statistics=(session.statistics or before) - before,
        seconds={phase: spent - seconds.get(phase, 0.0) for phase, spent in session.seconds.items()},
        size=session.result().size,
    )


def _searched(session: Session, order: Order, cube: Cube, context: Context) -> Outcome:
    job, before = order.job, session.statistics or Statistics()
    batch: list[Found] = []
    for found in session.solve(job.limit, conflicts=order.conflicts, assumptions=cube.assumptions):
        if not order.counts:
            batch.append(found)
        if len(batch) == BATCH:
            context.report(batch)
            batch = []
    if batch:
        context.report(batch)
    result = session.result()
    spent = (session.statistics or before) - before
    given_up = order.conflicts is not None and (spent.conflicts or 0) >= order.conflicts
    return Outcome(found=result.found, complete=result.answered, stopped=None if given_up else result.stopped)


class SplitSearch:
    """A search over several processes; it is used like a `Session`, but for one job only.

    Solutions come in the order in which cubes end, which is not the same each time.

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: of clasp, in each process.
        deadline: the clock.
        seconds: by phase, of all processes together.
        found: the number of solutions that have been given, or counted.
        share: the part of the search space that is done, by the shares of the cubes.
    """

    def __init__(
        self,
        task: Task,
        options: ClaspOptions,
        deadline: Deadline,
        jobs: int,
        *,
        counts: bool = False,
        executor: Executor | None = None,
    ) -> None:
        """Get ready.

        Args:
            task: of which the encoding has the formulation `halves`.
            options: of clasp.
            deadline: the clock; also its limits on conflicts and memory hold for all processes together.
            jobs: the number of processes.
            counts: whether solutions are counted only: then `run` gives none.
            executor: what carries out the calls; processes of this machine if None.

        Raises:
            EncodingError: the search for this task cannot be split.
        """
        require_splittable(task)
        self.task, self.options, self.deadline = task, options, deadline
        self.seconds, self.found, self.share = dict[str, float](), 0, 0.0
        self.pace: float | None = None
        self._jobs, self._counts = jobs, counts
        self._executor = executor or PoolExecutor(jobs)
        self._job = Job(task)
        self._open: list[_Open] = []
        self._waiting: dict[Cube | None, list[Found]] = {}
        self._deaths: Counter[Cube | None] = Counter()
        self._busy = 0
        self._ready = 0
        self._filled = False
        self._statistics: Statistics | None = None
        self._size: ProblemSize | None = None
        self._exhausted = False
        self._stopped: str | None = None
        self._reasons: tuple[str, ...] = ()

    @property
    def phase(self) -> str:
        """How far the search is."""
        return f"{self.share:.0%} done,"

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Carry out a job whose task and clasp options are those of the search; otherwise as `Session.run`."""
        return close_at_exit(self._run(job))

    def _run(self, job: Job) -> Generator[Found, None, None]:
        self._job = job
        self._reasons = tuple(self.task.contradictions())
        if self._reasons:
            self._exhausted = True
            return
        self._open = [_Open(Cube(), splits=True)]
        try:
            self.deadline.check()
            with closing(self._executor.run(self._works(), self._tick, self._hear)) as executed:
                for ended in executed:
                    yield from self._take(ended)
                    if self._is_enough(self.found):
                        return
            self._exhausted = True
        except _Enough:
            yield from self._rest(job.limit - self.found)
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
            counts=count(self.task, self.found),
            seconds={**self.seconds, "total": self.deadline.seconds()},
            size=self._size,
            statistics=self._statistics,
            processes=self._jobs,
        )

    def _works(self) -> Iterator[Work | None]:
        """Orders as calls, each made when it can begin; the largest cubes first."""
        limits = self._job.limits
        memory = None if limits.memory is None else limits.memory // self._jobs
        # Conflicts are limited cube by cube, and time by the clock here.
        job = replace(self._job, limits=Limits(memory=memory))
        order = Order(job, None, counts=self._counts)
        while self._open or self._busy:
            if self._open:
                self._open.sort(key=lambda each: (each.splits, each.cube.share))
                next_ = self._open.pop()
                self._filled |= len(self._open) + self._busy + 1 >= CUBES_PER_JOB * self._jobs
                if next_.splits or not (self._filled or next_.whole):
                    yield self._work(replace(order, cube=next_.cube, splits=True))
                else:
                    yield self._work(replace(order, cube=next_.cube, conflicts=self._budget(next_)))
            elif self._ready < self._jobs - 1:
                # The others ground the program while the first cubes are made.
                self._ready += 1
                yield self._work(order)
            else:
                yield None

    def _work(self, order: Order) -> Work:
        self._busy += 1
        return Work(f"{__name__}:{carry_out.__name__}", order)

    @property
    def _conflicts(self) -> int:
        return self._statistics.conflicts or 0 if self._statistics else 0

    def _budget(self, next_: _Open) -> int | None:
        """The conflicts after which a cube is given up and split; None for any number."""
        limit = self._job.limits.conflicts
        left = None if limit is None else max(0, limit - self._conflicts)
        if next_.whole:
            return left
        expected = self._conflicts / self.share * next_.cube.share if self.share else 0
        return min(MOST_CONFLICTS if left is None else left, max(SHARE, int(EXCESS * expected)))

    def _tick(self, running: list[Running]) -> None:
        self.deadline.check()

    def _hear(self, work: Work, batch: list[Found]) -> None:
        self._waiting.setdefault(work.argument.cube, []).extend(batch)
        # Cubes have no solution in common, so those of cubes that have not ended count, too.
        if self._is_enough(self.found + sum(map(len, self._waiting.values()))):
            raise _Enough

    def _take(self, ended: Ended) -> Iterator[Found]:
        """Take down what came of an order, and give the solutions of a cube that is complete."""
        order, outcome, self._busy = ended.work.argument, ended.value, self._busy - 1
        cube = order.cube
        if outcome is None:
            self._retry(ended)
            return
        if outcome.error is not None:
            raise outcome.error
        self._statistics = (self._statistics or Statistics()) + outcome.statistics
        self._size = self._size or outcome.size
        for phase, spent in outcome.seconds.items():
            self.seconds[phase] = self.seconds.get(phase, 0.0) + spent
        limits = self._job.limits
        if outcome.stopped:
            raise LimitReached(f"memory limit of {(limits.memory or 0) / 10**6:,.0f} MB")
        if outcome.complete:
            self.share += cube.share
            self.found += outcome.found if self._counts else 0
            for each in self._waiting.pop(cube, []):
                self.found += 1
                yield each
        elif order.splits and outcome.split is None:
            self._open.append(_Open(cube, whole=True))
        elif order.splits:
            self._open += [_Open(each) for each in outcome.split.open]
            self.share += 0.0 if outcome.split.open else cube.share
        given_up = cube is not None and not (order.splits or outcome.complete)
        more = given_up or self._open or self._busy
        if more and limits.conflicts is not None and self._conflicts >= limits.conflicts:
            self.found += outcome.found if self._counts and given_up else 0
            raise LimitReached(f"conflict limit of {limits.conflicts:,}")
        if given_up:
            self._waiting.pop(cube, None)
            self._open.append(_Open(cube, splits=True))

    def _retry(self, ended: Ended) -> None:
        """Search a cube again whose process has died; what it had found is forgotten."""
        order: Order = ended.work.argument
        self._waiting.pop(order.cube, None)
        self._deaths[order.cube] += order.cube is not None
        if ended.status >= 0 or self._deaths[order.cube] >= ATTEMPTS:
            raise SolverError(f"a process of the search failed: {ended.failure}")
        if order.cube is not None:
            self._open.append(_Open(order.cube, splits=order.splits))


@dataclass(frozen=True, slots=True)
class _Open:
    """A cube that is to be searched, or split; a whole one has nothing to split on."""

    cube: Cube
    splits: bool = False
    whole: bool = False


class _Enough(Exception):  # noqa: N818  # it ends a search, but nothing is wrong
    """There are as many solutions as asked for."""
