"""Suites to work on, and what is in them."""

from __future__ import annotations

import shutil
from pathlib import Path

from edgeasp.formats import plain
from edgeasp.lab.suite import passes
from edgeasp.lab.suite.passes import TABLE, PlaceInSuite, SuiteBoard
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.symmetry import BoardKey, board_key
from tests.support import brute


def generated(root: Path, sizes: list[tuple[int, int]], boards: int = 2, colours: list[int] | None = None) -> Path:
    """A suite that nobody has solved yet."""
    for _ in passes.generate_boards(root, passes.SuitePlan(sizes, boards, colours).recipes(), seed=5):
        pass
    return root


def laid(
    root: Path, name: str, puzzle: Puzzle, clues: Solution | None = None, known: Solution | None = None
) -> SuiteBoard:
    """A board written by hand."""
    folder = root / name
    folder.mkdir(parents=True)
    (folder / passes.PUZZLE).write_text(plain.write_puz(puzzle), encoding="utf-8")
    if clues is not None:
        (folder / passes.CLUE).write_text(plain.write_sol(clues), encoding="utf-8")
    if known is not None:
        (folder / passes.PLANTED).write_text(plain.write_sol(known), encoding="utf-8")
    cell, number = name.rsplit("/", 1)
    place = PlaceInSuite(puzzle.cols, puzzle.rows, int(cell.split("/")[1]), int(number.removeprefix("board_")))
    return SuiteBoard(place, folder)


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file of a suite but the table of times, hidden ones too, with its content."""
    files = (path for path in sorted(root.rglob("*")) if path.is_file() and path != root / TABLE)
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


def bare(source: Path, target: Path) -> Path:
    """A copy of a suite, with the planted solutions only."""
    shutil.copytree(source, target)
    for path in [*target.rglob("sol_*.sol"), *target.rglob(passes.DONE), target / TABLE]:
        path.unlink(missing_ok=True)
    return target


def known(board: SuiteBoard) -> set[BoardKey]:
    """What the solutions in the folder of a board show."""
    contents = passes.read_board(board)
    return {board_key(contents.puzzle, solution) for solution in contents.known.values()}


def by_brute_force(board: SuiteBoard) -> set[BoardKey]:
    """All boards that keep the clue, by a search that shares nothing with ours."""
    contents = passes.read_board(board)
    puzzle = contents.puzzle
    clues = {(clue.square.col, clue.square.row): (clue.tile, clue.rot) for clue in contents.clues}
    pictures = brute.solve(puzzle, clues=clues).pictures
    return {tuple(((n, e, s, w), sign) for (n, e, s, w), sign in picture) for picture in pictures}
