"""The ground program of a task: its size, its text, the rules that a board violates, and where grounding explodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from edgeasp.encoding import facts, render
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import Task
from edgeasp.solvers.interface import ProblemSize

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.syntax import Instances, Pair, Statement


def ground_size(task: Task, note: Callable[[str], object] = lambda _: None) -> ProblemSize:
    """The size of the ground program that is searched.

    `note` is called with what clingo says about rules of the user that is no error.
    """
    from edgeasp.solvers.clingo.ground_program import GroundProgram

    program = GroundProgram(task.facts() + task.search_rules(), own=task.own)
    for text in program.notes:
        note(text)
    return program.measure()


def ground_text(task: Task, note: Callable[[str], object] = lambda _: None, *, aspif: bool) -> str:
    """The ground program, as aspif or as readable rules; `note` as in `ground_size`."""
    from edgeasp.solvers.clingo import ground_program

    if task.own:
        ground_size(task, note)  # names the file and the line of what is wrong
    return (ground_program.aspif if aspif else ground_program.ground_rules)(task.program())


def violated_rules(task: Task, solution: Solution) -> list[str]:
    """The names of the rules that placements violate by the encoding, such as `adjoining(1,1,right)`."""
    from edgeasp.solvers.clingo.ground_program import GroundProgram

    board = "".join(f"{atom}.\n" for atom in facts.to_atoms(solution))
    text = task.facts() + board + render.render_violations(task.encoding).text
    [atoms] = GroundProgram(text).answers()
    # The argument of `violated/1` is a term that stands in parentheses.
    return sorted(str(atom.arguments[0]).removeprefix("(").removesuffix(")") for atom in atoms)


MOST_INSTANCES = 150_000
"""Instances of all statements that are expected at most on a board that is still measured: some ten seconds."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The ground instances of a statement on boards of several sizes.

    Attributes:
        statement: the statement.
        numbers: of instances, on each board.
        exponent: the power of the number of squares with which they grow; None if that is not known.
        expected: the number of instances that is expected on the board in question.
        blamed: of the variables that no literal joins, the two that would take the most pairs of values there;
            None if all are joined.
    """

    statement: Statement
    numbers: tuple[int, ...]
    exponent: float | None
    expected: int
    blamed: Pair | None


@dataclass(frozen=True, slots=True)
class Profile:
    """The statements of a program, those first of which the most instances are expected.

    Attributes:
        boards: columns and rows of the boards on which they were counted.
        statements: the statements.
    """

    boards: tuple[tuple[int, int], ...]
    statements: tuple[Growth, ...]

    @property
    def instances(self) -> int:
        """The instances of all statements on the last board."""
        return sum(statement.numbers[-1] for statement in self.statements)


def profile(
    own: OwnRules, puzzles: Sequence[Puzzle], squares: int = 256, check: Callable[[], None] = lambda: None
) -> Profile:
    """The ground instances of each statement of a program, on one board after the other until they are too many.

    What grows fastest is said of a board with so many `squares`, by extrapolation.

    Raises:
        InputError: clingo refuses the program.
    """
    from edgeasp.solvers.clingo.ground_program import GroundProgram
    from edgeasp.solvers.clingo.syntax import instances

    # Names the file and the line of what is wrong.
    GroundProgram(facts.write(puzzles[0]), own=own, check=check, stoppable=True)
    instances_on = []
    totals: list[float] = []
    for puzzle in puzzles:
        if len(totals) > 1:
            ratio = log(totals[-1] / totals[-2]) / log(_squares(puzzles[len(totals) - 1], puzzles[len(totals) - 2]))
            if totals[-1] * _squares(puzzle, puzzles[len(totals) - 1]) ** ratio > MOST_INSTANCES:
                break
        instances_on.append(instances(facts.write(puzzle), own.files, check))
        totals.append(max(1, sum(counted.number for counted in instances_on[-1])))
    measured = puzzles[: len(instances_on)]
    growths = []
    for counted in zip(*instances_on, strict=True):
        numbers = tuple(one.number for one in counted)
        exponent = _exponent(numbers, measured)
        larger = squares / len(measured[-1].tiles)
        expected = round(numbers[-1] * larger ** (exponent or 0))
        growths.append(Growth(counted[-1].statement, numbers, exponent, expected, _blamed(counted, measured, larger)))
    growths.sort(key=lambda growth: (-growth.expected, -growth.numbers[-1]))
    return Profile(tuple((puzzle.cols, puzzle.rows) for puzzle in measured), tuple(growths))


def _blamed(counted: Sequence[Instances], measured: Sequence[Puzzle], larger: float) -> Pair | None:
    """The pair of variables that would take the most pairs of values on a board so many times larger."""

    def rank(pair: Pair) -> tuple[float, bool]:
        numbers = [sum(other.values for other in one.pairs if other.names == pair.names) for one in counted]
        return pair.values * larger ** (_exponent(numbers, measured) or 0), pair.apart

    return max(counted[-1].pairs, key=rank, default=None)


def _exponent(numbers: Sequence[int], measured: Sequence[Puzzle]) -> float | None:
    """The power of the number of squares with which numbers grow on the last two boards."""
    if len(numbers) < 2 or min(numbers[-2:]) == 0:
        return None
    return log(numbers[-1] / numbers[-2]) / log(_squares(measured[-1], measured[-2]))


def _squares(puzzle: Puzzle, other: Puzzle) -> float:
    """The ratio of their squares."""
    return len(puzzle.tiles) / len(other.tiles)
