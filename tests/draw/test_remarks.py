"""Remarks on squares: what is wrong, what is pointed out, and the labels of empty squares, in every drawing."""

from __future__ import annotations

import json
import re

import pytest

from edgeasp.draw import shapes, terminal
from edgeasp.draw.board import NOTICE, WRONG, board_picture
from edgeasp.draw.page.html import Page
from edgeasp.draw.view import DrawStyle, Remark, board_view
from edgeasp.puzzle.model import Placement, Solution, Square
from tests.support.boards import FRAME_3X3

BOARD = Solution((Placement(3, Square(0, 0), 1),))
REMARKS = (
    Remark(Square(0, 0), "lift tile 3", wrong=True),
    Remark(Square(2, 1), "go on here"),
    Remark(Square(1, 1), "always tile 8", label="8!"),
)


def test_the_view_of_a_square_knows_what_is_said_of_it() -> None:
    fields = board_view(FRAME_3X3, BOARD, remarks=REMARKS).fields
    assert [square for square, field in fields.items() if field.wrong] == [Square(0, 0)]
    assert [square for square, field in fields.items() if field.pointed_out] == [Square(2, 1)]
    assert {square: field.label for square, field in fields.items() if field.label} == {Square(1, 1): "8!"}


@pytest.mark.parametrize("width", [80, 16, 9])
@pytest.mark.parametrize("style", [DrawStyle(), DrawStyle(colour=True), DrawStyle(colour=True, numbers=False)])
def test_a_board_at_a_terminal(width: int, style: DrawStyle) -> None:
    shown = terminal.board(FRAME_3X3, BOARD, width, style, remarks=REMARKS).plain
    plain = terminal.board(FRAME_3X3, BOARD, width, style).plain
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
    page = Page(FRAME_3X3, Solution(), "x")
    page.add("board", BOARD, REMARKS)
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.text(), re.DOTALL)
    assert found
    [board] = json.loads(found[1])["boards"]
    assert board["wrong"] == [0]
    assert board["pointedOut"] == [5]
    assert board["labels"] == {"4": "8!"}
    assert board["remarks"] == [[0, 0, "lift tile 3"], [2, 1, "go on here"], [1, 1, "always tile 8"]]
