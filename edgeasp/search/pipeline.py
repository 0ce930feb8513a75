"""The walk from a puzzle to checked solutions: facts, program, ground, solve, decode, check."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from edgeasp.encoding import answers, facts, render
from edgeasp.encoding.atoms import Atom
from edgeasp.encoding.components import EncodingRequest, EncodingSpec
from edgeasp.puzzle import counting, symmetry
from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.errors import CheckError, EncodingError
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.solvers.limits import Deadline, LimitReached, Limits

if TYPE_CHECKING:
    from edgeasp.solvers.clingo import Effort, Grounded, GroundSize, Options

PHASES = ("read", "facts", "render", "ground", "solve", "decode", "check")


@dataclass(frozen=True)
class Task:
    """A puzzle with its clues and the encoding it is to be solved with.

    Attributes:
        puzzle: the puzzle.
        clues: placements that a solution has to keep.
        encoding: the rules.
        up_to_rotation: of the solutions that turning the board makes from one another, one is asked for.
    """

    puzzle: Puzzle
    clues: Solution
    encoding: EncodingSpec
    up_to_rotation: bool = False

    @property
    def conditions(self) -> frozenset[Condition]:
        """The conditions that the encoding states, and that a solution is checked against."""
        return frozenset(Condition) - set(self.omitted_conditions)

    @property
    def omitted_conditions(self) -> list[Condition]:
        """The conditions of the puzzle that the encoding leaves out."""
        left_out = []
        if self.puzzle.framed and not self.encoding.framed:
            left_out.append(Condition.BOUNDARY)
        if self.puzzle.signed and not self.encoding.signed:
            left_out.append(Condition.SIGN)
        return left_out

    @cached_property
    def effective_puzzle(self) -> Puzzle:
        """The puzzle as the encoding sees it: without signs, if it knows none."""
        if self.encoding.signed or not self.puzzle.signed:
            return self.puzzle
        return replace(self.puzzle, tiles=tuple(replace(tile, sign=None) for tile in self.puzzle.tiles))

    @property
    def needs_symmetry_filter(self) -> bool:
        """Whether solutions have to be sifted up to turns of the board, because no rule of the encoding does it."""
        return self.up_to_rotation and "board-rotations" not in self.encoding.symmetry

    def contradictions(self) -> list[str]:
        """Reasons, found by counting, why there is no solution."""
        return counting.contradictions(self.puzzle, framed=self.encoding.framed, signed=self.encoding.signed)

    def program(self) -> str:
        """The whole ASP program: facts and encoding."""
        return facts.write(self.puzzle, self.clues) + render.render(self.encoding).text

    def rules(self) -> str:
        """The encoding that is searched: it shows placements, see `answers.expand_placements`."""
        return render.render(self.encoding, placements=True).text


def prepare(
    puzzle: Puzzle,
    clues: Solution = Solution(),
    request: EncodingRequest = EncodingRequest(),
    *,
    up_to_rotation: bool = False,
) -> Task:
    """The task of solving a puzzle with what a user asks of the encoding.

    Args:
        puzzle: the puzzle.
        clues: placements to keep.
        request: what the user asks of the encoding.
        up_to_rotation: ask for one of the solutions that turning the board makes from one another, as the symmetry
            `board-rotations` does. With a clue there are no such solutions, so it changes nothing.

    Raises:
        EncodingError: the request does not make sense for the puzzle, or asks for the symmetry `polarity` as well:
            that keeps one checkerboard of signs, and the solution that is asked for may have the other.
    """
    task = Task(puzzle, clues, request.resolve(framed=puzzle.framed, signed=puzzle.signed))
    names = set(task.encoding.symmetry)
    if clues.placements or not (up_to_rotation or "board-rotations" in names):
        return task
    if "polarity" in names:
        raise EncodingError(
            "symmetry 'polarity' and solutions up to rotation of the board exclude each other: both use the turns of "
            "the board"
        )
    # Without an anchor the rule would not do it.
    names = names | {"board-rotations"} if symmetry.anchored(task.effective_puzzle) else names - {"board-rotations"}
    request = replace(request, symmetry=tuple(names))
    return Task(puzzle, clues, request.resolve(framed=puzzle.framed, signed=puzzle.signed), up_to_rotation=True)


@dataclass(frozen=True, slots=True)
class Solved:
    """A solution, what the checker says of it, and the atoms it was read from."""

    solution: Solution
    report: Report
    atoms: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many solutions were found.

    Attributes:
        boards: what one sees; None if that does not follow from what was found.
        assignments: with identical tiles told apart; None if that does not follow.
    """

    boards: int | None
    assignments: int | None


