"""Expected numbers of partial fillings, search nodes, and frontier states.

A filling places tiles on part of the squares so that all diamonds, the edges between these squares, match. The expected
number of fillings is the first moment, as in Brendan Owen's estimates: the number of assignments of tiles to the
squares, times the probability that all diamonds match. Two sides in the ring, or two sides elsewhere, match as often as
two sides drawn at random from the supply. Since the model ignores that colours are used up, its numbers hold for parts
of a board, not for complete boards.

A node of a search is a placement that matches its neighbours. So a search has as many nodes at its k-th square as there
are ways to fill the first k squares. Brendan Owen's polynomials give the probability that the diamonds between these
squares match: V(i,m) = sum_j V(i-1,m-j) P(s_i,2j) C(m,j) for m diamonds and the first i colours, where s_i sides have
colour i. In the ring, P(c_i,j) P(a_i,j) takes the place of P(s_i,2j), for the c_i sides that face clockwise and the a_i
sides that face anticlockwise. A side adjacent to a clue has to have a given colour, which adds one factor to P.

Identical tiles count as distinct, and so do all rotations of a tile.

A state of the frontier count (`solvers.frontier`) is the set of unused tiles together with the colours on the open
sides. There are at most as many states as ways to choose tiles and colours. If all states were equally likely, F
fillings would reach M (1 - exp(-F / M)) of M states. Without a frame, this estimate is within a third of the true
number. With a frame, it is up to fifty times too high, because the sides along the frame leave fewer choices.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp, expm1, inf, lgamma, log
from typing import TYPE_CHECKING, NamedTuple

from edgeasp.puzzle import features
from edgeasp.puzzle.counting import (
    Pools,
    SidePool,
    border_class,
    empty_pools,
    matching_pairs,
    pool_of_side,
    require_side,
    side_supply,
    tile_pools,
)
from edgeasp.puzzle.model import FRAME, Grid, Puzzle, Side, Solution, Square
from edgeasp.system.limits import FOREVER, Deadline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# ---- the expected number of ways to fill a part of a board ----


def log_fillings(puzzle: Puzzle, order: Sequence[Square], clues: Solution = Solution()) -> list[float]:
    """Estimate the number of fillings after each square, as logarithms.

    Entry k is the natural logarithm of the expected number of fillings of the first k + 1 squares of the order. Squares
    with clues are filled from the start, so they do not change the number. An entry is -inf if there are too few corner
    tiles, border tiles or inner tiles.

    Raises:
        ValueError: the puzzle has a frame, but the frame colour is on more or fewer sides than the boundary has.
    """
    return ExpectedFillings(puzzle, clues).log_counts(order)


class ExpectedFillings:
    """Expected numbers of fillings, for many orders of the same squares."""

    def __init__(self, puzzle: Puzzle, clues: Solution) -> None:
        used = {clue.tile for clue in clues}
        ring, inner = _log_match_probabilities(puzzle, used)
        self._tiles, self._filled = _count_unused_by_class(puzzle, used), {clue.square for clue in clues}
        self._rotations = _rotations_per_tile(puzzle)
        outside = {square: puzzle.statement.frame_sides(square) for square in puzzle.grid.squares}
        self._kind = {square: border_class(puzzle, sides) for square, sides in outside.items()}
        self._chances = {
            square: [(beyond, ring if outside[square] & outside[beyond] else inner) for beyond in around]
            for square, around in adjacent_squares(puzzle.grid).items()
        }

    def log_counts(self, order: Sequence[Square]) -> list[float]:
        """Estimate the number of fillings after each square, as logarithms."""
        tiles, filled = self._tiles.copy(), self._filled.copy()
        expected, logs = 0.0, []
        for square in order:
            if square not in filled:
                kind = self._kind[square]
                # Tiles at the frame fit in one rotation, all others in four.
                expected += log_or_minus_inf(tiles[kind] * (1 if kind else self._rotations))
                tiles[kind] -= 1
                for beyond, chance in self._chances[square]:
                    if beyond in filled:
                        expected += chance
                filled.add(square)
            logs.append(expected)
        return logs


@lru_cache(8)
def adjacent_squares(grid: Grid) -> Mapping[Square, Sequence[Square]]:
    """List the squares adjacent to each square, once per side."""
    squares = set(grid.squares)
    return {
        square: [beyond for side in Side if (beyond := grid.neighbour(square, side)) in squares]
        for square in grid.squares
    }


def _count_unused_by_class(puzzle: Puzzle, used: Collection[int]) -> Counter[int | frozenset[Side]]:
    return Counter(
        border_class(puzzle, (side for side in Side if tile.sides[side] == FRAME))
        for index, tile in enumerate(puzzle.tiles)
        if index not in used
    )


def log_sum(logs: Sequence[float]) -> float:
    """Return the logarithm of a sum of exponentials."""
    most = max(logs, default=-inf)
    return most + log(sum(exp(value - most) for value in logs)) if most > -inf else most


def expected_fitting_tiles(puzzle: Puzzle) -> float:
    """Estimate how many interior tiles match two neighbours.

    Each of N tiles has four rotations, and has to match at two sides. If all C colours are equally frequent, 4N/C²
    tiles fit. The less even the frequencies are, the more tiles fit.
    """
    inward: Counter[int] = Counter()
    interior = 0
    for tile in puzzle.tiles:
        out = [puzzle.framed and colour == FRAME for colour in tile.sides]
        interior += not any(out)
        inward.update(
            colour
            for side, colour in enumerate(tile.sides)
            if not (out[side - 1] or out[side] or out[(side + 1) % len(out)])
        )
    return _rotations_per_tile(puzzle) * interior * exp(2 * _log_match_probability(puzzle, inward)) if interior else 0.0


def _rotations_per_tile(puzzle: Puzzle) -> int:
    return 4 if puzzle.turning else 1


def _log_match_probabilities(puzzle: Puzzle, used: set[int]) -> tuple[float, float]:
    """Return the log probabilities that two sides match.

    The first is for sides in the ring, the second for all other sides.
    """
    if not puzzle.framed:
        return 0.0, _log_match_probability(
            puzzle, Counter(side for i, tile in enumerate(puzzle.tiles) if i not in used for side in tile.sides)
        )
    left = side_supply(puzzle, used)
    meeting = sum(
        number * left.anticlockwise[other] for one, number in left.clockwise.items() for other in puzzle.meeting(one)
    )
    ring = log_or_minus_inf(meeting) - 2 * log_or_minus_inf(left.clockwise.total()) if meeting else -inf
    return ring, _log_match_probability(puzzle, left.inner)


def _log_match_probability(puzzle: Puzzle, sides: Counter[int]) -> float:
    ways, total = matching_pairs(puzzle, sides), sides.total()
    return log_or_minus_inf(ways) - log_or_minus_inf(total * (total - 1)) if ways else -inf


def log_or_minus_inf(number: int) -> float:
    """Return the natural logarithm of a number, -inf for 0."""
    return log(number) if number > 0 else -inf


# ---- the expected number of nodes of a search in an order of squares ----

MOST_TILES = 1_024
"""Most tiles for which the estimate takes about a second."""


def log_nodes(
    puzzle: Puzzle, order: Sequence[Square], clues: Solution = Solution(), deadline: Deadline = FOREVER
) -> list[float]:
    """Estimate the search nodes at each square, as logarithms.

    Each entry is the natural logarithm of the expected number of nodes. Squares with clues have no entry. Owen's
    polynomials require that each colour matches exactly one colour. For other puzzles, the result is the rougher
    estimate of `log_fillings`.

    Raises:
        ValueError: the tiles do not determine which sides are in the ring.
    """
    used, on = {clue.tile for clue in clues}, clues.by_square()
    if not puzzle.paired:
        return log_fillings(puzzle, [square for square in order if square not in on], clues)
    grid = puzzle.grid
    tiles = _count_unused_by_class(puzzle, used)
    model = _MatchModel(puzzle, tile_pools(puzzle, used))
    filled: set[Square] = set()
    inside, asked = Counter[str](), empty_pools(puzzle)
    ways, logs = 0.0, []
    for square in order:
        if square in on:
            continue
        deadline.check()  # a large unframed board with many clues takes seconds
        here = border_class(puzzle, puzzle.statement.frame_sides(square))
        # Tiles at the frame fit in one rotation. All others fit in four, if tiles may be rotated.
        ways += log_or_minus_inf(tiles[here] * (4 if puzzle.turning and not here else 1))
        tiles[here] -= 1
        for side in Side:
            beyond = grid.neighbour(square, side)
            if beyond in filled:
                inside[pool_of_side(puzzle, puzzle.statement.frame_sides(square), side)[0]] += 1
            elif beyond in on:
                require_side(asked, puzzle, on[beyond], side.opposite)
        filled.add(square)
        logs.append(ways + sum(model.log_match_probability(name, inside[name], sides) for name, sides in asked.items()))
    return logs


def reason_unsupported(puzzle: Puzzle) -> str:
    """Explain why the model does not support a puzzle.

    The text is empty if the model supports the puzzle.
    """
    if puzzle.signed:
        return "the model does not support signs"
    if any(colours for _, colours in puzzle.rim):
        return "the model does not support boundary colours"
    feature = features.unsupported_feature("model", puzzle)
    return "" if feature is None else f"the model does not support puzzles with {feature}"


def model_applies(puzzle: Puzzle) -> bool:
    """Whether the model applies to the puzzle.

    The puzzle has to have at most `MOST_TILES` squares, and no signs. If it has a frame, its tiles have to determine
    which sides are in the ring.
    """
    if puzzle.grid.size > MOST_TILES or puzzle.signed:
        return False
    return puzzle.determined or not puzzle.framed


class _MatchModel:
    """Probabilities that diamonds match, with cached products of polynomials."""

    def __init__(self, puzzle: Puzzle, left: Pools) -> None:
        self._puzzle, self._left = puzzle, left
        self._known: dict[tuple[object, ...], list[_LogCoefficients]] = {}

    def log_match_probability(self, name: str, diamonds: int, asked: SidePool) -> float:
        """Return the log probability that a pool's diamonds all match.

        Args:
            name: the name of the pool.
            diamonds: the number of diamonds between squares without clues.
            asked: the sides next to clues, by required colour. These sides have to match as well.
        """
        left = self._left[name]
        weight = self._log_coefficient(name, diamonds, asked)
        if weight == -inf:
            return -inf
        if left.other is None or asked.other is None:
            drawn = _log_falling_factorial(left.one.total(), 2 * diamonds + asked.one.total())
        else:
            drawn = _log_falling_factorial(left.one.total(), diamonds + asked.one.total())
            drawn += _log_falling_factorial(left.other.total(), diamonds + asked.other.total())
        return weight + lgamma(diamonds + 1) - drawn

    def _log_coefficient(self, name: str, diamonds: int, asked: SidePool) -> float:
        """Return the log coefficient of degree `diamonds` in the product."""
        key = (name, *sorted(asked.one.items()), None, *sorted((asked.other or Counter()).items()))
        known = self._known.setdefault(key, [])
        for part in known:
            if (weight := part.log_at(diamonds)) is not None:
                return weight
        polynomials = list(self._colour_polynomials(name, asked))
        if not all(polynomials) or diamonds > sum(len(terms) - 1 for terms in polynomials):
            return -inf
        if not polynomials:
            return 0.0
        known.append(_LogCoefficients.near_degree(diamonds, polynomials))
        weight = known[-1].log_at(diamonds)
        assert weight is not None
        return weight

    def _colour_polynomials(self, name: str, asked: SidePool) -> Iterator[tuple[float, ...]]:
        """Yield each colour's generating polynomial, as log-coefficients.

        The coefficient for j diamonds counts the ways to draw their sides. It is P(s,2j+w) / j! if the colour has s
        sides, of which clues require w, and P(n,k) = n!/(n-k)!. For two partners it is P(s,j+w) P(s',j+w') 2^j / j!,
        since either colour may be on either side. If the two sides of a diamond face different directions, as in the
        ring, the factor 2^j is absent.
        """
        left, partner = self._left[name], self._puzzle.partner
        for colour in sorted({*left.one, *(left.other or ()), *asked.one, *(asked.other or ())}):
            one = left.one[colour], asked.one[colour]
            if left.other is not None and asked.other is not None:
                yield _colour_polynomial((one, (left.other[colour], asked.other[colour])), 1, 1)
            elif colour == partner(colour):
                yield _colour_polynomial((one,), 2, 1)
            elif colour < partner(colour) or not left.one[partner(colour)] + asked.one[partner(colour)]:
                yield _colour_polynomial((one, (left.one[partner(colour)], asked.one[partner(colour)])), 1, 2)


@lru_cache(1024)
def _colour_polynomial(both: tuple[tuple[int, int], ...], sides: int, orders: int) -> tuple[float, ...]:
    return tuple(
        sum(_log_falling_factorial(have, sides * j + want) for have, want in both) + j * log(orders) - lgamma(j + 1)
        for j in range(min(have - want for have, want in both) // sides + 1)
    )


class _LogCoefficients:
    """Logarithms of consecutive coefficients of a product of polynomials.

    The product p(x) is scaled to p(x y), with y chosen so that the requested coefficient is near the greatest one. So
    no number underflows. No digits are lost either, since all coefficients are positive.
    """

    def __init__(self, first: int, logs: NDArray[np.float64]) -> None:
        self._first, self._logs = first, logs

    def log_at(self, degree: int) -> float | None:
        at = degree - self._first
        return float(self._logs[at]) if 0 <= at < len(self._logs) else None

    @classmethod
    def near_degree(cls, degree: int, polynomials: Sequence[tuple[float, ...]]) -> _LogCoefficients:
        """Compute the coefficients of the product near a degree.

        The degree is at most the degree of the product.
        """
        import numpy as np

        longest = max(map(len, polynomials))
        table = np.array([[*terms, *([-inf] * (longest - len(terms)))] for terms in polynomials])
        powers = np.arange(longest)

        def scale_terms(log_y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            logs = table + log_y * powers
            most = logs.max(axis=1)
            return np.exp(logs - most[:, None]), most

        # Scaling avoids sums of logarithms, which took ten times as long: 33.6 s instead of 3.6 s for four orders of an
        # unframed 32 x 32 board with 400 clues.
        # If the mean degree of p(x y) is the requested degree, its coefficient is close to the greatest one.
        low, high = -_STEEPEST, _STEEPEST
        while high - low > _FLAT:
            log_y = (low + high) / 2
            weights, _ = scale_terms(log_y)
            low, high = (low, log_y) if (weights @ powers / weights.sum(axis=1)).sum() > degree else (log_y, high)
        weights, most = scale_terms(log_y)
        first, product, scale = 0, np.ones(1), float(most.sum())
        for row in weights:
            kept = np.flatnonzero(row > _NOTHING)
            product = np.convolve(product, row[kept[0] : kept[-1] + 1])
            greatest = product.max()
            left = np.flatnonzero(product > _NOTHING * greatest)
            first += int(kept[0] + left[0])
            product, scale = product[left[0] : left[-1] + 1] / greatest, scale + log(greatest)
        good = np.flatnonzero(product > _LITTLE)
        first, product = first + int(good[0]), product[good[0] : good[-1] + 1]
        return cls(first, np.log(product) + scale - log_y * np.arange(first, first + len(product)))


# Bound of log y when a polynomial is scaled to p(x y), and the precision of log y.
_STEEPEST, _FLAT = 64.0, 1e-3

# Fractions of the greatest coefficient. Terms below the first are dropped, terms above the second exact.
_NOTHING, _LITTLE = 1e-60, 1e-30


def _log_falling_factorial(number: int, factors: int) -> float:
    return lgamma(number + 1) - lgamma(number - factors + 1) if factors <= number else -inf


# ---- the expected number of states of a count over a frontier, see `solvers.frontier` ----


class FrontierOrder(NamedTuple):
    """Order of squares for a frontier count, with its expected cost.

    Attributes:
        squares: the squares, beginning with squares that have clues.
        log_states: natural logarithm of the total number of states.
        log_peak: natural logarithm of the number of states at the square with the most states.
        log_steps: natural logarithm of the number of candidates tried over all states.
    """

    squares: tuple[Square, ...]
    log_states: float
    log_peak: float
    log_steps: float


def best_frontier_order(puzzle: Puzzle, clues: Solution = Solution()) -> FrontierOrder:
    """Choose a frontier order: by rows or by columns.

    The order with fewer expected steps is returned.

    Raises:
        ValueError: the model of `expected.log_fillings` does not apply.
    """
    laid = [clue.square for clue in clues]
    empty = [square for square in puzzle.grid.squares if square not in set(laid)]
    by_column = sorted(empty, key=lambda square: (square.col, square.row))
    orders = (_order_with_cost(puzzle, (*laid, *order), clues) for order in (empty, by_column))
    return min(orders, key=lambda order: order.log_steps)


def _order_with_cost(puzzle: Puzzle, order: tuple[Square, ...], clues: Solution) -> FrontierOrder:
    fillings = log_fillings(puzzle, order, clues)
    most = _log_most_states(puzzle, order, clues)
    states = [_log_states_reached(number, bins) for number, bins in zip(fillings, most, strict=True)]
    # A state is continued by as many candidates as a filling.
    steps = [
        state + max(0.0, after - before)
        for state, (before, after) in zip(states, pairwise(fillings), strict=False)
        if after > -inf
    ]
    return FrontierOrder(order, log_sum(states), max(states), log_sum([0.0, *steps]))


def _log_states_reached(fillings: float, most: float) -> float:
    """Estimate the states that fillings reach, all as logarithms.

    `most` bounds the number of states. The docstring of the module explains the formula.
    """
    if fillings == -inf or most - fillings > _FEW:
        return fillings
    return most + log(-expm1(-exp(min(fillings - most, _FEW))))


# Logarithm of the ratio of states and fillings, either way, beyond which the correction vanishes.
_FEW = 30.0


def _log_most_states(puzzle: Puzzle, order: Sequence[Square], clues: Solution) -> list[float]:
    """Bound the number of states after each square, as logarithms.

    A state is a choice of unused tiles and of colours on open sides.
    """
    clued = {clue.tile for clue in clues}
    on = {clue.square for clue in clues}
    chosen = {kind: _log_choices(copies) for kind, copies in _group_sizes_by_class(puzzle, clued).items()}
    ring, inner = _log_colour_numbers(puzzle)
    used = Counter[object]()
    placed, opened, logs = set[Square](), 0.0, []
    for square in order:
        outside = puzzle.statement.frame_sides(square)
        if square not in on:
            used[border_class(puzzle, outside)] += 1
        for side in Side:
            beyond = puzzle.grid.neighbour(square, side)
            if beyond in puzzle.grid and not (square in on and beyond in on):
                colours = ring if outside & puzzle.statement.frame_sides(beyond) else inner
                # The colour of a clue is known.
                if beyond in placed:
                    opened -= colours if beyond not in on else 0
                elif square not in on:
                    opened += colours
        placed.add(square)
        logs.append(opened + sum(_log_choices_of(chosen.get(kind, []), number) for kind, number in used.items()))
    return logs


def _log_choices_of(logs: Sequence[float], number: int) -> float:
    return logs[number] if number < len(logs) else -inf


def _group_sizes_by_class(puzzle: Puzzle, clued: set[int]) -> dict[object, list[int]]:
    """Group identical tiles, and list group sizes by border class."""
    copies: defaultdict[object, list[int]] = defaultdict(list)
    alike = puzzle.identical_tiles(list(clued))
    grouped = {tile for group in alike for tile in group}
    for group in [*alike, *([tile] for tile in range(len(puzzle.tiles)) if tile not in grouped | clued)]:
        sides = puzzle.tiles[group[0]].sides
        copies[border_class(puzzle, (side for side in Side if sides[side] == FRAME))].append(len(group))
    return copies


def _log_choices(copies: Sequence[int]) -> list[float]:
    """Count distinct choices of 0, 1, ... tiles, as logarithms.

    `copies` has the sizes of the groups of identical tiles.
    """
    ways = [1]
    for number in copies:
        ways = [sum(ways[max(0, total - number) : total + 1]) for total in range(len(ways) + number)]
    return [log_or_minus_inf(number) for number in ways]


def _log_colour_numbers(puzzle: Puzzle) -> tuple[float, float]:
    """Count ring colours and inner colours, as logarithms."""
    inside = [tile.sides for tile in puzzle.tiles if not (puzzle.framed and FRAME in tile.sides)]
    inner = {colour for sides in inside for colour in sides}
    ring = {
        sides[side - 1]
        for sides in (tile.sides for tile in puzzle.tiles if puzzle.framed)
        for side in Side
        if sides[side] == FRAME != sides[side - 1]
    }
    return log(max(1, len(ring))), log(max(1, len(inner) or len(puzzle.colours)))
