"""What a worker of a split search does: it grounds once, then splits and searches cubes and keeps what it learns."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from itertools import islice

from edgeasp.batch.split_state import CubeOrder, CubeOutcome
from edgeasp.batch.work import Context
from edgeasp.puzzle.model import Solution
from edgeasp.search.cubes import Cube, Splitter
from edgeasp.search.fingerprint import fingerprint
from edgeasp.search.job import Job
from edgeasp.search.monitored import MonitoredSession
from edgeasp.search.session import Session
from edgeasp.solvers.interface import Statistics
from edgeasp.system.errors import EdgeaspError, OptionError
from edgeasp.system.limits import Deadline, Limit, LimitReached
from edgeasp.system.machine import host_name

BATCH = 100
"""Solutions that a worker hands over together."""

_PAUSE = 0.2
"""Seconds between two boards that a worker reports."""


@dataclass(frozen=True, slots=True)
class Candidate:
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
                make = _watched_session if order.watched else _session
                self._job, self._splitter = order.job, Splitter(make(order.job, context), order.order)
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
        job, session = order.job, self._splitter.session
        if job.counts:
            session.count(job.limit, conflicts=order.conflicts, assumptions=cube.assumptions)
        else:
            solutions = session.solve(job.limit, conflicts=order.conflicts, assumptions=cube.assumptions)
            while batch := list(islice(solutions, BATCH)):
                context.report(batch)
        result, stopped = session.result(), session.stopped
        if stopped is not None and stopped.kind is Limit.CONFLICTS:
            stopped = None
        return CubeOutcome(self._name, found=result.found, complete=result.exhausted, stopped=stopped)


def carry_out(order: CubeOrder, context: Context) -> CubeOutcome:
    """Carry out an order by the worker of this process."""
    return context.keep(Worker).carry_out(order, context)


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