@dataclass
class Search:
    """One search for the solutions of a task; iterating it runs it.

    Attributes:
        task: what is solved.
        limit: the number of solutions after which to stop; 0 for all.
        options: how clasp searches; None for the default.
        limits: what it may cost.
        tick: called some twenty times a second while clingo is busy.
        watch: the clock; it may have been started before, so that the time limit covers more than the search.
        result: `SATISFIABLE`, `UNSATISFIABLE` or `UNKNOWN`, as far as is known.
        found: how many solutions have been given.
        exhausted: whether it is proved that there are no further solutions.
        stopped: the limit that struck, if one did.
        phase: what it is busy with.
        reasons: why counting alone says that there is no solution; nothing was searched then.
        seconds: wall time by phase.
        size: of the ground program, once there is one.
        effort: what the search has cost, once it has ended.
    """

    task: Task
    limit: int = 1
    options: Options | None = None
    limits: Limits = Limits()
    tick: Callable[[], None] = lambda: None
    watch: Deadline | None = None
    result: str = "UNKNOWN"
    found: int = 0
    exhausted: bool = False
    stopped: str | None = None
    phase: str = ""
    reasons: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    size: GroundSize | None = None
    effort: Effort | None = None
    _grounded: Grounded | None = field(default=None, repr=False)

    def __iter__(self) -> Generator[Solved, None, None]:
        """The solutions, each checked, one by one; closing the iterator stops the search.

        A limit that strikes ends the iteration and is named in `stopped`.

        Raises:
            CheckError: the solver's answer is not a solution.
            AnswerError: the solver's answer is not exactly a tile and a rotation for each square.
            OptionError: clasp does not have an option.
        """
        self.watch = self.watch or Deadline(self.limits, self.tick)
        self.reasons = self.task.contradictions()
        if self.reasons:
            self.result, self.exhausted = "UNSATISFIABLE", True
            return
        try:
            # A small puzzle is solved before anybody looks at the limits again.
            self.watch.check()
            self._grounded = self._ground(self.watch)
            yield from self._solve(self._grounded)
        except LimitReached as struck:
            self.stopped = str(struck)

    @property
    def answered(self) -> bool:
        """Whether the question was answered: as many solutions as asked for, or all there are."""
        return self.exhausted or 0 < self.limit <= self.found

    def counts(self) -> Counts:
        """The number of solutions found, as boards and as assignments."""
        task, breaks = self.task, self.task.encoding.symmetry
        swaps = symmetry.assignments_per_board(task.effective_puzzle, task.clues)
        lookalikes = 1
        if "tile-rotations" not in breaks:
            free = {clue.tile for clue in task.clues}
            lookalikes = prod(4 // tile.period for index, tile in enumerate(task.puzzle.tiles) if index not in free)
        apart = lookalikes * (1 if "identical-tiles" in breaks else swaps)
        if self.found % apart:
            return Counts(None, None)
        boards = self.found // apart
        if "polarity" in breaks and symmetry.flips(task.effective_puzzle, task.clues):
            boards *= 2
        return Counts(boards, boards * swaps)

    @property
    def pace(self) -> float | None:
        """Conflicts per second, as clasp last told; None if it has not."""
        return self._grounded.pace if self._grounded else None

    def _ground(self, watch: Deadline) -> Grounded:
        from edgeasp.solvers.clingo import Grounded, Options

        options = self.options or Options()
        if self.task.encoding.heuristic != "none":
            options = replace(options, guided=True)
        with self._timed("facts"):
            instance = facts.write(self.task.puzzle, self.task.clues)
        with self._timed("render"):
            rules = self.task.rules()
        with self._timed("ground"):
            return Grounded(instance + rules, options, watch.check)

    def _solve(self, grounded: Grounded) -> Iterator[Solved]:
        # What is sifted out does not count, so clasp cannot do the counting then.
        limit = 0 if self.task.needs_symmetry_filter else self.limit
        models = grounded.answers(limit, self.limits.conflicts)
        try:
            while True:
                with self._timed("solve"):
                    shown = next(models, None)
                if shown is None:
                    break
                with self._timed("decode"):
                    atoms = answers.expand_placements(shown)
                    solution = answers.from_atoms(atoms, self.task.puzzle)
                    wanted = not self.task.needs_symmetry_filter or symmetry.is_least(
                        self.task.effective_puzzle, solution
                    )
                if wanted:
                    yield self._checked(solution, atoms)
                if 0 < self.limit <= self.found:
                    break
        finally:
            models.close()
            if grounded.searched:
                self.size, self.effort = grounded.size(), grounded.effort
        self.exhausted = grounded.exhausted
        if grounded.satisfiable is False:
            self.result = "UNSATISFIABLE"
        if not self.answered:
            raise LimitReached(f"conflict limit of {self.limits.conflicts:,}")

    def _checked(self, solution: Solution, atoms: list[Atom]) -> Solved:
        with self._timed("check"):
            report = check(self.task.puzzle, solution, self.task.clues, self.task.conditions)
        if not report.solved:
            raise CheckError(
                "the solver's answer is not a solution; this is a fault in edgeasp or in clingo, please report it: "
                + "; ".join(violation.text for violation in report.violations[:3])
            )
        self.result = "SATISFIABLE"
        self.found += 1
        return Solved(solution, report, tuple(atoms))

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        start, self.phase = time.perf_counter(), phase
        try:
            yield
        finally:
            self.seconds[phase] = self.seconds.get(phase, 0.0) + time.perf_counter() - start


def ground_size(task: Task) -> GroundSize:
    """The size of the ground program of a task, as it is searched."""
    from edgeasp.solvers.clingo import Grounded

    return Grounded(facts.write(task.puzzle, task.clues) + task.rules()).size()


def ground_text(task: Task, *, aspif: bool) -> str:
    """The ground program of a task, as aspif or as readable rules."""
    from edgeasp.solvers import clingo as solver

    return (solver.aspif if aspif else solver.ground_rules)(task.program())


def violations(task: Task, solution: Solution) -> list[str]:
    """The names of the rules that a complete placement breaks, found by the encoding itself.

    The names are those of the checker: `adjoining(1,1,right)` and so on.
    """
    from edgeasp.solvers.clingo import Grounded

    given = "".join(f"{atom}.\n" for atom in answers.to_atoms(solution))
    text = facts.write(task.puzzle, task.clues) + given + render.render_violations(task.encoding).text
    [atoms] = Grounded(text).answers()
    return sorted(_name(atom) for atom in atoms)


def _name(violated: Atom) -> str:
    """The name of the rule: the argument of `violated/1`, a term that the solver's door gives as text."""
    return str(violated.arguments[0]).removeprefix("(").removesuffix(")")
