"""Tiles that are identical, or look the same after a turn, are mended place by place until none is left.

A coloured board is changed as little as that takes: a place at a tile that offends gets another colour, or, where
the number of places of each colour is to stay, changes colours with another place. A change stays if it leaves no
more offences than before, and now and then even if it does, so as not to get stuck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgeasp.generate.places import Four
from edgeasp.puzzle.model import Sides
from edgeasp.puzzle.rng import Rng

PATIENCE = 30
"""Changes tried for each tile, beside ten thousand for the board."""
_BOLDNESS = 0.02
"""How often a change that makes one more tile offend stays; if it makes several, each has to be let pass."""


@dataclass(frozen=True)
class Sheet:
    """What a repair may do.

    Attributes:
        around: the four places of each tile.
        tiles: the tiles that each place touches.
        palettes: the colours that each place may have.
        partners: the places with which each place may change colours; None if it may have another colour instead.
    """

    around: Sequence[Four]
    tiles: Sequence[Sequence[int]]
    palettes: Sequence[range]
    partners: Sequence[Sequence[int]] | None


class Repair:
    """A coloured sheet, and which of its tiles offend."""

    def __init__(self, sheet: Sheet, colours: list[int], *, distinct: bool, symmetric: bool) -> None:
        """Look at all tiles.

        Args:
            sheet: the places, and what may be done to them.
            colours: the colour of each place, which is changed in place.
            distinct: whether two tiles that are identical up to rotation offend.
            symmetric: whether tiles may look the same after a half turn.
        """
        self._sheet = sheet
        self._colours = colours
        self._distinct = distinct
        self._symmetric = symmetric
        self._looks: list[Sides] = [self._look(tile) for tile in range(len(sheet.around))]
        self._number: dict[Sides, int] = {}
        self._suspects: list[int] = []
        self._suspected = [False] * len(self._looks)
        for tile in range(len(self._looks)):
            self._enter(tile)

    def run(self, rng: Rng) -> list[int]:
        """Mend what offends; gives the tiles that still do when patience is at an end."""
        for _ in range(10_000 + PATIENCE * len(self._looks)):
            tile = self._offender(rng)
            if tile is None:
                return []
            self._try(tile, rng)
        return [tile for tile in range(len(self._looks)) if self._offends(tile)]

    def _offender(self, rng: Rng) -> int | None:
        """A tile that offends; those among the suspects that no longer do are struck off."""
        suspects = self._suspects
        while suspects:
            index = rng.randrange(len(suspects))
            tile = suspects[index]
            if self._offends(tile):
                return tile
            suspects[index] = suspects[-1]
            suspects.pop()
            self._suspected[tile] = False
        return None

    def _try(self, tile: int, rng: Rng) -> None:
        """Change one place of a tile, and take it back unless that helps."""
        changes = self._change(self._sheet.around[tile][rng.randrange(4)], rng)
        if not changes:
            return
        touched = sorted({each for place, _ in changes for each in self._sheet.tiles[place]})
        before = [(place, self._colours[place]) for place, _ in changes]
        worse = self._apply(changes, touched)
        if any(rng.random() >= _BOLDNESS for _ in range(worse)):
            self._apply(before, touched)

    def _change(self, place: int, rng: Rng) -> list[tuple[int, int]]:
        """Another colour for a place, or for it and a partner; nothing if it has to stay as it is."""
        colours = self._colours
        if self._sheet.partners is None:
            other = rng.choice(self._sheet.palettes[place])
            return [] if other == colours[place] else [(place, other)]
        partner = rng.choice(self._sheet.partners[place])
        return [] if colours[place] == colours[partner] else [(place, colours[partner]), (partner, colours[place])]

    def _apply(self, changes: list[tuple[int, int]], touched: list[int]) -> int:
        """Change colours; gives by how much the number of offences grows."""
        growth = -sum(self._leave(tile) for tile in touched)
        for place, colour in changes:
            self._colours[place] = colour
        for tile in touched:
            self._looks[tile] = self._look(tile)
        return growth + sum(self._enter(tile) for tile in touched)

    def _leave(self, tile: int) -> int:
        """Take a tile out of the count; gives the offences that go with it."""
        look = self._looks[tile]
        self._number[look] -= 1
        return (self._distinct and self._number[look] > 0) + (not self._symmetric and _is_symmetric(look))

    def _enter(self, tile: int) -> int:
        """Take a tile into the count; gives the offences that come with it."""
        look = self._looks[tile]
        twins = self._number.get(look, 0)
        self._number[look] = twins + 1
        offences = (self._distinct and twins > 0) + (not self._symmetric and _is_symmetric(look))
        if offences and not self._suspected[tile]:
            self._suspected[tile] = True
            self._suspects.append(tile)
        return offences

    def _offends(self, tile: int) -> bool:
        look = self._looks[tile]
        return (self._distinct and self._number[look] > 1) or (not self._symmetric and _is_symmetric(look))

    def _look(self, tile: int) -> Sides:
        """What tiles share exactly if they are identical up to rotation."""
        north, east, south, west = (self._colours[place] for place in self._sheet.around[tile])
        return min(
            (north, east, south, west),
            (east, south, west, north),
            (south, west, north, east),
            (west, north, east, south),
        )


def _is_symmetric(look: Sides) -> bool:
    north, east, south, west = look
    return north == south and east == west
