"""Random tile sets satisfy all counting conditions, and some of them have no solution."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.counting import contradictions, supply
from edgeasp.puzzle.model import Sign
from edgeasp.search.task import make_task
from tests.generate.recipes import recipes
from tests.generate.test_planting import made
from tests.support import brute
from tests.support.solving import searched


@given(recipes(planted=False))
def test_no_counting_condition_is_violated(recipe: Recipe) -> None:
    generated = made(recipe)
    assert (generated.solution, generated.clues.placements) == (None, ())
    assert not contradictions(generated.puzzle)
    counts = Counter(colour for tile in generated.puzzle.tiles for colour in tile.sides)
    assert not any(number % 2 for number in counts.values())


@given(recipes(planted=False, framed=True))
def test_the_border_is_balanced(recipe: Recipe) -> None:
    generated = made(replace(recipe, signed=0.0))
    counts = supply(generated.puzzle)
    assert counts.clockwise == counts.anticlockwise
    assert counts.ring.total() == 4 * (recipe.cols + recipe.rows) - 8
    assert set(counts.ring) <= set(recipe.border_colours)
    assert set(counts.inner) <= set(recipe.inner_colours)


@given(recipes(planted=False, framed=True))
def test_the_signs_add_up(recipe: Recipe) -> None:
    """Half of the inner sides of each colour are on tiles of either sign, as in every solution."""
    tiles = made(replace(recipe, signed=1.0, shared=False)).puzzle.tiles
    halves = {
        sign: Counter(colour for tile in tiles if tile.sign is sign for colour in tile.sides if colour) for sign in Sign
    }
    assert halves[Sign.PLUS] == halves[Sign.MINUS]


@pytest.mark.parametrize("framed", [True, False])
def test_balanced_sets_have_about_as_many_sides_of_each_colour(framed: bool) -> None:
    recipe = Recipe(6, 5, inner=7, border=3 * framed, balanced=True, planted=False)
    counts = Counter(colour for tile in generate(recipe).puzzle.tiles for colour in tile.sides if colour)
    inner = [counts[colour] for colour in recipe.inner_colours]
    assert max(inner) - min(inner) <= 2


def test_the_tiles_differ_from_those_of_the_planted_board() -> None:
    recipe = Recipe(6, 6, inner=9, border=3)
    planted, loose = generate(recipe), generate(replace(recipe, planted=False))
    assert Counter(tile.appearance for tile in planted.puzzle.tiles) != Counter(
        tile.appearance for tile in loose.puzzle.tiles
    )


def test_some_have_solutions_and_some_have_none() -> None:
    found = []
    for seed in range(12):
        puzzle = generate(Recipe(3, 3, inner=2, border=2, seed=seed, planted=False)).puzzle
        solvable = bool(searched(make_task(puzzle), 1).solutions)
        assert solvable == bool(brute.solve(puzzle).pictures)
        found.append(solvable)
    assert 0 < sum(found) < len(found)
