"""The first board: matchings against all permutations, and boards that keep the conditions."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.search.best.layout import FREE, Layout
from edgeasp.search.best.rounds import first_board, matching
from tests.support import boards


@given(st.integers(1, 5), st.data())
def test_there_is_a_matching_where_some_permutation_is_one(size: int, data: st.DataObject) -> None:
    rows = st.lists(st.booleans(), min_size=size, max_size=size)
    may = np.array(data.draw(st.lists(rows, min_size=size, max_size=size)), np.bool_)
    possible = any(all(may[row, column] for row, column in enumerate(each)) for each in permutations(range(size)))
    found = matching(may)
    assert (found is not None) == possible
    if found is not None:
        assert sorted(found) == list(range(size))
        assert all(may[row, column] for row, column in enumerate(found.tolist()))


def test_rows_pass_their_columns_on() -> None:
    """Row 3 gets a column only if all others take another one."""
    may = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 0]], np.bool_)
    found = matching(may)
    assert found is not None
    assert found.tolist() == [1, 2, 3, 0]


def test_no_matching_of_many_rows_and_one_column_less_is_found_at_once() -> None:
    """A solver that tries all ways would not end: as many rows as these have too few columns between them."""
    may = np.ones((300, 300), np.bool_)
    may[:150, 149:] = False
    asked = 0

    def count() -> None:
        nonlocal asked
        asked += 1

    assert matching(may, count) is None
    assert asked <= 300


def test_a_frame_that_lacks_a_side_has_no_first_board() -> None:
    puzzle = boards.hard()
    tiles = list(puzzle.tiles)
    border = next(index for index, tile in enumerate(tiles) if tile.sides.count(0) == 1)
    tiles[border] = Tile(tuple(colour or 1 for colour in tiles[border].sides))  # type: ignore[arg-type]
    layout = Layout(Puzzle(10, 10, tuple(tiles)))
    assert first_board(layout, Solution(), np.random.default_rng(1), lambda: None) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_first_board_matches_at_most_diamonds(seed: int) -> None:
    """Tiles that are only laid somewhere match at one diamond of seven."""
    layout = Layout(boards.hard())
    board = first_board(layout, Solution(), np.random.default_rng(seed), lambda: None)
    assert board is not None
    assert FREE not in board
    assert len(set(layout.tile[board].tolist())) == 100
    assert layout.fits[np.arange(100), board].all()
    assert layout.mismatched(board).sum() < 0.35 * layout.puzzle.grid.diamonds
