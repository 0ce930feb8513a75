"""Where boards are many and states few, a frontier counts in place of the engines that list boards."""

from __future__ import annotations

import json
from collections.abc import Container
from dataclasses import replace
from typing import Any

import pytest

from edgeasp.api import solving
from edgeasp.api.instance import Instance
from edgeasp.api.plain import json_document
from edgeasp.api.solving import Outcome
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import Puzzle
from edgeasp.search import solve
from edgeasp.search.strategy import choose_processes, decide
from edgeasp.search.task import Job, Result, make_task
from edgeasp.solvers import frontier
from edgeasp.solvers.frontier import FrontierCount
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import CheckError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from tests.support import boards
from tests.support.counting import COMPILER
from tests.support.thresholds import Thresholds, TunedSession

pytestmark = pytest.mark.skipif(not COMPILER, reason="there is no C compiler")

MANY = boards.planted(1, 4, 3, 3)
"""It has 4,600,354 boards."""

APART = boards.planted(2, 5, 3, 4)
"""No two of its tiles are identical, so no board is a rotation of itself."""

FEW = boards.planted(1, 3, 3, 4)
"""It has 1,780 boards."""

ALWAYS: Thresholds = {"CLINGO_SECOND": 1e-300, "SCAN_SECOND": 1e-298, "TILES_A_STEP": 1e-300}
"""Thresholds with which a frontier counts all boards that it can count."""


def counted(puzzle: Puzzle, changed: Thresholds | None = None, **options: bool) -> Result:
    task = make_task(puzzle, up_to_rotation=options.get("up_to_rotation", False))
    session = TunedSession(task, changed=changed)
    assert list(session.run(Job(task, 0, counts=True, scan=options.get("scan", True)))) == []
    return session.result()


@pytest.mark.parametrize(
    ("job", "wanted"),
    [
        (Job(make_task(MANY), 0, counts=True, scan=True), True),
        (Job(make_task(MANY), 0, counts=True), False),
        (Job(make_task(MANY), 0, scan=True), False),
        (Job(make_task(MANY), 5_000_000, counts=True, scan=True), False),
        (Job(make_task(MANY, up_to_rotation=True), 0, counts=True, scan=True), False),
        (Job(make_task(APART, up_to_rotation=True), 0, counts=True, scan=True), True),
        (Job(make_task(boards.planted(2, 5, 5, 3)), 0, counts=True, scan=True), True),
        (Job(make_task(generate(Recipe(6, 6, 5, 3, seed=1)).puzzle), 0, counts=True, scan=True), False),
        (Job(make_task(boards.planted(1, 7, 7, 7, framed=True, signs=0.5)), 0, counts=True, scan=True), False),
    ],
    ids=["many", "no scan", "listed", "some", "rotations", "rotations told apart", "more", "framed", "signs"],
)
def test_the_plan(job: Job, wanted: bool) -> None:
    planned = decide(job)
    assert (planned.frontier is not None) == wanted
    if wanted:
        together = replace(job, options=replace(job.options, threads=4))
        assert choose_processes(job, 4) == (together, 1)


def test_the_result_says_what_was_counted_and_what_was_checked() -> None:
    result = counted(MANY)
    assert (result.found, result.unchecked, result.engine) == (4_600_354, 4_600_339, "frontier")
    assert (result.status, result.exhausted, result.answered) == (Status.SATISFIABLE, True, True)
    assert result.expected_states is not None
    assert result.states is not None
    assert 0.5 < result.expected_states / result.states < 2
    task = make_task(MANY)
    job = Job(task, 0, counts=True, scan=True)
    text = solving.summary_text(job, result, done="counted", interrupted=False)
    assert text.startswith("counted, the first 15 of 4,600,354 checked; ")
    assert text.endswith(f"over a frontier in C, {result.states:,} states")
    document = json.loads(json.dumps(json_document(Outcome(Instance(MANY), job, result, ()))))
    assert (document["engine"], document["states"]) == ("frontier", result.states)
    assert document["counts"]["unchecked"] == 4_600_339


def test_other_engines_count_the_same() -> None:
    result, scanned = counted(FEW, ALWAYS), counted(FEW)
    assert (result.engine, scanned.engine) == ("frontier", "clingo")
    assert result.counts == scanned.counts


def test_up_to_rotation() -> None:
    """Each board has two rotations, or four on a square, and is none of its own."""
    board, square = boards.planted(3, 4, 3, 4), boards.planted(2, 3, 3, 4)
    assert [*board.identical_tiles(), *square.identical_tiles()] == []
    assert counted(board, ALWAYS, up_to_rotation=True).found == 157_324 == counted(board).found / 2
    assert counted(square, ALWAYS, up_to_rotation=True).found == 262
    assert counted(square, scan=False, up_to_rotation=True).found == 262


def test_where_memory_is_short_a_scan_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it starts, and when it turns out to be short."""
    for room in (0, 100_000):
        monkeypatch.setattr(solve, "PART_FOR_STATES", room / 8e9)
        result = counted(FEW, ALWAYS)
        assert (result.engine, result.found, result.unchecked) == ("scan", 1_780, 0)


@pytest.mark.parametrize("wrong", [0, 3, 5])
def test_a_number_that_a_scan_refutes_is_a_fault(wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run = FrontierCount.run

    def wrongly(self: FrontierCount, *arguments: Any) -> int:
        assert run(self, *arguments) == 4
        return wrong

    monkeypatch.setattr(FrontierCount, "run", wrongly)
    with pytest.raises(CheckError, match=f"the frontier count is {wrong}, but a search finds 4 boards"):
        counted(boards.planted(1, 3, 3, 4, framed=True), ALWAYS)


class Reached(Deadline):
    """A deadline that says of some of its checks that a limit is reached."""

    def __init__(self, limit: Limit, checks: Container[int]) -> None:
        super().__init__(Limits(seconds=1e6, memory=10**12))
        self._limit, self._checks, self._number = limit, checks, 0

    def check(self) -> None:
        self._number += 1
        if self._number in self._checks:
            raise LimitReached(Stopped(self._limit))


@pytest.mark.parametrize(
    ("limit", "checks", "engine", "number"),
    [
        (Limit.TIME, range(60, 10**9), "frontier", 0),
        (Limit.MEMORY, range(60, 10**9), "frontier", 0),
        (Limit.MEMORY, [60], "scan", 1_780),
    ],
    ids=["time", "memory", "memory of the states"],
)
def test_a_limit(
    limit: Limit, checks: Container[int], engine: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If states need too much memory, a scan goes on without them, unless all others need too much as well."""
    monkeypatch.setattr(frontier, "_LOOKS", 100)
    session = TunedSession(make_task(FEW), deadline=Reached(limit, checks), changed=ALWAYS)
    assert list(session.run(Job(session.task, 0, counts=True, scan=True))) == []
    result = session.result()
    assert (result.engine, result.found, result.exhausted) == (engine, number, number > 0)
    assert (result.stopped is None) == result.answered == (number > 0)
