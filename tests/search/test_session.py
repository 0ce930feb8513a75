"""A job, the session that carries it out, and its result."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from edgeasp.encoding import facts
from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.model import Placement, Puzzle, Square, Tile
from edgeasp.search import answers
from edgeasp.search.session import Session
from edgeasp.search.task import Job, Result, Task, make_task
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import CheckError
from edgeasp.system.limits import Deadline, Limits
from tests.support import boards
from tests.support.lanes import thinned

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
    monkeypatch.setattr(Task, "facts", lambda _: facts.write(boards.GOLDEN))
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
    rules = make_task(boards.FRAME_3X3, request=EncodingRequest("decision")).search_rules()
    monkeypatch.setattr(Task, "search_rules", lambda _, narrowed: rules)
    monkeypatch.setattr(answers, "MANY", 1)
    with pytest.raises(CheckError, match="outside is 0"):
        list(Session(task).solve(0))
    with pytest.raises(CheckError, match="outside is 0"):
        Session(task).count()


@pytest.mark.parametrize("limit", [1, 5, 16])
def test_a_count_ends_at_its_limit(limit: int) -> None:
    session = Session(make_task(boards.FRAME_3X3))
    session.count(limit)
    assert (session.found, session.result().answered, session.result().exhausted) == (limit, True, False)
