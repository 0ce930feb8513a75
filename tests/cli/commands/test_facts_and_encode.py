"""`edgeasp facts` and `edgeasp encode`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from clingo import Control

from edgeasp.cli import commands
from edgeasp.formats import plain
from tests.cli.commands.material import (
    run,
)
from tests.support.boards import cut_up
from tests.support.running import start


def test_a_reader_that_stops_early_is_no_error() -> None:
    puzzle, _ = cut_up(40, 40, 60)
    Path("big.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    with start("facts", "big.puz") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"% An edge-matching puzzle of 40 x 40 squares")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == commands.BROKEN_PIPE


@pytest.mark.parametrize("options", [["--unframed"], ["--upright"], ["--wrap", "columns"], ["--block", "2x2"]])
def test_facts_and_encoding_of_one_puzzle_take_the_same_options(options: list[str]) -> None:
    """Together they have the boards of `solve`."""
    program = run("facts", "puzzle.puz", *options).stdout + run("encode", "puzzle.puz", *options).stdout
    control = Control(["0", "--project=show"], logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        number = sum(1 for _ in handle)
    counted = json.loads(run("solve", "puzzle.puz", *options, "--count", "--format", "json").stdout)
    assert counted["counts"]["boards"] == number
