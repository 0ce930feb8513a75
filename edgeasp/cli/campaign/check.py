"""`edgeasp campaign check`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from edgeasp.cli import console, exit_status
from edgeasp.cli.app import examples
from edgeasp.cli.delivery import json_text
from edgeasp.cli.shared_options import CampaignFolder, Form, ReportFormat, search_option

if TYPE_CHECKING:
    from edgeasp.batch.campaign.audit import Audited

EPILOG = examples("edgeasp campaign check campaign")


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignCheckRecord:
    """The object that `edgeasp campaign check --format json` prints if nothing is wrong."""

    schema: Annotated[Literal["edgeasp.campaign-check"], "The name of this schema."] = "edgeasp.campaign-check"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    splits: Annotated[int, "Cubes that were split."]
    searched: Annotated[int, "Leaves that were searched to their end."]
    refuted: Annotated[int, "Leaves that were refuted when they were made."]
    open: Annotated[int, "Leaves that are still to be searched."]
    solutions: Annotated[int | None, "Boards, each checked; null if the campaign counts only."]
    entries: Annotated[int, "Entries of the ledger."]
    head: Annotated[str, "The head of their chain, to be noted elsewhere: their number and the digest of the last."]


def check(
    folder: CampaignFolder,
    head: str | None = search_option(
        None,
        "--head",
        metavar="HEAD",
        help="Check as well that everything up to this head, which an earlier check has printed, is unaltered.",
    ),
    form: Form = ReportFormat.TEXT,
) -> None:
    """Check from the puzzle alone what a campaign has done.

    The tree of cubes is checked by code that shares nothing with what made it: that its leaves cover the whole search
    and overlap nowhere, that each board is a solution, lies in the cube it was found in, and occurs once, and that no
    entry was altered or taken out by accident. The verdicts of the solver are taken on trust. The head that is printed
    stands for all entries: noted elsewhere and given with --head, it also shows what was altered on purpose, or taken
    from the end. The exit status is 1 if cubes are open, 2 if something is wrong: the message names the first entry
    that is.
    """
    from edgeasp.batch.campaign import audit, statement
    from edgeasp.batch.campaign.ledger import Head, Ledger

    noted = None if head is None else Head.parse(head)
    stated = statement.read(folder)
    with Ledger(stated.folder, stated.seal) as ledger:
        found = audit.audit(stated, ledger.entries(), str(ledger.path))
        if noted is not None:
            ledger.require(noted)
        last = ledger.head
    if form is ReportFormat.JSON:
        console.out(json_text(CampaignCheckRecord(**asdict(found), entries=last.number, head=str(last))))
    else:
        _print(found)
        console.line(f"head {last}" + (f"; as noted up to entry {noted.number:,}" if noted else ""))
    console.flush()
    raise typer.Exit(exit_status.UNANSWERED if found.open else exit_status.ANSWERED)


def _print(found: Audited) -> None:
    leaves = found.searched + found.refuted + found.open
    console.line(f"{leaves:,} leaves of {found.splits:,} splits cover the search, and none overlaps another one")
    console.line(
        f"{found.searched:,} leaves searched, {found.refuted:,} refuted when they were made, {found.open:,} open"
    )
    if found.solutions is not None:
        boards = f"{found.solutions:,} board{'s' * (found.solutions != 1)}"
        console.line(f"{boards}: each is a solution, lies in its cube, and occurs once")
