"""Beam search over partial boards, which are stored as arrays.

All boards of a beam are extended by one square at a time. An expansion is a board together with a placement on that
square, as `asp/best/step.lp` defines it. All boards share tables of the placements that match given colours. The
expansions with the fewest predicted mismatches are kept, as many as time allows. A board is stored as the number of its
parent and its last placement, and reconstructed on request.

If there is a compiler, `beam.c` runs the loops. It keeps the same boards as the arrays of `beam.py` and `ranking.py`,
several times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ctypes import CDLL, POINTER, Structure, byref, c_int64, c_void_p
from dataclasses import dataclass, replace
from itertools import count, islice
from math import prod
from pathlib import Path
from typing import Any, NamedTuple
from weakref import finalize

import numpy as np

from edgeasp.search.best.layout import FREE, BoardLayout, Flags, Ints
from edgeasp.search.best.ranking import (
    EVEN,
    ONE,
    Array,
    Longs,
    PredictionTables,
    Ranking,
    Tally,
    draw_noise,
    frame_decides_border,
    round_up_to_words,
)
from edgeasp.system import libraries
from edgeasp.system.limits import Deadline

Edge = tuple[int, int]
"""Exposed side: the number of a square with a tile, and a side of it that faces a free square."""

CHUNK = 1 << 16
"""Number of expansions that arrays hold at a time: they stay in the cache of the processor."""

# Bits of an integer in the set of used tiles.
_WORD = 64

NOISES = 1 << 12
"""Number of random changes to scores, which expansions share."""

AHEAD = ONE // 4
"""Score by which a parent may be worse than the worst expansion kept and still be expanded."""

# Greatest size of a table indexed by two colours. A larger one is indexed by one colour.
_LARGE = 1 << 24


@dataclass(frozen=True)
class PlacementStep:
    """Step in a beam's history: a tile on one square per board.

    Attributes:
        square: number of the square.
        parents: for each board, the number of its parent in the previous step.
        placements: for each board, the placement on the square.
    """

    square: int
    parents: Array
    placements: Array


@dataclass(frozen=True)
class Beam:
    """Partial boards with the same free squares, stored as arrays.

    Arrays have a row or an entry per board. The most promising boards come first if the last tile was allowed to
    mismatch. Otherwise boards with the same parent are adjacent. `ranking.py` explains exposed sides.

    Attributes:
        begin: board from which the search started.
        free: which squares are free on all boards.
        used: tiles that each board uses, as bits.
        columns: column of `facing` for each exposed side.
        facing: colours of the exposed sides of each board.
        tally: counts of unused and exposed sides, from which mismatches are predicted.
        mismatches: mismatches of each board so far.
        scores: predicted mismatches of each board when complete, in units of `ranking.ONE`.
        laid: history, from which boards are reconstructed.
        following: square to fill next, None if not chosen yet. The tally already excludes the sides around it.
        fitting: number of candidates for the square `following`, summed over all boards, None if not counted.
    """

    begin: Ints
    free: Flags
    used: Array
    columns: dict[Edge, int]
    facing: Array
    tally: Tally
    mismatches: Array
    scores: Array
    laid: tuple[PlacementStep, ...] = ()
    following: Spot | None = None
    fitting: int | None = None

    def __len__(self) -> int:
        return int(self.scores.shape[0])

    @property
    def history_length(self) -> int:
        """Number of placements stored in the history."""
        return sum(int(step.parents.shape[0]) for step in self.laid)

    @property
    def predicted_mismatches(self) -> float:
        """Predicted mismatches of the most promising board."""
        return (int(self.scores.min()) - EVEN) / ONE

    def reconstruct_board(self, number: int | None = None) -> Ints:
        """Reconstruct a board, by default the most promising one."""
        board = self.begin.copy()
        number = int(self.scores.argmin()) if number is None else number
        for step in reversed(self.laid):
            board[step.square] = int(step.placements[number])
            number = int(step.parents[number])
        return board

    def trim_history(self) -> Beam:
        """Drop boards without descendants from the history.

        Most boards die out, so this frees most of the memory.
        """
        kept: list[PlacementStep] = []
        alive: Array | None = None
        for number, step in reversed([*enumerate(self.laid)]):
            parents, placements = step.parents, step.placements
            if alive is not None:
                parents, placements = np.take(parents, alive), np.take(placements, alive)
            has_heirs = np.zeros(len(self.laid[number - 1].parents) if number else 1, np.bool_)
            has_heirs[parents] = True
            # Looking up positions takes 1.3 s for a million boards, cumulative sums take 1.9 s.
            alive, place = np.flatnonzero(has_heirs), np.empty(len(has_heirs), np.int32)
            place[alive] = np.arange(len(alive))
            kept.append(PlacementStep(step.square, np.take(place, parents), placements))
        return replace(self, laid=tuple(reversed(kept)))


@dataclass(frozen=True)
class Spot:
    """Square that is filled next on all boards of a beam.

    A beam stores its boards as rows of an array. Column c of `Beam.facing` holds the colour of the c-th exposed side of
    each board.

    Attributes:
        square: number of the square.
        known: sides next to a placed tile, each with the column that holds the colour to match.
        open: sides towards a free square.
        opened: columns that will hold the colours of the open sides.
        keyed: number of *keyed* sides: the known sides whose colours index the tables of candidates.
        most: greatest number of mismatches that the new tile may add.
    """

    square: int
    known: tuple[tuple[int, int], ...]
    open: tuple[int, ...]
    opened: tuple[int, ...]
    keyed: int
    most: int

    @property
    def limited(self) -> bool:
        """Whether the mismatches of each candidate must be checked.

        They need no check if `most` is 0 and all known sides are keyed, since the table of candidates then has only
        placements without mismatches.
        """
        return len(self.known) > self.keyed or self.most > 0


class CandidateTable(NamedTuple):
    """Candidates of a square by the colours next to its keyed sides.

    The table has a slice of `fitting` for each combination of colours. A slice starts with the candidates with the
    fewest mismatches. `Spot` explains keyed sides.

    Attributes:
        fitting: placements.
        missed: number of mismatches of each placement with the keyed sides.
        starts: start of the slice of each combination.
        lengths: length of the slice of each combination.
        matching: number of placements without a mismatch in each slice.
    """

    fitting: Array
    missed: Array
    starts: Array
    lengths: Array
    matching: Array


@dataclass(frozen=True)
class ExpansionData:
    """Data to expand all boards of a beam on one square.

    An expansion is packed into one integer: its score, its parent and its placement.

    Attributes:
        beam: boards to expand. Their tallies already count the sides around the square as covered.
        spot: square to fill.
        fitting: placements that fit. Each board has a slice of this array.
        missed: number of mismatches of each placement with the keyed sides, see `Spot`.
        starts: start of the slice of each board.
        lengths: length of the slice of each board.
        scale: tables that turn tallies into predictions.
        noises: small random changes to scores.
        factors: two multipliers, for the number of the board and for the number of the placement. The sum of the two
            products, modulo NOISES, is an index into `noises`.
        places: number of bits that hold the placement in an expansion.
        shift: number of bits that hold the placement and the board in an expansion.
    """

    beam: Beam
    spot: Spot
    fitting: Array
    missed: Array
    starts: Array
    lengths: Array
    scale: PredictionTables
    noises: Array
    factors: tuple[int, int]
    places: int
    shift: int

    @property
    def greatest_score(self) -> int:
        """Greatest score that an expansion can store."""
        # Expansions are signed 64-bit integers, and the score has the highest bits.
        return (1 << 63 - self.shift) - 1


@dataclass
class Threshold:
    """Threshold below which expansions are kept.

    Attributes:
        worst: worst expansion that is kept, as an integer. Better expansions are smaller.
        limit: score above which the expansions of a board are unlikely to be kept.
    """

    worst: int = (1 << 63) - 1
    limit: int = 1 << 60


class BeamSearch:
    """Beam search with numpy. All random numbers come from one generator."""

    def __init__(self, layout: BoardLayout, random: np.random.Generator, deadline: Deadline) -> None:
        """Initialise the tables.

        Args:
            layout: layout of the puzzle.
            random: generator of all random numbers.
            deadline: limits, checked periodically.
        """
        self.layout, self._random, self._deadline = layout, random, deadline
        self._chunk = CHUNK
        tile = layout.tile.astype(np.int64)
        self.words = -(-len(layout.puzzle.tiles) // _WORD)
        self._word, self._bit = tile // _WORD, np.uint64(1) << (tile % _WORD).astype(np.uint64)
        self._bits = np.zeros((len(tile), self.words), np.uint64)
        self._bits[np.arange(len(tile)), self._word] = self._bit
        self._sides = [layout.sides[:, side].astype(np.int64) for side in range(4)]
        # If the frame does not decide which tiles are on the border, a tile that could be there costs more elsewhere.
        self.dear: list[Array] | None = None
        if layout.framed and not frame_decides_border(layout):
            outer = (layout.neighbours < 0).sum(axis=1).astype(np.int64)
            able = np.max(layout.tiles_that_fit * outer[:, None], axis=0)[tile]
            self.dear = [ONE * (able - beside) for beside in outer]
        self._tables: dict[tuple[bytes, tuple[int, ...], int], CandidateTable] = {}
        self.ranking: Ranking

    def start(self, board: Ints) -> Beam:
        """Start a beam with one board."""
        layout = self.layout
        free = board == FREE
        colours: dict[tuple[int, Edge], int] = {}
        for square in np.flatnonzero(~free).tolist():
            for side in range(4):
                other = int(layout.neighbours[square, side])
                if other >= 0 and free[other]:
                    colours[other, (square, side)] = int(layout.sides[board[square], side])
        # Rows need a column of `facing` for each of their squares and two for the corner. More are added on demand. The
        # squares that are filled first have the last columns, so that boards soon need fewer.
        first = layout.puzzle.cols + 2
        shown = np.zeros((1, round_up_to_words(first + len(colours))), np.int32)
        columns = {edge: first + number for number, (_, edge) in enumerate(sorted(colours, reverse=True))}
        for (_, edge), colour in colours.items():
            shown[0, columns[edge]] = colour
        self.ranking = Ranking(layout, len(colours) + 2 * (layout.puzzle.cols + layout.puzzle.rows + 4))
        used = np.bitwise_or.reduce(self._bits[board[~free]], axis=0, keepdims=True)
        mismatches = np.asarray([int(layout.mismatched(board).sum())], dtype=np.int64)
        # Expanding a beam mostly reads memory, so colours take one byte if they fit.
        kept = shown.astype(np.uint8 if len(layout.colours) < 256 else np.int32)
        tally = self.ranking.count_tally(board)
        return Beam(board.copy(), free, used, columns, kept, tally, mismatches, mismatches * ONE + EVEN)

    def extend(self, beam: Beam, square: int, width: int, most: int, following: int | None = None) -> Beam | None:
        """Expand all boards on one square, and keep the best.

        Args:
            beam: boards to expand.
            square: square that is free on all boards. It must be the square of `beam.following`, if set.
            width: number of boards to keep.
            most: greatest number of mismatches that a tile may add.
            following: square that is filled next. Knowing it saves one pass over the boards.

        Returns:
            The most promising boards, or None if no tile fits.
        """
        assert beam.following is None or beam.following.square == square
        spot = self._describe_spot(beam.free, beam.columns, square, most)
        if beam.following is None:
            beam = self._cover_exposed_sides(beam, spot)
        look = self._prepare_expansion(beam, spot)
        ways = self._select_expansions(look, width)
        if ways is None:
            return None
        free = beam.free.copy()
        free[square] = False
        columns = self._columns_after(beam, spot)
        then = None if following is None else self._describe_spot(free, columns, following, most)
        return replace(self._apply_expansions(look, ways, columns, then), free=free, columns=columns, following=then)

    def _describe_spot(self, free: Flags, columns: dict[Edge, int], square: int, most: int) -> Spot:
        known, open_ = [], []
        for side in range(4):
            other = int(self.layout.neighbours[square, side])
            if other >= 0 and free[other]:
                open_.append(side)
            elif other >= 0:
                known.append((side, columns[other, (side + 2) % 4]))
        taken = {*columns.values()} - {column for _, column in known}
        opened = islice((column for column in count() if column not in taken), len(open_))
        return Spot(
            square, tuple(known), tuple(open_), tuple(opened), self._count_keyed_sides(square, len(known)), most
        )

    def _columns_after(self, beam: Beam, spot: Spot) -> dict[Edge, int]:
        gone = {(int(self.layout.neighbours[spot.square, side]), (side + 2) % 4) for side, _ in spot.known}
        columns = {edge: column for edge, column in beam.columns.items() if edge not in gone}
        return columns | {(spot.square, side): column for side, column in zip(spot.open, spot.opened, strict=True)}

    # ---- loops over boards and expansions ----

    def _cover_exposed_sides(self, beam: Beam, spot: Spot) -> Beam:
        # The sides around a square that is filled next are no longer exposed.
        tally = beam.tally
        for side, column in spot.known:
            ring = bool(self.ranking.in_ring[spot.square, side])
            tally = self.ranking.cover_side(tally, beam.facing[:, column], ring=ring)
        return replace(beam, tally=tally)

    def _apply_expansions(self, look: ExpansionData, ways: Array, columns: dict[Edge, int], then: Spot | None) -> Beam:
        # The boards after these expansions, prepared for the next square. `free` is not updated.
        beam, spot = look.beam, look.spot
        boards, placements = ways >> look.places & (1 << look.shift - look.places) - 1, ways & (1 << look.places) - 1
        facing, mismatches = np.take(beam.facing, boards, axis=0), np.take(beam.mismatches, boards)
        for side, column in spot.known:
            mismatches += np.take(self._sides[side], placements) != facing[:, column]
        if (lacking := max(columns.values(), default=0) + 1 - facing.shape[1]) > 0:
            facing = np.concatenate([facing, np.zeros((facing.shape[0], lacking), dtype=facing.dtype)], axis=1)
        for side, column in zip(spot.open, spot.opened, strict=True):
            facing[:, column] = np.take(self._sides[side], placements)
        used = np.take(beam.used, boards, axis=0) | np.take(self._bits, placements, axis=0)
        tally = self.ranking.place_tiles(beam.tally, boards, placements, spot.open)
        laid = PlacementStep(spot.square, boards.astype(np.int32), placements.astype(np.int32))
        after = Beam(
            *(beam.begin, beam.free, used, beam.columns, facing, tally, mismatches),
            *(ways >> look.shift, (*beam.laid, laid)),
        )
        return after if then is None else self._cover_exposed_sides(after, then)

    def _score_expansions(self, look: ExpansionData, first: int, last: int, cut: Threshold) -> Array:
        beam, spot = look.beam, look.spot
        number = look.lengths[first:last]
        ends = np.cumsum(number)
        at = np.arange(int(ends[-1]), dtype=np.int64)
        within = np.repeat(np.arange(last - first), number)
        at = at + np.take(look.starts[first:last] - ends + number, within)
        boards, placements = within + first, np.take(look.fitting, at)
        unused = np.take(np.reshape(beam.used, (-1,)), boards * self.words + np.take(self._word, placements))
        fits = np.nonzero((unused & np.take(self._bit, placements)) == 0)[0]
        boards, placements = np.take(boards, fits), np.take(placements, fits)
        costs = np.take(look.missed, np.take(at, fits))
        for side, column in spot.known[spot.keyed :]:
            wrong = np.take(self._sides[side], placements) != np.take(beam.facing[:, column], boards)
            costs = costs + wrong
        if spot.limited:
            fine = (costs <= spot.most) & (np.take(beam.scores, boards) + costs * ONE <= cut.limit)
            fits = np.nonzero(fine)[0]
            boards, placements, costs = (np.take(array, fits) for array in (boards, placements, costs))
        scores = self.ranking.predict_scores(beam.tally, boards, placements, spot.open, look.scale)
        scores += (np.take(beam.mismatches, boards) + costs) * ONE + EVEN
        scores += np.take(look.noises, boards * look.factors[0] + placements * look.factors[1] & NOISES - 1)
        if self.dear is not None:
            scores += np.take(self.dear[spot.square], placements)
        ways = np.clip(scores, 0, look.greatest_score) << look.shift | boards << look.places | placements
        return np.take(ways, np.nonzero(ways < cut.worst)[0])

    # ---- selection of expansions ----

    def _select_expansions(self, look: ExpansionData, width: int) -> Array | None:
        """Select the most promising expansions.

        An expansion is one integer: its score, then the board, then the placement. A single comparison therefore orders
        them, including ties. The result is sorted by board, since reading the boards sequentially takes half the time
        of random access. If mismatches are allowed, the most promising boards are expanded first: once some good
        expansions are known, most others can be skipped.
        """
        beam, cut = look.beam, Threshold()
        some: list[Array] = []
        kept = 0
        size = max(1, self._chunk * len(beam) // max(1, int(np.sum(look.lengths))))
        for first in range(0, len(beam), size):
            self._deadline.check()
            some.append(self._score_expansions(look, first, min(first + size, len(beam)), cut))
            kept += int(some[-1].shape[0])
            if kept > 2 * width:
                some, kept = [self._keep_least(np.concatenate(some), width)], width
                cut.worst = int(some[0].max())
                cut.limit = (cut.worst >> look.shift) + AHEAD
        if not kept:
            return None
        ways = np.concatenate(some)
        ways = self._keep_least(ways, width) if len(ways) > width else ways
        return np.sort(ways) if look.spot.most else ways

    def _keep_least(self, ways: Array, number: int) -> Array:
        least: Array = ways[ways <= np.partition(ways, number - 1)[number - 1]]
        return least

    def _prepare_expansion(self, beam: Beam, spot: Spot) -> ExpansionData:
        fits = self._candidate_table(spot)
        noises = draw_noise(self._random, NOISES)
        # Odd factors are invertible modulo the power of two NOISES, so every noise is used.
        one, other = (2 * int(number) + 1 for number in self._random.integers(0, 1 << 20, 2))
        places = len(self.layout.placements).bit_length()
        return ExpansionData(
            beam,
            spot,
            fits.fitting,
            fits.missed,
            *self._candidate_slices(beam, spot, fits),
            self.ranking.make_prediction_tables(beam.tally.counts[0], beam.free, spot.square),
            noises,
            (one, other),
            places,
            places + len(beam).bit_length(),
        )

    def _candidate_slices(self, beam: Beam, spot: Spot, fits: CandidateTable) -> tuple[Array, Array]:
        key = np.zeros(len(beam), dtype=np.int64)
        for _, column in spot.known[: spot.keyed]:
            key = key * len(self.layout.colours) + beam.facing[:, column].astype(np.int64)
        return np.take(fits.starts, key), np.take(fits.lengths, key)

    def _count_keyed_sides(self, square: int, known: int) -> int:
        # Number of known sides whose colours index the tables of a square.
        size = int(self.layout.fits[square].sum())
        for number in (2, 1):
            if known >= number and size * len(self.layout.colours) ** number <= _LARGE:
                return number
        return 0

    def _candidate_table(self, spot: Spot) -> CandidateTable:
        """Index the candidates of a square by surrounding colours."""
        layout = self.layout
        sides = tuple(side for side, _ in spot.known[: spot.keyed])
        key = (layout.fits[spot.square].tobytes(), sides, spot.most)
        if key not in self._tables:
            fitting = np.flatnonzero(layout.fits[spot.square])
            missed = np.zeros((1, len(fitting)), np.int64)
            for side in sides:
                misses = layout.sides[fitting, side][None] != np.arange(len(layout.colours))[:, None]
                missed = (missed[:, None] + misses[None]).reshape(len(missed) * len(misses), len(fitting))
            order = np.argsort(missed, axis=1, kind="stable")
            missed, fitting = np.take_along_axis(missed, order, axis=1), fitting[order]
            fine = missed <= spot.most
            lengths: Longs = fine.sum(axis=1)
            starts, matching = np.cumsum(lengths) - lengths, (missed == 0).sum(axis=1)
            self._tables[key] = CandidateTable(fitting[fine].astype(np.int64), missed[fine], starts, lengths, matching)
        return self._tables[key]


# ---- the same loops in C ----

_FITTING = np.dtype([("placement", np.int32), ("place", np.uint16), ("cost", np.uint16)])

# Boards per call of C: a call takes at most a fiftieth of a second on a large puzzle.
_BOARDS = 1 << 13

# Expansions per call of C, for the same reason.
_WAYS = 1 << 18

# `SCORES` and `BATCH` of `beam.c`.
_SCORES, _BATCH = 1 << 16, 1 << 7

_CHANGE = np.dtype([("begin", np.int32, 4), ("column", np.uint16, 4)])

# Bytes of a cache line.
_LINE = 64

SOURCE = Path(__file__).parent / "beam.c"


def make_beam_search(layout: BoardLayout, random: np.random.Generator, deadline: Deadline) -> BeamSearch:
    """Return the compiled beam search if there is a compiler.

    Without a compiler, return `BeamSearch`, which takes the same arguments.
    """
    # The compiled loops keep the same boards in less than half of the time, which pays for twice the width.
    if libraries.load_library_or_warn(SOURCE, _declare_functions) is not None:
        return CompiledBeamSearch(layout, random, deadline)
    return BeamSearch(layout, random, deadline)


class CStruct(Structure):
    """Struct of `beam.c` that keeps references to its arrays."""

    def __init__(self, *values: Any) -> None:
        self._values = values
        # The arrays of studies/graphics_card.py have an address in `ctypes.data`, like arrays of numpy.
        owned = [getattr(value, "ctypes", value) for value in values]
        super().__init__(*(getattr(value, "data", value) for value in owned))


class BeamStruct(CStruct):
    """Boards of a beam, `Beam` in `beam.c`."""

    _numbers = ("number", "row", "words", "shown_bytes", "count_bytes")
    _arrays_of = ("used", "counts", "sums", "mismatches", "facing", "scores")
    _fields_ = (
        *((name, c_int64) for name in _numbers),
        *((name, c_void_p) for name in _arrays_of),
        ("fitting", c_int64),
    )

    @classmethod
    def of_beam(cls, beam: Beam) -> BeamStruct:
        """Build the struct of a beam."""
        used, facing, counts = beam.used, beam.facing, beam.tally.counts
        row = used.strides[0]
        assert {array.strides[0] for array in row_arrays(beam)} == {row}
        sizes = len(beam), row, used.shape[1], facing.itemsize, counts.itemsize
        return cls(*sizes, *row_arrays(beam), beam.scores)


class TilesStruct(CStruct):
    """Tables that all boards share, `Tiles` in `beam.c`."""

    _fields_ = (
        *((name, c_void_p) for name in ("place", "sides", "values", "differences")),
        *((name, c_void_p) for name in ("code", "ring_code", "begin", "ring_begin")),
        ("have", c_int64),
        *((name, c_void_p) for name in ("showing", "placement")),
        *((name, c_int64) for name in ("colours", "rotations")),
    )


class SpotStruct(CStruct):
    """Square that is filled next, `Spot` in `beam.c`."""

    _fields_ = (
        *(("known", c_int64), ("side", 4 * c_int64), ("column", 4 * c_int64), ("ring", 4 * c_int64)),
        *(("keyed", c_int64), ("open", c_int64), ("open_side", 4 * c_int64), ("open_column", 4 * c_int64)),
        *(("limited", c_int64), ("most", c_int64)),
        *((name, c_void_p) for name in ("change", "amount", "fitting", "lengths", "matching")),
    )


class ExpansionStruct(CStruct):
    """Data to expand boards on a square, `Look` in `beam.c`."""

    _fields_ = (
        *((name, c_void_p) for name in ("fitting", "starts", "inner", "ring", "least")),
        *(("highest", c_int64), ("span", c_int64)),
        *(("noises", c_void_p), ("noise_mask", c_int64), ("factor", 2 * c_int64)),
        *(("dear", c_void_p), ("begun", c_int64), ("places", c_int64), ("score_shift", c_int64)),
        ("score_most", c_int64),
    )


class SelectionStruct(CStruct):
    """The best expansions so far, `Selection` in `beam.c`."""

    _fields_ = (
        *((name, c_int64) for name in ("width", "chunk", "some", "ahead", "board", "number", "least", "cut", "limit")),
        *((name, c_void_p) for name in ("ways", "ordered", "counted", "parents", "candidates", "masks")),
    )


@dataclass(frozen=True)
class CompiledExpansionData(ExpansionData):
    """Data to expand boards, with the arguments of the compiled loops.

    Attributes:
        structs: the arrays of the other attributes, as structs of `beam.c`.
    """

    structs: tuple[CStruct, ...]


class BoardMemory:
    """Memory for the boards of beams.

    Each board is one row, which the loops read and write at once. Scores are stored separately. A block of memory is
    reused once no array refers to it, since the system clears the pages of new memory each time.
    """

    def __init__(self) -> None:
        self._free: list[Array] = []

    def copy_boards(self, beam: Beam) -> Beam:
        """Copy the boards of a beam to new rows."""
        after = self.allocate(beam, len(beam), beam.facing.shape[1])
        for to, array in zip(row_arrays(after), row_arrays(beam), strict=True):
            to[:] = array
        return replace(after, scores=beam.scores)

    def allocate(self, beam: Beam, number: int, shown: int) -> Beam:
        """Make a beam with new, uninitialised arrays.

        Args:
            beam: beam from which all other fields and the array types are taken.
            number: number of boards.
            shown: number of exposed sides of a board: the columns of `facing`.
        """
        counts, integer = beam.tally.counts, np.dtype(np.int64)
        types = np.dtype(np.uint64), counts.dtype, integer, integer, beam.facing.dtype
        shapes = (beam.used.shape[1],), (counts.shape[1],), (), (), (shown,)
        ends = np.cumsum([of.itemsize * prod(shape) for of, shape in zip(types, shapes, strict=True)]).tolist()
        # A board of Eternity II takes two cache lines in one row, and six to nine in separate arrays.
        rows = self.allocate_rows(number, -(-ends[-1] // _LINE) * _LINE)
        parts = zip([0, *ends[:-1]], types, shapes, strict=True)
        used, counts, sums, mismatches, facing = (self.view_field(rows, *part) for part in parts)
        tally, scores = Tally(counts, sums), self.allocate_scores(number)
        return replace(beam, used=used, facing=facing, tally=tally, mismatches=mismatches, scores=scores)

    def allocate_rows(self, number: int, size: int) -> Any:
        """Allocate rows without initialising them.

        The first row starts at a cache line.

        Args:
            number: number of rows.
            size: bytes of a row.
        """
        return self._take_block(number * size).reshape(number, size)

    def view_field(self, rows: Any, begin: int, of: Any, shape: tuple[int, ...]) -> Any:
        """View a field of all rows as an array.

        Args:
            rows: rows of bytes.
            begin: offset of the field in a row, in bytes.
            of: type of an entry.
            shape: shape of the field. Empty for one entry.
        """
        part = rows[:, begin : begin + of.itemsize * prod(shape)].view(of)
        return part if shape else part[:, 0]

    def allocate_scores(self, number: int) -> Any:
        """Allocate scores without initialising them."""
        return np.empty(number, np.int64)

    def _take_block(self, size: int) -> Array:
        sizes = [(len(room), number) for number, room in enumerate(self._free) if len(room) >= size]
        if sizes:
            room = self._free.pop(min(sizes)[1])
        else:
            # Blocks that are too small now are hardly of use later, as beams grow.
            self._free.clear()
            room = np.empty(size + _LINE, np.uint8)
            room = room[-room.ctypes.data % _LINE :][:size]
        # Views of `taken` keep it alive only because its own base is not an array: numpy gives a view the last array in
        # the chain of bases.
        taken = np.frombuffer(room.data, np.uint8, size)
        finalize(taken, self._free.append, room).atexit = False
        return taken


class CompiledBeamSearch(BeamSearch):
    """Beam search with the loops of `beam.c`.

    Raises:
        OptionError: `beam.c` cannot be compiled.
    """

    def __init__(self, layout: BoardLayout, random: np.random.Generator, deadline: Deadline) -> None:
        self._library = libraries.load_library(SOURCE, "the search for best boards", _declare_functions)
        super().__init__(layout, random, deadline)
        self._change: dict[tuple[int, ...], tuple[Array, ...]] = {}
        self._packed: dict[int, tuple[Array, Array]] = {}
        self._fits: dict[int, Array] = {}
        self._last: tuple[Spot, SpotStruct] | None = None
        # Bits are in the order of the tiles, one rotation after the other.
        self._place = layout.tile.astype(np.int64)
        self._rotation = np.arange(len(self._place)) - np.searchsorted(self._place, self._place)
        self._room: Any = np.empty(0, np.int64)
        self._rows = BoardMemory()
        words = (int(self._rotation.max()) + 1) * self.words
        self._scratch = (
            np.empty(_SCORES, np.uint32),
            np.empty(5 * _BATCH, np.int64),
            np.empty(len(layout.placements) + _BATCH, np.int64),
            np.empty(6 * words + 2, np.uint64),
        )

    def start(self, board: Array) -> Beam:
        """Start a beam with one board."""
        beam = super().start(board)
        self._change.clear()
        self._last = None
        layout, rotations = self.layout, int(self._rotation.max()) + 1
        placement = np.zeros((rotations, _WORD * self.words), np.int32)
        placement[self._rotation, self._place] = np.arange(len(layout.tile))
        shows = layout.sides.T[:, None] == np.arange(len(layout.colours))[:, None]
        showing = np.stack([np.stack([self._pack_placements(colour) for colour in side]) for side in shows])
        ranking, (code, begin) = self.ranking, self.ranking.colour_columns
        arrays: list[Array] = [self._place.astype(np.int32), layout.sides.astype(np.int32), ranking.count_values]
        arrays += [ranking.count_differences, *code, *begin, showing, placement]
        tables = [self._to_device(array, stays=True) for array in arrays]
        self._tiles = TilesStruct(*tables[:-2], ranking.have, *tables[-2:], len(layout.colours), rotations)
        return self._rows.copy_boards(beam)

    def _pack_placements(self, placements: Flags) -> Array:
        bits = np.zeros((int(self._rotation.max()) + 1, _WORD * self.words), np.bool_)
        bits[self._rotation[placements], self._place[placements]] = True
        words: Array = np.packbits(bits, axis=-1, bitorder="little").view(np.uint64)
        return words

    def _cover_exposed_sides(self, beam: Beam, spot: Spot) -> Beam:
        beam = self._rows.copy_boards(beam)
        structs = BeamStruct.of_beam(beam), self._tiles, self._spot_struct(spot)
        for first, last in self._board_ranges(len(beam)):
            self._library.beam_met(*structs, first, last)
        return beam

    def _prepare_expansion(self, beam: Beam, spot: Spot) -> ExpansionData:
        look = super()._prepare_expansion(beam, spot)
        return CompiledExpansionData(**vars(look), structs=self._build_structs(look))

    def _build_structs(self, look: ExpansionData) -> tuple[CStruct, ...]:
        scale, spot, put = look.scale, look.spot, self._to_device
        dear = None if self.dear is None else put(self.dear[spot.square], stays=True)
        struct = ExpansionStruct(
            *(put(table, stays=True) for table in (self._packed_candidates(look), look.starts)),
            *map(put, scale.lost),
            *(put(_as_int32(scale.least)), scale.highest, len(scale.least)),
            *(
                put(_as_int32(look.noises)),
                NOISES - 1,
                look.factors,
                dear,
                EVEN,
                look.places,
                look.shift,
                look.greatest_score,
            ),
        )
        return BeamStruct.of_beam(look.beam), self._tiles, self._spot_struct(spot), struct

    def _to_device(self, array: Array, *, stays: bool = False) -> Any:
        return array

    def _new_array(self, *shape: int, of: Any = np.int64) -> Any:
        return np.empty(shape, of)

    def _candidate_slices(self, beam: Beam, spot: Spot, fits: CandidateTable) -> tuple[Array, Array]:
        # The loops look up the slice of each board.
        return fits.starts, fits.lengths

    def _select_expansions(self, look: ExpansionData, width: int) -> Array | None:
        assert isinstance(look, CompiledExpansionData)
        (chunk, room), cut = self._chunk_sizes(look), Threshold()
        if len(self._room) < 3 * width + room:
            self._room = np.empty(3 * width + room, np.int64)
        ordered, ways = self._room[:width], self._room[width:]
        some = max(1, min(_BOARDS, _WAYS // max(1, int(look.lengths.max()))))
        selection = SelectionStruct(
            *(width, chunk, some, AHEAD, 0, 0, cut.worst, cut.worst, cut.limit), ways, ordered, *self._scratch
        )
        while self._library.beam_ways(*look.structs, byref(selection)):
            self._deadline.check()
        kept = ordered if look.spot.most else ways
        return kept[: selection.number] if selection.number else None

    def _chunk_sizes(self, look: CompiledExpansionData) -> tuple[int, int]:
        fitting, boards = self._count_fitting(look), len(look.beam)
        size = max(1, self._chunk * boards // max(1, fitting))
        return size, min(size * int(look.lengths.max()), fitting) + 1

    def _count_fitting(self, look: CompiledExpansionData) -> int:
        counted = look.beam.fitting if look.beam.following == look.spot else None
        return int(self._library.beam_fitting(*look.structs[:3])) if counted is None else counted

    def _apply_expansions(self, look: ExpansionData, ways: Array, columns: dict[Edge, int], then: Spot | None) -> Beam:
        assert isinstance(look, CompiledExpansionData)
        beam, number, new = look.beam, len(ways), self._new_array
        laid = PlacementStep(look.spot.square, new(number, of=np.int32), new(number, of=np.int32))
        after = self._rows.allocate(beam, number, round_up_to_words(max(columns.values(), default=0) + 1))
        addresses = (array.ctypes.data for array in (ways, laid.parents, laid.placements))
        boards = BeamStruct.of_beam(after)
        self._run_extend((*look.structs, *addresses, boards, None if then is None else self._spot_struct(then)), number)
        return replace(after, laid=(*beam.laid, laid), fitting=boards.fitting if then else None)

    def _run_extend(self, arguments: tuple[Any, ...], number: int) -> None:
        for first, last in self._board_ranges(number):
            self._library.beam_extended(*arguments, first, last)

    def _board_ranges(self, number: int) -> Iterator[tuple[int, int]]:
        for first in range(0, number, _BOARDS):
            self._deadline.check()
            yield first, min(first + _BOARDS, number)

    def _packed_candidates(self, look: ExpansionData) -> Array:
        key = id(look.fitting)
        if key not in self._packed:
            # The loops read four entries at a time.
            packed = np.zeros(len(look.fitting) + 3, _FITTING)
            packed["placement"][:-3] = look.fitting
            packed["place"][:-3] = self._place[look.fitting]
            packed["cost"][:-3] = look.missed
            # The entry keeps the array alive, so that its id is not reused.
            self._packed[key] = packed, look.fitting
        return self._packed[key][0]

    def _spot_struct(self, spot: Spot) -> SpotStruct:
        if self._last and self._last[0] == spot:
            return self._last[1]
        if spot.open not in self._change:
            codes, kinds, amounts = self.ranking.tabulate_changes(spot.open)
            change = np.empty(codes.shape[1], _CHANGE)
            change["begin"], change["column"] = (kinds * self.ranking.entries).T, codes.T
            self._change[spot.open] = change, amounts.T.astype(np.int32, order="C")
        if spot.square not in self._fits:
            self._fits[spot.square] = self._pack_placements(self.layout.fits[spot.square])
        tables = *self._change[spot.open], self._fits[spot.square], *self._candidate_table(spot)[-2:]
        sides, columns = zip(*spot.known, strict=True) if spot.known else ((), ())
        ring = self.ranking.in_ring[spot.square]
        struct = SpotStruct(
            *(
                len(spot.known),
                _four_ints(sides),
                _four_ints(columns),
                _four_ints(int(ring[side]) for side in sides),
                spot.keyed,
            ),
            *(len(spot.open), _four_ints(spot.open), _four_ints(spot.opened), int(spot.limited), spot.most),
            *(self._to_device(array, stays=True) for array in tables),
        )
        self._last = spot, struct
        return struct


def row_arrays(beam: Beam) -> tuple[Any, ...]:
    """List the arrays that `BoardMemory` stores, in order."""
    return beam.used, beam.tally.counts, beam.tally.sums, beam.mismatches, beam.facing


def _as_int32(table: Array) -> Array:
    return np.minimum(table, np.iinfo(np.int32).max).astype(np.int32)


def _four_ints(values: Iterable[int]) -> Any:
    return (4 * c_int64)(*values)


def _declare_functions(library: CDLL) -> None:
    beam, tiles, spot, look, selection = map(
        POINTER, (BeamStruct, TilesStruct, SpotStruct, ExpansionStruct, SelectionStruct)
    )
    library.beam_met.restype = library.beam_extended.restype = None
    library.beam_met.argtypes = [beam, tiles, spot, c_int64, c_int64]
    library.beam_fitting.restype = library.beam_ways.restype = c_int64
    library.beam_fitting.argtypes = [beam, tiles, spot]
    library.beam_ways.argtypes = [beam, tiles, spot, look, selection]
    library.beam_extended.argtypes = [beam, tiles, spot, look, *[c_void_p] * 3, beam, spot, c_int64, c_int64]
