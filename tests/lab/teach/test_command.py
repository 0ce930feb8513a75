"""`edgeasp grade`: what it prints, and its exit status."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.teach import grading
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


def test_an_interrupt_ends_a_puzzle_and_keeps_the_grades_so_far() -> None:
    Path("endless.lp").write_text("n(0). n(X+1) :- n(X).\nchosenTile(1,1,X) :- n(X).\n", encoding="utf-8")
    programs, all_right = ("right.lp", "endless.lp", "--instances", "puzzles"), "right.lp: right, 2 of 2 puzzles right"
    seen = watched("grade", *programs, "--time-limit", "100", until=all_right, number=signal.SIGINT)
    assert seen.status == commands.INTERRUPTED
    assert seen.left[0] == all_right
    assert seen.left[-1] == "edgeasp: interrupted: 1 of 2 programs graded"


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
