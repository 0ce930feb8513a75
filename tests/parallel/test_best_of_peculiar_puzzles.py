"""The best board of puzzles with partners, or whose tiles may not be turned, beside all boards of four tiles."""

from __future__ import annotations

import pytest

from edgeasp.parallel.best import BestJob
from edgeasp.puzzle.counting import fewest_mismatches
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import make_task
from tests.parallel.test_best import score, searched
from tests.support import brute
from tests.support.general import most_matches
from tests.support.lanes import thinned
from tests.support.peculiar import peculiar
from tests.support.solving import as_solution


def test_counting_never_says_too_much() -> None:
    for seed in range(20):
        puzzle = peculiar(f"bound {seed}", 9, signed=False)
        for assignment in list(brute.solve(puzzle).assignments)[:2]:
            clues = Solution(as_solution(puzzle, assignment).placements[: seed % 4])
            assert fewest_mismatches(puzzle, clues) == 0


@thinned("seed", range(12), every=4)
def test_the_best_board_is_proved(seed: int) -> None:
    puzzle = peculiar(f"best {seed}", 4, framed=seed % 3 == 0, signed=False)
    most = most_matches(puzzle)
    result = searched(BestJob(make_task(puzzle)))
    assert (score(result) if result.board else None) == most
    assert most is None or fewest_mismatches(puzzle) <= puzzle.grid.diamonds - most


@pytest.mark.parametrize("seed", range(2))
def test_a_solution_is_found(seed: int) -> None:
    larger = (peculiar(f"{seed} {number}", 9, signed=False) for number in range(99))
    puzzle = next(each for each in larger if len(each.tiles) == 9 and brute.solvable(each))
    assert score(searched(BestJob(make_task(puzzle)))) == puzzle.grid.diamonds
