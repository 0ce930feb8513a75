"""Explanations of why a puzzle has no solution: by counting, by clues that clash, or by conditions in places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from edgeasp.encoding.own_rules import OwnRules
from edgeasp.puzzle import counting
from edgeasp.puzzle.candidates import Fitting
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.clues import GivenClue
from edgeasp.puzzle.model import Puzzle, Solution, Square
from edgeasp.search.explain import assumption_tests
from edgeasp.search.explain.assumption_tests import (
    Budget,
    ConditionInPlace,
    ConditionTest,
    PlacementTest,
    guarded,
    open_task,
)
from edgeasp.search.explain.subsets import Parts, Subsets
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.system.limits import Deadline, LimitReached, Stopped

Clues = tuple[GivenClue, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons why a puzzle with its clues has no solution, as far as they are known.

    Attributes:
        solvable: whether there is a solution; None if that is not known.
        reasons: contradictions that counting finds; then nothing was searched.
        clashes: minimal sets of clues that cannot stand together: without any one of them there is a solution.
        all_clashes: whether they are proved to be all.
        narrowed: clues that cannot stand together either, and of which some may not be needed for that; None if none.
        kept: a set of clues that can stand together, the largest that is known; None if none is known.
        most: how many clues can stand together, at most.
        without_clues: whether it is proved that there is no solution without the clues either.
        conditions: without clues to blame, conditions in places that cannot hold together.
        conditions_minimal: whether without any one of them the others can hold.
        stopped: what has ended the search before it was answered; None if nothing has.
        conflicts: of all searches.
        seconds: wall time from the start of the deadline's clock.
    """

    solvable: bool | None
    reasons: tuple[str, ...]
    clashes: tuple[Clues, ...]
    all_clashes: bool
    narrowed: Clues | None
    kept: Clues | None
    most: int
    without_clues: bool
    conditions: tuple[ConditionInPlace, ...]
    conditions_minimal: bool
    stopped: Stopped | None
    conflicts: int
    seconds: float

    @property
    def answered(self) -> bool:
        """Whether there is a solution after all, or a reason why there is none that is proved minimal."""
        return bool(self.solvable or self.reasons or self.clashes or self.conditions_minimal) and not self.stopped


