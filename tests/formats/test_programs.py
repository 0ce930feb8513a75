"""Formats of other programs: what they hold, and what readers expect."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.api.instance import Board
from edgeasp.encoding import facts
from edgeasp.formats import files, plain, programs, viewer
from edgeasp.formats.document import Document
from edgeasp.formats.files import convert
from edgeasp.formats.plain import board_text, marked, marked_png, origin_mark
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.formats.hand import PUZZLE, SOLUTION, by_square, read_board, solves
from tests.formats.test_laying import E2, any_board, copy_of_e2
from tests.support import boards, strategies
from tests.support.boards import FRAME_3X3
from tests.support.strategies import few_colours, partial_solutions, puzzles

# ---- binary CSV ----

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


# ---- BoardDoc ----


def by_hand(board: Solution) -> int:
    """The hash, once more: empty squares have piece 65535 and no turn."""
    on = board.by_square()
    data = b"".join(
        each.tile.to_bytes(2, "little") + bytes([(4 - each.rot) % 4]) if (each := on.get(square)) else b"\xff\xff\0"
        for square in E2.puzzle.grid.squares
    )
    value = 14695981039346656037
    for byte in data:
        value = ((value ^ byte) * 1099511628211) & (2**64 - 1)
    return value


def test_boarddoc_as_written() -> None:
    board = any_board(1)
    values = json.loads(viewer.write_boarddoc(board, E2.puzzle))
    assert list(values) == [
        *("name", "size", "score", "breaks", "board", "board_hash", "board_edges", "board_pieces", "url")
    ]
    score = check(E2.puzzle, board).matched
    assert (values["size"], values["score"], values["breaks"]) == (16, score, 480 - score)
    assert values["board_hash"] == by_hand(board)
    first = board.by_square()[E2.puzzle.grid.squares[0]]
    assert values["board"][0] == 4 * first.tile + (4 - first.rot) % 4
    assert values["board_pieces"][:3] == f"{first.tile + 1:03}"
    assert values["url"].startswith("https://eternity2.dev/viewer?puzzle=edgeasp&puzzle_size=16&board_edges=")


def test_a_copy_is_written_as_published() -> None:
    from edgeasp.formats import known

    puzzle, board = copy_of_e2(1), any_board(2, 30)
    copy = known.copy_of(puzzle)
    assert copy is not None
    text = viewer.write_boarddoc(copy.there.solution(board), puzzle)
    assert text == viewer.write_boarddoc(board, E2.puzzle)
    assert by_square(read_board(viewer.BOARDDOC_BOARD, text, puzzle, "x")) == by_square(copy.there.solution(board))


def test_numbers_alone_are_those_of_eternity_ii() -> None:
    board = any_board(3, 60)
    values = json.loads(viewer.write_boarddoc(board, E2.puzzle))
    text = json.dumps({"size": 16, "board": values["board"]})
    found = recognise(text, Origin("x.json", ".json"))
    assert (found.format.name, found.document.puzzle) == ("boarddoc", E2.puzzle)
    assert by_square(found.document.placements) == by_square(board)


def test_a_score_that_is_not_that_of_the_board_is_reported() -> None:
    text = viewer.write_boarddoc(any_board(4), E2.puzzle)
    score = json.loads(text)["score"]
    laid = recognise_board(text.replace(f'"score": {score}', '"score": 470'), E2.puzzle, Origin("x", ".json"))
    assert laid.notes == (f"says a score of 470, and the board has {score}",)
    assert recognise_board(text, E2.puzzle, Origin("x", ".json")).notes == ()


def test_a_score_may_leave_out_where_two_sides_of_the_frame_meet() -> None:
    puzzle = Puzzle(2, 2, (Tile((0, 0, 1, 1)),) * 4)
    text = '{"size": 2, "score": %d, "board_edges": "aabbbaababbabbaa"}'
    matched = check(puzzle, recognise_board(text % 0, puzzle, Origin("x")).solution).matched
    notes = [recognise_board(text % score, puzzle, Origin("x")).notes for score in range(matched + 1)]
    assert sum(not each for each in notes) in (1, 2)
    assert not notes[matched]


@st.composite
def square_puzzles(draw: st.DrawFn) -> Puzzle:
    """A square puzzle without signs and without a tile of four zeros, which is like an empty square."""
    tiles = [Tile(tile.sides if any(tile.sides) else (0, 0, 0, 1)) for tile in draw(puzzles(few_colours)).tiles]
    side = 2 if len(tiles) < 9 else 3
    return Puzzle(side, side, tuple(tiles[: side * side]))


@given(st.data())
def test_boards_come_back(data: st.DataObject) -> None:
    puzzle = data.draw(square_puzzles())
    board = data.draw(partial_solutions(puzzle))
    text = viewer.write_boarddoc(board, puzzle)
    again = read_board(viewer.BOARDDOC_BOARD, text, puzzle, "x")
    assert by_square(again) == {puzzle.canonical(each) for each in board}
    assert viewer.write_boarddoc(again, puzzle) == text


@given(st.data())
def test_a_complete_board_tells_its_puzzle(data: st.DataObject) -> None:
    puzzle = data.draw(square_puzzles())
    board = Solution(tuple(map(puzzle.canonical, data.draw(partial_solutions(puzzle, full=True)))))
    again = viewer.read_boarddoc(viewer.BOARDDOC.write(Document(puzzle, board)), "x")
    assert again.puzzle == puzzle
    assert by_square(again.placements) == by_square(board)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Puzzle(2, 2, (Tile((1, 2, 26, 3)),) * 4), "colours up to 25, and this puzzle has colour 26"),
        (PUZZLE, "square boards only"),
        (Puzzle(32, 32, (Tile((1, 2, 3, 4)),) * 1024), "pieces up to 999, and this puzzle has 1024"),
    ],
)
def test_what_cannot_be_written(puzzle: Puzzle, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        viewer.write_boarddoc(SOLUTION, puzzle)


# ---- TU Dresden ----

DRESDEN_TILES = ("4 7 0 6", "0 0 1 2", "0 0 7 5", "5 3 0 0", "1 0 3 4", "6 0 0 2")
FRAMED = "1 0 3 2\n" + "\n".join(DRESDEN_TILES) + "\n"
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


# ---- Heule ----

HEULE_TILES = "4 7 0 6\n0 0 1 2\n0 0 7 5\n5 3 0 0\n1 0 3 4\n6 0 0 2\n"
HEULE_HINTS = "2 2 1 0\n1 1 2 3\n2 3 3 1\n1 3 4 2\n1 2 5 3\n2 1 6 1\n"
TWO_BY_TWO = "1 2 0 0\n" * 4


def test_hints_have_the_row_first_count_from_1_and_turn_clockwise() -> None:
    document = programs.read_heule("6\n" + HEULE_HINTS + HEULE_TILES, "em.txt")
    assert document.puzzle == PUZZLE
    assert document.placements == SOLUTION
    assert solves(document.puzzle, document.placements)
    assert document.notes == ()
    assert programs.write_heule(document) == "6\n" + HEULE_HINTS + HEULE_TILES


def test_a_board_lies_lengthwise_if_nothing_says_otherwise() -> None:
    document = programs.read_heule("0\n" + HEULE_TILES, "em.txt")
    assert (document.puzzle.cols, document.puzzle.rows) == (3, 2)
    assert document.notes == ("the file does not say whether the board is 3 x 2 or 2 x 3: taken as 3 x 2",)


def test_a_row_that_only_one_board_has_decides() -> None:
    # The board of the hand, turned clockwise: its square at the bottom right comes to the bottom left.
    document = programs.read_heule("1\n3 1 3 2\n" + HEULE_TILES, "em.txt")
    assert (document.puzzle.cols, document.puzzle.rows) == (2, 3)
    assert document.placements == Solution((Placement(2, Square(0, 2), 2),))
    assert document.notes == ()


def test_zeros_of_a_hint_that_fit_on_one_board_only_decide() -> None:
    # Piece 2 shows 0 0 1 2 when not turned: right for the top-right corner, which is column 2 only if there are two.
    document = programs.read_heule("1\n1 2 2 0\n" + HEULE_TILES, "em.txt")
    assert (document.puzzle.cols, document.puzzle.rows) == (2, 3)
    assert document.notes == ()


def test_a_hint_against_the_frame_is_kept_and_reported() -> None:
    # One clockwise turn puts the zeros of 1 2 0 0 to the west and the north: right for the first corner.
    document = programs.read_heule("1\n1 1 1 1\n" + TWO_BY_TWO, "em.txt")
    assert document.placements == Solution((Placement(0, Square(0, 0), 3),))
    assert document.notes == ()
    document = programs.read_heule("1\n1 1 1 3\n" + TWO_BY_TWO, "em.txt")
    assert document.placements == Solution((Placement(0, Square(0, 0), 1),))
    assert document.notes == (
        "the hint '1 1 1 3', its rotation read as clockwise quarter turns from 0, "
        "does not put the zeros of the piece on the outside",
    )


def test_a_square_board_is_known_from_its_rim() -> None:
    text = programs.write_heule(Document(FRAME_3X3))
    assert programs.read_heule(text, "em.txt") == Document(FRAME_3X3)


@pytest.mark.parametrize(
    "tiles",
    [
        [(1, 1, 1, 1)] * 4,
        [(0, 1, 1, 1)] * 9,
        [(0, 1, 1, 1)] * 8 + [(1, 1, 1, 1)],
        [(0, 0, 1, 1)] * 4 + [(1, 1, 1, 1)] * 5,
    ],
    ids=["no zeros", "all on the rim", "no corners", "too few on the rim"],
)
def test_tiles_of_no_framed_rectangle_are_refused_both_ways(tiles: list[tuple[int, int, int, int]]) -> None:
    size = 2 if len(tiles) == 4 else 3
    with pytest.raises(FormatError):
        programs.write_heule(Document(Puzzle(size, size, tuple(map(Tile, tiles)))))
    with pytest.raises(InputError, match="as on no rectangle"):
        programs.read_heule("0\n" + "".join(f"{n} {e} {s} {w}\n" for n, e, s, w in tiles), "em.txt")


def test_a_board_has_two_rows_at_least() -> None:
    """Three zeros a tile would fit 2 x 1 squares."""
    with pytest.raises(InputError, match="as on no rectangle"):
        programs.read_heule("0\n0 1 0 0\n0 0 0 1\n", "em.txt")


# ---- JSON of PyCSP3 and eternity2.dev ----

PIECES = "[4, 7, 0, 6], [0, 0, 1, 2], [0, 0, 7, 5], [5, 3, 0, 0], [1, 0, 3, 4], [6, 0, 0, 2]"
PYCSP3 = '{"n": 2, "m": 3, "pieces": [' + PIECES + "]}"
JSON_HINTS = (
    '{"pos": 4, "piece": 0, "rot": 0}, {"pos": 0, "piece": 1, "rot": 3}, {"pos": 5, "piece": 2, "rot": 1}, '
    '{"pos": 2, "piece": 3, "rot": 2}, {"pos": 1, "piece": 4, "rot": 3}, {"pos": 3, "piece": 5, "rot": 1}'
)
ETERNITY2DEV = (
    '{"name": "by hand", "width": 3, "height": 2, "numColors": 8, "pieces": ['
    + PIECES
    + '], "hints": ['
    + JSON_HINTS
    + "]}"
)


def test_pycsp3_has_n_rows_and_m_columns() -> None:
    document = programs.read_pycsp3(PYCSP3, "x.json")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert json.loads(programs.write_pycsp3(document)) == json.loads(PYCSP3)
    assert list(json.loads(programs.write_pycsp3(document))) == ["n", "m", "pieces"]


def test_eternity2dev_counts_from_0_row_by_row_and_turns_clockwise() -> None:
    document = viewer.read_json(ETERNITY2DEV, "x.json")
    assert document == Document(PUZZLE, SOLUTION)
    assert solves(document.puzzle, document.placements)
    written = json.loads(viewer.write_json(document))
    assert written == json.loads(ETERNITY2DEV) | {"name": "3 x 2", "numColors": 7}


def test_eternity2dev_needs_no_name_and_no_hints() -> None:
    text = '{"id": "x", "width": 2, "height": 2, "pieces": [[1, 2, 0, 0], [1, 2, 0, 0], [1, 2, 0, 0], [1, 2, 0, 0]]}'
    assert viewer.read_json(text, "x.json") == Document(Puzzle(2, 2, (Tile((1, 2, 0, 0)),) * 4))


def test_a_square_board_may_have_its_size_alone() -> None:
    pieces = "[[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]]"
    hint = '{"piece": 3, "pos": 3, "rot": 0}'
    text = f'{{"name": "x", "size": 2, "num_colors": 4, "pieces": {pieces}, "hints": [{hint}], "target": 4}}'
    document = recognise(text, Origin("x.json", ".json")).document
    sides = ((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4))
    assert document == Document(Puzzle(2, 2, tuple(map(Tile, sides))), Solution((Placement(3, Square(1, 1), 0),)))


def placed(*hints: tuple[int, int, str]) -> str:
    listed = ", ".join(f'{{"row": {row}, "col": {col}, "tile": [{sides}]}}' for row, col, sides in hints)
    return f'{{"name": "x", "gen": null, "rows": 2, "cols": 3, "tiles": [{PIECES}], "placed": [{listed}]}}'


def test_placed_shows_tiles_as_they_lie() -> None:
    text = placed((0, 1, "0, 3, 4, 1"), (1, 2, "5, 0, 0, 7"), (0, 1, "0, 3, 4, 1"))
    document = recognise(text, Origin("x.json", ".json")).document
    assert document == Document(PUZZLE, Solution((SOLUTION.placements[4], SOLUTION.placements[2])))
    assert recognise(placed(), Origin("x")).document == Document(PUZZLE)


@pytest.mark.parametrize(
    ("hints", "words"),
    [
        (
            [(0, 1, "0, 3, 4, 9")],
            "expected placed[0].tile to be a tile of the puzzle, found none left that shows 0 3 4 9",
        ),
        (
            [(0, 1, "0, 3, 4, 1"), (0, 2, "0, 3, 4, 1")],
            "expected placed[1].tile to be a tile of the puzzle, found none",
        ),
        ([(2, 1, "0, 3, 4, 1")], "expected placed[0].row to be a number from 0 to 1, found 2"),
        ([(0, 1, "0, 3, 4, 1"), (0, 1, "0, 0, 5, 3")], "expected each square once, found square A2 again"),
        ([(0, 1, "0, 3, 4")], "expected placed[0].tile to have four sides, found 3"),
    ],
)
def test_what_is_placed_has_to_be_of_the_puzzle(hints: list[tuple[int, int, str]], words: str) -> None:
    with pytest.raises(InputError) as caught:
        recognise(placed(*hints), Origin("x.json", ".json"))
    assert words in str(caught.value)


def test_pieces_without_zeros_are_reported() -> None:
    note = ("no side is 0, so the puzzle is taken for one without a frame",)
    pieces = str([[1, 2, 3, 4]] * 4)
    assert programs.read_pycsp3(f'{{"n": 2, "m": 2, "pieces": {pieces}}}', "x.json").notes == note
    assert viewer.read_json(f'{{"width": 2, "height": 2, "pieces": {pieces}}}', "x.json").notes == note


@pytest.mark.parametrize("value", ["true", "2.0", '"2"', "null", "-2", "1", "[2]", "{}", "1e1", "2" * 10, "9" * 5000])
def test_a_number_is_a_number_and_nothing_else(value: str) -> None:
    with pytest.raises(InputError, match="expected "):
        programs.read_pycsp3(PYCSP3.replace('"n": 2', f'"n": {value}'), "x.json")
    with pytest.raises(InputError, match="expected "):
        viewer.read_json(ETERNITY2DEV.replace('"width": 3', f'"width": {value}'), "x.json")


@pytest.mark.parametrize("value", ["true", "2.0", '"2"', "null", "-2", "[2]", "2" * 10])
def test_a_colour_is_a_number_and_nothing_else(value: str) -> None:
    with pytest.raises(InputError, match=r"expected (pieces\[2\]\[3\] to be a number|numbers of at most 9 digits)"):
        programs.read_pycsp3(PYCSP3.replace("[0, 0, 7, 5]", f"[0, 0, 7, {value}]"), "x.json")


# ---- pictures, pages and JSON of edgeasp ----


@given(strategies.planted_with_clues())
def test_a_board_is_read_back(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, solution, _ = case
    for data in (marked("<svg></svg>\n", solution, puzzle).encode(), marked_png(b"x" * 40, solution, puzzle)):
        text = board_text(data, "x")
        assert text is not None
        assert plain.read_sol(text, puzzle, "x") == solution


def test_a_marked_picture_is_still_one(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    puzzle, solution = boards.cut_up(5, 4, 4)
    board = Board(puzzle, solution)
    plain, png = board.png(), marked_png(board.png(), solution, puzzle)
    with image.open(BytesIO(png)) as opened, image.open(BytesIO(plain)) as drawn:
        opened.load()
        assert opened.tobytes() == drawn.tobytes()
        assert opened.text["Comment"].startswith(f"{origin_mark(puzzle)}: 0 ")
    assert ElementTree.fromstring(marked(board.svg(), solution, puzzle)).tag.endswith("svg")
    for name, data in (("a.png", png), ("a.svg", marked(board.svg(), solution, puzzle).encode())):
        (tmp_path / name).write_bytes(data)
        assert files.read_solution(str(tmp_path / name), puzzle) == solution
        assert files.read_clues(str(tmp_path / name), puzzle).clues == solution


@pytest.mark.parametrize(("schema", "version", "key"), [("best", 1, "board"), ("solve", 2, "solutions")])
def test_json_of_a_search_is_read(tmp_path: Path, schema: str, version: int, key: str) -> None:
    puzzle, solution = boards.cut_up(3, 3, 4)
    rows = [[each.tile, each.square.col, each.square.row, each.rot] for each in solution]
    path = tmp_path / "it.json"

    def write(content: object, version: int = version) -> None:
        found = {"schema": f"edgeasp.{schema}", "schema_version": version, key: content}
        path.write_text(json.dumps(found), encoding="utf-8")

    several = schema == "solve"
    write([rows] if several else rows)
    assert files.read_solution(str(path), puzzle) == solution
    for wrong in (None, 5, [5], [[0, 0, "a", 0]], [[0, 0, 0]]):
        write([wrong] if several else wrong)
        with pytest.raises(InputError, match=r"it\.json"):
            files.read_solution(str(path), puzzle)
    for many in ([], [rows, rows]) if several else ():
        write(many)
        with pytest.raises(InputError, match=rf"it\.json: expected one board, found {len(many)} solutions"):
            files.read_solution(str(path), puzzle)
    write([rows] if several else rows, version=99)
    with pytest.raises(InputError, match=rf"expected schema_version {version}, found 99: another version of edgeasp"):
        files.read_solution(str(path), puzzle)


# ---- numbers in the first line or before each tile ----

LINES = [" ".join(map(str, tile.sides)) for tile in PUZZLE.tiles]
FROM_1 = [f"{number} {line}" for number, line in enumerate(LINES, start=1)]
FROM_0 = [f"{number} {line}" for number, line in enumerate(LINES)]


def read(*lines: str) -> Document:
    return recognise("\n".join(lines), Origin("x.txt", ".txt")).document


@pytest.mark.parametrize("header", ["3 2 7", "3 2 8", "3,2,7", "# a puzzle\n3 2 7"])
@pytest.mark.parametrize("lines", [LINES, FROM_1, FROM_0], ids=["plain", "from 1", "from 0"])
def test_a_number_of_colours_with_or_without_the_frame(header: str, lines: list[str]) -> None:
    assert read(header, *lines) == Document(PUZZLE)
    assert solves(read(header, *lines).puzzle, SOLUTION)


def test_a_wrong_number_of_colours_in_the_first_line() -> None:
    assert read("3 2 22", *LINES).notes == ("line 1 says 22 colours, and the tiles have 7",)


@pytest.mark.parametrize("lines", [FROM_1, FROM_0, FROM_1[::-1], FROM_0[3:] + FROM_0[:3]])
@pytest.mark.parametrize("separator", [" ", ", ", ";"])
def test_pieces_come_in_any_order(lines: list[str], separator: str) -> None:
    assert read("3 2", *(line.replace(" ", separator) for line in lines)) == Document(PUZZLE)


def test_pieces_without_a_size_make_a_square_or_take_the_size_that_is_given() -> None:
    square = Puzzle(2, 2, PUZZLE.tiles[:4])
    assert plain.read_numbered("\n".join(FROM_1[:4]), "x").puzzle == square
    assert recognise("\n".join(FROM_1), Origin("x.txt", ".txt", size=(3, 2))).document == Document(PUZZLE)
    assert recognise("\n".join(FROM_1), Origin("x.txt", ".txt")).document == Document(PUZZLE), "its zeros fit 3 x 2"
    with pytest.raises(InputError, match=r"^x\.txt:6: .*found 6, as for --size 3x2"):
        read(*(line.replace(" 0", " 9") for line in FROM_1))
    with pytest.raises(InputError, match=r"expected 2 x 3 as --size, found 3 x 2"):
        recognise("\n".join(["3 2", *FROM_1]), Origin("x.txt", ".txt", size=(2, 3)))


def test_numbered_lines_as_written() -> None:
    assert plain.write_numbered(Document(PUZZLE)) == "\n".join(["3 2", *FROM_1]) + "\n"
    assert plain.write_with_colours(Document(PUZZLE)) == "\n".join(["3 2 7", *LINES]) + "\n"
    assert plain.write_numbered(Document(Puzzle(2, 2, PUZZLE.tiles[:4]))) == "\n".join(FROM_1[:4]) + "\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 2 7\n" + "\n".join(LINES[:5]), "x.txt:6: expected 6 tiles for 3 x 2, found 5"),
        ("3 2\n" + "\n".join([*FROM_1[:5], FROM_1[0]]), "x.txt:7: expected each piece once, found piece 1 again"),
        (
            "3 2\n" + "\n".join([*FROM_1[:5], "7 1 2 3 4"]),
            "x.txt:7: expected the number of a piece from 0",
        ),
        ("3 2 7\n" + "\n".join([*LINES[:5], "1 2 x 4"]), "x.txt:7: expected a colour (a natural number), found 'x'"),
    ],
)
def test_what_is_wrong_is_said_by_the_reader_that_it_was_meant_for(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value).startswith(words)


# ---- older boards of eternity2 ----

PTILE_TILES = ("4 7 0 6", "0 0 1 2", "0 0 7 5", "5 3 0 0", "1 0 3 4", "6 0 0 2")
PTILE = "p tile 3 2 7\n" + "\n".join(PTILE_TILES) + "\n"


def test_sides_are_clockwise_and_columns_come_before_rows() -> None:
    document = plain.read_ptile(PTILE, "x.txt")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert plain.write_ptile(document) == PTILE


def test_the_number_of_colours_may_be_absent_and_comments_may_come_first() -> None:
    text = "c 3x2 board with 5 border colors, 1 center colors\n" + PTILE.replace(" 7\n", "\n", 1)
    assert recognise(text, Origin("x.txt", ".txt")).document.puzzle == PUZZLE
    assert recognise(text, Origin("<stdin>", stream=True)).format is plain.PTILE


def test_a_wrong_number_of_colours_is_reported() -> None:
    assert plain.read_ptile(PTILE.replace("2 7", "2 9", 1), "x").notes == (
        "line 1 says 9 colours, and the tiles have 7",
    )


def test_colours_that_the_ring_and_the_inside_share_are_told_apart() -> None:
    # The side between the two tiles in the middle of the board has the 1 of the inside, not that of the ring.
    shared = PTILE.replace("4 7 0 6", "1 7 0 6").replace("1 0 3 4", "1 0 3 1").replace("2 7", "2 6", 1)
    document = plain.read_ptile(shared, "x.txt")
    expected = [(1, 14, 0, 13), (0, 0, 8, 9), (0, 0, 14, 12), (12, 10, 0, 0), (8, 0, 10, 1), (13, 0, 0, 9)]
    assert document.puzzle == Puzzle(3, 2, tuple(map(Tile, expected)))
    assert document.notes == ("ring and inside count their colours apart: those of the ring are raised by 7",)
    assert solves(document.puzzle, SOLUTION)
    both = Puzzle(3, 2, tuple(Tile(tuple(1 if side == 4 else side for side in tile.sides)) for tile in PUZZLE.tiles))  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="colour 1 lies both on the ring and inside"):
        plain.write_ptile(Document(both))


# ---- solutions of Brendan Owen and Eternity2Puzzles.jl ----

OWEN = "3 2\n1 0 0\n0 1 3\n2 0 1\n2 1 2\n1 1 3\n0 0 1\n"
JULIA = "2 3\n0 6 4 7\n1 2 0 0\n7 5 0 0\n0 0 5 3\n3 4 1 0\n0 2 6 0\n"
ET2 = "   2/3   5/3   4/2\n   6/1   1/0   3/1\n"


def test_owen_counts_y_from_the_bottom_and_turns_clockwise() -> None:
    solution = programs.OWEN.read(OWEN, PUZZLE, "x.txt")
    assert solution == SOLUTION
    assert solves(PUZZLE, solution)
    assert programs.OWEN.write(SOLUTION, PUZZLE) == OWEN


def test_owen_holds_whole_boards_only() -> None:
    assert not programs.OWEN.partial
    with pytest.raises(FormatError, match="owen holds whole boards only, and 5 of 6 squares are empty"):
        programs.OWEN.write(Solution(SOLUTION.placements[:1]), PUZZLE)


def test_julia_lists_the_sides_clockwise_from_the_bottom_and_rows_first() -> None:
    document = programs.JULIA.read(JULIA, "x.txt")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert programs.write_julia(Document(PUZZLE)) == JULIA


def test_julia_is_written_with_a_note_on_how_it_is_read_back() -> None:
    """By its zeros it may be the same puzzle with all tiles turned, whose placements are others."""
    made = convert(Document(PUZZLE), programs.JULIA)
    assert made.notes == ("it is read as nesw, where all tiles are turned by a half, unless --from julia is said",)


def test_julia_needs_no_size_line_for_a_square() -> None:
    document = programs.read_julia("1 2 0 0\n" * 4, "x.txt")
    assert document == Document(Puzzle(2, 2, (Tile((0, 0, 1, 2)),) * 4))


def test_julia_reports_pieces_without_zeros() -> None:
    notes = programs.read_julia("1 2 3 4\n" * 4, "x.txt").notes
    assert notes == ("no side is 0, so the puzzle is taken for one without a frame",)


def test_et2_counts_pieces_from_1_and_turns_clockwise() -> None:
    solution = programs.read_et2(ET2, PUZZLE, "x.et2")
    assert by_square(solution) == by_square(SOLUTION)
    assert solves(PUZZLE, solution)
    assert programs.ET2.write(SOLUTION, PUZZLE) == ET2


def test_et2_leaves_squares_empty() -> None:
    text = " ---/- ---/-   4/2\n ---/- ---/- ---/-\n"
    solution = Solution((Placement(3, Square(2, 0), 2),))
    assert programs.ET2.read(text, PUZZLE, "x.et2") == solution
    assert programs.ET2.write(solution, PUZZLE) == text


@pytest.mark.parametrize("name", ["x.txt", "x.sol", "-"])
def test_et2_is_known_by_its_content(name: str) -> None:
    origin = Origin(name, name[1:], stream=name == "-")
    board = recognise_board(ET2, PUZZLE, origin)
    assert (board.format, by_square(board.solution)) == ("et2", by_square(SOLUTION))
    with pytest.raises(InputError, match=r":2: expected a piece from 1 to 6, found 7$"):
        recognise_board(ET2.replace("6/1", "7/1"), PUZZLE, origin)


JULIA_HINTS = "# two of six\n#  Columns: pieceID  row  col  orientation\n#   pieceID : 1-based\n2 0 0 3\n6 1 0 1\n"
LAID = Solution((SOLUTION.placements[1], SOLUTION.placements[5]))


@pytest.mark.parametrize(
    "text",
    [
        JULIA_HINTS,
        "# x y id rot\n0 0 2 3\n0 1 6 1\n",
        "# Row, Column, Tile, Rotation\n0, 0, 1, 3\n1, 0, 5, 1\n0, 1, 0, 1\n",
        "# row col piece rot\n1 1 2 3\n2 1 6 1\n1 3 4 2\n",
    ],
)
def test_hints_have_the_columns_that_a_comment_names(text: str) -> None:
    board = recognise_board(text, PUZZLE, Origin("hints.txt", ".txt"))
    others = {Square(1, 0): Placement(0, Square(1, 0), 3), Square(2, 0): SOLUTION.placements[3]}
    assert board.format == "hints"
    assert board.solution.placements[:2] == LAID.placements
    assert all(laid == others[laid.square] for laid in board.solution.placements[2:])
    assert programs.HINTS.read(programs.HINTS.write(LAID, PUZZLE), PUZZLE, "x") == LAID


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("2 0 0 3", "2 0 0 4", "x.txt:4: expected a rotation from 0 to 3, found 4"),
        ("2 0 0 3", "2 0 0", "x.txt:4: expected a hint '<piece> <row> <col> <rotation>', found 3 fields"),
        ("6 1 0 1", "6 2 0 1", "x.txt:4: expected a row from 1 to 2, found 0"),
        ("6 1 0 1", "2 1 0 1", "x.txt:5: expected each piece once, found piece 2 again (first on line 4)"),
    ],
)
def test_what_is_wrong_with_hints(old: str, new: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        recognise_board(JULIA_HINTS.replace(old, new), PUZZLE, Origin("x.txt", ".txt"))
    assert str(caught.value) == words


def test_facts_with_clues_are_no_hints() -> None:
    text = facts.write(PUZZLE, LAID)
    assert "% Clues: column, row, tile, rotation." in text
    board = recognise_board(text, PUZZLE, Origin("x.lp", ".lp"))
    assert (board.format, by_square(board.solution)) == ("facts", by_square(LAID))


def test_a_sol_whose_comment_names_its_columns_is_a_sol() -> None:
    assert recognise_board("c tile col row rot\n1 0 0 1\n", PUZZLE, Origin("x.sol", ".sol")).format == "sol"


def test_et2_keeps_numbers_of_four_digits_apart() -> None:
    puzzle = Puzzle(32, 32, (Tile((1, 2, 3, 4)),) * 1024)
    solution = Solution(tuple(Placement(tile, square, 1) for tile, square in enumerate(puzzle.grid.squares)))
    assert programs.ET2.read(programs.ET2.write(solution, puzzle), puzzle, "x.et2") == solution
