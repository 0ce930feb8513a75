"""Compiled search for all boards, with a proof of completeness.

The search in `refuter.c` learns a lemma at each conflict, and records the clauses of the direct encoding from which the
lemma follows. Each of these clauses concerns a single square or a single tile, so lemmas have few literals and hints.
"""

from __future__ import annotations

import ctypes
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from edgeasp.lab.cnf.cnf import Variables
from edgeasp.puzzle.candidates import Candidate
from edgeasp.puzzle.model import Placement, Solution, Square
from edgeasp.system import libraries
from edgeasp.system.limits import FOREVER, Deadline

SOURCE = Path(__file__).parent / "refuter.c"

_NAME = "the refuter"
# Largest number of colours, so that a set of colours is a 64-bit integer in C.
_MOST_COLOURS = 64

# Seconds between two checks of limits and signals.
_SECONDS = 0.03

# Largest number of lemmas per call, which fits an int of C.
_MOST_LEMMAS = 1 << 30

# Memory for lemmas and clauses, in bytes.
_MOST_BYTES = 1 << 30

# Bytes of text that are generated at a time.
_BLOCK = 1 << 20


def is_supported(variables: Variables) -> bool:
    """Whether the search can run here, and supports the puzzle."""
    puzzle = variables.candidates.puzzle
    if puzzle.signed or len(_side_colours(variables)) > _MOST_COLOURS:
        return False
    return libraries.load_library_or_warn(SOURCE, _declare_functions) is not None


class MemoryFullError(Exception):
    """Error for a search that cannot continue, as its memory is full."""


