"""A puzzle and what belongs to it, and commands that work on it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from edgeasp.cli import commands
from edgeasp.cli.commands import app
from edgeasp.formats import plain

PUZ = "3 3\n0 0 1 1\n0 0 1 2\n0 0 2 1\n0 0 2 2\n0 1 3 2\n0 1 4 1\n0 2 3 1\n0 2 4 2\n3 3 4 4\n"
SOL = "0 0 2 2\n1 2 0 0\n2 2 2 3\n3 0 0 1\n4 1 2 2\n5 2 1 3\n6 0 1 1\n7 1 0 0\n8 1 1 2\n"
PUZZLE = plain.read_puz(PUZ, "puzzle.puz")
CLUE = "3 0 0 1\n"
SIGNS = "0 +\n1 +\n2 +\n3 +\n8 +\n4 -\n5 -\n6 -\n7 -\n"
# Counting finds nothing, but the corners with a 1 cannot be joined to those with a 2.
UNSOLVABLE = "2 2\n0 0 1 1\n0 0 1 1\n0 0 2 2\n0 0 2 2\n"
# The same puzzle and its solution as others write them; here the tiles lie so that their zeros give the order away.
UDLR = "\n".join(["3 3", *("{1} {3} {0} {2}".format(*line.split()) for line in PUZ.splitlines()[1:])]) + "\n"
JSON = json.dumps(
    {
        "name": "x",
        "width": 3,
        "height": 3,
        "numColors": 4,
        "pieces": [list(map(int, line.split())) for line in PUZ.splitlines()[1:]],
        "hints": [{"pos": 0, "piece": 3, "rot": 3}],
    }
)
ET2 = "4/3 8/0 2/0\n7/3 9/2 5/1\n3/2 6/1 1/2\n"
TOO_FEW_ZEROS = "2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 1 1\n"


READS_PUZZLE = ("solve", "best", "check", "show", "facts", "encode", "ground")
READS_SOL = ("check", "show")
READS_CLUE = ("solve", "best", "check", "facts", "ground")
READS_SIGNS = ("solve", "best", "check", "show", "facts", "ground")
WRITES = ("solve", "best", "facts", "encode", "ground")
FORM = {"best": ["--format", "sol"]}
"""What a command has to be given where the name of a file does not say what it is to hold."""


@dataclass(frozen=True)
class Run:
    """What came of a command."""

    exit_code: int
    stdout: str
    stderr: str
    exception: BaseException | None


def run(*arguments: str, given: str | bytes | None = None) -> Run:
    """Run a command in this process."""
    result = CliRunner().invoke(app, list(arguments), input=given)
    return Run(result.exit_code, result.stdout, result.stderr, result.exception)


def refused(result: Run) -> str:
    """The message of a command with bad input, after checks of its form."""
    assert result.exit_code == commands.USAGE, result
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert result.stderr.startswith("edgeasp: error: ")
    assert result.stderr.endswith("\n")
    assert 1 <= len(result.stderr.splitlines()) <= 2
    return result.stderr.removeprefix("edgeasp: error: ").removesuffix("\n")


def lay(name: str, content: str | bytes | None) -> None:
    if content is not None:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())


def arguments_of(command: str) -> list[str]:
    return {"check": ["puzzle.puz", "x.sol"], "show": ["puzzle.puz", "x.sol"]}.get(command, ["puzzle.puz"])
