"""Which of some placements can stand together in a solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edgeasp.encoding.answers import place_atom
from edgeasp.encoding.atoms import Assumption
from edgeasp.encoding.components import EncodingRequest
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import Placement, Puzzle, Solution
from edgeasp.search.explain.assumed import AssumptionTest, Budget
from edgeasp.search.explain.subsets import Parts
from edgeasp.search.session import Session
from edgeasp.search.task import Task, make_task
from edgeasp.system.errors import EncodingError


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
        super().__init__(session, [Assumption(place_atom(puzzle, each)) for each in self.placements], budget)

    def holding(self, solution: Solution) -> Parts:
        """The placements that a solution has."""
        has = set(map(self.session.task.puzzle.canonical, solution))
        return frozenset(part for part, each in enumerate(self.placements) if each in has)
