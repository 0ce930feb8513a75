"""The places of a board that take one colour each, and the four places around each square."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from edgeasp.puzzle.model import Side, Square

FourPlaces = tuple[int, int, int, int]


class PlaceKind(Enum):
    """The kind of a place."""

    BORDER = "border"
    """A diamond between two squares that touch the same edge of a framed board."""
    INNER = "inner"
    """Any other diamond."""
    OUTSIDE = "outside"
    """A side on the outside of an unframed board."""
    FRAME = "frame"
    """The whole outside of a framed board, as one place."""


@dataclass(frozen=True)
class Places:
    """The places of a board, numbered in the order of the squares row by row, clockwise around each.

    Attributes:
        kinds: the kind of each place; on a framed board the last place is the frame.
        around: for each square, row by row, the places to its north, east, south and west.
    """

    kinds: tuple[PlaceKind, ...]
    around: tuple[FourPlaces, ...]

    def of_kind(self, kind: PlaceKind) -> list[int]:
        """All places of a kind."""
        return [place for place, found in enumerate(self.kinds) if found is kind]

    def adjacent_squares(self) -> list[list[int]]:
        """For each place the squares it touches, as indices of `around`."""
        squares: list[list[int]] = [[] for _ in self.kinds]
        for square, places in enumerate(self.around):
            for place in places:
                squares[place].append(square)
        return squares


@lru_cache(maxsize=16)
def places_of_board(cols: int, rows: int, *, framed: bool) -> Places:
    """The places of a board of `cols` x `rows` squares."""

    def outside(square: Square) -> bool:
        return not (0 <= square.col < cols and 0 <= square.row < rows)

    def edges(square: Square) -> set[Side]:
        return {side for side in Side if outside(square.neighbour(side))}

    places: dict[tuple[Square, Side], int] = {}
    kinds: list[PlaceKind] = []
    squares = [Square(col, row) for row in range(rows) for col in range(cols)]
    for square in squares:
        for side in Side:
            beyond = square.neighbour(side)
            if (beyond, side.opposite) in places:
                places[square, side] = places[beyond, side.opposite]
                continue
            if outside(beyond) and framed:
                continue
            places[square, side] = len(kinds)
            along = framed and edges(square) & edges(beyond)
            kinds.append(PlaceKind.OUTSIDE if outside(beyond) else PlaceKind.BORDER if along else PlaceKind.INNER)
    last = len(kinds)
    around = [[places.get((square, side), last) for side in Side] for square in squares]
    return Places((*kinds, *[PlaceKind.FRAME] * framed), tuple((n, e, s, w) for n, e, s, w in around))
