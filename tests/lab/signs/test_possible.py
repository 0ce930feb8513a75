"""Possible assignments of signs, counted, sampled and correlated."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgeasp
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.generate import Recipe, generate
from edgeasp.lab.signs import annealing, possible
from edgeasp.lab.signs.annealing import draw_samples, estimate_count
from edgeasp.lab.signs.possible import (
    AssignmentCount,
    Marks,
    PossibleSigns,
    SignCondition,
    SignSystem,
    SystemSolutions,
    applicable_conditions,
    describe_violations,
    fix_one_sign,
    marks_to_signs,
    sign_systems,
    with_signs,
)
from edgeasp.puzzle.model import Puzzle, Sign, Solution, Tile
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.system.errors import LimitError, OptionError
from edgeasp.system.limits import Deadline
from studies.sign_search import REQUEST, Link, chain, counted, ordered, paths, search
from studies.sign_study import as_marks, correlations, place
from tests.lab.support import signs
from tests.lab.support.signs import signs_of
from tests.support import boards, brute
from tests.support.boards import peculiar
from tests.support.running import INSTANCES
from tests.support.solving import as_solution
from tests.support.strategies import planted_with_clues, puzzles

# ---- exact ----

SUBSETS = [frozenset(chosen) for size in range(3) for chosen in combinations(SignCondition, size)]


def agree(puzzle: Puzzle, clues: Solution, conditions: frozenset[SignCondition]) -> None:
    """Each possible assignment has a number of its own, and there are no others."""
    expected = signs.possible(puzzle, clues, conditions)
    found = PossibleSigns(puzzle, clues, conditions)
    assert found.count == len(expected)
    step = max(1, found.count // 500)
    numbers = range(0, found.count, step)
    rows = found.assignments_by_rank(numbers)
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
        agree(fix_one_sign(puzzle), Solution(), conditions)
    agree(boards.planted(3, cols, rows, 3, framed=True, signs=0.3), Solution(), conditions)
    agree(boards.planted(4, cols, rows, 3, framed=True, surplus=True), Solution(), conditions)


@pytest.mark.parametrize("name", boards.various())
def test_various_boards(name: str) -> None:
    puzzle = boards.various()[name]
    agree(puzzle, Solution(), applicable_conditions(puzzle))


@given(planted_with_clues())
@settings(max_examples=25)
def test_clues_restrict_and_solutions_are_possible(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, solution, clues = case
    conditions = applicable_conditions(puzzle)
    own = signs_of(puzzle, solution)
    assert own is not None
    assert describe_violations(puzzle, clues, own, conditions) == []
    if len(puzzle.tiles) <= 12:
        agree(puzzle, clues, conditions)
        assert [sign is Sign.PLUS for sign in own] in signs.possible(puzzle, clues, conditions).tolist()


@given(puzzles(most=9), st.data())
@settings(max_examples=25)
def test_the_checker_of_assignments_knows_what_is_possible(puzzle: Puzzle, data: st.DataObject) -> None:
    conditions = frozenset(data.draw(st.sets(st.sampled_from(sorted(applicable_conditions(puzzle), key=str)))))
    possible = {tuple(row) for row in signs.possible(puzzle, Solution(), conditions).tolist()}
    for _ in range(5):
        row = tuple(data.draw(st.lists(st.booleans(), min_size=len(puzzle.tiles), max_size=len(puzzle.tiles))))
        assert (describe_violations(puzzle, Solution(), marks_to_signs(row), conditions) == []) == (row in possible)
    for row in list(possible)[:5]:
        assert describe_violations(puzzle, Solution(), marks_to_signs(row), conditions) == []


def test_without_tiles_for_a_kind_of_square_no_signs_are_possible() -> None:
    puzzle = Puzzle(2, 3, (Tile((0, 0, 1, 1)),) * 5 + (Tile((1, 1, 1, 1)),))
    agree(puzzle, Solution(), frozenset({SignCondition.KINDS}))
    assert PossibleSigns(puzzle, conditions={SignCondition.KINDS}).count == 0


def test_one_sign_fixed_halves_the_number() -> None:
    for seed, (cols, rows) in enumerate([(3, 3), (4, 4), (4, 5), (6, 6)]):
        puzzle = generate(Recipe(cols, rows, 4, 2, seed=seed)).puzzle
        assert PossibleSigns(puzzle).count == 2 * PossibleSigns(fix_one_sign(puzzle)).count > 0


def test_large_numbers_are_exact() -> None:
    puzzle = generate(Recipe(10, 10, 7, 4, seed=1)).puzzle
    assert PossibleSigns(puzzle, conditions=()).count == 2**100
    # Corners, sides and centre are chosen apart.
    kinds = PossibleSigns(puzzle, conditions={SignCondition.KINDS})
    assert kinds.count == 6 * 601080390 * 1832624140942590534
    for number in (0, kinds.count // 3, kinds.count - 1):
        [row] = kinds.assignments_by_rank([number])
        assert describe_violations(puzzle, Solution(), marks_to_signs(row), {SignCondition.KINDS}) == []


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
    expected = np.unique(signs.possible(puzzle, Solution(), applicable_conditions(puzzle)), axis=0)
    for table, pairs, block in ((2, 1 << 20, 1 << 20), (8, 1, 16), (1, 1 << 20, 3), (1 << 20, 1, 1)):
        for name, value in (("_TABLE", table), ("_PAIRS", pairs), ("_BLOCK", block)):
            monkeypatch.setattr(f"edgeasp.lab.signs.possible.{name}", value)
        found = PossibleSigns(puzzle)
        rows = found.assignments_by_rank(range(found.count))
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
        SystemSolutions(system, Deadline(on_tick=check))


def test_an_equation_is_left_out_only_if_it_follows_from_others() -> None:
    """Two that are nearly alike and a large one: rounded, all three look like two."""
    near, large = 2_000, 68_000_000_000
    tiles = [(near, near - 1, 0), (near + 1, near, 0), (0, 0, large), (0, 0, large + 1), *[(0, 0, 0)] * 16]
    targets = (near, near - 1, large)
    rows = np.array([[*each, target] for each, target in zip(zip(*tiles, strict=True), targets, strict=True)])
    assert np.linalg.matrix_rank(rows.astype(float)) == 2
    # The first tile and the third are plus, and the last sixteen are free.
    system = SignSystem((None,) * 20, tuple(range(20)), 0, tuple(tiles), targets)
    assert SystemSolutions(system).count == 2**16


@given(st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), max_size=6))
def test_equations_that_are_kept_have_the_rank_of_all(rows: list[list[int]]) -> None:
    weights = tuple(tuple(row[place] for row in rows) for place in range(3))
    system = SignSystem((None,) * 3, (0, 1, 2), 1, weights, tuple(row[3] for row in rows))
    kept = possible._independent_equations(system)
    chosen = [[*row, target] for row, target in (*kept.own, *kept.shared)]
    rank = np.linalg.matrix_rank(np.array(rows)) if rows else 0
    assert len(chosen) == rank == (np.linalg.matrix_rank(np.array(chosen)) if chosen else 0)


@pytest.mark.skipif(not signs.published(), reason="no public boards here; EDGEASP_SIGNS names a folder")
@pytest.mark.parametrize("title", [*signs.published()][::10])
def test_public_boards_have_the_published_number_of_assignments(title: str) -> None:
    text = (signs.PUBLIC / f"{title}.txt").read_text(encoding="utf-8")
    puzzle = recognise(text, Origin(f"{title}.txt", ".txt")).puzzle
    assert 2 * PossibleSigns(fix_one_sign(puzzle)).count == signs.published()[title]


# ---- estimated ----

PUBLIC = sorted(signs.published())


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less work for small boards."""
    monkeypatch.setattr(annealing, "_SIDE_BY_SIDE", 1024)
    monkeypatch.setattr(annealing, "_COOLING", 25)
    monkeypatch.setattr(annealing, "_RESTING", 10)


