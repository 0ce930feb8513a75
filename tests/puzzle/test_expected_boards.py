"""The expected number of boards by score, against all boards of all tile sets, or of many."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import exp, prod

import pytest
from hypothesis import given

from edgeasp.formats.known import eternity2
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.estimate import MOST, _keeping, assignments, expected_boards, expected_number, scientific
from edgeasp.puzzle.expected import log_nodes
from edgeasp.puzzle.model import Partners, Placement, Puzzle, Side, Sides, Solution, Square, Tile, turned
from tests.puzzle.test_estimate import CENTRE, CORNER, SIDE, clue, tile_set, tile_sets
from tests.support import boards, brute, strategies


def all_boards(puzzle: Puzzle) -> Iterator[dict[tuple[int, int], tuple[int, Sides]]]:
    """Every way to lay the tiles with a frame: a tile and what it shows by column and row."""
    squares: dict[int, list[tuple[int, int]]] = {0: [], 1: [], 2: []}
    for square in puzzle.grid.squares:
        squares[len(puzzle.grid.outer_sides(square))].append((square.col, square.row))
    tiles = [[index for index, tile in enumerate(puzzle.tiles) if tile.sides.count(0) == kind] for kind in range(3)]
    outer = {(each.col, each.row): set(map(int, puzzle.grid.outer_sides(each))) for each in puzzle.grid.squares}
    rotations = {
        (index, where): [
            shown
            for rot in range(4)
            for shown in [turned(puzzle.tiles[index].sides, rot)]
            if {side for side in range(4) if shown[side] == 0} == outer[where]
        ]
        for kind in range(3)
        for index in tiles[kind]
        for where in squares[kind]
    }
    for orders in product(*(permutations(each) for each in tiles)):
        on = [(where, tile) for kind in range(3) for where, tile in zip(squares[kind], orders[kind], strict=True)]
        for shown in product(*(rotations[tile, where] for where, tile in on)):
            yield {where: (tile, sides) for (where, tile), sides in zip(on, shown, strict=True)}


def mismatches(board: dict[tuple[int, int], tuple[int, Sides]]) -> int:
    number = 0
    for (col, row), (_, sides) in board.items():
        number += (col + 1, row) in board and sides[1] != board[col + 1, row][1][3]
        number += (col, row + 1) in board and sides[2] != board[col, row + 1][1][0]
    return number


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("cols", "rows", "ring", "inner"),
    [(2, 2, [2, 2], []), (2, 2, [2, 1, 1], []), (2, 3, [5, 1], [1]), (3, 3, [8], [3, 1])],
)
def test_the_mean_over_all_tile_sets(cols: int, rows: int, ring: list[int], inner: list[int]) -> None:
    found: Counter[int] = Counter()
    sets = list(tile_sets(cols, rows, ring, inner))
    for puzzle in sets:
        found.update(map(mismatches, all_boards(puzzle)))
    expected = expected_boards(sets[0], most=12)
    assert expected == [Fraction(found[each], len(sets)) for each in range(13)]
    assert sum(expected) == assignments(sets[0])


@pytest.mark.sample(1)
@pytest.mark.parametrize("clues", [[CENTRE], [SIDE], [SIDE, CENTRE], [CORNER, clue(4, 1, 2, 2)]])
def test_the_mean_with_clues(clues: list[Placement]) -> None:
    """Over the tile sets that have the same tiles as clues."""
    given_clues = Solution(tuple(clues))
    found: dict[tuple[Sides, ...], Counter[int]] = {}
    sets: dict[tuple[Sides, ...], list[Puzzle]] = {}
    for puzzle in tile_sets(3, 3, [8], [3, 1]):
        tiles = tuple(puzzle.tiles[each.tile].sides for each in clues)
        sets.setdefault(tiles, []).append(puzzle)
        lying = {(each.square.col, each.square.row): (each.tile, puzzle.sides(each)) for each in clues}
        kept = (each for each in all_boards(puzzle) if all(each[where] == laid for where, laid in lying.items()))
        found.setdefault(tiles, Counter()).update(map(mismatches, kept))
    for tiles, puzzles in sets.items():
        # A tile looks the same in several rotations, of which a clue names one.
        alike = prod(4 // puzzles[0].tiles[each.tile].period for each in clues)
        expected = expected_boards(puzzles[0], given_clues, most=12)
        assert expected == [Fraction(found[tiles][each], len(puzzles) * alike) for each in range(13)]


@given(strategies.planted_with_clues())
def test_the_boards_without_mismatches_are_the_expected_solutions(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, _, clues = case
    solutions, found = expected_number(puzzle, clues).solutions, expected_boards(puzzle, clues, most=3)
    assert (solutions is None) == (found is None)
    assert found is None or (found[0] == solutions and min(found) >= 0)


def handed_out(colours: Counter[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every order of colours, each once."""
    if not number:
        yield ()
    for colour in sorted(+colours):
        for rest in handed_out(colours - Counter([colour]), number - 1):
            yield colour, *rest


