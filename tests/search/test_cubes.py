"""Splitting a search: every solution lies in exactly one cube, and none in a refuted one."""

from __future__ import annotations

from collections import Counter

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import programs
from edgeasp.search.cubes import Cube, Order, Splitter, require_splittable
from edgeasp.search.session import Session
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.system.errors import EncodingError
from tests.support import boards, brute
from tests.support.images import pictures_text
from tests.support.lanes import represented, thinned
from tests.support.solving import as_assignment, as_clues, leaves

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
