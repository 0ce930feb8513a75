"""The effort of puzzles: whether they have one solution, and how many conflicts it takes to know."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import Solution
from edgeasp.search.cubes import DIFFICULTIES, MARGIN, SEARCHES, Difficulty, Effort, rate, search_effort, selects
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from tests.support.brute import Picture, solve
from tests.support.lanes import thinned

MEDIUM = generate(Recipe(6, 6, 8, 3, seed=2)).puzzle
"""A puzzle with one solution that takes a few hundred conflicts."""


def rotations(picture: Picture) -> list[Picture]:
    """A board of 3 x 3 squares in its four rotations."""
    turned = [picture]
    for _ in range(3):
        last = turned[-1]
        squares = [last[3 * (2 - col) + row] for row in range(3) for col in range(3)]
        turned.append(tuple(((sides[3], *sides[:3]), sign) for sides, sign in squares))
    return turned


@pytest.mark.sample(4)
@thinned("seed", range(1, 13), every=3)
@pytest.mark.parametrize("clues", ["none", "corner"])
def test_a_puzzle_is_unique_if_brute_force_finds_one_solution(seed: int, clues: str) -> None:
    planted = generate(Recipe(3, 3, 2, 2, seed=seed, clues=clues))  # type: ignore[arg-type]  # a Literal
    given = {(each.square.col, each.square.row): (each.tile, each.rot) for each in planted.clues}
    pictures = solve(planted.puzzle, clues=given).pictures
    alone = len(pictures if given else {min(rotations(picture)) for picture in pictures}) == 1
    for number in (1, 2, 3):
        assert search_effort(planted.puzzle, planted.clues, number).unique is alone


def test_the_first_search_is_that_of_solve_unique() -> None:
    session = Session(make_task(MEDIUM, up_to_rotation=True), ClaspOptions(1))
    assert len(list(session.solve(2))) == 1
    statistics = session.result().statistics
    assert statistics is not None
    assert search_effort(MEDIUM) == Effort(True, (statistics.conflicts or 0,))


@pytest.mark.long
def test_searches_differ_but_each_is_the_same_again() -> None:
    first, again = (rate(MEDIUM, searches=range(1, 4)) for _ in range(2))
    assert first == again
    assert len(set(first.conflicts)) > 1


def test_a_limit_leaves_it_open_whether_the_solution_is_the_only_one() -> None:
    effort = rate(MEDIUM, limit=20)
    assert effort.unique is None
    assert 20 <= effort.conflicts[0] <= 25  # clasp ends at the next restart


def test_several_solutions_end_the_searches() -> None:
    assert rate(generate(Recipe(4, 4, 1, 2)).puzzle).unique is False
    assert len(rate(generate(Recipe(4, 4, 1, 2)).puzzle).conflicts) == 1


def test_the_classes_do_not_overlap_and_leave_room() -> None:
    assert [each.name for each in DIFFICULTIES] == ["easy", "medium", "hard"]
    for lower, upper in pairwise(DIFFICULTIES):
        assert lower.most == upper.least
        assert upper.selects_from >= MARGIN**2 * lower.selects_to
    assert all(each.selects_from < each.selects_to for each in DIFFICULTIES)


def test_a_puzzle_is_selected_if_each_search_is_well_within_the_bounds() -> None:
    some = Difficulty("some", 100, 1000)
    for conflicts, selected in (((300, 333, 310), True), ((299, 333, 310), False), ((300, 334), False)):
        assert selects(some, Effort(True, conflicts)) is selected
    assert not selects(some, Effort(None, (310,)))
    assert not selects(some, Effort(False, (310,)))


def test_searches_end_with_the_first_that_does_not_select() -> None:
    _, medium, hard = DIFFICULTIES
    assert len(rate(MEDIUM, difficulty=medium).conflicts) == len(SEARCHES)
    assert len(rate(MEDIUM, difficulty=hard).conflicts) == 1
    few = replace(medium, most=40, least=0)
    assert rate(MEDIUM, difficulty=few).unique is None


def test_the_median_is_one_of_the_searches() -> None:
    assert Effort(True, (5, 900, 7)).median == 7


def test_a_caller_can_end_a_search() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rate(MEDIUM, Solution(), on_tick=stop)
