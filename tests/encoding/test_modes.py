"""Soft and guarded conditions, and the names of violations."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgeasp.encoding.facts import Assumption
from edgeasp.encoding.render import RELAXABLE, EncodingRequest, EncodingSpec, render, render_relaxed, render_violations
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution, Square, Tile
from edgeasp.search.explain import guard_assumptions
from edgeasp.search.solve import Session
from edgeasp.search.task import Task, make_task, relax
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import EncodingError
from tests.support import boards
from tests.support.lanes import thinned
from tests.support.solving import as_clues

# ---- modes ----

CONDITIONS = [Condition(name) for name in RELAXABLE]
CLUES = Solution((Placement(1, Square(0, 0), 2), Placement(2, Square(1, 1), 1)))
UNSOLVABLE = [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 2, 2), (0, 0, 2, 2)]
PUZZLES = {
    "framed": boards.planted(5, 2, 2, 2, framed=True),
    "framed, without solutions": Puzzle(
        2, 2, tuple(map(Tile, [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 2, 2), (0, 0, 2, 2)]))
    ),
    "unframed": boards.FOURSQUARES,
    "signed": Puzzle(
        2,
        2,
        tuple(
            Tile(sides, sign)
            for sides, sign in zip(
                [(0, 0, 1, 2), (0, 0, 2, 1), (0, 0, 1, 1), (0, 0, 2, 2)],
                [Sign.PLUS, Sign.PLUS, Sign.PLUS, Sign.MINUS],
                strict=True,
            )
        ),
    ),
}


@cache
def violations(name: str) -> list[frozenset[str]]:
    """For every way to lay the four tiles the names of all conditions that it violates."""
    puzzle = PUZZLES[name]
    squares = list(puzzle.grid.squares)
    found = []
    for order in permutations(range(4)):
        for turns in product(*(range(puzzle.tiles[tile].period) for tile in order)):
            placements = (Placement(*each) for each in zip(order, squares, turns, strict=True))
            report = check(puzzle, Solution(tuple(placements)), CLUES)
            found.append(frozenset(each.name for each in report.violations))
    return found


def of(conditions: list[Condition], names: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name in names if name.partition("(")[0] in {each.value for each in conditions})


def task_of(name: str, **relaxed: list[Condition]) -> Session:
    """A session on a puzzle with clues that contradict it, which is allowed where clues are relaxed."""
    task = replace(make_task(PUZZLES[name]), clues=CLUES)
    return Session(relax(task, **relaxed))


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", PUZZLES)
def test_a_bound_on_soft_conditions_is_kept_to_the_number(name: str) -> None:
    """Some board is within the bound if and only if some way to lay the tiles violates so few."""
    session = task_of(name, soft=CONDITIONS)
    fewest = min(map(len, violations(name)))
    for bound in (fewest - 1, fewest, fewest + 2):
        if bound >= 0:
            found = [each.solution for each in session.solve(1, bound=bound)]
            assert bool(found) == (bound >= fewest)
            assert session.result().exhausted == (not found)
            for solution in found:
                assert len(check(PUZZLES[name], solution, CLUES).violations) <= bound
    assert len(list(session.solve(0, bound=fewest))) == sum(len(each) == fewest for each in violations(name))


@pytest.mark.sample(1)
@thinned(
    "guarded, name",
    list(product((CONDITIONS, [Condition.ADJOINING], [Condition.CLUE], [Condition.BOUNDARY]), PUZZLES)),
    every=3,  # of four puzzles, so each is searched
)
def test_guards_hold_where_they_are_assumed(guarded: list[Condition], name: str) -> None:
    session = task_of(name, guarded=guarded)
    kept = [condition for condition in CONDITIONS if condition not in guarded]
    possible = [of(guarded, each) for each in violations(name) if not of(kept, each)]
    switches = guard_assumptions(session)
    rng = random.Random(name)
    for _ in range(12):
        chosen = rng.sample(switches, rng.randint(0, len(switches)))
        names = {name_of(each) for each in chosen}
        expected = any(not names & each for each in possible)
        found = [each.solution for each in session.solve(1, assumptions=chosen)]
        assert bool(found) == expected
        if not found:
            core = session.core
            assert set(core) <= set(chosen)
            assert not any(not set(map(name_of, core)) & each for each in possible)
            assert session.result().status is Status.UNSATISFIABLE


def name_of(guard: Assumption) -> str:
    return str(guard.atom.arguments[0]).removeprefix("(").removesuffix(")")


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", PUZZLES)
def test_guards_are_named_as_the_checker_names_violations(name: str) -> None:
    switches = {name_of(each) for each in guard_assumptions(task_of(name, guarded=CONDITIONS))}
    assert frozenset().union(*violations(name)) <= switches


def test_without_relaxed_conditions_nothing_changes() -> None:
    encoding = EncodingSpec(framed=True)
    task = make_task(PUZZLES["framed"])
    assert relax(task) == task
    assert "active" not in render(encoding).text
    assert "mismatch" not in render(encoding).text


def test_what_cannot_be_relaxed_is_refused() -> None:
    with pytest.raises(ValueError, match="expected conditions among adjoining"):
        render_relaxed(EncodingSpec(framed=True), soft=["tile"])
    task = make_task(PUZZLES["framed"], request=EncodingRequest(formulation="heule"))
    with pytest.raises(EncodingError, match="'halves' only"):
        relax(task, soft=[Condition.ADJOINING])


# ---- violations ----

SORTS = {
    "unframed": boards.planted(1, 3, 3, 5, signs=0.6),
    "framed": boards.planted(2, 4, 3, 3, framed=True, signs=0.6),
    "surplus zeros": boards.planted(3, 3, 2, 2, framed=True, surplus=True, signs=1.0),
    "look-alike rotations": Puzzle(
        2, 2, (Tile((1, 2, 1, 2)),) * 2 + (Tile((1, 1, 1, 1)), Tile((1, 2, 2, 1), Sign.PLUS))
    ),
}


def solved(puzzle: Puzzle) -> Solution:
    first = boards.solved(puzzle)[0]
    return as_clues(
        {(square.col, square.row): first[index] for index, square in enumerate(puzzle.grid.squares)}, puzzle
    )


def by_checker(puzzle: Puzzle, solution: Solution, clues: Solution) -> list[str]:
    report = check(puzzle, solution, clues)
    absent = set(range(len(puzzle.tiles))) - {placement.tile for placement in solution}
    missing = [f"square({square.col + 1},{square.row + 1})" for square in report.missing]
    missing += [f"tile({tile + 1})" for tile in absent]
    return sorted([violation.name for violation in report.violations] + missing)


@pytest.mark.parametrize("sort", SORTS)
@settings(max_examples=(settings().max_examples + 1) // 2)  # for each of the sorts
@given(changes=st.integers(0, 4), removed=st.integers(0, 2), seed=st.integers(0, 10**6), clued=st.integers(0, 3))
def test_names_agree_with_the_checker(sort: str, changes: int, removed: int, seed: int, clued: int) -> None:
    puzzle = SORTS[sort]
    rng = random.Random(seed)
    placements = list(solved(puzzle))
    clues = Solution(tuple(rng.sample(placements, clued)))
    for _ in range(changes):
        i, j = rng.sample(range(len(placements)), 2)
        one, other = placements[i], placements[j]
        placements[i] = Placement(one.tile, other.square, rng.randrange(4))
        placements[j] = Placement(other.tile, one.square, other.rot)
    wrong = Solution(tuple(rng.sample(placements, len(placements) - removed)))
    assert make_task(puzzle, clues).violated_rules(wrong) == by_checker(puzzle, wrong, clues)


def test_a_solution_breaks_nothing() -> None:
    for puzzle in SORTS.values():
        assert make_task(puzzle).violated_rules(solved(puzzle)) == []


def test_every_condition_can_be_broken() -> None:
    """One wrong answer with all names at once; what is out of range cannot be written as an answer."""
    puzzle = replace(boards.FRAME_3X3, tiles=tuple(replace(tile, sign=Sign.PLUS) for tile in boards.FRAME_3X3.tiles))
    wrong = Solution(tuple(Placement(tile, square, 0) for tile, square in list(enumerate(puzzle.grid.squares))[:8]))
    clues = Solution((Placement(3, Square(0, 0), 0),))
    names = replace(make_task(puzzle), clues=clues).violated_rules(wrong)
    assert {name.partition("(")[0] for name in names} == {
        condition.value for condition in set(Condition) - {Condition.RANGE}
    }


def test_a_relaxation_asks_less() -> None:
    puzzle = boards.FRAME_3X3
    wrong = Solution(tuple(Placement(tile, square, 0) for tile, square in enumerate(puzzle.grid.squares)))
    names = Task(puzzle, Solution(), EncodingSpec()).violated_rules(wrong)
    assert not any(name.startswith("boundary") for name in names)
    assert any(name.startswith("boundary") for name in make_task(puzzle).violated_rules(wrong))


def test_the_rules_that_answer_are_the_rules_that_solve() -> None:
    """The two programs differ in the heads of the named rules, not in their bodies."""
    encoding = EncodingSpec(framed=True, signed=True)
    solving, answering = render(encoding).text, render_violations(encoding).text
    for body in (
        "half(X,Y,S,C), adjacent(X,Y,S,U,V,Z), one(C,D), not half(U,V,Z,D)",
        "tileSign(T,G), lies(T,X,Y), not bears(X,Y,G)",
    ):
        assert f"\n:- {body}" in solving
        assert f") :- {body}" in answering


def test_sides_are_named_as_in_facts() -> None:
    puzzle = boards.GOLDEN
    wrong = Solution(tuple(Placement(tile, square, 0) for tile, square in enumerate(puzzle.grid.squares)))
    report = check(puzzle, wrong)
    assert report.violations[0].name == "adjoining(1,1,right)"
    assert puzzle.sides(Placement(0, Square(0, 0), 0))[Side.EAST] == 2
    assert report.violations[0].text == "A1 has 2 on its right, A2 has 4 on its left"
