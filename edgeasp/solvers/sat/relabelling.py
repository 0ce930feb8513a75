"""The same puzzle with tiles and colours numbered in another order, for solvers without a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from edgeasp.puzzle.model import FRAME, Puzzle, Solution, Tile
from edgeasp.puzzle.rng import Rng


@dataclass(frozen=True)
class Relabelling:
    """A renumbering of the tiles and the colours of a puzzle that keeps its solutions.

    Attributes:
        puzzle: the puzzle.
        clues: its clues.
        seed: of the order; 0 is the identity.
    """

    puzzle: Puzzle
    clues: Solution
    seed: int

    @cached_property
    def _order(self) -> list[int]:
        """The tiles in their new order."""
        tiles = list(range(len(self.puzzle.tiles)))
        return Rng(self.seed).shuffled(tiles) if self.seed else tiles

    @cached_property
    def relabelled(self) -> Puzzle:
        """The puzzle with the new numbers."""
        if not self.seed:
            return self.puzzle
        colours = sorted({colour for tile in self.puzzle.tiles for colour in tile.sides} - {FRAME})
        names = dict(zip(colours, Rng(self.seed).shuffled(colours), strict=True)) | {FRAME: FRAME}

        def renamed(tile: Tile) -> Tile:
            north, east, south, west = tile.sides
            return replace(tile, sides=(names[north], names[east], names[south], names[west]))

        return replace(self.puzzle, tiles=tuple(renamed(self.puzzle.tiles[tile]) for tile in self._order))

    @cached_property
    def relabelled_clues(self) -> Solution:
        """The clues with the new numbers."""
        place = {tile: index for index, tile in enumerate(self._order)}
        return Solution(tuple(replace(clue, tile=place[clue.tile]) for clue in self.clues))

    def invert(self, solution: Solution) -> Solution:
        """A solution of the relabelled puzzle as one of the puzzle."""
        placements = (replace(each, tile=self._order[each.tile]) for each in solution)
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))
