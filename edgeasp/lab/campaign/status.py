"""Progress of a campaign, its resumption, and estimates of the remaining work.

The *share* of a cube is the fraction of the search space that it covers. The complete search has share 1, and a
split divides the share of a cube evenly among its parts.
"""

from __future__ import annotations

import heapq
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import chain, count
from math import sqrt
from statistics import median
from typing import Any, ClassVar

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.formats import plain
from edgeasp.lab.campaign.ledger import CampaignStatement, EntryKind, Ledger, LedgerEntry
from edgeasp.parallel.processes import Call, EndedCall, Executor
from edgeasp.parallel.split import CubeEnd, CubeOutcome, OpenCube, OpenCubes, SplitSearch, effort_in_conflicts
from edgeasp.search.cubes import Cube, Split
from edgeasp.search.task import FoundSolution, Job, Result
from edgeasp.system.errors import InputError, OutputError
from edgeasp.system.limits import Deadline, Limits
from edgeasp.system.writing import LockTaken, lock_folder

NO_VERDICT = "expected the verdict on its cube, which is written with it, found none: entries were taken out"
"""Error for a solution whose cube has no verdict: searching the cube again would count the solution twice."""

KINDS = {
    CubeEnd.SPLIT: EntryKind.SPLIT,
    CubeEnd.WHOLE: EntryKind.WHOLE,
    CubeEnd.GIVEN_UP: EntryKind.GIVEN_UP,
    CubeEnd.COMPLETE: EntryKind.VERDICT,
}
"""Type of the ledger entry for each outcome of a cube."""

_ENDS = {kind: end for end, kind in KINDS.items()}
_ATOM = re.compile(r"([a-z]+)\(([\w,]+)\)", re.ASCII)


@dataclass
class CampaignProgress:
    """Progress of a campaign, as its ledger records it.

    Attributes:
        open_cubes: open cubes, and the share of the search that is done.
        found: number of solutions so far.
        boards: solutions so far, each as the text of a `.sol` file. Empty if the campaign only counts.
        verdicts: share of each cube that was searched completely, with the ledger entry of the result.
        costs: ledger entries that record processor time, one for each split or search of a cube.
        refuted: number of cubes that were refuted when their parent was split.
    """

    open_cubes: OpenCubes = field(default_factory=OpenCubes)
    found: int = 0
    boards: list[str] = field(default_factory=list)
    verdicts: list[tuple[float, LedgerEntry]] = field(default_factory=list)
    costs: list[LedgerEntry] = field(default_factory=list)
    refuted: int = 0

    @property
    def open(self) -> dict[str, OpenCube]:
        """Open cubes, keyed by the text of their atoms."""
        return self.open_cubes.open

    @property
    def cpu(self) -> float:
        """Processor time so far, in seconds."""
        return sum(float(entry.body["cpu"]) for entry in self.costs)


def replay_ledger(entries: Iterable[LedgerEntry], source: str, limit: int = 0) -> CampaignProgress:
    """Compute the progress of a campaign from its ledger.

    Args:
        entries: entries of the ledger, in order.
        source: path of the ledger, for messages.
        limit: number of solutions that ends the campaign, 0 for all.

    Raises:
        InputError: an entry is about a cube that is not open. Or a cube has solutions but no verdict (the entry for a
            complete search), although the limit on solutions did not end the campaign.
    """
    progress = CampaignProgress()
    waiting: dict[str, LedgerEntry] = {}
    for entry in entries:
        if entry.cube not in progress.open:
            raise InputError(source, None, f"{entry}: expected an open cube")
        if entry.kind is EntryKind.SOLUTION:
            progress.boards.append(entry.body["board"])
            waiting.setdefault(entry.cube, entry)
            continue
        if (before := waiting.pop(entry.cube, None)) is not None and entry.kind is not EntryKind.VERDICT:
            raise InputError(source, None, f"{before}: {NO_VERDICT}")
        progress.costs.append(entry)
        _apply_entry(progress, entry, progress.open.pop(entry.cube).cube)
    # Solutions of a cube that was stopped early have no verdict that counts them.
    progress.found = max(progress.found, len(progress.boards))
    if waiting and not 0 < limit <= progress.found:
        raise InputError(source, None, f"{min(waiting.values(), key=lambda entry: entry.number)}: {NO_VERDICT}")
    return progress


