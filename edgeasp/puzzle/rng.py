"""Random numbers that are the same on every platform and in every version of Python."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Rng:
    """The random numbers of a seed.

    All come from `random.Random(seed).random()`: of that class, Python guarantees the numbers of this method alone,
    for integer seeds, in later versions.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random
        """The next number, from 0 to less than 1."""

    def randrange(self, bound: int) -> int:
        """A natural number less than the bound, made from one random number."""
        return int(bound * self.random())

    def below(self, bound: int) -> int:
        """A natural number less than the bound, however large, each with the same probability."""
        words = -(-bound.bit_length() // 32)
        whole = 1 << 32 * words
        while True:
            drawn = 0
            for _ in range(words):
                drawn = drawn << 32 | int(2**32 * self.random())
            # What is left over at the end would make the first numbers more likely.
            if drawn < whole - whole % bound:
                return drawn % bound

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items, made from one random number."""
        return items[int(len(items) * self.random())]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in random order: each gets one random number, and these are sorted."""
        return sorted(items, key=lambda _: self.random())
