"""Presets: the numbers of colours of a recipe, chosen from the type of puzzle and the size of the board."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

from edgeasp.generate.recipe import Recipe, require_board
from edgeasp.puzzle.expected import expected_solutions, inner_diamonds, ring_diamonds
from edgeasp.system.errors import OptionError

LARGEST_ESTIMATE = 4_096
"""Squares; on larger boards the expected number of solutions takes too long to compute."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A value of the option `--preset`, with a title for the help."""

    name: str
    title: str
    inner: Callable[[int, int, int | None], int]
    """From columns, rows and the number of border colours (None to choose it, 0 without a frame) to inner colours."""
    size: tuple[int, int] | None = None
    framed: bool | None = True
    """Whether it has a frame; None for either."""
    switches: Mapping[str, bool] = field(default_factory=dict)
    """Fields of `Recipe` that differ from the usual."""
    unique: bool = False
    """Whether the puzzles are to have one solution, up to rotation of the board."""


def hardest(cols: int, rows: int, border: int | None = None) -> int:
    """The number of inner colours with which framed boards of a size are hardest.

    Few colours allow many solutions, many colours leave few candidates. The hardest number is the largest one with
    which, up to rotation of the board, the expected number of solutions besides the planted one rounds to at least 1.
    """
    if cols * rows > LARGEST_ESTIMATE:
        raise OptionError(
            f"a board of {cols} x {rows} is too large for the expected number of solutions: "
            "expected a number of inner colours"
        )
    around, inside = ring_diamonds(cols, rows), inner_diamonds(cols, rows)

    def expects_no_other(inner: int) -> bool:
        """Whether no other solution is expected, if all colours have about as many diamonds."""
        ring = _even(around, border or border_share(cols, rows, inner))
        return 2 * expected_solutions(cols, rows, ring, _even(inside, inner)) < (4 if cols == rows else 2)

    return min(inside, bisect_left(range(2, inside + 1), True, key=expects_no_other) + 1)


def moderate(cols: int, rows: int, border: int | None = None) -> int:
    """A number of inner colours with which edgeasp solves boards of up to 16 x 16 squares in seconds.

    With a frame, the expected number of wrong centre tiles that fit two neighbours is at most 1/2. Without one, where
    nothing says where to begin, each colour is on about three diamonds.
    """
    inside, centre = inner_diamonds(cols, rows), (cols - 2) * (rows - 2)
    if border == 0:
        return max(2, cols * rows * 2 // 3)
    return min(inside, isqrt(8 * centre - 1) + 1) if centre else inside


def easiest(cols: int, rows: int, _: int | None = None) -> int:
    """A number of inner colours with which a tile that fits two neighbours is almost always the right one.

    A wrong centre tile fits two neighbours, in one of its rotations, with probability 4/c^2; the expected number of
    such tiles is at most 1/4.
    """
    inside, centre = inner_diamonds(cols, rows), (cols - 2) * (rows - 2)
    return min(inside, isqrt(16 * centre - 1) + 1) if centre else inside


def class_colours(cols: int, rows: int, _: int | None = None) -> int:
    """The number of colours of an unframed board that brings 4 * cols * rows / colours^2 closest to 2."""
    low = isqrt(2 * cols * rows)
    return min(low, low + 1, key=lambda colours: abs(Fraction(4 * cols * rows, colours**2) - 2))


def border_share(cols: int, rows: int, inner: int) -> int:
    """The number of border colours for a number of inner colours: the least number whose square is larger.

    The two border sides of a tile then carry about as much information as the inner side between them.
    """
    return min(isqrt(inner) + 1, ring_diamonds(cols, rows))


PRESETS = (
    Preset("moderate", "with enough colours that edgeasp solves up to 16x16 in seconds", moderate, framed=None),
    Preset("hardest", "framed, with the hardest numbers of colours", hardest),
    Preset("easy", "framed, with so many colours that almost only the right tile fits", easiest),
    Preset("class", "unframed, with 4 * cols * rows / colours^2 near 2", class_colours, framed=False),
    Preset(
        "e2-like",
        "like Eternity II: 16x16, all tiles different, none symmetric",
        hardest,
        size=(16, 16),
        switches={"balanced": True, "distinct": True, "symmetric": False},
    ),
    Preset(
        "scramble",
        "heads and tails: 3x3, four motifs, one solution",
        lambda *_: 4,
        size=(3, 3),
        framed=False,
        switches={"distinct": True, "heads": True},
        unique=True,
    ),
    Preset(
        "tetravex",
        "tiles that may not be turned: unframed, ten colours",
        lambda *_: 10,
        size=(4, 4),
        framed=False,
        switches={"turning": False},
    ),
    Preset(
        "macmahon",
        "all squares of three colours, and one colour around the rim",
        lambda *_: 3,
        size=(6, 4),
        framed=False,
        switches={"every": True, "planted": False, "distinct": True},
    ),
)


def _even(diamonds: int, colours: int) -> list[int]:
    """The number of diamonds of each colour, spread evenly."""
    return [(diamonds + index) // colours for index in range(colours)]


def find_preset(name: str | None) -> Preset:
    """The preset of a name, by default `moderate`; OptionError if there is none."""
    name = name or "moderate"
    chosen = next((preset for preset in PRESETS if preset.name == name), None)
    if chosen is None:
        raise OptionError(f"expected a preset ({', '.join(preset.name for preset in PRESETS)}), found {name!r}")
    return chosen


def resolve_preset(
    name: str | None,
    size: tuple[int, int] | None = None,
    *,
    unframed: bool = False,
    inner: int | None = None,
    border: int | None = None,
) -> Recipe:
    """The recipe of a preset, by default `moderate`, with the parameters that override it."""
    chosen = find_preset(name)
    if chosen.framed and unframed:
        raise OptionError(f"the preset {chosen.name} has a frame: expected another one for an unframed puzzle")
    framed = not unframed if chosen.framed is None else chosen.framed
    if not framed and border is not None:
        raise OptionError("an unframed puzzle has no border: expected no number of border colours")
    size = size or chosen.size
    if size is None:
        raise OptionError("expected a size, such as 10 or 10x8")
    cols, rows = size
    require_board(cols, rows)
    if inner is None:
        inner = chosen.inner(cols, rows, border if framed else 0)
    border = (border or border_share(cols, rows, inner)) if framed else 0
    return Recipe(cols, rows, inner, border, **chosen.switches)
