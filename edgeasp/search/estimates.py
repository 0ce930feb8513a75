"""The estimates of a search, before anything is ground: its length, whether guidance helps it, and the scan of a cube.

Beside two neighbours a number of tiles is expected to fit, see `puzzle.expected.fitting`. With hardly more than one, a
search that decides diamond by diamond, outward, is the faster one. With many, the solver's own order is, and
`asp/heuristic/outward.lp` leaves it alone. In between guidance saves half of the time on most boards, and takes several
times as long on some, of which the solver by itself makes short work; so the solver gets a trial first, unless the
search is a short one anyway. Where no search will come to an end, only luck finds a solution, and the solver's own
order has more of it.

An order that comes to the conditions of a cube early lays a small part of the tiles that it lays for the whole board:
the part of the candidates that a condition leaves on the first of its squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import inf, log
from typing import NamedTuple

from edgeasp.encoding.facts import Assumption, colour_number, read_place
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.candidates import Candidate, Candidates, can_be_listed
from edgeasp.puzzle.expected import (
    Check,
    ScanOrder,
    Share,
    best_order,
    covers,
    fitting,
    growth,
    log_fillings,
    log_sum,
    origins,
)
from edgeasp.puzzle.expected_states import FrontierOrder, best_frontier
from edgeasp.puzzle.features import supports
from edgeasp.puzzle.model import SIDE_WORDS, Placement, Puzzle, Side, Solution, Square
from edgeasp.puzzle.symmetry import assignments_per_board
from edgeasp.search.task import TO_THE_EYE, Task
from edgeasp.solvers.clingo.options import ClaspOptions


@dataclass(frozen=True, slots=True)
class Settings:
    """The thresholds of a search, each measured on the development half of the tiers.

    A length is the expected number of fillings of all parts that a search outward fills, together; a guided search
    takes a conflict for some hundred to a thousand of them.

    Attributes:
        few_fit: tiles expected to fit beside two neighbours, so few that guidance is the better choice.
        many_fit: the same, so many that there is none, as in `asp/heuristic/outward.lp`.
        short_search: a length so small that a trial would be no shorter.
        endless_search: a length so large that a guided search does not come to an end.
        trial: conflicts of one thread in a trial: a second or less, as boards in doubt have up to 9 x 9 squares.
        most_kept: solutions that a trial may find: it gives none before it has ended, so that none is given twice.
        most_checked: solutions that are read and checked where a scan only counts them: this takes forty times as long
            as the scan.
        least_placements: candidates on all squares from which on narrowing pays: fewer are ground and searched as fast.
        least_alone: the same from which on so little is left to search that one process does.
        least_for_one: the same where one solution is wanted: of the whole board it may be found early, a region is
            searched to its end.
        least_for_any_corner: the same where one solution is wanted, and each tile has to be tried in the corner.
        most_origins: clues around which a first region is judged: each takes a walk over all squares.
        false_fillings: fillings of the first region that are expected to belong to no solution.
        most_of_board: the largest part of all candidates that the first region may have.
        most_answers: answers after which a region is given up: its squares keep many candidates.
        least_scanned: a length from which on it pays to look for another way: clasp takes a second for it.
        least_scanned_cube: the same for a cube of a split search, for which a scan has to be made as well.
        least_squares: squares from which on it does in any case: to ground their program takes as long.
        solution: a length for which clasp takes as long as to give one solution: it lists some 30,000 a second.
        scanned: tiles that a scan square by square lays while clasp gets over one of the fillings that make the length.
        tiles_a_conflict: tiles that a scan lays while clasp has a conflict, by the time that both take.
        longest_scan: tiles that a scan may have to lay for all solutions, unless these are so many that clasp takes
            longer to list them: a hundred million take a second.
        longest_scan_for_check: the same where the first boards are checked that a frontier has counted: a tenth of a
            second.
        least_for_frontier: the same from which on a frontier may count: a scan of fewer takes a tenth of a second, and
            each board that it finds is checked.
        tiles_a_step: tiles that a scan lays while a frontier continues a state by a candidate: two to five on seven
            boards without a frame, more where a scan is faster.
        first_try: the same in the first of several tries, each with tiles in another order, that luck may shorten.
        least_solutions: solutions from which on one of them is searched for in that way.
        longest_trial: the same where clasp takes a second at most, after which it searches after all.
        patience: times the expected tiles that are added to this where one of many solutions is searched for.
        longest_scan_for_one: the same for one of them.
        longest_scan_for_luck: the same for one of them where clasp comes to an end, and may come across it before.
        parts: fillings of the first squares for each thread that shares a scan: so many that none waits long for the
            last one; each of them comes to all of these, which is quickly done.
        reach: distance of squares with several candidates that are filled again together with new ones.
    """

    few_fit: float = 1.2
    many_fit: float = 1.5
    short_search: float = 9e6
    endless_search: float = 1e12
    trial: int = 16_000
    most_kept: int = 1_000
    most_checked: int = 10_000_000
    least_placements: int = 5_000
    least_alone: int = 20_000
    least_for_one: int = 50_000
    least_for_any_corner: int = 300_000
    most_origins: int = 64
    false_fillings: float = 10
    most_of_board: float = 0.95
    most_answers: int = 1_000
    least_scanned: float = 1e6
    least_scanned_cube: float = 1e3
    least_squares: int = 64
    solution: float = 30
    scanned: float = 100
    tiles_a_conflict: int = 5_000
    longest_scan: float = 1e12
    longest_scan_for_check: int = 10_000_000
    least_for_frontier: float = 1e7
    tiles_a_step: float = 10  # study: studies/frontiers.py
    first_try: int = 100_000
    least_solutions: float = 10
    longest_trial: int = 300_000_000
    patience: float = 30
    longest_scan_for_one: float = 3e9
    longest_scan_for_luck: float = 1e8
    parts: int = 1_000
    reach: int = 2


SETTINGS = Settings()


class Guidance(Enum):
    """Whether a search follows edgeasp's guidance."""

    FOLLOW = "follow"
    TRY_WITHOUT = "try without first"
    LEAVE = "leave"


