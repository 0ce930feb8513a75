"""Cubes of a search, and the effort that a puzzle takes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import programs
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import Solution
from edgeasp.search.cubes import (
    DIFFICULTIES,
    MARGIN,
    SEARCHES,
    Cube,
    Difficulty,
    Effort,
    Order,
    Splitter,
    belongs_to_class,
    measure_search,
    rate_puzzle,
    require_splittable,
)
from edgeasp.search.solve import Session
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.errors import EncodingError
from tests.draw.pictured import pictures_text
from tests.support import boards, brute
from tests.support.brute import Picture, solve
from tests.support.lanes import represented, thinned
from tests.support.solving import as_assignment, as_clues, leaves

# ---- cubes ----

BOARDS = boards.various()


def solved(session: Session, cube: Cube) -> list[brute.Assignment]:
    found = [each.solution for each in session.solve(0, assumptions=cube.assumptions)]
    assert session.result().exhausted
    return [as_assignment(session.task.puzzle, solution) for solution in found]


@pytest.mark.sample(4)
@thinned("name", list(BOARDS), boards.kind)
@represented("order", ["outward", "corners"])
def test_every_solution_lies_in_exactly_one_cube(name: str, order: Order) -> None:
    session = Session(make_task(BOARDS[name]))
    whole = solved(Session(make_task(BOARDS[name])), Cube())
    assert {*whole} <= brute.solve(BOARDS[name]).assignments
    cubes, refuted = leaves(session, 12, order)
    found = Counter(each for cube in cubes for each in solved(session, cube))
    assert found == Counter(whole)
    # With nothing learnt, they have no solution either.
    fresh = Session(make_task(BOARDS[name]))
    assert not any(solved(fresh, cube) for cube in refuted)


def test_shares_are_those_of_the_whole() -> None:
    cubes, refuted = leaves(Session(make_task(boards.planted(4, 4, 4, 3, framed=True))), 5)
    assert sum(cube.share for cube in cubes) == pytest.approx(1)
    assert len(cubes) > 5
    assert refuted
    assert not any(cube.share for cube in refuted)


def test_the_first_split_is_beside_a_clue() -> None:
    puzzle = boards.planted(4, 4, 4, 3, framed=True)
    assignment = min(brute.solve(puzzle).assignments)
    clues = as_clues({(3, 2): assignment[11]}, puzzle)
    done = Splitter(Session(make_task(puzzle, clues))).split(Cube())
    assert done is not None
    first = {each.assumptions[0].atom.arguments[:3] for each in done.open}
    near = {(4, 3), (3, 3), (4, 2)}
    assert all((x, y) in near for x, y, _ in first)


def test_a_choice_names_every_colour_and_every_lying() -> None:
    """So whoever knows the puzzle can tell that a split leaves nothing out."""
    puzzle = boards.planted(4, 4, 4, 3, framed=True)
    done = Splitter(Session(make_task(puzzle)), "corners").split(Cube())
    assert done is not None
    corner = done.choices[0]
    assert len({*corner.live, *corner.refuted}) == 4 * 16
    assert {each.arguments[2:] for each in (*corner.live, *corner.refuted)} == {(1, 1)}
    done = Splitter(Session(make_task(puzzle))).split(Cube())
    assert done is not None
    colours = {colour for tile in puzzle.tiles for colour in tile.sides}
    assert all(len({*each.live, *each.refuted}) == len(colours) for each in done.choices)


def test_a_cube_in_which_every_diamond_is_decided_cannot_be_split() -> None:
    session = Session(make_task(boards.GOLDEN))
    cubes, _ = leaves(session, 10_000)
    assert all(Splitter(session).split(cube) is None for cube in cubes)
    assert sum(len(solved(session, cube)) for cube in cubes) == 104


def test_a_formulation_without_colours_of_diamonds_cannot_be_split() -> None:
    task: Task = make_task(boards.GOLDEN, request=EncodingRequest(formulation="heule"))
    with pytest.raises(EncodingError, match="'halves' only"):
        require_splittable(task)


def test_of_many_colours_those_of_a_decided_diamond_are_refuted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = programs.read_pictures(pictures_text(3, seed=1), "pictures.txt").puzzle
    splitter = Splitter(Session(make_task(puzzle)))
    first = splitter.split(Cube())
    assert first is not None
    asked: list[object] = []
    batches = GroundProgram.batches

    def counted(*arguments: object, **options: object) -> object:
        asked.append(arguments)
        return batches(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(GroundProgram, "batches", counted)
    assert splitter.split(first.open[0]) is None
    assert len(puzzle.grid.pairs) <= len(asked) < 3 * len(puzzle.side_colours)


# ---- effort ----

MEDIUM = generate(Recipe(6, 6, 8, 3, seed=2)).puzzle
"""A puzzle with one solution that takes a few hundred conflicts."""


def rotations(picture: Picture) -> list[Picture]:
    """A board of 3 x 3 squares in its four rotations."""
    turned = [picture]
    for _ in range(3):
        last = turned[-1]
        squares = [last[3 * (2 - col) + row] for row in range(3) for col in range(3)]
        turned.append(tuple(((sides[3], *sides[:3]), sign) for sides, sign in squares))
    return turned


@pytest.mark.sample(4)
@thinned("seed", range(1, 13), every=3)
@pytest.mark.parametrize("clues", ["none", "corner"])
def test_a_puzzle_is_unique_if_brute_force_finds_one_solution(seed: int, clues: str) -> None:
    planted = generate(Recipe(3, 3, 2, 2, seed=seed, clues=clues))  # type: ignore[arg-type]  # a Literal
    given = {(each.square.col, each.square.row): (each.tile, each.rot) for each in planted.clues}
    pictures = solve(planted.puzzle, clues=given).pictures
    alone = len(pictures if given else {min(rotations(picture)) for picture in pictures}) == 1
    for number in (1, 2, 3):
        assert measure_search(planted.puzzle, planted.clues, number).unique is alone


def test_the_first_search_is_that_of_solve_unique() -> None:
    session = Session(make_task(MEDIUM, up_to_rotation=True), ClaspOptions(1))
    assert len(list(session.solve(2))) == 1
    statistics = session.result().statistics
    assert statistics is not None
    assert measure_search(MEDIUM) == Effort(True, (statistics.conflicts or 0,))


@pytest.mark.long
def test_searches_differ_but_each_is_the_same_again() -> None:
    first, again = (rate_puzzle(MEDIUM, searches=range(1, 4)) for _ in range(2))
    assert first == again
    assert len(set(first.conflicts)) > 1


def test_a_limit_leaves_it_open_whether_the_solution_is_the_only_one() -> None:
    effort = rate_puzzle(MEDIUM, limit=20)
    assert effort.unique is None
    assert 20 <= effort.conflicts[0] <= 25  # clasp ends at the next restart


def test_several_solutions_end_the_searches() -> None:
    assert rate_puzzle(generate(Recipe(4, 4, 1, 2)).puzzle).unique is False
    assert len(rate_puzzle(generate(Recipe(4, 4, 1, 2)).puzzle).conflicts) == 1


def test_the_classes_do_not_overlap_and_leave_room() -> None:
    assert [each.name for each in DIFFICULTIES] == ["easy", "medium", "hard"]
    for lower, upper in pairwise(DIFFICULTIES):
        assert lower.most == upper.least
        assert upper.fewest_conflicts >= MARGIN**2 * lower.most_conflicts
    assert all(each.fewest_conflicts < each.most_conflicts for each in DIFFICULTIES)


def test_a_puzzle_is_selected_if_each_search_is_well_within_the_bounds() -> None:
    some = Difficulty("some", 100, 1000)
    for conflicts, selected in (((300, 333, 310), True), ((299, 333, 310), False), ((300, 334), False)):
        assert belongs_to_class(some, Effort(True, conflicts)) is selected
    assert not belongs_to_class(some, Effort(None, (310,)))
    assert not belongs_to_class(some, Effort(False, (310,)))


def test_searches_end_with_the_first_that_does_not_select() -> None:
    _, medium, hard = DIFFICULTIES
    assert len(rate_puzzle(MEDIUM, difficulty=medium).conflicts) == len(SEARCHES)
    assert len(rate_puzzle(MEDIUM, difficulty=hard).conflicts) == 1
    few = replace(medium, most=40, least=0)
    assert rate_puzzle(MEDIUM, difficulty=few).unique is None


def test_the_median_is_one_of_the_searches() -> None:
    assert Effort(True, (5, 900, 7)).median == 7


def test_a_caller_can_end_a_search() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rate_puzzle(MEDIUM, Solution(), on_tick=stop)
