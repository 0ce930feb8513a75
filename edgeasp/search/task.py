"""A question about a puzzle: puzzle, clues and encoding; a search for its answers, and the result, as frozen values."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from edgeasp.encoding import facts, render
from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.own_rules import OwnRules, around_program
from edgeasp.encoding.render import EncodingRequest, EncodingSpec
from edgeasp.puzzle import counting, symmetry
from edgeasp.puzzle.checker import Condition, Report
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.model import Puzzle, Solution, Square
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.system.errors import EncodingError, OptionError, kind_of
from edgeasp.system.limits import FOREVER, MOST_SOLUTIONS, Deadline, Limits, Stopped
from edgeasp.system.lines import is_whole

if TYPE_CHECKING:
    from edgeasp.puzzle.candidates import Candidate
    from edgeasp.puzzle.expected_states import FrontierOrder
    from edgeasp.search.orders import ScanOrder

Timed: TypeAlias = Callable[[str], AbstractContextManager[None]]
"""Measures a block, given the name of its phase."""


@dataclass(frozen=True)
class Task:
    """A puzzle with its clues and the encoding it is solved with; `make_task` makes one.

    >>> task = edgeasp.make_task(edgeasp.load("instances/golden.lp").puzzle)
    >>> task.program().splitlines()[4]  # facts and rules, which clingo alone can run
    'col(1). col(2).'

    Attributes:
        puzzle: the puzzle.
        clues: placements that a solution has to keep.
        encoding: the rules.
        up_to_rotation: whether one solution is asked for of those that are rotations of one another.
        soft: conditions that a board may violate; `Session.solve` takes a bound on the number of violations.
        guarded: conditions that hold only where an assumption `active(...)` says so.
        own: rules of a user. With a program, the encoding says no more than which conditions it states.
    """

    puzzle: Puzzle
    clues: Solution
    encoding: EncodingSpec
    up_to_rotation: bool = False
    soft: frozenset[Condition] = frozenset()
    guarded: frozenset[Condition] = frozenset()
    own: OwnRules = OwnRules()

    @property
    def name(self) -> str:
        """The rules in a few words."""
        added = f" with {self.own.added_names}" if self.own.added else ""
        base = f"program {self.own.program_name}" if self.own.program else f"encoding {self.encoding.name}"
        return base + added

    @property
    def splittable(self) -> bool:
        """Whether the search can be split into cubes: by the colours of diamonds, which edgeasp's own rules have."""
        return not (self.own.program or self.own.optimises) and self.encoding.formulation == "halves"

    @property
    def relaxed(self) -> bool:
        """Whether some condition is soft or guarded."""
        return bool(self.soft or self.guarded)

    @cached_property
    def conditions(self) -> frozenset[Condition]:
        """The conditions that the encoding states everywhere, and that a solution is checked against."""
        return frozenset(Condition) - set(self.omitted_conditions) - self.soft - self.guarded

    @property
    def omitted_conditions(self) -> list[Condition]:
        """The conditions of the puzzle that the encoding leaves out."""
        omitted = []
        if self.puzzle.framed and not self.encoding.framed:
            omitted.append(Condition.BOUNDARY)
        if self.puzzle.signed and not self.encoding.signed:
            omitted.append(Condition.SIGN)
        return omitted

    @cached_property
    def effective_puzzle(self) -> Puzzle:
        """The puzzle that the encoding states: without signs, if it knows none."""
        if self.encoding.signed or not self.puzzle.signed:
            return self.puzzle
        return replace(self.puzzle, tiles=tuple(replace(tile, sign=None) for tile in self.puzzle.tiles))

    @cached_property
    def orbit(self) -> symmetry.Orbit:
        """The motions of the board that keep the clues."""
        return symmetry.Orbit(self.effective_puzzle, self.clues)

    @property
    def needs_symmetry_filter(self) -> bool:
        """Whether rotated solutions have to be filtered out afterwards, because no rule excludes them."""
        return self.up_to_rotation and "board-rotations" not in self.encoding.symmetry

    def contradictions(self) -> list[str]:
        """Reasons, found by counting, why there is no solution."""
        if self.relaxed or self.own.program:
            return []
        return counting.contradictions(self.puzzle, framed=self.encoding.framed, signed=self.encoding.signed)

    def fewest_mismatches(self) -> int:
        """Mismatches that, by counting, every board with the clues has at least."""
        return counting.fewest_mismatches(self.puzzle, self.clues, framed=self.encoding.framed)

    def facts(self) -> str:
        """The puzzle and its clues as facts."""
        return facts.write(self.puzzle, self.clues)

    def rules(self) -> render.Program:
        """The encoding as a stand-alone clingo runs it, with the rules of the user."""
        program = render.Program("") if self.own.program else render.render(self.encoding, added=bool(self.own))
        return program._replace(text=program.text + self.own.text())

    def program(self) -> str:
        """The whole ASP program: facts and rules."""
        return self.facts() + self.rules().text

    def search_program(self, candidates: str = "", timed: Timed = lambda _: nullcontext()) -> tuple[str, str]:
        """Return the facts and the rules of the search, without user rules.

        The rules show placements, see `facts.expand_placements`.

        Args:
            candidates: filtered domains as further facts, which the rules then support.
            timed: measures the phases `facts` and `render`.
        """
        with timed("facts"):
            instance = facts.write(self.puzzle, self.clues) + candidates
        with timed("render"):
            if self.own.program:
                rules = around_program(self.puzzle, self.clues)
            elif self.relaxed:
                soft, guarded = ([name.value for name in names] for names in (self.soft, self.guarded))
                rules = render.render_relaxed(self.encoding, soft=soft, guarded=guarded).text
            else:
                narrowed, added = bool(candidates), bool(self.own)
                rules = render.render(self.encoding, placements=True, added=added, narrowed=narrowed).text
        return instance, rules

    def ground_size(self, note: Callable[[str], object] = lambda _: None, deadline: Deadline = FOREVER) -> ProblemSize:
        """The size of the ground program that is searched.

        >>> edgeasp.make_task(edgeasp.load("instances/golden.lp").puzzle).ground_size().tight
        True

        Args:
            note: called with what clingo says about rules of the user that is no error.
            deadline: checked some twenty times a second.
        """
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        program = GroundProgram("".join(self.search_program()), deadline=deadline, own=self.own)
        for remark in program.notes:
            note(remark)
        return program.measure()

    def ground_text(
        self,
        note: Callable[[str], object] = lambda _: None,
        deadline: Deadline = FOREVER,
        *,
        aspif: bool = False,
    ) -> str:
        """The ground program as readable rules, or as aspif; arguments as in `ground_size`."""
        from edgeasp.solvers.clingo import ground_program

        if self.own:
            self.ground_size(note, deadline)  # names the file and the line of what is wrong
        return (ground_program.aspif if aspif else ground_program.ground_rules)(self.program())

    def violated_rules(self, board: Solution) -> list[str]:
        """The names of the rules that placements violate by the encoding, such as `adjoining(1,1,right)`."""
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        laid = "".join(f"{atom}.\n" for atom in facts.to_atoms(board))
        text = self.facts() + laid + render.render_violations(self.encoding).text
        [atoms] = GroundProgram(text).answers()
        # The argument of `violated/1` is a term that stands in parentheses.
        return sorted(str(atom.arguments[0]).removeprefix("(").removesuffix(")") for atom in atoms)


