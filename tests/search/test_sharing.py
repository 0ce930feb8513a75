"""Threads that share a search find what one thread finds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgeasp.encoding.render import EncodingRequest
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.engines import board_cubes
from edgeasp.search.estimates import SETTINGS, Settings, can_be_narrowed
from edgeasp.search.plan import leaves_little, plan, with_threads
from edgeasp.search.session import MonitoredSession, Session
from edgeasp.search.task import Job, Narrowed, Result, Task, make_task
from edgeasp.solvers.clingo.options import MOST_THREADS, ClaspOptions
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import EdgeaspError
from edgeasp.system.limits import MOST_JOBS, Deadline, Limit, LimitReached, Limits, Stopped
from tests.support import boards
from tests.support.strategies import planted_with_clues

TWO = ClaspOptions(threads=2)
SEVEN = generate(Recipe(7, 7, inner=11, border=3, seed=2, clues="corner"))
"""A board of less than a second."""

SHORT = generate(Recipe(7, 7, inner=11, border=3, seed=3, clues="corner"))
"""A board of a tenth of a second, for which sharing would not pay."""


SMALL = Settings(least_shared=0.5, many_fit=inf)
"""Share the search of small boards, too."""

NARROWED = Settings(least_placements=0, most_of_board=1.0, many_fit=inf, false_fillings=1e9)
"""Share the search of regions, which are not the whole board."""


def found_by(
    task: Task, options: ClaspOptions, limit: int = 0, settings: Settings = SETTINGS
) -> tuple[Counter[Solution], Result, bool]:
    """The solutions, the result, and whether threads were to share the search."""
    session = Session(task, options, settings=settings)
    found = Counter(each.solution for each in session.run(Job(task, limit, options)))
    return found, session.result(), session.plan.shares


REQUESTS = [EncodingRequest(), EncodingRequest(symmetry=()), EncodingRequest(symmetry=("board-rotations",))]


@given(planted_with_clues(), st.sampled_from(REQUESTS), st.booleans(), st.booleans(), st.integers(2, 3))
def test_threads_find_what_one_finds(
    made: tuple[Puzzle, Solution, Solution], request_: EncodingRequest, narrow: bool, counts: bool, threads: int
) -> None:
    puzzle, _, clues = made
    try:
        task = make_task(puzzle, clues, request_)
    except EdgeaspError:
        assume(False)
    plain, expected, _ = found_by(task, ClaspOptions(), 300)
    assume(expected.exhausted)
    # No search of the whole board without guidance comes first.
    settings = replace(NARROWED if narrow else SMALL, few_fit=inf, least_shared=0.5)
    options = ClaspOptions(threads=threads)
    session = Session(task, options, settings=settings)
    found = Counter(each.solution for each in session.run(Job(task, 300, options, counts=counts)))
    assert found == ({} if counts else plain)
    assert outcome(session.result()) == outcome(expected)


def outcome(result: Result) -> tuple[object, ...]:
    return result.status, result.found, result.exhausted, result.counts


@pytest.mark.long
@given(planted_with_clues(), st.integers(1, 40))
def test_every_solution_lies_in_one_cube(made: tuple[Puzzle, Solution, Solution], enough: int) -> None:
    puzzle, _, clues = made
    task = make_task(puzzle, clues)
    assume(can_be_narrowed(task))
    plain, expected, _ = found_by(task, ClaspOptions(), 300)
    assume(expected.exhausted)
    session = Session(task)
    found: Counter[Solution] = Counter()
    for cube in board_cubes(task, enough):
        found.update(each.solution for each in session.solve(0, assumptions=cube))
    assert found == plain


def test_cubes_take_diamonds_in_the_order_of_the_search() -> None:
    for made in (SHORT, generate(Recipe(6, 6, inner=9, border=3, seed=1))):
        task = make_task(made.puzzle, made.clues)
        early = {each.arguments[:3]: int(each.arguments[3]) for each in Session(task).ground().atoms("early", 4)}
        order = sorted(early, key=lambda place: -early[place])
        for cube in board_cubes(task, 500):
            assert [each.atom.arguments[:3] for each in cube] == order[: len(cube)]


@pytest.mark.long
def test_a_search_that_is_not_short_is_shared() -> None:
    task = make_task(SEVEN.puzzle, SEVEN.clues)
    plain, expected, alone = found_by(task, ClaspOptions())
    found, result, shared = found_by(task, TWO)
    assert (alone, shared) == (False, True)
    assert found == plain
    assert outcome(result) == outcome(expected)
    assert result.statistics is not None
    assert expected.statistics is not None
    # Both have learnt from a part of the search; but none has repeated it.
    assert (result.statistics.conflicts or 0) < 1.5 * (expected.statistics.conflicts or 0)


def test_at_a_clue_there_is_nothing_to_choose() -> None:
    task = make_task(SEVEN.puzzle, SEVEN.clues)
    [clue] = task.clues
    cubes = board_cubes(task, 20)
    for side in ("right", "bottom"):
        at = (clue.square.col + 1, clue.square.row + 1, side)
        assert len({each.atom for cube in cubes for each in cube if each.atom.arguments[:3] == at}) == 1


@pytest.mark.parametrize("seed", [5, 12, 15])
@pytest.mark.long
def test_nothing_is_found_twice_in_a_region_of_most_of_the_board(seed: int) -> None:
    """With the last of these seeds, clasp's own threads counted a board twice when they split the search."""
    made = generate(Recipe(8, 8, inner=12, border=3, seed=seed, clues="corner"))
    task = make_task(made.puzzle, made.clues)
    plain, expected, _ = found_by(task, ClaspOptions())
    for narrow in (True, False):
        session = Session(task, TWO)
        job = Job(task, 0, TWO, narrow=narrow)
        assert Counter(each.solution for each in session.run(job)) == plain
        assert outcome(session.result()) == outcome(expected)
        assert (session.result().narrowed is not None) == narrow


