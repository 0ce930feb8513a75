"""Many complete boards checked at once, as arrays; of the rest of edgeasp it knows the model and the conditions alone.

It says whether a board is a solution, not what is wrong with it: that is the work of `puzzle.checker`.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.checker import EVERY, Condition, Report
from edgeasp.puzzle.model import FRAME, Puzzle, Sign, Solution, turned

Integers = NDArray[np.int64]

NEEDED = frozenset({Condition.RANGE, Condition.TILE, Condition.SQUARE, Condition.ADJOINING})
"""Conditions that are always checked here."""


class MassChecker:
    """Decides of many boards whether they are solutions.

    Attributes:
        report: what `puzzle.checker.check` says of every board that is one.
    """

    def __init__(self, puzzle: Puzzle, clues: Solution = Solution(), conditions: Collection[Condition] = EVERY) -> None:
        """Get ready for boards with one placement for each tile; arguments as of `puzzle.checker.check`.

        Raises:
            ValueError: one of `NEEDED` is not among the conditions.
        """
        conditions = {*conditions, Condition.RANGE}
        if not conditions >= NEEDED:
            raise ValueError("boards that are checked many at a time have to match")
        self.report = Report((), (), puzzle.grid.diamonds, puzzle.grid.diamonds, frozenset(conditions))
        self._size = len(puzzle.tiles)
        self._colours = np.array([[turned(tile.sides, rot) for rot in range(4)] for tile in puzzle.tiles])
        # The colours that the sides meet, and how many rotations there are.
        self._meeting = np.vectorize(puzzle.partner)(self._colours) if puzzle.partners else self._colours
        self._turns = 4 if puzzle.turning else 1
        grid = puzzle.grid
        number = {square: index for index, square in enumerate(grid.squares)}
        self._here = np.array([4 * number[square] + side for square, side, _ in grid.pairs])
        self._there = np.array([4 * number[beyond] + side.opposite for _, side, beyond in grid.pairs])
        outer = [4 * number[square] + side for square in grid.squares for side in grid.outer_sides(square)]
        self._outer = outer if puzzle.framed and Condition.BOUNDARY in conditions else []
        value = {Sign.PLUS: 1, Sign.MINUS: -1, None: 0}
        self._signs = np.array([value[tile.sign] for tile in puzzle.tiles])
        self._parities = np.array([1 if square.even else -1 for square in puzzle.grid.squares])
        self._signed = puzzle.signed and Condition.SIGN in conditions
        self._clues: list[tuple[int, int, tuple[int, ...]]] | None = []
        if Condition.CLUE in conditions:
            if all(puzzle.has_placement(clue) for clue in clues):
                self._clues = [(number[clue.square], clue.tile, puzzle.sides(clue)) for clue in clues]
            else:
                self._clues = None

    def solved(self, tiles: Integers, squares: Integers, turns: Integers) -> NDArray[np.bool_]:
        """Of each board, whether every square holds a tile and no condition is violated.

        Args:
            tiles: of shape (boards, tiles of the puzzle): the tile of each placement, from 0.
            squares: of the same shape: its square, counted from 0 row by row.
            turns: of the same shape: its anticlockwise quarter turns, 0 to 3.
        """
        size = self._size
        everything = np.arange(size)
        good = np.ones(len(tiles), np.bool_)
        for numbers, end in ((tiles, size), (squares, size), (turns, self._turns)):
            good &= ((numbers >= 0) & (numbers < end)).all(axis=1)
        # What is out of range becomes a placement that exists; its board is lost already.
        tiles, squares, turns = tiles % size, squares % size, turns % 4
        good &= (np.sort(tiles, axis=1) == everything).all(axis=1)
        order = np.argsort(squares, axis=1)
        good &= (np.take_along_axis(squares, order, axis=1) == everything).all(axis=1)
        tiles, turns = np.take_along_axis(tiles, order, axis=1), np.take_along_axis(turns, order, axis=1)
        sides = self._colours[tiles, turns].reshape(len(tiles), 4 * size)
        meeting = self._meeting[tiles, turns].reshape(sides.shape) if self._meeting is not self._colours else sides
        good &= (sides[:, self._here] == meeting[:, self._there]).all(axis=1)
        if self._outer:
            good &= (sides[:, self._outer] == FRAME).all(axis=1)
        if self._signed:
            agree = self._signs[tiles] * self._parities
            good &= (agree >= 0).all(axis=1) | (agree <= 0).all(axis=1)
        if self._clues is None:
            return np.zeros_like(good)
        for square, tile, shown in self._clues:
            good &= tiles[:, square] == tile
            good &= (sides[:, 4 * square : 4 * square + 4] == shown).all(axis=1)
        return good
