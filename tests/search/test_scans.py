"""The compiled search in place of clasp, for boards and for cubes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import exp, inf, log
from pathlib import Path
from threading import Thread, active_count, get_ident
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from edgeasp.api import solving
from edgeasp.api.instance import Instance
from edgeasp.api.plain import json_document
from edgeasp.api.solving import Outcome
from edgeasp.cli import commands
from edgeasp.cli.search_view import SearchView
from edgeasp.cli.solve import _live_picture, _show_progress
from edgeasp.encoding.facts import Assumption, Atom, solution_from_atoms
from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.generate import Recipe, generate
from edgeasp.parallel.split import CubeOutcome, effort_in_conflicts
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.mass_checker import MassChecker
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, degrees
from edgeasp.search import solve
from edgeasp.search.answers import MANY as MANY_AT_ONCE
from edgeasp.search.cubes import Cube, Order
from edgeasp.search.filtering import CubeConditions
from edgeasp.search.solve import Session
from edgeasp.search.strategy import PATIENCE, SCAN_SECOND, TILES_A_CONFLICT, choose_processes, decide, decide_cube
from edgeasp.search.task import Job, Result, Task, make_task
from edgeasp.solvers import backtrack
from edgeasp.solvers.backtrack import BacktrackRun, BoardArrays, ScannedBoards
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.system.errors import CheckError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from edgeasp.system.processes import SystemWarning
from tests.search.test_cubes import solved
from tests.support import boards, brute
from tests.support.counting import COMPILER
from tests.support.lanes import few_examples
from tests.support.running import run
from tests.support.solving import as_assignment, leaves
from tests.support.strategies import planted_with_clues
from tests.support.thresholds import SCANNED, Thresholds, TunedSession, thresholds

# ---- boards ----

COMPILED = pytest.mark.skipif(not COMPILER, reason="there is no C compiler")

DENSE = generate(Recipe(7, 7, 9, 4, seed=2, clues="corner"))
"""clasp takes seconds to find that there is no other solution."""

SPARSE = generate(Recipe(7, 7, 14, 4, seed=2, clues="corner"))
LADDER = generate(Recipe(12, 12, 17, 5, seed=1, clues=5))

MANY = boards.planted(1, 3, 3, 4)
"""It has 1,780 boards, and less to search than boards that are scanned for one of them."""

CROWDED = generate(Recipe(7, 7, 5, 3, seed=1)).puzzle
"""It has billions of boards, and one search for the first of them may take as long as hundreds of others."""

TASK = make_task(DENSE.puzzle, DENSE.clues)
UNKNOWN = UserRules(added=(RulesFile("r.lp", ":- chosenTile(1,1,1)."),))


def may_take(tiles: float) -> Thresholds:
    """Thresholds with which every board is scanned, and clingo takes over after so many tiles."""
    return {**SCANNED, "LEAST_SQUARES": 0, "CLINGO_SECOND": 1e99, "SCAN_SECOND": 1e250, "PATIENCE": tiles / 1e249}


def is_chosen(job: Job) -> bool:
    """Whether the compiled search runs with these thresholds."""
    with thresholds(SCANNED):
        return decide(job).order is not None


def searched(
    task: Task, limit: int = 0, *, scan: bool = True, threads: int = 1, changed: Thresholds | None = None
) -> tuple[list[Solution], Result]:
    session = TunedSession(task, ClaspOptions(threads=threads), changed=SCANNED if changed is None else changed)
    found = [each.solution for each in session.run(Job(task, limit, session.options, scan=scan))]
    return found, session.result()


def pictures(puzzle: Puzzle, solutions: list[Solution]) -> list[brute.Picture]:
    lying = [as_assignment(puzzle, solution) for solution in solutions]
    return sorted(tuple(brute.seen(puzzle, each, puzzle.signed) for each in assignment) for assignment in lying)


@COMPILED
@pytest.mark.parametrize(
    ("job", "wanted"),
    [
        (Job(TASK, 0, scan=True), True),
        (Job(TASK, 1, scan=True), True),
        (Job(TASK, 0, ClaspOptions(seed=7, threads=2), scan=True), True),
        (Job(TASK, 0), False),
        (Job(TASK, 0, ClaspOptions(configuration="tweety"), scan=True), False),
        (Job(TASK, 0, ClaspOptions(extra=("--restarts=no",)), scan=True), False),
        (Job(TASK, 0, limits=Limits(conflicts=10), scan=True), False),
        (Job(TASK, 0, assumptions=(Assumption(Atom("place", (1, 0, 1, 1))),), scan=True), False),
        (Job(make_task(DENSE.puzzle, DENSE.clues, EncodingRequest("framed+redundant")), 0, scan=True), False),
        (Job(make_task(DENSE.puzzle, DENSE.clues, EncodingRequest(heuristic="none")), 0, scan=True), False),
        (Job(make_task(DENSE.puzzle, DENSE.clues, EncodingRequest(symmetry=())), 0, scan=True), False),
        (Job(make_task(DENSE.puzzle, DENSE.clues, own=UNKNOWN), 0, scan=True), False),
        (Job(make_task(SPARSE.puzzle, SPARSE.clues), 0, scan=True), False),
        (Job(make_task(generate(Recipe(8, 8, 20, 4, seed=2)).puzzle), 0, scan=True), True),
        (Job(make_task(generate(Recipe(8, 8, 20, 4, seed=2)).puzzle), 1, scan=True), True),
        (Job(make_task(CROWDED), 1, scan=True), True),
        (Job(make_task(CROWDED), 2, scan=True), False),
        (Job(make_task(generate(Recipe(12, 12, 8, 4, seed=1)).puzzle), 1, scan=True), False),
        (Job(make_task(LADDER.puzzle, LADDER.clues), 1, scan=True), True),
        (Job(make_task(LADDER.puzzle, LADDER.clues), 0, scan=True), True),
        (Job(make_task(boards.planted(1, 7, 7, 7, framed=True, signs=0.5)), 0, scan=True), False),
        (Job(make_task(generate(Recipe(3, 3, 3, 0, seed=1)).puzzle), 0, scan=True), True),
        (Job(make_task(generate(Recipe(3, 3, 3, 0, seed=1)).puzzle), 10, scan=True), False),
        (Job(make_task(generate(Recipe(7, 7, 3, 2, seed=1)).puzzle), 0, scan=True), True),
        (Job(make_task(generate(Recipe(9, 9, 9, 4, seed=1)).puzzle), 0, scan=True), False),
    ],
    ids=[
        *("all", "one", "threads", "not asked for", "configuration", "clasp's option", "conflicts", "assumption"),
        *(
            "redundant",
            "unguided",
            "symmetry",
            "rules",
            "many colours",
            "larger",
            "one of a larger one",
            "luck",
            "luck twice",
            "no luck",
            "one of a ladder",
            "all of a ladder",
        ),
        *("signs", "many solutions", "ten of many", "solutions without end", "a search without end"),
    ],
)
def test_the_plan(job: Job, wanted: bool) -> None:
    assert bool(decide(job).order) == wanted
    if wanted:
        threads = 4 * job.options.threads
        assert choose_processes(job, 4) == (replace(job, options=replace(job.options, threads=threads)), 1)


@COMPILED
def test_an_observed_search_is_one_by_clasp() -> None:
    assert not decide(Job(TASK, 0, scan=True), observed=True).order


@COMPILED
@few_examples
@given(planted_with_clues(), st.integers(1, 3), st.integers(1, 30))
def test_the_solutions_are_the_same(planted: tuple[Puzzle, Solution, Solution], threads: int, parts: int) -> None:
    puzzle, _, clues = planted
    assume(not puzzle.signed)
    assume(len(searched(make_task(puzzle, clues), 501, scan=False)[0]) <= 500)
    for up_to_rotation in (False, True):
        task = make_task(puzzle, clues, up_to_rotation=up_to_rotation)
        assume(is_chosen(Job(task, 0, scan=True)))
        solutions, result = searched(task, threads=threads, changed={**SCANNED, "PARTS": parts})
        assert result.scanned is not None
        others, usual = searched(task, scan=False)
        assert (result.status, result.found, result.exhausted, result.answered, result.counts) == (
            usual.status,
            usual.found,
            usual.exhausted,
            usual.answered,
            usual.counts,
        )
        if not up_to_rotation:
            assert pictures(puzzle, solutions) == pictures(puzzle, others)


@COMPILED
@pytest.mark.parametrize("seed", range(4))
def test_as_many_as_brute_force_finds(seed: int) -> None:
    puzzle = boards.planted(seed, 3, 3, 4 + seed % 2, framed=seed % 2 == 0)
    solutions, result = searched(make_task(puzzle))
    assert result.scanned
    assert pictures(puzzle, solutions) == sorted(brute.solve(puzzle).pictures)


@COMPILED
@pytest.mark.parametrize(("limit", "threads"), [(3, 2), (20, 1), (1_000, 2)])
def test_a_number_of_solutions(limit: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Batches do not come out even.
    monkeypatch.setattr(solve, "BATCH", 7 * len(MANY.tiles))
    task = make_task(MANY)
    some, result = searched(task, limit, threads=threads)
    assert len(some) == result.found == limit
    assert (result.answered, result.exhausted, result.status) == (True, False, Status.SATISFIABLE)
    assert len(set(pictures(MANY, some))) == limit
    session = TunedSession(task, ClaspOptions(threads=threads), changed={**SCANNED, "PARTS": 1})
    assert list(session.run(Job(task, limit, session.options, counts=True, scan=True))) == []
    assert session.found == limit


@COMPILED
@given(planted_with_clues(), st.integers(1, 3), st.integers(0, 40))
def test_further_boards_are_only_counted(
    planted: tuple[Puzzle, Solution, Solution], threads: int, checked: int
) -> None:
    puzzle, _, clues = planted
    assume(not puzzle.signed)
    task = make_task(puzzle, clues)
    usual = len(searched(task, 501, scan=False)[0])
    assume(usual <= 500)
    assume(is_chosen(Job(task, 0, scan=True)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "BATCH", 3 * len(puzzle.tiles))
        settings = {**SCANNED, "PARTS": 5, "MOST_CHECKED": checked}
        session = TunedSession(task, ClaspOptions(threads=threads), changed=settings)
        assert list(session.run(Job(task, 0, session.options, counts=True, scan=True))) == []
    result = session.result()
    assert (result.found, result.exhausted) == (usual, True)
    # Each thread may be at a batch when there are enough.
    assert max(0, usual - checked - 3 * threads) <= result.unchecked <= max(0, usual - checked)


@COMPILED
def test_how_many_were_not_checked_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "BATCH", 10 * len(MANY.tiles))
    task = make_task(MANY)
    session, job = TunedSession(task, changed={**SCANNED, "MOST_CHECKED": 25}), Job(task, 0, counts=True, scan=True)
    assert list(session.run(job)) == []
    text = solving.summary_text(job, session.result(), done="counted", interrupted=False)
    assert text.startswith("counted, the first 30 of 1,780 checked; ")
    outcome = json_document(Outcome(Instance(MANY), job, session.result(), ()))
    assert outcome["counts"] == {"boards": 1780, "assignments": 3560, "up_to_rotation": False, "unchecked": 1750}


@COMPILED
def test_the_line_of_progress_says_how_many_tiles_are_laid(capsys: pytest.CaptureFixture[str]) -> None:
    """And for all solutions how many are expected, unless some tiles are alike, of which one is tried."""
    distinct = make_task(generate(Recipe(5, 5, 6, 3, seed=1, distinct=True)).puzzle)
    for task, limit, scan, said in (
        (distinct, 0, True, r"[\d,]+ of some [\d,]+,000 placements"),
        (distinct, 1, True, r"[\d,]+ placements"),
        (TASK, 0, True, r"[\d,]+ placements"),
        (make_task(MANY), 0, False, ""),
    ):
        session = TunedSession(task, changed=SCANNED)
        assert list(session.run(Job(task, limit, session.options, counts=True, scan=scan))) == []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("edgeasp.cli.console._PAUSE_IN_PIPE", 0)
            patch.setattr("edgeasp.cli.console._quiet", False)
            view = SearchView(_show_progress, _live_picture, watch=False)
            view.search = session
            view.tick()
        shown = capsys.readouterr().err
        assert re.search(rf"^edgeasp: \w+, \d+ s, {said}" if said else "found", shown), shown
        assert bool(said) == ("placements" in shown)


@COMPILED
def test_where_they_are_more_than_counted_each_is_read() -> None:
    """Of so many, or one of those that are turns of one another: that needs the board."""
    for limit, up_to_rotation in ((100, False), (0, True)):
        task = make_task(MANY, up_to_rotation=up_to_rotation)
        session = TunedSession(task, changed={**SCANNED, "MOST_CHECKED": 0})
        assert list(session.run(Job(task, limit, session.options, counts=True, scan=True))) == []
        result = session.result()
        assert (result.found, result.unchecked) == (100 if limit else 445, 0)
    assert searched(task, changed={**SCANNED, "MOST_CHECKED": 0})[1].unchecked == 0


@COMPILED
@pytest.mark.parametrize(("batch", "up_to_rotation"), [(1, True), (9 * 20, False), (200_000, False), (200_000, True)])
def test_many_at_a_time(batch: int, up_to_rotation: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """One by one, some together, and all: the boards, their reports and their atoms are those of clasp."""
    monkeypatch.setattr(solve, "BATCH", batch)
    puzzle = boards.planted(1, 3, 3, 5)
    task = make_task(puzzle, up_to_rotation=up_to_rotation)
    session = TunedSession(task, changed=SCANNED)
    found = list(session.run(Job(task, 0, scan=True)))
    others, _ = searched(task, scan=False)
    assert len(found) == len(others) > MANY_AT_ONCE
    if not up_to_rotation:
        assert pictures(puzzle, [each.solution for each in found]) == pictures(puzzle, others)
    for each in found:
        assert each.report == check(puzzle, each.solution)
        assert solution_from_atoms(each.atoms, puzzle) == each.solution


@COMPILED
@pytest.mark.parametrize("many", [1, 40])
def test_a_wrong_board_is_refused(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiles of a board lie a square too far; where many boards come together, those of the last one do."""
    arrays, solutions = ScannedBoards.as_arrays, ScannedBoards.as_solutions

    def wrong_arrays(self: ScannedBoards) -> BoardArrays:
        lying = arrays(self)
        lying.tiles[-1] = np.roll(lying.tiles[-1], 1)
        return lying

    def wrong_solutions(self: ScannedBoards) -> Iterator[Solution]:
        for solution in solutions(self):
            squares = [each.square for each in solution]
            yield Solution(tuple(map(Placement, range(9), squares[1:] + squares[:1], [each.rot for each in solution])))

    monkeypatch.setattr(ScannedBoards, "as_arrays", wrong_arrays)
    monkeypatch.setattr(ScannedBoards, "as_solutions", wrong_solutions)
    with pytest.raises(CheckError, match="the solver's answer is not a solution"):
        searched(make_task(MANY), many)


