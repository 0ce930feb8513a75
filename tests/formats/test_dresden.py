"""TU Dresden: two flags before the size; without a frame, 0 is a colour; signs stand after the tile."""

from __future__ import annotations

from dataclasses import replace

from edgeasp.formats import programs
from edgeasp.formats.document import Document
from edgeasp.puzzle.model import Puzzle, Sign, Tile
from tests.formats.hand import PUZZLE, SOLUTION, solves

TILES = ("4 7 0 6", "0 0 1 2", "0 0 7 5", "5 3 0 0", "1 0 3 4", "6 0 0 2")
FRAMED = "1 0 3 2\n" + "\n".join(TILES) + "\n"
SIGNED = "1 1 3 2\n4 7 0 6 +\n0 0 1 2 +\n0 0 7 5\n5 3 0 0\n1 0 3 4 -\n6 0 0 2\n"


def test_a_bounded_puzzle_has_columns_before_rows_and_a_frame() -> None:
    document = programs.read_dresden(FRAMED, "x.txt")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert programs.write_dresden(document) == FRAMED


def test_a_signed_puzzle_has_signs_for_some_tiles() -> None:
    document = programs.read_dresden(SIGNED, "x.txt")
    signs = (Sign.PLUS, Sign.PLUS, None, None, Sign.MINUS, None)
    tiles = tuple(replace(tile, sign=sign) for tile, sign in zip(PUZZLE.tiles, signs, strict=True))
    assert document == Document(replace(PUZZLE, tiles=tiles))
    # E and A lie on even squares, B on an odd one: the checker takes the signs as given.
    assert solves(document.puzzle, SOLUTION)
    assert programs.write_dresden(document) == SIGNED


def test_a_signed_puzzle_without_signs_is_reported() -> None:
    document = programs.read_dresden("0 1 2 2\n" + "1 2 3 4\n" * 4, "x.txt")
    assert document.notes == ("the file says that the puzzle is signed, and gives no sign",)


def test_in_an_unbounded_puzzle_0_is_a_colour() -> None:
    document = programs.read_dresden("0 0 2 2\n0 1 0 3\n1 1 1 1\n0 0 0 0\n4 4 4 4\n", "x.txt")
    sides = [(2, 1, 2, 3), (1, 1, 1, 1), (2, 2, 2, 2), (4, 4, 4, 4)]
    assert document.puzzle == Puzzle(2, 2, tuple(map(Tile, sides)))
    assert document.notes == ("colour 0, which is a colour like any other here, has become 2",)
