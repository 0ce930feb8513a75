"""Checks that refuse an impossible recipe before anything is generated.

The numbers of different tiles are exact: fewer than needed is impossible, but enough is no guarantee near the limit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

from edgeasp.generate.places import PlaceKind, places_of_board
from edgeasp.generate.recipe import Recipe
from edgeasp.puzzle.errors import OptionError

LARGEST_BOARD = 250_000
"""Squares; a larger board is most likely a typing error."""
MOST_COLOURS = 999_999_999
"""The largest colour number of a `.puz`."""


def require_possible(recipe: Recipe) -> None:
    """Refuse a recipe with invalid numbers, or that needs more different tiles than its colours allow.

    Raises:
        OptionError: the recipe is impossible; the message names numbers that are valid.
    """
    require_board(recipe.cols, recipe.rows)
    _require_numbers(recipe)
    _require_clues(recipe)
    _require_places(recipe)
    for lack in shortages(recipe)[:1]:
        kind = " without symmetry" * (not recipe.symmetric and lack.tiles in ("tiles", "centre tiles"))
        wanted = f"{lack.needed} different {lack.tiles}" if recipe.distinct else lack.tiles
        raise OptionError(
            f"{_board(recipe)} takes {wanted}{kind}, but {describe(recipe)} make {lack.possible or 'none'}: "
            f"expected at least {describe(with_enough_colours(recipe))}"
        )


def require_board(cols: int, rows: int) -> None:
    """Refuse a board that is too small or too large.

    Raises:
        OptionError: the board is too small or too large.
    """
    if cols < 2 or rows < 2:
        raise OptionError(f"expected a board of at least 2 columns and 2 rows, not {cols} x {rows}")
    if cols * rows > LARGEST_BOARD:
        raise OptionError(f"expected a board of at most {LARGEST_BOARD:,} squares, not {cols} x {rows}")


def describe(recipe: Recipe) -> str:
    """The numbers of colours of a recipe, in words."""
    if not recipe.framed:
        return _counted(recipe.inner, "colour")
    return f"{recipe.inner} inner and {_counted(recipe.border, 'border colour')}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _board(recipe: Recipe) -> str:
    return f"a{' framed' if recipe.framed else 'n unframed'} board of {recipe.cols} x {recipe.rows}"


def _require_numbers(recipe: Recipe) -> None:
    if min(recipe.inner, recipe.border) < 0:
        raise OptionError(f"expected numbers of colours from 0 on, not {min(recipe.inner, recipe.border)}")
    if recipe.border + recipe.inner > MOST_COLOURS:
        raise OptionError(f"expected at most {MOST_COLOURS:,} colours, not {recipe.border + recipe.inner:,}")
    if recipe.seed < 0:
        raise OptionError(f"expected a seed from 0 on, not {recipe.seed}")
    if not 0 <= recipe.signed <= 1:
        raise OptionError(f"expected a share of signed tiles from 0 to 1, not {recipe.signed:g}")


def _require_clues(recipe: Recipe) -> None:
    cols, rows, clues = recipe.cols, recipe.rows, recipe.clues
    if not recipe.planted and clues not in ("none", 0):
        raise OptionError("a random tile set has no planted solution to take clues from")
    if clues == "five" and min(cols, rows) < 7:
        raise OptionError(f"expected a board of at least 7 x 7 for five clues, not {cols} x {rows}")
    if isinstance(clues, int) and not 0 <= clues <= cols * rows:
        raise OptionError(f"expected from 0 to {cols * rows} clues for {cols} x {rows}, not {clues}")


def _require_places(recipe: Recipe) -> None:
    """Refuse more colours than places, and places without a colour."""
    board = places_of_board(recipe.cols, recipe.rows, framed=recipe.framed)
    border = len(board.of_kind(PlaceKind.BORDER))
    if recipe.border > border:
        raise OptionError(
            f"{_board(recipe)} has {border} diamonds along its border: expected at most {border} border colours, "
            f"not {recipe.border:,}"
        )
    inside = len(board.of_kind(PlaceKind.INNER)) + len(board.of_kind(PlaceKind.OUTSIDE))
    what, places = ("inner colours", "diamonds") if recipe.framed else ("colours", "diamonds and outside sides")
    if recipe.inner > inside:
        raise OptionError(
            f"{_board(recipe)} has {inside or 'no'} {places} for {what}: expected {'at most ' * (inside > 0)}{inside}, "
            f"not {recipe.inner:,}"
        )
    if inside and not recipe.inner:
        raise OptionError(f"{_board(recipe)} has {inside} {places} for {what}: expected 1 to {inside}, not 0")


def corner_tiles(border: int) -> int:
    """The number of different corner tiles: two sides have border colours."""
    return border**2


def side_tiles(border: int, inner: int) -> int:
    """The number of different side tiles: two sides have border colours, the side between them an inner one."""
    return border**2 * inner


def free_tiles(colours: int, *, symmetric: bool) -> int:
    """The number of different tiles without a side of the frame colour, up to rotation.

    Burnside's lemma: of the c^4 ways to colour four sides, each quarter turn leaves c unchanged and the half turn c^2.

    Args:
        colours: the number c of colours.
        symmetric: count tiles that a half or quarter turn maps to themselves.
    """
    if symmetric:
        return (colours**4 + colours**2 + 2 * colours) // 4
    return (colours**4 - colours**2) // 4


@dataclass(frozen=True, slots=True)
class TileCount:
    """How many different tiles of a type a board needs, and how many exist.

    Attributes:
        tiles: the type of tile, in words.
        needed: the number of different tiles that the board needs.
        possible: the number of different tiles with the colours of the recipe.
    """

    tiles: str
    needed: int
    possible: int


def tile_counts(recipe: Recipe) -> list[TileCount]:
    """The number of different tiles of each type, needed and possible."""
    cols, rows = recipe.cols, recipe.rows
    free = free_tiles(recipe.inner, symmetric=recipe.symmetric)
    counts = [("tiles", cols * rows, free)]
    if recipe.framed:
        counts = [
            ("corner tiles", 4, corner_tiles(recipe.border)),
            ("side tiles", 2 * (cols + rows) - 8, side_tiles(recipe.border, recipe.inner)),
            ("centre tiles", (cols - 2) * (rows - 2), free),
        ]
    return [
        TileCount(tiles, number if recipe.distinct else min(number, 1), possible) for tiles, number, possible in counts
    ]


def shortages(recipe: Recipe) -> list[TileCount]:
    """The types of tiles of which too few exist."""
    return [each for each in tile_counts(recipe) if each.possible < each.needed]


def with_enough_colours(recipe: Recipe) -> Recipe:
    """The recipe with the fewest additional border colours, and then inner colours, that make enough tiles."""
    if recipe.framed:
        borders = (replace(recipe, border=border) for border in count(recipe.border))
        recipe = next(each for each in borders if not any(lack.tiles == "corner tiles" for lack in shortages(each)))
    inners = (replace(recipe, inner=inner) for inner in count(recipe.inner))
    return next(each for each in inners if not shortages(each))
