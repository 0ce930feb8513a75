"""Estimated numbers of assignments of signs and samples, against every assignment one by one and exact counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from edgeasp.generate import Recipe, generate
from edgeasp.lab.signs import annealing
from edgeasp.lab.signs.annealing import draw, estimate
from edgeasp.lab.signs.possible import (
    NumberOfSigns,
    PossibleSigns,
    SignCondition,
    SignSpace,
    SignSystem,
    applicable,
    as_signs,
    sign_systems,
    unmet,
    with_fixed_sign,
    with_signs,
)
from edgeasp.puzzle.model import Puzzle, Sign, Solution
from edgeasp.system.errors import LimitError
from studies.sign_search import counted
from tests.lab.support import signs
from tests.support import boards

SUBSETS = [frozenset(chosen) for size in range(3) for chosen in combinations(SignCondition, size)]
PUBLIC = sorted(signs.published())


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less work for small boards."""
    monkeypatch.setattr(annealing, "_SIDE_BY_SIDE", 1024)
    monkeypatch.setattr(annealing, "_COOLING", 25)
    monkeypatch.setattr(annealing, "_RESTING", 10)


def off(systems: list[SignSystem], exact: int, chains: int) -> float:
    """By how many standard errors an estimate is off."""
    found = estimate(systems, chains, seed=1)
    return abs(found.count / exact - 1) / found.error


def cases() -> list[tuple[Puzzle, Solution]]:
    """Small puzzles with frames: without signs, with one or several, with clues, with zeros inside."""
    found: list[tuple[Puzzle, Solution]] = []
    for seed, (cols, rows) in enumerate([(3, 3), (4, 4), (5, 3)], 1):
        plain, solution = boards.cut_up(cols, rows, 3)
        found += [(plain, Solution()), (with_fixed_sign(plain), Solution()), (plain, Solution(solution.placements[:2]))]
        found.append((boards.planted(seed, cols, rows, 3, framed=True, signs=0.3), Solution()))
        found.append((boards.planted(seed, cols, rows, 3, framed=True, surplus=True), Solution()))
    return found


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_estimates_are_within_their_errors() -> None:
    """Over all conditions: as far off as normal numbers are, in the mean and at most."""
    deviations = []
    for seed, ((puzzle, clues), conditions) in enumerate(product(cases(), SUBSETS)):
        systems = sign_systems(puzzle, clues, conditions)
        exact = len(signs.possible(puzzle, clues, conditions))
        if not exact:
            continue
        found = estimate(systems, 1000, seed)
        assert abs(found.count - exact) <= 4 * found.error * exact + 0.5
        # Rounded, smaller numbers are no measure.
        if found.error and exact > 100:
            deviations.append((found.count / exact - 1) / found.error)
    assert len(deviations) > 15
    assert abs(np.mean(deviations)) < 0.5
    assert 0.4 < np.var(deviations) < 2


@pytest.mark.usefixtures("few")
def test_estimates_are_right_on_average_even_if_chains_hardly_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annealing, "_COOLING", 3)
    monkeypatch.setattr(annealing, "_RESTING", 1)
    monkeypatch.setattr(annealing, "_SIDE_BY_SIDE", 30_000)
    puzzle = boards.planted(1, 4, 4, 3, framed=True)
    found = estimate(sign_systems(puzzle), 30_000, seed=1)
    assert found.error > 0.02
    assert abs(found.count / PossibleSigns(puzzle).count - 1) < 3 * found.error


@pytest.mark.sample(1)
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("size", "colours", "ring"), [(5, 4, 2), (5, 9, 2), (6, 7, 3)])
def test_counts_of_larger_boards(size: int, colours: int, ring: int) -> None:
    puzzle = with_fixed_sign(generate(Recipe(size, size, colours, ring, seed=1)).puzzle)
    assert off(sign_systems(puzzle), PossibleSigns(puzzle).count, 1024) < 4


@pytest.mark.long
@pytest.mark.parametrize(("size", "colours", "ring"), [(7, 7, 3), (7, 12, 3), (8, 15, 4)])
def test_counts_of_the_largest_boards_that_are_counted(size: int, colours: int, ring: int) -> None:
    puzzle = with_fixed_sign(generate(Recipe(size, size, colours, ring, seed=1)).puzzle)
    assert off(sign_systems(puzzle), PossibleSigns(puzzle).count, 4096) < 4


@pytest.mark.long
@pytest.mark.skipif(not PUBLIC, reason="no public boards here; EDGEASP_SIGNS names a folder")
@pytest.mark.parametrize("title", PUBLIC)
def test_public_counts(title: str) -> None:
    systems = sign_systems(signs.public_board(title), conditions={SignCondition.COLOURS})
    assert off(systems, signs.published()[title], 2000) < 4


def test_numbers_that_no_float_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annealing, "_SIDE_BY_SIDE", 2)
    monkeypatch.setattr(annealing, "_COOLING", 1)
    monkeypatch.setattr(annealing, "_RESTING", 1)
    [system] = sign_systems(Puzzle(33, 33, boards.GOLDEN.tiles[:1] * 33**2), conditions=())
    found = estimate([system], 2, seed=1)
    assert (found.error, found.count.bit_length()) == (0, 33**2 + 1)
    assert abs(found.count - 2 ** (33**2)) < 2 ** (33**2 - 40)