def make_task(
    puzzle: Puzzle,
    clues: Solution | Iterable[Source] = Solution(),
    request: EncodingRequest = EncodingRequest(),
    *,
    up_to_rotation: bool = False,
    own: OwnRules = OwnRules(),
) -> Task:
    """The task of solving a puzzle.

    >>> edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle).encoding.name
    'framed'

    Args:
        puzzle: the puzzle.
        clues: placements to keep, or several sources of them.
        request: what is asked of the encoding.
        up_to_rotation: ask for one of the solutions that are rotations of one another, as the symmetry
            `board-rotations` does. Beside clues only rotations that map these to themselves count, as one sees them:
            identical tiles are alike, so the symmetries of tiles are broken, whatever the request says.
        own: rules of a user, added to the encoding or in its place.

    Raises:
        EncodingError: the request makes no sense for the puzzle, or beside rules of a user, or asks for the symmetry
            `polarity` and for solutions up to rotation: `polarity` keeps one checkerboard of signs, and the solution
            that is asked for may have the other.
        InputError: the clues contradict the puzzle or one another.
    """
    sources = [Source("clues", clues)] if isinstance(clues, Solution) else clues
    if own and up_to_rotation:
        raise EncodingError("solutions up to rotation of the board: a rule of your own may allow one and not another")
    request = encoding_beside(request, own)
    encoding = request.fitting(puzzle)
    if up_to_rotation and not set(encoding.symmetry) >= TO_THE_EYE:
        request = replace(request, symmetry=(*encoding.symmetry, *TO_THE_EYE))
        encoding = request.fitting(puzzle)
    task = Task(puzzle, Solution(), encoding, own=own)
    task = replace(task, clues=combine(puzzle, sources, task.conditions))
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
    ruled = not clued and symmetry.anchored(task.effective_puzzle)
    names = names | {"board-rotations"} if ruled else names - {"board-rotations"}
    request = replace(request, symmetry=tuple(names))
    return replace(task, encoding=request.fitting(puzzle), up_to_rotation=True)


TO_THE_EYE = {"tile-rotations", "identical-tiles"}
"""The symmetries without which a board counts once for each of its assignments, though one sees no difference."""


