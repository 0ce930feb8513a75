"""A split search as a state machine: events go in, orders come out; it knows no clock, no process and no file.

`SplitState.handle` takes an event and returns the orders that follow from it, for `batch/split_search.py` to carry out.
A table has what follows from each end of a call, and `validate` checks what holds after every event. A list of events
is a story, which gives the same orders each time. After the state machine of a worker in Dask
(`distributed.worker_state_machine`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import isclose

from edgeasp.batch.frontier import CubeEnd, Frontier, OpenCube, SplitPlan, effort
from edgeasp.search.cubes import Cube, Order, SearchFingerprint, Split
from edgeasp.search.task import Found, Job
from edgeasp.solvers.interface import ProblemSize, Statistics
from edgeasp.system.errors import EdgeaspError, SolverError
from edgeasp.system.limits import MOST_CONFLICTS, Limit, Limits, Stopped

ATTEMPTS = 3
"""Processes that may die over one cube."""

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
        order: what is chosen first when a cube is split.
        expected: what the worker has to be made of; None for anything.
        watched: whether the worker reports now and then which board it is trying.
    """

    job: Job
    cube: Cube | None = None
    splits: bool = False
    conflicts: int | None = None
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


# ---- events ----


@dataclass(frozen=True, slots=True)
class Room:
    """A further call can begin."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A worker has found solutions of the cube that it searches."""

    cube: Cube
    solutions: Sequence[Found]


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
class Halted:
    """The search has to end: its caller wants that, or has reached the limit that is named."""

    stopped: Stopped | None = None


