"""The default guidance: what the statements say, and what they do to the search."""

from __future__ import annotations

import re

import pytest

from edgeasp.encoding import Request
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.pipeline import Search, ground_text
from edgeasp.puzzle import Placement, Puzzle, Solution, Square
from edgeasp.solver import Options
from tests import boards
from tests.solving import task_for


def levels(puzzle: Puzzle, clues: Solution = Solution()) -> dict[tuple[int, int, str], set[int]]:
    """By half of a diamond, on squares from (1,1): the levels on which its colours are decided."""
    text = ground_text(task_for(puzzle, clues), aspif=False)
    found: dict[tuple[int, int, str], set[int]] = {}
    for x, y, side, level in re.findall(r"#heuristic half\((\d+),(\d+),(\w+),\w+\).*\[(-?\d+)@0, *level\]", text):
        found.setdefault((int(x), int(y), side), set()).add(int(level))
    return found


def hidden(generated: Planted) -> dict[Square, Placement]:
    """The solution that was planted, by square."""
    assert generated.solution is not None
    return generated.solution.by_square()


def expected(puzzle: Puzzle, origins: list[tuple[int, int]]) -> dict[tuple[int, int, str], set[int]]:
    """The same, as the guide to the encodings says it."""
    cols, rows = puzzle.cols, puzzle.rows
    wanted: dict[tuple[int, int, str], set[int]] = {}
    for x in range(1, cols + 1):
        for y in range(1, rows + 1):
            away = min((x - a) ** 2 + (y - b) ** 2 for a, b in origins)
            sides = ["right"] * (x < cols) + ["bottom"] * (y < rows)
            wanted |= {(x, y, side): {cols**2 + rows**2 - away} for side in sides}
    return wanted


@pytest.mark.parametrize(("cols", "rows", "framed"), [(7, 7, True), (8, 5, True), (5, 8, False)])
def test_without_a_clue_the_search_begins_in_a_corner(cols: int, rows: int, framed: bool) -> None:
    puzzle = boards.planted(1, cols, rows, 5, framed=framed)
    assert levels(puzzle) == expected(puzzle, [(1, 1)])


def test_with_clues_it_begins_around_them() -> None:
    recipe = Recipe(8, 7, 6, 3, seed=1)
    planted = generate(recipe)
    by_square = hidden(planted)
    clues = Solution((by_square[Square(7, 0)], by_square[Square(3, 4)]))
    assert levels(planted.puzzle, clues) == expected(planted.puzzle, [(8, 1), (4, 5)])


@pytest.mark.parametrize(("cols", "rows"), [(6, 6), (9, 4), (3, 3)])
def test_small_boards_are_left_to_the_solver(cols: int, rows: int) -> None:
    assert levels(boards.planted(1, cols, rows, 4, framed=True)) == {}


def test_another_guidance_takes_its_place() -> None:
    puzzle = boards.planted(1, 7, 7, 5, framed=True)
    for name in ("none", "rows", "ring"):
        assert "half(" not in "".join(
            line
            for line in ground_text(task_for(puzzle, request=Request(heuristic=name)), aspif=False).splitlines()
            if line.startswith("#heuristic")
        )


def test_it_finds_the_same_with_fewer_conflicts() -> None:
    """With one thread and a seed a search is determined, so this measures no machine."""
    conflicts = {"none": 0, "outward": 0}
    for seed in (1, 2, 3):
        planted = generate(Recipe(9, 9, 19, 4, seed=seed))
        corner = Solution((hidden(planted)[Square(0, 0)],))
        boards_found: dict[str, set[tuple[Placement, ...]]] = {}
        for name in conflicts:
            search = Search(task_for(planted.puzzle, corner, Request(heuristic=name)), 0, Options(1))
            boards_found[name] = {tuple(each.solution.placements) for each in search}
            assert search.exhausted
            assert search.effort is not None
            conflicts[name] += search.effort.conflicts
        assert boards_found["none"] == boards_found["outward"] != set()
    assert conflicts["outward"] < conflicts["none"]
