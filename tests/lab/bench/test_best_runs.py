"""How many diamonds match within a time: programs of any kind, one scorer, a table that is gone on with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.bench import best_runs, table
from edgeasp.lab.bench.best_runs import BestRow, BestRun, BestSystem
from edgeasp.lab.bench.instances import load_as_it_is
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import make_task
from edgeasp.system.errors import CheckError, InputError, OptionError, OutputError
from edgeasp.system.lines import csv_row
from edgeasp.system.processes import available_cores
from tests.support import boards
from tests.support.best import shuffled
from tests.support.running import run

PUZZLE, SOLUTION = boards.cut_up(4, 4, 4)
WORSE = shuffled(make_task(PUZZLE), SOLUTION, 3, 8)
WORST = shuffled(make_task(PUZZLE), SOLUTION, 4, 30)


@pytest.fixture(autouse=True)
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
    [puzzle] = load_as_it_is("x.puz")
    runs = [BestRun(puzzle, system, seconds, seed) for system in systems for seed in range(seeds)]
    return best_runs.measure_all(runs, Path("runs.csv"), "here", available_cores()[:1])


def matched(board: Solution) -> int:
    return best_runs.score(PUZZLE, board)


def test_systems_by_name() -> None:
    own, two, program = BestSystem.parse(["edgeasp,edgeasp:jobs=2, command=cat {puz}, x"])
    assert (own.own, own.threads, two.threads, program.own) == (True, 1, 2, False)
    assert program.words == ("cat", "{puz},", "x")
    for wrong in ("edgeasp:threads=2", "cadical195", "edgeasp:jobs=0"):
        with pytest.raises(OptionError, match="expected edgeasp, edgeasp:jobs=N or command=WORDS"):
            BestSystem.parse([wrong])
    with pytest.raises(OptionError, match="no-such-program"):
        BestSystem.parse(["command=no-such-program {puz}"])


def test_the_best_board_that_a_program_prints_counts() -> None:
    [row] = measured("cat worse.sol best.sol worst.sol")
    assert (row.score, row.diamonds, row.message) == (PUZZLE.grid.diamonds, PUZZLE.grid.diamonds, "")
    assert [score for _, score in row.curve] == [PUZZLE.grid.diamonds]
    assert matched(WORST) < matched(WORSE) < PUZZLE.grid.diamonds


@pytest.mark.long
def test_what_is_printed_at_the_limit_counts_but_for_what_was_cut_off() -> None:
    [row] = measured("cat worst.sol worse.sol part.sol; sleep 100", seconds=1)
    assert row.score == matched(WORSE)
    assert row.wall < 20


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


def test_what_a_program_printed_before_it_failed_counts_with_its_failure() -> None:
    [row] = measured("cat best.sol; echo trouble >&2; exit 5")
    assert (row.score, row.message) == (PUZZLE.grid.diamonds, "the program ended with status 5: trouble")


def test_a_board_that_breaks_the_frame_or_a_clue_has_no_score() -> None:
    turned = Solution(tuple(replace(each, rot=(each.rot + 1) % 4) for each in SOLUTION))
    with pytest.raises(CheckError, match="outside is 0"):
        best_runs.score(PUZZLE, turned)
    other = next(each for each in WORST if each not in SOLUTION.placements)
    with pytest.raises(CheckError, match="clue"):
        best_runs.score(PUZZLE, SOLUTION, Solution((other,)))


def test_a_run_that_is_known_is_not_repeated() -> None:
    first = measured("cat worse.sol; echo once >> times", seeds=2)
    again = measured("cat worse.sol; echo once >> times", seeds=3)
    assert again[:2] == first == best_runs.read(Path("runs.csv"))[:2]
    assert len(Path("times").read_text(encoding="utf-8").split()) == 3


def test_two_benchmarks_do_not_share_a_table() -> None:
    measured("cat worse.sol")
    with (
        table.appending(Path("runs.csv"), best_runs.BEST_RUNS) as (rows, _),
        pytest.raises(OutputError, match="another benchmark writes to it"),
    ):
        measured("cat best.sol")
    assert best_runs.read(Path("runs.csv")) == rows


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"score": 999}, "expected a score up to the 480 diamonds"),
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
        csv_row(best_runs.COLUMNS) + best_runs.line(replace(ROWS[0], **changes)), encoding="utf-8"
    )
    done = run("bench", "--best", "--report", "wrong.csv")
    assert done.status == commands.USAGE
    assert done.stderr.startswith(f"edgeasp: error: wrong.csv:2: {complaint}")


def test_a_table_that_is_no_text_is_refused() -> None:
    Path("wrong.csv").write_bytes(b"\377\376\n")
    done = run("bench", "--best", "--report", "wrong.csv")
    assert (done.status, done.stderr.count("\n")) == (commands.USAGE, 1)
    assert done.stderr.startswith("edgeasp: error: wrong.csv: expected text")


def test_a_run_without_a_board_is_in_the_report() -> None:
    none = replace(ROWS[0], seed=4, score=None, trajectory="", message="no board within the limit")
    report = best_runs.report([*ROWS, none, replace(none, board="c")])
    assert report.tables[0].rows[0][2] == "460 462 461 -"
    assert report.tables[0].rows[2][0] == "mean of 2 of 3 boards"
    assert len(report.warnings) == 2


def test_clues_beside_a_puzzle_and_in_its_file() -> None:
    [puzzle] = load_as_it_is("x.puz")
    assert len(puzzle.clues) == 0
    Path("x.clue").write_text(plain.write_sol(Solution(SOLUTION.placements[:2])), encoding="utf-8")
    [puzzle] = load_as_it_is("x.puz")
    assert len(puzzle.clues) == 2


def test_a_folder_stands_for_its_puzzles() -> None:
    Path("deeper").mkdir()
    Path("deeper/y.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    assert [puzzle.name for puzzle in load_as_it_is(".")] == ["y", "x"]
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


def test_the_report() -> None:
    [table] = best_runs.report(ROWS).tables
    assert table.rows == (
        ("a", "edgeasp", "460 462 461", "461", "461.0", "462", "50"),
        ("b", "edgeasp", "458", "458", "458.0", "458", "50"),
        ("mean of all boards", "edgeasp", "", "", "459.5", "", ""),
        ("a", "mine", "400", "400", "400.0", "400", "50"),
    )


def test_the_median_after_a_time() -> None:
    own = ROWS[:3]
    assert [best_runs.at(own, seconds) for seconds in (0.5, 1, 2, 3, 10, 20)] == [None, None, 450, 455, 460, 461]


def test_a_table_of_something_else_is_refused() -> None:
    Path("other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError, match="expected the columns of edgeasp bench --best, found others"):
        best_runs.read(Path("other.csv"))


@pytest.mark.long
def test_the_command() -> None:
    """With edgeasp itself, which proves its board best, and a curve of each board."""
    done = run("bench", "--best", "x.puz", "--systems", "edgeasp", "--seconds", "30", "--seeds", "1", "-o", "out")
    assert done.status == 0, done.stderr
    [found] = best_runs.read(Path("out/runs.csv"))
    assert (found.score, found.proved) == (PUZZLE.grid.diamonds, True)
    assert found.curve[-1][1] == PUZZLE.grid.diamonds
    again = run("bench", "--best", "--report", "out", "--plots", "drawn", "--markdown", "report.md")
    assert again.status == 0, again.stderr
    assert "Matched diamonds within 30 s" in again.stdout
    assert {path.name for path in Path("drawn").iterdir()} == {"x.svg", "x.png"}
    assert "| x | edgeasp | 24 |" in Path("report.md").read_text(encoding="utf-8")


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
