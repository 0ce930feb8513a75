"""Backtracking square by square in C: row by row, the usual attack on edge-matching puzzles, or in another order.

`scan.c` is compiled when the package is built.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from itertools import chain
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from edgeasp.puzzle.candidates import Candidate, Candidates, can_be_listed, listed, sides_to_meet
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square
from edgeasp.solvers.interface import Fingerprint, ProblemSize, Solver, SolverRun, Statistics, Status, source_hash
from edgeasp.system import libraries
from edgeasp.system.errors import EncodingError, OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

Value = TypeVar("Value")

SOURCE = Path(__file__).parent / "scan.c"

_SLICE = 2_000_000
"""Tiles placed between two looks at limits and signals: a twentieth of a second."""
_SECONDS = 0.05
"""The same where several calls of C place them, each of which takes no longer."""
_MANY = 100
"""Boards that are read together."""
_PLACE = 4
"""Bytes of a candidate's place in its list."""
_COUNTED = 2**31 - 1
"""Boards that a call of C may count: more than it finds in a slice."""


class RowScan(Solver):
    """Compiled backtracking search. A seed other than 1 shuffles the order in which tiles are tried."""

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """The one form there is."""
        return [("row-scan", "backtracking row by row, in C")]

    def require(self) -> None:
        """Check that it can be compiled."""
        _library()

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """The same on every puzzle without signs."""
        if puzzle.signed:
            raise EncodingError(f"the system {self.label} does not solve this puzzle: it knows no signs")
        return Fingerprint(self.label, source_hash(Path(__file__), SOURCE), "", self.versions())

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> RowScanRun:
        """A search row by row."""
        return RowScanRun(puzzle, clues, every=every, seed=seed - 1)


class Lying(NamedTuple):
    """Boards, each a row of tiles and one of their orientations, square after square, row by row."""

    tiles: Integers
    turns: Integers


class ScannedBoards:
    """Unchecked boards of one slice: a few are read one by one, many as arrays."""

    def __init__(self, board: ScanInput, places: bytes) -> None:
        self._board, self._places = board, places
        self._size = len(board.order)

    def __len__(self) -> int:
        return len(self._places) // (_PLACE * self._size)

    def solutions(self) -> Iterator[Solution]:
        """Read the boards one by one, without numpy, which takes longer to import than most puzzles to solve."""
        every = memoryview(self._places).cast("i").tolist()
        for begin in range(0, len(every), self._size):
            yield self._board.solution(every[begin : begin + self._size])

    def arrays(self) -> Lying:
        """Read all boards at once."""
        return self._board.lying(self._places)


