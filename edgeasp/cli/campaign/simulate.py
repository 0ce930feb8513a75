"""`edgeasp campaign simulate`."""

from __future__ import annotations

from edgeasp.cli import console
from edgeasp.cli.app import examples
from edgeasp.cli.campaign.campaign_options import Folder
from edgeasp.cli.progress import duration
from edgeasp.cli.shared_options import search_option

EPILOG = examples("edgeasp campaign simulate campaign --workers 1,2,24,1024")


def simulate(
    folder: Folder,
    workers: str = search_option(
        "1,24,128,1024,10000", "--workers", metavar="LIST", help="Numbers of workers, such as 24,1024."
    ),
    start: float = search_option(
        2.0, "--start", metavar="SECONDS", min=0, help="From the start of a worker to its first cube."
    ),
    hand_over: float = search_option(
        0.002, "--hand-over", metavar="SECONDS", min=0, help="The time that handing over one cube takes."
    ),
) -> None:
    """Simulate a campaign with other numbers of workers.

    The schedule is simulated event by event, with the recorded processor times of all cubes; a cube that is open takes
    as long as one that is done, scaled by its share. One process hands out the cubes, one after another.
    """
    from edgeasp.batch import ranges
    from edgeasp.batch.campaign import simulation, statement
    from edgeasp.batch.campaign.ledger import LEDGER
    from edgeasp.batch.campaign.run import read_progress

    numbers = ranges.parse_numbers(workers, "numbers of workers such as 24,1024", 1, 10**6)
    stated = statement.read(folder)
    progress = read_progress(stated)
    costs = simulation.overheads(progress, start, hand_over)
    console.line(f"start {costs.start:g} s, grounding {costs.ground:g} s, handing over a cube {costs.hand_over:g} s")
    console.line("workers      wall time  efficiency")
    for each in simulation.simulate(progress, numbers, costs, str(stated.folder / LEDGER)):
        console.line(f"{each.workers:>7,}  {duration(each.wall_seconds):>13}  {each.efficiency:>10.3f}")
    console.flush()
