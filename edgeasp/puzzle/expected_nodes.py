"""The expected number of nodes of a search square by square, and the order in which it lays the fewest tiles.

A node is a placement that matches what lies around it. So a search has as many nodes at its k-th square as there are
ways to fill the first k squares, and Brendan Owen's polynomials give the probability that the diamonds between these
match: V(i,m) = sum_j V(i-1,m-j) P(s_i,2j) C(m,j) for m diamonds and the first i colours, of which colour i is on s_i
sides; in the ring, with P(c_i,j) P(a_i,j) for the sides that face clockwise and anticlockwise. A side that meets a clue
has to have one colour, which takes one more factor of P.

Identical tiles count apart, and so do all rotations of a tile.

Row by row, what is filled has a short border; but a search that meets the clues early, and fills squares with many
known sides first, may lay a thousandth of the tiles. So several orders are made: row by row and column by column from
each corner, and compact ones, which begin in a corner or beside a clue and go on with the square that has most known
sides, of these with the nearest. The rough estimate of `fillings` leaves few of them for this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, lgamma, log
from operator import attrgetter
from typing import TYPE_CHECKING

from edgeasp.puzzle.counting import Pool, Pools, ask, kind, kind_of, no_pools, pool_of, pools
from edgeasp.puzzle.fillings import growth, log_fillings, log_of, log_sum, origins
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


MOST_TILES = 1_024
"""Tiles of a board up to which the estimate takes about a second."""


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
    if not covers(puzzle):
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


def log_nodes(puzzle: Puzzle, order: Sequence[Square], clues: Solution = Solution()) -> list[float]:
    """The natural logarithm of the expected number of nodes at each square of an order that holds no clue.

    Raises:
        ValueError: the tiles do not determine which sides lie in the ring.
    """
    used, on = [clue.tile for clue in clues], clues.by_square()
    grid = puzzle.grid
    tiles = Counter(kind_of(puzzle, grid.outer_sides(square)) for square in grid.squares if square not in on)
    model = _Model(puzzle, pools(puzzle, used))
    filled: set[Square] = set()
    inside, asked = Counter[str](), no_pools(puzzle)
    ways, logs = 0.0, []
    for square in order:
        if square in on:
            continue
        here = kind_of(puzzle, puzzle.grid.outer_sides(square))
        # A tile at the frame has one rotation that fits, another one four, if it may be turned.
        ways += log_of(tiles[here] * (4 if puzzle.turning and not here else 1))
        tiles[here] -= 1
        for side in Side:
            beyond = square.neighbour(side)
            if beyond in filled:
                inside[pool_of(puzzle, puzzle.grid.outer_sides(square), side)[0]] += 1
            elif beyond in on:
                ask(asked, puzzle, on[beyond], side.opposite)
        filled.add(square)
        logs.append(ways + sum(model.log_chance(name, inside[name], sides) for name, sides in asked.items()))
    return logs


def covers(puzzle: Puzzle) -> bool:
    """Whether the model applies: to boards up to `MOST_TILES`, without signs, and in a frame no frame colour inside."""
    if len(puzzle.tiles) > MOST_TILES or puzzle.signed:
        return False
    exact = puzzle.zeros == puzzle.grid.outside and all(kind(tile) is not None for tile in puzzle.tiles)
    return exact or not puzzle.framed


class _Model:
    """The probabilities that diamonds match; each product of polynomials is made once for what clues ask for."""

    def __init__(self, puzzle: Puzzle, left: Pools) -> None:
        self._puzzle, self._left = puzzle, left
        self._known: dict[tuple[object, ...], NDArray[np.float64]] = {}

    def log_chance(self, name: str, diamonds: int, asked: Pool) -> float:
        """The logarithm of the chance that so many diamonds of a pool match, and the sides that are asked for."""
        left = self._left[name]
        weights = self._weights(name, asked)
        if diamonds >= len(weights):
            return -inf
        if left.other is None or asked.other is None:
            drawn = _log_falling(left.one.total(), 2 * diamonds + asked.one.total())
        else:
            drawn = _log_falling(left.one.total(), diamonds + asked.one.total())
            drawn += _log_falling(left.other.total(), diamonds + asked.other.total())
        return float(weights[diamonds]) + lgamma(diamonds + 1) - drawn

    def _weights(self, name: str, asked: Pool) -> NDArray[np.float64]:
        """The logarithms of the coefficients of a product that has a polynomial for each colour.

        Its coefficient for j diamonds is P(s,2j+w) / j! if a colour is on s sides, of which w are asked for. For two
        partners it is P(s,j+w) P(s',j+w') 2^j / j!, as either may be on either side; for sides of two directions the
        same without 2^j.
        """
        import numpy as np

        left, partner = self._left[name], self._puzzle.partner
        key = (name, *sorted(asked.one.items()), None, *sorted((asked.other or Counter()).items()))
        if key in self._known:
            return self._known[key]
        product = np.zeros(1)
        for colour in sorted({*left.one, *(left.other or ()), *asked.one, *(asked.other or ())}):
            one = left.one[colour], asked.one[colour]
            both: list[tuple[int, int]]
            if left.other is not None and asked.other is not None:
                both, sides, orders = [one, (left.other[colour], asked.other[colour])], 1, 1
            elif colour == partner(colour):
                both, sides, orders = [one], 2, 1
            elif colour < partner(colour) or not left.one[partner(colour)] + asked.one[partner(colour)]:
                both, sides, orders = [one, (left.one[partner(colour)], asked.one[partner(colour)])], 1, 2
            else:
                continue
            most = min(have - want for have, want in both) // sides
            terms = [
                sum(_log_falling(have, sides * j + want) for have, want in both) + j * log(orders) - lgamma(j + 1)
                for j in range(most + 1)
            ]
            padded = np.full((len(terms), len(product) + len(terms) - 1), -inf) if terms else np.full((1, 1), -inf)
            for j, term in enumerate(terms):
                padded[j, j : j + len(product)] = product + term
            product = np.logaddexp.reduce(padded, axis=0)
        self._known[key] = product
        return product


def _log_falling(number: int, factors: int) -> float:
    """The logarithm of number (number - 1) ..., so many factors; infinitely small if there are too many."""
    return lgamma(number + 1) - lgamma(number - factors + 1) if factors <= number else -inf


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
