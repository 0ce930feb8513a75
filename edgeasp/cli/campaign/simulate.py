"""`edgeasp campaign simulate`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from edgeasp.cli import console
from edgeasp.cli.app import examples
from edgeasp.cli.delivery import json_text
from edgeasp.cli.progress import duration
from edgeasp.cli.shared_options import CampaignFolder, Form, ReportFormat, search_option

EPILOG = examples("edgeasp campaign simulate campaign --workers 1,2,24,1024")


@dataclass(frozen=True, slots=True)
class SimulatedRunRecord:
    """A simulated run."""

    workers: Annotated[int, "Their number."]
    wall_seconds: Annotated[float, "From the beginning to the end of the last cube."]
    efficiency: Annotated[float, "The seconds of all cubes by the seconds of all workers."]
    idle: Annotated[float, "The part of the workers' time in which they wait for a cube."]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationRecord:
    """The object that `edgeasp campaign simulate --format json` prints."""

    schema: Annotated[Literal["edgeasp.campaign-simulate"], "The name of this schema."] = "edgeasp.campaign-simulate"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    start: Annotated[float, "Seconds from the start of a worker to its first cube, without its grounding."]
    ground: Annotated[float, "Seconds of grounding, once a worker."]
    hand_over: Annotated[float, "Seconds that the process that hands out cubes is busy with each."]
    runs: Annotated[tuple[SimulatedRunRecord, ...], "A run for each number of workers asked for, in that order."]


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
    form: Form = ReportFormat.TEXT,
) -> None:
    """Simulate a campaign with other numbers of workers.

    The schedule is simulated event by event, with the recorded processor times of all cubes; a cube that is open takes
    as long as one that is done, scaled by its share. One process hands out the cubes, one after another.
    """
    from edgeasp.batch.campaign import statement, status
    from edgeasp.batch.campaign.ledger import LEDGER
    from edgeasp.batch.campaign.run import read_progress
    from edgeasp.system import lines

    numbers = lines.parse_numbers(workers, "numbers of workers such as 24,1024", 1, 10**6)
    stated = statement.read(folder)
    progress = read_progress(stated)
    costs = status.overheads(progress, start, hand_over)
    runs = status.simulate(progress, numbers, costs, str(stated.folder / LEDGER))
    if form is ReportFormat.JSON:
        found = tuple(SimulatedRunRecord(each.workers, each.wall_seconds, each.efficiency, each.idle) for each in runs)
        console.out(json_text(SimulationRecord(**asdict(costs), runs=found)))
        return
    console.line(f"start {costs.start:g} s, grounding {costs.ground:g} s, handing over a cube {costs.hand_over:g} s")
    console.line("workers      wall time  efficiency")
    for each in runs:
        console.line(f"{each.workers:>7,}  {duration(each.wall_seconds):>13}  {each.efficiency:>10.3f}")
    console.flush()
