"""What `import edgeasp` offers. Nothing here prints, exits or handles signals."""

from __future__ import annotations

from collections.abc import Generator
from os import PathLike, fspath

from edgeasp.encoding.components import EncodingRequest
from edgeasp.formats import files
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.errors import LimitError
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.pipeline import Search, prepare
from edgeasp.solvers.limits import Limits


def load(
    path: str | PathLike[str],
    *,
    signs: str | PathLike[str] | None = None,
    format: str | None = None,  # noqa: A002  # what everybody calls it
    sides: str | None = None,
) -> Puzzle:
    """Read a puzzle from a file in any of the formats that `edgeasp formats` lists.

    Args:
        path: the file.
        signs: a `.signs` file whose signs are added.
        format: the name of the format, where it is not clear.
        sides: for plain text, the order of the sides of a tile, such as `nswe`.

    Raises:
        InputError: a file is missing or wrong.
        FormatError: the file can be read in several ways, or there is no such format or order.
    """
    found = files.read_document(
        fspath(path), signs_path=None if signs is None else fspath(signs), form=format, sides=sides
    )
    return found.document.puzzle


def load_solution(path: str | PathLike[str], puzzle: Puzzle) -> Solution:
    """Read a solution, or a part of one, from a `.sol` or `.clue`.

    Raises:
        InputError: the file is missing, or is not one for this puzzle.
    """
    return files.read_solution(fspath(path), puzzle)


def solve(
    puzzle: Puzzle,
    clues: Solution = Solution(),
    *,
    encoding: str | None = None,
    up_to_rotation: bool = False,
    limits: Limits = Limits(),
    seed: int = 1,
) -> Generator[Solution, None, None]:
    """Give one solution of a puzzle after the other, each checked.

    The iterator may be abandoned at any time; closing it, or letting go of it, stops the search. To know more
    about a search than its solutions, use `edgeasp.search.pipeline.Search`.

    Args:
        puzzle: the puzzle.
        clues: placements to keep.
        encoding: variants joined by `+`, such as `framed+signed`; as fits the puzzle if None.
        up_to_rotation: of the solutions that turning the board makes from one another, give one.
        limits: what the search may cost.
        seed: of the random numbers; the same seed gives the same solutions in the same order.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle.
        InputError: the clues contradict the puzzle or one another.
        LimitError: a limit struck, so that there may be further solutions. Should clingo be grounding then, it
            goes on in a thread of its own until it is done.
    """
    from edgeasp.solvers.clingo import Options

    request = EncodingRequest(encoding)
    conditions = prepare(puzzle, request=request).conditions
    agreed = combine(puzzle, [Source("clues", clues)], conditions)
    search = Search(prepare(puzzle, agreed, request, up_to_rotation=up_to_rotation), 0, Options(seed), limits)
    for solved in search:
        yield solved.solution
    if search.stopped:
        raise LimitError(f"stopped by the {search.stopped}")
