"""Groups of options: a command that names a group has the options that it would have if they were written out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from edgeasp.cli import shared_options
from edgeasp.cli.commands import Command
from tests.support.running import COMMANDS

Flag = Annotated[bool, typer.Option("--flag", help="A flag.", rich_help_panel="Output")]
calls: list[Any] = []


def written_out(
    puzzle: shared_options.PuzzleFile,
    clue: shared_options.ClueFiles = None,
    signs: shared_options.SignsFile = None,
    frame: shared_options.Frame = None,
    source_format: shared_options.From = None,
    sides: shared_options.Sides = None,
    size: shared_options.BoardSize = None,
    unframed: shared_options.Unframed = False,
    upright: shared_options.Upright = False,
    block: shared_options.BlockSize = None,
    at: shared_options.BlockAt = None,
    mask: shared_options.Mask = None,
    wrap: shared_options.Wrap = None,
    rim: shared_options.RimParts = None,
    partners: shared_options.MeetingColours = None,
    encoding: shared_options.EncodingName = None,
    formulation: shared_options.FormulationName = "halves",
    redundant: shared_options.RedundantNames = None,
    symmetry: shared_options.SymmetryNames = None,
    heuristic: shared_options.HeuristicName = "outward",
    flag: Flag = False,
) -> None:
    """Do something."""
    read = clue, signs, frame, source_format, sides, size, unframed, upright
    given = shared_options.PuzzleOptions(*read, block, at, mask, wrap, rim, partners)
    encodings = shared_options.EncodingOptions(encoding, formulation, redundant, symmetry, heuristic)
    calls.append((puzzle, given, encodings, flag))


@shared_options.with_groups
def grouped(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    encoding: shared_options.EncodingOptions,
    flag: Flag = False,
) -> None:
    """Do something."""
    calls.append((puzzle, options, encoding, flag))


def invoke(command: Callable[..., None], *arguments: str) -> str:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command("run", cls=Command)(command)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    return result.stdout


def test_the_help_is_that_of_options_that_are_written_out() -> None:
    text = invoke(written_out, "--help-all")
    assert "--clue FILE" in text
    assert "outward]" in text
    assert invoke(grouped, "--help-all") == text
    assert invoke(grouped, "--help") == invoke(written_out, "--help") != text


@pytest.mark.parametrize(
    "arguments",
    [
        ["x.puz"],
        ["x.puz", "--flag", "--clue", "a", "--clue", "b", "--encoding", "framed", "--heuristic", "none"],
        [
            "--upright",
            "--signs",
            "s",
            "--frame",
            "black",
            "--from",
            "puz",
            "--sides",
            "nswe",
            "x.puz",
            "--redundant",
            "all",
        ],
    ],
)
def test_the_values_arrive_in_their_groups(arguments: list[str]) -> None:
    calls.clear()
    for command in (written_out, grouped):
        invoke(command, *arguments)
    assert calls[0] == calls[1]


PUZZLE = ["--clue", "--signs", "--frame", "--from", "--sides", "--size", "--unframed", "--upright", "--block", "--at"]
PUZZLE += ["--mask", "--wrap", "--rim", "--partners"]
ENCODING = ["--encoding", "--formulation", "--redundant", "--symmetry", "--heuristic"]
OWN = ["--add", "--program"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("facts", ["-o", "--class-only", *PUZZLE]),
        ("info", ["-o", "--format", *PUZZLE]),
        ("cnf", ["--formula", "-o", *PUZZLE]),
        ("check", ["--prove", "--jobs", "--time-limit", "--format", "--rules", *PUZZLE]),
        ("decode", ["--encoding", "--cnf", "--relaxed", "-o", *PUZZLE]),
        ("ground", [*ENCODING, *OWN, "--time-limit", "--memory-limit", "-o", "--format", "--profile", *PUZZLE]),
        ("encode", ["--list", *ENCODING, *OWN, "-o", *PUZZLE]),
    ],
)
def test_the_options_of_the_commands(name: str, expected: list[str]) -> None:
    options = [each for each in COMMANDS[name].params if each.param_type_name == "option" and not each.hidden]
    assert [each.opts[0] for each in options] == [*expected, "--help-all", "-q"]


def test_the_files_that_a_group_names() -> None:
    options = shared_options.PuzzleOptions(clue=["a", "b"], signs="s", mask="m")
    assert options.inputs("x.puz", None) == ["x.puz", None, "s", "m", "a", "b"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """Options with defaults as typer has them, and a group among them."""

    number: int = typer.Option(..., "--number", metavar="N", help="How many.")
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions()
    flag: Flag = False


def test_a_group_may_have_groups_and_options_that_are_needed() -> None:
    @shared_options.with_groups
    def nested(puzzle: shared_options.PuzzleFile, wanted: Everything) -> None:
        calls.append((puzzle, wanted))

    calls.clear()
    text = invoke(nested, "x.puz", "--number", "3", "--heuristic", "none", "--flag")
    assert text == ""
    assert calls == [
        ("x.puz", Everything(number=3, encoding=shared_options.EncodingOptions(heuristic="none"), flag=True))
    ]
    shown = invoke(nested, "--help-all")
    places = [shown.index(option) for option in ("--encoding", "--formulation", "--heuristic")]
    assert places == sorted(places)
    assert "[required]" in shown
