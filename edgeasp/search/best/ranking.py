"""The ranking of partial boards: the number of mismatches that a counting argument expects.

The free squares can be filled in so many ways. If the sides that are left met at random, each side once, a known part
of these ways would match everywhere, and a larger part everywhere but at b diamonds. The least b for which one way is
expected predicts the mismatches to come. The idea is the first-moment method; here sides are drawn without
replacement, which tells boards apart near the end, when few tiles are left.

A tile changes what is left of four colours at most, so the prediction of a board is had from that of the board before
it by reading a few tables. All of it is integers: the same boards are kept on every machine, whatever carries out the
arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import lgamma, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import FRAME
from edgeasp.search.best.layout import FREE, Flags, Ints, Layout

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

Array = NDArray[Any]
"""An array of integers, whatever their size."""

ONE = 4096
"""A mismatch in scores, which are integers."""

EVEN = 16 * ONE
"""The score of a board that is expected to have no mismatches: boards with many ways to go on are below."""

_NAT = 256
"""A unit of logarithms, which are integers as well."""

_BITS = 10
"""Of each of the two numbers in a tally below the logarithm: sides that are lost, of ring and interior."""

_FIELD = (1 << _BITS) - 1
_SPAN = 1 << 14
"""Logarithms that the table of mismatches covers: those of the boards of a beam differ by far less."""

_NOISE = 0.02
"""Of the prediction, in mismatches: with another seed, other boards are kept of those that are about equally good."""


@dataclass(frozen=True)
class Tally:
    """The counts that decide how partial boards can go on; a row or an entry for each board.

    Attributes:
        counts: for each colour, in the ring along the frame and elsewhere, the sides left and those asked for, packed.
        sums: the logarithm of the ways to meet what is asked for, and the sides that are lost, packed.
    """

    counts: Array
    sums: Array


@dataclass(frozen=True)
class Totals:
    """The counts that all boards with the same free squares share.

    Attributes:
        have: the sides that the tiles left have, elsewhere than in the ring and in it.
        asked: the sides asked for by tiles beside free squares, likewise.
        edges: the diamonds that are not decided yet.
        arrangements: the logarithm of the number of ways to lay the tiles, whether they match or not.
    """

    have: tuple[int, int]
    asked: tuple[int, int]
    edges: int
    arrangements: float


class Ranking:
    """Keeps tallies of partial boards, and predicts mismatches from them."""

    def __init__(self, layout: Layout, asked: int) -> None:
        """Get ready.

        Args:
            layout: of the puzzle.
            asked: the largest number of sides that may be asked for at a time.
        """
        self.layout = layout
        self._supply, self._code, self.classes = supplies(layout)
        self.have = int(self._supply.sum(axis=0).max()) + 1
        self.entries = self.have * (asked + 1)
        self._type = np.int16 if self.entries < 1 << 15 else np.int32
        # By a tile so many sides of a colour fewer are left, and so many of these are asked for.
        most = range(int(self._supply.max()) + 1)
        self._kinds = {(left, shown): shown * self.have - left for left in most for shown in range(left + 1)}
        minus = np.diag(np.full(len(self.classes), -self.have))
        self._minus = np.asarray(minus, dtype=self._type)
        self._shown_code, self._shown_begin = (table.reshape(-1) for table in self.shown)
        self._changes: dict[tuple[int, ...], tuple[Longs, Longs, Array]] = {}

    # ---- what counts where ----

    @cached_property
    def in_ring(self) -> Flags:
        """For each square and side whether it meets a square along the frame: there the ring has its own colours."""
        outside = self.layout.neighbours < 0
        ring = np.zeros_like(outside)
        if exact(self.layout):
            for square, side in np.argwhere(~outside):
                ring[square, side] = bool((outside[square] & outside[self.layout.neighbours[square, side]]).any())
        return ring

    @cached_property
    def _by_square(self) -> tuple[Longs, Longs]:
        """For each square the sides that a tile on it has, elsewhere and in the ring, and its sides on the frame."""
        layout = self.layout
        tile = layout.tile[layout.fits.argmax(axis=1)]
        ring = self.classes[:-1] == 1
        have = np.stack([self._supply[:, :-1][:, ring == part].sum(axis=1)[tile] for part in (False, True)], axis=1)
        zeros = layout.zeros[tile] if exact(layout) else np.zeros(len(tile), np.int64)
        return have, zeros

    def totals(self, free: Flags) -> Totals:
        """The totals of boards on which these squares are free."""
        layout = self.layout
        have, zeros = self._by_square
        beside = free[:, None] & (layout.neighbours >= 0) & ~free[layout.neighbours]
        asked = tuple(int((beside & (self.in_ring == part)).sum()) for part in (False, True))
        inside = int((free[layout.pairs[:, 0]] & free[layout.pairs[:, 1]]).sum())
        kinds = np.bincount(zeros[free], minlength=1).tolist()
        # The frame fixes the rotation of a tile that lies beside it.
        arrangements = sum(lgamma(number + 1) for number in kinds) + kinds[0] * log(4)
        left = have[free].sum(axis=0).tolist()
        return Totals((left[0], left[1]), (asked[0], asked[1]), sum(asked) + inside, arrangements)

    @cached_property
    def shown(self) -> tuple[Longs, Longs]:
        """Elsewhere and in the ring, for each colour its column, and where the values of that column begin."""
        return self._code, self._begins[self._code]

    # ---- tallies ----

    def start(self, board: Ints) -> Tally:
        """The tally of one board."""
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
        values = self.values[self._begins + counts].sum()
        return Tally(np.asarray(counts[None], dtype=self._type), np.asarray([int(values)], dtype=np.int64))

    def met(self, tally: Tally, shown: Array, *, ring: bool) -> Tally:
        """The tallies once a side of this colour is no longer asked for."""
        shown = shown.astype(np.int64) + (self._code.shape[1] if ring else 0)
        codes = np.take(self._shown_code, shown)
        counts, width = tally.counts, tally.counts.shape[1]
        at = np.arange(counts.shape[0], dtype=np.int64) * width + codes
        before = np.take(counts.reshape(-1), at).astype(np.int64)
        before += np.take(self._shown_begin, shown)
        sums = tally.sums + np.take(self.values, before - self.have) - np.take(self.values, before)
        return Tally(counts + np.take(self._minus, codes, axis=0), sums)

    def placed(self, tally: Tally, boards: Array, placements: Array, open_: tuple[int, ...]) -> Tally:
        """The tallies of boards once each has a placement of which these sides are open."""
        counts = np.take(tally.counts, boards, axis=0) + np.take(self._change(open_)[-1], placements, axis=0)
        return Tally(counts, self._changed(tally, boards, placements, open_))

    def _changed(self, tally: Tally, boards: Array, placements: Array, open_: tuple[int, ...]) -> Array:
        """The sums of tallies after a placement each."""
        codes, begins, _ = self._change(open_)
        flat, row = np.reshape(tally.counts, (-1,)), boards * tally.counts.shape[1]
        sums: Array = np.take(tally.sums, boards)
        for code, begin in zip(codes, begins, strict=True):
            at = np.take(flat, row + np.take(code, placements)) + np.take(begin, placements)
            sums += np.take(self.differences, at)
        return sums

    def _change(self, open_: tuple[int, ...]) -> tuple[Longs, Longs, Array]:
        """The columns of `changes`, where differences begin, and for each placement a row of all that it changes."""
        if open_ not in self._changes:
            codes, kinds, amounts = self.changes(open_)
            rows = np.zeros((codes.shape[1], len(self.classes)), np.int64)
            for code, amount in zip(codes, amounts, strict=True):
                rows[np.arange(len(rows)), code] += amount
            self._changes[open_] = codes, kinds * self.entries, rows.astype(self._type)
        return self._changes[open_]

    def changes(self, open_: tuple[int, ...]) -> tuple[Longs, Longs, Longs]:
        """For each placement of which these sides are open: four columns, kinds of changes, and changes of counts.

        Where the differences of a kind begin is in multiples of the entries of counts. A tile with fewer colours
        changes the last column by nothing.
        """
        layout = self.layout
        number, width = len(layout.placements), len(self.classes)
        codes = np.full((4, number), width - 1, np.int64)
        kinds, amounts = np.zeros((2, 4, number), np.int64)
        numbers = {kind: number for number, kind in enumerate(self._kinds)}
        for placement, own in enumerate(codes_of(layout, self._code).tolist()):
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
    def _begins(self) -> Longs:
        """For each column the place where the values of its class begin."""
        return self.classes * self.entries

    @cached_property
    def _ways(self) -> Longs:
        asked, have = np.divmod(np.arange(self.entries), self.have)
        falls, pairings, spare = _falls(self.have), _pairings(self.have), np.maximum(have - asked, 0)
        ways: Longs = np.rint(_NAT * (falls[have] - falls[spare] + pairings[spare])).astype(np.int64)
        return ways

    @cached_property
    def values(self) -> Longs:
        """The summand of a colour in sums, for each entry of counts: elsewhere, then in the ring."""
        asked, have = np.divmod(np.arange(self.entries), self.have)
        ways, lost = self._ways << 2 * _BITS, np.maximum(asked - have, 0)
        return np.concatenate([ways + (lost << _BITS), ways + lost])

    @cached_property
    def differences(self) -> Longs:
        """For each kind of change, what it adds to sums for each entry of counts."""
        at, last = np.arange(len(self.values)), len(self.values) - 1
        # What leads out of the table does not come up.
        after = (np.clip(at + amount, 0, last) for amount in self._kinds.values())
        return np.concatenate([np.take(self.values, places) - self.values for places in after])

    # ---- predictions ----

    def scale(self, counts: Array, free: Flags, square: int) -> Scale:
        """The factor that turns tallies into predictions, once a square is filled.

        Args:
            counts: of one of the boards.
            free: the squares that are free on all.
            square: the one that is to be filled.
        """
        counts = counts.astype(np.int64)
        squares = int(((counts % self.have)[self.classes == 0] ** 2).sum())
        same = squares / max(self.totals(free).have[0], 1) ** 2
        after = free.copy()
        after[square] = False
        return Scale(self, self.totals(after), int(np.sum(np.take(self._ways, counts))), same)

    def scores(self, tally: Tally, boards: Array, placements: Array, open_: tuple[int, ...], scale: Scale) -> Array:
        """The predicted number of mismatches to come of boards once each has a placement, as a score."""
        sums = self._changed(tally, boards, placements, open_)
        inner, ring = sums >> _BITS & _FIELD, sums & _FIELD
        ways = (sums >> 2 * _BITS) + np.take(scale.lost[0], inner) + np.take(scale.lost[1], ring)
        least: Longs = np.take(scale.least, np.clip(scale.highest - ways, 0, _SPAN - 1))
        return (inner + ring) * ONE + least


class Scale:
    """From the logarithm of the expected number of ways to a number of mismatches, for boards with equal totals.

    Attributes:
        lost: by the number of sides that are lost, elsewhere and in the ring, what that adds to the logarithm.
        highest: the logarithm at which `least` begins.
        least: the number of mismatches, as a score, for each logarithm from there downwards.
    """

    def __init__(self, ranking: Ranking, totals: Totals, ways: int, same: float) -> None:
        """Make the tables for boards, one of which has so many ways, where two sides match with that probability."""
        sides = 4 * len(ranking.layout.puzzle.tiles) + 1
        falls, pairings = _falls(sides), _pairings(sides)
        lost = [
            np.rint(_NAT * (falls[spare] - pairings[spare])).astype(np.int64)
            for spare in (
                np.clip(have - asked + np.arange(_FIELD + 1), 0, sides - 1)
                for have, asked in zip(totals.have, totals.asked, strict=True)
            )
        ]
        self.lost: tuple[Array, ...] = tuple(lost)
        self.highest = ways + int(lost[0][0] + lost[1][0]) + _SPAN // 2
        # A mismatch multiplies the number of ways by that.
        gain = log(max(1 / max(same, 1e-9) - 1, 1e-9))
        constant = round(_NAT * (totals.arrangements - sum(falls[have] for have in totals.have)))
        total = (self.highest + constant - np.arange(_SPAN)) / _NAT
        logs = falls[: totals.edges + 1]
        choices = logs[-1] - logs - logs[::-1]
        reached = np.maximum.accumulate(choices + np.arange(len(choices)) * gain)
        least = np.interp(-total, reached, np.arange(len(choices)))
        # Of boards that can do without mismatches, the one with more ways comes first.
        least = np.where(total >= 0, -1e-3 * np.minimum(total, 1e3), least)
        self.least: Array = np.rint(ONE * least).astype(np.int64)


def noise(random: np.random.Generator, number: int) -> Longs:
    """So many small changes to scores."""
    return np.rint(-_NOISE * ONE * np.log(-np.log(random.random(number)))).astype(np.int64)


def exact(layout: Layout) -> bool:
    """Whether the frame decides for each tile in which kind of square it lies, and each other side faces a square."""
    puzzle = layout.puzzle
    at_frame = {*puzzle.statement.boundary.values()} == {frozenset({FRAME})}
    return layout.framed and puzzle.exact and puzzle.grid.ringed and at_frame


def in_whole_words(columns: int) -> int:
    """So many columns, and as many more as make rows of whole words, of whatever integers."""
    return -(-columns // 8) * 8


def supplies(layout: Layout) -> tuple[Longs, Longs, Longs]:
    """The sides of each colour that each tile brings, the column of each colour there, and the class of each column.

    Elsewhere than in the ring the class is 0, in it 1. The last column is for colours that no tile has there. Partners
    share a column.
    """
    partner = layout.puzzle.partner
    columns: dict[tuple[int, int], int] = {}
    brought: list[tuple[int, int]] = []
    for index, tile in enumerate(layout.puzzle.tiles):
        for side, colour in enumerate(tile.sides):
            if exact(layout) and colour == FRAME:
                continue
            beside = exact(layout) and FRAME in (tile.sides[(side + 1) % 4], tile.sides[(side + 3) % 4])
            brought.append((index, columns.setdefault((int(beside), min(colour, partner(colour))), len(columns))))
    width = in_whole_words(len(columns) + 1)
    supply = np.zeros((len(layout.puzzle.tiles), width), np.int64)
    code = np.full((2, len(layout.colours)), len(columns), np.int64)
    for index, column in brought:
        supply[index, column] += 1
    for (ring, colour), column in columns.items():
        code[ring, [layout.place[one] for one in {colour, partner(colour)}]] = column
    return supply, code, np.array([*(ring for ring, _ in columns), *[0] * (width - len(columns))])


def codes_of(layout: Layout, code: Longs) -> Longs:
    """For each placement and side its column of counts; -1 if the side does not count."""
    if not exact(layout):
        return np.asarray(code[0, layout.sides])
    grey = layout.sides == layout.place[FRAME]
    beside = np.roll(grey, 1, axis=1) | np.roll(grey, -1, axis=1)
    return np.where(grey, -1, code[beside.astype(np.int64), layout.sides])


@lru_cache(64)
def _falls(number: int) -> Floats:
    return np.array([lgamma(value + 1) for value in range(number)])


@lru_cache(64)
def _pairings(number: int) -> Floats:
    return np.array([n / 2 * log(2) + lgamma((n + 1) / 2) - lgamma(0.5) for n in range(number)])
