"""A plot of a campaign: what was done when, and how long cubes take."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

from edgeasp.batch.campaign.progress import Progress
from edgeasp.draw import plotting


def write(progress: Progress, path: Path) -> None:
    """Draw the part that is done over processor time, and the time of each cube over its share."""
    plotting.require()
    import matplotlib as mpl

    with mpl.rc_context(plotting.STYLE):
        plotting.save(_figure(progress), path)


def _figure(progress: Progress) -> Any:
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
