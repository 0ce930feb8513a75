"""`edgeasp campaign check`."""

from __future__ import annotations

import typer

from edgeasp.cli import console, exit_status
from edgeasp.cli.app import examples
from edgeasp.cli.campaign.campaign_options import Folder

EPILOG = examples("edgeasp campaign check campaign")


def check(folder: Folder) -> None:
    """Check from the puzzle alone what a campaign has done.

    The tree of cubes is checked by code that shares nothing with what made it: that its leaves cover the whole search
    and overlap nowhere, that each board is a solution, lies in the cube it was found in, and occurs once, and that no
    entry was altered or taken out. The verdicts of the solver are taken on trust. The exit status is 1 if cubes are
    open, 2 if something is wrong: the message names the first entry that is.
    """
    from edgeasp.batch.campaign import audit, statement
    from edgeasp.batch.campaign.ledger import Ledger

    stated = statement.read(folder)
    with Ledger(stated.folder, stated.seal) as ledger:
        found = audit.audit(stated, ledger.entries(), str(ledger.path))
    leaves = found.searched + found.refuted + found.open
    console.line(f"{leaves:,} leaves of {found.splits:,} splits cover the search, and none overlaps another one")
    console.line(
        f"{found.searched:,} leaves searched, {found.refuted:,} refuted when they were made, {found.open:,} open"
    )
    if found.solutions is not None:
        boards = f"{found.solutions:,} board{'s' * (found.solutions != 1)}"
        console.line(f"{boards}: each is a solution, lies in its cube, and occurs once")
    console.flush()
    raise typer.Exit(exit_status.UNANSWERED if found.open else exit_status.ANSWERED)
