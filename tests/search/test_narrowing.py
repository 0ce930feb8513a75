"""Narrowing loses no solution, proves what has none, and stops where it has to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgeasp.api.solving import Clock, prepare_job
from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.generate import Recipe, generate
from edgeasp.parallel.split import SplitSearch
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Puzzle, Solution, Square, Tile
from edgeasp.search import filtering
from edgeasp.search.filtering import FALSE_FILLINGS, DomainFilter, choose_anchor
from edgeasp.search.orders import growth_order
from edgeasp.search.solve import MonitoredSession, Session
from edgeasp.search.strategy import (
    LEAST_FILTERED,
    Guidance,
    can_be_filtered,
    choose_guidance,
    choose_processes,
    decide,
    leaves_little_search,
)
from edgeasp.search.task import Job, Result, Task, make_task, relax
from edgeasp.solvers.clingo.options import CONFIGURATIONS, ClaspOptions
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import EdgeaspError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from tests.support import boards
from tests.support.solving import ground_programs
from tests.support.strategies import planted_with_clues, puzzles
from tests.support.thresholds import Thresholds, TunedSession, thresholds

LARGE = generate(Recipe(11, 11, inner=60, border=4, seed=2, clues="corner"))
SPARSE = generate(Recipe(7, 7, inner=40, border=4, seed=2, clues="corner"))
"""A small board on which narrowing leaves hardly a choice, too; and a large one, for which it is meant."""


def anywhere(false: float = 1e9) -> Thresholds:
    """Narrow small boards as if they were large; no search of the whole board comes before."""
    always = dict.fromkeys(("LEAST_FILTERED", "LEAST_FILTERED_FOR_ONE", "LEAST_FILTERED_IN_CORNER"), 0)
    return {**always, "MOST_OF_BOARD": 1.0, "MANY_FIT": inf, "FEW_FIT": inf, "FALSE_FILLINGS": false}


EVERYWHERE = anywhere()
"""Narrow every board, from a first region of a square or two."""

AS_LARGE = anywhere(FALSE_FILLINGS)


def searched(
    task: Task, limit: int = 0, *, narrow: bool = True, counts: bool = False, changed: Thresholds | None = None
) -> tuple[set[Solution], Result]:
    session = TunedSession(task, changed=changed)
    found = {each.solution for each in session.run(Job(task, limit, narrow=narrow, counts=counts))}
    return found, session.result()


def same(one: Result, other: Result) -> bool:
    return (one.status, one.found, one.exhausted, one.counts) == (
        other.status,
        other.found,
        other.exhausted,
        other.counts,
    )


REQUESTS = [
    EncodingRequest(),
    EncodingRequest(symmetry=()),
    EncodingRequest(symmetry=("identical-tiles",)),
    EncodingRequest(symmetry=("tile-rotations", "board-rotations")),
]


def task_of(puzzle: Puzzle, clues: Solution, request: EncodingRequest) -> Task:
    try:
        task = make_task(puzzle, clues, request)
    except EdgeaspError:
        assume(False)
    assume(can_be_filtered(task))
    return task


@given(
    planted_with_clues(), st.sampled_from(REQUESTS), st.sampled_from([1e9, 20.0, 1.0]), st.sampled_from([1, 3, 1000])
)
def test_no_solution_is_lost(
    made: tuple[Puzzle, Solution, Solution], request_: EncodingRequest, false: float, most: int
) -> None:
    puzzle, _, clues = made
    task = task_of(puzzle, clues, request_)
    whole, plain = searched(task, 300, narrow=False)
    # Which solutions come first may differ.
    assume(plain.exhausted)
    found, result = searched(task, 300, changed={**anywhere(false), "MOST_ANSWERS": most})
    assert found == whole
    assert same(result, plain)


@pytest.mark.long
@given(planted_with_clues(), st.sampled_from(REQUESTS), st.booleans())
def test_for_one_solution_any_rotation_will_do(
    made: tuple[Puzzle, Solution, Solution], request_: EncodingRequest, clued: bool
) -> None:
    puzzle, _, clues = made
    task = task_of(puzzle, clues if clued else Solution(), request_)
    whole, plain = searched(task, 300, narrow=False)
    assume(plain.exhausted)
    session = TunedSession(task, changed=EVERYWHERE)
    one = {each.solution for each in session.run(Job(task, 1))}
    assert one <= whole
    assert (len(one), session.result().status) == (min(1, len(whole)), plain.status)
    # That one is found says nothing of others.
    assert not (session.result().exhausted and len(whole) > 1)
    # All of them can be asked for afterwards.
    assert {each.solution for each in session.run(Job(task, 300))} == whole
    assert session.result().exhausted


def test_of_one_solution_other_rotations_may_follow() -> None:
    task = make_task(boards.FRAME_3X3)
    session = TunedSession(task, changed=EVERYWHERE)
    assert len(list(session.run(Job(task, 1)))) == 1
    result = session.result()
    assert result.narrowed is not None
    assert (result.exhausted, result.answered) == (False, True)
    assert {each.solution for each in session.run(Job(task, 0))} == searched(task, narrow=False)[0]
    assert session.result().exhausted


def test_a_corner_tile_is_anchored_where_one_rotation_is_enough() -> None:
    def anchored(task: Task, *, single: bool) -> bool:
        return choose_anchor(task, Candidates(task.puzzle).at, single=single) is not None

    task = make_task(SPARSE.puzzle)
    assert [anchored(task, single=single) for single in (True, False)] == [True, False]
    assert anchored(make_task(SPARSE.puzzle, up_to_rotation=True), single=False)
    assert not anchored(make_task(SPARSE.puzzle, SPARSE.clues), single=True)
    assert not anchored(make_task(boards.planted(1, 3, 4, 5, framed=True)), single=True)
    assert not anchored(make_task(boards.GOLDEN), single=True)
    # A corner tile may be unused, or in a corner of a hole.
    tiles = boards.FRAME_3X3.tiles
    assert anchored(make_task(boards.FRAME_3X3), single=True)
    assert not anchored(make_task(replace(boards.FRAME_3X3, tiles=(*tiles, tiles[0]))), single=True)
    ring = tuple(tile for tile in tiles if 0 in tile.sides)
    assert not anchored(make_task(Puzzle(3, 3, ring, holes=frozenset({Square(1, 1)}))), single=True)


@given(puzzles(most=9))
def test_a_puzzle_without_a_solution_has_none(puzzle: Puzzle) -> None:
    task = task_of(puzzle, Solution(), EncodingRequest())
    _, plain = searched(task, 1, narrow=False)
    found, result = searched(task, 1, changed=EVERYWHERE)
    assert (result.status, bool(found)) == (plain.status, bool(plain.found))
    assert result.exhausted or found


@pytest.mark.long
def test_a_large_board_is_narrowed_to_few_candidates() -> None:
    task = make_task(LARGE.puzzle, LARGE.clues)
    found, result = searched(task)
    whole, plain = searched(task, narrow=False)
    assert found == whole
    assert same(result, plain)
    assert result.narrowed is not None
    assert plain.narrowed is None
    assert result.narrowed.before > 4 * LEAST_FILTERED > 50 * result.narrowed.after
    assert result.narrowed.programs > 5
    assert result.size is not None
    assert plain.size is not None
    assert (result.size.rules or 0) < 0.6 * (plain.size.rules or 0)
    # The conflicts are those of all programs.
    assert (result.statistics.conflicts or 0) > 0 if result.statistics else False


def test_without_a_clue_a_corner_is_the_first_region() -> None:
    task = make_task(SPARSE.puzzle)
    session = TunedSession(task, changed=AS_LARGE)
    [found] = session.run(Job(task))
    assert found.report.solved
    narrowed = session.result().narrowed
    assert narrowed is not None
    assert narrowed.after <= 2 * 49
    # All four rotations are left where all are wanted.
    assert searched(task, changed=AS_LARGE)[1].found == 4
    # One of the four rotations is left, as without narrowing.
    assert searched(make_task(SPARSE.puzzle, up_to_rotation=True), changed=AS_LARGE)[1].found == 1


def test_counting_counts_the_same() -> None:
    _, result = searched(make_task(SPARSE.puzzle), counts=True, changed=AS_LARGE)
    assert result.narrowed is not None
    assert (result.found, result.exhausted) == (4, True)


def test_a_corner_that_cannot_be_filled_proves_that_there_is_no_solution() -> None:
    spoilt = boards.spoilt(1, SPARSE.puzzle)
    found, result = searched(make_task(spoilt))
    assert not found
    assert (result.status, result.exhausted) == (Status.UNSATISFIABLE, True)


@pytest.mark.parametrize(
    "task",
    [
        make_task(LARGE.puzzle, request=EncodingRequest("decision")),
        make_task(LARGE.puzzle, request=EncodingRequest("framed+redundant")),
        make_task(LARGE.puzzle, request=EncodingRequest(heuristic="none")),
        make_task(LARGE.puzzle, request=EncodingRequest(formulation="heule")),
        relax(make_task(LARGE.puzzle), guarded=[Condition.ADJOINING]),
        make_task(LARGE.puzzle, own=UserRules(added=(RulesFile("rules.lp", ":- chosenTile(1,1,1)."),))),
        make_task(boards.planted(1, 3, 3, 2, framed=True, surplus=True)),
        make_task(Puzzle(2, 2, tuple(map(Tile, [(0, 1, 0, 1), (0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 1, 1)])))),
        make_task(replace(LARGE.puzzle, partners=((1, 2), (1, 3)))),
    ],
    ids=[
        "decision",
        "redundant",
        "unguided",
        "heule",
        "relaxed",
        "added",
        "zeros to spare",
        "zeros in vain",
        "several",
    ],
)
def test_where_other_rules_are_asked_for_nothing_is_narrowed(task: Task) -> None:
    assert not can_be_filtered(task)


def test_small_boards_are_not_narrowed_and_dense_ones_neither() -> None:
    small = make_task(boards.FRAME_3X3)
    assert can_be_filtered(small)
    assert searched(small)[1].narrowed is None
    dense = make_task(generate(Recipe(14, 14, inner=12, border=4, seed=1)).puzzle)
    regions = DomainFilter(dense)
    regions.run()
    assert (regions.programs, regions.candidate_facts(), regions.effect) == (0, "", None)


def test_one_process_is_enough_for_large_boards_with_few_candidates() -> None:
    job = Job(make_task(LARGE.puzzle, LARGE.clues), 0)
    assert leaves_little_search(job)
    assert choose_processes(job, 2)[1] == 1
    # What assumptions leave is another matter.
    assumed = replace(job, assumptions=(Assumption(Atom("place", (1, 0, 1, 1))),))
    assert choose_processes(assumed, 2) == (assumed, 2)
    # For one solution the board would have to be larger.
    assert not leaves_little_search(Job(make_task(LARGE.puzzle, LARGE.clues), 1))
    assert not leaves_little_search(Job(make_task(SPARSE.puzzle, SPARSE.clues), 0))
    assert not leaves_little_search(Job(make_task(LARGE.puzzle, request=EncodingRequest(heuristic="none")), 0))


def test_a_search_that_does_not_end_is_not_narrowed_and_may_be_split() -> None:
    made = generate(Recipe(12, 12, inner=18, border=5, seed=1, clues="corner"))
    task = make_task(made.puzzle, made.clues)
    assert choose_guidance(task, ClaspOptions()) is Guidance.LEAVE
    assert not decide(Job(task, 0)).filters
    assert not leaves_little_search(Job(task, 0))


def test_what_is_narrowed_is_searched_by_one_process() -> None:
    limits = Limits()
    kinds = {
        made.puzzle.cols: type(prepare_job(made.puzzle, made.clues, None, UserRules(), Clock(limits), jobs=2)[1])
        for made in (LARGE, SPARSE)
    }
    assert kinds == {11: Session, 7: SplitSearch}


def test_who_watches_the_search_sees_the_whole_board() -> None:
    task = make_task(SPARSE.puzzle, SPARSE.clues)
    session = MonitoredSession(task)
    with thresholds(AS_LARGE):
        assert [each.report.solved for each in session.run(Job(task))] == [True]
    assert session.result().narrowed is None


@pytest.mark.parametrize("conflicts", [0, 1, 5])
def test_conflicts_of_narrowing_count(conflicts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ground = ground_programs(monkeypatch)
    task = make_task(SPARSE.puzzle, SPARSE.clues)
    session = TunedSession(task, changed=AS_LARGE)
    found = list(session.run(Job(task, 0, limits=Limits(conflicts=conflicts))))
    result = session.result()
    assert not found
    assert (result.status, str(result.stopped)) == (Status.UNKNOWN, f"conflict limit of {conflicts}")
    # Nothing is left for the board itself.
    assert result.narrowed is not None
    assert len(ground) == result.narrowed.programs


def test_a_limit_in_the_midst_of_narrowing_leaves_the_question_open() -> None:
    task = make_task(SPARSE.puzzle, SPARSE.clues)
    sessions: list[Session] = []

    def tick() -> None:
        narrowed = sessions[0].result().narrowed
        if narrowed and narrowed.programs == 2:
            raise LimitReached(Stopped(Limit.CALLER))

    session = TunedSession(task, deadline=Deadline(on_tick=tick), changed=AS_LARGE)
    sessions.append(session)
    assert not list(session.run(Job(task, 0)))
    result = session.result()
    assert (result.status, result.exhausted, str(result.stopped)) == (Status.UNKNOWN, False, "caller")
    # What is narrowed by then is right, so the search can go on.
    session.deadline = Deadline()
    assert {each.solution for each in session.run(Job(task, 0))} == searched(task, narrow=False)[0]
    assert session.result().narrowed == result.narrowed


def test_assumptions_hold_beside_narrowing() -> None:
    task = make_task(boards.FRAME_3X3)
    whole, _ = searched(task, narrow=False)
    placement = sorted(whole, key=repr)[0].placements[0]
    x, y = placement.square.col + 1, placement.square.row + 1
    there = Assumption(Atom("place", (placement.tile + 1, (4 - placement.rot) % 4 * 90, x, y)))
    for holds in (True, False):
        session = TunedSession(task, changed=EVERYWHERE)
        job = Job(task, 0, assumptions=(replace(there, holds=holds),))
        found = {each.solution for each in session.run(job)}
        assert session.result().narrowed is not None
        assert found == {each for each in whole if (placement in each.placements) == holds}


def test_a_session_that_is_searched_again_is_narrowed_once() -> None:
    task = make_task(boards.FRAME_3X3)
    session = TunedSession(task, changed=EVERYWHERE)
    first = [each.solution for each in session.run(Job(task, 0))]
    narrowed = session.result().narrowed
    assert [each.solution for each in session.run(Job(task, 0))] == first
    assert session.result().narrowed == narrowed


def test_the_clue_with_the_smallest_region_is_the_origin() -> None:
    assert SPARSE.solution is not None
    by_square = SPARSE.solution.by_square()
    clues = Solution(tuple(by_square[Square(*where)] for where in ((3, 3), (0, 6))))
    task = make_task(SPARSE.puzzle, clues)
    regions = DomainFilter(task)
    around = [each for clue in clues if (each := regions._grow_region(clue.square))]
    assert len({each.size for each in around}) == 2
    with thresholds(AS_LARGE):
        assert regions.first_region() == min(around, key=lambda each: each.size)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", CONFIGURATIONS)
@pytest.mark.parametrize("threads", [1, 2])
def test_every_configuration_of_clasp_narrows_alike(name: str, threads: int) -> None:
    task = make_task(boards.FRAME_3X3)
    regions, usual = DomainFilter(task, ClaspOptions(3, threads, name)), DomainFilter(task)
    with thresholds(EVERYWHERE):
        regions.run()
        usual.run()
    assert regions.domains == usual.domains


def test_narrowing_is_the_same_each_time() -> None:
    task = make_task(SPARSE.puzzle, SPARSE.clues)
    one, other = (searched(task, changed=AS_LARGE)[1] for _ in range(2))
    assert one.narrowed is not None
    assert (one.narrowed, one.statistics, one.size) == (other.narrowed, other.statistics, other.size)


def test_first_regions_are_judged_around_a_few_of_many_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a walk over all squares: 50 x 50 with all of them given took 26 s."""
    planted = generate(Recipe(11, 11, inner=60, border=4, seed=2))
    assert planted.solution is not None
    clues = Solution(planted.solution.placements[:100])
    begun: list[Square] = []

    def noted(squares: Iterable[Square], origins: Sequence[Square]) -> list[Square]:
        begun.extend(origins)
        return growth_order(squares, origins)

    monkeypatch.setattr(filtering, "growth_order", noted)
    with thresholds({**EVERYWHERE, "MOST_ORIGINS": 7}):
        assert DomainFilter(make_task(planted.puzzle, clues)).first_region() is not None
    assert 1 < len(begun) <= 7
    assert set(begun) <= {clue.square for clue in clues}
