"""The command line: one file a command. Importing it needs neither clingo nor jinja2 nor rich."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp import __version__
from edgeasp.cli import (
    bench,
    check,
    cnf,
    convert,
    decode,
    encode,
    exits,
    facts,
    formats,
    generate,
    ground,
    info,
    say,
    show,
    solve,
    suite,
)
from edgeasp.cli.app import Command, Group

_STATUSES = "Exit status:\n" + "\n".join(f"  {status:>3}  {meaning}" for status, meaning in exits.TABLE)

app = typer.Typer(
    name="edgeasp",
    cls=Group,
    epilog=_STATUSES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for module, function in (
    (solve, solve.solve),
    (check, check.check),
    (show, show.show),
    (facts, facts.facts),
    (encode, encode.encode),
    (ground, ground.ground),
    (cnf, cnf.cnf),
    (decode, decode.decode),
    (convert, convert.convert),
    (formats, formats.formats),
    (generate, generate.generate),
    (info, info.info),
    (bench, bench.bench),
):
    app.command(cls=Command, epilog=module.EPILOG)(function)
app.add_typer(suite.app, name="suite")


def _version(wanted: bool) -> None:
    if wanted:
        say.line(f"edgeasp {__version__}")
        raise typer.Exit


@app.callback()
def edgeasp(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Solve edge-matching puzzles (Eternity II and its relatives) with answer set programming."""
