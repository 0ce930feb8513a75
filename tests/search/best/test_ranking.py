"""The predicted number of mismatches, where it can be worked out by hand."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.search.best.layout import FREE, Flags, Ints, Layout
from edgeasp.search.best.ranking import Floats, Ranking
from tests.support import boards, strategies
from tests.support.best import random_puzzle


def used_on(layout: Layout, many: Ints) -> Flags:
    return np.array([np.isin(range(len(layout.puzzle.tiles)), layout.tile[each[each != FREE]]) for each in many])


def predicted(layout: Layout, many: Ints) -> Floats:
    mismatches = np.array([layout.mismatched(each).sum() for each in many], np.int16)
    return Ranking(layout).predict(many, used_on(layout, many), mismatches)


@given(strategies.with_placements(full=True))
def test_where_nothing_is_free_the_prediction_is_what_is_there(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    layout = Layout(puzzle)
    board = layout.board(solution)
    assert predicted(layout, board[None]).tolist() == [layout.mismatched(board).sum()]


@given(strategies.with_placements(), st.integers(0, 9))
def test_of_boards_that_differ_in_nothing_else_one_mismatch_counts_one(
    case: tuple[Puzzle, Solution], more: int
) -> None:
    puzzle, solution = case
    layout = Layout(puzzle)
    both = np.stack([layout.board(solution)] * 2)
    few, many = Ranking(layout).predict(both, used_on(layout, both), np.array([3, 3 + more], np.int16))
    assert np.isfinite(few)
    assert many - few == pytest.approx(more)


def one_free(last: tuple[int, int, int, int], shown: tuple[int, int]) -> tuple[Layout, Ints]:
    """A 2x2 board without a frame whose last square is free: it meets these colours above and to its left."""
    tiles = (Tile((9, 9, 9, 9)), Tile((9, 9, shown[0], 9)), Tile((9, shown[1], 9, 9)), Tile(last))
    layout = Layout(Puzzle(2, 2, tiles), framed=False)
    lying = [Placement(0, Square(0, 0), 0), Placement(1, Square(1, 0), 0), Placement(2, Square(0, 1), 0)]
    return layout, layout.board(lying)[None]


def test_a_last_tile_that_fits_in_every_rotation() -> None:
    """It matches for sure; a thousandth of ln 4 tells how many ways there are."""
    assert predicted(*one_free((1, 1, 1, 1), (1, 1)))[0] == pytest.approx(-log(4) / 1000)


@pytest.mark.parametrize(("shown", "lost"), [((2, 1), 1), ((2, 3), 2)])
def test_a_colour_that_is_asked_for_and_has_run_out_is_a_mismatch(shown: tuple[int, int], lost: int) -> None:
    assert predicted(*one_free((1, 1, 1, 1), shown))[0] == pytest.approx(lost, abs=0.01)


def test_a_last_tile_that_seldom_fits() -> None:
    """Two of its four sides, drawn one after the other, are those asked for in one of twelve cases."""
    [prediction] = predicted(*one_free((1, 2, 3, 3), (1, 2)))
    ways, same = 4 / 12, (1 + 1 + 4) / 16
    # That is less than one way; with a mismatch on one of two sides there is more than one.
    assert ways * 2 * (1 / same - 1) > 1
    assert prediction == pytest.approx(log(1 / ways) / log(2 * (1 / same - 1)))


def test_the_board_whose_colours_are_left_comes_first() -> None:
    """Both have no mismatch yet; what the first one asks for is on many tiles, the other's on none that is left."""
    tiles = (*(Tile((1, 1, 1, 1)),) * 4, *(Tile((2, 2, 2, 2)),) * 2, *(Tile((1, 1, 1, 1)),) * 3)
    layout = Layout(Puzzle(3, 3, tiles), framed=False)
    ones = layout.board([Placement(tile, Square(tile, 0), 0) for tile in range(3)])
    twos = layout.board([Placement(tile, Square(col, 0), 0) for col, tile in enumerate((4, 5, 0))])
    good, bad = predicted(layout, np.stack([ones, twos]))
    assert good < bad
    assert bad >= 2


@pytest.mark.parametrize("framed", [True, False])
def test_boards_with_more_mismatches_are_predicted_to_end_with_more(framed: bool) -> None:
    """Not always, for the colours that are left count as well, but on average."""
    together = 0.0
    for seed in range(20):
        puzzle = random_puzzle(seed, 5, 5, 4, framed=framed)
        layout, rng = Layout(puzzle, framed=framed), np.random.default_rng(seed)
        inner = [square for square in range(25) if not framed or not (layout.neighbours[square] < 0).any()]
        free = np.full(25, FREE, np.int16)
        row = inner[: len(inner) // 2]
        tiles = [tile for tile in range(25) if not framed or 0 not in puzzle.tiles[tile].sides]
        many = np.repeat(free[None], 30, axis=0)
        for board in many:
            for square, tile in zip(row, rng.permutation(tiles), strict=False):
                board[square] = rng.choice(np.flatnonzero(layout.tile == tile))
        mismatches = np.array([layout.mismatched(each).sum() for each in many])
        predictions = predicted(layout, many)
        assert np.isfinite(predictions).all()
        together += float(np.corrcoef(mismatches, predictions)[0, 1])
    assert together / 20 > 0.5


def test_every_sort_of_board_has_a_prediction() -> None:
    for puzzle in boards.various().values():
        rng = np.random.default_rng(1)
        layout = Layout(puzzle, framed=puzzle.framed)
        board = np.full(len(puzzle.tiles), FREE, np.int16)
        for square, tile in enumerate(rng.permutation(len(puzzle.tiles))):
            prediction = predicted(layout, board[None])[0]
            assert np.isfinite(prediction)
            assert prediction <= puzzle.diamonds + len(layout.colours)
            board[square] = rng.choice(np.flatnonzero(layout.tile == tile))
