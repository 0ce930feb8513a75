"""Puzzles with heads and tails, and tiles that may not be turned, by recipe."""

from __future__ import annotations

from dataclasses import replace

import pytest

import edgeasp
from edgeasp.generate import Recipe, find_preset, generate, require_possible, resolve_preset
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Square
from edgeasp.system.errors import OptionError

RECIPES = [
    Recipe(3, 3, 4, heads=True, distinct=True, symmetric=False),
    Recipe(4, 3, 5, heads=True, whole=0.4, signed=0.5),
    Recipe(5, 4, 6, 2, heads=True, distinct=True),
    Recipe(5, 5, 6, 2, heads=True, shared=True, balanced=True),
    Recipe(4, 5, 2, 5, heads=True, shared=True, whole=0.3),
    Recipe(4, 4, 10, turning=False, distinct=True),
    Recipe(4, 4, 5, 2, turning=False, heads=True),
]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_the_planted_solution_is_one(recipe: Recipe, seed: int) -> None:
    recipe = replace(recipe, seed=seed)
    require_possible(recipe)
    made = generate(recipe)
    assert made.solution is not None
    assert check(made.puzzle, made.solution).solved
    assert (made.puzzle.framed, made.puzzle.turning) == (recipe.framed, recipe.turning)
    assert bool(made.puzzle.partners) == recipe.heads
    if recipe.distinct:
        assert made.puzzle.identical_tiles() == []
    if not recipe.symmetric:
        assert all(tile.period == 4 for tile in made.puzzle.tiles)


@pytest.mark.parametrize(
    "recipe",
    [
        *RECIPES[:5],
        Recipe(3, 3, 5),
        Recipe(4, 4, 5, 3, flipping=True, fixed=0.3, signed=1.0, shuffle=False),
        Recipe(4, 4, 8, 3, distinct=True, holes=frozenset({Square(1, 1)})),
        Recipe(4, 4, 5, wraps=frozenset({"columns"}), balanced=True),
    ],
    ids=str,
)
def test_tiles_left_over_leave_the_planted_board_as_it_is(recipe: Recipe) -> None:
    made, plain = generate(replace(recipe, spare=4)), generate(recipe)
    assert made.solution is not None
    assert plain.solution is not None
    assert made.puzzle.spare == 4
    report = check(made.puzzle, made.solution)
    assert report.solved
    assert len(report.left_over) == 4
    shown, before = ({at.square: each.puzzle.sides(at) for at in each.solution or ()} for each in (made, plain))
    if not (recipe.flipping or recipe.fixed):
        assert shown == before
    assert {colour for tile in made.puzzle.tiles for colour in tile.sides} <= {
        0,
        *recipe.border_colours,
        *recipe.inner_colours,
    }
    assert not recipe.distinct or made.puzzle.identical_tiles() == []
    assert "--spare 4" in replace(recipe, spare=4).command


def test_one_solution_with_tiles_left_over() -> None:
    made = edgeasp.generate_puzzle(3, spare=3, unique=True, seed=2)
    assert edgeasp.is_unique(made)
    assert made.puzzle.spare == 3


def test_motifs_have_a_head_and_a_tail_or_meet_themselves() -> None:
    recipe = Recipe(5, 5, 4, 3, heads=True, whole=0.5)
    # Half of the border motifs, rounded up, and of the inner ones.
    assert (recipe.border_colours, recipe.inner_colours) == (range(1, 5), range(5, 11))
    assert recipe.partners == ((1, 2), (5, 6), (7, 8))
    assert replace(recipe, shared=True).partners == ((1, 2), (3, 4))
    assert replace(recipe, heads=False).partners == ()


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        (Recipe(3, 3, 4, heads=True, whole=1.5), "a share of motifs that meet themselves from 0 to 1"),
        (Recipe(3, 3, 4, heads=True, planted=False), "a random tile set has colours that meet themselves"),
        (Recipe(3, 3, 4, spare=10), "expected from 0 to 9 tiles left over, found 10"),
        (Recipe(3, 3, 4, spare=-1), "expected from 0 to 9 tiles left over, found -1"),
        (Recipe(3, 3, 4, planted=False, spare=1), "a set of tiles without a planted solution has none left over"),
        (Recipe(3, 3, 4, turning=False, planted=False), "on tiles that may be turned"),
        (Recipe(9, 9, 1, heads=True, distinct=True), "but 1 motif make 6: expected at least 3 motifs"),
    ],
)
def test_what_is_not_possible(recipe: Recipe, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        require_possible(recipe)


def test_presets() -> None:
    recipe = resolve_preset("scramble")
    assert (recipe.cols, recipe.rows, recipe.inner, recipe.heads, recipe.framed) == (3, 3, 4, True, False)
    assert find_preset("scramble").unique
    for size in range(2, 7):
        recipe = resolve_preset("tetravex", (size, size))
        assert (recipe.inner, recipe.turning, recipe.framed) == (10, False, False)
        assert generate(recipe).puzzle.turning is False
