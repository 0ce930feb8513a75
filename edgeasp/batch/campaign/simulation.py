"""How long a campaign would take with other numbers of workers: a simulation of its schedule, event by event."""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from statistics import median

from edgeasp.batch.campaign.ledger import Kind
from edgeasp.batch.campaign.progress import Progress
from edgeasp.system.errors import InputError


@dataclass(frozen=True, slots=True)
class Overheads:
    """What workers cost besides their work, in seconds.

    Attributes:
        start: from the start of a worker to its first cube, without its grounding.
        ground: grounding, once a worker.
        hand_over: the time in which the one process that hands out cubes is busy with each of them.
    """

    start: float
    ground: float
    hand_over: float


@dataclass(frozen=True, slots=True)
class SimulatedRecord:
    """A simulated run.

    Attributes:
        workers: their number.
        wall_seconds: from the beginning to the end of the last cube.
        efficiency: the seconds of all cubes by the seconds of all workers.
        idle: the part of the workers' time in which they wait for a cube.
    """

    workers: int
    wall_seconds: float
    efficiency: float
    idle: float


@dataclass
class _Node:
    """A cube: the seconds that it takes, and the cubes that come of it."""

    seconds: float = 0.0
    share: float = 1.0
    children: list[_Node] = field(default_factory=list)


def overheads(progress: Progress, start: float, hand_over: float) -> Overheads:
    """The overheads of a campaign: its grounding as it was recorded, the rest as given."""
    grounding = [entry.body["ground"] for entry in progress.costs if entry.body["ground"] > 0]
    return Overheads(start, median(grounding) if grounding else 0.0, hand_over)


def simulate(
    progress: Progress, workers: Sequence[int], costs: Overheads, source: str, seed: int = 1
) -> list[SimulatedRecord]:
    """Simulate a campaign with different numbers of workers.

    A cube that is open takes as long as one that is done, drawn at random and scaled by its share.

    Raises:
        InputError: no cube is done.
    """
    root = _tree(progress, source, random.Random(seed))
    return [_run(root, number, costs) for number in workers]


def _tree(progress: Progress, source: str, chance: random.Random) -> _Node:
    done = [(share, entry.body["cpu"]) for share, entry in progress.verdicts]
    if not done:
        raise InputError(source, None, "expected cubes that are done, to simulate with their times, found none")
    nodes = {"": _Node()}
    for entry in progress.costs:
        node = nodes[entry.cube]
        node.seconds += max(0.0, entry.body["cpu"] - entry.body["ground"])
        if entry.kind is Kind.SPLIT:
            last = entry.body["choices"][-1]
            for atom in last["live"]:
                child = _Node(share=node.share / len(last["live"]))
                nodes[f"{last['cube']} {atom}".strip()] = child
                node.children.append(child)
    for name, each in progress.open.items():
        share, seconds = chance.choice(done)
        nodes[name].seconds += seconds * each.cube.share / share
    return nodes[""]


def _run(root: _Node, workers: int, costs: Overheads) -> SimulatedRecord:
    """List scheduling, largest share first; cubes are handed over one after another."""
    number = count()
    free = [(costs.start, each, False) for each in range(workers)]
    heapq.heapify(free)
    waiting: list[tuple[float, int, _Node]] = [(-root.share, next(number), root)]
    running: list[tuple[float, int, _Node, int]] = []
    clock = handed = worked = 0.0
    while waiting or running:
        if waiting and free:
            _, _, node = heapq.heappop(waiting)
            ready, worker, warm = heapq.heappop(free)
            handed = max(handed, clock, ready) + costs.hand_over
            worked += node.seconds
            end = handed + node.seconds + (0.0 if warm else costs.ground)
            heapq.heappush(running, (end, next(number), node, worker))
            continue
        clock, _, node, worker = heapq.heappop(running)
        heapq.heappush(free, (clock, worker, True))
        for child in node.children:
            heapq.heappush(waiting, (-child.share, next(number), child))
    total = workers * clock
    return SimulatedRecord(
        workers, round(clock, 2), worked / total if total else 1.0, 1 - worked / total if total else 0.0
    )
