"""Boards of which one clue was put in a wrong place: it is among those that are named, and these are minimal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from edgeasp.generate import generate, resolve_preset
from edgeasp.puzzle.clues import GivenClue
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution
from edgeasp.search.explain import Explainer
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.system.errors import InputError


def misplaced(seed: int, size: int, preset: str) -> tuple[Puzzle, list[Placement]]:
    """A puzzle and clues, a fifth of its squares; the first clue lies on a square of its kind where it does not belong.

    It shows the frame colour outside, and nowhere else.
    """
    rng = random.Random(f"misplaced {seed}")
    planted = generate(replace(resolve_preset(preset, (size, size)), seed=seed))
    puzzle, right = planted.puzzle, planted.solution
    assert right is not None
    clues = rng.sample(list(right), max(3, size * size // 5))
    taken = {each.square for each in clues}
    wrong = [
        placement
        for square in puzzle.grid.squares
        if square not in taken
        for placement in (Placement(clues[0].tile, square, rot) for rot in range(4))
        if all(
            (colour == 0) == (Side(side) in puzzle.grid.outer_sides(square))
            for side, colour in enumerate(puzzle.sides(placement))
        )
    ]
    clues[0] = rng.choice(wrong) if wrong else clues[0]
    return puzzle, [puzzle.canonical(each) for each in clues]


def solvable(puzzle: Puzzle, clues: list[Placement]) -> bool:
    """Whether there is a solution, by the search that `edgeasp solve` makes for these clues."""
    try:
        return bool(list(Session(make_task(puzzle, Solution(tuple(clues)))).solve()))
    except InputError:
        return False  # they contradict one another


def judge(seed: int, size: int, preset: str) -> bool:
    """Check the explanation; False if the misplaced clue happens to allow a solution."""
    puzzle, placements = misplaced(seed, size, preset)
    explainer = Explainer(puzzle, [GivenClue(each, "x", line) for line, each in enumerate(placements)])
    explainer.run()
    found = explainer.explanation()
    if found.solvable:
        return False
    [clash] = found.clashes
    named = [clue.placement for clue in clash]
    assert placements[0] in named
    assert not solvable(puzzle, named)
    for each in named:
        assert solvable(puzzle, [other for other in named if other != each])
    return True


@pytest.mark.long
def test_the_misplaced_clue_is_named() -> None:
    judged = [judge(seed, size, "hardest" if size < 6 else "easy") for seed, size in enumerate((4, 5, 6, 7))]
    assert sum(judged) >= 3


@pytest.mark.long
def test_of_a_hundred_boards_each_misplaced_clue_is_named() -> None:
    judged = [judge(seed, 4 + seed % 7, "hardest" if seed % 7 < 3 else "easy") for seed in range(100, 200)]
    assert sum(judged) >= 90
