"""Expected numbers of solutions, and of boards by score.

The model is Brendan Owen's model of finite supply, computed exactly. A diamond is an edge between two squares. The
model fixes the number of diamonds of each colour and distributes the colours over the tiles at random. The ring is the
closed row of border squares: there, the sides that face clockwise and the sides that face anticlockwise get the same
colours, in independent orders. Inside, all sides draw from one supply. An assignment puts corner tiles on corners, side
tiles on sides, and centre tiles in the centre, in any of four rotations. Each assignment is a solution with the same
probability, so the expected number of solutions is the number of assignments times that probability.

Without clues, a solution is counted once for every rotation of the board. Identical tiles count as distinct, and so do
all four rotations of a tile. The formula holds for rectangles, too, since side tiles fit on any side, long or short. If
colours have partners, a head needs a tail next to it. If tiles may not be rotated, the sides of each direction have a
supply of their own. Without a frame, some sides are on the boundary, and Owen's polynomials (`expected.py`) give the
probability that all inner sides match.

The number of matching diamonds of a board has factorial moments in closed form: the expected numbers of ways to choose
k diamonds that all match. Inclusion and exclusion gives the probability of each number of matches. Since boards with
few mismatches are of interest, the first few terms from the top are enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from itertools import chain, product
from math import comb, factorial, floor, perm, prod

from edgeasp.puzzle import counting
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.counting import (
    SidePool,
    border_class,
    empty_pools,
    pool_of_side,
    required_sides,
    tile_pools,
    unmatched_sides,
)
from edgeasp.puzzle.expected import reason_unsupported
from edgeasp.puzzle.model import FRAME, Puzzle, Side, Solution

LARGEST = 10_000
"""Most squares of a framed board. Their expected number of solutions takes about a second."""

LARGEST_UNFRAMED = 400
"""Most squares without a frame, where it is unknown which sides are on the boundary."""


@dataclass(frozen=True, slots=True)
class ExpectedSolutions:
    """Expected number of solutions, or why the model does not apply.

    Attributes:
        solutions: expected number of solutions, with all rotations of the board counted. None if the model does not
            apply.
        reason: why the model does not apply, as a clause. Empty if it does.
    """

    solutions: Fraction | None
    reason: str = ""


def ring_diamonds(cols: int, rows: int) -> int:
    """Count the diamonds between adjacent border squares."""
    return 2 * (cols + rows) - 4


def inner_diamonds(cols: int, rows: int) -> int:
    """Count the diamonds between adjacent squares outside the ring."""
    return 2 * cols * rows - cols - rows - ring_diamonds(cols, rows)


def expected_solutions(cols: int, rows: int, ring: Sequence[int], inner: Sequence[int]) -> Fraction:
    """Return the expected number of solutions of a framed puzzle.

    A solution is counted once for every rotation of the board: 4 times on a square board, twice on a rectangle.

    Args:
        cols: columns, at least 2.
        rows: rows, at least 2.
        ring: for each colour in the ring, its number of diamonds there.
        inner: for each colour outside the ring, its number of diamonds there.

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
    """Return the probability that all ring diamonds match.

    If n_i diamonds have colour i, and T is their total, the probability is the product of all n_i!, divided by T!. This
    is one out of all orders of the diamonds' colours. Owen's recurrence, explained in `expected.py`, yields the same
    result: in a full ring, only its terms with j = n_i remain.
    """
    return Fraction(1, _count_orders(diamonds))


def inner_probability(diamonds: Sequence[int]) -> Fraction:
    """Return the probability that all diamonds outside the ring match.

    The probability is the number of orders of the diamonds' colours, divided by the number of orders of the colours of
    their sides. Owen's recurrence, explained in `expected.py`, yields the same result: on a full board, only its terms
    with j = n_i remain, where n_i diamonds have colour i.
    """
    return Fraction(_count_orders(diamonds), _count_orders([2 * number for number in diamonds]))


def expected_solutions_of(puzzle: Puzzle, clues: Solution = Solution()) -> ExpectedSolutions:
    """Return the expected number of solutions that keep clues."""
    reason = _reason_not_covered(puzzle)
    return ExpectedSolutions(None, reason) if reason else ExpectedSolutions(_expected_with_clues(puzzle, clues))


def _expected_with_clues(puzzle: Puzzle, clues: Solution) -> Fraction:
    expected = Fraction(count_assignments(puzzle, clues))
    if not expected:
        return expected
    left, asked = tile_pools(puzzle, [clue.tile for clue in clues]), required_sides(puzzle, clues)
    for name, diamonds in _free_diamonds(puzzle, clues).items():
        expected *= _match_probability(puzzle, left[name], asked[name], diamonds)
    return expected


