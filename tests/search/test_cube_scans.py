"""Cubes of a split search are scanned where that is faster; the solutions are those of clasp, and of brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp, inf, log

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.render import EncodingRequest
from edgeasp.generate import Recipe, generate
from edgeasp.parallel.split import CubeOutcome, effort
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, degrees
from edgeasp.search import estimates
from edgeasp.search.cubes import Cube, Order
from edgeasp.search.estimates import SETTINGS
from edgeasp.search.plan import plan_of_cube
from edgeasp.search.session import Session
from edgeasp.search.task import Job, Task, make_task
from edgeasp.solvers import row_scan
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics
from edgeasp.system.limits import Limit, Limits
from edgeasp.system.processes import SystemWarning
from tests.search.test_cubes import solved
from tests.search.test_scans import ALWAYS as WHOLE_ALWAYS
from tests.support import boards, brute
from tests.support.counting import COMPILER
from tests.support.lanes import few_examples
from tests.support.solving import as_assignment, leaves
from tests.support.strategies import planted_with_clues

pytestmark = pytest.mark.skipif(not COMPILER, reason="there is no C compiler")

ALWAYS = replace(WHOLE_ALWAYS, least_scanned_cube=1e-300)
"""Settings with which every cube is scanned that can be."""

DENSE = generate(Recipe(6, 6, 5, 3, seed=2)).puzzle
MANY = boards.planted(4, 4, 4, 3, framed=True)
HALF_TURN = boards.various()["half-turn symmetric twins"]
PARTNERS = replace(boards.planted(1, 3, 3, 4), partners=((1, 2), (3, 4)))


def half(x: int, y: int, side: str, colour: str) -> Assumption:
    return Assumption(Atom("half", (x, y, side, colour)))


def place(tile: int, degrees: int, x: int, y: int) -> Assumption:
    return Assumption(Atom("place", (tile, degrees, x, y)))


def scanned(task: Task, cube: Cube) -> list[brute.Assignment]:
    """The boards of a cube, by a scan."""
    job = Job(task, 0, assumptions=cube.assumptions, scan=True)
    session = Session(task, settings=ALWAYS)
    found = [each.solution for each in session.run_cube(job)]
    result = session.result()
    assert result.exhausted
    assert result.scanned is not None
    assert result.size is None, "nothing is ground"
    return [as_assignment(task.puzzle, solution) for solution in found]


def is_scanned(task: Task, cube: Cube) -> bool:
    return plan_of_cube(Job(task, 0, assumptions=cube.assumptions, scan=True), ALWAYS).scans


@few_examples
@given(planted_with_clues(), st.sampled_from(["outward", "corners"]), st.integers(1, 12))
def test_a_scan_finds_what_clasp_finds(planted: tuple[Puzzle, Solution, Solution], order: Order, splits: int) -> None:
    puzzle, _, clues = planted
    task = make_task(puzzle, clues)
    session = Session(task)
    assume(not puzzle.signed)
    assume(len([*Session(task).solve(301)]) <= 300)
    cubes, refuted = leaves(session, splits, order)
    assume(any(is_scanned(task, cube) for cube in cubes))
    for cube in filter(lambda cube: is_scanned(task, cube), [*cubes, *refuted[:10]]):
        assert Counter(scanned(task, cube)) == Counter(solved(session, cube))


@pytest.mark.long
@pytest.mark.parametrize(
    ("order", "puzzle"),
    [
        *(("corners", MANY), ("outward", PARTNERS), ("outward", boards.GOLDEN), ("corners", HALF_TURN)),
        *(
            pytest.param(*case, marks=pytest.mark.long)
            for case in (("outward", MANY), ("corners", PARTNERS), ("corners", boards.GOLDEN), ("outward", HALF_TURN))
        ),
    ],
)
def test_all_cubes_together_have_what_brute_force_finds(puzzle: Puzzle, order: Order) -> None:
    task = make_task(puzzle)
    session = Session(task)
    cubes, _ = leaves(session, 20, order)
    ways = Counter(is_scanned(task, cube) for cube in cubes)
    found = [
        lying for cube in cubes for lying in (scanned(task, cube) if is_scanned(task, cube) else solved(session, cube))
    ]
    assert ways[True] > 0 or puzzle.identical_tiles()
    assert len(found) == len(set(found)) == len(brute.solve(puzzle).pictures)
    assert {*found} <= brute.solve(puzzle).assignments


TASK = make_task(DENSE)
CORNER = next(
    place(candidate.tile + 1, degrees(candidate.rot), 1, 1) for candidate in Candidates(DENSE).at[Square(0, 0)]
)


@pytest.mark.parametrize(
    ("job", "wanted"),
    [
        (Job(TASK, 0, scan=True), True),
        (Job(TASK, 0, assumptions=(half(1, 1, "right", "red"),), scan=True), True),
        (Job(TASK, 0, assumptions=(CORNER,), scan=True), True),
        (Job(TASK, 0, assumptions=(half(1, 1, "right", "red"), half(1, 1, "right", "blue")), scan=True), False),
        (Job(TASK, 0, assumptions=(half(1, 1, "right", "red"),)), False),
        (Job(TASK, 0, ClaspOptions(configuration="tweety"), scan=True), False),
        (Job(TASK, 0, assumptions=(replace(half(1, 1, "right", "red"), holds=False),), scan=True), False),
        (Job(TASK, 0, assumptions=(Assumption(Atom("active", (1,))),), scan=True), False),
        (Job(make_task(DENSE, request=EncodingRequest(symmetry=())), 0, scan=True), False),
        (Job(make_task(DENSE, up_to_rotation=True), 0, scan=True), False),
        (Job(make_task(generate(Recipe(12, 12, 8, 4, seed=1)).puzzle), 0, scan=True), False),
        (Job(make_task(generate(Recipe(4, 4, 9, 4, seed=1)).puzzle), 0, scan=True), False),
    ],
    ids=[
        *("all", "colour", "placement", "contradiction", "not asked for", "configuration", "not", "another atom"),
        *("symmetry", "rotations", "without end", "too short"),
    ],
)
def test_the_plan(job: Job, wanted: bool) -> None:
    assert plan_of_cube(job).scans == wanted
    assert not plan_of_cube(job, observed=True).scans


def test_what_lies_of_identical_tiles_is_left_to_clasp() -> None:
    """By the rules they lie in the order of their numbers: which one lies on a square depends on all squares."""
    puzzle = generate(Recipe(4, 4, 2, 2, seed=1)).puzzle
    task = make_task(puzzle)
    twins = {tile for group in puzzle.identical_tiles() for tile in group}
    for square, every in Candidates(puzzle).at.items():
        for tile, rot, _ in every:
            asked = place(tile + 1, degrees(rot), square.col + 1, square.row + 1)
            assert is_scanned(task, Cube((asked,))) == (tile not in twins)
    assert 0 < len(twins) < 16


def test_the_part_of_the_fillings() -> None:
    """The first of the squares that a condition is about has fewer candidates; the other one meets it anyway."""
    board = generate(Recipe(4, 4, 3, 2, seed=1)).puzzle
    row = [Square(0, 0), Square(1, 0), Square(2, 0)]
    cube = estimates._read(make_task(board), [half(2, 1, "right", "red")])
    assert cube is not None
    above = [
        turned for tile in board.tiles for turned in rotations(tile.sides) if turned[0] == 0 and 0 not in turned[1:]
    ]
    part = sum(turned[1] == 1 for turned in above) / len(above)
    assert [exp(share) for share in cube.log_shares(row)] == pytest.approx([1, part, part])
    part = sum(turned[3] == 1 for turned in above) / len(above)
    assert [exp(share) for share in cube.log_shares(row[::-1])] == pytest.approx([part, part, part])
    clued = estimates._read(
        make_task(board, Solution((Placement(tile_above(board), row[1], 0),))), [half(2, 1, "right", "red")]
    )
    assert clued is not None
    assert clued.log_shares(row) == [0, 0, 0]


def rotations(sides: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*sides[turns:], *sides[:turns]) for turns in range(4)]


def tile_above(board: Puzzle) -> int:
    """A tile that lies at the upper side without being turned."""
    return next(number for number, tile in enumerate(board.tiles) if tile.sides[0] == 0 and 0 not in tile.sides[1:])


def test_a_scan_is_given_up_like_a_search_by_clasp() -> None:
    settings = replace(ALWAYS, tiles_a_conflict=1)
    session = Session(TASK, settings=settings)
    job = Job(TASK, 0, limits=Limits(conflicts=1000), counts=True, scan=True)
    assert not [*session.run_cube(job)]
    result = session.result()
    assert session.stopped is not None
    assert session.stopped.kind is Limit.CONFLICTS
    assert (result.exhausted, result.answered) == (False, False)
    assert result.scanned is not None
    assert result.scanned > 1000


def test_without_a_compiler_clasp_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_scan, "is_able", lambda _: False)
    task = make_task(MANY)
    session = Session(task, settings=ALWAYS)
    found = [*session.run_cube(Job(task, 0, assumptions=(half(1, 1, "right", "red"),), scan=True))]
    assert session.result().scanned is None
    assert len(found) == session.result().found > 0


def test_without_memory_clasp_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(_: int | None) -> None:
        raise MemoryError

    monkeypatch.setattr(row_scan, "_made", no_memory)
    task = make_task(MANY)
    session = Session(task, settings=ALWAYS)
    with pytest.warns(SystemWarning, match="no memory"):
        found = [*session.run_cube(Job(task, 0, assumptions=(half(1, 1, "right", "red"),), scan=True))]
    assert (session.stopped, session.result().scanned, session.result().exhausted) == (None, None, True)
    assert len(found) == session.result().found > 0


def test_the_effort_is_the_time_of_both() -> None:
    outcome = CubeOutcome("w", statistics=Statistics(conflicts=7), tiles=3 * SETTINGS.tiles_a_conflict)
    assert outcome.effort == effort(7, 3 * SETTINGS.tiles_a_conflict) == 10


def test_a_contradiction_is_a_scan_of_nothing() -> None:
    both = (half(1, 1, "right", "red"), half(1, 1, "right", "blue"))
    cube = estimates._read(TASK, both)
    assert cube is not None
    assert cube.at()[Square(0, 0)] == ()
    assert cube.log_shares([Square(5, 5), Square(0, 0)]) == [0, -inf]
    assert log(len(cube.at()[Square(5, 5)])) > 0
