"""Brendan Owen's solutions, with y from the bottom; Eternity2Puzzles.jl, with sides from the bottom and rows first."""

from __future__ import annotations

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import programs
from edgeasp.formats.document import Document
from edgeasp.formats.files import convert
from edgeasp.formats.recognition import Origin, recognise_board
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.formats.hand import PUZZLE, SOLUTION, by_square, solves

OWEN = "3 2\n1 0 0\n0 1 3\n2 0 1\n2 1 2\n1 1 3\n0 0 1\n"
JULIA = "2 3\n0 6 4 7\n1 2 0 0\n7 5 0 0\n0 0 5 3\n3 4 1 0\n0 2 6 0\n"
ET2 = "   2/3   5/3   4/2\n   6/1   1/0   3/1\n"


def test_owen_counts_y_from_the_bottom_and_turns_clockwise() -> None:
    solution = programs.OWEN.read(OWEN, PUZZLE, "x.txt")
    assert solution == SOLUTION
    assert solves(PUZZLE, solution)
    assert programs.OWEN.write(SOLUTION, PUZZLE) == OWEN


def test_owen_holds_whole_boards_only() -> None:
    assert not programs.OWEN.partial
    with pytest.raises(FormatError, match="owen holds whole boards only, and 5 of 6 squares are empty"):
        programs.OWEN.write(Solution(SOLUTION.placements[:1]), PUZZLE)


def test_julia_lists_the_sides_clockwise_from_the_bottom_and_rows_first() -> None:
    document = programs.JULIA.read(JULIA, "x.txt")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert programs.write_julia(Document(PUZZLE)) == JULIA


def test_julia_is_written_with_a_note_on_how_it_is_read_back() -> None:
    """By its zeros it may be the same puzzle with all tiles turned, whose placements are others."""
    made = convert(Document(PUZZLE), programs.JULIA)
    assert made.notes == ("it is read as nesw, where all tiles are turned by a half, unless --from julia is said",)


def test_julia_needs_no_size_line_for_a_square() -> None:
    document = programs.read_julia("1 2 0 0\n" * 4, "x.txt")
    assert document == Document(Puzzle(2, 2, (Tile((0, 0, 1, 2)),) * 4))


def test_julia_reports_pieces_without_zeros() -> None:
    notes = programs.read_julia("1 2 3 4\n" * 4, "x.txt").notes
    assert notes == ("no side is 0, so the puzzle is taken for one without a frame",)


def test_et2_counts_pieces_from_1_and_turns_clockwise() -> None:
    solution = programs.read_et2(ET2, PUZZLE, "x.et2")
    assert by_square(solution) == by_square(SOLUTION)
    assert solves(PUZZLE, solution)
    assert programs.ET2.write(SOLUTION, PUZZLE) == ET2


def test_et2_leaves_squares_empty() -> None:
    text = " ---/- ---/-   4/2\n ---/- ---/- ---/-\n"
    solution = Solution((Placement(3, Square(2, 0), 2),))
    assert programs.ET2.read(text, PUZZLE, "x.et2") == solution
    assert programs.ET2.write(solution, PUZZLE) == text


@pytest.mark.parametrize("name", ["x.txt", "x.sol", "-"])
def test_et2_is_known_by_its_content(name: str) -> None:
    origin = Origin(name, name[1:], stream=name == "-")
    board = recognise_board(ET2, PUZZLE, origin)
    assert (board.format, by_square(board.solution)) == ("et2", by_square(SOLUTION))
    with pytest.raises(InputError, match=r":2: expected a piece from 1 to 6, found 7$"):
        recognise_board(ET2.replace("6/1", "7/1"), PUZZLE, origin)


HINTS = "# two of six\n#  Columns: pieceID  row  col  orientation\n#   pieceID : 1-based\n2 0 0 3\n6 1 0 1\n"
LAID = Solution((SOLUTION.placements[1], SOLUTION.placements[5]))


@pytest.mark.parametrize(
    "text",
    [
        HINTS,
        "# x y id rot\n0 0 2 3\n0 1 6 1\n",
        "# Row, Column, Tile, Rotation\n0, 0, 1, 3\n1, 0, 5, 1\n0, 1, 0, 1\n",
        "# row col piece rot\n1 1 2 3\n2 1 6 1\n1 3 4 2\n",
    ],
)
def test_hints_have_the_columns_that_a_comment_names(text: str) -> None:
    board = recognise_board(text, PUZZLE, Origin("hints.txt", ".txt"))
    others = {Square(1, 0): Placement(0, Square(1, 0), 3), Square(2, 0): SOLUTION.placements[3]}
    assert board.format == "hints"
    assert board.solution.placements[:2] == LAID.placements
    assert all(laid == others[laid.square] for laid in board.solution.placements[2:])
    assert programs.HINTS.read(programs.HINTS.write(LAID, PUZZLE), PUZZLE, "x") == LAID


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("2 0 0 3", "2 0 0 4", "x.txt:4: expected a rotation from 0 to 3, found 4"),
        ("2 0 0 3", "2 0 0", "x.txt:4: expected a hint '<piece> <row> <col> <rotation>', found 3 fields"),
        ("6 1 0 1", "6 2 0 1", "x.txt:4: expected a row from 1 to 2, found 0"),
        ("6 1 0 1", "2 1 0 1", "x.txt:5: expected each piece once, found piece 2 again (first on line 4)"),
    ],
)
def test_what_is_wrong_with_hints(old: str, new: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        recognise_board(HINTS.replace(old, new), PUZZLE, Origin("x.txt", ".txt"))
    assert str(caught.value) == words


def test_facts_with_clues_are_no_hints() -> None:
    text = facts.write(PUZZLE, LAID)
    assert "% Clues: column, row, tile, rotation." in text
    board = recognise_board(text, PUZZLE, Origin("x.lp", ".lp"))
    assert (board.format, by_square(board.solution)) == ("facts", by_square(LAID))


def test_a_sol_whose_comment_names_its_columns_is_a_sol() -> None:
    assert recognise_board("c tile col row rot\n1 0 0 1\n", PUZZLE, Origin("x.sol", ".sol")).format == "sol"


def test_et2_keeps_numbers_of_four_digits_apart() -> None:
    puzzle = Puzzle(32, 32, (Tile((1, 2, 3, 4)),) * 1024)
    solution = Solution(tuple(Placement(tile, square, 1) for tile, square in enumerate(puzzle.grid.squares)))
    assert programs.ET2.read(programs.ET2.write(solution, puzzle), puzzle, "x.et2") == solution
