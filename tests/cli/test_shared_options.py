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
from edgeasp.cli.options import group_without, option_factory, with_groups
from tests.support.running import COMMANDS

calls: list[Any] = []
reading_option = option_factory("Reading")


@dataclass(frozen=True, slots=True)
class Reading:
    """Options of each type."""

    clue: list[str] | None = reading_option("--clue FILE", "Keep.")
    number: int = reading_option("-n --number N|all", "How many.", 1, min=0)
    heuristic: str = reading_option("--heuristic NAME", "Guidance.", "outward")
    flag: bool = reading_option("--flag/--no-flag", "A flag.", True)


def written_out(
    puzzle: shared_options.PuzzleFile,
    clue: Annotated[
        list[str] | None, typer.Option("--clue", metavar="FILE", help="Keep.", rich_help_panel="Reading")
    ] = None,
    number: Annotated[
        int,
        typer.Option(
            "-n",
            "--number",
            metavar="N|all",
            help="How many.",
            parser=int,
            rich_help_panel="Reading",
        ),
    ] = 1,
    heuristic: Annotated[
        str, typer.Option("--heuristic", metavar="NAME", help="Guidance.", rich_help_panel="Reading")
    ] = "outward",
    flag: Annotated[bool, typer.Option("--flag/--no-flag", help="A flag.", rich_help_panel="Reading")] = True,
) -> None:
    """Do something."""
    calls.append((puzzle, Reading(clue, number, heuristic, flag)))


@with_groups
def grouped(puzzle: shared_options.PuzzleFile, reading: Reading) -> None:
    """Do something."""
    calls.append((puzzle, reading))


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
        ["x.puz", "--no-flag", "--clue", "a", "--clue", "b", "--heuristic", "none"],
        ["-n", "3", "x.puz", "--flag"],
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
    assert options.input_files("x.puz", None) == ["x.puz", None, "s", "m", "a", "b"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """Options with defaults as typer has them, and a group among them."""

    number: Annotated[int, reading_option("--number N", "How many.")]
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions()
    limits: shared_options.LimitOptions = group_without(shared_options.LimitOptions(), "conflict_limit")
    flag: bool = reading_option("--flag", "A flag.", False)


def test_a_group_may_have_groups_and_options_that_are_needed() -> None:
    @with_groups
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
    assert "--time-limit" in shown
    assert "--conflict-limit" not in shown
