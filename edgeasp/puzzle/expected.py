"""Expectations of a puzzle by counting: its solutions, boards by score, nodes of a search, fillings of a part.

The model is Brendan Owen's of finite supply, computed exactly. It fixes the number of diamonds of each colour and
distributes the colours over the tiles at random: in the ring, the sides that face clockwise and those that face
anticlockwise get the same colours, each in an order of its own; inside, all sides draw from one supply. Every
assignment of the tiles, corner tiles to corners, side tiles to sides and centre tiles to the centre in any of four
rotations, is then a solution with the same probability, so the expected number of solutions is the number of those
assignments times that probability.

Without clues it counts every rotation of the board; it counts identical tiles apart, and all four rotations of a tile.
On a rectangle nothing changes: its side tiles may lie on any side, long or short. A head draws a tail, and where no
tile may be turned the sides of each direction are a supply of their own. Without a frame some sides lie outside, and
Owen's polynomials (below) give the probability that all others match.

How many diamonds of a board match has factorial moments that can be written down: the expected number of ways to choose
k diamonds that all match. Inclusion and exclusion gives the probability of each number of matches, and since boards
with few mismatches are of interest, the first few terms from the top are enough.

Outward, a square grows around each origin. Of the orders in which a filled part can grow from a corner, this one leaves
almost the fewest fillings on the way, by their expected numbers.

The expected number is the first moment, as in Brendan Owen's estimates: every assignment of tiles to the squares of the
part is counted, times the chance that all diamonds within it match. Two sides of the ring, or two other sides, have the
same colour as often as two that are drawn from the supply. Colours that are used up are disregarded, so the numbers
hold for parts of a board, not for whole ones.

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

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import chain, count, product
from math import comb, exp, factorial, floor, inf, lgamma, log, perm, prod
from operator import attrgetter
from typing import TYPE_CHECKING

from edgeasp.puzzle import counting
from edgeasp.puzzle.candidates import Candidate, Diamond
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.counting import (
    Pool,
    Pools,
    alike,
    ask,
    demands,
    kind,
    kind_of,
    lonely,
    no_pools,
    pool_of,
    pools,
    supply,
)
from edgeasp.puzzle.model import FRAME, Puzzle, Side, Solution, Square

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# ---- the expected number of solutions, and of boards by their number of mismatches ----

LARGEST = 10_000
"""Squares of a board whose expected number of solutions takes about a second."""

LARGEST_UNFRAMED = 400
"""The same without a frame, where it is not known which sides lie outside."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected number of solutions of a puzzle, or the reason why the model does not apply.

    Attributes:
        solutions: the number, all rotations of the board counted; None if the model does not apply.
        reason: why it does not, as a clause; empty if it does.
    """

    solutions: Fraction | None
    reason: str = ""


def ring_diamonds(cols: int, rows: int) -> int:
    """The number of diamonds in the ring: between border squares that follow one another around the board."""
    return 2 * (cols + rows) - 4


def inner_diamonds(cols: int, rows: int) -> int:
    """The number of all other diamonds between two squares."""
    return 2 * cols * rows - cols - rows - ring_diamonds(cols, rows)


def expected_solutions(cols: int, rows: int, ring: Sequence[int], inner: Sequence[int]) -> Fraction:
    """The expected number of solutions of a framed puzzle, all rotations of the board counted (4, on a rectangle 2).

    Args:
        cols: columns, at least 2.
        rows: rows, at least 2.
        ring: the number of ring diamonds of each ring colour.
        inner: the number of the other inner diamonds of each inner colour.

    Raises:
        ValueError: the numbers do not add up to the diamonds of the board.
    """
    around, inside = ring_diamonds(cols, rows), inner_diamonds(cols, rows)
    for diamonds, total, what in ((ring, around, "ring"), (inner, inside, "other")):
        if sum(diamonds) != total or min(diamonds, default=0) < 0:
            raise ValueError(f"a board of {cols} x {rows} has {total} {what} diamonds, not {sum(diamonds)}")
    sides, centre = around - 4, (cols - 2) * (rows - 2)
    ways: int = factorial(4) * factorial(sides) * factorial(centre) * 4**centre
    return ways * ring_probability(ring) * inner_probability(inner)


def ring_probability(diamonds: Sequence[int]) -> Fraction:
    """The probability that all ring diamonds match, from the number of diamonds of each colour.

    Of Owen's V(i,m) = sum_j V(i-1,m-j) P(n_i,j)^2 C(m,j), a full ring has one term: T! times the product of n_i!,
    out of T!^2.
    """
    return Fraction(1, _orders(diamonds))


def inner_probability(diamonds: Sequence[int]) -> Fraction:
    """The probability that all other inner diamonds match, from the number of diamonds of each colour.

    Of Owen's V(i,m) = sum_j V(i-1,m-j) P(2n_i,2j) C(m,j), a full board has one term: as many orders as the
    diamonds have, out of as many as their 2T sides have.
    """
    return Fraction(_orders(diamonds), _orders([2 * number for number in diamonds]))


def expected_number(puzzle: Puzzle, clues: Solution = Solution()) -> Expected:
    """The expected number of solutions that keep all clues, over puzzles with as many sides of each colour."""
    reason = _not_covered(puzzle)
    return Expected(None, reason) if reason else Expected(_keeping(puzzle, clues))


def _keeping(puzzle: Puzzle, clues: Solution) -> Fraction:
    """The expected number of solutions that keep the clues."""
    expected = Fraction(assignments(puzzle, clues))
    if not expected:
        return expected
    left, asked = pools(puzzle, [clue.tile for clue in clues]), demands(puzzle, clues)
    for name, diamonds in _diamonds(puzzle, clues).items():
        expected *= _chance(puzzle, left[name], asked[name], diamonds)
    return expected


def _diamonds(puzzle: Puzzle, clues: Solution) -> Counter[str]:
    """The number of diamonds between squares without clues, by their pools; 0 where there are none."""
    on = clues.by_square()
    numbers = Counter(dict.fromkeys(no_pools(puzzle), 0))
    numbers.update(
        pool_of(puzzle, puzzle.grid.outer_sides(square), side)[0]
        for square, side, beyond in puzzle.grid.pairs
        if square not in on and beyond not in on
    )
    return numbers


def _chance(puzzle: Puzzle, left: Pool, asked: Pool, diamonds: int) -> Fraction:
    """The probability that so many diamonds of a pool match, and the sides that are asked for."""
    if left.other is None or asked.other is None:
        drawn = 2 * diamonds + asked.one.total()
        if drawn == left.one.total():
            free = _remaining(left.one, asked.one)
            if free is None or lonely(puzzle, free):
                return Fraction(0)
            return Fraction(matching_orders(puzzle, free), _orders(left.one.values()))
        colours = [colour for colour in left.one | asked.one if colour <= puzzle.partner(colour)]
        pairs = [[(left.one[partner], asked.one[partner]) for partner in {one, puzzle.partner(one)}] for one in colours]
        return _some_match([(both, 2 // len(both), len(both)) for both in pairs], diamonds) / perm(
            left.one.total(), drawn
        )
    drawn, back = diamonds + asked.one.total(), diamonds + asked.other.total()
    if (drawn, back) == (left.one.total(), left.other.total()):
        free, meeting = _remaining(left.one, asked.one), _remaining(left.other, asked.other)
        if free is None or free != meeting:
            return Fraction(0)
        return Fraction(_orders(free.values()), _orders(left.one.values()) * _orders(left.other.values()))
    ways = [
        ([(left.one[colour], asked.one[colour]), (left.other[colour], asked.other[colour])], 1, 1)
        for colour in left.one | left.other | asked.one | asked.other
    ]
    return _some_match(ways, diamonds) / (perm(left.one.total(), drawn) * perm(left.other.total(), back))


def _some_match(colours: Iterable[tuple[list[tuple[int, int]], int, int]], diamonds: int) -> Fraction:
    """In how many ways sides can be drawn for so many diamonds so that all match: Owen's V(i,m) of `expected_nodes`.

    Args:
        colours: for each the sides left and those asked for, of one kind or two; how many of a kind a diamond takes;
            and in how many orders.
        diamonds: that are no more than there are sides for.
    """
    product = [1] + [0] * diamonds
    for kinds, sides, orders in colours:
        most = min(diamonds, *((have - want) // sides for have, want in kinds))
        terms = [
            prod(perm(have, sides * j + want) for have, want in kinds) * orders**j // factorial(j)
            for j in range(most + 1)
        ]
        product = [
            sum(terms[j] * product[total - j] for j in range(min(most, total) + 1)) for total in range(diamonds + 1)
        ]
    return Fraction(product[diamonds] * factorial(diamonds))


def assignments(puzzle: Puzzle, clues: Solution = Solution()) -> int:
    """The ways to lay all tiles that keep the clues and the frame, whether they match or not; 0 if a clue breaks it."""
    turns = 4 if puzzle.turning else 1
    ways: int
    if not puzzle.framed:
        empty = len(puzzle.tiles) - len(clues)
        ways = factorial(empty) * turns**empty
        return ways
    outside = {square: kind_of(puzzle, puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares}
    kinds = [kind_of(puzzle, [side for side in Side if tile.sides[side] == FRAME]) for tile in puzzle.tiles]
    if any(kinds[clue.tile] != outside[clue.square] for clue in clues):
        return 0
    for clue in clues:
        del outside[clue.square]
    squares, used = Counter(outside.values()), {clue.tile for clue in clues}
    if squares != Counter(kind for tile, kind in enumerate(kinds) if tile not in used):
        return 0
    ways = prod(map(factorial, squares.values()))
    ways *= turns ** sum(number for form, number in squares.items() if not form)
    return ways


def matching_orders(puzzle: Puzzle, sides: Counter[int]) -> int:
    """In how many orders the sides of diamonds can come, one diamond after the other, so that all match.

    A head and a tail may meet either way round.
    """
    halved = {colour: number for colour, number in sides.items() if colour < puzzle.partner(colour)}
    whole = [number // 2 for colour, number in sides.items() if colour == puzzle.partner(colour)]
    ways: int = 2 ** sum(halved.values())
    return _orders([*whole, *halved.values()]) * ways


def _remaining(supply: Counter[int], bound: Counter[int]) -> Counter[int] | None:
    """The supply without the bound sides; None if it has fewer."""
    return supply - bound if bound <= supply else None


def calibration(puzzle: Puzzle) -> Fraction | None:
    """The calibration figure of the ASP class, 4 * cols * rows / colours^2; unframed puzzles are hardest near 2.

    The frame colour does not count; None if the puzzle has no other.
    """
    colours = {colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}
    return Fraction(4 * puzzle.cols * puzzle.rows, len(colours) ** 2) if colours else None


def scientific(number: Fraction | int, digits: int = 5) -> str:
    """A number of any size in scientific notation, such as `1.1527e+7` or `3.2e-41`; `0` for 0.

    Args:
        number: the number.
        digits: significant digits; trailing zeros are omitted.
    """
    fraction = Fraction(number)
    if not fraction:
        return "0"
    rounded = _quotient(fraction, digits)
    mantissa, _, exponent = f"{rounded:.{digits - 1}e}".partition("e")
    short = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{short}e{int(exponent):+d}"


def log10(number: Fraction) -> float:
    """The decimal logarithm of a positive number of any size."""
    return float(_quotient(number, 25).log10())


def power(log10: float, digits: int = 2) -> str:
    """The number that has a decimal logarithm, in scientific notation as `scientific` writes it."""
    exponent = floor(log10)
    return scientific(Fraction(10 ** (log10 - exponent)) * Fraction(10) ** exponent, digits)


def _quotient(number: Fraction, digits: int) -> Decimal:
    """The number, rounded once to significant digits."""
    with localcontext(Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)):
        return Decimal(number.numerator) / Decimal(number.denominator)


def _orders(numbers: Iterable[int]) -> int:
    """The multinomial coefficient."""
    numbers = list(numbers)
    return factorial(sum(numbers)) // prod(map(factorial, numbers))


def _not_covered(puzzle: Puzzle) -> str:
    """The reason why the model does not apply to a puzzle; empty if it does."""
    if puzzle.signed:
        return "the model knows no signs"
    if len(puzzle.tiles) > (largest := LARGEST if puzzle.framed else LARGEST_UNFRAMED):
        return f"a board with more than {largest:,} squares is too large for exact numbers"
    if puzzle.zeros > puzzle.grid.outside:
        return (
            f"{puzzle.zeros} sides have the frame colour {puzzle.names.colour(FRAME)}, but the outside takes "
            f"{puzzle.grid.outside}: the model wants all of them outside"
        )
    return next(iter(counting.contradictions(puzzle)), "")


MOST = 20
"""Mismatches up to which boards are counted: it takes some tenths of a second for Eternity II with its clues."""

_MANY = 40
"""Sides that clues ask for; with more, boards are counted up to `_FEW` mismatches only, as each makes it longer."""

_FEW = 6

_LARGE = 324
"""Tiles; with more, any clue makes it long."""


def expected_boards(puzzle: Puzzle, clues: Solution = Solution(), most: int | None = None) -> list[Fraction] | None:
    """The expected numbers of boards that keep the clues and the frame, with 0, 1, .. mismatches, at most so many.

    All rotations of the board count; None if the model does not apply. If `most` is None, as many as take no time.
    """
    exact = puzzle.zeros == puzzle.grid.outside and all(kind(tile) is not None for tile in puzzle.tiles)
    largest = LARGEST // 10 if puzzle.framed else LARGEST_UNFRAMED
    if puzzle.signed or (puzzle.framed and not exact) or len(puzzle.tiles) > largest:
        return None
    ways, asked = assignments(puzzle, clues), demands(puzzle, clues)
    if most is None:
        demanded = sum((pool.one + (pool.other or Counter())).total() for pool in asked.values())
        most = min(puzzle.grid.diamonds, MOST if demanded <= (_MANY if len(puzzle.tiles) <= _LARGE else 0) else _FEW)
    if not ways:
        return [Fraction(0)] * (most + 1)
    by_mismatches = [Fraction(ways)]
    diamonds = _diamonds(puzzle, clues)
    for name, left in pools(puzzle, [clue.tile for clue in clues]).items():
        chances = _mismatches(puzzle, left, asked[name], diamonds[name], most)
        by_mismatches = [
            sum(
                (by_mismatches[one] * chances[total - one] for one in range(min(total + 1, len(by_mismatches)))),
                Fraction(0),
            )
            for total in range(most + 1)
        ]
    among = len(check(puzzle, clues, conditions=[Condition.ADJOINING]).violations)
    return [*[Fraction(0)] * among, *by_mismatches][: most + 1]


def _mismatches(puzzle: Puzzle, left: Pool, asked: Pool, diamonds: int, most: int) -> list[Fraction]:
    """The probabilities of 0, 1, .. mismatches where sides of a pool meet one another, or clues."""
    if left.other is not None and asked.other is not None:
        colours = left.one | left.other | asked.one | asked.other
        return _ring([(left.one[c], left.other[c], asked.one[c], asked.other[c]) for c in colours], diamonds, most)
    heads = {min(colour, puzzle.partner(colour)) for colour in left.one | asked.one}
    kinds = [sorted({colour, puzzle.partner(colour)}) for colour in sorted(heads)]
    return _inner([[(left.one[colour], asked.one[colour]) for colour in both] for both in kinds], diamonds, most)


def _inner(colours: list[list[tuple[int, int]]], diamonds: int, most: int) -> list[Fraction]:
    """The probabilities of 0, 1, .. mismatches where sides of any direction meet.

    Args:
        colours: for each the sides left and those asked for by clues; of two partners for both.
        diamonds: that others meet in; any other side lies outside.
        most: the largest number of mismatches.
    """
    sides, wanted = (sum(numbers) for numbers in zip(*chain(*colours), strict=True)) if colours else (0, 0)
    idle = sides - wanted - 2 * (diamonds - most)
    # By sides that match nothing, and by clues of which none matches what they ask for.
    weights: dict[tuple[int, int], int] = {(0, 0): 1}
    pairs_before = {(0, 0): 0}
    for kinds in colours:
        after: dict[tuple[int, int], int] = defaultdict(int)
        pairs_after: dict[tuple[int, int], int] = {}
        sides_of_kind, orders = 2 // len(kinds), len(kinds)
        want = sum(asked for _, asked in kinds)
        met_each = [range(max(0, asked - most), min(asked, have) + 1) for have, asked in kinds]
        for (spare, unmet), weight in weights.items():
            before = pairs_before[spare, unmet]
            for meeting in product(*met_each):
                free = [have - met for (have, _), met in zip(kinds, meeting, strict=True)]
                missed = want - sum(meeting)
                most_pairs = min(free) // sides_of_kind
                least_pairs = max(0, (sum(free) - (idle - spare) + 1) // 2)
                for pairs in range(least_pairs if missed <= most - unmet else most_pairs + 1, most_pairs + 1):
                    key = spare + sum(free) - 2 * pairs, unmet + missed
                    ways = comb(before + pairs, pairs) * orders**pairs
                    for (have, asked), met in zip(kinds, meeting, strict=True):
                        ways *= perm(have, sides_of_kind * pairs + met) * comb(asked, met)
                    after[key] += weight * ways
                    pairs_after[key] = before + pairs
        weights, pairs_before = after, pairs_after
    ways_by_matches: dict[int, Fraction] = defaultdict(Fraction)
    for key, weight in weights.items():
        pairs, met = pairs_before[key], wanted - key[1]
        ways_by_matches[pairs + met] += Fraction(weight * comb(diamonds, pairs), perm(sides, 2 * pairs + met))
    return _probabilities(ways_by_matches, diamonds + wanted, most)


def _ring(colours: list[tuple[int, int, int, int]], diamonds: int, most: int) -> list[Fraction]:
    """The probabilities of 0, 1, .. mismatches where sides of two directions meet.

    Args:
        colours: for each the sides left of either direction, and those of either that clues ask for.
        diamonds: that others meet in; any other side lies outside.
        most: the largest number of mismatches.
    """
    first, second, *wanted = (sum(numbers) for numbers in zip(*colours, strict=True)) if colours else (0, 0, 0, 0)
    idle = first - wanted[0] - (diamonds - most)
    weights: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}
    for have, other, want, want_other in colours:
        after: dict[tuple[int, int, int, int], int] = defaultdict(int)
        for (pairs_before, spare, met_before, met_other_before), weight in weights.items():
            for met in range(min(want, have) + 1):
                for met_other in range(min(want_other, other) + 1):
                    free, free_other = have - met, other - met_other
                    for pairs in range(max(0, free - (idle - spare)), min(free, free_other) + 1):
                        key = pairs_before + pairs, spare + free - pairs, met_before + met, met_other_before + met_other
                        ways = perm(have, pairs + met) * perm(other, pairs + met_other) // factorial(pairs)
                        ways *= perm(pairs_before + pairs, pairs) * comb(want, met) * comb(want_other, met_other)
                        after[key] += weight * ways
        weights = after
    ways_by_matches: dict[int, Fraction] = defaultdict(Fraction)
    for (pairs, _, met, met_other), weight in weights.items():
        total = Fraction(weight * comb(diamonds, pairs), perm(first, pairs + met) * perm(second, pairs + met_other))
        ways_by_matches[pairs + met + met_other] += total
    return _probabilities(ways_by_matches, diamonds + sum(wanted), most)


def _probabilities(ways: Mapping[int, Fraction], diamonds: int, most: int) -> list[Fraction]:
    """The probability of each number of mismatches, by inclusion and exclusion.

    It takes the expected number of ways to choose so many of the diamonds that all match, for numbers near all.
    """
    return [
        sum(
            (
                (-1) ** (chosen - matches) * comb(chosen, matches) * number
                for chosen, number in ways.items()
                if 0 <= matches <= chosen
            ),
            Fraction(0),
        )
        for matches in range(diamonds, diamonds - most - 1, -1)
    ]


# ---- parts of a board that grow, the fillings they are expected to have, and their division by colours ----

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
    """The rank of a square in the growth around an origin; the distance comes first."""
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


def log_fillings(puzzle: Puzzle, order: Sequence[Square], clues: Solution = Solution()) -> list[float]:
    """The natural logarithm of the expected number of ways to fill the first square of an order, the first two, ...

    The squares of clues are filled already, and add nothing. Infinitely small if there are too few tiles of a kind.

    Raises:
        ValueError: the puzzle has a frame, but not exactly as many sides of its colour as the outside has.
    """
    used = {clue.tile for clue in clues}
    ring, inner = _log_chances(puzzle, used)
    tiles = Counter(
        kind_of(puzzle, (side for side in Side if tile.sides[side] == FRAME))
        for i, tile in enumerate(puzzle.tiles)
        if i not in used
    )
    filled = {clue.square for clue in clues}
    expected, logs = 0.0, []
    for square in order:
        if square not in filled:
            outside = puzzle.grid.outer_sides(square)
            kind = kind_of(puzzle, outside)
            # A tile at the frame has one rotation that fits, another one four.
            expected += log_of(tiles[kind] * (1 if kind else _rotations(puzzle)))
            tiles[kind] -= 1
            for side in Side:
                beyond = square.neighbour(side)
                if beyond in filled:
                    expected += ring if puzzle.framed and outside & puzzle.grid.outer_sides(beyond) else inner
            filled.add(square)
        logs.append(expected)
    return logs


def log_sum(logs: Sequence[float]) -> float:
    """The logarithm of the sum of numbers, given their logarithms."""
    most = max(logs, default=-inf)
    return most + log(sum(exp(value - most) for value in logs)) if most > -inf else most


def fitting(puzzle: Puzzle) -> float:
    """The number of interior tiles that are expected to fit beside two neighbours; 0 if there are none.

    Each of N tiles has four rotations, and two sides that meet in the interior have the same colour with a certain
    chance. If all of C colours are as frequent this is 4N/C²; it is more, the less even they are.
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
    return _rotations(puzzle) * interior * exp(2 * _log_alike(puzzle, inward)) if interior else 0.0