Event = Room | Reported | CallEnded | Halted

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
        over: whether there is nothing left to order.
        exhausted: whether it is over because every cube is done.
        stopped: the limit that has ended the search; None if none has.
    """

    def __init__(
        self, ready: CubeOrder, plan: SplitPlan, jobs: int, limits: Limits = Limits(), frontier: Frontier | None = None
    ) -> None:
        """Get ready.

        Args:
            ready: the call without a cube; all calls have its job.
            plan: how the search is split.
            jobs: the number of workers.
            limits: on conflicts and memory, for all workers together.
            frontier: where the search is taken up; it is begun if None.
        """
        self.frontier = frontier or Frontier()
        self.calls: dict[str, CubeOrder] = {}
        self.preparing = self.found = self.spent = 0
        self.over = self.exhausted = False
        self.stopped: Stopped | None = None
        self._ready, self._plan, self._limits = ready, plan, limits
        self._unprepared = jobs - 1
        self._waiting: dict[Cube, list[Found]] = {}
        self._deaths: Counter[Cube] = Counter()

    def handle(self, event: Event) -> list[Instruction]:
        """Take an event, and return what follows from it; when the search is over, nothing does."""
        if self.over:
            return []
        match event:
            case Room():
                return self._begin()
            case Reported(cube, solutions):
                self._waiting.setdefault(cube, []).extend(solutions)
                # Cubes have no solution in common, so those of cubes that have not ended count, too.
                enough = self._is_enough(self.found + sum(map(len, self._waiting.values())))
                return self._end_early() if enough else []
            case CallEnded():
                return self._end(event)
            case Halted(stopped):
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
        assert not (self.over and self._waiting)
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
        if self._unprepared:
            # The others ground the program while the first cubes are made.
            self._unprepared -= 1
            self.preparing += 1
            return [Begin(self._ready)]
        return []

    def _call(self, waiting: OpenCube) -> CubeOrder:
        """A cube is split while there are too few, unless it is whole; else it is searched."""
        frontier = self.frontier
        there = len(frontier.open) + len(self.calls) + self.preparing + 1
        frontier.filled |= there >= self._plan.cubes
        splits = waiting.splits or not (frontier.filled or waiting.whole)
        conflicts = None if splits else self._budget(waiting)
        return replace(self._ready, cube=waiting.cube, splits=splits, conflicts=conflicts)

    def _budget(self, waiting: OpenCube) -> int | None:
        """The conflicts after which a search of the cube is given up, so that it can be split; None for any number."""
        budgets = [] if self._limits.conflicts is None else [max(0, self._limits.conflicts - self.spent)]
        if not waiting.whole:
            frontier = self.frontier
            expected = frontier.effort / frontier.done * waiting.cube.share if frontier.done else 0
            budgets.append(min(MOST_CONFLICTS, max(self._plan.share, int(EXCESS * expected))))
        return min(budgets, default=None)

    # ---- ending ----

    def _end(self, event: CallEnded) -> list[Instruction]:
        """Record the end of a call, as the table says."""
        cube = event.call.cube
        if cube is None:
            self.preparing -= 1
        else:
            del self.calls[cube.text]
        if event.outcome is not None and event.end is not CubeEnd.FAILED:
            self.spent += event.outcome.statistics.conflicts or 0
        return _TRANSITIONS[event.end](self, event)

    def _worked(self, event: CallEnded) -> list[Instruction]:
        """A call has done its part: its cube is done, or there is more to do."""
        call, outcome, end = event.call, event.outcome, event.end
        assert call.cube is not None
        assert outcome is not None
        parts = () if outcome.split is None else outcome.split.open
        self.frontier.end(call.cube, end, parts, outcome.effort)
        solutions = tuple(self._waiting.pop(call.cube, ()))
        limit = self._limits.conflicts
        last = limit is not None and self.spent >= limit
        orders: list[Instruction] = [RecordCube(end, solutions if end is CubeEnd.COMPLETE else ())]
        if end is CubeEnd.COMPLETE and solutions:
            self.found += len(solutions)
            orders.append(Give(solutions))
        if end is CubeEnd.GIVEN_UP and last and solutions:
            # This cube is not searched again, so what was found in it counts.
            self._waiting[call.cube] = list(solutions)
        if end is not CubeEnd.GIVEN_UP or last:
            orders += self._count(outcome.found)
        if self._is_enough(self.found):
            return orders + self._stop()
        if last and not self._is_at_rest:
            return orders + self._stop(Stopped(Limit.CONFLICTS, limit))
        return orders

    def _count(self, number: int) -> list[Instruction]:
        """Count solutions that are not given; cubes together may have more than are wanted."""
        if not self._ready.job.counts or not number:
            return []
        counted = min(number, (self._ready.job.limit or self.found + number) - self.found)
        self.found += counted
        return [Count(counted)]

    def _prepared(self, event: CallEnded) -> list[Instruction]:
        return []

    def _lost(self, event: CallEnded) -> list[Instruction]:
        """Search a cube again whose process has died; what it had found is forgotten."""
        cube = event.call.cube
        if cube is None:
            return []
        self._deaths[cube] += 1
        if self._deaths[cube] >= ATTEMPTS:
            return self._failed(event)
        self._waiting.pop(cube, None)
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
        """End the search, and give the solutions of cubes that are not complete."""
        self.over, self.stopped = True, stopped
        rest = tuple(chain.from_iterable(self._waiting.values()))
        self._waiting = {}
        self.found += len(rest)
        return [Stop(), Give(rest)] if rest else [Stop()]


_TRANSITIONS: dict[CubeEnd, Callable[[SplitState, CallEnded], list[Instruction]]] = {
    CubeEnd.SPLIT: SplitState._worked,
    CubeEnd.WHOLE: SplitState._worked,
    CubeEnd.COMPLETE: SplitState._worked,
    CubeEnd.ENOUGH: SplitState._worked,
    CubeEnd.GIVEN_UP: SplitState._worked,
    CubeEnd.READY: SplitState._prepared,
    CubeEnd.LOST: SplitState._lost,
    CubeEnd.LIMITED: SplitState._limited,
    CubeEnd.FAILED: SplitState._failed,
}
"""The consequences of each end of a call."""
