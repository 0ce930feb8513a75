"""A search that is split over processes: its cubes, what comes next as a state, and the calls.

A split search and the ledger of a campaign keep their cubes in the same way, see `Frontier.end`.

`SplitState.handle` takes an event and returns the instructions that follow from it, which `SplitSearch` runs.
`validate` checks the invariants after every event. The same sequence of events gives the same instructions each time.
The design follows the state machine of a Dask worker (`distributed.worker_state_machine`).
"""

from __future__ import annotations

import heapq
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain, count, islice
from math import isclose
from typing import Protocol

from edgeasp.encoding.facts import Assumption
from edgeasp.parallel.processes import (
    ATTEMPTS,
    Context,
    Ended,
    Executor,
    PoolExecutor,
    Running,
    Work,
    name_of,
    worker_memory,
)
from edgeasp.puzzle.model import Solution
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.cubes import Cube, Order, SearchFingerprint, Split, Splitter, fingerprint, require_splittable
from edgeasp.search.solve import MonitoredSession, Session
from edgeasp.search.strategy import TILES_A_CONFLICT
from edgeasp.search.task import Found, Job, Result, Search, Task, counted
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.system.errors import EdgeaspError, OptionError, SolverError
from edgeasp.system.limits import MOST_CONFLICTS, Deadline, Limit, LimitReached, Limits, Stopped
from edgeasp.system.processes import close_at_exit, host_name

# ---- the cubes of a search that are not done ----


@dataclass(frozen=True, slots=True)
class SplitPlan:
    """The options of a split search.

    Attributes:
        cubes: the number of cubes that are made before the first of them is searched.
        share: the conflicts that every cube gets before it is split again.
        order: what is chosen first.
        trial: the conflicts that a cube gets before it is split while there are too few; 0 to split it at once.
        waits: whether the other workers are started when the first call has ended, which may be the only one.
    """

    cubes: int
    share: int
    order: Order = "outward"
    trial: int = 0
    waits: bool = False


@dataclass(frozen=True, slots=True)
class OpenCube:
    """A cube that is to be searched, or split; a whole one has nothing to split on."""

    cube: Cube
    splits: bool = False
    whole: bool = False


class CubeEnd(Enum):
    """The end of a call to a worker, which decides where its cube goes."""

    SPLIT = "split"
    """It was split: its parts are open instead."""
    WHOLE = "whole"
    """It has nothing to split on: it is open, to be searched without a share of conflicts."""
    COMPLETE = "complete"
    """It was searched to its end: its solutions count, and it is done."""
    ENOUGH = "enough"
    """It has as many solutions as are wanted in all: they count, the search ends, and the cube stays open."""
    GIVEN_UP = "given up"
    """Its share of conflicts is spent: it is to be split, and what was found in it is found again, if there is time."""
    READY = "ready"
    """The call had no cube: the worker has its ground program now."""
    LOST = "lost"
    """The process of the worker has died: the call is made again, and what was found is found again."""
    LIMITED = "limited"
    """The worker has reached a limit: the search ends, and the cube stays open."""
    FAILED = "failed"
    """The call cannot be made: the search ends with an error, and the cube stays open."""


