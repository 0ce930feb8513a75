"""`edgeasp diff`: what changed between two boards, up to what cannot be seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import edgeasp
from edgeasp.formats import plain
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.puzzle.symmetry import Motion, moved_solution
from edgeasp.system.errors import OptionError
from tests.support.running import INSTANCES

PUZZLE = plain.read_puz((INSTANCES / "planted-4x4.puz").read_text(encoding="utf-8"), "p.puz")


@pytest.fixture(scope="module")
def solved() -> Solution:
    return next(edgeasp.solve(PUZZLE))


@pytest.fixture
def other(solved: Solution, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Solution:
    """The board with two tiles exchanged, one turned, and one left out; both are files in this folder."""
    first, second, third, *rest, last = sorted(solved, key=lambda one: (one.square.row, one.square.col))
    del last
    exchanged = [replace(first, square=second.square), replace(second, square=first.square)]
    board = Solution((*exchanged, replace(third, rot=(third.rot + 1) % 4), *rest))
    monkeypatch.chdir(tmp_path)
    Path("p.puz").write_bytes((INSTANCES / "planted-4x4.puz").read_bytes())
    Path("a.sol").write_text(plain.write_sol(solved))
    Path("b.sol").write_text(plain.write_sol(board))
    return board


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_that_is_turned_as_a_whole_shows_the_same(solved: Solution, quarters: int) -> None:
    one = edgeasp.Instance(PUZZLE).board(moved_solution(PUZZLE, solved, Motion(quarters)))
    changes = edgeasp.diff(one, edgeasp.Instance(PUZZLE).board(solved))
    assert (changes.squares, changes.same, changes.turned) == ((), 16, -quarters % 4)
    assert changes.lines[-1] == "the boards are the same"


@pytest.mark.parametrize(
    ("size", "wraps", "motion", "words"),
    [
        ((5, 4), ["columns", "rows"], Motion(right=2, down=1), "the first board is shifted by 2 columns and 1 row"),
        ((4, 3), ["columns"], Motion(right=3), "the first board is shifted by 3 columns"),
        ((3, 4), ["rows"], Motion(2, down=2), "the first board is rotated by 180 degrees and shifted by 2 rows"),
        (
            (4, 4),
            ["columns", "rows"],
            Motion(1, right=1, down=1),
            "the first board is rotated right by 90 degrees and shifted by 1 ",
        ),
    ],
)
def test_a_board_that_wraps_around_is_shifted(
    size: tuple[int, int], wraps: list[str], motion: Motion, words: str
) -> None:
    made = edgeasp.generate_puzzle(size, colours=12, wraps=wraps, seed=3)
    assert made.solution is not None
    moved = made.board(moved_solution(made.puzzle, made.solution, motion))
    changes = edgeasp.diff(made.board(made.solution), moved)
    assert changes.lines[0].startswith(words)
    assert changes.lines[1:] == ("the boards are the same",)
    assert changes.before.placements == moved.placements
    # Of a part, most decides.
    part = made.board(made.solution.placements[1:])
    assert (edgeasp.diff(part, moved).shifted, len(edgeasp.diff(part, moved).squares)) == (changes.shifted, 1)


def test_a_shift_is_seen_by_what_tiles_show() -> None:
    """Of identical tiles, each pair has changed places."""
    text = "2 2\nc edgeasp wraps columns\n" + 2 * "1 2 3 4\n" + 2 * "5 4 6 2\n"
    puzzle = edgeasp.parse(text, format="puz")
    one = puzzle.board(edgeasp.parse_solution("0 0 0 0\n2 1 0 0\n1 0 1 0\n3 1 1 0\n", puzzle))
    other = puzzle.board(edgeasp.parse_solution("3 0 0 0\n1 1 0 0\n2 0 1 0\n0 1 1 0\n", puzzle))
    changes = edgeasp.diff(one, other)
    assert (changes.squares, changes.shifted) == ((), (1, 0))


def test_identical_tiles_are_not_told_apart() -> None:
    sides = ((0, 1, 2, 0), (0, 0, 2, 1))
    tiles = tuple(Tile(sides[index % 2]) for index in range(4))
    puzzle = edgeasp.Instance(Puzzle(2, 2, tiles))
    lying = list(edgeasp.solve(puzzle, number=0)) or [Solution()]
    board = lying[0]
    swapped = Solution(tuple(replace(one, tile=(one.tile + 2) % 4) for one in board))
    assert edgeasp.diff(puzzle.board(board), puzzle.board(swapped)).squares == ()


@pytest.mark.parametrize(
    ("said", "quarters"),
    [
        ("open left right", 0),
        ("rim left 1", 0),
        ("no turning", 0),
        ("no turning\nc edgeasp tiles 0 only 0", 0),
        ("", 1),
    ],
)
def test_a_board_is_turned_where_the_puzzle_may_be(said: str, quarters: int) -> None:
    """Not where a side of the board is unlike the others, or tiles may not be turned."""
    lines = f"c edgeasp {said}\n" if said else ""
    tiles = "0 2 1 3\n0 4 5 2\n1 6 0 1\n5 1 0 6\n" if "open" in said else "1 2 3 4\n2 1 1 1\n3 3 2 2\n1 1 2 3\n"
    puzzle = plain.read_puz(f"2 2\n{lines}{tiles}", "p.puz")
    corners = [edgeasp.Square(0, 0), edgeasp.Square(1, 0), edgeasp.Square(1, 1), edgeasp.Square(0, 1)]

    def turned(number: int) -> edgeasp.Board:
        rot = -number % 4 if puzzle.turning else 0
        on = (edgeasp.Placement(tile, corners[(tile + number) % 4], rot) for tile in range(4))
        return edgeasp.Instance(puzzle).board(Solution(tuple(on)))

    changes = edgeasp.diff(turned(0), turned(1))
    assert (changes.turned, changes.same) == (quarters, 4 if quarters else 0)


def test_boards_of_two_puzzles_are_refused(solved: Solution) -> None:
    with pytest.raises(OptionError, match="boards of two"):
        edgeasp.diff(edgeasp.Instance(PUZZLE).board(solved), edgeasp.load(INSTANCES / "planted-6x6.puz").board(solved))
