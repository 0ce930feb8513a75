"""Links as people paste them: in any order of letters, cut off, folded, in the middle of a text, or letters alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import viewer
from edgeasp.formats.document import Document
from edgeasp.formats.links import ORDERS, BoardPicture, is_link, parse
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.model import Placement, Solution, Square
from edgeasp.system.errors import InputError
from tests.formats.hand import PUZZLE, SOLUTION, read_board

EDGES = "abcaadebaafdcgaaehagfaah"
SIX = ((0, 1, 2, 0), (0, 3, 4, 1), (0, 0, 5, 3), (2, 6, 0, 0), (4, 7, 0, 6), (5, 0, 0, 7))
LINK = f"https://e2.bucas.name/#puzzle=by_hand&board_w=3&board_h=2&board_edges={EDGES}"
PIECES = "&board_pieces=002005004006001003"


def shown(text: str, size: tuple[int, int] | None = None) -> BoardPicture:
    return parse(text, "x", size=size)


@pytest.mark.parametrize(
    ("order", "letters"),
    [
        ("jef", "atojeqlgbupkfrmhcwvsnid"),
        ("marie", "abglqejotchmrfkpudinsvw"),
        ("jblackwood", "abglqejotchmrfkpudinsvw"),
    ],
)
def test_letters_mean_what_their_order_says(order: str, letters: str) -> None:
    picture = shown(f"{LINK}&motifs_order={order}")
    meant = [tuple(ord(letters[colour]) - ord("a") for colour in sides) for sides in SIX]
    assert [sides for _, _, sides in picture.places()] == meant
    assert [sides for _, _, sides in picture.places("default")] == list(SIX)
    assert picture.order == order


@pytest.mark.parametrize("order", ORDERS)
def test_orders_of_letters_are_bijections_that_keep_the_frame(order: str) -> None:
    assert len(set(ORDERS[order])) == len(ORDERS[order])
    assert ORDERS[order][:1] in ("", "a")


def test_the_order_may_be_named_in_capitals_or_be_the_default_by_name() -> None:
    assert shown(f"{LINK}&motifs_order=JBlackwood").order == "jblackwood"
    assert shown(f"{LINK}&motifs_order=default") == shown(f"{LINK}&motifs_order=") == shown(LINK)


def test_an_unknown_order_is_reported() -> None:
    picture = shown(f"{LINK}&motifs_order=anna")
    assert picture.notes == ("motifs_order 'anna' is not known (default, jef, jblackwood, marie are): read as default",)


@pytest.mark.parametrize(
    "text",
    [
        LINK,
        LINK.removeprefix("https://"),
        LINK.partition("#")[2],
        f"  {LINK}  \n\n",
        f"<a href='{LINK.replace('&', '&amp;')}'>the board</a>",
        f"Look at [this]({LINK}), please.",
        f"Is it {LINK}?",
        f'{{"result": "{LINK}"}}',
        f'{{"result": "{LINK}"}}'.replace("&", "\\u0026"),
        f"17:03 depth 5\n17:04 depth 6 {LINK}\n17:04 done",
        f"{LINK}\nand once more\n{LINK}\n",
        f"{LINK}&show_conflicts=1&seed=12",
        LINK.replace("board_w=3&", "").replace("&board_edges", "&board_w=3&board_edges"),
        LINK.replace("by_hand", "JB+PM%20469"),
    ],
)
def test_a_link_anywhere_in_a_text(text: str) -> None:
    assert is_link(text)
    picture = shown(text)
    assert (picture.cols, picture.rows, picture.squares, picture.notes) == (3, 2, SIX, ())


@given(st.integers(20, 120), st.sampled_from(["", "> ", ">> "]), st.booleans())
def test_a_link_that_a_mail_has_folded(width: int, quote: str, quoted_printable: bool) -> None:
    link = LINK + PIECES
    if quoted_printable:
        link = link.replace("=", "=3D")
    parts = [link[start : start + width] for start in range(0, len(link), width)]
    folded = ("=\n" if quoted_printable else f"\n{quote}").join(parts)
    text = f"Dear all,\n\n{quote}{folded}\n\nSolved?\n"
    assert shown(text) == shown(LINK + PIECES)


def test_words_below_a_link_are_no_part_of_it() -> None:
    assert shown(f"{LINK}\nSolved\n").squares == SIX
    cut = LINK[:-5]
    assert shown(f"{cut}\nSolved\n").squares == (*SIX[:4], None, None), "what does not make it whole is left out"


def test_of_several_links_the_last_counts() -> None:
    other = LINK.replace("abca", "abda")
    picture = shown(f"{LINK}\n{other}\n{LINK}\n{other}\n")
    assert picture.squares[0] == (0, 1, 3, 0)
    assert picture.notes == ("holds 2 links that differ: the last is read",)


@pytest.mark.parametrize("gone", range(1, 24))
def test_a_link_that_was_cut_off_shows_what_is_left(gone: int) -> None:
    picture = shown(LINK[:-gone])
    left = (24 - gone) // 4
    assert picture.squares == SIX[:left] + (None,) * (6 - left)
    [note] = picture.notes
    assert note.startswith(f"board_edges ends after {24 - gone} of 24 letters: the last ")
    assert ("square is missing" in note) == (left == 5)


def test_numbers_that_were_cut_off_count_as_far_as_they_go() -> None:
    picture = shown((LINK + PIECES)[:-4])
    assert picture.pieces == (2, 5, 4, 6, 0, 0)
    assert picture.notes == ("board_pieces ends after 14 of 18 digits",)


@pytest.mark.parametrize("blank", ["aaaa", "0000", "----", "....", "____", "????"])
def test_empty_squares(blank: str) -> None:
    picture = shown(LINK.replace("aafd", blank))
    assert picture.squares == (*SIX[:2], None, *SIX[3:])


def test_a_tile_with_four_zeros_needs_its_number() -> None:
    link = LINK.replace("aafd", "aaaa")
    assert shown(link + PIECES).squares[2] == (0, 0, 0, 0)
    assert shown(link + PIECES.replace("004", "000")).squares[2] is None


@pytest.mark.parametrize("separator", ["", "\n", "\r\n", "\n\n  "])
def test_letters_alone_make_a_square_board(separator: str) -> None:
    letters = "abcaaadbceaadaae"
    picture = shown(separator.join([letters[:8], letters[8:]]) + separator)
    assert (picture.cols, picture.rows) == (2, 2)
    assert picture.squares == ((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4))


def test_letters_alone_take_the_size_that_is_given() -> None:
    assert shown(EDGES, (3, 2)).squares == SIX
    assert shown(EDGES, (2, 3)).rows == 3
    with pytest.raises(InputError, match="found neither, and letters for 6 squares: say --size COLSxROWS"):
        shown(EDGES)
    found = recognise(EDGES, Origin("x", size=(3, 2)))
    assert (found.format.name, found.document.puzzle.cols) == ("bucas", 3)


def test_one_side_of_the_board_is_enough() -> None:
    assert shown(LINK.replace("board_h=2&", "")).squares == SIX
    assert shown(LINK.replace("board_w=3&", "")).cols == 3


def test_words_and_facts_are_no_letters_of_a_board() -> None:
    assert not is_link("nonsense\n")
    assert not is_link("internationalisation of abcdefghijklmnop\n")
    assert not is_link("tile(1). tile(2).\n")
    assert is_link("a log\n" + EDGES * 4 + "\nends\n")


def test_hints_are_squares_with_a_clue() -> None:
    picture = shown(f"{LINK}&hints=4.0-1.3-4.0")
    assert picture.pinned == (4, 1)
    found = recognise(f"{LINK}{PIECES}&hints=4.0-1.3", Origin("x"))
    assert found.clues == found.document.hints
    assert {each.square for each in found.clues} == {Square(1, 1), Square(1, 0)}
    assert set(found.clues) <= set(found.document.placements)
    on_empty = shown(LINK.replace("ehag", "aaaa") + "&hints=4.1-0.0")
    assert (on_empty.pinned, on_empty.notes) == ((0,), ("hints for empty squares are ignored: 4",))


def test_hints_are_written_as_clockwise_turns() -> None:
    square = PUZZLE.__class__(2, 2, PUZZLE.tiles[1:5])
    board = Solution(tuple(Placement(tile, each, tile) for tile, each in enumerate(square.grid.squares)))
    text = viewer.ETERNITY2DEV_URL.write(Document(square, board, hints=Solution(board.placements[1:3])))
    assert text.strip().endswith("&hints=1.3-2.2")
    again = viewer.ETERNITY2DEV_URL.read(text, "x")
    assert {each.square for each in again.hints} == {Square(1, 0), Square(0, 1)}


def test_a_link_is_read_as_a_board_of_the_size_of_its_puzzle() -> None:
    board = read_board(viewer.BUCAS_BOARD, f"board_edges={EDGES}", PUZZLE, "x")
    assert set(board) == set(SOLUTION)
    part = read_board(viewer.BUCAS_BOARD, f"board_edges={EDGES[:13]}", PUZZLE, "x")
    assert set(part) == {each for each in SOLUTION if each.square.row == 0}
