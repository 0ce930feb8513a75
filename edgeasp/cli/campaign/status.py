"""`edgeasp campaign status`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from edgeasp.cli.app import examples
from edgeasp.cli.campaign import campaign_words
from edgeasp.cli.campaign.campaign_options import Folder
from edgeasp.cli.delivery import deliver, deliver_words, require_writable
from edgeasp.cli.plot_option import require_plottable
from edgeasp.cli.shared_options import OutputFile, ReportFormat, output_option
from edgeasp.formats.endings import Content

EPILOG = examples(
    "edgeasp campaign status campaign",
    "edgeasp campaign status campaign --format json",
    "edgeasp campaign status campaign --plot campaign.svg",
)


def status(
    folder: Folder,
    form: ReportFormat = output_option(ReportFormat.TEXT, "--format", help="Format of the report."),
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
    require_writable(output, Content.JSON if form is ReportFormat.JSON else Content.LINES)
    stated = statement.read(folder)
    progress = read_progress(stated)
    record = campaign_status(stated, progress)
    if form is ReportFormat.JSON:
        deliver(json.dumps(asdict(record), indent=1) + "\n", output)
    else:
        deliver_words("\n".join(campaign_words.lines(record, counts=stated.counts)) + "\n", output)
    if picture is not None:
        from edgeasp.batch.campaign import status_plot

        status_plot.write(progress, picture)
