"""Encoding variants against brute force."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, product
from math import factorial, prod
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgeasp.encoding import facts
from edgeasp.encoding.render import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, EncodingRequest, EncodingSpec, render
from edgeasp.formats.files import read_solution
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Sign, Solution, Square, Tile, as_sides, rotate_sides
from edgeasp.system.errors import EncodingError
from tests.support import boards, brute
from tests.support.counting import Case, covering_array, pairs
from tests.support.lanes import represented, thinned
from tests.support.reading import read_puzzle
from tests.support.solving import all_answers, as_assignment, as_atoms, as_clues, number_of_answers, solutions, task_for

# ---- all variants ----

BOARDS = boards.various()
SMALL = [name for name, puzzle in BOARDS.items() if len(puzzle.tiles) <= 6]
FEW = boards.few_if_relaxed()


VARIANTS = (None, "decision", "framed", "signed", "decision+signed", "redundant", "signed+redundant")
SYMMETRIES: tuple[tuple[str, ...], ...] = (
    (),
    ("tile-rotations",),
    ("identical-tiles",),
    ("tile-rotations", "identical-tiles", "board-rotations"),
    ("tile-rotations", "board-rotations"),
    ("tile-rotations", "identical-tiles", "polarity"),
)


def kind(name: str) -> tuple[str, str, str, bool]:
    """What about a board the rules can tell apart, and whether conditions can be left out."""
    puzzle = BOARDS[name]
    even = "even" if puzzle.cols % 2 == 0 else "odd"
    shape = even if puzzle.cols == puzzle.rows else "oblong"
    outside = "unframed" if not puzzle.framed else "exact" if puzzle.zeros == puzzle.grid.outside else "surplus"
    return shape, outside, "signed" if puzzle.signed else "unsigned", name in FEW


KINDS: dict[Hashable, list[str]] = {}
for name in BOARDS:
    KINDS.setdefault(kind(name), []).append(name)

FACTORS: dict[str, list[Hashable]] = {
    "kind": list(KINDS),
    "redundant": [None, ("all",), *((each.name,) for each in REDUNDANT)],
    "variants": list(VARIANTS),
    "symmetry": list(SYMMETRIES),
    "heuristic": [each.name for each in HEURISTICS],
    "formulation": [each.name for each in FORMULATIONS],
}


@cache
def found(puzzle: Puzzle, framed: bool, signed: bool) -> brute.Found:
    return brute.solve(puzzle, framed=framed, signed=signed)


def unsigned(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.cols, puzzle.rows, tuple(Tile(tile.sides) for tile in puzzle.tiles))


def expected(puzzle: Puzzle, encoding: EncodingSpec) -> Fraction:
    """The number of answers without clues: all of brute force, divided as asp/symmetry/ documents it."""
    every = found(puzzle, encoding.framed, encoding.signed)
    judged = puzzle if encoding.signed else unsigned(puzzle)
    count = Fraction(len(every.raw))
    if "tile-rotations" in encoding.symmetry:
        count /= prod(4 // tile.period for tile in puzzle.tiles)
    if "identical-tiles" in encoding.symmetry:
        count /= prod(factorial(len(group)) for group in judged.identical_tiles())
    if "board-rotations" in encoding.symmetry:
        alike = (
            {tile for group in judged.identical_tiles() for tile in group}
            if "identical-tiles" in encoding.symmetry
            else set()
        )
        anchors = [tile for tile in range(len(puzzle.tiles)) if puzzle.tiles[tile].period == 4 and tile not in alike]
        if anchors:
            count /= 4 if puzzle.cols == puzzle.rows else 2
    if "polarity" in encoding.symmetry and puzzle.signed:
        even_square = puzzle.cols == puzzle.rows and puzzle.cols % 2 == 0
        if even_square or (puzzle.cols + puzzle.rows) % 2 == 1:
            count /= 2
    return count


@cache
def resolved(framed: bool, signed: bool, request: EncodingRequest) -> EncodingSpec | None:
    """The encoding for a puzzle with a frame or signs, if the parts of the request go together."""
    try:
        return request.resolve(framed=framed, signed=signed)
    except EncodingError:
        return None


def sensible(board: str, request: EncodingRequest, relaxable: Collection[str] = FEW) -> bool:
    """Whether the request suits the board, and leaves out conditions only where solutions are few without them."""
    puzzle = BOARDS[board]
    encoding = resolved(puzzle.framed, puzzle.signed, request)
    if encoding is None:
        return False
    return board in relaxable or (encoding.framed == puzzle.framed and encoding.signed >= puzzle.signed)


def compare(puzzle: Puzzle, request: EncodingRequest) -> None:
    task = task_for(puzzle, request=request)
    every = found(puzzle, task.encoding.framed, task.encoding.signed)
    got = all_answers(task)
    assert len(got) == len(set(got)) == expected(puzzle, task.encoding)
    # Heule's formulation and ours name a rotation in the same way, so each answer is one of brute force.
    assert {as_atoms(puzzle, assignment) for assignment in every.raw} >= set(got)


def request_of(case: Case) -> EncodingRequest:
    return EncodingRequest(**{name: value for name, value in case.items() if name not in ("board", "kind")})


def suits(case: Case) -> bool:
    """Whether the request suits the board, or the boards of the kind, which are alike in this."""
    board = case["board"] if "board" in case else KINDS[case["kind"]][0]
    return sensible(board, request_of(case))


def with_boards(cases: list[Case]) -> list[Case]:
    """The cases, each on a board of its kind: the boards of a kind as evenly as can be."""
    used: Counter[str] = Counter()
    chosen = []
    for case in cases:
        board = min(KINDS[case["kind"]], key=lambda each: used[each])
        used[board] += 1
        chosen.append(case | {"board": board})
    return chosen


@cache
def covering() -> list[Case]:
    return with_boards(covering_array(FACTORS, suits))


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_two_settings_together(kind: Hashable) -> None:
    """A kind of board, variants, components, symmetry, a heuristic, a formulation: each two values meet."""
    cases = [case for case in covering() if case["kind"] == kind]
    assert cases
    for case in cases:
        compare(BOARDS[case["board"]], request_of(case))


def test_no_two_settings_are_left_out() -> None:
    assert_all_meet(FACTORS, covering())
    assert {case["board"] for case in covering()} == set(BOARDS)


def assert_all_meet(factors: Mapping[str, Sequence[Hashable]], cases: Iterable[Case]) -> None:
    met = set().union(*map(pairs, cases))
    for one, other in combinations(factors, 2):
        for first, second in product(factors[one], factors[other]):
            if frozenset({(one, first), (other, second)}) in met:
                continue
            fixed = {**factors, one: [first], other: [second]}
            every: Iterator[Case] = (dict(zip(fixed, values, strict=True)) for values in product(*fixed.values()))
            assert not any(map(suits, every)), (first, second)


@pytest.mark.long
def test_every_board_with_every_setting() -> None:
    factors: dict[str, list[Hashable]] = {"board": list(BOARDS)}
    factors |= {name: values for name, values in FACTORS.items() if name != "kind"}
    cases = covering_array(factors, suits)
    assert_all_meet(factors, cases)
    for case in cases:
        compare(BOARDS[case["board"]], request_of(case))


@pytest.mark.long
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("formulation", ["halves", "heule"])
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_everything_with_everything(name: str, formulation: str, symmetry: tuple[str, ...]) -> None:
    components: list[tuple[str, ...] | None] = [None, ("all",), *((each.name,) for each in REDUNDANT)]
    requests = [EncodingRequest(*each, formulation, symmetry) for each in product(VARIANTS, components)]
    requests += [EncodingRequest(None, None, formulation, symmetry, each.name) for each in HEURISTICS]
    requests = [request for request in requests if sensible(name, request, SMALL)]
    assert requests or formulation == "heule" or "polarity" in symmetry
    for request in requests:
        compare(BOARDS[name], request)


def clued(puzzle: Puzzle, count: int) -> brute.Clues:
    """The first `count` squares of a solution as clues, in a rotation that need not be the smallest."""
    assignment = max(found(puzzle, puzzle.framed, puzzle.signed).raw)
    places = [(place % puzzle.cols, place // puzzle.cols) for place in range(len(assignment))]
    return dict(list(zip(places, assignment, strict=True))[-count:])


@pytest.mark.sample(4)
@thinned(
    "name, formulation, count",
    [
        (name, formulation, count)
        for name, puzzle in BOARDS.items()
        if brute.solvable(puzzle)
        for formulation in ("halves", *["heule"] * (name in SMALL))
        for count in (1, 2)
    ],
    lambda name, formulation, count: (boards.kind(name), formulation, count),
)
def test_clues_are_kept(name: str, formulation: str, count: int) -> None:
    puzzle = BOARDS[name]
    clues = clued(puzzle, count)
    every = brute.solve(puzzle, clues=clues)
    pinned = [tile for tile, _ in clues.values()]
    kept = as_clues(clues, puzzle)
    got = all_answers(task_for(puzzle, kept, EncodingRequest(formulation=formulation)))
    assert len(got) == len(set(got)) == len(every.pictures)
    assert len(got) * prod(factorial(len(group)) for group in puzzle.identical_tiles(pinned)) == len(every.assignments)
    # With a clue, turning the board is no symmetry any more: the switches divide by nothing.
    turns = "board-rotations" if count == 1 else "polarity"
    fewer = EncodingRequest("signed", formulation=formulation, symmetry=("tile-rotations", "identical-tiles", turns))
    assert number_of_answers(task_for(puzzle, kept, fewer)) == len(got)


@pytest.mark.parametrize("formulation", ["halves", "heule"])
def test_where_tiles_may_be_left_over_to_turn_the_board_divides_by_nothing(formulation: str) -> None:
    tiles = tuple(Tile(as_sides(map(int, sides))) for sides in ("1122", "1122", "1213", "1212", "1132"))
    puzzle = Puzzle(2, 2, tiles)
    whole, turned = (
        EncodingRequest(formulation=formulation, symmetry=names)
        for names in (("tile-rotations",), ("tile-rotations", "board-rotations"))
    )
    number = number_of_answers(task_for(puzzle, request=whole))
    assert number == len(brute.solve(puzzle).assignments)
    control = clingo.Control(["0"])
    control.add("base", [], facts.write_facts(puzzle) + render(turned.fitting(puzzle)).text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        assert sum(1 for _ in models) == number


@pytest.mark.parametrize("formulation", ["halves", "heule"])
def test_a_tile_with_a_clue_is_not_in_the_order_of_its_twins(formulation: str) -> None:
    """The second of four lies on the first square."""
    puzzle = BOARDS["all alike"]
    clues = as_clues({(0, 0): (1, 0)}, puzzle)
    assert len(all_answers(task_for(puzzle, clues, EncodingRequest(formulation=formulation)))) == 1


@pytest.mark.parametrize("formulation", ["halves", "heule"])
def test_of_rotations_that_look_alike_the_one_in_solution_files_is_kept(formulation: str) -> None:
    puzzle = BOARDS["half-turn symmetric twins"]
    answers = all_answers(task_for(puzzle, request=EncodingRequest(formulation=formulation)))
    assert answers
    assert {as_atoms(puzzle, each) for each in brute.solve(puzzle).assignments} >= set(answers)


def test_a_clue_that_cannot_be_kept_leaves_no_solution() -> None:
    clue = as_clues({(1, 1): (0, 0)}, boards.FRAME_3X3)  # a corner tile in the centre
    for formulation in ("halves", "heule"):
        assert all_answers(task_for(boards.FRAME_3X3, clue, EncodingRequest(formulation=formulation))) == []


def test_two_clues_for_one_tile_or_one_square_leave_no_solution() -> None:
    puzzle = boards.GOLDEN
    for one, other in (((0, 0), (1, 1)), ((0, 0), (0, 0))):
        clues = Solution(
            as_clues({one: (0, 0)}, puzzle).placements
            + as_clues({other: (0 if one != other else 1, 0)}, puzzle).placements
        )
        for formulation in ("halves", "heule"):
            task = replace(task_for(puzzle, request=EncodingRequest(formulation=formulation)), clues=clues)
            assert all_answers(task) == []


def test_unknown_names_and_senseless_combinations_are_refused_with_the_reason() -> None:
    for request, reason in (
        (EncodingRequest("frame"), "decision, framed, signed or redundant"),
        (EncodingRequest("decision+framed"), "exclude each other"),
        (EncodingRequest(""), "found ''"),
        (EncodingRequest(formulation="cells"), "halves.* heule"),
        (EncodingRequest(redundant=("one-place",)), "forbidden-colours, .*found 'one-place'"),
        (EncodingRequest("decision", redundant=("seam-balance",)), "needs the encoding framed"),
        (EncodingRequest("framed", redundant=("sign-colours",)), "needs the encoding signed"),
        (EncodingRequest("framed", symmetry=("polarity",)), "needs the encoding signed"),
        (EncodingRequest("signed", symmetry=("board-rotations", "polarity")), "exclude each other"),
        (EncodingRequest(formulation="heule", symmetry=("identical-tiles",)), "needs symmetry 'tile-rotations'"),
        (EncodingRequest(heuristic="sideways"), "expected heuristic none.* outward.*, found 'sideways'"),
    ):
        with pytest.raises(EncodingError, match=reason):
            request.resolve(framed=True, signed=False)
    with pytest.raises(EncodingError, match="needs a puzzle with a frame"):
        EncodingRequest("framed").resolve(framed=False, signed=False)


def test_the_default_follows_the_puzzle() -> None:
    for framed, signed, name in (
        (False, False, "decision"),
        (True, False, "framed"),
        (False, True, "decision+signed"),
        (True, True, "framed+signed"),
    ):
        assert EncodingRequest().resolve(framed=framed, signed=signed).name == name
    assert EncodingRequest("decision").resolve(framed=True, signed=True).name == "decision"
    assert EncodingRequest("signed").resolve(framed=True, signed=False).name == "framed+signed"
    assert {idea.name for idea in SYMMETRY if idea.default} == {"tile-rotations", "identical-tiles"}


# ---- known numbers of solutions ----

PUBLISHED = "1,1,1,90 1,2,3,0 2,1,2,180 2,2,4,270"
"""The answer of the golden example that the class publishes: column, row, tile, degrees."""


every_fourth = represented("first", [0, 1, 2, 3])
"""Every fourth puzzle of a list, from the first, the second, the third or the fourth on."""


def agree(puzzle: Puzzle) -> int:
    """Compare the default encoding with brute force, board by board, and give the number of boards."""
    found = brute.solve(puzzle)
    assignments = [as_assignment(puzzle, solution) for solution in solutions(task_for(puzzle))]
    pictures = {tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in each) for each in assignments}
    assert len(assignments) == len(pictures)
    assert pictures == found.pictures
    assert found.assignments.issuperset(assignments)
    return len(pictures)


def test_the_golden_example_has_104_solutions() -> None:
    assert agree(boards.GOLDEN) == 104


def test_the_published_answer_is_the_only_one_with_black_around_up_to_rotation_of_the_board() -> None:
    published = {
        f"chosenTile({x},{y},{t}) chosenRotation({x},{y},{r})"
        for x, y, t, r in (placement.split(",") for placement in PUBLISHED.split())
    }
    atoms = frozenset(atom for pair in published for atom in pair.split())
    black = 4
    framed = [
        as_atoms(boards.GOLDEN, as_assignment(boards.GOLDEN, solution))
        for solution in solutions(task_for(boards.GOLDEN))
        if _outside(boards.GOLDEN, solution) == {black}
    ]
    assert atoms in framed
    assert len(framed) == 4  # the four rotations of one board
    centres = [frozenset(_cycle(answer)) for answer in framed]
    assert len(set(centres)) == 1


def _outside(puzzle: Puzzle, solution: Solution) -> set[int]:
    on = solution.by_square()
    return {
        puzzle.sides(on[square])[side]
        for square in puzzle.grid.squares
        for side in range(4)
        if square.neighbour(side) not in puzzle.grid  # type: ignore[arg-type]
    }


def _cycle(answer: frozenset[str]) -> list[tuple[str, str]]:
    """Which tile follows which, clockwise around a 2x2 board: the same for all rotations of the board."""
    on = {
        atom[len("chosenTile(") : -1].rpartition(",")[0]: atom[:-1].rpartition(",")[2]
        for atom in answer
        if "Tile" in atom
    }
    around = [on["1,1"], on["2,1"], on["2,2"], on["1,2"]]
    return list(zip(around, around[1:] + around[:1], strict=True))


def test_foursquares_has_72_solutions() -> None:
    assert agree(boards.FOURSQUARES) == 72


def test_the_framed_3x3_has_16_solutions() -> None:
    assert agree(boards.FRAME_3X3) == 16


@pytest.mark.long
@every_fourth
def test_every_unframed_2x2_over_two_colours(first: int) -> None:
    puzzles = list(boards.all_2x2(boards.necklaces(range(1, 3))))
    assert len(puzzles) == 126
    assert sum(agree(puzzle) > 0 for puzzle in puzzles[first::4]) > 15


@every_fourth
def test_every_2x2_over_one_colour_and_the_frame_surplus_zeros_included(first: int) -> None:
    puzzles = [puzzle for puzzle in boards.all_2x2(boards.necklaces(range(2))) if puzzle.framed]
    assert len(puzzles) == 125
    assert sum(agree(puzzle) > 0 for puzzle in puzzles[first::4]) == (2, 1, 2, 1)[first]


@pytest.mark.long
@every_fourth
def test_every_framed_2x2_over_two_colours_without_surplus_zeros(first: int) -> None:
    corners = [tile for tile in boards.necklaces(range(3)) if tile.count(0) == 2]
    puzzles = list(boards.all_2x2(corners))
    assert len(puzzles) == 210
    assert sum(agree(puzzle) > 0 for puzzle in puzzles[first::4]) == (2, 0, 2, 2)[first]


@pytest.mark.sample(4)
@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize(("cols", "rows"), [(2, 2), (2, 3), (3, 2), (3, 3)])
@every_fourth
def test_random_tiles_over_few_colours(cols: int, rows: int, low: int, first: int) -> None:
    rng = random.Random(f"{cols} {rows} {low}")
    colours = range(low, 4 if cols * rows < 9 else 7)
    tiles = [tuple(Tile(rng.choice(boards.necklaces(colours))) for _ in range(cols * rows)) for _ in range(8)]
    for each in tiles[first::4]:
        agree(Puzzle(cols, rows, each))


@pytest.mark.sample(12)
@thinned("name", list(boards.various()), boards.kind, every=2)
def test_boards_of_every_sort(name: str) -> None:
    agree(boards.various()[name])


@pytest.mark.sample(2)
@thinned("name", boards.few_if_relaxed(), boards.kind)
def test_decision_answers_the_relaxation(name: str) -> None:
    puzzle = boards.various()[name]
    found = brute.solve(puzzle, framed=False, signed=False)
    plain = Puzzle(puzzle.cols, puzzle.rows, tuple(Tile(tile.sides) for tile in puzzle.tiles))
    task = task_for(plain, request=EncodingRequest("decision"))
    relaxed = solutions(task)
    assert len(relaxed) == len(found.pictures)
    for solution in relaxed:
        assert check(plain, solution, conditions=task.conditions).solved


# ---- equivalent puzzles ----

FEWER = (settings().max_examples + 1) // 2
"""Examples of a property that takes several searches each."""

FLIPPED = {Sign.PLUS: Sign.MINUS, Sign.MINUS: Sign.PLUS, None: None}


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Small boards of every sort, with solutions or perhaps without."""
    cols, rows = draw(st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 3), (4, 3)]))
    framed = draw(st.booleans()) or cols * rows > 6
    puzzle = boards.planted(
        draw(st.integers(0, 10**6)),
        cols,
        rows,
        draw(st.integers(2 if cols * rows <= 6 else 3, 5)),  # of fewer there may be thousands of solutions
        framed=framed,
        surplus=framed and cols * rows <= 6 and draw(st.booleans()),
        signs=draw(st.sampled_from([0.0, 0.4, 1.0])),
    )
    return boards.spoilt(draw(st.integers(0, 99)), puzzle) if draw(st.booleans()) else puzzle


