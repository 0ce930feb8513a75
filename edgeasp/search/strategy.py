"""Choose engine, threads and processes by estimates, before grounding.

`decide` chooses how one process searches a whole task, and `decide_cube` how it searches a cube of a split search.
`choose_processes` decides whether threads or processes share the work. Each choice contains its reason as text, which
`--stats` and JSON show.

The length of a search is the expected number of partial fillings on clingo's way from the clues to a full board. A tile
count is the expected number of placements of the compiled search. Both are computed by `puzzle/expected.py`.

The text next to each threshold names the study or table behind the threshold, or states the measurement.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import lru_cache
from math import exp, log, sqrt
from typing import NamedTuple

from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.candidates import can_be_listed
from edgeasp.puzzle.expected import (
    FrontierOrder,
    best_frontier_order,
    expected_fitting_tiles,
    log_fillings,
    log_sum,
    model_applies,
)
from edgeasp.puzzle.features import supports
from edgeasp.puzzle.model import Puzzle, Solution, Square
from edgeasp.puzzle.symmetry import assignments_per_board
from edgeasp.search.filtering import CubeConditions, DomainFilter
from edgeasp.search.orders import ScanOrder, Share, best_scan_order, growth_order, start_squares
from edgeasp.search.task import TO_THE_EYE, Job, Strategy, Task
from edgeasp.solvers.clingo.options import MOST_THREADS, ClaspOptions
from edgeasp.system.limits import FOREVER, Deadline, LimitReached

FEW_FIT = 1.2
"""Tiles expected to fit next to two neighbours up to which clingo is guided.

Guided searches take 0.44 times as long on 36 such boards. Study: table of `asp/README.md`, search guidance.
"""

MANY_FIT = 1.5
"""Tiles expected to fit beyond which clasp's default heuristic is faster.

`asp/heuristic/outward.lp` stops guiding there as well. Between FEW_FIT and this number, guidance takes 0.37 to 9.4
times as long on 37 boards. Study: as for FEW_FIT.
"""

SHORT_SEARCH = 9e6
"""Length of a guided search up to which an unguided trial would be no shorter.

A trial of TRIAL conflicts would take as long as the search. Study: as for FEW_FIT.
"""

ENDLESS = 1e12
"""Length, or tile count, of a search that never ends.

Only luck finds a solution then, and the default heuristic finds more. Study: `instances/results/jobs/README.md`.
"""

TRIAL = 16_000
"""Conflicts of an unguided trial in one thread.

With it, no board takes more than three times as long as with the better heuristic. Competing threads save the root of
their number, at best. Study: as for FEW_FIT.
"""

LEAST_FILTERED = 5_000
"""Candidates on all squares from which domain filtering pays.

Fewer are ground and searched as fast. From four times as many, so little remains that one process
suffices. Study: `asp/README.md`, domain filtering.
"""

LEAST_FILTERED_FOR_ONE = 50_000
"""Candidates from which domain filtering pays for a single solution.

A search of the whole board may find it early, but a region is searched to its end: filtering took 1.2 and 1.3 times as
long on 11 x 11 and 12 x 12. Study: `instances/results/README.md`, what was tried.
"""

LEAST_FILTERED_IN_CORNER = 300_000
"""Candidates from which domain filtering pays for a single solution without clues.

Each tile has to be tried in the corner: on 16 x 16 filtering takes 0.5 s instead of 2.1 s. Study:
`instances/results/README.md`, large boards.
"""

CLINGO_SECOND = 1e6
"""Length that clingo searches in a second: a shorter search needs no other engine. Study: studies/scans.py."""

SCAN_SECOND = 1e8
"""Tiles that the compiled search places in a second. Study: studies/scan_speed.py."""

SOLUTION = 30
"""Length that clingo searches in the time of listing a solution.

