"""How many different tiles a number of colours makes, and whether these are as many as a board takes.

Exact counting: what falls short here is impossible. What does not may be impossible all the same, near the limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from edgeasp.generate.recipe import Recipe


def corner_tiles(frame: int) -> int:
    """The number of different corner tiles: two sides are in the ring."""
    return frame**2


def side_tiles(frame: int, inner: int) -> int:
    """The number of different side tiles: two sides are in the ring, and the one between them is not."""
    return frame**2 * inner


def free_tiles(colours: int, *, symmetric: bool) -> int:
    """The number of different tiles without a side of the frame colour, up to rotation.

    Burnside's lemma: of the c^4 ways to colour four sides, each quarter turn leaves c unchanged and the half turn c^2.

    Args:
        colours: the number c of colours.
        symmetric: whether tiles count that look the same after a half or quarter turn.
    """
    if symmetric:
        return (colours**4 + colours**2 + 2 * colours) // 4
    return (colours**4 - colours**2) // 4


@dataclass(frozen=True, slots=True)
class Shortage:
    """Too few different tiles of a sort.

    Attributes:
        tiles: the sort.
        needed: how many of them a board takes that differ.
        possible: how many the colours make.
    """

    tiles: str
    needed: int
    possible: int


def shortages(recipe: Recipe) -> list[Shortage]:
    """The sorts of tiles of which the colours of a recipe do not make enough."""
    return [Shortage(tiles, needed, possible) for tiles, needed, possible in _demand(recipe) if possible < needed]


def least(recipe: Recipe) -> Recipe:
    """The recipe with as many more frame colours, and then inner ones, as make enough tiles of each sort."""
    if recipe.framed:
        frames = (replace(recipe, frame=frame) for frame in count(recipe.frame))
        recipe = next(each for each in frames if not any(lack.tiles == "corner tiles" for lack in shortages(each)))
    inners = (replace(recipe, inner=inner) for inner in count(recipe.inner))
    return next(each for each in inners if not shortages(each))


def _demand(recipe: Recipe) -> Iterator[tuple[str, int, int]]:
    """Sorts of tiles, how many different ones of each a board takes, and how many there are."""
    cols, rows = recipe.cols, recipe.rows
    free = free_tiles(recipe.inner, symmetric=recipe.symmetric)
    demand = [("tiles", cols * rows, free)]
    if recipe.framed:
        demand = [
            ("corner tiles", 4, corner_tiles(recipe.frame)),
            ("side tiles", 2 * (cols + rows) - 8, side_tiles(recipe.frame, recipe.inner)),
            ("centre tiles", (cols - 2) * (rows - 2), free),
        ]
    for tiles, number, possible in demand:
        yield tiles, number if recipe.distinct else min(number, 1), possible
