"""`edgeasp grade`: what it prints, and its exit status."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.search import grading
from tests.search.faulty_programs import FAULTY, RIGHT
from tests.support import boards
from tests.support.fork_server import SCRIPT
from tests.support.running import run
from tests.support.terminal import watched


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with programs, and with two puzzles to grade them on."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    faults = {each.name: each for each in FAULTY}
    for name, text in {
        "right.lp": RIGHT["cells"].read_text(encoding="utf-8"),
        "mine.lp": faults["rows do not meet"].text,
        "warned.lp": faults["a predicate that is none"].text,
        "refused.lp": faults["a missing full stop"].text,
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "four.puz").write_text(plain.write_puz(boards.FOURSQUARES), encoding="utf-8")
    (tmp_path / "puzzles" / "nine.puz").write_text(plain.write_puz(boards.FRAME_3X3), encoding="utf-8")
    return tmp_path


def test_a_right_program() -> None:
    found = run("grade", "right.lp", "--instances", "puzzles")
    assert (found.status, found.stderr) == (commands.ANSWERED, "")
    lines = found.stdout.splitlines()
    assert lines[0] == "right.lp: right, 2 of 2 puzzles right"
    assert [line.split()[:4] for line in lines[2:]] == [["four", "72", "72", "right"], ["nine", "16", "16", "right"]]


def test_a_wrong_program_is_shown_with_its_fault_and_a_board() -> None:
    found = run("grade", "mine.lp", "--instances", "puzzles")
    assert found.status == commands.UNANSWERED
    assert "mine.lp: wrong, 0 of 2 puzzles right" in found.stdout
    assert "sides that meet between rows may differ" in found.stdout
    assert "a wrong answer for four: column 1, row 1 shows " in found.stdout
    assert "┌" in found.stdout


def test_an_interrupt_ends_a_puzzle_and_keeps_the_grades_so_far() -> None:
    Path("endless.lp").write_text("n(0). n(X+1) :- n(X).\nchosenTile(1,1,X) :- n(X).\n", encoding="utf-8")
    programs, all_right = ("right.lp", "endless.lp", "--instances", "puzzles"), "right.lp: right, 2 of 2 puzzles right"
    seen = watched("grade", *programs, "--time-limit", "100", until=all_right, number=signal.SIGINT)
    assert seen.status == commands.INTERRUPTED
    assert seen.left[0] == all_right
    assert seen.left[-1] == "edgeasp: interrupted: 1 of 2 programs graded"


def test_what_clingo_says_comes_first_with_its_line() -> None:
    found = run("grade", "warned.lp", "--instances", "puzzles/four.puz")
    assert found.stderr.startswith("edgeasp: warned.lp:26: atom does not occur in any rule head: halves(U,V,Z,C)")


@pytest.mark.long
def test_a_table_of_programs() -> None:
    found = run("grade", "right.lp", "mine.lp", "refused.lp", "--instances", "puzzles", "--format", "csv")
    assert found.status == commands.UNANSWERED
    rows = list(csv.DictReader(io.StringIO(found.stdout)))
    assert [(row["program"], row["verdict"], row["right"], row["too_many"]) for row in rows] == [
        ("right.lp", "right", "2", "0"),
        ("mine.lp", "wrong", "0", "1"),
        ("refused.lp", "refused", "0", "0"),
    ]
    assert rows[2]["remark"].startswith("refused.lp:29: syntax error")


@pytest.mark.long
def test_json_and_a_page(folder: Path) -> None:
    found = run("grade", "mine.lp", "--instances", "puzzles", "--format", "json", "--page", "wrong.html")
    record = json.loads(found.stdout)
    assert record["programs"][0]["puzzles"][0]["faults"] == ["too many"]
    assert (folder / "wrong.html").read_text(encoding="utf-8").count("mine.lp, ") == 2


def test_bad_input() -> None:
    for words in (["none.lp"], ["mine.lp", "--instances", "none.puz"], ["mine.lp", "-o", "grades.csv"]):
        assert run("grade", *words).status == commands.USAGE


def test_a_program_that_cannot_be_read_is_refused_and_the_others_are_graded() -> None:
    text = Path("right.lp").read_text(encoding="utf-8")
    Path("latin.lp").write_bytes(b"% by Jos\xe9\n" + text.encode())
    Path("folder.lp").mkdir()
    found = run("grade", "latin.lp", "folder.lp", "right.lp", "--instances", "puzzles", "--format", "csv")
    assert found.status == commands.UNANSWERED
    rows = list(csv.DictReader(io.StringIO(found.stdout)))
    assert [row["verdict"] for row in rows] == ["refused", "refused", "right"]
    assert "latin.lp:1: expected text in UTF-8" in rows[0]["remark"]
    # A name that is mistyped is said before there are grades to lose.
    assert run("grade", "right.lp", "wrong.lp", "--instances", "puzzles").stdout == ""


@pytest.mark.parametrize("rule", ["#external zz. :- not zz.", "#external zz. :- chosenTile(1,1,1), not zz."])
def test_what_clingo_assumes_of_external_atoms_is_no_fault_of_the_command(rule: str) -> None:
    text = Path("right.lp").read_text(encoding="utf-8")
    Path("external.lp").write_text(f"{text}\n{rule}\n", encoding="utf-8")
    line = text.count("\n") + 2
    found = run("grade", "external.lp", "right.lp", "--instances", "puzzles")
    assert found.status == commands.UNANSWERED
    assert f"zz does not hold: external.lp:{line} does not give zz" in found.stdout
    assert "right.lp: right" in found.stdout
    Path("alone.lp").write_text("#external zz. :- not zz.\n", encoding="utf-8")
    for words in (["--program", "external.lp", "--add", "alone.lp"], ["--add", "alone.lp"]):
        assert "c UNSATISFIABLE" in run("solve", "puzzles/nine.puz", *words).stdout


def test_a_folder_without_puzzles_does_not_stand_for_the_packaged_ones(folder: Path) -> None:
    (folder / "empty").mkdir()
    found = run("grade", "right.lp", "--instances", "empty")
    assert (found.status, found.stdout) == (commands.USAGE, "")
    assert "expected puzzles to grade on, found none" in found.stderr


def test_a_puzzle_whose_boards_are_not_found_in_time_is_none_to_grade_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for its boards is edgeasp's, and is not counted among the seconds of a program."""
    monkeypatch.setattr(grading, "_PATIENCE", 0.0)
    found = run("grade", "right.lp", "--instances", "puzzles", "--time-limit", "0")
    assert (found.status, found.stdout) == (commands.USAGE, "")
    assert "four: expected a puzzle whose boards edgeasp finds in time" in found.stderr


@pytest.mark.long
def test_of_a_puzzle_with_very_many_boards_some_are_asked_for() -> None:
    """It has 62,672; the note says that a wrong program may be right so far."""
    run("generate", "--size", "3x3", "--unframed", "--colours", "2", "--any-tiles", "--seed", "2", "-o", "many.puz")
    found = run("grade", "right.lp", "--instances", "many.puz", "--time-limit", "60")
    assert found.status == commands.ANSWERED
    said = re.search(
        r"right so far: (.*) boards, and those after the first 2,000, of many were not asked", found.stderr
    )
    assert said
    assert 0 < int(said[1].replace(",", "")) < 2000


def test_a_closed_standard_input_is_no_program() -> None:
    found = subprocess.run(["sh", "-c", f"'{SCRIPT}' grade - <&-"], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (commands.USAGE, "")
    assert found.stderr == "edgeasp: error: standard input: cannot be read: it is closed\n"
