"""A colour for every place of a board."""

from __future__ import annotations

from edgeasp.generate.layout import Kind, Layout
from edgeasp.generate.recipe import Recipe
from edgeasp.puzzle.model import FRAME
from edgeasp.puzzle.rng import Rng


def palette(recipe: Recipe, kind: Kind) -> range:
    """The colours that places of a kind may have."""
    if kind is Kind.FRAME:
        return range(FRAME, FRAME + 1)
    return recipe.ring_colours if kind is Kind.RING else recipe.inner_colours


def colour(recipe: Recipe, board: Layout, rng: Rng) -> list[int]:
    """The colour of each place, drawn as the recipe says; in the order of the places unless they are balanced."""
    palettes = {kind: palette(recipe, kind) for kind in Kind}
    if not recipe.balanced:
        return [FRAME if kind is Kind.FRAME else rng.choice(palettes[kind]) for kind in board.kinds]
    colours = [FRAME] * len(board.kinds)
    for kind in (Kind.RING, Kind.INNER, Kind.RIM):
        places = board.of(kind)
        for place, dealt in zip(places, _deal(palettes[kind], len(places), rng), strict=True):
            colours[place] = dealt
    return colours


def draw(recipe: Recipe, number: int, rng: Rng) -> list[int]:
    """So many inner colours, drawn as the recipe says."""
    if recipe.balanced:
        return _deal(recipe.inner_colours, number, rng)
    return [rng.choice(recipe.inner_colours) for _ in range(number)]


def _deal(colours: range, number: int, rng: Rng) -> list[int]:
    """So many colours in random order, each as often as any other or once more; which ones, rng decides."""
    rounds, rest = divmod(number, len(colours)) if number else (0, 0)
    return rng.shuffled([*colours] * rounds + rng.shuffled(colours)[:rest])
