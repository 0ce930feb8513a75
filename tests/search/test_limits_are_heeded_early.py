"""A limit is heeded while a search is prepared: what fits where, the first region, facts and rules of a large board.

Python counts the calls that it makes between two checks of the limits, so no clock decides.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle import expected
from edgeasp.puzzle.model import Puzzle, Solution, Square
from edgeasp.search.hints import Hinter
from edgeasp.search.plan import leaves_little, with_threads
from edgeasp.search.session import Session
from edgeasp.search.task import Job, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from tests.support.waiting import PATIENCE

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
        with_threads(job, 2, check=gaps.check)
    assert len(gaps.gaps) > 1
    assert max(gaps.gaps) < MOST


def test_a_limit_that_is_reached_there_leaves_the_search_to_one_process() -> None:
    def check() -> None:
        raise LimitReached(Stopped(Limit.TIME, 0))

    job = Job(make_task(puzzle(60)[0]), 0)
    assert with_threads(job, 2, check=check) == (job, 1)
    session = Session(job.task, job.options, Deadline(Limits(seconds=0)))
    assert list(session.run(job)) == []
    assert str(session.result().stopped) == "time limit of 0 s"


@pytest.mark.long
def test_regions_are_judged_with_a_check_for_each_clue() -> None:
    board, solution = puzzle(60)
    clues = Solution(solution.placements[100:140])
    checks: list[int] = []
    leaves_little(Job(make_task(board, clues), 0), check=lambda: checks.append(1))
    assert len(checks) >= 40


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=17), st.integers(2, 10), st.integers(2, 10))
def test_the_nearest_of_many_origins_is_found(places: set[tuple[int, int]], cols: int, rows: int) -> None:
    """As by comparing all of them."""
    origins = [Square(col, row) for col, row in sorted(places)]
    squares = [Square(col, row) for col in range(cols) for row in range(rows)]
    random.Random(1).shuffle(squares)

    def place(square: Square) -> tuple[object, ...]:
        return min(expected._place(square, origin) for origin in origins), square.col, square.row

    assert len(origins) > expected.FEW_ORIGINS
    assert expected.growth(squares, origins) == sorted(squares, key=place)


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
