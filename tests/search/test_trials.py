"""Boards on which guidance may do harm get a trial without it first, which changes no result."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.encoding.render import EncodingRequest
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.expected import fitting
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.answers import CheckedAnswers
from edgeasp.search.estimates import SETTINGS, Guidance, Settings, guidance
from edgeasp.search.plan import plan
from edgeasp.search.session import MonitoredSession, Session
from edgeasp.search.task import Job, Result, Task, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Status
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from tests.support import boards
from tests.support.solving import ground_programs
from tests.support.strategies import planted_with_clues

DOUBTFUL = generate(Recipe(7, 7, 10, 3, seed=13, clues="corner"))
"""1.41 tiles are expected to fit beside two neighbours; with guidance it takes ten times the conflicts."""

LADDER = generate(Recipe(12, 12, 17, 5, seed=1, clues=5))
"""1.49 tiles are expected to fit; a guided search would take years."""

SMALL = generate(Recipe(6, 6, 7, 3, seed=27, clues="corner"))
"""As many tiles are expected, but a guided search is short."""


def with_trials(conflicts: int = SETTINGS.trial, most: int = SETTINGS.most_kept) -> Settings:
    """Settings with which every board gets a trial."""
    return Settings(few_fit=-1, many_fit=inf, short_search=1e-300, endless_search=inf, trial=conflicts, most_kept=most)


ALWAYS = with_trials()


def searched(
    task: Task, limit: int = 0, *, counts: bool = False, conflicts: int | None = None, settings: Settings = SETTINGS
) -> tuple[list[Solution], Result]:
    session = Session(task, settings=settings)
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
            make_task(DOUBTFUL.puzzle, own=OwnRules(added=(RulesFile("r.lp", ":- chosenTile(1,1,1)."),))),
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
    assert guidance(task, options) is wanted
    chosen = plan(Job(task, options=options))
    assert (chosen.guidance, chosen.trial > 0) == (wanted, wanted is Guidance.TRY_WITHOUT)


@pytest.mark.long
def test_on_an_endless_search_the_solver_decides() -> None:
    session = Session(make_task(LADDER.puzzle, LADDER.clues))
    list(session.run(Job(session.task, limits=Limits(conflicts=1))))
    assert session.plan.trial == 0
    assert session.ground().atoms("early", 4) == []


@pytest.mark.long
def test_what_the_trial_finds_is_the_result() -> None:
    task = make_task(DOUBTFUL.puzzle, DOUBTFUL.clues)
    assert SETTINGS.few_fit < fitting(task.puzzle) < SETTINGS.many_fit
    found, result = searched(task)
    alone = Session(make_task(DOUBTFUL.puzzle, DOUBTFUL.clues, EncodingRequest(heuristic="none")))
    assert found == [each.solution for each in alone.solve(0)]
    assert outcome(result) == outcome(alone.result())
    # The solver by itself needs as many conflicts, and nothing came after it.
    assert result.statistics == alone.result().statistics


def test_a_trial_in_vain_is_no_more_than_time() -> None:
    task = make_task(SMALL.puzzle, SMALL.clues)
    plain, plain_result = searched(task)
    found, result = searched(task, settings=with_trials(50))
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
    found, result = searched(task, limit, settings=settings)
    counted = searched(task, limit, counts=True, settings=settings)[1]
    assert len(set(found)) == len(found) == (min(limit, len(every)) if limit else len(every))
    assert set(found) <= set(every)
    assert outcome(result) == outcome(counted)
    assert result.answered
    if not limit:
        assert outcome(result) == outcome(plain.result())


def test_no_solution_is_proved_by_the_trial() -> None:
    found, result = searched(make_task(boards.spoilt(1, SMALL.puzzle), SMALL.clues), settings=ALWAYS)
    assert not found
    assert (result.status, result.exhausted, result.stopped) == (Status.UNSATISFIABLE, True, None)


@pytest.mark.parametrize("conflicts", [0, 5, 300])
def test_a_limit_on_conflicts_holds_for_both_together(conflicts: int) -> None:
    session = Session(make_task(SMALL.puzzle), settings=ALWAYS)
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
    session = Session(task, settings=with_trials(50))
    found = list(session.run(Job(task, 0, limits=Limits(conflicts=50), narrow=False)))
    result = session.result()
    assert found
    assert (result.found, result.exhausted, str(result.stopped)) == (len(found), False, "conflict limit of 50")
    # No guided search has been prepared in vain.
    assert len(ground) == 1


def test_under_assumptions_there_is_no_trial() -> None:
    task = make_task(DOUBTFUL.puzzle)
    assert plan(Job(task)).trial
    assert not plan(Job(task, assumptions=(Assumption(Atom("place", (1, 0, 1, 1))),))).trial


def test_what_was_found_is_given_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    task = make_task(boards.FRAME_3X3)
    session = Session(task, deadline=Deadline(Limits()), settings=ALWAYS)
    read = CheckedAnswers.checked

    def cut_short(*arguments: object) -> Iterator[object]:
        for found in read(*arguments):  # type: ignore[arg-type]
            yield found[:3]
            raise LimitReached(Stopped(Limit.TIME, 1))

    monkeypatch.setattr(CheckedAnswers, "checked", cut_short)
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
    session = MonitoredSession(task, settings=ALWAYS)
    assert len(list(session.run(Job(task)))) == 1
    assert (session.plan.trial, plan(Job(task), ALWAYS).trial > 0) == (0, True)


def test_who_takes_some_of_them_does_not_hear_that_these_were_all() -> None:
    task = make_task(boards.FRAME_3X3)
    session = Session(task, settings=ALWAYS)
    taken = session.run(Job(task, 0))
    next(taken)
    taken.close()
    assert (session.result().found, session.result().exhausted) == (1, False)


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_no_more_are_counted_than_are_wanted_where_rotations_are_left_out(limit: int) -> None:
    task = make_task(boards.various()["half-turn symmetric twins"], up_to_rotation=True)
    assert task.needs_symmetry_filter
    assert searched(task, counts=True, settings=ALWAYS)[1].found == 7
    assert searched(task, limit, counts=True, settings=ALWAYS)[1].found == limit


def test_many_solutions_are_not_kept() -> None:
    """A puzzle with more solutions than a trial keeps is searched anew, and none is given before."""
    task = make_task(boards.FRAME_3X3)
    session = Session(task, settings=with_trials(most=3))
    found = [each.solution for each in session.run(Job(task, 0))]
    assert len(found) == len(set(found)) == 16
    assert session.plan.trial
    # The trial and the search that came after it have grounded once each.
    alone = Session(task)
    list(alone.solve(0))
    assert (session.statistics, alone.statistics) != (None, None)
    assert session.statistics != alone.statistics
