"""The colours that tiles show on the squares of a board: of one that fits, or of random tiles that may fit nowhere.

Random tiles are such that counting cannot tell them from those of a board that fits. Without a frame, all sides of
all tiles are drawn in pairs of one colour and shuffled.

With a frame, the sides of a coloured board are shuffled, but only among sides of one sort: those in the ring that
look clockwise, those in the ring that look anticlockwise, and those inside, each on the even and on the odd squares
apart. Every diamond lies between an even and an odd square, so each colour keeps as many sides to meet one another
as before: the ring stays balanced, and a checkerboard of signs adds up.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from edgeasp.generate.places import Kind, Layout, layout
from edgeasp.generate.recipe import Recipe
from edgeasp.generate.repair import Repair, Sheet
from edgeasp.generate.validation import require_possible, told
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
