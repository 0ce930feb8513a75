"""`edgeasp campaign status`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from edgeasp.cli.app import examples
from edgeasp.cli.delivery import deliver, deliver_words, json_text, require_plottable, require_writable
from edgeasp.cli.progress import duration
from edgeasp.cli.shared_options import CampaignFolder, OutputFile, ReportFormat, output_option

if TYPE_CHECKING:
    from edgeasp.batch.campaign.status import CampaignStatusRecord, RestRecord

EPILOG = examples(
    "edgeasp campaign status campaign",
    "edgeasp campaign status campaign --format json",
    "edgeasp campaign status campaign --plot campaign.svg",
)


def status(
    folder: CampaignFolder,
    form: ReportFormat = output_option(ReportFormat.TEXT, "--format", help="Print text or JSON."),
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
    from edgeasp.batch.campaign import statement
    from edgeasp.batch.campaign.run import read_progress
    from edgeasp.batch.campaign.status import campaign_status

    require_plottable(picture)
    require_writable(output, form.content)
    stated = statement.read(folder)
    progress = read_progress(stated)
    record = campaign_status(stated, progress)
    if form is ReportFormat.JSON:
        deliver(json_text(record), output)
    else:
        deliver_words("\n".join(_lines(record, counts=stated.counts)) + "\n", output)
    if picture is not None:
        from edgeasp.cli import status_plots

        status_plots.write_campaign(progress, picture)


def summary(record: CampaignStatusRecord, *, counts: bool) -> str:
    """The state of a campaign in one line."""
    solutions = f"{record.found:,} solution{'s' * (record.found != 1)}" + " counted" * counts
    if record.complete:
        return f"complete: {solutions}, and no others; {record.cubes_done:,} cubes searched"
    state = "answered" if record.answered else "open"
    return f"{state}: {solutions} so far, {record.done:.1%} done, {record.cubes_open:,} cubes open"


def _lines(record: CampaignStatusRecord, *, counts: bool) -> list[str]:
    """The state of a campaign, a line for each thing that a person who waits wants to know."""
    cols, rows = record.size
    return [
        f"campaign    {record.campaign}: {cols} x {rows} squares",
        f"state       {summary(record, counts=counts)}",
        f"cubes       {record.cubes_done:,} searched, {record.cubes_refuted:,} refuted, {record.cubes_open:,} open",
        f"work        {record.conflicts:,} conflicts, {duration(record.cpu_seconds)} of processor time",
        f"workers     {len(record.workers):,} so far",
        f"left        {_left(record)}",
    ]


def _left(record: CampaignStatusRecord) -> str:
    if record.complete:
        return "nothing"
    if record.rest is None:
        return "too little is done to say"
    return _estimate(record.rest)


def _estimate(rest: RestRecord) -> str:
    spread = f"{duration(rest.cpu_seconds_low)} to {duration(rest.cpu_seconds_high)}"
    pace = "" if rest.wall_seconds is None else f"; {duration(rest.wall_seconds)} at the pace of the last cubes"
    return f"about {duration(rest.cpu_seconds)} of processor time ({spread}){pace}"
