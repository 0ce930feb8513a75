"""Reasons found by counting: each one where it holds, and none for a puzzle that has a solution."""

from __future__ import annotations

import pytest
from hypothesis import given

from edgeasp.puzzle.counting import contradictions
from edgeasp.puzzle.model import Puzzle, Sides, Sign, Solution, Tile
from tests.support.strategies import planted

CORNERS: list[Sides] = [(0, 0, 1, 1)] * 4


def puzzle(cols: int, rows: int, sides: list[Sides], signs: str = "") -> Puzzle:
    """A puzzle with signs on its first tiles."""
    given_signs = [{"+": Sign.PLUS, "-": Sign.MINUS}.get(sign) for sign in signs.ljust(cols * rows, ".")]
    return Puzzle(cols, rows, tuple(Tile(each, sign) for each, sign in zip(sides, given_signs, strict=True)))


@pytest.mark.parametrize(
    ("board", "reasons"),
    [
        (puzzle(2, 2, CORNERS), []),
        (
            puzzle(2, 2, [(0, 0, 1, 1)] * 3 + [(1, 1, 1, 1)]),
            ["the outside has 8 sides, but only 6 sides have the frame colour 0"],
        ),
        (
            puzzle(2, 2, [(0, 0, 1, 1)] * 2 + [(0, 1, 0, 1), (0, 0, 1, 1)]),
            ["tile 2 has the frame colour 0 on sides that no square has outside together"
             " (does the file list the sides in another order than top, right, bottom, left?)"],
        ),
        (
            puzzle(2, 2, [(0, 0, 1, 1), (1, 0, 0, 0), (0, 1, 1, 1), (0, 0, 1, 1)]),
            ["tile 1 has the frame colour 0 on sides that no square has outside together"
             " (does the file list the sides in another order than top, right, bottom, left?)"],
        ),
        (
            puzzle(3, 2, [*CORNERS, (0, 0, 1, 1), (1, 1, 1, 1)]),
            ["the board has 4 corner squares, but 5 tiles have 2 sides of the frame colour 0",
             "the board has 2 side squares, but 0 tiles have 1 side of the frame colour 0",
             "the board has 0 centre squares, but 1 tiles have 0 sides of the frame colour 0"],
        ),
        (
            puzzle(2, 2, [*CORNERS[:3], (0, 0, 1, 2)]),
            ["colour 1 occurs 7 times, but its sides have to meet in pairs",
             "colour 2 occurs once, on tile 3, but its sides have to meet in pairs"],
        ),
        (
            puzzle(2, 2, [(0, 0, 0, 1), *CORNERS[:3]]),
            ["colour 0 occurs 9 times, but its sides have to meet in pairs",
             "colour 1 occurs 7 times, but its sides have to meet in pairs"],
        ),
        # Surplus zeros in pairs may meet inside, on whichever tiles they are.
        (puzzle(2, 2, [(0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1), (0, 0, 1, 1)]), []),
        # Unframed, a side of odd count may lie outside, as long as there is room.
        (puzzle(2, 2, [(1, 2, 3, 4), (5, 6, 7, 8), (9, 9, 9, 9), (9, 9, 9, 9)]), []),
        (
            puzzle(2, 2, [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 11), (11, 11, 11, 11)]),
            ["10 colours occur an odd number of times, but only 8 sides lie outside, where a side meets no other"],
        ),
        (puzzle(2, 2, CORNERS, "++--"), []),
        (puzzle(2, 2, CORNERS, "++.-"), []),
        (
            puzzle(2, 2, CORNERS, "+++."),
            ["3 tiles bear + and 0 bear -, but a checkerboard has 2 squares of one kind and 2 of the other"],
        ),
        (puzzle(3, 3, [(1, 1, 1, 1)] * 9, "+++++----"), []),
        (puzzle(3, 3, [(1, 1, 1, 1)] * 9, "-----++++"), []),
        (
            puzzle(3, 3, [(1, 1, 1, 1)] * 9, "---------"),
            ["0 tiles bear + and 9 bear -, but a checkerboard has 4 squares of one kind and 5 of the other"],
        ),
        (
            puzzle(3, 3, [(1, 1, 1, 1)] * 9, "++++++..."),
            ["6 tiles bear + and 0 bear -, but a checkerboard has 4 squares of one kind and 5 of the other"],
        ),
    ],
)  # fmt: skip
def test_reasons(board: Puzzle, reasons: list[str]) -> None:
    assert contradictions(board) == reasons


def test_the_class_knows_no_frame() -> None:
    board = puzzle(2, 2, [(0, 0, 1, 1)] * 3 + [(1, 1, 1, 2)])
    assert len(contradictions(board)) == 3
    assert contradictions(board, framed=False) == []


def test_signs_count_only_where_the_encoding_knows_them() -> None:
    board = puzzle(2, 2, CORNERS, "++++")
    assert len(contradictions(board)) == 1
    assert contradictions(board, signed=False) == []


@given(planted())
def test_a_puzzle_that_has_a_solution_has_no_reason(case: tuple[Puzzle, Solution]) -> None:
    board, _ = case
    for framed in (True, False):
        for signed in (True, False):
            assert contradictions(board, framed=framed, signed=signed) == []