@COMPILED
def test_no_solution() -> None:
    puzzle = boards.spoilt(4, boards.planted(4, 3, 3, 4, framed=True))
    task = make_task(puzzle)
    assert not brute.solve(puzzle).pictures
    assert not task.contradictions()
    _, result = searched(task, 1)
    assert (result.status, result.exhausted, result.found) == (Status.UNSATISFIABLE, True, 0)
    assert result.scanned


@COMPILED
@pytest.mark.parametrize("tiles", [1, 7, 100])
def test_it_pauses_at_any_place(tiles: int, monkeypatch: pytest.MonkeyPatch) -> None:
    task = make_task(boards.planted(2, 3, 3, 3, framed=True))
    wanted, whole = searched(task)
    monkeypatch.setattr(backtrack, "_SLICE", tiles)
    found, result = searched(task)
    assert (found, result.scanned) == (wanted, whole.scanned)


@COMPILED
@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_leaves_the_question_open(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the third look the time is up; what was laid until then is told."""
    monkeypatch.setattr(backtrack, "_SLICE", 1_000)
    session = TunedSession(TASK, ClaspOptions(threads=threads), deadline=Deadline(Limits(seconds=1e6)), changed=SCANNED)
    looks = iter(range(100))

    def check(self: Deadline) -> None:
        if session.phase == "solve" and next(looks) > 2:
            raise LimitReached(Stopped(Limit.TIME, 1e6))

    monkeypatch.setattr(Deadline, "check", check)
    assert list(session.run(Job(TASK, 0, session.options, scan=True))) == []
    result = session.result()
    assert result.stopped
    assert (result.status, result.exhausted, result.answered) == (Status.UNKNOWN, False, False)
    assert result.scanned
    assert result.scanned % 1_000 == 0


@COMPILED
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_all_threads(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backtrack, "_SLICE", 1_000)
    session = TunedSession(TASK, ClaspOptions(threads=threads), changed=SCANNED)
    looks = iter(range(100))

    def check(self: Deadline) -> None:
        if session.phase == "solve" and next(looks) > 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Deadline, "check", check)
    before = active_count()
    with pytest.raises(KeyboardInterrupt):
        list(session.run(Job(TASK, 0, session.options, scan=True)))
    assert active_count() == before
    assert (session.result().status, session.result().exhausted) == (Status.UNKNOWN, False)


@COMPILED
def test_threads_divide_the_work() -> None:
    """Each lays some of the tiles, and together hardly more than one alone."""
    _, alone = searched(TASK)
    _, together = searched(TASK, threads=3)
    assert alone.scanned is not None
    assert together.scanned is not None
    assert alone.scanned <= together.scanned < 1.2 * alone.scanned
    assert (together.exhausted, together.found) == (alone.exhausted, alone.found) == (True, 1)


@COMPILED
def test_each_thread_checks_what_it_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: Counter[int] = Counter()
    solved = MassChecker.are_solutions

    def noted(self: MassChecker, *boards_: NDArray[np.int64]) -> NDArray[np.bool_]:
        checked[get_ident()] += len(boards_[0])
        return solved(self, *boards_)

    monkeypatch.setattr(MassChecker, "are_solutions", noted)
    monkeypatch.setattr(solve, "BATCH", 9 * MANY_AT_ONCE)
    found, result = searched(make_task(MANY), threads=2)
    assert get_ident() not in checked
    assert len(checked) == 2
    assert 0 < checked.total() <= len(found) == result.found


@COMPILED
def test_phases_within_a_phase_are_no_part_of_it() -> None:
    session = TunedSession(make_task(MANY), changed=SCANNED)
    started = time.perf_counter()
    list(session.run(Job(session.task, 0, scan=True)))
    assert 0 < sum(session.seconds.values()) <= time.perf_counter() - started
    assert min(session.seconds["check"], session.seconds["solve"]) > 0


@COMPILED
def test_without_a_compiler_clasp_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backtrack, "is_available", lambda: False)
    _, result = searched(make_task(boards.planted(2, 3, 3, 3, framed=True)))
    assert result.exhausted
    assert result.scanned is None
    assert result.statistics is not None


def no_memory(_: int | None) -> int:
    raise MemoryError


def no_thread(_: Thread) -> None:
    raise RuntimeError("can't start new thread")


@COMPILED
@pytest.mark.parametrize(("may_be_given_up", "threads"), [(False, 2), (True, 1)])
def test_without_memory_for_its_tables_clasp_searches(
    may_be_given_up: bool, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so."""
    task = make_task(MANY)
    settings = may_take(1e200) if may_be_given_up else SCANNED
    whole, _ = searched(task, changed=settings)
    monkeypatch.setattr(backtrack, "_require_pointer", no_memory)
    session = TunedSession(task, ClaspOptions(threads=threads), changed=settings)
    with pytest.warns(SystemWarning, match="not enough memory for the compiled search: using clingo"):
        found = [each.solution for each in session.run(Job(task, 0, session.options, scan=True))]
    result = session.result()
    assert (result.scanned, result.exhausted) == (None, True)
    assert pictures(MANY, found) == pictures(MANY, whole)


@COMPILED
def test_a_thread_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no room for its stack."""
    search = BacktrackRun(MANY, every=True)
    search.threads, search.split = 2, 2
    monkeypatch.setattr(Thread, "start", no_thread)
    with pytest.raises(MemoryError):
        next(iter(search))


@COMPILED
@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does it")
def test_many_colours_in_little_memory(tmp_path: Path) -> None:
    """The tables by two colours took 800 MB; without them, the process ended with a segmentation fault."""
    path = tmp_path / "colours.puz"
    lines = (" ".join(map(str, tile.sides)) for tile in boards.planted(1, 30, 30, 100_000, framed=True).tiles)
    path.write_text("\n".join(["30 30", *lines]))
    limited = "import resource; resource.setrlimit(resource.RLIMIT_AS, (900_000 * 1024,) * 2)"
    command = f"{limited}; from edgeasp.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", command, "solve", str(path), "--count"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "4 boards\n"), done.stderr
    assert "compiled search" in done.stderr


@COMPILED
def test_a_scan_that_takes_too_long_is_given_up() -> None:
    """Then clasp searches, and finds all solutions; of those that the scan has found none is given twice."""
    task = make_task(MANY)
    whole, result = searched(task, changed=may_take(1e200))
    assert (len(whole), result.exhausted) == (1_780, True)
    assert result.scanned
    found, result = searched(task, changed={**may_take(1), "MOST_KEPT": 10_000})
    assert (result.scanned, result.exhausted) == (None, True)
    assert result.statistics is not None
    assert pictures(MANY, found) == pictures(MANY, whole)


@COMPILED
def test_one_of_many_is_found_in_several_tries() -> None:
    task = make_task(CROWDED)
    planned = decide(Job(task, 1, scan=True))
    assert planned.restarts
    assert planned.most_tiles > PATIENCE * SCAN_SECOND / 10
    assert not decide(Job(make_task(LADDER.puzzle, LADDER.clues), 1, scan=True)).restarts
    [solution], result = searched(task, 1, changed={})
    assert check(CROWDED, solution).solved
    assert result.scanned
    assert (result.status, result.exhausted, result.answered) == (Status.SATISFIABLE, False, True)


@COMPILED
@pytest.mark.parametrize("most_kept", [1, 10_000])
def test_a_scan_keeps_its_solutions_while_it_may_be_given_up(most_kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has found is given at a limit; once it has given some, it is not given up."""
    monkeypatch.setattr(backtrack, "_SLICE", 100)
    task = make_task(MANY)
    settings = {**may_take(2_000), "MOST_KEPT": most_kept}
    found, result = searched(task, changed=settings)
    assert (len(found), result.exhausted, result.scanned is None) == (1_780, True, most_kept > 1)
    session, looks = TunedSession(task, changed=settings), iter(range(100))

    def check(self: Deadline) -> None:
        if session.phase == "solve" and next(looks) > 9:
            raise LimitReached(Stopped(Limit.TIME, 1e6))

    monkeypatch.setattr(Deadline, "check", check)
    assert 0 < len(list(session.run(Job(task, 0, scan=True)))) < 1_780
    assert (session.result().status, session.result().exhausted) == (Status.SATISFIABLE, False)


@COMPILED
def test_a_session_can_scan_and_search_in_turn() -> None:
    task = make_task(boards.planted(1, 3, 3, 3, framed=True))
    session = TunedSession(task, changed=SCANNED)
    first = len(list(session.run(Job(task, 0, scan=True))))
    assert session.result().scanned
    assert len(list(session.run(Job(task, 0)))) == first
    assert session.result().scanned is None
    assert len(list(session.run(Job(task, 0, scan=True)))) == first
    assert session.result().scanned


@COMPILED
def test_the_command() -> None:
    path = Path(__file__).parents[2] / "instances" / "planted-6x6.puz"
    scanned = run("solve", path, "--count")
    by_clasp = run("solve", path, "--no-scan")
    assert (scanned.status, scanned.stdout) == (
        commands.ANSWERED,
        "16 boards, 512 assignments (some tiles are identical)\n",
    )
    assert re.fullmatch(r"edgeasp: counted; .* s, compiled search, [\d,]+ placements\n", scanned.stderr)
    assert by_clasp.status == commands.ANSWERED
    assert "encoding framed" in by_clasp.stderr


@COMPILED
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "kind", [{"heads": True}, {"turning": False}, {"heads": True, "turning": False}], ids=["heads", "upright", "both"]
)
def test_heads_and_tails_and_tiles_that_are_not_turned(kind: dict[str, bool], seed: int) -> None:
    board = generate(Recipe(3, 2 + seed % 2, 3, 2 * (seed % 2), seed=seed, clues=seed % 3, **kind))  # type: ignore[arg-type]  # fields of all types
    task = make_task(board.puzzle, board.clues)
    assert is_chosen(Job(task, 0, scan=True))
    solutions, result = searched(task)
    others, usual = searched(task, scan=False)
    assert pictures(board.puzzle, solutions) == pictures(board.puzzle, others)
    assert result.counts == usual.counts


