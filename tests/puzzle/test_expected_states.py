"""The expected number of states of a count over a frontier, beside the number that is reached."""

from __future__ import annotations

from math import exp

import pytest

from edgeasp.puzzle.expected_states import best_frontier
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.solvers.frontier import FrontierCount
from tests.support import boards
from tests.support.counting import COMPILER


def reached(puzzle: Puzzle, clues: Solution = Solution()) -> int:
    search = FrontierCount(puzzle, clues, best_frontier(puzzle, clues).squares)
    search.run(1 << 28)
    return search.states


@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
@pytest.mark.parametrize(
    ("puzzle", "least", "most"),
    [
        (boards.planted(1, 3, 3, 3), 1, 2),
        (boards.planted(1, 4, 3, 3), 1, 2),
        (boards.planted(1, 3, 4, 3), 1, 2),
        (boards.planted(1, 3, 5, 2), 1, 2),
        (boards.planted(1, 4, 3, 5), 1, 4),
        (boards.planted(1, 4, 4, 2, framed=True), 1, 100),
        (boards.planted(1, 6, 4, 3, framed=True), 1, 100),
    ],
    ids=lambda value: f"{value.cols}x{value.rows}" if isinstance(value, Puzzle) else "",
)
def test_it_is_near_the_number_reached(puzzle: Puzzle, least: float, most: float) -> None:
    assert least <= exp(best_frontier(puzzle).log_states) / reached(puzzle) <= most


def test_the_frontier_runs_along_the_shorter_side() -> None:
    """A state of few squares has few colours to show."""
    wide, high = best_frontier(boards.planted(1, 5, 3, 3)), best_frontier(boards.planted(1, 3, 5, 3))
    assert {square.col for square in wide.squares[:3]} == {0}
    assert {square.row for square in high.squares[:3]} == {0}


def test_what_is_given_leaves_no_choice() -> None:
    puzzle = boards.planted(1, 3, 3, 3)
    clues = Solution((Placement(4, Square(1, 1), 0), Placement(2, Square(2, 2), 1)))
    order = best_frontier(puzzle, clues)
    assert set(order.squares[:2]) == {Square(1, 1), Square(2, 2)}
    assert order.log_states < best_frontier(puzzle).log_states


def test_identical_tiles_are_no_choice() -> None:
    """After each of the squares one state, but for the colours of open sides, of which there is one."""
    order = best_frontier(Puzzle(3, 3, (Tile((1, 1, 1, 1)),) * 9))
    assert exp(order.log_states) == pytest.approx(9)


def test_a_frame_colour_inside_has_no_estimate() -> None:
    tiles = (*(Tile((0, 1, 1, 1)),) * 8, Tile((1, 1, 1, 1)), *(Tile((0, 1, 0, 1)),) * 4)
    puzzle = Puzzle(3, 3, tiles[:9])
    assert puzzle.framed
    with pytest.raises(ValueError, match="determine"):
        best_frontier(puzzle)
