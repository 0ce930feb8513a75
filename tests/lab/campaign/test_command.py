"""`edgeasp campaign`: made, run, followed, checked, moved and killed."""

from __future__ import annotations

import json
import random
import shutil
import signal
import sqlite3
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from tests.lab.campaign import campaigns
from tests.support import boards, brute
from tests.support.counting import COMPILER
from tests.support.running import run, running
from tests.support.solving import as_assignment
from tests.support.waiting import await_that, children, kill, status_of

PUZZLE = campaigns.PUZZLE
BOARDS = len(brute.solve(PUZZLE).pictures)
PLAN = ["--cubes", "8", "--share", "20"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("puzzle.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    Path("hard.puz").write_text(plain.write_puz(boards.hard()), encoding="utf-8")
    return tmp_path


def made(*options: str) -> None:
    result = run("campaign", "new", "puzzle.puz", *PLAN, *options, "-o", "c")
    assert result.status == commands.ANSWERED, result


def test_from_beginning_to_end() -> None:
    made()
    stopped = run("campaign", "run", "c", "--jobs", "1", "--conflict-limit", "10")
    assert stopped.status == commands.UNANSWERED
    assert stopped.stderr.startswith("edgeasp: conflict limit of 10: open: ")
    checked = run("campaign", "check", "c")
    assert checked.status == commands.UNANSWERED
    shutil.move("c", "moved")
    ended = run("campaign", "run", "moved", "--jobs", "2")
    assert ended.status == commands.ANSWERED
    assert ended.stderr.startswith(f"edgeasp: complete: {BOARDS} solutions, and no others; ")
    checked = run("campaign", "check", "moved")
    assert checked.status == commands.ANSWERED
    assert f"{BOARDS} boards: each is a solution, is in its cube, and occurs once" in checked.stdout
    again = run("campaign", "run", "moved")
    assert again.status == commands.ANSWERED
    assert run("campaign", "solutions", "moved", "-o", "boards").status == commands.ANSWERED
    found = {plain.read_sol(path.read_text(encoding="utf-8"), PUZZLE, path.name) for path in Path("boards").iterdir()}
    assert {as_assignment(PUZZLE, each) for each in found} <= brute.solve(PUZZLE).assignments
    assert len(found) == BOARDS


@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
@pytest.mark.parametrize("scans", [True, False])
def test_cubes_are_scanned_or_left_to_clingo(scans: bool) -> None:
    dense = generate(Recipe(5, 5, 4, 3, seed=2, clues="corner"))
    Path("dense.puz").write_text(plain.write_puz(dense.puzzle), encoding="utf-8")
    Path("dense.clue").write_text(plain.write_sol(dense.clues), encoding="utf-8")
    made_of = ("dense.puz", "--clue", "dense.clue", "--cubes", "4", "--count", "-o", "dense")
    assert run("campaign", "new", *made_of).status == commands.ANSWERED
    ended = run("campaign", "run", "dense", *["--no-scan"] * (not scans))
    found = run("solve", "dense.puz", "--clue", "dense.clue", "--count", "--no-scan")
    assert ended.stderr.startswith(f"edgeasp: complete: {found.stdout.split()[0]} solution")
    assert ("placements" in run("campaign", "status", "dense").stdout) == scans


@pytest.mark.long
@pytest.mark.usefixtures("in_this_process")
def test_a_plot() -> None:
    made()
    run("campaign", "run", "c", "--jobs", "1")
    assert run("campaign", "status", "c", "--plot", "c.svg").status == commands.ANSWERED
    assert "part that was searched" in Path("c.svg").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.usefixtures("in_this_process")
def test_the_options_are_those_of_the_whole_campaign() -> None:
    made("--count", "--split", "corners", "--encoding", "framed+redundant", "--seed", "7")
    ended = run("campaign", "run", "c", "--jobs", "1")
    assert f"complete: {BOARDS} solutions counted" in ended.stderr
    stated = json.loads(Path("c/campaign.json").read_text(encoding="utf-8"))
    assert stated["split"] == {"cubes": 8, "share": 20, "order": "corners"}
    assert (stated["clasp"]["seed"], stated["encoding"]["variants"]) == (7, "framed+redundant")
    with sqlite3.connect("c/ledger.sqlite") as connection:
        [(cpu, solutions)] = connection.execute("select sum(cpu), sum(solutions) from searched").fetchall()
    assert cpu > 0
    assert solutions == BOARDS


@pytest.mark.long
def test_check_names_what_was_altered() -> None:
    made()
    run("campaign", "run", "c", "--jobs", "1")
    with sqlite3.connect("c/ledger.sqlite") as connection:
        connection.execute(
            "update entry set body = replace(body, '\"solutions\": 1', '\"solutions\": 2') where number = ("
            "select min(number) from entry where kind = 'verdict' and body like '%\"solutions\": 1%')"
        )
    connection.close()
    result = run("campaign", "check", "c")
    assert result.status == commands.USAGE
    assert "(verdict of half(" in result.stderr
    assert "was altered" in result.stderr


@pytest.mark.usefixtures("in_this_process")
def test_a_ledger_that_cannot_be_written() -> None:
    """A full disk ends the run with one line, and what was written before is whole."""
    resource = pytest.importorskip("resource")  # which Windows has not
    made()
    run("campaign", "run", "c", "--jobs", "1", "--conflict-limit", "10")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path("c/ledger.sqlite").stat().st_size, before[1]))
    try:
        result = run("campaign", "run", "c", "--jobs", "1")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert result.status == commands.USAGE
    assert "ledger.sqlite: cannot be written: " in result.stderr
    assert result.stderr.endswith("; what was written before is whole\n")
    assert run("campaign", "check", "c").status == commands.UNANSWERED


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)])
def test_an_interrupt_leaves_a_campaign_that_goes_on(number: signal.Signals) -> None:
    run("campaign", "new", "hard.puz", "-o", "h")
    ledger = Path("h/ledger.sqlite")
    empty = ledger.stat().st_mtime_ns
    with running("campaign", "run", "h", "--jobs", "1") as process:
        await_that(lambda: ledger.stat().st_mtime_ns > empty)
        process.send_signal(number)
        assert status_of(process) == 128 + number
    assert run("campaign", "check", "h").status == commands.UNANSWERED


