"""The expected number of solutions: against Owen's recursion, and against the mean over all tiny tile sets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats.known import eternity2
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.counting import side_supply
from edgeasp.puzzle.estimate import (
    expected_solutions,
    expected_solutions_of,
    format_scientific,
    inner_probability,
    log10,
    ring_probability,
)
from edgeasp.puzzle.model import Placement, Puzzle, Sides, Solution, Square, Tile, rotate_sides
from tests.support import brute
from tests.support.boards import FRAME_3X3
from tests.support.strategies import planted

# ---- the formulas as they were published ----


def owen(diamonds: Sequence[int], weight: list[list[int]], total: int) -> int:
    """V(last, total) of V(i, m) = sum over j of V(i-1, m-j) weight[i][j] C(m, j)."""
    ways = [1] + [0] * total
    for supply_, weights in zip(diamonds, weight, strict=True):
        ways = [
            sum(ways[m - j] * weights[j] * comb(m, j) for j in range(min(m, supply_) + 1)) for m in range(total + 1)
        ]
    return ways[total]


numbers = st.lists(st.integers(0, 9), min_size=1, max_size=6)


@given(numbers)
def test_the_ring_against_the_recursion(diamonds: list[int]) -> None:
    total = sum(diamonds)
    weight = [[perm(n, j) ** 2 for j in range(n + 1)] for n in diamonds]
    assert ring_probability(diamonds) == Fraction(owen(diamonds, weight, total), factorial(total) ** 2)


@given(numbers)
def test_the_inside_against_the_recursion(diamonds: list[int]) -> None:
    total = sum(diamonds)
    weight = [[perm(2 * n, 2 * j) for j in range(n + 1)] for n in diamonds]
    assert inner_probability(diamonds) == Fraction(owen(diamonds, weight, total), factorial(2 * total))


# ---- the model itself: the mean over every tile set with these colours ----


def arrangements(counts: Sequence[int], first: int) -> Iterator[list[int]]:
    """All orders of so many things of each sort, the sorts numbered from `first`."""
    total = sum(counts)
    if not counts:
        yield []
        return
    for places in combinations(range(total), counts[0]):
        for rest in arrangements(counts[1:], first + 1):
            others = iter(rest)
            yield [first if place in places else next(others) for place in range(total)]


def tile_sets(cols: int, rows: int, ring: Sequence[int], inner: Sequence[int]) -> Iterator[Puzzle]:
    """Every way to spread the colours over corner, side and centre tiles."""
    for clockwise in arrangements(ring, 1):
        for anticlockwise in arrangements(ring, 1):
            for inside in arrangements([2 * number for number in inner], 101):
                yield tile_set(cols, rows, clockwise, anticlockwise, inside)


def tile_set(cols: int, rows: int, clockwise: list[int], anticlockwise: list[int], inside: list[int]) -> Puzzle:
    sides, centre = 2 * (cols + rows) - 8, (cols - 2) * (rows - 2)
    # North-west corner: east is clockwise, south anticlockwise. Side tile on top: east, south inside, west.
    tiles: list[Sides] = [(0, clockwise[k], anticlockwise[k], 0) for k in range(4)]
    tiles += [(0, clockwise[4 + k], inside[k], anticlockwise[4 + k]) for k in range(sides)]
    left = inside[sides:]
    tiles += [(left[4 * k], left[4 * k + 1], left[4 * k + 2], left[4 * k + 3]) for k in range(centre)]
    return Puzzle(cols, rows, tuple(map(Tile, tiles)))


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("cols", "rows", "ring", "inner"),
    [
        (2, 2, [2, 2], []),
        (2, 2, [2, 1, 1], []),
        (2, 3, [5, 1], [1]),
        (3, 2, [6], [1]),
        (2, 4, [8], [1, 1]),
        (3, 3, [8], [2, 2]),
        (3, 3, [8], [3, 1]),
        (3, 3, [7, 1], [4]),
    ],
)
def test_the_mean_over_all_tile_sets(cols: int, rows: int, ring: list[int], inner: list[int]) -> None:
    expected = expected_solutions(cols, rows, ring, inner)
    found = [len(brute.solve(puzzle).raw) for puzzle in tile_sets(cols, rows, ring, inner)]
    assert Fraction(sum(found), len(found)) == expected


@pytest.mark.long
def test_the_mean_over_many_tile_sets_of_a_rectangle_with_a_centre() -> None:
    chance = random.Random(1)
    ring, inner = [5, 5], [3, 2, 2]
    expected = float(expected_solutions(4, 3, ring, inner))
    found = []
    for _ in range(1500):
        pools = [[1] * 5 + [2] * 5, [1] * 5 + [2] * 5, [101] * 6 + [102] * 4 + [103] * 4]
        for pool in pools:
            pool.sort(key=lambda _: chance.random())
        found.append(len(brute.solve(tile_set(4, 3, pools[0], pools[1], pools[2])).raw))
    mean = sum(found) / len(found)
    deviation = (sum((each - mean) ** 2 for each in found) / len(found) ** 2) ** 0.5
    assert deviation < expected / 5
    assert abs(mean - expected) < 3 * deviation


# ---- with clues: the mean over every tile set that has the tiles of the clues ----


def clue(tile: int, col: int, row: int, rot: int = 0) -> Placement:
    return Placement(tile, Square(col, row), rot)


# Tiles of `tile_set`: corners 0 to 3, which fit unturned at the top left; sides 4 to 7, unturned on top; centre 8.
CORNER, SIDE, CENTRE = clue(0, 0, 0), clue(4, 1, 0), clue(8, 1, 1)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("ring", "inner", "clues"),
    [
        ([8], [2, 2], [CENTRE]),
        ([8], [2, 2], [SIDE]),
        ([8], [3, 1], [SIDE, CENTRE]),
        ([7, 1], [4], [CORNER]),
        ([7, 1], [4], [SIDE]),
        ([7, 1], [4], [CORNER, SIDE, clue(5, 0, 1, 1)]),
        ([7, 1], [3, 1], [CORNER, SIDE, clue(1, 0, 2, 1)]),
    ],
)
def test_the_mean_with_clues(ring: list[int], inner: list[int], clues: list[Placement]) -> None:
    given_clues, lying = Solution(tuple(clues)), {(c.square.col, c.square.row): (c.tile, c.rot) for c in clues}
    expected: dict[tuple[Tile, ...], Fraction] = {}
    found: dict[tuple[Tile, ...], list[int]] = {}
    for puzzle in tile_sets(3, 3, ring, inner):
        if check(puzzle, given_clues).violations:
            continue
        tiles = tuple(puzzle.tiles[c.tile] for c in clues)
        number = expected_solutions_of(puzzle, given_clues).solutions
        assert number is not None
        assert expected.setdefault(tiles, number) == number
        raw = brute.solve(puzzle, clues=lying).raw
        # The brute force includes rotations of the clues' tiles with the same sides.
        kept = [each for each in raw if all(each[row * 3 + col] == placed for (col, row), placed in lying.items())]
        found.setdefault(tiles, []).append(len(kept))
    assert {tiles: Fraction(sum(each), len(each)) for tiles, each in found.items()} == expected
    assert len(expected) > 1


# ---- from the tiles of a puzzle ----


def test_the_tiles_of_eternity_ii() -> None:
    puzzle = eternity2().puzzle
    expected = expected_solutions_of(puzzle)
    assert expected.solutions is not None
    assert format_scientific(expected.solutions) == "1.1527e+7"
    counts = side_supply(puzzle)
    assert counts.clockwise == counts.anticlockwise == Counter(dict.fromkeys(range(1, 6), 12))
    assert sorted(counts.inner.values()) == [48] * 5 + [50] * 12


@given(planted(framed=True, signed=False, surplus=False))
def test_the_supply_of_a_planted_puzzle(case: tuple[Puzzle, Solution]) -> None:
    """The tiles alone determine the diamonds: two sides of a colour for each diamond."""
    puzzle, solution = case
    counts, on = side_supply(puzzle), solution.by_square()
    ring: Counter[int] = Counter()
    inner: Counter[int] = Counter()
    for square, step, side in ((s, d, i) for s in on for d, i in (((1, 0), 1), ((0, 1), 2))):
        there = Square(square.col + step[0], square.row + step[1])
        if there in on:
            along = (square.row in (0, puzzle.rows - 1)) if side == 1 else (square.col in (0, puzzle.cols - 1))
            (ring if along else inner)[puzzle.sides(on[square])[side]] += 1
    assert counts.clockwise == counts.anticlockwise == ring
    assert counts.inner == Counter({colour: 2 * number for colour, number in inner.items()})
    expected = expected_solutions_of(puzzle)
    assert (expected.reason, expected.solutions) == (
        "",
        expected_solutions(puzzle.cols, puzzle.rows, list(ring.values()), list(inner.values())),
    )


@given(planted(framed=True, signed=False, surplus=False), st.lists(st.integers(0, 3), min_size=16, max_size=16))
def test_it_does_not_matter_how_tiles_are_written(case: tuple[Puzzle, Solution], turns: list[int]) -> None:
    puzzle, _ = case
    tiles = tuple(Tile(rotate_sides(tile.sides, rot)) for tile, rot in zip(puzzle.tiles, turns, strict=False))
    assert expected_solutions_of(Puzzle(puzzle.cols, puzzle.rows, tiles[::-1])) == expected_solutions_of(puzzle)


def test_a_colour_in_the_ring_and_inside() -> None:
    """What lies where decides, not what the colour is called."""
    renamed = Puzzle(3, 3, tuple(Tile(tuple(c and (c - 1) % 2 + 1 for c in t.sides)) for t in FRAME_3X3.tiles))  # type: ignore[arg-type]
    assert expected_solutions_of(renamed) == expected_solutions_of(FRAME_3X3)


# ---- numbers as people read them ----


@given(st.fractions(min_value=Fraction(1, 10**9)), st.integers(1, 12))
def test_digits_are_rounded_once(number: Fraction, digits: int) -> None:
    text = format_scientific(number, digits)
    assert abs(Fraction(text) - number) <= Fraction(10) ** int(text.partition("e")[2]) / 10 ** (digits - 1) / 2


@given(st.integers(-5000, 5000), st.integers(1, 10**6))
def test_logarithms_of_any_size(exponent: int, factor: int) -> None:
    # The logarithm of a product is the sum.
    assert log10(factor * Fraction(10) ** exponent) == pytest.approx(exponent + log10(Fraction(factor)), abs=1e-9)
    assert log10(Fraction(factor)) == pytest.approx(len(str(factor)) - 1, abs=1)
