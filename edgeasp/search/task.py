"""Values that describe a search: task, job, solutions and result.

All values are frozen.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from edgeasp.encoding import facts, render
from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.own_rules import UserRules, statements_around_program
from edgeasp.encoding.render import EncodingRequest, EncodingSpec
from edgeasp.puzzle import counting, symmetry
from edgeasp.puzzle.checker import Condition, Report
from edgeasp.puzzle.clues import ClueFile, merge_clues
from edgeasp.puzzle.model import Puzzle, Solution, Square
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.system.errors import EncodingError, OptionError, type_name
from edgeasp.system.limits import FOREVER, MOST_SOLUTIONS, Deadline, Limits, Stopped
from edgeasp.system.lines import is_whole

if TYPE_CHECKING:
    from edgeasp.puzzle.candidates import Candidate
    from edgeasp.puzzle.expected import FrontierOrder
    from edgeasp.search.orders import ScanOrder

Timed: TypeAlias = Callable[[str], AbstractContextManager[None]]
"""Measures a block, given the name of its phase."""


@dataclass(frozen=True)
class Task:
    """A puzzle with its clues and encoding, made by `make_task`.

    >>> task = edgeasp.make_task(edgeasp.load("instances/golden.lp").puzzle)
    >>> task.program().splitlines()[4]  # facts and rules for clingo alone
    'col(1). col(2).'

    Attributes:
        puzzle: the puzzle.
        clues: placements that a solution has to keep.
        encoding: the encoding, which determines the rules.
        up_to_rotation: whether only one of the solutions that are rotations of each other is requested.
        soft: conditions that a board may violate. `Session.solve` takes a bound on the number of violations.
        guarded: conditions that hold only if an assumption `active(...)` is made.
        own: user rules. If they replace the encoding, it only determines which conditions the checker requires.
    """

    puzzle: Puzzle
    clues: Solution
    encoding: EncodingSpec
    up_to_rotation: bool = False
    soft: frozenset[Condition] = frozenset()
    guarded: frozenset[Condition] = frozenset()
    own: UserRules = UserRules()

    @property
    def name(self) -> str:
        """Short description of the rules."""
        added = f" with {self.own.added_names}" if self.own.added else ""
        base = f"program {self.own.program_name}" if self.own.program else f"encoding {self.encoding.name}"
        return base + added

    @property
    def splittable(self) -> bool:
        """Whether the search can be split into cubes.

        Cubes branch on colours of diamonds, which are part of edgeasp's rules.
        """
        return not (self.own.program or self.own.optimises) and self.encoding.formulation == "halves"

    @property
    def relaxed(self) -> bool:
        """Whether some condition is soft or guarded."""
        return bool(self.soft or self.guarded)

    @cached_property
    def conditions(self) -> frozenset[Condition]:
        """Conditions that the checker requires of every solution."""
        return frozenset(Condition) - set(self.omitted_conditions) - self.soft - self.guarded

    @property
    def omitted_conditions(self) -> list[Condition]:
        """Conditions of the puzzle that the encoding omits."""
        omitted = []
        if self.puzzle.framed and not self.encoding.framed:
            omitted.append(Condition.BOUNDARY)
        if self.puzzle.signed and not self.encoding.signed:
            omitted.append(Condition.SIGN)
        return omitted

    @cached_property
    def effective_puzzle(self) -> Puzzle:
        """The puzzle without the signs, if the encoding does not support them."""
        if self.encoding.signed or not self.puzzle.signed:
            return self.puzzle
        return replace(self.puzzle, tiles=tuple(replace(tile, sign=None) for tile in self.puzzle.tiles))

    @cached_property
    def orbit(self) -> symmetry.OrbitFilter:
        """Symmetries of the board that keep the clues, e.g. rotations."""
        return symmetry.OrbitFilter(self.effective_puzzle, self.clues)

    @property
    def needs_symmetry_filter(self) -> bool:
        """Whether rotated solutions have to be dropped after the search.

        If not, rotated solutions are kept, or a rule excludes them.
        """
        return self.up_to_rotation and "board-rotations" not in self.encoding.symmetry

    def contradictions(self) -> list[str]:
        """List reasons, found by counting, why no solution exists."""
        if self.relaxed or self.own.program:
            return []
        return counting.contradictions(self.puzzle, framed=self.encoding.framed, signed=self.encoding.signed)

    def fewest_mismatches(self) -> int:
        """Return a lower bound on the mismatches of every board."""
        return counting.fewest_mismatches(self.puzzle, self.clues, framed=self.encoding.framed)

    def facts(self) -> str:
        """Return the puzzle and its clues as facts."""
        return facts.write_facts(self.puzzle, self.clues)

    def rules(self) -> render.Program:
        """Return the encoding for clingo alone, with the user rules."""
        program = render.Program("") if self.own.program else render.render(self.encoding, added=bool(self.own))
        return program._replace(text=program.text + self.own.joined_text())

    def program(self) -> str:
        """Return the complete ASP program: facts and rules."""
        return self.facts() + self.rules().text

    def search_program(self, candidates: str = "", timed: Timed = lambda _: nullcontext()) -> tuple[str, str]:
        """Return facts and rules of the search, without user rules.

        The rules show placements, see `facts.expand_placements`.

        Args:
            candidates: filtered domains as facts, which the rules then read. Empty for none.
            timed: function that measures the phases `facts` and `render`.
        """
        with timed("facts"):
            instance = facts.write_facts(self.puzzle, self.clues) + candidates
        with timed("render"):
            if self.own.program:
                rules = statements_around_program(self.puzzle, self.clues)
            elif self.relaxed:
                soft, guarded = ([name.value for name in names] for names in (self.soft, self.guarded))
                rules = render.render_relaxed(self.encoding, soft=soft, guarded=guarded).text
            else:
                narrowed, added = bool(candidates), bool(self.own)
                rules = render.render(self.encoding, placements=True, added=added, narrowed=narrowed).text
        return instance, rules

    def ground_size(self, note: Callable[[str], object] = lambda _: None, deadline: Deadline = FOREVER) -> ProblemSize:
        """Measure the ground program of the search.

        >>> edgeasp.make_task(edgeasp.load("instances/golden.lp").puzzle).ground_size().tight
        True

        Args:
            note: called with each message of clingo about user rules that is not an error.
            deadline: checked some twenty times a second.
        """
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        program = GroundProgram("".join(self.search_program()), deadline=deadline, own=self.own)
        for remark in (*program.notes, *self.impossible_atoms()):
            note(remark)
        return program.measure_size()

    def impossible_atoms(self) -> list[str]:
        """Describe answer atoms in user rules that no answer contains."""
        if not self.own:
            return []
        from edgeasp.solvers.clingo.syntax import impossible_atoms

        return list(impossible_atoms(self.own.files, self.puzzle))

    def ground_text(
        self, note: Callable[[str], object] = lambda _: None, deadline: Deadline = FOREVER, *, aspif: bool = False
    ) -> str:
        """Return the ground program as readable rules, or as aspif.

        Other arguments are as in `ground_size`.
        """
        from edgeasp.solvers.clingo import ground_program

        if self.own:
            self.ground_size(note, deadline)  # an error names the file and the line
        return (ground_program.ground_to_aspif if aspif else ground_program.ground_to_text)(self.program())

    def violated_rules(self, board: Solution) -> list[str]:
        """Name the rules that a board violates, e.g. `adjoining(1,1,right)`."""
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        laid = "".join(f"{atom}.\n" for atom in facts.answer_atoms(board))
        text = self.facts() + laid + render.render_violations(self.encoding).text
        [atoms] = GroundProgram(text).answers()
        # The argument of `violated/1` is a term in parentheses.
        return sorted(str(atom.arguments[0]).removeprefix("(").removesuffix(")") for atom in atoms)


def make_task(
    puzzle: Puzzle,
    clues: Solution | Iterable[ClueFile] = Solution(),
    request: EncodingRequest = EncodingRequest(),
    *,
    up_to_rotation: bool = False,
    own: UserRules = UserRules(),
) -> Task:
    """Make the task of solving a puzzle.

    >>> edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle).encoding.name
    'framed'

    Args:
        puzzle: the puzzle.
        clues: placements to keep, or several sources of them.
        request: options of the encoding.
        up_to_rotation: whether to request only one of the solutions that are rotations of each other, like the symmetry
            `board-rotations`. With clues, only rotations that map the clues to themselves count. Identical tiles are
            then interchangeable, so tile symmetries are broken even if the request does not include them.
        own: user rules, added to the encoding or in its place.

    Raises:
        EncodingError: the request does not fit the puzzle or the user rules, or combines the symmetry `polarity` with
            `up_to_rotation`. `polarity` keeps one checkerboard of signs, and the only solution may have the other.
        InputError: the clues contradict the puzzle or one another.
    """
    sources = [ClueFile("clues", clues)] if isinstance(clues, Solution) else clues
    if own and up_to_rotation:
        raise EncodingError("solutions up to rotation of the board: your rules may allow one rotation and not another")
    request = adapt_encoding(request, own)
    encoding = request.fitting(puzzle)
    if up_to_rotation and not set(encoding.symmetry) >= TO_THE_EYE:
        request = replace(request, symmetry=(*encoding.symmetry, *TO_THE_EYE))
        encoding = request.fitting(puzzle)
    task = Task(puzzle, Solution(), encoding, own=own)
    task = replace(task, clues=merge_clues(puzzle, sources, task.conditions))
    names = set(encoding.symmetry)
    if not (up_to_rotation or "board-rotations" in names):
        return task
    clued = bool(task.clues.placements)
    if len(symmetry.symmetries(task.effective_puzzle, task.clues)) == 1:
        return task
    if "polarity" in names and not clued:
        raise EncodingError(
            "symmetry 'polarity' and solutions up to rotation of the board exclude each other: both use rotations of "
            "the board"
        )
    # With a clue, or without an anchor, the rule would exclude nothing.
    ruled = not clued and symmetry.has_anchor_tile(task.effective_puzzle)
    names = names | {"board-rotations"} if ruled else names - {"board-rotations"}
    request = replace(request, symmetry=tuple(names))
    return replace(task, encoding=request.fitting(puzzle), up_to_rotation=True)


TO_THE_EYE = {"tile-rotations", "identical-tiles"}
"""Symmetries that leave the visible board unchanged.

