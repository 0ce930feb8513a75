"""The colours that tiles show on the squares of a board: of one that fits, or of random tiles that may fit nowhere."""

from __future__ import annotations

from dataclasses import replace

from edgeasp.generate.colouring import colour, palette
from edgeasp.generate.layout import Kind, Layout, layout
from edgeasp.generate.random_tiles import spread
from edgeasp.generate.recipe import Recipe
from edgeasp.generate.refusal import require_possible, told
from edgeasp.generate.repair import Repair, Sheet
from edgeasp.puzzle.errors import OptionError
from edgeasp.puzzle.model import FRAME, Sides
from edgeasp.puzzle.rng import Rng

_BOARDS = 8
"""How many boards are coloured, and mended, before a recipe is refused."""
_MOST_COLOURS_MORE = 12
"""How many more colours are tried to tell what would do."""


def shown(recipe: Recipe, rng: Rng) -> list[Sides]:
    """The colours north, east, south and west on each square, row by row.

    Raises:
        OptionError: the recipe asks for what cannot be, or for what was not found.
    """
    require_possible(recipe)
    sides, offending = _attempt(recipe, rng)
    if offending:
        raise OptionError(_not_found(recipe, offending))
    return sides


def _attempt(recipe: Recipe, rng: Rng) -> tuple[list[Sides], list[Sides]]:
    """The colours on each square, and those of them that are not as asked for, though several boards were tried."""
    board = layout(recipe.cols, recipe.rows, framed=recipe.framed)
    sheet, offending = _fitting(recipe, board), []
    for _ in range(_BOARDS):
        colours = colour(recipe, board, rng)
        if not recipe.planted:
            groups, colours = spread(recipe, board, colours, rng)
            sheet = _loose(groups, len(board.around))
        if recipe.distinct or not recipe.symmetric:
            repair = Repair(sheet, colours, distinct=recipe.distinct, symmetric=recipe.symmetric)
            offending = repair.run(rng)
        if not offending:
            break
    sides: list[Sides] = [(colours[n], colours[e], colours[s], colours[w]) for n, e, s, w in sheet.around]
    return sides, [sides[square] for square in offending]


def _fitting(recipe: Recipe, board: Layout) -> Sheet:
    """A sheet whose places are those of the board, so that the tiles fit whatever the colours are."""
    places = {kind: board.of(kind) for kind in Kind}
    partners = [places[kind] for kind in board.kinds] if recipe.balanced else None
    return Sheet(board.around, board.squares(), [palette(recipe, kind) for kind in board.kinds], partners)


def _loose(groups: list[list[int]], squares: int) -> Sheet:
    """A sheet on which each side of each tile is a place of its own, which may change colours with any of its group."""
    around = [(4 * square, 4 * square + 1, 4 * square + 2, 4 * square + 3) for square in range(squares)]
    partners: list[list[int]] = [[]] * (4 * squares)
    for group in groups:
        for place in group:
            partners[place] = group
    return Sheet(around, [(place // 4,) for place in range(4 * squares)], (), partners)


def _not_found(recipe: Recipe, offending: list[Sides]) -> str:
    """That nothing was found, and with which numbers of colours there is something."""
    wanted = " and ".join(["tiles that all differ"] * recipe.distinct + ["none symmetric"] * (not recipe.symmetric))
    what = "board" if recipe.planted else "tile set for a board"
    message = f"found no {what} of {recipe.cols} x {recipe.rows} with {told(recipe)}, seed {recipe.seed}, and {wanted}"
    for more in range(1, _MOST_COLOURS_MORE + 1):
        border = any(FRAME in sides for sides in offending)
        centre = any(FRAME not in sides for sides in offending)
        larger = replace(recipe, frame=recipe.frame + more * border, inner=recipe.inner + more * centre)
        try:
            require_possible(larger)
        except OptionError:
            break
        if not _attempt(larger, Rng(recipe.seed))[1]:
            return f"{message}; {told(larger)} will do"
    return message
