"""Possible assignments of signs: counted, numbered and drawn, against every assignment one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgeasp.formats.recognition import Origin, recognise
from edgeasp.generate import Recipe, generate
from edgeasp.lab.signs import possible
from edgeasp.lab.signs.possible import (
    PossibleSigns,
    SignCondition,
    SignSpace,
    SignSystem,
    applicable,
    as_signs,
    sign_systems,
    unmet,
    with_fixed_sign,
)
from edgeasp.puzzle.model import Puzzle, Sign, Solution, Tile
from edgeasp.system.errors import LimitError, OptionError
from tests.lab.support import signs
from tests.lab.support.signs import signs_of
from tests.support import boards
from tests.support.strategies import planted_with_clues, puzzles

SUBSETS = [frozenset(chosen) for size in range(3) for chosen in combinations(SignCondition, size)]


def agree(puzzle: Puzzle, clues: Solution, conditions: frozenset[SignCondition]) -> None:
    """Each possible assignment has a number of its own, and there are no others."""
    expected = signs.possible(puzzle, clues, conditions)
    found = PossibleSigns(puzzle, clues, conditions)
    assert found.count == len(expected)
    step = max(1, found.count // 500)
    numbers = range(0, found.count, step)
    rows = found.assignments(numbers)
    powers = 1 << np.arange(len(puzzle.tiles))
    assert np.isin(rows @ powers, expected @ powers).all()
    assert len(np.unique(rows @ powers)) == len(numbers)


@pytest.mark.parametrize(
    "conditions", SUBSETS, ids=lambda chosen: "+".join(sorted(each.value for each in chosen)) or "none"
)
@pytest.mark.parametrize(("cols", "rows"), [(3, 3), (4, 4), (2, 5), (5, 3)])
def test_counts_are_those_of_brute_force(cols: int, rows: int, conditions: frozenset[SignCondition]) -> None:
    for seed in (1, 2):
        puzzle = boards.planted(seed, cols, rows, 3, framed=True)
        agree(puzzle, Solution(), conditions)
        agree(with_fixed_sign(puzzle), Solution(), conditions)
    agree(boards.planted(3, cols, rows, 3, framed=True, signs=0.3), Solution(), conditions)
    agree(boards.planted(4, cols, rows, 3, framed=True, surplus=True), Solution(), conditions)


@pytest.mark.parametrize("name", boards.various())
def test_various_boards(name: str) -> None:
    puzzle = boards.various()[name]
    agree(puzzle, Solution(), applicable(puzzle))


@given(planted_with_clues())
@settings(max_examples=25)
def test_clues_restrict_and_solutions_are_possible(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, solution, clues = case
    conditions = applicable(puzzle)
    own = signs_of(puzzle, solution)
    assert own is not None
    assert unmet(puzzle, clues, own, conditions) == []
    if len(puzzle.tiles) <= 12:
        agree(puzzle, clues, conditions)
        assert [sign is Sign.PLUS for sign in own] in signs.possible(puzzle, clues, conditions).tolist()


@given(puzzles(most=9), st.data())
@settings(max_examples=25)
def test_the_checker_of_assignments_knows_what_is_possible(puzzle: Puzzle, data: st.DataObject) -> None:
    conditions = frozenset(data.draw(st.sets(st.sampled_from(sorted(applicable(puzzle), key=str)))))
    possible = {tuple(row) for row in signs.possible(puzzle, Solution(), conditions).tolist()}
    for _ in range(5):
        row = tuple(data.draw(st.lists(st.booleans(), min_size=len(puzzle.tiles), max_size=len(puzzle.tiles))))
        assert (unmet(puzzle, Solution(), as_signs(row), conditions) == []) == (row in possible)
    for row in list(possible)[:5]:
        assert unmet(puzzle, Solution(), as_signs(row), conditions) == []


def test_without_tiles_for_a_kind_of_square_no_signs_are_possible() -> None:
    puzzle = Puzzle(2, 3, (Tile((0, 0, 1, 1)),) * 5 + (Tile((1, 1, 1, 1)),))
    agree(puzzle, Solution(), frozenset({SignCondition.KINDS}))
    assert PossibleSigns(puzzle, conditions={SignCondition.KINDS}).count == 0


def test_one_sign_fixed_halves_the_number() -> None:
    for seed, (cols, rows) in enumerate([(3, 3), (4, 4), (4, 5), (6, 6)]):
        puzzle = generate(Recipe(cols, rows, 4, 2, seed=seed)).puzzle
        assert PossibleSigns(puzzle).count == 2 * PossibleSigns(with_fixed_sign(puzzle)).count > 0


def test_large_numbers_are_exact() -> None:
    puzzle = generate(Recipe(10, 10, 7, 4, seed=1)).puzzle
    assert PossibleSigns(puzzle, conditions=()).count == 2**100
    # Corners, sides and centre are chosen apart.
    kinds = PossibleSigns(puzzle, conditions={SignCondition.KINDS})
    assert kinds.count == 6 * 601080390 * 1832624140942590534
    for number in (0, kinds.count // 3, kinds.count - 1):
        [row] = kinds.assignments([number])
        assert unmet(puzzle, Solution(), as_signs(row), {SignCondition.KINDS}) == []


@pytest.mark.skipif(not signs.published(), reason="no public boards here; EDGEASP_SIGNS names a folder")
@pytest.mark.parametrize("title", signs.published())
def test_public_counts(title: str) -> None:
    puzzle = signs.public_board(title)
    assert PossibleSigns(puzzle, conditions={SignCondition.COLOURS}).count == signs.published()[title]


def test_what_cannot_be_counted_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = boards.planted(1, 4, 4, 3, framed=True)
    for name in ("_QUESTIONS", "_REST", "_LARGEST_KEY"):
        with monkeypatch.context() as patched:
            patched.setattr("edgeasp.lab.signs.possible._TABLE", 2)
            patched.setattr(f"edgeasp.lab.signs.possible.{name}", 1)
            with pytest.raises(LimitError, match="too many tiles"):
                PossibleSigns(puzzle)
    with pytest.raises(OptionError, match="needs a frame"):
        PossibleSigns(boards.GOLDEN, conditions={SignCondition.COLOURS})


def test_two_tables_and_the_ring_agree_with_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small bounds make a small puzzle take the ways of a large one."""
    puzzle = boards.planted(1, 4, 4, 3, framed=True)
    expected = np.unique(signs.possible(puzzle, Solution(), applicable(puzzle)), axis=0)
    for table, pairs, block in ((2, 1 << 20, 1 << 20), (8, 1, 16), (1, 1 << 20, 3), (1 << 20, 1, 1)):
        for name, value in (("_TABLE", table), ("_PAIRS", pairs), ("_BLOCK", block)):
            monkeypatch.setattr(f"edgeasp.lab.signs.possible.{name}", value)
        found = PossibleSigns(puzzle)
        rows = found.assignments(range(found.count))
        assert np.array_equal(np.unique(rows, axis=0), expected)


