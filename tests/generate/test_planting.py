"""Generated puzzles satisfy their recipe, with every option, and their planted solution passes the checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given

from edgeasp.generate import Planted, Recipe, generate
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.counting import contradictions
from edgeasp.puzzle.model import Puzzle, Side, Sign, Solution, Square
from edgeasp.system.errors import OptionError
from tests.generate.recipes import recipes

PLAIN = Recipe(5, 4, inner=6, border=3)


def made(recipe: Recipe) -> Planted:
    """The puzzle of a recipe; an impossible recipe is skipped."""
    try:
        return generate(recipe)
    except OptionError:
        assume(False)
        raise


def diamonds(puzzle: Puzzle, solution: Solution) -> Iterator[tuple[bool, int]]:
    """For each diamond, whether both of its squares touch one edge of the board, and its colour."""
    on = solution.by_square()
    rows, cols = (0, puzzle.rows - 1), (0, puzzle.cols - 1)
    for square in puzzle.grid.squares:
        for side in (Side.EAST, Side.SOUTH):
            beyond = square.neighbour(side)
            if beyond in puzzle.grid:
                along = square.row in rows if side is Side.EAST else square.col in cols
                yield along, puzzle.sides(on[square])[side]


@given(recipes(planted=True))
def test_the_planted_solution_solves_the_puzzle(recipe: Recipe) -> None:
    planted = made(recipe)
    assert planted.solution is not None
    assert check(planted.puzzle, planted.solution, planted.clues).solved
    assert not contradictions(planted.puzzle)
    assert [placement.tile for placement in planted.solution] == list(range(recipe.cols * recipe.rows))
    assert all(placement == planted.puzzle.canonical(placement) for placement in planted.solution)


@pytest.mark.long
@given(recipes())
def test_size_frame_and_signs_follow_the_recipe(recipe: Recipe) -> None:
    puzzle = made(recipe).puzzle
    assert (puzzle.cols, puzzle.rows, puzzle.framed) == (recipe.cols, recipe.rows, recipe.framed)
    assert puzzle.zeros == (puzzle.grid.outside if recipe.framed else 0)
    assert sum(tile.sign is not None for tile in puzzle.tiles) == int(recipe.signed * len(puzzle.tiles) + 0.5)


@given(recipes(planted=True))
def test_each_diamond_has_a_colour_of_its_palette(recipe: Recipe) -> None:
    planted = made(recipe)
    assert planted.solution is not None
    first = 1 if recipe.shared else recipe.border + 1
    inner = range(first, first + recipe.inner)
    for along, colour in diamonds(planted.puzzle, planted.solution):
        assert colour in (range(1, recipe.border + 1) if along and recipe.framed else inner)


@given(recipes())
def test_tiles_differ_and_are_not_symmetric_if_required(recipe: Recipe) -> None:
    tiles = made(recipe).puzzle.tiles
    if recipe.distinct:
        assert len({tile.appearance[0] for tile in tiles}) == len(tiles)
    if not recipe.symmetric:
        assert {tile.period for tile in tiles} == {4}


@given(recipes(planted=True))
def test_balanced_colours_differ_in_number_by_one_at_most(recipe: Recipe) -> None:
    recipe = replace(recipe, balanced=True)
    planted = made(recipe)
    assert planted.solution is not None
    ring: Counter[int] = Counter()
    inner = Counter(dict.fromkeys(recipe.inner_colours, 0))
    for along, colour in diamonds(planted.puzzle, planted.solution):
        (ring if along and recipe.framed else inner)[colour] += 1
    assert len(ring) == recipe.border
    for counts in (ring, inner):
        assert max(counts.values(), default=0) - min(counts.values(), default=0) <= 1


def test_colours_are_not_balanced_by_default() -> None:
    counts = Counter(colour for tile in generate(Recipe(9, 9, 5)).puzzle.tiles for colour in tile.sides)
    assert max(counts.values()) - min(counts.values()) > 4


@pytest.mark.long
@given(recipes(planted=True))
def test_clues_are_placements_of_the_solution(recipe: Recipe) -> None:
    planted = made(recipe)
    assert planted.solution is not None
    assert set(planted.clues) <= set(planted.solution)
    assert [clue.tile for clue in planted.clues] == sorted(clue.tile for clue in planted.clues)
    number = {"none": 0, "corner": 1, "centre": 1, "five": 5}
    assert len(planted.clues) == (recipe.clues if isinstance(recipe.clues, int) else number[recipe.clues])


@pytest.mark.parametrize(
    ("cols", "rows", "clues", "squares"),
    [
        (5, 4, "corner", {(0, 0)}),
        (3, 3, "centre", {(1, 1)}),
        (16, 16, "centre", {(7, 8)}),
        (16, 16, "five", {(7, 8), (2, 2), (13, 2), (2, 13), (13, 13)}),
        (7, 8, "five", {(3, 4), (2, 2), (4, 2), (2, 5), (4, 5)}),
    ],
)
def test_where_the_clues_lie(cols: int, rows: int, clues: str, squares: set[tuple[int, int]]) -> None:
    recipe = Recipe(cols, rows, inner=4, border=3, clues=clues)  # type: ignore[arg-type]  # a Literal
    assert {clue.square for clue in generate(recipe).clues} == {Square(*square) for square in squares}


@given(recipes(planted=True))
def test_without_shuffling_and_turning_tiles_are_listed_as_in_the_solution(recipe: Recipe) -> None:
    planted = made(replace(recipe, shuffle=False, turn=False))
    for index, placement in enumerate(planted.solution or ()):
        assert (placement.square.col + recipe.cols * placement.square.row, placement.rot) == (index, 0)


@pytest.mark.parametrize(("shuffle", "turn"), list(product([True, False], repeat=2)))
def test_shuffling_and_turning_change_the_order_and_the_turns_alone(shuffle: bool, turn: bool) -> None:
    plain, planted = generate(PLAIN), generate(replace(PLAIN, shuffle=shuffle, turn=turn))
    assert Counter(tile.appearance for tile in planted.puzzle.tiles) == Counter(
        tile.appearance for tile in plain.puzzle.tiles
    )
    assert planted.solution is not None
    in_place = [placement.square.col + 5 * placement.square.row for placement in planted.solution] == list(range(20))
    unturned = all(placement.rot == 0 for placement in planted.solution)
    assert (in_place, unturned) == (not shuffle, not turn)


@pytest.mark.parametrize("change", [{"signed": 0.5}, {"signed": 1.0}, {"clues": "corner"}, {"clues": 4}])
def test_signs_and_clues_leave_the_tiles_as_they_are(change: dict[str, object]) -> None:
    changed = generate(replace(PLAIN, **change))  # type: ignore[arg-type]
    plain = generate(PLAIN)
    assert [tile.sides for tile in changed.puzzle.tiles] == [tile.sides for tile in plain.puzzle.tiles]
    assert changed.solution == plain.solution


def test_signs_lie_on_the_checkerboard() -> None:
    planted = generate(replace(PLAIN, signed=0.5))
    for placement in planted.solution or ():
        sign = planted.puzzle.tiles[placement.tile].sign
        assert sign in (None, Sign.PLUS if placement.square.even else Sign.MINUS)


@given(recipes())
def test_equal_recipes_make_equal_puzzles_and_other_seeds_others(recipe: Recipe) -> None:
    once = made(recipe)
    assert once == generate(replace(recipe))
    if recipe.inner > 2 and recipe.cols * recipe.rows > 15:
        assert made(replace(recipe, seed=recipe.seed + 1)).puzzle != once.puzzle


def test_all_tiles_of_three_colours_once() -> None:
    """MacMahon's 24 squares: distinct tiles all that three colours make."""
    puzzle = generate(Recipe(6, 4, 3, distinct=True)).puzzle
    every = {min(sides[turn:] + sides[:turn] for turn in range(4)) for sides in product((1, 2, 3), repeat=4)}
    assert {tile.appearance[0] for tile in puzzle.tiles} == every
    assert len(every) == 24
