"""Turn the assumptions of a cube into candidates.

A compiled search takes no assumptions.

An order that reaches the conditions of a cube early places a small share of the tiles that it places for the whole
board: the share of the candidates that a condition leaves on the first of its squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import inf, log

from edgeasp.encoding.facts import Assumption, colour_number, read_place
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.model import SIDE_WORDS, Placement, Puzzle, Side, Square
from edgeasp.search.task import Task

_Condition = tuple[str, int, int]
"""A condition on a square.

`side`, a side and a colour, or `tile`, a tile and its quarter turns.
"""


class CubeConditions:
    """Conditions of a cube, grouped by square."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._every, self._fulfil = _candidates(task.puzzle)
        self._asked: defaultdict[Square, set[_Condition]] = defaultdict(set)

    @classmethod
    def of(cls, task: Task, assumptions: Sequence[Assumption]) -> CubeConditions | None:
        """Read assumptions: colours of diamonds, and placements. None for others.

        By the rules, the placement of one of several identical tiles depends on the others.
        """
        puzzle, cube = task.puzzle, cls(task)
        numbered = {tile for group in puzzle.identical_tiles([clue.tile for clue in task.clues]) for tile in group}
        for assumption in assumptions:
            atom, placement = assumption.atom, read_place(assumption.atom)
            if not assumption.holds or (placement and placement.tile in numbered):
                return None
            if placement:
                cube._place(placement)
            elif atom.name == "half":
                x, y, side, colour = atom.arguments
                number = colour_number(str(colour))
                assert number is not None
                cube._show(Square(int(x) - 1, int(y) - 1), Side(SIDE_WORDS.index(str(side))), number)
            else:
                return None
        return cube

    def _show(self, square: Square, side: Side, colour: int) -> None:
        puzzle = self._task.puzzle
        self._asked[square].add(("side", side, colour))
        # A colour that meets several asks for none of them.
        met = puzzle.meeting(colour)
        if len(met) == 1 and (beyond := puzzle.grid.neighbour(square, side)) in puzzle.grid:
            self._asked[beyond].add(("side", side.opposite, met[0]))

    def _place(self, placement: Placement) -> None:
        self._asked[placement.square].add(("tile", placement.tile, placement.rot))

    def at(self) -> dict[Square, tuple[Candidate, ...]]:
        """Return the candidates for each square that fulfil its conditions."""
        at = dict(self._every)
        for square, asked in self._asked.items():
            at[square] = tuple(at[square][number] for number in sorted(self._left(square, asked)))
        return at

    def log_shares(self, order: Sequence[Square]) -> list[float]:
        """Estimate the share of fillings that fulfil the conditions.

        Returns a logarithm for each number of first squares of an order.
        """
        laid, grid = {clue.square for clue in self._task.clues}, self._task.puzzle.grid
        logs, share = [], 0.0
        for square in order:
            if square not in laid and square in self._asked:
                # What matches a square that is filled has the colour that is asked for.
                known = {("side", side) for side in Side if grid.neighbour(square, side) in laid}
                left = len(self._left(square, {asked for asked in self._asked[square] if asked[:2] not in known}))
                share += log(left / len(self._every[square])) if left else -inf
            laid.add(square)
            logs.append(share)
        return logs

    def _left(self, square: Square, asked: Collection[_Condition]) -> Collection[int]:
        every = self._every[square]
        fulfil = self._fulfil[id(every)]
        return frozenset(range(len(every))).intersection(*(fulfil.get(condition, ()) for condition in asked))


_Fulfil = Mapping[_Condition, Collection[int]]


@lru_cache(2)
def _candidates(puzzle: Puzzle) -> tuple[Mapping[Square, tuple[Candidate, ...]], Mapping[int, _Fulfil]]:
    """List the candidates of each square, and condition indices.

    Candidate lists are numbered by identity.
    """
    at = Candidates(puzzle).at
    fulfil: dict[int, _Fulfil] = {}
    for every in at.values():
        # Similar squares share one tuple of candidates.
        if id(every) not in fulfil:
            numbers: defaultdict[_Condition, set[int]] = defaultdict(set)
            for number, candidate in enumerate(every):
                numbers["tile", candidate.tile, candidate.rot].add(number)
                for side, colour in zip(Side, puzzle.shown(candidate.tile, candidate.rot), strict=True):
                    numbers["side", side, colour].add(number)
            fulfil[id(every)] = numbers
    return at, fulfil
