"""Jobs, sessions, shared searches, trials and early limits."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgeasp.cli import commands
from edgeasp.encoding import facts
from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import plain
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.puzzle.expected import expected_fitting_tiles
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.search import answers, orders, solve
from edgeasp.search.hints import Hinter
from edgeasp.search.solve import MOST_KEPT, MonitoredSession, Session
from edgeasp.search.strategy import (
    FEW_FIT,
    MANY_FIT,
    TRIAL,
    Guidance,
    choose_guidance,
    choose_processes,
    decide,
    leaves_little_search,
)
from edgeasp.search.task import Job, Result, Task, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import CheckError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from tests.support import boards
from tests.support.lanes import thinned
from tests.support.solving import ground_programs
from tests.support.strategies import planted_with_clues
from tests.support.thresholds import Thresholds, TunedSession, thresholds
from tests.support.waiting import PATIENCE

# ---- jobs ----

BOARDS = boards.various()
GOLDEN = make_task(boards.GOLDEN)


def place(placement: Placement, *, holds: bool = True) -> Assumption:
    where = placement.square
    return Assumption(Atom("place", (placement.tile + 1, placement.rot * 90, where.col + 1, where.row + 1)), holds)


def carried_out(job: Job) -> tuple[list[tuple[Placement, ...]], Result]:
    session = Session(job.task, job.options)
    found = [each.solution.placements for each in session.run(job)]
    return found, session.result()


def test_a_job_does_the_same_in_another_process() -> None:
    [first, *_], _ = carried_out(Job(GOLDEN))
    job = Job(GOLDEN, 0, limits=Limits(600, 100_000), assumptions=(place(first[0]),))
    sent = pickle.loads(pickle.dumps(job))
    assert sent == job
    found, result = carried_out(sent)
    assert found == carried_out(job)[0]
    received = pickle.loads(pickle.dumps(result))
    assert (received.status, received.counts) == (result.status, result.counts)


def test_the_limits_of_a_job_hold_for_it_alone() -> None:
    session = Session(GOLDEN)
    found = {}
    for seconds in (600, 0, None):
        found[seconds] = len(list(session.run(Job(GOLDEN, 0, limits=Limits(seconds)))))
        assert str(session.result().stopped) == ("time limit of 0 s" if seconds == 0 else "None")
    assert found[0] == 0 < found[600] == found[None]


def test_a_deadline_covers_every_job() -> None:
    session = Session(GOLDEN, deadline=Deadline(Limits(0)))
    assert not list(session.run(Job(GOLDEN, limits=Limits(600))))
    assert (session.result().status, str(session.result().stopped)) == (Status.UNKNOWN, "time limit of 0 s")


def test_the_assumptions_of_a_job_divide_its_solutions() -> None:
    found, _ = carried_out(Job(GOLDEN, 0))
    first = found[0][0]
    here, _ = carried_out(Job(GOLDEN, 0, assumptions=(place(first),)))
    elsewhere, _ = carried_out(Job(GOLDEN, 0, assumptions=(place(first, holds=False),)))
    assert set(here) == {each for each in found if first in each}
    assert not set(here) & set(elsewhere)
    assert {*here, *elsewhere} == set(found)


def test_a_session_is_searched_again_without_the_assumptions_of_the_last_time() -> None:
    session = Session(GOLDEN)
    [solution] = [found.solution for found in session.solve()]
    first = solution.placements[0]
    other = replace(first, square=Square(1 - first.square.col, first.square.row))
    assert not list(session.solve(assumptions=[place(first), place(other)]))
    assert session.result().status is Status.UNSATISFIABLE
    assert set(session.core) <= {place(first), place(other)}
    assert len(session.core) == 2
    assert len(list(session.solve())) == 1
    assert not session.core


def test_an_answer_that_is_no_solution_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ground program is that of another puzzle; the tiles of this one never match."""
    golden = facts.write_facts(boards.GOLDEN)
    monkeypatch.setattr(facts, "write_facts", lambda *_: golden)
    session = Session(make_task(Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 2 + (Tile((2, 2, 2, 2)),) * 2)))
    with pytest.raises(CheckError, match=r"is not a solution; this is a fault in .*: A1 has "):
        next(session.solve())
    assert (session.found, session.result().status) == (0, Status.UNKNOWN)


