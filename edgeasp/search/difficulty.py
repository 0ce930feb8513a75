"""The difficulty of a puzzle with one solution: the conflicts of the search that finds it and proves that it is alone.

Which tile has which number, and which colour, decides where a search begins, and so how long it takes. Therefore the
effort of a puzzle is the median of several searches, each on a copy in which tiles and colours are numbered in another
order. The first one is that of `edgeasp solve --unique`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median_low

from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.rng import Relabelling
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline, Limits

SEARCHES = (1, 2, 3, 4, 5)
"""The searches that select a puzzle, by their numbers."""

MARGIN = 3
"""The factor by which each search that selects a puzzle keeps within the bounds of its class: other searches differ."""

UNIQUE_LIMIT = 30_000
"""Conflicts after which it is left open whether a puzzle has one solution: some ten seconds on 8 x 8 squares."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A class of puzzles: the search for all solutions takes from `least` to `most` conflicts."""

    name: str
    least: int
    most: int

    @property
    def selects_from(self) -> int:
        """The fewest conflicts of a search that selects a puzzle for the class."""
        return MARGIN * self.least

    @property
    def selects_to(self) -> int:
        """The most conflicts of such a search."""
        return self.most // MARGIN


DIFFICULTIES = (Difficulty("easy", 0, 50), Difficulty("medium", 50, 2_000), Difficulty("hard", 2_000, 50_000))
"""The classes. Their bounds were chosen by measurement: see docs/puzzle-books.md."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort that searches took.

    Attributes:
        unique: whether there is one solution, up to rotation of the board; None if the limit was reached before.
        conflicts: of each search, in their order.
    """

    unique: bool | None
    conflicts: tuple[int, ...]

    @property
    def median(self) -> int:
        """The effort: the median number of conflicts."""
        return median_low(self.conflicts)


def search_effort(
    puzzle: Puzzle,
    clues: Solution = Solution(),
    number: int = 1,
    limit: int = UNIQUE_LIMIT,
    on_tick: Callable[[], None] = lambda: None,
) -> Effort:
    """The effort of one search, which ends with a second solution, with the proof that there is none, or at the limit.

    Args:
        puzzle: the puzzle.
        clues: placements that a solution has to keep.
        number: of the search, from 1; the first is that of `edgeasp solve --unique`.
        limit: the number of conflicts at which to stop.
        on_tick: called some twenty times a second; what it raises ends the search.
    """
    copy = Relabelling(puzzle, clues, number - 1)
    session = Session(
        make_task(copy.puzzle, copy.clues, up_to_rotation=True), ClaspOptions(number), Deadline(Limits(), on_tick)
    )
    solutions = sum(1 for _ in session.solve(2, conflicts=limit))
    result = session.result()
    conflicts = (result.statistics.conflicts or 0) if result.statistics else 0
    return Effort(solutions == 1 if result.answered else None, (conflicts,))


def rate(
    puzzle: Puzzle,
    clues: Solution = Solution(),
    searches: Iterable[int] = SEARCHES,
    *,
    limit: int = UNIQUE_LIMIT,
    difficulty: Difficulty | None = None,
    on_tick: Callable[[], None] = lambda: None,
) -> Effort:
    """The effort of several searches; with a difficulty, those up to the first one that does not select the puzzle.

    The other arguments are those of `search_effort`.
    """
    conflicts: tuple[int, ...] = ()
    for number in searches:
        bound = limit if difficulty is None else min(limit, difficulty.selects_to + 1)
        effort = search_effort(puzzle, clues, number, bound, on_tick)
        conflicts += effort.conflicts
        if not effort.unique or (difficulty and not selects(difficulty, effort)):
            return Effort(effort.unique, conflicts)
    return Effort(True, conflicts)


def selects(difficulty: Difficulty, effort: Effort) -> bool:
    """Whether the searches select a puzzle for a class: it has one solution, and each was well within the bounds."""
    return effort.unique is True and all(
        difficulty.selects_from <= number <= difficulty.selects_to for number in effort.conflicts
    )
