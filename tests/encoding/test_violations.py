"""Given a wrong solution, the encoding names the rules that it breaks, and the names are the checker's."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgeasp.encoding.render import EncodingSpec, render, render_violations
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution, Square, Tile
from edgeasp.search.task import Task, make_task
from tests.support import boards
from tests.support.solving import as_clues

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
        "half(X,Y,S,C), meets(X,Y,S,U,V,Z), not half(U,V,Z,C)",
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