@COMPILED
def test_the_engine_is_told_with_the_estimate_that_made_it(tmp_path: Path) -> None:
    assert run("generate", "--size", 5, "--colours", 4, "-o", tmp_path / "p.puz").status == 0
    told: list[Any] = []
    for options in ((), ("--no-scan",)):
        done = json.loads(run("solve", tmp_path / "p.puz", "--count", "--format", "json", *options).stdout)
        told.append((done["engine"], done["expected_tiles"], done["scanned"] is not None))
        lines = run("solve", tmp_path / "p.puz", "--count", "--stats", *options).stderr.splitlines()
        [line] = [line for line in lines if line.startswith("rule ")]
        told.append(line.split(maxsplit=1)[1])
    (engine, expected, scanned), line, *other = told
    assert (engine, scanned) == ("scan", True)
    # The estimate is a mean over all boards of this kind.
    assert 1e5 < expected < 1e7
    assert line == f"compiled search: {expected:.3g} tiles expected"
    assert other == [("clingo", None, False), "clingo, guided: the compiled search is ruled out by the options"]


@COMPILED
def test_a_scan_that_is_expected_to_take_too_long_is_none() -> None:
    """Its estimate is told all the same."""
    task = make_task(generate(Recipe(10, 10, 6, 3, seed=1)).puzzle)
    decided = decide(Job(task, 0, scan=True))
    assert decided.order is None
    assert decided.expected_tiles is not None
    assert decided.expected_tiles > 1e12


