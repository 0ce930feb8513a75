"""Formats of other programs: what they hold, and what readers expect."""

from __future__ import annotations

import json
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
from edgeasp.formats.plain import embed_in_markup, embed_in_png, find_board_text, tiles_fingerprint
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.formats.examples import PUZZLE, SOLUTION, by_square, read_board
from tests.formats.test_resolve import E2, any_board, copy_of_e2
from tests.support import boards, strategies
from tests.support.strategies import few_colours, partial_solutions, puzzles

# ---- binary CSV ----

ONES = "1" * 16
WORDS = {0: ONES, 1: "0000000000000001", 2: "0000000000000010", 3: "0000000000000011", 4: "0000000000000100"} | {
    5: "0000000000000101", 6: "0000000000000110", 7: "0000000000000111"
}  # fmt: skip
HAND = "3,2\n" + "".join(",".join(WORDS[colour] for colour in tile.sides) + "\n" for tile in PUZZLE.tiles)


def test_the_highest_colour_fits() -> None:
    puzzle = Puzzle(2, 2, (Tile((programs.COLOURS, 1, 2, 0)),) * 4)
    assert programs.read_binary(programs.write_binary(Document(puzzle)), "x.csv").puzzle == puzzle


def pinned(*numbers: str) -> str:
    """The puzzle drawn by hand, with these numbers behind its lines."""
    size, *lines = HAND.splitlines()
    return "\n".join([size, *(f"{line},{after}" for line, after in zip(lines, numbers, strict=True))]) + "\n"


def test_a_piece_at_the_top_left_without_a_turn_is_written_turned() -> None:
    document = Document(PUZZLE, Solution((Placement(1, Square(0, 0), 0),)))
    converted = convert(document, programs.BINARY)
    assert converted.notes == (
        "tile 1 is written rotated: it is pinned at the top left, where 0,0,0 would mean that it is not pinned",
    )
    again = programs.read_binary(converted.text, "x.csv")
    [hint] = again.placements
    assert (hint.square, again.puzzle.sides(hint)) == (Square(0, 0), PUZZLE.tiles[1].sides)
    assert [tile.appearance for tile in again.puzzle.tiles] == [tile.appearance for tile in PUZZLE.tiles]
    assert programs.write_binary(again) == converted.text


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
    copy = known.known_copy(puzzle)
    assert copy is not None
    text = viewer.write_boarddoc(copy.to_file.translate(board), puzzle)
    assert text == viewer.write_boarddoc(board, E2.puzzle)
    assert by_square(read_board(viewer.BOARDDOC_BOARD, text, puzzle, "x")) == by_square(copy.to_file.translate(board))


def test_numbers_alone_are_those_of_eternity_ii() -> None:
    board = any_board(3, 60)
    values = json.loads(viewer.write_boarddoc(board, E2.puzzle))
    text = json.dumps({"size": 16, "board": values["board"]})
    found = recognise(text, Origin("x.json", ".json"))
    assert (found.format_name, found.puzzle) == ("boarddoc", E2.puzzle)
    assert by_square(found.placements) == by_square(board)


def test_a_score_that_is_not_that_of_the_board_is_reported() -> None:
    text = viewer.write_boarddoc(any_board(4), E2.puzzle)
    score = json.loads(text)["score"]
    laid = recognise_board(text.replace(f'"score": {score}', '"score": 470'), E2.puzzle, Origin("x", ".json"))
    assert laid.notes == (f"says a score of 470, and the board has {score}",)
    assert recognise_board(text, E2.puzzle, Origin("x", ".json")).notes == ()