# ---- many answers at once ----


@pytest.mark.sample(4)
@pytest.mark.parametrize("up_to_rotation", [False, True])
@thinned("name", list(BOARDS), boards.kind)
def test_answers_read_together_are_those_read_one_by_one(
    name: str, up_to_rotation: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = make_task(BOARDS[name], up_to_rotation=up_to_rotation)
    monkeypatch.setattr(answers, "MANY", 10**9)
    alone = list(Session(task).solve(0))
    monkeypatch.setattr(answers, "MANY", 1)
    assert list(Session(task).solve(0)) == alone
    counting = Session(task)
    assert list(counting.run(Job(task, 0, counts=True))) == []
    result = counting.result()
    assert (result.found, result.exhausted) == (len(alone), True)
    assert result.status is (Status.SATISFIABLE if alone else Status.UNSATISFIABLE)


def test_of_many_answers_every_one_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the search know no frame, so some answers are solutions and others are not."""
    task = make_task(boards.FRAME_3X3)
    program = make_task(boards.FRAME_3X3, request=EncodingRequest("decision")).search_program()
    monkeypatch.setattr(Task, "search_program", lambda *_: program)
    monkeypatch.setattr(answers, "MANY", 1)
    with pytest.raises(CheckError, match="boundary is 0"):
        list(Session(task).solve(0))
    with pytest.raises(CheckError, match="boundary is 0"):
        Session(task).count()


@pytest.mark.parametrize("limit", [1, 5, 16])
def test_a_count_ends_at_its_limit(limit: int) -> None:
    session = Session(make_task(boards.FRAME_3X3))
    session.count(limit)
    assert (session.found, session.result().answered, session.result().exhausted) == (limit, True, False)


# ---- processes and threads ----

TWO = ClaspOptions(threads=2)
SEVEN = generate(Recipe(7, 7, inner=11, border=3, seed=2, clues="corner"))
"""A board of less than a second."""


def test_clingo_is_divided_among_processes() -> None:
    seven = Job(make_task(SEVEN.puzzle, SEVEN.clues), 0)
    assumed = replace(seven, assumptions=(Assumption(Atom("place", (1, 0, 1, 1))),))
    short = Job(make_task(boards.FRAME_3X3), 0)
    for job in (seven, replace(seven, limit=1), replace(seven, options=TWO), short, assumed):
        assert choose_processes(job, 2) == (job, 2)


def divided(job: Job, processes: int) -> tuple[int, int]:
    """Threads and processes of a plan."""
    together, number = choose_processes(job, processes)
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
    assert leaves_little_search(job)
    assert divided(job, 2) == (2, 1)
    assert divided(replace(job, narrow=False), 2) == (1, 2)


# ---- trials ----

DOUBTFUL = generate(Recipe(7, 7, 10, 3, seed=13, clues="corner"))
"""1.41 tiles are expected to fit beside two neighbours; with guidance it takes ten times the conflicts."""

LADDER = generate(Recipe(12, 12, 17, 5, seed=1, clues=5))
"""1.49 tiles are expected to fit; a guided search would take years."""

SMALL = generate(Recipe(6, 6, 7, 3, seed=27, clues="corner"))
"""As many tiles are expected, but a guided search is short."""


def with_trials(conflicts: int = TRIAL, most: int = MOST_KEPT) -> Thresholds:
    """Thresholds with which every board gets a trial."""
    always = {"FEW_FIT": -1, "MANY_FIT": inf, "SHORT_SEARCH": 1e-300, "ENDLESS": inf}
    return {**always, "TRIAL": conflicts, "MOST_KEPT": most}


ALWAYS = with_trials()


def searched(
    task: Task, limit: int = 0, *, counts: bool = False, conflicts: int | None = None, changed: Thresholds | None = None
) -> tuple[list[Solution], Result]:
    session = TunedSession(task, changed=changed)
    found = [each.solution for each in session.run(Job(task, limit, counts=counts, limits=Limits(conflicts=conflicts)))]
    return found, session.result()


def outcome(result: Result) -> tuple[object, ...]:
    return result.status, result.found, result.exhausted, result.answered, result.counts


@pytest.mark.parametrize(
    ("task", "options", "wanted"),
    [
        (make_task(DOUBTFUL.puzzle), ClaspOptions(), Guidance.TRY_WITHOUT),
        (make_task(LADDER.puzzle, LADDER.clues), ClaspOptions(), Guidance.LEAVE),
        (make_task(SMALL.puzzle, SMALL.clues), ClaspOptions(), Guidance.FOLLOW),
        (make_task(boards.planted(1, 6, 6, 6, framed=True, surplus=True)), ClaspOptions(), Guidance.TRY_WITHOUT),
        (make_task(generate(Recipe(6, 6, 9, 3)).puzzle), ClaspOptions(), Guidance.FOLLOW),
        (make_task(generate(Recipe(12, 12, 21, 3)).puzzle), ClaspOptions(), Guidance.FOLLOW),
        (make_task(generate(Recipe(6, 6, 5, 3)).puzzle), ClaspOptions(), Guidance.FOLLOW),
        (make_task(DOUBTFUL.puzzle, request=EncodingRequest(heuristic="none")), ClaspOptions(), Guidance.FOLLOW),
        (make_task(DOUBTFUL.puzzle, request=EncodingRequest("framed+redundant")), ClaspOptions(), Guidance.FOLLOW),
        (make_task(DOUBTFUL.puzzle), ClaspOptions(configuration="tweety"), Guidance.FOLLOW),
        (
            make_task(DOUBTFUL.puzzle, own=UserRules(added=(RulesFile("r.lp", ":- chosenTile(1,1,1)."),))),
            ClaspOptions(),
            Guidance.FOLLOW,
        ),
    ],
    ids=[
        "in between",
        "endless",
        "small",
        "surplus",
        "many colours",
        "large, many colours",
        "few colours",
        "unguided",
        "redundant",
        "other options",
        "rules added",
    ],
)
def test_boards_in_between_are_in_doubt_and_large_ones_are_left_to_the_solver(
    task: Task, options: ClaspOptions, wanted: Guidance
) -> None:
    assert choose_guidance(task, options) is wanted
    chosen = decide(Job(task, options=options))
    assert (chosen.guided, chosen.trial > 0) == (wanted is not Guidance.LEAVE, wanted is Guidance.TRY_WITHOUT)


@pytest.mark.long
def test_on_an_endless_search_the_solver_decides() -> None:
    session = Session(make_task(LADDER.puzzle, LADDER.clues))
    list(session.run(Job(session.task, limits=Limits(conflicts=1))))
    assert session.strategy.trial == 0
    assert session.ground().possible_atoms("early", 4) == []


@pytest.mark.long
def test_what_the_trial_finds_is_the_result() -> None:
    task = make_task(DOUBTFUL.puzzle, DOUBTFUL.clues)
    assert FEW_FIT < expected_fitting_tiles(task.puzzle) < MANY_FIT
    found, result = searched(task)
    alone = Session(make_task(DOUBTFUL.puzzle, DOUBTFUL.clues, EncodingRequest(heuristic="none")))
    assert found == [each.solution for each in alone.solve(0)]
    assert outcome(result) == outcome(alone.result())
    # The solver by itself needs as many conflicts, and nothing came after it.
    assert result.statistics == alone.result().statistics


def test_a_trial_in_vain_is_no_more_than_time() -> None:
    task = make_task(SMALL.puzzle, SMALL.clues)
    plain, plain_result = searched(task)
    found, result = searched(task, changed=with_trials(50))
    assert set(found) == set(plain)
    assert outcome(result) == outcome(plain_result)
    assert result.statistics is not None
    guided = Session(task)
    list(guided.solve(0))
    spent = guided.result().statistics
    assert spent is not None
    # The statistics of both are added up; an enumeration may run a few conflicts beyond its limit.
    assert 50 <= (result.statistics.conflicts or 0) - (spent.conflicts or 0) < 60


@given(
    planted_with_clues(),
    st.sampled_from([0, 1, 2, 5]),
    st.booleans(),
    st.integers(0, 20),
    st.integers(1, 4),
)
def test_no_solution_is_lost_or_found_twice(
    puzzle_and_clues: tuple[Puzzle, Solution, Solution], limit: int, rotations: bool, conflicts: int, most: int
) -> None:
    puzzle, _, clues = puzzle_and_clues
    task = make_task(puzzle, clues, up_to_rotation=rotations)
    plain = Session(task)
    every = [each.solution for each in plain.solve(501)]
    assume(len(every) <= 500)
    settings = with_trials(conflicts, most)
    found, result = searched(task, limit, changed=settings)
    counted = searched(task, limit, counts=True, changed=settings)[1]
    assert len(set(found)) == len(found) == (min(limit, len(every)) if limit else len(every))
    assert set(found) <= set(every)
    assert outcome(result) == outcome(counted)
    assert result.answered
    if not limit:
        assert outcome(result) == outcome(plain.result())


def test_no_solution_is_proved_by_the_trial() -> None:
    found, result = searched(make_task(boards.spoilt(1, SMALL.puzzle), SMALL.clues), changed=ALWAYS)
    assert not found
    assert (result.status, result.exhausted, result.stopped) == (Status.UNSATISFIABLE, True, None)


@pytest.mark.parametrize("conflicts", [0, 5, 300])
def test_a_limit_on_conflicts_holds_for_both_together(conflicts: int) -> None:
    session = TunedSession(make_task(SMALL.puzzle), changed=ALWAYS)
    found = list(session.run(Job(session.task, 0, limits=Limits(conflicts=conflicts), narrow=False)))
    result = session.result()
    assert "ground" in session.seconds
    assert session.core == ()
    assert (result.exhausted, str(result.stopped)) == (False, f"conflict limit of {conflicts:,}")
    assert result.status is (Status.SATISFIABLE if found else Status.UNKNOWN)
    assert len(found) == result.found
    spent = result.statistics.conflicts if result.statistics else 0
    assert (spent or 0) <= conflicts + 10


def test_what_a_trial_has_found_is_given_when_the_conflicts_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    task = make_task(boards.planted(1, 4, 4, 2, framed=True))
    ground = ground_programs(monkeypatch)
    session = TunedSession(task, changed=with_trials(50))
    found = list(session.run(Job(task, 0, limits=Limits(conflicts=50), narrow=False)))
    result = session.result()
    assert found
    assert (result.found, result.exhausted, str(result.stopped)) == (len(found), False, "conflict limit of 50")
    # No guided search has been prepared in vain.
    assert len(ground) == 1


def test_under_assumptions_there_is_no_trial() -> None:
    task = make_task(DOUBTFUL.puzzle)
    assert decide(Job(task)).trial
    assert not decide(Job(task, assumptions=(Assumption(Atom("place", (1, 0, 1, 1))),))).trial


def test_what_was_found_is_given_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    task = make_task(boards.FRAME_3X3)
    session = TunedSession(task, deadline=Deadline(Limits()), changed=ALWAYS)
    read = answers.check_answers

    def cut_short(*arguments: object, **distinct: bool) -> Iterator[object]:
        for found in read(*arguments, **distinct):  # type: ignore[arg-type]
            yield found[:3]
            raise LimitReached(Stopped(Limit.TIME, 1))

    monkeypatch.setattr(solve, "check_answers", cut_short)
    assert len(list(session.run(Job(task, 0)))) == 3
    result = session.result()
    assert (result.status, result.found, result.exhausted, str(result.stopped)) == (
        Status.SATISFIABLE,
        3,
        False,
        "time limit of 1 s",
    )


def test_who_watches_sees_the_search_that_is_guided() -> None:
    task = make_task(boards.FRAME_3X3)
    session = MonitoredSession(task)
    with thresholds(ALWAYS):
        assert len(list(session.run(Job(task)))) == 1
        assert (session.strategy.trial, decide(Job(task)).trial > 0) == (0, True)


def test_who_takes_some_of_them_does_not_hear_that_these_were_all() -> None:
    task = make_task(boards.FRAME_3X3)
    session = TunedSession(task, changed=ALWAYS)
    taken = session.run(Job(task, 0))
    next(taken)
    taken.close()
    assert (session.result().found, session.result().exhausted) == (1, False)


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_no_more_are_counted_than_are_wanted_where_rotations_are_left_out(limit: int) -> None:
    task = make_task(boards.various()["half-turn symmetric twins"], up_to_rotation=True)
    assert task.needs_symmetry_filter
    assert searched(task, counts=True, changed=ALWAYS)[1].found == 7
    assert searched(task, limit, counts=True, changed=ALWAYS)[1].found == limit


def test_many_solutions_are_not_kept() -> None:
    """A puzzle with more solutions than a trial keeps is searched anew, and none is given before."""
    task = make_task(boards.FRAME_3X3)
    session = TunedSession(task, changed=with_trials(most=3))
    found = [each.solution for each in session.run(Job(task, 0))]
    assert len(found) == len(set(found)) == 16
    assert session.strategy.trial
    # The trial and the search that came after it have grounded once each.
    alone = Session(task)
    list(alone.solve(0))
    assert (session.statistics, alone.statistics) != (None, None)
    assert session.statistics != alone.statistics


# ---- limits while a search is prepared ----

# Python counts the calls that it makes between two checks of the limits, so no clock decides.

SIDE = 30
"""Squares on a side: 900 tiles in 3,600 lyings."""

MOST = 300 * SIDE * SIDE
"""Calls and returns between two checks: to judge the length of the search takes 190 for a square."""


@cache
def puzzle(colours: int, side: int = SIDE) -> tuple[Puzzle, Solution]:
    made = generate(Recipe(side, side, colours, colours // 4, seed=1))
    assert made.solution is not None
    return made.puzzle, made.solution


class Gaps:
    """A check that counts the calls since the one before.

    Attributes:
        gaps: calls of Python functions before each check, and after the last.
    """

    def __init__(self) -> None:
        self.gaps = [0]

    def check(self) -> None:
        self.gaps.append(0)

    @contextmanager
    def counted(self) -> Iterator[None]:
        def count(*_: Any) -> None:
            self.gaps[-1] += 1

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(before)


@pytest.mark.parametrize(
    ("limit", "threads", "colours", "clued"),
    [
        *((0, 2, 60, False), (1, 1, 12, True), (0, 1, 12, False)),
        *(
            pytest.param(*case, marks=pytest.mark.long)
            for case in (
                *((1, 1, 12, False), (1, 1, 60, False), (1, 1, 60, True)),
                *((0, 1, 12, True), (0, 1, 60, False), (0, 1, 60, True)),
                *((0, 2, 12, False), (0, 2, 12, True), (0, 2, 60, True)),
            )
        ),
    ],
)
def test_a_search_checks_while_it_is_prepared(limit: int, threads: int, colours: int, clued: bool) -> None:
    board, solution = puzzle(colours)
    # Many clues are many places where a region may begin.
    clues = Solution(solution.placements[::100]) if clued else Solution()
    gaps = Gaps()

    def on_tick() -> None:
        gaps.check()
        if session.phase == "ground":
            raise LimitReached(Stopped(Limit.CALLER))

    job = Job(make_task(board, clues), limit, ClaspOptions(threads=threads))
    session = Session(job.task, job.options, Deadline(Limits(), on_tick))
    with gaps.counted():
        assert list(session.run(job)) == []
    assert str(session.result().stopped) == "caller"
    assert max(gaps.gaps) < MOST


@pytest.mark.parametrize("colours", [12, 60])
def test_the_choice_between_threads_and_processes_checks(colours: int) -> None:
    gaps = Gaps()
    job = Job(make_task(puzzle(colours)[0]), 0)
    with gaps.counted():
        choose_processes(job, 2, Deadline(on_tick=gaps.check))
    assert len(gaps.gaps) > 1
    assert max(gaps.gaps) < MOST


def test_a_limit_that_is_reached_there_leaves_the_search_to_one_process() -> None:
    def check() -> None:
        raise LimitReached(Stopped(Limit.TIME, 0))

    job = Job(make_task(puzzle(60)[0]), 0)
    assert choose_processes(job, 2, Deadline(on_tick=check)) == (job, 1)
    session = Session(job.task, job.options, Deadline(Limits(seconds=0)))
    assert list(session.run(job)) == []
    assert str(session.result().stopped) == "time limit of 0 s"


@pytest.mark.long
def test_regions_are_judged_with_a_check_for_each_clue() -> None:
    board, solution = puzzle(60)
    clues = Solution(solution.placements[100:140])
    checks: list[int] = []
    leaves_little_search(Job(make_task(board, clues), 0), Deadline(on_tick=lambda: checks.append(1)))
    assert len(checks) >= 40


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=17), st.integers(2, 10), st.integers(2, 10))
def test_the_nearest_of_many_origins_is_found(places: set[tuple[int, int]], cols: int, rows: int) -> None:
    """As by comparing all of them."""
    origins = [Square(col, row) for col, row in sorted(places)]
    squares = [Square(col, row) for col in range(cols) for row in range(rows)]
    random.Random(1).shuffle(squares)

    def place(square: Square) -> tuple[object, ...]:
        return min(orders._growth_key(square, origin) for origin in origins), square.col, square.row

    assert len(origins) > orders.FEW_ORIGINS
    assert orders.growth_order(squares, origins) == sorted(squares, key=place)


@pytest.mark.long
@pytest.mark.parametrize("colours", [60, 290])
@pytest.mark.parametrize("options", [(), ("-n", "0"), ("-n", "0", "--jobs", "2")])
def test_a_limit_of_a_second_ends_a_search_on_22500_squares(
    options: tuple[str, ...], colours: int, tmp_path: Path
) -> None:
    """By processor time, which other processes do not lengthen; clingo grounds in a thread meanwhile."""
    path = tmp_path / "large.puz"
    path.write_text(plain.write_puz(puzzle(colours, 150)[0]), encoding="utf-8")
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [sys.executable, "-m", "edgeasp", "solve", str(path), "--time-limit", "1", *options],
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, "stopped by the time limit of 1 s" in done.stderr) == (commands.UNANSWERED, True)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 3


def test_a_hint_checks_while_it_looks_at_the_squares() -> None:
    made = generate(Recipe(SIDE, SIDE, 8, seed=1, flipping=True))
    assert made.solution is not None
    gaps = Gaps()

    def on_tick() -> None:
        gaps.check()
        if len(gaps.gaps) > SIDE * SIDE // 2:
            raise LimitReached(Stopped(Limit.CALLER))

    hinter = Hinter(made.puzzle, Solution(made.solution.placements[::5]), deadline=Deadline(Limits(), on_tick))
    with gaps.counted():
        hinter.run()
    found = hinter.hint()
    assert (str(found.stopped), found.completable, found.step, found.dead_ends) == ("caller", None, None, ())
    # A tile has twice as many orientations.
    assert max(gaps.gaps) < 2 * MOST


def test_an_error_does_not_wait_for_clingo() -> None:
    """It grounds in a thread that cannot be stopped, for which the interpreter would wait."""
    code = """
import sys, threading, time
import edgeasp.__main__, edgeasp.cli.commands
def app(**_):
    threading.Thread(target=time.sleep, args=(3600,)).start()
    sys.exit(2)
edgeasp.cli.commands.app = app
edgeasp.__main__.main()
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, timeout=PATIENCE)
    assert done.returncode == commands.USAGE
