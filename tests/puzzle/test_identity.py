"""Puzzles that are the same under other names, orders and turns are known as such, and no others."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.identity import find_translation, identify
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Sides, Sign, Solution, Square, Tile, rotate_sides
from edgeasp.puzzle.symmetry import Motion, moved_puzzle, moved_solution
from tests.support.strategies import few_colours, partial_solutions, puzzles

OTHER = {None: None, Sign.PLUS: Sign.MINUS, Sign.MINUS: Sign.PLUS}


def colours_of(puzzle: Puzzle) -> list[int]:
    return sorted({colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME})


def renamed(sides: Sides, names: dict[int, int]) -> Sides:
    north, east, south, west = (names[colour] for colour in sides)
    return north, east, south, west


def disguised(puzzle: Puzzle, names: dict[int, int], order: list[int], turns: list[int], flip: bool) -> Puzzle:
    """The puzzle with its colours renamed, its tiles listed in another order and turned, its signs exchanged."""
    tiles = [
        Tile(rotate_sides(renamed(tile.sides, names), rot), OTHER[tile.sign] if flip else tile.sign)
        for tile, rot in ((puzzle.tiles[index], turns[index]) for index in order)
    ]
    return replace(puzzle, tiles=tuple(tiles))


@st.composite
def disguises(draw: st.DrawFn, of: st.SearchStrategy[Puzzle]) -> tuple[Puzzle, Puzzle, dict[int, int]]:
    puzzle = draw(of)
    known = colours_of(puzzle)
    new = draw(st.lists(st.integers(1, 99), min_size=len(known), max_size=len(known), unique=True))
    names = dict(zip(known, new, strict=True)) | {FRAME: FRAME}
    order = draw(st.permutations(range(len(puzzle.tiles))))
    turns = [draw(st.integers(0, 3)) for _ in puzzle.tiles]
    return puzzle, disguised(puzzle, names, order, turns, draw(st.booleans())), names


def same_by_brute_force(one: Puzzle, other: Puzzle) -> bool:
    """Whether some bijection of the colours makes the tiles of one those of the other."""
    here, there = colours_of(one), colours_of(other)
    if (one.cols, one.rows, len(here)) != (other.cols, other.rows, len(there)):
        return False
    wanted = sorted(repr(tile.appearance) for tile in other.tiles)
    for chosen in permutations(there):
        names = dict(zip(here, chosen, strict=True)) | {FRAME: FRAME}
        for flip in (False, True):
            tiles = [Tile(renamed(tile.sides, names), OTHER[tile.sign] if flip else tile.sign) for tile in one.tiles]
            if sorted(repr(tile.appearance) for tile in tiles) == wanted:
                return True
    return False


@given(disguises(puzzles()))
def test_a_disguised_puzzle_is_recognised(case: tuple[Puzzle, Puzzle, dict[int, int]]) -> None:
    puzzle, other, _ = case
    one, two = identify(puzzle), identify(other)
    assert one is not None
    assert two is not None
    assert (one.key, one.tiles) == (two.key, two.tiles)


@given(st.data())
def test_a_board_is_translated_square_by_square(data: st.DataObject) -> None:
    puzzle, other, _ = data.draw(disguises(puzzles()))
    solution = data.draw(partial_solutions(puzzle))
    found = find_translation(puzzle, other)
    assert found is not None
    laid = found.translate(solution)
    shown = {each.square: puzzle.sides(each) for each in solution}
    assert {each.square: other.sides(each) for each in laid} == {
        square: renamed(sides, found.colours) for square, sides in shown.items()
    }
    assert len({each.tile for each in laid}) == len(solution)
    back = find_translation(other, puzzle)
    assert back is not None
    assert {each.square for each in back.translate(laid)} == set(shown)


@given(puzzles(few_colours, most=9), puzzles(few_colours, most=9))
def test_what_is_the_same_is_decided_as_by_brute_force(one: Puzzle, other: Puzzle) -> None:
    other = replace(other, cols=one.cols, rows=one.rows, tiles=(other.tiles * 9)[: len(one.tiles)])
    assert (find_translation(one, other) is not None) == same_by_brute_force(one, other)


@given(st.data())
def test_one_side_makes_another_puzzle(data: st.DataObject) -> None:
    puzzle, other, names = data.draw(disguises(puzzles(few_colours, most=9)))
    index = data.draw(st.integers(0, len(other.tiles) - 1))
    north, east, south, west = other.tiles[index].sides
    changed = data.draw(st.sampled_from([*names.values(), 100]))
    tile = replace(other.tiles[index], sides=(changed, east, south, west))
    other = replace(other, tiles=(*other.tiles[:index], tile, *other.tiles[index + 1 :]))
    assert (find_translation(puzzle, other) is not None) == same_by_brute_force(puzzle, other)
    if north != changed and len(names) == 2:
        assert find_translation(puzzle, other) is None


@given(st.data())
def test_names_that_agree_are_kept(data: st.DataObject) -> None:
    """Colours that a symmetry exchanges keep their names, or a board would change for no reason."""
    puzzle = data.draw(puzzles())
    turns = [data.draw(st.integers(0, 3)) for _ in puzzle.tiles]
    same_names = {colour: colour for colour in (FRAME, *colours_of(puzzle))}
    other = disguised(puzzle, same_names, data.draw(st.permutations(range(len(puzzle.tiles)))), turns, False)
    found = find_translation(puzzle, other)
    assert found is not None
    assert all(old == new for old, new in found.colours.items())
    itself = find_translation(puzzle, puzzle)
    assert itself is not None
    assert itself.differences == ()


def test_what_differs_is_said() -> None:
    puzzle = Puzzle(3, 2, tuple(Tile((1, 2, 3, index + 4)) for index in range(6)))
    names = {colour: colour + 1 for colour in colours_of(puzzle)} | {FRAME: FRAME}
    found = find_translation(puzzle, disguised(puzzle, names, [1, 0, 2, 3, 4, 5], [2] * 6, False))
    assert found is not None
    assert found.differences == ("colours renamed", "tiles in another order", "tiles turned")
    assert found.tiles[:3] == ((1, 2), (0, 2), (2, 2))


def test_a_board_that_stands_upright_is_turned() -> None:
    puzzle = Puzzle(3, 2, tuple(Tile((1, 2, 3, index + 4)) for index in range(6)))
    upright = moved_puzzle(puzzle, Motion(1))
    found = find_translation(puzzle, upright)
    assert found is not None
    assert found.differences == ("the board turned by a quarter",)
    solution = Solution((Placement(4, Square(2, 1), 1), Placement(0, Square(0, 0), 0)))
    assert found.translate(solution) == Solution((Placement(4, Square(0, 2), 0), Placement(0, Square(1, 0), 3)))


@given(st.integers(0, 10_000), st.sampled_from([1, 2, 3]), st.booleans())
def test_a_board_that_is_turned_and_turned_back_is_the_same(seed: int, quarters: int, flipping: bool) -> None:
    """Which orientations a tile may have changes with the turn, and tiles may show the same in several."""
    rng = random.Random(seed)
    rots = range(8 if flipping else 4)
    tiles = [
        Tile(tuple(rng.choices((1, 2), k=4)), only=tuple(sorted(rng.sample(rots, rng.randint(1, 3)))))  # type: ignore[arg-type]
        for _ in range(6)
    ]
    puzzle = Puzzle(3, 2, tuple(tiles), flipping=flipping)
    squares = rng.sample([*puzzle.grid.squares], 6)
    lying = (
        puzzle.canonical(Placement(tile, square, rng.choice(puzzle.allowed(tile))))
        for tile, square in enumerate(squares)
    )
    solution, turned = Solution(tuple(lying)), moved_puzzle(puzzle, Motion(quarters))
    there = moved_solution(puzzle, solution, Motion(quarters), turned)
    assert all(each.rot in turned.allowed(each.tile) for each in there)
    assert moved_solution(turned, there, Motion(-quarters % 4), puzzle) == solution


def test_a_board_that_is_turned_to_another_one_of_the_same_puzzle_lies_as_tiles_may() -> None:
    tiles = (Tile((1, 1, 1, 1), only=(0,)), *(Tile((1, 2, 3, 4)),) * 3)
    puzzle = Puzzle(2, 2, tiles)
    for quarters in range(4):
        [lying] = moved_solution(puzzle, Solution((Placement(0, Square(0, 0), 0),)), Motion(quarters))
        assert lying.rot == 0


def test_orientations_by_tile_are_part_of_a_puzzle() -> None:
    """Both puzzles have one tile that may not be turned, but it is another tile."""
    sides = [(1, 2, 3, 4), (1, 2, 4, 3), (5, 5, 6, 6), (5, 6, 5, 6)]
    one, other = (
        Puzzle(2, 2, tuple(Tile(each, only=(0,) if index == fixed else None) for index, each in enumerate(sides)))
        for fixed in (0, 1)
    )
    assert identify(one) is None
    assert find_translation(one, one) is not None
    assert find_translation(one, other) is None


def test_signs_are_relative() -> None:
    plus, minus = Tile((1, 2, 3, 4), Sign.PLUS), Tile((1, 2, 3, 4), Sign.MINUS)
    one, other = Puzzle(2, 2, (plus, plus, plus, minus)), Puzzle(2, 2, (minus, minus, plus, minus))
    assert find_translation(one, other) is not None
    assert find_translation(one, Puzzle(2, 2, (minus, minus, plus, plus))) is None
    assert find_translation(one, Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)) is None


def large(kind: str) -> Puzzle:
    """30 x 30 tiles in which refinement alone distinguishes few colours, or none."""
    pairs = list(combinations(range(1, 43), 2))
    tiles: list[Sides] = {
        "one colour each": [(index + 1,) * 4 for index in range(900)],
        "two colours a pair": [(2 * (i // 2) + 1, 2 * (i // 2) + 1 + i % 2, 2 * (i // 2) + 2, 1) for i in range(900)],
        "all pairs of colours": [(one, other, one, other) for one, other in pairs] + [(99, 99, 99, 99)] * 39,
        "a torus": [
            (30 * a + b + 1, 30 * ((a + 1) % 30) + b + 1, 30 * a + (b + 1) % 30 + 1, 30 * a + b + 1)
            for a in range(30)
            for b in range(30)
        ],
        "twins": [(1 + index % 2, 3, 4 + index % 2, 3) for index in range(900)],
    }[kind]
    return Puzzle(30, 30, tuple(map(Tile, tiles)))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "kind",
    [
        *("one colour each", "two colours a pair", "all pairs of colours", "twins"),
        pytest.param("a torus", marks=pytest.mark.long),
    ],
)
def test_symmetric_puzzles_of_900_tiles(kind: str) -> None:
    puzzle = large(kind)
    shuffle = random.Random(1)
    known = colours_of(puzzle)
    names = dict(zip(known, shuffle.sample(range(1, 9999), len(known)), strict=True)) | {FRAME: FRAME}
    order = shuffle.sample(range(900), 900)
    other = disguised(puzzle, names, order, [shuffle.randrange(4) for _ in range(900)], False)
    found = find_translation(puzzle, other)
    assert found is not None
    board = Solution(tuple(Placement(tile, square, tile % 4) for tile, square in enumerate(puzzle.grid.squares)))
    for old, new in zip(board, found.translate(board), strict=True):
        assert other.sides(new) == renamed(puzzle.sides(old), found.colours)


@pytest.mark.long
def test_too_many_symmetries_are_given_up() -> None:
    """The edges of a cube of seven dimensions as tiles: 645,120 symmetries, which refinement leaves."""
    corners = range(2**7)
    edges = [(one, one ^ 1 << bit) for one in corners for bit in range(7) if one < one ^ 1 << bit]
    puzzle = Puzzle(28, 16, tuple(Tile((one + 1, other + 1, one + 1, other + 1)) for one, other in edges))
    assert identify(puzzle) is None
    names = {colour: 129 - colour for colour in colours_of(puzzle)}
    turned_tiles = tuple(Tile(rotate_sides(tile.sides, 1)) for tile in puzzle.tiles)
    shifted = tuple(Tile(renamed(tile.sides, {old: old + 1 for old in names})) for tile in puzzle.tiles)
    assert find_translation(puzzle, replace(puzzle, tiles=turned_tiles)) is not None, "the names are the same"
    assert find_translation(puzzle, replace(puzzle, tiles=shifted)) is None, "nothing is claimed that is not known"


def test_the_boundary_tells_puzzles_apart() -> None:
    tiles = tuple(
        Tile(sides) for sides in [(0, 1, 2, 0), (0, 3, 4, 1), (0, 0, 5, 3), (2, 6, 0, 0), (4, 7, 0, 6), (5, 0, 0, 7)]
    )
    plain = Puzzle(3, 2, tiles)
    opened, turned = replace(plain, rim=(("top", ()),)), Puzzle(2, 3, tiles, rim=(("top", ()),))
    keys = {identity.key for identity in map(identify, (plain, opened, turned)) if identity}
    assert len(keys) == 3
    square = replace(plain, cols=2, tiles=tiles[:4])
    assert find_translation(square, replace(square, rim=(("top", ()),))) is None
    assert find_translation(square, square) is not None
