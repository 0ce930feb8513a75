"""Runs in processes of their own: what is told of them, what ends them, and answers that cannot be true."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.lab.bench import benchmark, instances, systems, table
from edgeasp.lab.bench.benchmark import RunJob
from edgeasp.lab.bench.benchmark import measure_run as run_measured
from edgeasp.lab.bench.instances import BenchInstance
from edgeasp.lab.bench.systems import RunLimits
from edgeasp.lab.bench.table import COLUMNS, RunRow
from edgeasp.parallel.processes import Context
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.system.errors import CheckError, OptionError
from edgeasp.system.processes import available_cores
from tests.support import brute, waiting
from tests.support.boards import FRAME_3X3
from tests.support.counting import COMPILER
from tests.support.lanes import represented
from tests.support.waiting import PATIENCE, await_that, gone

pytestmark = pytest.mark.usefixtures("fake_systems")

LIMITS = RunLimits(PATIENCE, 10**9)


@pytest.fixture
def instance(tmp_path: Path) -> BenchInstance:
    path = tmp_path / "frame.puz"
    path.write_text(plain.write_puz(FRAME_3X3), encoding="utf-8")
    return instances.load(str(path))[0]


def measure(
    folder: Path,
    boards: list[BenchInstance],
    names: str,
    *,
    task: str = "all",
    limits: RunLimits = LIMITS,
    seeds: int = 1,
) -> list[RunRow]:
    """The rows that a benchmark writes, which are those that it reports."""
    solvers = systems.parse_all([names])
    runs = systems.plan(boards, solvers, {task: range(1, seeds + 1)}, limits, benchmark.machine())
    path = folder / "runs.csv"
    with table.appending(path, table.RUNS) as (known, append):
        reported: list[RunRow | None] = []
        benchmark.run_all(runs, known, append, available_cores()[:2], reported.append)
    rows = table.read(path.read_text(encoding="utf-8"), str(path))
    assert rows == known + [row for row in reported if row]
    return rows


@represented("task", ["all", "first"])
def test_rows_are_complete(tmp_path: Path, instance: BenchInstance, task: str) -> None:
    [row] = measure(tmp_path, [instance], "edgeasp", task=task)
    empty = {name for name in COLUMNS if getattr(row, name) in (None, "")}
    assert empty == {"half", "message"}
    assert (row.instance, row.size, row.border_colours, row.colours) == (str(instance.path), "3x3", 2, 2)
    assert (row.task, row.status, row.threads, row.seed) == (task, "solved", 1, 1)
    assert row.solutions == row.answers == row.checked == (4 if task == "all" else 1)
    assert row.wall >= sum(getattr(row, name) for name in ("start", "read", "render", "ground", "solve", "check"))
    assert row.cpu > 0
    assert 10**7 < (row.memory or 0) < 10**9
    assert row.rules
    assert row.constraints


@pytest.mark.parametrize(("every", "solutions"), [(True, 0), (False, 1)])
def test_one_solution_is_searched_for_without_the_clue(
    tmp_path: Path, instance: BenchInstance, every: bool, solutions: int
) -> None:
    """No solution has these two tiles in opposite corners."""
    clue = tmp_path / "wrong.clue"
    clue.write_text("0 0 0 1\n3 2 2 3\n", encoding="utf-8")
    [solver] = systems.parse_all(["edgeasp"])
    job = RunJob(solver, str(instance.path), str(clue), every, 1)
    outcome = run_measured(job, Context(time.monotonic(), None))
    assert (outcome.status, outcome.numbers["solutions"]) == ("solved", solutions)


@pytest.mark.long
@pytest.mark.usefixtures("in_this_process")
def test_peers_give_the_same_counts_in_rows_that_are_complete(tmp_path: Path, instance: BenchInstance) -> None:
    names = ["edgeasp", "cadical195:heule-all", "glucose42:direct", "cp-sat", *["row-scan"] * COMPILER]
    rows = measure(tmp_path, [instance], ",".join(names))
    assert [row.status for row in rows] == ["solved"] * len(names)
    assert {row.solutions for row in rows} == {len(brute.solve(FRAME_3X3).pictures) // 4}
    for row in rows:
        if row.system != "edgeasp":
            empty = {name for name in COLUMNS if getattr(row, name) in (None, "")}
            uncounted = {"conflicts", "restarts"} if row.system == "row-scan" else set()
            assert empty <= {"half", "message", "rules", "atoms", "options"} | uncounted


@pytest.mark.usefixtures("in_this_process")
def test_seeds_and_threads_reach_the_solver(tmp_path: Path, instance: BenchInstance) -> None:
    rows = measure(tmp_path, [instance], "edgeasp", seeds=3)
    assert [row.seed for row in sorted(rows, key=lambda row: row.seed)] == [1, 2, 3]
    if len(available_cores()) > 1:
        [row] = measure(tmp_path / "..", [instance], "edgeasp:threads=2")
        assert (row.threads, row.status, row.solutions) == (2, "solved", 4)


def test_more_threads_than_cores(tmp_path: Path, instance: BenchInstance) -> None:
    with pytest.raises(OptionError, match="needs 64 cores"):
        measure(tmp_path, [instance], "edgeasp:threads=64")


@pytest.mark.long
@pytest.mark.parametrize("name", ["stubborn", "sleeper"])
def test_the_time_limit_strikes(tmp_path: Path, instance: BenchInstance, name: str) -> None:
    [row] = measure(tmp_path, [instance], name, limits=RunLimits(0.5, 10**9))
    assert (row.status, row.solutions or 0) == ("timeout", 0)
    assert row.wall >= 0.5
    assert row.memory


@pytest.mark.long
def test_the_time_limit_strikes_ourselves(tmp_path: Path) -> None:
    # As hard as boards of this size get: all solutions are found by nobody.
    planted = generate(Recipe(16, 16, inner=17, border=5, seed=1, clues="corner"))
    path = tmp_path / "hard.puz"
    path.write_text(plain.write_puz(planted.puzzle), encoding="utf-8")
    for seconds in waiting.LIMITS:
        [*_, row] = measure(tmp_path, instances.load(str(path)), "edgeasp", limits=RunLimits(seconds, 2 * 10**9))
        assert row.status == "timeout"
        if row.read is not None:
            break
    assert row.solutions == 0
    assert row.read


def test_the_memory_limit_strikes(tmp_path: Path, instance: BenchInstance) -> None:
    [row] = measure(tmp_path, [instance], "glutton", limits=RunLimits(PATIENCE, 80_000_000))
    assert (row.status, row.solutions) == ("memory", None)
    assert (row.memory or 0) > 80_000_000


FAILURES = {
    "liar": ("wrong", "has"),
    "crash": ("failed", "RuntimeError: something broke, in two lines"),
    "abort": ("failed", "ended by SIGABRT"),
    "doubting": ("failed", "the search has ended, but not because it was complete"),
    "edgeasp": ("solved", ""),
}


@pytest.mark.long
def test_failures_and_wrong_answers_are_rows(tmp_path: Path, instance: BenchInstance) -> None:
    rows = {row.system: row for row in measure(tmp_path, [instance], ",".join(FAILURES))}
    assert {name: row.status for name, row in rows.items()} == {name: status for name, (status, _) in FAILURES.items()}
    assert all(message in rows[name].message for name, (_, message) in FAILURES.items())


@pytest.mark.usefixtures("in_this_process")
def test_a_planted_solution_cannot_be_missing(tmp_path: Path) -> None:
    recipe = Recipe(3, 3, inner=3, border=2, seed=1, clues="corner")
    planted = instances.make([instances.ListedInstance(recipe, "")], tmp_path)
    [row] = measure(tmp_path, planted, "blind")
    assert (row.status, row.solutions, row.message) == ("wrong", 0, "no solution found, but one was planted")


@pytest.mark.usefixtures("in_this_process")
def test_one_picture_is_one_solution(tmp_path: Path, instance: BenchInstance) -> None:
    [row] = measure(tmp_path, [instance], "twice")
    assert (row.status, row.solutions, row.answers) == ("solved", 4, 8)


@pytest.mark.usefixtures("in_this_process")
def test_identical_tiles_make_one_board(tmp_path: Path) -> None:
    path = tmp_path / "same.puz"
    path.write_text(plain.write_puz(Puzzle(2, 2, (Tile((0, 1, 1, 0)),) * 4)), encoding="utf-8")
    rows = measure(tmp_path, instances.load(str(path)), "edgeasp:symmetry=none,edgeasp,cadical195:direct")
    assert {row.solutions for row in rows} == {1}
    assert {row.answers for row in rows} == {6, 1}


def test_what_a_solver_prints_is_no_answer(tmp_path: Path, instance: BenchInstance) -> None:
    [row] = measure(tmp_path, [instance], "noisy")
    assert (row.status, row.solutions, row.conflicts, row.render, row.solve) == ("solved", 4, 13, 0.25, 0.5)


@represented("names", ["edgeasp,half", "half,edgeasp"])
def test_a_disagreement_stops_the_benchmark_and_is_found_again(
    tmp_path: Path, instance: BenchInstance, names: str
) -> None:
    said = r"frame.puz: (edgeasp|half) \(seed 1\) says (4 solutions|1 solution), (edgeasp|half) \(seed 1\) says "
    with pytest.raises(CheckError, match=said):
        measure(tmp_path, [instance], f"{names},sleeper", limits=LIMITS)
    rows = table.read((tmp_path / "runs.csv").read_text(encoding="utf-8"), "runs.csv")
    assert {row.system for row in rows} == {"edgeasp", "half"}
    with pytest.raises(CheckError, match=said):
        measure(tmp_path, [instance], "edgeasp")


@pytest.mark.usefixtures("in_this_process")
def test_a_disagreement_on_whether_there_is_a_solution(tmp_path: Path, instance: BenchInstance) -> None:
    with pytest.raises(CheckError, match=r"says no solution.*one of them is wrong"):
        measure(tmp_path, [instance], "edgeasp,blind", task="first")


def test_processes_do_not_outlive_a_benchmark(
    tmp_path: Path, instance: BenchInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "pid"
    monkeypatch.setenv("SLEEPER", str(note))

    def interrupt(row: RunRow | None) -> None:
        if note.exists() and note.read_text(encoding="utf-8"):
            raise KeyboardInterrupt

    runs = systems.plan([instance], systems.parse_all(["sleeper"]), {"all": [1]}, RunLimits(600, None), "here")
    with table.appending(tmp_path / "runs.csv", table.RUNS) as (_, append), pytest.raises(KeyboardInterrupt):
        benchmark.run_all(runs, [], append, available_cores()[:1], interrupt)
    await_that(lambda: gone(int(note.read_text(encoding="utf-8"))))
