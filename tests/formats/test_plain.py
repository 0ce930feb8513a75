"""The formats .puz, .sol and .signs, and plain text."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import plain, programs
from edgeasp.formats.document import Document, PuzzleFormat, find_misfit
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.system import lines
from edgeasp.system.errors import FormatError, InputError
from tests.formats.examples import PUZZLE as HAND_PUZZLE
from tests.formats.examples import UNFRAMED, solves
from tests.support.boards import cut_up
from tests.support.strategies import planted, puzzles, with_placements

# ---- puz, sol and signs ----

PUZZLE = Puzzle(
    3, 2, (Tile((1, 2, 3, 4), Sign.PLUS), Tile((0, 0, 1, 1)), Tile((5, 6, 7, 8), Sign.MINUS), *[Tile((1, 2, 1, 2))] * 3)
)
PUZ = "3 2\n1 2 3 4 +\n0 0 1 1\n5 6 7 8 -\n1 2 1 2\n1 2 1 2\n1 2 1 2\n"
SOLUTION = Solution((Placement(4, Square(2, 1), 3), Placement(0, Square(0, 1), 0)))
SOL = "4 2 1 3\n0 0 1 0\n"
SIGNS = "0 +\n2 -\n"

UNSIGNED = replace(PUZZLE, tiles=tuple(replace(tile, sign=None) for tile in PUZZLE.tiles))


@st.composite
def disguises(draw: st.DrawFn, canonical: str) -> str:
    """The same content, written as the formats allow it."""
    blank = st.sampled_from([" ", "  ", "\t", " \t "])
    edge = st.sampled_from(["", " ", "\t"])
    ignored = st.sampled_from(["", "   ", "c", "c a comment", "\tc 1 2 3 4", "comment"])
    end = draw(st.sampled_from(["\n", "\r\n"]))
    written = []
    for line in canonical.splitlines():
        written += draw(st.lists(ignored, max_size=2))
        written.append(draw(edge) + "".join(word + draw(blank) for word in line.split()).rstrip() + draw(edge))
    written += draw(st.lists(ignored, max_size=2))
    return end.join(written) + draw(st.sampled_from(["", end]))


@given(puzzles())
def test_puz_round_trip(puzzle: Puzzle) -> None:
    text = plain.write_puz(puzzle)
    assert plain.read_puz(text, "x.puz") == puzzle
    assert plain.write_puz(plain.read_puz(text, "x.puz")) == text


@given(puzzles().flatmap(lambda puzzle: st.tuples(st.just(puzzle), disguises(plain.write_puz(puzzle)))))
def test_puz_tolerance(case: tuple[Puzzle, str]) -> None:
    puzzle, text = case
    assert plain.read_puz(text, "x.puz") == puzzle


def test_puz_size_is_columns_then_rows() -> None:
    puzzle = plain.read_puz(PUZ, "x.puz")
    assert (puzzle.cols, puzzle.rows) == (3, 2)


@given(with_placements())
def test_sol_round_trip(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    text = plain.write_sol(solution)
    assert plain.read_sol(text, puzzle, "x.sol") == solution
    assert plain.write_sol(plain.read_sol(text, puzzle, "x.sol")) == text


@given(with_placements().flatmap(lambda case: st.tuples(st.just(case), disguises(plain.write_sol(case[1])))))
def test_sol_tolerance(case: tuple[tuple[Puzzle, Solution], str]) -> None:
    (puzzle, solution), text = case
    assert plain.read_sol(text, puzzle, "x.sol") == solution


def test_sol_canonical_text() -> None:
    assert plain.write_sol(SOLUTION) == SOL
    assert plain.read_sol(SOL, PUZZLE, "x.sol") == SOLUTION


def test_an_empty_sol_places_nothing() -> None:
    assert plain.read_sol("c UNSATISFIABLE\n", PUZZLE, "x.sol") == Solution()


@given(puzzles().flatmap(lambda puzzle: st.tuples(st.just(puzzle), disguises(plain.write_signs(puzzle)))))
def test_signs_round_trip(case: tuple[Puzzle, str]) -> None:
    puzzle, relabelled = case
    bare = replace(puzzle, tiles=tuple(replace(tile, sign=None) for tile in puzzle.tiles))
    assert plain.read_signs(plain.write_signs(puzzle), bare, "x.signs") == puzzle
    assert plain.read_signs(relabelled, bare, "x.signs") == puzzle
    assert plain.read_signs(relabelled, puzzle, "x.signs") == puzzle


def test_signs_canonical_text() -> None:
    assert plain.write_signs(PUZZLE) == SIGNS
    assert plain.read_signs(SIGNS, UNSIGNED, "x.signs") == PUZZLE


READERS: dict[str, Callable[[str, str], object]] = {
    "puz": plain.read_puz,
    "sol": lambda text, source: plain.read_sol(text, PUZZLE, source),
    "signs": lambda text, source: plain.read_signs(text, PUZZLE, source),
}


@pytest.mark.parametrize("word", ["1" * 5000, "x" * 5000, "\x1b[31mred", "1\u202e2"])
def test_messages_quote_no_more_than_a_terminal_can_take(word: str) -> None:
    with pytest.raises(InputError) as caught:
        plain.read_puz(f"2\n1 1 1 {word}\n", "x.puz")
    message = str(caught.value)
    assert message.isprintable()
    assert message.isascii()
    assert len(message) < 120


@given(st.text(st.sampled_from("0123456789 \t\n\rc+-x"), max_size=60))
def test_readers_read_or_say_why_not(text: str) -> None:
    for read in READERS.values():
        with suppress(InputError):
            read(text, "any")


def test_decode_drops_a_byte_order_mark() -> None:
    assert lines.decode_text(b"\xef\xbb\xbf3 2\n", "x.puz") == "3 2\n"


@pytest.mark.parametrize(
    ("data", "line", "found"),
    [
        (b"2\n1 1 1 1\nc caf\xe9\n", 3, "found bytes that are not"),
        ("2\n".encode("utf-16-le"), 1, "found a null byte"),
        (b"2\n1 1 \0 1\n", 2, "found a null byte"),
    ],
)
def test_decode_wants_text(data: bytes, line: int, found: str) -> None:
    with pytest.raises(InputError, match=rf"^x\.puz:{line}: expected text in UTF-8, {found}"):
        lines.decode_text(data, "x.puz")


@pytest.mark.parametrize("name", ["gzip", "bzip2"])
def test_what_is_compressed_is_said(name: str) -> None:
    packed = {"gzip": gzip, "bzip2": bz2}[name].compress(b"2\n")
    with pytest.raises(InputError, match=f"expected text in UTF-8, found what {name} has compressed: unpack it first"):
        lines.decode_text(packed, "x.puz")


# ---- plain text ----

NESW = "3 2\n4 7 0 6\n0 0 1 2\n0 0 7 5\n5 3 0 0\n1 0 3 4\n6 0 0 2\n"
UDLR = "3 2\n4 0 6 7\n0 1 2 0\n0 7 5 0\n5 0 0 3\n1 3 4 0\n6 0 2 0\n"
FOURSQUARES = "2 1 4 3\n6 5 2 7\n8 3 10 9\n11 7 8 12\n"
EVERY_ORDER = ["".join(letters) for letters in permutations("nesw")]


def test_foursquares_lists_the_sides_counter_clockwise_from_the_right() -> None:
    puzzle = plain.FOURSQUARES.read(FOURSQUARES, "x.txt").puzzle
    assert puzzle == UNFRAMED
    as_listed = Solution(tuple(Placement(tile, square, 0) for tile, square in enumerate(puzzle.grid.squares)))
    assert solves(puzzle, as_listed)
    assert not solves(plain.NESW.read(FOURSQUARES, "x.txt").puzzle, as_listed)


@pytest.mark.parametrize("order", EVERY_ORDER)
def test_any_order_can_be_named(order: str) -> None:
    puzzle = plain.read_plain(plain.write_plain(Document(HAND_PUZZLE), order), "x.txt", order.upper()).puzzle
    assert puzzle == HAND_PUZZLE
    first = plain.write_plain(Document(HAND_PUZZLE), order).splitlines()[1].split()
    assert first == [{"n": "4", "e": "7", "s": "0", "w": "6"}[letter] for letter in order]


@pytest.mark.parametrize("order", ["", "nes", "nesww", "nesn", "abcd", "n e s w", "uldd", "trbw"])
def test_an_order_is_a_permutation(order: str) -> None:
    with pytest.raises(
        FormatError, match=r"expected the letters n, e, s, w as an order of sides, found .*\nsuch as nesw"
    ):
        plain.read_plain(NESW, "x.txt", order)


@pytest.mark.parametrize(("letters", "order"), [("trbl", "nesw"), ("tblr", "nswe"), ("RTLB", "enws"), ("uldr", "nwse")])
def test_sides_may_be_named_by_top_and_bottom_or_up_and_down(letters: str, order: str) -> None:
    assert plain.parse_order(letters) == plain.parse_order(order)


def test_the_size_line_has_columns_first() -> None:
    wide = plain.read_plain("3 2\n" + "1 1 1 1\n" * 6, "x.txt").puzzle
    assert (wide.cols, wide.rows) == (3, 2)


@pytest.mark.parametrize("text", ["2\n" + "1 2 3 4\n" * 4, "1 2 3 4\n" * 4, "2 2\n" + "1 2 3 4\n" * 4])
def test_a_square_board_needs_no_more_than_one_number(text: str) -> None:
    assert plain.read_plain(text, "x.txt").puzzle == Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)


@pytest.mark.parametrize(
    "text",
    [
        "# tiles\n2 2\n1,2,3,4\n1;2;3;4\n1, 2, 3, 4\n% the last\n1 2 3 4\n",
        "c tiles\r\n2\t2\r\n1,2,3,4,\r\n1;2;3;4;\r\n\r\n 1 2  3 4 \r\n1\t2\t3\t4",
    ],
)
def test_commas_semicolons_and_comments_do_no_harm(text: str) -> None:
    assert plain.read_plain(text, "x.txt").puzzle == Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)


@pytest.mark.parametrize("form", [plain.NESW, plain.NESW_BARE, plain.UDLR, plain.NUMBERED, programs.JULIA])
def test_zeros_say_the_size_of_a_board_that_is_not_square(form: PuzzleFormat) -> None:
    puzzle, _ = cut_up(9, 8, 5)
    text = form.write(Document(puzzle)).splitlines()
    assert form.read("\n".join(text[len(text) - 72 :]), "x.txt").puzzle == puzzle
    tall, _ = cut_up(3, 24, 5)
    text = form.write(Document(tall)).splitlines()
    found = form.read("\n".join(text[len(text) - 72 :]), "x.txt").puzzle
    assert (found.cols, found.rows) == (24, 3), "columns and rows are alike, as the board can be turned"


@given(planted(framed=True, signed=False, surplus=False), st.sampled_from(EVERY_ORDER))
def test_the_order_of_a_framed_puzzle_is_among_those_that_fit(case: tuple[Puzzle, Solution], order: str) -> None:
    puzzle, solution = case
    text = plain.write_plain(Document(puzzle), order)
    fitting = plain.orders_that_fit(text, "x.txt")
    appearances = [tile.appearance for tile in puzzle.tiles]
    assert len(fitting) in (2, 4, 6)
    assert any(
        [tile.appearance for tile in plain.read_plain(text, "x.txt", each).puzzle.tiles] == appearances
        for each in fitting
    )
    assert solves(plain.read_plain(text, "x.txt", order).puzzle, solution)


def test_zeros_distinguish_no_mirror_images_and_nothing_without_a_frame() -> None:
    assert plain.orders_that_fit(NESW, "x.txt") == ["nesw", "enws"]
    assert plain.orders_that_fit(UDLR, "x.txt") == ["nswe", "nsew"]
    news = plain.write_plain(Document(HAND_PUZZLE), "news")
    assert plain.orders_that_fit(news, "x.txt") == ["news", "nwes"]
    assert len(plain.orders_that_fit(FOURSQUARES, "x.txt")) == 6


def test_surplus_zeros_suggest_nothing() -> None:
    tiles = (Tile((0, 1, 0, 1)),) + (Tile((0, 0, 1, 1)),) * 4 + (Tile((0, 1, 1, 1)),) * 4
    puzzle = Puzzle(3, 3, tiles)
    assert find_misfit(puzzle) is None
    assert len(plain.orders_that_fit(plain.write_plain(Document(puzzle)), "x.txt")) == 6


def test_a_puzzle_that_would_pass_for_another_order_is_not_written() -> None:
    tiles = (Tile((0, 1, 0, 1)),) * 4
    assert find_misfit(Puzzle(2, 2, tiles)) == 0
    with pytest.raises(FormatError, match="tile 0 has zeros on opposite sides"):
        plain.write_plain(Document(Puzzle(2, 2, tiles)))
