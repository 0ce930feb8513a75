"""Puzzles with heads and tails, and tiles that may not be turned, by recipe."""

from __future__ import annotations

import pickle
import shlex
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import edgeasp
from edgeasp.formats import plain
from edgeasp.generate import (
    Recipe,
    find_preset,
    generate,
    require_possible,
    resolve_preset,
    with_enough_colours,
    with_places_for_colours,
)
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import RIM_PARTS, WRAPPING, Puzzle, Side, Solution, Square, pairs_in_order, rim_in_order
from edgeasp.system.errors import OptionError
from tests.conftest import EXAMPLES
from tests.generate.recipes import recipes
from tests.support.running import run

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


@st.composite
def recipes_beyond(draw: st.DrawFn) -> Recipe:
    """Recipes of which many have pairs of colours that meet, or parts of the outside with colours of their own."""
    recipe = draw(recipes(planted=True))
    colours = st.integers(1, 6)
    pairs = st.lists(st.tuples(colours, colours), max_size=6).map(lambda some: pairs_in_order(tuple(some)))
    hole = Square(draw(st.integers(0, recipe.cols - 1)), draw(st.integers(0, recipe.rows - 1)))
    rim = draw(st.dictionaries(st.sampled_from(RIM_PARTS), st.lists(st.integers(1, 9), max_size=3)))
    return replace(
        recipe,
        partners=draw(st.one_of(st.just("different"), pairs)),
        rim=rim_in_order(tuple((part, tuple(some)) for part, some in rim.items() if some or recipe.framed)),
        holes=frozenset({hole} if draw(st.booleans()) else ()),
        wraps=frozenset(draw(st.sets(st.sampled_from(WRAPPING), max_size=1))),
        turning=draw(st.booleans()),
        flipping=draw(st.booleans()),
        spare=draw(st.integers(0, 2)),
    )


@settings(max_examples=5 * EXAMPLES, suppress_health_check=[HealthCheck.filter_too_much])
@given(recipes_beyond())
def test_the_planted_board_keeps_what_the_recipe_says_of_colours(recipe: Recipe) -> None:
    recipe = with_places_for_colours(recipe, inner=True, border=True)
    try:
        made = generate(recipe)
    except OptionError:
        assume(False)
    puzzle = made.puzzle
    assert made.solution is not None
    assert check(puzzle, made.solution, made.clues).solved
    meeting = {*puzzle.partners} | {(other, one) for one, other in puzzle.partners}
    alone = {*recipe.diamond_colours}.difference(*puzzle.partners)
    for one, other in seen_across(puzzle, made.solution):
        assert (one, other) in meeting or (one == other and one in alone)
        assert recipe.partners != "different" or one != other
    outside = seen_outside(puzzle, made.solution)
    for part, colours in dict(recipe.rim).items():
        assert outside.get(part, set()) <= {*(colours or recipe.inner_colours)}
    for part in outside.keys() - dict(recipe.rim).keys():
        assert outside[part] <= ({0} if recipe.framed else {*recipe.inner_colours})
    assert not recipe.distinct or puzzle.identical_tiles() == []
    assert generate(pickle.loads(pickle.dumps(recipe))) == made  # as workers have it
    again = run("generate", *shlex.split(recipe.command)[2:], "--no-comment")
    assert again.stdout == plain.write_puz(puzzle)


def test_two_sided_tiles_differ_where_the_rim_has_a_third_colour() -> None:
    """Of two colours that differ each is the other's partner, and a back shows it; of three, none is."""
    rim = (("top", (5,)), ("left", (5,)))
    for seed in range(20):
        recipe = Recipe(
            3, 3, 2, 0, seed=seed, distinct=True, partners="different", turning=False, flipping=True, rim=rim
        )
        assert generate(recipe).puzzle.identical_tiles() == []


def seen_across(puzzle: Puzzle, board: Solution) -> list[tuple[int, int]]:
    """The two colours of each diamond of a board."""
    on = board.by_square()
    return [
        (puzzle.sides(on[square])[side], puzzle.sides(on[beyond])[side.opposite])
        for square, side, beyond in puzzle.grid.pairs
    ]


