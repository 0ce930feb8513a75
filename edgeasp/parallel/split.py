"""Split a search over several processes, cube by cube.

A split search and the ledger of a campaign both maintain their cubes with `OpenCubes.record_end`. `SplitState` is a
state machine: its methods take events and return instructions, which `SplitSearch` runs. `validate` checks the
invariants after every event. The state machine is deterministic: equal sequences of events produce equal instructions.
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
    Call,
    CallContext,
    EndedCall,
    Executor,
    PoolExecutor,
    RunningCall,
    qualified_name,
    worker_memory,
)
from edgeasp.puzzle.model import Solution
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.cubes import Cube, Order, SearchFingerprint, Split, Splitter, fingerprint, require_splittable
from edgeasp.search.solve import MonitoredSession, Session
from edgeasp.search.strategy import TILES_A_CONFLICT
from edgeasp.search.task import FoundSolution, Job, Result, Search, Task, count_boards
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.system.errors import EdgeaspError, OptionError, SolverError
from edgeasp.system.limits import MOST_CONFLICTS, Deadline, Limit, LimitReached, Limits, Stopped
from edgeasp.system.processes import close_at_exit, host_name

# ---- the cubes of a search that are not done ----


@dataclass(frozen=True, slots=True)
class SplitPlan:
    """Options of a split search.

    Attributes:
        cubes: number of cubes to make before the first is searched.
        cube_conflicts: conflict limit of a cube. A cube that exceeds it is split again.
        order: branching order.
        trial: conflict limit of a cube while there are few cubes. A cube that exceeds it is split. 0 to split without a
            trial.
        waits: whether the other workers start only after the first call, which may answer the question alone.
    """

    cubes: int
    cube_conflicts: int
    order: Order = "outward"
    trial: int = 0
    waits: bool = False


@dataclass(frozen=True, slots=True)
class OpenCube:
    """Queued cube.

    Attributes:
        cube: the cube.
        splits: whether to split the cube instead of searching it.
        whole: whether the cube cannot be split, since no atom is left to branch on.
    """

    cube: Cube
    splits: bool = False
    whole: bool = False


class CubeEnd(Enum):
    """End of a call, which decides what happens to its cube."""

    SPLIT = "split"
    """The cube was split. Its parts are queued instead."""
    WHOLE = "whole"
    """The cube cannot be split. It is queued again, to be searched without a conflict limit."""
    COMPLETE = "complete"
    """The cube was searched completely. Its solutions count."""
    ENOUGH = "enough"
    """The cube has all requested solutions. They count, the search ends, and the cube stays open."""
    GIVEN_UP = "unfinished"
    """The conflict limit of the cube is reached. The cube will be split, and its solutions will be found again."""
    READY = "ready"
    """The call had no cube. The worker has its ground program."""
    LOST = "lost"
    """The worker's process died. The call is repeated, and its solutions are found again."""
    LIMITED = "limited"
    """The worker reached a limit: the search ends, and the cube stays open."""
    FAILED = "failed"
    """The call failed: the search ends with an error, and the cube stays open."""


class OpenCubes:
    """The open cubes of a search.

    Attributes:
        open: queued cubes by their text, in order of arrival.
        done: finished fraction of the search space.
        effort: conflicts of all finished calls.
        filled: whether there have ever been enough cubes. From then on, a cube is searched before it is split.
    """

    def __init__(self, cubes: Iterable[OpenCube] = (OpenCube(Cube(), splits=True),)) -> None:
        """Start with the whole search space, or with some cubes."""
        self.open: dict[str, OpenCube] = {}
        self.done, self.effort = 0.0, 0
        self.filled = False
        self._number = count()
        self._heap: list[tuple[bool, float, int, OpenCube]] = []
        for cube in cubes:
            self.add(cube)

    def add(self, waiting: OpenCube) -> None:
        """Queue a cube.

        Cubes to be split are taken first. Among the others, larger cubes are taken first.
        """
        self.open[waiting.cube.text] = waiting
        heapq.heappush(self._heap, (not waiting.splits, -waiting.cube.share, next(self._number), waiting))

    def take_next(self) -> OpenCube:
        """Remove and return the next cube of a non-empty queue."""
        while True:
            waiting = heapq.heappop(self._heap)[-1]
            # The heap may still hold a cube that was removed from `open` elsewhere.
            if self.open.get(waiting.cube.text) is waiting:
                return self.open.pop(waiting.cube.text)

    def record_end(self, cube: Cube, end: CubeEnd, parts: Sequence[Cube] = (), spent: int = 0) -> None:
        """Record the result of a cube taken from the queue.

        Args:
            cube: the cube.
            end: how its call ended.
            parts: cubes into which the cube was split.
            spent: conflicts of the call.
        """
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

    def expected_conflicts(self, cube: Cube) -> float:
        """Estimate the conflicts of a cube from its size.

        Returns 0 before any cube is done.
        """
        return self.effort / self.done * cube.share if self.done else 0.0


