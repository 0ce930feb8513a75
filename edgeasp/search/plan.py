"""The plan of a search: a trial without guidance, narrowing, and what threads and processes do.

A plan follows from a job alone, and is a value: nothing is ground, and no clock is read. The engines carry it out.

A search outward decides diamonds in a fixed order, so threads and processes can divide it by the colours of the first
of them. Where the order is the solver's own, clasp's threads compete: what one learns changes what others decide.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from typing import TYPE_CHECKING

from edgeasp.puzzle.expected import ScanOrder
from edgeasp.search.job import Job
from edgeasp.search.outlook import (
    SETTINGS,
    Guidance,
    Settings,
    goes_outward,
    guidance,
    has_many,
    is_long,
    log_length,
    log_tiles_for_one,
    order_to_scan,
)
from edgeasp.solvers.clingo.options import MOST_THREADS, ClaspOptions
from edgeasp.system.limits import LimitReached

if TYPE_CHECKING:
    from edgeasp.search.cube_scan import CubeScan


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a job.

    Attributes:
        guidance: whether the search of the whole board follows edgeasp's.
        trial: conflicts of each thread in a search without guidance that comes first; 0 for none.
        narrows: whether squares are narrowed first, if a region is worth it.
        shares: whether threads share the search, rather than compete.
        scans: whether the board is scanned square by square in C, if that can be had.
        longest_scan: the number of tiles laid after which the scan is given up and the rest of the plan is carried out,
            unless it has given a solution; 0 if nothing else is done.
        tries: whether the scan begins anew again and again, with tiles in another order.
        cube: the scan, if it is one of a cube.
    """

    guidance: Guidance = Guidance.FOLLOW
    trial: int = 0
    narrows: bool = False
    shares: bool = False
    scans: bool = False
    longest_scan: int = 0
    tries: bool = False
    cube: CubeScan | None = None


def plan(
    job: Job, settings: Settings = SETTINGS, *, observed: bool = False, check: Callable[[], None] = lambda: None
) -> Plan:
    """Decide how one process searches.

    >>> from edgeasp.search.plan import plan
    >>> planned = plan(edgeasp.Job(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle)))
    >>> planned.guidance, planned.narrows, planned.scans
    (<Guidance.FOLLOW: 'follow'>, False, False)

    Args:
        job: the task, the options of clasp, the number of solutions that are wanted, and assumptions.
        settings: the thresholds.
        observed: whether the search is observed: then it is one, of the whole board.
        check: called now and then while a large board is judged; an exception it raises ends that.
    """
    if observed:
        return Plan()
    task, options = job.task, job.options
    order = guidance(task, options, settings)
    check()
    tries = order is Guidance.TRY_WITHOUT and not job.assumptions
    outward = goes_outward(task, options, settings)
    check()
    scan, anew, longest = _scan(job, settings, check), False, 0
    if scan is not None:
        anew = job.limit == 1 and has_many(scan, settings)
        length = log_length(task)
        if anew:
            longest = settings.longest_trial + int(settings.patience * exp(log_tiles_for_one(scan, settings)))
        elif length is not None and length < log(settings.least_scanned):
            longest = settings.longest_trial
    # As many placements as there are at most have to be worth narrowing; `Narrowing` counts them.
    return Plan(
        guidance=order,
        # What competing threads save grows as the root of their number, at best.
        trial=int(settings.trial / sqrt(options.threads)) if tries else 0,
        narrows=job.narrow and outward and 4 * len(task.puzzle.tiles) ** 2 >= settings.least_placements,
        shares=outward and shares(job, settings, check),
        scans=scan is not None,
        longest_scan=longest,
        tries=anew,
    )


def plan_of_cube(job: Job, settings: Settings = SETTINGS, *, observed: bool = False) -> Plan:
    """Decide how a cube of a split search is searched: the boards that fulfil the assumptions of a job.

    With a limit on conflicts, a scan is given up after so many tiles as it lays in their time.
    """
    from edgeasp.search.cube_scan import cube_scan

    task, conflicts = job.task, job.limits.conflicts
    scan = None if observed or not _may_scan(job) else cube_scan(task, job.assumptions, settings)
    if scan is None:
        return Plan(shares=not observed and shares(job, settings))
    return Plan(scans=True, longest_scan=(conflicts or 0) * settings.tiles_a_conflict, cube=scan)


def _scan(job: Job, settings: Settings, check: Callable[[], None]) -> ScanOrder | None:
    """The order in which a board is scanned, if it is: not if the user says how clasp is to search it."""
    if not _may_scan(job) or job.limits.conflicts is not None or job.assumptions:
        return None
    return order_to_scan(job.task, job.limit, settings, check)


def _may_scan(job: Job) -> bool:
    return job.scan and replace(job.options, seed=1, threads=1) == ClaspOptions()


def shares(job: Job, settings: Settings = SETTINGS, check: Callable[[], None] = lambda: None) -> bool:
    """Whether the threads of clasp are to share a search, rather than to compete.

    A single solution may be near for one order and far for another, so for that it is as good to compete.
    """
    task, options = job.task, job.options
    if job.limit == 1 or job.assumptions or options.threads == 1 or options.configuration != "auto":
        return False
    return goes_outward(task, options, settings) and is_long(task, settings, check)


def with_threads(
    job: Job, processes: int, settings: Settings = SETTINGS, check: Callable[[], None] = lambda: None
) -> tuple[Job, int]:
    """A job for several processes, and their number; both for one process, if threads of it do as well or better.

    They do where the search cannot be split; where narrowing leaves little to search; where they share the search, as
    they do with a scan; and where no search comes to an end, since cubes follow edgeasp's guidance, and only the
    solver's own order has a chance then. Where a limit is reached before that is known, as `check` says, there is
    nothing left to search for.
    """
    if processes == 1 or job.assumptions:
        return job, processes
    threads = min(MOST_THREADS, processes * job.options.threads)
    together = replace(job, options=replace(job.options, threads=threads))
    if not job.task.splittable:
        return together, 1
    try:
        if _scan(job, settings, check):
            return together, 1
        little = leaves_little(job, settings, check)
        check()
    except LimitReached:
        return job, 1
    endless = job.limit > 0 and guidance(job.task, together.options, settings) is Guidance.LEAVE
    return (together, 1) if little or endless or shares(together, settings) else (job, processes)


def leaves_little(job: Job, settings: Settings = SETTINGS, check: Callable[[], None] = lambda: None) -> bool:
    """Whether narrowing leaves so little to search that several processes save nothing."""
    task, options = job.task, replace(job.options, configuration="auto")
    if not (job.narrow and goes_outward(task, options, settings)):
        return False
    from edgeasp.search.narrowing import Narrowing

    narrowing = Narrowing(task, options, check, lambda _: nullcontext(), settings, single=job.limit == 1)
    return narrowing.before >= settings.least_alone and narrowing.first() is not None
