"""Read an instance: the puzzle, and the corner clue that leaves one of the four rotations of each solution.

Apart from `instances`, since the measured process imports it and needs no generator.
"""

from __future__ import annotations

from edgeasp.formats import files
from edgeasp.puzzle import counting
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square, turned


def read(path: str, clue: str | None) -> tuple[Puzzle, Solution]:
    """A puzzle and the clues of the task `all`: the given ones, or else a corner tile at (0,0)."""
    found = files.read_document(path)
    puzzle = found.document.puzzle
    sources = [Source(path, found.clues), *([files.read_clues(clue, puzzle)] if clue else [])]
    clues = combine(puzzle, sources)
    return puzzle, clues if clues.placements else corner(puzzle)


def corner(puzzle: Puzzle) -> Solution:
    """The first corner tile at (0,0), which leaves one of the four rotations of each solution.

    Empty where this would exclude solutions: a rectangular board has only two rotations, and without a frame, or with
    0 inside, no tile must lie in a corner.
    """
    fixed = puzzle.turning and puzzle.cols == puzzle.rows and puzzle.framed and puzzle.zeros == puzzle.outside
    if not fixed or counting.contradictions(puzzle, signed=False):
        return Solution()
    for index, tile in enumerate(puzzle.tiles):
        for rot in range(4):
            north, _, _, west = turned(tile.sides, rot)
            if north == west == FRAME:
                return Solution((Placement(index, Square(0, 0), rot),))
    return Solution()
