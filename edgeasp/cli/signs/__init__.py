"""`edgeasp signs`: one file a command."""

from __future__ import annotations

import typer

from edgeasp.cli.app import Command, Subgroup
from edgeasp.cli.signs import correlate, count, sample, search

app = typer.Typer(cls=Subgroup, no_args_is_help=True, rich_markup_mode=None, add_completion=False)

for module, function in (
    (count, count.count),
    (sample, sample.sample),
    (correlate, correlate.correlate),
    (search, search.search),
):
    app.command(cls=Command, epilog=module.EPILOG)(function)


@app.callback()
def signs() -> None:
    """Study the signs that the tiles of a solution can have.

    Lay a checkerboard over a solution, and each tile is plus or minus. In a diamond a plus meets a minus, so half of
    the inner sides of a colour are on plus tiles (the condition colours), and among corner, side and centre tiles there
    are as many plus tiles as plus squares (kinds). An assignment of signs is possible if it meets these conditions, the
    signs that tiles carry, and the clues.
    """
