"""Links to viewers, also as people paste them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import viewer
from edgeasp.formats.document import ORDERS, BoardPicture, Document
from edgeasp.formats.plain import read_puz
from edgeasp.formats.viewer import is_link, parse_link
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.formats.examples import PUZZLE, SOLUTION, by_square, read_board, solves
from tests.support.strategies import few_colours, partial_solutions, planted, puzzles

# ---- links ----

EDGES = "abcaadebaafdcgaaehagfaah"
PIECES = "002005004006001003"
BUCAS = f"https://e2.bucas.name/#puzzle=edgeasp&board_w=3&board_h=2&board_edges={EDGES}&board_pieces={PIECES}\n"
SQUARE = Puzzle(2, 2, tuple(map(Tile, [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)])))
SQUARE_EDGES = "abcaaadbceaadaae"


def test_the_board_of_a_puzzle_is_written_as_it_lies() -> None:
    assert viewer.write_link(Document(PUZZLE, SOLUTION)) == BUCAS
    assert viewer.BUCAS_BOARD.write(SOLUTION, PUZZLE) == BUCAS


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
    with pytest.raises(InputError, match="found no remaining tile that shows 1 1 2 2, on B1"):
        read_board(viewer.BUCAS_BOARD, "#board_w=2&board_h=2&board_edges=bbccbbccbbccaaaa", puzzle, "x.url")


def test_tiles_that_the_puzzle_does_not_have_are_named() -> None:
    with pytest.raises(InputError, match=r"found no remaining tile that shows 1 1 1 1, on A2"):
        read_board(viewer.BUCAS_BOARD, "#board_w=2&board_h=2&board_edges=aaaabbbbaaaaaaaa", SQUARE, "x.url")
    with pytest.raises(InputError, match="expected a 3 x 2 board, found 2 x 2"):
        read_board(viewer.BUCAS_BOARD, "#board_w=2&board_h=2&board_edges=aaaaaaaaaaaaaaaa", PUZZLE, "x.url")


def test_without_a_board_the_tiles_lie_in_their_order() -> None:
    again = viewer.BUCAS.read(viewer.write_link(Document(PUZZLE)), "x.url")
    assert again.puzzle == PUZZLE
    assert [placement.rot for placement in again.placements] == [0] * 6


def test_more_colours_than_letters_are_refused_with_another_way() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 26, 3)),) * 4)
    with pytest.raises(FormatError, match=r"colours up to 25, and this puzzle has colour 26: share a \.puz"):
        viewer.write_link(Document(puzzle))
    with pytest.raises(FormatError, match=r"link to e2\.bucas\.name"):
        viewer.write_link(Document(PUZZLE, SOLUTION), "dev")


def test_a_link_for_a_page_numbers_colours_anew() -> None:
    far = Puzzle(2, 2, tuple(Tile(tuple(c * 100 for c in tile.sides)) for tile in SQUARE.tiles))  # type: ignore[arg-type]
    solution = Solution(tuple(Placement(tile, square, 0) for tile, square in enumerate(far.grid.squares)))
    assert viewer.board_link(far, solution) == viewer.board_link(SQUARE, solution)
    assert f"board_edges={SQUARE_EDGES}" in str(viewer.board_link(far, solution, "dev"))
    many = Puzzle(3, 3, tuple(Tile((4 * tile + 1, 4 * tile + 2, 4 * tile + 3, 4 * tile + 4)) for tile in range(9)))
    assert viewer.board_link(many, Solution()) is None
    assert viewer.board_link(PUZZLE, SOLUTION, "dev") is None
    assert viewer.board_link(PUZZLE, SOLUTION) == BUCAS.strip()


def test_boards_with_more_pieces_than_three_digits_can_number() -> None:
    puzzle = Puzzle(32, 32, (Tile((1, 2, 3, 4)),) * 1024)
    text = viewer.write_link(Document(puzzle))
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
    link = viewer.board_link(puzzle, solution)
    if link is not None:
        document = viewer.BUCAS.read(link, "x.url")
        unsigned = replace(puzzle, tiles=tuple(replace(tile, sign=None) for tile in puzzle.tiles))
        assert solves(document.puzzle, document.placements)
        assert document.puzzle.framed == unsigned.framed


def test_no_link_shows_the_back_of_a_tile() -> None:
    puzzle = read_puz("2 2\nc edgeasp turning over\n" + 4 * "1 2 3 4\n", "x")
    assert viewer.board_link(puzzle, Solution((Placement(0, Square(0, 0), 3),)))
    assert viewer.board_link(puzzle, Solution((Placement(0, Square(0, 0), 7),))) is None


def test_no_link_shows_a_board_with_holes() -> None:
    """It would have too few squares, and all after the first hole elsewhere."""
    puzzle = read_puz("3 2\nc edgeasp outline ##.\nc edgeasp outline ###\n" + 5 * "1 1 1 1\n", "x")
    assert viewer.board_link(puzzle, Solution()) is None
    with pytest.raises(FormatError, match="the format bucas cannot represent holes"):
        viewer.write_board_link(Solution(), puzzle)


# ---- pasted links ----

SIX = ((0, 1, 2, 0), (0, 3, 4, 1), (0, 0, 5, 3), (2, 6, 0, 0), (4, 7, 0, 6), (5, 0, 0, 7))
LINK = f"https://e2.bucas.name/#puzzle=by_hand&board_w=3&board_h=2&board_edges={EDGES}"
PASTED_PIECES = "&board_pieces=002005004006001003"


def shown(text: str, size: tuple[int, int] | None = None) -> BoardPicture:
    return parse_link(text, "x", size=size)


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
    assert [sides for _, _, sides in picture.shown_tiles()] == meant
    assert [sides for _, _, sides in picture.shown_tiles("default")] == list(SIX)
    assert picture.order == order


@pytest.mark.parametrize("order", ORDERS)
def test_orders_of_letters_are_bijections_that_keep_the_frame(order: str) -> None:
    assert len(set(ORDERS[order])) == len(ORDERS[order])
    assert ORDERS[order][:1] in ("", "a")


@given(st.integers(20, 120), st.sampled_from(["", "> ", ">> "]), st.booleans())
def test_a_link_that_a_mail_has_folded(width: int, quote: str, quoted_printable: bool) -> None:
    link = LINK + PASTED_PIECES
    if quoted_printable:
        link = link.replace("=", "=3D")
    parts = [link[start : start + width] for start in range(0, len(link), width)]
    folded = ("=\n" if quoted_printable else f"\n{quote}").join(parts)
    text = f"Dear all,\n\n{quote}{folded}\n\nSolved?\n"
    assert shown(text) == shown(LINK + PASTED_PIECES)


def test_words_and_facts_are_no_letters_of_a_board() -> None:
    assert not is_link("nonsense\n")
    assert not is_link("internationalisation of abcdefghijklmnop\n")
    assert not is_link("tile(1). tile(2).\n")
    assert is_link("a log\n" + EDGES * 4 + "\nends\n")


def test_hints_are_written_as_clockwise_turns() -> None:
    square = PUZZLE.__class__(2, 2, PUZZLE.tiles[1:5])
    board = Solution(tuple(Placement(tile, each, tile) for tile, each in enumerate(square.grid.squares)))
    text = viewer.ETERNITY2DEV_URL.write(Document(square, board, hints=Solution(board.placements[1:3])))
    assert text.strip().endswith("&hints=1.3-2.2")
    again = viewer.ETERNITY2DEV_URL.read(text, "x")
    assert {each.square for each in again.hints} == {Square(1, 0), Square(0, 1)}