def count(puzzle: Puzzle, request: EncodingRequest = EncodingRequest()) -> int:
    return number_of_answers(task_for(puzzle, request=request))


def mapped(sides: Sides, names: dict[int, int]) -> Sides:
    north, east, south, west = (names[colour] for colour in sides)
    return north, east, south, west


@settings(max_examples=FEWER)
@given(puzzles(), st.randoms(use_true_random=False))
def test_the_same_puzzle_in_other_words(puzzle: Puzzle, rng: random.Random) -> None:
    solutions = count(puzzle)

    shuffled = list(puzzle.tiles)
    rng.shuffle(shuffled)
    assert count(replace(puzzle, tiles=tuple(shuffled))) == solutions

    lying_otherwise = tuple(replace(tile, sides=rotate_sides(tile.sides, rng.randrange(4))) for tile in puzzle.tiles)
    assert count(replace(puzzle, tiles=lying_otherwise)) == solutions

    board_turned = Puzzle(puzzle.rows, puzzle.cols, puzzle.tiles)
    assert count(board_turned) == solutions

    names = rng.sample(range(1, 100), 20)
    renamed = tuple(replace(tile, sides=mapped(tile.sides, dict(enumerate([0, *names])))) for tile in puzzle.tiles)
    assert count(replace(puzzle, tiles=renamed)) == solutions

    flipped = tuple(replace(tile, sign=FLIPPED[tile.sign]) for tile in puzzle.tiles)
    assert count(replace(puzzle, tiles=flipped)) == solutions