def encoding_beside(request: EncodingRequest, own: OwnRules) -> EncodingRequest:
    """The encoding to ask for beside rules of a user, which may tell apart what a symmetry takes for the same.

    Raises:
        EncodingError: the request makes no sense beside them.
    """
    if not own:
        return request
    usual = EncodingRequest()
    if request.symmetry:
        raise EncodingError("symmetries: a rule of your own may tell apart what a symmetry takes for the same")
    if request.formulation != usual.formulation:
        raise EncodingError("rules of your own go with the formulation 'halves' only")
    if not own.program:
        return replace(request, symmetry=())
    implied = request.redundant or "redundant" in (request.variants or "").split("+")
    if implied or request.heuristic not in (usual.heuristic, "none"):
        raise EncodingError("redundant constraints and search guidance belong to edgeasp's rules, not to your program")
    return replace(request, symmetry=(), heuristic="none")


def relax(task: Task, *, soft: Iterable[Condition] = (), guarded: Iterable[Condition] = ()) -> Task:
    """The same task, in the formulation `halves`, with conditions that need not hold everywhere.

    A board may violate `soft` ones, at a cost of 1 each time; `guarded` ones hold only where they are assumed.
    """
    if task.encoding.formulation != "halves":
        raise EncodingError("conditions can be relaxed in the formulation 'halves' only")
    return replace(task, soft=frozenset(soft), guarded=frozenset(guarded), up_to_rotation=False)


def unguided(task: Task) -> Task:
    """Return the task without edgeasp's decision heuristic."""
    return replace(task, encoding=task.encoding._replace(heuristic="none"))


# ---- a search as values ----

PHASES = ("read", "facts", "render", "ground", "solve", "decode", "check")


class Strategy(NamedTuple):
    """The way in which one process searches, chosen by `search.strategy`.

    Attributes:
        rule: the choice and its reason, in one line.
        guided: whether clingo follows edgeasp's decision heuristic on the whole board.
        trial: conflicts of each thread in an unguided search that comes first, 0 for none.
        filters: whether domains are filtered first, if there is a region that is worth it.
        order: of the squares in a compiled search, or None for clingo alone.
        at: candidates for each square in a compiled search, or None for all that fit.
        most_tiles: tiles after which clingo takes over from the compiled search, 0 for any number.
        restarts: whether the compiled search restarts again and again, with tiles in another order.
        expected_tiles: tiles that a compiled search is expected to place, or None if that was not estimated.
        frontier: order of a count over a frontier that comes first, or None.
    """

    rule: str = ""
    guided: bool = True
    trial: int = 0
    filters: bool = False
    order: ScanOrder | None = None
    at: Mapping[Square, tuple[Candidate, ...]] | None = None
    most_tiles: int = 0
    restarts: bool = False
    expected_tiles: float | None = None
    frontier: FrontierOrder | None = None