Clingo lists some 30,000 a second, and CLINGO_SECOND is a million: measured on the development half of the tiers.
"""

LEAST_SQUARES = 64
"""Squares from which the compiled search is estimated, however short the search.

Grounding alone takes 0.17 s of processor time at 8 x 8, 0.24 s at 9 x 9 and 0.42 s at 10 x 10 (`Session.ground`).
"""

LEAST_SOLUTIONS = 10
"""Expected solutions from which one of them is searched for in several tries.

Study: studies/luck.py.
"""

PATIENCE = 30
"""Factor by which a try may exceed its expected tile count before clingo takes over.

It holds beyond a tenth of a second. Also the seconds that a single solution may take: 59 of 60 hard boards take less
than 12 s. One second if clingo is expected to end and may find it by luck. Study: studies/luck.py.
"""

TILES_A_STEP = 10
"""Tiles placed in the time of a step of a count over a frontier.

Two to five on seven boards without a frame, more where the compiled search is faster. Study: studies/frontiers.py.
"""

TILES_A_CONFLICT = 5_000
"""Tiles placed in the time of a conflict of clingo.

SCAN_SECOND at some fifteen to twenty thousand conflicts a second. The effort of a cube is counted in conflicts. Study:
`instances/results/README.md`.
"""


class Guidance(Enum):
    """Whether clingo follows edgeasp's decision heuristic."""

    FOLLOW = "clingo, guided"
    TRY_WITHOUT = "clingo, unguided at first"
    LEAVE = "clingo, unguided"


# ---- decisions ----


def decide(job: Job, deadline: Deadline = FOREVER, *, observed: bool = False) -> Strategy:
    """Choose the steps of a search in one process.

    If the search is observed, clingo searches the whole board.

    >>> from edgeasp.search.strategy import decide
    >>> job = edgeasp.Job(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle))
    >>> print(decide(job).rule)
    clingo, guided: the compiled search is ruled out by the options
    """
    if observed:
        return Strategy(rule="clingo, guided: the search is watched")
    task, options, single = job.task, job.options, job.limit == 1
    guided = choose_guidance(task, options)
    deadline.check()
    tries = guided is Guidance.TRY_WITHOUT and not job.assumptions
    strategy = Strategy(
        guided=guided is not Guidance.LEAVE,
        trial=int(TRIAL / sqrt(options.threads)) if tries else 0,
        filters=_may_filter(job),
    )
    deadline.check()
    if job.limits.conflicts is not None or job.assumptions or not _allows_compiled_search(job):
        return strategy._replace(rule=f"{guided.value}: the compiled search is ruled out by the options")
    scan = estimate_compiled_search(task, job.limit, deadline)
    if scan is None:
        return strategy._replace(rule=f"{guided.value}: the compiled search has nothing to gain, or does not apply")
    strategy = strategy._replace(expected_tiles=rounded_exp(scan.log_tiles))
    tiles = f"{strategy.expected_tiles:.3g} tiles expected"
    if job.counts and not job.limit and (frontier := choose_frontier_order(task, scan)):
        states = f"{rounded_exp(frontier.log_states):.3g} states expected"
        strategy = strategy._replace(frontier=frontier, rule=f"count over a frontier: {states}, otherwise {tiles}")
    if not scan.pays:
        rule = strategy.rule or f"{guided.value}: {tiles} of the compiled search, too many"
        return strategy._replace(rule=rule)
    restarts, length, most = single and has_many_solutions(scan.order), log_search_length(task), 0
    if restarts:
        most = int(PATIENCE * (SCAN_SECOND / 10 + exp(log_tiles_per_solution(scan.order))))
    elif length is not None and length < log(CLINGO_SECOND):
        most = int(PATIENCE * SCAN_SECOND / 10)
    rule = strategy.rule or f"compiled search: {tiles}"
    return strategy._replace(order=scan.order, restarts=restarts, most_tiles=most, rule=rule)


