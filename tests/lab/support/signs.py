"""All assignments of signs of a small puzzle, one by one; shares nothing with the equations of the package."""

from __future__ import annotations

import csv
import os
from collections.abc import Collection
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from edgeasp.lab.signs.possible import SignCondition
from edgeasp.puzzle.model import Puzzle, Sign, Solution, Tile

PUBLIC = Path(os.environ.get("EDGEASP_SIGNS", Path(__file__).parents[4] / "shared" / "data" / "signs"))
"""Public 6x6 boards and their numbers of assignments: beside the checkout, or where EDGEASP_SIGNS says."""


def possible(puzzle: Puzzle, clues: Solution, conditions: Collection[SignCondition]) -> NDArray[np.bool_]:
    """Every assignment that meets the conditions, a row each, true for plus."""
    marks = _every(len(puzzle.tiles))
    allowed = np.zeros(len(marks), bool)
    for plus in (0, 1):
        allowed |= _for_checkerboard(puzzle, clues, conditions, marks, plus)
    return marks[allowed]


@cache
def _every(tiles: int) -> NDArray[np.bool_]:
    marks: NDArray[np.bool_] = (np.arange(1 << tiles)[:, None] >> np.arange(tiles) & 1).astype(bool)
    marks.flags.writeable = False
    return marks


def _for_checkerboard(
    puzzle: Puzzle, clues: Solution, conditions: Collection[SignCondition], marks: NDArray[np.bool_], plus: int
) -> NDArray[np.bool_]:
    allowed = np.ones(len(marks), bool)
    counted = marks.astype(np.float32)  # products of these are fast, and exact up to millions
    for index, tile in enumerate(puzzle.tiles):
        if tile.sign is not None:
            allowed &= marks[:, index] == (tile.sign is Sign.PLUS)
    for clue in clues:
        allowed &= marks[:, clue.tile] == ((clue.square.col + clue.square.row) % 2 == plus)
    if SignCondition.COLOURS in conditions:
        for colour in {colour for tile in puzzle.tiles for colour in tile.sides if colour}:
            sides = np.array([tile.sides.count(colour) for tile in puzzle.tiles])
            allowed &= counted @ sides.astype(np.float32) * 2 == sides.sum()
    if SignCondition.KINDS in conditions:
        zeros = [tile.sides.count(0) for tile in puzzle.tiles]
        exact = any(zeros) and sum(zeros) == 2 * (puzzle.cols + puzzle.rows)
        for kind in range(5) if exact else (0,):
            squares = 0
            for square in range(len(puzzle.tiles)):
                row, col = divmod(square, puzzle.cols)
                outer = (row == 0) + (row == puzzle.rows - 1) + (col == 0) + (col == puzzle.cols - 1)
                squares += (row + col) % 2 == plus and (outer == kind or not exact)
            of_kind = np.array([zero == kind or not exact for zero in zeros])
            allowed &= counted @ of_kind.astype(np.float32) == squares
    return allowed


def signs_of(puzzle: Puzzle, solution: Solution) -> tuple[Sign, ...] | None:
    """The signs that a complete solution gives the tiles, as those that they carry demand; None if these contradict.

    If no tile carries a sign, the plus squares are those of the checkerboard colour of the top-left one.
    """
    for plus_on_even in (True, False):
        plus = {placement.tile: placement.square.even == plus_on_even for placement in solution}
        signs = {tile: Sign.PLUS if marked else Sign.MINUS for tile, marked in plus.items()}
        if all(tile.sign in (None, signs[index]) for index, tile in enumerate(puzzle.tiles)):
            return tuple(signs[index] for index in range(len(puzzle.tiles)))
    return None


def published() -> dict[str, int]:
    """The published numbers of assignments by the title of the board; empty where the boards are not at hand."""
    path = PUBLIC / "counts.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8") as stream:
        return {row["title"]: int(row["solutions"]) for row in csv.DictReader(stream)}


def public_board(title: str) -> Puzzle:
    """A public board; a colour of the ring, which its file counts from 1 as those inside, gets a number of its own."""
    header, *lines = (PUBLIC / f"{title}.txt").read_text(encoding="utf-8").split("\n")
    cols, rows = map(int, header.split()[2:4])
    tiles = []
    for line in filter(None, lines):
        sides = [int(word) for word in line.split()]
        beside = [0 in (sides[side - 1], sides[(side + 1) % 4]) for side in range(4)]
        north, east, south, west = (
            100 + colour if colour and outer else colour for colour, outer in zip(sides, beside, strict=True)
        )
        tiles.append(Tile((north, east, south, west)))
    return Puzzle(cols, rows, tuple(tiles))
