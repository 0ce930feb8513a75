"""The board of `solve --watch` is as large as fits."""

from __future__ import annotations

import pytest

from edgeasp.draw.palette import rgb
from edgeasp.draw.terminal import live_board, mosaic
from edgeasp.puzzle.model import Placement, Solution
from tests.support import boards

PUZZLE = boards.planted(1, 16, 12, 9, framed=True)
PART = Solution(tuple(Placement(tile, square, 0) for tile, square in list(enumerate(PUZZLE.grid.squares))[::2]))


@pytest.mark.parametrize(
    ("room", "size"),
    [
        ((200, 60), (128, 48)),
        ((128, 48), (128, 48)),
        ((127, 48), (64, 24)),
        ((128, 47), (64, 24)),
        ((64, 24), (64, 24)),
        ((63, 24), (32, 12)),
        ((64, 23), (32, 12)),
        ((32, 12), (32, 12)),
        ((31, 12), None),
        ((32, 11), None),
    ],
)
def test_in_colour_the_largest_that_fits(room: tuple[int, int], size: tuple[int, int] | None) -> None:
    shown = live_board(PUZZLE, PART, *room, colour=True)
    assert size == (shown and (max(map(len, shown.plain.split("\n"))), shown.plain.count("\n") + 1))


def test_without_colour_the_numbers_if_they_fit_and_else_where_tiles_lie() -> None:
    large, small = (live_board(PUZZLE, PART, 100, height, colour=False) for height in (60, 12))
    assert large is not None
    assert small is not None
    assert "9" in large.plain
    rows = small.plain.split("\n")
    assert [len(row) for row in rows] == [32] * 12
    laid = {(placement.square.col, placement.square.row) for placement in PART}
    assert laid == {(col, row) for row, line in enumerate(rows) for col in range(16) if line[2 * col] == "#"}


def test_a_mosaic_shows_all_four_sides() -> None:
    shown = mosaic(PUZZLE, PART, colour=True)
    sides = PUZZLE.sides(PART.placements[0])
    styles = [str(span.style) for span in shown.spans[:2]]
    assert styles == [f"{rgb(sides[0])} on {rgb(sides[3])}", f"{rgb(sides[1])} on {rgb(sides[2])}"]
