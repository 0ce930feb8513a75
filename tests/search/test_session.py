"""A job, the session that carries it out, and its result."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from edgeasp.encoding import facts
from edgeasp.encoding.atoms import Assumption, Atom
from edgeasp.puzzle.errors import CheckError
from edgeasp.puzzle.model import Placement, Puzzle, Square, Tile
from edgeasp.search.job import Job, Result
from edgeasp.search.session import Session
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.interface import Status
from edgeasp.solvers.limits import Limits
from tests.support import boards

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
    with pytest.raises(CheckError, match=r"is not a solution; this is a fault in .*: column 0, row 0 has "):
        next(session.solve())
    assert (session.found, session.result().status) == (0, Status.UNKNOWN)