def off(systems: list[SignSystem], exact: int, chains: int) -> float:
    """By how many standard errors an estimate is off."""
    found = estimate_count(systems, chains, seed=1)
    return abs(found.count / exact - 1) / found.error


def cases() -> list[tuple[Puzzle, Solution]]:
    """Small puzzles with frames: without signs, with one or several, with clues, with zeros inside."""
    found: list[tuple[Puzzle, Solution]] = []
    for seed, (cols, rows) in enumerate([(3, 3), (4, 4), (5, 3)], 1):
        plain, solution = boards.cut_up(cols, rows, 3)
        found += [(plain, Solution()), (fix_one_sign(plain), Solution()), (plain, Solution(solution.placements[:2]))]
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
        found = estimate_count(systems, 1000, seed)
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
    found = estimate_count(sign_systems(puzzle), 30_000, seed=1)
    assert found.error > 0.02
    assert abs(found.count / PossibleSigns(puzzle).count - 1) < 3 * found.error


@pytest.mark.sample(1)
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("size", "colours", "ring"), [(5, 4, 2), (5, 9, 2), (6, 7, 3)])
def test_counts_of_larger_boards(size: int, colours: int, ring: int) -> None:
    puzzle = fix_one_sign(generate(Recipe(size, size, colours, ring, seed=1)).puzzle)
    assert off(sign_systems(puzzle), PossibleSigns(puzzle).count, 1024) < 4


