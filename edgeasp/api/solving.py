"""Solutions one by one. Nothing here prints, exits or handles signals."""

from __future__ import annotations

from collections.abc import Generator

from edgeasp.api.instance import Instance
from edgeasp.encoding.components import EncodingRequest
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.errors import LimitError
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.job import Job
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.limits import Deadline, Limits


def solve(
    puzzle: Puzzle | Instance,
    clues: Solution = Solution(),
    *,
    encoding: str | None = None,
    up_to_rotation: bool = False,
    limits: Limits = Limits(),
    seed: int = 1,
) -> Generator[Solution, None, None]:
    """Give the solutions of a puzzle, one by one, each checked.

    The iterator may be abandoned at any time; closing it, or dropping it, stops the search. For more than solutions,
    use a `Session`.

    Args:
        puzzle: the puzzle; of an instance, its clues are kept as well.
        clues: placements to keep.
        encoding: variants joined by `+`, such as `framed+signed`; as fits the puzzle if None.
        up_to_rotation: give one of the solutions that are rotations of one another.
        limits: what the search may cost.
        seed: of the random numbers; the same seed gives the same solutions in the same order.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle; raised at once, not at the first solution.
        InputError: the clues contradict the puzzle or one another; raised at once.
        LimitError: a limit is reached, so there may be further solutions. If clingo is grounding then, it goes on in
            a thread of its own, and the interpreter waits for it at exit.
    """
    sources = [Source("clues", clues)]
    if isinstance(puzzle, Instance):
        sources.append(Source("clues of the instance", puzzle.clues))
        puzzle = puzzle.puzzle
    task = make_task(puzzle, sources, EncodingRequest(encoding), up_to_rotation=up_to_rotation)
    return _solutions(Job(task, 0, ClaspOptions(seed), limits))


def _solutions(job: Job) -> Generator[Solution, None, None]:
    session = Session(job.task, job.options, Deadline(job.limits))
    for found in session.run(job):
        yield found.solution
    stopped = session.result().stopped
    if stopped:
        raise LimitError(f"stopped by the {stopped}")
