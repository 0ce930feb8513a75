"""Count of boards in C, by dynamic programming over a frontier.

Squares are filled in a fixed order. The frontier consists of the sides between filled and empty squares. Partial boards
that use the same tiles and show the same colours on the frontier can be completed in the same ways, so they share a
state, as in the transfer-matrix method. No board is listed. `frontier.c` is compiled when the package is built.
"""

from __future__ import annotations

import ctypes
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square
from edgeasp.solvers.backtrack import ScanInput, require_listable
from edgeasp.solvers.interface import Status
from edgeasp.system import libraries
from edgeasp.system.limits import FOREVER, Deadline

SOURCE = Path(__file__).parent / "frontier.c"

_WORD = 64
# Words of a state in `frontier.c`.
_MOST_WORDS = 4
# Bits for the known colours around a square. Candidates are listed for each combination.
_MOST_COMBINATIONS = 16

# Candidates tried between two checks of limits and signals, a few hundredths of a second.
_LOOKS = 500_000

# Results of a call of C. Other values are failures.
_PAUSED, _OVER = 0, 1


class FrontierCount:
    """Search that counts all solutions of a puzzle with its clues.

    `run` returns the number. Solutions that differ only in identical tiles count as one.

    Attributes:
        status: whether there is a solution, as far as known.
        exhausted: whether the count is complete.
        states: number of frontier states so far, summed over all squares.
    """

    def __init__(self, puzzle: Puzzle, clues: Solution, order: Sequence[Square]) -> None:
        """Prepare the count along an order of all squares.

        Raises:
            OptionError: the puzzle has signs, or colours that match too many others.
        """
        require_listable(puzzle)
        self._input = _FrontierInput(ScanInput(puzzle, Candidates(puzzle).at, clues, order, 0))
        self.status, self.exhausted, self.states = Status.UNKNOWN, False, 0

    @property
    def fits(self) -> bool:
        """Whether a state has few enough bits for `frontier.c`."""
        return self._input.fits

    @property
    def bytes_per_state(self) -> int:
        """Bytes per state in hash tables, which are half full."""
        return 2 * _WORD // 8 * (self._input.words + 2)

    def run(self, most_bytes: int, deadline: Deadline = FOREVER) -> int | None:
        """Count the boards.

        Args:
            most_bytes: memory that the states may take.
            deadline: checked about twenty times a second.

        Returns:
            The number of boards. None if the states need more memory, or if the number has more than 128 bits.
        """
        library = libraries.load_library(SOURCE, "the count by frontier", _declare_signatures)
        numbers = self._input.as_numbers()
        deadline.check()
        state = library.frontier_new(numbers.buffer_info()[0], len(numbers), most_bytes)
        if state is None:
            return None
        try:
            outcome = _PAUSED
            while outcome == _PAUSED:
                outcome = library.frontier_step(state, _LOOKS)
                self.states = library.frontier_states(state)
                deadline.check()
            if outcome != _OVER:
                return None
            halves = (ctypes.c_uint64 * 2)()
            library.frontier_number(state, halves)
            number = halves[1] << _WORD | halves[0]
            self.status, self.exhausted = Status.SATISFIABLE if number else Status.UNSATISFIABLE, True
            return number
        finally:
            library.frontier_free(state)


def is_available() -> bool:
    """Whether the compiled count is available."""
    return libraries.load_library_or_warn(SOURCE, _declare_signatures) is not None


def _declare_signatures(library: ctypes.CDLL) -> None:
    library.frontier_new.restype = ctypes.c_void_p
    library.frontier_new.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
    library.frontier_step.restype = ctypes.c_int
    library.frontier_step.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    library.frontier_states.restype = ctypes.c_uint64
    library.frontier_states.argtypes = [ctypes.c_void_p]
    library.frontier_number.restype = library.frontier_free.restype = None
    library.frontier_number.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint64)]
    library.frontier_free.argtypes = [ctypes.c_void_p]


