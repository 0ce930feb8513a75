"""A minimal solver with the common interface: backtracking in Python."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise
from pathlib import Path

from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution
from edgeasp.solvers.interface import Fingerprint, Solver, SolverRun, source_hash


class BruteForce(Solver):
    """A backtracking solver in Python."""

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """Return the solver if the name matches."""
        return cls(text) if text == "brute-force" else None

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """List its names with descriptions."""
        return [("brute-force", "backtracking row by row, in Python")]

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """Return the version of everything that determines its answers."""
        return Fingerprint(self.label, source_hash(Path(__file__)), "", self.versions())

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        """Create a search for one board, or all boards."""
        return BruteForceRun(puzzle, clues, every=every)


class BruteForceRun(SolverRun):
    """A search that fills square by square with matching candidates."""

    def __iter__(self) -> Generator[Solution, None, None]:
        """Yield each board once."""
        self._board = Candidates(self.puzzle)
        self._clues = {clue.square: self.puzzle.canonical(clue) for clue in self.clues}
        # Identical tiles are placed in the order of their numbers: each board once.
        groups = self.puzzle.identical_tiles([clue.tile for clue in self.clues])
        self._before = {later: earlier for group in groups for earlier, later in pairwise(group)}
        for board in self._extend((), {}):
            yield self._add(board)
            if not self.every:
                return
        self._complete()

    def _extend(self, placed: tuple[Placement, ...], known: dict[int, int]) -> Iterator[Solution]:
        if len(placed) == len(self._board.squares):
            yield Solution(placed)
            return
        square, around = self._board.squares[len(placed)], self._board.diamonds_around[len(placed)]
        used = {placement.tile for placement in placed}
        for candidate in self._board.by_square[len(placed)]:
            placement = Placement(candidate.tile, square, candidate.rot)
            sides = zip(around, candidate.sides, strict=True)
            shown = {number: colour for number, colour in sides if number is not None}
            if sign := self.puzzle.tiles[candidate.tile].sign:
                # Signs agree on a checkerboard, which counts as one more diamond.
                shown[-1] = square.even == (sign is Sign.PLUS)
            free = candidate.tile not in used and self._before.get(candidate.tile) in {None, *used}
            fits = all(known.get(number, colour) == colour for number, colour in shown.items())
            if free and fits and self._clues.get(square, placement) == placement:
                yield from self._extend((*placed, placement), known | shown)
