"""What is shown of the time that a command still takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.cli import progress
from edgeasp.cli.progress import duration
from tests.support.running import INSTANCES, PATIENT, at_terminal


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (89, "89 s"), (90, "2 min"), (89 * 60, "89 min"), (90 * 60, "1.5 h")]
)
def test_a_unit_changes_at_one_and_a_half_of_the_next(seconds: float, text: str) -> None:
    assert duration(seconds) == text


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(progress, "time", moved)
    monkeypatch.setattr("edgeasp.cli.console._quiet", False)
    return moved


def test_in_a_pipe_there_is_a_note_a_minute(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    line = progress.Progress()
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
    line = progress.Progress()
    line.show("searching", share=0.9)
    clock.now += 100
    line.show("searching", share=0.92)
    assert capsys.readouterr().err.splitlines()[-1] == "edgeasp: searching, 92% done, 2 min, about 7 min left"


def test_who_is_quiet_gets_no_sign(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.cli.console._quiet", True)
    line = progress.Progress()
    clock.now += 1000
    assert not line.due


def test_every_long_command_gives_signs_of_life() -> None:
    """Each has the one line of progress, or a picture in its place."""
    folder = Path(progress.__file__).parent
    for name in (
        *("solve", "best", "hint", "explain", "certify", "verify", "bench", "grade", "generate_selected"),
        *("suite/solve", "campaign/run", "campaign/certify", "signs/search", "signs/signs_options"),
    ):
        assert "Progress(" in (folder / f"{name}.py").read_text(encoding="utf-8"), name


def test_a_terminal_sees_it_from_the_first_second() -> None:
    puzzle = INSTANCES / "random-4x4.puz"
    _, seen = at_terminal("best", puzzle, "--time-limit", "3", program=PATIENT, COLUMNS="100")
    assert "diamonds" in seen
    assert progress._PATIENCE < 1