def test_where_signs_contradict_there_is_certainly_nothing() -> None:
    puzzle = with_signs(boards.FRAME_3X3, [Sign.PLUS] * 9)
    systems = sign_systems(puzzle)
    assert systems == []
    assert estimate(systems, 100, 1) == NumberOfSigns(0, 0.0, exact=True)
    assert len(draw(systems, 5, 1)) == 0


@pytest.mark.usefixtures("few")
def test_an_estimate_is_exact_where_no_condition_is_left_and_never_by_chance() -> None:
    """Two chains seldom differ; that says nothing."""
    free = SignSystem((None,) * 3, (0, 1, 2), 0, ((0,), (0,), (0,)), (0,))
    assert estimate([free], 2, 1) == NumberOfSigns(8, 0.0, exact=True)
    assert estimate([replace(free, targets=(1,))], 2, 1) == NumberOfSigns(0, 0.0, exact=True)
    one = SignSystem((None, None), (0, 1), 0, ((1,), (1,)), (1,))
    found = [estimate([one], 2, seed) for seed in range(20)]
    assert not any(each.exact for each in found)
    assert not estimate([replace(free, weights=((),) * 3, targets=()), one], 2, 1).exact


def test_what_was_met_is_counted() -> None:
    """The weights of few chains may add up to less than one assignment."""
    doubled = SignSystem((None,) * 12, tuple(range(12)), 0, tuple((1 << tile,) for tile in range(12)), (1365,))
    assert SignSpace(doubled).count == 1
    assert estimate([doubled], 10, seed=5).count == 1


@pytest.mark.usefixtures("few")
def test_where_no_chain_meets_the_conditions_nothing_is_claimed() -> None:
    [[system], *_] = impossible()
    for ask in (lambda: estimate([system], 1000, 1), lambda: draw([system], 5, 1)):
        with pytest.raises(LimitError, match=r"none of [\d,]+ chains met the conditions, which does not prove"):
            ask()


def impossible() -> list[list[SignSystem]]:
    """Equations of a puzzle with signs that each can be solved, but not together."""
    puzzle = boards.planted(1, 4, 4, 3, framed=True)
    found = []
    for number in range(200):
        fixed = with_signs(puzzle, [Sign.PLUS if number >> tile & 1 else Sign.MINUS for tile in range(8)] + [None] * 8)
        systems = sign_systems(fixed)
        if len(systems) == 1 and PossibleSigns(fixed).count == 0:
            found.append(systems)
    return found


@pytest.mark.usefixtures("few")
def test_the_same_seed_gives_the_same() -> None:
    systems = sign_systems(boards.planted(1, 4, 4, 3, framed=True))
    assert estimate(systems, 600, 3) == estimate(systems, 600, 3) != estimate(systems, 600, 4)
    assert np.array_equal(draw(systems, 20, seed=3), draw(systems, 20, seed=3))
    assert not np.array_equal(draw(systems, 20, seed=3), draw(systems, 20, seed=4))


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("ask", [estimate, draw])
def test_a_check_can_end_it(ask: Any) -> None:
    def check() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        ask(sign_systems(boards.FRAME_3X3), 100, 1, check)


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_samples_are_possible_and_nearly_uniform() -> None:
    """Chi-square against uniform: the bound is that of one false alarm in a thousand."""
    for puzzle in (boards.FRAME_3X3, boards.planted(1, 4, 4, 3, framed=True)):
        possible = {row.tobytes() for row in signs.possible(puzzle, Solution(), applicable(puzzle))}
        drawn = draw(sign_systems(puzzle), 20 * len(possible), seed=7)
        counts = Counter(row.tobytes() for row in drawn)
        assert set(counts) == possible
        chi = sum((count - 20) ** 2 / 20 for count in counts.values())
        freedom = len(possible) - 1
        # Wilson and Hilferty (1931): the cube root of chi-square by its degrees of freedom is nearly normal.
        high = ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
        assert high < 3.1


@pytest.mark.usefixtures("few")
def test_samples_keep_signs_and_clues() -> None:
    for puzzle, clues in cases():
        for row in draw(sign_systems(puzzle, clues), 5, seed=1):
            assert unmet(puzzle, clues, as_signs(row), applicable(puzzle)) == []


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_correlations_of_samples_are_within_their_error() -> None:
    puzzle = with_fixed_sign(generate(Recipe(5, 5, 6, 2, seed=1)).puzzle)
    space = PossibleSigns(puzzle)
    share = counted(space.assignments(range(space.count))) / space.count
    found = counted(draw(sign_systems(puzzle), 500, seed=2)) / 500
    # Four standard errors of a share, for three hundred pairs.
    assert (np.abs(found - share) <= 4 * np.sqrt(share * (1 - share) / 500) + 1e-12).all()
