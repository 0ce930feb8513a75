"""The expected number of solutions, and of boards by their number of mismatches.

The expected number of solutions: Brendan Owen's finite-supply model of framed puzzles, computed exactly.

The model fixes the number of diamonds of each colour and distributes the colours over the tiles at random: in the
ring, the sides that face clockwise and those that face anticlockwise get the same colours, each in an order of its
own; inside, all sides draw from one supply. Every assignment of the tiles, corner tiles to corners, side tiles to sides
and centre tiles to the centre in any of four rotations, is then a solution with the same probability, so the expected
number of solutions is the number of those assignments times that probability.

Without clues it counts every rotation of the board; it counts identical tiles apart, and all four rotations of a tile.
On a rectangle nothing changes: its side tiles may lie on any side, long or short.

The expected number of boards by the number of mismatches, by the finite-supply model of `estimate.py`.

The colours are distributed over the tiles at random, each as often as the puzzle has it. How many diamonds of a board
then match, has factorial moments that can be written down: the expected number of ways to choose k diamonds that all
match. Inclusion and exclusion gives the probability of each number of matches, and since boards with few mismatches
are of interest, the first few terms from the top are enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from math import comb, factorial, floor, perm, prod

from edgeasp.puzzle import counting
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.counting import demand, kind, lonely, supply
from edgeasp.puzzle.model import FRAME, Puzzle, Solution

LARGEST = 10_000
"""Squares of a board whose expected number of solutions takes about a second."""


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
    ways = assignments(puzzle, clues)
    if not ways:
        return Fraction(0)
    left = supply(puzzle, [clue.tile for clue in clues])
    bound = demand(puzzle, clues)
    clockwise = _remaining(left.clockwise, bound.clockwise)
    anticlockwise = _remaining(left.anticlockwise, bound.anticlockwise)
    inner = _remaining(left.inner, bound.inner)
    if clockwise is None or anticlockwise is None or inner is None or lonely(puzzle, inner):
        return Fraction(0)
    if clockwise != Counter({puzzle.partner(colour): number for colour, number in anticlockwise.items()}):
        return Fraction(0)
    fitting = _orders(clockwise.values()) * matching_orders(puzzle, inner)
    return Fraction(
        ways * fitting,
        _orders(left.clockwise.values()) * _orders(left.anticlockwise.values()) * _orders(left.inner.values()),
    )


def assignments(puzzle: Puzzle, clues: Solution = Solution()) -> int:
    """The ways to lay all tiles that keep the clues and the frame, whether they match or not; 0 if a clue breaks it."""
    if any(puzzle.tiles[clue.tile].sides.count(FRAME) != len(puzzle.outer_sides(clue.square)) for clue in clues):
        return 0
    empty = set(puzzle.squares()) - {clue.square for clue in clues}
    squares = Counter(len(puzzle.outer_sides(square)) for square in empty)
    ways: int = factorial(squares[2]) * factorial(squares[1]) * factorial(squares[0]) * 4 ** squares[0]
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
    """Why the model does not apply to a puzzle; empty if it does."""
    if not puzzle.framed:
        return "the model is one of framed puzzles, and this one has no frame"
    if puzzle.signed:
        return "the model knows no signs"
    if not puzzle.turning:
        return "the model turns the tiles"
    if len(puzzle.tiles) > LARGEST:
        return f"a board with more than {LARGEST:,} squares is too large for exact numbers"
    if puzzle.zeros > puzzle.outside:
        return (
            f"{puzzle.zeros} sides have the frame colour {puzzle.colour(FRAME)}, but the outside takes "
            f"{puzzle.outside}: the model wants all of them outside"
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
    exact = puzzle.zeros == puzzle.outside and all(kind(tile) is not None for tile in puzzle.tiles)
    if not puzzle.framed or puzzle.signed or not exact or not puzzle.ordinary or len(puzzle.tiles) > LARGEST // 10:
        return None
    ways, asked = assignments(puzzle, clues), demand(puzzle, clues)
    if most is None:
        demanded = asked.ring.total() + asked.inner.total()
        most = MOST if demanded <= (_MANY if len(puzzle.tiles) <= _LARGE else 0) else _FEW
    if not ways:
        return [Fraction(0)] * (most + 1)
    left = supply(puzzle, [clue.tile for clue in clues])
    ring = _ring(
        [
            (left.clockwise[each], left.anticlockwise[each], asked.clockwise[each], asked.anticlockwise[each])
            for each in left.ring | asked.ring
        ],
        most,
    )
    inner = _inner([(left.inner[each], asked.inner[each]) for each in left.inner | asked.inner], most)
    among = len(check(puzzle, clues, conditions=[Condition.ADJOINING]).violations)
    found = [Fraction(0)] * among
    for total in range(most + 1):
        found.append(sum((ways * ring[each] * inner[total - each] for each in range(total + 1)), Fraction(0)))
    return found[: most + 1]


def _inner(colours: list[tuple[int, int]], most: int) -> list[Fraction]:
    """The probabilities of 0, 1, .. mismatches where sides of any direction meet.

    Args:
        colours: for each the sides left and those asked for by clues.
        most: the largest number of mismatches.
    """
    sides, wanted = (sum(each) for each in zip(*colours, strict=True)) if colours else (0, 0)
    diamonds = (sides - wanted) // 2
    # By sides that match nothing, and by clues of which none matches what they ask for.
    weights: dict[tuple[int, int], int] = {(0, 0): 1}
    pairs_before = {(0, 0): 0}
    for have, want in colours:
        after: dict[tuple[int, int], int] = defaultdict(int)
        pairs_after: dict[tuple[int, int], int] = {}
        for (spare, unmet), weight in weights.items():
            before = pairs_before[spare, unmet]
            for met in range(max(0, want - (most - unmet)), min(want, have) + 1):
                for idle in range((have - met) % 2, min(have - met, 2 * most - spare) + 1, 2):
                    pairs = (have - met - idle) // 2
                    key = spare + idle, unmet + want - met
                    after[key] += weight * perm(have, 2 * pairs + met) * comb(want, met) * comb(before + pairs, pairs)
                    pairs_after[key] = before + pairs
        weights, pairs_before = after, pairs_after
    moments = _Moments(diamonds + wanted, most)
    for key, weight in weights.items():
        pairs, met = pairs_before[key], wanted - key[1]
        moments.add(pairs + met, Fraction(weight * comb(diamonds, pairs), perm(sides, 2 * pairs + met)))
    return moments.probabilities()


def _ring(colours: list[tuple[int, int, int, int]], most: int) -> list[Fraction]:
    """The probabilities of 0, 1, .. mismatches where sides of two directions meet.

    Args:
        colours: for each the sides left of either direction, and those of either that clues ask for.
        most: the largest number of mismatches.
    """
    first, second, *wanted = (sum(each) for each in zip(*colours, strict=True)) if colours else (0, 0, 0, 0)
    diamonds = first - wanted[0]
    weights: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}
    for have, other, want, want_other in colours:
        after: dict[tuple[int, int, int, int], int] = defaultdict(int)
        for (pairs_before, spare, met_before, met_other_before), weight in weights.items():
            for met in range(min(want, have) + 1):
                for met_other in range(min(want_other, other) + 1):
                    free, free_other = have - met, other - met_other
                    for pairs in range(max(0, free - (most - spare)), min(free, free_other) + 1):
                        key = pairs_before + pairs, spare + free - pairs, met_before + met, met_other_before + met_other
                        ways = perm(have, pairs + met) * perm(other, pairs + met_other) // factorial(pairs)
                        ways *= perm(pairs_before + pairs, pairs) * comb(want, met) * comb(want_other, met_other)
                        after[key] += weight * ways
        weights = after
    moments = _Moments(diamonds + sum(wanted), most)
    for (pairs, _, met, met_other), weight in weights.items():
        total = Fraction(weight * comb(diamonds, pairs), perm(first, pairs + met) * perm(second, pairs + met_other))
        moments.add(pairs + met + met_other, total)
    return moments.probabilities()


@dataclass
class _Moments:
    """The expected number of ways to choose so many of the diamonds that all match, for numbers near all."""

    diamonds: int
    most: int

    def __post_init__(self) -> None:
        self._ways: dict[int, Fraction] = defaultdict(Fraction)

    def add(self, chosen: int, ways: Fraction) -> None:
        """Add ways to choose a number of diamonds."""
        if chosen >= self.diamonds - self.most:
            self._ways[chosen] += ways

    def probabilities(self) -> list[Fraction]:
        """The probability of each number of mismatches, by inclusion and exclusion."""
        return [self._exactly(self.diamonds - each) for each in range(self.most + 1)]

    def _exactly(self, matches: int) -> Fraction:
        total = Fraction(0)
        for chosen, ways in self._ways.items():
            if 0 <= matches <= chosen:
                total += (-1) ** (chosen - matches) * comb(chosen, matches) * ways
        return total
