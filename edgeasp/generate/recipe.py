"""What a puzzle is made from, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from edgeasp.puzzle.model import Puzzle, Solution

Clues = Literal["none", "corner", "centre", "five"] | int
"""Which placements of the hidden solution are given away; a number stands for as many squares drawn at random."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides a generated puzzle: equal recipes make equal puzzles.

    Attributes:
        cols: columns of the board.
        rows: rows of the board.
        inner: how many colours the diamonds inside have; without a frame, also the sides outside.
        border: how many colours the diamonds of the ring have, those between neighbours along the outside; 0 for an
            unframed puzzle.
        seed: of the random numbers, a natural number.
        shared: the colours of ring and inside are both counted from 1; otherwise those of the inside follow those of
            the ring, and no colour is used in both.
        signed: the share of tiles that carry a sign, from 0 to 1.
        distinct: no two tiles are identical up to rotation, even if signs would tell them apart.
        symmetric: tiles that look the same after a half or quarter turn are allowed.
        balanced: in the ring, inside, and outside without a frame, the diamonds of any two colours differ in number by
            at most one; otherwise each diamond has any of the colours with the same probability.
        clues: which placements of the hidden solution are given away.
        shuffle: the tiles are put in random order; otherwise they are in that of the squares, row by row.
        turn: the tiles are turned at random; otherwise they lie as in the hidden solution.
        planted: there is a hidden solution; otherwise the tiles are drawn so that counting finds no reason against
            one, and whether there is one is open.
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
        """The colours of the diamonds of the ring."""
        return range(1, self.border + 1)

    @property
    def inner_colours(self) -> range:
        """The colours of the diamonds inside and, without a frame, of the sides outside."""
        first = 1 if self.shared else self.border + 1
        return range(first, first + self.inner)


@dataclass(frozen=True, slots=True)
class Planted:
    """A generated puzzle.

    Attributes:
        puzzle: the puzzle.
        solution: the hidden solution, in the order of the tiles; None for a random tile set.
        clues: what is given away of it.
    """

    puzzle: Puzzle
    solution: Solution | None
    clues: Solution
