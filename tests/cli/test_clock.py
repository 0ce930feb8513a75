"""Limits on commands hold while input is read, though no reader knows of them."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest

from edgeasp.api import explaining
from edgeasp.cli import clock, commands
from edgeasp.formats import files
from edgeasp.formats.plain import write_puz, write_sol
from edgeasp.puzzle.model import Solution
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Limits
from tests.support import boards
from tests.support.running import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(clock, "_USUAL", 0.001)
    monkeypatch.setattr(clock, "_TICK", 0.001)
    Path("x.puz").write_text(write_puz(boards.FRAME_3X3), encoding="utf-8")
    Path("none.sol").write_text(write_sol(Solution()), encoding="utf-8")


def endless(*_: Any, **__: Any) -> NoReturn:
    while True:
        pass


@pytest.mark.parametrize(
    ("limit", "words"),
    [(["--time-limit", "0"], "time limit of 0 s"), (["--memory-limit", "1M"], "memory limit of 1 MB")],
)
@pytest.mark.parametrize(
    ("reader", "command"),
    [
        ((files, "recognise"), ["solve", "x.puz"]),
        ((files, "recognise"), ["best", "x.puz"]),
        ((files, "recognise"), ["explain", "x.puz"]),
        ((files, "recognise"), ["certify", "x.puz", "-o", "proved"]),
        ((files, "recognise_board"), ["hint", "x.puz", "none.sol"]),
        ((files, "recognise_board"), ["solve", "x.puz", "--clue", "none.sol"]),
        ((files, "_collect_rules"), ["solve", "x.puz", "--add", "none.sol"]),
    ],
)
def test_a_reader_that_does_not_end_is_stopped(
    reader: tuple[Any, str], command: list[str], limit: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.getsignal(signal.SIGPROF)
    monkeypatch.setattr(*reader, endless)
    result = run(*command, *limit)
    assert (result.status, result.stdout) == (commands.UNANSWERED, "")
    assert result.stderr == f"edgeasp: error: stopped by the {words} while reading the input\n"
    assert not Path("proved").exists()
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert signal.getsignal(signal.SIGPROF) == before


def test_input_that_takes_little_is_read_whatever_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_USUAL", 100.0)
    assert "0 rounds, time limit of 0 s" in run("best", "x.puz", "--time-limit", "0").stderr


@pytest.mark.parametrize("command", [["explain", "x.puz"], ["hint", "x.puz", "none.sol"]])
def test_limits_count_from_the_start_of_the_command(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_USUAL", 100.0)
    monkeypatch.setattr(clock, "_begun", time.monotonic() - 1000)
    monkeypatch.setattr(commands, "exit_at_once", sys.exit)  # it would end the process
    result = run(*command, "--time-limit", "999")
    assert result.status == commands.UNANSWERED
    assert "stopped by the time limit of 999 s" in result.stdout


def test_a_hint_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def asked(*_: Any, limits: Limits, **__: Any) -> NoReturn:
        seen.append(limits.seconds)
        raise OptionError

    monkeypatch.setattr(explaining, "hint", asked)
    for words in ([], ["--time-limit", "1m"]):
        assert run("hint", "x.puz", "none.sol", *words).status == commands.USAGE
    assert seen == [10.0, 60.0]