def _apply_entry(progress: CampaignProgress, entry: LedgerEntry, cube: Cube) -> None:
    parts = []
    if entry.kind is EntryKind.SPLIT:
        choices = entry.body["choices"]
        progress.refuted += sum(len(choice["refuted"]) for choice in choices)
        path, live = choices[-1]["cube"], choices[-1]["live"]
        parts = [Cube(parse_assumptions(f"{path} {atom}"), cube.share / len(live)) for atom in live]
    if entry.kind is EntryKind.VERDICT:
        progress.found += entry.body["solutions"]
        progress.verdicts.append((cube.share, entry))
        # Cubes are only searched once there are enough of them, so a resumed run need not make more.
        progress.open_cubes.filled = True
    spent = effort_in_conflicts(entry.body["conflicts"], entry.body.get("tiles", 0))
    progress.open_cubes.record_end(cube, _ENDS[entry.kind], parts, spent)


def parse_assumptions(text: str) -> tuple[Assumption, ...]:
    """Parse the text of a cube into its assumptions."""
    assumptions = []
    for name, arguments in _ATOM.findall(text):
        values = tuple(int(word) if word.isdigit() else word for word in arguments.split(","))
        assumptions.append(Assumption(Atom(name, values)))
    return tuple(assumptions)


def split_entry_body(split: Split) -> dict[str, Any]:
    """Build the body of the ledger entry for a split."""
    choices = [
        {
            "cube": Cube(choice.assumptions).text,
            "live": [*map(str, choice.live)],
            "refuted": [*map(str, choice.refuted)],
        }
        for choice in split.choices
    ]
    return {"choices": choices}


# Seconds to wait for another process with the same campaign, which may be about to stop.
_PATIENCE = 2.0


class LedgerRecorder:
    """Recorder that writes each step of a split search to a ledger."""

    def __init__(self, ledger: Ledger, statement: CampaignStatement) -> None:
        self._ledger = ledger
        self._always = {"seed": statement.options.seed, **asdict(statement.made_of), "puzzle": statement.seal[:16]}

    def add(self, end: CubeEnd, answers: Sequence[FoundSolution], ended: EndedCall) -> None:
        """Append the outcome of a cube and its solutions, atomically."""
        if end is CubeEnd.ENOUGH:
            return  # the search needed no more solutions, so the cube stays open
        outcome: CubeOutcome = ended.value
        body: dict[str, Any] = {}
        if outcome.split is not None:
            body = split_entry_body(outcome.split)
        if end is CubeEnd.COMPLETE:
            body = {"solutions": outcome.found}
        cube = ended.call.argument.cube.text
        self._ledger.append(
            [*_solution_entries(cube, answers), (KINDS[end], cube, body | self._cost_fields(outcome, ended))]
        )

    def add_contradiction(self, reasons: Sequence[str]) -> None:
        """Record that counting arguments rule out any solution."""
        cost = self._cost_fields(CubeOutcome("counting"), EndedCall(Call("", None)))
        self._ledger.append([(EntryKind.VERDICT, "", {"solutions": 0, "reasons": list(reasons), **cost})])

    def _cost_fields(self, outcome: CubeOutcome, ended: EndedCall) -> dict[str, Any]:
        return {
            "conflicts": outcome.statistics.conflicts or 0,
            **({"tiles": outcome.tiles} if outcome.tiles else {}),
            "cpu": round(ended.cpu, 4),
            "wall": round(ended.wall, 4),
            "ground": round(outcome.seconds.get("ground", 0.0), 4),
            "worker": outcome.worker,
            "time": round(time.time(), 1),
            **self._always,
        }

    def add_early(self, answers: Mapping[Cube, Sequence[FoundSolution]]) -> None:
        """Append solutions of cubes whose search was stopped early."""
        solutions = (_solution_entries(cube.text, some) for cube, some in answers.items())
        self._ledger.append(chain.from_iterable(solutions))


def _solution_entries(cube: str, answers: Sequence[FoundSolution]) -> list[tuple[EntryKind, str, dict[str, Any]]]:
    return [(EntryKind.SOLUTION, cube, {"board": plain.write_sol(solution.solution)}) for solution in answers]


