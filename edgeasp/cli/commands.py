"""The command line: one file a command. Importing it needs neither clingo nor jinja2 nor rich."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer

from edgeasp._version import __version__
from edgeasp.cli import console, exit_status
from edgeasp.cli.app import Command, Group

NAMES = (
    *("solve", "best", "explain", "hint", "certify", "verify", "check"),
    *("play", "show", "sheets", "info", "facts", "encode", "ground", "cnf", "decode", "convert", "formats", "generate"),
    *("suite", "campaign", "signs", "bench"),
)
"""All commands, in the order in which they are listed; each has a module of its name."""

ENVIRONMENT = (
    ("EDGEASP_TIME_LIMIT", "--time-limit, where a command is given none"),
    ("EDGEASP_CONFLICT_LIMIT", "--conflict-limit"),
    ("EDGEASP_MEMORY_LIMIT", "--memory-limit"),
    ("EDGEASP_THREADS", "--threads"),
    ("EDGEASP_JOBS", "--jobs, but not of bench"),
    ("EDGEASP_QUIET", "--quiet, if it is 1"),
    ("NO_COLOR", "no colours, if it is not empty"),
    ("COLUMNS", "the width of the terminal, if it is not that of the window"),
)
"""Variables of the environment, each with the option for which it stands. Benchmarks and passes over suites have limits
of their own."""


@cache
def load(name: str) -> Any:
    """The command of that name; its module is imported only then, so that the start is fast."""
    module = import_module(f"edgeasp.cli.{name}")
    if hasattr(module, "app"):
        command = typer.main.get_command(module.app)
    else:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(cls=Command, epilog=module.EPILOG)(getattr(module, name))
        command = typer.main.get_command(alone)
    command.name = name
    return command


class Commands(Group):
    """The group of all commands, each loaded when needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands."""
        return list(NAMES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load a command; None if there is none of that name."""
        return load(cmd_name) if cmd_name in NAMES else None

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """List the variables of the environment and the exit statuses."""
        with formatter.section("Environment"):
            formatter.write_dl(ENVIRONMENT)
        with formatter.section("Exit status"):
            formatter.write_dl([(f"{status:>3}", meaning) for status, meaning in exit_status.TABLE])


app = typer.Typer(
    name="edgeasp",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)


def _version(wanted: bool) -> None:
    if wanted:
        console.line(f"edgeasp {__version__}")
        raise typer.Exit


@app.callback()
def edgeasp(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Solve edge-matching puzzles (Eternity II and its relatives) with answer set programming."""
