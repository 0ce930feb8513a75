"""Puzzles and solutions from files in any format."""

from __future__ import annotations

from os import PathLike, fspath

from edgeasp.api.instance import Instance
from edgeasp.formats import files
from edgeasp.puzzle.model import Puzzle, Solution


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