class CampaignRun:
    """One run of a campaign, until its end or a limit.

    Attributes:
        statement: task of the campaign.
        before: progress at the start of the run.
        search: search of the open cubes, None if nothing is left to do.
    """

    def __init__(
        self, statement: CampaignStatement, ledger: Ledger, deadline: Deadline, executor: Executor | None, jobs: int
    ) -> None:
        """Prepare a run.

        Args:
            statement: task of the campaign.
            ledger: open ledger, which the run extends.
            deadline: limits of the run.
            executor: executor that runs the workers, None for processes of this machine.
            jobs: number of workers.
        """
        self.statement = statement
        self.before = replay_ledger(ledger.entries(), str(ledger.path), statement.limit)
        self.search: SplitSearch | None = None
        self._recorder = LedgerRecorder(ledger, statement)
        if is_answered(statement, self.before):
            return
        self.search = SplitSearch(
            statement.task(),
            statement.options,
            deadline,
            jobs,
            executor=executor,
            plan=statement.plan,
            open_cubes=self.before.open_cubes,
            expected=statement.made_of,
            recorder=self._recorder,
        )

    def new_solutions(self, limits: Limits, *, scan: bool = True) -> Iterator[FoundSolution]:
        """Search, and yield each new solution once it is recorded.

        Args:
            limits: limits of the run.
            scan: whether the compiled search may search cubes.
        """
        statement, search = self.statement, self.search
        if search is not None:
            wanted = statement.limit - self.before.found if statement.limit else 0
            yield from search.run(
                Job(search.task, wanted, statement.options, limits, counts=statement.counts, scan=scan)
            )
            if reasons := search.result().reasons:
                self._recorder.add_contradiction(reasons)

    def result(self) -> Result | None:
        """Return the search result, or None without a search."""
        return self.search.result() if self.search else None


def is_answered(statement: CampaignStatement, progress: CampaignProgress) -> bool:
    """Whether all cubes are done, or enough solutions are known."""
    return not progress.open or 0 < statement.limit <= progress.found


def read_progress(statement: CampaignStatement) -> CampaignProgress:
    """Read the progress of a campaign, even while it runs.

    Raises:
        InputError: the ledger belongs to another campaign, or an entry was altered.
    """
    with Ledger(statement.folder, statement.seal) as ledger:
        return replay_ledger(ledger.entries(), str(ledger.path), statement.limit)


@contextmanager
def open_ledger(statement: CampaignStatement, tick: Callable[[], None] = lambda: None) -> Iterator[Ledger]:
    """Open the ledger of a campaign exclusively.

    Raises:
        InputError: the ledger belongs to another campaign.
        OutputError: another process is busy with the campaign.
    """
    try:
        with lock_folder(statement.folder, _PATIENCE, tick), Ledger(statement.folder, statement.seal) as ledger:
            yield ledger
    except LockTaken:
        raise OutputError(f"{statement.folder}: another process is busy with this campaign") from None


FEWEST = 20
"""Fewest finished cubes for an estimate. With fewer, its 95 % interval would be too wide to be useful."""

PARTS, HARDER = 2.0, 10.0
"""Time per share of the parts of a cube that ran out of budget, relative to the cube: likely, and at most (95 %)."""

# Number of latest entries from which the current rate is computed.
_RECENT = 200


@dataclass(frozen=True, slots=True)
class Worker:
    """Work of one worker so far.

    Attributes:
        worker: machine and process of the worker.
        orders: number of times that the worker split or searched a cube.
        cpu_seconds: processor time of the worker.
        last: time at which the worker's last cube ended, in seconds since 1970.
    """

    worker: str
    orders: int
    cpu_seconds: float
    last: float


@dataclass(frozen=True, slots=True)
class RemainingWork:
    """Estimate of the remaining work, extrapolated from finished cubes.

    Attributes:
        cpu_seconds: remaining processor time.
        cpu_seconds_low: lower end of the 95 % interval of `cpu_seconds`.
        cpu_seconds_high: upper end of the 95 % interval of `cpu_seconds`.
        done_low: completed fraction of all work, if the rest takes `cpu_seconds_high`.
        done_high: completed fraction of all work, if the rest takes `cpu_seconds_low`.
        wall_seconds: remaining wall time at the rate of the latest cubes, None if the rate is unknown.
    """

    cpu_seconds: float
    cpu_seconds_low: float
    cpu_seconds_high: float
    done_low: float
    done_high: float
    wall_seconds: float | None


