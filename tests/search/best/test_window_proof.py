"""Windows that are proved not to improve a board, against all ways to lay their tiles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from edgeasp.puzzle.card import Windows
from edgeasp.puzzle.model import Grid, Solution
from edgeasp.search.best.filling import WindowProof, parse, squares_of
from edgeasp.search.best.layout import Ints, Layout
from edgeasp.search.best.rounds import first_board
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Limit, LimitReached, Stopped
from tests.search.best.test_crowd import LAYOUTS

KINDS = ("2x2", "3x1", "1x2")


def ways(layout: Layout, board: Ints, window: tuple[int, ...]) -> Iterator[Ints]:
    """All boards with the tiles of a window laid in another way, or in the same."""
    for tiles in permutations(layout.tile[board[list(window)]].tolist()):
        for placements in product(*(np.flatnonzero(layout.tile == tile).tolist() for tile in tiles)):
            if all(layout.fits[square, placement] for square, placement in zip(window, placements, strict=True)):
                other = board.copy()
                other[list(window)] = placements
                yield other


def mismatches(layout: Layout, board: Ints) -> int:
    return int(layout.mismatched(board).sum())


@hypothesis(max_examples=2)
@given(st.sampled_from(["framed", "twins", "unframed", "signed", "clues", "shuffled frame"]), st.integers(0, 99))
def test_no_way_to_lay_the_tiles_of_a_proved_window_is_better(name: str, seed: int) -> None:
    layout = LAYOUTS[name]
    begin = first_board(layout, Solution(), np.random.default_rng(seed), lambda: None)
    assert begin is not None
    proof = WindowProof([layout], begin, KINDS, lambda: None)
    scores = [mismatches(layout, begin), *(mismatches(layout, better) for better in proof.run())]
    assert scores == sorted(set(scores), reverse=True)
    assert mismatches(layout, proof.board) == scores[-1]
    assert all(window.proved == window.number for window in proof.windows)
    for kind in KINDS:
        for window in squares_of(kind, layout, proof.board):
            assert min(mismatches(layout, other) for other in ways(layout, proof.board, window)) == scores[-1]


def test_the_windows_of_a_kind() -> None:
    layout = LAYOUTS["wide"]
    board = first_board(layout, Solution(), np.random.default_rng(1), lambda: None)
    assert board is not None
    assert squares_of("3x2", layout, board)[:2] == [(0, 1, 2, 6, 7, 8), (1, 2, 3, 7, 8, 9)]
    assert [len(squares_of(kind, layout, board)) for kind in ("3x2", "6x3", "rows", "columns")] == [8, 1, 3, 6]
    assert squares_of("rows", layout, board)[1] == (6, 7, 8, 9, 10, 11)
    around = squares_of("around", layout, board)
    wrong = layout.pairs[layout.mismatched(board)]
    assert len(around) == len(wrong) > 0
    assert all({int(pair[0]), int(pair[1])} <= set(window) for pair, window in zip(wrong, around, strict=True))


def test_a_clue_stays_where_it_lies() -> None:
    layout = LAYOUTS["clues"]
    board = first_board(layout, Solution(), np.random.default_rng(1), lambda: None)
    assert board is not None
    assert all(square not in layout.pinned for window in squares_of("3x3", layout, board) for square in window)


def test_a_limit_says_what_is_left_unproved() -> None:
    layout, looks = LAYOUTS["framed"], 0

    def check() -> None:
        nonlocal looks
        looks += 1
        if looks > 3:
            raise LimitReached(Stopped(Limit.TIME, 1))

    board = first_board(layout, Solution(), np.random.default_rng(1), lambda: None)
    assert board is not None
    proof = WindowProof([layout], board, ["3x3"], check)
    with pytest.raises(LimitReached):
        list(proof.run())
    [windows] = proof.windows
    assert windows.number == 4
    assert windows.proved < 4
    assert str(windows) == f"{4 - windows.proved} of 4 windows of 3 x 3 left unproved"


def test_what_is_proved_in_words() -> None:
    assert str(Windows("4x4", 169, 169)) == "no window of 4 x 4 improves it (169 proved)"
    assert str(Windows("rows", 16, 16)) == "no row improves it (16 proved)"
    assert str(Windows("columns", 16, 5)) == "11 of 16 columns left unproved"
    assert str(Windows("around", 10, 10)) == "no window around a mismatch improves it (10 proved)"


def test_windows_that_are_none_are_refused() -> None:
    grid = Grid(6, 4)
    assert parse("4x4, Rows,4x4", grid) == ("4x4", "rows")
    for text in ("", "4", "0x3", "4x4,diagonals"):
        with pytest.raises(OptionError, match="expected windows such as 4x4"):
            parse(text, grid)
    with pytest.raises(OptionError, match="a window of 4 x 5 does not fit on 6 x 4 squares"):
        parse("4x5", grid)