Unless they are broken, a board is counted once for each assignment of identical tiles and rotations.
"""


def adapt_encoding(request: EncodingRequest, own: UserRules) -> EncodingRequest:
    """Adapt the encoding to user rules.

    User rules may distinguish boards that a symmetry treats as equal, so no symmetry is broken.

    Raises:
        EncodingError: the request does not fit user rules.
    """
    if not own:
        return request
    usual = EncodingRequest()
    if request.symmetry:
        raise EncodingError("symmetries: your rules may distinguish boards that a symmetry treats as equal")
    if request.formulation != usual.formulation:
        raise EncodingError("your rules need the formulation 'halves'")
    if not own.program:
        return replace(request, symmetry=())
    implied = request.redundant or "redundant" in (request.variants or "").split("+")
    if implied or request.heuristic not in (usual.heuristic, "none"):
        raise EncodingError(
            "redundant constraints and decision heuristics belong to edgeasp's rules, not to your program"
        )
    return replace(request, symmetry=(), heuristic="none")


def relax(task: Task, *, soft: Iterable[Condition] = (), guarded: Iterable[Condition] = ()) -> Task:
    """Relax conditions of a task in the formulation `halves`.

    A violation of a `soft` condition costs 1. A `guarded` condition holds only if a search assumes it.
    """
    if task.encoding.formulation != "halves":
        raise EncodingError("conditions can be relaxed in the formulation 'halves' only")
    return replace(task, soft=frozenset(soft), guarded=frozenset(guarded), up_to_rotation=False)


def without_heuristic(task: Task) -> Task:
    """Return the task without edgeasp's decision heuristic."""
    return replace(task, encoding=task.encoding._replace(heuristic="none"))


