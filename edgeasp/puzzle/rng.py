"""Reproducible random numbers, and puzzles renumbered by them.

Renumbering replaces the seed of solvers that have none.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from edgeasp.puzzle.model import FRAME, Puzzle, Solution, as_sides

Item = TypeVar("Item")


class Rng:
    """Random number generator that is reproducible across versions of Python.

    All numbers come from `random.Random(seed).random()`, the only method whose results Python guarantees for integer
    seeds in later versions.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random
        """The next number, from 0 to less than 1."""

    def randrange(self, bound: int) -> int:
        """Draw a number below the bound, from one random number."""
        return int(bound * self.random())

    def below(self, bound: int) -> int:
        """Draw a natural number below any bound, uniformly."""
        words = -(-bound.bit_length() // 32)
        whole = 1 << 32 * words
        while True:
            drawn = 0
            for _ in range(words):
                drawn = drawn << 32 | int(2**32 * self.random())
            # The remainder at the end would make the first numbers more likely.
            if drawn < whole - whole % bound:
                return drawn % bound

    def choice(self, items: Sequence[Item]) -> Item:
        """Draw an item, from one random number."""
        return items[int(len(items) * self.random())]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Shuffle the items by sorting one random number for each."""
        return sorted(items, key=lambda _: self.random())


class Relabelling:
    """A puzzle and its clues, renumbered by a seed, 0 for none."""

    def __init__(self, puzzle: Puzzle, clues: Solution, seed: int) -> None:
        self.puzzle, self.clues = puzzle, clues
        self._order = list(range(len(puzzle.tiles)))
        if not seed:
            return
        self._order = Rng(seed).shuffled(self._order)
        colours = puzzle.colours
        names = dict(zip(colours, Rng(seed).shuffled(colours), strict=True)) | {FRAME: FRAME}
        ordered = (puzzle.tiles[index] for index in self._order)
        tiles = [replace(tile, sides=as_sides(names[colour] for colour in tile.sides)) for tile in ordered]
        partners = tuple((names[one], names[other]) for one, other in puzzle.partners)
        rim = tuple((part, tuple(names.get(colour, colour) for colour in some)) for part, some in puzzle.rim)
        self.puzzle = replace(puzzle, tiles=tuple(tiles), partners=partners, rim=rim)
        place = {tile: index for index, tile in enumerate(self._order)}
        self.clues = Solution(tuple(replace(clue, tile=place[clue.tile]) for clue in clues))

    def invert(self, solution: Solution) -> Solution:
        """Translate a solution of the renumbered puzzle back."""
        placements = (replace(placement, tile=self._order[placement.tile]) for placement in solution)
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))
