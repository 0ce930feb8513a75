"""A part of a board: its program has the fillings that trying all has, and is said as facts without loss."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.facts import parse_facts
from edgeasp.encoding.render import Region, domain_facts
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square, Tile, turned
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Status
from tests.support import boards
from tests.support.strategies import planted

Filling = Mapping[Square, Candidate]
GUIDED = ClaspOptions(guided=True, extra=("--contraction=40,decisionSeq",))


def fillings(region: Region, laid: dict[Square, Candidate] | None = None) -> Iterator[Filling]:
    """All ways to fill the squares of a region, by trying all of them."""
    laid = laid or {}
    square = next((each for each in region.candidates if each not in laid), None)
    if square is None:
        yield laid
        return
    for each in region.candidates[square]:
        around = [(side, laid.get(square.neighbour(side))) for side in Side]
        if all(each.tile != other.tile for other in laid.values()) and all(
            other is None or other.sides[side.opposite] == each.sides[side] for side, other in around
        ):
            yield from fillings(region, laid | {square: each})


def union(found: list[Filling]) -> dict[Square, set[Candidate]]:
    on: dict[Square, set[Candidate]] = defaultdict(set)
    for filling in found:
        for square, each in filling.items():
            on[square].add(each)
    return on


@st.composite
def regions(draw: st.DrawFn) -> Region:
    """Up to four squares of a puzzle in any order, each with some of its candidates, now and then with none."""
    puzzle, _ = draw(planted(signed=False))
    candidates = Candidates(puzzle)
    chosen = draw(st.lists(st.sampled_from(range(len(candidates.squares))), unique=True, min_size=1, max_size=4))
    few = {
        candidates.squares[index]: tuple(
            draw(st.lists(st.sampled_from(every), unique=True, max_size=12))
            if (every := candidates.by_square[index])
            else ()
        )
        for index in chosen
    }
    return Region(few, draw(st.booleans()))


@given(regions())
def test_what_is_possible_is_what_some_filling_has(region: Region) -> None:
    expected = list(fillings(region))
    program = GroundProgram(region.program(), GUIDED if region.guided else ClaspOptions())
    possible = program.possible(10_000)
    assert program.exhausted
    if not expected:
        assert program.status is Status.UNSATISFIABLE
        return
    assert possible is not None
    assert {square: set(each) for square, each in region.read(possible).items()} == union(expected)


@given(regions())
def test_every_filling_is_an_answer(region: Region) -> None:
    answers = GroundProgram(region.program()).answers(0)
    found = [{square: each for square, [each] in region.read(answer).items()} for answer in answers]
    assert sorted(map(repr, found)) == sorted(repr(dict(each)) for each in fillings(region))


def test_a_region_with_too_many_fillings_is_given_up() -> None:
    candidates = Candidates(boards.GOLDEN)
    region = Region(dict(zip(candidates.squares, candidates.by_square, strict=True)))
    program = GroundProgram(region.program())
    assert program.possible(1) is None
    assert (program.exhausted, program.status) == (False, Status.SATISFIABLE)
    # The program can be searched again, and then as usual.
    assert sum(1 for _ in program.answers(0)) == sum(1 for _ in fillings(region))
    assert program.possible(10_000)


@pytest.mark.long
@pytest.mark.parametrize("conflicts", [0, 1])
def test_a_region_may_be_stopped_by_conflicts(conflicts: int) -> None:
    candidates = Candidates(boards.hard())
    region = Region(dict(zip(candidates.squares, candidates.by_square, strict=True)))
    program = GroundProgram(region.program())
    assert program.possible(10_000, conflicts) is None
    assert not program.exhausted
    assert program.status is not Status.UNSATISFIABLE


@given(planted(signed=False))
def test_candidates_are_said_in_every_rotation_that_looks_the_same(pair: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = pair
    domains = {each.square: (candidate(puzzle, each),) for each in solution.placements[1:]}
    said: dict[str, set[tuple[Any, ...]]] = defaultdict(set)
    for atom, _ in parse_facts(domain_facts(puzzle, domains), "candidates"):
        said[atom.name].add(atom.arguments)
    assert said["narrowed"] == {(square.col + 1, square.row + 1) for square in domains}
    assert said["fits"] == {
        (each.square.col + 1, each.square.row + 1, each.tile + 1, (4 - rot) % 4 * 90)
        for each in solution.placements[1:]
        for rot in range(4)
        if turned(puzzle.tiles[each.tile].sides, rot) == puzzle.sides(each)
    }


def candidate(puzzle: Puzzle, placement: Any) -> Candidate:
    canonical = puzzle.canonical(placement)
    return Candidate(canonical.tile, canonical.rot, puzzle.sides(canonical))


def test_a_square_without_candidates_is_narrowed_all_the_same() -> None:
    assert "narrowed(2,1)." in domain_facts(boards.hard(), {Square(1, 0): ()}).splitlines()


def test_one_square_alone_is_a_region() -> None:
    tile = Tile((1, 2, 3, 4))
    region = Region({Square(0, 0): tuple(Candidate(0, rot, turned(tile.sides, rot)) for rot in range(4))}, guided=True)
    possible = GroundProgram(region.program(), GUIDED).possible(10)
    assert possible is not None
    assert region.read(possible) == region.candidates