@pytest.mark.long
@pytest.mark.parametrize(("size", "colours", "ring"), [(7, 7, 3), (7, 12, 3), (8, 15, 4)])
def test_counts_of_the_largest_boards_that_are_counted(size: int, colours: int, ring: int) -> None:
    puzzle = fix_one_sign(generate(Recipe(size, size, colours, ring, seed=1)).puzzle)
    assert off(sign_systems(puzzle), PossibleSigns(puzzle).count, 4096) < 4


@pytest.mark.long
@pytest.mark.skipif(not PUBLIC, reason="no public boards here; EDGEASP_SIGNS names a folder")
@pytest.mark.parametrize("title", PUBLIC)
def test_public_estimates(title: str) -> None:
    systems = sign_systems(signs.public_board(title), conditions={SignCondition.COLOURS})
    assert off(systems, signs.published()[title], 2000) < 4


def test_numbers_that_no_float_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annealing, "_SIDE_BY_SIDE", 2)
    monkeypatch.setattr(annealing, "_COOLING", 1)
    monkeypatch.setattr(annealing, "_RESTING", 1)
    [system] = sign_systems(Puzzle(33, 33, boards.GOLDEN.tiles[:1] * 33**2), conditions=())
    found = estimate_count([system], 2, seed=1)
    assert (found.error, found.count.bit_length()) == (0, 33**2 + 1)
    assert abs(found.count - 2 ** (33**2)) < 2 ** (33**2 - 40)


def test_where_signs_contradict_there_is_certainly_nothing() -> None:
    puzzle = with_signs(boards.FRAME_3X3, [Sign.PLUS] * 9)
    systems = sign_systems(puzzle)
    assert systems == []
    assert estimate_count(systems, 100, 1) == AssignmentCount(0, 0.0, exact=True)
    assert len(draw_samples(systems, 5, 1)) == 0


@pytest.mark.usefixtures("few")
def test_an_estimate_is_exact_where_no_condition_is_left_and_never_by_chance() -> None:
    """Two chains seldom differ; that says nothing."""
    free = SignSystem((None,) * 3, (0, 1, 2), 0, ((0,), (0,), (0,)), (0,))
    assert estimate_count([free], 2, 1) == AssignmentCount(8, 0.0, exact=True)
    assert estimate_count([replace(free, targets=(1,))], 2, 1) == AssignmentCount(0, 0.0, exact=True)
    one = SignSystem((None, None), (0, 1), 0, ((1,), (1,)), (1,))
    found = [estimate_count([one], 2, seed) for seed in range(20)]
    assert not any(each.exact for each in found)
    assert not estimate_count([replace(free, weights=((),) * 3, targets=()), one], 2, 1).exact


def test_what_was_met_is_counted() -> None:
    """The weights of few chains may add up to less than one assignment."""
    doubled = SignSystem((None,) * 12, tuple(range(12)), 0, tuple((1 << tile,) for tile in range(12)), (1365,))
    assert SystemSolutions(doubled).count == 1
    assert estimate_count([doubled], 10, seed=5).count == 1


