"""What is shown of the time that a command still takes."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from edgeasp.cli import console
from edgeasp.cli.console import format_duration
from tests.support import laboratory
from tests.support.running import INSTANCES, PATIENT, at_terminal, run


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (89, "89 s"), (90, "2 min"), (89 * 60, "89 min"), (90 * 60, "1.5 h")]
)
def test_a_unit_changes_at_one_and_a_half_of_the_next(seconds: float, text: str) -> None:
    assert format_duration(seconds) == text


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(console, "time", moved)
    monkeypatch.setattr("edgeasp.cli.console._quiet", False)
    return moved


def test_in_a_pipe_there_is_a_note_a_minute(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    line = console.ProgressLine()
    for second in range(1, 200):
        clock.now = 100 + second
        if line.due:
            line.show("searching", "900 conflicts/s", share=second / 400)
    assert capsys.readouterr().err.splitlines() == [
        "edgeasp: searching, 15% done, 60 s, 900 conflicts/s",
        "edgeasp: searching, 30% done, 2 min, about 5 min left, 900 conflicts/s",
        "edgeasp: searching, 45% done, 3 min, about 4 min left, 900 conflicts/s",
    ]


def test_what_went_on_from_an_earlier_run_has_the_pace_of_this_one(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    line = console.ProgressLine()
    line.show("searching", share=0.9)
    clock.now += 100
    line.show("searching", share=0.92)
    assert capsys.readouterr().err.splitlines()[-1] == "edgeasp: searching, 92% done, 2 min, about 7 min left"


def test_who_is_quiet_gets_no_sign(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.cli.console._quiet", True)
    line = console.ProgressLine()
    clock.now += 1000
    assert not line.due


LONG = (
    "solve",
    "best",
    "hint",
    "explain",
    "certify",
    "verify",
    "bench",
    "grade",
    "generate",
    "suite",
    "campaign",
    "signs",
)


LABORATORY = {"grade": "teach", "certify": "certificate", "verify": "certificate"}
"""The folders of commands of the laboratory that have another name."""


def test_every_long_command_gives_signs_of_life() -> None:
    """Each has the one line of progress, in a file that begins with its name or in its folder."""
    folder = Path(console.__file__).parent
    for name in laboratory.known(LONG):
        begin = {"hint": "explain"}.get(name, name)
        files = [*folder.glob(f"{begin}*.py"), *(folder.parent / "lab").glob(f"{LABORATORY.get(begin, begin)}/*.py")]
        assert any(
            re.search(r"ProgressLine\(|SearchView\(|show_progress\(", path.read_text(encoding="utf-8"))
            for path in files
        ), name


def test_a_terminal_sees_it_from_the_first_second() -> None:
    puzzle = INSTANCES / "random-4x4.puz"
    _, seen = at_terminal("best", puzzle, "--time-limit", "30", program=PATIENT, COLUMNS="100")
    assert "edges" in seen
    assert console._PATIENCE < 1


def test_a_phase_that_begins_anew_has_its_own_pace(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    line = console.ProgressLine()
    line.show("checking the formula", share=0.0)
    clock.now += 100
    line.show("checking the formula", share=1.0)
    line.show("checking the proof", share=0.0)
    clock.now += 10
    line.show("checking the proof", share=0.25)
    assert capsys.readouterr().err.splitlines()[-1] == "edgeasp: checking the proof, 25% done, 2 min, about 30 s left"


def test_a_time_limit_says_when_it_ends_at_the_latest(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    line = console.ProgressLine()
    line.show("proving", at_most=600)
    line.show("proving", share=0.0, at_most=600)
    clock.now += 100
    line.show("proving", share=0.5, at_most=500)
    line.show("proving", share=0.5, at_most=20)
    assert [said.partition(", ")[2] for said in capsys.readouterr().err.splitlines()] == [
        "0 s, at most 10 min left",
        "0% done, 0 s, at most 10 min left",
        "50% done, 2 min, about 2 min left",
        "50% done, 2 min, at most 20 s left",
    ]


class Ticking:
    """A line of progress that is always due, and keeps what it shows."""

    def __init__(self, total: int | None = None) -> None:
        self.shown: list[tuple[str, float | None]] = []
        self.start, self.due = 0.0, True
        LINES.append(self)

    def show(self, doing: str, *more: str, share: float | None = None, at_most: float | None = None) -> None:
        self.shown.append((", ".join(filter(None, (doing, *more))), share))

    def clear(self) -> None:
        pass


LINES: list[Ticking] = []


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Ticking]:
    for module in ("cli.console", *(["lab.certificate.command"] if laboratory.HERE else [])):
        monkeypatch.setattr(importlib.import_module(f"edgeasp.{module}"), "ProgressLine", Ticking)
    monkeypatch.chdir(tmp_path)
    LINES.clear()
    return LINES


@laboratory.needed
def test_a_check_of_a_certificate_says_how_much_is_done(ticking: list[Ticking]) -> None:
    run("certify", INSTANCES / "planted-4x4.puz", "-o", "proved")
    assert run("verify", "proved").status == 0
    made, checked = ticking
    clauses = json.loads(Path("proved/claim.json").read_text(encoding="utf-8"))["clauses"]
    assert "searching boards (step 1 of 4)" in [text for text, _ in made.shown]
    assert any(
        text.startswith("checking the formula, ") and f" of {clauses:,} clauses" in text for text, _ in checked.shown
    )
    shares = {text.split(",")[0]: share for text, share in checked.shown}
    assert {"checking the boards", "checking the formula", "checking the proof"} <= set(shares)
    assert all(0 <= (share or 0) <= 1 for share in shares.values())


def test_hints_on_all_squares_say_how_much_is_done(ticking: list[Ticking]) -> None:
    Path("empty.sol").write_text("3 0 0 1\n", encoding="utf-8")
    assert run("hint", INSTANCES / "planted-4x4.puz", "empty.sol", "--all").status in (0, 1)
    shares = [share for text, share in ticking[0].shown if share is not None]
    assert shares == sorted(shares)


def test_clues_that_are_narrowed_say_how_much_is_done(ticking: list[Ticking]) -> None:
    puzzle = INSTANCES / "planted-4x4.puz"
    board = run("solve", puzzle).stdout.splitlines()
    moved = [f"{line.rsplit(' ', 1)[0]} {(int(line[-1]) + 1) % 4}" for line in board[:1]]
    Path("wrong.clue").write_text("\n".join([*board[1:9], *moved]) + "\n", encoding="utf-8")
    run("explain", puzzle, "--clue", "wrong.clue")
    assert all(0 <= share <= 1 for _, share in ticking[0].shown if share is not None)
