"""The best board of puzzles with partners, or whose tiles may not be turned, beside all boards of four tiles."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from edgeasp.parallel.best import BestJob
from edgeasp.puzzle.counting import fewest_mismatches
from edgeasp.puzzle.model import Puzzle, Solution, turned
from edgeasp.search.task import make_task
from tests.parallel.test_best import score, searched
from tests.support import brute
from tests.support.lanes import thinned
from tests.support.peculiar import peculiar
from tests.support.solving import as_solution


def most_matches(puzzle: Puzzle) -> int | None:
    """The score of the best board, with its frame kept; None if no board keeps it."""
    meets = {one: other for pair in puzzle.partners for one, other in (pair, pair[::-1])}
    best = None
    for order, turns in product(permutations(puzzle.tiles), product(range(4 if puzzle.turning else 1), repeat=4)):
        (a, b, c, d) = (turned(tile.sides, rot) for tile, rot in zip(order, turns, strict=True))
        outside = [a[0], a[3], b[0], b[1], c[2], c[3], d[1], d[2]]
        if puzzle.framed and any(outside):
            continue
        inside = [(a[1], b[3]), (c[1], d[3]), (a[2], c[0]), (b[2], d[0])]
        found = sum(meets.get(one, one) == other for one, other in inside)
        best = max(best or 0, found)
    return best


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
