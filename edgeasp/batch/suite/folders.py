"""Where the boards of a suite lie, and what is in the folder of a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from edgeasp.formats import files, puz, sol
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.symmetry import Picture

PUZZLE = "puzzle.puz"
CLUE = "puzzle.clue"
PLANTED = "default_sol.sol"
DONE = "done"

_SIZE = re.compile(r"([1-9][0-9]*)(?:x([1-9][0-9]*))?", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_BOARD = re.compile(r"board_(0|[1-9][0-9]*)", re.ASCII)
_FOUND = re.compile(r"sol_([1-9][0-9]*)\.sol", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class BoardPlace:
    """Which board of a suite: its size, its inner colours, its number. The order is that of a suite."""

    cols: int
    rows: int
    colours: int
    index: int

    @property
    def cell(self) -> str:
        """The folder of the boards of this size with as many colours, within that of the suite."""
        size = str(self.cols) if self.cols == self.rows else f"{self.cols}x{self.rows}"
        return f"{size}/{self.colours}"

    @property
    def name(self) -> str:
        """The folder of the board, within that of the suite."""
        return f"{self.cell}/board_{self.index}"


@dataclass(frozen=True, slots=True)
class SuiteBoard:
    """A board of a suite and its folder."""

    place: BoardPlace
    folder: Path

    @property
    def done(self) -> bool:
        """Whether all its solutions are known."""
        return (self.folder / DONE).exists()


@dataclass(frozen=True, slots=True)
class BoardContents:
    """What the folder of a board holds.

    Attributes:
        puzzle: the puzzle.
        clues: what every solution keeps; empty if there is no such file.
        known: the solutions, by the names of their files, the planted one first.
    """

    puzzle: Puzzle
    clues: Solution
    known: dict[str, Solution]


def boards(root: Path) -> list[SuiteBoard]:
    """The boards of a suite, by size, colours and number, small ones first. Other files and folders are passed over.

    Raises:
        InputError: there is no such folder, or no board in it.
    """
    if not root.is_dir():
        raise InputError(str(root), None, "expected the folder of a suite")
    found = [SuiteBoard(place, folder) for folder in root.glob("*/*/board_*") if (place := _place(folder)) is not None]
    if not found:
        raise InputError(str(root), None, "expected a suite (boards in folders such as 8/12/board_1), found none")
    return sorted(found, key=lambda board: (board.place.cols * board.place.rows, board.place))


def read(board: SuiteBoard) -> BoardContents:
    """What the folder of a board holds, after a look at whether all of it is right.

    Raises:
        InputError: the puzzle is missing, a file is not what it should be, or a solution is none.
    """
    name, place = str(board.folder / PUZZLE), board.place
    puzzle = puz.read(files.read_text(name), name)
    if (puzzle.cols, puzzle.rows) != (place.cols, place.rows):
        raise InputError(
            name, None, f"expected a board of {place.cols} x {place.rows}, found {puzzle.cols} x {puzzle.rows}"
        )
    clue = board.folder / CLUE
    clues = combine(puzzle, [files.read_clues(str(clue), puzzle)] if clue.exists() else [])
    known = {name: _solution(board.folder / name, puzzle, clues) for name in _solution_files(board.folder)}
    return BoardContents(puzzle, clues, known)


def picture(puzzle: Puzzle, solution: Solution) -> Picture:
    """What a complete solution shows: two solutions are the same board exactly if they show the same."""
    on = solution.by_square()
    return tuple((puzzle.sides(on[square]), puzzle.tiles[on[square].tile].sign) for square in puzzle.squares())


def free_names(taken: Iterable[str]) -> Iterator[str]:
    """Those of `sol_1.sol`, `sol_2.sol` and so on that are not taken."""
    taken = frozenset(taken)
    return (name for number in count(1) if (name := f"sol_{number}.sol") not in taken)


def _place(folder: Path) -> BoardPlace | None:
    """Which board a folder is, by its name; None if it is no board."""
    size, colours = _SIZE.fullmatch(folder.parts[-3]), _NUMBER.fullmatch(folder.parts[-2])
    index = _BOARD.fullmatch(folder.name)
    if not (size and colours and index and folder.is_dir()):
        return None
    return BoardPlace(int(size[1]), int(size[2] or size[1]), int(colours[0]), int(index[1]))


def _solution_files(folder: Path) -> list[str]:
    found = sorted(int(match[1]) for path in folder.iterdir() if (match := _FOUND.fullmatch(path.name)))
    planted = [PLANTED] if (folder / PLANTED).exists() else []
    return planted + [f"sol_{number}.sol" for number in found]


def _solution(path: Path, puzzle: Puzzle, clues: Solution) -> Solution:
    solution = sol.read(files.read_text(str(path)), puzzle, str(path))
    report = check(puzzle, solution, clues)
    if report.missing:
        placed = f"{len(solution)} of {len(puzzle.tiles)} tiles"
        raise InputError(str(path), None, f"expected a solution of {PUZZLE}, found {placed}")
    if report.violations:
        raise InputError(str(path), None, f"expected a solution of {PUZZLE}, but {report.violations[0].text}")
    return solution
