"""What fits on the empty squares of a board: everything that a solution has there, and nothing that is seen not to."""

from __future__ import annotations

import pytest

from edgeasp.puzzle.candidates import Fitting
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from tests.support.boards import FRAME_3X3, solved, various

SEEN = {Condition.ADJOINING, Condition.BOUNDARY, Condition.SIGN, Condition.TILE}


@pytest.mark.parametrize(
    "name", ["golden", "frame 3x3", "framed 2x3 signed", "framed 3x3 partly signed", "surplus 2x3"]
)
def test_what_fits_is_what_breaks_no_condition(name: str) -> None:
    puzzle = various()[name]
    squares = list(puzzle.grid.squares)
    for assignment in solved(puzzle)[:3]:
        right = [Placement(tile, square, rot) for square, (tile, rot) in zip(squares, assignment, strict=True)]
        board = Solution(tuple(right[::2]))
        fitting = Fitting(puzzle, board)
        for placement in right[1::2]:
            assert placement in fitting.on_squares[placement.square]
        exact = puzzle.zeros == puzzle.grid.outside
        for square, found in fitting.on_squares.items():
            for tile in range(len(puzzle.tiles)):
                for rot in range(puzzle.tiles[tile].period):
                    each = Placement(tile, square, rot)
                    report = check(puzzle, Solution((*board, each)))
                    inward = exact and any(
                        colour == 0 and side not in puzzle.grid.outer_sides(square)
                        for side, colour in enumerate(puzzle.sides(each))
                    )
                    fits = not any(violation.condition in SEEN for violation in report.violations)
                    assert (each in found) == (fits and not inward)


def test_what_lies_around_a_square() -> None:
    corner = Placement(0, Square(0, 0), 3)
    fitting = Fitting(FRAME_3X3, Solution((corner,)))
    east = FRAME_3X3.sides(corner)[1]
    assert fitting.around(Square(1, 0)) == f"0 on its top and {east} on its left"
    assert fitting.around(Square(1, 1)) == ""
    assert set(fitting.tiles_on(Square(1, 1))) == {8}
    assert fitting.only_squares[8] == Square(1, 1)


def test_a_square_beside_a_head_wants_its_tail() -> None:
    puzzle = Puzzle(2, 2, tuple(map(Tile, [(5, 1, 3, 5), (5, 5, 4, 2), (4, 6, 5, 5), (3, 5, 5, 6)])), ((1, 2), (3, 4)))
    fitting = Fitting(puzzle, Solution((Placement(0, Square(0, 0), 0),)))
    assert fitting.around(Square(1, 0)) == "2 on its left"
    assert fitting.around(Square(0, 1)) == "4 on its top"
    assert fitting.tiles_on(Square(1, 0)) == (1,)