class Frontier:
    """The open cubes of a search.

    Attributes:
        open: the cubes that wait, by their text, in the order in which they came.
        done: the part of the search space that is done, by the shares of the cubes.
        effort: of all that was split or searched, in conflicts.
        filled: whether there were enough cubes once: from then on, a cube is searched before it is split.
    """

    def __init__(self, cubes: Iterable[OpenCube] = (OpenCube(Cube(), splits=True),)) -> None:
        """Begin with the whole search, or with some cubes."""
        self.open: dict[str, OpenCube] = {}
        self.done, self.effort = 0.0, 0
        self.filled = False
        self._number = count()
        self._heap: list[tuple[bool, float, int, OpenCube]] = []
        for cube in cubes:
            self.add(cube)

    def add(self, waiting: OpenCube) -> None:
        """Add a cube; it will be taken after those that are to be split, and after larger ones."""
        self.open[waiting.cube.text] = waiting
        heapq.heappush(self._heap, (not waiting.splits, -waiting.cube.share, next(self._number), waiting))

    def next(self) -> OpenCube:
        """Take the next cube; there must be one."""
        while True:
            waiting = heapq.heappop(self._heap)[-1]
            # A cube that was taken by its text is in the heap still.
            if self.open.get(waiting.cube.text) is waiting:
                return self.open.pop(waiting.cube.text)

    def end(self, cube: Cube, end: CubeEnd, parts: Sequence[Cube] = (), spent: int = 0) -> None:
        """Record how the work on a cube ended that was taken, with the parts into which it was split and the effort."""
        self.effort += spent
        match end:
            case CubeEnd.SPLIT:
                for part in parts:
                    self.add(OpenCube(part))
                self.done += 0.0 if parts else cube.share
            case CubeEnd.COMPLETE:
                self.done += cube.share
            case CubeEnd.WHOLE:
                self.add(OpenCube(cube, whole=True))
            case _:
                self.add(OpenCube(cube, splits=end is CubeEnd.GIVEN_UP))

    def expected(self, cube: Cube) -> float:
        """The effort that a cube lets expect by its share, in conflicts; 0 before a part of the search is done."""
        return self.effort / self.done * cube.share if self.done else 0.0


def effort(conflicts: int, tiles: int) -> int:
    """The effort of a search in conflicts: those of clasp, and as many as it has while a scan lays so many tiles."""
    return conflicts + tiles // TILES_A_CONFLICT


# ---- a split search as a state machine ----

MOST_KEPT = 5000
"""Solutions that are to be found again, and yet kept for a search that ends before: of 6 x 6 boards 190 MB."""

EXCESS = 3
"""A cube is split again if it takes so many times the conflicts that its share of the work lets expect."""


@dataclass(frozen=True, slots=True)
class CubeOrder:
    """An order to a worker: make its ground program, and then split a cube or search it.

    Attributes:
        job: the search, with the limits that hold for each worker.
        cube: None to get ready only.
        splits: whether the cube is to be split rather than searched.
        conflicts: after which to stop; None for any number.
        solutions: after which to stop beside the limit of the job; 0 for any number.
        order: what is chosen first when a cube is split.
        expected: what the worker has to be made of; None for anything.
        watched: whether the worker reports now and then which board it is trying.
    """

    job: Job
    cube: Cube | None = None
    splits: bool = False
    conflicts: int | None = None
    solutions: int = 0
    order: Order = "outward"
    expected: SearchFingerprint | None = None
    watched: bool = False


@dataclass(frozen=True, slots=True)
class CubeOutcome:
    """The outcome of an order.

    Attributes:
        worker: the machine and the process.
        split: of the cube; None if it was searched, or if it cannot be split.
        found: the number of solutions.
        complete: whether the cube has no further solutions.
        stopped: the limit of the worker that was reached; that on the conflicts of an order is none of these.
        error: why the order could not be carried out.
        statistics: of this order alone.
        seconds: by phase, of this order alone.
        size: of the ground program; None before clasp reports it.
        tiles: the number that a scan has laid.
    """

    worker: str
    split: Split | None = None
    found: int = 0
    complete: bool = False
    stopped: Stopped | None = None
    error: EdgeaspError | None = None
    statistics: Statistics = Statistics()
    seconds: dict[str, float] = field(default_factory=dict)
    size: ProblemSize | None = None
    tiles: int = 0

    @property
    def effort(self) -> int:
        """Conflicts, and those that clasp has in the time of the scan."""
        return effort(self.statistics.conflicts or 0, self.tiles)


_Path = tuple[Assumption, ...]
"""The assumptions of a cube; those of its parts go on from there."""

# ---- events ----


@dataclass(frozen=True, slots=True)
class SlotFree:
    """A further call can begin."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A worker has found solutions of the cube that it searches."""

    cube: Cube
    solutions: Sequence[Found]


