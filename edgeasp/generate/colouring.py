"""The colours of the tiles on the squares of a board: of a solved board, or of a random tile set.

A random tile set satisfies every counting condition of a solved board but may have no solution. Without a frame, all
sides of all tiles are drawn in pairs of one colour and shuffled.

With a frame, the sides of a solved board are shuffled, but only among sides of one class: border sides met first
going clockwise around a tile, border sides met last, and inner sides, each on the even and on the odd squares
separately. Every diamond lies between an even and an odd square, so the border stays balanced, and the colours still
match in number on the checkerboard of signs.
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
"""Boards that are coloured and repaired before a recipe is refused."""


def tile_sides(recipe: Recipe, rng: Rng) -> list[Sides]:
    """The colours north, east, south and west on each square, row by row.

    Raises:
        OptionError: the recipe is impossible, or no such tiles were found.
    """
    require_possible(recipe)
    board = places_of_board(recipe.cols, recipe.rows, framed=recipe.framed)
    problem = _board_problem(recipe, board)
    for _ in range(_ATTEMPTS):
        colours = _place_colours(recipe, board, rng)
        if not recipe.planted:
            classes, colours = _shuffled_sides(recipe, board, colours, rng)
            problem = _tile_set_problem(classes, len(board.around))
        if recipe.distinct or not recipe.symmetric:
            repair = Repair(problem, colours, distinct=recipe.distinct, symmetric=recipe.symmetric)
            if not repair.run(rng):
                continue
        return [(colours[n], colours[e], colours[s], colours[w]) for n, e, s, w in problem.around]
    wanted = " and ".join(["tiles that all differ"] * recipe.distinct + ["none symmetric"] * (not recipe.symmetric))
    what = f"{'board' if recipe.planted else 'tile set for a board'} of {recipe.cols} x {recipe.rows}"
    raise OptionError(
        f"found no {what} with {describe(recipe)}, seed {recipe.seed}, and {wanted}: expected more colours"
    )


def _board_problem(recipe: Recipe, board: Places) -> RepairProblem:
    """The repair of a solved board: its places are shared by neighbours, so the tiles fit whatever the colours."""
    places = {kind: board.of_kind(kind) for kind in PlaceKind}
    partners = [places[kind] for kind in board.kinds] if recipe.balanced else None
    palettes = [_palette(recipe, kind) for kind in board.kinds]
    return RepairProblem(board.around, board.adjacent_squares(), palettes, partners)


def _tile_set_problem(classes: list[list[int]], squares: int) -> RepairProblem:
    """The repair of a random tile set: each side is a place of its own, and swaps colours within its class."""
    around = [(4 * square, 4 * square + 1, 4 * square + 2, 4 * square + 3) for square in range(squares)]
    partners: list[list[int]] = [[]] * (4 * squares)
    for sides in classes:
        for side in sides:
            partners[side] = sides
    return RepairProblem(around, [(side // 4,) for side in range(4 * squares)], (), partners)


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
    """The colours of all sides of all tiles, shuffled within classes.

    Args:
        recipe: the recipe.
        board: the places of the board.
        colours: the colour of each place.
        rng: the random numbers.

    Returns:
        the classes of sides, and the colour of each side; side `s` of the tile on square `q` has the index `4 * q + s`.
    """
    classes: dict[Hashable, list[int]] = {}
    for square in range(len(board.around)):
        for side in range(4):
            key = _side_class(recipe, board, square, side) if recipe.framed else ()
            classes.setdefault(key, []).append(4 * square + side)
    if recipe.framed:
        sides = [colours[place] for places in board.around for place in places]
    else:
        sides = 2 * _inner_colours(recipe, 2 * len(board.around), rng)
    for indices in classes.values():
        shuffled = rng.shuffled([sides[index] for index in indices])
        for index, colour in zip(indices, shuffled, strict=True):
            sides[index] = colour
    return list(classes.values()), sides


def _inner_colours(recipe: Recipe, number: int, rng: Rng) -> list[int]:
    if recipe.balanced:
        return _balanced_colours(recipe.inner_colours, number, rng)
    return [rng.choice(recipe.inner_colours) for _ in range(number)]


def _side_class(recipe: Recipe, board: Places, square: int, side: int) -> Hashable:
    """The class of a side on a framed board: sides of one class may be exchanged."""
    places = board.around[square]
    kind = board.kinds[places[side]]
    if kind is PlaceKind.FRAME:
        return kind
    clockwise = kind is PlaceKind.BORDER and board.kinds[places[side - 1]] is PlaceKind.FRAME
    return kind, clockwise, sum(divmod(square, recipe.cols)) % 2
