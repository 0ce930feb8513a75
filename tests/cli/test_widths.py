"""Help, messages and summaries at terminals of 60, 80 and 120 columns: no line is too long, and no word is broken."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from edgeasp.cli import console
from edgeasp.cli.commands import app
from tests.support import laboratory
from tests.support.lanes import represented
from tests.support.running import COMMANDS, INSTANCES, at_terminal, run

WIDTHS = (60, 80, 120)
WIDE = 10_000
GROUPS = ("", *laboratory.known(["suite", "campaign", "signs"]))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles and boards, to work in."""
    monkeypatch.chdir(tmp_path)
    for name in ("planted-4x4", "frame-3x3", "random-4x4"):
        shutil.copy(INSTANCES / f"{name}.puz", tmp_path / f"{name}.puz")
    Path("three.clue").write_text("8 1 1 2\n3 0 0 1\n0 2 2 3\n", encoding="utf-8")
    text = Path("frame-3x3.puz").read_text(encoding="utf-8")
    Path("typed.puz").write_text(text.replace("0 1 3 2\n", "0 1 9 2\n"), encoding="utf-8")
    Path("bad.puz").write_text("4 4\n1 2 3\n", encoding="utf-8")
    Path("unsolvable.puz").write_text("2 2\n0 0 1 1\n0 0 1 1\n0 0 2 2\n0 0 2 2\n", encoding="utf-8")
    assert run("solve", "planted-4x4.puz", "-o", "x.sol").status == 0
    rows = Path("x.sol").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("part.sol").write_text("".join(rows[:9]), encoding="utf-8")
    Path("wrong.sol").write_text("0 0 0 0\n1 1 0 3\n2 2 0 2\n3 3 0 1\n4 0 1 0\n5 1 1 1\n", encoding="utf-8")
    return tmp_path


def words(text: str) -> list[str]:
    """The words of a text; `\\` at the end of a line is none."""
    return [word for word in text.split() if word != "\\"]


def require_fitting(text: str, columns: int) -> None:
    """No line is too long that could be broken: one with a table in it, or with one word, cannot."""
    for line in text.splitlines():
        if len(line) > columns:
            assert re.search(r"\S  +\S.*  +\S", line) or len(line.split()) < 3, (columns, line)


@pytest.mark.sample(4)
@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("name", [*GROUPS, *COMMANDS])
def test_help(name: str, columns: int) -> None:
    said = {width: help_of(name, width) for width in (columns, 120)}
    require_fitting(said[columns], columns)
    assert words(said[columns]) == words(said[120])
    assert "..." not in re.sub(r"(ARGS\]|[A-Z]|, |_1\.sol,\s*)\.\.\.", "", said[columns])


def help_of(name: str, columns: int) -> str:
    """The whole help of a command at a terminal, of which it leaves two columns free."""
    whole = name in COMMANDS and any("--help-all" in param.opts for param in COMMANDS[name].params)
    option = "--help-all" if whole else "--help"
    done = CliRunner().invoke(app, [*name.split(), option], terminal_width=columns - 2)
    assert done.exit_code == 0
    return done.stdout


def test_the_words_of_help_are_those_of_the_source() -> None:
    """So the widest help has no broken word either."""
    for name, command in COMMANDS.items():
        shown = words(help_of(name, 120))
        for text in (command.help, *(param.help or "" for param in command.params)):
            assert set(words(text)) <= set(shown), name


MESSAGES = [
    "solve planted-4x4.puz",
    "solve planted-4x4.puz --format sol",
    "solve planted-4x4.puz -n 0 --stats",
    "solve planted-4x4.puz --unique",
    "solve planted-4x4.puz -n 0 --conflict-limit 1",
    "solve unsolvable.puz",
    "solve frame-3x3.puz --clue three.clue",
    "solve typed.puz",
    "solve bad.puz",
    "solve nowhere.puz",
    "solve planted-4x4.puz --encoding decision+framed+wrong",
    "solve planted-4x4.puz --heuristic",
    "solve planted-4x4.puz --clue x.sol --clue three.clue --complete part.sol --symmetry polarity",
    "slove planted-4x4.puz",
    "best random-4x4.puz --rounds 1 --format sol",
    "check planted-4x4.puz wrong.sol",
    "check planted-4x4.puz x.sol",
    "check e2 e2:official",
    "explain frame-3x3.puz --clue three.clue",
    "explain typed.puz",
    "explain unsolvable.puz",
    "hint planted-4x4.puz part.sol --level 3",
    "hint planted-4x4.puz wrong.sol",
    "info planted-4x4.puz",
    "info e2",
    "info typed.puz",
    "formats",
    "encode --list",
    "ground planted-4x4.puz",
    "show planted-4x4.puz x.sol",
    "convert planted-4x4.puz --to nothing",
    "generate --size 4 --seed 1 -o new.puz",
    "generate --size 3 --inner 40",
    "signs count planted-4x4.puz",
    "bench --list systems",
    "bench --list tiers",
    "bench nothing",
    "suite status nothing",
    "certify planted-4x4.puz -o certificate",
    "verify certificate",
]
"""Commands with messages and summaries of every kind."""


@represented("columns", WIDTHS)
@pytest.mark.usefixtures("folder", "in_this_process")
def test_messages_and_summaries(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "is_terminal", lambda: True)
    monkeypatch.setattr(console, "stderr_is_terminal", lambda: True)
    monkeypatch.setattr(os, "_exit", sys.exit)  # a command that a limit stops ends at once
    for command in laboratory.known(MESSAGES):
        said = {}
        for width in (columns, WIDE):
            monkeypatch.setenv("COLUMNS", str(width))
            if command.startswith("certify"):
                shutil.rmtree("certificate", ignore_errors=True)
            done = run(*command.split())
            said[width] = done.stdout + done.stderr
        require_fitting(said[columns], columns)
        # Boards are drawn to fit.
        if not set(said[columns]) & set("┌│"):
            assert words(_NUMBER.sub("0", said[columns])) == words(_NUMBER.sub("0", said[WIDE])), command


_NUMBER = re.compile(r"[0-9][0-9.,]*[0-9]|[0-9]")
"""Times are others each time."""


@pytest.mark.long
def test_a_message_at_a_terminal(folder: Path) -> None:
    status, seen = at_terminal("solve", "frame-3x3.puz", "--clue", "three.clue", COLUMNS="60", TERM="dumb")
    assert status == 0
    require_fitting(seen, 60)
    assert len(seen.splitlines()) > 2


def test_in_a_pipe_a_message_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    done = run("check", "planted-4x4.puz", "wrong.sol")
    assert max(map(len, done.stdout.splitlines())) > 50
