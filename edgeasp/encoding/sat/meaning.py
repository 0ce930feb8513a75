"""The meaning of the variables of a formula, by which a model is read as a solution."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from edgeasp.encoding.sat.variables import Variables
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square
from edgeasp.system.errors import AnswerError


@dataclass(frozen=True, slots=True)
class TileRun:
    """Consecutive variables: the tile is, in any rotation, on the first square, on the second, and so on."""

    tile: int
    first: int
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class ColourRun:
    """Consecutive variables: the side of the square has the first colour, the second, and so on."""

    square: Square
    side: Side
    first: int
    colours: tuple[int, ...]


@dataclass(frozen=True)
class Meaning:
    """The variables that determine a solution; all others follow from them."""

    tiles: tuple[TileRun, ...]
    colours: tuple[ColourRun, ...]

    @cached_property
    def _tiles(self) -> dict[int, tuple[int, Square]]:
        return {run.first + k: (run.tile, square) for run in self.tiles for k, square in enumerate(run.squares)}

    @cached_property
    def _colours(self) -> dict[int, tuple[Square, Side, int]]:
        return {
            run.first + k: (run.square, run.side, colour)
            for run in self.colours
            for k, colour in enumerate(run.colours)
        }

    def solution(self, true: Collection[int], puzzle: Puzzle) -> Solution:
        """The solution that a model describes by its true variables, sorted by tile, with canonical rotations.

        Raises:
            AnswerError: a square does not have exactly one tile, a diamond does not have exactly one colour, or no
                rotation of a tile shows the colours around it. That is not a model of the formula.
        """
        colours: dict[tuple[Square, Side], int] = {}
        tiles: dict[Square, int] = {}
        for variable in true:
            if variable in self._tiles:
                tile, square = self._tiles[variable]
                if tiles.setdefault(square, tile) != tile:
                    raise AnswerError(f"expected one tile for {puzzle.place(square)}, found two")
            elif variable in self._colours:
                square, side, colour = self._colours[variable]
                if colours.setdefault((square, side), colour) != colour:
                    raise AnswerError(f"expected one colour for {puzzle.place(square)}, {side.word}, found two")
                colours[square.neighbour(side), side.opposite] = colour
        placements = [self._placement(square, tiles, colours, puzzle) for square in puzzle.squares()]
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))

    def _placement(
        self, square: Square, tiles: dict[Square, int], colours: dict[tuple[Square, Side], int], puzzle: Puzzle
    ) -> Placement:
        if square not in tiles:
            raise AnswerError(f"expected a tile for {puzzle.place(square)}, found none")
        around = []
        for side in Side:
            if side in puzzle.outer_sides(square) and puzzle.framed:
                around.append(FRAME)
            elif (square, side) in colours:
                around.append(colours[square, side])
            else:
                raise AnswerError(f"expected a colour for {puzzle.place(square)}, {side.word}, found none")
        for rot in puzzle.rotations(tiles[square]):
            placement = Placement(tiles[square], square, rot)
            if puzzle.diamonds_around(placement) == tuple(around):
                return placement
        shown = ", ".join(map(puzzle.colour, around))
        raise AnswerError(
            f"expected tile {puzzle.number(tiles[square])} on {puzzle.place(square)} to show {shown}; no rotation does"
        )


def meaning(variables: Variables) -> Meaning:
    """The meaning of numbered variables."""
    squares, diamonds = variables.candidates.squares, variables.candidates.diamonds
    tiles = [
        TileRun(tile, min(on.values()), tuple(squares[square] for square in on))
        for tile, on in enumerate(variables.tile)
        if on
    ]
    colours = [
        ColourRun(diamond.square, diamond.side, min(domain.values()), tuple(domain))
        for diamond, domain in zip(diamonds, variables.colour, strict=True)
        if domain
    ]
    return Meaning(tuple(tiles), tuple(colours))
