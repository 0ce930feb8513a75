"""What `edgeasp suite` needs to start, and what it says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.cli import commands
from tests.lab.suite.having import generated
from tests.support.running import run
from tests.test_imports import LARGE, imported_by_command


@pytest.mark.long
def test_the_table_and_the_schedule_need_no_solver(tmp_path: Path) -> None:
    """Each board is solved in a process of its own; the one that starts them stays small."""
    generated(tmp_path / "suite", [(2, 2)], boards=1)
    assert not imported_by_command(["suite", "status", "suite"], tmp_path) & LARGE
    assert not imported_by_command(["info", "suite/2/0/board_1/puzzle.puz"], tmp_path) & LARGE
    assert not imported_by_command(["suite", "solve", "suite", "--jobs", "1"], tmp_path) & LARGE


def test_every_command_has_examples() -> None:
    for command in ("generate", "solve", "status"):
        text = run("suite", command, "--help").stdout
        assert f"\n  edgeasp suite {command} " in text
        assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("  edgeasp"))


def test_without_a_command_it_shows_what_there_is() -> None:
    result = run("suite")
    assert result.status == commands.USAGE
    assert all(command in result.stdout + result.stderr for command in ("generate", "solve", "status"))