UNUSUAL = [
    # columns, rows, frame, turning, partners, colours along the frame, colours elsewhere
    (2, 2, False, True, ((1, 2),), [], [1, 2]),
    (2, 2, False, True, ((1, 3),), [], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 2]),
    (2, 2, False, True, (), [], [1, 1, 1, 2]),
    (2, 2, False, False, (), [], [1, 2]),
    (2, 2, False, False, ((1, 2),), [], [1, 1, 2]),
    (3, 2, False, False, ((1, 2),), [], [1, 1, 1, 1, 2, 1]),
    (3, 2, True, True, ((1, 2),), [1, 1, 2], [3]),
    (3, 2, True, True, ((1, 2), (3, 4)), [1, 2], [3, 4]),
    (3, 2, True, False, ((1, 2),), [1, 2], [3]),
    (3, 3, True, False, ((1, 2), (3, 4)), [1, 2], [3, 4, 4]),
    (3, 3, True, True, ((3, 4),), [1], [3, 4, 3, 5, 5]),
]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("cols", "rows", "framed", "turning", "partners", "ring", "inner"), UNUSUAL)
def test_heads_and_tails_and_tiles_that_may_not_be_turned(
    cols: int, rows: int, framed: bool, turning: bool, partners: Partners, ring: list[int], inner: list[int]
) -> None:
    """Over all ways to hand out the colours; each board is as good as that of the tiles in their order."""
    plain = Puzzle(cols, rows, (Tile((1, 1, 1, 1)),) * (cols * rows), partners, turning)
    squares = list(plain.grid.squares)
    places: dict[tuple[str, bool], list[tuple[int, Side]]] = {}
    for index, square in enumerate(squares):
        outer = plain.grid.outer_sides(square)
        for side in Side:
            before, after = (Side((side + turn) % 4) in outer for turn in (3, 1))
            along = framed and (before or after)
            if framed and side in outer:
                continue
            if turning:
                key = ("ring" if along else "inner", along and after)
            else:
                line = "NESW"[next(each for each in outer if (each - side) % 2)] if along else ""
                key = (line + "ENNE"[side % 2], side in (Side.NORTH, Side.WEST))
            places.setdefault(key, []).append((index, side))
    supplies = []
    for key, where in places.items():
        colours = ring if key[0] == "ring" or len(key[0]) == 2 else inner
        if key[1]:
            colours = [plain.partner(each) for each in colours]
        supplies.append(Counter(colours[number % len(colours)] for number in range(len(where))))
    found: Counter[int] = Counter()
    puzzle = None
    for handed in product(*(handed_out(each, each.total()) for each in supplies)):
        sides = [[0] * 4 for _ in squares]
        for where, shown in zip(places.values(), handed, strict=True):
            for (index, side), colour in zip(where, shown, strict=True):
                sides[index][side] = colour
        lying = dict(zip(squares, sides, strict=True))
        found[
            sum(lying[one][side] != plain.partner(lying[two][side.opposite]) for one, side, two in plain.grid.pairs)
        ] += 1
        if puzzle is None:
            puzzle = replace(plain, tiles=tuple(Tile((north, east, south, west)) for north, east, south, west in sides))
    assert puzzle is not None
    total, most = found.total(), plain.grid.diamonds
    expected = expected_boards(puzzle, most=most)
    assert expected == [Fraction(assignments(puzzle) * found[each], total) for each in range(most + 1)]
    solutions = expected_number(puzzle).solutions
    assert solutions is None or solutions == expected[0]
    logs = log_nodes(puzzle, sorted(squares, key=lambda square: (square.row, square.col)))
    assert exp(logs[-1]) == pytest.approx(float(expected[0]))


