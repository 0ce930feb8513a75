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
from edgeasp.formats.document import Document, PuzzleFormat, misfit
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.system import lines
from edgeasp.system.errors import FormatError, InputError
from tests.formats.hand import PUZZLE as HAND_PUZZLE
from tests.formats.hand import SOLUTION as HAND_SOLUTION
from tests.formats.hand import UNFRAMED, solves
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


def test_puz_canonical_text() -> None:
    assert plain.write_puz(PUZZLE) == PUZ
    assert plain.read_puz(PUZ, "x.puz") == PUZZLE


def test_puz_without_rows_is_square() -> None:
    puzzle = plain.read_puz("2\n1 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n", "x.puz")
    assert (puzzle.cols, puzzle.rows) == (2, 2)


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


def test_signs_add_to_those_in_the_puzzle() -> None:
    both = plain.read_signs("1 -\n", PUZZLE, "x.signs")
    assert [tile.sign for tile in both.tiles] == [Sign.PLUS, Sign.MINUS, Sign.MINUS, None, None, None]


Malformed = tuple[str, int | None, str]

PUZ_ERRORS: dict[str, Malformed] = {
    "empty": ("", None, "expected a puzzle (a size line '<cols> [rows]', then tiles), found none"),
    "comments only": (
        "c a\n\n  c b\n",
        None,
        "expected a puzzle (a size line '<cols> [rows]', then tiles), found none",
    ),
    "no size line": ("1 2 3 4\n1 2 3 4\n", 1, "expected a size line '<cols> [rows]', found 4 fields"),
    "three sizes": ("c\n2 2 2\n", 2, "expected a size line '<cols> [rows]', found 3 fields"),
    "size not a number": ("c\n\nfour\n", 3, "a number of columns and perhaps of rows (a natural number), found 'four'"),
    "rows not a number": ("4 x\n", 1, "a number of columns and perhaps of rows (a natural number), found 'x'"),
    "size negative": ("-2 2\n", 1, "(a natural number), found '-2'"),
    "size below two": ("1\n1 1 1 1\n", 1, "expected at least 2 columns and 2 rows, found 1 x 1"),
    "rows below two": ("5 1\n", 1, "expected at least 2 columns and 2 rows, found 5 x 1"),
    "size zero": ("0\n", 1, "expected at least 2 columns and 2 rows, found 0 x 0"),
    "size immense": ("1234567890\n", 1, "of at most 9 digits, found '1234567890'"),
    "too few tiles": ("2\n1 1 1 1\n1 1 1 1\n1 1 1 1\nc\n", 4, "expected 4 tiles for 2 x 2, found 3"),
    "no tiles": ("3 2\n", 1, "expected 6 tiles for 3 x 2, found 0"),
    "too many tiles": ("2\n" + "1 1 1 1\n" * 4 + "c\n1 1 1 1\n" * 3, 7, "expected 4 tiles for 2 x 2, found 7"),
    "side not a number": ("2\n1 1 1 1\n1 1 a 1\n", 3, "expected a colour (a natural number), found 'a'"),
    "side negative": ("2\n1 1 1 -1\n", 2, "expected a colour (a natural number), found '-1'"),
    "side fractional": ("2\n1 1 1.5 1\n", 2, "expected a colour (a natural number), found '1.5'"),
    "side with a plus": ("2\n1 1 +1 1\n", 2, "expected a colour (a natural number), found '+1'"),
    "side in other digits": ("2\n1 1 \u0663 1\n", 2, "expected a colour (a natural number), found '\\u0663'"),
    "side immense": ("2\n1 1 1 1000000000\n", 2, "expected a colour of at most 9 digits, found '1000000000'"),
    "too few fields": ("2\n1 1 1\n", 2, "'<top> <right> <bottom> <left> [+|-]', found 3 fields"),
    "too many fields": ("2\n1 1 1 1 + 1\n", 2, "'<top> <right> <bottom> <left> [+|-]', found 6 fields"),
    "a fifth number": (
        "2\n1 1 1 1 1\n",
        2,
        "found five numbers: the fifth, '1', was taken for the sign of the tile, + or -",
    ),
    "a line twice": ("2\n1 2 1 1\n1 1 1 1\n1 1 1 1\n1 2 3 1\n4 4 4 4\n", 6, "found 5: lines 3 and 4 are the same"),
    "no sign": ("2\r\n1 1 1 1 *\r\n", 2, "expected a sign (+ or -), found '*'"),
    "both signs": ("2\n1 1 1 1 +-\n", 2, "expected a sign (+ or -), found '+-'"),
}

