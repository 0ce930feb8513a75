"""Samples of signs by UniGen and CMSGen, and exact counts by Ganak, against every assignment one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from edgeasp.puzzle.model import Puzzle, Sign, Solution
from edgeasp.puzzle.signs.conditions import (
    Assignment,
    SignCondition,
    applicable,
    sign_systems,
    with_fixed_sign,
    with_signs,
)
from edgeasp.puzzle.signs.correlation import correlations, of_samples
from edgeasp.puzzle.signs.possible import PossibleSigns
from edgeasp.solvers.sat.exact import exact_count
from edgeasp.solvers.sat.sign_formula import either, with_all_tiles
from edgeasp.solvers.sat.sign_sampler import Sampler, draw
from tests.support import boards, signs

BOARDS = {
    "4x4, one checkerboard": (boards.planted(1, 4, 4, 5, framed=True), Solution()),
    "3x3, two": (boards.planted(2, 3, 3, 3, framed=True), Solution()),
    "signed": (boards.planted(3, 3, 4, 3, framed=True, signs=0.3), Solution()),
    "with a clue": (boards.cut_up(3, 3, 3)[0], Solution(boards.cut_up(3, 3, 3)[1].placements[:1])),
    "all known": boards.cut_up(3, 3, 3),
}
FEW = with_fixed_sign(boards.planted(0, 3, 4, 2, framed=True))
"""34 assignments."""
MORE = with_fixed_sign(boards.planted(1, 4, 4, 2, framed=True))
"""270 assignments: too many for a cell, so hashing is at work."""

each_sampler = pytest.mark.parametrize("sampler", Sampler, ids=lambda sampler: sampler.value)
each_board = pytest.mark.parametrize("name", BOARDS)


def have(*packages: str) -> None:
    for package in packages:
        pytest.importorskip(package)


def marks(samples: Sequence[Assignment]) -> list[tuple[bool, ...]]:
    return [tuple(sign is Sign.PLUS for sign in sample) for sample in samples]


def every(puzzle: Puzzle, clues: Solution = Solution()) -> set[tuple[bool, ...]]:
    return set(map(tuple, signs.possible(puzzle, clues, applicable(puzzle)).tolist()))


def drawn(puzzle: Puzzle, sampler: Sampler, number: int, clues: Solution = Solution()) -> list[Assignment]:
    have(*sampler.packages)
    return draw(sign_systems(puzzle, clues), sampler, number, seed=1)


@each_board
def test_a_formula_for_both_checkerboards_has_a_model_for_each_assignment(name: str) -> None:
    solvers = pytest.importorskip("pysat.solvers")
    puzzle, clues = BOARDS[name]
    systems = sign_systems(puzzle, clues)
    formula = either(systems)
    with solvers.Solver("minisat22", bootstrap_with=with_all_tiles(formula)) as solver:
        assert sum(1 for _ in solver.enum_models()) == len(every(puzzle, clues))


@each_board
@each_sampler
def test_all_assignments_are_drawn_and_no_others(name: str, sampler: Sampler) -> None:
    puzzle, clues = BOARDS[name]
    possible = every(puzzle, clues)
    samples = marks(drawn(puzzle, sampler, 60, clues))
    assert len(samples) == 60
    assert set(samples) <= possible
    assert len(set(samples)) >= min(len(possible), 10)
    assert samples == marks(drawn(puzzle, sampler, 60, clues))


@each_sampler
def test_where_no_assignment_is_possible_none_is_drawn(sampler: Sampler) -> None:
    puzzle = boards.planted(1, 4, 4, 2, framed=True)
    corner = [index for index, tile in enumerate(puzzle.tiles) if tile.sides.count(0) == 2]
    both = [Sign.PLUS if index in corner[:3] else None for index in range(16)]
    assert not every(with_signs(puzzle, both))
    assert drawn(with_signs(puzzle, both), sampler, 5) == []
    assert drawn(with_signs(puzzle, [Sign.PLUS] * 16), sampler, 5) == []
    # Counting equation by equation sees no contradiction here, a solver does.
    some = ([Sign.PLUS if number >> place & 1 else Sign.MINUS for place in range(10)] for number in range(16))
    each = (with_signs(puzzle, [*known, *[None] * 6]) for known in some)
    hidden = next(other for other in each if sign_systems(other) and not every(other))
    assert drawn(hidden, sampler, 5) == []


def chi_square(puzzle: Puzzle, samples: Sequence[Assignment]) -> float:
    """How far samples are from uniform, in standard deviations of the statistic."""
    possible = every(puzzle)
    times, mean = Counter(marks(samples)), len(samples) / len(possible)
    statistic = sum((times[each] - mean) ** 2 / mean for each in possible)
    freedom = len(possible) - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


def test_unigen_is_uniform_where_assignments_are_few() -> None:
    assert abs(chi_square(FEW, drawn(FEW, Sampler.UNIGEN, 340))) < 3


@pytest.mark.long
def test_unigen_is_uniform_where_it_hashes() -> None:
    assert abs(chi_square(MORE, drawn(MORE, Sampler.UNIGEN, 1350))) < 3


def test_the_test_of_uniformity_can_fail() -> None:
    exact = PossibleSigns(FEW)
    ranks = [rank for rank in range(exact.count) for _ in range(4 if rank % 2 else 16)]
    skewed = [exact.checked(row) for row in exact.assignments(ranks)]
    assert chi_square(FEW, skewed) > 5


@pytest.mark.parametrize(("puzzle", "number"), [(FEW, 200), pytest.param(MORE, 1000, marks=pytest.mark.long)])
def test_correlations_by_unigen_are_within_their_error(puzzle: Puzzle, number: int) -> None:
    exact, sampled = correlations(PossibleSigns(puzzle)), of_samples(puzzle, drawn(puzzle, Sampler.UNIGEN, number))
    assert (sampled.exact, sampled.assignments) == (False, number)
    share = exact.same / exact.assignments
    # Four standard errors of a share, for a hundred pairs.
    error = np.sqrt(share * (1 - share) / number)
    assert (np.abs(sampled.same / number - share) <= 4 * error + 1e-12).all()


@pytest.mark.parametrize("conditions", [{SignCondition.COLOURS}, {SignCondition.KINDS}, {*SignCondition}], ids=len)
@each_board
def test_ganak_counts_what_brute_force_counts(name: str, conditions: set[SignCondition]) -> None:
    have("pyganak")
    puzzle, clues = BOARDS[name]
    systems = sign_systems(puzzle, clues, conditions)
    assert exact_count(systems) == len(signs.possible(puzzle, clues, conditions))


def test_ganak_counts_where_colours_are_many() -> None:
    have("pyganak")
    puzzle = boards.planted(1, 4, 4, 30, framed=True)
    assert exact_count(sign_systems(puzzle)) == len(every(puzzle))
    assert exact_count([]) == 0