class RowScanRun(SolverRun):
    """One search, row by row. Its choices are the placed tiles; a seed changes the order in which they are tried.

    Attributes:
        order: of the squares, all of them, in place of row by row.
        at: what may lie on each square; all that the boundary condition allows if None.
        check: called some twenty times a second; an exception from it ends the search.
        threads: that share the search: each takes parts of it, which differ by the tiles on the first squares.
        split: the number of these squares; fewer than there are, and at least one if there are several threads.
        first_try: the number of tiles laid after which a search begins anew, with tiles in another order; the next ones
            are longer, in the order of Luby, Sinclair and Zuckerman. A board may then come several times, and threads
            search the whole board, each in orders of its own. 0 if it never does.
        most_given: boards that batches give; further ones are only counted. All of them if None.
    """

    order: Sequence[Square] = ()
    at: Mapping[Square, tuple[Candidate, ...]] | None = None
    check: Callable[[], None] = staticmethod(lambda: None)
    threads: int = 1
    split: int = 0
    first_try: int = 0
    most_given: int | None = None

    def __iter__(self) -> Generator[Solution, None, None]:
        """Give the boards, one by one, unchecked."""
        for batch in self._found(_MANY if self.every else 1, lambda boards: boards):
            assert not isinstance(batch, int), "only batches are counted"
            yield from map(self._add, batch.solutions())
        self._complete()

    def batches(
        self, most: int, check: Callable[[ScannedBoards], Value]
    ) -> Generator[tuple[ScannedBoards, Value] | int, None, None]:
        """Give the boards, up to so many at a time, with the verdict on them of a check, which each thread makes.

        Of those that are only counted it gives the number.
        """
        for batch in self._found(most, lambda boards: (boards, check(boards))):
            self.status = Status.SATISFIABLE
            self.found += batch if isinstance(batch, int) else len(batch[0])
            yield batch
        self._complete()

    def _found(self, most: int, read: Callable[[ScannedBoards], Value]) -> Generator[Value | int, None, None]:
        """Boards, up to so many at a time, as they are read by each thread; or the number of those that are counted."""
        require_listed(self.puzzle)
        with self._timed("load"):
            library = _library()
        with ExitStack() as stack:
            with self._timed("encode"):
                self.order = self.order or list(self.puzzle.grid.squares)
                board = ScanInput(self.puzzle, self.at or Candidates(self.puzzle).at, self.clues, self.order, self.seed)
                self.check()
                numbers = board.numbers()
                self.check()
                self.size = ProblemSize(len(board.kinds), sum(map(len, board.lists)))
                tables = _made(library.board_new((ctypes.c_int32 * len(numbers))(*numbers)))
                stack.callback(library.board_free, tables)
                taken = ctypes.c_int64()

                def boards_of(places: bytes) -> Value:
                    return read(ScannedBoards(board, places))

                parts: list[_Part[Value]] = []
                for number in range(self.threads):
                    state = _made(library.scan_new(tables, self.first_try > 0))
                    stack.callback(library.scan_free, state)
                    parts.append(_Part(library, state, len(self.order), most, boards_of))
                    parts[-1].counts = self._has_given_all
                    if self.first_try:
                        parts[-1].try_often(self.first_try, number, self.threads)
                    elif self.threads > 1:
                        library.scan_share(state, self.split, taken)
            slices = self._slices(parts)
            stack.callback(slices.close)
            while True:
                with self._timed("solve"):
                    boards = next(slices, None)
                if boards is None:
                    return
                yield boards

    def _slices(self, parts: Sequence[_Part[Value]]) -> Generator[Value | int, None, None]:
        """The boards of all parts, in any order."""
        if len(parts) == 1:
            while not parts[0].over:
                yield from self._heard(parts[0].step(), parts)
            return
        from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

        # While C is at work, other threads are as well.
        with ThreadPoolExecutor(len(parts)) as pool:
            try:
                running = {pool.submit(part.step): part for part in parts}
            except RuntimeError:  # a thread has no room for its stack
                raise MemoryError from None
            while running:
                for ended in wait(running, return_when=FIRST_COMPLETED).done:
                    part = running.pop(ended)
                    # One try that has come to its end says all.
                    if not (part.over or (self.first_try and any(other.over for other in parts))):
                        running[pool.submit(part.step)] = part
                    yield from self._heard(ended.result(), parts)

    def _heard(self, boards: Value | int, parts: Sequence[_Part[Value]]) -> Iterator[Value | int]:
        """The boards of a slice, if there are any."""
        self.statistics = Statistics(choices=sum(part.laid for part in parts))
        self.check()
        if boards != 0:
            yield boards
        for part in parts:
            part.counts = self._has_given_all

    @property
    def _has_given_all(self) -> bool:
        """Whether as many boards were given as are to be, so that further ones are only counted."""
        return self.most_given is not None and self.found >= self.most_given


class _Part(Generic[Value]):
    """A search in C, of the whole board or of what it takes of it before others do.

    Attributes:
        over: whether there is no further board.
        laid: the number of tiles laid so far.
        counts: whether boards are only counted from here on.
    """

    def __init__(
        self, library: ctypes.CDLL, state: int, squares: int, room: int, read: Callable[[bytes], Value]
    ) -> None:
        self._library, self.state, self._room, self._read = library, state, room, read
        self._board = ctypes.c_int32 * squares
        self._places = (self._board * room)()
        self.over = self.counts = False
        self.laid = 0
        self._first_try, self._ends = 0, sys.maxsize

    def try_often(self, first_try: int, number: int, parts: int) -> None:
        """Begin anew after so many tiles, and again and again; with other orders of tiles than the other parts have."""
        self._first_try, self._number, self._parts = first_try, number, parts
        self._lengths = _luby()
        self._ends = first_try * next(self._lengths)
        if number:
            self._library.scan_restart(self.state, number)

    def step(self) -> Value | int:
        """Go on for a slice, and return the boards that this finds, or if they are only counted, their number; or 0."""
        boards, pause, ends = 0, self.laid + _SLICE, monotonic() + _SECONDS
        counts = self.counts
        while (counts or not boards) and not self.over and self.laid < pause and monotonic() < ends:
            if self.laid >= self._ends:
                self._library.scan_restart(self.state, self._parts * self.laid + self._number)
                self._ends = self.laid + self._first_try * next(self._lengths)
            most = min(self._ends, pause) - self.laid
            places, room = (None, _COUNTED) if counts else (self._places, self._room)
            boards += self._library.scan_next(self.state, places, room, most)
            self.over = bool(self._library.scan_is_over(self.state))
            self.laid = self._library.scan_nodes(self.state)
        if counts or not boards:
            return boards
        return self._read(ctypes.string_at(self._places, boards * ctypes.sizeof(self._board)))


