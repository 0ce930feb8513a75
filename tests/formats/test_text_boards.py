"""Brendan Owen's solutions, with y from the bottom; Eternity2Puzzles.jl, with sides from the bottom and rows first."""

from __future__ import annotations

import pytest

from edgeasp.formats import other_solvers
from edgeasp.formats.document import Document
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError
from tests.formats.hand import PUZZLE, SOLUTION, by_square, solves

OWEN = "3 2\n1 0 0\n0 1 3\n2 0 1\n2 1 2\n1 1 3\n0 0 1\n"
JULIA = "2 3\n0 6 4 7\n1 2 0 0\n7 5 0 0\n0 0 5 3\n3 4 1 0\n0 2 6 0\n"
ET2 = "   2/3   5/3   4/2\n   6/1   1/0   3/1\n"


def test_owen_counts_y_from_the_bottom_and_turns_clockwise() -> None:
    solution = other_solvers.OWEN.read(OWEN, PUZZLE, "x.txt")
    assert solution == SOLUTION
    assert solves(PUZZLE, solution)
    assert other_solvers.OWEN.write(SOLUTION, PUZZLE) == OWEN


def test_owen_holds_whole_boards_only() -> None:
    assert not other_solvers.OWEN.partial
    with pytest.raises(FormatError, match="owen holds whole boards only, and 5 of 6 squares are empty"):
        other_solvers.OWEN.write(Solution(SOLUTION.placements[:1]), PUZZLE)


def test_julia_lists_the_sides_clockwise_from_the_bottom_and_rows_first() -> None:
    document = other_solvers.JULIA.read(JULIA, "x.txt")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert other_solvers.write_julia(Document(PUZZLE)) == JULIA


def test_julia_needs_no_size_line_for_a_square() -> None:
    document = other_solvers.read_julia("1 2 0 0\n" * 4, "x.txt")
    assert document == Document(Puzzle(2, 2, (Tile((0, 0, 1, 2)),) * 4))


def test_julia_reports_pieces_without_zeros() -> None:
    notes = other_solvers.read_julia("1 2 3 4\n" * 4, "x.txt").notes
    assert notes == ("no side is 0, so the puzzle is taken for one without a frame",)


def test_et2_counts_pieces_from_1_and_turns_clockwise() -> None:
    solution = other_solvers.read_et2(ET2, PUZZLE, "x.et2")
    assert by_square(solution) == by_square(SOLUTION)
    assert solves(PUZZLE, solution)
    assert other_solvers.ET2.write(SOLUTION, PUZZLE) == ET2


def test_et2_leaves_squares_empty() -> None:
    text = " ---/- ---/-   4/2\n ---/- ---/- ---/-\n"
    solution = Solution((Placement(3, Square(2, 0), 2),))
    assert other_solvers.ET2.read(text, PUZZLE, "x.et2") == solution
    assert other_solvers.ET2.write(solution, PUZZLE) == text


def test_et2_keeps_numbers_of_four_digits_apart() -> None:
    puzzle = Puzzle(32, 32, (Tile((1, 2, 3, 4)),) * 1024)
    solution = Solution(tuple(Placement(tile, square, 1) for tile, square in enumerate(puzzle.grid.squares)))
    assert other_solvers.ET2.read(other_solvers.ET2.write(solution, puzzle), puzzle, "x.et2") == solution
