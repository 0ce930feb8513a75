"""The expected number of boards by the number of mismatches, by the finite-supply model of `estimate.py`.

The colours are distributed over the tiles at random, each as often as the puzzle has it. How many diamonds of a board
then match, has factorial moments that can be written down: the expected number of ways to choose k diamonds that all
match. Inclusion and exclusion gives the probability of each number of matches, and since boards with few mismatches
are of interest, the first few terms from the top are enough.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, perm

from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.estimate import LARGEST, assignments
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.supply import demand, kind, supply

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