def test_samples_are_uniform() -> None:
    """Chi-square against uniform, with fixed seeds: the bound is that of one false alarm in a thousand."""
    for puzzle in (boards.FRAME_3X3, boards.planted(1, 4, 4, 3, framed=True)):
        possible = PossibleSigns(puzzle)
        drawn = possible.sample(40 * possible.count, seed=7)
        counts = Counter(row.tobytes() for row in drawn)
        assert len(counts) == possible.count
        chi = sum((count - 40) ** 2 / 40 for count in counts.values())
        freedom = possible.count - 1
        # Wilson and Hilferty (1931): the cube root of chi-square by its degrees of freedom is nearly normal.
        deviation = ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
        assert abs(deviation) < 3.3


def test_the_same_seed_draws_the_same() -> None:
    possible = PossibleSigns(boards.planted(1, 4, 4, 3, framed=True))
    assert np.array_equal(possible.sample(20, seed=3), possible.sample(20, seed=3))
    assert not np.array_equal(possible.sample(20, seed=3), possible.sample(20, seed=4))


def test_a_check_can_end_the_count() -> None:
    def check() -> None:
        raise InterruptedError

    [system] = sign_systems(boards.planted(1, 4, 4, 3, framed=True))
    with pytest.raises(InterruptedError):
        SignSpace(system, check)


def test_an_equation_is_left_out_only_if_it_follows_from_others() -> None:
    """Two that are nearly alike and a large one: rounded, all three look like two."""
    near, large = 2_000, 68_000_000_000
    tiles = [(near, near - 1, 0), (near + 1, near, 0), (0, 0, large), (0, 0, large + 1), *[(0, 0, 0)] * 16]
    targets = (near, near - 1, large)
    rows = np.array([[*each, target] for each, target in zip(zip(*tiles, strict=True), targets, strict=True)])
    assert np.linalg.matrix_rank(rows.astype(float)) == 2
    # The first tile and the third are plus, and the last sixteen are free.
    system = SignSystem((None,) * 20, tuple(range(20)), 0, tuple(tiles), targets)
    assert SignSpace(system).count == 2**16


@given(st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), max_size=6))
def test_equations_that_are_kept_have_the_rank_of_all(rows: list[list[int]]) -> None:
    weights = tuple(tuple(row[place] for row in rows) for place in range(3))
    system = SignSystem((None,) * 3, (0, 1, 2), 1, weights, tuple(row[3] for row in rows))
    kept = possible._equations(system)
    chosen = [[*row, target] for row, target in (*kept.own, *kept.shared)]
    rank = np.linalg.matrix_rank(np.array(rows)) if rows else 0
    assert len(chosen) == rank == (np.linalg.matrix_rank(np.array(chosen)) if chosen else 0)


@pytest.mark.skipif(not signs.published(), reason="no public boards here; EDGEASP_SIGNS names a folder")
@pytest.mark.parametrize("title", [*signs.published()][::10])
def test_public_boards_have_the_published_number_of_assignments(title: str) -> None:
    text = (signs.PUBLIC / f"{title}.txt").read_text(encoding="utf-8")
    puzzle = recognise(text, Origin(f"{title}.txt", ".txt")).document.puzzle
    assert 2 * PossibleSigns(with_fixed_sign(puzzle)).count == signs.published()[title]
