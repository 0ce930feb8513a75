"""Whether threads share the search of a whole board, and the cubes that they take.

A search outward decides diamonds in a fixed order, so it can be divided by the colours of the first of them. Where the
order is the solver's own, clasp's threads compete: what one of them learns changes what the others decide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from edgeasp.encoding import colour_names
from edgeasp.encoding.atoms import Assumption, Assumptions, Atom
from edgeasp.encoding.facts import SIDES
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.growth import growth, origins
from edgeasp.puzzle.partition import partition
from edgeasp.search import narrowing
from edgeasp.search.guidance import Advice, advice, is_guided, is_worth_sharing
from edgeasp.search.job import Job
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.options import MOST_THREADS, ClaspOptions
from edgeasp.solvers.limits import LimitReached


def shares(task: Task, options: ClaspOptions, limit: int) -> bool:
    """Whether the threads of clasp are to share the search of a task, rather than to compete.

    `limit` is the number of solutions that are wanted, 0 for all. A single one may be near for one order and far for
    another, so there it is as good to compete.
    """
    if limit == 1 or options.threads == 1 or options.configuration != "auto" or not narrowing.applies(task):
        return False
    return is_guided(task, options) and is_worth_sharing(task)


def with_threads(job: Job, processes: int, check: Callable[[], None] = lambda: None) -> tuple[Job, int]:
    """A job for several processes, and their number; both for one process, if threads of it do as well or better.

    They do where they share the search; and where no search comes to an end, since cubes follow edgeasp's guidance, and
    only the solver's own order has a chance then. Where a limit is reached before that is known, as `check` says,
    there is nothing left to search for.
    """
    if processes == 1 or job.assumptions:
        return job, processes
    try:
        return _with_threads(job, processes, check)
    except LimitReached:
        return job, 1


def _with_threads(job: Job, processes: int, check: Callable[[], None]) -> tuple[Job, int]:
    options = replace(job.options, threads=min(MOST_THREADS, processes * job.options.threads))
    little = job.narrow and narrowing.leaves_little(job.task, job.limit, check)
    check()
    endless = job.limit > 0 and advice(job.task, options) is Advice.LEAVE
    if little or endless or shares(job.task, options, job.limit):
        return replace(job, options=options), 1
    return job, processes


def board_cubes(task: Task, enough: int, check: Callable[[], None] = lambda: None) -> list[Assumptions]:
    """Cubes that have all solutions between them, each in one; the one with most to search comes first.

    They differ in the colours of the first diamonds, of so many that there are enough cubes. `check` is called now and
    then: a board may have thousands of squares.
    """
    every = Candidates(task.puzzle).at
    check()
    every |= {clue.square: (Candidate.of(clue, task.puzzle),) for clue in task.clues}
    order = growth(every, origins(task.clues))
    check()
    return [
        tuple(
            Assumption(Atom("half", (at.square.col + 1, at.square.row + 1, SIDES[at.side], colour_names.name(colour))))
            for at, colour in part
        )
        for part in partition({square: every[square] for square in order}, enough)
    ]