def seen_outside(puzzle: Puzzle, board: Solution) -> dict[str, set[int]]:
    """The colours on each part of the outside."""
    seen = dict[str, set[int]]()
    for square, lying in board.by_square().items():
        for side in Side:
            beyond = puzzle.grid.neighbour(square, side)
            if beyond not in puzzle.grid:
                part = "hole" if beyond in puzzle.holes else side.word
                seen.setdefault(part, set()).add(puzzle.sides(lying)[side])
    return seen


def test_all_pairs_of_colours_and_all_colours_of_the_rim_are_drawn() -> None:
    recipe = Recipe(6, 6, 4, partners=((1, 2), (1, 3)), rim=(("top", (5, 7)),), balanced=True)
    made = generate(recipe)
    assert made.solution is not None
    diamonds = Counter(seen_across(made.puzzle, made.solution))
    assert {*diamonds} == {(1, 2), (2, 1), (1, 3), (3, 1), (4, 4)}
    assert {*diamonds.values()} == {12}
    assert seen_outside(made.puzzle, made.solution)["top"] == {5, 7}


def test_where_any_two_differ_colours_are_balanced() -> None:
    made = generate(Recipe(5, 5, 7, 3, partners="different", balanced=True))
    assert made.solution is not None
    halves = Counter(colour for pair in seen_across(made.puzzle, made.solution) for colour in pair)
    for colours in (range(1, 4), range(4, 11)):
        counts = [halves[colour] for colour in colours]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(4, 3, 6, 2, distinct=True, holes=frozenset({Square(3, 0)})),
        Recipe(6, 2, 3, 2, distinct=True, shared=True, holes=frozenset({Square(3, 1)}), rim=(("left", (3, 7)),)),
        Recipe(5, 5, 3, 2, distinct=True, holes=frozenset({Square(2, 2)})),
        Recipe(4, 4, 3, 1, distinct=True, turning=False),
        Recipe(3, 2, 2, 2, partners="different"),
    ],
    ids=str,
)
def test_colours_that_make_enough_tiles_are_not_refused(recipe: Recipe) -> None:
    made = generate(recipe)
    assert made.solution is not None
    assert check(made.puzzle, made.solution).solved
    assert not recipe.distinct or made.puzzle.identical_tiles() == []


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        (Recipe(9, 9, 1, 1, distinct=True, turning=False), "takes 7 different side tiles"),
        (Recipe(8, 3, 1, 1, distinct=True, holes=frozenset({Square(1, 1), Square(6, 1)})), "different corner tiles"),
        (
            Recipe(4, 4, 3, 2, partners=((1, 5),)),
            "no diamond has the partners 1-5: those along the border have the colours",
        ),
    ],
)
def test_colours_that_do_not_are_refused_with_those_that_do(recipe: Recipe, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        require_possible(recipe)
    if recipe.distinct:
        assert check_made(with_enough_colours(recipe))


def check_made(recipe: Recipe) -> bool:
    made = generate(recipe)
    assert made.solution is not None
    return check(made.puzzle, made.solution).solved and not made.puzzle.identical_tiles()


def test_an_unframed_puzzle_of_a_class_has_no_frame() -> None:
    made = edgeasp.generate_puzzle(3, framed=False, difficulty="easy")
    assert not made.puzzle.framed


def test_a_rim_all_around_takes_the_place_of_the_frame() -> None:
    puzzle = edgeasp.generate_puzzle(4, rim={"top": [1], "right": [2], "bottom": [3], "left": []}).puzzle
    assert not puzzle.framed
    assert dict(puzzle.rim) == {"top": (1,), "right": (2,), "bottom": (3,)}


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    made = edgeasp.generate_puzzle(
        4, framed=False, partners=numpy.array([[1, 2], [1, 3]]), rim={"top": numpy.array([1, 2])}
    )
    assert made.recipe.partners == ((1, 2), (1, 3))
    assert made.recipe.rim == (("top", (1, 2)),)


@pytest.mark.parametrize("options", [{"rim": {"top": [1, 2]}}, {"partners": [(1, 2), (3, 4)], "colours": 9}])
def test_such_puzzles_are_selected(options: Any) -> None:
    made = edgeasp.generate_puzzle(4, unique=True, framed="rim" in options, **options)
    assert edgeasp.is_unique(made)


def test_a_class_of_puzzles_with_a_rim_is_found_with_the_usual_colours() -> None:
    # Copies with other numbers, which rate it, have the colours of their rim.
    made = edgeasp.generate_puzzle(5, rim={"top": [1, 2]}, difficulty="easy")
    assert made.recipe.inner < 12
    assert edgeasp.is_unique(made)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"partners": "differing"}, "expected partners as pairs of colours from 1"),
        ({"partners": 3}, "found 3"),
        ({"partners": ""}, "expected partners as pairs of colours from 1"),
        ({"rim": (("top", (1,)), ("top", (2,)))}, "expected colours from 1 for parts of the rim"),
        ({"partners": [(0, 1)]}, "expected partners as pairs of colours from 1"),
        ({"rim": ["top"]}, "expected colours from 1 for parts of the rim"),
        ({"rim": {"top": 1}}, "expected colours from 1 for parts of the rim"),
        ({"rim": {"middle": [1]}}, "top, right, bottom, left, hole"),
        ({"rim": {"top": [0]}}, "found {'top': \\[0\\]}"),
    ],
)
def test_partners_and_rims_that_are_none_are_refused(options: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        edgeasp.generate_puzzle(4, **options)


def test_motifs_have_a_head_and_a_tail_or_meet_themselves() -> None:
    recipe = Recipe(5, 5, 4, 3, heads=True, whole=0.5)
    # Half of the border motifs, rounded up, and of the inner ones.
    assert (recipe.border_colours, recipe.inner_colours) == (range(1, 5), range(5, 11))
    assert recipe.pairs == ((1, 2), (5, 6), (7, 8))
    assert replace(recipe, shared=True).pairs == ((1, 2), (3, 4))
    assert replace(recipe, heads=False).pairs == ()


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        (Recipe(3, 3, 4, heads=True, whole=1.5), "a share of motifs that meet themselves from 0 to 1"),
        (Recipe(3, 3, 4, heads=True, planted=False), "a random tile set has colours that meet themselves"),
        (Recipe(3, 3, 4, spare=10), "expected from 0 to 9 tiles left over, found 10"),
        (Recipe(3, 3, 4, spare=-1), "expected from 0 to 9 tiles left over, found -1"),
        (Recipe(3, 3, 4, planted=False, spare=1), "a set of tiles without a planted solution has none left over"),
        (Recipe(3, 3, 4, turning=False, planted=False), "on tiles that may be turned"),
        (Recipe(4, 4, 3, heads=True, partners="different"), "heads and tails meet each other"),
        (Recipe(4, 4, 3, planted=False, partners="different"), "a random tile set has colours that meet themselves"),
        (Recipe(4, 4, 3, partners=((1, 4),)), "expected partners among the colours 1 to 3, found 4"),
        (Recipe(4, 4, 1, partners="different"), "no two colours of the diamonds inside meet"),
        (Recipe(4, 4, 3, 1, partners="different"), "no two colours of the diamonds along the border meet"),
        (Recipe(99, 99, 1001, partners="different"), "expected at most 1,000 colours where any two differ"),
        (Recipe(4, 4, 3, rim=(("hole", (1,)),)), "the board has no holes"),
        (Recipe(4, 4, 3, rim=(("top", (1,)),), wraps=frozenset({"rows"})), "wraps around at its top"),
        (Recipe(4, 4, 3, rim=(("top", (1,)),), planted=False), "has no rim of its own colours"),
        (Recipe(4, 4, 3, rim=(("top", (10**9,)),)), "expected colours of the rim up to 999,999,999"),
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
