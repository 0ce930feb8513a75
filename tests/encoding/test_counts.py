"""The numbers of solutions that are known, confirmed by brute force."""

from __future__ import annotations

import random

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from tests.support import boards, brute
from tests.support.lanes import represented, thinned
from tests.support.solving import as_assignment, as_atoms, solutions, task_for

PUBLISHED = "1,1,1,90 1,2,3,0 2,1,2,180 2,2,4,270"
"""The answer of the golden example that the class publishes: column, row, tile, degrees."""


every_fourth = represented("first", [0, 1, 2, 3])
"""Every fourth puzzle of a list, from the first, the second, the third or the fourth on."""


def agree(puzzle: Puzzle) -> int:
    """Compare the default encoding with brute force, board by board, and give the number of boards."""
    found = brute.solve(puzzle)
    assignments = [as_assignment(puzzle, solution) for solution in solutions(task_for(puzzle))]
    pictures = {tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in each) for each in assignments}
    assert len(assignments) == len(pictures)
    assert pictures == found.pictures
    assert found.assignments.issuperset(assignments)
    return len(pictures)


def test_the_golden_example_has_104_solutions() -> None:
    assert agree(boards.GOLDEN) == 104


def test_the_published_answer_is_the_only_one_with_black_around_up_to_rotation_of_the_board() -> None:
    published = {
        f"chosenTile({x},{y},{t}) chosenRotation({x},{y},{r})"
        for x, y, t, r in (placement.split(",") for placement in PUBLISHED.split())
    }
    atoms = frozenset(atom for pair in published for atom in pair.split())
    black = 4
    framed = [
        as_atoms(boards.GOLDEN, as_assignment(boards.GOLDEN, solution))
        for solution in solutions(task_for(boards.GOLDEN))
        if _outside(boards.GOLDEN, solution) == {black}
    ]
    assert atoms in framed
    assert len(framed) == 4  # the four rotations of one board
    centres = [frozenset(_cycle(answer)) for answer in framed]
    assert len(set(centres)) == 1


def _outside(puzzle: Puzzle, solution: Solution) -> set[int]:
    on = solution.by_square()
    return {
        puzzle.sides(on[square])[side]
        for square in puzzle.grid.squares
        for side in range(4)
        if square.neighbour(side) not in puzzle.grid  # type: ignore[arg-type]
    }


def _cycle(answer: frozenset[str]) -> list[tuple[str, str]]:
    """Which tile follows which, clockwise around a 2x2 board: the same for all rotations of the board."""
    on = {
        atom[len("chosenTile(") : -1].rpartition(",")[0]: atom[:-1].rpartition(",")[2]
        for atom in answer
        if "Tile" in atom
    }
    around = [on["1,1"], on["2,1"], on["2,2"], on["1,2"]]
    return list(zip(around, around[1:] + around[:1], strict=True))


def test_foursquares_has_72_solutions() -> None:
    assert agree(boards.FOURSQUARES) == 72


def test_the_framed_3x3_has_16_solutions() -> None:
    assert agree(boards.FRAME_3X3) == 16


@pytest.mark.long
@every_fourth
def test_every_unframed_2x2_over_two_colours(first: int) -> None:
    puzzles = list(boards.all_2x2(boards.necklaces(range(1, 3))))
    assert len(puzzles) == 126
    assert sum(agree(puzzle) > 0 for puzzle in puzzles[first::4]) > 15


@every_fourth
def test_every_2x2_over_one_colour_and_the_frame_surplus_zeros_included(first: int) -> None:
    puzzles = [puzzle for puzzle in boards.all_2x2(boards.necklaces(range(2))) if puzzle.framed]
    assert len(puzzles) == 125
    assert sum(agree(puzzle) > 0 for puzzle in puzzles[first::4]) == (2, 1, 2, 1)[first]


@pytest.mark.long
@every_fourth
def test_every_framed_2x2_over_two_colours_without_surplus_zeros(first: int) -> None:
    corners = [tile for tile in boards.necklaces(range(3)) if tile.count(0) == 2]
    puzzles = list(boards.all_2x2(corners))
    assert len(puzzles) == 210
    assert sum(agree(puzzle) > 0 for puzzle in puzzles[first::4]) == (2, 0, 2, 2)[first]


@pytest.mark.sample(4)
@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize(("cols", "rows"), [(2, 2), (2, 3), (3, 2), (3, 3)])
@every_fourth
def test_random_tiles_over_few_colours(cols: int, rows: int, low: int, first: int) -> None:
    rng = random.Random(f"{cols} {rows} {low}")
    colours = range(low, 4 if cols * rows < 9 else 7)
    tiles = [tuple(Tile(rng.choice(boards.necklaces(colours))) for _ in range(cols * rows)) for _ in range(8)]
    for each in tiles[first::4]:
        agree(Puzzle(cols, rows, each))


@pytest.mark.sample(12)
@thinned("name", list(boards.various()), boards.kind, every=2)
def test_boards_of_every_sort(name: str) -> None:
    agree(boards.various()[name])


@pytest.mark.sample(2)
@thinned("name", boards.few_if_relaxed(), boards.kind)
def test_decision_answers_the_relaxation(name: str) -> None:
    puzzle = boards.various()[name]
    found = brute.solve(puzzle, framed=False, signed=False)
    plain = Puzzle(puzzle.cols, puzzle.rows, tuple(Tile(tile.sides) for tile in puzzle.tiles))
    task = task_for(plain, request=EncodingRequest("decision"))
    relaxed = solutions(task)
    assert len(relaxed) == len(found.pictures)
    for solution in relaxed:
        assert check(plain, solution, conditions=task.conditions).solved