def guidance(task: Task, options: ClaspOptions, settings: Settings = SETTINGS) -> Guidance:
    """Whether the search of a task is to follow edgeasp's guidance; to be followed if the user chose otherwise."""
    if options.configuration != "auto" or not is_own_choice(task):
        return Guidance.FOLLOW
    if not settings.few_fit < tiles_that_fit(task) <= settings.many_fit:
        return Guidance.FOLLOW
    length = log_length(task)
    if length is None:
        return Guidance.TRY_WITHOUT
    if length < log(settings.short_search):
        return Guidance.FOLLOW
    return Guidance.TRY_WITHOUT if length < log(settings.endless_search) else Guidance.LEAVE


def is_guided(task: Task, options: ClaspOptions, settings: Settings = SETTINGS) -> bool:
    """Whether a search goes outward, as few enough tiles fit: at once, or after a trial without guidance."""
    return tiles_that_fit(task) <= settings.many_fit and guidance(task, options, settings) is not Guidance.LEAVE


def is_own_choice(task: Task) -> bool:
    """Whether edgeasp chose the rules: who chooses others wants to see what these do."""
    usual, encoding = EncodingRequest(), task.encoding
    if task.relaxed or task.own or encoding.redundant:
        return False
    return (encoding.formulation, encoding.heuristic) == (usual.formulation, usual.heuristic)


class ScanEstimate(NamedTuple):
    """The estimate of a scan of a board, before it begins.

    Attributes:
        order: of the squares.
        log_tiles: the logarithm of the number of tiles that it lays.
        pays: whether it is expected to answer sooner than clasp.
        log_least: the logarithm of the number of tiles that it lays in the time of the faster of the two.
    """

    order: ScanOrder
    log_tiles: float
    pays: bool
    log_least: float