@pytest.mark.usefixtures("few")
def test_where_no_chain_meets_the_conditions_nothing_is_claimed() -> None:
    [[system], *_] = impossible()
    for ask in (lambda: estimate_count([system], 1000, 1), lambda: draw_samples([system], 5, 1)):
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
    assert estimate_count(systems, 600, 3) == estimate_count(systems, 600, 3) != estimate_count(systems, 600, 4)
    assert np.array_equal(draw_samples(systems, 20, seed=3), draw_samples(systems, 20, seed=3))
    assert not np.array_equal(draw_samples(systems, 20, seed=3), draw_samples(systems, 20, seed=4))


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("ask", [estimate_count, draw_samples])
def test_a_check_can_end_it(ask: Any) -> None:
    def check() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        ask(sign_systems(boards.FRAME_3X3), 100, 1, Deadline(on_tick=check))


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_samples_are_possible_and_nearly_uniform() -> None:
    """Chi-square against uniform: the bound is that of one false alarm in a thousand."""
    for puzzle in (boards.FRAME_3X3, boards.planted(1, 4, 4, 3, framed=True)):
        possible = {row.tobytes() for row in signs.possible(puzzle, Solution(), applicable_conditions(puzzle))}
        drawn = draw_samples(sign_systems(puzzle), 20 * len(possible), seed=7)
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
        for row in draw_samples(sign_systems(puzzle, clues), 5, seed=1):
            assert describe_violations(puzzle, clues, marks_to_signs(row), applicable_conditions(puzzle)) == []


@pytest.mark.long
@pytest.mark.usefixtures("few")
def test_correlations_of_samples_are_within_their_error() -> None:
    puzzle = fix_one_sign(generate(Recipe(5, 5, 6, 2, seed=1)).puzzle)
    space = PossibleSigns(puzzle)
    share = counted(space.assignments_by_rank(range(space.count))) / space.count
    found = counted(draw_samples(sign_systems(puzzle), 500, seed=2)) / 500
    # Four standard errors of a share, for three hundred pairs.
    assert (np.abs(found - share) <= 4 * np.sqrt(share * (1 - share) / 500) + 1e-12).all()


# ---- correlations ----

CASES = {
    "4x4": boards.planted(1, 4, 4, 3, framed=True),
    "3x4": boards.planted(2, 3, 4, 2, framed=True),
    "signed": boards.planted(3, 4, 4, 2, framed=True, signs=0.2),
    "unframed": boards.planted(4, 3, 3, 3),
}


def possible_rows(puzzle: Puzzle) -> list[list[bool]]:
    rows: list[list[bool]] = signs.possible(puzzle, Solution(), applicable_conditions(puzzle)).tolist()
    return rows


def all_rows(puzzle: Puzzle) -> Marks:
    space = PossibleSigns(puzzle)
    return space.assignments_by_rank(range(space.count))


def chain_of(rows: Marks) -> list[Link]:
    return chain(counted(rows), len(rows))


@pytest.mark.parametrize("name", CASES)
def test_exact_correlations(name: str) -> None:
    puzzle = CASES[name]
    found = counted(all_rows(puzzle))
    rows = possible_rows(puzzle)
    for one, other in combinations(range(len(puzzle.tiles)), 2):
        assert found[one, other] == found[other, one] == sum(row[one] == row[other] for row in rows)


def test_opposite_assignments_have_the_same_correlations() -> None:
    puzzle = CASES["4x4"]
    half, both = (counted(all_rows(each)) for each in (fix_one_sign(puzzle), puzzle))
    assert np.array_equal(2 * half, both)


@pytest.mark.parametrize("name", CASES)
def test_correlations_by_samples_are_within_their_error(name: str) -> None:
    puzzle = PossibleSigns(CASES[name])
    share = counted(all_rows(puzzle.puzzle)) / puzzle.count
    sampled = counted(puzzle.sample(4000, seed=2)) / 4000
    # Four standard errors of a share, for a hundred pairs.
    error = np.sqrt(share * (1 - share) / 4000)
    assert (np.abs(sampled - share) <= 4 * error + 1e-12).all()