@settings(max_examples=FEWER)
@given(puzzles(), st.sets(st.sampled_from([idea.name for idea in REDUNDANT])))
def test_redundant_constraints_never_change_the_set_of_solutions(puzzle: Puzzle, ideas: set[str]) -> None:
    having = {*["framed"] * puzzle.framed, "signed"}
    chosen = tuple(idea.name for idea in REDUNDANT if idea.name in ideas and idea.needs <= having)
    plain = set(all_answers(task_for(puzzle, request=EncodingRequest("signed"))))
    assert set(all_answers(task_for(puzzle, request=EncodingRequest("signed+redundant", redundant=chosen)))) == plain


def test_mirror_images_are_other_puzzles() -> None:
    """A change that is none of the above may well change the count: the tests above can fail."""
    tiles = tuple(Tile((n, w, s, e)) for n, e, s, w in (tile.sides for tile in boards.GOLDEN.tiles[:1]))
    assert count(replace(boards.GOLDEN, tiles=(*tiles, *boards.GOLDEN.tiles[1:]))) != count(boards.GOLDEN)


# ---- redundant constraints ----

# Each, alone in a relaxed search space, excludes exactly what its sentence states. The relaxation drops the rules that
# sides that meet have the same colour and that each diamond has one colour: what is left puts every tile on some square
# of its kind, perhaps several on one. A constraint that lost its rule would exclude nothing there; one that is too
# strong would exclude more than the sentence, which is written out here again.


