"""Binary CSV: a word of ones is the frame, so that a word of zeros is a colour."""

from __future__ import annotations

import pytest

from edgeasp.formats import programs
from edgeasp.formats.document import Document
from edgeasp.formats.files import convert
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import InputError
from tests.formats.hand import PUZZLE, SOLUTION, solves

ONES = "1" * 16
WORDS = {0: ONES, 1: "0000000000000001", 2: "0000000000000010", 3: "0000000000000011", 4: "0000000000000100"} | {
    5: "0000000000000101", 6: "0000000000000110", 7: "0000000000000111"
}  # fmt: skip
HAND = "3,2\n" + "".join(",".join(WORDS[colour] for colour in tile.sides) + "\n" for tile in PUZZLE.tiles)


def test_a_word_of_ones_is_the_frame() -> None:
    document = programs.read(HAND, "x.csv")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert programs.write(document) == HAND


def test_a_word_of_zeros_is_a_colour() -> None:
    zeros = "0" * 16
    line = ",".join([ONES, zeros, WORDS[2], ONES]) + "\n"
    document = programs.read("2\n" + line * 4, "x.csv")
    assert document.puzzle == Puzzle(2, 2, (Tile((0, 1, 2, 0)),) * 4)
    assert document.notes == ("colour 0, which is a colour like any other here, has become 1",)


@pytest.mark.parametrize("size", ["2", "2,2", "2 2", "2;2"])
def test_the_size_is_decimal(size: str) -> None:
    assert programs.read(f"{size}\n" + f"{WORDS[1]} {WORDS[2]},{WORDS[3]};{WORDS[4]}\n" * 4, "x.csv") == Document(
        Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)
    )


def test_the_highest_colour_fits() -> None:
    puzzle = Puzzle(2, 2, (Tile((programs.COLOURS, 1, 2, 0)),) * 4)
    assert programs.read(programs.write(Document(puzzle)), "x.csv").puzzle == puzzle


def pinned(*numbers: str) -> str:
    """The puzzle drawn by hand, with these numbers behind its lines."""
    size, *lines = HAND.splitlines()
    return "\n".join([size, *(f"{line},{after}" for line, after in zip(lines, numbers, strict=True))]) + "\n"


def test_hints_have_a_column_a_row_and_clockwise_turns() -> None:
    text = pinned("1,1,0", "0,0,3", "0,0,0", "2,0,2", "0,0,0", "0,1,1")
    document = programs.read(text, "x.csv")
    kept = [each for each in SOLUTION if each.tile in (0, 1, 3, 5)]
    assert document == Document(PUZZLE, Solution(tuple(kept)))
    assert programs.write(document) == text
    assert programs.remarks(document) == ()


def test_zeros_mean_that_a_piece_is_not_pinned() -> None:
    assert programs.read(pinned(*["0,0,0"] * 6), "x.csv") == Document(PUZZLE)


def test_a_piece_at_the_top_left_without_a_turn_is_written_turned() -> None:
    document = Document(PUZZLE, Solution((Placement(1, Square(0, 0), 0),)))
    converted = convert(document, programs.BINARY)
    assert converted.notes == (
        "tile 1 is written turned, because it is pinned at the top left, where 0,0,0 would mean that it is not",
    )
    again = programs.read(converted.text, "x.csv")
    [hint] = again.placements
    assert (hint.square, again.puzzle.sides(hint)) == (Square(0, 0), PUZZLE.tiles[1].sides)
    assert [tile.appearance for tile in again.puzzle.tiles] == [tile.appearance for tile in PUZZLE.tiles]
    assert programs.write(again) == converted.text


def test_the_size_may_be_given_instead_of_said() -> None:
    bare = HAND.partition("\n")[2]
    assert recognise(bare, Origin("x.csv", ".csv", size=(3, 2))).document == Document(PUZZLE)
    with pytest.raises(InputError, match=r"^x\.csv:5: expected 4 tiles for 2 x 2, found 6$"):
        programs.read(bare, "x.csv", (2, 2))
    with pytest.raises(InputError, match=r"^x\.csv:1: expected a size line '<size>' or '<cols>,<rows>', found 4"):
        programs.read(bare, "x.csv")
