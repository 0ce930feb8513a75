"""The study of signs: correlations and the order of discrepancies, against their definitions; the search by signs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import edgeasp
from edgeasp.lab.signs.possible import Marks, PossibleSigns, applicable, with_fixed_sign
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from studies.sign_search import REQUEST, Link, chain, counted, ordered, paths, search
from studies.sign_study import as_marks, correlations, place
from tests.lab.support import signs
from tests.lab.support.signs import signs_of
from tests.support import boards
from tests.support.running import INSTANCES

CASES = {
    "4x4": boards.planted(1, 4, 4, 3, framed=True),
    "3x4": boards.planted(2, 3, 4, 2, framed=True),
    "signed": boards.planted(3, 4, 4, 2, framed=True, signs=0.2),
    "unframed": boards.planted(4, 3, 3, 3),
}


def possible(puzzle: Puzzle) -> list[list[bool]]:
    rows: list[list[bool]] = signs.possible(puzzle, Solution(), applicable(puzzle)).tolist()
    return rows


def all_rows(puzzle: Puzzle) -> Marks:
    space = PossibleSigns(puzzle)
    return space.assignments(range(space.count))


def chain_of(rows: Marks) -> list[Link]:
    return chain(counted(rows), len(rows))


@pytest.mark.parametrize("name", CASES)
def test_exact_correlations(name: str) -> None:
    puzzle = CASES[name]
    found = counted(all_rows(puzzle))
    rows = possible(puzzle)
    for one, other in combinations(range(len(puzzle.tiles)), 2):
        assert found[one, other] == found[other, one] == sum(row[one] == row[other] for row in rows)


def test_opposite_assignments_have_the_same_correlations() -> None:
    puzzle = CASES["4x4"]
    half, both = (counted(all_rows(each)) for each in (with_fixed_sign(puzzle), puzzle))
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
    puzzle = with_fixed_sign(CASES[name])
    rows = all_rows(puzzle)
    links = chain_of(rows)

    def key(row: list[bool]) -> tuple[int, list[bool]]:
        departs = [(row[link.tile] == row[link.parent]) != link.alike for link in links]
        return sum(departs), departs

    expected = sorted(possible(puzzle), key=key)
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
    rows, row = all_rows(with_fixed_sign(puzzle)), as_marks(own)
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
    fixed = with_fixed_sign(puzzle)
    rows = all_rows(fixed)
    session = Session(make_task(fixed, Solution(), REQUEST))
    assert search(session, chain_of(rows), rows, depth) == solvable
    assert session.stopped is None