@dataclass(frozen=True)
class Arrangement:
    """Every tile on some square, whatever the rules."""

    puzzle: Puzzle
    placements: tuple[Placement, ...]

    def halves(self) -> set[tuple[Square, Side, int]]:
        """The colours of the inner halves of diamonds."""
        return {
            (arrangement.square, side, self.puzzle.sides(arrangement)[side])
            for arrangement in self.placements
            for side in Side
            if arrangement.square.neighbour(side) in self.puzzle.grid
        }

    def plus(self) -> list[Placement]:
        """The tiles on even squares."""
        return [each for each in self.placements if each.square.even]


def forbidden_colours(arrangement: Arrangement) -> bool:
    return all(
        colour in arrangement.puzzle.tiles[each.tile].sides
        for each in arrangement.placements
        for square, _, colour in arrangement.halves()
        if square == each.square
    )


def colour_supply(arrangement: Arrangement) -> bool:
    puzzle = arrangement.puzzle
    supply = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    used = Counter(colour for _, _, colour in arrangement.halves())
    if not puzzle.framed:
        return all(used[colour] <= supply[colour] for colour in supply)
    supply[0] -= puzzle.grid.outside
    return all(used[colour] == supply[colour] for colour in supply)


def sign_colours(arrangement: Arrangement) -> bool:
    supply = Counter(colour for tile in arrangement.puzzle.tiles for colour in tile.sides)
    plus = Counter(colour for each in arrangement.plus() for colour in arrangement.puzzle.tiles[each.tile].sides)
    return all(2 * plus[colour] == supply[colour] for colour in supply if colour)


