"""Compiled backtracking search in C, row by row or in another order.

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

from edgeasp.puzzle.candidates import (
    Candidate,
    Candidates,
    can_be_listed,
    pair_with_matching_colours,
    sides_toward_known,
)
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square
from edgeasp.solvers.interface import Fingerprint, ProblemSize, Solver, SolverRun, Statistics, Status, source_hash
from edgeasp.system import libraries
from edgeasp.system.errors import EncodingError, OptionError
from edgeasp.system.limits import FOREVER, Deadline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

Value = TypeVar("Value")

SOURCE = Path(__file__).parent / "scan.c"

FIRST_TRY = 100_000
"""Tiles of the first of several tries, each with tiles in another order: a millisecond."""

# Placements between two checks of limits and signals, about a twentieth of a second.
_SLICE = 2_000_000
# Seconds of a slice that consists of several short calls of C.
_SECONDS = 0.05
# Most boards in a batch.
_MANY = 100
# Bytes of a candidate's index in its list.
_PLACE = 4
# Most boards that one call of C may count: more than it finds in a slice.
_COUNTED = 2**31 - 1


class BacktrackSolver(Solver):
    """Compiled backtracking search as a solver for benchmarks.

    The seed shuffles the tiles. Seed 1 leaves them in the order of the puzzle.
    """

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """List the only variant of this solver."""
        return [("row-scan", "backtracking row by row, in C")]

    def require(self) -> None:
        """Check that the compiled search is available."""
        _load_library()

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """Return the fingerprint, which is equal for all puzzles.

        Raises:
            EncodingError: the puzzle has signs.
        """
        if puzzle.signed:
            raise EncodingError(f"the system {self.label} does not support signs")
        return Fingerprint(self.label, source_hash(Path(__file__), SOURCE), "", self.versions())

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> BacktrackRun:
        """Create a search that fills the board row by row."""
        return BacktrackRun(puzzle, clues, every=every, seed=seed - 1)


class BoardArrays(NamedTuple):
    """Boards as arrays: one row per board, one column per square.

    Attributes:
        tiles: tile on each square, from 0, row by row.
        turns: orientations of these tiles.
    """

    tiles: Integers
    turns: Integers


class ScannedBoards:
    """Boards that one slice of a search has found, not yet checked."""

    def __init__(self, board: ScanInput, places: bytes) -> None:
        self._board, self._places = board, places
        self._size = len(board.order)

    def __len__(self) -> int:
        return len(self._places) // (_PLACE * self._size)

    def as_solutions(self) -> Iterator[Solution]:
        """Convert the boards to solutions, one by one.

        This avoids numpy, which takes longer to import than most puzzles take to solve.
        """
        every = memoryview(self._places).cast("i").tolist()
        for begin in range(0, len(every), self._size):
            yield self._board.solution_from_indices(every[begin : begin + self._size])

    def as_arrays(self) -> BoardArrays:
        """Convert all boards to arrays."""
        return self._board.board_arrays(self._places)


class BacktrackRun(SolverRun):
    """Compiled search for the solutions of a puzzle.

    Attributes:
        order: order of all squares, row by row by default.
        at: candidates of each square, None for all placements that satisfy the boundary condition.
        deadline: checked about twenty times a second.
        threads: number of threads. Each takes some of the ways to fill the first `split` squares.
        split: number of squares at the start of the order whose placements are divided among the threads, at least 1
            with several threads.
        first_try: number of placements before the first restart, 0 to never restart. After a restart, tiles are tried
            in another order. Later tries are longer, in the sequence of Luby, Sinclair and Zuckerman. A search with
            restarts may find a board several times. Its threads do not share the search: each tries its own orders.
        most_tiles: number of placements after which the search is abandoned, 0 for no limit.
        most_given: number of boards that `batches` yields before it only counts boards, None to yield all.
    """

    order: Sequence[Square] = ()
    at: Mapping[Square, tuple[Candidate, ...]] | None = None
    deadline: Deadline = FOREVER
    threads: int = 1
    split: int = 0
    first_try: int = 0
    most_tiles: int = 0
    most_given: int | None = None

    def __iter__(self) -> Generator[Solution, None, None]:
        """Yield unchecked boards."""
        for batch in self._search_batches(_MANY if self.every else 1, lambda boards: boards):
            assert not isinstance(batch, int), "only batches are counted"
            yield from map(self._add, batch.as_solutions())
        self._complete()

    def batches(
        self, most: int, check: Callable[[ScannedBoards], Value]
    ) -> Generator[tuple[ScannedBoards, Value] | int, None, None]:
        """Yield batches of boards with the result of `check`.

        Each thread checks the boards that it finds.

        Args:
            most: greatest number of boards per batch.
            check: checks a batch.

        Yields:
            A batch and its result, or the number of boards that were only counted.
        """
        for batch in self._search_batches(most, lambda boards: (boards, check(boards))):
            self.status = Status.SATISFIABLE
            self.found += batch if isinstance(batch, int) else len(batch[0])
            yield batch
        self._complete()

    def _search_batches(self, most: int, read: Callable[[ScannedBoards], Value]) -> Generator[Value | int, None, None]:
        """Yield batches of boards, and numbers of boards only counted.

        Boards are only counted once `batches` has yielded enough of them.

        Args:
            most: greatest number of boards per batch.
            read: converts a batch to the value to yield.
        """
        require_listable(self.puzzle)
        with self._timed("load"):
            library = _load_library()
        with ExitStack() as stack:
            with self._timed("encode"):
                self.order = self.order or list(self.puzzle.grid.squares)
                board = ScanInput(self.puzzle, self.at or Candidates(self.puzzle).at, self.clues, self.order, self.seed)
                self.deadline.check()
                numbers = board.as_numbers()
                self.deadline.check()
                self.size = ProblemSize(len(board.kinds), sum(map(len, board.lists)))
                tables = _require_pointer(library.board_new((ctypes.c_int32 * len(numbers))(*numbers)))
                stack.callback(library.board_free, tables)
                taken = ctypes.c_int64()

                def boards_of(places: bytes) -> Value:
                    return read(ScannedBoards(board, places))

                parts: list[_SearchPart[Value]] = []
                for number in range(self.threads):
                    state = _require_pointer(library.scan_new(tables, self.first_try > 0))
                    stack.callback(library.scan_free, state)
                    parts.append(_SearchPart(library, state, len(self.order), most, boards_of))
                    parts[-1].counts = self._only_counts
                    if self.first_try:
                        parts[-1].restart_repeatedly(self.first_try, number, self.threads)
                    elif self.threads > 1:
                        library.scan_share(state, self.split, taken)
            slices = self._run_parts(parts)
            stack.callback(slices.close)
            while True:
                with self._timed("solve"):
                    boards = next(slices, None)
                if boards is None:
                    return
                yield boards

    def _run_parts(self, parts: Sequence[_SearchPart[Value]]) -> Generator[Value | int, None, None]:
        """Run all parts, and yield the results of their slices."""
        if len(parts) == 1:
            while not parts[0].over:
                yield from self._check_and_pass_on(parts[0].search_slice(), parts)
            return
        from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

        # C releases the interpreter, so threads run in parallel.
        with ThreadPoolExecutor(len(parts)) as pool:
            try:
                running = {pool.submit(part.search_slice): part for part in parts}
            except RuntimeError:  # no memory for a thread's stack
                raise MemoryError from None
            while running:
                for ended in wait(running, return_when=FIRST_COMPLETED).done:
                    part = running.pop(ended)
                    # One completed try is a complete search.
                    if not (part.over or (self.first_try and any(other.over for other in parts))):
                        running[pool.submit(part.search_slice)] = part
                    yield from self._check_and_pass_on(ended.result(), parts)

    def _check_and_pass_on(self, boards: Value | int, parts: Sequence[_SearchPart[Value]]) -> Iterator[Value | int]:
        self.statistics = Statistics(choices=sum(part.laid for part in parts))
        self.deadline.check()
        if 0 < self.most_tiles < (self.statistics.choices or 0):
            raise TooManyTiles
        if boards != 0:
            yield boards
        for part in parts:
            part.counts = self._only_counts

    @property
    def _only_counts(self) -> bool:
        """Whether `batches` has yielded enough boards, and now only counts."""
        return self.most_given is not None and self.found >= self.most_given


class TooManyTiles(Exception):  # noqa: N818  # it ends a search, but nothing is wrong
    """The search has exceeded its limit of placements."""


class _SearchPart(Generic[Value]):
    """Part of a search in C that one thread runs.

    Attributes:
        over: whether there are no further boards.
        laid: number of placements so far.
        counts: whether further boards are only counted.
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

    def restart_repeatedly(self, first_try: int, number: int, parts: int) -> None:
        """Restart the search after each try, with tiles reordered.

        Args:
            first_try: number of placements of the first try.
            number: number of this part, from 0. It selects the orders.
            parts: number of parts.
        """
        self._first_try, self._number, self._parts = first_try, number, parts
        self._lengths = _luby_sequence()
        self._ends = first_try * next(self._lengths)
        if number:
            self._library.scan_restart(self.state, number)

    def search_slice(self) -> Value | int:
        """Search one slice.

        Returns:
            The boards found, or their number if boards are only counted. 0 if no board was found.
        """
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


