"""Presets, and the limits of a recipe."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given

from edgeasp.cli import commands
from edgeasp.formats.known import eternity2
from edgeasp.generate import PRESETS, Recipe, generate, resolve_preset
from edgeasp.generate.recipes import (
    easiest_colours,
    find_shortages,
    hardest_colours,
    moderate_colours,
    possible_tiles,
    with_enough_colours,
)
from edgeasp.puzzle.estimate import expected_solutions_of
from edgeasp.puzzle.model import Puzzle, Tile, rotate_sides
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.system.errors import OptionError
from tests.support.lanes import thinned
from tests.support.running import run
from tests.support.strategies import recipes

# ---- presets ----

# The numbers of inner and border colours that were found hardest by solving many boards of each size.
FOUND = {
    4: (3, 2), 5: (4, 3), 6: (5, 3), 7: (6, 3), 8: (8, 3), 9: (9, 4), 10: (10, 4), 11: (11, 4), 12: (12, 4),
    13: (14, 4), 14: (15, 5), 15: (16, 5), 16: (17, 5),
}  # fmt: skip


@pytest.mark.parametrize("size", FOUND)
def test_the_hardest_colours_are_those_found_by_measurement(size: int) -> None:
    """The inner ones exactly; 14 x 14 would have four border colours instead of five."""
    recipe = resolve_preset("hardest", (size, size))
    assert recipe.inner == hardest_colours(size, size) == FOUND[size][0]
    assert recipe.border == (4 if size == 14 else FOUND[size][1])


@pytest.mark.parametrize(("cols", "rows"), [(4, 4), (9, 9), (16, 16), (7, 5), (4, 12), (20, 20)])
def test_the_expected_number_of_solutions_falls_below_one_with_one_more_colour(cols: int, rows: int) -> None:
    turns = 4 if cols == rows else 2
    recipe = resolve_preset("hardest", (cols, rows))
    numbers = []
    for inner in (recipe.inner, recipe.inner + 1):
        larger = resolve_preset("hardest", (cols, rows), inner=inner)
        puzzle = generate(Recipe(cols, rows, inner, larger.border, balanced=True)).puzzle
        solutions = expected_solutions_of(puzzle).solutions
        assert solutions is not None
        numbers.append(solutions / turns)
    assert numbers[0] >= Fraction(1, 2) > numbers[1]


@pytest.mark.parametrize(("cols", "rows"), [(2, 2), (4, 4), (5, 3), (10, 10), (16, 9), (40, 40)])
def test_the_calibration_is_as_close_to_two_as_possible(cols: int, rows: int) -> None:
    recipe = resolve_preset("class", (cols, rows))
    assert not recipe.framed

    def away(colours: int) -> Fraction:
        return abs(Fraction(4 * cols * rows, colours**2) - 2)

    assert away(recipe.inner) == min(map(away, range(1, 200)))


@pytest.mark.parametrize("size", [(size, size) for size in range(2, 13)] + [(2, 9), (9, 2), (3, 8), (2, 3)])
def test_every_preset_makes_a_puzzle_of_every_size(size: tuple[int, int]) -> None:
    for name in ("moderate", "hardest", "easy", "class"):
        puzzle = generate(resolve_preset(name, size)).puzzle
        assert (puzzle.cols, puzzle.rows, puzzle.framed) == (*size, name != "class")


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_easy_has_many_more_colours_than_hard(size: int) -> None:
    assert easiest_colours(size, size) > 2 * hardest_colours(size, size)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 16])
def test_moderate_lies_between_hardest_and_easiest(size: int) -> None:
    assert hardest_colours(size, size) < moderate_colours(size, size) < easiest_colours(size, size)


DEFAULTS = {(4, 4): 3, (7, 7): 1, (8, 8): 1, (5, 9): 1, (10, 10): 1}
"""Sizes, and how many boards of each are solved."""


@pytest.mark.sample(1)
@thinned("size, unframed", list(product(DEFAULTS, [False, True])), every=7)
def test_puzzles_without_a_preset_are_solved_in_seconds(size: tuple[int, int], unframed: bool) -> None:
    """In so few conflicts that a slow machine takes seconds, too."""
    for seed in range(1, DEFAULTS[size] + 1):
        recipe = replace(resolve_preset(None, size, unframed=unframed), seed=seed)
        assert list(Session(make_task(generate(recipe).puzzle)).solve(conflicts=5_000))


def shape(puzzle: Puzzle) -> tuple[list[int], int, set[int]]:
    """The numbers of sides of each colour, of different tiles, and the rotational periods."""
    counts = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    return (
        sorted(counts.values()),
        len({tile.appearance for tile in puzzle.tiles}),
        {tile.period for tile in puzzle.tiles},
    )


def test_e2_like_is_like_eternity_ii() -> None:
    made = shape(generate(resolve_preset("e2-like")).puzzle)
    assert made == (sorted([64, *[24] * 5, *[48] * 5, *[50] * 12]), 256, {4})
    assert made == shape(eternity2().puzzle)


@pytest.mark.parametrize(
    ("colours", "size", "tiles"), [(2, (3, 2), 6), (3, None, 24), (3, (8, 3), 24), (4, (10, 7), 70)]
)
def test_all_squares_of_some_colours_are_each_there_once(
    colours: int, size: tuple[int, int] | None, tiles: int
) -> None:
    recipe = replace(resolve_preset("macmahon", size, inner=colours), seed=7)
    planted = generate(recipe)
    assert planted.solution is None
    looks = {min(rotate_sides(tile.sides, rot) for rot in range(4)) for tile in planted.puzzle.tiles}
    assert len(looks) == len(planted.puzzle.tiles) == tiles
    assert {side for look in looks for side in look} == set(range(colours))
    assert planted.puzzle.framed


def test_a_board_that_all_squares_do_not_fill_is_refused(tmp_path: Path) -> None:
    result = run("generate", "--preset", "macmahon", "--size", "5")
    wanted = "edgeasp: error: all squares of 3 colours are 24: expected a board of that size, not 5 x 5\n"
    assert (result.status, result.stderr) == (commands.USAGE, wanted)
    assert run("generate", "--preset", "macmahon", "--no-symmetric").status == commands.USAGE
    first, again = tmp_path / "first.puz", tmp_path / "again.puz"
    assert run("generate", "--preset", "macmahon", "--seed", "5", "-o", first).status == commands.ANSWERED
    made = replace(resolve_preset("macmahon"), seed=5).command.split()[1:]
    assert run(*made, "-o", again).status == commands.ANSWERED
    assert first.read_bytes() == again.read_bytes()


def test_presets_have_names_and_titles_of_their_own() -> None:
    assert len({preset.name for preset in PRESETS}) == len({preset.title for preset in PRESETS}) == 8


# ---- limits ----


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
    assert not find_shortages(enough)
    assert enough == replace(recipe, border=enough.border, inner=enough.inner)
    for fewer in (replace(enough, border=enough.border - 1), replace(enough, inner=enough.inner - 1)):
        if fewer.border >= recipe.border and fewer.inner >= recipe.inner and (fewer.framed or not recipe.framed):
            assert find_shortages(fewer)


def refusal(recipe: Recipe) -> str:
    with pytest.raises(OptionError) as caught:
        generate(recipe)
    return str(caught.value)


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
