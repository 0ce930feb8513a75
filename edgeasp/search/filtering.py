"""Filter the domains of squares before grounding a large board.

If few tiles fit, a region around the clues, or in a corner, has hardly more fillings than solutions. So the fillings of
a first region, computed by `asp/narrow/region.lp`, leave few candidates on its squares, and these leave few candidates
for the squares around it. Small programs filter the whole board in this way, row by row or ring by ring. The ground
program of the whole board then has thousands of rules instead of millions. No solution is lost, since every solution
fills every region. A region without a filling proves that there is no solution.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property, lru_cache
from math import ceil, inf, log
from typing import TYPE_CHECKING

from edgeasp.encoding.facts import Assumption, colour_number, placement_from_atom
from edgeasp.encoding.render import Region, domain_facts
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.expected import log_fillings
from edgeasp.puzzle.features import supports
from edgeasp.puzzle.model import SIDE_WORDS, Placement, Puzzle, Side, Solution, Square
from edgeasp.puzzle.symmetry import board_rotations
from edgeasp.search.orders import growth_order, start_squares
from edgeasp.search.task import FilterEffect, Task, without_heuristic
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status, largest_size
from edgeasp.system.limits import FOREVER, Deadline

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.ground_program import GroundProgram

Domains = dict[Square, tuple[Candidate, ...]]
"""The candidates of each filtered square."""


FALSE_FILLINGS = 10
"""Greatest expected number of fillings of the first region that are part of no solution."""

MOST_OF_BOARD = 0.95
"""Greatest fraction of all candidates that the first region may have.

A larger region is nearly the whole board, which would be searched twice.
"""

MOST_ORIGINS = 64
"""Greatest number of clues around which a first region is tried.

Each takes a pass over all squares.
"""

MOST_ANSWERS = 1_000
"""Answers after which a region is abandoned: its squares keep many candidates."""

REACH = 2
"""Distance up to which the next region includes filtered squares.

