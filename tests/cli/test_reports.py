"""What commands report as JSON: each has a schema, which its output fits."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.cli import commands
from tests.support import laboratory
from tests.support.running import COMMANDS, run
from tests.tools.schemas import RECORDS


def test_every_command_that_prints_json_has_a_schema() -> None:
    with_json = {
        name.replace(" ", "-")
        for name, command in COMMANDS.items()
        for param in command.params
        if "json" in (getattr(param.type, "choices", None) or ())
    }
    assert {"solve", "info", "formats"} <= with_json
    assert not laboratory.HERE or {"suite-solve", "campaign-check"} <= with_json
    assert with_json <= set(RECORDS)


@pytest.mark.parametrize("words", ["c edgeasp tiles 0 only 1", "c edgeasp no turning"])
def test_a_tile_that_is_turned_as_it_may_not_be_is_reported_drawn_and_compared(words: str, tmp_path: Path) -> None:
    puzzle, right, wrong = tmp_path / "p.puz", tmp_path / "right.sol", tmp_path / "wrong.sol"
    puzzle.write_text(f"{words}\n2 2\n1 2 1 2\n1 2 1 2\n1 2 1 2\n1 2 1 2\n", encoding="utf-8")
    lines = ["0 0 0 1\n", "1 1 0 0\n", "2 0 1 0\n", "3 1 1 0\n"]
    right.write_text("".join(lines), encoding="utf-8")
    wrong.write_text("".join(["0 0 0 2\n", *lines[1:]]), encoding="utf-8")
    found = run("check", puzzle, wrong)
    assert found.status == commands.UNANSWERED
    assert "tile 0 at column 0, row 0, rotation 2 is out of range" in found.stdout
    assert "error" not in found.stderr
    assert "what next" not in found.stderr
    assert run("show", puzzle, wrong).status == commands.ANSWERED
    assert "A1: tile 0" in run("diff", puzzle, right, wrong).stdout
    refused = run("hint", puzzle, wrong)
    assert refused.status == commands.USAGE
    assert "tile 0 at column 0, row 0, rotation 2 is out of range" in refused.stderr