def _luby() -> Iterator[int]:
    """1, 1, 2, 1, 1, 2, 4, ... (Knuth's reluctant doubling)."""
    number, length = 1, 1
    while True:
        yield length
        number, length = (number + 1, 1) if number & -number == length else (number, 2 * length)


def is_able() -> bool:
    """Whether the compiled search is there."""
    return libraries.loaded_or_none(SOURCE, _declare) is not None


def _library() -> ctypes.CDLL:
    return libraries.loaded(SOURCE, "row-scan", _declare)


def _declare(library: ctypes.CDLL) -> None:
    library.board_new.restype = library.scan_new.restype = ctypes.c_void_p
    library.board_new.argtypes = [ctypes.POINTER(ctypes.c_int32)]
    library.scan_new.argtypes = [ctypes.c_void_p, ctypes.c_int]
    library.scan_next.restype = ctypes.c_int
    library.scan_next.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64]
    library.scan_share.restype = library.scan_restart.restype = None
    library.scan_restart.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    library.scan_share.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int64)]
    library.scan_is_over.restype = ctypes.c_int
    library.scan_is_over.argtypes = [ctypes.c_void_p]
    library.scan_nodes.restype = ctypes.c_uint64
    library.scan_nodes.argtypes = library.scan_free.argtypes = library.board_free.argtypes = [ctypes.c_void_p]
    library.scan_free.restype = library.board_free.restype = None


def _made(address: int | None) -> int:
    """The address of what C has made, if it had the memory."""
    if address is None:
        raise MemoryError
    return address


def require_listed(puzzle: Puzzle) -> None:
    """Check that lists of candidates for each square say all that a puzzle asks for.

    Raises:
        OptionError: they do not.
    """
    if puzzle.signed:
        raise OptionError("expected a puzzle without signs: row-scan does not support them")
    if not can_be_listed(puzzle):
        raise OptionError("expected colours that meet fewer others: row-scan lists candidates for each of them")


