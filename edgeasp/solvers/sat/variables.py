"""The variables that all CNF encodings share, and their numbers: tiles on squares, colours on diamonds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from edgeasp.puzzle.candidates import Candidates

Clause = tuple[int, ...]
"""Literals of which one has to be true; a negative number is the negation of a variable."""


@dataclass(frozen=True)
class Variables:
    """The variables and their numbers; tiles, squares and diamonds go by their numbers in the candidates.

    The numbering follows from the puzzle and from whether placements with rotation have variables of their own; clues
    have no influence on it.

    Attributes:
        tile: by tile and square: the tile lies there, in whatever rotation.
        colour: by diamond and colour: the diamond has the colour.
        plus: the tiles with a plus lie on the even squares; None if no tile bears a sign.
        turned: by square, tile and rotation: the tile lies there, so turned; where a tile fits in a single rotation
            it is the variable of the tile on the square. Empty if placements have no rotation.
    """

    candidates: Candidates
    tile: Sequence[Mapping[int, int]]
    colour: Sequence[Mapping[int, int]]
    plus: int | None
    turned: Sequence[Mapping[tuple[int, int], int]]
    count: int


def number(candidates: Candidates, *, turned: bool = False) -> Variables:
    """The variables of a puzzle: tiles on squares first, then colours, signs, and rotations if they are wanted."""
    fresh = count(1)
    tiles: list[dict[int, int]] = []
    for tile in range(len(candidates.puzzle.tiles)):
        tiles.append({square: next(fresh) for square, fits in enumerate(candidates.by_tile) if tile in fits})
    colours = [{colour: next(fresh) for colour in palette} for palette in candidates.domains]
    plus = next(fresh) if candidates.puzzle.signed else None
    rotations: list[dict[tuple[int, int], int]] = [{} for _ in candidates.squares]
    for tile, on in enumerate(tiles if turned else ()):
        for rot in range(4):
            for square, variable in on.items():
                fits = candidates.by_tile[square][tile]
                if any(fit.rot == rot for fit in fits):
                    rotations[square][tile, rot] = variable if len(fits) == 1 else next(fresh)
    return Variables(candidates, tiles, colours, plus, rotations, next(fresh) - 1)