def decide_cube(job: Job, *, observed: bool = False) -> Strategy:
    """Choose how to search a cube of a split search.

    The cube is given by the assumptions of a job. For a compiled search, a conflict limit is converted to the number of
    placements that take the same time.
    """
    task, cube = job.task, None
    # Of the rotations of a board, the rules keep another one than the compiled search.
    if (
        not observed
        and _allows_compiled_search(job)
        and can_be_scanned(task)
        and "board-rotations" not in task.encoding.symmetry
    ):
        cube = CubeConditions.from_assumptions(task, job.assumptions)
    length = _log_search_length_of_part(task, cube.log_fractions) if cube else None
    # A millisecond of clingo is less than a compiled search takes to begin.
    if cube is None or length is None or length < log(CLINGO_SECOND / 1000):
        return Strategy(rule="clingo: a short cube")
    order = best_scan_order(task.puzzle, task.clues, cube.log_fractions)
    if order.log_tiles > min(length + log(SCAN_SECOND / CLINGO_SECOND), log(ENDLESS)):
        return Strategy(rule="clingo: a cube of too many tiles")
    most = (job.limits.conflicts or 0) * TILES_A_CONFLICT
    return Strategy(
        order=order, candidates=cube.candidates_by_square(), most_tiles=most, rule="compiled search of a cube"
    )


def choose_processes(job: Job, processes: int, deadline: Deadline = FOREVER) -> tuple[Job, int]:
    """Choose the threads and processes of a parallel job.

    The compiled search uses threads. clingo searches cubes in processes, with guidance. If the search cannot be split,
    or is too long to finish, clingo runs different searches in threads instead: in a search too long to finish, only
    clasp's default heuristic has a chance to find a solution. Study: `instances/results/jobs/README.md`.
    """
    if processes == 1 or job.assumptions:
        return job, processes
    threads = min(MOST_THREADS, processes * job.options.threads)
    together = replace(job, options=replace(job.options, threads=threads))
    if not job.task.splittable:
        return together, 1
    try:
        strategy = decide(job, deadline)
        little = leaves_little_search(job, deadline)
    except LimitReached:  # the search will stop at once
        return job, 1
    endless = job.limit > 0 and not strategy.guided
    alone = strategy.order or strategy.frontier or little or endless
    return (together, 1) if alone else (job, processes)


def leaves_little_search(job: Job, deadline: Deadline = FOREVER) -> bool:
    """Whether domain filtering leaves so little to search that one process suffices."""
    if not _may_filter(job):
        return False
    filtering = DomainFilter(job.task, job.options, deadline, single=job.limit == 1)
    return (
        filtering.candidates_before >= 4 * LEAST_FILTERED
        and filtering_pays(filtering)
        and filtering.first_region() is not None
    )


def _may_filter(job: Job) -> bool:
    # `filtering_pays` counts the candidates, and there are at most this many.
    most = 4 * len(job.task.puzzle.tiles) ** 2
    if not job.narrow or most < LEAST_FILTERED or not can_be_filtered(job.task):
        return False
    # Filtering uses the rules that guide clingo.
    return _fitting(job.task.puzzle) <= MANY_FIT and choose_guidance(job.task, job.options) is not Guidance.LEAVE


def filtering_pays(filtering: DomainFilter) -> bool:
    """Whether filtering is expected to save time, given the candidates."""
    alone = LEAST_FILTERED_FOR_ONE if filtering.given.placements else LEAST_FILTERED_IN_CORNER
    return filtering.candidates_before >= (alone if filtering.single else LEAST_FILTERED)


def _allows_compiled_search(job: Job) -> bool:
    return job.scan and replace(job.options, seed=1, threads=1) == ClaspOptions()


# ---- guidance of clingo ----


