"""Numbers of different tiles against complete enumeration, and refusals, which name a valid number."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given

from edgeasp.generate import Recipe, generate, possible_tiles, shortages, with_enough_colours
from edgeasp.puzzle.model import Tile
from edgeasp.system.errors import OptionError
from tests.generate.recipes import recipes
from tests.support.running import run


def one_of_each(
    norths: Collection[int], easts: Collection[int], souths: Collection[int], wests: Collection[int]
) -> list[Tile]:
    """All tiles with such sides, one of each up to rotation."""
    tiles = [Tile(sides) for sides in product(norths, easts, souths, wests)]
    return list({tile.appearance: tile for tile in tiles}.values())


@pytest.mark.parametrize("colours", range(6))
def test_tiles_without_a_frame(colours: int) -> None:
    tiles = one_of_each(*[range(1, colours + 1)] * 4)
    recipe = Recipe(2, 2, colours)
    assert possible_tiles(recipe) == {"tiles": len(tiles)}
    assert possible_tiles(replace(recipe, symmetric=False)) == {"tiles": sum(tile.period == 4 for tile in tiles)}


@pytest.mark.parametrize(("border", "inner"), list(product(range(1, 4), range(4))))
def test_tiles_of_the_border(border: int, inner: int) -> None:
    ring, inside = range(1, border + 1), range(border + 1, border + inner + 1)
    assert possible_tiles(Recipe(2, 2, inner, border)) == {
        "corner tiles": len(one_of_each([0], ring, ring, [0])),
        "side tiles": len(one_of_each([0], ring, inside, ring)),
        "centre tiles": len(one_of_each(inside, inside, inside, inside)),
    }


@given(recipes())
def test_the_fewest_colours_that_are_enough(recipe: Recipe) -> None:
    enough = with_enough_colours(recipe)
    assert not shortages(enough)
    assert enough == replace(recipe, border=enough.border, inner=enough.inner)
    for fewer in (replace(enough, border=enough.border - 1), replace(enough, inner=enough.inner - 1)):
        if fewer.border >= recipe.border and fewer.inner >= recipe.inner and (fewer.framed or not recipe.framed):
            assert shortages(fewer)


def refusal(recipe: Recipe) -> str:
    with pytest.raises(OptionError) as caught:
        generate(recipe)
    return str(caught.value)


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        (
            Recipe(10, 10, 3, 4, distinct=True),
            "a framed board of 10 x 10 takes 64 different centre tiles, but 3 inner and 4 border colours make 24: "
            "expected at least 4 inner and 4 border colours",
        ),
        (
            Recipe(10, 10, 4, 4, distinct=True, symmetric=False),
            "a framed board of 10 x 10 takes 64 different centre tiles without symmetry, but 4 inner and "
            "4 border colours make 60: expected at least 5 inner and 4 border colours",
        ),
        (
            Recipe(4, 4, 3, 1, distinct=True),
            "a framed board of 4 x 4 takes 4 different corner tiles, but 3 inner and 1 border colour make 1: "
            "expected at least 3 inner and 2 border colours",
        ),
        (
            Recipe(30, 30, 8, 2, distinct=True),
            "a framed board of 30 x 30 takes 112 different side tiles, but 8 inner and 2 border colours make 32: "
            "expected at least 28 inner and 2 border colours",
        ),
        (
            Recipe(5, 5, 2, distinct=True),
            "an unframed board of 5 x 5 takes 25 different tiles, but 2 colours make 6: expected at least 4 colours",
        ),
        (
            Recipe(3, 3, 1, symmetric=False),
            "an unframed board of 3 x 3 takes tiles without symmetry, but 1 colour make none: "
            "expected at least 2 colours",
        ),
    ],
)
def test_too_few_colours_are_refused_with_a_number_that_is_enough(recipe: Recipe, message: str) -> None:
    assert refusal(recipe) == message
    generate(with_enough_colours(recipe))


@pytest.mark.long
@pytest.mark.parametrize(
    "recipe",
    [
        # Balanced, the 7 diamonds and 10 outside sides give one colour 13 sides, but the 6 tiles of two have 12 each.
        Recipe(3, 2, 2, distinct=True, balanced=True),
        # The 24 tiles of three colours have 32 sides of each, which uniform colours almost never give.
        Recipe(6, 4, 3, distinct=True, planted=False),
    ],
)
def test_possible_by_counting_but_not_found_is_refused(recipe: Recipe) -> None:
    wanted = r"found no .*board of \d x \d with \d colours, seed 1, and tiles that all differ: expected more colours"
    assert re.fullmatch(wanted, refusal(recipe))
    generate(replace(recipe, inner=recipe.inner + 1))


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        (Recipe(1, 5, 3), "at least 2 columns and 2 rows, not 1 x 5"),
        (Recipe(501, 500, 3), "at most 250,000 squares, not 501 x 500"),
        (Recipe(4, 4, -1), "numbers of colours from 0 on, not -1"),
        (Recipe(4, 4, 3, -2), "numbers of colours from 0 on, not -2"),
        (Recipe(4, 4, 999_999_999, 1), "at most 999,999,999 colours, not 1,000,000,000"),
        (Recipe(4, 4, 3, seed=-1), "seed from 0 on, not -1"),
        (Recipe(4, 4, 3, signed=1.01), "from 0 to 1, not 1.01"),
        (Recipe(4, 4, 3, signed=float("nan")), "from 0 to 1, not nan"),
        (Recipe(4, 4, 3, clues=17), "from 0 to 16 clues for 4 x 4, not 17"),
        (Recipe(4, 4, 3, clues=-1), "from 0 to 16 clues for 4 x 4, not -1"),
        (Recipe(7, 6, 3, clues="five"), "at least 7 x 7 for five clues, not 7 x 6"),
        (Recipe(4, 4, 3, clues="corner", planted=False), "no planted solution"),
        (Recipe(3, 3, 1, 9), "8 diamonds along its border: expected at most 8 border colours, not 9"),
        (Recipe(3, 3, 5, 2), "4 diamonds for inner colours: expected at most 4, not 5"),
        (Recipe(2, 2, 1, 2), "no diamonds for inner colours: expected 0, not 1"),
        (Recipe(2, 2, 13), "12 diamonds and outside sides for colours: expected at most 12, not 13"),
        (Recipe(3, 3, 0, 2), "4 diamonds for inner colours: expected 1 to 4, not 0"),
    ],
)
def test_invalid_numbers_are_refused(recipe: Recipe, words: str) -> None:
    assert words in refusal(recipe)


@pytest.mark.parametrize("mask", ["#./.#", "#.#/.#."])
def test_a_frame_around_squares_that_do_not_meet_is_refused_as_such(mask: str) -> None:
    done = run("generate", "--mask", mask)
    assert (done.status, "has no two squares that meet: expected --unframed" in done.stderr) == (2, True)
    assert run("generate", "--mask", mask, "--unframed").status == 0
