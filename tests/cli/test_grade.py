"""`edgeasp grade`: what it prints, and its exit status."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from tests.search.faulty_programs import FAULTY, RIGHT
from tests.support import boards
from tests.support.running import run


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