def test_a_score_may_leave_out_where_two_sides_of_the_frame_meet() -> None:
    puzzle = Puzzle(2, 2, (Tile((0, 0, 1, 1)),) * 4)
    text = '{"size": 2, "score": %d, "board_edges": "aabbbaababbabbaa"}'
    matched = check(puzzle, recognise_board(text % 0, puzzle, Origin("x")).placements).matched
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
        (PUZZLE, "only square boards"),
        (Puzzle(32, 32, (Tile((1, 2, 3, 4)),) * 1024), "pieces up to 999, and this puzzle has 1024"),
    ],
)
def test_what_cannot_be_written(puzzle: Puzzle, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        viewer.write_boarddoc(SOLUTION, puzzle)


# ---- pictures, pages and JSON of edgeasp ----


@given(strategies.planted_with_clues())
def test_a_board_is_read_back(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, solution, _ = case
    for data in (
        embed_in_markup("<svg></svg>\n", solution, puzzle).encode(),
        embed_in_png(b"x" * 40, solution, puzzle),
    ):
        text = find_board_text(data, "x")
        assert text is not None
        assert plain.read_sol(text, puzzle, "x") == solution


def test_a_marked_picture_is_still_one(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    puzzle, solution = boards.cut_up(5, 4, 4)
    board = Board(puzzle, solution)
    plain, png = board.png(), embed_in_png(board.png(), solution, puzzle)
    with image.open(BytesIO(png)) as opened, image.open(BytesIO(plain)) as drawn:
        opened.load()
        assert opened.tobytes() == drawn.tobytes()
        assert opened.text["Comment"].startswith(f"{tiles_fingerprint(puzzle)}: 0 ")
    assert ElementTree.fromstring(embed_in_markup(board.svg(), solution, puzzle)).tag.endswith("svg")
    for name, data in (("a.png", png), ("a.svg", embed_in_markup(board.svg(), solution, puzzle).encode())):
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


def read(*lines: str) -> Document:
    return recognise("\n".join(lines), Origin("x.txt", ".txt"))


def test_numbered_lines_as_written() -> None:
    assert plain.write_numbered(Document(PUZZLE)) == "\n".join(["3 2", *FROM_1]) + "\n"
    assert plain.write_with_colours(Document(PUZZLE)) == "\n".join(["3 2 7", *LINES]) + "\n"
    assert plain.write_numbered(Document(Puzzle(2, 2, PUZZLE.tiles[:4]))) == "\n".join(FROM_1[:4]) + "\n"


# ---- solutions of Brendan Owen and Eternity2Puzzles.jl ----

OWEN = "3 2\n1 0 0\n0 1 3\n2 0 1\n2 1 2\n1 1 3\n0 0 1\n"
JULIA = "2 3\n0 6 4 7\n1 2 0 0\n7 5 0 0\n0 0 5 3\n3 4 1 0\n0 2 6 0\n"
ET2 = "   2/3   5/3   4/2\n   6/1   1/0   3/1\n"


def test_owen_holds_whole_boards_only() -> None:
    assert not programs.OWEN.partial
    with pytest.raises(FormatError, match="owen supports only complete boards, and 5 of 6 squares are empty"):
        programs.OWEN.write(Solution(SOLUTION.placements[:1]), PUZZLE)


def test_julia_is_written_with_a_note_on_how_it_is_read_back() -> None:
    """By its zeros it may be the same puzzle with all tiles turned, whose placements are others."""
    made = convert(Document(PUZZLE), programs.JULIA)
    assert made.notes == ("read as nesw, which rotates all tiles by 180 degrees: --from julia reads it the other way",)


LAID = Solution((SOLUTION.placements[1], SOLUTION.placements[5]))


def test_facts_with_clues_are_no_hints() -> None:
    text = facts.write_facts(PUZZLE, LAID)
    assert "% Clues: column, row, tile, rotation." in text
    board = recognise_board(text, PUZZLE, Origin("x.lp", ".lp"))
    assert (board.format_name, by_square(board.placements)) == ("facts", by_square(LAID))


def test_et2_keeps_numbers_of_four_digits_apart() -> None:
    puzzle = Puzzle(32, 32, (Tile((1, 2, 3, 4)),) * 1024)
    solution = Solution(tuple(Placement(tile, square, 1) for tile, square in enumerate(puzzle.grid.squares)))
    assert programs.ET2.read(programs.ET2.write(solution, puzzle), puzzle, "x.et2") == solution
