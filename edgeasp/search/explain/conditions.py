"""Conditions in places that clash: of all sides that have to match, and signs that have to differ, a minimal set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from edgeasp.encoding.atoms import Assumption
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Puzzle, Side, Square, place_name
from edgeasp.search.explain.assumed import AssumptionTest, Budget
from edgeasp.search.explain.subsets import Parts
from edgeasp.search.session import Session
from edgeasp.search.task import Task, relax

_NAME = re.compile(r"\(?(adjoining|sign)\((\d+),(\d+)(?:,(right|bottom))?\)\)?")
_SIDES = {"right": Side.EAST, "bottom": Side.SOUTH}


@dataclass(frozen=True, slots=True)
class ConditionInPlace:
    """A condition of a solution in one place.

    Attributes:
        condition: `adjoining` or `sign`.
        square: the square; for `adjoining` the upper or left one of two.
        side: for `adjoining` the side on which the square meets the other one; else None.
    """

    condition: Condition
    square: Square
    side: Side | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that it concerns."""
        return (self.square,) if self.side is None else (self.square, self.square.neighbour(self.side))

    @property
    def text(self) -> str:
        """The condition in words."""
        places = list(map(place_name, self.squares))
        if self.side is None:
            return f"{places[0]} holds a sign that differs from its neighbours'"
        return f"{places[0]} matches {places[1]}"


def guarded(task: Task) -> Task:
    """The task in which sides have to match, and signs to differ, only where that is assumed.

    Still every tile lies on one square, the outside has the frame colour, and clues are kept.
    """
    return relax(task, guarded=[Condition.ADJOINING, *[Condition.SIGN] * task.encoding.signed])


class ConditionTest(AssumptionTest):
    """Answers whether the tiles can be laid so that some conditions hold in their places."""

    def __init__(self, session: Session, budget: Budget) -> None:
        """Ground a task that `guarded` has made."""
        super().__init__(session, session.guards(), budget)
        self.conditions = tuple(map(_in_place, self.assumptions))


def regions(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> tuple[Parts, ...]:
    """Sets of conditions that people think of first: those in the ring of a framed board, and those inside it."""
    if not puzzle.framed:
        return ()
    ring = frozenset(part for part, each in enumerate(conditions) if in_ring(puzzle, each))
    inside = frozenset(
        part for part, each in enumerate(conditions) if not any(puzzle.outer_sides(square) for square in each.squares)
    )
    return ring, inside


def in_ring(puzzle: Puzzle, condition: ConditionInPlace) -> bool:
    """Whether a condition concerns two squares that are neighbours along the outside."""
    one, *others = (puzzle.outer_sides(square) for square in condition.squares)
    return condition.condition is Condition.ADJOINING and any(one & other for other in others)


def summary(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> str:
    """What clashes, in one clause."""
    squares = sorted({square for each in conditions for square in each.squares}, key=lambda each: each[::-1])
    if not squares:
        return "the tiles cannot be laid, whether their sides match or not"
    if puzzle.framed and all(in_ring(puzzle, each) for each in conditions):
        return "the ring cannot be closed"
    left, right = min(each.col for each in squares), max(each.col for each in squares)
    top, bottom = min(each.row for each in squares), max(each.row for each in squares)
    area = (right - left + 1) * (bottom - top + 1)
    where = f"{place_name(Square(left, top))} to {place_name(Square(right, bottom))}"
    which = f"squares {where}" if len(squares) == area else f"{len(squares)} squares within {where}"
    return f"{which} cannot be filled so that their sides match"


def _in_place(guard: Assumption) -> ConditionInPlace:
    found = _NAME.fullmatch(str(guard.atom.arguments[0]))
    assert found is not None
    name, x, y, side = found.groups()
    return ConditionInPlace(Condition(name), Square(int(x) - 1, int(y) - 1), _SIDES.get(side))
