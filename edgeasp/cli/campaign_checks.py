"""`edgeasp campaign check` and `edgeasp campaign certify`."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from edgeasp.cli import console, exit_status, shared_options, signals
from edgeasp.cli.app import examples, leave
from edgeasp.cli.delivery import json_text
from edgeasp.cli.progress import ProgressLine
from edgeasp.cli.shared_options import CampaignFolder, Form, ReportFormat, output_option, search_option
from edgeasp.system.limits import Deadline, LimitReached

if TYPE_CHECKING:
    from edgeasp.batch.campaign.certification import Certification
    from edgeasp.batch.campaign.ledger_audit import Audited


CHECK_EXAMPLES = examples("edgeasp campaign check campaign")


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
    from edgeasp.batch.campaign import ledger_audit, statement
    from edgeasp.batch.campaign.ledger import Head, Ledger

    noted = None if head is None else Head.parse(head)
    stated = statement.read(folder)
    with Ledger(stated.folder, stated.seal) as ledger:
        found = ledger_audit.audit(stated, ledger.entries(), str(ledger.path))
        if noted is not None:
            ledger.require(noted)
        last = ledger.head
    if form is ReportFormat.JSON:
        console.out(json_text(CampaignCheckRecord(**asdict(found), entries=last.number, head=str(last))))
    else:
        _print_audit(found)
        console.line(f"head {last}" + (f"; as noted up to entry {noted.number:,}" if noted else ""))
    console.flush()
    raise typer.Exit(exit_status.UNANSWERED if found.open else exit_status.ANSWERED)


def _print_audit(found: Audited) -> None:
    leaves = found.searched + found.refuted + found.open
    console.line(f"{leaves:,} leaves of {found.splits:,} splits cover the search, and none overlaps another one")
    console.line(
        f"{found.searched:,} leaves searched, {found.refuted:,} refuted when they were made, {found.open:,} open"
    )
    if found.solutions is not None:
        boards = f"{found.solutions:,} board{'s' * (found.solutions != 1)}"
        console.line(f"{boards}: each is a solution, lies in its cube, and occurs once")


CERTIFY_EXAMPLES = examples(
    "edgeasp campaign certify campaign -o certificate",
    "edgeasp campaign certify campaign -o certificate --jobs 2 --compress",
)


@shared_options.with_groups
def certify(
    folder: CampaignFolder,
    jobs: shared_options.Jobs = None,
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="The folder of the certificate."),
    compress: bool = output_option(False, "--compress", help="Compress formulas and proofs, as .gz."),
) -> None:
    """Certify that the boards of a complete campaign are all there are, cube by cube.

    A proof says that every board lies in one of the cubes that were searched, and each cube gets a certificate of its
    own, which can be checked alone, on any machine; edgeasp verify checks all of them, or one. Nothing of the campaign
    is believed. If it is stopped or killed, the same call goes on: certificates of cubes that are there and have the
    files that they were written with are not made again. The exit status is 1 if a limit is reached.
    """
    from edgeasp.batch.campaign import certification, statement
    from edgeasp.batch.campaign.certification import divide
    from edgeasp.certificate.make.proving import ProofOptions
    from edgeasp.solvers.sat import prover

    caps = limits.limits()
    stated = statement.read(folder)
    prover.require()
    line = ProgressLine()
    going: Certification | None = None

    def tick() -> None:
        if line.due:
            number = len(going.division.cubes) if going else 0
            share = going.done / number if going and number else None
            line.show(_so_far(going), share=share, at_most=deadline.left())

    deadline = Deadline(caps, tick)
    try:
        divided = divide(stated, deadline)
        with certification.opened(output):
            going = certification.Certification(divided, output, caps, jobs or 1)
            made = going.run(ProofOptions(deadline, caps.conflicts, compress=compress))
    except LimitReached as reached:
        _stop(line, f"stopped by the {reached}", going, exit_status.UNANSWERED)
    except KeyboardInterrupt as interrupt:
        _stop(line, "interrupted", going, signals.status_of(interrupt))
    finally:
        line.clear()
    assert made.claim is not None
    console.line(made.claim.claim)
    there = f", {going.done - going.made:,} cubes were certified before" if going.done > going.made else ""
    console.note(
        f"certified; {deadline.seconds():.2f} s, {going.conflicts:,} conflicts{there}; to check it: edgeasp verify "
        f"{shlex.quote(output)}"
    )


def _stop(line: ProgressLine, why: str, going: Certification | None, status: int) -> NoReturn:
    line.clear()
    console.note(f"{why}: there is no certificate yet; {_so_far(going)}; the same command goes on")
    leave(status)  # clingo may still be grounding


def _so_far(going: Certification | None) -> str:
    done, number = (going.done, len(going.division.cubes)) if going else (0, 0)
    return f"{done:,} of {number:,} cubes are certified" if number else "no cube is certified"
