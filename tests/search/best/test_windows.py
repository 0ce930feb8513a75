"""Windows: boards only become better, and stay boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.best.layout import Layout
from edgeasp.search.best.rounds import polish
from edgeasp.search.task import make_task
from edgeasp.system.limits import Limit, LimitReached, Stopped
from tests.support import boards, strategies
from tests.support.best import kept_by, shuffled


def polished(layout: Layout, board: Solution, seed: int, windows: int) -> list[Solution]:
    rng = np.random.default_rng(seed)
    return [layout.solution(each) for each in polish(layout, layout.board(board), rng, windows, lambda: None)]


@given(strategies.planted_with_clues(), st.integers(0, 99))
def test_each_board_is_better_than_all_before_and_keeps_the_conditions(
    case: tuple[Puzzle, Solution, Solution], seed: int
) -> None:
    puzzle, solution, clues = case
    task = make_task(puzzle, clues)
    board = shuffled(task, solution, seed)
    for plus_on_even in (True, False) if puzzle.signed else (None,):
        layout = Layout(puzzle, clues, puzzle.framed, plus_on_even)
        if not all(layout.fits[square, number] for square, number in layout.numbered(board)):
            continue
        found = polished(layout, board, seed, 4)
        assert [kept_by(task, each) for each in found] == [[]] * len(found)
        scores = [check(puzzle, each).matched for each in [board, *found]]
        assert scores == sorted(set(scores))
        assert polished(layout, board, seed, 4) == found


@pytest.mark.parametrize("seed", range(3))
def test_a_board_with_a_few_tiles_exchanged_is_mended(seed: int) -> None:
    """A window that holds the mismatches holds the tiles as well."""
    puzzle, solution = boards.cut_up(6, 6, 8)
    board = shuffled(make_task(puzzle), solution, seed, 6)
    assert 0 < puzzle.grid.diamonds - check(puzzle, board).matched < 25
    assert check(puzzle, polished(Layout(puzzle), board, seed, 100)[-1]).solved


def test_a_solution_is_left_alone() -> None:
    puzzle, solution = boards.cut_up(4, 4, 5)
    assert polished(Layout(puzzle), solution, 1, 5) == []


def test_a_board_of_clues_only_is_left_alone() -> None:
    puzzle, solution = boards.cut_up(3, 3, 5)
    board = shuffled(make_task(puzzle), solution, 1)
    assert not check(puzzle, board).solved
    assert polished(Layout(puzzle, board), board, 1, 20) == []


def test_the_caller_is_asked_before_each_window() -> None:
    puzzle, solution = boards.cut_up(4, 4, 5)
    layout = Layout(puzzle)
    asked = 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise LimitReached(Stopped(Limit.CALLER))

    board = layout.board(shuffled(make_task(puzzle), solution, 1))
    with pytest.raises(LimitReached):
        list(polish(layout, board, np.random.default_rng(1), 10**9, ask))
    assert asked == 3