def _luby_sequence() -> Iterator[int]:
    """Yield the Luby sequence: 1, 1, 2, 1, 1, ..."""
    number, length = 1, 1
    while True:
        yield length
        number, length = (number + 1, 1) if number & -number == length else (number, 2 * length)


def is_available() -> bool:
    """Whether the compiled search is available."""
    return libraries.load_library_or_warn(SOURCE, _declare_signatures) is not None


def _load_library() -> ctypes.CDLL:
    return libraries.load_library(SOURCE, "row-scan", _declare_signatures)


def _declare_signatures(library: ctypes.CDLL) -> None:
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


def _require_pointer(address: int | None) -> int:
    """Return a pointer from C, MemoryError if it is null."""
    if address is None:
        raise MemoryError
    return address


def require_listable(puzzle: Puzzle) -> None:
    """Raise OptionError if the compiled search cannot run a puzzle.

    Raises:
        OptionError: the puzzle has signs, or a colour matches too many colours.
    """
    if puzzle.signed:
        raise OptionError("expected a puzzle without signs: row-scan does not support them")
    if not can_be_listed(puzzle):
        raise OptionError("expected colours that match fewer others: row-scan lists candidates for each of them")


class ScanInput:
    """Puzzle as input of the compiled search.

    C only compares colours for equality. If a colour matches several others, a candidate is therefore listed once for
    each combination of colours that match it at sides next to filled squares, and `shown` has these colours.

    Attributes:
        puzzle: the puzzle.
        at: candidates of each square.
        order: squares, in the order of the search.
        kinds: groups of identical tiles. A tile with a clue is a group of its own.
        lists: distinct lists of candidates. Of each group of identical tiles, only the first is listed.
        list_of: for each square in `order`, the index of its list.
        shown: for each candidate of each list, the colours that C compares.
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
            met = sides_toward_known(puzzle, square, known)
            known.add(square)
            key = id(fits) if clue is None else clue, *met
            if key not in numbers:
                sides_met.append(met)
                numbers[key] = len(self.lists)
                fixed = clue and (clue.tile, clue.rot)
                self.lists.append([one for one in fits if (one[:2] == fixed if fixed else one.tile in firsts)])
            self.list_of.append(numbers[key])
        if seed:
            for of_square in self.lists:
                Random(seed).shuffle(of_square)
        listings = [
            list(pair_with_matching_colours(puzzle, every, sides))
            for every, sides in zip(self.lists, sides_met, strict=True)
        ]
        self.lists = [[candidate for candidate, _ in every] for every in listings]
        self.shown = [[shown for _, shown in every] for every in listings]

    def as_numbers(self) -> list[int]:
        """Return the puzzle as `board_new` in `scan.c` reads it."""
        puzzle = self.puzzle
        seen = [FRAME, *puzzle.colours] if puzzle.framed else puzzle.colours
        colours = {colour: number for number, colour in enumerate(seen)}
        numbers = [len(self.order), len(colours), len(self.kinds), *map(len, self.kinds), len(self.lists)]
        for candidates, shown in zip(self.lists, self.shown, strict=True):
            numbers.append(len(candidates))
            for candidate, here in zip(candidates, shown, strict=True):
                numbers += [self.group_of_tile[candidate.tile], *(colours[colour] for colour in here)]
        tables: dict[tuple[int, ...], int] = {}
        squares: list[int] = []
        depths: dict[Square, int] = {}
        for depth, (square, number) in enumerate(zip(self.order, self.list_of, strict=True)):
            known = [
                (side, depths[beyond]) for side in Side if (beyond := puzzle.grid.neighbour(square, side)) in depths
            ]
            # Two squares may be adjacent twice on a wrap-around board: index candidates by one of the sides.
            sides = [side for side, _ in known[: len({depth for _, depth in known[:2]})]]
            table = tables.setdefault((number, len(sides), *sides, *[0] * (2 - len(sides))), len(tables))
            squares += [table, len(known), *chain.from_iterable(known)]
            depths[square] = depth
        return [*numbers, len(tables), *chain.from_iterable(tables), *squares]

    def solution_from_indices(self, places: Sequence[int]) -> Solution:
        """Convert indices of candidates, one per square, to a board.

        Identical tiles are placed in the order of their numbers, row by row.
        """
        left = [iter(tiles) for tiles in self.kinds]
        placements = []
        for square, depth in self._depths_by_row:
            chosen = self.lists[self.list_of[depth]][places[depth]]
            tile = next(left[self.group_of_tile[chosen.tile]])
            fits = self.at[square]
            rot = next(candidate.rot for candidate in fits if (candidate.tile, candidate.sides) == (tile, chosen.sides))
            placements.append(Placement(tile, square, rot))
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))

    def board_arrays(self, places: bytes) -> BoardArrays:
        """Convert the boards of a slice to arrays.

        `places` has four bytes for each square of each board: the index of the placement among the candidates of the
        square. Squares are in the order of the search.
        """
        import numpy as np

        kinds, lying, begin = self._candidate_arrays
        numbers = np.frombuffer(places, np.int32).reshape(-1, len(self.order))
        every = np.arange(len(numbers))
        # A row of the array has one square of all boards. Identical tiles are used in numerical order.
        lines = np.empty((len(self.order), len(numbers)), np.int64)
        # One byte counts the tiles of a group on boards of fewer than 128 squares.
        laid = np.zeros((len(self.kinds), len(numbers)), np.int8 if lying.shape[1] < 128 else np.int64)
        for line, (_, depth) in zip(lines, self._depths_by_row, strict=True):
            at = numbers[:, depth] + begin[depth]
            if lying.shape[1] == 1:
                line[:] = lying[at, 0]
                continue
            kind = kinds[at]
            copy = laid[kind, every]
            line[:] = lying[at, copy]
            laid[kind, every] += 1
        return BoardArrays(lines.T >> 3, lines.T & 7)

    @cached_property
    def _candidate_arrays(self) -> tuple[Integers, Integers, Integers]:
        """Tabulate the tile group and the tiles of each candidate.

        Returns:
            Three arrays. For each candidate of all lists, its group of tiles. For each of these candidates, its
            possible tiles, each as eight times the tile plus the orientation. For each square in `order`, the index of
            the first candidate of its list.
        """
        import numpy as np

        copies = max(map(len, self.kinds))
        kinds, lying = [], []
        squares = dict(zip(self.list_of, self.order, strict=True))
        for number, candidates in enumerate(self.lists):
            turn_of = {(other.tile, other.sides): other.rot for other in self.at[squares[number]]}
            for candidate in candidates:
                kinds.append(self.group_of_tile[candidate.tile])
                tiles = self.kinds[kinds[-1]]
                shown = [8 * tile + turn_of[tile, candidate.sides] for tile in tiles]
                lying.append((shown * copies)[:copies])
        begin = np.cumsum([0, *map(len, self.lists)])[self.list_of]
        return np.array(kinds), np.array(lying), begin

    @cached_property
    def _depths_by_row(self) -> list[tuple[Square, int]]:
        """Squares row by row, each with its depth in the search."""
        depths = {square: depth for depth, square in enumerate(self.order)}
        return [(square, depths[square]) for square in self.puzzle.grid.squares]

    @cached_property
    def group_of_tile(self) -> dict[int, int]:
        """For each tile, the index of its group in `kinds`."""
        return {tile: kind for kind, tiles in enumerate(self.kinds) for tile in tiles}