SOL_ERRORS: dict[str, Malformed] = {
    "too few fields": ("0 0 0\n", 1, "expected '<tile> <col> <row> <rot>', found 3 fields"),
    "too many fields": ("c\n0 0 0 0 0\n", 2, "expected '<tile> <col> <row> <rot>', found 5 fields"),
    "tile not a number": ("x 0 0 0\n", 1, "expected a tile (a natural number), found 'x'"),
    "rotation negative": ("0 0 0 -1\n", 1, "expected a rotation (a natural number), found '-1'"),
    "tile out of range": ("6 0 0 0\n", 1, "expected a tile from 0 to 5 on a 3 x 2 board, found 6"),
    "column out of range": ("0 3 0 0\n", 1, "expected a column from 0 to 2 on a 3 x 2 board, found 3"),
    "row out of range": ("0 0 2 0\n", 1, "expected a row from 0 to 1 on a 3 x 2 board, found 2"),
    "rotation out of range": ("\n0 0 0 4\n", 2, "expected a rotation from 0 to 3, found 4"),
    "tile twice": ("5 0 0 0\nc\n5 1 0 0\n", 3, "expected each tile once, found tile 5 again (first on line 1)"),
    "square twice": (
        "0 2 1 0\n1 0 0 0\n2 2 1 0\n",
        3,
        "expected each square once, found square B3 again (first on line 1)",
    ),
    "the same line twice": ("0 0 0 0\n0 0 0 0\n", 2, "expected each tile once, found tile 0 again (first on line 1)"),
}  # fmt: skip

SIGNS_ERRORS: dict[str, Malformed] = {
    "one field": ("1\n", 1, "expected '<tile> <+|->', found 1 field"),
    "three fields": ("c\n1 + -\n", 2, "expected '<tile> <+|->', found 3 fields"),
    "tile not a number": ("+ 1\n", 1, "expected a tile (a natural number), found '+'"),
    "tile out of range": ("6 +\n", 1, "expected a tile from 0 to 5, found 6"),
    "no sign": ("1 plus\n", 1, "expected a sign (+ or -), found 'plus'"),
    "tile twice": ("1 +\n1 +\n", 2, "expected each tile once, found tile 1 again"),
    "against the puzzle": ("1 +\n2 +\n", 2, "expected - as in the puzzle for tile 2, found +"),
}

READERS: dict[str, Callable[[str, str], object]] = {
    "puz": plain.read_puz,
    "sol": lambda text, source: plain.read_sol(text, PUZZLE, source),
    "signs": lambda text, source: plain.read_signs(text, PUZZLE, source),
}


@pytest.mark.parametrize(
    ("kind", "text", "line", "words"),
    [
        pytest.param(kind, *case, id=f"{kind}: {name}")
        for kind, errors in (("puz", PUZ_ERRORS), ("sol", SOL_ERRORS), ("signs", SIGNS_ERRORS))
        for name, case in errors.items()
    ],
)
def test_malformed(kind: str, text: str, line: int | None, words: str) -> None:
    with pytest.raises(InputError) as caught:
        READERS[kind](text, f"folder/bad.{kind}")
    message = str(caught.value)
    place = f"folder/bad.{kind}:" if line is None else f"folder/bad.{kind}:{line}:"
    assert message.startswith(f"{place} expected ")
    assert words in message
    assert caught.value.line == line
    assert len(message.splitlines()) == 1


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
    assert lines.decode(b"\xef\xbb\xbf3 2\n", "x.puz") == "3 2\n"


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
        lines.decode(data, "x.puz")


@pytest.mark.parametrize("name", ["gzip", "bzip2"])
def test_what_is_compressed_is_said(name: str) -> None:
    packed = {"gzip": gzip, "bzip2": bz2}[name].compress(b"2\n")
    with pytest.raises(InputError, match=f"expected text in UTF-8, found what {name} has compressed: unpack it first"):
        lines.decode(packed, "x.puz")


# ---- plain text ----

NESW = "3 2\n4 7 0 6\n0 0 1 2\n0 0 7 5\n5 3 0 0\n1 0 3 4\n6 0 0 2\n"
UDLR = "3 2\n4 0 6 7\n0 1 2 0\n0 7 5 0\n5 0 0 3\n1 3 4 0\n6 0 2 0\n"
FOURSQUARES = "2 1 4 3\n6 5 2 7\n8 3 10 9\n11 7 8 12\n"
BARE_3X3 = "0 1 2 0\n" * 9
EVERY_ORDER = ["".join(letters) for letters in permutations("nesw")]


@pytest.mark.parametrize(("form", "text"), [(plain.NESW, NESW), (plain.UDLR, UDLR)], ids=["nesw", "udlr"])
def test_a_line_lists_the_sides_in_the_order_of_the_format(form: PuzzleFormat, text: str) -> None:
    puzzle = form.read(text, "x.txt").puzzle
    assert puzzle == HAND_PUZZLE
    assert solves(puzzle, HAND_SOLUTION)
    assert form.write(Document(HAND_PUZZLE)) == text


def test_foursquares_lists_the_sides_counter_clockwise_from_the_right() -> None:
    puzzle = plain.FOURSQUARES.read(FOURSQUARES, "x.txt").puzzle
    assert puzzle == UNFRAMED
    as_listed = Solution(tuple(Placement(tile, square, 0) for tile, square in enumerate(puzzle.grid.squares)))
    assert solves(puzzle, as_listed)
    assert not solves(plain.NESW.read(FOURSQUARES, "x.txt").puzzle, as_listed)


@pytest.mark.parametrize("order", EVERY_ORDER)
def test_any_order_can_be_named(order: str) -> None:
    puzzle = plain.read(plain.write(Document(HAND_PUZZLE), order), "x.txt", order.upper()).puzzle
    assert puzzle == HAND_PUZZLE
    first = plain.write(Document(HAND_PUZZLE), order).splitlines()[1].split()
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
    news = plain.write(Document(HAND_PUZZLE), "news")
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
