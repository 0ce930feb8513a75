"""The sums that subsets of some weights reach, and in how many ways: dynamic programming, with its layers kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]
Numbers = NDArray[Any]
"""Natural numbers: int64 where they fit, else integers of Python."""

LARGEST_FAMILY = 62
"""Weights whose subsets an int64 can number."""


def number_type(weights: int) -> Any:
    """The type of array for numbers of subsets of so many weights."""
    return np.int64 if weights <= LARGEST_FAMILY else object


class SubsetSums:
    """All sums of subsets of some weights, in ascending order, each with the number of its subsets.

    Attributes:
        sums: the sums.
        counts: for each the number of subsets.
    """

    def __init__(self, dtype: Any) -> None:
        """Begin with no weights: the empty subset has the sum 0."""
        self.sums: Keys = np.zeros(1, np.int64)
        self.counts: Numbers = np.ones(1, dtype)
        self._layers: list[tuple[int, Keys, Numbers]] = []

    def __len__(self) -> int:
        return len(self.sums)

    def add(self, weight: int) -> None:
        """Add a weight; each subset is now there with and without it."""
        self._layers.append((weight, self.sums, self.counts))
        both = np.concatenate((self.sums, self.sums + weight))
        # A stable sort merges the two ascending halves.
        order = np.argsort(both, kind="stable")
        self.sums, starts = firsts(both[order])
        self.counts = np.add.reduceat(np.concatenate((self.counts, self.counts))[order], starts)

    def subsets(self, sums: Keys, ranks: Numbers) -> NDArray[np.bool_]:
        """The subset of each sum with the given rank among those of that sum, as a row of marks in order of `add`."""
        sums, ranks = sums.copy(), ranks.copy()
        marks = np.zeros((len(sums), len(self._layers)), np.bool_)
        for place in range(len(self._layers) - 1, -1, -1):
            weight, before, counts = self._layers[place]
            at = np.minimum(np.searchsorted(before, sums), len(before) - 1)
            without = np.where(before[at] == sums, counts[at], 0)
            taken = np.asarray(ranks >= without, np.bool_)
            marks[:, place] = taken
            ranks = np.where(taken, ranks - without, ranks)
            sums = np.where(taken, sums - weight, sums)
        return marks


def sums_of(weights: Sequence[int], dtype: Any, check: Callable[[], None] = lambda: None) -> SubsetSums:
    """The sums of all weights."""
    result = SubsetSums(dtype)
    for weight in weights:
        check()
        result.add(weight)
    return result


def firsts(ascending: Keys) -> tuple[Keys, NDArray[np.intp]]:
    """The different values of an ascending array, and where each begins."""
    starts = np.flatnonzero(
        np.concatenate((np.ones(min(len(ascending), 1), np.bool_), ascending[1:] != ascending[:-1]))
    )
    return ascending[starts], starts


class Index:
    """Looks sums up, many at a time: a bitmap answers most questions for what is not there."""

    def __init__(self, sums: Keys) -> None:
        """Index ascending sums."""
        self._sums = sums
        bits = min(26, len(sums).bit_length() + 4)
        self._shift = np.uint64(64 - bits)
        self._bitmap = np.zeros(1 << bits, np.bool_)
        self._bitmap[self._hash(sums)] = True

    def find(self, wanted: Keys) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which of the wanted sums are there, and where."""
        maybe = np.flatnonzero(self._bitmap[self._hash(wanted)])
        at = np.minimum(np.searchsorted(self._sums, wanted[maybe]), len(self._sums) - 1)
        found = self._sums[at] == wanted[maybe]
        return maybe[found], at[found]

    def _hash(self, sums: Keys) -> NDArray[np.intp]:
        # Multiplicative hashing, by the golden ratio (Knuth, volume 3, 6.4).
        product = sums.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        return (product >> self._shift).astype(np.intp)
