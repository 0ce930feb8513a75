"""Orders of squares: outward from clues, and the order with the fewest expected placements.

A part of a board that is filled outward grows as a square around each clue. It has almost the fewest fillings on the
way, by their expected numbers.

Row by row, what is filled has a short border; but a search that meets the clues early, and fills squares with many
known sides first, may lay a thousandth of the tiles. So several orders are made: row by row and column by column from
each corner, and compact ones, which begin in a corner or beside a clue and go on with the square that has most known
sides, of these with the nearest. The rough estimate of `fillings` leaves few of them for this one.
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

from edgeasp.puzzle.expected import Fillings, adjacent_squares, covers, log_nodes, log_sum, unsupported
from edgeasp.puzzle.model import Puzzle, Solution, Square
from edgeasp.system.limits import FOREVER, Deadline

# ---- outward ----

FEW_ORIGINS = 16
"""Origins that are compared with every square; among more, the nearest is searched for."""


def origins(clues: Solution) -> list[Square]:
    """The squares where a search begins, as in `asp/heuristic/outward.lp`: at the clues, or in a corner."""
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
    beside, above = abs(square.col - origin.col), abs(square.row - origin.row)
    return (beside, 0, square.col, above) if beside > above else (above, 1, square.row, beside)


def _near(origins: Sequence[Square]) -> Callable[[Square], Collection[Square]]:
    """The origins that may be the nearest to a square; with many of them, those at the least distance."""
    if len(origins) <= FEW_ORIGINS:
        return lambda _: origins
    every = frozenset(origins)

    def near(square: Square) -> Collection[Square]:
        for distance in count():
            if ring := every.intersection(_ring_of(square, distance)):
                return ring
        raise AssertionError  # there are origins

    return near


def _ring_of(square: Square, distance: int) -> Iterator[Square]:
    """The squares at a distance, a row or a column at most; also such as lie beyond the board."""
    col, row = square
    for step in range(-distance, distance + 1):
        yield Square(col + step, row - distance)
        yield Square(col + step, row + distance)
        yield Square(col - distance, row + step)
        yield Square(col + distance, row + step)


@dataclass(frozen=True, slots=True)
class Nodes:
    """The expected number of nodes of a search.

    Attributes:
        order: the order of squares: `row by row` or `outward`.
        log10: the decimal logarithm of the number.
        peak: the number of squares that are filled where most nodes are.
    """

    order: str
    log10: float
    peak: int


def expected_nodes(puzzle: Puzzle, clues: Solution = Solution()) -> tuple[Nodes, ...]:
    """Of a search row by row, and of one outward from the clues or a corner; nothing if the model does not apply."""
    if unsupported(puzzle) or not covers(puzzle):
        return ()
    squares = sorted(puzzle.grid.squares, key=lambda square: (square.row, square.col))
    orders = {"row by row": squares, "outward": growth(squares, origins(clues))}
    nodes = []
    for name, order in orders.items():
        logs = log_nodes(puzzle, order, clues)
        most = max(logs, default=-inf)
        if most == -inf:
            return ()
        import numpy as np

        nodes.append(Nodes(name, float(np.logaddexp.reduce(logs)) / log(10), logs.index(most) + 1))
    return tuple(nodes)


# ---- the order of the compiled search ----

MOST_STARTS = 24
"""Squares at which compact orders begin."""

WEIGHTS = (0.0, 0.5)
"""The weight of a side at the frame beside a side with a neighbour: its colour is known as well, but of few tiles."""

JUDGED = 4
"""Orders, the best by the rough estimate, that are judged by the other one."""

FEW = 3e7
"""Tiles by the rough estimate up to which it does: to judge orders takes as long as to place them, and seldom helps."""


class ScanOrder(NamedTuple):
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


def best_order(
    puzzle: Puzzle, clues: Solution = Solution(), share: Share | None = None, deadline: Deadline = FOREVER
) -> ScanOrder:
    """The best order that was found.

    Args:
        puzzle: the puzzle.
        clues: placements that are given.
        share: where only a part of all boards is scanned; of the whole if None.
        deadline: checked meanwhile.

    Raises:
        ValueError: the model of `expected_nodes` does not apply.
    """

    def shared(order: ScanOrder) -> ScanOrder:
        if share is None:
            return order
        both = zip(order.log_laid, share(order.squares), strict=True)
        return ScanOrder(order.squares, tuple(laid + part for laid, part in both))

    orders = sorted(map(shared, _rough(puzzle, clues, deadline)), key=_tiles)
    if orders[0].log_tiles <= log(FEW):
        return orders[0]
    judged = (ScanOrder(rough.squares, _log_nodes(puzzle, rough.squares, clues, deadline)) for rough in orders[:JUDGED])
    return min(map(shared, judged), key=_tiles)


@lru_cache(8)
def _rough(puzzle: Puzzle, clues: Solution, deadline: Deadline) -> list[ScanOrder]:
    """All orders with the rough estimate."""
    orders: dict[tuple[Square, ...], ScanOrder] = {}
    fillings = Fillings(puzzle, clues)
    for order in _scan_orders(puzzle, clues):
        deadline.check()
        if order not in orders:
            orders[order] = ScanOrder(order, tuple(fillings.logs(order)))
    return [*orders.values()]


@lru_cache(8 * JUDGED)
def _log_nodes(puzzle: Puzzle, order: tuple[Square, ...], clues: Solution, deadline: Deadline) -> tuple[float, ...]:
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
        return  # the scan lists candidates for each colour that the known sides may meet: of two, few enough
    corners = [Square(col, row) for col in (0, puzzle.cols - 1) for row in (0, puzzle.rows - 1)]
    beside = Counter(chain.from_iterable(adjacent_squares(puzzle.grid)[square] for square in on))
    starts = [*corners, *(square for square, _ in beside.most_common())]
    for start in [square for square in dict.fromkeys(starts) if square in left][:MOST_STARTS]:
        for weight in WEIGHTS:
            yield _compact(puzzle, empty, beside, start, weight)


def _compact(
    puzzle: Puzzle, empty: Sequence[Square], beside: Counter[Square], start: Square, weight: float
) -> tuple[Square, ...]:
    """From the start, always the square at the border of what is filled that has most known sides."""
    around = adjacent_squares(puzzle.grid)
    known = {square: beside[square] + weight * len(puzzle.grid.outer_sides(square)) for square in empty}

    def rank(square: Square) -> tuple[float, int, Square]:
        return -known[square], (square.col - start.col) ** 2 + (square.row - start.row) ** 2, square

    # A square at the border is there again whenever one more of its sides is known.
    border, order = [rank(start)], []
    while known:
        while border and known.get(border[0][2]) != -border[0][0]:
            heappop(border)
        # Clues may cut the board into parts.
        square = heappop(border)[2] if border else min(known, key=rank)
        order.append(square)
        del known[square]
        for beyond in around[square]:
            if beyond in known:
                known[beyond] += 1
                heappush(border, rank(beyond))
    return tuple(order)
