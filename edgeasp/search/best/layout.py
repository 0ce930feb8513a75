"""Arrays of a puzzle: squares and placements by number, candidates, and boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sign, Solution, Square

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

FREE = -1
"""Placement number of an empty square, and the colour it shows."""


@dataclass(frozen=True)
class BoardLayout:
    """Array representation of a puzzle, its clues and a checkerboard of signs.

    Squares are numbered row by row. A placement is a tile in one of its distinct rotations, and placements are numbered
    tile by tile. A board is an array with the placement number of each square.

    Attributes:
        puzzle: the puzzle.
        clues: placements to keep.
        framed: whether the boundary condition is enforced.
        plus_on_even: whether tiles with the sign + belong on even squares. None if signs are ignored.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    framed: bool = True
    plus_on_even: bool | None = None

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Squares by number."""
        return tuple(self.puzzle.grid.squares)

    @cached_property
    def square_numbers(self) -> NDArray[np.int32]:
        """Square numbers by row and column, -1 for holes."""
        on = np.full((self.puzzle.rows, self.puzzle.cols), -1, np.int32)
        for number, square in enumerate(self.squares):
            on[square.row, square.col] = number
        return on

    @cached_property
    def placements(self) -> tuple[tuple[int, int], ...]:
        """Tile and rotation of each placement."""
        return tuple((tile, rot) for tile in range(len(self.puzzle.tiles)) for rot in self.puzzle.rotations(tile))

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """Colours of the puzzle. Arrays hold indices into this tuple."""
        return (FRAME,) * self.puzzle.framed + tuple(self.puzzle.colours)

    @cached_property
    def colour_indices(self) -> dict[int, int]:
        """Index of each colour in `colours`."""
        return {colour: index for index, colour in enumerate(self.colours)}

    @cached_property
    def frame_sides(self) -> NDArray[np.int32]:
        """Number of frame sides of each tile."""
        return np.array([tile.sides.count(FRAME) for tile in self.puzzle.tiles], np.int32)

    @cached_property
    def placement_numbers(self) -> dict[tuple[int, int], int]:
        """Number of each placement, keyed by tile and rotation."""
        return {placement: number for number, placement in enumerate(self.placements)}

    @cached_property
    def tile(self) -> Ints:
        """Tile of each placement."""
        return np.array([tile for tile, _ in self.placements], np.int32)

    @cached_property
    def sides(self) -> Ints:
        """Colours of each placement to the north, east, south and west."""
        puzzle = self.puzzle
        shown = [puzzle.as_diamonds(puzzle.shown(tile, rot)) for tile, rot in self.placements]
        return np.array([[self.colour_indices[colour] for colour in sides] for sides in shown], np.int32)

    @cached_property
    def neighbours(self) -> NDArray[np.int32]:
        """Squares north, east, south and west of each square, or -1."""
        number = {square: index for index, square in enumerate(self.squares)}
        return np.array(
            [[number.get(self.puzzle.grid.neighbour(square, side), -1) for side in Side] for square in self.squares],
            np.int32,
        )

    @cached_property
    def fits(self) -> Flags:
        """Placements that frame, signs and clues allow on each square."""
        # Candidates assume the frame. If it is not enforced, any colour may be on the boundary.
        candidates = Candidates(self.puzzle).by_square if self.framed or not self.puzzle.framed else None
        fits = np.ones((len(self.squares), len(self.placements)), np.bool_)
        signs = [self.puzzle.tiles[tile].sign for tile, _ in self.placements]
        unbarred = {sign: np.array([own is not sign for own in signs]) for sign in Sign}
        # Squares of the same border class share one tuple of candidates.
        allowed: dict[int, Flags] = {}
        for index, square in enumerate(self.squares):
            if candidates is not None:
                fitting = candidates[index]
                if id(fitting) not in allowed:
                    allowed[id(fitting)] = np.zeros(len(self.placements), np.bool_)
                    allowed[id(fitting)][
                        [self.placement_numbers[candidate.tile, candidate.rot] for candidate in fitting]
                    ] = True
                fits[index] = allowed[id(fitting)]
            if self.plus_on_even is not None:
                fits[index] &= unbarred[Sign.MINUS if square.even == self.plus_on_even else Sign.PLUS]
        for pinned, number in self.pinned.items():
            fits[:, self.tile == self.tile[number]] = False
            fits[pinned] = False
            fits[pinned, number] = True
        return fits

    @cached_property
    def tiles_that_fit(self) -> Flags:
        """Which tiles fit on each square in some rotation."""
        first = np.searchsorted(self.tile, np.arange(len(self.puzzle.tiles)))
        return np.asarray(np.logical_or.reduceat(self.fits, first, axis=1))

    @cached_property
    def pinned(self) -> dict[int, int]:
        """Placement of the clue on each square that has one."""
        return dict(self.number_placements(self.clues))

    def number_placements(self, solution: Iterable[Placement]) -> list[tuple[int, int]]:
        """Convert placements to pairs of square and placement numbers."""
        canonical = map(self.puzzle.canonical, solution)
        return [
            (int(self.square_numbers[placement.square[::-1]]), self.placement_numbers[placement.tile, placement.rot])
            for placement in canonical
        ]

    def to_solution(self, board: Ints) -> Solution:
        """Convert a board to a solution, sorted by tile."""
        on = [
            Placement(self.placements[number][0], self.squares[square], self.placements[number][1])
            for square, number in enumerate(board.tolist())
            if number != FREE
        ]
        return Solution(tuple(sorted(on, key=lambda placement: placement.tile)))

    def to_board(self, solution: Iterable[Placement]) -> Ints:
        """Convert a complete or partial solution to a board."""
        board = np.full(len(self.squares), FREE, np.int32)
        for square, number in self.number_placements(solution):
            board[square] = number
        return board

    @cached_property
    def adjacent_pairs(self) -> NDArray[np.int32]:
        """One row per diamond: two squares, and the first one's side.

        A row has the numbers of both squares, and the side of the first square that faces the second.
        """
        return np.array(
            [
                (square, self.neighbours[square, side], side)
                for square in range(len(self.squares))
                for side in (Side.EAST, Side.SOUTH)
                if self.neighbours[square, side] >= 0
            ],
            np.int32,
        ).reshape(-1, 3)

    def mismatched(self, board: Ints) -> Flags:
        """Mark the `adjacent_pairs` with a mismatch.

        A pair with an empty square is not marked.
        """
        one, other, side = self.adjacent_pairs.T
        here, there = board[one], board[other]
        differ = self.sides[here, side] != self.sides[there, (side + 2) % 4]
        return np.asarray((here != FREE) & (there != FREE) & differ)
