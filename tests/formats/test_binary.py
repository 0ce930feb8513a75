"""Binary CSV: a word of ones is the frame, so that a word of zeros is a colour."""

from __future__ import annotations

import pytest

from edgeasp.formats import binary
from edgeasp.formats.document import Document
from edgeasp.puzzle.model import Puzzle, Tile
from tests.formats.hand import PUZZLE, SOLUTION, solves

ONES = "1" * 16
WORDS = {0: ONES, 1: "0000000000000001", 2: "0000000000000010", 3: "0000000000000011", 4: "0000000000000100"} | {
    5: "0000000000000101", 6: "0000000000000110", 7: "0000000000000111"
}  # fmt: skip
HAND = "3,2\n" + "".join(",".join(WORDS[colour] for colour in tile.sides) + "\n" for tile in PUZZLE.tiles)


def test_a_word_of_ones_is_the_frame() -> None:
    document = binary.read(HAND, "x.csv")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert binary.write(document) == HAND


def test_a_word_of_zeros_is_a_colour() -> None:
    zeros = "0" * 16
    line = ",".join([ONES, zeros, WORDS[2], ONES]) + "\n"
    document = binary.read("2\n" + line * 4, "x.csv")
    assert document.puzzle == Puzzle(2, 2, (Tile((0, 1, 2, 0)),) * 4)
    assert document.notes == ("colour 0, which is a colour like any other here, has become 1",)


@pytest.mark.parametrize("size", ["2", "2,2", "2 2", "2;2"])
def test_the_size_is_decimal(size: str) -> None:
    assert binary.read(f"{size}\n" + f"{WORDS[1]} {WORDS[2]},{WORDS[3]};{WORDS[4]}\n" * 4, "x.csv") == Document(
        Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)
    )


def test_the_highest_colour_fits() -> None:
    puzzle = Puzzle(2, 2, (Tile((binary.COLOURS, 1, 2, 0)),) * 4)
    assert binary.read(binary.write(Document(puzzle)), "x.csv").puzzle == puzzle