It includes those that still have several candidates.
"""


class DomainFilter:
    """Filter of the domains of a task's squares.

    >>> task = edgeasp.make_task(edgeasp.generate_puzzle(8, colours=24, seed=1))
    >>> filtering = DomainFilter(task, single=True)
    >>> filtering.run()
    >>> filtering.effect
    FilterEffect(before=5776, after=66, programs=10)

    Attributes:
        domains: the filtered squares, with their candidates.
        statistics: statistics, summed over all searches.
        size: size of the largest ground program, or None if nothing was searched.
        programs: number of programs that were searched.
    """

    def __init__(
        self,
        task: Task,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline = FOREVER,
        timed: Callable[[str], AbstractContextManager[None]] = lambda _: nullcontext(),
        *,
        single: bool = False,
    ) -> None:
        """Prepare to filter.

        Args:
            task: a task that domain filtering supports, see `strategy.can_be_filtered`.
            options: clasp options.
            deadline: limits, checked about twenty times a second.
            timed: function that maps the name of a phase to a context manager, which measures a block's time.
            single: whether one solution is requested, in any rotation.
        """
        self._task, self._options, self.deadline, self._timed = task, options, deadline, timed
        self._every = Candidates(task.puzzle).at
        # Candidates by side and colour. Squares with the same outer sides share an entry, keyed by id.
        self._showing: dict[int, dict[tuple[Side, int], list[Candidate]]] = {}
        self.single = single
        at = choose_anchor(task, self._every, single=single)
        self.given = task.clues if at is None else Solution((at,))
        self.domains: Domains = {clue.square: (Candidate.from_placement(clue, task.puzzle),) for clue in self.given}
        self._done: set[Square] = set()
        self.statistics = Statistics(0, 0, 0)
        self.size: ProblemSize | None = None
        self.programs = 0

    @property
    def effect(self) -> FilterEffect | None:
        """Effect of the filtering so far, or None before a search."""
        if not self.programs:
            return None
        after = sum(len(self.domains.get(square, every)) for square, every in self._every.items())
        return FilterEffect(self.candidates_before, after, self.programs)

    @property
    def omits_rotations(self) -> bool:
        """Whether the domains exclude rotated solutions that the task counts."""
        anchored = len(self.given) > len(self._task.clues)
        return anchored and self.programs > 0 and "board-rotations" not in self._task.encoding.symmetry

    @property
    def task(self) -> Task:
        """The task, without decision heuristic if all squares are filtered.

        Once all squares are filtered, hardly any decision remains.
        """
        complete = len(self.domains) == len(self._every)
        return without_heuristic(self._task) if complete else self._task

    def candidate_facts(self) -> str:
        """Return the candidates as facts for `asp/narrow/candidates.lp`.

        Empty if nothing was searched.
        """
        return domain_facts(self._task.puzzle, self.domains) if self.programs else ""

    def run(self, conflicts: int | None = None) -> None:
        """Filter domains as long as filtering saves time.

        Args:
            conflicts: conflict limit.
        """
        region = self.first_region()
        while region is not None and self._search_region(region, conflicts):
            region = self._next_region()

    @cached_property
    def candidates_before(self) -> int:
        """Number of candidates on all squares before filtering."""
        return sum(map(len, self._every.values()))

    def first_region(self) -> Region | None:
        """Find the smallest region whose fillings mostly belong to solutions.

        The region is around a clue, or in a corner. Returns None if it would have to be nearly the whole board.
        """
        every = start_squares(self.given)
        # An estimate passes over all squares. Many clues have equal regions, so only some are tried.
        regions = (self._grow_region(origin) for origin in every[:: ceil(len(every) / MOST_ORIGINS)])
        best = min((region for region in regions if region), key=lambda region: region.size, default=None)
        return best if best and best.size <= MOST_OF_BOARD * self.candidates_before else None

    def _grow_region(self, origin: Square) -> Region | None:
        """Grow a region around a square.

        The region is the shortest prefix of the growth order such that it, and any longer prefix, has few false
        fillings: fillings that belong to no solution, see FALSE_FILLINGS. Returns None if even the whole board has too
        many false fillings.
        """
        self.deadline.check()  # with many clues, there are many regions to estimate
        order = growth_order(self._every, [origin])
        expected = log_fillings(self._task.puzzle, order, self.given)
        least = log(FALSE_FILLINGS)
        if expected[-1] > least:
            return None
        number = 1 + max((index for index, value in enumerate(expected, 1) if value > least), default=0)
        return self._make_region(order[:number], guided=True)

    def _next_region(self) -> Region | None:
        """Make the next region, around the filtered squares.

        The region has the unfiltered squares next to filtered ones, and nearby squares with several candidates. Returns
        None once all squares are filtered.
        """
        band: set[Square] = set()
        edge = self._undone_neighbours(self._done)
        while edge:
            reached = {square for square in edge if len(self.domains.get(square, ())) == 1}
            self._done |= reached
            band |= edge - reached
            edge = self._undone_neighbours(reached) - band
        near = band
        for _ in range(REACH):
            near = near | {beyond for square in near for beyond in self._neighbours(square)}
        unsettled = {square for square in near if len(self.domains.get(square, ())) > 1}
        # Any order of squares is good enough, since hardly a decision is left.
        return self._make_region([square for square in self._every if square in band | unsettled]) if band else None

    def _undone_neighbours(self, squares: Iterable[Square]) -> set[Square]:
        return {beyond for square in squares for beyond in self._neighbours(square)} - self._done

    def _neighbours(self, square: Square) -> list[Square]:
        around = (self._task.puzzle.grid.neighbour(square, side) for side in Side)
        return [beyond for beyond in around if beyond in self._every]

    def _make_region(self, squares: Sequence[Square], *, guided: bool = False) -> Region:
        """Make a region of the squares that have several candidates.

        Each candidate matches the domains of the neighbouring squares.
        """
        chosen = [square for square in squares if len(self.domains.get(square, ())) != 1]
        inside = set(chosen)
        settled = (domain for square, domain in self.domains.items() if square not in inside)
        used = {domain[0].tile for domain in settled if len(domain) == 1}
        return Region({square: self._fitting_candidates(square, used) for square in chosen}, guided, self.deadline)

    def _fitting_candidates(self, square: Square, used: set[int]) -> tuple[Candidate, ...]:
        """List unused candidates that match some candidate of each neighbour."""
        self.deadline.check()  # on a board of thousands of squares, millions are tried
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
            # Looking up one colour is faster than testing all candidates, of which few show it.
            showing = self._candidates_by_colour(square)
            left = [candidate for colour in sorted(colours) for candidate in showing.get((side, colour), ())]
        for side, colours in known:
            left = [candidate for candidate in left if candidate.sides[side] in colours]
        return tuple(candidate for candidate in left if candidate.tile not in used)

    def _candidates_by_colour(self, square: Square) -> dict[tuple[Side, int], list[Candidate]]:
        every = self._every[square]
        # Squares with the same outer sides share one tuple.
        by_colour = self._showing.get(id(every))
        if by_colour is None:
            by_colour = self._showing[id(every)] = defaultdict(list)
            for candidate in every:
                for side in Side:
                    by_colour[side, candidate.sides[side]].append(candidate)
        return by_colour

    def _search_region(self, region: Region, conflicts: int | None) -> bool:
        """Filter the domains of a region.

        Returns whether to continue.
        """
        with self._timed("ground"):
            program = self._ground_region(region)
        # An enumeration may run a few conflicts beyond its limit.
        left = None if conflicts is None else max(0, conflicts - (self.statistics.conflicts or 0))
        try:
            with self._timed("solve"):
                possible = program.brave_consequences(MOST_ANSWERS, left)
        finally:
            self.programs += 1
            self.statistics += program.statistics
            self.size = largest_size(self.size, program.size)
        if program.status is Status.UNSATISFIABLE:
            self.domains = dict.fromkeys(self._every, ())
            return False
        if possible is None:
            return False
        self.domains |= region.candidates_in(possible)
        self._done |= set(region.candidates)
        return True

    def _ground_region(self, region: Region) -> GroundProgram:
        """Ground the program of a region, for one thread.

        One thread suffices, since most regions leave hardly a decision.
        """
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        options = replace(self._options, guided=region.guided)
        # Passed as options, since the program of a region sets its own heuristic levels.
        fixed = (f"--{name}={value}" for name, value in options.fixed_order_options.items())
        text, options = region.program_text(), replace(options, extra=(*options.extra, *fixed))
        return GroundProgram(text, replace(options, threads=1), self.deadline)


def choose_anchor(task: Task, candidates: Mapping[Square, tuple[Candidate, ...]], *, single: bool) -> Placement | None:
    """Choose a corner tile to fix at the top left.

    Every corner tile is at the top left in one rotation of each solution. So a tile can be fixed if one rotation of
    each solution is enough. If `asp/symmetry/board-rotations.lp` chooses this rotation, its choice of the tile is
    followed. Returns None if no tile can be fixed.
    """
    puzzle, names = task.effective_puzzle, task.encoding.symmetry
    wanted = single and not (task.needs_symmetry_filter or "polarity" in names)
    usual = puzzle.framed and supports("anchors", puzzle)
    if task.clues.placements or not usual or len(board_rotations(puzzle)) != 4:
        return None
    if not (wanted or "board-rotations" in names):
        return None
    alike: set[int] = set()
    if {"board-rotations", "identical-tiles"} <= set(names):
        alike = {tile for group in puzzle.identical_tiles() for tile in group}
    corner = Square(0, 0)
    unique = (candidate for candidate in candidates[corner] if candidate.tile not in alike)
    return next((Placement(candidate.tile, corner, candidate.rot) for candidate in unique), None)


# ---- the candidates that a cube of a split search leaves ----

# A condition on a square.
#
# It is `side` with a side and a colour, or `tile` with a tile and its quarter turns.
_Condition = tuple[str, int, int]


class CubeConditions:
    """Conditions of a cube, grouped by square.

    A compiled search cannot take assumptions, so each condition restricts the candidates of its square. The earlier an
    order reaches a restricted square, the smaller the search.
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self._every, self._fulfil = _index_candidates(task.puzzle)
        self._asked: defaultdict[Square, set[_Condition]] = defaultdict(set)

    @classmethod
    def from_assumptions(cls, task: Task, assumptions: Sequence[Assumption]) -> CubeConditions | None:
        """Convert assumptions on half-diamonds and placements to conditions.

        Returns None if an assumption cannot be converted. This includes the placement of one of several identical
        tiles: symmetry breaking makes it depend on the other tiles.
        """
        puzzle, cube = task.puzzle, cls(task)
        numbered = {tile for group in puzzle.identical_tiles([clue.tile for clue in task.clues]) for tile in group}
        for assumption in assumptions:
            atom, placement = assumption.atom, placement_from_atom(assumption.atom)
            if not assumption.holds or (placement and placement.tile in numbered):
                return None
            if placement:
                cube._asked[placement.square].add(("tile", placement.tile, placement.rot))
            elif atom.name == "half":
                x, y, side, colour = atom.arguments
                number = colour_number(str(colour))
                assert number is not None
                cube._require_colour(Square(int(x) - 1, int(y) - 1), Side(SIDE_WORDS.index(str(side))), number)
            else:
                return None
        return cube

    def _require_colour(self, square: Square, side: Side, colour: int) -> None:
        puzzle = self._task.puzzle
        self._asked[square].add(("side", side, colour))
        # A colour that matches several colours does not determine the opposite side.
        met = puzzle.meeting(colour)
        if len(met) == 1 and (beyond := puzzle.grid.neighbour(square, side)) in puzzle.grid:
            self._asked[beyond].add(("side", side.opposite, met[0]))

    def candidates_by_square(self) -> dict[Square, tuple[Candidate, ...]]:
        """Return the candidates that fulfil the conditions."""
        at = dict(self._every)
        for square, asked in self._asked.items():
            at[square] = tuple(at[square][number] for number in sorted(self._remaining_candidates(square, asked)))
        return at

    def log_fractions(self, order: Sequence[Square]) -> list[float]:
        """Estimate the fraction of fillings that fulfil the conditions.

        Returns the natural logarithm of the fraction for each prefix of `order`.
        """
        laid, grid = {clue.square for clue in self._task.clues}, self._task.puzzle.grid
        logs, share = [], 0.0
        for square in order:
            if square not in laid and square in self._asked:
                # A side that matches a filled square already has the required colour.
                known = {("side", side) for side in Side if grid.neighbour(square, side) in laid}
                left = len(
                    self._remaining_candidates(
                        square, {asked for asked in self._asked[square] if asked[:2] not in known}
                    )
                )
                share += log(left / len(self._every[square])) if left else -inf
            laid.add(square)
            logs.append(share)
        return logs

    def _remaining_candidates(self, square: Square, asked: Collection[_Condition]) -> Collection[int]:
        every = self._every[square]
        fulfil = self._fulfil[id(every)]
        return frozenset(range(len(every))).intersection(*(fulfil.get(condition, ()) for condition in asked))


_Fulfil = Mapping[_Condition, Collection[int]]


@lru_cache(2)
def _index_candidates(puzzle: Puzzle) -> tuple[Mapping[Square, tuple[Candidate, ...]], Mapping[int, _Fulfil]]:
    """List the candidates of each square, and index their conditions.

    Squares may share a list, so conditions are keyed by the identity of lists.
    """
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
