"""The scan of a cube, a part of all boards: what its conditions leave on each square, and the best order for it.

An order that comes to the conditions of a cube early lays a small part of the tiles that it lays for the whole board:
the part of the candidates that a condition leaves on the first of its squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, log

from edgeasp.encoding.facts import Assumption, colour_number, read_place
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.expected import ScanOrder, best_order
from edgeasp.puzzle.model import SIDE_WORDS, Placement, Puzzle, Side, Square, turned
from edgeasp.search.outlook import SETTINGS, Settings, can_be_scanned, log_length_within
from edgeasp.search.task import Task


@dataclass(frozen=True, slots=True)
class CubeScan:
    """The scan of a cube.

    Attributes:
        at: what may lie on each square.
        order: of the squares.
    """

    at: Mapping[Square, tuple[Candidate, ...]]
    order: ScanOrder


def cube_scan(task: Task, assumptions: Sequence[Assumption], settings: Settings = SETTINGS) -> CubeScan | None:
    """The scan of the boards that fulfil some assumptions; None if clasp is expected to find them sooner."""
    if not can_be_scanned(task) or "board-rotations" in task.encoding.symmetry:
        # Of rotations, the rules keep another one than a scan does.
        return None
    cube = _read(task, assumptions)
    length = log_length_within(task, cube.log_shares) if cube else None
    if cube is None or length is None or length < log(settings.least_scanned_cube):
        return None
    order = best_order(task.puzzle, task.clues, cube.log_shares)
    pays = order.log_tiles <= min(length + log(settings.scanned), log(settings.longest_scan))
    return CubeScan(cube.at(), order) if pays else None


def _read(task: Task, assumptions: Sequence[Assumption]) -> _Cube | None:
    """The conditions that assumptions state; None for such as a scan does not know.

    These are colours of diamonds, and what lies on a square: by the rules, of identical tiles it depends on the others.
    """
    puzzle = task.puzzle
    cube = _Cube(task)
    numbered = {tile for group in puzzle.identical_tiles([clue.tile for clue in task.clues]) for tile in group}
    for assumption in assumptions:
        atom, placement = assumption.atom, read_place(assumption.atom)
        if not assumption.holds or (placement and placement.tile in numbered):
            return None
        if placement:
            cube.lay(placement)
        elif atom.name == "half":
            x, y, side, colour = atom.arguments
            number = colour_number(str(colour))
            assert number is not None
            cube.show(Square(int(x) - 1, int(y) - 1), Side(SIDE_WORDS.index(str(side))), number)
        else:
            return None
    return cube


_Condition = tuple[str, int, int]
"""A condition on what lies on a square: `side`, one of its sides and a colour; or `tile`, and its quarter turns."""


class _Cube:
    """The conditions of a cube, by square."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._every, self._fulfil = _candidates(task.puzzle)
        self._asked: defaultdict[Square, set[_Condition]] = defaultdict(set)

    def show(self, square: Square, side: Side, colour: int) -> None:
        """Ask for a colour at the side of a square."""
        puzzle = self._task.puzzle
        self._asked[square].add(("side", side, colour))
        if (beyond := square.neighbour(side)) in puzzle.grid:
            self._asked[beyond].add(("side", side.opposite, puzzle.partner(colour)))

    def lay(self, placement: Placement) -> None:
        """Ask for a placement."""
        self._asked[placement.square].add(("tile", placement.tile, placement.rot))

    def at(self) -> dict[Square, tuple[Candidate, ...]]:
        """The candidates for each square that fulfil its conditions."""
        at = dict(self._every)
        for square, asked in self._asked.items():
            at[square] = tuple(at[square][number] for number in sorted(self._left(square, asked)))
        return at

    def log_shares(self, order: Sequence[Square]) -> list[float]:
        """The logarithm of the part of all fillings of the first squares of an order that fulfil the conditions."""
        laid = {clue.square for clue in self._task.clues}
        logs, share = [], 0.0
        for square in order:
            if square not in laid and square in self._asked:
                # What matches a square that is filled has the colour that is asked for.
                known = {("side", side) for side in Side if square.neighbour(side) in laid}
                left = len(self._left(square, {asked for asked in self._asked[square] if asked[:2] not in known}))
                share += log(left / len(self._every[square])) if left else -inf
            laid.add(square)
            logs.append(share)
        return logs

    def _left(self, square: Square, asked: Collection[_Condition]) -> Collection[int]:
        """The numbers of the candidates for a square that fulfil conditions."""
        every = self._every[square]
        fulfil = self._fulfil[id(every)]
        return frozenset(range(len(every))).intersection(*(fulfil.get(condition, ()) for condition in asked))


_Fulfil = Mapping[_Condition, Collection[int]]


@lru_cache(2)
def _candidates(puzzle: Puzzle) -> tuple[Mapping[Square, tuple[Candidate, ...]], Mapping[int, _Fulfil]]:
    """The candidates for each square, and the numbers of those that fulfil a condition, by the identity of them all."""
    at = Candidates(puzzle).at
    fulfil: dict[int, _Fulfil] = {}
    for every in at.values():
        # Similar squares share one tuple of candidates.
        if id(every) not in fulfil:
            numbers: defaultdict[_Condition, set[int]] = defaultdict(set)
            for number, candidate in enumerate(every):
                numbers["tile", candidate.tile, candidate.rot].add(number)
                for side, colour in zip(Side, turned(puzzle.tiles[candidate.tile].sides, candidate.rot), strict=True):
                    numbers["side", side, colour].add(number)
            fulfil[id(every)] = numbers
    return at, fulfil