def sign_kinds(arrangement: Arrangement) -> bool:
    puzzle = arrangement.puzzle
    if puzzle.zeros != puzzle.grid.outside:
        return True
    squares = Counter(len(puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares if square.even)
    tiles = Counter(puzzle.tiles[each.tile].sides.count(0) for each in arrangement.plus())
    return squares == tiles


def seam_balance(arrangement: Arrangement) -> bool:
    puzzle = arrangement.puzzle
    seam = [
        colour
        for square, side, colour in arrangement.halves()
        if not puzzle.grid.outer_sides(square) and puzzle.grid.outer_sides(square.neighbour(side))
    ]
    if puzzle.zeros != puzzle.grid.outside or min(puzzle.cols, puzzle.rows) < 3:
        return True
    inward = [tile.sides[(tile.sides.index(0) + 2) % 4] for tile in puzzle.tiles if tile.sides.count(0) == 1]
    return Counter(seam) == Counter(inward)


def ring_balance(arrangement: Arrangement) -> bool:
    puzzle = arrangement.puzzle
    if puzzle.zeros != puzzle.grid.outside:
        return True
    ahead: Counter[int] = Counter()
    behind: Counter[int] = Counter()
    for tile in puzzle.tiles:
        for side in range(4):
            if tile.sides[side] == 0:
                ahead[tile.sides[(side + 1) % 4]] += 1
                behind[tile.sides[(side - 1) % 4]] += 1
    ring = Counter(
        colour
        for square, side, colour in arrangement.halves()
        if square.neighbour(Side((side - 1) % 4)) not in puzzle.grid
    )
    del ahead[0], behind[0]
    return ahead == behind and ring == ahead


SENTENCES: dict[str, Callable[[Arrangement], bool]] = {
    "forbidden-colours": forbidden_colours,
    "colour-supply": colour_supply,
    "sign-colours": sign_colours,
    "sign-kinds": sign_kinds,
    "seam-balance": seam_balance,
    "ring-balance": ring_balance,
}


def spaces() -> dict[str, tuple[Puzzle, Solution]]:
    """Puzzles with so many clues that all arrangements of the other tiles can be listed."""
    ring = boards.planted(1, 3, 2, 2, framed=True)
    wide = boards.planted(5, 4, 3, 3, framed=True)
    turned = boards.planted(6, 3, 3, 3, framed=True)
    loose = boards.planted(3, 2, 2, 2)
    surplus = boards.planted(2, 2, 2, 2, framed=True, surplus=True)
    return {
        "ring": (ring, Solution()),
        "unbalanced ring": (boards.unbalanced(), Solution()),
        "interior": (wide, pinned(wide, lambda puzzle, square: bool(puzzle.grid.outer_sides(square)))),
        "ring around a centre": (turned, pinned(turned, lambda _, square: square.even)),
        "unframed": (loose, pinned(loose, lambda _, square: square == Square(1, 1))),
        "surplus zeros": (surplus, Solution()),
    }


def pinned(puzzle: Puzzle, chosen: Callable[[Puzzle, Square], bool]) -> Solution:
    """The part of a solution on the chosen squares."""
    [first, *_] = boards.solved(puzzle)
    return as_clues({(s.col, s.row): first[i] for i, s in enumerate(puzzle.grid.squares) if chosen(puzzle, s)}, puzzle)


@cache
def arrangements(puzzle: Puzzle, clues: Solution) -> list[Arrangement]:
    """All arrangements of the tiles without a clue on squares without a clue where their zeros allow it."""
    clues = Solution(tuple(puzzle.canonical(clue) for clue in clues))
    tiles = [tile for tile in range(len(puzzle.tiles)) if tile not in {clue.tile for clue in clues}]
    squares = [square for square in puzzle.grid.squares if square not in clues.by_square()]
    exact = puzzle.zeros == puzzle.grid.outside

    def may(arrangement: Placement) -> bool:
        for side, colour in zip(Side, puzzle.sides(arrangement), strict=True):
            outside = arrangement.square.neighbour(side) not in puzzle.grid
            if puzzle.framed and ((outside and colour) or (exact and not outside and not colour)):
                return False
        return True

    options = [
        [
            placement
            for square in squares
            for rot in range(puzzle.tiles[tile].period)
            if may(placement := Placement(tile, square, rot))
        ]
        for tile in tiles
    ]
    return [Arrangement(puzzle, (*clues, *placements)) for placements in product(*options)]


SPACES = spaces()


@pytest.mark.parametrize("name", SPACES)
def test_the_relaxed_space_is_as_large_as_it_should_be(name: str) -> None:
    puzzle, clues = SPACES[name]
    request = EncodingRequest(symmetry=("tile-rotations",))
    assert number_of_answers(task_for(puzzle, clues, request), drop=("adjoining", "diamond")) == len(
        arrangements(puzzle, clues)
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("idea", [idea.name for idea in REDUNDANT])
def test_an_idea_cuts_exactly_what_it_says(idea: str) -> None:
    cut = 0
    for puzzle, clues in SPACES.values():
        known = [each for each in REDUNDANT if each.name == idea]
        if "framed" in known[0].needs and not puzzle.framed:
            continue
        request = EncodingRequest("signed", redundant=(idea,), symmetry=("tile-rotations",))
        left = number_of_answers(task_for(puzzle, clues, request), drop=("adjoining", "diamond"))
        every = arrangements(puzzle, clues)
        assert left == sum(map(SENTENCES[idea], every))
        cut += len(every) - left
        # What the idea cuts by itself, its absence leaves.
        uncut = number_of_answers(task_for(puzzle, clues, request), drop=("adjoining", "diamond", idea))
        assert uncut == len(every)
    assert cut > 0


def test_every_idea_has_its_sentence() -> None:
    assert list(SENTENCES) == [idea.name for idea in REDUNDANT]


@pytest.mark.parametrize("sign", Sign)
@pytest.mark.parametrize("idea", [idea.name for idea in REDUNDANT])
def test_no_idea_depends_on_which_squares_have_the_plus_signs(idea: str, sign: Sign) -> None:
    """The tile of the centre, an even square, has the sign of the five even squares."""
    *rim, centre = boards.FRAME_3X3.tiles
    puzzle = Puzzle(3, 3, (*rim, replace(centre, sign=sign)))
    assert len(all_answers(task_for(puzzle, request=EncodingRequest("signed", redundant=(idea,))))) == 16


# ---- published boards ----

SUITE = Path(os.environ.get("EDGEASP_SUITE", Path(__file__).parents[3] / "shared" / "data" / "suite"))
SUITE_BOARDS = sorted(path.parent for path in SUITE.glob("*/*/board_*/puzzle.puz"))

NEEDS_SUITE = pytest.mark.skipif(
    not SUITE_BOARDS, reason="the suite of boards is not here; EDGEASP_SUITE names its folder"
)


def read(board: Path) -> tuple[Puzzle, Solution, list[Solution]]:
    puzzle, _ = read_puzzle(str(board / "puzzle.puz"))
    known = [read_solution(str(path), puzzle) for path in sorted(board.glob("*.sol"))]
    return puzzle, read_solution(str(board / "puzzle.clue"), puzzle), known


def small(board: Path) -> bool:
    return int(board.parts[-3]) <= 6


def board_name(board: Path) -> str:
    return "/".join(board.parts[-3:])


@NEEDS_SUITE
def test_all_known_solutions_pass_the_checker() -> None:
    checked = 0
    for board in SUITE_BOARDS:
        puzzle, clues, known = read(board)
        for solution in known:
            assert check(puzzle, solution, clues).solved, board_name(board)
            checked += 1
    assert checked >= len(SUITE_BOARDS)


def enumerate_both_ways(board: Path, request: EncodingRequest) -> None:
    puzzle, clues, known = read(board)
    given_clue = [as_assignment(puzzle, solution) for solution in solutions(task_for(puzzle, clues, request))]
    assert sorted(given_clue) == sorted(as_assignment(puzzle, _canonical(puzzle, solution)) for solution in known)
    assert len(solutions(task_for(puzzle, request=request))) == 4 * len(known)


def _canonical(puzzle: Puzzle, solution: Solution) -> Solution:
    return Solution(tuple(puzzle.canonical(placement) for placement in solution))


SUITE_VARIANTS = {
    "framed": EncodingRequest("framed"),
    "signed": EncodingRequest("framed+signed"),
    "redundant": EncodingRequest("framed+signed+redundant", redundant=("all",)),
}


def cases() -> Iterator[Any]:
    """Every small board with every variant; the boards of a size and colour count share the variants between them.

    The others are long, and so are boards of size 6 with few colours, which have many solutions.
    """
    groups = groupby(filter(small, SUITE_BOARDS), key=lambda board: board.parent)
    for number, (board, variant) in (each for _, group in groups for each in enumerate(product(group, SUITE_VARIANTS))):
        spared = number % (len(SUITE_VARIANTS) + 1) or board.parts[-3:-1] == ("6", "7")
        yield pytest.param(board, variant, id=f"{variant}-{board_name(board)}", marks=[pytest.mark.long] * bool(spared))


@NEEDS_SUITE
@pytest.mark.sample(4)
@pytest.mark.parametrize(("board", "variant"), list(cases()))
def test_sizes_4_to_6_have_exactly_the_solutions_in_the_directory(board: Path, variant: str) -> None:
    enumerate_both_ways(board, SUITE_VARIANTS[variant])