@dataclass(frozen=True, slots=True)
class Counting:
    """A worker has counted so many solutions of the cube that it searches."""

    cube: Cube
    number: int


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A call has ended: with an outcome, or else with the failure of its process, which may have died."""

    call: CubeOrder
    outcome: CubeOutcome | None
    failure: str = ""
    died: bool = False

    @property
    def end(self) -> CubeEnd:
        """The way it ended."""
        call, outcome = self.call, self.outcome
        if outcome is None:
            return CubeEnd.LOST if self.died else CubeEnd.FAILED
        if outcome.error is not None:
            return CubeEnd.FAILED
        if outcome.stopped is not None:
            return CubeEnd.LIMITED
        if call.cube is None:
            return CubeEnd.READY
        if call.splits:
            return CubeEnd.WHOLE if outcome.split is None else CubeEnd.SPLIT
        if outcome.complete:
            return CubeEnd.COMPLETE
        return CubeEnd.ENOUGH if 0 < call.job.limit <= outcome.found else CubeEnd.GIVEN_UP


@dataclass(frozen=True, slots=True)
class StopRequested:
    """The search has to end: its caller wants that, or has reached the limit that is named."""

    stopped: Stopped | None = None


Event = SlotFree | Reported | Counting | CallEnded | StopRequested

# ---- orders ----


@dataclass(frozen=True, slots=True)
class Begin:
    """Make a call."""

    call: CubeOrder


@dataclass(frozen=True, slots=True)
class RecordCube:
    """Write down the outcome of the call that has ended, with all solutions of its cube if it is complete."""

    end: CubeEnd
    solutions: tuple[Found, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordEarly:
    """Write down solutions of cubes that are not complete."""

    solutions: Mapping[Cube, tuple[Found, ...]]


@dataclass(frozen=True, slots=True)
class Give:
    """Give the caller solutions."""

    solutions: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Count solutions that are not given."""

    number: int


@dataclass(frozen=True, slots=True)
class Stop:
    """End all calls; with an error, if there is one."""

    error: EdgeaspError | None = None


Instruction = Begin | RecordCube | RecordEarly | Give | Count | Stop


