"""Defaults from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.cli.commands import ENVIRONMENT
from tests.support import laboratory
from tests.support.running import COMMANDS, INSTANCES, run

PUZZLE = INSTANCES / "planted-4x4.puz"


def test_the_list_is_that_of_the_options() -> None:
    """A variable stands for the option of its name, in every command that has both."""
    stands = {}
    for command in COMMANDS.values():
        for param in command.params:
            if param.envvar:
                stands[param.envvar] = f"--{param.envvar.removeprefix('EDGEASP_').lower().replace('_', '-')}"
                assert stands[param.envvar] in param.opts
    assert stands == {name: text.split(",")[0] for name, text in ENVIRONMENT if name.startswith("EDGEASP_")}
    said = run("--help").stdout
    assert all(f"  {name} " in said for name, _ in ENVIRONMENT)


WITHOUT = {
    *((command, name) for command in ("bench", "grade") for name in ("--time-limit", "--memory-limit")),
    *(("suite solve", name) for name in ("--time-limit", "--memory-limit", "--conflict-limit")),
    ("generate", "--conflict-limit"),
}
"""Options that no variable stands for: limits on a run of a table, on a board of many, and on a proof."""


def test_no_command_overlooks_a_variable() -> None:
    names = {text.split(",")[0] for name, text in ENVIRONMENT if name.startswith("EDGEASP_")}
    bare = {
        (command, option)
        for command, each in COMMANDS.items()
        for param in each.params
        for option in param.opts
        if option in names and not param.envvar
    }
    assert bare == {(command, option) for command, option in WITHOUT if laboratory.known([command])}


def test_a_limit_from_the_environment_and_one_that_overrules_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEASP_CONFLICT_LIMIT", "1")
    monkeypatch.setattr("os._exit", exit)
    assert "conflict limit of 1" in run("solve", PUZZLE, "-n", "0").stderr
    assert run("solve", PUZZLE, "-n", "0", "--conflict-limit", "100000").status == commands.ANSWERED


def test_quiet_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("edgeasp.cli.console._quiet", False)
    assert run("solve", PUZZLE, "-o", tmp_path / "x.sol").stderr != ""
    monkeypatch.setenv("EDGEASP_QUIET", "1")
    assert run("solve", PUZZLE, "-o", tmp_path / "x.sol").stderr == ""


def test_a_value_that_makes_no_sense_is_named_with_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEASP_TIME_LIMIT", "soon")
    done = run("solve", PUZZLE)
    assert done.status == commands.USAGE
    assert "EDGEASP_TIME_LIMIT" in done.stderr
    assert "'soon'" in done.stderr
    monkeypatch.setenv("EDGEASP_QUIET", "maybe")
    assert "EDGEASP_QUIET: expected 1 or 0, found 'maybe'" in run("solve", PUZZLE).stderr
