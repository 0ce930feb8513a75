"""Rotation, tiles, squares and boards, held against the words of the definition."""

from __future__ import annotations

from itertools import permutations

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
    Tile,
    canonical_sides,
    clockwise_sides,
    quarter_turns,
    rotate_sides,
    side_order,
)
from tests.support.strategies import any_colours, few_colours, puzzles, sides

N, E, S, W = 11, 12, 13, 14
any_sides = sides(st.one_of(st.just(0), any_colours))


def clockwise(shown: Sides) -> Sides:
    """The rule of the facts, word for word: after 90 degrees (N,E,S,W) becomes (W,N,E,S)."""
    north, east, south, west = shown
    return west, north, east, south


@pytest.mark.parametrize("quarters", range(4))
def test_degrees_are_clockwise(quarters: int) -> None:
    shown: Sides = (N, E, S, W)
    for _ in range(quarters):
        shown = clockwise(shown)
    assert rotate_sides((N, E, S, W), quarter_turns(90 * quarters)) == shown


@given(any_sides, st.integers(0, 3), st.integers(0, 3))
def test_turns_add_up(shown: Sides, first: int, second: int) -> None:
    assert rotate_sides(rotate_sides(shown, first), second) == rotate_sides(shown, (first + second) % 4)


@given(any_sides)
def test_period_counts_the_pictures(shown: Sides) -> None:
    assert Tile(shown).period == len({rotate_sides(shown, rot) for rot in range(4)})


@given(any_sides, st.integers(0, 3))
def test_canonical_sides_are_the_least_rotation(shown: Sides, rot: int) -> None:
    assert canonical_sides(rotate_sides(shown, rot)) == min(rotate_sides(shown, each) for each in range(4))


@given(any_sides, st.integers(0, 3))
def test_appearance_ignores_rotation(shown: Sides, rot: int) -> None:
    assert Tile(shown).appearance == Tile(rotate_sides(shown, rot)).appearance


@given(sides(few_colours), sides(few_colours))
def test_appearance_distinguishes_tiles(one: Sides, other: Sides) -> None:
    same = any(rotate_sides(one, rot) == other for rot in range(4))
    assert (Tile(one).appearance == Tile(other).appearance) == same


@pytest.mark.parametrize("initials", ["".join(each) for each in permutations("nesw")])
def test_every_order_of_sides_gives_the_tiles_of_exactly_one_in_the_table(initials: str) -> None:
    listed = (1, 2, 3, 4)
    appearance = canonical_sides(clockwise_sides(listed, side_order(initials)))
    found = [name for name in SIDE_ORDERS if canonical_sides(clockwise_sides(listed, side_order(name))) == appearance]
    assert len(found) == 1


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
    same = [rot for rot in range(4) if rotate_sides(puzzle.tiles[tile].sides, rot) == puzzle.sides(placement)]
    assert puzzle.canonical(placement) == Placement(tile, square, min(same))
