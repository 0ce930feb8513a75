"""The colours of the tiles on the squares of a board: of a solved board, or of a random tile set.

A random tile set satisfies every counting condition of a solved board but may have no solution. Without a frame, all
sides of all tiles are drawn in pairs of one colour and shuffled.

With a frame, the sides of a solved board are shuffled, but only among sides of one class: border sides met first
going clockwise around a tile, border sides met last, and inner sides, each on the even and on the odd squares
separately. Every diamond lies between an even and an odd square, so the border stays balanced, and the colours still
match in number on the checkerboard of signs.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from edgeasp.generate.places import FourPlaces, PlaceKind, Places, places_of_board
from edgeasp.generate.recipe import Recipe
from edgeasp.generate.repair import Repair
from edgeasp.generate.validation import describe, require_possible
from edgeasp.puzzle.model import FRAME, Sides
from edgeasp.puzzle.rng import Rng
from edgeasp.system.errors import OptionError

_ATTEMPTS = 8
"""Boards that are coloured and repaired before a recipe is refused."""


def tile_sides(recipe: Recipe, rng: Rng) -> list[Sides]:
    """The colours on each square, row by row; an `OptionError` if the recipe is impossible or none were found."""
    require_possible(recipe)
    board = places_of_board(recipe.cols, recipe.rows, framed=recipe.framed)
    around: Sequence[FourPlaces] = board.around
    palettes = [_palette(recipe, kind) for kind in board.kinds]
    places = {kind: board.of_kind(kind) for kind in PlaceKind}
    partners = [places[kind] for kind in board.kinds] if recipe.balanced else None
    for _ in range(_ATTEMPTS):
        colours = _place_colours(recipe, board, rng)
        if not recipe.planted:
            # Each side is a place of its own, and swaps colours within its class.
            around = [(side, side + 1, side + 2, side + 3) for side in range(0, 4 * len(board.around), 4)]
            partners, colours = _shuffled_sides(recipe, board, colours, rng)
        free = recipe.symmetric and not recipe.distinct
        if free or Repair(around, colours, palettes, partners, recipe).run(rng):
            return [recipe.shown(*(colours[place] for place in places)) for places in around]
    wanted = " and ".join(["tiles that all differ"] * recipe.distinct + ["none symmetric"] * (not recipe.symmetric))
    what = f"{'board' if recipe.planted else 'tile set for a board'} of {recipe.cols} x {recipe.rows}"
    raise OptionError(
        f"found no {what} with {describe(recipe)}, seed {recipe.seed}, and {wanted}: expected more colours"
    )


def _palette(recipe: Recipe, kind: PlaceKind) -> range:
    """The colours that places of a kind may have."""
    if kind is PlaceKind.FRAME:
        return range(FRAME, FRAME + 1)
    return recipe.border_colours if kind is PlaceKind.BORDER else recipe.inner_colours


def _place_colours(recipe: Recipe, board: Places, rng: Rng) -> list[int]:
    """A random colour for each place; drawn place by place or, if balanced, kind by kind."""
    palettes = {kind: _palette(recipe, kind) for kind in PlaceKind}
    if not recipe.balanced:
        return [FRAME if kind is PlaceKind.FRAME else rng.choice(palettes[kind]) for kind in board.kinds]
    colours = [FRAME] * len(board.kinds)
    for kind in (PlaceKind.BORDER, PlaceKind.INNER, PlaceKind.OUTSIDE):
        places = board.of_kind(kind)
        for place, colour in zip(places, _balanced_colours(palettes[kind], len(places), rng), strict=True):
            colours[place] = colour
    return colours


def _balanced_colours(colours: range, number: int, rng: Rng) -> list[int]:
    """`number` colours in random order, each as often as any other or once more."""
    rounds, rest = divmod(number, len(colours)) if number else (0, 0)
    return rng.shuffled([*colours] * rounds + rng.shuffled(colours)[:rest])


def _shuffled_sides(recipe: Recipe, board: Places, colours: list[int], rng: Rng) -> tuple[list[list[int]], list[int]]:
    """The sides in the class of each side, and its colour, shuffled within classes.

    Side `s` of the tile on square `q` has the index `4 * q + s`.
    """
    classes: dict[Hashable, list[int]] = {}
    partners = []
    for square in range(len(board.around)):
        for side in range(4):
            key = _side_class(recipe, board, square, side) if recipe.framed else ()
            partners.append(classes.setdefault(key, []))
            partners[-1].append(4 * square + side)
    if recipe.framed:
        sides = [colours[place] for places in board.around for place in places]
    else:
        palette, pairs = recipe.inner_colours, range(2 * len(board.around))
        balanced = recipe.balanced
        sides = 2 * (_balanced_colours(palette, len(pairs), rng) if balanced else [rng.choice(palette) for _ in pairs])
    for indices in classes.values():
        shuffled = rng.shuffled([sides[index] for index in indices])
        for index, colour in zip(indices, shuffled, strict=True):
            sides[index] = colour
    return partners, sides


def _side_class(recipe: Recipe, board: Places, square: int, side: int) -> Hashable:
    """The class of a side on a framed board: sides of one class may be exchanged."""
    places = board.around[square]
    kind = board.kinds[places[side]]
    if kind is PlaceKind.FRAME:
        return kind
    clockwise = kind is PlaceKind.BORDER and board.kinds[places[side - 1]] is PlaceKind.FRAME
    return kind, clockwise, sum(divmod(square, recipe.cols)) % 2
