"""The same puzzle with tiles and colours numbered in another order, for solvers without a seed."""

from __future__ import annotations

from dataclasses import replace

from edgeasp.puzzle.model import FRAME, Puzzle, Solution
from edgeasp.puzzle.rng import Rng


class Relabelling:
    """A puzzle and its clues with tiles and colours renumbered by a seed; 0 keeps the numbers."""

    def __init__(self, puzzle: Puzzle, clues: Solution, seed: int) -> None:
        self.puzzle, self.clues = puzzle, clues
        self._order = list(range(len(puzzle.tiles)))
        if not seed:
            return
        self._order = Rng(seed).shuffled(self._order)
        colours = puzzle.colours
        names = dict(zip(colours, Rng(seed).shuffled(colours), strict=True)) | {FRAME: FRAME}
        tiles = []
        for tile in (puzzle.tiles[index] for index in self._order):
            north, east, south, west = tile.sides
            tiles.append(replace(tile, sides=(names[north], names[east], names[south], names[west])))
        partners = tuple((names[one], names[other]) for one, other in puzzle.partners)
        self.puzzle = replace(puzzle, tiles=tuple(tiles), partners=partners)
        place = {tile: index for index, tile in enumerate(self._order)}
        self.clues = Solution(tuple(replace(clue, tile=place[clue.tile]) for clue in clues))

    def invert(self, solution: Solution) -> Solution:
        """A solution of the relabelled puzzle as one of the puzzle."""
        placements = (replace(each, tile=self._order[each.tile]) for each in solution)
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))
