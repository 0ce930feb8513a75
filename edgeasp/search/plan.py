"""The plan of a search: a trial without guidance, narrowing, and what threads and processes do.

A plan follows from a job alone, and is a value: nothing is ground, and no clock is read. The engines carry it out.

A search outward decides diamonds in a fixed order, so processes can divide it by the colours of the first of them.
Threads of clasp compete: what one learns changes what others decide.

Where few tiles fit, a part of the board around the clues, or in a corner, can be filled in hardly more ways than it is
filled in the solutions. So the fillings of a first region, `asp/narrow/region.lp`, leave few candidates on its squares,
and these leave few for the squares around it: row by row, or ring by ring, the whole board is done with small programs.
The ground program of the whole board then has thousands of rules instead of millions. Every solution is a filling of
every region, so none is lost, and a region without a filling proves that there is none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property
from math import ceil, exp, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from edgeasp.encoding.render import Region, domain_facts
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.expected import growth, log_fillings, origins
from edgeasp.puzzle.features import supports
from edgeasp.puzzle.model import Placement, Side, Solution, Square
from edgeasp.puzzle.symmetry import rotations
from edgeasp.search.estimates import (
    SETTINGS,
    Guidance,
    ScanEstimate,
    Settings,
    frontier_estimate,
    goes_outward,
    guidance,
    has_many,
    is_guided,
    log_length,
    log_tiles_for_one,
    scan_estimate,
    unguided,
)
from edgeasp.search.task import Job, Narrowed, Task
from edgeasp.solvers.clingo.options import MOST_THREADS, ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status, larger
from edgeasp.system.limits import LimitReached

if TYPE_CHECKING:
    from edgeasp.puzzle.expected_states import FrontierOrder
    from edgeasp.search.estimates import CubeScan
    from edgeasp.solvers.clingo.ground_program import GroundProgram


class Plan(NamedTuple):
    """The plan of a job.

    Attributes:
        guidance: whether the search of the whole board follows edgeasp's.
        trial: conflicts of each thread in a search without guidance that comes first; 0 for none.
        narrows: whether squares are narrowed first, if a region is worth it.
        scans: whether the board is scanned square by square in C, if that can be had.
        longest_scan: the number of tiles laid after which the scan is given up and the rest of the plan is carried out,
            unless it has given a solution; 0 if nothing else is done.
        tries: whether the scan begins anew again and again, with tiles in another order.
        cube: the scan, if it is one of a cube.
        expected_tiles: the number of tiles that a scan is expected to lay, by which it is chosen or not; None if that
            was not asked.
        frontier: the order in which all solutions are counted over a frontier, if that can be had; None if the rest of
            the plan is carried out at once.
    """

    guidance: Guidance = Guidance.FOLLOW
    trial: int = 0
    narrows: bool = False
    scans: bool = False
    longest_scan: int = 0
    tries: bool = False
    cube: CubeScan | None = None
    expected_tiles: float | None = None
    frontier: FrontierOrder | None = None

    @property
    def expected_states(self) -> float | None:
        """The number of states that the count is expected to reach; None without a frontier."""
        return _rounded(self.frontier.log_states) if self.frontier else None


def plan(
    job: Job, settings: Settings = SETTINGS, *, observed: bool = False, check: Callable[[], None] = lambda: None
) -> Plan:
    """Decide how one process searches.

    >>> from edgeasp.search.plan import plan
    >>> planned = plan(edgeasp.Job(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle)))
    >>> planned.guidance, planned.narrows, planned.scans
    (<Guidance.FOLLOW: 'follow'>, False, False)

    Args:
        job: the task, the options of clasp, the number of solutions that are wanted, and assumptions.
        settings: the thresholds.
        observed: whether the search is observed: then it is one, of the whole board.
        check: called now and then while a large board is judged; an exception it raises ends that.
    """
    if observed:
        return Plan()
    task, options = job.task, job.options
    order = guidance(task, options, settings)
    check()
    tries = order is Guidance.TRY_WITHOUT and not job.assumptions
    outward = goes_outward(task, options, settings)
    check()
    expected, anew, longest = _scan(job, settings, check), False, 0
    scan = expected.order if expected and expected.pays else None
    if scan is not None:
        anew = job.limit == 1 and has_many(scan, settings)
        length = log_length(task)
        if anew:
            longest = settings.longest_trial + int(settings.patience * exp(log_tiles_for_one(scan, settings)))
        elif length is not None and length < log(settings.least_scanned):
            longest = settings.longest_trial
    # As many placements as there are at most have to be worth narrowing; `Narrowing` counts them.
    return Plan(
        guidance=order,
        # What competing threads save grows as the root of their number, at best.
        trial=int(settings.trial / sqrt(options.threads)) if tries else 0,
        narrows=job.narrow and outward and 4 * len(task.puzzle.tiles) ** 2 >= settings.least_placements,
        scans=scan is not None,
        longest_scan=longest,
        tries=anew,
        expected_tiles=_rounded(expected.log_tiles) if expected else None,
        frontier=_frontier(job, expected, settings),
    )


def _rounded(log: float) -> float:
    """The number that has a logarithm, to four digits."""
    return float(f"{exp(min(log, _MOST_LOG)):.4g}")


def plan_of_cube(job: Job, settings: Settings = SETTINGS, *, observed: bool = False) -> Plan:
    """Decide how a cube of a split search is searched: the boards that fulfil the assumptions of a job.

    With a limit on conflicts, a scan is given up after so many tiles as it lays in their time.
    """
    from edgeasp.search.estimates import cube_scan

    task, conflicts = job.task, job.limits.conflicts
    scan = None if observed or not _may_scan(job) else cube_scan(task, job.assumptions, settings)
    if scan is None:
        return Plan()
    return Plan(scans=True, longest_scan=(conflicts or 0) * settings.tiles_a_conflict, cube=scan)


_MOST_LOG = 700.0
"""The logarithm of nearly the largest float."""


def _scan(job: Job, settings: Settings, check: Callable[[], None]) -> ScanEstimate | None:
    """The estimate of a scan; None if there is none, as where the user says how clasp is to search."""
    if not _may_scan(job) or job.limits.conflicts is not None or job.assumptions:
        return None
    return scan_estimate(job.task, job.limit, settings, check)


def _frontier(job: Job, scan: ScanEstimate | None, settings: Settings) -> FrontierOrder | None:
    """The order of a count over a frontier, if all solutions are counted and it is expected to be the fastest way."""
    return frontier_estimate(job.task, scan, settings) if scan and job.counts and not job.limit else None


def _may_scan(job: Job) -> bool:
    return job.scan and replace(job.options, seed=1, threads=1) == ClaspOptions()


def with_threads(
    job: Job, processes: int, settings: Settings = SETTINGS, check: Callable[[], None] = lambda: None
) -> tuple[Job, int]:
    """A job for several processes, and their number; both for one process, if threads of it do as well or better.

    They do where the search cannot be split; where they divide a scan; where narrowing leaves little to search; and
    where no search comes to an end, since cubes follow edgeasp's guidance, and only the solver's own order has a chance
    then. Where a limit is reached before that is known, as `check` says, there is nothing left to search for.
    """
    if processes == 1 or job.assumptions:
        return job, processes
    threads = min(MOST_THREADS, processes * job.options.threads)
    together = replace(job, options=replace(job.options, threads=threads))
    if not job.task.splittable:
        return together, 1
    try:
        scan = _scan(job, settings, check)
        if scan and scan.pays:
            return together, 1
        if _frontier(job, scan, settings):
            return together, 1
        little = leaves_little(job, settings, check)
        check()
    except LimitReached:
        return job, 1
    endless = job.limit > 0 and guidance(job.task, together.options, settings) is Guidance.LEAVE
    return (together, 1) if little or endless else (job, processes)


def leaves_little(job: Job, settings: Settings = SETTINGS, check: Callable[[], None] = lambda: None) -> bool:
    """Whether narrowing leaves so little to search that several processes save nothing."""
    task, options = job.task, replace(job.options, configuration="auto")
    if not (job.narrow and goes_outward(task, options, settings)):
        return False

    narrowing = Narrowing(task, options, check, lambda _: nullcontext(), settings, single=job.limit == 1)
    return narrowing.before >= settings.least_alone and narrowing.first() is not None


# ---- candidates for the squares of a large board, narrowed region by region before the whole board is ground ----

Domains = dict[Square, tuple[Candidate, ...]]
"""The candidates of the squares that are narrowed."""


class Narrowing:
    """Narrows the squares of a task.

    >>> always = Settings(least_placements=0, least_alone=0, least_for_one=0, least_for_any_corner=0)
    >>> task = edgeasp.make_task(edgeasp.generate_puzzle(8, colours=24, seed=1))
    >>> session = edgeasp.Session(task, settings=always)
    >>> found = next(session.run(edgeasp.Job(task)))
    >>> session.result().narrowed
    Narrowed(before=5776, after=66, programs=10)

    Attributes:
        domains: the squares that are narrowed, with their candidates.
        statistics: of all searches.
        size: of the largest program; None if nothing was searched.
        programs: the number of programs that were searched.
    """

    def __init__(
        self,
        task: Task,
        options: ClaspOptions,
        check: Callable[[], None],
        timed: Callable[[str], AbstractContextManager[None]],
        settings: Settings = SETTINGS,
        *,
        single: bool = False,
        stoppable: bool = False,
    ) -> None:
        """Get ready.

        Args:
            task: a task to which narrowing applies.
            options: of clasp.
            check: called some twenty times a second; an exception it raises ends the search.
            timed: measures what happens within, given the name of a phase.
            settings: the thresholds.
            single: whether one solution is wanted, and any rotation of it will do.
            stoppable: whether that exception ends the grounding of a region as well.
        """
        self._stoppable = stoppable
        self._task, self._options, self._check, self._timed = task, options, check, timed
        self._settings = settings
        self._every = Candidates(task.puzzle).at
        # Of squares with the same outer sides, the candidates by a colour that they show.
        self._showing: dict[int, dict[tuple[Side, int], list[Candidate]]] = {}
        self._single = single
        at = anchor(task, self._every, single=single)
        self._given = task.clues if at is None else Solution((at,))
        self.domains: Domains = {clue.square: (Candidate.of(clue, task.puzzle),) for clue in self._given}
        self._done: set[Square] = set()
        self.statistics = Statistics(0, 0, 0)
        self.size: ProblemSize | None = None
        self.programs = 0

    @property
    def narrowed(self) -> Narrowed | None:
        """The effect so far; None if nothing was searched."""
        if not self.programs:
            return None
        after = sum(len(self.domains.get(square, every)) for square, every in self._every.items())
        return Narrowed(self.before, after, self.programs)

    @property
    def omits_rotations(self) -> bool:
        """Whether only one of the rotations of each solution is left, although all count."""
        anchored = len(self._given) > len(self._task.clues)
        return anchored and self.programs > 0 and "board-rotations" not in self._task.encoding.symmetry

    @property
    def task(self) -> Task:
        """The task; without guidance, if all squares are narrowed: then hardly a decision is left."""
        complete = len(self.domains) == len(self._every)
        return unguided(self._task) if complete else self._task

    def facts(self) -> str:
        """The candidates as facts that `asp/narrow/candidates.lp` reads; empty if nothing was searched."""
        return domain_facts(self._task.puzzle, self.domains) if self.programs else ""

    def run(self, conflicts: int | None = None) -> None:
        """Narrow squares as long as it pays; with a number of conflicts after which to stop."""
        region = self.first()
        while region is not None and self._fill(region, conflicts):
            region = self._next()

    @cached_property
    def before(self) -> int:
        """The number of candidates on all squares."""
        return sum(map(len, self._every.values()))

    def first(self) -> Region | None:
        """The smallest region around a clue, or in a corner, that has hardly any false filling; None if it is large."""
        if not is_guided(self._task, self._options, self._settings):
            return None
        alone = self._settings.least_for_one if self._given.placements else self._settings.least_for_any_corner
        if self.before < (alone if self._single else self._settings.least_placements):
            return None
        every = origins(self._given)
        # A region takes all squares to judge; many clues have regions alike.
        regions = (self._around(origin) for origin in every[:: ceil(len(every) / self._settings.most_origins)])
        best = min((region for region in regions if region), key=lambda region: region.size, default=None)
        return best if best and best.size <= self._settings.most_of_board * self.before else None

    def _around(self, origin: Square) -> Region | None:
        """The squares around an origin, so many that the fillings of no larger part are expected to be false."""
        self._check()  # with many clues, there are many parts to judge
        order = growth(self._every, [origin])
        expected = log_fillings(self._task.puzzle, order, self._given)
        least = log(self._settings.false_fillings)
        if expected[-1] > least:
            return None
        number = 1 + max((index for index, value in enumerate(expected, 1) if value > least), default=0)
        return self._region(order[:number], guided=True)

    def _next(self) -> Region | None:
        """The squares around those that are done, with those behind them that are not settled; None if there are none.

        A clue that is reached is done.
        """
        band: set[Square] = set()
        edge = self._beyond(self._done)
        while edge:
            reached = {square for square in edge if len(self.domains.get(square, ())) == 1}
            self._done |= reached
            band |= edge - reached
            edge = self._beyond(reached) - band
        near = band
        for _ in range(self._settings.reach):
            near = near | {beyond for square in near for beyond in self._neighbours(square)}
        unsettled = {square for square in near if len(self.domains.get(square, ())) > 1}
        # The order of the squares on the board is as good as any: hardly a decision is left.
        return self._region([square for square in self._every if square in band | unsettled]) if band else None

    def _beyond(self, squares: Iterable[Square]) -> set[Square]:
        """The squares around these that are not done."""
        return {beyond for square in squares for beyond in self._neighbours(square)} - self._done

    def _neighbours(self, square: Square) -> list[Square]:
        around = (self._task.puzzle.grid.neighbour(square, side) for side in Side)
        return [beyond for beyond in around if beyond in self._every]

    def _region(self, squares: Sequence[Square], *, guided: bool = False) -> Region:
        """The region of squares, without those that are settled, with what fits beside all others."""
        chosen = [square for square in squares if len(self.domains.get(square, ())) != 1]
        inside = set(chosen)
        settled = (domain for square, domain in self.domains.items() if square not in inside)
        used = {domain[0].tile for domain in settled if len(domain) == 1}
        return Region({square: self._fitting(square, used) for square in chosen}, guided, self._check)

    def _fitting(self, square: Square, used: set[int]) -> tuple[Candidate, ...]:
        """The candidates for a square that some candidates for the squares around it match, of tiles that are left."""
        self._check()  # on a board of thousands of squares, millions are tried
        known: list[tuple[Side, set[int]]] = []
        for side in Side:
            beyond = self._task.puzzle.grid.neighbour(square, side)
            if beyond in self.domains:
                known.append((side, {domain.sides[side.opposite] for domain in self.domains[beyond]}))
        left: Iterable[Candidate] = self.domains.get(square, self._every[square])
        if not (known or used) and square not in self.domains:
            return self._every[square]  # the tuple that other squares share
        if known and square not in self.domains:
            side, colours = known[0]
            showing = self._by_colour(square)
            left = [candidate for colour in sorted(colours) for candidate in showing.get((side, colour), ())]
        for side, colours in known:
            left = [candidate for candidate in left if candidate.sides[side] in colours]
        return tuple(candidate for candidate in left if candidate.tile not in used)

    def _by_colour(self, square: Square) -> dict[tuple[Side, int], list[Candidate]]:
        """All candidates for a square by a side and the colour that they show there."""
        every = self._every[square]
        # Squares with the same outer sides share one tuple.
        by_colour = self._showing.get(id(every))
        if by_colour is None:
            by_colour = self._showing[id(every)] = defaultdict(list)
            for candidate in every:
                for side in Side:
                    by_colour[side, candidate.sides[side]].append(candidate)
        return by_colour

    def _fill(self, region: Region, conflicts: int | None) -> bool:
        """Find out what lies in the fillings of a region; whether to go on."""
        with self._timed("ground"):
            program = self._program(region)
        # An enumeration may run a few conflicts beyond its limit.
        left = None if conflicts is None else max(0, conflicts - (self.statistics.conflicts or 0))
        try:
            with self._timed("solve"):
                possible = program.possible(self._settings.most_answers, left)
        finally:
            self.programs += 1
            self.statistics += program.statistics
            self.size = larger(self.size, program.size)
        if program.status is Status.UNSATISFIABLE:
            self.domains = dict.fromkeys(self._every, ())
            return False
        if possible is None:
            return False
        self.domains |= region.read(possible)
        self._done |= set(region.candidates)
        return True

    def _program(self, region: Region) -> GroundProgram:
        """The program of a region, for one thread: in most of them hardly a decision is left."""
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        options = replace(self._options, guided=region.guided)
        # Given as an option: the program of a region has levels of its own.
        fixed = (f"--{name}={value}" for name, value in options.of_fixed_order.items())
        text, options = region.program(), replace(options, extra=(*options.extra, *fixed))
        return GroundProgram(text, replace(options, threads=1), self._check, stoppable=self._stoppable)


def anchor(task: Task, candidates: Mapping[Square, tuple[Candidate, ...]], *, single: bool) -> Placement | None:
    """A corner tile at the top left, where some rotation of every solution has it, if one rotation is enough.

    Where a rule keeps one of the rotations, `asp/symmetry/board-rotations.lp`, it is the tile that this has there.
    """
    puzzle, names = task.effective_puzzle, task.encoding.symmetry
    wanted = single and not (task.needs_symmetry_filter or "polarity" in names)
    usual = puzzle.framed and supports("anchors", puzzle)
    if task.clues.placements or not usual or len(rotations(puzzle)) != 4:
        return None
    if not (wanted or "board-rotations" in names):
        return None
    alike: set[int] = set()
    if {"board-rotations", "identical-tiles"} <= set(names):
        alike = {tile for group in puzzle.identical_tiles() for tile in group}
    corner = Square(0, 0)
    unique = (candidate for candidate in candidates[corner] if candidate.tile not in alike)
    return next((Placement(candidate.tile, corner, candidate.rot) for candidate in unique), None)
