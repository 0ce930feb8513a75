"""The signs that the tiles of a solution can have."""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

from edgeasp.api import with_defaults
from edgeasp.api.instance import Instance, Placements, as_instance, make_task
from edgeasp.api.solving import Costs, Progress, require_range, start_clock
from edgeasp.lab.signs.possible import PossibleSigns, applicable_conditions, find_conditions, sort_conditions
from edgeasp.puzzle.model import Puzzle, Sign, Solution
from edgeasp.solvers.clingo.options import MOST_SEED
from edgeasp.system.errors import LimitError
from edgeasp.system.limits import LimitReached

_MOST_SAMPLES = 10_000_000


class Signs:
    """Set of a puzzle's sign assignments that satisfy the conditions.

    Half of the sides of each colour are on plus tiles (the condition `colours`). In each class of corner, side and
    centre tiles, there are as many plus tiles as plus squares (`kinds`). Puzzles up to 8 x 8 squares are supported.

    >>> signs = edgeasp.Signs(edgeasp.load("instances/planted-4x4.puz"))
    >>> signs
    Signs(136 assignments)
    >>> signs.count
    136
    >>> len(signs.sample(10, seed=3))
    10

    Attributes:
        instance: the puzzle and all clues.
        conditions: names of the conditions.
    """

    @with_defaults
    def __init__(
        self,
        puzzle: Puzzle | Instance,
        clues: Placements = Solution(),
        *,
        conditions: Collection[str] | None = None,
        **costs: Unpack[Costs],
    ) -> None:
        """Count the assignments.

        Args:
            puzzle: the puzzle, or an instance with clues.
            clues: placements to keep, in addition to the clues of an instance.
            conditions: `colours`, `kinds`, both or an empty list. Default: all that apply to the puzzle.
            limits: limits on time and memory.
            time_limit: seconds, or text such as `8h`, short for `limits=Limits(seconds=...)`.
            on_tick: called with a `Progress` several times a second. An exception from it ends the call.

        Raises:
            InputError: the clues contradict the puzzle or each other.
            LimitError: a limit is reached, or the puzzle is too large for an exact count.
            OptionError: a condition does not exist, or does not hold for this puzzle.
        """
        self.instance = as_instance(puzzle, clues)
        task = make_task(puzzle, clues)
        chosen = (
            applicable_conditions(task.puzzle) if conditions is None else find_conditions(conditions, "conditions {}")
        )
        self.conditions = tuple(condition.value for condition in sort_conditions(chosen))
        clock = start_clock(costs)
        clock.progress_at = lambda seconds: Progress("signs", seconds)
        try:
            self._possible = PossibleSigns(task.puzzle, task.clues, chosen, clock)
        except LimitReached as reached:
            raise LimitError(f"stopped by the {reached}") from None

    @property
    def count(self) -> int:
        """Number of assignments. An assignment and its opposite count as two."""
        return self._possible.count

    def sample(self, number: int = 1, seed: int = 1) -> list[tuple[Sign, ...]]:
        """Sample assignments uniformly, with replacement, and check each."""
        require_range("number of samples", number, 1, _MOST_SAMPLES)
        require_range("seed", seed, 0, MOST_SEED)
        return [self._possible.check_row(row) for row in self._possible.sample(number, seed)]

    def __repr__(self) -> str:
        return f"Signs({self.count:,} assignments)"
