"""Commands that read the ledger of a campaign: how far it is, what it has found, and whether it is right."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from edgeasp.cli import console, exit_status
from edgeasp.cli.app import examples
from edgeasp.cli.console import duration
from edgeasp.cli.delivery import content_of, deliver, deliver_words, json_text, require_writable
from edgeasp.cli.shared_options import CampaignFolder, Form, OutputFile, ReportFormat, output_option, search_option
from edgeasp.formats import files
from edgeasp.lab.plotting import require_plottable
from edgeasp.system import writing
from edgeasp.system.errors import OutputError
from edgeasp.system.lines import number_of
from edgeasp.system.writing import make_folder

if TYPE_CHECKING:
    from edgeasp.lab.campaign.status import CampaignStatusRecord


@examples(
    "edgeasp campaign status campaign",
    "edgeasp campaign status campaign --format json",
    "edgeasp campaign status campaign --plot campaign.svg",
)
def status(
    folder: CampaignFolder,
    form: ReportFormat = output_option("text", "--format", help="Print text or JSON."),
    output: OutputFile = None,
    picture: Path | None = output_option(
        None, "--plot", metavar="FILE", help="Also draw a plot to FILE, an .svg or .png."
    ),
) -> None:
    """Print how far a campaign is and when it will end.

    It can be called at any time, also while the campaign runs. The part that is done is by the cubes, each split
    dividing its cube evenly. What is left is an estimate from the cubes that are done, with the range in which it
    lies in 19 of 20 cases.
    """
    from edgeasp.lab.campaign.run import read_progress
    from edgeasp.lab.campaign.statement import read as read_statement
    from edgeasp.lab.campaign.status import campaign_status

    require_plottable(picture)
    require_writable(output, content_of(form))
    stated = read_statement(folder)
    progress = read_progress(stated)
    record = campaign_status(stated, progress)
    if form == "json":
        deliver(json_text(record), output)
    else:
        deliver_words("\n".join(_status_lines(record, counts=stated.counts)) + "\n", output)
    if picture is not None:
        from edgeasp.lab import plots

        plots.write_campaign(progress, picture)


def summary(record: CampaignStatusRecord, *, counts: bool) -> str:
    """The state of a campaign in one line."""
    solutions = number_of(record.found, "solution") + (" counted" if counts else "")
    if record.complete:
        return f"complete: {solutions}, and no others; {record.cubes_done:,} cubes searched"
    state = "answered" if record.answered else "open"
    return f"{state}: {solutions} so far, {record.done:.1%} done, {record.cubes_open:,} cubes open"


def _status_lines(record: CampaignStatusRecord, *, counts: bool) -> list[str]:
    """The state of a campaign, a line for each thing that a person who waits wants to know."""
    cols, rows = record.size
    laid = f", {record.tiles:,} tiles laid" if record.tiles else ""
    return [
        f"campaign    {record.campaign}: {cols} x {rows} squares",
        f"state       {summary(record, counts=counts)}",
        f"cubes       {record.cubes_done:,} searched, {record.cubes_refuted:,} refuted, {record.cubes_open:,} open",
        f"work        {record.conflicts:,} conflicts{laid}, {duration(record.cpu_seconds)} of processor time",
        f"workers     {len(record.workers):,} so far",
        f"left        {_status_left(record)}",
    ]


def _status_left(record: CampaignStatusRecord) -> str:
    if record.complete:
        return "nothing"
    if (rest := record.rest) is None:
        return "too little is done to say"
    spread = f"{duration(rest.cpu_seconds_low)} to {duration(rest.cpu_seconds_high)}"
    pace = "" if rest.wall_seconds is None else f"; {duration(rest.wall_seconds)} at the pace of the last cubes"
    return f"about {duration(rest.cpu_seconds)} of processor time ({spread}){pace}"


@examples("edgeasp campaign solutions campaign -o solutions")
def solutions(
    folder: CampaignFolder,
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="Write sol_1.sol, sol_2.sol, ... to DIR."),
) -> None:
    """Write the solutions that a campaign has found so far.

    Later, the same command adds those that were found since. Other solutions in DIR are not written over.
    """
    from edgeasp.lab.campaign.run import read_progress
    from edgeasp.lab.campaign.statement import read as read_statement

    stated = read_statement(folder)
    progress = read_progress(stated)
    make_folder(output)
    boards = {str(Path(output) / f"sol_{number}.sol"): board for number, board in enumerate(progress.boards, 1)}
    new = {path: board for path, board in boards.items() if not Path(path).exists()}
    for path in boards.keys() - new.keys():
        if files.read_text(path) != boards[path]:
            raise OutputError(f"{path}: holds another solution: expected a folder for those of this campaign alone")
    for path, board in new.items():
        writing.write_text(path, board)
    console.note(f"{number_of(len(progress.boards), 'solution')} written to {output}")


@examples("edgeasp campaign simulate campaign --workers 1,2,24,1024")
def simulate(
    folder: CampaignFolder,
    workers: str = search_option(
        "1,24,128,1024,10000", "--workers", metavar="LIST", help="Numbers of workers, such as 24,1024."
    ),
    start: float = search_option(
        2.0, "--start-up", metavar="TIME", min=0, help="From the start of a worker to its first cube."
    ),
    hand_over: float = search_option(
        0.002, "--hand-over", metavar="TIME", min=0, help="The time that handing over one cube takes."
    ),
    form: Form = "text",
) -> None:
    """Simulate a campaign with other numbers of workers.

    The schedule is simulated event by event, with the recorded processor times of all cubes; a cube that is open takes
    as long as one that is done, scaled by its share. One process hands out the cubes, one after another.
    """
    from edgeasp.lab.campaign import status
    from edgeasp.lab.campaign.ledger import LEDGER
    from edgeasp.lab.campaign.run import read_progress
    from edgeasp.lab.campaign.statement import read as read_statement
    from edgeasp.system import lines

    numbers = lines.parse_numbers(workers, "numbers of workers such as 24,1024", 1, 10**6)
    stated = read_statement(folder)
    progress = read_progress(stated)
    costs = status.overheads(progress, start, hand_over)
    runs = status.simulate(progress, numbers, costs, str(stated.folder / LEDGER))
    if form == "json":
        console.out(json_text(status.SimulationRecord(**asdict(costs), runs=tuple(runs))))
        return
    console.line(f"start {costs.start:g} s, grounding {costs.ground:g} s, handing over a cube {costs.hand_over:g} s")
    console.line("workers      wall time  efficiency")
    for run in runs:
        console.line(f"{run.workers:>7,}  {duration(run.wall_seconds):>13}  {run.efficiency:>10.3f}")
    console.flush()


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


@examples("edgeasp campaign check campaign")
def check(
    folder: CampaignFolder,
    head: str | None = search_option(
        None,
        "--head",
        metavar="HEAD",
        help="Check as well that everything up to this head, which an earlier check has printed, is unaltered.",
    ),
    form: Form = "text",
) -> None:
    """Check from the puzzle alone what a campaign has done.

    The tree of cubes is checked by code that shares nothing with what made it: that its leaves cover the whole search
    and overlap nowhere, that each board is a solution, lies in the cube it was found in, and occurs once, and that no
    entry was altered or taken out by accident. The verdicts of the solver are taken on trust. The head that is printed
    stands for all entries: noted elsewhere and given with --head, it also shows what was altered on purpose, or taken
    from the end. The exit status is 1 if cubes are open, 2 if something is wrong: the message names the first entry
    that is.
    """
    from edgeasp.lab.campaign import ledger_audit
    from edgeasp.lab.campaign.ledger import Head, Ledger
    from edgeasp.lab.campaign.statement import read as read_statement

    noted = None if head is None else Head.parse(head)
    stated = read_statement(folder)
    with Ledger(stated.folder, stated.seal) as ledger:
        audited = ledger_audit.audit(stated, ledger.entries(), str(ledger.path))
        if noted is not None:
            ledger.require(noted)
        last = ledger.head
    if form == "json":
        console.out(json_text(CampaignCheckRecord(**asdict(audited), entries=last.number, head=str(last))))
    else:
        leaves = audited.searched + audited.refuted + audited.open
        console.line(f"{leaves:,} leaves of {audited.splits:,} splits cover the search, and none overlaps another one")
        parts = f"{audited.refuted:,} refuted when they were made, {audited.open:,} open"
        console.line(f"{audited.searched:,} leaves searched, {parts}")
        if audited.solutions is not None:
            boards = number_of(audited.solutions, "board")
            console.line(f"{boards}: each is a solution, lies in its cube, and occurs once")
        console.line(f"head {last}" + (f"; as noted up to entry {noted.number:,}" if noted else ""))
    console.flush()
    raise typer.Exit(exit_status.UNANSWERED if audited.open else exit_status.ANSWERED)
