"""Older boards of eternity2: the ring and the inside may count their colours apart."""

from __future__ import annotations

import pytest

from edgeasp.formats import plain
from edgeasp.formats.document import Document
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.system.errors import FormatError
from tests.formats.hand import PUZZLE, SOLUTION, solves

TILES = ("4 7 0 6", "0 0 1 2", "0 0 7 5", "5 3 0 0", "1 0 3 4", "6 0 0 2")
HAND = "p tile 3 2 7\n" + "\n".join(TILES) + "\n"


def test_sides_are_clockwise_and_columns_come_before_rows() -> None:
    document = plain.read_ptile(HAND, "x.txt")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert plain.write_ptile(document) == HAND


def test_the_number_of_colours_may_be_absent_and_comments_may_come_first() -> None:
    text = "c 3x2 board with 5 border colors, 1 center colors\n" + HAND.replace(" 7\n", "\n", 1)
    assert recognise(text, Origin("x.txt", ".txt")).document.puzzle == PUZZLE
    assert recognise(text, Origin("<stdin>", stream=True)).format is plain.PTILE


def test_a_wrong_number_of_colours_is_reported() -> None:
    assert plain.read_ptile(HAND.replace("2 7", "2 9", 1), "x").notes == (
        "line 1 says 9 colours, and the tiles have 7",
    )


def test_colours_that_the_ring_and_the_inside_share_are_told_apart() -> None:
    # The side between the two tiles in the middle of the board has the 1 of the inside, not that of the ring.
    shared = HAND.replace("4 7 0 6", "1 7 0 6").replace("1 0 3 4", "1 0 3 1").replace("2 7", "2 6", 1)
    document = plain.read_ptile(shared, "x.txt")
    expected = [(1, 14, 0, 13), (0, 0, 8, 9), (0, 0, 14, 12), (12, 10, 0, 0), (8, 0, 10, 1), (13, 0, 0, 9)]
    assert document.puzzle == Puzzle(3, 2, tuple(map(Tile, expected)))
    assert document.notes == ("ring and inside count their colours apart: those of the ring are raised by 7",)
    assert solves(document.puzzle, SOLUTION)
    both = Puzzle(3, 2, tuple(Tile(tuple(1 if side == 4 else side for side in tile.sides)) for tile in PUZZLE.tiles))  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="colour 1 lies both on the ring and inside"):
        plain.write_ptile(Document(both))