# ---- a search as values ----

PHASES = ("read", "facts", "render", "ground", "solve", "decode", "check")


class Strategy(NamedTuple):
    """Steps of a search in one process, chosen by `search.strategy`.

    Attributes:
        rule: the choice and its reason, in one line.
        guided: whether clingo follows edgeasp's decision heuristic on the whole board.
        trial: conflict limit per thread of an unguided trial before the main search, 0 for no trial.
        filters: whether domains are filtered first, provided that a suitable region exists.
        order: order of squares in a compiled search, or None for clingo alone.
        candidates: candidates for each square in a compiled search, or None for all tiles that fit.
        most_tiles: number of placements after which clingo takes over from the compiled search, 0 for any number.
        restarts: whether the compiled search restarts repeatedly, each time with the tiles in another order.
        expected_tiles: expected placements of a compiled search, or None if not estimated.
        frontier: order of squares in a count over a frontier, which runs before all other steps. None for no count.
    """

    rule: str = ""
    guided: bool = True
    trial: int = 0
    filters: bool = False
    order: ScanOrder | None = None
    candidates: Mapping[Square, tuple[Candidate, ...]] | None = None
    most_tiles: int = 0
    restarts: bool = False
    expected_tiles: float | None = None
    frontier: FrontierOrder | None = None


