"""The expected number of nodes of a search square by square, by the finite-supply model of `estimate.py`.

A node is a placement that matches what lies around it. So a search has as many nodes at its k-th square as there are
ways to fill the first k squares, and Brendan Owen's polynomials give the probability that the diamonds between these
match: V(i,m) = sum_j V(i-1,m-j) P(s_i,2j) C(m,j) for m diamonds and the first i colours, of which colour i is on s_i
sides; in the ring, with P(c_i,j) P(a_i,j) for the sides that face clockwise and anticlockwise. A side that meets a clue
has to have one colour, which takes one more factor of P.

Identical tiles count apart, and so do all rotations of a tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, lgamma, log
from typing import TYPE_CHECKING

from edgeasp.puzzle.counting import Pool, Pools, ask, kind, kind_of, no_pools, pool_of, pools
from edgeasp.puzzle.fillings import growth, origins
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
    found = []
    for name, order in orders.items():
        logs = log_nodes(puzzle, order, clues)
        most = max(logs, default=-inf)
        if most == -inf:
            return ()
        import numpy as np

        found.append(Nodes(name, float(np.logaddexp.reduce(logs)) / log(10), logs.index(most) + 1))
    return tuple(found)


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
        ways += _log(tiles[here] * (4 if puzzle.turning and not here else 1))
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


def _log(number: int) -> float:
    return log(number) if number > 0 else -inf
