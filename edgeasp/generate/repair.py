"""Local search that recolours places until no tile is identical to another or symmetric.

Each step picks a tile that violates a requirement and changes one of its places: to another colour, or, where the
number of places of each colour is fixed, by a swap with another place. The step is kept if there are no more
violations than before, and with a small probability otherwise, to leave local minima.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgeasp.generate.places import FourPlaces
from edgeasp.puzzle.model import Sides
from edgeasp.puzzle.rng import Rng

_STEPS, _STEPS_PER_TILE = 10_000, 30
_ACCEPT_WORSE = 0.02
"""The probability of keeping a step, for each violation that it adds."""


@dataclass(frozen=True)
class RepairProblem:
    """The places of the tiles, and the changes that are allowed.

    Attributes:
        around: the four places of each tile.
        tiles: the tiles that each place touches.
        palettes: the colours that each place may have; unused if there are partners.
        partners: the places with which each place may swap colours, for balanced boards and random tile sets; None if
            it takes another colour instead.
    """

    around: Sequence[FourPlaces]
    tiles: Sequence[Sequence[int]]
    palettes: Sequence[range]
    partners: Sequence[Sequence[int]] | None


class Repair:
    """The state of a repair: the colours, and the tiles that may violate a requirement."""

    def __init__(self, problem: RepairProblem, colours: list[int], *, distinct: bool, symmetric: bool) -> None:
        """Count the violations.

        Args:
            problem: the places and the changes that are allowed.
            colours: the colour of each place; changed in place.
            distinct: no two tiles may be identical up to rotation.
            symmetric: tiles may be symmetric under a half turn.
        """
        self._problem = problem
        self._colours = colours
        self._distinct = distinct
        self._symmetric = symmetric
        self._canonical: list[Sides] = [self._canonical_sides(tile) for tile in range(len(problem.around))]
        self._count: dict[Sides, int] = {}
        self._candidates: list[int] = []
        self._is_candidate = [False] * len(self._canonical)
        for tile in range(len(self._canonical)):
            self._add(tile)

    def run(self, rng: Rng) -> bool:
        """Search until no tile violates a requirement; False if the steps did not suffice."""
        for _ in range(_STEPS + _STEPS_PER_TILE * len(self._canonical)):
            tile = self._next_violating(rng)
            if tile is None:
                return True
            self._step(tile, rng)
        return not any(self._violates(tile) for tile in range(len(self._canonical)))

    def _next_violating(self, rng: Rng) -> int | None:
        """A random candidate that violates a requirement; drops those that no longer do."""
        candidates = self._candidates
        while candidates:
            index = rng.randrange(len(candidates))
            tile = candidates[index]
            if self._violates(tile):
                return tile
            candidates[index] = candidates[-1]
            candidates.pop()
            self._is_candidate[tile] = False
        return None

    def _step(self, tile: int, rng: Rng) -> None:
        """Change a random place of a tile, and undo the change if it is rejected."""
        changes = self._change(self._problem.around[tile][rng.randrange(4)], rng)
        if not changes:
            return
        touched = sorted({each for place, _ in changes for each in self._problem.tiles[place]})
        before = [(place, self._colours[place]) for place, _ in changes]
        worse = self._apply(changes, touched)
        if any(rng.random() >= _ACCEPT_WORSE for _ in range(worse)):
            self._apply(before, touched)

    def _change(self, place: int, rng: Rng) -> list[tuple[int, int]]:
        """New colours for a place, and for its partner in a swap; none if nothing would change."""
        colours = self._colours
        if self._problem.partners is None:
            other = rng.choice(self._problem.palettes[place])
            return [] if other == colours[place] else [(place, other)]
        partner = rng.choice(self._problem.partners[place])
        return [] if colours[place] == colours[partner] else [(place, colours[partner]), (partner, colours[place])]

    def _apply(self, changes: list[tuple[int, int]], touched: list[int]) -> int:
        """Set colours; returns the increase in violations."""
        increase = -sum(self._remove(tile) for tile in touched)
        for place, colour in changes:
            self._colours[place] = colour
        for tile in touched:
            self._canonical[tile] = self._canonical_sides(tile)
        return increase + sum(self._add(tile) for tile in touched)

    def _remove(self, tile: int) -> int:
        """Remove a tile from the count; returns the violations that disappear."""
        sides = self._canonical[tile]
        self._count[sides] -= 1
        return (self._distinct and self._count[sides] > 0) + (not self._symmetric and _is_symmetric(sides))

    def _add(self, tile: int) -> int:
        """Add a tile to the count; returns the violations that appear."""
        sides = self._canonical[tile]
        identical = self._count.get(sides, 0)
        self._count[sides] = identical + 1
        violations = (self._distinct and identical > 0) + (not self._symmetric and _is_symmetric(sides))
        if violations and not self._is_candidate[tile]:
            self._is_candidate[tile] = True
            self._candidates.append(tile)
        return violations

    def _violates(self, tile: int) -> bool:
        sides = self._canonical[tile]
        return (self._distinct and self._count[sides] > 1) or (not self._symmetric and _is_symmetric(sides))

    def _canonical_sides(self, tile: int) -> Sides:
        """The least rotation of the sides, equal for identical tiles; written out, as every step computes it."""
        north, east, south, west = (self._colours[place] for place in self._problem.around[tile])
        return min(
            (north, east, south, west),
            (east, south, west, north),
            (south, west, north, east),
            (west, north, east, south),
        )


def _is_symmetric(sides: Sides) -> bool:
    north, east, south, west = sides
    return north == south and east == west
