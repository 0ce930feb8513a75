"""Presets: the numbers of colours of a recipe, chosen from the type of puzzle and the size of the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from edgeasp.generate.recipe import Recipe
from edgeasp.generate.validation import require_board
from edgeasp.puzzle.errors import OptionError
from edgeasp.puzzle.estimate import expected_solutions, ring_diamonds

LARGEST_ESTIMATE = 4_096
"""Squares; on larger boards the expected number of solutions takes too long to compute."""

Colours = Callable[[int, int, int | None, int | None], tuple[int, int]]
"""From columns, rows, and the numbers of inner and border colours (None to choose them) to both numbers."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A type of puzzle.

    Attributes:
        name: the value of the option `--preset`.
        title: a short description for the help.
        colours: chooses the numbers of inner and border colours.
        size: columns and rows, if the preset fixes them.
        framed: as `Recipe.framed`; `balanced`, `distinct` and `symmetric` likewise.
    """

    name: str
    title: str
    colours: Colours
    size: tuple[int, int] | None = None
    framed: bool = True
    balanced: bool = False
    distinct: bool = False
    symmetric: bool = True


def hardest(cols: int, rows: int, inner: int | None = None, border: int | None = None) -> tuple[int, int]:
    """The numbers of inner and border colours with which framed boards of a size are hardest.

    Few colours allow many solutions, many colours leave few candidates. The hardest number is the largest one with
    which, up to rotation of the board, the expected number of solutions besides the planted one rounds to at least 1.

    Args:
        cols: columns.
        rows: rows.
        inner: the number of inner colours; None to choose it.
        border: the number of border colours; None for `border_share` of the inner colours.

    Raises:
        OptionError: the board has more than `LARGEST_ESTIMATE` squares.
    """
    if inner is not None:
        return inner, border or border_share(cols, rows, inner)
    if cols * rows > LARGEST_ESTIMATE:
        raise OptionError(
            f"a board of {cols} x {rows} is too large for the expected number of solutions: "
            "expected a number of inner colours"
        )
    few, many = _bounds(cols, rows)
    while few < many:
        middle = (few + many + 1) // 2
        if _expects_second_solution(cols, rows, middle, border or border_share(cols, rows, middle)):
            few = middle
        else:
            many = middle - 1
    return few, border or border_share(cols, rows, few)


def easiest(cols: int, rows: int, inner: int | None = None, border: int | None = None) -> tuple[int, int]:
    """Numbers of inner and border colours with which a tile that fits two neighbours is almost always the right one.

    A wrong centre tile fits two neighbours, in one of its rotations, with probability 4/c^2; the expected number of
    such tiles is at most 1/4.
    """
    if inner is None:
        few, many = _bounds(cols, rows)
        centre = (cols - 2) * (rows - 2)
        inner = max(few, min(many, isqrt(16 * centre - 1) + 1 if centre else many))
    return inner, border or border_share(cols, rows, inner)


def class_colours(cols: int, rows: int, inner: int | None = None, _: int | None = None) -> tuple[int, int]:
    """The number of colours of an unframed board that brings 4 * cols * rows / colours^2 closest to 2."""
    if inner is None:
        low = isqrt(2 * cols * rows)
        inner = min(low, low + 1, key=lambda colours: abs(Fraction(4 * cols * rows, colours**2) - 2))
    return inner, 0


def border_share(cols: int, rows: int, inner: int) -> int:
    """The number of border colours for a number of inner colours: the least number whose square is larger.

    The two border sides of a tile then carry about as much information as the inner side between them.
    """
    return min(isqrt(inner) + 1, ring_diamonds(cols, rows))


PRESETS = (
    Preset("hard", "framed, with the hardest numbers of colours", hardest),
    Preset("easy", "framed, with so many colours that almost only the right tile fits", easiest),
    Preset("class", "unframed, with 4 * cols * rows / colours^2 near 2", class_colours, framed=False),
    Preset(
        "e2-like",
        "like Eternity II: 16x16, all tiles different, none symmetric",
        hardest,
        size=(16, 16),
        balanced=True,
        distinct=True,
        symmetric=False,
    ),
)


def preset(name: str) -> Preset:
    """The preset with a name.

    Raises:
        OptionError: there is no such preset.
    """
    for each in PRESETS:
        if each.name == name:
            return each
    raise OptionError(f"expected a preset ({', '.join(each.name for each in PRESETS)}), found {name!r}")


def _bounds(cols: int, rows: int) -> tuple[int, int]:
    """The least and the largest possible number of inner colours of a framed board."""
    inside = 2 * cols * rows - cols - rows - ring_diamonds(cols, rows)
    return min(inside, 1), inside


def _expects_second_solution(cols: int, rows: int, inner: int, border: int) -> bool:
    """Whether another solution is expected besides the planted one, if all colours have about as many diamonds."""
    around = ring_diamonds(cols, rows)
    inside = 2 * cols * rows - cols - rows - around
    expected = expected_solutions(cols, rows, _even(around, border), _even(inside, inner) if inside else [])
    return 2 * expected >= (4 if cols == rows else 2)


def _even(diamonds: int, colours: int) -> list[int]:
    """The number of diamonds of each colour, spread evenly."""
    return [(diamonds + index) // colours for index in range(colours)]


def resolve_preset(
    name: str | None,
    size: tuple[int, int] | None = None,
    *,
    unframed: bool = False,
    inner: int | None = None,
    border: int | None = None,
) -> Recipe:
    """The recipe of a preset, with the parameters that override it.

    Args:
        name: the preset; None for `hard`, or `class` if unframed.
        size: columns and rows; None if the preset fixes them.
        unframed: the puzzle must have no frame.
        inner: the number of inner colours; None to choose it.
        border: the number of border colours; None to choose it.

    Raises:
        OptionError: there is no such preset, or it contradicts the other parameters.
    """
    chosen = preset(name or ("class" if unframed else "hard"))
    if chosen.framed and unframed:
        raise OptionError(f"the preset {chosen.name} has a frame: expected another one for an unframed puzzle")
    if not chosen.framed and border is not None:
        raise OptionError("an unframed puzzle has no border: expected no number of border colours")
    size = size or chosen.size
    if size is None:
        raise OptionError("expected a size, such as --size 10 or --size 10x8")
    cols, rows = size
    require_board(cols, rows)
    inner, border = chosen.colours(cols, rows, inner, border)
    return Recipe(
        cols, rows, inner, border, balanced=chosen.balanced, distinct=chosen.distinct, symmetric=chosen.symmetric
    )
