"""The folders of a suite: the paths of its boards, and the files of a board."""

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
    """The size, inner colours and number of a board; places are ordered by these."""

    cols: int
    rows: int
    colours: int
    index: int

    @property
    def cell(self) -> str:
        """The folder of the boards with this size and number of colours, within that of the suite."""
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
    """The content of the folder of a board.

    Attributes:
        puzzle: the puzzle.
        clues: the placements that every solution keeps; empty without a clue file.
        known: the known solutions by the names of their files, the planted one first.
    """

    puzzle: Puzzle
    clues: Solution
    known: dict[str, Solution]


def boards(root: Path) -> list[SuiteBoard]:
    """The boards of a suite, ordered by size, colours and number; other files and folders are ignored.

    Raises:
        InputError: there is no such folder, or it holds no board.
    """
    if not root.is_dir():
        raise InputError(str(root), None, "expected the folder of a suite")
    found = [SuiteBoard(place, folder) for folder in root.glob("*/*/board_*") if (place := _place(folder)) is not None]
    if not found:
        raise InputError(str(root), None, "expected a suite (boards in folders such as 8/12/board_1), found none")
    return sorted(found, key=lambda board: (board.place.cols * board.place.rows, board.place))


def read(board: SuiteBoard) -> BoardContents:
    """Read the folder of a board and check every solution.

    Raises:
        InputError: the puzzle is missing, a file cannot be read, or a solution is wrong.
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


def free_names(taken: Iterable[str]) -> Iterator[str]:
    """The names among `sol_1.sol`, `sol_2.sol` and so on that are not taken."""
    taken = frozenset(taken)
    return (name for number in count(1) if (name := f"sol_{number}.sol") not in taken)


def _place(folder: Path) -> BoardPlace | None:
    """The place of a board, from the name of its folder; None if the folder is no board."""
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
