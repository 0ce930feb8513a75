"""Boards checked many at a time: the verdict of the checker on each of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.checker import EVERY, Condition, check
from edgeasp.puzzle.mass_checker import NEEDED, MassChecker
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from tests.support.strategies import planted_with_clues

OPTIONAL = sorted(EVERY - NEEDED, key=lambda condition: condition.value)


def verdicts(checker: MassChecker, puzzle: Puzzle, boards: list[list[Placement]]) -> list[bool]:
    """What the checker says of boards; a square that is not on the board has a number that no square has."""
    number = {square: index for index, square in enumerate(puzzle.grid.squares)}
    rows = [[(each.tile, number.get(each.square, -1), each.rot) for each in board] for board in boards]
    tiles, squares, turns = np.moveaxis(np.array(rows), 2, 0)
    return [bool(each) for each in checker.solved(tiles, squares, turns)]


@st.composite
def changed(draw: st.DrawFn, solution: Solution) -> list[Placement]:
    """The placements of a solution in any order, perhaps with two of them altered."""
    placements = list(draw(st.permutations(list(solution))))
    index = st.integers(0, len(placements) - 1)
    one, other = draw(index), draw(index)
    match draw(st.sampled_from(["as it is", "turned", "exchanged", "twice", "no tile", "no square", "no turn"])):
        case "turned":
            placements[one] = replace(placements[one], rot=draw(st.integers(0, 3)))
        case "exchanged":
            tiles = placements[one].tile, placements[other].tile
            placements[one] = replace(placements[one], tile=tiles[1])
            placements[other] = replace(placements[other], tile=tiles[0])
        case "twice":
            placements[one] = placements[other]
        case "no tile":
            placements[one] = replace(placements[one], tile=draw(st.sampled_from([-1, len(placements)])))
        case "no square":
            placements[one] = replace(placements[one], square=Square(-1, 0))
        case "no turn":
            placements[one] = replace(placements[one], rot=draw(st.sampled_from([-1, 4])))
    return placements


@given(planted_with_clues(), st.data())
def test_the_verdict_is_that_of_the_checker(made: tuple[Puzzle, Solution, Solution], data: st.DataObject) -> None:
    puzzle, solution, clues = made
    boards = data.draw(st.lists(changed(solution), min_size=1, max_size=6))
    for conditions in (EVERY, NEEDED, NEEDED | data.draw(st.sets(st.sampled_from(OPTIONAL)))):
        checker = MassChecker(puzzle, clues, conditions)
        reports = [check(puzzle, Solution(tuple(board)), clues, conditions) for board in boards]
        assert verdicts(checker, puzzle, boards) == [report.solved for report in reports]
        assert {report for report in reports if report.solved} <= {checker.report}


@pytest.mark.parametrize(
    ("signs", "right"), [("....", True), ("+-.+", True), ("-++-", True), ("++..", False), ("+..-", False)]
)
def test_signs(signs: str, right: bool) -> None:
    """On a board of 2x2 squares where everything matches; tiles 0 and 3 lie on one colour of the checkerboard."""
    known = {"+": Sign.PLUS, "-": Sign.MINUS, ".": None}
    puzzle = Puzzle(2, 2, tuple(Tile((1, 1, 1, 1), known[sign]) for sign in signs))
    board = [Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)]
    assert verdicts(MassChecker(puzzle), puzzle, [board]) == [right] == [check(puzzle, Solution(tuple(board))).solved]


def test_boards_that_match_and_are_no_solutions() -> None:
    """Of tiles with 0 on one side and 1 on the others, so that every corner of the board has a 1 on the outside."""
    equal, corners = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4), Puzzle(2, 2, (Tile((0, 1, 1, 1)),) * 4)
    board = [Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)]
    twice = [replace(board[0], tile=1), *board[1:]]
    assert verdicts(MassChecker(equal), equal, [board, twice]) == [True, False]
    turned = [replace(each, rot=2 * each.square.row) for each in board]
    assert check(corners, Solution(tuple(turned)), conditions=NEEDED).solved
    assert verdicts(MassChecker(corners, conditions=NEEDED), corners, [turned]) == [True]
    assert verdicts(MassChecker(corners), corners, [turned]) == [False]


def test_a_clue_that_cannot_be_fulfilled() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4)
    board = [Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)]
    for clue, right in [(board[2], True), (replace(board[2], tile=1), False), (replace(board[2], tile=7), False)]:
        assert verdicts(MassChecker(puzzle, Solution((clue,))), puzzle, [board]) == [right]


@pytest.mark.parametrize("lost", [Condition.TILE, Condition.SQUARE, Condition.ADJOINING])
def test_boards_that_need_not_match_are_left_to_the_checker(lost: Condition) -> None:
    with pytest.raises(ValueError, match="have to match"):
        MassChecker(Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4), conditions=EVERY - {lost})


def test_a_board_has_no_hole() -> None:
    """Of tiles that are all alike, two lie on one square: every other condition holds."""
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4)
    tiles, squares = np.array([[0, 1, 2, 3]] * 3), np.array([[0, 1, 2, 3], [0, 0, 1, 2], [3, 1, 1, 0]])
    solved = MassChecker(puzzle).solved(tiles, squares, np.zeros_like(tiles))
    assert solved.tolist() == [True, False, False]
