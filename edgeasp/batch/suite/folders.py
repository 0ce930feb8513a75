"""The folders of a suite: the paths of its boards, and the files of a board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from edgeasp.formats import files, puz, sol
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import InputError

PUZZLE = "puzzle.puz"
CLUE = "puzzle.clue"
PLANTED = "default_sol.sol"
DONE = "done"

_BOARD = re.compile(r"([1-9][0-9]*)(?:x([1-9][0-9]*))?/(0|[1-9][0-9]*)/board_(0|[1-9][0-9]*)", re.ASCII)
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
    """The content of the folder of a board; `known` maps names of files to solutions, the planted one first."""

    puzzle: Puzzle
    clues: Solution
    known: dict[str, Solution]


def boards(root: Path) -> list[SuiteBoard]:
    """The boards of a suite, ordered by size, colours and number; other files and folders are ignored."""
    if not root.is_dir():
        raise InputError(str(root), None, "expected the folder of a suite")
    found = [SuiteBoard(place, folder) for folder in root.glob("*/*/board_*") if (place := _place(folder)) is not None]
    if not found:
        raise InputError(str(root), None, "expected a suite (boards in folders such as 8/12/board_1), found none")
    return sorted(found, key=lambda board: (board.place.cols * board.place.rows, board.place))


def read(board: SuiteBoard) -> BoardContents:
    """Read the folder of a board and check every solution."""
    name, place = str(board.folder / PUZZLE), board.place
    puzzle = puz.read(files.read_text(name), name)
    if (puzzle.cols, puzzle.rows) != (place.cols, place.rows):
        raise InputError(
            name, None, f"expected a board of {place.cols} x {place.rows}, found {puzzle.cols} x {puzzle.rows}"
        )
    clue = board.folder / CLUE
    clues = combine(puzzle, [files.read_clues(str(clue), puzzle)] if clue.exists() else [])
    found = sorted(int(match[1]) for path in board.folder.iterdir() if (match := _FOUND.fullmatch(path.name)))
    planted = [PLANTED] if (board.folder / PLANTED).exists() else []
    names = [*planted, *(f"sol_{number}.sol" for number in found)]
    return BoardContents(puzzle, clues, {name: _solution(board.folder / name, puzzle, clues) for name in names})


def _place(folder: Path) -> BoardPlace | None:
    """The place of a board, from the name of its folder; None if the folder is no board."""
    match = _BOARD.fullmatch("/".join(folder.parts[-3:]))
    if not (match and folder.is_dir()):
        return None
    cols, rows, colours, index = match.groups()
    return BoardPlace(int(cols), int(rows or cols), int(colours), int(index))


def _solution(path: Path, puzzle: Puzzle, clues: Solution) -> Solution:
    solution = sol.read(files.read_text(str(path)), puzzle, str(path))
    report = check(puzzle, solution, clues)
    if report.missing:
        placed = f"{len(solution)} of {len(puzzle.tiles)} tiles"
        raise InputError(str(path), None, f"expected a solution of {PUZZLE}, found {placed}")
    if report.violations:
        raise InputError(str(path), None, f"expected a solution of {PUZZLE}, but {report.violations[0].text}")
    return solution