class Explainer:
    """Searches for the reasons; `explanation` tells what is known at any moment.

    Attributes:
        puzzle: the puzzle.
        clues: its clues, which may contradict one another.
        own: rules of a user that a solution has to keep as well.
        solution: a solution that keeps all clues, if there is one after all.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        clues: Sequence[GivenClue] = (),
        *,
        deadline: Deadline | None = None,
        conflicts: int | None = None,
        own: OwnRules = OwnRules(),
    ) -> None:
        """Get ready.

        Args:
            puzzle: the puzzle.
            clues: different ones, in range.
            own: rules that a solution has to keep as well; without clues to blame, nothing is said of conditions then.
            deadline: the clock; without limits if None.
            conflicts: a limit on the conflicts of all searches.
        """
        self.puzzle = puzzle
        self.clues = tuple(clues)
        self.solution: Solution | None = None
        self._deadline = deadline or Deadline()
        self._budget = Budget(conflicts)
        self._reasons = tuple(counting.contradictions(puzzle))
        self._solvable: bool | None = False if self._reasons else None
        session = Session(open_task(puzzle, own=own), deadline=self._deadline)
        self._test = PlacementTest(session, [clue.placement for clue in self.clues], self._budget)
        self._subsets = Subsets(len(self.clues), self._test)
        self._conditions: ConditionTest | None = None
        self._places: Subsets | None = None
        self._stopped: Stopped | None = None
        self.own = own
        self._doing, self._number = "", 1

    @property
    def doing(self) -> str:
        """The present step, in words, for a person who waits."""
        return self._doing if self._subsets.narrowed is None else "narrowing down the clues that clash"

    @property
    def share(self) -> float | None:
        """The part of that which is done, from 0 to 1; None if that is not known."""
        places = self._places.share if self._places else None
        if self._subsets.narrowed is not None or places is not None:
            return self._subsets.share if places is None else places
        return len(self._subsets.minimal) / self._number if self._number > 1 else None

    @property
    def conflicts(self) -> int:
        """The number of conflicts so far."""
        return self._budget.used

    @property
    def conditions(self) -> int:
        """The number of all conditions in places; 0 unless they were asked about."""
        return len(self._conditions.conditions) if self._conditions else 0

    def run(self, number: int = 1, *, most: bool = False, conditions: bool = True) -> None:
        """Search until everything is known that is asked for, or a limit is reached.

        Args:
            number: how many minimal sets of clues to find; 0 for all.
            most: find a largest set of clues that can stay as well.
            conditions: find conditions that clash, if the clues are not to blame.
        """
        if self._reasons:
            return
        self._doing, self._number = "asking whether there is a solution", number
        try:
            first = self._subsets.first(seen_clashes(self.puzzle, self.clues))
            if first is None:
                self._solvable, self.solution = True, self._test.solution
            elif first:
                self._further(number, most)
            elif conditions and not self.own:
                self._doing = "narrowing down the conditions that clash"
                session = Session(guarded(make_task(self.puzzle)), deadline=self._deadline)
                self._conditions = ConditionTest(session, self._budget)
                self._places = Subsets(len(self._conditions.conditions), self._conditions)
                self._places.first(assumption_tests.regions(self.puzzle, self._conditions.conditions), known=True)
        except LimitReached as reached:
            self._stopped = reached.stopped

    def _further(self, number: int, most: bool) -> None:
        """Find what is asked for beside the first set of clues."""
        if most:
            self._doing = "looking for clues that can stay"
            self._subsets.largest()
        if number != 1:
            self._doing = "looking for further clashes"
            for _ in self._subsets.all():
                if len(self._subsets.minimal) == number:
                    break

    def explanation(self) -> Explanation:
        """The explanation so far."""
        subsets, places = self._subsets, self._places
        clashes = tuple(map(self._clues_of, subsets.minimal))
        narrowed = None if subsets.narrowed is None else self._clues_of(subsets.narrowed)
        solvable = False if clashes or narrowed is not None else self._solvable
        named: Parts = frozenset()
        if places is not None:
            named = places.minimal[0] if places.minimal else places.narrowed or frozenset()
        return Explanation(
            solvable=solvable,
            reasons=self._reasons,
            clashes=tuple(clash for clash in clashes if clash),
            all_clashes=subsets.complete,
            narrowed=narrowed,
            kept=None if subsets.standing is None else self._clues_of(subsets.standing),
            most=subsets.most,
            without_clues=bool(self._reasons) or () in clashes,
            conditions=tuple(self._conditions.conditions[part] for part in sorted(named)) if self._conditions else (),
            conditions_minimal=bool(places and places.minimal),
            stopped=self._stopped,
            conflicts=self._budget.used,
            seconds=self._deadline.seconds(),
        )

    def _clues_of(self, parts: Parts) -> Clues:
        return tuple(self.clues[part] for part in sorted(parts))


def seen_clashes(puzzle: Puzzle, clues: Sequence[GivenClue]) -> Iterator[Parts]:
    """Clues that are seen to clash: one that breaks a condition by itself, and two that do together."""
    placements = [clue.placement for clue in clues]
    for part, placement in enumerate(placements):
        if check(puzzle, Solution((placement,))).violations:
            yield frozenset((part,))
    for (one, first), (other, second) in combinations(enumerate(placements), 2):
        near = abs(first.square.col - second.square.col) + abs(first.square.row - second.square.row) <= 1
        if (near or first.tile == second.tile) and check(puzzle, Solution((first, second))).violations:
            yield frozenset((one, other))


def broken(puzzle: Puzzle, clues: Sequence[GivenClue]) -> list[str]:
    """The conditions that clues break as they lie, in words."""
    return [violation.text for violation in check(puzzle, Solution(tuple(clue.placement for clue in clues))).violations]


def dead_ends(puzzle: Puzzle, clues: Sequence[GivenClue]) -> list[tuple[Square, str]]:
    """Squares on which no tile fits beside the clues, each with what lies around it; none if the clues mismatch."""
    board = Solution(tuple(clue.placement for clue in clues))
    if check(puzzle, board).violations:
        return []
    fitting = Fitting(puzzle, board)
    return [(square, fitting.around(square)) for square in fitting.dead_ends]
