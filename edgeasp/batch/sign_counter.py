"""Counts and samples of signs in a process of their own, because nothing can interrupt the programs that make them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from edgeasp.batch.executor import ProcessExecutor
from edgeasp.batch.work import Context, Work, name_of
from edgeasp.puzzle.errors import SolverError
from edgeasp.puzzle.signs.conditions import Assignment, SignSystem
from edgeasp.solvers.sat.approximate import approximate_count
from edgeasp.solvers.sat.exact import exact_count
from edgeasp.solvers.sat.sign_sampler import Sampler, draw


@dataclass(frozen=True, slots=True)
class CountJob:
    """An approximate count to make: the arguments of `approximate_count`."""

    systems: tuple[SignSystem, ...]
    epsilon: float
    delta: float
    seed: int


@dataclass(frozen=True, slots=True)
class ExactJob:
    """An exact count to make: the argument of `exact_count`."""

    systems: tuple[SignSystem, ...]


@dataclass(frozen=True, slots=True)
class SampleJob:
    """Samples to draw: the arguments of `draw`."""

    systems: tuple[SignSystem, ...]
    sampler: Sampler
    number: int
    seed: int


def make_count(job: CountJob | ExactJob, context: Context) -> int:
    """Make the count; the executor calls this in its process."""
    context.end_abruptly()
    if isinstance(job, ExactJob):
        return exact_count(job.systems)
    return approximate_count(job.systems, job.epsilon, job.delta, job.seed)


def make_samples(job: SampleJob, context: Context) -> list[Assignment]:
    """Draw the samples; the executor calls this in its process."""
    context.end_abruptly()
    return draw(job.systems, job.sampler, job.number, job.seed)


def count_in_process(job: CountJob | ExactJob, check: Callable[[], None]) -> int:
    """Make the count in another process; `check` is called several times a second, and what it raises ends that.

    Raises:
        SolverError: the process ended without a count.
    """
    what = "exact" if isinstance(job, ExactJob) else "approximate"
    return int(_in_process(make_count, job, check, f"the {what} count"))


def draw_in_process(job: SampleJob, check: Callable[[], None]) -> list[Assignment]:
    """Draw the samples in another process; `check` is called several times a second, and what it raises ends that.

    Raises:
        SolverError: the process ended without samples.
    """
    samples: list[Assignment] = _in_process(make_samples, job, check, "sampling")
    return samples


def _in_process(function: Callable[..., Any], job: object, check: Callable[[], None], what: str) -> Any:
    work = Work(name_of(function), job)
    with closing(ProcessExecutor(1).run([work], lambda running: check())) as executed:
        [ended] = executed
    if ended.failure:
        raise SolverError(f"{what} failed: {ended.failure}")
    return ended.value
