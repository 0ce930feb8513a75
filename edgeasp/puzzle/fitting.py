"""What fits on the empty squares of a partial board, beside what lies there: one step ahead, without a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sign, Solution, Square


@dataclass(frozen=True)
class Fitting:
    """The placements that fit on each empty square of a board.

    A placement fits if its tile is left, its sides have the colours of the neighbours that lie there, the boundary
    condition holds, and its sign agrees with one checkerboard that all signs on the board agree with.

    Attributes:
        puzzle: the puzzle.
        board: placements that break no condition, each in range.
    """

    puzzle: Puzzle
    board: Solution

    @cached_property
    def on_squares(self) -> Mapping[Square, tuple[Placement, ...]]:
        """For each empty square what fits there, by tile and rotation."""
        on = self.board.by_square()
        used = {placement.tile for placement in self.board}
        sides = {square: self.puzzle.diamonds_around(placement) for square, placement in on.items()}
        candidates = Candidates(self.puzzle)
        found = {}
        for square, every in zip(candidates.squares, candidates.by_square, strict=True):
            if square in on:
                continue
            wanted = {
                side: sides[beyond][side.opposite] for side in Side if (beyond := square.neighbour(side)) in sides
            }
            found[square] = tuple(
                Placement(each.tile, square, each.rot)
                for each in every
                if each.tile not in used
                and all(each.sides[side] == colour for side, colour in wanted.items())
                and self._sign_fits(each.tile, square)
            )
        return found

    @cached_property
    def dead_ends(self) -> tuple[Square, ...]:
        """The empty squares on which nothing fits."""
        return tuple(square for square, placements in self.on_squares.items() if not placements)

    def tiles_on(self, square: Square) -> tuple[int, ...]:
        """The tiles that fit on an empty square, one of those that are identical."""
        first: dict[object, int] = {}
        for placement in self.on_squares[square]:
            first.setdefault(self.puzzle.appearance(placement.tile), placement.tile)
        return tuple(first.values())

    @cached_property
    def only_squares(self) -> Mapping[int, Square]:
        """The tiles that fit on one square alone, each with that square."""
        found: dict[int, set[Square]] = {}
        for square, placements in self.on_squares.items():
            for placement in placements:
                found.setdefault(placement.tile, set()).add(square)
        return {tile: next(iter(squares)) for tile, squares in sorted(found.items()) if len(squares) == 1}

    def around(self, square: Square) -> str:
        """What a square has around it, in words: `3 on its top, 0 outside on its left`; empty if nothing."""
        on = self.board.by_square()
        parts = []
        for side in Side:
            beyond = on.get(square.neighbour(side))
            if beyond is not None:
                parts.append(f"{self.puzzle.colour(self.puzzle.sides(beyond)[side.opposite])} on its {side.word}")
            elif self.puzzle.framed and side in self.puzzle.outer_sides(square):
                parts.append(f"{self.puzzle.colour(FRAME)} on its {side.word}")
        return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)

    @cached_property
    def _polarities(self) -> frozenset[bool]:
        """The checkerboards that the signs on the board agree with: whether the plus signs lie on even squares."""
        seen = {
            (sign is Sign.PLUS) == placement.square.even
            for placement in self.board
            if (sign := self.puzzle.tiles[placement.tile].sign) is not None
        }
        return frozenset(seen) or frozenset((True, False))

    def _sign_fits(self, tile: int, square: Square) -> bool:
        sign = self.puzzle.tiles[tile].sign
        return sign is None or ((sign is Sign.PLUS) == square.even) in self._polarities
