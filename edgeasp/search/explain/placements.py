"""Which of some placements can stand together in a solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edgeasp.encoding.answers import place_atom
from edgeasp.encoding.atoms import Assumption
from edgeasp.encoding.components import EncodingRequest
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import Placement, Puzzle, Solution
from edgeasp.search.explain.assumed import AssumptionTest, Budget
from edgeasp.search.explain.subsets import Parts
from edgeasp.search.session import Session
from edgeasp.search.task import Task, make_task


def open_task(puzzle: Puzzle, clues: Solution | Iterable[Source] = Solution(), variants: str | None = None) -> Task:
    """The task in whose ground program any placements can be assumed.

    To break a symmetry of the puzzle may exclude a placement that is assumed later, so none is broken; a tile is only
    tried in one of several rotations that show the same sides.
    """
    return make_task(puzzle, clues, EncodingRequest(variants, symmetry=("tile-rotations",), heuristic="none"))


class PlacementTest(AssumptionTest):
    """Answers whether some solution has all of some placements, which show different boards."""

    def __init__(self, session: Session, placements: Sequence[Placement], budget: Budget) -> None:
        """Get ready, in a session of a task that `open_task` has made."""
        puzzle = session.task.puzzle
        self.placements = tuple(map(puzzle.canonical, placements))
        super().__init__(session, [Assumption(place_atom(puzzle, each)) for each in self.placements], budget)

    def holding(self, solution: Solution) -> Parts:
        """The placements that a solution has."""
        has = set(solution)
        return frozenset(part for part, each in enumerate(self.placements) if each in has)
