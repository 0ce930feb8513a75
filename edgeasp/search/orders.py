"""Orders in which a search fills the squares.

The order of `asp/heuristic/outward.lp` grows a square around each clue. Its expected number of partial fillings is
close to the smallest of all orders.

The compiled search uses the order with the fewest expected placements. An order row by row keeps the border of the
filled part short. But a search that reaches the clues early, and fills squares with many known sides first, may need
only a thousandth of the placements. So the candidates are orders row by row and column by column from each corner, and
compact orders. A compact order starts in a corner or next to a clue. It continues with the square that has the most
known sides, or with the one nearest to the start if several have equally many. The rough estimate of `ExpectedFillings`
selects a few orders for the better estimate of `log_nodes`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import chain, count
from math import inf, log
from operator import attrgetter
from typing import NamedTuple

from edgeasp.puzzle.expected import (
    ExpectedFillings,
    adjacent_squares,
    log_nodes,
    log_sum,
    model_applies,
    reason_unsupported,
)
from edgeasp.puzzle.model import Puzzle, Solution, Square
from edgeasp.system.limits import FOREVER, Deadline

# ---- growth around clues ----

FEW_ORIGINS = 16
"""Greatest number of origins that are compared with every square. With more, the nearest is searched for."""


def start_squares(clues: Solution) -> list[Square]:
    """Return the squares of the clues, or else a corner.

    A search starts there with the heuristic of `asp/heuristic/outward.lp`.
    """
    return [clue.square for clue in clues] or [Square(0, 0)]


def growth_order(squares: Iterable[Square], origins: Sequence[Square]) -> list[Square]:
    """Order squares by growth around the origins.

    As with the heuristic of `asp/heuristic/outward.lp`, the filled part grows by the columns on either side, then by
    the rows above and below, and so on. Columns and rows are numbered from 0.
    """
    near = _nearest_origins(origins)

    def place(square: Square) -> tuple[int, int, int, int]:
        return min(_growth_key(square, origin) for origin in near(square))

    return sorted(squares, key=lambda square: (place(square), square.col, square.row))


def _growth_key(square: Square, origin: Square) -> tuple[int, int, int, int]:
    beside, above = abs(square.col - origin.col), abs(square.row - origin.row)
    return (beside, 0, square.col, above) if beside > above else (above, 1, square.row, beside)


def _nearest_origins(origins: Sequence[Square]) -> Callable[[Square], Collection[Square]]:
    if len(origins) <= FEW_ORIGINS:
        return lambda _: origins
    every = frozenset(origins)

    def near(square: Square) -> Collection[Square]:
        for distance in count():
            if ring := every.intersection(_squares_at_distance(square, distance)):
                return ring
        raise AssertionError  # unreachable: `start_squares` never returns an empty list

    return near


def _squares_at_distance(square: Square, distance: int) -> Iterator[Square]:
    # Squares at this Chebyshev distance. Some are not on the board.
    col, row = square
    for step in range(-distance, distance + 1):
        yield Square(col + step, row - distance)
        yield Square(col + step, row + distance)
        yield Square(col - distance, row + step)
        yield Square(col + distance, row + step)


@dataclass(frozen=True, slots=True)
class ExpectedNodes:
    """Expected number of nodes of a search.

    Attributes:
        order: the order of squares: `row by row` or `outward`.
        log10: the decimal logarithm of the expected number of nodes.
        peak: the number of filled squares at which most nodes are expected.
    """

    order: str
    log10: float
    peak: int


def expected_nodes(puzzle: Puzzle, clues: Solution = Solution()) -> tuple[ExpectedNodes, ...]:
    """Estimate how many nodes searches have, by order.

    Returns:
        The estimate for each order, `row by row` and `outward`. Empty if the model does not apply to the puzzle.
    """
    if reason_unsupported(puzzle) or not model_applies(puzzle):
        return ()
    squares = sorted(puzzle.grid.squares, key=lambda square: (square.row, square.col))
    orders = {"row by row": squares, "outward": growth_order(squares, start_squares(clues))}
    nodes = []
    for name, order in orders.items():
        logs = log_nodes(puzzle, order, clues)
        most = max(logs, default=-inf)
        if most == -inf:
            return ()
        # Most commands do without numpy, whose import takes a tenth of a second.
        import numpy as np

        nodes.append(ExpectedNodes(name, float(np.logaddexp.reduce(logs)) / log(10), logs.index(most) + 1))
    return tuple(nodes)


# ---- the order of the compiled search ----

MOST_STARTS = 24
"""Greatest number of squares from which compact orders start."""

WEIGHTS = (0.0, 0.5)
"""Weights of a side on the boundary, relative to a side with a neighbour.

The colour of a boundary side is known too, but few tiles have it.
"""

JUDGED = 4
"""Number of orders, best by the rough estimate, for which the better estimate is computed."""

FEW = 3e7
"""Expected number of tiles up to which the rough estimate decides.

