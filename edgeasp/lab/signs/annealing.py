"""Estimates of the number of sign assignments, and samples, by annealing.

The method is annealed importance sampling (Neal, 2001). The *excess* of an assignment in an equation is the sum of the
weights of its plus tiles, minus the target. The energy of an assignment is the sum of its squared excesses, so
solutions have energy zero. Many Markov chains begin with random signs and flip tiles at random, freely at first and
then at falling temperature, so that excesses shrink. Each chain gets a weight that corrects for the bias of the
cooling. The weighted fraction of chains that end at energy zero is then, on average, the fraction of all assignments
that satisfy the conditions, even if the chains mix badly. The error of an estimate is derived from the differences
between chains, and is not guaranteed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor, log

import numpy as np
from numpy.typing import NDArray

from edgeasp.lab.signs.possible import AssignmentCount, Marks, SignSystem, complete_with_known_signs
from edgeasp.system.errors import LimitError
from edgeasp.system.limits import FOREVER, Deadline

# Number of chains in a batch, which take each step together as an array operation.
_SIDE_BY_SIDE = 4096

# Number of passes over all tiles at falling temperature.
_COOLING = 200

# Number of final passes at constant temperature, in which solutions are collected.
_RESTING = 100

# Final inverse temperature. Colder chains hardly move, and warmer ones rarely satisfy all conditions.
_COLDEST = 2.0

# Randomness in pairing tiles for swaps, in units of energy. Without it, only the most similar tiles pair up.
_VARIETY = 0.5

# Independent assignments to find for each sample to draw, so that few samples repeat.
_SUPPLY = 2


def estimate_count(
    systems: Sequence[SignSystem], chains: int, seed: int, deadline: Deadline = FOREVER
) -> AssignmentCount:
    """Estimate how many sign assignments solve one of the systems.

    Args:
        systems: systems of equations, no two of which have a common solution. If empty, the count is exactly 0.
        chains: number of chains per system, at least 2. Four times as many chains halve the error.
        seed: seed of the random numbers.
        deadline: checked several times a second.

    Raises:
        LimitError: no chain satisfied the conditions. Assignments may exist nevertheless.
    """
    certain = [_count_without_equations(system) for system in systems]
    if None not in certain:
        return AssignmentCount(sum(number_of_one or 0 for number_of_one in certain), exact=True)
    parts = []
    for index, system in enumerate(systems):
        # Each system has its own random numbers, so an estimate does not depend on the other systems.
        walks = _run_batches(system, min(chains, _SIDE_BY_SIDE), [seed, index], deadline)
        logs: list[NDArray[np.float64]] = []
        while (missing := chains - sum(map(len, logs))) > 0:
            logs.append(next(walks).log_weights[:missing])
        parts.append(np.concatenate(logs))
    # Weights can exceed the range of floats, so they are scaled by the largest.
    top = _max_log_weight(parts)
    weights = [np.exp(part - top) for part in parts]
    mean = float(sum(part.mean() for part in weights))
    variance = float(sum(part.var(ddof=1) / len(part) for part in weights))
    # Some chain satisfied the conditions, so there is an assignment, even if the estimate rounds to 0.
    return AssignmentCount(max(1, _times_exp(mean, top)), variance**0.5 / mean)


def _count_without_equations(system: SignSystem) -> int | None:
    # Counts exactly if no equation has weights. Returns None for other systems.
    if any(map(any, system.weights)):
        return None
    return 0 if any(system.targets) else 2 ** len(system.free)


def draw_samples(systems: Sequence[SignSystem], number: int, seed: int, deadline: Deadline = FOREVER) -> Marks:
    """Sample sign assignments nearly uniformly among all solutions.

    Chains are added until their effective sample size is twice the number of samples. The effective sample size is the
    number of chains if all weights are equal, and lower otherwise. Samples may repeat. The result is empty if there are
    no systems.

    Raises:
        LimitError: no chain satisfied the conditions. Assignments may exist nevertheless.
    """
    if not systems:
        return np.zeros((0, 0), np.bool_)
    walks = [_run_batches(system, _SIDE_BY_SIDE, [seed, index], deadline) for index, system in enumerate(systems)]
    rows, logs, worth = [], [], 0.0
    while worth < number * _SUPPLY:
        walked = [next(walk) for walk in walks]
        rows += [complete_with_known_signs(system, walk.marks) for system, walk in zip(systems, walked, strict=True)]
        logs += [walk.log_weights for walk in walked]
        weights = np.exp(np.concatenate(logs) - _max_log_weight(logs))
        # Kish's effective sample size.
        worth = float(weights.sum() ** 2 / (weights**2).sum())
    random = np.random.default_rng([seed, len(systems)])
    # Systematic resampling: equal steps through the cumulated weights.
    steps = (np.arange(number) + random.random()) / number
    ends = np.cumsum(weights)
    chosen = np.searchsorted(ends, steps * ends[-1], side="right")
    drawn: Marks = np.concatenate(rows)[random.permutation(chosen)]
    return drawn


@dataclass(frozen=True, slots=True)
class _ChainResults:
    """Results of a batch of chains.

    Attributes:
        marks: signs of the free tiles in a solution that the chain found, one row per chain, true for plus. A row is
            all false if the chain found no solution.
        log_weights: natural logarithm of each chain's weight, minus infinity if the chain found no solution. The mean
            weight estimates the number of solutions.
    """

    marks: Marks
    log_weights: NDArray[np.float64]


def _run_batches(system: SignSystem, count: int, seed: list[int], deadline: Deadline) -> Iterator[_ChainResults]:
    # Yields the results of one batch of `count` independent chains after another, without end.
    weights = np.array(system.weights, np.int32).reshape(len(system.free), len(system.targets))
    heats = _cooling_schedule(weights)
    index = 0
    while True:
        chains = _MarkovChains(weights, np.array(system.targets), count, np.random.default_rng([*seed, index]))
        yield _anneal(chains, heats, deadline)
        index += 1


def _anneal(chains: _MarkovChains, heats: NDArray[np.float64], deadline: Deadline) -> _ChainResults:
    tiles, count = chains.signs.shape
    # The start is uniform over all 2**tiles assignments.
    logs = np.full(count, tiles * log(2))
    for before, after in pairwise(heats.tolist()):
        deadline.check()
        # Neal's weight: the ratio of the densities at the two temperatures.
        logs -= (after - before) * chains.energy
        chains.flip_and_swap(after)
    marks, met = np.zeros((count, tiles), np.bool_), np.zeros(count, np.int64)
    for _ in range(_RESTING):
        deadline.check()
        chains.flip_and_swap(float(heats[-1]))
        there = chains.energy == 0
        met += there
        # Reservoir sampling: each solution that a chain visits is kept with the same probability.
        kept = there & (chains.random.random(count) * met < 1)
        marks[kept] = chains.signs[:, kept].T > 0
    with np.errstate(divide="ignore"):
        return _ChainResults(marks, logs + np.log(met / _RESTING))


class _MarkovChains:
    """Markov chains of sign assignments, advanced together.

    Attributes:
        signs: 1 for plus and -1 for minus, with a row per free tile and a column per chain.
        energy: for each chain, the sum of squared excesses over the equations.
        random: generator of random numbers.
    """

    def __init__(
        self, weights: NDArray[np.int32], targets: NDArray[np.int64], count: int, random: np.random.Generator
    ) -> None:
        """Start each chain with random signs."""
        self._weights, self.random = weights, random
        self.signs = (2 * random.integers(0, 2, (len(weights), count)) - 1).astype(np.int8)
        self._excess = (weights.T @ (self.signs > 0) - targets[:, None]).astype(np.int32)
        self.energy = (self._excess**2).sum(axis=0, dtype=np.int64)
        squares = (weights**2).sum(axis=1)
        # Squared distances between the weights of tiles: a swap changes the excesses by the difference.
        self._distances = squares[:, None] + squares - 2 * (weights @ weights.T)

    def flip_and_swap(self, inverse_heat: float) -> None:
        """Propose flips of all signs, then swaps of pairs."""
        for tile in self.random.permutation(len(self.signs)):
            self._propose_change(int(tile), None, inverse_heat)
        for tile, other in self._pair_similar_tiles():
            self._propose_change(tile, other, inverse_heat)

    def _propose_change(self, tile: int, other: int | None, inverse_heat: float) -> None:
        # Flips a tile, or swaps the signs of a pair, in each chain where Metropolis's rule accepts it.
        change = self._weights[tile] if other is None else self._weights[tile] - self._weights[other]
        equations = np.flatnonzero(change).tolist()
        signs = self.signs[tile]
        slope = np.zeros(len(signs), np.int32)
        for equation in equations:
            slope += 2 * change[equation] * self._excess[equation]
        # The excess e of an equation becomes e - s * c, so its square changes by c**2 - 2 * s * c * e.
        more = change @ change - signs * slope
        # An exponential variable is at least x with probability exp(-x).
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

    def _pair_similar_tiles(self) -> Iterator[tuple[int, int]]:
        # Swapping similar tiles changes the energy little, so it is often accepted at low temperature.
        left = self.random.permutation(len(self.signs))
        while len(left) > 1:
            tile, left = left[-1], left[:-1]
            distances = self._distances[tile, left] - _VARIETY * self.random.standard_exponential(len(left))
            at = int(distances.argmin())
            yield int(tile), int(left[at])
            left = np.delete(left, at)


def _cooling_schedule(weights: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return the inverse temperature of each step, starting at 0.

    The excess of an equation is nearly normally distributed. Each step shrinks the variance of the excess by the same
    factor, so that all steps are about equally hard.
    """
    spread = float((weights.astype(np.float64) ** 2).sum(axis=0).mean()) / 4 if weights.size else 1.0
    return ((1 + 2 * _COLDEST * spread) ** np.linspace(0, 1, _COOLING + 1) - 1) / (2 * spread)


def _max_log_weight(logs: Sequence[NDArray[np.float64]]) -> float:
    """Return the largest log weight.

    Raises:
        LimitError: no chain satisfied the conditions.
    """
    top = max(float(part.max()) for part in logs)
    if top == -np.inf:
        chains = sum(map(len, logs))
        raise LimitError(f"none of {chains:,} chains met the conditions, which does not prove that nothing meets them")
    return top


def _times_exp(value: float, exponent: float) -> int:
    # value * e**exponent may exceed the largest float, so it is computed as 53 bits and a shift.
    binary = exponent / log(2)
    whole = floor(binary) - 53
    digits = round(value * 2 ** (binary - whole))
    return digits << whole if whole >= 0 else (digits + (1 << -whole - 1)) >> -whole