def scan_estimate(
    task: Task, limit: int, settings: Settings = SETTINGS, check: Callable[[], None] = lambda: None
) -> ScanEstimate | None:
    """The estimate of a scan; None if the board cannot be scanned, or is answered by clasp in no time.

    A scan, which learns nothing, is the better search where boards are small and colours few, where it can meet the
    clues early, or where hardly a tile fits: there it lays so few tiles that what clasp learns does not make up for its
    pace.

    Args:
        task: the task.
        limit: the number of solutions that are wanted; 0 for all. Clasp may come across a single one before.
        settings: the thresholds.
        check: called now and then; an exception it raises ends this.
    """
    fillings = _log_fillings(task.puzzle, task.clues)
    if not fillings or not can_be_scanned(task):
        return None
    length, single = log_sum(fillings), limit == 1
    output = log(settings.solution) + (min(fillings[-1], log(limit)) if limit else fillings[-1])
    small = task.puzzle.grid.size < settings.least_squares
    if small and log_sum([length, output]) < log(settings.least_scanned):
        return None
    order = scan_order(task.puzzle, task.clues, check)
    by_luck = single and length < log(settings.endless_search)
    most = settings.longest_scan if not single else settings.longest_scan_for_one
    if by_luck:
        most = settings.longest_scan_for_luck
    laid = log_tiles_for_one(order, settings) if single else order.log_tiles
    # Where the boards are what is many, clasp takes longer to list them, however long the scan is.
    lists = not limit and order.log_tiles <= output + log(settings.scanned)
    pays = lists or (order.log_tiles <= length + log(settings.scanned) and laid <= log(most))
    by_clasp = log_sum([length, output]) + log(settings.scanned)
    return ScanEstimate(order, laid, pays, min(laid, by_clasp) if pays else by_clasp)


def frontier_estimate(task: Task, scan: ScanEstimate, settings: Settings = SETTINGS) -> FrontierOrder | None:
    """The order in which a frontier counts all solutions; None if another engine is expected to do so sooner."""
    if task.up_to_rotation and not _moves_every_board(task.puzzle):
        return None
    order = best_frontier(task.puzzle, task.clues)
    # The model tells identical tiles apart, and other engines do not.
    least = scan.log_least - log(max(1, assignments_per_board(task.puzzle, task.clues)))
    pays = order.log_steps + log(settings.tiles_a_step) <= least and least >= log(settings.least_for_frontier)
    return order if pays else None


def _moves_every_board(puzzle: Puzzle) -> bool:
    """Whether each rotation turns each board into another one, as no two tiles are identical."""
    return puzzle.ordinary and puzzle.grid.size > 1 and not puzzle.identical_tiles()


def can_be_scanned(task: Task) -> bool:
    """Whether a scan gives the solutions that the encoding of a task has, and its length can be estimated."""
    without_rotations = set(task.encoding.symmetry) - {"board-rotations"}
    puzzle = task.puzzle
    return has_usual_rules(task) and without_rotations == TO_THE_EYE and can_be_listed(puzzle) and covers(puzzle)


def log_tiles_for_one(order: ScanOrder, settings: Settings = SETTINGS) -> float:
    """The logarithm of the tiles that a scan is expected to lay for one solution: with few of them, for all."""
    return order.log_tiles - (order.log_solutions if has_many(order, settings) else 0.0)


def log_tiles_of_solve(task: Task) -> float | None:
    """The same for one solution of a task by a scan in the best order; None where the model does not apply."""
    if not (has_usual_rules(task) and covers(task.puzzle)):
        return None
    return log_tiles_for_one(scan_order(task.puzzle, task.clues))


def has_many(order: ScanOrder, settings: Settings = SETTINGS) -> bool:
    """Whether so many solutions are expected that one of them is searched for in several tries."""
    return order.log_solutions >= log(settings.least_solutions)


