"""`edgeasp bench` as users run it: to the end, killed and continued, interrupted, and asked for what is not there."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest

from edgeasp.cli import commands, console
from edgeasp.formats import plain
from edgeasp.lab import plots
from edgeasp.lab.bench import table
from edgeasp.lab.bench.table import COLUMNS, RunRow
from edgeasp.solvers import interface
from tests.lab.bench.fakes import row
from tests.support.boards import FRAME_3X3
from tests.support.running import at_terminal, run, running, script
from tests.support.waiting import PATIENCE, await_that, gone

LIST = "# tasks: all, first\n# time-limit: 120\n# seeds-first: 5\ncols,rows,inner,border,seed,half\n"
RECIPES = "3,3,3,2,1,development\n4,4,4,2,2,validation\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("x.puz").write_text(plain.write_puz(FRAME_3X3), encoding="utf-8")
    Path("mine.csv").write_text(LIST + RECIPES, encoding="utf-8")
    return tmp_path


def rows_in(path: str) -> list[RunRow]:
    return table.parse_rows(Path(path).read_text(encoding="utf-8"), path)


@pytest.mark.usefixtures("folder", "in_this_process")
def test_the_name_of_a_puzzle_is_no_formula_and_no_control_sequence() -> None:
    """And the runs are known when the command is given again."""
    for name in ("=cmd|calc.puz", "red\x1b[31m.puz"):
        Path(name).write_text(plain.write_puz(FRAME_3X3), encoding="utf-8")
        arguments = ("bench", name, "--systems", "edgeasp", "--tasks", "first", "--time-limit", "60", "-o", "runs.csv")
        assert run(*arguments).status == commands.ANSWERED
        text = Path("runs.csv").read_text(encoding="utf-8")
        assert run(*arguments).status == commands.ANSWERED
        assert Path("runs.csv").read_text(encoding="utf-8") == text
    assert "\x1b" not in text
    assert not any(cell.startswith("=") for line in text.splitlines() for cell in line.split(","))
    assert {each.instance for each in rows_in("runs.csv")} == {"=cmd|calc.puz", "red\\x1b[31m.puz"}


@pytest.mark.long
@pytest.mark.usefixtures("in_this_process")
def test_a_list_from_beginning_to_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "FORMATS", ("svg",))
    done = run("bench", "mine.csv", "--systems", "edgeasp,cadical195:direct")
    assert done.status == 0
    rows = rows_in("bench-mine/runs.csv")
    asked = [("all", 1), ("first", 5)]
    assert sorted((row.instance, row.task, row.seed, row.system) for row in rows) == sorted(
        (name, task, seed, system)
        for name in ("3x3-c3-f2-s1", "4x4-c4-f2-s2")
        for task, seed in asked
        for system in ("edgeasp", "cadical195:direct")
    )
    assert {row.status for row in rows} == {"solved"}
    assert {row.half for row in rows} == {"development", "validation"}
    report = Path("bench-mine/report.md").read_text(encoding="utf-8")
    assert "| cadical195:direct | 1/1 |" in report
    assert sorted(path.name for path in Path("bench-mine").iterdir()) == ["instances", "plots", "report.md", "runs.csv"]
    assert (folder / "bench-mine" / "plots" / "all-cactus.svg").is_file()
    assert "Task first: one solution, development half" in done.stdout
    assert "edgeasp: 8 runs, " in done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    monkeypatch.setattr(plots, "FORMATS", ())  # they would be the same
    again = run("bench", "mine.csv", "--systems", "edgeasp,cadical195:direct")
    assert (again.status, again.stdout) == (0, done.stdout)
    assert "8 runs, of which 8 are known" in again.stderr
    assert rows_in("bench-mine/runs.csv") == rows
    told = run("bench", "--report", "bench-mine", "--markdown", "again.md")
    assert told.stdout == done.stdout
    assert Path("again.md").read_text(encoding="utf-8") == report


@pytest.mark.usefixtures("in_this_process")
def test_a_half_and_other_settings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_quiet", False)
    done = run(
        "bench", "mine.csv", "--half", "validation", "--tasks", "first", "--seeds", "3-4", "--time-limit", "30",
        "--memory-limit", "500M", "--jobs", "1", "-q", "-o", "out.csv",
    )  # fmt: skip
    assert (done.status, done.stderr) == (0, "")
    rows = rows_in("out.csv")
    assert [(row.instance, row.task, row.seed) for row in rows] == [("4x4-c4-f2-s2", "first", seed) for seed in (3, 4)]
    assert {(row.time_limit, row.memory_limit) for row in rows} == {(30.0, 500_000_000)}
    assert not (folder / "report.md").exists()


WITH_FAKES = [
    sys.executable,
    "-c",
    """
