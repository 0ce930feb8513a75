"""Several puzzles of one call, each with its solutions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from edgeasp.formats import files
from edgeasp.system import lines
from edgeasp.system.errors import InputError, OptionError

_PUZZLE, _SOLUTION = ".puz", ".sol"


@dataclass(frozen=True, slots=True)
class PuzzleFiles:
    """A puzzle as it was named, the name of what is made of it, and the files with its solutions."""

    path: str
    name: str
    solutions: tuple[str, ...]


def are_puzzles(arguments: Sequence[str]) -> bool:
    """Whether the arguments name several puzzles, or begin with a folder of puzzles."""
    first, *others = arguments
    return _is_folder(first) or any(Path(other).suffix.lower() == _PUZZLE for other in others)


def collect(arguments: Sequence[str]) -> list[PuzzleFiles]:
    """The puzzles that files and folders hold, each with the solutions of the same name, as in x.puz and x.sol.

    All solutions are those of a single puzzle, whatever their names.

    Raises:
        InputError: a folder has no puzzle, or a solution that was named belongs to none.
        OptionError: two puzzles have the same name.
    """
    puzzles, named, beside = list[str](), list[str](), list[str]()
    for argument in arguments:
        if _is_folder(argument):
            paths = [str(path) for path in lines.in_order(Path(argument).iterdir())]
            inside = [path for path in paths if path.endswith(_PUZZLE)]
            if not inside:
                raise InputError(argument, None, f"expected a folder with {_PUZZLE} files")
            puzzles += inside
            beside += [path for path in paths if path.endswith(_SOLUTION)]
        else:
            (named if argument.lower().endswith(_SOLUTION) else puzzles).append(argument)
    if not puzzles:
        raise OptionError("expected a puzzle, found solutions only")
    if len(puzzles) == 1:
        return [PuzzleFiles(puzzles[0], _name(puzzles[0]), tuple(named) or _of(puzzles[0], beside))]
    by_name = {_name(path): path for path in puzzles}
    if len(by_name) < len(puzzles):
        twice = next(path for path in puzzles if by_name[_name(path)] != path or puzzles.count(path) > 1)
        raise OptionError(f"{files.shown_name(twice)}: expected puzzles with different names")
    for path in named:
        if _name(path) not in by_name:
            raise InputError(files.shown_name(path), None, "expected the solution of a puzzle of the same name")
    return [PuzzleFiles(path, name, _of(path, [*named, *beside])) for name, path in by_name.items()]


def _of(puzzle: str, solutions: Sequence[str]) -> tuple[str, ...]:
    return tuple(path for path in solutions if _name(path) == _name(puzzle))


def _name(path: str) -> str:
    """The name of a file without its folder and its ending."""
    return Path(files.shown_name(path)).stem


def _is_folder(path: str) -> bool:
    return path != files.STDIN and os.path.isdir(path)
