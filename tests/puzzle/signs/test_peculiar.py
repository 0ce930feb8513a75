"""Signs of puzzles with partners, or whose tiles may not be turned: no board of brute force is left out."""

from __future__ import annotations

import pytest

from edgeasp.puzzle.model import Sign, Solution
from edgeasp.puzzle.signs.conditions import applicable, signs_of, unmet
from edgeasp.puzzle.signs.possible import PossibleSigns
from edgeasp.search.sign_search import begin, sign_task
from edgeasp.system.limits import Deadline
from tests.support import brute
from tests.support.peculiar import peculiar
from tests.support.solving import as_assignment, as_solution, task_for


@pytest.mark.parametrize("seed", range(12))
def test_the_signs_of_every_board_are_possible(seed: int) -> None:
    puzzle = peculiar(f"signs {seed}", framed=True, signed=False)
    possible = {tuple(row) for block in PossibleSigns(puzzle).blocks() for row in block.tolist()}
    for assignment in sorted(brute.solve(puzzle).assignments)[:50]:
        signs = signs_of(puzzle, as_solution(puzzle, assignment))
        assert signs is not None
        assert unmet(puzzle, Solution(), signs, applicable(puzzle)) == []
        assert tuple(sign is Sign.PLUS for sign in signs) in possible


@pytest.mark.parametrize("seed", range(4))
def test_a_search_by_signs_finds_all_boards(seed: int) -> None:
    puzzle = peculiar(f"signs {seed}", framed=True, signed=False)
    task = sign_task(task_for(puzzle))
    found = [each.found.solution for each in begin(task, PossibleSigns(task.puzzle), None, 1, Deadline()).run(0)]
    pictures = {tuple(brute.seen(puzzle, lying, False) for lying in as_assignment(puzzle, each)) for each in found}
    assert pictures == brute.solve(puzzle).pictures
