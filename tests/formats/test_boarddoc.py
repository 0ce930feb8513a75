"""BoardDoc: a board with its letters, numbers, score and hash, without a list of pieces."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import viewer
from edgeasp.formats.document import Document
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.system.errors import FormatError
from tests.formats.hand import PUZZLE, SOLUTION, by_square, read_board
from tests.formats.test_known import E2, any_board, copy_of_e2
from tests.support.strategies import few_colours, partial_solutions, puzzles


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


def test_what_is_written() -> None:
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
