"""Measure how ground instances of a user program grow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, ClassVar

from edgeasp.encoding import facts
from edgeasp.encoding.own_rules import UserRules
from edgeasp.puzzle.model import Puzzle
from edgeasp.solvers.clingo.control import TooManyRules, ground
from edgeasp.solvers.clingo.syntax import count_instances, parse_files, signature_text
from edgeasp.system.limits import FOREVER, Deadline

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.syntax import InstanceCount, Statement, UnjoinedPair


MOST_INSTANCES = 150_000
"""Greatest expected number of instances of a board that is still ground: some ten seconds."""


MOST_RULES = 400_000
"""Ground rules after which the grounding of a small board ends: some three seconds, and 300 MB."""


@dataclass(frozen=True, slots=True)
class GroundingGrowth:
    """Growth of the ground instances of one statement with the board size.

    Attributes:
        statement: the statement.
        numbers: number of its instances on each board, in the order of the boards.
        exponent: exponent of the growth in the number of squares, None if unknown.
        expected: expected number of instances on the larger board for which the profile was requested.
        blamed: two variables that multiply instances most, since no literal contains both, or None.
    """

    JSON: ClassVar = (
        "file=statement.file",
        "line=statement.line",
        "statement=statement.text",
        ("instances", "Its ground instances on each board.", "numbers"),
        "exponent=rounded_exponent",
        "expected",
        ("blamed", "Of the variables that no literal joins, the two with the most pairs.", "blamed.names"),
        ("pairs", "The pairs of values that these two take on the puzzle.", "blamed.values"),
    )

    statement: Statement
    numbers: tuple[int, ...]
    exponent: float | None
    expected: int
    blamed: UnjoinedPair | None

    @property
    def rounded_exponent(self) -> float | None:
        """Exponent of the growth, to two decimals, or None."""
        return None if self.exponent is None else round(self.exponent, 2)


@dataclass(frozen=True, slots=True)
class Profile:
    """Ground instances of each statement of a program.

    Attributes:
        boards: columns and rows of the boards that were ground.
        statements: the growth of each statement, in decreasing order of expected instances.
        left_out: columns and rows of the first board with too many ground rules, or None.
    """

    SCHEMA: ClassVar = ("edgeasp.ground-profile", 1)

    boards: tuple[tuple[int, int], ...]
    statements: tuple[GroundingGrowth, ...]
    left_out: tuple[int, int] | None = None

    @property
    def instances(self) -> int:
        """Number of instances of all statements on the last board."""
        return sum(statement.numbers[-1] for statement in self.statements)


def profile_grounding(
    own: UserRules,
    puzzles: Sequence[Puzzle],
    squares: int = 256,
    deadline: Deadline = FOREVER,
    *,
    smaller: Sequence[Puzzle] = (),
) -> Profile:
    """Count the ground instances of each statement.

    Boards are ground one after the other until there are too many instances. The fastest growth is extrapolated to a
    board with `squares` squares. If even the first puzzle has too many ground rules, `smaller` puzzles are used.

    Raises:
        InputError: clingo rejects the program.
        TooManyRules: no puzzle is small enough.
    """
    # An error in the rules names its file and line.
    ground([], facts.write_facts([*smaller, *puzzles][0]), own=own, deadline=deadline, most=MOST_RULES)
    measured = _count_instances(own, puzzles, deadline)
    left_out = puzzles[len(measured)] if len(measured) < len(puzzles) else None
    if not measured:
        measured = _count_instances(own, smaller, deadline)
    if not measured:
        raise TooManyRules
    boards = (smaller if left_out is puzzles[0] else puzzles)[: len(measured)]
    growths = []
    for counted in zip(*measured, strict=True):
        numbers = tuple(one.number for one in counted)
        exponent = _growth_exponent(numbers, boards)
        larger = squares / len(boards[-1].tiles)
        expected = round(numbers[-1] * larger ** (exponent or 0))
        growths.append(
            GroundingGrowth(
                counted[-1].statement, numbers, exponent, expected, _find_unjoined_pair(counted, boards, larger)
            )
        )
    growths.sort(key=lambda growth: (-growth.expected, -growth.numbers[-1]))
    sizes = tuple((puzzle.cols, puzzle.rows) for puzzle in boards)
    return Profile(sizes, tuple(growths), (left_out.cols, left_out.rows) if left_out else None)


def _count_instances(own: UserRules, puzzles: Sequence[Puzzle], deadline: Deadline) -> list[list[InstanceCount]]:
    """Count the instances of all statements on each puzzle.

    Stops before a puzzle with too many instances or ground rules.
    """
    instances_on: list[list[InstanceCount]] = []
    totals: list[float] = []
    for puzzle in puzzles:
        if len(totals) > 1:
            ratio = log(totals[-1] / totals[-2]) / log(_size_ratio(puzzles[len(totals) - 1], puzzles[len(totals) - 2]))
            if totals[-1] * _size_ratio(puzzle, puzzles[len(totals) - 1]) ** ratio > MOST_INSTANCES:
                break
        try:
            instances_on.append(count_instances(facts.write_facts(puzzle), own.files, deadline, MOST_RULES))
        except TooManyRules:
            break
        totals.append(max(1, sum(counted.number for counted in instances_on[-1])))
    return instances_on


def _find_unjoined_pair(
    counted: Sequence[InstanceCount], measured: Sequence[Puzzle], larger: float
) -> UnjoinedPair | None:
    """Find two variables that multiply the instances of a rule.

    No literal contains both variables, so their values combine freely. Among several such pairs, returns the pair with
    the most expected combinations on a board with `larger` times the squares of the last one.
    """

    def rank(pair: UnjoinedPair) -> tuple[float, bool]:
        numbers = [sum(other.values for other in one.pairs if other.names == pair.names) for one in counted]
        return pair.values * larger ** (_growth_exponent(numbers, measured) or 0), pair.apart

    return max(counted[-1].pairs, key=rank, default=None)


def _growth_exponent(numbers: Sequence[int], measured: Sequence[Puzzle]) -> float | None:
    if len(numbers) < 2 or min(numbers[-2:]) == 0:
        return None
    return log(numbers[-1] / numbers[-2]) / log(_size_ratio(measured[-1], measured[-2]))


def _size_ratio(puzzle: Puzzle, other: Puzzle) -> float:
    return len(puzzle.tiles) / len(other.tiles)


# ---- rules without end ----


def find_endless_rules(statements: Iterable[Statement]) -> Iterator[tuple[str, str]]:
    """Yield a description and the file position of endless rules."""
    for statement in statements:
        if statement.endless:
            predicates = ", ".join(map(signature_text, sorted(statement.endless)))
            advice = "with arithmetic or larger terms: without a literal that bounds it, grounding never ends"
            yield f"{predicates} is derived from itself, {advice}", statement.place


def endless_rule_texts(own: UserRules) -> list[str]:
    """Describe user rules for which grounding may never end."""
    return [f"{place}: {text}" for text, place in find_endless_rules(parse_files(own.files))]
