"""Puzzles, solutions, clues and signs from standard input."""

from __future__ import annotations

import pytest

from edgeasp.cli import commands
from edgeasp.encoding import facts
from tests.cli.commands.material import (
    CLUE,
    PUZ,
    PUZZLE,
    READS_CLUE,
    READS_PUZZLE,
    READS_SIGNS,
    READS_SOL,
    SIGNS,
    SOL,
    arguments_of,
    refused,
    run,
)

pytestmark = pytest.mark.usefixtures("in_this_process")


@pytest.mark.parametrize("command", READS_PUZZLE)
@pytest.mark.parametrize("text", [PUZ, facts.write(PUZZLE)], ids=["puz", "facts"])
def test_the_puzzle_from_standard_input(command: str, text: str) -> None:
    result = run(command, "-", *arguments_of(command)[1:], given=text)
    assert result.exit_code == commands.ANSWERED, result.stderr
    if command != "ground":
        # Facts have words for colours, which stand below a drawing.
        assert (
            result.stdout.partition("\n\ncolours: ")[0].strip() == run(command, *arguments_of(command)).stdout.strip()
        )


@pytest.mark.parametrize("command", READS_SOL)
def test_the_solution_from_standard_input(command: str) -> None:
    result = run(command, "puzzle.puz", "-", given=SOL)
    assert result.exit_code == commands.ANSWERED, result.stderr
    assert result.stdout == run(command, "puzzle.puz", "x.sol").stdout


@pytest.mark.parametrize("command", READS_CLUE)
def test_a_clue_from_standard_input(command: str) -> None:
    assert run(command, *arguments_of(command), "--clue", "-", given=CLUE).exit_code == commands.ANSWERED
    message = refused(run(command, *arguments_of(command), "--clue", "-", given="3 0 0 2\n"))
    assert message.startswith("standard input:1: expected a clue for this puzzle")


@pytest.mark.parametrize("command", READS_SIGNS)
def test_signs_from_standard_input(command: str) -> None:
    assert run(command, *arguments_of(command), "--signs", "-", given=SIGNS).exit_code == commands.ANSWERED
    message = refused(run(command, *arguments_of(command), "--signs", "-", given="0 ?\n"))
    assert message.startswith("standard input:1: expected a sign")


@pytest.mark.parametrize(
    "arguments",
    [
        *(["check", "-", "-"], ["show", "-", "-"]),
        *([command, "-", *arguments_of(command)[1:], "--clue", "-"] for command in READS_CLUE),
        *([command, "-", *arguments_of(command)[1:], "--signs", "-"] for command in READS_SIGNS),
        *(["solve", "puzzle.puz", "--clue", "-", "--clue", "-"], ["check", "puzzle.puz", "-", "--clue", "-"]),
    ],
    ids=" ".join,
)
def test_standard_input_twice(arguments: list[str]) -> None:
    assert refused(run(*arguments, given=PUZ)) == "standard input: expected one file at most to be '-'"


def test_a_byte_order_mark_on_standard_input() -> None:
    assert run("show", "-", given=b"\xef\xbb\xbf" + PUZ.encode()).exit_code == commands.ANSWERED
