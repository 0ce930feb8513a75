"""Tiles that counting cannot tell from those of a board that fits, and that may fit nowhere all the same.

Without a frame, all sides of all tiles are drawn in pairs of one colour and shuffled.

With a frame, the sides of a coloured board are shuffled, but only among sides of one sort: those in the ring that
look clockwise, those in the ring that look anticlockwise, and those inside, each on the even and on the odd squares
apart. Every diamond lies between an even and an odd square, so each colour keeps as many sides to meet one another
as before: the ring stays balanced, and a checkerboard of signs adds up.
"""

from __future__ import annotations

from collections.abc import Hashable

from edgeasp.generate.colouring import draw
from edgeasp.generate.layout import Kind, Layout
from edgeasp.generate.recipe import Recipe
from edgeasp.puzzle.rng import Rng


def spread(recipe: Recipe, board: Layout, colours: list[int], rng: Rng) -> tuple[list[list[int]], list[int]]:
    """The sides of all tiles, sorted into groups within which they are shuffled, and the colour of each.

    Side `s` of the tile on square `q`, row by row, has the index `4 * q + s`.

    Args:
        recipe: what is asked for.
        board: the places of a board.
        colours: the colour of each of them.
        rng: the random numbers.
    """
    groups: dict[Hashable, list[int]] = {}
    for square in range(len(board.around)):
        for side in range(4):
            sort = _sort(recipe, board, square, side) if recipe.framed else ()
            groups.setdefault(sort, []).append(4 * square + side)
    if recipe.framed:
        spread = [colours[place] for places in board.around for place in places]
    else:
        spread = 2 * draw(recipe, 2 * len(board.around), rng)
    for group in groups.values():
        shuffled = rng.shuffled([spread[index] for index in group])
        for index, colour in zip(group, shuffled, strict=True):
            spread[index] = colour
    return list(groups.values()), spread


def _sort(recipe: Recipe, board: Layout, square: int, side: int) -> Hashable:
    """What the sides have in common that may change places on a framed board."""
    places = board.around[square]
    kind = board.kinds[places[side]]
    if kind is Kind.FRAME:
        return kind
    # Going clockwise around a border tile, the first side that does not lie outside looks clockwise.
    clockwise = kind is Kind.RING and board.kinds[places[side - 1]] is Kind.FRAME
    return kind, clockwise, sum(divmod(square, recipe.cols)) % 2