@dataclass(frozen=True, slots=True)
class CampaignStatus:
    """Progress of a campaign in numbers, for text and JSON.

    Attributes:
        campaign: folder of the campaign.
        size: columns and rows of the board.
        answered: whether the requested number of solutions, or every solution, is known.
        complete: whether all cubes are done.
        cubes_done: number of cubes searched completely.
        cubes_refuted: number of cubes refuted when their parent was split.
        cubes_open: number of cubes still to be searched or split.
        done: completed fraction of the search space, if each split divides its cube evenly.
        found: number of solutions, as the encoding counts them.
        conflicts: number of conflicts of clasp.
        tiles: number of tiles that the compiled search has placed.
        cpu_seconds: processor time so far.
        workers: workers that have split or searched a cube, the latest active first.
        rest: estimate of the remaining work, or None if nothing remains or too few cubes are done for an estimate.
    """

    SCHEMA: ClassVar = ("edgeasp.campaign-status", 1)

    campaign: str
    size: tuple[int, int]
    answered: bool
    complete: bool
    cubes_done: int
    cubes_refuted: int
    cubes_open: int
    done: float
    found: int
    conflicts: int
    tiles: int
    cpu_seconds: float
    workers: tuple[Worker, ...]
    rest: RemainingWork | None


def campaign_status(statement: CampaignStatement, progress: CampaignProgress) -> CampaignStatus:
    """Summarise the progress of a campaign in numbers."""
    return CampaignStatus(
        campaign=str(statement.folder),
        size=(statement.puzzle.cols, statement.puzzle.rows),
        answered=is_answered(statement, progress),
        complete=not progress.open,
        cubes_done=len(progress.verdicts),
        cubes_refuted=progress.refuted,
        cubes_open=len(progress.open),
        # Shares are floats, so their sum is not exactly 1 at the end.
        done=min(1.0, progress.open_cubes.done) if progress.open else 1.0,
        found=progress.found,
        conflicts=sum(entry.body["conflicts"] for entry in progress.costs),
        tiles=sum(entry.body.get("tiles", 0) for entry in progress.costs),
        cpu_seconds=round(progress.cpu, 2),
        workers=_summarise_workers(progress.costs),
        rest=estimate_remaining_work(progress),
    )


def _summarise_workers(costs: Sequence[LedgerEntry]) -> tuple[Worker, ...]:
    by_name: dict[str, list[LedgerEntry]] = {}
    for entry in costs:
        by_name.setdefault(entry.body["worker"], []).append(entry)
    workers = []
    for name, entries in by_name.items():
        cpu, last = (sum(entry.body["cpu"] for entry in entries), max(entry.body["time"] for entry in entries))
        workers.append(Worker(name, len(entries), round(cpu, 2), last))
    return tuple(sorted(workers, key=lambda worker: (-worker.last, worker.worker)))


