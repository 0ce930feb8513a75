"""The parameters of a generated puzzle, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from edgeasp.puzzle.model import Puzzle, Solution

Clues = Literal["none", "corner", "centre", "five"] | int
"""Which placements of the planted solution become clues; a number means that many random squares."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """All parameters of a generated puzzle: equal recipes give equal puzzles.

    >>> edgeasp.generate_puzzle(4, colours=3, border_colours=2, seed=2).recipe.inner_colours
    range(3, 6)

    A diamond is a border diamond if both its squares touch the same edge of a framed board; all others are inner.

    Attributes:
        inner: number of colours of the inner diamonds; without a frame, also of the sides on the outside.
        border: number of colours of the border diamonds; 0 for an unframed puzzle.
        seed: seed of the random numbers, a natural number.
        shared: border and inner colours are both numbered from 1; otherwise the inner colours follow the border
            colours, and no colour is used for both.
        signed: fraction of the tiles that carry a sign, from 0 to 1.
        distinct: no two tiles are identical up to rotation, even if their signs differ.
        symmetric: allow tiles that a half or quarter turn maps to themselves.
        balanced: among border diamonds, inner diamonds and outside sides, the numbers of any two colours differ by at
            most one; otherwise each colour is drawn uniformly.
        clues: which placements of the planted solution become clues.
        shuffle: put the tiles in random order; otherwise they are listed row by row.
        turn: turn the tiles at random; otherwise they keep the orientation of the planted solution.
        planted: the puzzle has a planted solution; otherwise it is a random tile set that satisfies all counting
            conditions and may have no solution.
    """

    cols: int
    rows: int
    inner: int
    border: int = 0
    seed: int = 1
    shared: bool = False
    signed: float = 0.0
    distinct: bool = False
    symmetric: bool = True
    balanced: bool = False
    clues: Clues = "none"
    shuffle: bool = True
    turn: bool = True
    planted: bool = True

    @property
    def framed(self) -> bool:
        """Whether the puzzle has a frame."""
        return self.border > 0

    @property
    def border_colours(self) -> range:
        """The colours of the border diamonds."""
        return range(1, self.border + 1)

    @property
    def inner_colours(self) -> range:
        """The colours of the inner diamonds and, without a frame, of the outside sides."""
        first = 1 if self.shared else self.border + 1
        return range(first, first + self.inner)


@dataclass(frozen=True, slots=True)
class Planted:
    """A generated puzzle; the planted solution is in the order of the tiles, and None for a random tile set."""

    puzzle: Puzzle
    solution: Solution | None
    clues: Solution
