"""A session whose search can be followed: the board that it is trying, at any moment."""

from __future__ import annotations

from edgeasp.encoding.answers import read_place
from edgeasp.puzzle.model import Solution
from edgeasp.search.outlook import SETTINGS, Settings
from edgeasp.search.session import Session
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.observer import AssignmentObserver
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline


class MonitoredSession(Session):
    """A session with the same answers, conflicts and choices as without; it takes about a tenth longer."""

    def __init__(
        self,
        task: Task,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline | None = None,
        *,
        settings: Settings = SETTINGS,
    ) -> None:
        """Make a session, as `Session` does."""
        # Formulations without this atom show no candidate.
        self._placements = AssignmentObserver("place", 4)
        super().__init__(task, options, deadline, self._placements, settings)

    @property
    def last(self) -> Solution | None:
        """The solution that was found last; None before there was one."""
        return self._answers.last

    @property
    def most_placed(self) -> int:
        """The largest number of tiles that lay on the board at once."""
        return self._placements.max_true

    def candidate(self) -> Solution:
        """The tiles that lie on the board at this moment of the search."""
        found = map(read_place, self._placements.true_atoms())
        placements = {placement.square: placement for placement in found if placement}
        return Solution(tuple(placements[square] for square in sorted(placements)))