# ---- cubes ----

DENSE_CUBES = generate(Recipe(6, 6, 5, 3, seed=2)).puzzle
MANY_CUBES = boards.planted(4, 4, 4, 3, framed=True)
HALF_TURN = boards.various()["half-turn symmetric twins"]
PARTNERS = replace(boards.planted(1, 3, 3, 4), partners=((1, 2), (3, 4)))


def half(x: int, y: int, side: str, colour: str) -> Assumption:
    return Assumption(Atom("half", (x, y, side, colour)))


def place(tile: int, degrees: int, x: int, y: int) -> Assumption:
    return Assumption(Atom("place", (tile, degrees, x, y)))


def scanned(task: Task, cube: Cube) -> list[brute.Assignment]:
    """The boards of a cube, by a scan."""
    job = Job(task, 0, assumptions=cube.assumptions, scan=True)
    session = TunedSession(task, changed=SCANNED)
    found = [each.solution for each in session.run_cube(job)]
    result = session.result()
    assert result.exhausted
    assert result.scanned is not None
    assert result.size is None, "nothing is ground"
    return [as_assignment(task.puzzle, solution) for solution in found]


def is_scanned(task: Task, cube: Cube) -> bool:
    with thresholds(SCANNED):
        return decide_cube(Job(task, 0, assumptions=cube.assumptions, scan=True)).order is not None