class _BitAllocator:
    """Allocator of bit fields in a state.

    No field crosses the boundary of a 64-bit word. A field is returned as the index of its word and its first bit.
    """

    def __init__(self) -> None:
        self.words = 1
        self._used = 0
        self._free: list[tuple[int, int]] = []

    def allocate(self, size: int) -> tuple[int, int]:
        """Allocate a field of `size` bits."""
        if self._used + size > _WORD:
            self.words, self._used = self.words + 1, 0
        self._used += size
        return self.words - 1, self._used - size

    def allocate_colour(self, size: int) -> tuple[int, int]:
        """Allocate a colour field, or reuse a released one."""
        return self._free.pop() if self._free else self.allocate(size)

    def release(self, field: tuple[int, int]) -> None:
        """Release the field of a colour."""
        self._free.append(field)


class _FrontierInput:
    """Input of `frontier_new` in `frontier.c`."""

    def __init__(self, board: ScanInput) -> None:
        self._board = board
        bits = _BitAllocator()
        self._kinds = [bits.allocate(len(tiles).bit_length()) for tiles in board.kinds]
        seen = {colour for shown in board.shown for sides in shown for colour in sides}
        self._colours = {colour: number for number, colour in enumerate(sorted(seen))}
        self._size = max(1, (len(self._colours) - 1).bit_length())
        # The fields of each square's known sides, then of the sides it opens.
        self._known: list[dict[Side, tuple[int, int]]] = []
        self._opened: list[dict[Side, tuple[int, int]]] = []
        depths = {square: depth for depth, square in enumerate(board.order)}
        fields: dict[tuple[Square, Side], tuple[int, int]] = {}
        for depth, square in enumerate(board.order):
            beside = {side: board.puzzle.grid.neighbour(square, side) for side in Side}
            known = {side: fields.pop((square, side)) for side in Side if (square, side) in fields}
            opened = {}
            for side, beyond in beside.items():
                if depths.get(beyond, -1) > depth:
                    opened[side] = fields[beyond, side.opposite] = bits.allocate_colour(self._size)
            # Release bits last: a new side must not reuse bits still being read.
            for field in known.values():
                bits.release(field)
            self._known.append(known)
            self._opened.append(opened)
        self.words = bits.words
        most = max(map(len, self._known))
        self.fits = self.words <= _MOST_WORDS and most * self._size <= _MOST_COMBINATIONS

    def as_numbers(self) -> array[int]:
        """Return the input as `frontier_new` reads it."""
        start = [0] * self.words
        for tiles, (word, first) in zip(self._board.kinds, self._kinds, strict=True):
            start[word] |= len(tiles) << first
        numbers = array("Q", [self.words, self._size, len(self._board.order), *start])
        for depth in range(len(self._board.order)):
            numbers.extend(self._numbers_of_square(depth))
        return numbers

    def _numbers_of_square(self, depth: int) -> Iterator[int]:
        board, known, opened = self._board, self._known[depth], self._opened[depth]
        yield len(known)
        kept = [(1 << _WORD) - 1] * self.words
        for word, first in known.values():
            yield from (word, first)
            kept[word] &= ~(((1 << self._size) - 1) << first)
        yield from kept
        candidates: defaultdict[int, list[int]] = defaultdict(list)
        number = board.list_of[depth]
        for candidate, shown in zip(board.lists[number], board.shown[number], strict=True):
            colours = {side: self._colours[shown[side]] for side in Side}
            combination = 0
            for side in known:
                combination = combination << self._size | colours[side]
            word, first = self._kinds[board.group_of_tile[candidate.tile]]
            added = [0] * self.words
            added[word] -= 1 << first
            for side, (at, begin) in opened.items():
                added[at] += colours[side] << begin
            kind = ((1 << len(board.kinds[board.group_of_tile[candidate.tile]]).bit_length()) - 1) << first
            candidates[combination] += [word, kind, *(change % (1 << _WORD) for change in added)]
        begin, entry = 0, 2 + self.words
        for combination in range(1 << self._size * len(known)):
            yield begin
            begin += len(candidates[combination]) // entry
        yield begin
        for combination in range(1 << self._size * len(known)):
            yield from candidates[combination]