def choose_guidance(task: Task, options: ClaspOptions) -> Guidance:
    """Choose whether clingo follows edgeasp's decision heuristic.

    clingo always follows it if the user chose rules or options, since edgeasp should not change their effect. Otherwise
    the number of tiles that fit and the expected length of a guided search decide.
    """
    if (
        options.configuration != "auto"
        or not uses_default_rules(task)
        or not FEW_FIT < _fitting(task.puzzle) <= MANY_FIT
    ):
        return Guidance.FOLLOW
    length = log_search_length(task)
    if length is None:
        return Guidance.TRY_WITHOUT
    if length < log(SHORT_SEARCH):
        return Guidance.FOLLOW
    return Guidance.TRY_WITHOUT if length < log(ENDLESS) else Guidance.LEAVE


def can_be_filtered(task: Task) -> bool:
    """Whether domain filtering supports the rules of a task."""
    return has_usual_rules(task) and supports("filtering", task.puzzle)


def has_usual_rules(task: Task) -> bool:
    """Whether a puzzle without spare frame sides has its default rules."""
    return uses_default_rules(task) and task.puzzle.framed == task.encoding.framed and _has_exact_frame(task.puzzle)


def uses_default_rules(task: Task) -> bool:
    """Whether edgeasp, not the user, chose the rules.

    Rules that a user chose are not replaced, since the user wants to see their effect.
    """
    usual, encoding = EncodingRequest(), task.encoding
    if task.relaxed or task.own or encoding.redundant:
        return False
    return (encoding.formulation, encoding.heuristic) == (usual.formulation, usual.heuristic)


def log_search_length(task: Task) -> float | None:
    """Return the logarithm of the length of a guided search.

    Returns None if inner sides may have the frame colour.
    """
    fillings = _log_filling_counts(task.puzzle, task.clues)
    return log_sum(fillings) if fillings else None


def _log_search_length_of_part(task: Task, share: Share) -> float | None:
    """Estimate the placements in a part's search, as a logarithm.

    `share` maps an order of squares to one logarithm per prefix: of the fraction of its fillings that belong to the
    part. Returns None if the number of fillings cannot be estimated.
    """
    shares = share(_heuristic_order(task.puzzle, task.clues))
    fillings = _log_filling_counts(task.puzzle, task.clues)
    return log_sum([log + part for log, part in zip(fillings, shares, strict=True)]) if fillings else None


# ---- estimates of the compiled search and of a count over a frontier ----


class CompiledSearchEstimate(NamedTuple):
    """Estimate of a compiled search of the whole board.

    Attributes:
        order: order in which the search fills the squares.
        log_tiles: natural logarithm of the expected number of placements.
        pays: whether the compiled search is expected to answer sooner than clingo.
        log_least: natural logarithm of the time that the faster of clingo and the compiled search needs, expressed as a
            number of placements.
    """

    order: ScanOrder
    log_tiles: float
    pays: bool
    log_least: float


def estimate_compiled_search(task: Task, limit: int, deadline: Deadline = FOREVER) -> CompiledSearchEstimate | None:
    """Estimate a compiled search.

    Returns None if the compiled search does not apply, or if clingo takes less than a second. The compiled search
    learns no clauses. It is faster on small boards with few colours, if it reaches clues early, or if hardly any tile
    fits: it then places too few tiles for learning to catch up.
    """
    fillings = _log_filling_counts(task.puzzle, task.clues)
    if not fillings or not can_be_scanned(task):
        return None
    length, single = log_sum(fillings), limit == 1
    output = log(SOLUTION) + (min(fillings[-1], log(limit)) if limit else fillings[-1])
    if task.puzzle.grid.size < LEAST_SQUARES and log_sum([length, output]) < log(CLINGO_SECOND):
        return None
    order = scan_order(task.puzzle, task.clues, deadline)
    by_luck = length < log(ENDLESS)
    most = ENDLESS if not single else SCAN_SECOND if by_luck else PATIENCE * SCAN_SECOND
    laid = log_tiles_per_solution(order) if single else order.log_tiles
    # If most of the time goes into listing boards, clingo takes longer, however long the compiled search takes.
    lists = not limit and order.log_tiles <= output + log(SCAN_SECOND / CLINGO_SECOND)
    pays = lists or (order.log_tiles <= length + log(SCAN_SECOND / CLINGO_SECOND) and laid <= log(most))
    by_clingo = log_sum([length, output]) + log(SCAN_SECOND / CLINGO_SECOND)
    return CompiledSearchEstimate(order, laid, pays, min(laid, by_clingo) if pays else by_clingo)


