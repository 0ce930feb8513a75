"""A search that a caller may limit, follow and cancel: its job, its clock and its session."""

from __future__ import annotations

import threading
from collections.abc import Callable

from edgeasp.api.instance import Instance, as_instance, sources_of
from edgeasp.batch.split_search import SplitSearch
from edgeasp.batch.work import MOST_JOBS
from edgeasp.encoding.components import EncodingRequest
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.job import Job, Search
from edgeasp.search.plan import with_threads
from edgeasp.search.session import Session
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.clingo.options import MOST_SEED, ClaspOptions
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import MOST_SOLUTIONS, Deadline, Limit, LimitReached, Limits, Stopped

OnTick = Callable[[], object]
"""Called some twenty times a second in the thread of the call; an exception that it raises ends the search."""


def task_of(
    puzzle: Puzzle | Instance,
    clues: Solution,
    encoding: str | EncodingRequest | None = None,
    *,
    up_to_rotation: bool = False,
) -> Task:
    """The task of a puzzle with its own clues and those that are given as well.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle.
        InputError: the clues contradict the puzzle or one another.
        TypeError: they are no puzzle, or no solution.
    """
    request = encoding if isinstance(encoding, EncodingRequest) else EncodingRequest(encoding)
    tiles = as_instance(puzzle, clues).puzzle
    return make_task(tiles, sources_of(puzzle, clues), request, up_to_rotation=up_to_rotation)


def job_of(task: Task, number: int, limits: Limits, seed: int) -> Job:
    """The job that asks for so many solutions, 0 for all; OptionError if a number is out of range."""
    require("seed", seed, 0, MOST_SEED)
    require("number of solutions", number, 0, MOST_SOLUTIONS)
    if not isinstance(limits, Limits):
        raise TypeError(f"expected edgeasp.Limits as limits, found {type(limits).__name__}")
    return Job(task, number, ClaspOptions(seed), limits)


def require(what: str, value: int, least: int, most: int) -> None:
    """Make sure that a number is in its range; OptionError if it is not."""
    if not isinstance(value, int) or not least <= value <= most:
        raise OptionError(f"expected a {what} from {least} to {most:,}, found {value!r}")


def session_of(job: Job, deadline: Deadline, jobs: int) -> tuple[Job, Search]:
    """A job as it is to be carried out, and its search: in this process, or split over several."""
    require("number of processes", jobs, 1, MOST_JOBS)
    job, jobs = with_threads(job, jobs, check=deadline.check)
    if jobs == 1:
        return job, Session(job.task, job.options, deadline)
    return job, SplitSearch(job.task, job.options, deadline, jobs)


def clock(limits: Limits, cancelled: threading.Event, on_tick: OnTick | None) -> Deadline:
    """A clock that starts now, and that a caller can stop from any thread."""

    def tick() -> None:
        if cancelled.is_set():
            raise LimitReached(Stopped(Limit.CALLER))
        if on_tick is not None:
            on_tick()

    return Deadline(limits, tick, outlived=True)
