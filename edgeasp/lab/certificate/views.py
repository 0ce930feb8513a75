"""Placements that a puzzle allows on each square and for each tile.

The audit takes the conditions of a puzzle from here. This module imports the model and the checker of solutions, and
shares nothing with the code that writes formulas.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import contains

from edgeasp.puzzle.checker import boundary_colours
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Sign, Solution, Square

Appearance = tuple[Sides, object]
"""Appearance of a placement: its colours, and a key that identical tiles share."""

Property = tuple[object, ...]
"""Property of a placement that a variable may mean: `on`, `turned`, `colour` or `plus`, and its arguments."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions on the boards of a certificate.

    Attributes:
        puzzle: puzzle to solve.
        clues: placements that every board must contain.
        anchor: a tile and its allowed rotations. They admit only one rotation of each board. None for no anchor.
        colours: colours that a cube of a split search fixes, each with its square and side. Empty without such a cube.
        placements: placements that the cube fixes, in canonical rotation. Identical tiles follow the squares' order.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    anchor: tuple[int, tuple[int, ...]] | None = None
    colours: tuple[tuple[Square, Side, int], ...] = ()
    placements: tuple[Placement, ...] = ()

    @property
    def is_cube(self) -> bool:
        """Whether the conditions restrict the boards to a cube."""
        return bool(self.colours or self.placements)


class PlacementViews:
    """Allowed placements of each square and of each tile.

    A *view* is a square or a tile. Every board has exactly one placement of each view. Views are numbered, squares
    first. A set of placements of a view is an integer with a bit for each placement. Methods that find placements
    return them once per view: a list of pairs of a view's number and a set of its placements.

    Attributes:
        whole: for each view, the set of all its allowed placements.
    """

    def __init__(self, conditions: Conditions) -> None:
        self.puzzle = puzzle = conditions.puzzle
        self._squares = {square: number for number, square in enumerate(puzzle.grid.squares)}
        self._appearances = [puzzle.appearance(tile) for tile in range(len(puzzle.tiles))]
        self._placements: list[list[Placement]] = [[] for _ in range(len(self._squares) + len(puzzle.tiles))]
        self._sets: dict[tuple[int, Property], int] = {}
        for placement in _possible_placements(conditions):
            for view in (self.view_of_square(placement.square), self.view_of_tile(placement.tile)):
                bit = 1 << len(self._placements[view])
                self._placements[view].append(placement)
                for fact in self._placement_properties(placement):
                    self._sets[view, fact] = self._sets.get((view, fact), 0) | bit
        self.whole = [(1 << len(view)) - 1 for view in self._placements]

    def view_of_square(self, square: Square) -> int:
        """Return the number of a square's view."""
        return self._squares[square]

    def view_of_tile(self, tile: int) -> int:
        """Return the number of a tile's view, after the squares."""
        return len(self._squares) + tile

    def is_square(self, view: int) -> bool:
        """Whether a view is a square rather than a tile."""
        return view < len(self._squares)

    def _placement_properties(self, placement: Placement) -> Iterator[Property]:
        tile, square = placement.tile, placement.square
        sign = self.puzzle.tiles[tile].sign
        yield "on", tile, square
        yield "turned", tile, square, self.puzzle.sides(placement)
        for side, colour in zip(Side, _diamond_colours(self.puzzle, placement), strict=True):
            yield "colour", square, side, colour
        if sign is not None and (sign is Sign.PLUS) == square.even:
            yield ("plus",)

    def appearance(self, placement: Placement) -> Appearance:
        """Return how a placement looks on a board."""
        return self.puzzle.sides(placement), self._appearances[placement.tile]

    def _subset_with(self, view: int, fact: Property) -> tuple[int, int]:
        """Find the placements of a view that have a property."""
        return view, self._sets.get((view, fact), 0)

    def placements_of_tile(self, tile: int, square: Square) -> list[tuple[int, int]]:
        """Find the placements of a tile on a square."""
        fact = "on", tile, square
        return [self._subset_with(self.view_of_square(square), fact), self._subset_with(self.view_of_tile(tile), fact)]

    def placements_turned(self, tile: int, square: Square, rot: int) -> list[tuple[int, int]]:
        """Find a tile's placements on a square with identical sides."""
        fact = "turned", tile, square, self.puzzle.shown(tile, rot)
        return [self._subset_with(self.view_of_square(square), fact), self._subset_with(self.view_of_tile(tile), fact)]

    def placements_showing(self, square: Square, side: Side, colour: int) -> list[tuple[int, int]]:
        """Find the placements that show a colour on a diamond."""
        seen = [self._subset_with(self.view_of_square(square), ("colour", square, side, colour))]
        beyond = self.puzzle.grid.neighbour(square, side)
        if beyond in self.puzzle.grid:
            seen.append(self._subset_with(self.view_of_square(beyond), ("colour", beyond, side.opposite, colour)))
        return seen

    def placements_with_plus(self) -> list[tuple[int, int]]:
        """Find the placements for which plus is on even squares."""
        views = map(self.view_of_tile, range(len(self.puzzle.tiles)))
        return [
            self._subset_with(view, ("plus",)) for view, tile in zip(views, self.puzzle.tiles, strict=True) if tile.sign
        ]

    def appearances(self, view: int, placements: int) -> set[Appearance]:
        """Return the distinct appearances of a set of placements."""
        return {self.appearance(placed) for bit, placed in enumerate(self._placements[view]) if placements >> bit & 1}


def board_appearance(puzzle: Puzzle, board: Solution) -> tuple[Appearance, ...]:
    """Return the appearance of a board, as a key."""
    on = board.by_square()
    return tuple((puzzle.sides(on[square]), puzzle.appearance(on[square].tile)) for square in puzzle.grid.squares)


def _possible_placements(conditions: Conditions) -> Iterator[Placement]:
    puzzle = conditions.puzzle
    clues = {puzzle.canonical(clue) for clue in conditions.clues} | set(conditions.placements)
    used, taken = {clue.tile for clue in clues}, {clue.square for clue in clues}
    anchored, rotations = conditions.anchor or (-1, ())
    outer = puzzle.grid.outer_sides
    boundary = {
        square: [boundary_colours(puzzle, square, side) if side in outer(square) else () for side in Side]
        for square in puzzle.grid.squares
    }
    at_frame = sum(ends.count((FRAME,)) for ends in boundary.values())
    # If the frame takes all zeros, an inner side cannot be 0.
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
    around, grid = _diamond_colours(conditions.puzzle, placement), conditions.puzzle.grid
    return all(
        around[side] == colour
        for place, towards, colour in conditions.colours
        for square, side in ((place, towards), (grid.neighbour(place, towards), towards.opposite))
        if square == placement.square
    )


def _diamond_colours(puzzle: Puzzle, placement: Placement) -> Sides:
    # Where two partner colours match, a diamond is named by the colour on its left or upper square.
    north, east, south, west = puzzle.sides(placement)
    return puzzle.partner(north), east, south, puzzle.partner(west)
