"""The placements that a puzzle allows, seen from each square and from each tile.

This is the half of the audit that knows the conditions of a puzzle. It imports the model and the checker of solutions,
and shares nothing with what writes formulas.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import contains

from edgeasp.puzzle.checker import allowed_outside
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Sign, Solution, Square

Look = tuple[Sides, object]
"""The appearance of a square: its colours, and what identical tiles have in common."""

Fact = tuple[object, ...]
"""Something that a variable may mean: `on`, `turned`, `colour` or `plus`, and of what."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions that a formula states.

    Attributes:
        puzzle: the puzzle.
        clues: placements that a board has to keep.
        anchor: a tile and the rotations that it may have; None if it may have all.
        colours: squares and sides that have a colour: a cube, as a split search has it.
        placements: with least rotations, that a board has if identical tiles lie in the order of the squares: a cube.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    anchor: tuple[int, tuple[int, ...]] | None = None
    colours: tuple[tuple[Square, Side, int], ...] = ()
    placements: tuple[Placement, ...] = ()

    @property
    def is_cube(self) -> bool:
        """Whether it is about some of the boards only."""
        return bool(self.colours or self.placements)


class Views:
    """The placements that the frame and the conditions allow, by square and by tile.

    A view is a square, with the placements that may lie there, or a tile, with the placements that it may have. Every
    board has exactly one placement of each view. A set of placements of a view is a number with a bit for each.

    Attributes:
        whole: by view the set of all its placements.
    """

    def __init__(self, conditions: Conditions) -> None:
        self.puzzle = puzzle = conditions.puzzle
        self._squares = {square: number for number, square in enumerate(puzzle.grid.squares)}
        self._appearances = [puzzle.appearance(tile) for tile in range(len(puzzle.tiles))]
        self._placements: list[list[Placement]] = [[] for _ in range(len(self._squares) + len(puzzle.tiles))]
        self._sets: dict[tuple[int, Fact], int] = {}
        for placement in _possible(conditions):
            for view in (self.of_square(placement.square), self.of_tile(placement.tile)):
                bit = 1 << len(self._placements[view])
                self._placements[view].append(placement)
                for fact in self._facts(placement):
                    self._sets[view, fact] = self._sets.get((view, fact), 0) | bit
        self.whole = [(1 << len(view)) - 1 for view in self._placements]

    def of_square(self, square: Square) -> int:
        """The number of the view of a square: squares are numbered row by row."""
        return self._squares[square]

    def of_tile(self, tile: int) -> int:
        """The number of the view of a tile: they follow those of the squares."""
        return len(self._squares) + tile

    def is_square(self, view: int) -> bool:
        """Whether the view is that of a square."""
        return view < len(self._squares)

    def _facts(self, placement: Placement) -> Iterator[Fact]:
        """All that is true once the placement lies on the board."""
        tile, square = placement.tile, placement.square
        sign = self.puzzle.tiles[tile].sign
        yield "on", tile, square
        yield "turned", tile, square, self.puzzle.sides(placement)
        for side, colour in zip(Side, _diamonds(self.puzzle, placement), strict=True):
            yield "colour", square, side, colour
        if sign is not None and (sign is Sign.PLUS) == square.even:
            yield ("plus",)

    def look(self, placement: Placement) -> Look:
        """The appearance of the square of a placement."""
        return self.puzzle.sides(placement), self._appearances[placement.tile]

    def having(self, view: int, fact: Fact) -> tuple[int, int]:
        """A view, and the set of its placements with which the fact is true."""
        return view, self._sets.get((view, fact), 0)

    def on(self, tile: int, square: Square) -> list[tuple[int, int]]:
        """By view the placements with which the tile is on the square."""
        fact = "on", tile, square
        return [self.having(self.of_square(square), fact), self.having(self.of_tile(tile), fact)]

    def turned(self, tile: int, square: Square, rot: int) -> list[tuple[int, int]]:
        """By view the placements with which the tile is on the square and shows the sides of the rotation."""
        fact = "turned", tile, square, self.puzzle.shown(tile, rot)
        return [self.having(self.of_square(square), fact), self.having(self.of_tile(tile), fact)]

    def colour(self, square: Square, side: Side, colour: int) -> list[tuple[int, int]]:
        """By view the placements with which the diamond at the side has the colour; both squares see it."""
        seen = [self.having(self.of_square(square), ("colour", square, side, colour))]
        beyond = self.puzzle.grid.neighbour(square, side)
        if beyond in self.puzzle.grid:
            seen.append(self.having(self.of_square(beyond), ("colour", beyond, side.opposite, colour)))
        return seen

    def plus(self) -> list[tuple[int, int]]:
        """By view the placements with which tiles with a plus are on even squares, those with a minus on odd ones."""
        views = map(self.of_tile, range(len(self.puzzle.tiles)))
        return [self.having(view, ("plus",)) for view, tile in zip(views, self.puzzle.tiles, strict=True) if tile.sign]

    def looks(self, view: int, placements: int) -> set[Look]:
        """The appearances of a set of placements of a view."""
        return {self.look(placement) for bit, placement in enumerate(self._placements[view]) if placements >> bit & 1}


def looks_of(puzzle: Puzzle, board: Solution) -> tuple[Look, ...]:
    """The appearance of a board, row by row: equal for two boards exactly if they are the same picture."""
    on = board.by_square()
    return tuple((puzzle.sides(on[square]), puzzle.appearance(on[square].tile)) for square in puzzle.grid.squares)


def _possible(conditions: Conditions) -> Iterator[Placement]:
    """The placements that the frame and the conditions allow, each with its least rotation."""
    puzzle = conditions.puzzle
    clues = {puzzle.canonical(clue) for clue in conditions.clues} | set(conditions.placements)
    used, taken = {clue.tile for clue in clues}, {clue.square for clue in clues}
    anchored, rotations = conditions.anchor or (-1, ())
    outer = puzzle.grid.outer_sides
    boundary = {
        square: [allowed_outside(puzzle, square, side) if side in outer(square) else () for side in Side]
        for square in puzzle.grid.squares
    }
    at_frame = sum(ends.count((FRAME,)) for ends in boundary.values())
    # If all zeros are at the frame, none is elsewhere.
    elsewhere = {*puzzle.side_colours} - ({FRAME} if puzzle.zeros <= at_frame else set())
    for square, ends in boundary.items():
        for tile in range(len(puzzle.tiles)):
            for rot in puzzle.rotations(tile):
                placement = Placement(tile, square, rot)
                otherwise_clued = (tile in used or square in taken) and placement not in clues
                if otherwise_clued or (tile == anchored and rot not in rotations):
                    continue
                fits = all(map(contains, (end or elsewhere for end in ends), puzzle.sides(placement)))
                if fits and _fits_colours(conditions, placement):
                    yield placement


def _fits_colours(conditions: Conditions, placement: Placement) -> bool:
    """Whether the diamonds around a placement get the colours that they have to have."""
    around, grid = _diamonds(conditions.puzzle, placement), conditions.puzzle.grid
    return all(
        around[side] == colour
        for place, towards, colour in conditions.colours
        for square, side in ((place, towards), (grid.neighbour(place, towards), towards.opposite))
        if square == placement.square
    )


def _diamonds(puzzle: Puzzle, placement: Placement) -> Sides:
    """The colours of the diamonds around: what their left or upper squares show, the partners of what these meet."""
    north, east, south, west = puzzle.sides(placement)
    return puzzle.partner(north), east, south, puzzle.partner(west)
