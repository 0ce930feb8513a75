"""The order of squares in which a search that learns nothing is expected to lay the fewest tiles.

Row by row, what is filled has a short border; but a search that meets the clues early, and fills squares with many
known sides first, may lay a thousandth of the tiles. So several orders are made: row by row and column by column from
each corner, and compact ones, which begin in a corner or beside a clue and go on with the square that has most known
sides, of these with the nearest. The rough estimate of `fillings` leaves few of them for that of `expected_nodes`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from operator import attrgetter

from edgeasp.puzzle.expected_nodes import log_nodes
from edgeasp.puzzle.fillings import log_fillings, log_sum
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square

MOST_STARTS = 24
"""Squares at which compact orders begin."""

WEIGHTS = (0.0, 0.5)
"""The weight of a side at the frame beside a side with a neighbour: its colour is known as well, but of few tiles."""

JUDGED = 4
"""Orders, the best by the rough estimate, that are judged by the other one."""

FEW = 1e6
"""Tiles laid, by the rough estimate, up to which it does: to judge orders takes longer than to lay as many."""


@dataclass(frozen=True, slots=True)
class ScanOrder:
    """An order of squares, and what is expected of it.

    Attributes:
        squares: those that hold no clue.
        log_laid: the natural logarithm of the number of tiles that are expected to be laid on each of them.
    """

    squares: tuple[Square, ...]
    log_laid: tuple[float, ...]

    @property
    def log_tiles(self) -> float:
        """The same of the number of all tiles laid."""
        return log_sum(self.log_laid)

    @property
    def log_solutions(self) -> float:
        """The same of the number of solutions."""
        return self.log_laid[-1] if self.log_laid else 0.0

    def prefix(self, parts: int) -> int:
        """The number of first squares, not all, whose fillings are expected to be so many, or as many as can be."""
        laid = self.log_laid[:-1]
        enough = (number for number, value in enumerate(laid, 1) if value >= log(parts))
        return next(enough, laid.index(max(laid)) + 1 if laid else 0)


_tiles = attrgetter("log_tiles")


Share = Callable[[Sequence[Square]], Sequence[float]]
"""The logarithms of the parts of all fillings that count, after each square of an order."""


def best_order(puzzle: Puzzle, clues: Solution = Solution(), share: Share | None = None) -> ScanOrder:
    """The best order that was found.

    Args:
        puzzle: the puzzle.
        clues: placements that are given.
        share: where only a part of all boards is scanned; of the whole if None.

    Raises:
        ValueError: the model of `expected_nodes` does not apply.
    """

    def shared(order: ScanOrder) -> ScanOrder:
        if share is None:
            return order
        both = zip(order.log_laid, share(order.squares), strict=True)
        return ScanOrder(order.squares, tuple(laid + part for laid, part in both))

    orders = sorted(map(shared, _rough(puzzle, clues)), key=_tiles)
    if orders[0].log_tiles <= log(FEW):
        return orders[0]
    judged = (ScanOrder(rough.squares, _log_nodes(puzzle, rough.squares, clues)) for rough in orders[:JUDGED])
    return min(map(shared, judged), key=_tiles)


@lru_cache(8)
def _rough(puzzle: Puzzle, clues: Solution) -> list[ScanOrder]:
    """All orders with the rough estimate."""
    orders = dict.fromkeys(_orders(puzzle, clues))
    return [ScanOrder(order, tuple(log_fillings(puzzle, order, clues))) for order in orders]


@lru_cache(8 * JUDGED)
def _log_nodes(puzzle: Puzzle, order: tuple[Square, ...], clues: Solution) -> tuple[float, ...]:
    return tuple(log_nodes(puzzle, order, clues))


def _orders(puzzle: Puzzle, clues: Solution) -> Iterator[tuple[Square, ...]]:
    on = clues.by_square()
    empty = [square for square in puzzle.grid.squares if square not in on]
    rows = [[Square(col, row) for col in range(puzzle.cols)] for row in range(puzzle.rows)]
    for lines in (rows, [list(column) for column in zip(*rows, strict=True)]):
        for board in (lines, lines[::-1]):
            yield tuple(square for line in board for square in line if square not in on)
            yield tuple(square for line in board for square in reversed(line) if square not in on)
    corners = [Square(col, row) for col in (0, puzzle.cols - 1) for row in (0, puzzle.rows - 1)]
    beside = Counter(square.neighbour(side) for square in on for side in Side)
    starts = [*corners, *(square for square, _ in beside.most_common() if square in puzzle.grid)]
    for start in [square for square in dict.fromkeys(starts) if square not in on][:MOST_STARTS]:
        for weight in WEIGHTS:
            yield _compact(puzzle, empty, beside, start, weight)


def _compact(
    puzzle: Puzzle, empty: Sequence[Square], beside: Counter[Square], start: Square, weight: float
) -> tuple[Square, ...]:
    """From the start, always the square at the border of what is filled that has most known sides."""
    known = {square: beside[square] + weight * len(puzzle.grid.outer_sides(square)) for square in empty}
    border, order = {start}, []

    def rank(square: Square) -> tuple[float, int, Square]:
        return -known[square], (square.col - start.col) ** 2 + (square.row - start.row) ** 2, square

    while known:
        # Clues may cut the board into parts.
        square = min(border or known, key=rank)
        order.append(square)
        border.discard(square)
        del known[square]
        for side in Side:
            beyond = square.neighbour(side)
            if beyond in known:
                known[beyond] += 1
                border.add(beyond)
    return tuple(order)