@dataclass(frozen=True)
class Job:
    """One search, as `edgeasp.solve` carries it out.

    >>> task = edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle)
    >>> job = edgeasp.Job(task, limit=1, limits=edgeasp.Limits(conflicts=1000))
    >>> session = edgeasp.Session(job.task, job.options)
    >>> [found.solution for found in session.run(job)]
    [Solution(9 placements)]

    Attributes:
        task: the puzzle, its clues and the encoding.
        limit: the number of solutions after which to stop; 0 for all.
        options: of clasp.
        limits: on time, conflicts and memory.
        assumptions: atoms that the solutions have to fulfil, such as `place(T,R,X,Y)`.
        counts: whether the solutions are only counted, and none is given.
        narrow: whether domains may be filtered first where that pays, see `search.filtering`.
        scan: whether the compiled search may take the place of clingo where it is faster.
        bound: the largest number of violations of soft conditions, or None for any.
        strategy: how one process searches, chosen when the search begins.

    Raises:
        OptionError: the number of solutions is out of range.
        TypeError: an assumption is none.
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
                raise TypeError(f"{expected}, found {kind_of(assumption)}")


@dataclass(frozen=True, slots=True)
class Found:
    """A solution, the checker's report on it, and the atoms it was read from."""

    solution: Solution
    report: Report
    atoms: tuple[Atom, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of solutions found.

    Attributes:
        boards: as pictures, identical tiles not distinguished; None if that does not follow from what was found.
        assignments: with identical tiles distinguished; None if that does not follow.
    """

    boards: int | None
    assignments: int | None


def counted(task: Task, answers: int) -> Counts:
    """The numbers of boards and of assignments behind a number of answers to a task."""
    if task.own:
        # Rules may allow one assignment of a board and not another.
        alike = task.own.relaxed or task.puzzle.identical_tiles([clue.tile for clue in task.clues])
        return Counts(answers, None if alike else answers)
    breaks = task.encoding.symmetry
    swaps = symmetry.assignments_per_board(task.effective_puzzle, task.clues)
    lookalikes = 1
    if "tile-rotations" not in breaks:
        lookalikes = symmetry.lookalikes(task.puzzle, task.clues)
    told_apart = 1 if "identical-tiles" in breaks else swaps
    if not (lookalikes and told_apart) or answers % (lookalikes * told_apart):
        return Counts(None, None)
    boards = answers // (lookalikes * told_apart)
    if "polarity" in breaks and symmetry.flips(task.effective_puzzle, task.clues):
        boards *= 2
    return Counts(boards, boards * swaps if swaps else None)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The effect of narrowing.

    Attributes:
        before: the number of candidates on all squares before.
        after: the number of candidates after.
        programs: the number of regions that were searched.
    """

    before: int
    after: int
    programs: int


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """The result of a search, as far as it has run.

    >>> result = edgeasp.solve_all(edgeasp.load("instances/frame-3x3.puz")).result
    >>> result
    Result(SATISFIABLE, 16 found, exhausted)
    >>> result.counts.boards, result.statistics.conflicts
    (16, 0)

    Attributes:
        status: whether there is a solution.
        found: the number of solutions given.
        exhausted: whether it is proved that there are no further solutions.
        answered: whether the question is answered: as many solutions as asked for, or all there are.
        stopped: what has ended the search before it was answered, such as a limit, in words; None if nothing has.
        reasons: why there is no solution, if counting finds that; then nothing was searched.
        counts: the number of solutions found, as boards and as assignments.
        seconds: wall time by phase; `total` since the deadline's clock was started.
        size: of the ground program, or of a larger one that narrowed squares before; None if no search has begun.
        statistics: of the search; None if it has not begun.
        cost: by priority, of the solutions if rules of a user ask for the least; None if they do not, or none is known.
        cost_proved: whether it is proved that none costs less.
        narrowed: the effect of narrowing the squares; None if that was not tried, or was not worth it.
        scanned: the number of tiles that a scan square by square has laid; None if clasp searched.
        expected_tiles: the number of tiles that a scan was expected to lay, by which it was chosen or not; None if that
            was not asked.
        states: the number of states that a count by frontier has reached; None if there was none.
        expected_states: the number that it was expected to reach, by which it was chosen; None if there was none.
        unchecked: how many of the solutions were only counted: by a scan those beyond ten million that are not wanted,
            by a frontier all but the first ones, as it lists no board.
        processes: the number of processes that searched; seconds by phase are the sum of theirs.
        rule: the chosen engine and why, in one line, empty if nothing was searched.
    """

    status: Status
    found: int
    exhausted: bool
    answered: bool
    stopped: Stopped | None
    reasons: tuple[str, ...]
    counts: Counts
    seconds: dict[str, float]
    size: ProblemSize | None
    statistics: Statistics | None
    cost: tuple[int, ...] | None = None
    cost_proved: bool = False
    narrowed: Narrowed | None = None
    scanned: int | None = None
    expected_tiles: float | None = None
    states: int | None = None
    expected_states: float | None = None
    unchecked: int = 0
    processes: int = 1
    rule: str = ""

    @property
    def engine(self) -> str | None:
        """The engine that searched: `frontier`, `scan` or `clingo`; None if nothing was searched."""
        if self.scanned is not None:
            return "scan"
        if self.states is not None and not self.size:
            return "frontier"
        return "clingo" if self.size else None

    def __repr__(self) -> str:
        ended = ", exhausted" if self.exhausted else f", stopped by the {self.stopped}" if self.stopped else ""
        return f"Result({self.status.value}, {self.found:,} found{ended})"


class Search(Protocol):
    """A search that carries out a job: by a `Session` in this process, or split over several.

    Attributes:
        deadline: the clock.
        seconds: wall time by phase.
    """

    deadline: Deadline
    seconds: dict[str, float]

    @property
    def found(self) -> int:
        """The number of solutions that have been given, or counted."""

    @property
    def phase(self) -> str:
        """The present step of the search, or how far it is."""

    @property
    def share(self) -> float | None:
        """The part of the search that is done, from 0 to 1; None if that is not known."""

    @property
    def pace(self) -> float | None:
        """Conflicts per second; None before there were any."""

    @property
    def tiles(self) -> tuple[int, float | None] | None:
        """Tiles that a scan has laid, and how many it may lay for all solutions, if that is known; None with clasp."""

    @property
    def statistics(self) -> Statistics | None:
        """Of the search so far; None before there are any."""

    @property
    def notes(self) -> list[str]:
        """Messages of clingo about rules of the user that are no errors."""

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Give the solutions that a job asks for, one by one; closing the iterator stops the search."""

    def result(self) -> Result:
        """The result of the search, as far as it has run."""
