"""Score of partial boards: the mismatches that the first-moment method predicts.

The number of fillings of the free squares is known. If the sides of the unused tiles were paired at random, each side
once, a known fraction of the fillings would have no mismatch, and a known, larger fraction would have at most b
mismatches. The least b for which at least one filling is expected is the predicted number of mismatches to come. Sides
are drawn without replacement, which distinguishes boards near the end, when few tiles are unused.

A side is *exposed* if it belongs to a placed tile and faces a free square. The *supply* of a colour is the number of
its sides on unused tiles. Sides between two border squares (the ring) and inner sides are counted separately if the
frame decides which tiles are on the border.

A tile changes the counts of at most four colours. So the prediction for a board follows from its parent's by a few
table look-ups. All values are integers, so that numpy and C keep the same boards on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import lgamma, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import FRAME
from edgeasp.search.best.layout import FREE, BoardLayout, Flags, Ints

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

Array = NDArray[Any]
"""An array of integers of any size."""

ONE = 4096
"""Score of one mismatch. Scores are integers."""

EVEN = 16 * ONE
"""Score of a board for which no mismatch is predicted. Boards with many fillings score less."""

# Value of one natural logarithm. Logarithms are integers as well.
_NAT = 256

# Bits of the numbers of lost ring sides and lost inner sides, which a sum packs below the logarithm.
_BITS = 10

_FIELD = (1 << _BITS) - 1
# Number of logarithms in the table of mismatches. The logarithms within a beam differ by far less.
_SPAN = 1 << 14

# Noise of the prediction, in mismatches: each seed keeps different boards of those that are about equally good.
_NOISE = 0.02


@dataclass(frozen=True)
class Tally:
    """Colour counts of the boards of a beam, one row per board.

    Attributes:
        counts: for each colour, in the ring and inside, the supply and the number of exposed sides, packed into one
            integer.
        sums: the logarithm of the number of ways to match the exposed sides, and the number of lost sides, packed. A
            side is lost if it is exposed and the supply of its colour is used up.
    """

    counts: Array
    sums: Array


@dataclass(frozen=True)
class Totals:
    """Counts shared by all boards with the same free squares.

    Attributes:
        have: number of sides of unused tiles, inside and in the ring.
        asked: number of exposed sides, inside and in the ring.
        edges: number of diamonds with at least one free square.
        arrangements: logarithm of the number of ways to place the unused tiles, matching or not.
    """

    have: tuple[int, int]
    asked: tuple[int, int]
    edges: int
    arrangements: float


class Ranking:
    """Updates the tallies of a beam and predicts mismatches from them.

    A tally has a *column* for each colour inside and one for each colour in the ring. An entry packs the supply and the
    number of exposed sides of that colour, as `supply + have * exposed`.
    """

    def __init__(self, layout: BoardLayout, asked: int) -> None:
        """Initialise the tables.

        Args:
            layout: layout of the puzzle.
            asked: greatest number of exposed sides that a board can have.
        """
        self.layout = layout
        self._supply, self._code, self.classes = count_supplies(layout)
        self.have = int(self._supply.sum(axis=0).max()) + 1
        self.entries = self.have * (asked + 1)
        # Updating tallies mostly reads memory, and 16 bits suffice for most boards.
        self._type = np.int16 if self.entries < 1 << 15 else np.int32
        # A tile takes this many sides of a colour from the supply, and exposes some of them.
        most = range(int(self._supply.max()) + 1)
        self._kinds = {(left, shown): shown * self.have - left for left in most for shown in range(left + 1)}
        minus = np.diag(np.full(len(self.classes), -self.have))
        self._minus = np.asarray(minus, dtype=self._type)
        self._shown_code, self._shown_begin = (table.reshape(-1) for table in self.colour_columns)
        self._changes: dict[tuple[int, ...], tuple[Longs, Longs, Array]] = {}

    # ---- what counts where ----

    @cached_property
    def in_ring(self) -> Flags:
        """Which sides of each square are between two border squares.

        All flags are false unless the frame decides which tiles are on the border.
        """
        outside = self.layout.neighbours < 0
        ring = np.zeros_like(outside)
        if frame_decides_border(self.layout):
            for square, side in np.argwhere(~outside):
                ring[square, side] = bool((outside[square] & outside[self.layout.neighbours[square, side]]).any())
        return ring

    @cached_property
    def _side_counts_by_square(self) -> tuple[Longs, Longs]:
        # Sides of a tile on each square, inside and in the ring, and its frame sides.
        layout = self.layout
        tile = layout.tile[layout.fits.argmax(axis=1)]
        ring = self.classes[:-1] == 1
        have = np.stack([self._supply[:, :-1][:, ring == part].sum(axis=1)[tile] for part in (False, True)], axis=1)
        zeros = layout.frame_sides[tile] if frame_decides_border(layout) else np.zeros(len(tile), np.int64)
        return have, zeros

    def totals_of_free_squares(self, free: Flags) -> Totals:
        """Count unused sides, exposed sides and undecided diamonds.

        Args:
            free: which squares are free.
        """
        layout = self.layout
        have, zeros = self._side_counts_by_square
        beside = free[:, None] & (layout.neighbours >= 0) & ~free[layout.neighbours]
        asked = tuple(int((beside & (self.in_ring == part)).sum()) for part in (False, True))
        inside = int((free[layout.adjacent_pairs[:, 0]] & free[layout.adjacent_pairs[:, 1]]).sum())
        kinds = np.bincount(zeros[free], minlength=1).tolist()
        # The frame fixes the rotation of a border tile.
        arrangements = sum(lgamma(number + 1) for number in kinds) + kinds[0] * log(4)
        left = have[free].sum(axis=0).tolist()
        return Totals((left[0], left[1]), (asked[0], asked[1]), sum(asked) + inside, arrangements)

    @cached_property
    def colour_columns(self) -> tuple[Longs, Longs]:
        """Column of each colour, and offset of its values in `count_values`.

        Both arrays have a row for inner sides and a row for sides between border squares.
        """
        return self._code, self._value_offsets[self._code]

    # ---- tallies ----

    def count_tally(self, board: Ints) -> Tally:
        """Count the supply and the exposed sides of a board."""
        layout = self.layout
        left = np.ones(len(layout.puzzle.tiles), np.bool_)
        left[layout.tile[board[board != FREE]]] = False
        counts = left @ self._supply
        for square in np.flatnonzero(board != FREE).tolist():
            for side in range(4):
                other = layout.neighbours[square, side]
                if other >= 0 and board[other] == FREE:
                    colour = layout.sides[board[square], side]
                    counts[self._code[int(self.in_ring[square, side]), colour]] += self.have
        values = self.count_values[self._value_offsets + counts].sum()
        return Tally(np.asarray(counts[None], dtype=self._type), np.asarray([int(values)], dtype=np.int64))

    def cover_side(self, tally: Tally, shown: Array, *, ring: bool) -> Tally:
        """Update tallies after an exposed side gets an adjacent tile.

        Args:
            tally: tallies before.
            shown: colour of the side on each board.
            ring: whether the side is between two border squares.
        """
        shown = shown.astype(np.int64) + (self._code.shape[1] if ring else 0)
        codes = np.take(self._shown_code, shown)
        counts, width = tally.counts, tally.counts.shape[1]
        at = np.arange(counts.shape[0], dtype=np.int64) * width + codes
        before = np.take(counts.reshape(-1), at).astype(np.int64)
        before += np.take(self._shown_begin, shown)
        sums = tally.sums + np.take(self.count_values, before - self.have) - np.take(self.count_values, before)
        return Tally(counts + np.take(self._minus, codes, axis=0), sums)

    def place_tiles(self, tally: Tally, boards: Array, placements: Array, open_: tuple[int, ...]) -> Tally:
        """Update tallies after one placement on each board.

        Args:
            tally: tallies before.
            boards: board of each placement.
            placements: number of each placement.
            open_: sides that the placements expose.
        """
        counts = np.take(tally.counts, boards, axis=0) + np.take(self._change_table(open_)[-1], placements, axis=0)
        return Tally(counts, self._updated_sums(tally, boards, placements, open_))

    def _updated_sums(self, tally: Tally, boards: Array, placements: Array, open_: tuple[int, ...]) -> Array:
        codes, begins, _ = self._change_table(open_)
        flat, row = np.reshape(tally.counts, (-1,)), boards * tally.counts.shape[1]
        sums: Array = np.take(tally.sums, boards)
        for code, begin in zip(codes, begins, strict=True):
            at = np.take(flat, row + np.take(code, placements)) + np.take(begin, placements)
            sums += np.take(self.count_differences, at)
        return sums

    def _change_table(self, open_: tuple[int, ...]) -> tuple[Longs, Longs, Array]:
        # Columns and offsets as in `tabulate_changes`, and a row with all changes of each placement.
        if open_ not in self._changes:
            codes, kinds, amounts = self.tabulate_changes(open_)
            rows = np.zeros((codes.shape[1], len(self.classes)), np.int64)
            for code, amount in zip(codes, amounts, strict=True):
                rows[np.arange(len(rows)), code] += amount
            self._changes[open_] = codes, kinds * self.entries, rows.astype(self._type)
        return self._changes[open_]

    def tabulate_changes(self, open_: tuple[int, ...]) -> tuple[Longs, Longs, Longs]:
        """Tabulate how each placement changes the counts of a board.

        Args:
            open_: sides that the placements expose.

        Returns:
            Three arrays with four entries per placement, one for each count that changes: its column, its offset in
            `count_differences` in multiples of `entries`, and the amount to add. A tile with fewer than four colours
            changes the last column by 0.
        """
        layout = self.layout
        number, width = len(layout.placements), len(self.classes)
        codes = np.full((4, number), width - 1, np.int64)
        kinds, amounts = np.zeros((2, 4, number), np.int64)
        numbers = {kind: number for number, kind in enumerate(self._kinds)}
        for placement, own in enumerate(side_columns(layout, self._code).tolist()):
            changes: dict[int, tuple[int, int]] = {}
            for side, code in enumerate(own):
                if code >= 0:
                    left, asked = changes.get(code, (0, 0))
                    changes[code] = left + 1, asked + (side in open_)
            for place, (code, change) in enumerate(changes.items()):
                codes[place, placement] = code
                kinds[place, placement] = numbers[change]
                amounts[place, placement] = self._kinds[change]
        return codes, 2 * kinds + self.classes[codes], amounts

    @cached_property
    def _value_offsets(self) -> Longs:
        return self.classes * self.entries

    @cached_property
    def _log_matchings(self) -> Longs:
        asked, have = np.divmod(np.arange(self.entries), self.have)
        falls, pairings, spare = _log_factorials(self.have), _log_pairings(self.have), np.maximum(have - asked, 0)
        ways: Longs = np.rint(_NAT * (falls[have] - falls[spare] + pairings[spare])).astype(np.int64)
        return ways

    @cached_property
    def count_values(self) -> Longs:
        """Logarithm of the ways to match sides of a colour, by count.

        A count packs supply and exposed sides. Entries for inner sides come first, then entries for the ring.
        """
        asked, have = np.divmod(np.arange(self.entries), self.have)
        ways, lost = self._log_matchings << 2 * _BITS, np.maximum(asked - have, 0)
        return np.concatenate([ways + (lost << _BITS), ways + lost])

    @cached_property
    def count_differences(self) -> Longs:
        """Effect of each type of change on each entry of `count_values`."""
        at, last = np.arange(len(self.count_values)), len(self.count_values) - 1
        # Changes that would leave the table never occur.
        after = (np.clip(at + amount, 0, last) for amount in self._kinds.values())
        return np.concatenate([np.take(self.count_values, places) - self.count_values for places in after])

    # ---- predictions ----

    def make_prediction_tables(self, counts: Array, free: Flags, square: int) -> PredictionTables:
        """Compute the tables that predict mismatches from tallies.

        Args:
            counts: counts of one of the boards.
            free: squares that are free on all boards.
            square: free square that the next tile fills.
        """
        counts = counts.astype(np.int64)
        squares = int(((counts % self.have)[self.classes == 0] ** 2).sum())
        same = squares / max(self.totals_of_free_squares(free).have[0], 1) ** 2
        after = free.copy()
        after[square] = False
        return PredictionTables(
            self, self.totals_of_free_squares(after), int(np.sum(np.take(self._log_matchings, counts))), same
        )

    def predict_scores(
        self, tally: Tally, boards: Array, placements: Array, open_: tuple[int, ...], scale: PredictionTables
    ) -> Array:
        """Predict the further mismatches after each placement.

        Returns:
            For each placement, the predicted number of mismatches in units of `ONE`.
        """
        # Two further terms, for odd colours and for an uneven supply, made boards worse: 20.7 instead of 20.4
        # mismatches with five clues and a width of 100,000.
        sums = self._updated_sums(tally, boards, placements, open_)
        inner, ring = sums >> _BITS & _FIELD, sums & _FIELD
        ways = (sums >> 2 * _BITS) + np.take(scale.lost[0], inner) + np.take(scale.lost[1], ring)
        least: Longs = np.take(scale.least, np.clip(scale.highest - ways, 0, _SPAN - 1))
        return (inner + ring) * ONE + least


class PredictionTables:
    """Tables that predict the mismatches of a board from its tally.

    They hold for all boards with the same `Totals`. The logarithm of the number of fillings of a board is a sum of
    three terms: one from its tally, and one each for its lost sides (see `Tally`) inside and in the ring.

    Attributes:
        lost: two tables, for sides inside and in the ring. Entry n is the term for n lost sides.
        highest: logarithm to which the first entry of `least` applies.
        least: entry i is the predicted number of mismatches, as a score, if the logarithm is `highest` - i. Lost
            sides add one mismatch each.
    """

    def __init__(self, ranking: Ranking, totals: Totals, ways: int, same: float) -> None:
        """Compute the tables.

        Args:
            ranking: ranking of the puzzle.
            totals: totals of the boards.
            ways: logarithm of the number of ways to match the exposed sides of one of the boards. It determines the
                middle of `least`.
            same: probability that two sides match.
        """
        sides = 4 * len(ranking.layout.puzzle.tiles) + 1
        # Drawn with replacement, sides led to boards with 0.9 more mismatches on average over seven pairs of runs.
        falls, pairings = _log_factorials(sides), _log_pairings(sides)
        lost = [
            np.rint(_NAT * (falls[spare] - pairings[spare])).astype(np.int64)
            for spare in (
                np.clip(have - asked + np.arange(_FIELD + 1), 0, sides - 1)
                for have, asked in zip(totals.have, totals.asked, strict=True)
            )
        ]
        self.lost: tuple[Array, ...] = tuple(lost)
        self.highest = ways + int(lost[0][0] + lost[1][0]) + _SPAN // 2
        # Factor by which a mismatch multiplies the number of fillings.
        gain = log(max(1 / max(same, 1e-9) - 1, 1e-9))
        constant = round(_NAT * (totals.arrangements - sum(falls[have] for have in totals.have)))
        total = (self.highest + constant - np.arange(_SPAN)) / _NAT
        logs = falls[: totals.edges + 1]
        choices = logs[-1] - logs - logs[::-1]
        reached = np.maximum.accumulate(choices + np.arange(len(choices)) * gain)
        least = np.interp(-total, reached, np.arange(len(choices)))
        # If no mismatch is predicted, boards with more fillings get a lower score.
        least = np.where(total >= 0, -1e-3 * np.minimum(total, 1e3), least)
        self.least: Array = np.rint(ONE * least).astype(np.int64)


def draw_noise(random: np.random.Generator, number: int) -> Longs:
    """Draw small random changes to scores.

    Adding Gumbel variates, scaled by `_NOISE`, is equivalent to sampling boards by their score.
    """
    return np.rint(-_NOISE * ONE * np.log(-np.log(random.random(number)))).astype(np.int64)


def frame_decides_border(layout: BoardLayout) -> bool:
    """Whether the frame decides which tiles are on the border.

    In this case, every side without the frame colour faces a square.
    """
    puzzle = layout.puzzle
    at_frame = {*puzzle.statement.boundary.values()} == {frozenset({FRAME})}
    return layout.framed and puzzle.exact and puzzle.grid.ringed and at_frame


def round_up_to_words(columns: int) -> int:
    """Round a number of columns up to fill 64-bit words.

    Rounding to multiples of 8 suffices for columns of one byte and more.
    """
    return -(-columns // 8) * 8


def count_supplies(layout: BoardLayout) -> tuple[Longs, Longs, Longs]:
    """Count the sides of each colour on each tile.

    Returns:
        The number of sides by tile and column, the column of each colour inside and in the ring, and the class of each
        column: 0 inside, 1 in the ring. The last column is for colours that do not occur in a class. A colour and its
        partner share a column.
    """
    partner = layout.puzzle.partner
    columns: dict[tuple[int, int], int] = {}
    brought: list[tuple[int, int]] = []
    for index, tile in enumerate(layout.puzzle.tiles):
        for side, colour in enumerate(tile.sides):
            if frame_decides_border(layout) and colour == FRAME:
                continue
            beside = frame_decides_border(layout) and FRAME in (tile.sides[(side + 1) % 4], tile.sides[(side + 3) % 4])
            brought.append((index, columns.setdefault((int(beside), min(colour, partner(colour))), len(columns))))
    width = round_up_to_words(len(columns) + 1)
    supply = np.zeros((len(layout.puzzle.tiles), width), np.int64)
    code = np.full((2, len(layout.colours)), len(columns), np.int64)
    for index, column in brought:
        supply[index, column] += 1
    for (ring, colour), column in columns.items():
        code[ring, [layout.colour_indices[one] for one in {colour, partner(colour)}]] = column
    return supply, code, np.array([*(ring for ring, _ in columns), *[0] * (width - len(columns))])


def side_columns(layout: BoardLayout, code: Longs) -> Longs:
    """Map sides of placements to their columns of counts.

    The column of a frame side is -1, since it is not counted.
    """
    if not frame_decides_border(layout):
        return np.asarray(code[0, layout.sides])
    grey = layout.sides == layout.colour_indices[FRAME]
    beside = np.roll(grey, 1, axis=1) | np.roll(grey, -1, axis=1)
    return np.where(grey, -1, code[beside.astype(np.int64), layout.sides])


@lru_cache(64)
def _log_factorials(number: int) -> Floats:
    return np.array([lgamma(value + 1) for value in range(number)])


@lru_cache(64)
def _log_pairings(number: int) -> Floats:
    # log (n-1)!!: the number of ways to pair n sides.
    return np.array([n / 2 * log(2) + lgamma((n + 1) / 2) - lgamma(0.5) for n in range(number)])