@dataclass(frozen=True)
class Job:
    """One search, as run by `edgeasp.solve`.

    >>> task = edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle)
    >>> job = edgeasp.Job(task, limit=1, limits=edgeasp.Limits(conflicts=1000))
    >>> session = edgeasp.Session(job.task, job.options)
    >>> [found.solution for found in session.run(job)]
    [Solution(9 placements)]

    Attributes:
        task: the puzzle, its clues and the encoding.
        limit: number of solutions after which to stop, 0 for all.
        options: clasp options.
        limits: limits on time, conflicts and memory.
        assumptions: atoms that the solutions have to fulfil, such as `place(T,R,X,Y)`.
        counts: whether solutions are only counted, not yielded.
        narrow: whether domains may be filtered first, see `search.filtering`.
        scan: whether the compiled search may replace clingo if it is faster.
        bound: largest number of violations of soft conditions, None for any.
        strategy: steps of the search in one process, chosen when the search begins.

    Raises:
        OptionError: the number of solutions is out of range.
        TypeError: an assumption is not an `Assumption`.
    """

    task: Task
    limit: int = 1
    options: ClaspOptions = ClaspOptions()
    limits: Limits = Limits()
    assumptions: tuple[Assumption, ...] = ()
    counts: bool = False
    narrow: bool = True
    scan: bool = False
    bound: int | None = None
    strategy: Strategy = Strategy()

    def __post_init__(self) -> None:
        if not is_whole(self.limit) or not 0 <= self.limit <= MOST_SOLUTIONS:
            raise OptionError(f"expected a number of solutions from 0 to {MOST_SOLUTIONS:,}, found {self.limit!r}")
        for assumption in self.assumptions:
            if not isinstance(assumption, Assumption):
                expected = "expected an assumption, as edgeasp.Assumption(edgeasp.Atom('place', (4, 270, 1, 1)))"
                raise TypeError(f"{expected}, found {type_name(assumption)}")