def effort_in_conflicts(conflicts: int, tiles: int) -> int:
    """Express the work of a search in conflicts.

    Args:
        conflicts: conflicts of clasp.
        tiles: placements of the compiled search, converted to the conflicts that clasp would reach in the same time.
    """
    return conflicts + tiles // TILES_A_CONFLICT


# ---- the state of a split search, and the calls that come next ----

MOST_KEPT = 5000
"""Number of solutions to be found again that are kept, in case the search ends first. On 6 x 6 boards 190 MB."""

EXCESS = 3
"""A cube is split again if it takes this many times the expected conflicts."""


@dataclass(frozen=True, slots=True)
class CubeJob:
    """Instructions to a worker: prepare, split a cube, or search it.

    Attributes:
        job: the search, with the limits that apply to each worker.
        cube: the cube, None to prepare only.
        splits: whether to split the cube instead of searching it.
        conflicts: conflict limit, None for no limit.
        solutions: solution limit in addition to the job's, 0 for none.
        order: branching order.
        expected: required fingerprint of the worker's program, None for any.
        watched: whether the worker reports the boards that it tries.
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
    """Result of a worker's instructions, and their costs.

    Attributes:
        worker: host and process of the worker.
        split: parts of the cube, None if the cube was searched or cannot be split.
        found: number of solutions.
        complete: whether the cube has no further solutions.
        stopped: limit of the worker that was reached, other than the conflict limit of the instructions.
        error: error, None if the call succeeded.
        statistics: statistics of this call only.
        seconds: wall time of this call only, by phase.
        size: size of the ground program, None before clasp reports it.
        tiles: number of placements of the compiled search.
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
        """Work in conflicts, including the placements of the compiled search."""
        return effort_in_conflicts(self.statistics.conflicts or 0, self.tiles)


# Assumptions of a cube, extended in its parts.
_Path = tuple[Assumption, ...]


def classify_end(ended: EndedCall) -> CubeEnd:
    """Return the way in which a call ended."""
    call: CubeJob = ended.call.argument
    outcome: CubeOutcome | None = ended.value
    if outcome is None:
        return CubeEnd.LOST if ended.died else CubeEnd.FAILED
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


# ---- instructions ----


