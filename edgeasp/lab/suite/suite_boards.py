"""The boards of a suite: their folders, a selection of them by size and colours, and how they are generated.

A suite has the layout `N/C/board_i/`: boards of N x N squares (`8x5` for a rectangle) with C inner colours. A board
is a folder with `puzzle.puz`; `puzzle.clue`, placements that every solution keeps; `default_sol.sol`, the planted
solution, and `sol_k.sol`, further ones; and an empty file `done` once these are all solutions that keep the clue.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from edgeasp.formats import files, plain
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.generate.presets import border_share, hardest
from edgeasp.generate.recipe import require_possible
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.expected import inner_diamonds
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import InputError, OptionError, OutputError, os_reason
from edgeasp.system.lines import parse_numbers
from edgeasp.system.writing import Content, LockTaken, locked, require_ending, sync_folder

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

    @property
    def root(self) -> Path:
        """The folder of the suite."""
        return self.folder.parents[2]


@dataclass(frozen=True, slots=True)
class BoardContents:
    """The content of the folder of a board; `known` maps names of files to solutions, the planted one first."""

    puzzle: Puzzle
    clues: Solution
    known: dict[str, Solution]


def find_boards(root: Path) -> list[SuiteBoard]:
    """The boards of a suite, ordered by size, colours and number; other files and folders are ignored."""
    if not root.is_dir():
        raise InputError(str(root), None, "expected the folder of a suite")
    boards = [SuiteBoard(place, folder) for folder in root.glob("*/*/board_*") if (place := _place(folder)) is not None]
    if not boards:
        raise InputError(str(root), None, "expected a suite (boards in folders such as 8/12/board_1), found none")
    return sorted(boards, key=lambda board: (board.place.cols * board.place.rows, board.place))


def read_puzzle(board: SuiteBoard) -> tuple[Puzzle, Solution]:
    """Read the puzzle of a board and its clues."""
    name, place = str(board.folder / PUZZLE), board.place
    puzzle = plain.read_puz(files.read_text(name), name)
    if (puzzle.cols, puzzle.rows) != (place.cols, place.rows):
        raise InputError(
            name, None, f"expected a board of {place.cols} x {place.rows}, found {puzzle.cols} x {puzzle.rows}"
        )
    clue = board.folder / CLUE
    return puzzle, combine(puzzle, [files.read_clues(str(clue), puzzle)] if clue.exists() else [])


def read_board(board: SuiteBoard) -> BoardContents:
    """Read the folder of a board and check every solution."""
    puzzle, clues = read_puzzle(board)
    numbers = sorted(int(match[1]) for path in board.folder.iterdir() if (match := _FOUND.fullmatch(path.name)))
    planted = [PLANTED] if (board.folder / PLANTED).exists() else []
    names = [*planted, *(f"sol_{number}.sol" for number in numbers)]
    return BoardContents(puzzle, clues, {name: _solution(board.folder / name, puzzle, clues) for name in names})


def _place(folder: Path) -> BoardPlace | None:
    """The place of a board, from the name of its folder; None if the folder is no board."""
    match = _BOARD.fullmatch("/".join(folder.parts[-3:]))
    if not (match and folder.is_dir()):
        return None
    cols, rows, colours, index = match.groups()
    return BoardPlace(int(cols), int(rows or cols), int(colours), int(index))


def _solution(path: Path, puzzle: Puzzle, clues: Solution) -> Solution:
    solution = plain.read_sol(files.read_text(str(path)), puzzle, str(path))
    report = check(puzzle, solution, clues)
    if report.missing:
        placed = f"{len(solution)} of {len(puzzle.tiles)} tiles"
        raise InputError(str(path), None, f"expected a solution of {PUZZLE}, found {placed}")
    if report.violations:
        raise InputError(str(path), None, f"expected a solution of {PUZZLE}, but {report.violations[0].text}")
    return solution


_RECTANGLE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})", re.ASCII)
_MOST = 9_999

Size = tuple[int, int]
"""Columns and rows."""


def parse_sizes(text: str) -> list[Size]:
    """The sizes in a list of numbers, ranges, and rectangles such as `10x6`."""
    sizes: list[Size] = []
    for word in map(str.strip, text.split(",")):
        if rectangle := _RECTANGLE.fullmatch(word):
            sizes.append((int(rectangle[1]), int(rectangle[2])))
        else:
            sizes += [(size, size) for size in parse_numbers(word, "sizes such as 4-8 or 4,6,10x8", 2, _MOST)]
    if min(map(min, sizes)) < 2:
        raise OptionError(f"expected sizes of at least 2, found {text!r}")
    return list(dict.fromkeys(sizes))


def colour_numbers(text: str) -> list[int]:
    """The numbers of colours in a list of numbers and ranges."""
    return parse_numbers(text, "colours such as 5-9,12", 1, _MOST)


def select(boards: Iterable[SuiteBoard], sizes: list[Size] | None, colours: list[int] | None) -> list[SuiteBoard]:
    """The boards that have one of the sizes and one of the numbers of colours; None allows any."""
    return [
        board
        for board in boards
        if (sizes is None or (board.place.cols, board.place.rows) in sizes)
        and (colours is None or board.place.colours in colours)
    ]


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """The boards of a suite: so many of each size and number of inner colours.

    Attributes:
        colours: numbers of inner colours; None for those around the hardest number of each size.
        around: distance from the hardest number of inner colours, both ways.
        border: number of border colours; None for the hardest number.
        distinct: no two tiles of a board are identical.
    """

    sizes: list[Size]
    boards: int
    colours: list[int] | None = None
    around: int = 1
    border: int | None = None
    distinct: bool = False

    def recipes(self) -> list[tuple[BoardPlace, Recipe]]:
        """The places of the boards and their recipes, without seeds."""
        planned = []
        for cols, rows in self.sizes:
            for inner in self._colours(cols, rows):
                border = self.border or border_share(cols, rows, inner)
                recipe = Recipe(cols, rows, inner, border, clues="corner", distinct=self.distinct)
                places = [BoardPlace(cols, rows, inner, index) for index in range(1, self.boards + 1)]
                with _naming(places[0].cell):
                    require_possible(recipe)
                planned += [(place, recipe) for place in places]
        return planned

    def _colours(self, cols: int, rows: int) -> list[int]:
        if self.colours is not None:
            return self.colours
        middle, inside = hardest(cols, rows, self.border), inner_diamonds(cols, rows)
        least, most = max(1, middle - self.around), min(inside, middle + self.around)
        return list(range(least, most + 1)) if inside else [0]


def seed_of(seed: int, place: BoardPlace) -> int:
    """The seed of a board: a hash of the seed of the suite and the place of the board.

    So sizes, colours or boards can be added to a suite, and existing boards stay the same.
    """
    text = f"{seed} {place.cols} {place.rows} {place.colours} {place.index}"
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:6], "big")


def make(root: Path, recipes: Iterable[tuple[BoardPlace, Recipe]], seed: int) -> Iterator[tuple[BoardPlace, bool]]:
    """Write the boards that do not exist, each completely or not at all; `seed` is that of the suite.

    Gives each place, and whether its board was written.
    """
    if not root.is_dir():
        require_ending(str(root), Content.FOLDER)
    _at(root, lambda: root.mkdir(parents=True, exist_ok=True))
    try:
        with locked(root, 0.0):
            for left in root.glob("*/*/.board_*.part"):
                shutil.rmtree(left, ignore_errors=True)
            for place, recipe in recipes:
                folder = root / place.name
                missing = not folder.exists()
                if missing:
                    with _naming(place.name):
                        planted = generate(replace(recipe, seed=seed_of(seed, place)))
                    _write(folder, planted)
                yield place, missing
    except LockTaken:
        raise OutputError(f"{root}: another process generates boards there") from None


@contextmanager
def _naming(boards: str) -> Iterator[None]:
    """Add the name of the boards to an error."""
    try:
        yield
    except OptionError as error:
        raise OptionError(f"{boards}: {error}") from None


def _write(folder: Path, planted: Planted) -> None:
    """Write a board to a temporary folder, then rename that."""
    part = folder.with_name(f".{folder.name}.{os.urandom(8).hex()}.part")
    _at(part, lambda: part.mkdir(parents=True))
    try:
        writing.write_text(str(part / PUZZLE), plain.write_puz(planted.puzzle))
        if len(planted.clues):
            writing.write_text(str(part / CLUE), plain.write_sol(planted.clues))
        if planted.solution is not None:
            writing.write_text(str(part / PLANTED), plain.write_sol(planted.solution))
        _at(folder, lambda: part.rename(folder))
        sync_folder(folder.parent)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _at(path: Path, do: Callable[[], object]) -> None:
    try:
        do()
    except OSError as error:
        raise OutputError(f"{path}: cannot be made: {os_reason(error)}") from None
