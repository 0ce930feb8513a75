"""Runs of a benchmark, and runs for the best board."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.lab.bench import benchmark, best_runs, instances, systems, table
from edgeasp.lab.bench.benchmark import RunJob
from edgeasp.lab.bench.benchmark import measure_run as run_measured
from edgeasp.lab.bench.best_runs import BestRow, BestRun, BestSystem
from edgeasp.lab.bench.instances import BenchInstance, load_without_extra_clues
from edgeasp.lab.bench.systems import RunLimits
from edgeasp.lab.bench.table import COLUMNS, RunRow
from edgeasp.parallel.processes import CallContext
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.search.task import make_task
from edgeasp.system.errors import CheckError, InputError, OptionError, OutputError
from edgeasp.system.lines import format_csv_row
from edgeasp.system.processes import available_cores
from tests.support import boards, brute, waiting
from tests.support.best import shuffled
from tests.support.boards import FRAME_3X3
from tests.support.counting import COMPILER
from tests.support.lanes import represented
from tests.support.running import run
from tests.support.waiting import PATIENCE, await_that, gone

# ---- runs ----

FAKES = pytest.mark.usefixtures("fake_systems")

LIMITS = RunLimits(PATIENCE, 10**9)


@pytest.fixture
def instance(tmp_path: Path) -> BenchInstance:
    path = tmp_path / "frame.puz"
    path.write_text(plain.write_puz(FRAME_3X3), encoding="utf-8")
    return instances.load_instances(str(path))[0]


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
    solvers = systems.parse_systems([names])
    runs = systems.plan_runs(boards, solvers, {task: range(1, seeds + 1)}, limits, benchmark.describe_machine())
    path = folder / "runs.csv"
    with table.open_for_appending(path, table.RUNS) as (known, append):
        reported: list[RunRow | None] = []
        benchmark.measure_in_processes(runs, known, append, available_cores()[:2], reported.append)
    rows = table.parse_rows(path.read_text(encoding="utf-8"), str(path))
    assert rows == known + [row for row in reported if row]
    return rows


@FAKES
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


@FAKES
@pytest.mark.parametrize(("every", "solutions"), [(True, 0), (False, 1)])
def test_one_solution_is_searched_for_without_the_clue(
    tmp_path: Path, instance: BenchInstance, every: bool, solutions: int
) -> None:
    """No solution has these two tiles in opposite corners."""
    clue = tmp_path / "wrong.clue"
    clue.write_text("0 0 0 1\n3 2 2 3\n", encoding="utf-8")
    [solver] = systems.parse_systems(["edgeasp"])
    job = RunJob(solver, str(instance.path), str(clue), every, 1)
    outcome = run_measured(job, CallContext(time.monotonic(), None))
    assert (outcome.status, outcome.numbers["solutions"]) == ("solved", solutions)


@FAKES
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


@FAKES
@pytest.mark.usefixtures("in_this_process")
def test_seeds_and_threads_reach_the_solver(tmp_path: Path, instance: BenchInstance) -> None:
    rows = measure(tmp_path, [instance], "edgeasp", seeds=3)
    assert [row.seed for row in sorted(rows, key=lambda row: row.seed)] == [1, 2, 3]
    if len(available_cores()) > 1:
        [row] = measure(tmp_path / "..", [instance], "edgeasp:threads=2")
        assert (row.threads, row.status, row.solutions) == (2, "solved", 4)


@FAKES
def test_more_threads_than_cores(tmp_path: Path, instance: BenchInstance) -> None:
    with pytest.raises(OptionError, match="needs 64 cores"):
        measure(tmp_path, [instance], "edgeasp:threads=64")


@FAKES
@pytest.mark.long
@pytest.mark.parametrize("name", ["stubborn", "sleeper"])
def test_the_time_limit_strikes(tmp_path: Path, instance: BenchInstance, name: str) -> None:
    [row] = measure(tmp_path, [instance], name, limits=RunLimits(0.5, 10**9))
    assert (row.status, row.solutions or 0) == ("timeout", 0)
    assert row.wall >= 0.5
    assert row.memory


@FAKES
@pytest.mark.long
def test_the_time_limit_strikes_ourselves(tmp_path: Path) -> None:
    # As hard as boards of this size get: all solutions are found by nobody.
    planted = generate(Recipe(16, 16, inner=17, border=5, seed=1, clues="corner"))
    path = tmp_path / "hard.puz"
    path.write_text(plain.write_puz(planted.puzzle), encoding="utf-8")
    for seconds in waiting.LIMITS:
        [*_, row] = measure(
            tmp_path, instances.load_instances(str(path)), "edgeasp", limits=RunLimits(seconds, 2 * 10**9)
        )
        assert row.status == "timeout"
        if row.read is not None:
            break
    assert row.solutions == 0
    assert row.read


@FAKES
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


@FAKES
@pytest.mark.long
def test_failures_and_wrong_answers_are_rows(tmp_path: Path, instance: BenchInstance) -> None:
    rows = {row.system: row for row in measure(tmp_path, [instance], ",".join(FAILURES))}
    assert {name: row.status for name, row in rows.items()} == {name: status for name, (status, _) in FAILURES.items()}
    assert all(message in rows[name].message for name, (_, message) in FAILURES.items())


@FAKES
@pytest.mark.usefixtures("in_this_process")
def test_a_planted_solution_cannot_be_missing(tmp_path: Path) -> None:
    recipe = Recipe(3, 3, inner=3, border=2, seed=1, clues="corner")
    planted = instances.generate_instances([instances.ListedInstance(recipe, "")], tmp_path)
    [row] = measure(tmp_path, planted, "blind")
    assert (row.status, row.solutions, row.message) == ("wrong", 0, "no solution found, but one was planted")


@FAKES
@pytest.mark.usefixtures("in_this_process")
def test_one_picture_is_one_solution(tmp_path: Path, instance: BenchInstance) -> None:
    [row] = measure(tmp_path, [instance], "twice")
    assert (row.status, row.solutions, row.answers) == ("solved", 4, 8)


@FAKES
@pytest.mark.usefixtures("in_this_process")
def test_identical_tiles_make_one_board(tmp_path: Path) -> None:
    path = tmp_path / "same.puz"
    path.write_text(plain.write_puz(Puzzle(2, 2, (Tile((0, 1, 1, 0)),) * 4)), encoding="utf-8")
    rows = measure(tmp_path, instances.load_instances(str(path)), "edgeasp:symmetry=none,edgeasp,cadical195:direct")
    assert {row.solutions for row in rows} == {1}
    assert {row.answers for row in rows} == {6, 1}


@FAKES
def test_what_a_solver_prints_is_no_answer(tmp_path: Path, instance: BenchInstance) -> None:
    [row] = measure(tmp_path, [instance], "noisy")
    assert (row.status, row.solutions, row.conflicts, row.render, row.solve) == ("solved", 4, 13, 0.25, 0.5)


@FAKES
@represented("names", ["edgeasp,half", "half,edgeasp"])
def test_a_disagreement_stops_the_benchmark_and_is_found_again(
    tmp_path: Path, instance: BenchInstance, names: str
) -> None:
    said = r"frame.puz: (edgeasp|half) \(seed 1\) says (4 solutions|1 solution), (edgeasp|half) \(seed 1\) says "
    with pytest.raises(CheckError, match=said):
        measure(tmp_path, [instance], f"{names},sleeper", limits=LIMITS)
    rows = table.parse_rows((tmp_path / "runs.csv").read_text(encoding="utf-8"), "runs.csv")
    assert {row.system for row in rows} == {"edgeasp", "half"}
    with pytest.raises(CheckError, match=said):
        measure(tmp_path, [instance], "edgeasp")


@FAKES
@pytest.mark.usefixtures("in_this_process")
def test_a_disagreement_on_whether_there_is_a_solution(tmp_path: Path, instance: BenchInstance) -> None:
    with pytest.raises(CheckError, match=r"says no solution.*one of them is wrong"):
        measure(tmp_path, [instance], "edgeasp,blind", task="first")


@FAKES
def test_processes_do_not_outlive_a_benchmark(
    tmp_path: Path, instance: BenchInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "pid"
    monkeypatch.setenv("SLEEPER", str(note))

    def interrupt(row: RunRow | None) -> None:
        if note.exists() and note.read_text(encoding="utf-8"):
            raise KeyboardInterrupt

    runs = systems.plan_runs([instance], systems.parse_systems(["sleeper"]), {"all": [1]}, RunLimits(600, None), "here")
    with table.open_for_appending(tmp_path / "runs.csv", table.RUNS) as (_, append), pytest.raises(KeyboardInterrupt):
        benchmark.measure_in_processes(runs, [], append, available_cores()[:1], interrupt)
    await_that(lambda: gone(int(note.read_text(encoding="utf-8"))))


# ---- best boards ----

PUZZLE, SOLUTION = boards.cut_up(4, 4, 4)
WORSE = shuffled(make_task(PUZZLE), SOLUTION, 3, 8)
WORST = shuffled(make_task(PUZZLE), SOLUTION, 4, 30)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("x.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    for name, board in {"best": SOLUTION, "worse": WORSE, "worst": WORST}.items():
        Path(f"{name}.sol").write_text(f"c solution\n{plain.write_sol(board)}", encoding="utf-8")
    Path("part.sol").write_text("c solution\n0 1", encoding="utf-8")
    return tmp_path


def shell(line: str) -> str:
    """A program that runs a line of shell; `$1` is the puzzle."""
    return f"command=sh -c '{line}' sh {{puz}}"


def measured(*lines: str, seconds: float = 20, seeds: int = 1) -> list[BestRow]:
    """The rows of some lines of shell."""
    systems = [system for line in lines for system in BestSystem.parse([shell(line)])]
    [puzzle] = load_without_extra_clues("x.puz")
    runs = [BestRun(puzzle, system, seconds, seed) for system in systems for seed in range(seeds)]
    return best_runs.measure_missing(runs, Path("runs.csv"), "here", available_cores()[:1])


def matched(board: Solution) -> int:
    return best_runs.count_matches(PUZZLE, board)


@pytest.mark.usefixtures("folder")
def test_systems_by_name() -> None:
    own, two, program = BestSystem.parse(["edgeasp,edgeasp:jobs=2, command=cat {puz}, x"])
    assert (own.own, own.threads, two.threads, program.own) == (True, 1, 2, False)
    assert program.words == ("cat", "{puz},", "x")
    for wrong in ("edgeasp:threads=2", "cadical195", "edgeasp:jobs=0"):
        with pytest.raises(OptionError, match="expected edgeasp, edgeasp:jobs=N or command=WORDS"):
            BestSystem.parse([wrong])
    with pytest.raises(OptionError, match="no-such-program"):
        BestSystem.parse(["command=no-such-program {puz}"])


@pytest.mark.usefixtures("folder")
def test_the_best_board_that_a_program_prints_counts() -> None:
    [row] = measured("cat worse.sol best.sol worst.sol")
    assert (row.score, row.diamonds, row.message) == (PUZZLE.grid.diamonds, PUZZLE.grid.diamonds, "")
    assert [score for _, score in row.improvements] == [PUZZLE.grid.diamonds]
    assert matched(WORST) < matched(WORSE) < PUZZLE.grid.diamonds


@pytest.mark.usefixtures("folder")
@pytest.mark.long
def test_what_is_printed_at_the_limit_counts_but_for_what_was_cut_off() -> None:
    for seconds in waiting.LIMITS:
        row = measured("cat worst.sol worse.sol part.sol; sleep 600", seconds=seconds)[-1]
        assert row.wall < 600
        if row.score == matched(WORSE):
            break
    assert row.score == matched(WORSE)


@pytest.mark.usefixtures("folder")
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("exit 0", "printed nothing"),
        ("echo hello", "printed no board"),
        ("head -5 best.sol", "squares hold no tile"),
        ("echo trouble >&2; exit 3", "trouble"),
        ("echo UNSATISFIABLE", "says that there is no board"),
    ],
)
def test_what_is_no_board_has_no_score(line: str, reason: str) -> None:
    [row] = measured(line)
    assert row.score is None
    assert reason in row.message


@pytest.mark.usefixtures("folder")
def test_what_a_program_printed_before_it_failed_counts_with_its_failure() -> None:
    [row] = measured("cat best.sol; echo trouble >&2; exit 5")
    assert (row.score, row.message) == (PUZZLE.grid.diamonds, "the program ended with status 5: trouble")


@pytest.mark.usefixtures("folder")
def test_a_board_that_breaks_the_frame_or_a_clue_has_no_score() -> None:
    turned = Solution(tuple(replace(each, rot=(each.rot + 1) % 4) for each in SOLUTION))
    with pytest.raises(CheckError, match="the boundary is 0"):
        best_runs.count_matches(PUZZLE, turned)
    other = next(each for each in WORST if each not in SOLUTION.placements)
    with pytest.raises(CheckError, match="clue"):
        best_runs.count_matches(PUZZLE, SOLUTION, Solution((other,)))


@pytest.mark.usefixtures("folder")
def test_a_run_that_is_known_is_not_repeated() -> None:
    first = measured("cat worse.sol; echo once >> times", seeds=2)
    again = measured("cat worse.sol; echo once >> times", seeds=3)
    assert again[:2] == first == best_runs.read_table(Path("runs.csv"))[:2]
    assert len(Path("times").read_text(encoding="utf-8").split()) == 3


@pytest.mark.usefixtures("folder")
def test_two_benchmarks_do_not_share_a_table() -> None:
    measured("cat worse.sol")
    with (
        table.open_for_appending(Path("runs.csv"), best_runs.BEST_RUNS) as (rows, _),
        pytest.raises(OutputError, match="another benchmark writes to it"),
    ):
        measured("cat best.sol")
    assert best_runs.read_table(Path("runs.csv")) == rows


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"score": 999}, "expected a score up to the 480 edges"),
        ({"trajectory": "x"}, "expected as trajectory seconds:score, found 'x'"),
        ({"trajectory": "1:2:3"}, "expected as trajectory seconds:score"),
        ({"board": ""}, "expected a name as board, found ''"),
        ({"seconds": 0.0}, "expected a limit as seconds, found '0.0'"),
        ({"seconds": float("nan")}, "expected a number as seconds, found 'nan'"),
        ({"score": -5}, "expected a number as score"),
        ({"proved": "maybe"}, "expected True or False as proved, found 'maybe'"),
    ],
)
def test_a_row_that_cannot_be_is_refused(changes: dict[str, Any], complaint: str) -> None:
    Path("wrong.csv").write_text(
        format_csv_row(best_runs.COLUMNS) + best_runs.format_row(replace(ROWS[0], **changes)), encoding="utf-8"
    )
    done = run("bench", "--best", "--report", "wrong.csv")
    assert done.status == commands.USAGE
    assert done.stderr.startswith(f"edgeasp: error: wrong.csv:2: {complaint}")


@pytest.mark.usefixtures("folder")
def test_a_table_that_is_no_text_is_refused() -> None:
    Path("wrong.csv").write_bytes(b"\377\376\n")
    done = run("bench", "--best", "--report", "wrong.csv")
    assert (done.status, done.stderr.count("\n")) == (commands.USAGE, 1)
    assert done.stderr.startswith("edgeasp: error: wrong.csv: expected text")


@pytest.mark.usefixtures("folder")
def test_a_run_without_a_board_is_in_the_report() -> None:
    none = replace(ROWS[0], seed=4, score=None, trajectory="", message="no board within the limit")
    report = best_runs.build_report([*ROWS, none, replace(none, board="c")])
    assert report.tables[0].rows[0][2] == "460 462 461 -"
    assert report.tables[0].rows[2][0] == "mean of 2 of 3 boards"
    assert len(report.warnings) == 2


@pytest.mark.usefixtures("folder")
def test_clues_beside_a_puzzle_and_in_its_file() -> None:
    [puzzle] = load_without_extra_clues("x.puz")
    assert len(puzzle.clues) == 0
    Path("x.clue").write_text(plain.write_sol(Solution(SOLUTION.placements[:2])), encoding="utf-8")
    [puzzle] = load_without_extra_clues("x.puz")
    assert len(puzzle.clues) == 2


@pytest.mark.usefixtures("folder")
def test_a_folder_stands_for_its_puzzles() -> None:
    Path("deeper").mkdir()
    Path("deeper/y.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    assert [puzzle.name for puzzle in load_without_extra_clues(".")] == ["y", "x"]
    done = run("bench", "--best", "deeper", "--systems", "edgeasp", "--seconds", "30", "--seeds", "1", "-o", "out")
    assert "y, edgeasp, 30 s, seed 1: " in done.stderr


def row(board: str, system: str, seed: int, score: int, trajectory: str) -> BestRow:
    known = {"system": system, "seed": seed, "score": score, "trajectory": trajectory, "board": board}
    values: dict[str, Any] = dict.fromkeys(best_runs.COLUMNS, "") | known
    values |= {
        "seconds": 60.0,
        "diamonds": 480,
        "proved": False,
        "wall": 60.0,
        "cpu": 50.0,
        "memory": 9,
        "puzzle_hash": board,
    }
    return BestRow(**values)


ROWS = [
    row("a", "edgeasp", 1, 460, "1.0:450 10.0:460"),
    row("a", "edgeasp", 2, 462, "2.0:455 20.0:462"),
    row("a", "edgeasp", 3, 461, "3.0:461"),
    row("b", "edgeasp", 1, 458, "5.0:458"),
    row("a", "mine", 1, 400, "60.0:400"),
]


@pytest.mark.usefixtures("folder")
def test_the_report() -> None:
    [table] = best_runs.build_report(ROWS).tables
    assert table.rows == (
        ("a", "edgeasp", "460 462 461", "461", "461.0", "462", "50"),
        ("b", "edgeasp", "458", "458", "458.0", "458", "50"),
        ("mean of all boards", "edgeasp", "", "", "459.5", "", ""),
        ("a", "mine", "400", "400", "400.0", "400", "50"),
    )


@pytest.mark.usefixtures("folder")
def test_the_median_after_a_time() -> None:
    own = ROWS[:3]
    assert [best_runs.median_score_at(own, seconds) for seconds in (0.5, 1, 2, 3, 10, 20)] == [
        None,
        None,
        450,
        455,
        460,
        461,
    ]


@pytest.mark.usefixtures("folder")
def test_a_table_of_something_else_is_refused() -> None:
    Path("other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError, match="expected the columns of edgeasp bench --best, found others"):
        best_runs.read_table(Path("other.csv"))


@pytest.mark.usefixtures("folder")
@pytest.mark.long
def test_the_command() -> None:
    """With edgeasp itself, which proves its board best, and a curve of each board."""
    done = run("bench", "--best", "x.puz", "--systems", "edgeasp", "--seconds", "30", "--seeds", "1", "-o", "out")
    assert done.status == 0, done.stderr
    [found] = best_runs.read_table(Path("out/runs.csv"))
    assert (found.score, found.proved) == (PUZZLE.grid.diamonds, True)
    assert found.improvements[-1][1] == PUZZLE.grid.diamonds
    again = run("bench", "--best", "--report", "out", "--plots", "drawn", "--markdown", "report.md")
    assert again.status == 0, again.stderr
    assert "Matching edges within 30 s" in again.stdout
    assert {path.name for path in Path("drawn").iterdir()} == {"x.svg", "x.png"}
    assert "| x | edgeasp | 24 |" in Path("report.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--best", "x.puz", "--tasks", "first"], "--best takes"),
        (["--best", "x.puz", "--seconds", "fast"], "expected seconds such as 5,60"),
        (["x.puz", "--seconds", "5"], "--seconds goes with --best"),
    ],
)
def test_options_that_do_not_go_together(arguments: list[str], reason: str) -> None:
    done = run("bench", *arguments)
    assert done.status == 2
    assert reason in " ".join(done.stderr.split())
