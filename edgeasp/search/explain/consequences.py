"""What lies on the empty squares of a board in its solutions: somewhere, nowhere, or always.

A candidate that is tested either occurs in a solution, all of whose placements then need no test of their own, or in
none. Brave and cautious reasoning ask the same; here each solution passes the checker, and what is known at any moment
is right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from edgeasp.puzzle.model import Placement, Solution, Square
from edgeasp.search.explain.assumed import Budget
from edgeasp.search.explain.placements import PlacementTest
from edgeasp.search.explain.subsets import FIRST_EFFORT, GROWTH, Clash, Stands
from edgeasp.search.session import Session


@dataclass(frozen=True, slots=True)
class SquareConsequences:
    """What is known of an empty square.

    Attributes:
        square: the square.
        possible: placements that occur there in some solution.
        open: placements of which that is not known; none if everything is.
    """

    square: Square
    possible: tuple[Placement, ...]
    open: tuple[Placement, ...]

    @property
    def certain(self) -> Placement | None:
        """The placement that occurs there in every solution; None if there is none, or if that is not known."""
        return self.possible[0] if len(self.possible) == 1 and not self.open else None


class Consequences:
    """Tests candidates for the empty squares of a board that can be completed, those of little effort first."""

    def __init__(
        self,
        session: Session,
        board: Sequence[Placement],
        candidates: Mapping[Square, Sequence[Placement]],
        budget: Budget,
    ) -> None:
        """Get ready; every tile that a solution has on an empty square is among the candidates."""
        self._board = frozenset(range(len(board)))
        self._squares = sorted(candidates, key=lambda square: (len(candidates[square]), square[::-1]))
        self._on: dict[Square, list[int]] = {}
        placements = list(board)
        for square in self._squares:
            self._on[square] = list(range(len(placements), len(placements) + len(candidates[square])))
            placements += candidates[square]
        self._test = PlacementTest(session, placements, budget)
        self._possible: set[int] = set()
        self._impossible: set[int] = set()

    def add(self, solution: Solution) -> None:
        """Take a solution that keeps the board."""
        self._possible |= self._test.holding(solution)

    def run(self, squares: Collection[Square] | None = None, most: int | None = None) -> None:
        """Test the candidates of some squares, or of all, until everything is known.

        Args:
            squares: the squares; all if None.
            most: the most conflicts of a single test; any number if None.

        Raises:
            LimitReached: a limit on all searches is reached.
        """
        chosen = [square for square in self._squares if squares is None or square in squares]
        effort = FIRST_EFFORT
        while open_ := [part for square in chosen for part in self._open(square)]:
            for part in open_:
                if part not in self._possible:
                    self._try(part, effort)
            if most is not None and effort >= most:
                return
            effort *= GROWTH

    @property
    def share(self) -> float:
        """The part of all candidates of which it is known whether they occur."""
        known = sum(len(parts) - len(self._open(square)) for square, parts in self._on.items())
        return known / max(1, sum(map(len, self._on.values())))

    def on(self, square: Square) -> SquareConsequences:
        """What is known of a square."""
        possible = [part for part in self._on[square] if part in self._possible]
        return SquareConsequences(square, self._placements(possible), self._placements(self._open(square)))

    def all(self) -> tuple[SquareConsequences, ...]:
        """What is known of all squares, row by row."""
        return tuple(self.on(square) for square in sorted(self._squares, key=lambda square: square[::-1]))

    def _try(self, part: int, effort: int) -> None:
        verdict = self._test(self._board | {part}, effort)
        if isinstance(verdict, Stands):
            self._possible |= verdict.parts
        elif isinstance(verdict, Clash):
            self._impossible.add(part)

    def _open(self, square: Square) -> list[int]:
        return [part for part in self._on[square] if part not in self._possible and part not in self._impossible]

    def _placements(self, parts: Iterable[int]) -> tuple[Placement, ...]:
        return tuple(self._test.placements[part] for part in parts)
