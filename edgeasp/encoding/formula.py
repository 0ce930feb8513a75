"""A puzzle as a formula, and a model of it as a solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from edgeasp.encoding import cnf_encodings
from edgeasp.encoding.cnf_encodings import Clause, Variables, number_variables
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square
from edgeasp.system.errors import AnswerError, EncodingError


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
                    raise AnswerError(f"expected one tile for {puzzle.names.place(square)}, found two")
            elif variable in self._colours:
                square, side, colour = self._colours[variable]
                if colours.setdefault((square, side), colour) != colour:
                    raise AnswerError(f"expected one colour for {puzzle.names.place(square)}, {side.word}, found two")
                colours[square.neighbour(side), side.opposite] = colour
        placements = [self._placement(square, tiles, colours, puzzle) for square in puzzle.grid.squares]
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))

    def _placement(
        self, square: Square, tiles: dict[Square, int], colours: dict[tuple[Square, Side], int], puzzle: Puzzle
    ) -> Placement:
        if square not in tiles:
            raise AnswerError(f"expected a tile for {puzzle.names.place(square)}, found none")
        around = []
        for side in Side:
            if side in puzzle.grid.outer_sides(square) and puzzle.framed:
                around.append(FRAME)
            elif (square, side) in colours:
                around.append(colours[square, side])
            else:
                raise AnswerError(f"expected a colour for {puzzle.names.place(square)}, {side.word}, found none")
        for rot in puzzle.rotations(tiles[square]):
            placement = Placement(tiles[square], square, rot)
            if puzzle.diamonds_around(placement) == tuple(around):
                return placement
        names, shown = puzzle.names, ", ".join(map(puzzle.names.colour, around))
        where = f"tile {names.number(tiles[square])} on {names.place(square)}"
        raise AnswerError(f"expected {where} to show {shown}; no rotation does")


ENCODINGS = {
    "heule-cmp": "Heule 2008: tiles on squares, colours on diamonds, no rotations",
    "heule-fbc": "heule-cmp, and a tile forbids the colours that it lacks",
    "heule-exp": "heule-cmp, and no tile is on two squares",
    "heule-all": "heule-cmp with the clauses of both",
    "direct": "heule-exp with a variable for each rotation of a tile",
}


@dataclass(frozen=True)
class Formula:
    """A puzzle with its clues in one of the `ENCODINGS`.

    The models are the boards, each once: identical tiles without a clue are in the order of the squares.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    encoding: str = "heule-all"

    def __post_init__(self) -> None:
        if self.encoding not in ENCODINGS:
            raise EncodingError(f"expected a CNF encoding ({', '.join(ENCODINGS)}), found {self.encoding!a}")

    @cached_property
    def variables(self) -> Variables:
        """The variables with their numbers."""
        return number_variables(Candidates(self.puzzle), placements=self.encoding == "direct")

    @cached_property
    def meaning(self) -> Meaning:
        """The meaning of the variables."""
        squares, diamonds = self.variables.candidates.squares, self.variables.candidates.diamonds
        tiles = [
            TileRun(tile, min(on.values()), tuple(squares[square] for square in on))
            for tile, on in enumerate(self.variables.tile)
            if on
        ]
        colours = [
            ColourRun(diamond.square, diamond.side, min(domain.values()), tuple(domain))
            for diamond, domain in zip(diamonds, self.variables.colour, strict=True)
            if domain
        ]
        return Meaning(tuple(tiles), tuple(colours))

    def clauses(self) -> Iterator[Clause]:
        """All clauses, generated one by one: there may be many millions."""
        variables = self.variables
        one_square = self.encoding not in ("heule-cmp", "heule-fbc")
        yield from cnf_encodings.covering(variables)
        # As there are as many tiles as squares, one square a tile implies one tile a square.
        apart = cnf_encodings.one_square_a_tile if one_square else cnf_encodings.same_colours_apart
        yield from apart(variables)
        yield from cnf_encodings.one_colour_a_diamond(variables)
        if self.encoding == "direct":
            yield from cnf_encodings.some_rotation(variables)
            yield from cnf_encodings.colours_around_placements(variables)
        else:
            yield from cnf_encodings.colours_around_tiles(variables)
        if self.encoding in ("heule-fbc", "heule-all"):
            yield from cnf_encodings.lacking_colours(variables)
        yield from cnf_encodings.signs(variables)
        yield from cnf_encodings.identical_tiles_in_order(variables, self.clues)
        yield from cnf_encodings.clues(variables, self.clues)

    def other_boards(self, true: Set[int]) -> Clause:
        """The clause that excludes the board with these true variables: models of any other board satisfy it.

        Boards differ in the colour of a diamond, or in the signs of tiles of the same colours.
        """
        colours = chain.from_iterable(domain.values() for domain in self.variables.colour)
        clause = [-colour for colour in colours if colour in true]
        # For each square whose tile has the colours of tiles with another sign: that one of those is on it.
        tiles, on = self.puzzle.tiles, self.variables.tile
        for group in cnf_encodings.same_colours(self.puzzle):
            for tile in group:
                others = [other for other in group if tiles[other].sign is not tiles[tile].sign]
                for square in [square for square, variable in on[tile].items() if others and variable in true]:
                    clause += (on[other][square] for other in others)
        return tuple(clause)