def has_usual_rules(task: Task) -> bool:
    """Whether the encoding of a task says what a puzzle is by itself, and the frame takes all sides of its colour."""
    return is_own_choice(task) and task.puzzle.framed == task.encoding.framed and _is_exact(task.puzzle)


def can_be_narrowed(task: Task) -> bool:
    """Whether the rules of narrowing say what the encoding of a task says: of them, each diamond has one colour."""
    return has_usual_rules(task) and supports("filtering", task.puzzle)


def goes_outward(task: Task, options: ClaspOptions, settings: Settings = SETTINGS) -> bool:
    """Whether a search goes outward by rules that the regions of narrowing and the cubes of threads follow as well."""
    return can_be_narrowed(task) and is_guided(task, options, settings)


def unguided(task: Task) -> Task:
    """A task without guidance."""
    return replace(task, encoding=task.encoding._replace(heuristic="none"))


def tiles_that_fit(task: Task) -> float:
    """The number of tiles that are expected to fit beside two neighbours."""
    return _fitting(task.puzzle)


def log_length(task: Task) -> float | None:
    """The logarithm of the length of a search outward, see `Settings`; None where frame colours lie inside."""
    fillings = _log_fillings(task.puzzle, task.clues)
    return log_sum(fillings) if fillings else None


def log_length_within(task: Task, share: Share) -> float | None:
    """The same of a part of all boards, given the logarithms of the parts of fillings that belong to it."""
    shares = share(_outward(task.puzzle, task.clues))
    fillings = _log_fillings(task.puzzle, task.clues)
    return log_sum([log + part for log, part in zip(fillings, shares, strict=True)]) if fillings else None


# These are kept for the next call: several ask, and of a board of thousands of squares they take a while.
_fitting = lru_cache(8)(fitting)
_best_order = lru_cache(8)(best_order)


def scan_order(puzzle: Puzzle, clues: Solution, check: Callable[[], None] = lambda: None) -> ScanOrder:
    """The best order of a scan of all boards."""
    return _best_order(puzzle, clues, None, Check(check))


@lru_cache(8)
def _is_exact(puzzle: Puzzle) -> bool:
    """Whether a puzzle with a frame has no side of it to spare."""
    return puzzle.determined or not puzzle.framed


@lru_cache(8)
def _outward(puzzle: Puzzle, clues: Solution) -> list[Square]:
    """The squares in the order in which a search outward fills them."""
    return growth(puzzle.grid.squares, origins(clues))


@lru_cache(8)
def _log_fillings(puzzle: Puzzle, clues: Solution) -> list[float]:
    """Of each part that a search outward fills; empty where frame colours lie inside."""
    try:
        return log_fillings(puzzle, _outward(puzzle, clues), clues)
    except ValueError:
        return []


# ---- the scan of a cube, a part of all boards ----


class CubeScan(NamedTuple):
    """The scan of a cube.

    Attributes:
        at: what may lie on each square.
        order: of the squares.
    """

    at: Mapping[Square, tuple[Candidate, ...]]
    order: ScanOrder


def cube_scan(task: Task, assumptions: Sequence[Assumption], settings: Settings = SETTINGS) -> CubeScan | None:
    """The scan of the boards that fulfil some assumptions; None if clasp is expected to find them sooner."""
    if not can_be_scanned(task) or "board-rotations" in task.encoding.symmetry:
        # Of rotations, the rules keep another one than a scan does.
        return None
    cube = _read(task, assumptions)
    length = log_length_within(task, cube.log_shares) if cube else None
    if cube is None or length is None or length < log(settings.least_scanned_cube):
        return None
    order = best_order(task.puzzle, task.clues, cube.log_shares)
    pays = order.log_tiles <= min(length + log(settings.scanned), log(settings.longest_scan))
    return CubeScan(cube.at(), order) if pays else None