The better estimate would take as long as the search itself, and seldom helps.
"""


class ScanOrder(NamedTuple):
    """Order in which the compiled search fills squares, with its cost.

    Attributes:
        squares: the squares without a clue.
        log_laid: natural logarithm of the expected number of placements on each square.
    """

    squares: tuple[Square, ...]
    log_laid: tuple[float, ...]

    @property
    def log_tiles(self) -> float:
        """The natural logarithm of the expected number of placed tiles."""
        return log_sum(self.log_laid)

    @property
    def log_solutions(self) -> float:
        """The natural logarithm of the expected number of solutions."""
        return self.log_laid[-1] if self.log_laid else 0.0

    def prefix_length(self, parts: int) -> int:
        """Return the length of the shortest prefix with `parts` fillings.

        The expected number of fillings is compared with `parts`. If every prefix has fewer, returns the length of the
        prefix with the most. The whole order does not count as a prefix.
        """
        laid = self.log_laid[:-1]
        enough = (number for number, value in enumerate(laid, 1) if value >= log(parts))
        return next(enough, laid.index(max(laid)) + 1 if laid else 0)


_tiles = attrgetter("log_tiles")


Share = Callable[[Sequence[Square]], Sequence[float]]
"""Maps an order to the natural logarithm of the fraction of fillings that are searched, after each square."""


def best_scan_order(
    puzzle: Puzzle, clues: Solution = Solution(), share: Share | None = None, deadline: Deadline = FOREVER
) -> ScanOrder:
    """Return the order with the fewest expected placements.

    Args:
        puzzle: the puzzle.
        clues: fixed placements.
        share: function that returns the logarithm of the fraction of fillings to search, see `Share`. None to search
            all fillings.
        deadline: limits, checked periodically.

    Raises:
        ValueError: the model of `expected_nodes` does not apply.
    """

    def scale_to_share(order: ScanOrder) -> ScanOrder:
        if share is None:
            return order
        both = zip(order.log_laid, share(order.squares), strict=True)
        return ScanOrder(order.squares, tuple(laid + part for laid, part in both))

    orders = sorted(map(scale_to_share, _estimate_orders_roughly(puzzle, clues, deadline)), key=_tiles)
    if orders[0].log_tiles <= log(FEW):
        return orders[0]
    judged = (
        ScanOrder(rough.squares, _cached_log_nodes(puzzle, rough.squares, clues, deadline)) for rough in orders[:JUDGED]
    )
    return min(map(scale_to_share, judged), key=_tiles)


@lru_cache(8)
def _estimate_orders_roughly(puzzle: Puzzle, clues: Solution, deadline: Deadline) -> list[ScanOrder]:
    orders: dict[tuple[Square, ...], ScanOrder] = {}
    fillings = ExpectedFillings(puzzle, clues)
    for order in _scan_orders(puzzle, clues):
        deadline.check()
        if order not in orders:
            orders[order] = ScanOrder(order, tuple(fillings.log_counts(order)))
    return [*orders.values()]


@lru_cache(8 * JUDGED)
def _cached_log_nodes(
    puzzle: Puzzle, order: tuple[Square, ...], clues: Solution, deadline: Deadline
) -> tuple[float, ...]:
    return tuple(log_nodes(puzzle, order, clues, deadline))


def _scan_orders(puzzle: Puzzle, clues: Solution) -> Iterator[tuple[Square, ...]]:
    on = clues.by_square()
    empty = [square for square in puzzle.grid.squares if square not in on]
    rows = [[Square(col, row) for col in range(puzzle.cols)] for row in range(puzzle.rows)]
    left = set(empty)
    for lines in (rows, [list(column) for column in zip(*rows, strict=True)]):
        for board in (lines, lines[::-1]):
            yield tuple(square for line in board for square in line if square in left)
            yield tuple(square for line in board for square in reversed(line) if square in left)
    if not puzzle.paired:
        # The compiled search lists candidates for each combination of colours that the known sides may match. If a
        # colour matches several others, only two known sides leave few enough combinations.
        return
    corners = [Square(col, row) for col in (0, puzzle.cols - 1) for row in (0, puzzle.rows - 1)]
    beside = Counter(chain.from_iterable(adjacent_squares(puzzle.grid)[square] for square in on))
    starts = [*corners, *(square for square, _ in beside.most_common())]
    for start in [square for square in dict.fromkeys(starts) if square in left][:MOST_STARTS]:
        for weight in WEIGHTS:
            yield _compact_order(puzzle, empty, beside, start, weight)


def _compact_order(
    puzzle: Puzzle, empty: Sequence[Square], beside: Counter[Square], start: Square, weight: float
) -> tuple[Square, ...]:
    # Continue with the square on the border of the filled part that has the most known sides.
    around = adjacent_squares(puzzle.grid)
    known = {square: beside[square] + weight * len(puzzle.grid.outer_sides(square)) for square in empty}

    def rank(square: Square) -> tuple[float, int, Square]:
        return -known[square], (square.col - start.col) ** 2 + (square.row - start.row) ** 2, square

    # A square enters the heap again whenever one more of its sides is known. Outdated entries are skipped.
    border, order = [rank(start)], []
    while known:
        while border and known.get(border[0][2]) != -border[0][0]:
            heappop(border)
        # Clues may separate the free squares into regions.
        square = heappop(border)[2] if border else min(known, key=rank)
        order.append(square)
        del known[square]
        for beyond in around[square]:
            if beyond in known:
                known[beyond] += 1
                heappush(border, rank(beyond))
    return tuple(order)