class SplitState:
    """The state of a split search.

    Attributes:
        frontier: the cubes that wait.
        calls: those under way that have a cube, by its text.
        preparing: the number of calls under way that have none.
        found: the number of solutions that were given, or counted.
        spent: the conflicts of this search.
        laid: the tiles that scans have laid in this search.
        over: whether there is nothing left to order.
        exhausted: whether it is over because every cube is done.
        stopped: the limit that has ended the search; None if none has.
    """

    def __init__(
        self,
        ready: CubeOrder,
        plan: SplitPlan,
        jobs: int,
        limits: Limits = Limits(),
        frontier: Frontier | None = None,
        key: Callable[[Found], Hashable] = lambda answer: answer,
    ) -> None:
        """Get ready.

        Args:
            ready: the call without a cube; all calls have its job.
            plan: how the search is split.
            jobs: the number of workers.
            limits: on conflicts and memory, for all workers together.
            frontier: where the search is taken up; it is begun if None.
            key: the same for two solutions exactly if a search that finds one of them does not find the other.
        """
        self.frontier = frontier or Frontier()
        self.calls: dict[str, CubeOrder] = {}
        self.preparing = self.found = self.spent = self.laid = 0
        self.over = self.exhausted = False
        self.stopped: Stopped | None = None
        self._ready, self._plan, self._limits = ready, plan, limits
        self._unprepared, self._may_prepare = jobs - 1, not plan.waits
        self._waiting: dict[Cube, list[Found]] = {}
        self._key = key
        self._again: dict[Hashable, Found] = {}
        self._counts: dict[_Path, int] = {}
        self._deaths: Counter[Cube] = Counter()

    def handle(self, event: Event) -> list[Instruction]:
        """Take an event, and return what follows from it; when the search is over, nothing does."""
        if self.over:
            return []
        match event:
            case SlotFree():
                return self._begin()
            case Reported(cube, solutions):
                self._waiting.setdefault(cube, []).extend(solutions)
                # Cubes have no solution in common, so those of cubes that have not ended count, too.
                enough = self._is_enough(self.found + sum(map(len, self._waiting.values())))
                return self._end_early() if enough else []
            case Counting(cube, number):
                self._note_count(cube, number)
                return []
            case CallEnded():
                return self._end(event)
            case StopRequested(stopped):
                return self._stop(stopped)

    def validate(self) -> None:
        """Check what holds after every event: no cube is lost, and none is worked on twice."""
        assert not self.frontier.open.keys() & self.calls.keys()
        cubes = [waiting.cube for waiting in self.frontier.open.values()]
        cubes += [call.cube for call in self.calls.values() if call.cube is not None]
        shares = self.frontier.done + sum(cube.share for cube in cubes)
        assert isclose(shares, 1), f"the cubes have {shares} of the search together"
        limit = self._ready.job.limit
        assert not limit or self.found <= limit
        assert self.over or not self._is_enough(self.found)
        searched = {call.cube for call in self.calls.values() if not call.splits}
        assert self.over or self._waiting.keys() <= searched
        assert not (self.over and (self._waiting or self._again))
        assert not (self.exhausted and cubes)
        assert self.preparing >= 0
        assert all(died < ATTEMPTS for died in self._deaths.values()) or self.over

    def _is_enough(self, number: int) -> bool:
        return 0 < self._ready.job.limit <= number

    @property
    def _is_at_rest(self) -> bool:
        """Whether nothing waits, and nothing is under way."""
        return not (self.frontier.open or self.calls or self.preparing)

    # ---- beginning ----

    def _begin(self) -> list[Instruction]:
        if self._is_at_rest:
            self.over = self.exhausted = True
            return []
        if self.frontier.open:
            waiting = self.frontier.next()
            call = self.calls[waiting.cube.text] = self._call(waiting)
            return [Begin(call)]
        if self._unprepared and self._may_prepare:
            # The others ground the program while the first cubes are made.
            self._unprepared -= 1
            self.preparing += 1
            return [Begin(self._ready)]
        return []

    def _call(self, waiting: OpenCube) -> CubeOrder:
        """A cube is split while there are too few, after a trial if there is one, unless it is whole; or searched."""
        frontier, plan = self.frontier, self._plan
        there = len(frontier.open) + len(self.calls) + self.preparing + 1
        frontier.filled |= there >= plan.cubes
        few = not (frontier.filled or waiting.splits or waiting.whole)
        order = replace(self._ready, cube=waiting.cube)
        if waiting.splits or (few and not plan.trial):
            return replace(order, splits=True)
        if few:
            # Many boards may be found without a conflict.
            return replace(order, conflicts=self._at_most(plan.trial), solutions=BATCH)
        share = min(MOST_CONFLICTS, max(plan.share, int(EXCESS * frontier.expected(waiting.cube))))
        return replace(order, conflicts=self._at_most(None if waiting.whole else share))

    def _at_most(self, conflicts: int | None) -> int | None:
        """So many conflicts, None for any number, within what is left of the limit."""
        left = None if self._limits.conflicts is None else max(0, self._limits.conflicts - self.spent)
        return min((most for most in (conflicts, left) if most is not None), default=None)

    # ---- ending ----

    def _end(self, event: CallEnded) -> list[Instruction]:
        """Record the end of a call, and return what follows from it."""
        cube = event.call.cube
        self._may_prepare = True
        if cube is None:
            self.preparing -= 1
        else:
            del self.calls[cube.text]
        if event.outcome is not None and event.end is not CubeEnd.FAILED:
            self.spent += event.outcome.statistics.conflicts or 0
            self.laid += event.outcome.tiles
        match event.end:
            case CubeEnd.READY:
                return []
            case CubeEnd.LOST:
                return self._lost(event)
            case CubeEnd.LIMITED:
                return self._limited(event)
            case CubeEnd.FAILED:
                return self._failed(event)
            case _:
                return self._worked(event)

    def _worked(self, event: CallEnded) -> list[Instruction]:
        """A call has done its part: its cube is done, or there is more to do."""
        call, outcome, end = event.call, event.outcome, event.end
        assert call.cube is not None
        assert outcome is not None
        parts = () if outcome.split is None else outcome.split.open
        self.frontier.end(call.cube, end, parts, outcome.effort)
        solutions = tuple(self._waiting.pop(call.cube, ()))
        orders: list[Instruction] = [RecordCube(end, solutions if end is CubeEnd.COMPLETE else ())]
        match end:
            case CubeEnd.GIVEN_UP:
                self._keep(solutions)
                self._note_count(call.cube, outcome.found)
            case CubeEnd.COMPLETE | CubeEnd.ENOUGH:
                self._drop(solutions)
                if end is CubeEnd.COMPLETE and solutions:
                    self.found += len(solutions)
                    orders.append(Give(solutions))
                orders += self._count_once(call.cube, outcome.found)
            case _:
                pass
        if self._is_enough(self.found):
            return orders + self._stop()
        limit = self._limits.conflicts
        if limit is not None and self.spent >= limit and not self._is_at_rest:
            return orders + self._stop(Stopped(Limit.CONFLICTS, limit))
        return orders

    def _count(self, number: int) -> list[Instruction]:
        """Count solutions that are not given; cubes together may have more than are wanted."""
        if not self._ready.job.counts or not number:
            return []
        counted = min(number, (self._ready.job.limit or self.found + number) - self.found)
        self.found += counted
        return [Count(counted)]

    def _lost(self, event: CallEnded) -> list[Instruction]:
        """Search a cube again whose process has died; what it had found is found again."""
        cube = event.call.cube
        if cube is None:
            return []
        self._deaths[cube] += 1
        if self._deaths[cube] >= ATTEMPTS:
            return self._failed(event)
        self._keep(self._waiting.pop(cube, ()))
        self.frontier.add(OpenCube(cube, splits=event.call.splits))
        return []

    def _limited(self, event: CallEnded) -> list[Instruction]:
        self._leave_open(event)
        stopped = event.outcome.stopped if event.outcome else None
        # A worker knows its own part of the memory only.
        whole = stopped is not None and stopped.kind is Limit.MEMORY
        return self._stop(Stopped(Limit.MEMORY, self._limits.memory) if whole else stopped)

    def _failed(self, event: CallEnded) -> list[Instruction]:
        self._leave_open(event)
        self._waiting.clear()
        self._again.clear()
        self.over = True
        error = event.outcome.error if event.outcome else None
        return [Stop(error or SolverError(f"a process of the search failed: {event.failure}"))]

    def _leave_open(self, event: CallEnded) -> None:
        if event.call.cube is not None:
            self.frontier.end(event.call.cube, event.end)

    def _end_early(self) -> list[Instruction]:
        """There are as many solutions as wanted, also of cubes that are not complete."""
        left = self._ready.job.limit - self.found
        early = {}
        for cube, solutions in self._waiting.items():
            early[cube] = tuple(solutions[:left])
            left -= len(early[cube])
        self._waiting = {cube: list(solutions) for cube, solutions in early.items()}
        stop, *rest = self._stop()
        return [stop, RecordEarly(early), *rest]

    def _stop(self, stopped: Stopped | None = None) -> list[Instruction]:
        """End the search, and give the solutions of cubes that are not complete, or count them."""
        self.over, self.stopped = True, stopped
        waiting = [*chain.from_iterable(self._waiting.values())]
        # What was to be found again, and was not yet, is given as it was.
        self._drop(waiting)
        rest = (*waiting, *self._again.values())
        rest = rest[: (self._ready.job.limit or self.found + len(rest)) - self.found]
        self._waiting, self._again = {}, {}
        self.found += len(rest)
        return [Stop(), *([Give(rest)] if rest else []), *self._count(self._uncounted())]

    # ---- solutions that will be found again ----

    def _keep(self, solutions: Iterable[Found]) -> None:
        """Keep solutions of a cube that is not done, up to a number."""
        for answer in islice(solutions, max(0, MOST_KEPT - len(self._again))):
            self._again[self._key(answer)] = answer

    def _drop(self, solutions: Iterable[Found]) -> None:
        for answer in solutions if self._again else ():
            self._again.pop(self._key(answer), None)

    def _note_count(self, cube: Cube, number: int) -> None:
        """Note the solutions counted in a cube: it keeps this number until its parts are done."""
        self._counts[cube.assumptions] = max(number, self._counts.get(cube.assumptions, 0))

    def _count_once(self, cube: Cube, number: int) -> list[Instruction]:
        """Count the solutions of a cube that is done, and no longer in the cubes around it."""
        self._counts.pop(cube.assumptions, None)
        around = self._around(cube.assumptions)
        while around is not None:
            self._counts[around] -= number
            around = self._around(around)
        return self._count(number)

    def _uncounted(self) -> int:
        """Count the solutions known in cubes that are not done: in a cube itself, or in its parts."""
        within: Counter[_Path | None] = Counter()
        for path in sorted(self._counts, key=len, reverse=True):
            within[self._around(path)] += max(self._counts[path], within[path])
        return within[None]

    def _around(self, path: _Path) -> _Path | None:
        """Find the smallest cube around a cube that has a count."""
        lengths = range(len(path) - 1, -1, -1)
        return next((path[:length] for length in lengths if path[:length] in self._counts), None)


