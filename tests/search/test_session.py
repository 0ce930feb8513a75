"""A job, the session that carries it out, and its result."""

from __future__ import annotations

import pickle
from dataclasses import replace

from edgeasp.encoding.atoms import Assumption, Atom
from edgeasp.puzzle.model import Placement, Square
from edgeasp.search.job import Job, Result
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
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
