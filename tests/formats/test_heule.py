"""Heule's text: hints row first and from 1, turned clockwise; the size follows from the tiles."""

from __future__ import annotations

import pytest

from edgeasp.formats import programs
from edgeasp.formats.document import Document
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.formats.hand import PUZZLE, SOLUTION, solves
from tests.support.boards import FRAME_3X3

TILES = "4 7 0 6\n0 0 1 2\n0 0 7 5\n5 3 0 0\n1 0 3 4\n6 0 0 2\n"
HINTS = "2 2 1 0\n1 1 2 3\n2 3 3 1\n1 3 4 2\n1 2 5 3\n2 1 6 1\n"
TWO_BY_TWO = "1 2 0 0\n" * 4


def test_hints_have_the_row_first_count_from_1_and_turn_clockwise() -> None:
    document = programs.read_heule("6\n" + HINTS + TILES, "em.txt")
    assert document.puzzle == PUZZLE
    assert document.placements == SOLUTION
    assert solves(document.puzzle, document.placements)
    assert document.notes == ()
    assert programs.write_heule(document) == "6\n" + HINTS + TILES


def test_a_board_lies_lengthwise_if_nothing_says_otherwise() -> None:
    document = programs.read_heule("0\n" + TILES, "em.txt")
    assert (document.puzzle.cols, document.puzzle.rows) == (3, 2)
    assert document.notes == ("the file does not say whether the board is 3 x 2 or 2 x 3: taken as 3 x 2",)


def test_a_row_that_only_one_board_has_decides() -> None:
    # The board of the hand, turned clockwise: its square at the bottom right comes to the bottom left.
    document = programs.read_heule("1\n3 1 3 2\n" + TILES, "em.txt")
    assert (document.puzzle.cols, document.puzzle.rows) == (2, 3)
    assert document.placements == Solution((Placement(2, Square(0, 2), 2),))
    assert document.notes == ()


def test_zeros_of_a_hint_that_fit_on_one_board_only_decide() -> None:
    # Piece 2 shows 0 0 1 2 when not turned: right for the top-right corner, which is column 2 only if there are two.
    document = programs.read_heule("1\n1 2 2 0\n" + TILES, "em.txt")
    assert (document.puzzle.cols, document.puzzle.rows) == (2, 3)
    assert document.notes == ()


def test_a_hint_against_the_frame_is_kept_and_reported() -> None:
    # One clockwise turn puts the zeros of 1 2 0 0 to the west and the north: right for the first corner.
    document = programs.read_heule("1\n1 1 1 1\n" + TWO_BY_TWO, "em.txt")
    assert document.placements == Solution((Placement(0, Square(0, 0), 3),))
    assert document.notes == ()
    document = programs.read_heule("1\n1 1 1 3\n" + TWO_BY_TWO, "em.txt")
    assert document.placements == Solution((Placement(0, Square(0, 0), 1),))
    assert document.notes == (
        "the hint '1 1 1 3', its rotation read as clockwise quarter turns from 0, "
        "does not put the zeros of the piece on the outside",
    )


def test_a_square_board_is_known_from_its_rim() -> None:
    text = programs.write_heule(Document(FRAME_3X3))
    assert programs.read_heule(text, "em.txt") == Document(FRAME_3X3)


@pytest.mark.parametrize(
    "tiles",
    [
        [(1, 1, 1, 1)] * 4,
        [(0, 1, 1, 1)] * 9,
        [(0, 1, 1, 1)] * 8 + [(1, 1, 1, 1)],
        [(0, 0, 1, 1)] * 4 + [(1, 1, 1, 1)] * 5,
    ],
    ids=["no zeros", "all on the rim", "no corners", "too few on the rim"],
)
def test_tiles_of_no_framed_rectangle_are_refused_both_ways(tiles: list[tuple[int, int, int, int]]) -> None:
    size = 2 if len(tiles) == 4 else 3
    with pytest.raises(FormatError):
        programs.write_heule(Document(Puzzle(size, size, tuple(map(Tile, tiles)))))
    with pytest.raises(InputError, match="as on no rectangle"):
        programs.read_heule("0\n" + "".join(f"{n} {e} {s} {w}\n" for n, e, s, w in tiles), "em.txt")


def test_a_board_has_two_rows_at_least() -> None:
    """Three zeros a tile would fit 2 x 1 squares."""
    with pytest.raises(InputError, match="as on no rectangle"):
        programs.read_heule("0\n0 1 0 0\n0 0 0 1\n", "em.txt")
