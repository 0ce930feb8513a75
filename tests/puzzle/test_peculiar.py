"""Partners and tiles that may not be turned, in what needs no search: the model, the checker, counting, identity."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.formats.document import Document
from edgeasp.formats.files import convert
from edgeasp.formats.recognition import PUZ, puzzles
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle import counting, estimate, symmetry
from edgeasp.puzzle.candidates import Fitting
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.counting import likely_slips, supply
from edgeasp.puzzle.identity import identify, translation
from edgeasp.puzzle.mass_checker import MassChecker
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square, Tile, turned
from edgeasp.system.errors import FormatError, InputError
from tests.support import brute
from tests.support.peculiar import every_small, peculiar
from tests.support.solving import as_solution

SOME = [peculiar(seed) for seed in range(60)]
TINY = [peculiar(seed, 4) for seed in range(60)]
ALIKE = (Tile((1, 2, 3, 4)),) * 4


def test_partners_are_kept_in_order_and_those_of_themselves_left_out() -> None:
    puzzle = Puzzle(2, 2, ALIKE, ((4, 3), (2, 1), (5, 5)))
    assert puzzle.partners == ((1, 2), (3, 4))
    assert [puzzle.partner(colour) for colour in (0, 1, 2, 3, 4, 5)] == [0, 2, 1, 4, 3, 5]
    assert repr(puzzle) == "Puzzle(2 x 2, unframed, partners, 4 tiles)"
    assert repr(Puzzle(2, 2, ALIKE, turning=False)) == "Puzzle(2 x 2, unframed, no turning, 4 tiles)"
    assert Puzzle(2, 2, ALIKE, ((1, 1),)) == Puzzle(2, 2, ALIKE)


@pytest.mark.parametrize("partners", [((0, 1),), ((1, 2, 3),), ((1, -2),), ((1, "2"),), [(1, 2)], 3])
def test_other_partners_are_refused(partners: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        Puzzle(2, 2, ALIKE, partners)  # type: ignore[arg-type]


def all_boards(puzzle: Puzzle) -> Iterator[Solution]:
    for order, turns in product(permutations(range(4)), product(range(4 if puzzle.turning else 1), repeat=4)):
        yield as_solution(puzzle, tuple(zip(order, turns, strict=True)))


@pytest.mark.sample(1)
@pytest.mark.parametrize("puzzle", TINY[:4], ids=str)
def test_the_checkers_agree_with_brute_force(puzzle: Puzzle) -> None:
    every = {as_solution(puzzle, each) for each in brute.solve(puzzle).raw}
    assert {each for each in all_boards(puzzle) if check(puzzle, each).solved} == every
    import numpy as np

    boards = [sorted(board, key=lambda each: each.square[::-1]) for board in all_boards(puzzle)]
    numbers = np.array([[(each.tile, each.square.row * 2 + each.square.col, each.rot) for each in b] for b in boards])
    tiles, squares, turns = np.moveaxis(numbers, 2, 0)
    solved = MassChecker(puzzle).solved(tiles, squares, turns)
    assert int(solved.sum()) == len(every)


def test_a_turned_tile_is_out_of_range_where_none_may_be_turned() -> None:
    puzzle = Puzzle(2, 2, ALIKE, turning=False)
    [violation] = check(puzzle, Solution((Placement(0, Square(0, 0), 2),))).violations
    assert "no quarter turns" in violation.text


@pytest.mark.parametrize("puzzle", SOME[:20], ids=str)
def test_what_two_squares_make_of_a_diamond_is_equal_exactly_if_they_match(puzzle: Puzzle) -> None:
    rng = random.Random(1)
    tiles = rng.sample(range(len(puzzle.tiles)), 4)
    squares = [Square(0, 0), Square(1, 0), Square(0, 1), Square(1, 1)]
    on = {square: Placement(tile, square, 0) for tile, square in zip(tiles, squares, strict=True)}
    wrong = {(each.square, each.side) for each in check(puzzle, Solution(tuple(on.values()))).violations if each.side}
    for square, side, other in puzzle.grid.pairs:
        if square in on and other in on:
            here, there = puzzle.diamonds_around(on[square])[side], puzzle.diamonds_around(on[other])[side.opposite]
            assert (here == there) == ((square, side) not in wrong)


def test_counting_refutes_no_puzzle_with_a_solution() -> None:
    refuted = 0
    for puzzle in [
        *TINY,
        *every_small(2, ((1, 2),), turning=False)[::17],
        *every_small(3, ((1, 2),), turning=True)[::997],
    ]:
        if counting.contradictions(puzzle):
            assert not brute.solvable(puzzle), puzzle
            refuted += 1
    assert refuted > 3


@pytest.mark.parametrize(
    ("sides", "partners", "turning", "words"),
    [
        ([(1, 1, 1, 1)] * 4, ((1, 2),), True, "16 sides have none to meet, but only 8 sides lie outside"),
        ([(0, 1, 2, 0), (0, 0, 2, 1), (1, 2, 0, 0), (2, 0, 0, 2)], ((1, 2),), True, "colour 2 occurs 5 times"),
        ([(1, 1, 1, 2)] * 4, (), False, "4 of the sides at the right of tiles have none to meet, but only 2"),
        ([(0, 1, 1, 0), (0, 0, 1, 1), (1, 1, 0, 0), (1, 0, 0, 1)], ((1, 2),), True, "its partner 2 0 times"),
    ],
)  # fmt: skip
def test_what_counting_finds(
    sides: list[tuple[int, int, int, int]], partners: tuple[tuple[int, int], ...], turning: bool, words: str
) -> None:
    puzzle = Puzzle(2, 2, tuple(map(Tile, sides)), partners, turning)
    assert words in " ".join(counting.contradictions(puzzle))


@pytest.mark.parametrize("puzzle", SOME[:25], ids=str)
def test_a_board_without_turning_has_no_rotations(puzzle: Puzzle) -> None:
    assert len(symmetry.rotations(puzzle)) == (1 if not puzzle.turning else 4 if puzzle.cols == puzzle.rows else 2)
    assert symmetry.symmetries(puzzle) == symmetry.rotations(puzzle)


def test_what_fits_beside_what_lies() -> None:
    for puzzle in TINY:
        for assignment in brute.solve(puzzle).assignments:
            whole = as_solution(puzzle, assignment)
            board = Solution(whole.placements[:-1])
            fitting = Fitting(puzzle, board).on_squares
            assert puzzle.canonical(whole.placements[-1]) in fitting[whole.placements[-1].square]
            break


@pytest.mark.parametrize("puzzle", SOME, ids=str)
def test_facts_and_puz_say_it_and_are_read_as_written(puzzle: Puzzle) -> None:
    assert facts.read(facts.write(puzzle), "x.lp") == (puzzle, Solution())
    assert plain.read_puz(plain.write_puz(puzzle), "x.puz") == puzzle
    converted = convert(Document(puzzle), PUZ)
    assert ("another puzzle" in " ".join(converted.notes)) != puzzle.ordinary
    for target in puzzles():
        if target.name not in ("puz", "facts", "halves", "tetravex") and not puzzle.ordinary:
            with pytest.raises(FormatError, match="cannot hold"):
                convert(Document(puzzle), target)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("c edgeasp partners 1 2", "x.puz:2: expected pairs such as 1-2"),
        ("c edgeasp partners 0-2", "x.puz:2: expected a colour from 1"),
        ("c edgeasp partners unequal", "x.puz:2: expected pairs such as 1-2 as partners, or different"),
    ],
)
def test_other_comments_on_partners_are_refused(line: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        plain.read_puz(f"2 2\n{line}\n" + "1 2 1 2\n" * 4, "x.puz")


@pytest.mark.parametrize(
    ("added", "words"),
    [
        ("partner(red,pink).", "expected a fact colour(pink)"),
        ("partner(black,red). frame(black).", "expected no partner of the frame's colour"),
    ],
)
def test_other_facts_on_partners_are_refused(added: str, words: str) -> None:
    sides = [(0, 1, 2, 0), (0, 0, 3, 1), (2, 3, 0, 0), (3, 0, 0, 3)]
    text = facts.write(Puzzle(2, 2, tuple(map(Tile, sides)))) + added
    with pytest.raises(InputError) as caught:
        facts.read(text, "x.lp")
    assert words in str(caught.value)


def test_facts_with_half_turns_alone_are_refused() -> None:
    text = facts.write(Puzzle(2, 2, ALIKE)).replace("rotation(90). ", "").replace("rotation(270).", "")
    with pytest.raises(InputError, match=r"rotation\(90\)"):
        facts.read(text, "x.lp")


def renamed(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    names = dict(zip(puzzle.colours, rng.sample(range(1, 30), len(puzzle.colours)), strict=True)) | {FRAME: FRAME}
    tiles = []
    for tile in rng.sample(puzzle.tiles, len(puzzle.tiles)):
        north, east, south, west = turned(tile.sides, rng.randrange(4) if puzzle.turning else 0)
        tiles.append(replace(tile, sides=(names[north], names[east], names[south], names[west])))
    partners = tuple((names[one], names[other]) for one, other in puzzle.partners)
    return replace(puzzle, tiles=tuple(tiles), partners=partners)


@pytest.mark.sample(4)
@pytest.mark.parametrize("puzzle", SOME, ids=str)
def test_identity_and_translation_keep_partners(puzzle: Puzzle) -> None:
    rng = random.Random(str(puzzle))
    other = renamed(puzzle, rng)
    one, two = identify(puzzle), identify(other)
    assert one is not None
    assert two is not None
    assert one.key == two.key
    found = translation(puzzle, other)
    assert found is not None
    for assignment in list(brute.solve(puzzle).assignments)[:3]:
        assert check(other, found.solution(as_solution(puzzle, assignment))).solved


def test_other_partners_and_no_turning_make_another_puzzle() -> None:
    sides = [(1, 2, 3, 4), (1, 1, 2, 3), (4, 4, 2, 1), (3, 2, 2, 4)]
    tiles = tuple(map(Tile, sides))
    every = [
        Puzzle(2, 2, tiles),
        Puzzle(2, 2, tiles, turning=False),
        Puzzle(2, 2, tiles, ((1, 2),)),
        Puzzle(2, 2, tiles, ((1, 2), (3, 4))),
        Puzzle(2, 2, tiles, ((1, 3), (2, 4))),
        Puzzle(2, 2, tiles, ((1, 2),), turning=False),
        Puzzle(2, 2, tiles, ((1, 9),)),
    ]
    keys = [found.key for found in map(identify, every) if found]
    assert len(set(keys)) == len(every)
    for one, other in permutations(every, 2):
        assert translation(one, other) is None
    assert translation(Puzzle(2, 2, tiles, ((1, 9),)), Puzzle(2, 2, tiles, ((1, 7), (11, 12)))) is not None


@pytest.mark.parametrize(
    "sides", [(1, 1, 2, 2), (1, 2, 3, 3), (1, 2, 1, 2, 3, 3), (1, 3, 2, 3), (1, 2, 4, 5), (3, 3, 3, 3)]
)
def test_orders_of_sides_that_match_are_counted(sides: tuple[int, ...]) -> None:
    puzzle = Puzzle(2, 2, ALIKE, ((1, 2), (4, 5)))
    orders = set(permutations(sides))
    matching = [
        each for each in orders if all(puzzle.partner(a) == b for a, b in zip(each[::2], each[1::2], strict=True))
    ]
    assert estimate.matching_orders(puzzle, Counter(sides)) == len(matching)


def test_expected_solutions_of_a_puzzle_with_partners() -> None:
    """Four corners: of all ways to hand out what faces clockwise and what faces anticlockwise, how many match."""
    sides = [(0, 1, 2, 0), (0, 0, 1, 2), (1, 2, 0, 0), (1, 0, 0, 2)]
    puzzle = Puzzle(2, 2, tuple(map(Tile, sides)), ((1, 2),))
    counts = supply(puzzle)
    assert not counting.contradictions(puzzle)
    clockwise, anticlockwise = sorted(counts.clockwise.elements()), sorted(counts.anticlockwise.elements())
    ways = list(product(permutations(clockwise), permutations(anticlockwise)))
    matching = sum(all(puzzle.partner(a) == b for a, b in zip(*each, strict=True)) for each in ways)
    assert estimate.expected_number(puzzle).solutions == Fraction(24 * matching, len(ways))


def test_a_slip_in_a_framed_puzzle_with_partners_is_found() -> None:
    found = 0
    for seed in range(12):
        puzzle = generate(Recipe(4, 4, 4, 2, seed=seed, heads=True, distinct=True)).puzzle
        assert not counting.contradictions(puzzle)
        index = next(each for each, tile in enumerate(puzzle.tiles) if FRAME not in tile.sides)
        north, east, south, west = puzzle.tiles[index].sides
        wrong = next(colour for colour in puzzle.colours if colour > 4 and colour != north)
        tiles = list(puzzle.tiles)
        tiles[index] = replace(tiles[index], sides=(wrong, east, south, west))
        typed = replace(puzzle, tiles=tuple(tiles))
        assert counting.contradictions(typed)
        slips = likely_slips(typed)
        found += any((each.tile, each.found) == (index, wrong) and each.colour == north for each in slips)
    assert found > 3


def test_a_card_that_was_typed_twice_is_suspected() -> None:
    puzzle = generate(Recipe(3, 3, 4, seed=1, heads=True, distinct=True)).puzzle
    twice = replace(puzzle, tiles=(*puzzle.tiles[:4], puzzle.tiles[3], *puzzle.tiles[5:]))
    assert [each.tiles for each in likely_slips(twice)] == [(3, 4)]
    assert likely_slips(puzzle) == []