import sys
from edgeasp.lab.bench import systems
from tests.lab.bench.fakes import Fake
systems.SOLVERS.append(Fake)
sys.argv[0] = 'edgeasp'
from edgeasp.__main__ import main
main()
""",
]
"""The command, with the systems of `fakes`."""


@pytest.mark.long
@pytest.mark.usefixtures("fake_systems")
def test_killed_and_continued(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATE", str(folder / "gate"))
    asked = ("bench", "x.puz", "--systems", "gated", "--seeds", "1-3", "-o", "out.csv")
    written = folder / "out.csv"
    with running(*asked, program=WITH_FAKES) as process:
        await_that(lambda: written.exists() and written.read_bytes().count(b"\n") == 2)
        process.kill()
    before = written.read_bytes()
    with written.open("ab") as file:
        file.write(before.splitlines()[-1][:40])
    (folder / "gate").touch()
    with running(*asked, program=WITH_FAKES) as process:
        _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert b"3 runs, of which 1 are known" in told
    assert written.read_bytes().startswith(before)
    rows = rows_in("out.csv")
    assert sorted(row.seed for row in rows) == [1, 2, 3]
    assert len({row.key for row in rows}) == 3


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.usefixtures("fake_systems")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, commands.INTERRUPTED)])
def test_no_process_outlives_the_benchmark(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, status: int
) -> None:
    monkeypatch.setenv("SLEEPER", str(folder / "pid"))
    note = folder / "pid"
    with running(
        "bench", "x.puz", "--systems", "edgeasp,sleeper", "--jobs", "1", "-o", "out.csv", program=WITH_FAKES
    ) as process:
        await_that(lambda: note.exists() and note.read_text(encoding="utf-8"))
        process.send_signal(number)
        _, told = process.communicate(timeout=PATIENCE)
    await_that(lambda: gone(int(note.read_text(encoding="utf-8"))))
    assert [row.system for row in rows_in("out.csv")] == ["edgeasp"]
    assert process.returncode == status
    assert (b"the same command resumes from here" in told) == (number is not signal.SIGKILL)


@pytest.mark.usefixtures("fake_systems")
def test_failures_are_told_and_change_the_status(folder: Path) -> None:
    done = run("bench", "x.puz", "--systems", "edgeasp,crash,liar", "-o", "out.csv")
    assert done.status == commands.UNANSWERED
    assert "edgeasp: failed: crash on x.puz, task all, seed 1: RuntimeError: something broke" in done.stderr
    assert "edgeasp: wrong: liar on x.puz" in done.stderr
    assert [row.status for row in sorted(rows_in("out.csv"), key=lambda row: row.system)] == [
        "failed",
        "solved",
        "wrong",
    ]
    assert " crash " in done.stdout


@pytest.mark.usefixtures("fake_systems", "in_this_process")
def test_a_disagreement_stops_it(folder: Path) -> None:
    done = run("bench", "x.puz", "--systems", "edgeasp,half", "-o", "out")
    assert done.status == commands.FAULT
    assert "edgeasp: error: x.puz: " in done.stderr
    assert "says 1 solution" in done.stderr
    assert "says 4 solutions" in done.stderr
    assert len(rows_in("out/runs.csv")) == 2
    assert not Path("out/report.md").exists()


def test_names_of_systems_that_do_not_fit_get_letters(folder: Path) -> None:
    labels = [f"edgeasp:encoding=framed,config={name}" for name in ("crafty", "tweety", "trendy")]
    text = "".join(
        table.format_row(row(f"{size}", 1.0, system=label, size=f"{size}x{size}"))
        for label in labels
        for size in (4, 5)
    )
    Path("runs.csv").write_text(",".join(COLUMNS) + "\n" + text, encoding="utf-8")
    told = run("bench", "--report", "runs.csv").stdout
    assert "A: edgeasp:encoding=framed,config=crafty, B: " in " ".join(told.split())
    assert max(map(len, told.splitlines())) <= 80


WITHOUT_PATIENCE = [
    sys.executable,
    "-c",
    "import sys; from edgeasp.cli import console; console._PAUSE = 0.0; sys.argv[0] = 'edgeasp';"
    "from edgeasp.__main__ import main; main()",
]
"""The command, which shows every step, however fast the machine is."""


@pytest.mark.long
def test_progress_at_a_terminal(folder: Path) -> None:
    asked = ("bench", "x.puz", "--seeds", "1-2", "--jobs", "1", "-o", "out.csv")
    status, seen = at_terminal(*asked, program=WITHOUT_PATIENCE, TERM="xterm")
    assert status == 0
    assert re.search(r"1 of 2 runs, 50% done, \S+( s)?, about ", seen)
    assert "\033[?25h" in seen[seen.rindex("\033[?25l") :]


def test_a_missing_package_is_named_before_anything_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interface, "find_spec", lambda name: None if name == "pysat" else object())
    done = run("bench", "x.puz", "--systems", "edgeasp,glucose42:heule-all")
    assert done.status == commands.USAGE
    assert "the system glucose42:heule-all: python-sat is not installed" in done.stderr
    assert not Path("bench-x/runs.csv").exists()


@pytest.mark.long
def test_nothing_is_imported_from_the_current_folder(folder: Path) -> None:
    for name in ("hashlib.py", "queue.py", "edgeasp.py"):
        (folder / name).write_text("open('HIJACKED', 'w')", encoding="utf-8")
    done = script("bench", "x.puz", "-o", "out.csv", PYTHONHASHSEED="0")  # a new process, with nothing imported
    assert done.status == 0
    assert not (folder / "HIJACKED").exists()
