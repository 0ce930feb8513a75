"""Tiles that are identical, or look the same after a turn, are mended place by place until none is left.

A coloured board is changed as little as that takes: a place at a tile that offends gets another colour, or, where
the number of places of each colour is to stay, changes colours with another place. A change stays if it leaves no
more violations than before, and now and then even if it does, so as not to get stuck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgeasp.generate.places import FourPlaces
from edgeasp.puzzle.model import Sides
from edgeasp.puzzle.rng import Rng

_TRIES_PER_TILE = 30
"""Changes tried for each tile, beside ten thousand for the board."""
_ACCEPT_WORSE = 0.02
"""How often a change that makes one more tile offend stays; if it makes several, each has to be let pass."""


@dataclass(frozen=True)
class RepairProblem:
    """What a repair may do.

    Attributes:
        around: the four places of each tile.
        tiles: the tiles that each place touches.
        palettes: the colours that each place may have.
        partners: the places with which each place may change colours; None if it may have another colour instead.
    """

    around: Sequence[FourPlaces]
    tiles: Sequence[Sequence[int]]
    palettes: Sequence[range]
    partners: Sequence[Sequence[int]] | None


class Repair:
    """Coloured places, and which of its tiles offend."""

    def __init__(self, problem: RepairProblem, colours: list[int], *, distinct: bool, symmetric: bool) -> None:
        """Look at all tiles.

        Args:
            problem: the places, and what may be done to them.
            colours: the colour of each place, which is changed in place.
            distinct: whether two tiles that are identical up to rotation offend.
            symmetric: whether tiles may look the same after a half turn.
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

    def run(self, rng: Rng) -> list[int]:
        """Mend what offends; gives the tiles that still do when patience is at an end."""
        for _ in range(10_000 + _TRIES_PER_TILE * len(self._canonical)):
            tile = self._next_violating(rng)
            if tile is None:
                return []
            self._try(tile, rng)
        return [tile for tile in range(len(self._canonical)) if self._violates(tile)]

    def _next_violating(self, rng: Rng) -> int | None:
        """A tile that offends; those among the candidates that no longer do are struck off."""
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

    def _try(self, tile: int, rng: Rng) -> None:
        """Change one place of a tile, and take it back unless that helps."""
        changes = self._change(self._problem.around[tile][rng.randrange(4)], rng)
        if not changes:
            return
        touched = sorted({each for place, _ in changes for each in self._problem.tiles[place]})
        before = [(place, self._colours[place]) for place, _ in changes]
        worse = self._apply(changes, touched)
        if any(rng.random() >= _ACCEPT_WORSE for _ in range(worse)):
            self._apply(before, touched)

    def _change(self, place: int, rng: Rng) -> list[tuple[int, int]]:
        """Another colour for a place, or for it and a partner; nothing if it has to stay as it is."""
        colours = self._colours
        if self._problem.partners is None:
            other = rng.choice(self._problem.palettes[place])
            return [] if other == colours[place] else [(place, other)]
        partner = rng.choice(self._problem.partners[place])
        return [] if colours[place] == colours[partner] else [(place, colours[partner]), (partner, colours[place])]

    def _apply(self, changes: list[tuple[int, int]], touched: list[int]) -> int:
        """Change colours; gives by how much the number of violations grows."""
        growth = -sum(self._remove(tile) for tile in touched)
        for place, colour in changes:
            self._colours[place] = colour
        for tile in touched:
            self._canonical[tile] = self._canonical_sides(tile)
        return growth + sum(self._add(tile) for tile in touched)

    def _remove(self, tile: int) -> int:
        """Take a tile out of the count; gives the violations that go with it."""
        sides = self._canonical[tile]
        self._count[sides] -= 1
        return (self._distinct and self._count[sides] > 0) + (not self._symmetric and _is_symmetric(sides))

    def _add(self, tile: int) -> int:
        """Take a tile into the count; gives the violations that come with it."""
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
        """What tiles share exactly if they are identical up to rotation."""
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