def estimate_remaining_work(progress: CampaignProgress) -> RemainingWork | None:
    """Estimate the remaining work.

    The processor time of a cube is assumed proportional to its share of the search space. A cube that runs out of
    budget is harder than others, and so are its parts. So cubes are grouped by generation, which is the number of
    ancestors that ran out of budget, and each generation has its own ratio of time to share. The 95 % interval covers
    two uncertainties. The jackknife measures how much the estimate changes if one cube is left out. If a generation has
    few finished cubes, its ratio is assumed to be in a range.

    Returns:
        the estimate, or None if all is done or too few cubes are finished.
    """
    if not progress.open or len(progress.verdicts) < FEWEST:
        return None
    cubes, generation_of = _collect_searched_cubes(progress.costs)
    left: dict[int, float] = defaultdict(float)
    for name, waiting in progress.open.items():
        left[generation_of[name]] += waiting.cube.share
    sums = [_GenerationSums() for _ in range(1 + max(generation_of.values()))]
    for cube in cubes:
        sums[cube.generation].add(cube)
    others = []
    for cube in cubes:
        # Leave the cube out by subtracting it, so the jackknife takes linear time.
        sums[cube.generation].add(cube, -1)
        others.append(_extrapolate_work(sums, left, PARTS))
        sums[cube.generation].add(cube)
    mean, number = sum(others) / len(others), len(others)
    # Two standard errors of the jackknife.
    spread = 2 * sqrt((number - 1) / number * sum((other - mean) ** 2 for other in others))
    # At the lower end, parts take no longer per share than their cube.
    low, middle, high = (_extrapolate_work(sums, left, harder) for harder in (1.0, PARTS, HARDER))
    low, high = max(0.0, low - spread), high + spread
    spent, pace = progress.cpu, _recent_rate(progress.costs)
    return RemainingWork(
        round(middle, 2),
        round(low, 2),
        round(high, 2),
        spent / (spent + high) if spent + high else 0.0,
        spent / (spent + low) if spent + low else 1.0,
        round(middle / pace, 1) if pace else None,
    )


@dataclass
class _SearchedCube:
    """Cube that was searched, completely or until its budget ended.

    Attributes:
        share: share of the search space.
        generation: number of ancestors that ran out of budget.
        cpu: processor time in seconds, including the time to split the cube.
        out_of_budget: whether it ran out of budget.
    """

    share: float
    generation: int
    cpu: float
    out_of_budget: bool


def _collect_searched_cubes(entries: Iterable[LedgerEntry]) -> tuple[list[_SearchedCube], dict[str, int]]:
    share, generation, cubes = {"": 1.0}, {"": 0}, list[_SearchedCube]()
    given_up: dict[str, _SearchedCube] = {}
    for entry in entries:
        name, spent = entry.cube, float(entry.body["cpu"])
        if entry.kind is EntryKind.SPLIT:
            last = entry.body["choices"][-1]
            parts = [f"{last['cube']} {atom}".strip() for atom in last["live"]]
            share |= {part: share[name] / len(parts) for part in parts}
            generation |= dict.fromkeys(parts, generation[name])
        if entry.kind in (EntryKind.VERDICT, EntryKind.GIVEN_UP):
            cubes.append(_SearchedCube(share[name], generation[name], spent, entry.kind is EntryKind.GIVEN_UP))
        elif name in given_up:
            given_up[name].cpu += spent
        if entry.kind is EntryKind.GIVEN_UP:
            given_up[name] = cubes[-1]
            # Its parts belong to the next generation, as does the cube until it is split.
            generation[name] += 1
    return cubes, generation


@dataclass
class _GenerationSums:
    """Sums of share and time over the cubes of one generation."""

    number: int = 0
    share: float = 0.0
    cpu: float = 0.0
    share_given_up: float = 0.0
    cpu_given_up: float = 0.0

    def add(self, cube: _SearchedCube, times: int = 1) -> None:
        """Add a cube, or subtract it with `times=-1`."""
        self.number += times
        self.share += times * cube.share
        self.cpu += times * cube.cpu
        if cube.out_of_budget:
            self.share_given_up += times * cube.share
            self.cpu_given_up += times * cube.cpu


def _extrapolate_work(generations: Sequence[_GenerationSums], left: Mapping[int, float], harder: float) -> float:
    # Parts in a generation with few finished cubes are assumed harder by the factor `harder`.
    ratios: list[float] = []
    deeper = 0.0
    # From the last generation up, as the work on a cube out of budget includes the work on its parts.
    for this, before in zip(reversed(generations), (*reversed(generations[:-1]), _GenerationSums()), strict=True):
        if this.number >= FEWEST or (this.number and not before.number):
            deeper = (this.cpu + this.share_given_up * deeper) / this.share
        elif before.share_given_up > 0:
            deeper = max(deeper, harder * before.cpu_given_up / before.share_given_up)
        ratios.insert(0, deeper)
    return sum(share * ratios[generation] for generation, share in left.items())


def _recent_rate(costs: Sequence[LedgerEntry]) -> float | None:
    recent = costs[-_RECENT:]
    begin = min(entry.body["time"] - entry.body["wall"] for entry in recent)
    wall = max(entry.body["time"] for entry in recent) - begin
    return sum(entry.body["cpu"] for entry in recent) / wall if wall > 0 else None


