"""Local search that recolours places until no tile is identical to another or symmetric.

Each step picks a tile that violates a requirement and changes one of its places: to another colour, or, where the
number of places of each colour is fixed, by a swap with another place. The step is kept if there are no more
violations than before, and with a small probability otherwise, to leave local minima.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from edgeasp.generate.places import FourPlaces
from edgeasp.generate.recipe import Recipe
from edgeasp.puzzle.model import Sides, canonical_sides
from edgeasp.puzzle.rng import Rng

_STEPS, _STEPS_PER_TILE = 10_000, 30
_ACCEPT_WORSE = 0.02
"""The probability of keeping a step, for each violation that it adds."""


class Repair:
    """The state of a repair: the colours, and the tiles that may violate a requirement."""

    def __init__(
        self,
        around: Sequence[FourPlaces],
        colours: list[int],
        palettes: Sequence[range],
        partners: Sequence[Sequence[int]] | None,
        recipe: Recipe,
    ) -> None:
        """Count the violations of tiles with the places `around` them; `run` changes the list of colours.

        A place swaps colours with one of its partners or, without partners, takes another colour of its palette.
        """
        self._around = around
        self._colours = colours
        self._palettes = palettes
        self._partners = partners
        self._recipe = recipe
        self._tiles: list[list[int]] = [[] for _ in colours]
        for tile, places in enumerate(around):
            for place in places:
                self._tiles[place].append(tile)
        self._canonical = [self._canonical_sides(tile) for tile in range(len(around))]
        self._count: Counter[Sides] = Counter()
        self._candidates: list[int] = []
        self._is_candidate = [False] * len(around)
        for tile in range(len(around)):
            self._add(tile)

    def run(self, rng: Rng) -> bool:
        """Search until no tile violates a requirement; False if the steps did not suffice."""
        for _ in range(_STEPS + _STEPS_PER_TILE * len(self._canonical)):
            tile = self._next_violating(rng)
            if tile is None:
                return True
            self._step(tile, rng)
        return not any(map(self._violations, range(len(self._canonical))))

    def _next_violating(self, rng: Rng) -> int | None:
        """A random candidate that violates a requirement; drops those that no longer do."""
        candidates = self._candidates
        while candidates:
            index = rng.randrange(len(candidates))
            tile = candidates[index]
            if self._violations(tile):
                return tile
            candidates[index] = candidates[-1]
            candidates.pop()
            self._is_candidate[tile] = False
        return None

    def _step(self, tile: int, rng: Rng) -> None:
        """Change a random place of a tile, and undo the change if it is rejected."""
        changes = self._change(self._around[tile][rng.randrange(4)], rng)
        if not changes:
            return
        touched = sorted({each for place, _ in changes for each in self._tiles[place]})
        before = [(place, self._colours[place]) for place, _ in changes]
        worse = self._apply(changes, touched)
        if any(rng.random() >= _ACCEPT_WORSE for _ in range(worse)):
            self._apply(before, touched)

    def _change(self, place: int, rng: Rng) -> list[tuple[int, int]]:
        """New colours for a place, and for its partner in a swap; none if nothing would change."""
        colours = self._colours
        if self._partners is None:
            other = rng.choice(self._palettes[place])
            return [] if other == colours[place] else [(place, other)]
        partner = rng.choice(self._partners[place])
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
        violations = self._violations(tile)
        self._count[self._canonical[tile]] -= 1
        return violations

    def _add(self, tile: int) -> int:
        """Add a tile to the count; returns the violations that appear."""
        self._count[self._canonical[tile]] += 1
        violations = self._violations(tile)
        if violations and not self._is_candidate[tile]:
            self._is_candidate[tile] = True
            self._candidates.append(tile)
        return violations

    def _violations(self, tile: int) -> int:
        north, east, south, west = sides = self._canonical[tile]
        symmetric = north == south and east == west
        return (self._recipe.distinct and self._count[sides] > 1) + (not self._recipe.symmetric and symmetric)

    def _canonical_sides(self, tile: int) -> Sides:
        sides = self._recipe.shown(*(self._colours[place] for place in self._around[tile]))
        return canonical_sides(sides) if self._recipe.turning else sides
