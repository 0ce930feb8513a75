"""What bad input and impossible outputs get from each command."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.cli import commands
from tests.cli.commands.material import (
    arguments_of,
    refused,
    run,
)
from tests.support.lanes import represented
from tests.support.running import start, text_of
from tests.support.waiting import PATIENCE


def test_an_output_that_cannot_be_written_is_found_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object, **__: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr("edgeasp.solvers.clingo.ground_program.GroundProgram", search)
    assert isinstance(run("solve", "puzzle.puz").exception, AssertionError)
    assert refused(run("solve", "puzzle.puz", "-o", "none/x.sol")).startswith("none/x.sol: cannot be written")


@represented("command", ["solve", "facts", "show", "check"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_standard_output_that_is_full(command: str) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        process = start(command, *arguments_of(command), stdout=full)
    with process:
        said = text_of(process.communicate(timeout=PATIENCE)[1])
    assert said.splitlines()[-1] == "edgeasp: error: standard output: cannot be written: no space left on device"
    assert "Traceback" not in said
    assert process.returncode == commands.USAGE
