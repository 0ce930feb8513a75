"""Windows that are proved not to improve a board, against all ways to lay their tiles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from edgeasp.parallel.best import BestJob, BestSearch
from edgeasp.puzzle.card import Windows
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Grid, Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.search.best.filling import WindowProof, parse, squares_of
from edgeasp.search.best.layout import Ints, Layout
from edgeasp.search.best.rounds import first_board, layouts_of
from edgeasp.search.task import make_task
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Limit, LimitReached, Stopped
from tests.search.best.test_crowd import LAYOUTS
from tests.support.executing import InThisProcess

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


@pytest.mark.parametrize(("last", "mismatched"), [(None, 0), (Sign.PLUS, 1)])
def test_signs_that_all_lie_in_a_window_may_change_their_checkerboard(last: Sign | None, mismatched: int) -> None:
    """The lower two rows hold all signs: laid by the other checkerboard, they match, unless one lies above."""
    plus = Sign.PLUS
    sides = [(4, 5, 3, 2), (5, 3, 4, 4), (5, 5, 2, 6), (5, 2, 5, 5), (5, 5, 5, 2), (2, 6, 5, 5)]
    puzzle = Puzzle(2, 3, tuple(map(Tile, sides, (None, plus, None, plus, None, last))))
    lying = [(1, 2, 1), (0, 2, 1), (1, 0, 0), (1, 1, 1), (0, 1, 1), (0, 0, 0)]
    board = Solution(tuple(Placement(tile, Square(col, row), rot) for tile, (col, row, rot) in enumerate(lying)))
    assert len(check(puzzle, board).violations) == 1
    job = BestJob(make_task(puzzle), board, rounds=0, windows=("2x2",))
    result = BestSearch(job, executor=InThisProcess()).run()
    assert result.board is not None
    assert len(check(puzzle, result.board).violations) == mismatched
    assert [str(windows) for windows in result.windows] == ["no window of 2 x 2 improves it (2 proved)"]


@hypothesis(max_examples=3)
@given(st.integers(0, 10_000))
def test_a_proved_window_of_a_board_with_few_signs_has_no_better_way(seed: int) -> None:
    """All ways to lay the tiles of each window are judged by the checker."""
    rng = Random(seed)
    sides = [tuple(rng.choices((1, 2, 3), k=4)) for _ in range(6)]
    signs = rng.choices((None, Sign.PLUS, Sign.MINUS), (3, 1, 1), k=6)
    puzzle = Puzzle(2, 3, tuple(Tile(*each) for each in zip(sides, signs, strict=True)))  # type: ignore[arg-type]
    layouts = layouts_of(make_task(puzzle))
    random_ = np.random.default_rng(seed)
    firsts = [first_board(layout, Solution(), random_, lambda: None) for layout in layouts]
    begin = next((board for board in firsts if board is not None), None)
    assume(begin is not None)
    assert begin is not None
    proof = WindowProof(layouts, begin, ["2x2"], lambda: None)
    for _ in proof.run():
        pass
    best = proof.solution(proof.board)
    wrong = len(check(puzzle, best).violations)
    assert all(violation.condition is Condition.ADJOINING for violation in check(puzzle, best).violations)
    for top in range(2):
        inside = [lying for lying in best if top <= lying.square.row < top + 2]
        outside = [lying for lying in best if lying not in inside]
        for order in permutations(inside):
            for rots in product(range(4), repeat=4):
                placed = zip(inside, order, rots, strict=True)
                ways = [Placement(tile.tile, here.square, rot) for here, tile, rot in placed]
                violations = check(puzzle, Solution((*outside, *ways))).violations
                others = any(violation.condition is not Condition.ADJOINING for violation in violations)
                assert others or len(violations) >= wrong


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
