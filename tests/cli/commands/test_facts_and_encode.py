"""`edgeasp facts` and `edgeasp encode`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from clingo import Control

from edgeasp.cli import commands
from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.puzzle.model import Placement, Solution, Square
from tests.cli.commands.material import (
    PUZZLE,
    run,
)
from tests.support.boards import cut_up
from tests.support.running import start


def test_facts_are_those_of_the_library() -> None:
    clues = Solution((Placement(3, Square(0, 0), 1),))
    assert run("facts", "puzzle.puz").stdout == facts.write(PUZZLE)
    assert run("facts", "puzzle.puz", "--clue", "corner.clue").stdout == facts.write(PUZZLE, clues)
    assert run("facts", "puzzle.puz", "--class-only").stdout == facts.write(PUZZLE, class_only=True)
    assert run("facts", "facts.lp").stdout == facts.write(PUZZLE)


def test_facts_into_a_file() -> None:
    result = run("facts", "puzzle.puz", "-o", "new.lp")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert Path("new.lp").read_text(encoding="utf-8") == facts.write(PUZZLE)


def test_facts_with_a_frame_that_is_named() -> None:
    Path("bare.lp").write_text(facts.write(PUZZLE, class_only=True), encoding="utf-8")
    assert "frame(" not in run("facts", "bare.lp").stdout
    assert run("facts", "bare.lp", "--frame", "black").stdout == facts.write(PUZZLE)


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


def test_encode_fits_the_puzzle() -> None:
    Path("unframed.puz").write_text("2\n" + "1 1 1 1\n" * 4, encoding="utf-8")
    assert run("encode", "puzzle.puz").stdout == run("encode").stdout == run("encode", "--encoding", "framed").stdout
    assert run("encode", "unframed.puz").stdout == run("encode", "--encoding", "decision").stdout
    assert run("encode").stdout != run("encode", "--encoding", "decision").stdout


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


def test_options_on_a_puzzle_want_one_to_encode() -> None:
    assert "options on how a puzzle is read go with PUZZLE" in run("encode", "--unframed").stderr
