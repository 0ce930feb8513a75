"""The order in which the squares of a board are filled outward: a square grows around each origin.

Of the orders in which a filled part can grow from a corner, this one leaves almost the fewest fillings on the way, by
their expected numbers (`fillings.log_fillings`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edgeasp.puzzle.model import Solution, Square


def origins(clues: Solution) -> list[Square]:
    """Where a search begins, as in `asp/heuristic/outward.lp`: at the clues, or in a corner."""
    return [clue.square for clue in clues] or [Square(0, 0)]


def growth(squares: Iterable[Square], origins: Sequence[Square]) -> list[Square]:
    """Squares in the order in which they are reached; as in `asp/heuristic/outward.lp`, but by columns and rows from 0.

    First the columns at either side of what is filled, then the rows above and below, and so on.
    """

    def place(square: Square, origin: Square) -> tuple[int, int, int, int]:
        beside, above = abs(square.col - origin.col), abs(square.row - origin.row)
        return (beside, 0, square.col, above) if beside > above else (above, 1, square.row, beside)

    return sorted(
        squares, key=lambda square: (min(place(square, origin) for origin in origins), square.col, square.row)
    )