class Refuter:
    """Search for all boards, whose learnt lemmas prove its result.

    Attributes:
        lemmas: number of lemmas learnt, one per conflict. After `trim_proof`, number of lemmas that the proof needs.
        bytes: approximate memory of the search, in bytes.
        clauses: after `trim_proof`, number of clauses that the proof needs.
    """

    def __init__(
        self,
        variables: Variables,
        fitting: Sequence[Sequence[Candidate]],
        identical: Sequence[Sequence[int]],
        order: Sequence[Square],
        deadline: Deadline = FOREVER,
    ) -> None:
        """Prepare a search.

        Args:
            variables: variables of the direct encoding.
            fitting: candidates of each square, row by row.
            identical: groups of identical tiles, each placed in the order of the squares.
            order: squares in the order of preference for branching.
            deadline: deadline of the call.

        Raises:
            MemoryFullError: memory is full.
        """
        self._variables, self._fitting = variables, fitting
        self._library = libraries.load_library(SOURCE, _NAME, _declare_functions)
        head = array("i", _encode_problem(variables, fitting, identical, order))
        self._state = self._library.refuter_new(head.buffer_info()[0], len(head))
        self.lemmas = self.bytes = self.clauses = self._boards = 0
        if not self._state:
            raise MemoryFullError
        try:
            for numbers in _encode_candidates(variables, fitting):
                self._library.refuter_load(self._state, numbers.buffer_info()[0], len(numbers) // 7)
                deadline.check()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Free the memory of the C library."""
        if self._state:
            self._library.refuter_free(self._state)
            self._state = None

    def run(self, lemmas: int | None = None) -> bool:
        """Continue the search for about 30 ms.

        Args:
            lemmas: number of lemmas after which to stop, None for no limit.

        Returns:
            whether the search is complete.

        Raises:
            MemoryFullError: memory is full.
        """
        most = min(_MOST_LEMMAS if lemmas is None else lemmas, _MOST_LEMMAS)
        # C counts memory in integers of four bytes.
        done = self._library.refuter_run(self._state, most, _MOST_BYTES // 4, _SECONDS)
        counts = (ctypes.c_uint64 * 3)()
        self._library.refuter_counts(self._state, counts)
        self.lemmas, self._boards = counts[0], counts[2]
        self.bytes = 4 * counts[1]
        if done < 0 or (not done and self.bytes >= _MOST_BYTES):
            raise MemoryFullError
        return bool(done)

    def boards(self, begin: int = 0) -> Iterator[Solution]:
        """Yield the boards found so far, unchecked, from number `begin`."""
        squares = self._variables.candidates.squares
        # The array may move while the search continues, so its address is not kept.
        places = self._library.refuter_boards(self._state)
        for number in range(begin, self._boards):
            board = []
            for index, square in enumerate(squares):
                candidate = self._fitting[index][places[number * len(squares) + index]]
                board.append(Placement(candidate.tile, square, candidate.rot))
            yield Solution(tuple(sorted(board, key=lambda placement: placement.tile)))

    def trim_proof(self, deadline: Deadline = FOREVER) -> None:
        """Drop lemmas and clauses that the proof does not need.

        Call it once the search is complete.

        Raises:
            MemoryFullError: memory is full.
        """
        counts = (ctypes.c_int * 2)()
        while (done := self._library.refuter_trim(self._state, counts, _SECONDS)) == 0:
            deadline.check()
        if done < 0:
            raise MemoryFullError
        self.clauses, self.lemmas = counts

    def formula_text(self) -> Iterator[bytes]:
        """Yield the clauses of the trimmed formula as text."""
        return self._stream_text(0)

    def lrat_text(self) -> Iterator[bytes]:
        """Yield the proof with hints, as LRAT."""
        return self._stream_text(1)

    def drat_text(self) -> Iterator[bytes]:
        """Yield the proof without hints, as DRAT."""
        return self._stream_text(2)

    def _stream_text(self, which: int) -> Iterator[bytes]:
        buffer = ctypes.create_string_buffer(_BLOCK)
        while size := self._library.refuter_text(self._state, which, buffer, len(buffer)):
            # Nothing was written, as the next lemma is longer than the buffer.
            if size > len(buffer):
                buffer = ctypes.create_string_buffer(size)
            else:
                yield ctypes.string_at(buffer, size)


def _declare_functions(library: ctypes.CDLL) -> None:
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    library.refuter_new.argtypes, library.refuter_new.restype = [pointer, size], pointer
    library.refuter_load.argtypes, library.refuter_load.restype = [pointer, pointer, ctypes.c_int], None
    library.refuter_run.argtypes = [pointer, ctypes.c_int, size, ctypes.c_double]
    library.refuter_trim.argtypes = [pointer, pointer, ctypes.c_double]
    library.refuter_text.argtypes, library.refuter_text.restype = [pointer, ctypes.c_int, pointer, size], size
    library.refuter_boards.argtypes, library.refuter_boards.restype = [pointer], ctypes.POINTER(ctypes.c_int32)
    library.refuter_counts.argtypes, library.refuter_counts.restype = [pointer, pointer], None
    library.refuter_free.argtypes, library.refuter_free.restype = [pointer], None


def _side_colours(variables: Variables) -> list[int]:
    candidates = variables.candidates
    every = chain.from_iterable(candidates.by_square[kind] for kind in set(candidates.square_classes))
    return sorted({side for candidate in every for side in candidate.sides})


def _encode_problem(
    variables: Variables,
    fitting: Sequence[Sequence[Candidate]],
    identical: Sequence[Sequence[int]],
    order: Sequence[Square],
) -> list[int]:
    candidates = variables.candidates
    colours = _side_colours(variables)
    square_numbers = {square: place for place, square in enumerate(candidates.squares)}
    after = {tile: other for group in identical for tile, other in zip(group, [*group[1:], group[0]], strict=True)}
    tiles = range(len(candidates.puzzle.tiles))
    # Squares of one class share a list of candidates, so each list is counted once.
    of_tile, kinds = Counter[int](), {id(fits): fits for fits in fitting}
    for kind, squares in Counter(map(id, fitting)).items():
        for candidate in kinds[kind]:
            of_tile[candidate.tile] += squares
    # `refuter_new` in C reads the numbers in this order.
    sizes = [len(candidates.squares), len(candidates.diamonds), len(colours), len(tiles), variables.count]
    numbers = [*sizes, of_tile.total()]
    numbers += [-1 if diamond is None else diamond for around in candidates.diamonds_around for diamond in around]
    numbers += [domain.get(colour, 0) for domain in variables.colour for colour in colours]
    numbers += [after.get(tile, tile) for tile in tiles]
    numbers += [square_numbers[square] for square in order]
    return numbers + [of_tile[tile] for tile in tiles]


def _encode_candidates(variables: Variables, fitting: Sequence[Sequence[Candidate]]) -> Iterator[array[int]]:
    number = {colour: place for place, colour in enumerate(_side_colours(variables))}
    for square, fits in enumerate(fitting):
        numbers, placement = array("i"), variables.placement[square]
        for candidate in fits:
            on_square = variables.tile[candidate.tile][square]
            # Seven numbers per candidate: its tile, two variables, and four colours.
            numbers.extend((candidate.tile, placement[candidate.tile, candidate.rot], on_square))
            numbers.extend([number[side] for side in candidate.sides])
        yield numbers