def _rotations(puzzle: Puzzle) -> int:
    return 4 if puzzle.turning else 1


def _log_chances(puzzle: Puzzle, used: set[int]) -> tuple[float, float]:
    """The logarithms of the chances that a diamond of the ring matches, and any other one."""
    if not puzzle.framed:
        return 0.0, _log_alike(
            puzzle,
            Counter(side for i, tile in enumerate(puzzle.tiles) if i not in used for side in tile.sides),
        )
    left = supply(puzzle, used)
    meeting = sum(number * left.anticlockwise[puzzle.partner(colour)] for colour, number in left.clockwise.items())
    ring = log_of(meeting) - 2 * log_of(left.clockwise.total()) if meeting else -inf
    return ring, _log_alike(puzzle, left.inner)


def _log_alike(puzzle: Puzzle, sides: Counter[int]) -> float:
    """The logarithm of the chance that two sides of a supply match."""
    ways, total = alike(puzzle, sides), sides.total()
    return log_of(ways) - log_of(total * (total - 1)) if ways else -inf


def log_of(number: int) -> float:
    """The logarithm of a number, which may be 0."""
    return log(number) if number > 0 else -inf


Part = tuple[tuple[Diamond, int], ...]
"""The fillings in which some diamonds have certain colours."""

_Domains = Mapping[Square, tuple[Candidate, ...]]


