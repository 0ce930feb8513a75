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

from edgeasp.puzzle.counting import Supply, kind, supply
from edgeasp.puzzle.fillings import growth, origins
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_TILES = 1_024
"""Tiles of a board up to which the estimate takes about a second."""

_Pool = tuple[Counter[int], Counter[int]]
"""Sides by colour, and those that are asked for by clues."""


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
    squares = sorted(puzzle.squares(), key=lambda square: (square.row, square.col))
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
    given, on = [clue.tile for clue in clues], clues.by_square()
    tiles = Counter(_kind(puzzle, len(puzzle.outer_sides(square))) for square in puzzle.squares() if square not in on)
    model = _Model(puzzle, _supply(puzzle, given))
    filled: set[Square] = set()
    ring = inner = 0
    asked = Supply(Counter(), Counter(), Counter())
    ways, found = 0.0, []
    for square in order:
        if square in on:
            continue
        outside = puzzle.outer_sides(square)
        framed = _kind(puzzle, len(outside))
        # A tile at the frame has one rotation that fits, another one four.
        ways += _log(tiles[framed] * (1 if framed else 4))
        tiles[framed] -= 1
        for side in Side:
            beyond = square.neighbour(side)
            if beyond not in filled and beyond not in on:
                continue
            around = bool(puzzle.framed and outside & puzzle.outer_sides(beyond))
            if beyond in filled:
                ring, inner = ring + around, inner + (not around)
            else:
                colour = puzzle.sides(on[beyond])[side.opposite]
                clockwise = around and Side((side - 1) % 4) in outside
                pool = asked.inner if not around else asked.clockwise if clockwise else asked.anticlockwise
                pool[colour] += 1
        filled.add(square)
        found.append(ways + model.log_ring(ring, asked) + model.log_inner(inner, asked))
    return found


def covers(puzzle: Puzzle) -> bool:
    """Whether the model applies: to boards up to `MOST_TILES`, without signs, and in a frame no frame colour inside."""
    if len(puzzle.tiles) > MOST_TILES or puzzle.signed or not puzzle.ordinary:
        return False
    exact = puzzle.zeros == puzzle.outside and all(kind(tile) is not None for tile in puzzle.tiles)
    return exact or not puzzle.framed


def _kind(puzzle: Puzzle, outside: int) -> int:
    """The kind of a tile or a square by its sides outside; without a frame all are alike."""
    return outside if puzzle.framed else 0


def _supply(puzzle: Puzzle, given: Sequence[int]) -> Supply:
    if puzzle.framed:
        return supply(puzzle, given)
    inner = Counter(side for i, tile in enumerate(puzzle.tiles) if i not in given for side in tile.sides)
    return Supply(Counter(), Counter(), inner)


class _Model:
    """The probabilities that diamonds match; each product of polynomials is made once for what clues ask for."""

    def __init__(self, puzzle: Puzzle, left: Supply) -> None:
        self._left = left
        self._colours = sorted({*left.ring, *left.inner})
        self._known: dict[tuple[tuple[int, ...], ...], NDArray[np.float64]] = {}

    def log_inner(self, diamonds: int, asked: Supply) -> float:
        """That so many diamonds match, and the sides that are asked for."""
        return self._log_chance(diamonds, [(self._left.inner, asked.inner)], sides=2)

    def log_ring(self, diamonds: int, asked: Supply) -> float:
        """The same in the ring, where a side of one direction meets one of the other."""
        left = self._left
        pools = [(left.clockwise, asked.clockwise), (left.anticlockwise, asked.anticlockwise)]
        return self._log_chance(diamonds, pools, sides=1)

    def _log_chance(self, diamonds: int, pools: Sequence[_Pool], *, sides: int) -> float:
        """That so many diamonds match, each with so many sides of each pool."""
        weights = self._weights(pools, sides)
        if diamonds >= len(weights):
            return -inf
        drawn = sum(_log_falling(left.total(), sides * diamonds + asked.total()) for left, asked in pools)
        return float(weights[diamonds]) + lgamma(diamonds + 1) - drawn

    def _weights(self, pools: Sequence[_Pool], sides: int) -> NDArray[np.float64]:
        """The logarithms of the coefficients of a product that has a polynomial for each colour.

        Its coefficient for j diamonds is P(s,2j+w) / j!, or in the ring P(c,j+w) P(a,j+w') / j!, where w sides of the
        colour are asked for.
        """
        import numpy as np

        key = tuple(tuple(pool[colour] for colour in self._colours) for each in pools for pool in each)
        if key in self._known:
            return self._known[key]
        product = np.zeros(1)
        for colour in self._colours:
            most = min(left[colour] - asked[colour] for left, asked in pools) // sides
            terms = [
                sum(_log_falling(left[colour], sides * j + asked[colour]) for left, asked in pools) - lgamma(j + 1)
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
