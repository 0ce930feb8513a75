"""Planted puzzles and random tiles."""

from __future__ import annotations

import pickle
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import edgeasp
from edgeasp.formats import plain
from edgeasp.generate import Planted, Recipe, generate, resolve_preset
from edgeasp.generate.recipes import find_preset, require_possible, with_enough_colours, with_places_for_colours
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.counting import contradictions, side_supply
from edgeasp.puzzle.model import (
    RIM_PARTS,
    WRAPPING,
    Puzzle,
    Side,
    Sign,
    Solution,
    Square,
    normalise_pairs,
    normalise_rim,
)
from edgeasp.search.task import make_task
from edgeasp.system.errors import OptionError
from tests.conftest import EXAMPLES
from tests.support import brute
from tests.support.running import run
from tests.support.solving import searched
from tests.support.strategies import recipes

# ---- planted puzzles ----

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


# ---- random tiles ----


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
    counts = side_supply(generated.puzzle)
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


# ---- heads and tails, and tiles that may not be turned ----

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
    pairs = st.lists(st.tuples(colours, colours), max_size=6).map(lambda some: normalise_pairs(tuple(some)))
    hole = Square(draw(st.integers(0, recipe.cols - 1)), draw(st.integers(0, recipe.rows - 1)))
    rim = draw(st.dictionaries(st.sampled_from(RIM_PARTS), st.lists(st.integers(1, 9), max_size=3)))
    return replace(
        recipe,
        partners=draw(st.one_of(st.just("different"), pairs)),
        rim=normalise_rim(tuple((part, tuple(some)) for part, some in rim.items() if some or recipe.framed)),
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
            "no edge can have the partners 1-5: border edges have the colours",
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


def test_motifs_have_a_head_and_a_tail_or_meet_themselves() -> None:
    recipe = Recipe(5, 5, 4, 3, heads=True, whole=0.5)
    # Half of the border motifs, rounded up, and of the inner ones.
    assert (recipe.border_colours, recipe.inner_colours) == (range(1, 5), range(5, 11))
    assert recipe.pairs == ((1, 2), (5, 6), (7, 8))
    assert replace(recipe, shared=True).pairs == ((1, 2), (3, 4))
    assert replace(recipe, heads=False).pairs == ()


def test_presets() -> None:
    recipe = resolve_preset("scramble")
    assert (recipe.cols, recipe.rows, recipe.inner, recipe.heads, recipe.framed) == (3, 3, 4, True, False)
    assert find_preset("scramble").unique
    for size in range(2, 7):
        recipe = resolve_preset("tetravex", (size, size))
        assert (recipe.inner, recipe.turning, recipe.framed) == (10, False, False)
        assert generate(recipe).puzzle.turning is False
