"""What a worker of a split search does: it grounds once, then splits and searches cubes and keeps what it learns."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice

from edgeasp.batch.work import Context
from edgeasp.puzzle.errors import EdgeaspError, OptionError
from edgeasp.puzzle.model import Solution
from edgeasp.search.cubes import Cube, Order, Split, Splitter
from edgeasp.search.fingerprint import Fingerprint, fingerprint
from edgeasp.search.job import Job
from edgeasp.search.monitored import MonitoredSession
from edgeasp.search.session import Session
from edgeasp.solvers.interface import ProblemSize, Statistics
from edgeasp.solvers.limits import ConflictLimitReached, Deadline, LimitReached
from edgeasp.solvers.system import host_name

BATCH = 100
"""Solutions that a worker hands over together."""

_PAUSE = 0.2
"""Seconds between two boards that a worker reports."""


@dataclass(frozen=True, slots=True)
class CubeOrder:
    """What a worker is asked to do: make its ground program, and then split a cube or search it.

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
    cube: Cube | None
    splits: bool = False
    conflicts: int | None = None
    order: Order = "outward"
    expected: Fingerprint | None = None
    watched: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """The board that a worker is trying, and the largest number of tiles that it has had on the board at once."""

    board: Solution
    most_placed: int


@dataclass(frozen=True, slots=True)
class CubeOutcome:
    """What came of an order.

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
    """

    worker: str
    split: Split | None = None
    found: int = 0
    complete: bool = False
    stopped: LimitReached | None = None
    error: EdgeaspError | None = None
    statistics: Statistics = Statistics()
    seconds: dict[str, float] = field(default_factory=dict)
    size: ProblemSize | None = None


class CubeEnd(Enum):
    """How the work on a cube ended, and what becomes of the cube."""

    SPLIT = "split"
    """It was split: its parts are open instead."""
    WHOLE = "whole"
    """It has nothing to split on: it is open, to be searched without a share of conflicts."""
    COMPLETE = "complete"
    """It was searched to its end: its solutions count, and it is done."""
    ENOUGH = "enough"
    """It has as many solutions as are wanted in all: they count, the search ends, and the cube stays open."""
    GIVEN_UP = "given up"
    """Its share of conflicts is spent: it is to be split, and what was found in it is found again."""


def end_of(order: CubeOrder, outcome: CubeOutcome) -> CubeEnd:
    """How the work on a cube ended, if no error and no limit of the worker kept it from ending."""
    if order.splits:
        return CubeEnd.WHOLE if outcome.split is None else CubeEnd.SPLIT
    if outcome.complete:
        return CubeEnd.COMPLETE
    return CubeEnd.ENOUGH if 0 < order.job.limit <= outcome.found else CubeEnd.GIVEN_UP


_kept: tuple[Job, Splitter] | None = None


def forget() -> None:
    """Drop the ground program that this process keeps for its next order."""
    global _kept  # noqa: PLW0603  # a worker is there for one search at a time
    _kept = None


def carry_out(order: CubeOrder, context: Context) -> CubeOutcome:
    """Carry out an order in a process that keeps the ground program, and what was learnt, for the next one."""
    global _kept  # noqa: PLW0603
    job, worker = order.job, f"{host_name()}:{os.getpid()}"
    try:
        if _kept is None or _kept[0] != job:
            _require(order, worker)
            make = _watched_session if order.watched else _session
            _kept = job, Splitter(make(job, context), order.order)
        splitter = _kept[1]
        session = splitter.session
        seconds, before = dict(session.seconds), session.statistics or Statistics()
        outcome = _carried_out(order, splitter, context, worker)
    except EdgeaspError as error:
        return CubeOutcome(worker, error=error)
    return replace(
        outcome,
        statistics=(session.statistics or before) - before,
        seconds={phase: spent - seconds.get(phase, 0.0) for phase, spent in session.seconds.items()},
        size=session.result().size,
    )


def _session(job: Job, context: Context) -> Session:
    return Session(job.task, job.options, Deadline(job.limits, context.check))


def _watched_session(job: Job, context: Context) -> Session:
    due = 0.0

    def tick() -> None:
        nonlocal due
        context.check()
        if time.monotonic() >= due:
            due = time.monotonic() + _PAUSE
            context.report(Candidate(session.candidate(), session.most_placed))

    session = MonitoredSession(job.task, job.options, Deadline(job.limits, tick))
    return session


def _require(order: CubeOrder, worker: str) -> None:
    found = order.expected and fingerprint(order.job.task)
    if found != order.expected:
        raise OptionError(f"worker {worker} has {found}, but the campaign began with {order.expected}: it is refused")


def _carried_out(order: CubeOrder, splitter: Splitter, context: Context, worker: str) -> CubeOutcome:
    try:
        if order.cube is None:
            splitter.session.ground()
            return CubeOutcome(worker)
        if order.splits:
            return CubeOutcome(worker, splitter.split(order.cube))
        return _searched(splitter.session, order, order.cube, context, worker)
    except LimitReached as reached:
        return CubeOutcome(worker, stopped=reached)


def _searched(session: Session, order: CubeOrder, cube: Cube, context: Context, worker: str) -> CubeOutcome:
    job = order.job
    if job.counts:
        session.count(job.limit, conflicts=order.conflicts, assumptions=cube.assumptions)
    else:
        solutions = session.solve(job.limit, conflicts=order.conflicts, assumptions=cube.assumptions)
        while batch := list(islice(solutions, BATCH)):
            context.report(batch)
    result, reached = session.result(), session.reached
    stopped = None if isinstance(reached, ConflictLimitReached) else reached
    return CubeOutcome(worker, found=result.found, complete=result.exhausted, stopped=stopped)
