"""Tests whether assumptions, placements or conditions in places can hold together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edgeasp.encoding.facts import Assumption, place_atom
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import SIDE_WORDS, Placement, Puzzle, Side, Solution, Square, place_name
from edgeasp.search.explain.subsets import Clash, Parts, Stands, Verdict
from edgeasp.search.session import Session
from edgeasp.search.task import Task, make_task, relax
from edgeasp.system.errors import EncodingError
from edgeasp.system.limits import Limit, LimitReached, Stopped


class Budget:
    """A limit on the conflicts of several sessions together.

    Attributes:
        limit: the most conflicts; None for any number.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self._sessions: list[Session] = []

    def add(self, session: Session) -> Session:
        """Count a session, which is given back."""
        if session not in self._sessions:
            self._sessions.append(session)
        return session

    @property
    def used(self) -> int:
        """Conflicts so far."""
        return sum(session.statistics.conflicts or 0 for session in self._sessions if session.statistics)

    @property
    def left(self) -> int | None:
        """Conflicts that are left; None for any number."""
        return None if self.limit is None else max(0, self.limit - self.used)


class AssumptionTest:
    """Answers whether some assumptions can hold together; each solution that shows it was checked.

    Attributes:
        session: whose ground program is searched.
        assumptions: different ones, by their numbers.
        solution: the last solution that was found; None if there was none.
    """

    def __init__(self, session: Session, assumptions: Sequence[Assumption], budget: Budget) -> None:
        self.session = budget.add(session)
        self.assumptions = tuple(assumptions)
        self.solution: Solution | None = None
        self._budget = budget
        self._part = {assumption: part for part, assumption in enumerate(assumptions)}

    def __call__(self, parts: Parts, conflicts: int | None = None) -> Verdict:
        """Whether the assumptions of these numbers can hold together; None if `conflicts` are not enough to decide.

        Raises:
            LimitReached: a limit on all searches is reached.
        """
        self.session.deadline.check()
        left = self._budget.left
        most = min((limit for limit in (conflicts, left) if limit is not None), default=None)
        for answer in self.session.solve(
            conflicts=most, assumptions=[self.assumptions[part] for part in sorted(parts)]
        ):
            self.solution = answer.solution
            return Stands(parts | self.holding(answer.solution))
        result = self.session.result()
        if result.exhausted:
            return Clash(frozenset(self._part[assumption] for assumption in self.session.core))
        stopped = self.session.stopped
        assert stopped is not None
        if stopped.kind is not Limit.CONFLICTS:
            raise LimitReached(stopped)
        if most != left:
            return None
        raise LimitReached(Stopped(Limit.CONFLICTS, self._budget.limit))

    def holding(self, solution: Solution) -> Parts:
        """Assumptions that hold in a solution besides those that were asked about, as far as that is easily seen."""
        return frozenset()


def open_task(
    puzzle: Puzzle,
    clues: Solution | Iterable[Source] = Solution(),
    variants: str | None = None,
    own: OwnRules = OwnRules(),
) -> Task:
    """The task in whose ground program any placements can be assumed, beside rules that a user has added.

    To break a symmetry of the puzzle may exclude a placement that is assumed later, so none is broken; a tile is only
    tried in one of several rotations that show the same sides.

    Raises:
        EncodingError: the rules are a program, ask for the least cost, or speak of rotations where a tile shows
            the same sides in several.
    """
    if own.program:
        raise EncodingError("clues are assumed in edgeasp's own rules: leave out the program, and add rules to these")
    if own.optimises:
        raise EncodingError("clashes and hints are about all boards: leave out the rules that ask for the least cost")
    alike = any(len(puzzle.rotations(tile)) < 4 for tile in range(len(puzzle.tiles))) and puzzle.turning
    if alike and any("chosenRotation" in file.code for file in own.files):
        raise EncodingError("a tile with the same sides in two rotations is tried in one: leave out chosenRotation")
    symmetry = () if own else ("tile-rotations",)
    return make_task(puzzle, clues, EncodingRequest(variants, symmetry=symmetry, heuristic="none"), own=own)


class PlacementTest(AssumptionTest):
    """Answers whether some solution has all of some placements, which show different boards."""

    def __init__(self, session: Session, placements: Sequence[Placement], budget: Budget) -> None:
        """Get ready, in a session of a task that `open_task` has made."""
        puzzle = session.task.puzzle
        self.placements = tuple(map(puzzle.canonical, placements))
        super().__init__(session, [Assumption(place_atom(puzzle, placement)) for placement in self.placements], budget)

    def holding(self, solution: Solution) -> Parts:
        """The placements that a solution has."""
        has = set(map(self.session.task.puzzle.canonical, solution))
        return frozenset(part for part, placement in enumerate(self.placements) if placement in has)


_NAME = re.compile(r"\(?(adjoining|sign)\((\d+),(\d+)(?:,(right|bottom))?\)\)?")


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
    return relax(task, guarded=[Condition.ADJOINING, *([Condition.SIGN] if task.encoding.signed else [])])


class ConditionTest(AssumptionTest):
    """Answers whether the tiles can be laid so that some conditions hold in their places."""

    def __init__(self, session: Session, budget: Budget) -> None:
        """Ground a task that `guarded` has made."""
        super().__init__(session, guards(session), budget)
        self.conditions = tuple(map(_in_place, self.assumptions))


def regions(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> tuple[Parts, ...]:
    """Sets of conditions that people think of first: those in the ring of a framed board, and those inside it."""
    if not puzzle.framed:
        return ()
    ring = frozenset(part for part, condition in enumerate(conditions) if in_ring(puzzle, condition))
    inside = frozenset(
        part
        for part, condition in enumerate(conditions)
        if not any(puzzle.grid.outer_sides(square) for square in condition.squares)
    )
    return ring, inside


def in_ring(puzzle: Puzzle, condition: ConditionInPlace) -> bool:
    """Whether a condition concerns two squares that are neighbours along the outside."""
    one, *others = (puzzle.grid.outer_sides(square) for square in condition.squares)
    return condition.condition is Condition.ADJOINING and any(one & other for other in others)


def summary(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> str:
    """The clash in one clause."""
    squares = sorted(
        {square for condition in conditions for square in condition.squares}, key=lambda square: square[::-1]
    )
    if not squares:
        return "the tiles cannot be laid, whether their sides match or not"
    if puzzle.framed and all(in_ring(puzzle, condition) for condition in conditions):
        return "the ring cannot be closed"
    left, right = min(square.col for square in squares), max(square.col for square in squares)
    top, bottom = min(square.row for square in squares), max(square.row for square in squares)
    area = (right - left + 1) * (bottom - top + 1)
    where = f"{place_name(Square(left, top))} to {place_name(Square(right, bottom))}"
    which = f"squares {where}" if len(squares) == area else f"{len(squares)} squares within {where}"
    return f"{which} cannot be filled so that their sides match"


def guards(session: Session) -> list[Assumption]:
    """The assumptions that switch on all guarded conditions, each in its place: `active(adjoining(1,1,right))`."""
    return [Assumption(atom) for atom in session.ground().atoms("active", 1)]


def _in_place(guard: Assumption) -> ConditionInPlace:
    match = _NAME.fullmatch(str(guard.atom.arguments[0]))
    assert match is not None
    name, x, y, side = match.groups()
    facing = Side(SIDE_WORDS.index(side)) if side else None
    return ConditionInPlace(Condition(name), Square(int(x) - 1, int(y) - 1), facing)
