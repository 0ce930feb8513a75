"""The order in which the squares of a board are filled outward: a square grows around each origin.

Of the orders in which a filled part can grow from a corner, this one leaves almost the fewest fillings on the way, by
their expected numbers (`fillings.log_fillings`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import count

from edgeasp.puzzle.model import Solution, Square

FEW_ORIGINS = 16
"""Origins that are compared with every square; among more, the nearest is searched for."""


def origins(clues: Solution) -> list[Square]:
    """Where a search begins, as in `asp/heuristic/outward.lp`: at the clues, or in a corner."""
    return [clue.square for clue in clues] or [Square(0, 0)]


def growth(squares: Iterable[Square], origins: Sequence[Square]) -> list[Square]:
    """Squares in the order in which they are reached; as in `asp/heuristic/outward.lp`, but by columns and rows from 0.

    First the columns at either side of what is filled, then the rows above and below, and so on.
    """
    near = _near(origins)

    def place(square: Square) -> tuple[int, int, int, int]:
        return min(_place(square, origin) for origin in near(square))

    return sorted(squares, key=lambda square: (place(square), square.col, square.row))


def _place(square: Square, origin: Square) -> tuple[int, int, int, int]:
    """Where a square stands in the growth around an origin; the distance comes first."""
    beside, above = abs(square.col - origin.col), abs(square.row - origin.row)
    return (beside, 0, square.col, above) if beside > above else (above, 1, square.row, beside)


def _near(origins: Sequence[Square]) -> Callable[[Square], Collection[Square]]:
    """The origins that may be the nearest to a square; with many of them, those at the least distance."""
    if len(origins) <= FEW_ORIGINS:
        return lambda _: origins
    every = frozenset(origins)

    def near(square: Square) -> Collection[Square]:
        for distance in count():
            if found := every.intersection(_ring(square, distance)):
                return found
        raise AssertionError  # there are origins

    return near


def _ring(square: Square, distance: int) -> Iterator[Square]:
    """The squares at a distance, a row or a column at most; also such as lie beyond the board."""
    col, row = square
    for step in range(-distance, distance + 1):
        yield Square(col + step, row - distance)
        yield Square(col + step, row + distance)
        yield Square(col - distance, row + step)
        yield Square(col + distance, row + step)