@dataclass(frozen=True, slots=True)
class RecordCube:
    """Instruction to record a call that ended.

    If the cube is complete, all its solutions are included.
    """

    ended: EndedCall
    end: CubeEnd
    solutions: tuple[FoundSolution, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordEarly:
    """Instruction to record solutions of incomplete cubes."""

    solutions: Mapping[Cube, tuple[FoundSolution, ...]]


@dataclass(frozen=True, slots=True)
class YieldSolutions:
    """Instruction to yield solutions to the caller."""

    solutions: tuple[FoundSolution, ...]


@dataclass(frozen=True, slots=True)
class CountSolutions:
    """Instruction to count solutions without yielding them."""

    number: int


@dataclass(frozen=True, slots=True)
class StopCalls:
    """Instruction to end all calls, with an error if there is one."""

    error: EdgeaspError | None = None


Instruction = RecordCube | RecordEarly | YieldSolutions | CountSolutions | StopCalls


class _KeptSolutions:
    """Solutions of unfinished cubes that later calls will find again."""

    def __init__(self, key: Callable[[FoundSolution], Hashable]) -> None:
        self._key = key
        self.solutions: dict[Hashable, FoundSolution] = {}

    def keep(self, solutions: Iterable[FoundSolution]) -> None:
        for answer in islice(solutions, max(0, MOST_KEPT - len(self.solutions))):
            self.solutions[self._key(answer)] = answer

    def drop(self, solutions: Iterable[FoundSolution]) -> None:
        for answer in solutions if self.solutions else ():
            self.solutions.pop(self._key(answer), None)


class _UnfinishedCounts:
    """Counted solutions of unfinished cubes."""

    def __init__(self) -> None:
        self._counts: dict[_Path, int] = {}

    def note(self, cube: Cube, number: int) -> None:
        """Record a cube's count until its parts are done."""
        self._counts[cube.assumptions] = max(number, self._counts.get(cube.assumptions, 0))

    def finish_cube(self, cube: Cube, number: int) -> None:
        """Subtract a finished cube from the counts of its ancestors."""
        self._counts.pop(cube.assumptions, None)
        around = self._enclosing_cube(cube.assumptions)
        while around is not None:
            self._counts[around] -= number
            around = self._enclosing_cube(around)

    def total(self) -> int:
        """Count the known solutions of unfinished cubes.

        The count of a cube is its own count, or the sum over its parts if the sum is larger.
        """
        within: Counter[_Path | None] = Counter()
        for path in sorted(self._counts, key=len, reverse=True):
            within[self._enclosing_cube(path)] += max(self._counts[path], within[path])
        return within[None]

    def _enclosing_cube(self, path: _Path) -> _Path | None:
        """Find the smallest counted cube that contains a cube."""
        lengths = range(len(path) - 1, -1, -1)
        return next((path[:length] for length in lengths if path[:length] in self._counts), None)


class SplitState:
    """The state of a split search.

    Attributes:
        open_cubes: queued cubes.
        calls: running calls that split or search a cube, by the text of the cube.
        preparing: number of running calls that only prepare a worker.
        found: number of solutions yielded or counted.
        spent: conflicts of this search.
        placements: number of placements of compiled searches.
        over: whether the search has ended, so that no instructions follow.
        exhausted: whether every cube is done.
        stopped: the limit that ended the search, None if no limit did.
    """

    def __init__(
        self,
        ready: CubeJob,
        plan: SplitPlan,
        jobs: int,
        limits: Limits = Limits(),
        open_cubes: OpenCubes | None = None,
        key: Callable[[FoundSolution], Hashable] = lambda answer: answer,
    ) -> None:
        """Prepare a search.

        Args:
            ready: call that prepares a worker. All other calls run the same job on a cube.
            plan: options of the split.
            jobs: number of workers.
            limits: limits on conflicts and memory, for all workers together.
            open_cubes: open cubes of an earlier search to resume, None for a new search.
            key: maps solutions to keys. Solutions with equal keys are symmetric: a search finds only one of them.
        """
        self.open_cubes = open_cubes or OpenCubes()
        self.calls: dict[str, CubeJob] = {}
        self.preparing = self.found = self.spent = self.placements = 0
        self.over = self.exhausted = False
        self.stopped: Stopped | None = None
        self._ready, self._plan, self._limits = ready, plan, limits
        self._unprepared, self._may_prepare = jobs - 1, not plan.waits
        self._waiting: dict[Cube, list[FoundSolution]] = {}
        self._kept, self._counts = _KeptSolutions(key), _UnfinishedCounts()
        self._deaths: Counter[Cube] = Counter()

    def add_solutions(self, cube: Cube, solutions: Iterable[FoundSolution]) -> list[Instruction]:
        """Add solutions that a running call reports from its cube."""
        if self.over:
            return []
        self._waiting.setdefault(cube, []).extend(solutions)
        # Cubes are disjoint, so solutions of unfinished cubes count, too.
        enough = self._is_enough(self.found + sum(map(len, self._waiting.values())))
        return self._end_early() if enough else []

    def note_count(self, cube: Cube, number: int) -> None:
        """Record how many solutions a running call has counted."""
        if not self.over:
            self._counts.note(cube, number)

    def validate(self) -> None:
        """Check the invariant that no cube is lost or duplicated."""
        assert not self.open_cubes.open.keys() & self.calls.keys()
        cubes = [waiting.cube for waiting in self.open_cubes.open.values()]
        cubes += [call.cube for call in self.calls.values() if call.cube is not None]
        shares = self.open_cubes.done + sum(cube.share for cube in cubes)
        assert isclose(shares, 1), f"the cubes have {shares} of the search together"
        limit = self._ready.job.limit
        assert not limit or self.found <= limit
        assert self.over or not self._is_enough(self.found)
        searched = {call.cube for call in self.calls.values() if not call.splits}
        assert self.over or self._waiting.keys() <= searched
        assert not (self.over and (self._waiting or self._kept.solutions))
        assert not (self.exhausted and cubes)
        assert self.preparing >= 0
        assert all(died < ATTEMPTS for died in self._deaths.values()) or self.over

    def _is_enough(self, number: int) -> bool:
        return 0 < self._ready.job.limit <= number

    @property
    def _is_at_rest(self) -> bool:
        return not (self.open_cubes.open or self.calls or self.preparing)

    # ---- beginning ----

    def next_call(self) -> CubeJob | None:
        """Return the next call, or None to wait."""
        if self.over:
            return None
        if self._is_at_rest:
            self.over = self.exhausted = True
        elif self.open_cubes.open:
            waiting = self.open_cubes.take_next()
            call = self.calls[waiting.cube.text] = self._make_cube_job(waiting)
            return call
        elif self._unprepared and self._may_prepare:
            # Idle workers ground the program while the first cubes are made.
            self._unprepared -= 1
            self.preparing += 1
            return self._ready
        return None

    def _make_cube_job(self, waiting: OpenCube) -> CubeJob:
        """Choose whether to try, split or search a cube."""
        open_cubes, plan = self.open_cubes, self._plan
        there = len(open_cubes.open) + len(self.calls) + self.preparing + 1
        open_cubes.filled |= there >= plan.cubes
        few = not (open_cubes.filled or waiting.splits or waiting.whole)
        cube_job = replace(self._ready, cube=waiting.cube)
        if waiting.splits or (few and not plan.trial):
            return replace(cube_job, splits=True)
        # Small puzzles are solved in the trial: a 5 x 5 cylinder takes 1.0 s with it and 8 s with a split at once.
        if few:
            # Many boards may be found without a conflict.
            return replace(cube_job, conflicts=self._capped_conflicts(plan.trial), solutions=BATCH)
        share = min(MOST_CONFLICTS, max(plan.cube_conflicts, int(EXCESS * open_cubes.expected_conflicts(waiting.cube))))
        return replace(cube_job, conflicts=self._capped_conflicts(None if waiting.whole else share))

    def _capped_conflicts(self, conflicts: int | None) -> int | None:
        left = None if self._limits.conflicts is None else max(0, self._limits.conflicts - self.spent)
        return min((most for most in (conflicts, left) if most is not None), default=None)

    # ---- ending ----

    def handle_end(self, ended: EndedCall) -> list[Instruction]:
        """Process the end of a call."""
        if self.over:
            return []
        cube: Cube | None = ended.call.argument.cube
        outcome: CubeOutcome | None = ended.value
        end = classify_end(ended)
        self._may_prepare = True
        if cube is None:
            self.preparing -= 1
        else:
            del self.calls[cube.text]
        if outcome is not None and end is not CubeEnd.FAILED:
            self.spent += outcome.statistics.conflicts or 0
            self.placements += outcome.tiles
        if end is CubeEnd.READY or (end is CubeEnd.LOST and cube is None):
            return []
        if end is CubeEnd.LOST and cube is not None and self._deaths[cube] < ATTEMPTS - 1:
            # The call of a process that died is made again.
            self._deaths[cube] += 1
            self._kept.keep(self._waiting.pop(cube, ()))
            self.open_cubes.add(OpenCube(cube, splits=ended.call.argument.splits))
            return []
        if end not in (CubeEnd.LOST, CubeEnd.LIMITED, CubeEnd.FAILED):
            return self._record_call(ended, end)
        if cube is not None:
            self.open_cubes.record_end(cube, end)
        return self._handle_limit(outcome) if end is CubeEnd.LIMITED else self._stop_with_error(ended)

    def _record_call(self, ended: EndedCall, end: CubeEnd) -> list[Instruction]:
        """Record a call that split or searched its cube."""
        call: CubeJob = ended.call.argument
        outcome: CubeOutcome = ended.value
        assert call.cube is not None
        parts = () if outcome.split is None else outcome.split.open
        self.open_cubes.record_end(call.cube, end, parts, outcome.effort)
        solutions = tuple(self._waiting.pop(call.cube, ()))
        orders: list[Instruction] = [RecordCube(ended, end, solutions if end is CubeEnd.COMPLETE else ())]
        match end:
            case CubeEnd.GIVEN_UP:
                self._kept.keep(solutions)
                self._counts.note(call.cube, outcome.found)
            case CubeEnd.COMPLETE | CubeEnd.ENOUGH:
                self._kept.drop(solutions)
                if end is CubeEnd.COMPLETE and solutions:
                    self.found += len(solutions)
                    orders.append(YieldSolutions(solutions))
                self._counts.finish_cube(call.cube, outcome.found)
                orders += self._count_solutions(outcome.found)
            case _:
                pass
        if self._is_enough(self.found):
            return orders + self.stop()
        limit = self._limits.conflicts
        if limit is not None and self.spent >= limit and not self._is_at_rest:
            return orders + self.stop(Stopped(Limit.CONFLICTS, limit))
        return orders

    def _count_solutions(self, number: int) -> list[Instruction]:
        """Count solutions without yielding them, up to the limit."""
        if not self._ready.job.counts or not number:
            return []
        counted = min(number, (self._ready.job.limit or self.found + number) - self.found)
        self.found += counted
        return [CountSolutions(counted)]

    def _handle_limit(self, outcome: CubeOutcome | None) -> list[Instruction]:
        stopped = outcome.stopped if outcome else None
        # A worker reports its part of the memory limit, but the user set the total.
        whole = stopped is not None and stopped.kind is Limit.MEMORY
        return self.stop(Stopped(Limit.MEMORY, self._limits.memory) if whole else stopped)

    def _stop_with_error(self, ended: EndedCall) -> list[Instruction]:
        self._waiting.clear()
        self._kept.solutions.clear()
        self.over = True
        error = ended.value.error if ended.value else None
        return [StopCalls(error or SolverError(f"a process of the search failed: {ended.failure}"))]

    def _end_early(self) -> list[Instruction]:
        """Stop the search because it has enough solutions.

        Solutions of unfinished cubes count, too. The instructions record and yield them.
        """
        left = self._ready.job.limit - self.found
        early = {}
        for cube, solutions in self._waiting.items():
            early[cube] = tuple(solutions[:left])
            left -= len(early[cube])
        self._waiting = {cube: list(solutions) for cube, solutions in early.items()}
        stop, *rest = self.stop()
        return [stop, RecordEarly(early), *rest]

    def stop(self, stopped: Stopped | None = None) -> list[Instruction]:
        """End the search.

        The instructions yield or count the solutions of unfinished cubes.
        """
        if self.over:
            return []
        self.over, self.stopped = True, stopped
        waiting = [*chain.from_iterable(self._waiting.values())]
        # Kept solutions that no later call has found again are yielded now.
        self._kept.drop(waiting)
        rest = (*waiting, *self._kept.solutions.values())
        rest = rest[: (self._ready.job.limit or self.found + len(rest)) - self.found]
        self._waiting = {}
        self._kept.solutions.clear()
        self.found += len(rest)
        return [StopCalls(), *([YieldSolutions(rest)] if rest else []), *self._count_solutions(self._counts.total())]


# ---- a search that is split over processes, and the calls in which they split and search a cube ----

BATCH = 100
"""Greatest number of solutions in a report of a worker."""

# Seconds between two reports of a worker.
_PAUSE = 0.2


@dataclass(frozen=True, slots=True)
class CountReport:
    """Number of solutions that a worker has counted in its cube."""

    number: int


@dataclass(frozen=True, slots=True)
class CandidateReport:
    """Current board of a worker, and its largest number of placed tiles."""

    board: Solution
    most_placed: int


class Worker:
    """A process that keeps its ground program and learned clauses."""

    def __init__(self) -> None:
        self._name = f"{host_name()}:{os.getpid()}"
        self._found: list[FoundSolution] = []
        self._due = 0.0
        self._job: Job | None = None
        self._splitter: Splitter
        self._context: CallContext

    def run_cube_job(self, cube_job: CubeJob, context: CallContext) -> CubeOutcome:
        """Follow instructions, and return the outcome.

        If the job is new to the worker, its program is grounded first.
        """
        self._context = context
        try:
            if self._job != cube_job.job:
                self._require_same_program(cube_job)
                session = self._make_session(cube_job.job, watched=cube_job.watched)
                self._job, self._splitter = cube_job.job, Splitter(session, cube_job.order)
            session = self._splitter.session
            seconds, before = dict(session.seconds), session.statistics or Statistics()
            outcome = self._split_or_search(cube_job)
            self._report_solutions()
        except EdgeaspError as error:
            return CubeOutcome(self._name, error=error)
        return replace(
            outcome,
            statistics=(session.statistics or before) - before,
            seconds={phase: spent - seconds.get(phase, 0.0) for phase, spent in session.seconds.items()},
            size=session.result().size,
        )

    def _require_same_program(self, cube_job: CubeJob) -> None:
        made_of = cube_job.expected and fingerprint(cube_job.job.task)
        if made_of != cube_job.expected:
            raise OptionError(
                f"worker {self._name} has {made_of}, but the campaign began with {cube_job.expected}: it is refused"
            )

    def _split_or_search(self, cube_job: CubeJob) -> CubeOutcome:
        self._found = []
        try:
            if cube_job.cube is None:
                self._splitter.session.ground()
                return CubeOutcome(self._name)
            if cube_job.splits:
                return CubeOutcome(self._name, self._splitter.split(cube_job.cube))
            return self._search_cube(cube_job, cube_job.cube)
        except LimitReached as reached:
            return CubeOutcome(self._name, stopped=reached.stopped)

    def _report_solutions(self) -> None:
        self._due = time.monotonic() + _PAUSE
        batch, self._found = self._found, []
        if batch:
            self._context.report(batch)

    def _make_session(self, job: Job, *, watched: bool) -> Session:
        """Make a session that reports solutions, counts and boards."""

        def tick() -> None:
            self._context.check()
            if time.monotonic() < self._due:
                return
            self._report_solutions()
            if job.counts:
                self._context.report(CountReport(session.result().found))
            if isinstance(session, MonitoredSession):
                self._context.report(CandidateReport(session.candidate(), session.most_placed))

        kind = MonitoredSession if watched else Session
        session = kind(job.task, job.options, Deadline(job.limits, tick))
        return session

    def _search_cube(self, cube_job: CubeJob, cube: Cube) -> CubeOutcome:
        session, limits = self._splitter.session, replace(cube_job.job.limits, conflicts=cube_job.conflicts)
        limit = min(filter(None, (cube_job.job.limit, cube_job.solutions)), default=0)
        solutions = session.run_cube(replace(cube_job.job, limit=limit, limits=limits, assumptions=cube.assumptions))
        for answer in solutions:
            self._found.append(answer)
            if len(self._found) == BATCH or time.monotonic() >= self._due:
                self._report_solutions()
        result, stopped = session.result(), session.stopped
        if stopped is not None and stopped.kind is Limit.CONFLICTS:
            stopped = None
        return CubeOutcome(
            self._name, found=result.found, complete=result.exhausted, stopped=stopped, tiles=result.scanned or 0
        )


def run_cube_job(cube_job: CubeJob, context: CallContext) -> CubeOutcome:
    """Follow instructions in the worker of this process."""
    return context.get_or_create(Worker).run_cube_job(cube_job, context)


CUBES_PER_JOB = 6
"""Initial number of cubes per process. More cost more than they gain on short searches."""

SHARE = 50_000
"""Conflict limit of a cube before it is split again: some ten seconds."""

TRIAL = 300
"""Conflict limit of a trial. Most small puzzles are solved within it, as fast as by a split, which takes hundreds of
searches."""


SMALL = 36
"""Greatest number of squares of a board that is usually solved in a trial.

Its program is ground quickly, so idle workers can wait for the trial.
"""


class Recorder(Protocol):
    """Records outcomes of a split search, so that it can be resumed."""

    def add(self, end: CubeEnd, answers: Sequence[FoundSolution], ended: EndedCall) -> None:
        """Record the end of a call.

        `answers` has all solutions of the call's cube if it is complete. Otherwise it is empty.
        """

    def add_early(self, answers: Mapping[Cube, Sequence[FoundSolution]]) -> None:
        """Record solutions of unfinished cubes, all or none."""


class SearchEnded(Exception):  # noqa: N818  # nothing is wrong
    """The search has no further instructions."""


class SplitSearch(Search):
    """A search over several processes, with the interface of `Session`.

    A search runs one job. Solutions are yielded in the order in which cubes end, which is not reproducible.

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: clasp options of each process.
        deadline: clock and limits.
        seconds: wall time by phase, summed over all processes.
        found: number of solutions yielded or counted.
        phase: always `solve`.
        statistics: statistics of finished cubes, None before the first.
        open_cubes: open cubes.
        last: the last solution.
        most_placed: largest number of tiles placed at once, if the search is watched.
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
        open_cubes: OpenCubes | None = None,
        expected: SearchFingerprint | None = None,
        recorder: Recorder | None = None,
        watched: bool = False,
    ) -> None:
        """Prepare a search.

        Args:
            task: a task in the formulation `halves`.
            options: clasp options.
            deadline: the limits. Conflicts and memory are summed over all processes.
            jobs: number of processes.
            executor: executor of the calls, None for processes of this machine.
            plan: options of the split. The default suits searches of seconds to hours.
            open_cubes: open cubes of an earlier search to resume, None for a new search.
            expected: required fingerprint of the workers' programs, None for any.
            watched: whether the caller reads `candidate` while the search runs.
            recorder: recorder that gets all results before they are yielded, None to record nothing.

        Raises:
            EncodingError: the search for this task cannot be split.
        """
        require_splittable(task)
        self.task, self.options, self.deadline = task, options, deadline
        self.seconds = dict[str, float]()
        self.last: Solution | None = None
        self.most_placed = 0
        # On 3 x 3, 16 processes took 3.9 s of processor time, while the first one answered within 11 conflicts.
        small = task.puzzle.grid.size <= SMALL
        self._plan = plan or SplitPlan(CUBES_PER_JOB * jobs, SHARE, trial=TRIAL, waits=small)
        self.open_cubes = open_cubes or OpenCubes([OpenCube(Cube(), splits=not self._plan.trial)])
        self._jobs = jobs
        self._executor = executor or PoolExecutor(jobs, worker_memory(jobs))
        self._expected, self._recorder, self._watched = expected, recorder, watched
        self._candidate: tuple[Cube | None, Solution] = (None, Solution())
        self._state = self._make_state(Job(task))
        self._orders = deque[Instruction]()
        self._limit = 0
        self._size: ProblemSize | None = None
        self._reasons: tuple[str, ...] = ()

    def _make_state(self, job: Job) -> SplitState:
        limits, jobs = job.limits, self._jobs
        # Each cube has its own conflict limit, and the clock of this process limits the time.
        limits_of_worker = Limits(memory=None if limits.memory is None else limits.memory // jobs)
        ready = CubeJob(
            # The compiled search has no conflicts to limit.
            replace(job, limits=limits_of_worker, scan=job.scan and limits.conflicts is None),
            order=self._plan.order,
            expected=self._expected,
            watched=self._watched,
        )
        return SplitState(ready, self._plan, jobs, limits, self.open_cubes, self._board_key)

    def _board_key(self, answer: FoundSolution) -> Hashable:
        # Another call may find the same board with identical tiles exchanged.
        return board_key(self.task.effective_puzzle, answer.solution)

    @property
    def share(self) -> float:
        """Finished fraction of the search space."""
        return self.open_cubes.done

    @property
    def pace(self) -> float | None:
        """Conflicts per second over all processes, None before the first."""
        return self._per_second(self._state.spent)

    @property
    def placements_per_second(self) -> float | None:
        """Placements per second of compiled searches, None before the first."""
        return self._per_second(self._state.placements)

    def _per_second(self, number: int) -> float | None:
        seconds = self.deadline.seconds()
        return number / seconds if number and seconds else None

    @property
    def notes(self) -> list[str]:
        """No notes, since a search with user rules is never split."""
        return []

    def candidate(self) -> Solution:
        """Return the board that one process is trying.

        Boards come from one process until that process has ended its cube.
        """
        return self._candidate[1]

    def run(self, job: Job) -> Generator[FoundSolution, None, None]:
        """Run a job, like `Session.run`.

        The job must have the task and the clasp options of this search.
        """
        return close_at_exit(self._run(job))

    def _run(self, job: Job) -> Generator[FoundSolution, None, None]:
        self._limit, self._state = job.limit, self._make_state(job)
        self._reasons = tuple(self.task.contradictions())
        if self._reasons:
            return
        interrupt: KeyboardInterrupt | None = None
        try:
            self.deadline.check()
            with closing(self._executor.run(self._next_calls(), self._tick, self._handle_report)) as executed:
                for ended in executed:
                    self._handle_end(ended)
                    if (yield from self._run_instructions()):
                        break
        except SearchEnded:
            pass
        except LimitReached as reached:
            self._orders += self._state.stop(reached.stopped)
        except KeyboardInterrupt as caught:
            self._orders += self._state.stop()
            interrupt = caught
        while (yield from self._run_instructions()):
            pass
        if interrupt is not None:
            raise interrupt

    def _run_instructions(self) -> Generator[FoundSolution, None, bool]:
        """Run the instructions, and return whether to end all calls.

        If it returns true, instructions may remain. They have to be run after the calls have ended.
        """
        while self._orders:
            match self._orders.popleft():
                case RecordCube(ended, end, solutions) if self._recorder is not None:
                    self._recorder.add(end, solutions, ended)
                case RecordEarly(early) if self._recorder is not None:
                    self._recorder.add_early(early)
                case YieldSolutions(solutions):
                    for answer in solutions:
                        self.found += 1
                        yield answer
                case CountSolutions(number):
                    self.found += number
                case StopCalls(None):
                    return True
                case StopCalls(error) if error is not None:
                    raise error
        return False

    def result(self) -> Result:
        """Return the result so far."""
        exhausted, stopped = bool(self._reasons) or self._state.exhausted, self._state.stopped
        status = Status.SATISFIABLE if self.found else Status.UNSATISFIABLE if exhausted else Status.UNKNOWN
        return Result(
            status=status,
            found=self.found,
            exhausted=exhausted,
            answered=exhausted or 0 < self._limit <= self.found,
            stopped=stopped,
            reasons=self._reasons,
            counts=count_boards(self.task, self.found),
            seconds={**self.seconds, "total": self.deadline.seconds()},
            size=self._size,
            statistics=self.statistics,
            processes=self._jobs,
            rule="clingo, guided: cubes are divided among the processes",
            # If clasp has searched, the size of its program is known.
            scanned=(self._state.placements or None) if self._size is None else None,
        )

    def _next_calls(self) -> Iterator[Call | None]:
        """Yield one call per free slot, or None to wait."""
        while True:
            call = self._state.next_call()
            if self._state.over:
                return
            yield Call(qualified_name(run_cube_job), call) if call else None

    def _tick(self, running: list[RunningCall]) -> None:
        self.deadline.check()

    def _handle_report(self, work: Call, batch: list[FoundSolution] | CandidateReport | CountReport) -> None:
        if isinstance(batch, CandidateReport):
            self.most_placed = max(self.most_placed, batch.most_placed)
            if self._candidate[0] in (None, work.argument.cube):
                self._candidate = work.argument.cube, batch.board
            return
        if isinstance(batch, CountReport):
            if work.argument.cube is not None and not work.argument.splits:
                self._state.note_count(work.argument.cube, batch.number)
            return
        self.last = batch[-1].solution
        self._orders += self._state.add_solutions(work.argument.cube, batch)
        if self._state.over:
            raise SearchEnded

    def _handle_end(self, ended: EndedCall) -> None:
        """Add an ended call's costs, and process its result."""
        cube_job: CubeJob = ended.call.argument
        outcome: CubeOutcome | None = ended.value
        if self._candidate[0] == cube_job.cube:
            self._candidate = None, self._candidate[1]
        if outcome is not None and outcome.error is None:
            self.statistics = (self.statistics or Statistics()) + outcome.statistics
            self._size = self._size or outcome.size
            for phase, spent in outcome.seconds.items():
                self.seconds[phase] = self.seconds.get(phase, 0.0) + spent
        self._orders += self._state.handle_end(ended)