def _read(task: Task, assumptions: Sequence[Assumption]) -> _Cube | None:
    """The conditions that assumptions state; None for such as a scan does not know.

    These are colours of diamonds, and what lies on a square: by the rules, of identical tiles it depends on the others.
    """
    puzzle = task.puzzle
    cube = _Cube(task)
    numbered = {tile for group in puzzle.identical_tiles([clue.tile for clue in task.clues]) for tile in group}
    for assumption in assumptions:
        atom, placement = assumption.atom, read_place(assumption.atom)
        if not assumption.holds or (placement and placement.tile in numbered):
            return None
        if placement:
            cube.lay(placement)
        elif atom.name == "half":
            x, y, side, colour = atom.arguments
            number = colour_number(str(colour))
            assert number is not None
            cube.show(Square(int(x) - 1, int(y) - 1), Side(SIDE_WORDS.index(str(side))), number)
        else:
            return None
    return cube


_Condition = tuple[str, int, int]
"""A condition on what lies on a square: `side`, one of its sides and a colour; or `tile`, and its quarter turns."""


class _Cube:
    """The conditions of a cube, by square."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._every, self._fulfil = _candidates(task.puzzle)
        self._asked: defaultdict[Square, set[_Condition]] = defaultdict(set)

    def show(self, square: Square, side: Side, colour: int) -> None:
        """Ask for a colour at the side of a square."""
        puzzle = self._task.puzzle
        self._asked[square].add(("side", side, colour))
        # A colour that meets several asks for none of them.
        met = puzzle.meeting(colour)
        if len(met) == 1 and (beyond := puzzle.grid.neighbour(square, side)) in puzzle.grid:
            self._asked[beyond].add(("side", side.opposite, met[0]))

    def lay(self, placement: Placement) -> None:
        """Ask for a placement."""
        self._asked[placement.square].add(("tile", placement.tile, placement.rot))

    def at(self) -> dict[Square, tuple[Candidate, ...]]:
        """The candidates for each square that fulfil its conditions."""
        at = dict(self._every)
        for square, asked in self._asked.items():
            at[square] = tuple(at[square][number] for number in sorted(self._left(square, asked)))
        return at

    def log_shares(self, order: Sequence[Square]) -> list[float]:
        """The logarithm of the part of all fillings of the first squares of an order that fulfil the conditions."""
        laid, grid = {clue.square for clue in self._task.clues}, self._task.puzzle.grid
        logs, share = [], 0.0
        for square in order:
            if square not in laid and square in self._asked:
                # What matches a square that is filled has the colour that is asked for.
                known = {("side", side) for side in Side if grid.neighbour(square, side) in laid}
                left = len(self._left(square, {asked for asked in self._asked[square] if asked[:2] not in known}))
                share += log(left / len(self._every[square])) if left else -inf
            laid.add(square)
            logs.append(share)
        return logs

    def _left(self, square: Square, asked: Collection[_Condition]) -> Collection[int]:
        """The numbers of the candidates for a square that fulfil conditions."""
        every = self._every[square]
        fulfil = self._fulfil[id(every)]
        return frozenset(range(len(every))).intersection(*(fulfil.get(condition, ()) for condition in asked))


_Fulfil = Mapping[_Condition, Collection[int]]


@lru_cache(2)
def _candidates(puzzle: Puzzle) -> tuple[Mapping[Square, tuple[Candidate, ...]], Mapping[int, _Fulfil]]:
    """The candidates for each square, and the numbers of those that fulfil a condition, by the identity of them all."""
    at = Candidates(puzzle).at
    fulfil: dict[int, _Fulfil] = {}
    for every in at.values():
        # Similar squares share one tuple of candidates.
        if id(every) not in fulfil:
            numbers: defaultdict[_Condition, set[int]] = defaultdict(set)
            for number, candidate in enumerate(every):
                numbers["tile", candidate.tile, candidate.rot].add(number)
                for side, colour in zip(Side, puzzle.shown(candidate.tile, candidate.rot), strict=True):
                    numbers["side", side, colour].add(number)
            fulfil[id(every)] = numbers
    return at, fulfil
