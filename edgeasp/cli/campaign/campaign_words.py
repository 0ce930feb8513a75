"""How far a campaign is, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edgeasp.cli.progress import duration

if TYPE_CHECKING:
    from edgeasp.batch.campaign.status import CampaignStatusRecord, RestRecord


def summary(record: CampaignStatusRecord, *, counts: bool) -> str:
    """The state of a campaign in one line."""
    solutions = f"{record.found:,} solution{'s' * (record.found != 1)}" + " counted" * counts
    if record.complete:
        return f"complete: {solutions}, and no others; {record.cubes_done:,} cubes searched"
    state = "answered" if record.answered else "open"
    return f"{state}: {solutions} so far, {record.done:.1%} done, {record.cubes_open:,} cubes open"


def lines(record: CampaignStatusRecord, *, counts: bool) -> list[str]:
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
