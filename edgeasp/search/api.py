"""The functions of `import edgeasp`. Nothing here prints, exits or handles signals."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from os import PathLike, fspath

from edgeasp.encoding.components import EncodingRequest
from edgeasp.formats import files
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.errors import LimitError
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.job import Job
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.limits import Deadline, Limits


@dataclass(frozen=True)
class Instance:
    """What a file of a puzzle holds: the puzzle, and the placements that are given as clues; often none."""

    puzzle: Puzzle
    clues: Solution = Solution()


def load(
    path: str | PathLike[str],
    *,
    signs: str | PathLike[str] | None = None,
    format: str | None = None,  # noqa: A002  # the usual name
    sides: str | None = None,
    size: tuple[int, int] | None = None,
) -> Instance:
    """Read a puzzle and its clues from a file in any of the formats that `edgeasp formats` lists.

    Args:
        path: the file, or `e2` for Eternity II, or a link to a viewer.
        signs: a `.signs` file whose signs are added.
        format: the name of the format, where it is not clear.
        sides: for plain text, the order of the sides of a tile, such as `nswe`.
        size: columns and rows, for a file that does not say them.

    Raises:
        InputError: a file is missing or wrong.
        FormatError: the file can be read in several ways, or there is no such format or order.
    """
    found = files.read_document(
        fspath(path), signs_path=None if signs is None else fspath(signs), form=format, sides=sides, size=size
    )
    return Instance(found.document.puzzle, found.clues)


def load_solution(path: str | PathLike[str], puzzle: Puzzle | Instance) -> Solution:
    """Read a solution, or a part of one, from a file in any format with placements.

    A board of the same puzzle under other names is translated.

    Raises:
        InputError: the file is missing, or is not one for this puzzle.
    """
    return files.read_solution(fspath(path), puzzle.puzzle if isinstance(puzzle, Instance) else puzzle)


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
