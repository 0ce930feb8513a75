"""The walk from a puzzle to checked solutions: facts, program, ground, solve, decode, check."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from edgeasp import answer, census, facts, program
from edgeasp.atoms import Atom
from edgeasp.check import Condition, Report, check
from edgeasp.encoding import Encoding, Request
from edgeasp.errors import CheckError
from edgeasp.puzzle import Puzzle, Solution

if TYPE_CHECKING:
    from edgeasp.solver import Effort, GroundSize


@dataclass(frozen=True)
class Task:
    """A puzzle with its clues and the encoding it is to be solved with.

    Attributes:
        conditions: those that the encoding states; a solution is checked against these.
    """

    puzzle: Puzzle
    clues: Solution
    encoding: Encoding

    @property
    def conditions(self) -> frozenset[Condition]:
        """The conditions that the encoding states, and that a solution is checked against."""
        return frozenset(Condition) - set(self.relaxed)

    @property
    def relaxed(self) -> list[Condition]:
        """The conditions of the puzzle that the encoding leaves out."""
        left_out = []
        if self.puzzle.framed and not self.encoding.framed:
            left_out.append(Condition.BOUNDARY)
        if self.puzzle.signed and not self.encoding.signed:
            left_out.append(Condition.SIGN)
        return left_out

    def impossible(self) -> list[str]:
        """Reasons, found by counting, why there is no solution."""
        return census.impossible(self.puzzle, framed=self.encoding.framed, signed=self.encoding.signed)


@dataclass(frozen=True, slots=True)
class Solved:
    """A solution, and what the checker says of it."""

    solution: Solution
    report: Report


@dataclass
class Search:
    """One search for the solutions of a task; iterating it runs it.

    Attributes:
        task: what is solved.
        limit: the number of solutions after which to stop; 0 for all.
        seed: of the solver's random numbers.
        result: `SATISFIABLE`, `UNSATISFIABLE` or `UNKNOWN`, as far as is known.
        exhausted: whether it is proved that there are no further solutions.
        reasons: why counting alone says that there is no solution; nothing was searched then.
        seconds: wall time by phase.
        size: of the ground program, once there is one.
        effort: what the search has cost, once it has ended.
    """

    task: Task
    limit: int = 1
    seed: int = 1
    result: str = "UNKNOWN"
    exhausted: bool = False
    reasons: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    size: GroundSize | None = None
    effort: Effort | None = None

    def __iter__(self) -> Iterator[Solved]:
        """The solutions, each checked, one by one; closing the iterator stops the search.

        Raises:
            CheckError: the solver's answer is not a solution.
            AnswerError: the solver's answer is not exactly a tile and a rotation for each square.
        """
        from edgeasp.solver import Grounded, Options

        self.reasons = self.task.impossible()
        if self.reasons:
            self.result, self.exhausted = "UNSATISFIABLE", True
            return
        with self._timed("facts"):
            instance = facts.write(self.task.puzzle, self.task.clues)
        with self._timed("render"):
            encoding = program.render(self.task.encoding).text
        with self._timed("ground"):
            grounded = Grounded(instance + encoding, Options(self.seed, guided=self.task.encoding.heuristic != "none"))
        answers = grounded.answers(self.limit)
        try:
            while True:
                with self._timed("solve"):
                    atoms = next(answers, None)
                if atoms is None:
                    break
                yield self._checked(answer.decode(atoms, self.task.puzzle))
        finally:
            answers.close()
            self.size, self.effort = grounded.size(), grounded.effort()
        self.exhausted = grounded.exhausted
        if grounded.satisfiable is False:
            self.result = "UNSATISFIABLE"

    def _checked(self, solution: Solution) -> Solved:
        with self._timed("check"):
            report = check(self.task.puzzle, solution, self.task.clues, self.task.conditions)
        if not report.solved:
            raise CheckError(
                "the solver's answer is not a solution; this is a fault in edgeasp or in clingo, please report it: "
                + "; ".join(violation.text for violation in report.violations[:3])
            )
        self.result = "SATISFIABLE"
        return Solved(solution, report)

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[phase] = self.seconds.get(phase, 0.0) + time.perf_counter() - start


def prepare(puzzle: Puzzle, clues: Solution = Solution(), request: Request = Request()) -> Task:
    """The task of solving a puzzle with what a user asks of the encoding.

    Raises:
        EncodingError: the request does not make sense for the puzzle.
    """
    return Task(puzzle, clues, request.resolve(framed=puzzle.framed, signed=puzzle.signed))


def ground_size(task: Task) -> GroundSize:
    """The size of the ground program of a task."""
    from edgeasp.solver import Grounded

    return Grounded(_program(task)).size()


def ground_text(task: Task, *, aspif: bool) -> str:
    """The ground program of a task, as aspif or as readable rules."""
    from edgeasp import solver

    return (solver.aspif if aspif else solver.ground_rules)(_program(task))


def _program(task: Task) -> str:
    return facts.write(task.puzzle, task.clues) + program.render(task.encoding).text


def violations(task: Task, solution: Solution) -> list[str]:
    """The names of the rules that a complete placement breaks, found by the encoding itself.

    The names are those of the checker: `adjoining(1,1,right)` and so on.
    """
    from edgeasp.solver import Grounded

    given = "".join(f"{atom}.\n" for atom in answer.encode(solution))
    text = facts.write(task.puzzle, task.clues) + given + program.render_violations(task.encoding).text
    [atoms] = Grounded(text).answers()
    return sorted(_name(atom) for atom in atoms)


def _name(violated: Atom) -> str:
    """The name of the rule: the argument of `violated/1`, a term that the solver's door gives as text."""
    return str(violated.arguments[0]).removeprefix("(").removesuffix(")")
