"""Which of many partial boards is the most promising: the number of mismatches that a counting argument expects.

The free squares can be filled in so many ways. If the sides that are left met at random, each side once, a known part
of these ways would match everywhere, and a larger part everywhere but at b diamonds. The least b for which one way is
expected predicts the mismatches to come. The idea is the first-moment method; here sides are drawn without
replacement, which tells boards apart near the end, when few tiles are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import FRAME, Side
from edgeasp.search.best.layout import FREE, Flags, Ints, Layout

Floats = NDArray[np.float64]

_ODD = 0.5
"""The mismatches that a colour costs of which an odd number of sides is left: two such colours share one."""


@dataclass(frozen=True)
class Ranking:
    """Predicts the mismatches of complete boards from partial boards that have the same free squares."""

    layout: Layout

    def predict(self, boards: Ints, used: Flags, mismatches: Ints) -> Floats:
        """The predicted number of mismatches of each board when it is complete.

        Args:
            boards: the placement on each square, or `FREE`; a row for each board.
            used: which tiles each board has used.
            mismatches: of each board so far.
        """
        left = ~used
        total = np.full(len(boards), self._log_arrangements(boards[0] == FREE, left[0]))
        predicted, edges = mismatches.astype(np.float64), 0
        same = np.ones(len(boards))
        for ring in (True, False):
            have = (left @ self._supply[ring]).astype(np.int64)
            asked, inside = self._demand(boards, ring=ring)
            met = np.minimum(asked, have)
            spare = have - met
            lost = (asked - met).sum(axis=1)
            total += _sum(self._falls[have] - self._falls[spare]) - (
                self._falls[have.sum(axis=1)] - self._falls[spare.sum(axis=1)]
            )
            total += _sum(self._pairings[spare]) - self._pairings[spare.sum(axis=1)]
            predicted += lost
            if self._exact:
                predicted += _ODD * np.maximum((spare % 2).sum(axis=1) - lost, 0) / 2
            edges += int(asked[0].sum()) + inside
            if not ring:
                share = have / np.maximum(have.sum(axis=1, keepdims=True), 1)
                same = np.maximum(_sum(share**2), 1e-9)
        return predicted + _least_mismatches(total, edges, same)

    @cached_property
    def _exact(self) -> bool:
        """Whether the frame decides for each tile in which kind of square it lies."""
        puzzle = self.layout.puzzle
        return self.layout.framed and puzzle.framed and puzzle.zeros == puzzle.outside

    @cached_property
    def _in_ring(self) -> Flags:
        """For each square and side whether it meets a square along the frame: there the ring has its own colours."""
        outside = self.layout.neighbours < 0
        ring = np.zeros_like(outside)
        if self._exact:
            for square, side in np.argwhere(~outside):
                ring[square, side] = bool((outside[square] & outside[self.layout.neighbours[square, side]]).any())
        return ring

    @cached_property
    def _supply(self) -> dict[bool, NDArray[np.int32]]:
        """The number of sides of each colour that each tile brings: into the ring, and elsewhere."""
        layout = self.layout
        supply = {ring: np.zeros((len(layout.puzzle.tiles), len(layout.colours)), np.int32) for ring in (True, False)}
        for index, tile in enumerate(layout.puzzle.tiles):
            for side, colour in enumerate(tile.sides):
                if not self._exact:
                    supply[False][index, layout.place[colour]] += 1
                elif colour != FRAME:
                    beside = FRAME in (tile.sides[(side + 1) % 4], tile.sides[(side + 3) % 4])
                    supply[beside][index, layout.place[colour]] += 1
        return supply

    def _log_arrangements(self, free: Flags, left: Flags) -> float:
        """The logarithm of the number of ways to lay the tiles that are left, whether they match or not."""
        zeros = self.layout.zeros if self._exact else np.zeros_like(self.layout.zeros)
        numbers = [int((left & (zeros == kind)).sum()) for kind in range(3)]
        # The frame fixes the rotation of a tile that lies beside it.
        return float(sum(lgamma(number + 1) for number in numbers) + numbers[0] * log(4))

    def _demand(self, boards: Ints, *, ring: bool) -> tuple[NDArray[np.int32], int]:
        """How often each colour is asked for by tiles beside free squares, and the number of sides between these."""
        layout, every = self.layout, np.arange(len(boards))
        free = boards[0] == FREE
        inside, asked = 0, np.zeros((len(boards), len(layout.colours)), np.int32)
        for square in np.flatnonzero(free):
            for side in Side:
                other = layout.neighbours[square, side]
                if other < 0 or bool(self._in_ring[square, side]) is not ring:
                    continue
                if free[other]:
                    inside += side in (Side.EAST, Side.SOUTH)
                else:
                    asked[every, layout.sides[boards[:, other], side.opposite]] += 1
        return asked, inside

    @cached_property
    def _falls(self) -> Floats:
        """The logarithm of n!."""
        return np.array([lgamma(number + 1) for number in range(self._most + 1)])

    @cached_property
    def _pairings(self) -> Floats:
        """The logarithm of the number of ways to pair n sides; for an odd n what lies between."""
        return np.array([n / 2 * log(2) + lgamma((n + 1) / 2) - lgamma(0.5) for n in range(self._most + 1)])

    @property
    def _most(self) -> int:
        return 4 * len(self.layout.puzzle.tiles)


def _sum(values: Floats) -> Floats:
    return np.asarray(values.sum(axis=1))


def _least_mismatches(total: Floats, edges: int, same: Floats) -> Floats:
    """The least b with total + ln C(edges, b) + b ln(1/same - 1) >= 0, interpolated.

    Args:
        total: the logarithm of the expected number of ways without a mismatch.
        edges: the number of diamonds that are not decided yet.
        same: the probability that two sides have the same colour.
    """
    logs = np.array([lgamma(number + 1) for number in range(edges + 1)])
    gain = np.log(np.maximum(1 / same - 1, 1e-9))
    least = np.full(len(total), float(edges))
    before, open_ = total, total < 0
    # Of boards that can do without mismatches, the one with more ways comes first.
    least[~open_] = -np.minimum(total[~open_], 1e3) * 1e-3
    for number in range(1, edges + 1):
        if not open_.any():
            break
        after = total + logs[edges] - logs[number] - logs[edges - number] + number * gain
        reached = open_ & (after >= 0)
        least[reached] = number - 1 - before[reached] / np.maximum(after[reached] - before[reached], 1e-9)
        open_ &= ~reached
        before = after
    return least
