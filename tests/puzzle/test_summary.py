"""The summary of a board: what lies on it, what matches, which clues it keeps, and how squares are named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution, Square, Tile, place_name, row_name
from edgeasp.puzzle.summary import (
    PublishedPuzzle,
    RepeatedTile,
    Zone,
    seems_foreign,
    summarize,
    summary_headline,
    summary_lines,
)
from edgeasp.puzzle.symmetry import Motion, moved_solution
from tests.formats.examples import PUZZLE, SOLUTION
from tests.support.boards import cut_up
from tests.support.strategies import partial_solutions, puzzles


def swapped(solution: Solution, one: int, other: int) -> Solution:
    """The board with two tiles on each other's squares."""
    placed = list(solution)
    placed[one], placed[other] = (
        replace(placed[one], square=placed[other].square),
        replace(placed[other], square=placed[one].square),
    )
    return Solution(tuple(placed))


@pytest.mark.parametrize(
    ("square", "name"), [((0, 0), "A1"), ((7, 8), "I8"), ((15, 15), "P16"), ((0, 26), "AA1"), ((9, 701), "ZZ10")]
)
def test_squares_have_the_names_of_the_board_of_eternity_ii(square: tuple[int, int], name: str) -> None:
    assert place_name(Square(*square)) == name


def test_rows_have_different_names() -> None:
    assert len({row_name(row) for row in range(2000)}) == 2000


def test_a_solved_board() -> None:
    summary = summarize(PUZZLE, SOLUTION)
    assert summary_headline(summary) == "7 of 7 edges match"
    assert dict(summary_lines(summary)) == {
        "puzzle": "3 x 2, framed, not a known puzzle",
        "tiles": "6 of 6, each once",
        "score": "7 of 7 edges",
        "mismatches": "none",
        "frame": "whole; 6 of 6 edges along it match",
    }


@given(st.data())
def test_the_numbers_are_those_of_the_checker(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    board = data.draw(partial_solutions(puzzle))
    summary, report = summarize(puzzle, board), check(puzzle, board)
    assert summary.report == report
    wrong = [each for each in report.violations if each.condition is Condition.ADJOINING]
    assert [each.square for each in summary.mismatches] == [each.square for each in wrong]
    assert summary.placed == len(board)
    assert summary.repeated == ()
    held = [square for square in puzzle.grid.squares if square in board.by_square()]
    pairs = sum(here in held and there in held for here, _, there in puzzle.grid.pairs)
    assert report.matched + len(summary.mismatches) == pairs
    assert 0 <= summary.frame_met <= report.matched
    assert sum(bool(words) for _, words in summary_lines(summary)) == 5 - (not puzzle.framed)


def test_mismatches_by_place() -> None:
    puzzle, solution = cut_up(5, 5, 5)
    on = {each.square: index for index, each in enumerate(solution)}
    board = swapped(swapped(solution, on[Square(2, 2)], on[Square(2, 1)]), on[Square(1, 0)], on[Square(3, 0)])
    summary = summarize(puzzle, board)
    zones = {(each.square, each.side): each.zone for each in summary.mismatches}
    expected = {Zone.RING: set(), Zone.RIM: set(), Zone.INSIDE: set()}  # type: ignore[var-annotated]
    for (square, side), zone in zones.items():
        expected[zone].add((square, side))
    border = [0, 4]
    for square, side in expected[Zone.RING]:
        other = square.neighbour(side)
        assert (square.col in border and other.col == square.col) or (square.row in border and other.row == square.row)
    for square, side in expected[Zone.INSIDE]:
        assert not {square.col, square.row, *square.neighbour(side)} & {*border}
    assert all(zones)
    assert (Square(2, 2), Side.EAST) in zones or (Square(1, 2), Side.EAST) in zones


def test_diamonds_between_border_tiles_that_do_not_lie_along_one_side() -> None:
    """On a board of two rows, tiles above each other are both on the frame, but what they share is not along it."""
    summary = summarize(PUZZLE, SOLUTION)
    assert (summary.ring_matched, summary.ring_diamonds) == (6, 6), "the left, the right, and the four above and below"


def test_tiles_that_lie_several_times() -> None:
    placements = [*SOLUTION.placements[1:], Placement(1, Square(1, 1), 0)]
    summary = summarize(PUZZLE, Solution(tuple(placements)))
    assert summary.repeated == (RepeatedTile(1, None, (Square(0, 0), Square(1, 1))),)
    assert dict(summary_lines(summary))["tiles"] == "5 of 6 on 6 squares: tile 1 at A1, B2"
    assert "1 of them several times" in summary_headline(summary)


def test_a_broken_frame_and_frames_that_meet() -> None:
    puzzle = Puzzle(3, 2, (Tile((0, 1, 0, 1)), *PUZZLE.tiles[1:]))
    board = Solution((Placement(0, Square(0, 0), 1), Placement(1, Square(1, 0), 3)))
    summary = summarize(puzzle, board)
    words = dict(summary_lines(summary))
    assert words["frame"] == "broken on 2 squares; 0 of 6 edges along it match"
    assert summary.frame_met == sum(
        puzzle.sides(one)[side] == puzzle.sides(other)[side.opposite] == 0
        for one in board
        for other in board
        for side in (Side.EAST, Side.SOUTH)
        if one.square.neighbour(side) == other.square
    )


def test_official_clues() -> None:
    official = Solution(SOLUTION.placements[:4])
    known = PublishedPuzzle("By hand", (), (11, 12, 13, 14, 15, 16), official)
    board = Solution(
        (
            SOLUTION.placements[0],
            replace(SOLUTION.placements[1], rot=0),
            replace(SOLUTION.placements[4], square=SOLUTION.placements[2].square),
        )
    )
    summary = summarize(PUZZLE, board, published=known)
    assert [each.kept for each in summary.clues] == [True, False, False, False]
    words = dict(summary_lines(summary))
    assert words["puzzle"] == "By hand, tiles as published"
    assert words["official clues"] == (
        "1 of 4 kept: B2 (11); not A1 (12), which is rotated, B3 (13), A3 (14), which is empty"
    )
    assert summary_headline(summary).startswith("By hand: ")
    assert summary_headline(summary).endswith("1 of 4 official clues")
    assert summary.tile_name(2) == "tile 13"


def test_a_puzzle_that_is_known_by_name_only() -> None:
    summary = summarize(PUZZLE, SOLUTION, published=PublishedPuzzle("a puzzle"))
    assert dict(summary_lines(summary))["puzzle"] == "a puzzle"
    assert not summary.has_details
    assert summary.clues == ()


def test_a_board_of_another_puzzle_hardly_matches() -> None:
    one, solution = cut_up(5, 5, 5)
    other, foreign = cut_up(5, 5, 7)
    assert not seems_foreign(one, solution)
    assert not seems_foreign(one, Solution(solution.placements[:3]))
    assert seems_foreign(one, foreign) or one == other


@pytest.mark.parametrize(("quarters", "words"), [(1, "270 degrees"), (2, "180 degrees"), (3, "90 degrees")])
def test_a_board_that_keeps_more_clues_turned(quarters: int, words: str) -> None:
    puzzle, solution = cut_up(4, 4, 3)
    known = PublishedPuzzle("By hand", (), tuple(range(1, 17)), Solution(solution.placements[:2]))
    upright = summarize(puzzle, solution, published=known)
    assert upright.turn is None
    summary = summarize(puzzle, moved_solution(puzzle, solution, Motion(quarters)), published=known)
    assert summary.turn == (4 - quarters, 2)
    assert dict(summary_lines(summary))["official clues"].endswith(f"; 2 if the board is rotated by {words}")
