"""Every variant, formulation and set of switches has the solutions of brute force, over the documented factor."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, prod

import pytest

from edgeasp.encoding.components import HEURISTICS, REDUNDANT, SYMMETRY, EncodingRequest, EncodingSpec
from edgeasp.puzzle.errors import EncodingError
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from tests.support import boards, brute
from tests.support.solving import all_answers, as_atoms, as_clues, task_for

BOARDS = boards.various()
SMALL = {name: puzzle for name, puzzle in BOARDS.items() if len(puzzle.tiles) <= 6}

VARIANTS = (None, "decision", "framed", "signed", "decision+signed", "redundant", "signed+redundant")
SYMMETRIES: tuple[tuple[str, ...], ...] = (
    (),
    ("tile-rotations",),
    ("identical-tiles",),
    ("tile-rotations", "identical-tiles", "board-rotations"),
    ("tile-rotations", "board-rotations"),
    ("tile-rotations", "identical-tiles", "polarity"),
)

GUIDANCE = [idea.name for idea in HEURISTICS if not idea.default]


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


def compare(puzzle: Puzzle, request: EncodingRequest) -> None:
    try:
        task = task_for(puzzle, request=request)
    except EncodingError:
        pytest.skip("the combination makes no sense for this puzzle")
    if len(puzzle.tiles) > 6 and task.omitted_conditions:
        pytest.skip("the relaxation has too many solutions")
    every = found(puzzle, task.encoding.framed, task.encoding.signed)
    got = all_answers(task)
    assert len(got) == len(set(got)) == expected(puzzle, task.encoding)
    # Heule's formulation and ours name a rotation in the same way, so each answer is one of brute force.
    assert {as_atoms(puzzle, assignment) for assignment in every.raw} >= set(got)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("variants", VARIANTS)
def test_variants(name: str, variants: str | None) -> None:
    compare(BOARDS[name], EncodingRequest(variants))


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("variants", [None, "decision", "signed"])
def test_heule(name: str, variants: str | None) -> None:
    compare(BOARDS[name], EncodingRequest(variants, formulation="heule"))


@pytest.mark.parametrize("name", [name for name in BOARDS if name not in SMALL])
def test_heule_on_the_larger_boards(name: str) -> None:
    compare(BOARDS[name], EncodingRequest(formulation="heule"))


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetry_divides_by_the_documented_factor(name: str, symmetry: tuple[str, ...]) -> None:
    variants = "signed" if "polarity" in symmetry else None
    compare(BOARDS[name], EncodingRequest(variants, symmetry=symmetry))


@pytest.mark.parametrize("name", [name for name in BOARDS if name not in SMALL])
@pytest.mark.parametrize("symmetry", SYMMETRIES[3:])
def test_symmetry_on_the_larger_boards(name: str, symmetry: tuple[str, ...]) -> None:
    variants = "signed" if "polarity" in symmetry else None
    compare(BOARDS[name], EncodingRequest(variants, symmetry=symmetry))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("idea", [idea.name for idea in REDUNDANT])
def test_each_redundant_idea(name: str, idea: str) -> None:
    compare(BOARDS[name], EncodingRequest("signed+redundant", redundant=(idea,)))


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("formulation", ["halves", "heule"])
def test_all_redundant_ideas_together(name: str, formulation: str) -> None:
    compare(BOARDS[name], EncodingRequest("signed+redundant", redundant=("all",), formulation=formulation))


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize(("heuristic", "formulation"), list(product(GUIDANCE, ["halves", "heule"])))
def test_search_guidance_changes_no_count(name: str, heuristic: str, formulation: str) -> None:
    compare(BOARDS[name], EncodingRequest(heuristic=heuristic, formulation=formulation))


@pytest.mark.long
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("formulation", ["halves", "heule"])
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_everything_with_everything(name: str, formulation: str, symmetry: tuple[str, ...]) -> None:
    compared = 0
    ideas: list[tuple[str, ...] | None] = [None, ("all",), *((idea.name,) for idea in REDUNDANT)]
    requests = [EncodingRequest(*each, formulation, symmetry) for each in product(VARIANTS, ideas)]
    requests += [EncodingRequest(None, None, formulation, symmetry, each.name) for each in HEURISTICS]
    for request in requests:
        try:
            compare(BOARDS[name], request)
        except pytest.skip.Exception:
            continue
        compared += 1
    assert compared or formulation == "heule" or "polarity" in symmetry


def clued(puzzle: Puzzle, count: int) -> brute.Clues:
    """The first `count` squares of a solution as clues, in a rotation that need not be the smallest."""
    assignment = max(found(puzzle, puzzle.framed, puzzle.signed).raw)
    places = [(place % puzzle.cols, place // puzzle.cols) for place in range(len(assignment))]
    return dict(list(zip(places, assignment, strict=True))[-count:])


@pytest.mark.parametrize(
    ("name", "formulation"),
    [
        (name, formulation)
        for name, puzzle in BOARDS.items()
        if found(puzzle, puzzle.framed, puzzle.signed).raw
        for formulation in ("halves", *["heule"] * (name in SMALL))
    ],
)
@pytest.mark.parametrize("count", [1, 2])
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
    turns = EncodingRequest(
        "signed", formulation=formulation, symmetry=("tile-rotations", "identical-tiles", "board-rotations")
    )
    assert len(all_answers(task_for(puzzle, kept, turns))) == len(got)
    polarity = EncodingRequest(
        "signed", formulation=formulation, symmetry=("tile-rotations", "identical-tiles", "polarity")
    )
    assert len(all_answers(task_for(puzzle, kept, polarity))) == len(got)


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
            assert all_answers(task_for(puzzle, clues, EncodingRequest(formulation=formulation))) == []


def test_unknown_names_and_senseless_combinations_are_refused_with_the_reason() -> None:
    for request, reason in (
        (EncodingRequest("frame"), "decision, framed, signed or redundant"),
        (EncodingRequest("decision+framed"), "exclude each other"),
        (EncodingRequest(formulation="cells"), "halves or heule"),
        (EncodingRequest(redundant=("parity",)), "one-place"),
        (EncodingRequest("decision", redundant=("seam-balance",)), "needs the encoding framed"),
        (EncodingRequest("framed", redundant=("sign-colours",)), "needs the encoding signed"),
        (EncodingRequest("framed", symmetry=("polarity",)), "needs the encoding signed"),
        (EncodingRequest("signed", symmetry=("board-rotations", "polarity")), "exclude each other"),
        (EncodingRequest(formulation="heule", symmetry=("identical-tiles",)), "needs symmetry 'tile-rotations'"),
        (EncodingRequest(heuristic="columns"), "none, outward, rows or ring"),
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
