"""Every variant, formulation and set of switches has the solutions of brute force, over the documented factor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import factorial, prod

import clingo
import pytest

from edgeasp.encoding import facts
from edgeasp.encoding.render import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, EncodingRequest, EncodingSpec, render
from edgeasp.puzzle.model import Puzzle, Solution, Tile, as_sides
from edgeasp.system.errors import EncodingError
from tests.support import boards, brute
from tests.support.covering import Case, covering_array, pairs
from tests.support.lanes import thinned
from tests.support.solving import all_answers, as_atoms, as_clues, number_of_answers, task_for

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
    control.add("base", [], facts.write(puzzle) + render(turned.fitting(puzzle)).text)
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
        (EncodingRequest("frame"), "decision, framed, signed, partners or redundant"),
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
