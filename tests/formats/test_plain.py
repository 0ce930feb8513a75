"""Plain text: with a size line or without, in any order of sides; which orders fit."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import plain, programs
from edgeasp.formats.document import Document, PuzzleFormat, misfit
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.formats.hand import PUZZLE, SOLUTION, UNFRAMED, solves
from tests.support.boards import cut_up
from tests.support.strategies import planted

NESW = "3 2\n4 7 0 6\n0 0 1 2\n0 0 7 5\n5 3 0 0\n1 0 3 4\n6 0 0 2\n"
UDLR = "3 2\n4 0 6 7\n0 1 2 0\n0 7 5 0\n5 0 0 3\n1 3 4 0\n6 0 2 0\n"
FOURSQUARES = "2 1 4 3\n6 5 2 7\n8 3 10 9\n11 7 8 12\n"
BARE_3X3 = "0 1 2 0\n" * 9
EVERY_ORDER = ["".join(letters) for letters in permutations("nesw")]


@pytest.mark.parametrize(("form", "text"), [(plain.NESW, NESW), (plain.UDLR, UDLR)], ids=["nesw", "udlr"])
def test_a_line_lists_the_sides_in_the_order_of_the_format(form: PuzzleFormat, text: str) -> None:
    puzzle = form.read(text, "x.txt").puzzle
    assert puzzle == PUZZLE
    assert solves(puzzle, SOLUTION)
    assert form.write(Document(PUZZLE)) == text


def test_foursquares_lists_the_sides_counter_clockwise_from_the_right() -> None:
    puzzle = plain.FOURSQUARES.read(FOURSQUARES, "x.txt").puzzle
    assert puzzle == UNFRAMED
    as_listed = Solution(tuple(Placement(tile, square, 0) for tile, square in enumerate(puzzle.grid.squares)))
    assert solves(puzzle, as_listed)
    assert not solves(plain.NESW.read(FOURSQUARES, "x.txt").puzzle, as_listed)


@pytest.mark.parametrize("order", EVERY_ORDER)
def test_any_order_can_be_named(order: str) -> None:
    puzzle = plain.read(plain.write(Document(PUZZLE), order), "x.txt", order.upper()).puzzle
    assert puzzle == PUZZLE
    first = plain.write(Document(PUZZLE), order).splitlines()[1].split()
    assert first == [{"n": "4", "e": "7", "s": "0", "w": "6"}[letter] for letter in order]


@pytest.mark.parametrize("order", ["", "nes", "nesww", "nesn", "abcd", "n e s w", "uldd", "trbw"])
def test_an_order_is_a_permutation(order: str) -> None:
    with pytest.raises(
        FormatError, match=r"expected the letters n, e, s, w as an order of sides, found .*\nsuch as nesw"
    ):
        plain.read(NESW, "x.txt", order)


@pytest.mark.parametrize(("letters", "order"), [("trbl", "nesw"), ("tblr", "nswe"), ("RTLB", "enws"), ("uldr", "nwse")])
def test_sides_may_be_named_by_top_and_bottom_or_up_and_down(letters: str, order: str) -> None:
    assert plain.parse_order(letters) == plain.parse_order(order)


def test_the_size_line_has_columns_first() -> None:
    wide = plain.read("3 2\n" + "1 1 1 1\n" * 6, "x.txt").puzzle
    assert (wide.cols, wide.rows) == (3, 2)


@pytest.mark.parametrize("text", ["2\n" + "1 2 3 4\n" * 4, "1 2 3 4\n" * 4, "2 2\n" + "1 2 3 4\n" * 4])
def test_a_square_board_needs_no_more_than_one_number(text: str) -> None:
    assert plain.read(text, "x.txt").puzzle == Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)


@pytest.mark.parametrize(
    "text",
    [
        "# tiles\n2 2\n1,2,3,4\n1;2;3;4\n1, 2, 3, 4\n% the last\n1 2 3 4\n",
        "c tiles\r\n2\t2\r\n1,2,3,4,\r\n1;2;3;4;\r\n\r\n 1 2  3 4 \r\n1\t2\t3\t4",
    ],
)
def test_commas_semicolons_and_comments_do_no_harm(text: str) -> None:
    assert plain.read(text, "x.txt").puzzle == Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)


@pytest.mark.parametrize("form", [plain.NESW, plain.NESW_BARE, plain.UDLR, plain.NUMBERED, programs.JULIA])
def test_zeros_say_the_size_of_a_board_that_is_not_square(form: PuzzleFormat) -> None:
    puzzle, _ = cut_up(9, 8, 5)
    text = form.write(Document(puzzle)).splitlines()
    assert form.read("\n".join(text[len(text) - 72 :]), "x.txt").puzzle == puzzle
    tall, _ = cut_up(3, 24, 5)
    text = form.write(Document(tall)).splitlines()
    found = form.read("\n".join(text[len(text) - 72 :]), "x.txt").puzzle
    assert (found.cols, found.rows) == (24, 3), "columns and rows are alike, as the board can be turned"


def test_a_text_without_a_size_line_is_not_mistaken_for_one_with() -> None:
    assert plain.NESW_BARE.read("1 2 3 4\n" * 9, "x.txt").puzzle.cols == 3
    with pytest.raises(InputError, match=r"^x\.txt:1: expected a tile \(four colours\) and no size line"):
        plain.NESW_BARE.read("2 2\n" + "1 2 3 4\n" * 4, "x.txt")


@pytest.mark.parametrize(
    ("form", "text", "line"), [(plain.NESW, UDLR, 7), (plain.UDLR, NESW, 3)], ids=["udlr as nesw", "nesw as udlr"]
)
def test_zeros_on_opposite_sides_suggest_another_order(form: PuzzleFormat, text: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        form.read(text, "x.txt")
    assert caught.value.line == line
    assert "expected the zeros of a tile on neighbouring sides, found them on opposite ones" in str(caught.value)


@given(planted(framed=True, signed=False, surplus=False), st.sampled_from(EVERY_ORDER))
def test_the_order_of_a_framed_puzzle_is_among_those_that_fit(case: tuple[Puzzle, Solution], order: str) -> None:
    puzzle, solution = case
    text = plain.write(Document(puzzle), order)
    fitting = plain.orders_that_fit(text, "x.txt")
    appearances = [tile.appearance for tile in puzzle.tiles]
    assert len(fitting) in (2, 4, 6)
    assert any(
        [tile.appearance for tile in plain.read(text, "x.txt", each).puzzle.tiles] == appearances for each in fitting
    )
    assert solves(plain.read(text, "x.txt", order).puzzle, solution)


def test_zeros_distinguish_no_mirror_images_and_nothing_without_a_frame() -> None:
    assert plain.orders_that_fit(NESW, "x.txt") == ["nesw", "enws"]
    assert plain.orders_that_fit(UDLR, "x.txt") == ["nswe", "nsew"]
    news = plain.write(Document(PUZZLE), "news")
    assert plain.orders_that_fit(news, "x.txt") == ["news", "nwes"]
    assert len(plain.orders_that_fit(FOURSQUARES, "x.txt")) == 6


def test_surplus_zeros_suggest_nothing() -> None:
    tiles = (Tile((0, 1, 0, 1)),) + (Tile((0, 0, 1, 1)),) * 4 + (Tile((0, 1, 1, 1)),) * 4
    puzzle = Puzzle(3, 3, tiles)
    assert misfit(puzzle) is None
    assert len(plain.orders_that_fit(plain.write(Document(puzzle)), "x.txt")) == 6


def test_a_puzzle_that_would_pass_for_another_order_is_not_written() -> None:
    tiles = (Tile((0, 1, 0, 1)),) * 4
    assert misfit(Puzzle(2, 2, tiles)) == 0
    with pytest.raises(FormatError, match="tile 0 has zeros on opposite sides"):
        plain.write(Document(Puzzle(2, 2, tiles)))