@COMPILED
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


@COMPILED
@pytest.mark.long
@pytest.mark.parametrize(
    ("order", "puzzle"),
    [
        *(("corners", MANY_CUBES), ("outward", PARTNERS), ("outward", boards.GOLDEN), ("corners", HALF_TURN)),
        *(
            pytest.param(*case, marks=pytest.mark.long)
            for case in (
                ("outward", MANY_CUBES),
                ("corners", PARTNERS),
                ("corners", boards.GOLDEN),
                ("outward", HALF_TURN),
            )
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


CUBE_TASK = make_task(DENSE_CUBES)
CORNER = next(
    place(candidate.tile + 1, degrees(candidate.rot), 1, 1) for candidate in Candidates(DENSE_CUBES).at[Square(0, 0)]
)


@COMPILED
@pytest.mark.parametrize(
    ("job", "wanted"),
    [
        (Job(CUBE_TASK, 0, scan=True), True),
        (Job(CUBE_TASK, 0, assumptions=(half(1, 1, "right", "red"),), scan=True), True),
        (Job(CUBE_TASK, 0, assumptions=(CORNER,), scan=True), True),
        (Job(CUBE_TASK, 0, assumptions=(half(1, 1, "right", "red"), half(1, 1, "right", "blue")), scan=True), False),
        (Job(CUBE_TASK, 0, assumptions=(half(1, 1, "right", "red"),)), False),
        (Job(CUBE_TASK, 0, ClaspOptions(configuration="tweety"), scan=True), False),
        (Job(CUBE_TASK, 0, assumptions=(replace(half(1, 1, "right", "red"), holds=False),), scan=True), False),
        (Job(CUBE_TASK, 0, assumptions=(Assumption(Atom("active", (1,))),), scan=True), False),
        (Job(make_task(DENSE_CUBES, request=EncodingRequest(symmetry=())), 0, scan=True), False),
        (Job(make_task(DENSE_CUBES, up_to_rotation=True), 0, scan=True), False),
        (Job(make_task(generate(Recipe(12, 12, 8, 4, seed=1)).puzzle), 0, scan=True), False),
        (Job(make_task(generate(Recipe(4, 4, 9, 4, seed=1)).puzzle), 0, scan=True), False),
    ],
    ids=[
        *("all", "colour", "placement", "contradiction", "not asked for", "configuration", "not", "another atom"),
        *("symmetry", "rotations", "without end", "too short"),
    ],
)
def test_the_plan_of_cubes(job: Job, wanted: bool) -> None:
    assert bool(decide_cube(job).order) == wanted
    assert not decide_cube(job, observed=True).order


@COMPILED
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


@COMPILED
def test_the_part_of_the_fillings() -> None:
    """The first of the squares that a condition is about has fewer candidates; the other one meets it anyway."""
    board = generate(Recipe(4, 4, 3, 2, seed=1)).puzzle
    row = [Square(0, 0), Square(1, 0), Square(2, 0)]
    cube = CubeConditions.from_assumptions(make_task(board), [half(2, 1, "right", "red")])
    assert cube is not None
    above = [
        turned for tile in board.tiles for turned in rotations(tile.sides) if turned[0] == 0 and 0 not in turned[1:]
    ]
    part = sum(turned[1] == 1 for turned in above) / len(above)
    assert [exp(share) for share in cube.log_fractions(row)] == pytest.approx([1, part, part])
    part = sum(turned[3] == 1 for turned in above) / len(above)
    assert [exp(share) for share in cube.log_fractions(row[::-1])] == pytest.approx([part, part, part])
    clued = CubeConditions.from_assumptions(
        make_task(board, Solution((Placement(tile_above(board), row[1], 0),))), [half(2, 1, "right", "red")]
    )
    assert clued is not None
    assert clued.log_fractions(row) == [0, 0, 0]


def rotations(sides: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*sides[turns:], *sides[:turns]) for turns in range(4)]


def tile_above(board: Puzzle) -> int:
    """A tile that lies at the upper side without being turned."""
    return next(number for number, tile in enumerate(board.tiles) if tile.sides[0] == 0 and 0 not in tile.sides[1:])


@COMPILED
def test_a_scan_is_given_up_like_a_search_by_clasp() -> None:
    settings = {**SCANNED, "TILES_A_CONFLICT": 1}
    session = TunedSession(CUBE_TASK, changed=settings)
    job = Job(CUBE_TASK, 0, limits=Limits(conflicts=1000), counts=True, scan=True)
    assert not [*session.run_cube(job)]
    result = session.result()
    assert session.stopped is not None
    assert session.stopped.kind is Limit.CONFLICTS
    assert (result.exhausted, result.answered) == (False, False)
    assert result.scanned is not None
    assert result.scanned > 1000


@COMPILED
def test_without_a_compiler_clasp_searches_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backtrack, "is_available", lambda: False)
    task = make_task(MANY_CUBES)
    session = TunedSession(task, changed=SCANNED)
    found = [*session.run_cube(Job(task, 0, assumptions=(half(1, 1, "right", "red"),), scan=True))]
    assert session.result().scanned is None
    assert len(found) == session.result().found > 0


@COMPILED
def test_without_memory_clasp_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(_: int | None) -> None:
        raise MemoryError

    monkeypatch.setattr(backtrack, "_require_pointer", no_memory)
    task = make_task(MANY_CUBES)
    session = TunedSession(task, changed=SCANNED)
    with pytest.warns(SystemWarning, match="not enough memory"):
        found = [*session.run_cube(Job(task, 0, assumptions=(half(1, 1, "right", "red"),), scan=True))]
    assert (session.stopped, session.result().scanned, session.result().exhausted) == (None, None, True)
    assert len(found) == session.result().found > 0


@COMPILED
def test_the_effort_is_the_time_of_both() -> None:
    outcome = CubeOutcome("w", statistics=Statistics(conflicts=7), tiles=3 * TILES_A_CONFLICT)
    assert outcome.effort == effort_in_conflicts(7, 3 * TILES_A_CONFLICT) == 10


@COMPILED
def test_a_contradiction_is_a_scan_of_nothing() -> None:
    both = (half(1, 1, "right", "red"), half(1, 1, "right", "blue"))
    cube = CubeConditions.from_assumptions(CUBE_TASK, both)
    assert cube is not None
    assert cube.candidates_by_square()[Square(0, 0)] == ()
    assert cube.log_fractions([Square(5, 5), Square(0, 0)]) == [0, -inf]
    assert log(len(cube.candidates_by_square()[Square(5, 5)])) > 0
