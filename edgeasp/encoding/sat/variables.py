"""The variables that all CNF encodings share, and their numbers: tiles on squares, colours on diamonds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from edgeasp.puzzle.candidates import Candidates

Clause = tuple[int, ...]
"""Literals of which at least one is true; a negative number negates a variable."""


@dataclass(frozen=True)
class Variables:
    """The numbers of the variables; tiles, squares and diamonds are given by their numbers in the candidates.

    The numbering depends on the puzzle and on whether placements with rotation have variables, not on clues.

    Attributes:
        tile: by tile and square: the tile is on the square, in any rotation.
        colour: by diamond and colour: the diamond has the colour.
        plus: the tiles with a plus are on the even squares; None if no tile has a sign.
        placement: by square, then by tile and rotation: the tile is on the square in the rotation. The variable of the
            tile on the square if it fits in one rotation only. Empty if placements have no rotation.
    """

    candidates: Candidates
    tile: Sequence[Mapping[int, int]]
    colour: Sequence[Mapping[int, int]]
    plus: int | None
    placement: Sequence[Mapping[tuple[int, int], int]]
    count: int


def number(candidates: Candidates, *, placements: bool = False) -> Variables:
    """The variables of a puzzle: tiles on squares first, then colours, the sign, and placements if requested."""
    fresh = count(1)
    tiles: list[dict[int, int]] = []
    for tile in range(len(candidates.puzzle.tiles)):
        tiles.append({square: next(fresh) for square, by_tile in enumerate(candidates.by_tile) if tile in by_tile})
    colours = [{colour: next(fresh) for colour in domain} for domain in candidates.domains]
    plus = next(fresh) if candidates.puzzle.signed else None
    rotations: list[dict[tuple[int, int], int]] = [{} for _ in candidates.squares]
    for tile, on in enumerate(tiles if placements else ()):
        for rot in range(4):
            for square, variable in on.items():
                possible = [each.rot for each in candidates.by_tile[square][tile]]
                if rot in possible:
                    rotations[square][tile, rot] = variable if len(possible) == 1 else next(fresh)
    return Variables(candidates, tiles, colours, plus, rotations, next(fresh) - 1)