@pytest.mark.parametrize("turning", [True, False])
def test_brute_force_beside_a_clue_finds_the_expected_number_on_average(turning: bool) -> None:
    """Over all ways to hand out six heads and six tails to the tiles that are left."""
    given = Solution((Placement(0, Square(0, 0), 0),))
    # Where no tile may be turned, colours are handed out to the sides of each direction.
    three = list(handed_out(Counter({1: 2, 2: 1}), 3))
    ways = (
        [(each[:4], each[4:8], each[8:]) for each in handed_out(Counter({1: 6, 2: 6}), 12)]
        if turning
        else [tuple(zip(*each, strict=True)) for each in product(three, repeat=4)]
    )
    numbers = []
    for each in ways:
        tiles = tuple(Tile((north, east, south, west)) for north, east, south, west in ((1, 1, 2, 2), *each))
        puzzle = Puzzle(2, 2, tiles, ((1, 2),), turning)
        numbers.append(len(brute.solve(puzzle, clues={(0, 0): (0, 0)}).raw))
    assert sum(numbers) > 0
    assert _keeping(puzzle, given) == Fraction(sum(numbers), len(numbers))


def few(puzzle: Puzzle, most: int) -> list[int]:
    """The numbers of boards with 0, 1, .. mismatches, by plain search."""
    counts = [0] * (most + 1)
    outer = {(each.col, each.row): set(map(int, puzzle.grid.outer_sides(each))) for each in puzzle.grid.squares}
    squares = [(col, row) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    shown = [
        (index, sides, {side for side in range(4) if sides[side] == 0})
        for index, tile in enumerate(puzzle.tiles)
        for sides in (turned(tile.sides, rot) for rot in range(4))
    ]
    fitting = {where: [(index, sides) for index, sides, zeros in shown if zeros == outer[where]] for where in squares}
    on: dict[tuple[int, int], Sides] = {}

    def extend(place: int, used: int, cost: int) -> None:
        if place == len(squares):
            counts[cost] += 1
            return
        col, row = squares[place]
        for index, sides in fitting[col, row]:
            if used >> index & 1:
                continue
            more = cost + (col > 0 and on[col - 1, row][1] != sides[3]) + (row > 0 and on[col, row - 1][2] != sides[0])
            if more <= most:
                on[col, row] = sides
                extend(place + 1, used | 1 << index, more)

    extend(0, 0, 0)
    return counts


@pytest.mark.long
def test_the_mean_over_many_boards_of_four_by_four() -> None:
    chance = random.Random(1)
    found = []
    for _ in range(20):
        pools = [[1, 2, 3] * 4, [1, 2, 3] * 4, [101, 102, 103, 104] * 6]
        for pool in pools:
            pool.sort(key=lambda _: chance.random())
        found.append(few(tile_set(4, 4, pools[0], pools[1], pools[2]), 3)[3])
    expected = expected_boards(tile_set(4, 4, pools[0], pools[1], pools[2]))
    assert expected is not None
    mean = sum(found) / len(found)
    deviation = (sum((each - mean) ** 2 for each in found) / len(found) ** 2) ** 0.5
    assert deviation < expected[3] / 2
    assert abs(mean - expected[3]) < 3 * deviation


def test_few_mismatches_by_plain_search() -> None:
    puzzle = tile_set(3, 3, [1] * 8, [1] * 8, [101] * 6 + [102] * 2)
    found = Counter(map(mismatches, all_boards(puzzle)))
    assert few(puzzle, 3) == [found[each] for each in range(4)]


def test_eternity_ii() -> None:
    expected = expected_boards(eternity2().puzzle)
    assert expected is not None
    assert len(expected) == MOST + 1
    assert scientific(expected[0]) == "1.1527e+7"
    # An odd number of mismatches needs a colour that is wrong on three sides: one of them alone cannot be.
    assert expected[1] == 0
    assert scientific(expected[14], 2) == "1e+45"


def test_where_the_model_does_not_apply() -> None:
    assert expected_boards(boards.planted(1, 3, 3, 4, signs=1.0)) is None
    assert expected_boards(boards.planted(2, 4, 4, 3, framed=True, surplus=True)) is None


def test_clues_that_do_not_match_one_another() -> None:
    puzzle = tile_set(3, 3, [1] * 8, [1] * 8, [101] * 4 + [102] * 4)
    clues = Solution((SIDE, clue(8, 1, 1, 0)))
    [*_] = wrong = check(puzzle, clues, conditions=[Condition.ADJOINING]).violations
    expected = expected_boards(puzzle, clues, most=4)
    assert expected is not None
    assert len(wrong) <= 1
    assert expected[0] == 0 or not wrong


def test_no_board_has_less_than_no_match() -> None:
    puzzle = boards.planted(1, 2, 2, 3)
    expected = expected_boards(puzzle)
    assert expected is not None
    assert len(expected) == puzzle.grid.diamonds + 1
