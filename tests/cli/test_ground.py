"""`edgeasp ground --profile`: the statements of a program, and which of them explodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.search import profile
from tests.search.faulty_programs import DECISION, RIGHT
from tests.support import boards
from tests.support.running import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a program that explodes, and a puzzle."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("edgeasp.api.solving.SIZES", (3,))
    text = RIGHT[DECISION].read_text(encoding="utf-8") + ":- place(T,R,X,Y), place(P,Q,U,V), T < P, R = Q, X != U.\n"
    Path("mine.lp").write_text(text, encoding="utf-8")
    Path("puzzle.puz").write_text(plain.write_puz(boards.FRAME_3X3), encoding="utf-8")


SIX = "row(A,B,C,D,E,F) :- tile(A), tile(B), tile(C), tile(D), tile(E), tile(F), A != B.\n"
COUNTING_ON = "rot(T,S,C,0) :- tileSide(T,S,C).\nrot(T,S,C,R+90) :- rot(T,S,C,R).\n"


@pytest.mark.long
def test_boards_that_would_explode_are_left_out_and_named() -> None:
    Path("mine.lp").write_text(RIGHT[DECISION].read_text(encoding="utf-8") + SIX, encoding="utf-8")
    found = run("ground", "puzzle.puz", "--program", "mine.lp", "--profile")
    assert (found.status, found.stderr) == (commands.ANSWERED, "")
    header, first, *_, last = found.stdout.splitlines()
    assert header.split()[:6] == ["2", "x", "2", "3", "x", "2"]
    assert first.split()[1:3] == ["3,072", "38,880"]
    assert last == "larger boards are left out: from 3 x 3 on, there are too many instances to count"


def test_a_program_without_end_is_named_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "MOST_RULES", 20_000)
    Path("mine.lp").write_text(COUNTING_ON + RIGHT[DECISION].read_text(encoding="utf-8"), encoding="utf-8")
    found = run("ground", "puzzle.puz", "--program", "mine.lp", "--profile")
    rule, expected = found.stderr.splitlines()
    assert (found.status, found.stdout) == (commands.USAGE, "")
    assert expected.endswith("mine.lp: expected at most 20,000 ground rules on 2 x 2 squares, found more")
    assert rule.startswith("edgeasp: mine.lp:2: rot/4 is derived from itself, with arithmetic")
