"""The expected number of ways to fill a part of a board: exact for one square, about right in the mean for more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, inf, isfinite, log

import pytest
from hypothesis import given

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.expected import fitting, log_fillings
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Solution, Square, Tile, turned
from tests.support import boards
from tests.support.boards import planted
from tests.support.strategies import planted as any_planted


def ways(puzzle: Puzzle, squares: Sequence[Square], laid: dict[Square, tuple[int, Sides]] | None = None) -> int:
    """The number of ways to fill squares, by trying all of them."""
    laid = laid or {}
    if len(laid) == len(squares):
        return 1
    square = squares[len(laid)]
    used = {tile for tile, _ in laid.values()}
    return sum(
        ways(puzzle, squares, laid | {square: (index, shown)})
        for index, tile in enumerate(puzzle.tiles)
        if index not in used
        for shown in (turned(tile.sides, rot) for rot in range(4))
        if all(fits(puzzle, laid, square, side, shown[side]) for side in Side)
    )


def fits(puzzle: Puzzle, laid: dict[Square, tuple[int, Sides]], square: Square, side: Side, colour: int) -> bool:
    if puzzle.framed and (side in puzzle.grid.outer_sides(square)) != (colour == FRAME):
        return False
    beyond = laid.get(square.neighbour(side))
    return beyond is None or beyond[1][side.opposite] == colour


def test_without_a_frame_any_tile_lies_anywhere_in_four_rotations() -> None:
    found = log_fillings(boards.GOLDEN, [Square(0, 0), Square(1, 1)])
    assert list(map(exp, found)) == pytest.approx([16, 16 * 12])


def test_in_a_frame_a_corner_takes_corner_tiles_in_one_rotation() -> None:
    found = log_fillings(boards.FRAME_3X3, [Square(2, 0), Square(1, 1), Square(0, 1)])
    # The side tile meets the centre, and all four colours of the inside are on two sides.
    assert list(map(exp, found[:2])) == pytest.approx([4, 4 * 4])
    assert found[2] < log(4 * 4 * 4)


@given(any_planted(surplus=False))
def test_a_clue_is_filled_already(pair: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = pair
    clue = solution.placements[0]
    [nothing] = log_fillings(puzzle, [clue.square], Solution((clue,)))
    assert nothing == 0
    beside = next(square for square in map(clue.square.neighbour, Side) if square in puzzle.grid)
    assert log_fillings(puzzle, [beside], Solution((clue,)))[0] <= log_fillings(puzzle, [beside])[0]


def test_too_few_tiles_of_a_kind_are_never_enough() -> None:
    tiles = list(boards.FRAME_3X3.tiles)
    one, other, *_ = (index for index, tile in enumerate(tiles) if tile.sides.count(FRAME) == 1)
    tiles[one], tiles[other] = Tile((0, 0, 1, 1)), Tile((1, 1, 1, 1))
    found = log_fillings(Puzzle(3, 3, tuple(tiles)), [Square(1, 0), Square(0, 1), Square(2, 1)])
    assert isfinite(found[1])
    assert found[2] == -inf


def test_zeros_to_spare_are_refused() -> None:
    with pytest.raises(ValueError, match="only if all sides of the frame colour lie outside"):
        log_fillings(planted(1, 3, 3, 2, framed=True, surplus=True), [Square(0, 0)])


@pytest.mark.long
@pytest.mark.parametrize("framed", [False, True])
def test_the_mean_over_many_puzzles_is_about_right(framed: bool) -> None:
    squares = [Square(0, 0), Square(1, 0), Square(0, 1), Square(1, 1)]
    expected, true = 0.0, 0
    for seed in range(4):
        # With many colours the planted board would count for much.
        puzzle = planted(seed, 4, 4, 2, framed=True) if framed else planted(seed, 3, 3, 6)
        expected += exp(log_fillings(puzzle, squares)[-1])
        true += ways(puzzle, squares)
    assert true / expected == pytest.approx(1, abs=0.15)


def test_placements_of_clues_count_no_tile_twice() -> None:
    clue = Solution((Placement(0, Square(0, 0), 0),))
    alone, more = log_fillings(boards.GOLDEN, [Square(1, 1)], clue), log_fillings(boards.GOLDEN, [Square(1, 1)])
    assert exp(more[0] - alone[0]) == pytest.approx(4 / 3)


def test_beside_two_neighbours_fewer_tiles_fit_the_more_and_the_evener_the_colours_are() -> None:
    def inside(*tiles: str) -> Puzzle:
        return Puzzle(2, 2, tuple(Tile((int(t[0]), int(t[1]), int(t[2]), int(t[3]))) for t in tiles))

    # Each of 16 sides has the colour of 3 others of 15; where one colour is on half of them, a side of it that of 7.
    assert fitting(inside(*["1234"] * 4)) == pytest.approx(16 * (3 / 15) ** 2)
    assert fitting(inside(*["1213"] * 4)) == pytest.approx(16 * ((7 + 3) / 2 / 15) ** 2)
    assert fitting(inside(*["1111"] * 4)) == 16
    assert fitting(generate(Recipe(2, 2, 0, 3)).puzzle) == 0  # corners only


def test_the_tiles_that_fit_are_as_many_as_expected_in_the_mean() -> None:
    expected = found = 0.0
    for seed in range(40):
        puzzle = generate(Recipe(6, 6, 6, 3, seed=seed)).puzzle
        inner = [tile.sides for tile in puzzle.tiles if FRAME not in tile.sides]
        colours = {colour for sides in inner for colour in sides}
        shown = Counter(side for tile in puzzle.tiles for side in tile.sides if side in colours)
        expected += fitting(puzzle)
        # How often two sides of other tiles show the colours of two neighbouring sides.
        others = shown.total() - 1
        found += sum((shown[s[rot]] - 1) * (shown[s[rot - 1]] - 1) for s in inner for rot in range(4)) / others**2
    assert found == pytest.approx(expected, rel=0.05)
