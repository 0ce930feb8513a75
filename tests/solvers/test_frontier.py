"""Counts over a frontier: as many boards as brute force and the compiled search find, of puzzles with all features."""

from __future__ import annotations

import random
from itertools import count, islice

import pytest
from hypothesis import assume, given

from edgeasp.puzzle.candidates import can_be_listed
from edgeasp.puzzle.model import Grid, Puzzle, Solution, Square, Tile
from edgeasp.solvers.backtrack import BacktrackRun
from edgeasp.solvers.frontier import FrontierCount
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Deadline
from tests.support import boards, brute
from tests.support.counting import COMPILER
from tests.support.general import KINDS, general, pairs, pictures
from tests.support.lanes import few_examples
from tests.support.strategies import planted_with_clues

pytestmark = pytest.mark.skipif(not COMPILER, reason="there is no C compiler")

ROOM = 1 << 28


def by_column(puzzle: Puzzle) -> list[Square]:
    return sorted(puzzle.grid.squares, key=lambda square: (square.col, square.row))


def counted(puzzle: Puzzle, clues: Solution = Solution(), order: list[Square] | None = None) -> int | None:
    search = FrontierCount(puzzle, clues, order or list(puzzle.grid.squares))
    number = search.run(ROOM)
    assert (search.exhausted, search.status) == (True, Status.SATISFIABLE if number else Status.UNSATISFIABLE)
    return number


def scanned(puzzle: Puzzle) -> int:
    search = BacktrackRun(puzzle, every=True)
    search.most_given = 0
    return sum(number for number in search.batches(1, len) if isinstance(number, int))


@pytest.mark.parametrize("kinds", pairs(), ids=" ".join)
def test_every_feature_and_pair_of_features(kinds: tuple[str, ...]) -> None:
    every = (general(f"frontier {number}", kinds) for number in count())
    some = list(islice((puzzle for puzzle in every if not puzzle.signed and can_be_listed(puzzle)), 2))
    for puzzle in some:
        boards_of = len(pictures(puzzle))
        shuffled = random.Random(1).sample(puzzle.grid.squares, puzzle.grid.size)
        assert [counted(puzzle), counted(puzzle, order=by_column(puzzle)), counted(puzzle, order=shuffled)] == 3 * [
            boards_of
        ]


def test_the_features_have_boards() -> None:
    """So the comparison above does not compare nothing with nothing."""
    assert all(any(counted(general(f"frontier {number}", (kind,))) for number in range(9)) for kind in KINDS)


@few_examples
@given(planted_with_clues())
def test_clues(board: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, _, clues = board
    assume(not puzzle.signed)
    given_ = {(clue.square.col, clue.square.row): (clue.tile, clue.rot) for clue in clues}
    expected = len(brute.solve(puzzle, clues=given_).pictures)
    first = [clue.square for clue in clues]
    rest = [square for square in puzzle.grid.squares if square not in first]
    assert counted(puzzle, clues) == counted(puzzle, clues, first + rest) == expected


@pytest.mark.parametrize(("cols", "rows", "colours"), [(4, 2, 2), (3, 3, 2), (4, 3, 4), (2, 5, 3)])
def test_a_board_with_many_solutions(cols: int, rows: int, colours: int) -> None:
    puzzle = boards.planted(5, cols, rows, colours)
    assert counted(puzzle) == counted(puzzle, order=by_column(puzzle)) == scanned(puzzle) > 1_000


def test_signs_are_refused() -> None:
    puzzle = boards.planted(1, 3, 3, 3, framed=True, signs=0.5)
    with pytest.raises(OptionError, match="without signs"):
        counted(puzzle)


def test_no_board() -> None:
    puzzle = boards.spoilt(4, boards.planted(4, 3, 3, 4, framed=True))
    assert not brute.solve(puzzle).pictures
    assert counted(puzzle) == 0


def two_rows_of(cols: int) -> Puzzle:
    """Identical tiles, in each column two ways up; or all of them a quarter turned, which leaves four boards."""
    return Puzzle(cols, 2, (Tile((2, 1, 3, 1)),) * (2 * cols))


@pytest.mark.parametrize("cols", [2, 9, 63, 64, 65, 127])
def test_numbers_up_to_128_bits(cols: int) -> None:
    puzzle = two_rows_of(cols)
    # Of 2 x 2 tiles, further boards have one row or column of each kind.
    expected = scanned(puzzle) if cols < 10 else 2**cols + 4
    assert counted(puzzle, order=by_column(puzzle)) == expected


@pytest.mark.parametrize(("puzzle", "room"), [(two_rows_of(128), ROOM), (boards.planted(1, 4, 3, 3), 100_000)])
def test_a_larger_number_and_a_lack_of_memory_are_no_count(puzzle: Puzzle, room: int) -> None:
    search = FrontierCount(puzzle, Solution(), by_column(puzzle))
    assert search.run(room) is None
    assert (search.exhausted, search.status) == (False, Status.UNKNOWN)


def test_a_state_has_few_bits() -> None:
    assert FrontierCount(boards.planted(1, 4, 4, 3), Solution(), list(Grid(4, 4).squares)).fits
    large = boards.planted(1, 16, 16, 17, framed=True)
    assert not FrontierCount(large, Solution(), list(large.grid.squares)).fits


def test_it_looks_at_limits_all_the_time() -> None:
    looks: list[int] = []

    def check() -> None:
        looks.append(search.states)
        if len(looks) == 3:
            raise InterruptedError

    puzzle = boards.planted(1, 4, 4, 3)
    search = FrontierCount(puzzle, Solution(), list(puzzle.grid.squares))
    with pytest.raises(InterruptedError):
        search.run(ROOM, Deadline(on_tick=check))
    assert looks[0] == 0 < looks[-1]
    assert not search.exhausted
