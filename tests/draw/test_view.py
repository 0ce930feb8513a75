"""The view of a board agrees with the checker."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.draw import shapes, terminal
from edgeasp.draw.board import NOTICE, WRONG, board_picture
from edgeasp.draw.page.html import BoardPage
from edgeasp.draw.view import DrawStyle, Remark, board_view
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sign, Solution, Square, Tile
from tests.draw.pictured import SIZES, spoilt
from tests.support.boards import FRAME_3X3
from tests.support.strategies import partial_solutions, with_placements

ONE_SIGN = Puzzle(2, 2, (Tile((1, 1, 1, 1), Sign.PLUS), Tile((1, 1, 1, 1), Sign.PLUS), *[Tile((1, 1, 1, 1))] * 2))


@st.composite
def boards(draw: st.DrawFn) -> tuple[Puzzle, Solution, Solution]:
    puzzle, solution = draw(with_placements())
    return puzzle, solution, draw(partial_solutions(puzzle))


@given(boards())
def test_as_many_mismatches_as_the_checker_finds(board: tuple[Puzzle, Solution, Solution]) -> None:
    view = board_view(*board)
    assert view.report == check(*board)
    found = [violation.condition for violation in view.report.violations]
    clashes = [mismatch.condition for mismatch in view.mismatches]
    assert clashes.count(Condition.ADJOINING) == found.count(Condition.ADJOINING)
    assert clashes.count(Condition.BOUNDARY) == found.count(Condition.BOUNDARY)
    on_squares = [violation.condition for field in view.fields.values() for violation in field.violations]
    for condition in (Condition.SIGN, Condition.CLUE):
        assert on_squares.count(condition) == found.count(condition)


@given(boards())
def test_mismatches_are_where_sides_do_not_fit(board: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, _, _ = board
    view = board_view(*board)
    expected = set()
    for field in view.fields.values():
        for side in Side:
            there = view.fields.get(field.square.neighbour(side))
            if field.sides is None:
                continue
            if there is None and puzzle.framed and field.sides[side] != FRAME:
                expected.add((field.square, side, Condition.BOUNDARY))
            if there is None or there.sides is None or side not in (Side.EAST, Side.SOUTH):
                continue
            if field.sides[side] != there.sides[side.opposite]:
                expected.add((field.square, side, Condition.ADJOINING))
            if field.sign and field.sign is there.sign:
                expected.add((field.square, side, Condition.SIGN))
    assert {(each.square, each.side, each.condition) for each in view.mismatches} == expected
    assert len(view.mismatches) == len(expected)


@given(boards())
def test_fields_hold_the_content_of_the_squares(board: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, solution, clues = board
    view = board_view(*board)
    assert [field.square for field in view.fields.values()] == list(puzzle.grid.squares)
    assert {field.square: field.placement for field in view.fields.values() if field.placement} == solution.by_square()
    assert {field.square for field in view.fields.values() if field.clue} == {clue.square for clue in clues}
    for field in view.fields.values():
        assert field.sides == (puzzle.sides(field.placement) if field.placement else None)
        assert field.sign == (puzzle.tiles[field.placement.tile].sign if field.placement else None)


def test_equal_signs_that_meet_are_marked_once_and_one_of_the_squares_is_named() -> None:
    laid = Solution((Placement(0, Square(0, 0), 0), Placement(1, Square(1, 0), 0)))
    view = board_view(ONE_SIGN, laid)
    assert [(each.square, each.side, each.condition) for each in view.mismatches] == [
        (Square(0, 0), Side.EAST, Condition.SIGN)
    ]
    assert sum(bool(field.violations) for field in view.fields.values()) == 1


def test_where_colour_and_sign_are_wrong_the_mark_is_that_of_the_colour() -> None:
    puzzle = Puzzle(2, 2, (ONE_SIGN.tiles[0], Tile((2, 2, 2, 2), Sign.PLUS), *ONE_SIGN.tiles[2:]))
    view = board_view(puzzle, Solution((Placement(0, Square(0, 0), 0), Placement(1, Square(1, 0), 0))))
    assert [each.condition for each in view.mismatches] == [Condition.ADJOINING, Condition.SIGN]
    assert view.mismatch_on[Square(0, 0), Side.EAST].condition is Condition.ADJOINING


def test_the_summary() -> None:
    board = SIZES[4]
    assert board_view(board.puzzle, board.solution).summary == "24 of 24 edges match: solved"
    bad = spoilt(board)
    report = check(bad.puzzle, bad.solution, bad.clues)
    assert board_view(bad.puzzle, bad.solution, bad.clues).summary == (
        f"{report.matched} of 24 edges match, {len(report.missing)} empty squares, "
        f"{len(report.violations)} broken conditions"
    )


# ---- remarks ----


BOARD = Solution((Placement(3, Square(0, 0), 1),))
REMARKS = (
    Remark(Square(0, 0), "lift tile 3", wrong=True),
    Remark(Square(2, 1), "go on here"),
    Remark(Square(1, 1), "always tile 8", label="8!"),
)


def test_the_view_of_a_square_knows_what_is_said_of_it() -> None:
    fields = board_view(FRAME_3X3, BOARD, remarks=REMARKS).fields
    assert [square for square, field in fields.items() if field.wrong] == [Square(0, 0)]
    assert [square for square, field in fields.items() if field.highlighted] == [Square(2, 1)]
    assert {square: field.label for square, field in fields.items() if field.label} == {Square(1, 1): "8!"}


@pytest.mark.parametrize("width", [80, 16, 9])
@pytest.mark.parametrize("style", [DrawStyle(), DrawStyle(colour=True), DrawStyle(colour=True, numbers=False)])
def test_a_board_at_a_terminal(width: int, style: DrawStyle) -> None:
    shown = terminal.draw_board(FRAME_3X3, BOARD, width, style, remarks=REMARKS).plain
    plain = terminal.draw_board(FRAME_3X3, BOARD, width, style).plain
    assert shown.count("?") == plain.count("?") + 1
    # A label that has no room is left out.
    assert ("8!" in shown) == (width > 9 or style.colour)
    assert shown.count("!") == plain.count("!") + 1 + ("8!" in shown)


def test_a_picture() -> None:
    text = shapes.write_svg(board_picture(board_view(FRAME_3X3, BOARD, remarks=REMARKS)), 80)
    plain = shapes.write_svg(board_picture(board_view(FRAME_3X3, BOARD)), 80)
    for paint in (WRONG, NOTICE):
        assert text.count(paint) == plain.count(paint) + 1
    for remark in REMARKS:
        assert remark.text in text
        assert remark.text not in plain
    assert ">8!</text>" in text


def test_a_page() -> None:
    page = BoardPage(FRAME_3X3, Solution(), "x")
    page.add("board", BOARD, REMARKS)
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.text(), re.DOTALL)
    assert found
    [board] = json.loads(found[1])["boards"]
    assert board["wrong"] == [0]
    assert board["pointedOut"] == [5]
    assert board["labels"] == {"4": "8!"}
    assert board["remarks"] == [[0, 0, "lift tile 3"], [2, 1, "go on here"], [1, 1, "always tile 8"]]