@dataclass(frozen=True, slots=True)
class FoundSolution:
    """A solution with the checker's report and its atoms."""

    solution: Solution
    report: Report
    atoms: tuple[Atom, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class SolutionCounts:
    """Number of solutions found.

    Attributes:
        boards: number of boards, with identical tiles treated as equal. None if it cannot be determined from the
            answers.
        assignments: number of boards with identical tiles distinguished. None if it cannot be determined.
    """

    boards: int | None
    assignments: int | None


def count_boards(task: Task, answers: int) -> SolutionCounts:
    """Compute boards and assignments from the number of answers."""
    if task.own:
        # User rules may allow only some assignments of a board, so they cannot be multiplied.
        alike = task.own.relaxed or task.puzzle.identical_tiles([clue.tile for clue in task.clues])
        return SolutionCounts(answers, None if alike else answers)
    breaks = task.encoding.symmetry
    swaps = symmetry.assignments_per_board(task.effective_puzzle, task.clues)
    lookalikes = 1
    if "tile-rotations" not in breaks:
        lookalikes = symmetry.count_unseen_rotations(task.puzzle, task.clues)
    told_apart = 1 if "identical-tiles" in breaks else swaps
    if not (lookalikes and told_apart) or answers % (lookalikes * told_apart):
        return SolutionCounts(None, None)
    boards = answers // (lookalikes * told_apart)
    if "polarity" in breaks and symmetry.rotation_swaps_signs(task.effective_puzzle, task.clues):
        boards *= 2
    return SolutionCounts(boards, boards * swaps if swaps else None)


@dataclass(frozen=True, slots=True)
class FilterEffect:
    """Effect of domain filtering.

    Attributes:
        before: number of candidates on all squares before filtering.
        after: number of candidates on all squares after filtering.
        programs: number of regions that were searched.
    """

    before: int
    after: int
    programs: int


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """Result of a search so far.

    >>> result = edgeasp.solve_all(edgeasp.load("instances/frame-3x3.puz")).result
    >>> result
    Result(SATISFIABLE, 16 found, exhausted)
    >>> result.counts.boards, result.statistics.conflicts
    (16, 0)

    Attributes:
        status: whether there is a solution.
        found: number of solutions yielded or counted.
        exhausted: whether it is proved that there are no further solutions.
        answered: whether the question is answered: as many solutions as requested, or all.
        stopped: what ended the search before an answer, such as a limit, as text. None if the search was answered.
        reasons: reasons, found by counting, why there is no solution. If there are any, nothing was searched.
        counts: number of solutions found, as boards and as assignments.
        seconds: wall time by phase, and `total` since the clock of the deadline started.
        size: size of the largest ground program, None before a search.
        statistics: statistics of the search, None before the search has begun.
        cost: cost of the solutions by priority, None if user rules minimise nothing, or before a solution.
        cost_proved: whether it is proved that no solution costs less.
        narrowed: effect of domain filtering, None if it was not tried, or would not save time.
        scanned: placements of the compiled search, None if clasp searched.
        expected_tiles: expected placements of a compiled search, on which the choice of engine was based, None if not
            estimated.
        states: states reached by a count over a frontier, None if there was none.
        expected_states: expected number of states of a count over a frontier, None if there was none.
        unchecked: number of solutions that were counted, but not checked: beyond the first ten million of a compiled
            search, or all but the first few of a count over a frontier, which lists no boards.
        processes: number of processes that searched. Seconds by phase are summed over them.
        rule: the chosen engine and the reason, in one line, empty if nothing was searched.
        clasp: clasp's own statistics of its last call, None if not requested, or if clingo did not search in this
            process.
    """

    status: Status
    found: int
    exhausted: bool
    answered: bool
    stopped: Stopped | None
    reasons: tuple[str, ...]
    counts: SolutionCounts
    seconds: dict[str, float]
    size: ProblemSize | None
    statistics: Statistics | None
    cost: tuple[int, ...] | None = None
    cost_proved: bool = False
    narrowed: FilterEffect | None = None
    scanned: int | None = None
    expected_tiles: float | None = None
    states: int | None = None
    expected_states: float | None = None
    unchecked: int = 0
    processes: int = 1
    rule: str = ""
    clasp: dict[str, Any] | None = None

    @property
    def engine(self) -> str | None:
        """Engine that searched: `frontier`, `scan` or `clingo`, or None."""
        if self.scanned is not None:
            return "scan"
        if self.states is not None and not self.size:
            return "frontier"
        return "clingo" if self.size else None

    def __repr__(self) -> str:
        ended = ", exhausted" if self.exhausted else f", stopped by the {self.stopped}" if self.stopped else ""
        return f"Result({self.status.value}, {self.found:,} found{ended})"


class Search(Protocol):
    """Interface of a search that runs a job.

    A `Session` runs it in this process, a `SplitSearch` in several.

    Attributes:
        deadline: the clock.
        seconds: wall time by phase.
    """

    deadline: Deadline
    seconds: dict[str, float]

    @property
    def found(self) -> int:
        """Number of solutions yielded or counted so far."""

    @property
    def phase(self) -> str:
        """Current step of the search, or its progress."""

    @property
    def share(self) -> float | None:
        """Completed fraction, from 0 to 1, or None."""

    @property
    def pace(self) -> float | None:
        """Conflicts per second, None before the first."""

    @property
    def tiles(self) -> tuple[int, float | None] | None:
        """Numbers of placements of the compiled search: so far, and expected.

        Returns None if clingo searches. The expected number is None if unknown.
        """

    @property
    def statistics(self) -> Statistics | None:
        """Statistics of the search so far, None before the first."""

    @property
    def notes(self) -> list[str]:
        """Messages of clingo about user rules, errors aside."""

    def run(self, job: Job) -> Generator[FoundSolution, None, None]:
        """Yield the solutions of a job.

        Closing the iterator stops the search.
        """

    def result(self) -> Result:
        """Return the result so far."""
