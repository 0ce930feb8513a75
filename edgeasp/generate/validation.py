"""Checks that refuse an impossible recipe before anything is generated.

The numbers of different tiles are exact: fewer than needed is impossible, but enough is no guarantee near the limit.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from edgeasp.generate.recipe import PlaceKind, Recipe, places_of_board
from edgeasp.system.errors import OptionError

LARGEST_BOARD = 250_000
"""Squares; a larger board is most likely a typing error."""
MOST_COLOURS = 999_999_999
"""The largest colour number of a `.puz`."""


def require_possible(recipe: Recipe) -> None:
    """Refuse a recipe with invalid numbers, or that needs more different tiles than its colours allow."""
    require_board(recipe.cols, recipe.rows)
    _require_numbers(recipe)
    _require_clues(recipe)
    _require_places(recipe)
    for tiles, (needed, possible) in shortages(recipe).items():
        kind = " without symmetry" * (not recipe.symmetric and tiles in ("tiles", "centre tiles"))
        wanted = f"{needed} different {tiles}" if recipe.distinct else tiles
        raise OptionError(
            f"{_board(recipe)} takes {wanted}{kind}, but {describe(recipe)} make {possible or 'none'}: "
            f"expected at least {describe(with_enough_colours(recipe))}"
        )


def require_board(cols: int, rows: int) -> None:
    """Refuse a board that is too small or too large."""
    if cols < 2 or rows < 2:
        raise OptionError(f"expected a board of at least 2 columns and 2 rows, not {cols} x {rows}")
    if cols * rows > LARGEST_BOARD:
        raise OptionError(f"expected a board of at most {LARGEST_BOARD:,} squares, not {cols} x {rows}")


def describe(recipe: Recipe) -> str:
    """The numbers of colours of a recipe, in words."""
    what = "motif" if recipe.heads else "colour"
    if not recipe.framed:
        return _counted(recipe.inner, what)
    return f"{recipe.inner} inner and {_counted(recipe.border, f'border {what}')}"


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
    if not 0 <= recipe.whole <= 1:
        raise OptionError(f"expected a share of motifs that meet themselves from 0 to 1, not {recipe.whole:g}")
    if not recipe.planted and (recipe.heads or not recipe.turning):
        raise OptionError("a random tile set has colours that meet themselves, on tiles that may be turned")


def _require_clues(recipe: Recipe) -> None:
    cols, rows, clues = recipe.cols, recipe.rows, recipe.clues
    if not isinstance(clues, int) and clues not in ("none", "corner", "centre", "five"):
        raise OptionError(f"expected clues none, corner, centre, five or a number, found {clues!r}")
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
    if recipe.inner > inside or (inside and not recipe.inner):
        expected = f"{'at most' if recipe.inner else '1 to'} {inside}" if inside else "0"
        raise OptionError(
            f"{_board(recipe)} has {inside or 'no'} {places} for {what}: expected {expected}, not {recipe.inner:,}"
        )


def possible_tiles(recipe: Recipe) -> dict[str, int]:
    """The number of different tiles of each type, up to rotation, that the colours make.

    Corner and side tiles have border colours on two sides, side tiles an inner colour between these. For the others,
    Burnside's lemma: of the c^4 ways to colour four sides, each quarter turn leaves c unchanged and the half turn c^2.
    """
    inner, corner = len(recipe.inner_colours), len(recipe.border_colours) ** 2
    if not recipe.framed and not recipe.turning:
        return {"tiles": inner**4}
    free = (inner**4 + inner**2 + 2 * inner) // 4 if recipe.symmetric else (inner**4 - inner**2) // 4
    if not recipe.framed:
        return {"tiles": free}
    return {"corner tiles": corner, "side tiles": corner * inner, "centre tiles": free}


def shortages(recipe: Recipe) -> dict[str, tuple[int, int]]:
    """The types of tiles of which too few exist, with the numbers that the board needs and that the colours make."""
    cols, rows, possible = recipe.cols, recipe.rows, possible_tiles(recipe)
    squares = {"corner tiles": 4, "side tiles": 2 * (cols + rows) - 8, "centre tiles": (cols - 2) * (rows - 2)}
    squares["tiles"] = cols * rows
    needed = {tiles: squares[tiles] if recipe.distinct else min(squares[tiles], 1) for tiles in possible}
    return {tiles: (needed[tiles], possible[tiles]) for tiles in possible if possible[tiles] < needed[tiles]}


def with_enough_colours(recipe: Recipe) -> Recipe:
    """The recipe with the fewest additional border colours, and then inner colours, that make enough tiles."""
    if recipe.framed:
        borders = (replace(recipe, border=border) for border in count(recipe.border))
        recipe = next(each for each in borders if "corner tiles" not in shortages(each))
    inners = (replace(recipe, inner=inner) for inner in count(recipe.inner))
    return next(each for each in inners if not shortages(each))