def diamonds(squares: Collection[Square]) -> Iterator[Diamond]:
    """The diamonds between squares as a search decides them: square by square, the one below and the one to the right.

    So does `asp/heuristic/outward.lp`, with the squares in the order of `growth`.
    """
    for square in squares:
        for side in (Side.SOUTH, Side.EAST):
            if square.neighbour(side) in squares:
                yield Diamond(square, side)


def partition(candidates: _Domains, enough: int) -> list[Part]:
    """Parts that have all fillings between them, each filling in one; the part with most to search comes first.

    A part has colours for the first diamonds, as many as it takes to have enough parts. Those are left out in which
    no candidate is left for some square. How much there is to search is judged by the candidates for each square.

    Args:
        candidates: what may lie on each square; the squares in the order in which they are to be filled.
        enough: the number of parts that will do; there are fewer if the diamonds have fewer colours.
    """
    # Each part with the squares on which it leaves fewer candidates: after the same diamonds, these are the same.
    parts: list[tuple[Part, _Domains]] = [((), {})]
    for diamond in diamonds(candidates):
        if len(parts) >= enough:
            break
        parts = [
            ((*part, (diamond, colour)), {**left, **domains})
            for part, left in parts
            for colour, domains in _by_colour(left, candidates, diamond)
        ]
    parts.sort(key=lambda item: sum(log(len(left)) for left in item[1].values() if left), reverse=True)
    return [part for part, _ in parts]


