"""Simulated speed-up of many workers: the table of docs/campaigns.md.

`python -m studies.cluster_table` prints it. The cubes are not from a real campaign. Their times are drawn at random
from an exponential distribution. A cube that takes three times the mean is split into three, as campaigns do, and each
part takes a third of the remaining time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from edgeasp.lab.campaign.ledger import EntryKind, LedgerEntry
from edgeasp.lab.campaign.status import CampaignProgress, WorkerOverheads, simulate
from edgeasp.parallel.split import OpenCubes

CUBES = 20_000
MEANS = (1, 10, 60)
WORKERS = (24, 128, 1024, 10_000)
COSTS = WorkerOverheads(start=2.0, ground=0.5, hand_over=0.002)
"""Seconds to start a worker, to ground the program, and to hand over a cube to a Dask cluster."""

EXCESS = 3
"""Factor of the mean time after which a cube is split again."""


def campaign(mean: float, cubes: int = CUBES, seed: int = 1) -> CampaignProgress:
    """Build a complete campaign with random times of its cubes."""
    chance = random.Random(seed)
    names = [f"half(1,1,right,c{number})" for number in range(cubes)]
    progress = CampaignProgress(OpenCubes([]), costs=[_entry(EntryKind.SPLIT, "", 0.0, [("", names)])])
    for name in names:
        _search(progress, name, chance.expovariate(1 / mean), mean, 1 / cubes)
    return progress


def _search(progress: CampaignProgress, cube: str, seconds: float, mean: float, share: float) -> None:
    most = EXCESS * mean
    if seconds <= most:
        progress.costs.append(_entry(EntryKind.VERDICT, cube, seconds, []))
        progress.verdicts.append((share, progress.costs[-1]))
        return
    # The parts repeat the search until then.
    parts = [f"half(2,1,right,c{part})" for part in range(EXCESS)]
    progress.costs += [_entry(EntryKind.GIVEN_UP, cube, most, []), _entry(EntryKind.SPLIT, cube, 0.02, [(cube, parts)])]
    for part in parts:
        _search(progress, f"{cube} {part}", seconds / EXCESS, mean, share / EXCESS)


def _entry(kind: EntryKind, cube: str, seconds: float, choices: list[tuple[str, list[str]]]) -> LedgerEntry:
    body = {"cpu": seconds, "ground": 0.0, "choices": [{"cube": above, "live": live} for above, live in choices]}
    return LedgerEntry(1, kind, cube, body)


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"| seconds a cube | {' | '.join(f'{each:,} workers' for each in WORKERS)} |"
    yield "|--:|" + "--:|" * len(WORKERS)
    for mean in MEANS:
        runs = simulate(campaign(mean), WORKERS, COSTS, "campaign").runs
        yield f"| {mean} | " + " | ".join(f"{each.efficiency:.2f}" for each in runs) + " |"


if __name__ == "__main__":
    for line in table():
        print(line)
