"""The order in which a scan lays the fewest tiles, and what is expected of it."""

from __future__ import annotations

from itertools import permutations
from math import exp, log
from statistics import mean

import pytest

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.expected import JUDGED, Check, best_order, expected_nodes, log_nodes
from edgeasp.puzzle.model import Solution, Square
from edgeasp.solvers.row_scan import RowScanRun
from edgeasp.system.limits import Limit, LimitReached, Stopped
from tests.support.counting import COMPILER
from tests.support.lanes import represented


def row_by_row(recipe: Recipe) -> float:
    board = generate(recipe)
    return next(each.log10 for each in expected_nodes(board.puzzle, board.clues) if each.order == "row by row")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_empty_square_is_there_once(seed: int) -> None:
    board = generate(Recipe(6, 5, 5, 3, seed=seed, clues=7))
    order = best_order(board.puzzle, board.clues)
    on = board.clues.by_square()
    assert sorted(order.squares) == sorted(square for square in board.puzzle.grid.squares if square not in on)


def test_clues_that_cut_the_board_into_parts() -> None:
    board = generate(Recipe(3, 5, 5, 3, seed=1))
    assert board.solution is not None
    middle = Solution(tuple(each for each in board.solution if each.square.row == 2))
    order = best_order(board.puzzle, middle)
    assert len(set(order.squares)) == 12


def test_of_all_orders_of_four_squares_it_is_among_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.puzzle.expected.FEW", 1)
    board = generate(Recipe(2, 2, 3, seed=1))
    least = min(
        log(sum(map(exp, log_nodes(board.puzzle, order)))) for order in permutations(list(board.puzzle.grid.squares))
    )
    assert best_order(board.puzzle).log_tiles == pytest.approx(least)


def test_a_long_board_is_filled_along_its_shorter_side() -> None:
    order = best_order(generate(Recipe(12, 4, 6, 3, seed=1)).puzzle)
    assert {square.col for square in order.squares[:4]} in ({0}, {11})
    assert order.log_tiles < row_by_row(Recipe(12, 4, 6, 3, seed=1)) * log(10) - 4


@represented("seed", [1, 2, 3])
def test_scattered_clues_are_met_early(seed: int) -> None:
    """Row by row, a search of these boards would take minutes to years."""
    recipe = Recipe(12, 12, 17, 5, seed=seed, clues=5)
    board = generate(recipe)
    order = best_order(board.puzzle, board.clues)
    assert order.log_tiles / log(10) < 8 < row_by_row(recipe) - 2
    assert order.squares[0] not in {Square(0, 0)}


@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
def test_as_many_tiles_are_laid_as_expected_in_the_mean_of_random_puzzles() -> None:
    expected, laid = [], []
    for seed in range(60):
        board = generate(Recipe(4, 4, 5, 4, seed=seed, planted=False, distinct=True, symmetric=False))
        order = best_order(board.puzzle)
        search = RowScanRun(board.puzzle, every=True)
        search.order = order.squares
        assert list(search) is not None
        assert search.statistics.choices is not None
        expected.append(exp(order.log_tiles))
        laid.append(search.statistics.choices)
    assert mean(laid) == pytest.approx(mean(expected), rel=0.25)


@pytest.mark.parametrize("calls", [3, JUDGED * 95])
def test_a_limit_that_is_reached_at_any_square_ends_it_and_the_next_call_has_the_whole_answer(calls: int) -> None:
    board = generate(Recipe(10, 10, 8, 3, seed=calls, clues=5))
    left = iter(range(calls))

    def reached() -> None:
        if next(left, None) is None:
            raise LimitReached(Stopped(Limit.TIME, 1.0))

    with pytest.raises(LimitReached):
        best_order(board.puzzle, board.clues, check=Check(reached))
    assert len(best_order(board.puzzle, board.clues).squares) == 95