def _by_colour(left: _Domains, candidates: _Domains, diamond: Diamond) -> Iterator[tuple[int, _Domains]]:
    """The candidates left on both squares of a diamond, by its colour, for colours that leave some on both."""
    square, side = diamond.square, diamond.side
    beyond = square.neighbour(side)
    here = _showing(left.get(square, candidates[square]), side)
    there = _showing(left.get(beyond, candidates[beyond]), side.opposite)
    for colour in sorted(here.keys() & there.keys()):
        yield colour, {square: tuple(here[colour]), beyond: tuple(there[colour])}


def _showing(candidates: Iterable[Candidate], side: Side) -> dict[int, list[Candidate]]:
    """Candidates by the colour of a side."""
    candidates_by_colour: dict[int, list[Candidate]] = defaultdict(list)
    for placement in candidates:
        candidates_by_colour[placement.sides[side]].append(placement)
    return candidates_by_colour


# ---- the expected number of nodes of a search square by square, and the order in which it lays the fewest tile ----

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
    orders = dict.fromkeys(_scan_orders(puzzle, clues))
    return [ScanOrder(order, tuple(log_fillings(puzzle, order, clues))) for order in orders]


@lru_cache(8 * JUDGED)
def _log_nodes(puzzle: Puzzle, order: tuple[Square, ...], clues: Solution) -> tuple[float, ...]:
    return tuple(log_nodes(puzzle, order, clues))


def _scan_orders(puzzle: Puzzle, clues: Solution) -> Iterator[tuple[Square, ...]]:
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
