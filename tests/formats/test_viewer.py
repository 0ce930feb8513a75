"""Links to viewers, also as people paste them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import viewer
from edgeasp.formats.document import Document
from edgeasp.formats.links import ORDERS, BoardPicture, is_link, parse
from edgeasp.formats.plain import read_puz
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.formats.hand import PUZZLE, SOLUTION, by_square, read_board, solves
from tests.support.strategies import few_colours, partial_solutions, planted, puzzles

# ---- links ----

EDGES = "abcaadebaafdcgaaehagfaah"
PIECES = "002005004006001003"
BUCAS = f"https://e2.bucas.name/#puzzle=edgeasp&board_w=3&board_h=2&board_edges={EDGES}&board_pieces={PIECES}\n"
AS_PLACED = ((4, 7, 0, 6), (0, 1, 2, 0), (5, 0, 0, 7), (0, 0, 5, 3), (0, 3, 4, 1), (2, 6, 0, 0))
SQUARE = Puzzle(2, 2, tuple(map(Tile, [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)])))
SQUARE_EDGES = "abcaaadbceaadaae"


def test_a_link_shows_the_tiles_as_they_lie_and_numbers_them_from_1() -> None:
    document = viewer.BUCAS.read(BUCAS, "x.url")
    assert document.puzzle == Puzzle(3, 2, tuple(map(Tile, AS_PLACED)))
    assert by_square(document.placements) == {replace(placement, rot=0) for placement in SOLUTION}
    assert solves(document.puzzle, document.placements)
    assert document.notes == ()


def test_the_board_of_a_puzzle_is_written_as_it_lies() -> None:
    assert viewer.write(Document(PUZZLE, SOLUTION)) == BUCAS
    assert viewer.BUCAS_BOARD.write(SOLUTION, PUZZLE) == BUCAS


def test_a_link_is_a_board_of_a_puzzle_at_hand() -> None:
    board = read_board(viewer.BUCAS_BOARD, BUCAS, PUZZLE, "x.url")
    assert by_square(board) == by_square(SOLUTION)
    assert solves(PUZZLE, board)


@pytest.mark.parametrize(
    "link",
    [
        f"https://eternity2.dev/viewer?puzzle=x&puzzle_size=2&board_edges={SQUARE_EDGES}",
        f"https://www.eternity2.dev/viewer/?board_w=2&board_h=2&board_edges={SQUARE_EDGES}&seed=7",
        f"eternity2.dev?board_edges={SQUARE_EDGES}&board_h=2&board_w=2",
    ],
)
def test_links_to_eternity2_dev(link: str) -> None:
    document = viewer.ETERNITY2DEV_URL.read(link, "x.url")
    assert document.puzzle == SQUARE
    assert solves(document.puzzle, document.placements)
    with pytest.raises(InputError, match=r"expected a link to e2\.bucas\.name, found one to 'eternity2\.dev'"):
        viewer.BUCAS.read(link, "x.url")


@pytest.mark.parametrize(
    "start", ["https://e2.bucas.name/#", "e2.bucas.name/#", "http://e2.bucas.name/?", "#", "?", ""]
)
def test_links_to_bucas_or_what_is_left_of_them(start: str) -> None:
    link = f"{start}puzzle=x&board_w=2&board_h=2&board_edges={SQUARE_EDGES}&board_types=bbbb"
    assert viewer.BUCAS.read(link, "x.url").puzzle == SQUARE
    with pytest.raises(InputError, match=r"expected a link to eternity2\.dev"):
        viewer.ETERNITY2DEV_URL.read(link, "x.url")


@pytest.mark.parametrize("pieces", ["001001002003", "000001002003", "139140141142"])
def test_pieces_that_make_no_numbering_are_reported_and_ignored(pieces: str) -> None:
    link = f"#board_w=2&board_h=2&board_edges={SQUARE_EDGES}&board_pieces={pieces}"
    document = viewer.BUCAS.read(link, "x.url")
    assert document.puzzle == SQUARE
    assert document.notes == ("board_pieces does not number the tiles from 1 to 4: numbered row by row",)


def test_empty_squares_need_the_puzzle() -> None:
    link = "#board_w=2&board_h=2&board_edges=aaaaaadbaaaadaae"
    with pytest.raises(InputError, match="found 2 empty: without all tiles, a link can be shown, or be read as a"):
        recognise(link, Origin("x.url", ".url"))
    shown = recognise(link, Origin("x.url", ".url", partial=True)).document
    assert (shown.unknown, len(shown.placements)) == (2, 2)
    assert [shown.puzzle.sides(each) for each in shown.placements] == [(0, 0, 3, 1), (3, 0, 0, 4)]
    board = read_board(viewer.BUCAS_BOARD, link, SQUARE, "x.url")
    assert board == Solution((Placement(1, Square(1, 0), 0), Placement(3, Square(1, 1), 0)))


def test_numbers_choose_among_identical_tiles() -> None:
    puzzle = Puzzle(2, 2, tuple(map(Tile, [(1, 1, 2, 2), (1, 2, 2, 1), (2, 2, 1, 1), (3, 3, 3, 3)])))
    link = "#board_w=2&board_h=2&board_edges=bbccaaaaaaaabbcc&board_pieces=003000000001"
    board = read_board(viewer.BUCAS_BOARD, link, puzzle, "x.url")
    assert board == Solution((Placement(2, Square(0, 0), 2), Placement(0, Square(1, 1), 0)))
    unnumbered = read_board(viewer.BUCAS_BOARD, link.partition("&board_pieces")[0], puzzle, "x.url")
    assert [placement.tile for placement in unnumbered] == [0, 1]


def test_a_number_that_comes_twice_counts_once() -> None:
    puzzle = Puzzle(2, 2, tuple(map(Tile, [(1, 1, 2, 2), (3, 3, 3, 3), (1, 1, 2, 2), (3, 3, 3, 3)])))
    link = "#board_w=2&board_h=2&board_edges=bbccbbccaaaaaaaa&board_pieces=003003000000"
    board = read_board(viewer.BUCAS_BOARD, link, puzzle, "x.url")
    assert board == Solution((Placement(2, Square(0, 0), 0), Placement(0, Square(1, 0), 0)))
    with pytest.raises(InputError, match="found none left that shows 1 1 2 2, on B1"):
        read_board(viewer.BUCAS_BOARD, "#board_w=2&board_h=2&board_edges=bbccbbccbbccaaaa", puzzle, "x.url")


def test_tiles_that_the_puzzle_does_not_have_are_named() -> None:
    with pytest.raises(InputError, match=r"found none left that shows 1 1 1 1, on A2"):
        read_board(viewer.BUCAS_BOARD, "#board_w=2&board_h=2&board_edges=aaaabbbbaaaaaaaa", SQUARE, "x.url")
    with pytest.raises(InputError, match="expected a 3 x 2 board, found 2 x 2"):
        read_board(viewer.BUCAS_BOARD, "#board_w=2&board_h=2&board_edges=aaaaaaaaaaaaaaaa", PUZZLE, "x.url")


def test_without_a_board_the_tiles_lie_in_their_order() -> None:
    again = viewer.BUCAS.read(viewer.write(Document(PUZZLE)), "x.url")
    assert again.puzzle == PUZZLE
    assert [placement.rot for placement in again.placements] == [0] * 6


def test_more_colours_than_letters_are_refused_with_another_way() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 26, 3)),) * 4)
    with pytest.raises(FormatError, match=r"colours up to 25, and this puzzle has colour 26: share a \.puz"):
        viewer.write(Document(puzzle))
    with pytest.raises(FormatError, match=r"link to e2\.bucas\.name"):
        viewer.write(Document(PUZZLE, SOLUTION), "dev")


def test_a_link_for_a_page_numbers_colours_anew() -> None:
    far = Puzzle(2, 2, tuple(Tile(tuple(c * 100 for c in tile.sides)) for tile in SQUARE.tiles))  # type: ignore[arg-type]
    solution = Solution(tuple(Placement(tile, square, 0) for tile, square in enumerate(far.grid.squares)))
    assert viewer.link(far, solution) == viewer.link(SQUARE, solution)
    assert f"board_edges={SQUARE_EDGES}" in str(viewer.link(far, solution, "dev"))
    many = Puzzle(3, 3, tuple(Tile((4 * tile + 1, 4 * tile + 2, 4 * tile + 3, 4 * tile + 4)) for tile in range(9)))
    assert viewer.link(many, Solution()) is None
    assert viewer.link(PUZZLE, SOLUTION, "dev") is None
    assert viewer.link(PUZZLE, SOLUTION) == BUCAS.strip()


def test_boards_with_more_pieces_than_three_digits_can_number() -> None:
    puzzle = Puzzle(32, 32, (Tile((1, 2, 3, 4)),) * 1024)
    text = viewer.write(Document(puzzle))
    assert "board_pieces" not in text
    assert viewer.BUCAS.read(text, "x.url").puzzle == puzzle


@given(puzzles(few_colours).flatmap(lambda puzzle: st.tuples(st.just(puzzle), partial_solutions(puzzle))))
def test_board_round_trip(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    text = viewer.BUCAS_BOARD.write(solution, puzzle)
    board = read_board(viewer.BUCAS_BOARD, text, puzzle, "x.url")
    assert by_square(board) == {puzzle.canonical(placement) for placement in solution}
    assert viewer.BUCAS_BOARD.write(board, puzzle) == text


@given(planted())
def test_a_link_shows_a_solution_as_one(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    link = viewer.link(puzzle, solution)
    if link is not None:
        document = viewer.BUCAS.read(link, "x.url")
        unsigned = replace(puzzle, tiles=tuple(replace(tile, sign=None) for tile in puzzle.tiles))
        assert solves(document.puzzle, document.placements)
        assert document.puzzle.framed == unsigned.framed


def test_no_link_shows_the_back_of_a_tile() -> None:
    puzzle = read_puz("2 2\nc edgeasp turning over\n" + 4 * "1 2 3 4\n", "x")
    assert viewer.link(puzzle, Solution((Placement(0, Square(0, 0), 3),)))
    assert viewer.link(puzzle, Solution((Placement(0, Square(0, 0), 7),))) is None


def test_no_link_shows_a_board_with_holes() -> None:
    """It would have too few squares, and all after the first hole elsewhere."""
    puzzle = read_puz("3 2\nc edgeasp outline ##.\nc edgeasp outline ###\n" + 5 * "1 1 1 1\n", "x")
    assert viewer.link(puzzle, Solution()) is None
    with pytest.raises(FormatError, match="the format bucas cannot hold holes"):
        viewer.write_board(Solution(), puzzle)


# ---- pasted links ----

SIX = ((0, 1, 2, 0), (0, 3, 4, 1), (0, 0, 5, 3), (2, 6, 0, 0), (4, 7, 0, 6), (5, 0, 0, 7))
LINK = f"https://e2.bucas.name/#puzzle=by_hand&board_w=3&board_h=2&board_edges={EDGES}"
PASTED_PIECES = "&board_pieces=002005004006001003"


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
    link = LINK + PASTED_PIECES
    if quoted_printable:
        link = link.replace("=", "=3D")
    parts = [link[start : start + width] for start in range(0, len(link), width)]
    folded = ("=\n" if quoted_printable else f"\n{quote}").join(parts)
    text = f"Dear all,\n\n{quote}{folded}\n\nSolved?\n"
    assert shown(text) == shown(LINK + PASTED_PIECES)


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
    picture = shown((LINK + PASTED_PIECES)[:-4])
    assert picture.pieces == (2, 5, 4, 6, 0, 0)
    assert picture.notes == ("board_pieces ends after 14 of 18 digits",)


@pytest.mark.parametrize("blank", ["aaaa", "0000", "----", "....", "____", "????"])
def test_empty_squares(blank: str) -> None:
    picture = shown(LINK.replace("aafd", blank))
    assert picture.squares == (*SIX[:2], None, *SIX[3:])


def test_a_tile_with_four_zeros_needs_its_number() -> None:
    link = LINK.replace("aafd", "aaaa")
    assert shown(link + PASTED_PIECES).squares[2] == (0, 0, 0, 0)
    assert shown(link + PASTED_PIECES.replace("004", "000")).squares[2] is None


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
    found = recognise(f"{LINK}{PASTED_PIECES}&hints=4.0-1.3", Origin("x"))
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