class ScanInput:
    """A puzzle as input of the search: identical tiles are of one kind, a tile with a clue is a kind of its own.

    Each square has the number of one of the lists of candidates, and `shown` has the colours that each of these shows.
    Where a colour meets several, a candidate is in the list once for each of the colours that it may meet at the sides
    that are known when it is tried, and shows these there: so C compares colours for being equal.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        at: Mapping[Square, tuple[Candidate, ...]],
        clues: Solution,
        order: Sequence[Square],
        seed: int,
    ) -> None:
        self.puzzle, self.at, self.order = puzzle, at, order
        on = {clue.square: puzzle.canonical(clue) for clue in clues}
        clued = [clue.tile for clue in clues]
        identical = puzzle.identical_tiles(clued)
        grouped = {tile for group in identical for tile in group}
        self.kinds = [*identical, *([tile] for tile in range(len(puzzle.tiles)) if tile not in grouped)]
        firsts = {group[0] for group in self.kinds} - set(clued)
        self.lists: list[list[Candidate]] = []
        sides_met: list[list[Side]] = []
        self.list_of: list[int] = []
        numbers: dict[object, int] = {}
        known: set[Square] = set()
        for square in order:
            clue, fits = on.get(square), at[square]
            # Similar squares share one tuple of candidates.
            met = sides_to_meet(puzzle, square, known)
            known.add(square)
            key = id(fits) if clue is None else clue, *met
            if key not in numbers:
                sides_met.append(met)
                numbers[key] = len(self.lists)
                if clue is None:
                    self.lists.append([candidate for candidate in fits if candidate.tile in firsts])
                else:
                    self.lists.append(
                        [candidate for candidate in fits if (candidate.tile, candidate.rot) == (clue.tile, clue.rot)]
                    )
            self.list_of.append(numbers[key])
        if seed:
            for of_square in self.lists:
                Random(seed).shuffle(of_square)
        listings = [list(listed(puzzle, every, sides)) for every, sides in zip(self.lists, sides_met, strict=True)]
        self.lists = [[candidate for candidate, _ in every] for every in listings]
        self.shown = [[shown for _, shown in every] for every in listings]

    def numbers(self) -> list[int]:
        """The input of `board_new` in `scan.c`."""
        puzzle = self.puzzle
        seen = [FRAME, *puzzle.colours] if puzzle.framed else puzzle.colours
        colours = {colour: number for number, colour in enumerate(seen)}
        numbers = [len(self.order), len(colours), len(self.kinds), *map(len, self.kinds), len(self.lists)]
        for candidates, shown in zip(self.lists, self.shown, strict=True):
            numbers.append(len(candidates))
            for candidate, here in zip(candidates, shown, strict=True):
                numbers += [self.kind_of[candidate.tile], *(colours[colour] for colour in here)]
        tables: dict[tuple[int, ...], int] = {}
        squares: list[int] = []
        depths: dict[Square, int] = {}
        for depth, (square, number) in enumerate(zip(self.order, self.list_of, strict=True)):
            known = [
                (side, depths[beyond]) for side in Side if (beyond := puzzle.grid.neighbour(square, side)) in depths
            ]
            # Where two squares meet twice, as on a board that wraps around, one side leads to candidates.
            sides = [side for side, _ in known[: len({depth for _, depth in known[:2]})]]
            table = tables.setdefault((number, len(sides), *sides, *[0] * (2 - len(sides))), len(tables))
            squares += [table, len(known), *chain.from_iterable(known)]
            depths[square] = depth
        return [*numbers, len(tables), *chain.from_iterable(tables), *squares]

    def solution(self, places: Sequence[int]) -> Solution:
        """The board that is given by the place of each square's candidate in its list.

        Identical tiles are placed in the order of their numbers, row by row.
        """
        left = [iter(tiles) for tiles in self.kinds]
        placements = []
        for square, depth in self._by_row:
            chosen = self.lists[self.list_of[depth]][places[depth]]
            tile = next(left[self.kind_of[chosen.tile]])
            fits = self.at[square]
            rot = next(candidate.rot for candidate in fits if (candidate.tile, candidate.sides) == (tile, chosen.sides))
            placements.append(Placement(tile, square, rot))
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))

    def lying(self, places: bytes) -> Lying:
        """Boards that are given in the same way, four bytes a place."""
        import numpy as np

        kinds, lying, begin = self._arrays
        numbers = np.frombuffer(places, np.int32).reshape(-1, len(self.order))
        every = np.arange(len(numbers))
        # A line has one square of all boards; the tiles of a kind lie in the order of their numbers.
        lines = np.empty((len(self.order), len(numbers)), np.int64)
        laid = np.zeros((len(self.kinds), len(numbers)), np.int8 if lying.shape[1] < 128 else np.int64)
        for line, (_, depth) in zip(lines, self._by_row, strict=True):
            at = numbers[:, depth] + begin[depth]
            if lying.shape[1] == 1:
                line[:] = lying[at, 0]
                continue
            kind = kinds[at]
            copy = laid[kind, every]
            line[:] = lying[at, copy]
            laid[kind, every] += 1
        return Lying(lines.T >> 3, lines.T & 7)

    @cached_property
    def _arrays(self) -> tuple[Integers, Integers, Integers]:
        """Of each candidate of each list its kind, and the tiles of that kind as they show its colours.

        Such a number is eight times the tile, and its orientation. Besides, where the list of each square begins.
        """
        import numpy as np

        copies = max(map(len, self.kinds))
        kinds, lying = [], []
        squares = dict(zip(self.list_of, self.order, strict=True))
        for number, candidates in enumerate(self.lists):
            turn_of = {(other.tile, other.sides): other.rot for other in self.at[squares[number]]}
            for candidate in candidates:
                kinds.append(self.kind_of[candidate.tile])
                tiles = self.kinds[kinds[-1]]
                shown = [8 * tile + turn_of[tile, candidate.sides] for tile in tiles]
                lying.append((shown * copies)[:copies])
        begin = np.cumsum([0, *map(len, self.lists)])[self.list_of]
        return np.array(kinds), np.array(lying), begin

    @cached_property
    def _by_row(self) -> list[tuple[Square, int]]:
        """The squares row by row, each with its depth in the search."""
        depths = {square: depth for depth, square in enumerate(self.order)}
        return [(square, depths[square]) for square in self.puzzle.grid.squares]

    @cached_property
    def kind_of(self) -> dict[int, int]:
        """The number of the group of identical tiles that each tile is in."""
        return {tile: kind for kind, tiles in enumerate(self.kinds) for tile in tiles}
