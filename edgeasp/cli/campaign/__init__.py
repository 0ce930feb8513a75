"""`edgeasp campaign`: one file a command."""

from __future__ import annotations

import typer

from edgeasp.cli.app import Command, Subgroup
from edgeasp.cli.campaign import certify, check, new, run, simulate, solutions, status

app = typer.Typer(cls=Subgroup, no_args_is_help=True, rich_markup_mode=None, add_completion=False)

for module, function in (
    (new, new.new),
    (run, run.run),
    (status, status.status),
    (check, check.check),
    (solutions, solutions.solutions),
    (certify, certify.certify),
    (simulate, simulate.simulate),
):
    app.command(cls=Command, epilog=module.EPILOG)(function)


@app.callback()
def campaign() -> None:
    """Search for hours or weeks: stop, kill, resume, move, and check what was done.

    A campaign is a folder. In there puzzle.puz and clues.sol are what is searched, campaign.json says how, and
    ledger.sqlite records what came of each part of the search. Nothing else is needed to go on on another machine.
    """
