"""Which tiles a line may use: a few colours are used up early, so that fewer are left where mismatches arise.

People who search for records do so by hand: they choose colours that the last rows shall do without. With fewer
colours left, more tiles fit, and the last rows cost fewer mismatches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import Side
from edgeasp.search.best.beam import Beam
from edgeasp.search.best.layout import Flags, Layout
from edgeasp.search.best.ranking import Floats

_TRIES = 1500
_NOISE = 0.6
"""Of the order of tiles: with the same order every time, a beam would offer all its boards the same tiles."""

_RIM = 0.6
"""The part of the tiles beside the frame that the first row is offered."""


@dataclass(frozen=True)
class Pool:
    """Offers the tiles that are rich in some colours, as few as leave enough ways to go on.

    Attributes:
        layout: the layout.
        colours: those to use up.
    """

    layout: Layout
    colours: tuple[int, ...]

    @classmethod
    def choose(cls, layout: Layout, random: np.random.Generator) -> Pool:
        """A pool for a quarter of the colours: of many random choices, the one that most inner tiles lack."""
        pool = cls(layout, ())
        inner = pool._counts[pool._inner]
        present = np.flatnonzero(inner.sum(axis=0))
        number = len(present) // 4
        if not number:
            return pool

        def without(chosen: NDArray[np.int64]) -> int:
            return int((inner[:, chosen].sum(axis=1) == 0).sum())

        best = max((random.choice(present, number, replace=False) for _ in range(_TRIES)), key=without)
        return cls(layout, tuple(sorted(map(int, best))))

    def offer_rim(self, beam: Beam, random: np.random.Generator) -> Flags:
        """For each board the tiles for the first line: of those beside the frame, the rich ones."""
        rim = np.flatnonzero(self.layout.zeros == 1)
        richness = self._richness[rim] + _NOISE * random.standard_normal(len(rim))
        poor = rim[np.argsort(richness, kind="stable")[: int((1 - _RIM) * len(rim))]]
        offered = np.ones_like(beam.used)
        offered[:, poor] = False
        return offered

    def offer(self, beam: Beam, squares: Sequence[int], branching: float, random: np.random.Generator) -> Flags:
        """For each board the tiles for a line: of the inner ones, the richest.

        Args:
            beam: the boards.
            squares: of the line, below squares that hold tiles.
            branching: the number of ways to go on at a square that is expected to be left, on average.
            random: makes the order of tiles differ from board to board.
        """
        tiles = len(self.layout.puzzle.tiles)
        richness = self._richness + _NOISE * random.standard_normal((len(beam), tiles))
        order = np.argsort(np.where(beam.used | ~self._inner, np.inf, -richness), axis=1, kind="stable")
        # What the first n tiles have of each colour, for each board and n.
        have = np.cumsum(self._counts[order], axis=1, dtype=np.int32)
        share = have / np.maximum(have.sum(axis=2, keepdims=True), 1)
        ways = np.log(np.maximum((share**2).sum(axis=2), 1e-9)) + self._log_fitting(beam, squares, have)
        enough = ways >= np.log(branching)
        number = np.where(enough.any(axis=1), enough.argmax(axis=1), tiles)
        rank = np.empty_like(order)
        np.put_along_axis(rank, order, np.arange(tiles)[None].repeat(len(beam), axis=0), axis=1)
        return np.asarray((rank <= number[:, None]) | ~self._inner)

    def _log_fitting(self, beam: Beam, squares: Sequence[int], have: NDArray[np.int32]) -> Floats:
        """The mean logarithm of the number of sides that fit below the line above, inside the frame."""
        layout = self.layout
        total, inside = np.zeros(have.shape[:2]), 0
        for square in squares:
            if (layout.neighbours[square] < 0).any():
                continue
            above = beam.boards[:, layout.neighbours[square, Side.NORTH]]
            asked = layout.sides[above, Side.SOUTH].astype(np.int64)
            fitting = np.take_along_axis(have, asked[:, None, None], axis=2)[:, :, 0]
            total += np.log(np.maximum(fitting, 0.3))
            inside += 1
        return total / max(inside, 1)

    @cached_property
    def _counts(self) -> NDArray[np.int32]:
        """How many sides of each colour each tile has."""
        layout = self.layout
        counts = np.zeros((len(layout.puzzle.tiles), len(layout.colours)), np.int32)
        for index, tile in enumerate(layout.puzzle.tiles):
            for colour in tile.sides:
                counts[index, layout.place[colour]] += 1
        return counts

    @cached_property
    def _inner(self) -> Flags:
        return np.asarray(self.layout.zeros == 0)

    @cached_property
    def _richness(self) -> NDArray[np.int32]:
        return np.asarray(self._counts[:, list(self.colours)].sum(axis=1))
