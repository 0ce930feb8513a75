"""What can lie where, and what meets where: candidates and diamonds, for solvers that are not given rules but lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from edgeasp.puzzle.model import FRAME, Puzzle, Side, Sides, Square, turned


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tile in one of the rotations that look different, and the colours it then shows."""

    tile: int
    rot: int
    sides: Sides


@dataclass(frozen=True, slots=True)
class Diamond:
    """Where two squares meet, named by the left or upper one; in an unframed puzzle also each side on the outside."""

    square: Square
    side: Side


@dataclass(frozen=True)
class Candidates:
    """A puzzle taken apart: squares and diamonds by number, and what fits on each square.

    In a framed puzzle the outside is no diamond: its colour is known. In an unframed one it is, because two rotations
    of a tile may differ there and nowhere else; so the colours of all diamonds are always the whole picture.
    """

    puzzle: Puzzle

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares, row by row."""
        return tuple(self.puzzle.squares())

    @cached_property
    def diamonds(self) -> tuple[Diamond, ...]:
        """All diamonds, by their squares."""
        found = []
        for square in self.squares:
            for side in Side:
                outside = side in self.puzzle.outer_sides(square)
                if (outside and not self.puzzle.framed) or (not outside and side in (Side.EAST, Side.SOUTH)):
                    found.append(Diamond(square, side))
        return tuple(found)

    @cached_property
    def around(self) -> tuple[tuple[int | None, ...], ...]:
        """For each square the numbers of the diamonds to its north, east, south and west; None for the frame."""
        numbers = {(each.square, each.side): number for number, each in enumerate(self.diamonds)}
        for (square, side), number in list(numbers.items()):
            numbers[square.neighbour(side), side.opposite] = number
        return tuple(tuple(numbers.get((square, side)) for side in Side) for square in self.squares)

    @cached_property
    def by_square(self) -> tuple[tuple[Candidate, ...], ...]:
        """For each square what can lie there by the boundary condition, by tile and rotation.

        If there are just as many zeros as outside sides, no 0 may face inwards.
        """
        every = [
            Candidate(index, rot, turned(tile.sides, rot))
            for index, tile in enumerate(self.puzzle.tiles)
            for rot in range(tile.period)
        ]
        by_form: dict[frozenset[Side], tuple[Candidate, ...]] = {}
        found = []
        for square in self.squares:
            form = self.puzzle.outer_sides(square)
            if form not in by_form:
                by_form[form] = tuple(fit for fit in every if self._is_candidate(fit, form))
            found.append(by_form[form])
        return tuple(found)

    @cached_property
    def by_tile(self) -> tuple[Mapping[int, tuple[Candidate, ...]], ...]:
        """For each square the tiles that can lie there, each with the rotations in which it can."""
        grouped: dict[int, dict[int, tuple[Candidate, ...]]] = {}
        for fits in self.by_square:
            # Squares of the same form share one list.
            if id(fits) not in grouped:
                by_tile = grouped[id(fits)] = {}
                for fit in fits:
                    by_tile[fit.tile] = (*by_tile.get(fit.tile, ()), fit)
        return tuple(grouped[id(fits)] for fits in self.by_square)

    def _is_candidate(self, fit: Candidate, outside: frozenset[Side]) -> bool:
        surplus = self.puzzle.zeros > self.puzzle.outside
        return not self.puzzle.framed or all(
            colour == FRAME if side in outside else surplus or colour != FRAME
            for side, colour in zip(Side, fit.sides, strict=True)
        )

    @cached_property
    def domains(self) -> tuple[tuple[int, ...], ...]:
        """For each diamond the colours that candidates show on diamonds of its sort: ring or inner."""
        seen: dict[bool, set[int]] = {True: set(), False: set()}
        for around, fits in zip(self.around, self.by_square, strict=True):
            for side, number in enumerate(around):
                if number is not None:
                    seen[self._in_ring[number]].update(fit.sides[side] for fit in fits)
        sorts = {ring: tuple(sorted(colours)) for ring, colours in seen.items()}
        return tuple(sorts[ring] for ring in self._in_ring)

    @cached_property
    def _in_ring(self) -> tuple[bool, ...]:
        """Whether the two squares of a diamond lie side by side along the frame."""
        outside = self.puzzle.outer_sides
        return tuple(
            self.puzzle.framed and bool(outside(each.square) & outside(each.square.neighbour(each.side)))
            for each in self.diamonds
        )
