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

from edgeasp.generate.places import PlaceKind, Places, places_of_board
from edgeasp.generate.recipe import Recipe
from edgeasp.generate.repair import Repair, RepairProblem
from edgeasp.generate.validation import describe, require_possible
from edgeasp.puzzle.errors import OptionError
from edgeasp.puzzle.model import FRAME, Sides
from edgeasp.puzzle.rng import Rng

_ATTEMPTS = 8
"""How many boards are coloured, and mended, before a recipe is refused."""


def tile_sides(recipe: Recipe, rng: Rng) -> list[Sides]:
    """The colours north, east, south and west on each square, row by row.

    Raises:
        OptionError: the recipe asks for what cannot be, or for what was not found.
    """
    require_possible(recipe)
    board = places_of_board(recipe.cols, recipe.rows, framed=recipe.framed)
    problem, violating = _board_problem(recipe, board), []
    for _ in range(_ATTEMPTS):
        colours = _place_colours(recipe, board, rng)
        if not recipe.planted:
            groups, colours = shuffled_sides(recipe, board, colours, rng)
            problem = _loose_problem(groups, len(board.around))
        if recipe.distinct or not recipe.symmetric:
            repair = Repair(problem, colours, distinct=recipe.distinct, symmetric=recipe.symmetric)
            violating = repair.run(rng)
        if not violating:
            break
    if violating:
        raise OptionError(_not_found(recipe))
    return [(colours[n], colours[e], colours[s], colours[w]) for n, e, s, w in problem.around]


def _board_problem(recipe: Recipe, board: Places) -> RepairProblem:
    """A problem whose places are those of the board, so that the tiles fit whatever the colours are."""
    places = {kind: board.of_kind(kind) for kind in PlaceKind}
    partners = [places[kind] for kind in board.kinds] if recipe.balanced else None
    palettes = [_palette(recipe, kind) for kind in board.kinds]
    return RepairProblem(board.around, board.adjacent_squares(), palettes, partners)


def _loose_problem(groups: list[list[int]], squares: int) -> RepairProblem:
    """Each side of each tile is a place of its own, which may change colours with any of its group."""
    around = [(4 * square, 4 * square + 1, 4 * square + 2, 4 * square + 3) for square in range(squares)]
    partners: list[list[int]] = [[]] * (4 * squares)
    for group in groups:
        for place in group:
            partners[place] = group
    return RepairProblem(around, [(place // 4,) for place in range(4 * squares)], (), partners)


def _not_found(recipe: Recipe) -> str:
    wanted = " and ".join(["tiles that all differ"] * recipe.distinct + ["none symmetric"] * (not recipe.symmetric))
    board = f"{'board' if recipe.planted else 'tile set for a board'} of {recipe.cols} x {recipe.rows}"
    return f"found no {board} with {describe(recipe)}, seed {recipe.seed}, and {wanted}: expected more colours"


def _palette(recipe: Recipe, kind: PlaceKind) -> range:
    """The colours that places of a kind may have."""
    if kind is PlaceKind.FRAME:
        return range(FRAME, FRAME + 1)
    return recipe.border_colours if kind is PlaceKind.BORDER else recipe.inner_colours


def _place_colours(recipe: Recipe, board: Places, rng: Rng) -> list[int]:
    """The colour of each place, drawn as the recipe says; in the order of the places unless they are balanced."""
    palettes = {kind: _palette(recipe, kind) for kind in PlaceKind}
    if not recipe.balanced:
        return [FRAME if kind is PlaceKind.FRAME else rng.choice(palettes[kind]) for kind in board.kinds]
    colours = [FRAME] * len(board.kinds)
    for kind in (PlaceKind.BORDER, PlaceKind.INNER, PlaceKind.OUTSIDE):
        places = board.of_kind(kind)
        for place, dealt in zip(places, _balanced_colours(palettes[kind], len(places), rng), strict=True):
            colours[place] = dealt
    return colours


def _inner_colours(recipe: Recipe, number: int, rng: Rng) -> list[int]:
    """So many inner colours, drawn as the recipe says."""
    if recipe.balanced:
        return _balanced_colours(recipe.inner_colours, number, rng)
    return [rng.choice(recipe.inner_colours) for _ in range(number)]


def _balanced_colours(colours: range, number: int, rng: Rng) -> list[int]:
    """So many colours in random order, each as often as any other or once more; which ones, rng decides."""
    rounds, rest = divmod(number, len(colours)) if number else (0, 0)
    return rng.shuffled([*colours] * rounds + rng.shuffled(colours)[:rest])


def shuffled_sides(recipe: Recipe, board: Places, colours: list[int], rng: Rng) -> tuple[list[list[int]], list[int]]:
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
            sort = _side_class(recipe, board, square, side) if recipe.framed else ()
            groups.setdefault(sort, []).append(4 * square + side)
    if recipe.framed:
        spread = [colours[place] for places in board.around for place in places]
    else:
        spread = 2 * _inner_colours(recipe, 2 * len(board.around), rng)
    for group in groups.values():
        shuffled = rng.shuffled([spread[index] for index in group])
        for index, colour in zip(group, shuffled, strict=True):
            spread[index] = colour
    return list(groups.values()), spread


def _side_class(recipe: Recipe, board: Places, square: int, side: int) -> Hashable:
    """What the sides have in common that may change places on a framed board."""
    places = board.around[square]
    kind = board.kinds[places[side]]
    if kind is PlaceKind.FRAME:
        return kind
    # Going clockwise around a border tile, the first side that does not lie outside looks clockwise.
    clockwise = kind is PlaceKind.BORDER and board.kinds[places[side - 1]] is PlaceKind.FRAME
    return kind, clockwise, sum(divmod(square, recipe.cols)) % 2