def choose_frontier_order(task: Task, scan: CompiledSearchEstimate) -> FrontierOrder | None:
    """Choose the order of a count over a frontier.

    Returns None if another engine is expected to be faster, or to take less than a tenth of a second.
    """
    puzzle = task.puzzle
    # Each rotation has to change each board, so all tiles have to differ.
    if task.up_to_rotation and (not puzzle.ordinary or puzzle.grid.size == 1 or puzzle.identical_tiles()):
        return None
    order = best_frontier_order(puzzle, task.clues)
    # The model distinguishes identical tiles, and other engines do not.
    least = scan.log_least - log(max(1, assignments_per_board(puzzle, task.clues)))
    pays = order.log_steps + log(TILES_A_STEP) <= least and least >= log(SCAN_SECOND / 10)
    return order if pays else None


def can_be_scanned(task: Task) -> bool:
    """Whether the compiled search supports a task, and estimates exist."""
    without_rotations = set(task.encoding.symmetry) - {"board-rotations"}
    puzzle = task.puzzle
    return has_usual_rules(task) and without_rotations == TO_THE_EYE and can_be_listed(puzzle) and model_applies(puzzle)


def has_many_solutions(order: ScanOrder) -> bool:
    """Whether restarts are expected to find a solution soon."""
    return order.log_solutions >= log(LEAST_SOLUTIONS)


def log_tiles_per_solution(order: ScanOrder) -> float:
    """Estimate the logarithm of the placements per solution.

    If few solutions are expected, returns the logarithm of the placements of a complete search.
    """
    return order.log_tiles - (order.log_solutions if has_many_solutions(order) else 0.0)


def log_tiles_to_solve(task: Task) -> float | None:
    """Estimate the logarithm of the placements to find a solution.

    Returns None if the model does not apply.
    """
    if not (has_usual_rules(task) and model_applies(task.puzzle)):
        return None
    return log_tiles_per_solution(scan_order(task.puzzle, task.clues))


def rounded_exp(log: float) -> float:
    """Return exp(log), rounded to four significant digits."""
    return float(f"{exp(min(log, _MOST_LOG)):.4g}")


# exp(709.8) is the largest float.
_MOST_LOG = 700.0

# Cached for the next call, since they take a while on a board of thousands of squares.
_fitting = lru_cache(8)(expected_fitting_tiles)
_best_order = lru_cache(8)(best_scan_order)


def scan_order(puzzle: Puzzle, clues: Solution, deadline: Deadline = FOREVER) -> ScanOrder:
    """Return the best order of a compiled search."""
    return _best_order(puzzle, clues, None, deadline)


@lru_cache(8)
def _has_exact_frame(puzzle: Puzzle) -> bool:
    """Whether a framed puzzle has exactly the frame sides it needs."""
    return puzzle.determined or not puzzle.framed


@lru_cache(8)
def _heuristic_order(puzzle: Puzzle, clues: Solution) -> list[Square]:
    return growth_order(puzzle.grid.squares, start_squares(clues))


@lru_cache(8)
def _log_filling_counts(puzzle: Puzzle, clues: Solution) -> list[float]:
    """List the logarithms of numbers of fillings, square by square.

    The list is empty if inner sides may have the frame colour.
    """
    try:
        return log_fillings(puzzle, _heuristic_order(puzzle, clues), clues)
    except ValueError:
        return []