@dataclass(frozen=True, slots=True)
class WorkerOverheads:
    """Time that workers spend on anything but searching cubes.

    Attributes:
        start: seconds from the start of a worker to its first cube, excluding grounding.
        ground: seconds that each worker needs once for grounding.
        hand_over: seconds to hand one cube to a worker. A single process hands out all cubes.
    """

    start: float
    ground: float
    hand_over: float


@dataclass(frozen=True, slots=True)
class SimulatedRun:
    """Simulated run of a campaign with a given number of workers.

    Attributes:
        workers: number of workers.
        wall_seconds: wall time until the end of the last cube.
        efficiency: fraction of the workers' time that is spent on cubes.
        idle: fraction of the workers' time without a cube.
    """

    workers: int
    wall_seconds: float
    efficiency: float
    idle: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """Simulation of a campaign with other numbers of workers.

    Attributes:
        costs: time that workers spend on anything but searching cubes.
        runs: one simulated run for each requested number of workers.
    """

    SCHEMA: ClassVar = ("edgeasp.campaign-simulate", 1)
    JSON: ClassVar = ("*costs", "runs")

    costs: WorkerOverheads
    runs: tuple[SimulatedRun, ...]


@dataclass
class _SimulatedCube:
    """Cube with its processor time and its children, for the simulation."""

    seconds: float = 0.0
    share: float = 1.0
    children: list[_SimulatedCube] = field(default_factory=list)


def worker_overheads(progress: CampaignProgress, start: float, hand_over: float) -> WorkerOverheads:
    """Combine given overheads with the recorded median grounding time."""
    grounding = [entry.body["ground"] for entry in progress.costs if entry.body["ground"] > 0]
    return WorkerOverheads(start, median(grounding) if grounding else 0.0, hand_over)


def simulate(progress: CampaignProgress, workers: Sequence[int], costs: WorkerOverheads, source: str) -> Simulation:
    """Simulate a campaign with different numbers of workers.

    An open cube is assumed to need as much time per share as a finished cube chosen at random.

    Raises:
        InputError: no cube is done.
    """
    # A fixed seed, so that repeated simulations agree.
    root = _build_tree(progress, source, random.Random(1))
    return Simulation(costs, tuple(_simulate_run(root, number, costs) for number in workers))


def _build_tree(progress: CampaignProgress, source: str, chance: random.Random) -> _SimulatedCube:
    done = [(share, entry.body["cpu"]) for share, entry in progress.verdicts]
    if not done:
        raise InputError(source, None, "expected cubes that are done, to simulate with their times, found none")
    nodes = {"": _SimulatedCube()}
    for entry in progress.costs:
        node = nodes[entry.cube]
        # Simulated workers ground once each, so recorded grounding is taken out.
        node.seconds += max(0.0, entry.body["cpu"] - entry.body["ground"])
        if entry.kind is EntryKind.SPLIT:
            last = entry.body["choices"][-1]
            for atom in last["live"]:
                child = _SimulatedCube(share=node.share / len(last["live"]))
                nodes[f"{last['cube']} {atom}".strip()] = child
                node.children.append(child)
    for name, waiting in progress.open.items():
        share, seconds = chance.choice(done)
        nodes[name].seconds += seconds * waiting.cube.share / share
    return nodes[""]


def _simulate_run(root: _SimulatedCube, workers: int, costs: WorkerOverheads) -> SimulatedRun:
    # List scheduling, largest share first, as the frontier hands out cubes: one at a time, by a single process.
    # Numbers break ties in the heaps, since cubes cannot be compared.
    number = count()
    # When the worker is free, its number, and whether it has grounded the program.
    free = [(costs.start, worker, False) for worker in range(workers)]
    heapq.heapify(free)
    waiting: list[tuple[float, int, _SimulatedCube]] = [(-root.share, next(number), root)]
    running: list[tuple[float, int, _SimulatedCube, int]] = []
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
    efficiency = worked / (workers * clock) if clock else 1.0
    return SimulatedRun(workers, round(clock, 2), efficiency, 1 - efficiency)
