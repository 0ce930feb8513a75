"""What passes over a suite have spent, and what `suite solve` says of that."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from edgeasp.batch import suite_boards, suite_passes
from edgeasp.batch.suite_passes import BoardOutcome, BoardState
from edgeasp.cli import exit_status
from edgeasp.cli.console import time_left
from edgeasp.system.errors import InputError, OutputError
from edgeasp.system.limits import Limits
from tests.batch.suite.having import generated
from tests.support.running import run
from tests.tools.schemas import RECORDS, schema_of


def test_passes_add_up_and_a_row_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    root = generated(tmp_path / "suite", [(3, 3)], boards=2, colours=[2])
    first, second = suite_boards.find_boards(root)
    assert suite_passes.seconds_spent(root) == {}
    for board, state, seconds in ((first, "open", 2.5), (second, "done", 0.25), (first, "done", 1.0)):
        why = "time limit\nof 2 s" if state == "open" else ""
        outcome = BoardOutcome(BoardState(state), why, 1, 2, seconds, 7)
        suite_passes.append(root, board, outcome, Limits(seconds=2, conflicts=9), None)
    with (root / suite_passes.TABLE).open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["why"] for row in rows] == ["time limit of 2 s", "", ""]
    assert {(row["time_limit"], row["conflict_limit"], row["memory_limit"]) for row in rows} == {("2", "9", "")}
    with (root / suite_passes.TABLE).open("a", encoding="utf-8") as stream:
        stream.write("2026-01-01T00:00:00+00:00,3/2/board_1,done,4")
    assert suite_passes.seconds_spent(root) == {first.place.name: 3.5, second.place.name: 0.25}


def test_a_table_that_is_none_and_one_that_cannot_be_written(tmp_path: Path) -> None:
    root = generated(tmp_path / "suite", [(3, 3)], boards=1, colours=[2])
    (root / suite_passes.TABLE).write_text("a,b\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"passes.csv:1: expected a row of passes"):
        suite_passes.seconds_spent(root)
    (root / suite_passes.TABLE).unlink()
    (root / suite_passes.TABLE).mkdir()
    with pytest.raises(OutputError, match=r"passes.csv: cannot be written: is a directory"):
        suite_passes.append(root, suite_boards.find_boards(root)[0], BoardOutcome(BoardState.DONE), Limits(), None)


@pytest.mark.usefixtures("in_this_process")
def test_solve_writes_the_table_that_status_sums_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    monkeypatch.setattr("edgeasp.cli.console._quiet", False)
    root = generated(tmp_path / "suite", [(4, 4)], boards=2, colours=[3])
    first = run("suite", "solve", root, "--conflict-limit", 1, "--format", "json")
    assert first.status == exit_status.UNANSWERED
    said = json.loads(first.stdout)
    Draft202012Validator(schema_of(RECORDS["suite-solve"])).validate(said)
    assert (said["boards"], said["done_before"], said["interrupted"]) == (2, 0, False)
    assert [each["state"] for each in said["passed"]] == ["open", "open"]
    assert run("suite", "solve", root, "-q").status == exit_status.ANSWERED
    spent = suite_passes.seconds_spent(root)
    assert set(spent) == {"4/3/board_1", "4/3/board_2"}
    status = json.loads(run("suite", "status", root, "--format", "json").stdout)
    assert status["rows"][0]["seconds"] == pytest.approx(sum(spent.values()), abs=0.002)
    again = json.loads(run("suite", "solve", root, "--format", "json").stdout)
    assert (again["done_before"], again["passed"]) == (2, [])


def test_the_rest_is_estimated_from_recent_boards() -> None:
    assert time_left([], 5, 2) is None
    assert time_left([4.0, 8.0], 0, 2) is None
    assert time_left([4.0, 8.0], 10, 2) == 30
    assert time_left([600.0], 60, 1) == 36_000
