"""Several puzzles, or several boards of one, in a call."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from edgeasp.cli import commands
from tests.support.running import INSTANCES, run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles and solutions of one of them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("planted-4x4", "frame-3x3"):
        shutil.copy(INSTANCES / f"{name}.puz", tmp_path / f"{name}.puz")
    assert run("solve", "planted-4x4.puz", "-n", 0, "-o", "all/").status == 0
    lines = Path("all/sol_1.sol").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("part.sol").write_text("".join(lines[:5]), encoding="utf-8")
    return tmp_path


def test_several_puzzles_are_described() -> None:
    alone = {name: run("info", name).stdout for name in ("planted-4x4.puz", "frame-3x3.puz")}
    together = run("info", *alone)
    assert together.status == 0
    assert together.stdout == "\n".join(f"{name}: {text}" for name, text in alone.items())
    objects = [json.loads(run("info", name, "--format", "json").stdout) for name in alone]
    printed = run("info", *alone, "--format", "json").stdout.splitlines()
    assert [json.loads(line) for line in printed] == objects


def test_several_boards_are_judged_and_one_that_is_none_decides() -> None:
    done = run("check", "planted-4x4.puz", "all", "part.sol")
    assert done.status == commands.UNANSWERED
    lines = done.stdout.splitlines()
    assert lines[:4] == [f"all/sol_{number}.sol: solved, 24 of 24 diamonds" for number in range(1, 5)]
    [last] = lines[4:]
    assert last.startswith("part.sol: not solved: 5 of 16 tiles placed, nothing broken, ")
    assert run("check", "planted-4x4.puz", "all").status == commands.ANSWERED
    printed = run("check", "planted-4x4.puz", "all", "part.sol", "--format", "json").stdout.splitlines()
    alone = json.loads(run("check", "planted-4x4.puz", "part.sol", "--format", "json").stdout)
    assert [json.loads(line)["solved"] for line in printed] == [True] * 4 + [False]
    assert json.loads(printed[4]) == alone


def test_one_that_cannot_be_read_is_named() -> None:
    done = run("info", "planted-4x4.puz", "none.puz")
    assert (done.status, done.stdout) == (commands.USAGE, "")
    assert "none.puz: cannot be read" in done.stderr
    done = run("check", "planted-4x4.puz", "-", "-")
    assert (done.status, "one file at most" in done.stderr) == (commands.USAGE, True)