@pytest.mark.parametrize("name", CASES)
def test_the_chain_takes_the_strongest_correlation_each_time(name: str) -> None:
    found = correlations(PossibleSigns(CASES[name]))
    values = 2 * found.same / found.assignments - 1
    strength = np.abs(values)
    links = found.links
    inside = {links[0].parent}
    others = set(range(len(values))) - inside
    strongest = max(strength[pair] for pair in combinations(range(len(values)), 2))
    assert strength[links[0].parent, links[0].tile] == strongest
    for link in links:
        assert (link.parent in inside, link.tile in others) == (True, True)
        assert strength[link.parent, link.tile] == max(strength[one, two] for one in inside for two in others)
        assert link.alike == (values[link.parent, link.tile] >= 0)
        assert found.strength(link) == pytest.approx(strength[link.parent, link.tile])
        inside.add(link.tile)
        others.remove(link.tile)
    assert not others


@pytest.mark.parametrize("name", CASES)
def test_the_order_is_that_of_the_definition(name: str) -> None:
    puzzle = fix_one_sign(CASES[name])
    rows = all_rows(puzzle)
    links = chain_of(rows)

    def key(row: list[bool]) -> tuple[int, list[bool]]:
        departs = [(row[link.tile] == row[link.parent]) != link.alike for link in links]
        return sum(departs), departs

    expected = sorted(possible_rows(puzzle), key=key)
    assert ordered(links, rows).tolist() == expected
    for index in range(0, len(expected), max(1, len(expected) // 20)):
        assert place(links, rows, np.array(expected[index])) == index
        assert paths(links, np.array([expected[index]]))[0].tolist() == key(expected[index])[1]


def test_departing_late_comes_before_departing_early() -> None:
    links = [Link(1, 0, True), Link(2, 1, False), Link(3, 1, True)]
    rows = np.array([[1, 1, 0, 1], [1, 1, 0, 0], [1, 1, 1, 1], [1, 0, 1, 0], [1, 1, 1, 0]], bool)
    assert paths(links, rows).astype(int).tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 1]]
    assert ordered(links, rows[::-1]).tolist() == rows.tolist()


def test_a_chain_without_possible_assignments() -> None:
    links = chain(np.zeros((3, 3), np.int64), 0)
    assert [(link.parent, link.tile) for link in links] == [(0, 1), (0, 2)]


def test_the_signs_of_a_solution_have_a_place() -> None:
    puzzle, solution = boards.cut_up(4, 4, 3)
    own = signs_of(puzzle, solution)
    assert own is not None
    rows, row = all_rows(fix_one_sign(puzzle)), as_marks(own)
    row = row if row[0] else ~row
    links = chain_of(rows)
    assert ordered(links, rows)[place(links, rows, row)].tolist() == row.tolist()


@pytest.mark.parametrize("depth", [None, 4, 0])
@pytest.mark.parametrize(
    ("puzzle", "solvable"),
    [(CASES["4x4"], True), (CASES["signed"], True), (edgeasp.load(INSTANCES / "random-4x4.puz").puzzle, False)],
    ids=["4x4", "signed", "without a solution"],
)
def test_a_search_by_signs_finds_a_board_where_there_is_one(puzzle: Puzzle, solvable: bool, depth: int | None) -> None:
    fixed = fix_one_sign(puzzle)
    rows = all_rows(fixed)
    session = Session(make_task(fixed, Solution(), REQUEST))
    assert search(session, chain_of(rows), rows, depth) == solvable
    assert session.stopped is None


# ---- unusual puzzles ----


@pytest.mark.parametrize("seed", range(12))
def test_the_signs_of_every_board_are_possible(seed: int) -> None:
    puzzle = peculiar(f"signs {seed}", framed=True, signed=False)
    space = PossibleSigns(puzzle)
    possible = {tuple(row) for row in space.assignments_by_rank(range(space.count)).tolist()}
    for assignment in sorted(brute.solve(puzzle).assignments)[:50]:
        signs = signs_of(puzzle, as_solution(puzzle, assignment))
        assert signs is not None
        assert describe_violations(puzzle, Solution(), signs, applicable_conditions(puzzle)) == []
        assert tuple(sign is Sign.PLUS for sign in signs) in possible
