"""First boards, and squares filled exactly, against brute force."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.search.best import filling
from edgeasp.search.best.filling import Filler, build_step
from edgeasp.search.best.layout import FREE, BoardLayout, Ints
from edgeasp.search.best.rounds import build_first_board, find_perfect_matching
from edgeasp.search.task import make_task
from edgeasp.system.limits import FOREVER, Deadline, Limit, LimitReached, Stopped
from tests.search.best.test_beam import COMPILED, LAYOUTS
from tests.support import boards
from tests.support.best import fewest, random_puzzle, shuffled, with_twins
from tests.support.waiting import by_clingo

# ---- first boards ----


@given(st.integers(1, 5), st.data())
def test_there_is_a_matching_where_some_permutation_is_one(size: int, data: st.DataObject) -> None:
    rows = st.lists(st.booleans(), min_size=size, max_size=size)
    may = np.array(data.draw(st.lists(rows, min_size=size, max_size=size)), np.bool_)
    possible = any(all(may[row, column] for row, column in enumerate(each)) for each in permutations(range(size)))
    found = find_perfect_matching(may)
    assert (found is not None) == possible
    if found is not None:
        assert sorted(found) == list(range(size))
        assert all(may[row, column] for row, column in enumerate(found.tolist()))


def test_rows_pass_their_columns_on() -> None:
    """Row 3 gets a column only if all others take another one."""
    may = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 0]], np.bool_)
    found = find_perfect_matching(may)
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

    assert find_perfect_matching(may, Deadline(on_tick=count)) is None
    assert asked <= 300


def test_a_frame_that_lacks_a_side_has_no_first_board() -> None:
    puzzle = boards.hard()
    tiles = list(puzzle.tiles)
    border = next(index for index, tile in enumerate(tiles) if tile.sides.count(0) == 1)
    tiles[border] = Tile(tuple(colour or 1 for colour in tiles[border].sides))  # type: ignore[arg-type]
    layout = BoardLayout(Puzzle(10, 10, tuple(tiles)))
    assert build_first_board(layout, Solution(), np.random.default_rng(1), FOREVER) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_first_board_matches_at_most_diamonds(seed: int) -> None:
    """Tiles that are only laid somewhere match at one diamond of seven."""
    layout = BoardLayout(boards.hard())
    board = build_first_board(layout, Solution(), np.random.default_rng(seed), FOREVER)
    assert board is not None
    assert FREE not in board
    assert len(set(layout.tile[board].tolist())) == 100
    assert layout.fits[np.arange(100), board].all()
    assert layout.mismatched(board).sum() < 0.35 * layout.puzzle.grid.diamonds


# ---- squares filled exactly ----

ALL = 10**9


def board_of(name: str, seed: int) -> Ints | None:
    """A complete board that is far from the best; None if none was found."""
    layout = LAYOUTS[name]
    return build_first_board(layout, Solution(), np.random.default_rng(seed), FOREVER)


def least_of(layout: BoardLayout, rest: Ints, squares: list[int]) -> int:
    """The fewest mismatches around some free squares, by clingo from `asp/best`."""
    mine = ~np.isin(layout.tile, layout.tile[rest[rest != FREE]])
    step = build_step(
        layout, rest, squares, [np.flatnonzero(layout.fits[square] & mine).tolist() for square in squares]
    )
    filled = rest.copy()
    filled[squares] = sorted(by_clingo(step, best=True))[0]
    return around(layout, rest, filled)


def around(layout: BoardLayout, rest: Ints, filled: Ints) -> int:
    return int(layout.mismatched(filled).sum() - layout.mismatched(rest).sum())


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=COMPILED), False])
@given(st.sampled_from([name for name in LAYOUTS if name != "no room"]), st.integers(0, 999), st.integers(1, 5))
def test_a_filling_is_found_where_there_is_one(compiled: bool, name: str, seed: int, number: int) -> None:
    """Squares anywhere, with what lies around them; one mismatch less than the fewest cannot be."""
    layout, board, random = LAYOUTS[name], board_of(name, seed), np.random.default_rng(seed)
    if board is None:
        return
    loose = [square for square in range(len(board)) if square not in layout.pinned]
    squares = random.permutation(loose)[:number].tolist()
    rest = board.copy()
    rest[squares] = FREE
    least = least_of(layout, rest, squares)
    filler = Filler(layout)
    if not compiled:
        filler._library = None
    filled = filler.fill(rest, squares, least, ALL)
    assert filled.board is not None
    assert around(layout, rest, filled.board) <= least
    assert layout.fits[np.arange(len(board)), filled.board].all()
    assert sorted(layout.tile[filled.board].tolist()) == sorted(layout.tile[board].tolist())
    others = np.setdiff1d(np.arange(len(board)), squares)
    assert (filled.board[others] == board[others]).all()
    none = filler.fill(rest, squares, least - 1, ALL)
    assert least == 0 or (none.board is None and none.exhausted)


WHOLE = {
    **{f"framed {seed}": random_puzzle(seed, 3, 3, 2 + seed % 3) for seed in range(12)},
    "wide": random_puzzle(3, 4, 3, 2),
    **{f"twins {seed}": with_twins(random_puzzle(seed, 3, 3, 2 + seed % 2)) for seed in range(8)},
    **{f"unframed {seed}": random_puzzle(seed, 3, 2, 6 + seed, framed=False) for seed in range(6)},
    "frame inside": Puzzle(3, 3, (*random_puzzle(1, 3, 3, 2).tiles[:-1], Tile((0, 0, 1, 0)))),
}


@pytest.mark.sample(12)
@COMPILED
@pytest.mark.parametrize("name", [*WHOLE])
def test_a_whole_board_has_as_many_mismatches_as_trying_all_boards_says(name: str) -> None:
    puzzle = WHOLE[name]
    layout, least = BoardLayout(puzzle), fewest(puzzle)
    filler, squares = Filler(layout), list(range(len(puzzle.tiles)))
    found = [filler.fill(layout.to_board(()), squares, most, ALL) for most in range(9 if least is None else least)]
    assert all(filled.board is None and filled.exhausted for filled in found)
    if least is not None:
        board = filler.fill(layout.to_board(()), squares, least, ALL).board
        assert board is not None
        assert layout.mismatched(board).sum() == least


@pytest.mark.long
def test_most_of_these_need_mismatches() -> None:
    assert sum((fewest(puzzle) or 0) > 1 for puzzle in WHOLE.values()) > len(WHOLE) / 2


@COMPILED
def test_an_effort_that_is_not_enough_leaves_it_open() -> None:
    layout = BoardLayout(boards.planted(1, 7, 7, 6, framed=True))
    filled = Filler(layout).fill(layout.to_board(()), list(range(49)), 0, 1000)
    assert (filled.board, filled.exhausted) == (None, False)


@COMPILED
def test_limits_are_heeded_while_it_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1
        if looks == 5:
            raise LimitReached(Stopped(Limit.CALLER))

    monkeypatch.setattr(filling, "_SLICE", 100)
    layout = BoardLayout(boards.planted(1, 7, 7, 6, framed=True))
    with pytest.raises(LimitReached):
        Filler(layout, Deadline(on_tick=check)).fill(layout.to_board(()), list(range(49)), 0, ALL)


@COMPILED
def test_what_the_search_in_c_has_no_room_for_is_left_to_clasp() -> None:
    """More squares than a word has bits: one mismatch in a corner of a large board is mended all the same."""
    layout = BoardLayout(random_puzzle(1, 9, 9, 2))
    board = layout.to_board(shuffled(make_task(layout.puzzle), layout.to_solution(_first(layout)), 1, 0))
    squares = list(range(70))
    rest = board.copy()
    rest[squares] = FREE
    now = around(layout, rest, board)
    filled = Filler(layout).fill(rest, squares, now, 10**5)
    assert filled.board is None or around(layout, rest, filled.board) <= now


def _first(layout: BoardLayout) -> Ints:
    board = build_first_board(layout, Solution(), np.random.default_rng(1), FOREVER)
    assert board is not None
    return board


def test_no_squares_leave_the_board_as_it_is() -> None:
    layout = LAYOUTS["framed"]
    board = _first(layout)
    assert Filler(layout).fill(board, [], 0, 1).board is board
