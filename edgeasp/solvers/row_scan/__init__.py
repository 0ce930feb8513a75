"""Backtracking square by square in C: row by row, the usual attack on edge-matching puzzles, or in another order.

`scan.c` is compiled by the system's compiler when it is first needed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Generator, Sequence
from itertools import chain
from pathlib import Path

from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square
from edgeasp.solvers.interface import Fingerprint, ProblemSize, Solver, SolverRun, Statistics, source_hash
from edgeasp.system import compiling
from edgeasp.system.errors import EncodingError, OptionError

SOURCE = Path(__file__).parent / "scan.c"

_PAUSED = -1
_SLICE = 2_000_000
"""Tiles placed between two looks at limits and signals: a twentieth of a second."""


class RowScan(Solver):
    """Compiled backtracking; nothing about it is random."""

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """The solver named `row-scan`."""
        return cls(text) if text == "row-scan" else None

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """The one form there is."""
        return [("row-scan", "backtracking row by row, in C; compiled when it is first needed")]

    def require(self) -> None:
        """Check that it can be compiled."""
        compiled()

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """The same on every puzzle without signs."""
        if puzzle.signed:
            raise EncodingError(f"the system {self.label} does not solve this puzzle: it knows no signs")
        return Fingerprint(self.label, source_hash(Path(__file__), SOURCE), "", self.versions())

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> RowScanRun:
        """A search row by row."""
        return RowScanRun(puzzle, clues, every=every)


class RowScanRun(SolverRun):
    """One search, row by row. Its choices are the placed tiles; it has no random decisions.

    Attributes:
        order: of the squares, all of them, in place of row by row.
        check: called some twenty times a second; an exception from it ends the search.
    """

    order: Sequence[Square] = ()
    check: Callable[[], None] = staticmethod(lambda: None)

    def __iter__(self) -> Generator[Solution, None, None]:
        """Give the boards, one by one, unchecked."""
        if self.puzzle.signed:
            raise OptionError("expected a puzzle without signs: row-scan does not support them")
        with self._timed("load"):
            scan = _library()
        with self._timed("encode"):
            board = _ScanInput(Candidates(self.puzzle), self.clues, self.order or list(self.puzzle.squares()))
            numbers = board.numbers()
            self.size = ProblemSize(len(board.kinds), sum(map(len, board.lists)))
            state = scan.scan_new((ctypes.c_int32 * len(numbers))(*numbers))
            places = (ctypes.c_int32 * (self.puzzle.cols * self.puzzle.rows))()
        try:
            while True:
                with self._timed("solve"):
                    found = _PAUSED
                    while found == _PAUSED:
                        self.check()
                        found = scan.scan_next(state, places, _SLICE)
                        self.statistics = Statistics(choices=scan.scan_nodes(state))
                if not found:
                    self._complete()
                    return
                with self._timed("decode"):
                    solution = board.solution(list(places))
                yield self._add(solution)
        finally:
            scan.scan_free(state)


def compiled() -> Path:
    """The compiled search, in the user's cache."""
    return compiling.compiled(SOURCE, "row-scan")


def _library() -> ctypes.CDLL:
    library = compiling.loaded(SOURCE, "row-scan")
    library.scan_new.restype = ctypes.c_void_p
    library.scan_new.argtypes = [ctypes.POINTER(ctypes.c_int32)]
    library.scan_next.restype = ctypes.c_int
    library.scan_next.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32), ctypes.c_uint64]
    library.scan_nodes.restype = ctypes.c_uint64
    library.scan_nodes.argtypes = library.scan_free.argtypes = [ctypes.c_void_p]
    library.scan_free.restype = None
    return library


class _ScanInput:
    """A puzzle as input of the search: identical tiles are of one kind, a tile with a clue is a kind of its own.

    Each square has the number of one of the lists of candidates.
    """

    def __init__(self, candidates: Candidates, clues: Solution, order: Sequence[Square]) -> None:
        puzzle = candidates.puzzle
        self.candidates = candidates
        self.order = order
        given = {clue.square: puzzle.canonical(clue) for clue in clues}
        clued = [clue.tile for clue in clues]
        identical = puzzle.identical_tiles(clued)
        grouped = {tile for group in identical for tile in group}
        self.kinds = [*identical, *([tile] for tile in range(len(puzzle.tiles)) if tile not in grouped)]
        firsts = {group[0] for group in self.kinds} - set(clued)
        self.lists: list[list[Candidate]] = []
        self.list_of: list[int] = []
        numbers: dict[int | Placement, int] = {}
        for square in order:
            clue, fits = given.get(square), candidates.at[square]
            # Similar squares share one tuple of candidates.
            key = id(fits) if clue is None else clue
            if key not in numbers:
                numbers[key] = len(self.lists)
                if clue is None:
                    self.lists.append([each for each in fits if each.tile in firsts])
                else:
                    self.lists.append([each for each in fits if (each.tile, each.rot) == (clue.tile, clue.rot)])
            self.list_of.append(numbers[key])

    def numbers(self) -> list[int]:
        """The input of `scan_new` in `scan.c`."""
        puzzle = self.candidates.puzzle
        colours = {colour: number for number, colour in enumerate([FRAME] * puzzle.framed + puzzle.colours)}
        kind_of = {tile: kind for kind, tiles in enumerate(self.kinds) for tile in tiles}
        numbers = [len(self.order), len(colours), len(self.kinds), *map(len, self.kinds), len(self.lists)]
        for candidates in self.lists:
            numbers.append(len(candidates))
            for each in candidates:
                numbers += [kind_of[each.tile], *(colours[colour] for colour in each.sides)]
        tables: dict[tuple[int, ...], int] = {}
        squares: list[int] = []
        depths: dict[Square, int] = {}
        for depth, (square, number) in enumerate(zip(self.order, self.list_of, strict=True)):
            known = [(side, depths[beyond]) for side in Side if (beyond := square.neighbour(side)) in depths]
            sides = [side for side, _ in known[:2]]
            table = tables.setdefault((number, len(sides), *sides, *[0] * (2 - len(sides))), len(tables))
            squares += [table, len(known), *chain.from_iterable(known)]
            depths[square] = depth
        return [*numbers, len(tables), *chain.from_iterable(tables), *squares]

    def solution(self, places: Sequence[int]) -> Solution:
        """The solution in which each square has the candidate at this place of its list."""
        left = {tiles[0]: list(tiles) for tiles in self.kinds}
        placements = []
        for square, number, place in zip(self.order, self.list_of, places, strict=True):
            chosen = self.lists[number][place]
            tile = left[chosen.tile].pop(0)
            fits = self.candidates.at[square]
            rot = next(each.rot for each in fits if (each.tile, each.sides) == (tile, chosen.sides))
            placements.append(Placement(tile, square, rot))
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))
