"""Rotation, tiles, squares and boards, held against the words of the definition."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.model import (
    SIDE_ORDERS,
    Placement,
    Puzzle,
    Side,
    Sides,
    Sign,
    Solution,
    Square,
    Tile,
    canonical_sides,
    degrees,
    quarter_turns,
    reordered,
    side_order,
    turned,
)
from tests.support.strategies import any_colours, few_colours, puzzles, sides

N, E, S, W = 11, 12, 13, 14
any_sides = sides(st.one_of(st.just(0), any_colours))


def clockwise(shown: Sides) -> Sides:
    """The rule of the facts, word for word: after 90 degrees (N,E,S,W) becomes (W,N,E,S)."""
    north, east, south, west = shown
    return west, north, east, south


@pytest.mark.parametrize(("rot", "shown"), [(0, (N, E, S, W)), (1, (E, S, W, N)), (2, (S, W, N, E)), (3, (W, N, E, S))])
def test_quarter_turns_are_anticlockwise(rot: int, shown: Sides) -> None:
    assert turned((N, E, S, W), rot) == shown


@pytest.mark.parametrize("quarters", range(4))
def test_degrees_are_clockwise(quarters: int) -> None:
    shown: Sides = (N, E, S, W)
    for _ in range(quarters):
        shown = clockwise(shown)
    assert turned((N, E, S, W), quarter_turns(90 * quarters)) == shown


def test_a_tile_turned_anticlockwise_shows_its_east_side_to_the_north() -> None:
    puzzle = Puzzle(2, 2, (Tile((N, E, S, W)),) * 4)
    assert puzzle.sides(Placement(0, Square(0, 0), 1))[Side.NORTH] == E


@pytest.mark.parametrize(("rot", "clockwise_degrees"), [(0, 0), (1, 270), (2, 180), (3, 90)])
def test_degrees_and_quarter_turns_are_inverse(rot: int, clockwise_degrees: int) -> None:
    assert degrees(rot) == clockwise_degrees
    assert quarter_turns(clockwise_degrees) == rot


@given(any_sides, st.integers(0, 3), st.integers(0, 3))
def test_turns_add_up(shown: Sides, first: int, second: int) -> None:
    assert turned(turned(shown, first), second) == turned(shown, (first + second) % 4)


@pytest.mark.parametrize(
    ("shown", "period"),
    [((1, 1, 1, 1), 1), ((1, 2, 1, 2), 2), ((1, 2, 2, 1), 4), ((1, 1, 1, 2), 4), ((1, 2, 3, 4), 4), ((1, 2, 1, 3), 4)],
)
def test_period(shown: Sides, period: int) -> None:
    assert Tile(shown).period == period


@given(any_sides)
def test_period_counts_the_pictures(shown: Sides) -> None:
    assert Tile(shown).period == len({turned(shown, rot) for rot in range(4)})


@given(any_sides, st.integers(0, 3))
def test_canonical_sides_are_the_least_rotation(shown: Sides, rot: int) -> None:
    assert canonical_sides(turned(shown, rot)) == min(turned(shown, each) for each in range(4))


@given(any_sides, st.integers(0, 3))
def test_appearance_ignores_rotation(shown: Sides, rot: int) -> None:
    assert Tile(shown).appearance == Tile(turned(shown, rot)).appearance


@given(sides(few_colours), sides(few_colours))
def test_appearance_distinguishes_tiles(one: Sides, other: Sides) -> None:
    same = any(turned(one, rot) == other for rot in range(4))
    assert (Tile(one).appearance == Tile(other).appearance) == same


@pytest.mark.parametrize("initials", ["".join(each) for each in permutations("nesw")])
def test_every_order_of_sides_gives_the_tiles_of_exactly_one_in_the_table(initials: str) -> None:
    listed = (1, 2, 3, 4)
    appearance = canonical_sides(reordered(listed, side_order(initials)))
    found = [name for name in SIDE_ORDERS if canonical_sides(reordered(listed, side_order(name))) == appearance]
    assert len(found) == 1


def test_an_order_says_where_each_side_is_listed() -> None:
    assert reordered((1, 2, 3, 4), side_order("nswe")) == (1, 4, 2, 3)


@pytest.mark.parametrize("sign", [None, Sign.MINUS])
def test_appearance_includes_the_sign(sign: Sign | None) -> None:
    assert Tile((1, 2, 3, 4), Sign.PLUS).appearance != Tile((1, 2, 3, 4), sign).appearance


def test_a_mirror_image_is_another_tile() -> None:
    assert Tile((1, 2, 3, 4)).appearance != Tile((1, 4, 3, 2)).appearance


def test_groups_of_identical_tiles() -> None:
    tiles = [(1, 2, 3, 4), (5, 5, 5, 5), (3, 4, 1, 2), (1, 4, 3, 2), (5, 5, 5, 5), (4, 1, 2, 3)]
    puzzle = Puzzle(3, 2, tuple(Tile(each) for each in tiles))
    assert puzzle.identical_tiles() == [[0, 2, 5], [1, 4]]
    assert puzzle.identical_tiles(excluded=[2, 4]) == [[0, 5]]


def test_tiles_with_different_signs_are_not_identical() -> None:
    marks = (Sign.PLUS, Sign.MINUS, None, Sign.PLUS)
    puzzle = Puzzle(2, 2, tuple(Tile((1, 2, 3, 4), sign) for sign in marks))
    assert puzzle.identical_tiles() == [[0, 3]]


def test_outer_sides_are_those_on_the_outside_of_the_board() -> None:
    puzzle = Puzzle(4, 3, (Tile((1, 1, 1, 1)),) * 12)
    assert puzzle.grid.outer_sides(Square(0, 0)) == {Side.NORTH, Side.WEST}
    assert puzzle.grid.outer_sides(Square(3, 1)) == {Side.EAST}
    assert [len(puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares] == [
        2,
        1,
        1,
        2,
        1,
        0,
        0,
        1,
        2,
        1,
        1,
        2,
    ]


def test_squares_run_row_by_row_from_the_top_left() -> None:
    puzzle = Puzzle(3, 2, (Tile((1, 1, 1, 1)),) * 6)
    expected = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert [(square.col, square.row) for square in puzzle.grid.squares] == expected


@pytest.mark.parametrize(
    ("side", "neighbour"), [(Side.NORTH, (2, 2)), (Side.EAST, (3, 3)), (Side.SOUTH, (2, 4)), (Side.WEST, (1, 3))]
)
def test_rows_grow_downwards_and_columns_to_the_right(side: Side, neighbour: tuple[int, int]) -> None:
    square = Square(2, 3).neighbour(side)
    assert (square.col, square.row) == neighbour
    assert square.neighbour(side.opposite) == Square(2, 3)


@pytest.mark.parametrize(("col", "row", "even"), [(0, 0, True), (1, 0, False), (0, 1, False), (3, 1, True)])
def test_even_squares_have_the_colour_of_the_top_left_one(col: int, row: int, even: bool) -> None:
    assert Square(col, row).even == even


@given(puzzles())
def test_diamonds_are_the_pairs_of_neighbours(puzzle: Puzzle) -> None:
    pairs = {
        frozenset({square, square.neighbour(side)})
        for square in puzzle.grid.squares
        for side in Side
        if square.neighbour(side) in puzzle.grid
    }
    assert puzzle.grid.diamonds == len(pairs) == 2 * puzzle.cols * puzzle.rows - puzzle.cols - puzzle.rows


@given(puzzles())
def test_outside_sides_and_inner_sides_are_all_sides(puzzle: Puzzle) -> None:
    assert puzzle.grid.outside + 2 * puzzle.grid.diamonds == 4 * puzzle.cols * puzzle.rows
    assert puzzle.grid.outside == sum(len(puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares)


@given(puzzles())
def test_framed_and_signed_follow_from_the_tiles(puzzle: Puzzle) -> None:
    zeros = sum(side == 0 for tile in puzzle.tiles for side in tile.sides)
    assert puzzle.zeros == zeros
    assert puzzle.framed == (zeros > 0)
    assert puzzle.signed == any(tile.sign in (Sign.PLUS, Sign.MINUS) for tile in puzzle.tiles)


@given(puzzles(), st.data())
def test_canonical_is_the_smallest_rotation_of_the_same_picture(puzzle: Puzzle, data: st.DataObject) -> None:
    tile = data.draw(st.integers(0, len(puzzle.tiles) - 1))
    square = data.draw(st.sampled_from(list(puzzle.grid.squares)))
    placement = Placement(tile, square, data.draw(st.integers(0, 3)))
    same = [rot for rot in range(4) if turned(puzzle.tiles[tile].sides, rot) == puzzle.sides(placement)]
    assert puzzle.canonical(placement) == Placement(tile, square, min(same))


@pytest.mark.parametrize(("cols", "rows"), [(1, 4), (4, 1), (0, 0)])
def test_a_board_has_two_columns_and_rows_at_least(cols: int, rows: int) -> None:
    with pytest.raises(ValueError, match=f"at least 2 columns and 2 rows, not {cols} x {rows}"):
        Puzzle(cols, rows, (Tile((1, 1, 1, 1)),) * 4)


def test_a_board_takes_as_many_tiles_as_it_has_squares() -> None:
    with pytest.raises(ValueError, match="a board of 3 x 2 takes 6 tiles, not 5"):
        Puzzle(3, 2, (Tile((1, 1, 1, 1)),) * 5)


def test_by_square() -> None:
    here, there = Placement(0, Square(0, 0), 1), Placement(1, Square(1, 0), 0)
    solution = Solution((here, there))
    assert solution.by_square() == {Square(0, 0): here, Square(1, 0): there}
    assert list(solution) == [here, there]
    assert len(solution) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        (1, 2, 3),
        (1, 2, 3, 4, 5),
        (1, 2, 3, -1),
        [1, 2, 3, 4],
        (1, 2, 3, 4.0),
        (1, 2, 3, "4"),
        (1, 2, 3, True),
        "1234",
        1,
    ],
    ids=repr,
)
def test_a_tile_has_four_colours(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"^expected a tuple of four colours, integers from 0, .*, not"):
        Tile(wrong)


@pytest.mark.parametrize("wrong", ["+", 1, False, Side.NORTH])
def test_a_tile_has_a_sign_or_none(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"^expected Sign.PLUS, Sign.MINUS or None as the sign of a tile, not"):
        Tile((1, 2, 3, 4), wrong)


TILES = (Tile((1, 1, 1, 1)),) * 4


@pytest.mark.parametrize(
    ("cols", "rows", "tiles", "words"),
    [
        (2.0, 2, TILES, "expected integers as columns and rows, not 2.0 and 2"),
        (2, "2", TILES, "expected integers as columns and rows, not 2 and '2'"),
        (2, 2, list(TILES), "expected a tuple of Tile"),
        (2, 2, ((1, 1, 1, 1),) * 4, "expected a tuple of Tile"),
        (2, 2, None, "expected a tuple of Tile"),
    ],
)
def test_a_puzzle_is_made_of_the_right_types(cols: Any, rows: Any, tiles: Any, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}"):
        Puzzle(cols, rows, tiles)
