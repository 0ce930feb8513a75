"""Signs of puzzles with partners, or whose tiles may not be turned: no board of brute force is left out."""

from __future__ import annotations

import pytest

from edgeasp.lab.signs.possible import PossibleSigns, applicable, unmet
from edgeasp.puzzle.model import Sign, Solution
from tests.lab.support.signs import signs_of
from tests.support import brute
from tests.support.peculiar import peculiar
from tests.support.solving import as_solution


@pytest.mark.parametrize("seed", range(12))
def test_the_signs_of_every_board_are_possible(seed: int) -> None:
    puzzle = peculiar(f"signs {seed}", framed=True, signed=False)
    space = PossibleSigns(puzzle)
    possible = {tuple(row) for row in space.assignments(range(space.count)).tolist()}
    for assignment in sorted(brute.solve(puzzle).assignments)[:50]:
        signs = signs_of(puzzle, as_solution(puzzle, assignment))
        assert signs is not None
        assert unmet(puzzle, Solution(), signs, applicable(puzzle)) == []
        assert tuple(sign is Sign.PLUS for sign in signs) in possible
