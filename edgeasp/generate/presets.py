"""Numbers of colours for whoever does not want to choose them: by kind of puzzle and size of board."""

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
"""Squares; the expected number of solutions of a larger board takes too long to compute."""

Colours = Callable[[int, int, int | None, int | None], tuple[int, int]]
"""From columns, rows, and a number of inner and one of border colours that may be given, to both numbers."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of puzzle.

    Attributes:
        name: what it is called.
        title: a few words on it.
        colours: the numbers of inner and border colours.
        size: columns and rows, where the kind has a size of its own.
        framed: whether it has a frame.
        balanced: whether the colours are.
        distinct: whether all tiles differ.
        symmetric: whether tiles may look the same after a turn.
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
    """The numbers of inner and border colours that make framed boards of a size hardest.

    With few colours there are many solutions to find, with many there is little to try. Hardest are the most
    colours with which a solution is to be expected beside the planted one: with which the expected number, up to
    turns of the board, rounds to 1 at least.

    Args:
        cols: columns.
        rows: rows.
        inner: the number of inner colours, if that is given.
        border: the number of border colours, if that is given; otherwise `border_share` of the inner ones.

    Raises:
        OptionError: the board is too large for this.
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
    """Numbers of inner and border colours with which a tile that fits its neighbours is almost surely the right one.

    On a square with two neighbours, a wrong centre tile fits in one of its rotations with probability 4/c^2; the
    number of these that are to be expected is 1/4 at most.
    """
    if inner is None:
        few, many = _bounds(cols, rows)
        centre = (cols - 2) * (rows - 2)
        inner = max(few, min(many, isqrt(16 * centre - 1) + 1 if centre else many))
    return inner, border or border_share(cols, rows, inner)


def class_colours(cols: int, rows: int, inner: int | None = None, _: int | None = None) -> tuple[int, int]:
    """The number of colours of an unframed board for which 4 * cols * rows / colours^2 is nearest to 2."""
    if inner is None:
        low = isqrt(2 * cols * rows)
        inner = min(low, low + 1, key=lambda colours: abs(Fraction(4 * cols * rows, colours**2) - 2))
    return inner, 0


def border_share(cols: int, rows: int, inner: int) -> int:
    """As many border colours as go with a number of inner ones: the least number whose square is larger.

    The two sides of a tile that lie in the ring then tell about as much as the one between them.
    """
    return min(isqrt(inner) + 1, ring_diamonds(cols, rows))


PRESETS = (
    Preset("hard", "the hardest numbers of colours of a framed board", hardest),
    Preset("easy", "so many colours that almost only the right tile fits", easiest),
    Preset("class", "unframed, 4 * cols * rows / colours^2 near 2", class_colours, framed=False),
    Preset(
        "e2-like",
        "as Eternity II: 16x16, all tiles different, none symmetric",
        hardest,
        size=(16, 16),
        balanced=True,
        distinct=True,
        symmetric=False,
    ),
)


def preset(name: str) -> Preset:
    """The preset of that name.

    Raises:
        OptionError: there is none.
    """
    for each in PRESETS:
        if each.name == name:
            return each
    raise OptionError(f"expected a preset ({', '.join(each.name for each in PRESETS)}), found {name!r}")


def _bounds(cols: int, rows: int) -> tuple[int, int]:
    """The least and the largest number of inner colours that a framed board takes."""
    inside = 2 * cols * rows - cols - rows - ring_diamonds(cols, rows)
    return min(inside, 1), inside


def _expects_second_solution(cols: int, rows: int, inner: int, border: int) -> bool:
    """Whether a solution is to be expected beside the planted one, if each colour has about as many diamonds."""
    ring = ring_diamonds(cols, rows)
    inside = 2 * cols * rows - cols - rows - ring
    expected = expected_solutions(cols, rows, _even(ring, border), _even(inside, inner) if inside else [])
    return 2 * expected >= (4 if cols == rows else 2)


def _even(diamonds: int, colours: int) -> list[int]:
    """How many diamonds each colour has, if these numbers differ by one at most."""
    return [(diamonds + index) // colours for index in range(colours)]


def resolve_preset(
    name: str | None,
    size: tuple[int, int] | None = None,
    *,
    unframed: bool = False,
    inner: int | None = None,
    border: int | None = None,
) -> Recipe:
    """The recipe that a preset makes of what is given and what is left open.

    Args:
        name: of the preset; if None, `hard`, or `class` without a frame.
        size: columns and rows, unless the preset has a size of its own.
        unframed: whether an unframed puzzle is asked for.
        inner: the number of inner colours, if it is given.
        border: the number of border colours, if it is given.

    Raises:
        OptionError: there is no such preset, or it does not go with the rest.
    """
    chosen = preset(name or ("class" if unframed else "hard"))
    if chosen.framed and unframed:
        raise OptionError(f"the preset {chosen.name} has a frame: expected another one for an unframed puzzle")
    if not chosen.framed and border is not None:
        raise OptionError("an unframed puzzle has no ring: expected no number of border colours")
    size = size or chosen.size
    if size is None:
        raise OptionError("expected a size, such as --size 10 or --size 10x8")
    cols, rows = size
    require_board(cols, rows)
    inner, border = chosen.colours(cols, rows, inner, border)
    return Recipe(
        cols, rows, inner, border, balanced=chosen.balanced, distinct=chosen.distinct, symmetric=chosen.symmetric
    )
