"""Plots of how far a campaign and a suite are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from edgeasp.batch.campaign.progress import Progress
from edgeasp.batch.suite_passes import StatusRow
from edgeasp.draw import plotting

_OPEN, _DONE, _BAD = plotting.COLOURS[4], plotting.COLOURS[2], plotting.COLOURS[1]


def write_campaign(progress: Progress, path: Path) -> None:
    """Draw the part that is done over processor time, and the time of each cube over its share."""
    plotting.require()
    import matplotlib as mpl

    with mpl.rc_context(plotting.STYLE):
        plotting.save(_course(progress), path)


def _course(progress: Progress) -> Any:
    drawn, (course, cubes) = plotting.figure(7.2, 3.0, cols=2, sharey=False)
    shares = {entry.number: share for share, entry in progress.verdicts}
    spent = list(accumulate(entry.body["cpu"] for entry in progress.costs))
    done = list(accumulate(shares.get(entry.number, 0.0) for entry in progress.costs))
    course.step([0.0, *spent], [0.0, *done], where="post", color=plotting.COLOURS[0])
    course.set(ylim=(0, 1.02), xlabel="processor time in seconds")
    course.set_title("part that was searched", loc="left")
    cubes.set_title("seconds that a cube took", loc="left")
    if progress.verdicts:
        # Zero has no place on a logarithmic scale.
        seconds = [max(entry.body["cpu"], 1e-4) for _, entry in progress.verdicts]
        cubes.plot([share for share, _ in progress.verdicts], seconds, ".", color=plotting.COLOURS[2])
        cubes.set(xscale="log", yscale="log", xlabel="share of the search that a cube is")
    return drawn


def write_suite(rows: Sequence[StatusRow], path: Path) -> None:
    """Draw for each row the shares of boards done, open and bad, and the range of known solutions."""
    plotting.require()
    import matplotlib as mpl

    with mpl.rc_context(plotting.STYLE):
        plotting.save(_shares(rows), path)


def _shares(rows: Sequence[StatusRow]) -> Any:
    drawn, (shares, numbers) = plotting.figure(7.2, 1.4 + 0.24 * len(rows), cols=2)
    places = range(len(rows))
    begun = [0.0] * len(rows)
    for name, colour in (("done", _DONE), ("open", _OPEN), ("bad", _BAD)):
        parts = [getattr(row, name) / row.boards for row in rows]
        if any(parts):
            shares.barh(places, parts, left=begun, color=colour, height=0.7, label=name)
        begun = [start + part for start, part in zip(begun, parts, strict=True)]
    shares.set_yticks(places, [f"{row.cols}x{row.rows}, {row.colours} colours" for row in rows])
    shares.set(xlim=(0, 1), xlabel="share of the boards")
    shares.set_title(f"{sum(row.done for row in rows)} of {sum(row.boards for row in rows)} boards done", loc="left")
    known = [(place, row) for place, row in zip(places, rows, strict=True) if row.median is not None]
    # Zero has no place on a logarithmic scale, so 0.5 stands for it.
    least, middle, most = ([max(getattr(row, name), 0.5) for _, row in known] for name in ("least", "median", "most"))
    at = [place for place, _ in known]
    numbers.hlines(at, least, most, color=plotting.COLOURS[0], linewidth=1.4)
    numbers.plot(middle, at, "o", color=plotting.COLOURS[0])
    numbers.set(xscale="log", xlabel="known solutions: fewest, median, most")
    plotting.plain_numbers(numbers.xaxis)
    shares.set_ylim(len(rows) - 0.4, -0.6)
    handles, labels = shares.get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside lower left", ncols=3, fontsize=8)
    return drawn