def _free_diamonds(puzzle: Puzzle, clues: Solution) -> Counter[str]:
    """Count the diamonds between squares without clues, by pool.

    A pool is a set of sides that can be adjacent to each other (`counting.SidePool`).
    """
    on = clues.by_square()
    numbers = Counter(dict.fromkeys(empty_pools(puzzle), 0))
    numbers.update(
        pool_of_side(puzzle, puzzle.statement.frame_sides(square), side)[0]
        for square, side, beyond in puzzle.grid.pairs
        if square not in on and beyond not in on
    )
    return numbers


def _match_probability(puzzle: Puzzle, left: SidePool, asked: SidePool, diamonds: int) -> Fraction:
    """Return the probability that all diamonds of a pool match.

    Args:
        puzzle: the puzzle.
        left: sides of the unused tiles.
        asked: sides that face a clue, counted by the colour that the clue requires.
        diamonds: the number of diamonds between squares without clues.
    """
    if left.other is None or asked.other is None:
        drawn = 2 * diamonds + asked.one.total()
        # If all sides are drawn, one term of Owen's sum remains: see `inner_probability`.
        if drawn == left.one.total():
            free = _unrequired_sides(left.one, asked.one)
            if free is None or unmatched_sides(puzzle, free):
                return Fraction(0)
            return Fraction(count_matching_orders(puzzle, free), _count_orders(left.one.values()))
        colours = [colour for colour in left.one | asked.one if colour <= puzzle.partner(colour)]
        pairs = [[(left.one[partner], asked.one[partner]) for partner in {one, puzzle.partner(one)}] for one in colours]
        return _count_matching_draws([(both, 2 // len(both), len(both)) for both in pairs], diamonds) / perm(
            left.one.total(), drawn
        )
    drawn, back = diamonds + asked.one.total(), diamonds + asked.other.total()
    # One term remains here as well: see `ring_probability`.
    if (drawn, back) == (left.one.total(), left.other.total()):
        free, meeting = _unrequired_sides(left.one, asked.one), _unrequired_sides(left.other, asked.other)
        if free is None or free != meeting:
            return Fraction(0)
        return Fraction(
            _count_orders(free.values()), _count_orders(left.one.values()) * _count_orders(left.other.values())
        )
    ways = [
        ([(left.one[colour], asked.one[colour]), (left.other[colour], asked.other[colour])], 1, 1)
        for colour in left.one | left.other | asked.one | asked.other
    ]
    return _count_matching_draws(ways, diamonds) / (perm(left.one.total(), drawn) * perm(left.other.total(), back))


def _count_matching_draws(colours: Iterable[tuple[list[tuple[int, int]], int, int]], diamonds: int) -> Fraction:
    """Count ways to draw sides so that all diamonds match.

    This is Owen's V(i,m), as in `expected.py`.

    Args:
        colours: a tuple of three values for each colour, or for each pair of partners:

            1. Pairs of the number of unused sides and the number of sides that clues require. A colour that matches
               itself has one pair. Partners have two, and so has a colour in the ring: one for each direction.
            2. The number of sides that a diamond takes from each pair.
            3. The number of ways to assign these sides to the two sides of a diamond.
        diamonds: number of diamonds, at most half the number of sides.
    """
    by_colour = []
    for kinds, sides, orders in colours:
        most = min(diamonds, *((have - want) // sides for have, want in kinds))
        by_colour.append(
            [
                prod(perm(have, sides * j + want) for have, want in kinds) * orders**j // factorial(j)
                for j in range(most + 1)
            ]
        )
    later = sum(len(terms) - 1 for terms in by_colour)
    if later < diamonds or not all(by_colour):
        return Fraction(0)
    product = {0: 1}
    for terms in by_colour:
        # Totals so low that the remaining colours cannot reach `diamonds` are pruned.
        later -= len(terms) - 1
        totals = range(max(0, diamonds - later), min(diamonds, max(product) + len(terms) - 1) + 1)
        product = {
            total: sum(term * product.get(total - j, 0) for j, term in enumerate(terms[: total + 1]))
            for total in totals
        }
    return Fraction(product[diamonds] * factorial(diamonds))


def count_assignments(puzzle: Puzzle, clues: Solution = Solution()) -> int:
    """Count tile assignments that keep the clues and the frame.

    Adjacent sides need not match. The count is 0 if a clue violates the frame.
    """
    turns = 4 if puzzle.turning else 1
    ways: int
    if not puzzle.framed:
        empty = puzzle.grid.size - len(clues)
        ways = perm(empty + puzzle.spare, empty) * turns**empty
        return ways
    outside = {square: border_class(puzzle, puzzle.statement.frame_sides(square)) for square in puzzle.grid.squares}
    kinds = [border_class(puzzle, [side for side in Side if tile.sides[side] == FRAME]) for tile in puzzle.tiles]
    if any(kinds[clue.tile] != outside[clue.square] for clue in clues):
        return 0
    for clue in clues:
        del outside[clue.square]
    squares, used = Counter(outside.values()), {clue.tile for clue in clues}
    tiles = Counter(kind for tile, kind in enumerate(kinds) if tile not in used)
    ways = prod(perm(tiles[kind], number) for kind, number in squares.items())
    # Only tiles without a side on the frame can be rotated on their square.
    ways *= turns ** sum(number for form, number in squares.items() if not form)
    return ways


def count_matching_orders(puzzle: Puzzle, sides: Counter[int]) -> int:
    """Count the orders of sides in which all diamonds match.

    `sides` has the number of sides of each colour. Two partners may be on a diamond in either order.
    """
    halved = {colour: number for colour, number in sides.items() if colour < puzzle.partner(colour)}
    whole = [number // 2 for colour, number in sides.items() if colour == puzzle.partner(colour)]
    ways: int = 2 ** sum(halved.values())
    return _count_orders([*whole, *halved.values()]) * ways


def _unrequired_sides(supply: Counter[int], bound: Counter[int]) -> Counter[int] | None:
    return supply - bound if bound <= supply else None


def calibration_figure(puzzle: Puzzle) -> Fraction | None:
    """Return a measure of hardness: 4 * squares / colours^2.

    Martin Brain calibrates the puzzles of his ASP class "Edge Matching" by this figure. Unframed puzzles are hardest if
    it is near 2. The frame colour does not count. The figure is None if the puzzle has no other colour, or if a colour
    matches several colours.
    """
    colours = {colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}
    return Fraction(4 * puzzle.grid.size, len(colours) ** 2) if colours and puzzle.paired else None


def format_scientific(number: Fraction | int, digits: int = 5) -> str:
    """Format a number of any size, e.g. `1.1527e+7`.

    Args:
        number: the number.
        digits: significant digits. Trailing zeros are omitted.
    """
    fraction = Fraction(number)
    if not fraction:
        return "0"
    rounded = _round_to_digits(fraction, digits)
    mantissa, _, exponent = f"{rounded:.{digits - 1}e}".partition("e")
    short = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{short}e{int(exponent):+d}"


def log10(number: Fraction) -> float:
    """Return the decimal logarithm of a number of any size."""
    return float(_round_to_digits(number, 25).log10())


def format_log10(log10: float) -> str:
    """Format a number, given by its decimal logarithm."""
    exponent = floor(log10)
    return format_scientific(Fraction(10 ** (log10 - exponent)) * Fraction(10) ** exponent, 2)


def _round_to_digits(number: Fraction, digits: int) -> Decimal:
    # Numbers of boards exceed the range of floats, and the default range of Decimal.
    with localcontext(Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)):
        return Decimal(number.numerator) / Decimal(number.denominator)


def _count_orders(numbers: Iterable[int]) -> int:
    numbers = list(numbers)
    return factorial(sum(numbers)) // prod(map(factorial, numbers))


def _reason_not_covered(puzzle: Puzzle) -> str:
    """Explain why the model does not apply, or return ""."""
    if reason := reason_unsupported(puzzle):
        return reason
    if puzzle.grid.size > (largest := LARGEST if puzzle.framed else LARGEST_UNFRAMED):
        return f"a board with more than {largest:,} squares is too large for exact numbers"
    if puzzle.loose:
        return (
            f"{puzzle.zeros} sides have the frame colour {puzzle.names.colour(FRAME)}, but the outside takes "
            f"{puzzle.outside}: the model wants all of them outside"
        )
    if reasons := counting.contradictions(puzzle):
        return reasons[0]
    if puzzle.determined or not puzzle.framed:
        return ""
    return (
        "a tile has the frame colour on opposite sides"
        if puzzle.grid.ringed
        else "the model does not support a frame with holes"
    )


MOST = 20
"""Default of the largest number of mismatches. For Eternity II with its clues, this takes some tenths of a second."""

# Most sides adjacent to clues. With more, the default is `_FEW` mismatches, since each side adds to the time.
_MANY = 40

_FEW = 6

# Most tiles. With more, even one clue takes long, so that the default is `_FEW` mismatches.
_LARGE = 324


def expected_boards(puzzle: Puzzle, clues: Solution = Solution(), most: int | None = None) -> list[Fraction] | None:
    """Return the expected number of boards with each score.

    Entry k is the expected number of boards with k mismatches. A board is counted once for every rotation. The result
    is None if the model does not apply.

    Args:
        puzzle: the puzzle.
        clues: placements that boards keep.
        most: the largest k. None for a default that takes well under a second.
    """
    largest = LARGEST // 10 if puzzle.framed else LARGEST_UNFRAMED
    if reason_unsupported(puzzle) or (puzzle.framed and not puzzle.determined) or puzzle.grid.size > largest:
        return None
    ways, asked = count_assignments(puzzle, clues), required_sides(puzzle, clues)
    if most is None:
        demanded = sum((pool.one + (pool.other or Counter())).total() for pool in asked.values())
        most = min(puzzle.grid.diamonds, MOST if demanded <= (_MANY if len(puzzle.tiles) <= _LARGE else 0) else _FEW)
    if not ways:
        return [Fraction(0)] * (most + 1)
    by_mismatches = [Fraction(ways)]
    diamonds = _free_diamonds(puzzle, clues)
    for name, left in tile_pools(puzzle, [clue.tile for clue in clues]).items():
        chances = _pool_mismatches(puzzle, left, asked[name], diamonds[name], most)
        by_mismatches = [
            sum(
                (by_mismatches[one] * chances[total - one] for one in range(min(total + 1, len(by_mismatches)))),
                Fraction(0),
            )
            for total in range(most + 1)
        ]
    among = len(check(puzzle, clues, conditions=[Condition.ADJOINING]).violations)
    return [*[Fraction(0)] * among, *by_mismatches][: most + 1]


def _pool_mismatches(puzzle: Puzzle, left: SidePool, asked: SidePool, diamonds: int, most: int) -> list[Fraction]:
    """Return the probability of each mismatch count in a pool.

    Entry k is the probability of exactly k mismatches if the unused sides of the pool (`counting.SidePool`) are placed
    at random, next to each other and next to clues.

    Args:
        puzzle: the puzzle.
        left: sides of the unused tiles.
        asked: sides that face a clue, counted by the colour that the clue requires.
        diamonds: the number of diamonds between squares without clues.
        most: the largest k.
    """
    if left.other is not None and asked.other is not None:
        colours = left.one | left.other | asked.one | asked.other
        return _mismatches_with_directions(
            [(left.one[c], left.other[c], asked.one[c], asked.other[c]) for c in colours], diamonds, most
        )
    heads = {min(colour, puzzle.partner(colour)) for colour in left.one | asked.one}
    kinds = [sorted({colour, puzzle.partner(colour)}) for colour in sorted(heads)]
    return _mismatches_without_directions(
        [[(left.one[colour], asked.one[colour]) for colour in both] for both in kinds], diamonds, most
    )


def _mismatches_without_directions(colours: list[list[tuple[int, int]]], diamonds: int, most: int) -> list[Fraction]:
    """Return the mismatch probabilities of a pool without directions.

    Any two of its sides can be adjacent. Entry k is the probability of k mismatches.

    Args:
        colours: one list for each colour that matches itself, and one for each two partners. A list has a pair for each
            of its colours: the number of unused sides, and the number of sides that clues require.
        diamonds: the number of diamonds that are not adjacent to clues. Surplus sides are on the boundary.
        most: the largest k.
    """
    sides, wanted = (sum(numbers) for numbers in zip(*chain(*colours), strict=True)) if colours else (0, 0)
    # Most sides that may match nothing. With more, there are too many mismatches, so such states are pruned.
    idle = sides - wanted - 2 * (diamonds - most)
    # Keys are the number of sides that match nothing, and the number of clues' sides that stay unmatched.
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
    return _exact_probabilities(ways_by_matches, diamonds + wanted, most)


def _mismatches_with_directions(colours: list[tuple[int, int, int, int]], diamonds: int, most: int) -> list[Fraction]:
    """Return the mismatch probabilities of a pool with directions.

    Each diamond joins two sides that face opposite directions. Entry k is the probability of k mismatches.

    Args:
        colours: four numbers for each colour: its unused sides in the first and in the second direction, and the sides
            that clues require in the first and in the second direction.
        diamonds: the number of diamonds that are not adjacent to clues. Surplus sides are on the boundary.
        most: the largest k.
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
    return _exact_probabilities(ways_by_matches, diamonds + sum(wanted), most)


def _exact_probabilities(ways: Mapping[int, Fraction], diamonds: int, most: int) -> list[Fraction]:
    """Apply inclusion and exclusion to expected numbers of matches.

    Entry k of the result is the probability of k mismatches.

    Args:
        ways: the expected number of ways to choose j diamonds that all match, keyed by j. Keys below `diamonds - most`
            are not needed.
        diamonds: the number of diamonds.
        most: the largest k.
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