@pytest.mark.long
@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.long)])
def test_killed_at_any_time_it_ends_with_the_exact_number(kills: int) -> None:
    """Sometimes the whole machine goes down, sometimes only a worker."""
    made("--cubes", "30")
    chance = random.Random(kills)
    while kills > 0:
        before = Path("c/ledger.sqlite").stat().st_mtime_ns
        with running("campaign", "run", "c", "--jobs", "2") as process:
            for _ in range(chance.randint(1, 3)):
                written = Path("c/ledger.sqlite").stat().st_mtime_ns
                await_that(
                    lambda: process.poll() is not None or Path("c/ledger.sqlite").stat().st_mtime_ns > written  # noqa: B023
                )
            there = children(process.pid)
            victims = [process.pid] if chance.random() < 0.6 or not there else [chance.choice(there)]
            for pid in victims:
                if process.poll() is None:
                    kills -= kill(pid)
            if victims == [process.pid]:
                status_of(process)
            elif chance.random() < 0.5:
                process.kill()
        if run("campaign", "check", "c").status == commands.ANSWERED:
            assert Path("c/ledger.sqlite").stat().st_mtime_ns >= before
            assert f"complete: {BOARDS} solutions" in run("campaign", "status", "c").stdout
            shutil.rmtree("c")
            made("--cubes", "30")
    ended = run("campaign", "run", "c", "--jobs", "1")
    assert f"complete: {BOARDS} solutions, and no others" in ended.stderr
    assert run("campaign", "check", "c").status == commands.ANSWERED
