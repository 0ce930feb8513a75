"""A statistical estimate of how many assignments of signs there are, and samples, where no method counts them.

The method is annealed importance sampling (Neal, 2001). An assignment misses the target of each equation by some
excess; its energy is the sum of the squares. Many chains begin with random signs and turn tiles at random, at first
freely, then with less and less heat, so that excesses shrink. A chain is weighted by what its cooling made more likely;
with these weights, how often the chains are at energy zero in the end is, on average, exactly the share of all
assignments that meet the conditions, however badly the chains mix. How far an estimate may be off is only known from
how much the chains differ, and that promises nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor, log

import numpy as np
from numpy.typing import NDArray

from edgeasp.lab.signs.possible import Marks, NumberOfSigns, SignSystem, with_known_signs
from edgeasp.system.errors import LimitError

_SIDE_BY_SIDE = 4096
"""Chains that walk at a time."""

_COOLING = 200
"""Sweeps over all tiles with less and less heat."""

_RESTING = 100
"""Sweeps in the end, in which chains are observed."""

_COLDEST = 2.0
"""The inverse of the heat in the end: colder, chains hardly move; warmer, they rarely meet all conditions."""

_VARIETY = 0.5
"""The distance of pairs from the most similar ones, in units of energy."""

_SUPPLY = 2
"""Independent assignments for each sample."""


def estimate(
    systems: Sequence[SignSystem], chains: int, seed: int, check: Callable[[], None] = lambda: None
) -> NumberOfSigns:
    """About how many assignments of signs solve one of the systems.

    Args:
        systems: equations that exclude one another; without any, there is none, and that is certain.
        chains: how many chains walk for each system, at least 2; the error falls with the square root.
        seed: of the random numbers.
        check: called several times a second; an exception that it raises ends the walk.

    Raises:
        LimitError: no chain met the conditions, which proves nothing.
    """
    certain = [_without_equations(system) for system in systems]
    if None not in certain:
        return NumberOfSigns(sum(number_of_one or 0 for number_of_one in certain), exact=True)
    parts = []
    for index, system in enumerate(systems):
        walks = _walks(system, min(chains, _SIDE_BY_SIDE), [seed, index], check)
        logs: list[NDArray[np.float64]] = []
        while (missing := chains - sum(map(len, logs))) > 0:
            logs.append(next(walks).log_weights[:missing])
        parts.append(np.concatenate(logs))
    top = _highest(parts)
    weights = [np.exp(part - top) for part in parts]
    mean = float(sum(part.mean() for part in weights))
    variance = float(sum(part.var(ddof=1) / len(part) for part in weights))
    # A chain that met the conditions shows that there is one.
    return NumberOfSigns(max(1, _scaled(mean, top)), variance**0.5 / mean)


def _without_equations(system: SignSystem) -> int | None:
    """The number of assignments where no equation concerns a free tile; None if one does."""
    if any(map(any, system.weights)):
        return None
    return 0 if any(system.targets) else 2 ** len(system.free)


def draw(systems: Sequence[SignSystem], number: int, seed: int, check: Callable[[], None] = lambda: None) -> Marks:
    """So many assignments of signs, nearly uniform among those that solve one of the systems, in random order.

    Chains walk until what they found is worth twice as many independent assignments, which is measured by how unequal
    their weights are. One may be drawn again. None is drawn without a system.

    Raises:
        LimitError: no chain met the conditions, which proves nothing.
    """
    if not systems:
        return np.zeros((0, 0), np.bool_)
    walks = [_walks(system, _SIDE_BY_SIDE, [seed, index], check) for index, system in enumerate(systems)]
    rows, logs, worth = [], [], 0.0
    while worth < number * _SUPPLY:
        walked = [next(walk) for walk in walks]
        rows += [with_known_signs(system, walk.marks) for system, walk in zip(systems, walked, strict=True)]
        logs += [walk.log_weights for walk in walked]
        weights = np.exp(np.concatenate(logs) - _highest(logs))
        worth = float(weights.sum() ** 2 / (weights**2).sum())
    random = np.random.default_rng([seed, len(systems)])
    # Equal steps through the weights take each assignment about as often as it is due.
    steps = (np.arange(number) + random.random()) / number
    ends = np.cumsum(weights)
    chosen = np.searchsorted(ends, steps * ends[-1], side="right")
    drawn: Marks = np.concatenate(rows)[random.permutation(chosen)]
    return drawn


@dataclass(frozen=True, slots=True)
class _Walked:
    """The outcome of some chains.

    Attributes:
        marks: for each chain an assignment of the free tiles that it met, true for plus; anything if it met none.
        log_weights: for each chain the logarithm of its weight, minus infinity if it met none. The mean weight is
            about the number of assignments.
    """

    marks: Marks
    log_weights: NDArray[np.float64]


def _walks(system: SignSystem, abreast: int, seed: list[int], check: Callable[[], None]) -> Iterator[_Walked]:
    """Walks of chains that are independent of one another, without end."""
    weights = np.array(system.weights, np.int32).reshape(len(system.free), len(system.targets))
    heats = _inverse_heats(weights)
    index = 0
    while True:
        chains = _Chains(weights, np.array(system.targets), abreast, np.random.default_rng([*seed, index]))
        yield _walk(chains, heats, check)
        index += 1


def _walk(chains: _Chains, heats: NDArray[np.float64], check: Callable[[], None]) -> _Walked:
    tiles, abreast = chains.signs.shape
    logs = np.full(abreast, tiles * log(2))
    for before, after in pairwise(heats.tolist()):
        check()
        logs -= (after - before) * chains.energy
        chains.sweep(after)
    marks, met = np.zeros((abreast, tiles), np.bool_), np.zeros(abreast, np.int64)
    for _ in range(_RESTING):
        check()
        chains.sweep(float(heats[-1]))
        there = chains.energy == 0
        met += there
        # Of all that a chain meets, each is kept with the same probability.
        kept = there & (chains.random.random(abreast) * met < 1)
        marks[kept] = chains.signs[:, kept].T > 0
    with np.errstate(divide="ignore"):
        return _Walked(marks, logs + np.log(met / _RESTING))


class _Chains:
    """Assignments of signs that change at random, a column each.

    Attributes:
        signs: for each free tile and chain 1 for plus, -1 for minus.
        energy: for each chain the sum over the equations of the square of what is over the target.
        random: the random numbers.
    """

    def __init__(
        self, weights: NDArray[np.int32], targets: NDArray[np.int64], abreast: int, random: np.random.Generator
    ) -> None:
        """Begin with random signs."""
        self._weights, self.random = weights, random
        self.signs = (2 * random.integers(0, 2, (len(weights), abreast)) - 1).astype(np.int8)
        self._excess = (weights.T @ (self.signs > 0) - targets[:, None]).astype(np.int32)
        self.energy = (self._excess**2).sum(axis=0, dtype=np.int64)
        squares = (weights**2).sum(axis=1)
        self._distances = squares[:, None] + squares - 2 * (weights @ weights.T)

    def sweep(self, inverse_heat: float) -> None:
        """Try to turn each tile, and to exchange the signs of pairs."""
        for tile in self.random.permutation(len(self.signs)):
            self._try(int(tile), None, inverse_heat)
        for tile, other in self._pairs():
            self._try(tile, other, inverse_heat)

    def _try(self, tile: int, other: int | None, inverse_heat: float) -> None:
        """Turn a tile, and with it the other one if that has the opposite sign, as the rule of Metropolis allows."""
        change = self._weights[tile] if other is None else self._weights[tile] - self._weights[other]
        equations = np.flatnonzero(change).tolist()
        signs = self.signs[tile]
        slope = np.zeros(len(signs), np.int32)
        for equation in equations:
            slope += 2 * change[equation] * self._excess[equation]
        more = change @ change - signs * slope
        turned = more * inverse_heat <= self.random.standard_exponential(len(signs), np.float32)
        if other is not None:
            turned &= signs != self.signs[other]
        step = signs * turned
        for equation in equations:
            self._excess[equation] -= change[equation] * step
        self.energy += more * turned
        signs -= 2 * step
        if other is not None:
            self.signs[other] += 2 * step

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """The tiles in pairs, mostly of similar ones: if these exchange their signs, the energy changes little."""
        left = self.random.permutation(len(self.signs))
        while len(left) > 1:
            tile, left = left[-1], left[:-1]
            distances = self._distances[tile, left] - _VARIETY * self.random.standard_exponential(len(left))
            at = int(distances.argmin())
            yield int(tile), int(left[at])
            left = np.delete(left, at)


def _inverse_heats(weights: NDArray[np.int32]) -> NDArray[np.float64]:
    """From 0 on, the inverse of the heat of each sweep.

    The excess of an equation is nearly normal. Its variance shrinks by the same factor in each step, so that all steps
    are about equally hard.
    """
    spread = float((weights.astype(np.float64) ** 2).sum(axis=0).mean()) / 4 if weights.size else 1.0
    return ((1 + 2 * _COLDEST * spread) ** np.linspace(0, 1, _COOLING + 1) - 1) / (2 * spread)


def _highest(logs: Sequence[NDArray[np.float64]]) -> float:
    """The largest logarithm of a weight; a `LimitError` says that no chain met the conditions."""
    top = max(float(part.max()) for part in logs)
    if top == -np.inf:
        chains = sum(map(len, logs))
        raise LimitError(f"none of {chains:,} chains met the conditions, which does not prove that nothing meets them")
    return top


def _scaled(value: float, exponent: float) -> int:
    """A value times a power of e, rounded; it may exceed what a float holds."""
    binary = exponent / log(2)
    whole = floor(binary) - 53
    digits = round(value * 2 ** (binary - whole))
    return digits << whole if whole >= 0 else (digits + (1 << -whole - 1)) >> -whole
