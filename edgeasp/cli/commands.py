"""The command line: one or two commands a file. Importing it needs neither clingo nor jinja2 nor rich."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer

from edgeasp._version import __version__
from edgeasp.cli import completion, console, exit_status
from edgeasp.cli.app import Command, Group, Subgroup
from edgeasp.system.errors import OptionError

GROUPS = (
    ("Solve", ("solve", "best", "hint", "explain")),
    ("Look and print", ("check", "info", "show", "play", "sheets")),
    ("Make and convert", ("generate", "convert", "formats")),
    ("Prove", ("certify", "verify")),
    ("Many and long", ("suite", "campaign", "bench", "signs")),
    ("Programs and solvers", ("grade", "facts", "encode", "ground", "cnf", "decode")),
)
"""All commands, in the order in which help and documentation list them."""

_ELSEWHERE = {
    "bench": "lab.bench.command",
    "campaign": "lab.campaign.command",
    "certify": "lab.certificate.certify",
    "cnf": "cli.decode",
    "facts": "cli.encode",
    "formats": "cli.convert",
    "hint": "cli.explain",
    "signs": "lab.signs.command",
    "suite": "lab.suite.command",
    "verify": "lab.certificate.verify",
}
"""The modules of commands that have none of their name here."""

NAMES = tuple(name for _, names in GROUPS for name in names)

ENVIRONMENT = (
    ("EDGEASP_TIME_LIMIT", "--time-limit, where a command is given none"),
    ("EDGEASP_CONFLICT_LIMIT", "--conflict-limit"),
    ("EDGEASP_MEMORY_LIMIT", "--memory-limit"),
    ("EDGEASP_JOBS", "--jobs"),
    ("EDGEASP_QUIET", "--quiet, if it is 1"),
    ("NO_COLOR", "no colours, if it is not empty"),
    ("COLUMNS", "the width of the terminal, if it is not that of the window"),
)
"""Variables of the environment, each with the option for which it stands. Benchmarks and passes over suites have limits
of their own."""


@cache
def load(name: str) -> Any:
    """The command of that name; its module is imported only then, so that the start is fast."""
    module = import_module(f"edgeasp.{_ELSEWHERE.get(name, f'cli.{name}')}")
    functions = getattr(module, "COMMANDS", [getattr(module, name)])
    group: dict[str, Any] = {"cls": Subgroup, "no_args_is_help": True} if hasattr(module, "COMMANDS") else {}
    commands = typer.Typer(**group, add_completion=False, rich_markup_mode=None)
    for function in functions:
        commands.command(cls=Command, epilog=function.epilog)(function)
    if group:
        commands.callback()(getattr(module, name))
    command = typer.main.get_command(commands)
    command.name = name
    return command


class Commands(Group):
    """The group of all commands, each loaded when needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands."""
        return list(NAMES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load a command, or only its outline for a shell that completes; None if there is none of that name."""
        if cmd_name not in NAMES:
            return None
        outlined = "_EDGEASP_COMPLETE" in os.environ and cmd_name in completion.read()
        return completion.outline_for_shell(cmd_name) if outlined else load(cmd_name)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments of the group; `help solve` is `solve --help`."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return list(super().parse_args(ctx, args))

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Say how a command is called."""
        formatter.write_usage("edgeasp", "COMMAND [ARGS]...")

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands in groups; none is loaded for it that has its row in the table."""
        width = max(map(len, NAMES))
        for heading, names in GROUPS:
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), _sentence(name)) for name in names])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Say where more stands, and list the variables of the environment and the exit statuses."""
        formatter.write_paragraph()
        formatter.write_text("edgeasp help COMMAND tells more of a command, with examples.")
        with formatter.section("Environment"):
            formatter.write_dl(ENVIRONMENT)
        with formatter.section("Exit status"):
            formatter.write_dl([(f"{status:>3}", meaning) for status, meaning in exit_status.TABLE])


def _sentence(name: str) -> str:
    """A command in a sentence, of its docstring where `make generated` has not written its row yet."""
    return completion.sentence(name) if name in completion.read() else str(load(name).get_short_help_str(1000))


app = typer.Typer(
    name="edgeasp",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)


@app.callback(invoke_without_command=True)
def edgeasp(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("-V", "--version", help="Print the version.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="With --version: also what is installed, and what can be added.")
    ] = False,
) -> None:
    """Solve edge-matching puzzles (Eternity II and its relatives) with answer set programming."""
    if version:
        console.line(f"edgeasp {__version__}")
        if everything:
            console.lines(versions_text())
        raise typer.Exit
    if everything:
        raise OptionError("--all goes with --version")
    if ctx.invoked_subcommand is None:
        ctx.fail("Missing command.")


EXTRAS = {
    "png": "boards as PNG",
    "pdf": "sheets of tiles, boards and books as PDF",
    "proof": "certificates, which edgeasp certify makes",
    "cluster": "searches on many machines, by Dask and SLURM",
    "bench": "other solvers to measure edgeasp against, and plots",
}
"""The purpose of each extra; the packages stand in the metadata of the installed edgeasp."""

_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:.*\bextra == ['\"](?P<extra>[\w-]+))?")


def versions_text() -> str:
    """Python, the packages and the programs in C that edgeasp uses, and the extras: what each adds, how to add it."""
    import platform
    from importlib.metadata import requires

    from edgeasp.system import compiling

    lines = [f"Python {platform.python_version()} on {platform.platform(terse=True)}"]
    requirements = (requires("edgeasp") or []) if _installed("edgeasp") else []
    needs = [match for requirement in requirements if (match := _REQUIREMENT.match(requirement))]
    always = [match["name"] for match in needs if match["extra"] is None]
    lines += ["with " + ", ".join(f"{name} {release}" for name in always if (release := _installed(name)))]
    lines += ["", "programs in C:"]
    lines += [f"  {source.stem:<8} {compiling.origin(source)}" for source in compiling.sources()]
    lines += ["", "extras:"]
    absent = []
    for extra, meaning in EXTRAS.items():
        packages = {match["name"]: _installed(match["name"]) for match in needs if match["extra"] == extra}
        there = bool(packages) and all(packages.values())
        if not there:
            absent.append(extra)
        state = "installed" if there else "not installed"
        shown = ", ".join(f"{name} {release}" if release else name for name, release in packages.items())
        lines.append(f"  {extra:<8} {meaning}: {state} ({shown})")
    if absent:
        named = f"'edgeasp[{absent[0]}]'"
        lines += ["", "to add one, by what has installed edgeasp:"]
        lines += [f"  {command} {named}" for command in ("pip install", "pipx install --force", "uv tool install")]
    return "\n".join(lines)


def _installed(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None
