"""Approximate counts of signs in a process of their own, because nothing can interrupt the program that makes them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from edgeasp.batch.pool import PoolExecutor
from edgeasp.batch.work import Context, Work, name_of
from edgeasp.puzzle.signs.conditions import SignSystem
from edgeasp.solvers.sat.approximate import approximate_count
from edgeasp.system.errors import SolverError


@dataclass(frozen=True, slots=True)
class CountJob:
    """An approximate count to make: the arguments of `approximate_count`."""

    systems: tuple[SignSystem, ...]
    epsilon: float
    delta: float
    seed: int


def make_count(job: CountJob, context: Context) -> int:
    """Make the count; the executor calls this in its process."""
    context.end_abruptly()
    return approximate_count(job.systems, job.epsilon, job.delta, job.seed)


def count_in_process(job: CountJob, check: Callable[[], None]) -> int:
    """Make the count in another process; `check` is called several times a second, and what it raises ends that.

    Raises:
        SolverError: the process ended without a count.
    """
    work = Work(name_of(make_count), job)
    with closing(PoolExecutor(1, fresh=True).run([work], lambda running: check())) as executed:
        [ended] = executed
    if ended.failure:
        raise SolverError(f"the approximate count failed: {ended.failure}")
    return int(ended.value)
