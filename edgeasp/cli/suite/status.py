"""`edgeasp suite status`."""

from __future__ import annotations

from dataclasses import asdict, fields
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from edgeasp.cli import console, exit_status
from edgeasp.cli.app import examples
from edgeasp.cli.delivery import deliver, json_text, require_plottable, require_writable
from edgeasp.cli.progress import duration
from edgeasp.cli.shared_options import OutputFile, output_option
from edgeasp.cli.suite import suite_options
from edgeasp.formats import csv_table
from edgeasp.formats.endings import Content

if TYPE_CHECKING:
    from edgeasp.batch.suite_passes import SuiteStatusRecord


class StatusFormat(Enum):
    """The formats of the table."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


_CONTENTS = {StatusFormat.TEXT: Content.LINES, StatusFormat.JSON: Content.JSON, StatusFormat.CSV: Content.TABLE}

EPILOG = examples(
    "edgeasp suite status boards",
    "edgeasp suite status boards --format csv > boards.csv",
    "edgeasp suite status boards --plot boards.svg",
)


def status(
    folder: suite_options.Folder,
    sizes: suite_options.Sizes = None,
    colours: suite_options.Colours = None,
    form: StatusFormat = output_option(StatusFormat.TEXT, "--format", help="Print text, JSON or CSV."),
    output: OutputFile = None,
    picture: Path | None = output_option(
        None, "--plot", metavar="FILE", help="Also draw a plot to FILE, an .svg or .png."
    ),
) -> None:
    """Print how many boards are done and how many solutions are known.

    Every solution is checked. The time is that of all passes, as passes.csv in the folder has it.
    The exit status is 2 if there is an error in the folder of a board.
    """
    from edgeasp.batch.suite_passes import seconds_spent, suite_status

    require_plottable(picture)
    require_writable(output, _CONTENTS[form])
    record = suite_status(suite_options.boards(folder, sizes, colours), seconds_spent(Path(folder)))
    if form is StatusFormat.JSON:
        deliver(json_text(record), output)
    else:
        deliver(_text(record) if form is StatusFormat.TEXT else _csv(record), output)
    if picture is not None:
        from edgeasp.cli import status_plots

        status_plots.write_suite(record.rows, picture)
    for each in record.bad:
        console.error(each.fault)
    if record.bad:
        raise typer.Exit(exit_status.USAGE)


_HEADINGS = ("size", "colours", "boards", "done", "open", "bad", "solutions", "least", "median", "most")


def _text(record: SuiteStatusRecord) -> str:
    cells = [[*_HEADINGS, "time"]]
    for row in record.rows:
        size = str(row.cols) if row.cols == row.rows else f"{row.cols}x{row.rows}"
        numbers = [getattr(row, name) for name in _HEADINGS[1:]]
        words = ["-" if number is None else f"{number:,g}" for number in numbers]
        cells.append([size, *words, duration(row.seconds)])
    sums = (sum(getattr(row, name) for row in record.rows) for name in ("boards", "done", "open", "bad", "solutions"))
    whole = duration(sum(row.seconds for row in record.rows))
    cells.append(["all", "", *(f"{number:,}" for number in sums), "", "", "", whole])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return "\n".join(lines) + "\n"


def _csv(record: SuiteStatusRecord) -> str:
    from edgeasp.batch.suite_passes import StatusRow

    table = [[field.name for field in fields(StatusRow)], *(asdict(row).values() for row in record.rows)]
    return "".join(map(csv_table.row, table))
