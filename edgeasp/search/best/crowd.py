"""Square by square: very many partial boards at a time, as arrays, each extended by one tile in every way that fits.

What fits beside two colours is read from tables, for all boards at once; `asp/best/step.lp` states what a way is. The
boards that are predicted to have the fewest mismatches are kept: a beam search, as wide as time allows. No board is
stored, only where it came from and what was laid; it is read back when it is asked for.

The arrays follow the array API (https://data-apis.org/array-api), so numpy carries them out, or a namespace that
computes on a graphics card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from edgeasp.search.best.layout import FREE, Flags, Ints, Layout
from edgeasp.search.best.ranking import EVEN, ONE, Array, Longs, Ranking, Tally, exact, noise

Edge = tuple[int, int]
"""A square that holds a tile and a side of it, beyond which a square is free."""

CHUNK = 1 << 16
"""Ways to extend boards that numpy takes at a time: their arrays stay in the cache of the processor."""

WIDE_CHUNK = 1 << 25
"""The same of other namespaces: a graphics card wants much to do at a time."""

_WORD = 62
"""Bits of an integer that says which tiles are used."""

_NOISES = 1 << 12

_AHEAD = ONE // 4
"""The score by which a board may be worse than the last one kept, and still have a way that is better."""

_LARGE = 1 << 24
"""Entries of a table by two colours; with more, one colour has to do."""


@dataclass(frozen=True)
class LaidTiles:
    """What was laid on a square of each board of a crowd.

    Attributes:
        square: the square.
        parents: the number of the board before, for each board.
        placements: what lies there now, for each board.
    """

    square: int
    parents: Array
    placements: Array


@dataclass(frozen=True)
class Crowd:
    """Partial boards with the same free squares, the most promising first, as what their future depends on.

    Attributes:
        begin: the board they all began with.
        free: the squares that are free on all.
        used: a bit for each tile that a board has used.
        columns: for each side that faces a free square its column in `facing`.
        facing: the colours that each board shows there.
        tally: what is left, and what is asked for.
        mismatches: of each board so far.
        scores: the predicted number of mismatches of each board when it is complete; `ranking.ONE` for each.
        laid: how the boards came about.
    """

    begin: Ints
    free: Flags
    used: Array
    columns: dict[Edge, int]
    facing: Array
    tally: Tally
    mismatches: Array
    scores: Array
    laid: tuple[LaidTiles, ...] = ()

    def __len__(self) -> int:
        return int(self.scores.shape[0])

    @property
    def predicted(self) -> float:
        """The predicted number of mismatches of the most promising board."""
        return (int(self.scores[0]) - EVEN) / ONE

    def board(self, number: int = 0) -> Ints:
        """A board of the crowd."""
        board = self.begin.copy()
        for step in reversed(self.laid):
            board[step.square] = int(step.placements[number])
            number = int(step.parents[number])
        return board

    def trimmed(self, xp: Any) -> Crowd:
        """The same crowd, of whose history only what leads to a board is left: little, since most boards die out."""
        kept: list[LaidTiles] = []
        alive: Array = None
        for step in reversed(self.laid):
            parents, placements = step.parents, step.placements
            if alive is not None:
                parents, placements = xp.take(parents, alive), xp.take(placements, alive)
            alive, inverse = xp.unique_inverse(parents)
            kept.append(LaidTiles(step.square, xp.astype(xp.reshape(inverse, (-1,)), xp.int32), placements))
        return replace(self, laid=tuple(reversed(kept)))


@dataclass(frozen=True)
class _Spot:
    """A square that is about to be filled on all boards of a crowd.

    Attributes:
        square: by number.
        known: the sides that meet a tile, with the column of the colour that it shows.
        open: the sides that face a free square.
        most: the largest number of mismatches that a tile may add.
    """

    square: int
    known: tuple[tuple[int, int], ...]
    open: tuple[int, ...]
    most: int


@dataclass
class _Cut:
    """The worst of the ways that are kept for now, once they are enough, and its score."""

    way: int | None = None
    score: int = 1 << 60


class CrowdScan:
    """Extends crowds; everything random comes from one seed."""

    def __init__(self, layout: Layout, random: np.random.Generator, check: Callable[[], None], xp: Any = np) -> None:
        """Get ready.

        Args:
            layout: of the puzzle.
            random: where everything random comes from.
            check: called again and again; an exception it raises ends the scan.
            xp: the namespace of arrays.
        """
        self.layout, self.xp = layout, xp
        self._random, self._check = random, check
        self._chunk = CHUNK if xp is np else WIDE_CHUNK
        tile = layout.tile.astype(np.int64)
        self._words = -(-len(layout.puzzle.tiles) // _WORD)
        self._word, self._bit = xp.asarray(tile // _WORD), xp.asarray(np.int64(1) << tile % _WORD)
        rows = np.zeros((len(tile), self._words), np.int64)
        rows[np.arange(len(tile)), tile // _WORD] = 1 << tile % _WORD
        self._bits = xp.asarray(rows)
        self._sides = [xp.asarray(layout.sides[:, side].astype(np.int64)) for side in range(4)]
        # Where the frame does not tell which tiles lie along it, a tile that can do so costs more elsewhere.
        self._outer = (layout.neighbours < 0).sum(axis=1)
        able = np.max(layout.fits_tile * self._outer[:, None], axis=0)[tile]
        self._able = xp.asarray(able.astype(np.int64)) if layout.framed and not exact(layout) else None
        self._tables: dict[tuple[bytes, tuple[int, ...], int], tuple[Array, Array, Array, Array]] = {}
        self._ranking: Ranking | None = None

    def start(self, board: Ints) -> Crowd:
        """A crowd of one board."""
        layout, xp = self.layout, self.xp
        free = board == FREE
        columns: dict[Edge, int] = {}
        facing = []
        for square in np.flatnonzero(~free).tolist():
            for side in range(4):
                other = int(layout.neighbours[square, side])
                if other >= 0 and free[other]:
                    columns[square, side] = len(columns)
                    facing.append(int(layout.sides[board[square], side]))
        # Rows and then columns need one column for each of their squares, and a few for corners.
        across = layout.puzzle.cols + layout.puzzle.rows + 2
        shown = np.array([facing + [0] * across], np.int32)
        self._ranking = Ranking(layout, len(facing) + 2 * across + 4, xp)
        used = np.zeros((1, self._words), np.int64)
        for tile in layout.tile[board[~free]].tolist():
            used[0, tile // _WORD] |= 1 << tile % _WORD
        mismatches = xp.asarray([int(layout.mismatched(board).sum())], dtype=xp.int64)
        kept = xp.asarray(shown, dtype=xp.uint8 if len(layout.colours) < 256 else xp.int32)
        tally = self._ranking.start(board)
        return Crowd(board.copy(), free, xp.asarray(used), columns, kept, tally, mismatches, mismatches * ONE + EVEN)

    def extend(self, crowd: Crowd, square: int, width: int, most: int) -> Crowd | None:
        """Lay a tile on a square of each board, in every way that adds few mismatches.

        The most promising boards are kept; None if nothing fits.

        Args:
            crowd: the boards.
            square: free on all of them.
            width: how many to keep.
            most: the largest number of mismatches that the tile may add.
        """
        layout = self.layout
        known, open_ = [], []
        for side in range(4):
            other = int(layout.neighbours[square, side])
            if other >= 0 and crowd.free[other]:
                open_.append(side)
            elif other >= 0:
                known.append((side, crowd.columns[other, (side + 2) % 4]))
        spot = _Spot(square, tuple(known), tuple(open_), most)
        assert self._ranking is not None
        tally = crowd.tally
        for side, column in known:
            ring = bool(self._ranking.in_ring[square, side])
            tally = self._ranking.met(tally, crowd.facing[:, column], ring=ring)
        ways = self._ways(replace(crowd, tally=tally), spot, width)
        return None if ways is None else self._extended(replace(crowd, tally=tally), spot, *ways)

    def _extended(self, crowd: Crowd, spot: _Spot, scores: Array, boards: Array, placements: Array) -> Crowd:
        """The boards of a crowd, chosen by number, once each has a placement."""
        xp, layout = self.xp, self.layout
        assert self._ranking is not None
        free = crowd.free.copy()
        free[spot.square] = False
        columns, facing = dict(crowd.columns), xp.take(crowd.facing, boards, axis=0)
        mismatches = xp.take(crowd.mismatches, boards)
        for side, column in spot.known:
            mismatches += xp.astype(xp.take(self._sides[side], placements) != facing[:, column], xp.int64)
            del columns[int(layout.neighbours[spot.square, side]), (side + 2) % 4]
        for side in spot.open:
            if len(columns) == facing.shape[1]:
                facing = xp.concat([facing, xp.zeros((facing.shape[0], 4), dtype=facing.dtype)], axis=1)
            column = next(each for each in range(facing.shape[1]) if each not in columns.values())
            columns[spot.square, side] = column
            facing[:, column] = xp.astype(xp.take(self._sides[side], placements), facing.dtype)
        return Crowd(
            crowd.begin,
            free,
            xp.take(crowd.used, boards, axis=0) | xp.take(self._bits, placements, axis=0),
            columns,
            facing,
            self._ranking.placed(crowd.tally, boards, placements, spot.open),
            mismatches,
            scores,
            (*crowd.laid, LaidTiles(spot.square, xp.astype(boards, xp.int32), xp.astype(placements, xp.int16))),
        )

    def _ways(self, crowd: Crowd, spot: _Spot, width: int) -> tuple[Array, Array, Array] | None:
        """The most promising ways to extend a crowd: their scores, the numbers of the boards, and the placements.

        A way is one integer: its score, then the board, then the placement. So sorting chooses, and settles ties.
        """
        xp = self.xp
        places = len(self.layout.placements).bit_length()
        shift = places + len(crowd).bit_length()
        made: list[Array] = []
        kept = 0
        cut = _Cut()
        for some in self._all_ways(crowd, spot, places, shift, cut):
            better = some if cut.way is None else xp.take(some, xp.nonzero(some < cut.way)[0])
            made.append(better)
            kept += int(better.shape[0])
            if kept > 2 * width:
                made, kept = [xp.sort(xp.concat(made))[:width]], width
                cut.way = int(made[0][width - 1])
                cut.score = cut.way >> shift
        if not kept:
            return None
        ways = xp.sort(xp.concat(made))[: min(width, kept)]
        return ways >> shift, ways >> places & (1 << (shift - places)) - 1, ways & (1 << places) - 1

    def _all_ways(self, crowd: Crowd, spot: _Spot, places: int, shift: int, cut: _Cut) -> Iterator[Array]:
        """All ways to extend a crowd, some at a time; those that can hardly be better than the cut are left out."""
        xp, ranking = self.xp, self._ranking
        assert ranking is not None
        fitting, missed, starts, lengths = self._fitting(crowd, spot)
        scale = ranking.scale(crowd.tally, crowd.free, spot.square)
        noises = xp.asarray(noise(self._random, _NOISES))
        factors = [2 * int(each) + 1 for each in self._random.integers(0, 1 << 20, 2)]
        used = xp.reshape(crowd.used, (-1,))
        size = max(1, self._chunk * len(crowd) // max(1, int(xp.sum(lengths))))
        begun = crowd.mismatches * ONE + EVEN
        for first in range(0, len(crowd), size):
            self._check()
            limit = cut.score + _AHEAD
            if int(crowd.scores[first]) > limit:
                return
            last = min(first + size, len(crowd))
            number = lengths[first:last]
            ends = xp.cumulative_sum(number)
            at = xp.arange(int(ends[-1]), dtype=xp.int64)
            # The number of the board of each way; CuPy repeats all equally often only.
            within = np.repeat(np.arange(last - first), number) if xp is np else xp.searchsorted(ends, at, side="right")
            at = at + xp.take(starts[first:last] - ends + number, within)
            boards, placements = within + first, xp.take(fitting, at)
            unused = xp.take(used, boards * self._words + xp.take(self._word, placements))
            fits = xp.nonzero((unused & xp.take(self._bit, placements)) == 0)[0]
            boards, placements = xp.take(boards, fits), xp.take(placements, fits)
            costs = xp.take(missed, xp.take(at, fits))
            for side, column in spot.known[self._keyed(spot) :]:
                wrong = xp.take(self._sides[side], placements) != xp.take(crowd.facing[:, column], boards)
                costs = costs + xp.astype(wrong, xp.int64)
            if len(spot.known) > 2 or spot.most:
                fine = (costs <= spot.most) & (xp.take(crowd.scores, boards) + costs * (ONE // 2) <= limit)
                fits = xp.nonzero(fine)[0]
                boards, placements, costs = (xp.take(each, fits) for each in (boards, placements, costs))
            if boards.shape[0]:
                scores = ranking.scores(crowd.tally, boards, placements, spot.open, scale)
                scores += xp.take(begun, boards) + costs * ONE
                scores += xp.take(noises, boards * factors[0] + placements * factors[1] & _NOISES - 1)
                if self._able is not None:
                    scores += ONE * (xp.take(self._able, placements) - int(self._outer[spot.square]))
                yield xp.clip(scores, 0, None) << shift | boards << places | placements

    def _keyed(self, spot: _Spot) -> int:
        """The number of known sides by whose colours tables are read."""
        size = int(self.layout.fits[spot.square].sum())
        for number in (2, 1):
            if len(spot.known) >= number and size * len(self.layout.colours) ** number <= _LARGE:
                return number
        return 0

    def _fitting(self, crowd: Crowd, spot: _Spot) -> tuple[Array, Array, Array, Array]:
        """What fits on a square, with its mismatches; for each board where its part of that begins, and its length."""
        xp = self.xp
        known = spot.known[: self._keyed(spot)]
        fitting, missed, starts, lengths = self._table(spot.square, tuple(side for side, _ in known), spot.most)
        key = xp.zeros(len(crowd), dtype=xp.int64)
        for _, column in known:
            key = key * len(self.layout.colours) + xp.astype(crowd.facing[:, column], xp.int64)
        return fitting, missed, xp.take(starts, key), xp.take(lengths, key)

    def _table(self, square: int, sides: tuple[int, ...], most: int) -> tuple[Array, Array, Array, Array]:
        """Placements for a square, and by the colours that meet these sides where theirs begin and how many."""
        layout, xp = self.layout, self.xp
        key = (layout.fits[square].tobytes(), sides, most)
        if key not in self._tables:
            fitting = np.flatnonzero(layout.fits[square])
            missed = np.zeros((1, len(fitting)), np.int64)
            for side in sides:
                misses = layout.sides[fitting, side][None] != np.arange(len(layout.colours))[:, None]
                missed = (missed[:, None] + misses[None]).reshape(-1, len(fitting))
            fine = missed <= most
            lengths: Longs = fine.sum(axis=1)
            tables = fitting[np.nonzero(fine)[1]], missed[fine], np.cumsum(lengths) - lengths, lengths
            self._tables[key] = tuple(xp.asarray(each.astype(np.int64)) for each in tables)
        return self._tables[key]