# ---- a search that is split over processes, and the calls in which they split and search a cube ----

BATCH = 100
"""The most solutions that a worker hands over together."""

_PAUSE = 0.2
"""Seconds between two reports of a worker, however little there is to say."""


@dataclass(frozen=True, slots=True)
class CountReport:
    """The number of solutions that a worker has counted in its cube."""

    number: int


@dataclass(frozen=True, slots=True)
class CandidateReport:
    """The board that a worker is trying, and the largest number of tiles that it has had on the board at once."""

    board: Solution
    most_placed: int


class Worker:
    """A process of a split search; from order to order it keeps its ground program, and what was learnt."""

    def __init__(self) -> None:
        self._name = f"{host_name()}:{os.getpid()}"
        self._found: list[Found] = []
        self._due = 0.0
        self._job: Job | None = None
        self._splitter: Splitter
        self._context: Context

    def carry_out(self, order: CubeOrder, context: Context) -> CubeOutcome:
        """Carry out an order; that of another job than before begins with its ground program."""
        self._context = context
        try:
            if self._job != order.job:
                self._require(order)
                session = self._session(order.job, watched=order.watched)
                self._job, self._splitter = order.job, Splitter(session, order.order)
            session = self._splitter.session
            seconds, before = dict(session.seconds), session.statistics or Statistics()
            outcome = self._carried_out(order)
            self._hand_over()
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

    def _carried_out(self, order: CubeOrder) -> CubeOutcome:
        self._found = []
        try:
            if order.cube is None:
                self._splitter.session.ground()
                return CubeOutcome(self._name)
            if order.splits:
                return CubeOutcome(self._name, self._splitter.split(order.cube))
            return self._searched(order, order.cube)
        except LimitReached as reached:
            return CubeOutcome(self._name, stopped=reached.stopped)

    def _hand_over(self) -> None:
        """Report the solutions that were not reported yet."""
        self._due = time.monotonic() + _PAUSE
        batch, self._found = self._found, []
        if batch:
            self._context.report(batch)

    def _session(self, job: Job, *, watched: bool) -> Session:
        """A session that reports now and then what it has found or counted, and the board that it is trying."""

        def tick() -> None:
            self._context.check()
            if time.monotonic() < self._due:
                return
            self._hand_over()
            if job.counts:
                self._context.report(CountReport(session.result().found))
            if isinstance(session, MonitoredSession):
                self._context.report(CandidateReport(session.candidate(), session.most_placed))

        kind = MonitoredSession if watched else Session
        session = kind(job.task, job.options, Deadline(job.limits, tick))
        return session

    def _searched(self, order: CubeOrder, cube: Cube) -> CubeOutcome:
        session, limits = self._splitter.session, replace(order.job.limits, conflicts=order.conflicts)
        limit = min(filter(None, (order.job.limit, order.solutions)), default=0)
        solutions = session.run_cube(replace(order.job, limit=limit, limits=limits, assumptions=cube.assumptions))
        for answer in solutions:
            self._found.append(answer)
            if len(self._found) == BATCH or time.monotonic() >= self._due:
                self._hand_over()
        result, stopped = session.result(), session.stopped
        if stopped is not None and stopped.kind is Limit.CONFLICTS:
            stopped = None
        return CubeOutcome(
            self._name, found=result.found, complete=result.exhausted, stopped=stopped, tiles=result.scanned or 0
        )


