"""What commands report as JSON: each has a schema, which its output fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.cli import commands
from edgeasp.formats import recognition
from tests.support import laboratory
from tests.support.running import COMMANDS, INSTANCES, run
from tests.tools.schemas import RECORDS, schema_of

PUZZLE = INSTANCES / "planted-4x4.puz"


def reported(schema: str, *arguments: str | Path) -> Any:
    """What a command prints as JSON."""
    done = run(*arguments, "--format", "json")
    assert done.status == 0, done.stderr
    found = json.loads(done.stdout)
    Draft202012Validator(schema_of(RECORDS[schema])).validate(found)
    assert found["schema"] == f"edgeasp.{schema}"
    return found


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


def test_formats() -> None:
    found = reported("formats", "formats")
    assert [each["name"] for each in found["puzzles"]] == [each.name for each in recognition.puzzles()]
    assert [each["name"] for each in found["boards"]] == [each.name for each in recognition.boards()]
    assert {each["name"] for each in found["boards"] if each["partial"]} >= {"sol", "bucas"}


def test_ground() -> None:
    found = reported("ground", "ground", PUZZLE)
    assert found["rules"] > found["variables"] > 0
    assert found["tight"] is True


@laboratory.needed
@pytest.mark.usefixtures("in_this_process")
def test_a_campaign_that_is_checked_and_simulated(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    assert run("campaign", "new", PUZZLE, "-o", folder).status == 0
    assert run("campaign", "run", folder, "--jobs", 1).status == 0
    found = reported("campaign-check", "campaign", "check", folder)
    assert (found["open"], found["solutions"]) == (0, 4)
    assert found["searched"] + found["refuted"] > found["splits"]
    simulated = reported("campaign-simulate", "campaign", "simulate", folder, "--workers", "1,4", "--start-up", "0.5")
    assert [each["workers"] for each in simulated["runs"]] == [1, 4]
    assert simulated["start"] == 0.5
    assert all(each["wall_seconds"] > 0.5 for each in simulated["runs"])


def test_puzzles_that_were_generated(tmp_path: Path) -> None:
    book = tmp_path / "book"
    found = reported("generate", "generate", "--size", "5x4", "-n", "2", "--seed", "7", "--clues", "corner", "-o", book)
    assert (found["cols"], found["rows"], found["framed"], found["difficulty"]) == (5, 4, True, None)
    assert [each["seed"] for each in found["puzzles"]] == [7, 8]
    for each in found["puzzles"]:
        assert (each["unique"], each["conflicts"], each["solution"]) == (None, [], None)
        written = Path(each["puzzle"]).read_text(encoding="utf-8").splitlines()
        assert run(*each["command"].split()[1:]).stdout.splitlines()[1:] == written[1:]
        assert len(Path(each["clues"]).read_text(encoding="utf-8").splitlines()) == 1
    easy = ("generate", "--size", "4", "--difficulty", "easy", "-o", tmp_path / "x.puz", "--jobs", "1")
    [selected] = reported("generate", *easy)["puzzles"]
    assert selected["unique"] is True
    assert len(selected["conflicts"]) == 5
    refused = run("generate", "--size", "4", "--format", "json")
    assert (refused.status, refused.stdout) == (2, "")
    assert "--format json: expected -o, too: the puzzle goes to a file" in refused.stderr


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
