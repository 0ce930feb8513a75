"""Checker of many complete boards at once, as arrays.

`MassChecker` decides which boards are solutions. `puzzle.checker` also names the violations of a board. This module
imports only the model and the conditions.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.checker import EVERY, Condition, Report
from edgeasp.puzzle.model import Puzzle, Side, Sign, Solution

Integers = NDArray[np.int64]

NEEDED = frozenset({Condition.RANGE, Condition.TILE, Condition.SQUARE, Condition.ADJOINING})
"""Conditions that `MassChecker` cannot leave out."""


class MassChecker:
    """Checker that decides which of many boards are solutions.

    Attributes:
        report: the report that `puzzle.checker.check` returns for every solution of the puzzle.
    """

    def __init__(self, puzzle: Puzzle, clues: Solution = Solution(), conditions: Collection[Condition] = EVERY) -> None:
        """Prepare tables for a puzzle.

        Arguments are as for `puzzle.checker.check`. Boards must have one placement for each square.

        Raises:
            ValueError: `conditions` does not contain all of `NEEDED`.
        """
        conditions = {*conditions, Condition.RANGE}
        if not conditions >= NEEDED:
            raise ValueError("boards that are checked many at a time have to match")
        self.report = Report((), (), puzzle.grid.diamonds, puzzle.grid.diamonds, frozenset(conditions))
        self._tiles, self._size = len(puzzle.tiles), puzzle.grid.size
        # A row for each side, with its colour for each tile in each rotation.
        rots = puzzle.rots
        sides = [side for tile in range(len(puzzle.tiles)) for rot in rots for side in puzzle.shown(tile, rot)]
        self._shown = np.array(sides).reshape(-1, 4).T.copy()
        meets, seams = puzzle.statement.meets, puzzle.statement.seams
        # Whether two colours match. Empty if each colour matches itself alone.
        numbers = range(self._shown.max() + 1 if puzzle.partners else 0)
        self._meet = np.array([[one in meets.get(other, ()) for other in numbers] for one in numbers])
        self._rots, self._turns = len(rots), max(puzzle.orientations) + 1
        grid = puzzle.grid
        number = {square: index for index, square in enumerate(grid.squares)}
        self._pairs = [(number[square], side, number[beyond], side.opposite) for square, side, beyond in seams]
        value = {Sign.PLUS: 1, Sign.MINUS: -1, None: 0}
        self._signs = np.array([value[tile.sign] for tile in puzzle.tiles])
        self._parities = np.array([[1 if square.even else -1] for square in grid.squares])
        self._signed = puzzle.signed and Condition.SIGN in conditions
        asked = list(clues) if Condition.CLUE in conditions else []
        # If a clue does not exist, no board can be a solution.
        self._possible = all(map(puzzle.has_placement, asked))
        self._fits = self._tabulate_fits(puzzle, bounded=Condition.BOUNDARY in conditions)
        for clue in asked if self._possible else ():
            shown = [self._shown[side] == colour for side, colour in zip(Side, puzzle.sides(clue), strict=True)]
            tile = np.arange(len(self._shown[0])) // self._rots == clue.tile
            fits = self._fits.get(number[clue.square], tile)
            self._fits[number[clue.square]] = np.logical_and.reduce(shown) & tile & fits

    def _tabulate_fits(self, puzzle: Puzzle, *, bounded: bool) -> dict[int, NDArray[np.bool_]]:
        """Tabulate which placements fit on each square.

        Keys are numbers of squares, row by row. Squares on which all placements fit are left out. Placements are
        numbered by tile, then by rotation.
        """
        statement, every = puzzle.statement, frozenset(puzzle.side_colours)
        exist = ({*chain.from_iterable(looks.values())} for looks in statement.looks)
        allowed = np.array([rot in rots for rots in exist for rot in puzzle.rots])
        by_form: dict[tuple[frozenset[int], ...], NDArray[np.bool_]] = {}
        fits = {}
        for index, square in enumerate(puzzle.grid.squares):
            form = statement.allowed_colours(square) if bounded else (every,) * 4
            if form not in by_form:
                fitting = allowed.copy()
                for shown, colours in zip(self._shown, form, strict=True):
                    if colours != every:
                        fitting &= np.isin(shown, list(colours))
                by_form[form] = fitting
            if not by_form[form].all():
                fits[index] = by_form[form]
        return fits

    def are_solutions(self, tiles: Integers, squares: Integers, turns: Integers) -> NDArray[np.bool_]:
        """Mark the boards that are complete and violate no condition.

        Args:
            tiles: tile of each placement, from 0, of shape (boards, squares).
            squares: square of each placement, from 0 row by row, of the same shape.
            turns: orientation of each placement, of the same shape.
        """
        size, every = self._size, np.arange(len(tiles))
        # One row per placement, with all boards next to each other in memory: a board takes 0.3 instead of 1.1
        # microseconds, see instances/results/README.md.
        tiles, squares, turns = tiles.T, squares.T, turns.T
        good = np.ones(len(every), np.bool_)
        for numbers, end in ((tiles, self._tiles), (squares, size), (turns, self._turns)):
            good &= ((numbers >= 0) & (numbers < end)).all(axis=0)
        if not good.all():
            # Replace numbers out of range, so that they can be indices. Their boards are already marked as wrong.
            tiles, squares, turns = tiles % self._tiles, squares % size, turns % self._turns
        used = np.zeros((self._tiles, len(every)), np.bool_)
        used[tiles, every] = True
        lying = np.full((size, len(every)), -1)
        lying[squares, every] = self._rots * tiles + turns
        good &= (used.sum(axis=0) == size) & (lying >= 0).all(axis=0)
        for here, side, there, opposite in self._pairs:
            one, other = self._shown[side][lying[here]], self._shown[opposite][lying[there]]
            good &= self._meet[one, other] if self._meet.size else one == other
        for here, fits in self._fits.items():
            good &= fits[lying[here]]
        if self._signed:
            # Either checkerboard will do. Tiles without a sign are 0 here, and agree with both.
            agree = self._signs[lying // self._rots] * self._parities
            good &= (agree >= 0).all(axis=0) | (agree <= 0).all(axis=0)
        return good if self._possible else np.zeros_like(good)
