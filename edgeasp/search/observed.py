"""A search that one can look at while it is running."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from edgeasp.puzzle.model import Placement, Solution, Square, quarter_turns
from edgeasp.search.pipeline import Search, Solved
from edgeasp.solvers.limits import Deadline

if TYPE_CHECKING:
    from edgeasp.solvers.clingo import Effort, Grounded
    from edgeasp.solvers.clingo.observer import AssignmentObserver


@dataclass
class Observed(Search):
    """The same search as without looking: the same answers, conflicts and choices, though it takes longer.

    Attributes:
        last: the last solution that was found.
    """

    last: Solution | None = None
    _observer: AssignmentObserver | None = field(default=None, repr=False)

    def __iter__(self) -> Generator[Solved, None, None]:
        """The solutions, as `Search` gives them."""
        with closing(super().__iter__()) as solutions:
            for solved in solutions:
                self.last = solved.solution
                yield solved

    @property
    def told(self) -> Effort | None:
        """What the search has cost when clasp last told: it does so between slices."""
        return self._grounded.effort if self._grounded and self._grounded.effort.conflicts else None

    @property
    def most(self) -> int:
        """The largest number of tiles that lay on the board at once."""
        return self._observer.most if self._observer else 0

    def candidate(self) -> Solution:
        """The tiles that lie on the board at this moment of the search; none, if the encoding has no such atoms."""
        placements = {}
        for atom in self._observer.now() if self._observer else ():
            tile, rotation, x, y = atom.arguments
            if isinstance(tile, int) and isinstance(rotation, int) and isinstance(x, int) and isinstance(y, int):
                square = Square(x - 1, y - 1)
                placements[square] = Placement(tile - 1, square, quarter_turns(rotation))
        return Solution(tuple(placements[square] for square in sorted(placements)))

    def _ground(self, watch: Deadline) -> Grounded:
        from edgeasp.solvers.clingo.observer import AssignmentObserver

        grounded = super()._ground(watch)
        self._observer = AssignmentObserver("place", 4)
        self._observer.attach(grounded)
        return grounded