@pytest.mark.long
def test_what_is_narrowed_does_not_depend_on_threads() -> None:
    task = make_task(SHORT.puzzle, SHORT.clues)
    found: dict[int, Narrowed | None] = {
        threads: found_by(task, ClaspOptions(threads=threads), settings=NARROWED)[1].narrowed for threads in (1, 2, 3)
    }
    assert found[1] is not None
    assert found[1] == found[2] == found[3]


@pytest.mark.parametrize(
    ("task", "options", "limit"),
    [
        (make_task(SEVEN.puzzle, SEVEN.clues), ClaspOptions(), 0),
        (make_task(SEVEN.puzzle, SEVEN.clues), TWO, 1),
        (make_task(SEVEN.puzzle, SEVEN.clues), replace(TWO, configuration="many"), 0),
        (make_task(SEVEN.puzzle, SEVEN.clues, EncodingRequest(heuristic="none")), TWO, 0),
        (make_task(SEVEN.puzzle, SEVEN.clues, EncodingRequest("decision")), TWO, 0),
        (make_task(boards.FRAME_3X3), TWO, 0),
        (make_task(generate(Recipe(6, 6, inner=4, border=3, seed=1)).puzzle), TWO, 0),
        (make_task(generate(Recipe(12, 12, inner=17, border=5, seed=1)).puzzle), TWO, 0),
    ],
    ids=["one thread", "one solution", "portfolio", "unguided", "decision", "short", "dense", "endless"],
)
def test_elsewhere_threads_compete(task: Task, options: ClaspOptions, limit: int) -> None:
    assert not plan(Job(task, limit, options)).shares


def test_who_watches_the_search_sees_one() -> None:
    task = make_task(SEVEN.puzzle, SEVEN.clues)
    session = MonitoredSession(task, TWO)
    job = Job(task, 0, TWO, limits=Limits(conflicts=1))
    list(session.run(job))
    assert (session.plan.shares, plan(job).shares) == (False, True)


def test_assumptions_are_searched_by_competing_threads() -> None:
    task = make_task(boards.FRAME_3X3)
    session = Session(task, TWO, settings=SMALL)
    everything = Counter(each.solution for each in session.run(Job(task, 0, TWO)))
    assert session.plan.shares
    for cube in board_cubes(task, 4):
        job = Job(task, 0, TWO, assumptions=cube)
        everything.subtract(each.solution for each in session.run(job))
        assert not session.plan.shares
    assert not any(everything.values())


@pytest.mark.long
def test_a_limit_leaves_the_question_open() -> None:
    task = make_task(SHORT.puzzle, SHORT.clues)
    session = Session(task, TWO, settings=SMALL)
    list(session.run(Job(task, 0, TWO, limits=Limits(conflicts=100))))
    result = session.result()
    assert session.plan.shares
    assert (result.exhausted, str(result.stopped)) == (False, "conflict limit of 100")
    assert result.status is not Status.UNSATISFIABLE

    def tick() -> None:
        if session.plan.shares and (session.statistics.conflicts or 0 if session.statistics else 0):
            raise LimitReached(Stopped(Limit.CALLER))

    session = Session(task, TWO, Deadline(on_tick=tick), settings=SMALL)
    list(session.run(Job(task, 0, TWO)))
    result = session.result()
    assert (result.exhausted, str(result.stopped)) == (False, "caller")
    # The search can be taken up again.
    session.deadline = Deadline()
    assert Counter(each.solution for each in session.run(Job(task, 0, TWO))) == found_by(task, ClaspOptions())[0]


def test_in_place_of_processes_threads_share_a_search() -> None:
    seven = Job(make_task(SEVEN.puzzle, SEVEN.clues), 0)
    assert divided(seven, 1) == (1, 1)
    assert divided(seven, 3) == (3, 1)
    assert with_threads(replace(seven, options=TWO), 3)[0].options.threads == 6
    assert divided(seven, MOST_JOBS) == (MOST_THREADS, 1)
    assumed = replace(seven, assumptions=board_cubes(seven.task, 2)[0])
    for job in (replace(seven, limit=1), Job(make_task(boards.FRAME_3X3), 0), assumed):
        assert divided(job, 2) == (1, 2)


def divided(job: Job, processes: int) -> tuple[int, int]:
    """Threads and processes of a plan."""
    together, number = with_threads(job, processes)
    assert replace(together, options=job.options) == job
    return together.options.threads, number


def test_threads_compete_for_a_solution_where_no_search_ends() -> None:
    made = generate(Recipe(12, 12, inner=17, border=5, seed=1, clues=5))
    job = Job(make_task(made.puzzle, made.clues))
    assert divided(job, 2) == (2, 1)
    # Who wants them all has to divide the search.
    assert divided(replace(job, limit=0), 2) == (1, 2)


def test_a_board_that_narrowing_leaves_little_of_is_for_threads() -> None:
    large: Planted = generate(Recipe(12, 12, inner=34, border=4, seed=2, clues="corner"))
    job = Job(make_task(large.puzzle, large.clues), 0)
    assert leaves_little(job)
    assert divided(job, 2) == (2, 1)
    assert divided(replace(job, narrow=False), 2) == (1, 2)