def carry_out(order: CubeOrder, context: Context) -> CubeOutcome:
    """Carry out an order by the worker of this process."""
    return context.keep(Worker).carry_out(order, context)


CUBES_PER_JOB = 6
"""Cubes to begin with: on short searches more cost more than they gain."""

SHARE = 50_000
"""Conflicts, some ten seconds, that every cube gets before it is split again."""

TRIAL = 300
"""Conflicts in which most small puzzles are solved, as quick as a split, which asks for hundreds of searches."""


SMALL = 36
"""Squares of a board that is mostly solved in a trial, and ground in no time."""


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
    tiles = None

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
        small = task.puzzle.grid.size <= SMALL
        self._plan = plan or SplitPlan(CUBES_PER_JOB * jobs, SHARE, trial=TRIAL, waits=small)
        self.frontier = frontier or Frontier([OpenCube(Cube(), splits=not self._plan.trial)])
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
        return SplitState(ready, self._plan, jobs, limits, self.frontier, self._key)

    def _key(self, answer: Found) -> Hashable:
        # Found again, identical tiles may be exchanged.
        return board_key(self.task.effective_puzzle, answer.solution)

    @property
    def share(self) -> float:
        """The part of the search that is done, by the shares of the cubes."""
        return self.frontier.done

    @property
    def pace(self) -> float | None:
        """Conflicts per second, of all processes together; None before there were any."""
        return self._per_second(self._state.spent)

    @property
    def laying_pace(self) -> float | None:
        """Tiles that scans lay per second, of all processes together; None before there were any."""
        return self._per_second(self._state.laid)

    def _per_second(self, number: int) -> float | None:
        seconds = self.deadline.seconds()
        return number / seconds if number and seconds else None

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
            self._tell(StopRequested(reached.stopped))
        except KeyboardInterrupt as caught:
            self._tell(StopRequested())
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
            rule="clingo, guided: cubes are divided among the processes",
            # Where clasp has searched, it has reported the size.
            scanned=(self._state.laid or None) if self._size is None else None,
        )

    def _works(self) -> Iterator[Work | None]:
        """Orders as calls, each made when it can begin."""
        while True:
            begun = self._state.handle(SlotFree())
            if self._state.over:
                return
            calls = [order.call for order in begun if isinstance(order, Begin)]
            yield Work(name_of(carry_out), calls[0]) if calls else None

    def _tick(self, running: list[Running]) -> None:
        self.deadline.check()

    def _hear(self, work: Work, batch: list[Found] | CandidateReport | CountReport) -> None:
        if isinstance(batch, CandidateReport):
            self.most_placed = max(self.most_placed, batch.most_placed)
            if self._candidate[0] in (None, work.argument.cube):
                self._candidate = work.argument.cube, batch.board
            return
        if isinstance(batch, CountReport):
            if work.argument.cube is not None and not work.argument.splits:
                self._tell(Counting(work.argument.cube, batch.number))
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
        self._tell(CallEnded(order, outcome, ended.failure, died=ended.died))


class _SearchEnded(Exception):  # noqa: N818  # it ends a search, but nothing is wrong
    """There are as many solutions as asked for."""
