"""A puzzle with the clues that its file gives."""

from __future__ import annotations

from dataclasses import dataclass

from edgeasp.puzzle.model import Puzzle, Solution


@dataclass(frozen=True)
class Instance:
    """What a file of a puzzle holds: the puzzle, and the placements that are given as clues; often none."""

    puzzle: Puzzle
    clues: Solution = Solution()
