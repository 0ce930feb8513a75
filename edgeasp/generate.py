"""Puzzles by recipe: parameters and what is impossible, presets, planting.

A recipe that is impossible is refused before anything is generated. The numbers of different tiles are exact: fewer
than needed is impossible, but enough is no guarantee near the limit.

The colours are those of a solved board, or of a random tile set, which satisfies every counting condition of a solved
board but may have no solution. Without a frame, all sides of all tiles of a random set are drawn in pairs of one colour
and shuffled. With a frame, the sides of a solved board are shuffled, but only among sides of one class: border sides
met first going clockwise around a tile, border sides met last, and inner sides, each on the even and on the odd squares
separately. Every diamond lies between an even and an odd square, so the border stays balanced, and the colours still
match in number on the checkerboard of signs.

The repair is a local search until no tile is identical to another or symmetric. Each step picks a tile that violates a
requirement and changes one of its places: to another colour, or, where the number of places of each colour is fixed, by
a swap with another place. The step is kept if there are no more violations than before, and with a small probability
otherwise, to leave local minima.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, count, product
from math import isqrt, prod
from operator import sub
from types import ModuleType
from typing import Any, Literal

from edgeasp.puzzle.estimate import expected_solutions, inner_diamonds, ring_diamonds
from edgeasp.puzzle.model import (
    DIFFERENT,
    ENDS,
    FRAME,
    HOLE,
    MOST_THAT_DIFFER,
    WRAPPING,
    Grid,
    Partners,
    Placement,
    Puzzle,
    Rim,
    Side,
    Sides,
    Sign,
    Solution,
    Square,
    Tile,
    all_that_differ,
    as_sides,
    canonical_sides,
    mirrored,
    turned,
)
from edgeasp.puzzle.rng import Rng
from edgeasp.system.errors import OptionError, kind_of
from edgeasp.system.lines import is_whole, number_of

# ---- recipes for puzzles, the places of a board that take one colour each, and what is impossible ----

Clues = Literal["none", "corner", "centre", "five"] | int
"""The placements of the planted solution that become clues; a number means that many random squares."""

Pair = tuple[int, int]
"""The colours of a diamond: what the square to its left or above it shows, and the one across."""


@dataclass(frozen=True)
class Recipe:
    """All parameters of a generated puzzle: equal recipes give equal puzzles.

    >>> edgeasp.generate_puzzle(4, colours=3, border_colours=2, seed=2).recipe.inner_colours
    range(3, 6)

    A diamond is a border diamond if both its squares touch the same edge of a framed board; all others are inner.

    Attributes:
        inner: number of colours of the inner diamonds; without a frame, also of the sides on the outside.
        border: number of colours of the border diamonds; 0 for an unframed puzzle.
        seed: seed of the random numbers, a natural number.
        shared: border and inner colours are both numbered from 1; otherwise the inner colours follow the border
            colours, and no colour is used for both.
        signed: fraction of the tiles that carry a sign, from 0 to 1.
        distinct: no two tiles are identical up to rotation, even if their signs differ.
        symmetric: allow tiles that a half or quarter turn maps to themselves.
        balanced: among border diamonds, inner diamonds and outside sides, the numbers of any two colours differ by at
            most one, where pairs of partners are named those of any two pairs; otherwise each is drawn uniformly.
        clues: which placements of the planted solution become clues.
        shuffle: put the tiles in random order; otherwise they are listed row by row.
        turn: turn the tiles at random; otherwise they keep the orientation of the planted solution.
        heads: colours come in pairs, the head and the tail of a motif, which meet; the numbers above are then those of
            motifs.
        whole: with heads and tails, the fraction of the motifs that meet themselves, from 0 to 1.
        partners: pairs of colours that meet each other, or `different`: any two that differ; the others meet
            themselves. Both colours of a pair are those of border diamonds, or those of inner ones.
        turning: tiles may be turned.
        flipping: tiles may be turned over, left to right; their back is the mirror image.
        fixed: fraction of the tiles that may not be turned, from 0 to 1.
        planted: the puzzle has a planted solution; otherwise it is a random tile set that satisfies all counting
            conditions and may have no solution.
        every: the tiles are all that the colours make, each once, and the first colour, 0, is around the rim and
            inside; there is no planted solution, and there may be none.
        holes: squares of the columns and rows that are not on the board.
        wraps: `columns` if the last column meets the first one, `rows` if the last row does.
        rim: for parts of the outside, the colours that they show in place of the frame's, or of the inner ones; any
            inner ones if none is named, where there is a frame elsewhere.
        spare: number of tiles beyond those of the planted solution, at most as many; they are of another such board.
    """

    cols: int
    rows: int
    inner: int
    border: int = 0
    seed: int = 1
    shared: bool = False
    signed: float = 0.0
    distinct: bool = False
    symmetric: bool = True
    balanced: bool = False
    clues: Clues = "none"
    shuffle: bool = True
    turn: bool = True
    planted: bool = True
    heads: bool = False
    whole: float = 0.0
    partners: Partners | Literal["different"] = ()
    turning: bool = True
    flipping: bool = False
    fixed: float = 0.0
    every: bool = False
    holes: frozenset[Square] = frozenset()
    wraps: frozenset[str] = frozenset()
    rim: Rim = ()
    spare: int = 0

    @property
    def grid(self) -> Grid:
        """The squares of the board."""
        return Grid(self.cols, self.rows, self.holes, self.wraps)

    @property
    def framed(self) -> bool:
        """Whether the puzzle has a frame."""
        return self.border > 0

    @property
    def border_colours(self) -> range:
        """The colours of the border diamonds."""
        return range(1, 1 + self.border + self._halved(self.border))

    @property
    def inner_colours(self) -> range:
        """The colours of the inner diamonds and, without a frame, of the outside sides."""
        first = 0 if self.every else 1 if self.shared else self.border_colours.stop
        return range(first, first + self.inner + self._halved(self.inner))

    def _halved(self, motifs: int) -> int:
        """The number of motifs that have a head and a tail."""
        return motifs - int(motifs * self.whole + 0.5) if self.heads else 0

    @property
    def diamond_colours(self) -> list[int]:
        """The colours of all diamonds, ascending."""
        return sorted({*self.border_colours, *self.inner_colours})

    @property
    def pairs(self) -> Partners:
        """The pairs of colours that meet: as they are named, or the heads and tails of motifs.

        These are the first colours of each palette, two by two.
        """
        if isinstance(self.partners, str):
            return tuple(combinations(self.diamond_colours, 2))
        if self.partners:
            return self.partners
        palettes = [(self.inner_colours, self.inner)]
        if not (self.shared and self.border < self.inner):
            palettes.append((self.border_colours, self.border))
        pairs = {
            (head, head + 1)
            for palette, motifs in palettes
            for head in range(palette.start, palette.start + 2 * self._halved(motifs), 2)
        }
        return tuple(sorted(pairs))

    def diamonds(self, colours: range) -> Sequence[Pair]:
        """The pairs that diamonds of these colours may have."""
        meeting, within = dict[int, set[int]](), {*colours}
        for pair in self.pairs:
            for one, other in (pair, pair[::-1]):
                if self.heads or not {one, other} - within:
                    meeting.setdefault(one, set()).add(other)
        alone = set[int]() if self.partners == DIFFERENT else within.difference(*self.pairs)
        return [(one, other) for one in colours for other in ([one] if one in alone else sorted(meeting.get(one, ())))]

    def appearance(self, sides: Sides) -> Sides:
        """The least sides that a tile shows in the ways in which it may lie: the same for identical ones."""
        faces = [sides, mirrored(as_sides(map(self._behind, sides)))] if self.flipping else [sides]
        return min(map(canonical_sides, faces) if self.turning else faces)

    def _behind(self, colour: int) -> int:
        """The colour that the back shows where the front has another one: its partner, if no colour has several."""
        return self._partner.get(colour, colour)

    @cached_property
    def _partner(self) -> dict[int, int]:
        both = [(one, other) for pair in self.pairs for one, other in (pair, pair[::-1])]
        return dict(both) if len(dict(both)) == len({*both}) else {}

    @property
    def command(self) -> str:
        """The command that generates the puzzle; it names no clues, which do not change it."""
        size = f"{self.cols}" if self.cols == self.rows else f"{self.cols}x{self.rows}"
        board = f"--mask '{'/'.join(self.grid.outline)}'" if self.holes else f"--size {size}"
        words = [f"edgeasp generate {board} --colours {self.inner}"]
        words += [f"--wrap {','.join(sorted(self.wraps))}"] if self.wraps else []
        words += [f"--rim {part}={','.join(map(str, colours)) or 'any'}" for part, colours in self.rim]
        if self.every:
            words.append("--preset macmahon")
        else:
            words += ["--border-colours", f"{self.border}"] if self.framed else ["--unframed"]
        words += ["--seed", f"{self.seed}"]
        options = {
            "--random": not (self.planted or self.every),
            "--shared-palette": self.shared,
            "--balanced": self.balanced,
            "--distinct": self.distinct and not self.every,
            "--no-symmetric": not self.symmetric,
            "--heads-and-tails": self.heads,
            f"--whole-motifs {float(self.whole)!r}": self.whole > 0,
            f"--partners {self._partners_in_words}": bool(self.partners),
            "--upright": not self.turning,
            "--two-sided": self.flipping,
            f"--fixed {float(self.fixed)!r}": self.fixed > 0,
            f"--spare {self.spare}": self.spare > 0,
            f"--signed {float(self.signed)!r}".removesuffix(".0"): self.signed > 0,
            "--no-shuffle": not self.shuffle,
            "--no-turn": not self.turn,
        }
        words += [option for option, wanted in options.items() if wanted]
        return " ".join(words)

    @property
    def _partners_in_words(self) -> str:
        if isinstance(self.partners, str):
            return self.partners
        return ",".join(f"{one}-{other}" for one, other in self.partners)

    @property
    def colours(self) -> str:
        """The numbers of colours, in words."""
        what = "motif" if self.heads else "colour"
        if not self.framed:
            return number_of(self.inner, what)
        return f"{self.inner} inner and {number_of(self.border, f'border {what}')}"


@dataclass(frozen=True, slots=True)
class Planted:
    """A generated puzzle; the planted solution is in the order of the tiles, and None for a random tile set."""

    puzzle: Puzzle
    solution: Solution | None
    clues: Solution


FourPlaces = tuple[int, int, int, int]


class PlaceKind(Enum):
    """The kind of a place."""

    BORDER = "border"
    """A diamond between two squares that touch the same edge of a framed board."""
    INNER = "inner"
    """Any other diamond."""
    OUTSIDE = "outside"
    """A side on the outside that shows any inner colour: of an unframed board, or where the frame is open."""
    FRAME = "frame"
    """All of the outside that shows the frame's colour, as one place."""


@dataclass(frozen=True)
class Places:
    """The places of a board, numbered in the order of the squares row by row, clockwise around each.

    On a framed board the last place is the frame. Sides on a part of the outside that has colours of its own are of
    the kind of that part, which is its name.
    """

    kinds: tuple[PlaceKind | str, ...]
    around: tuple[FourPlaces, ...]

    def of_kind(self, kind: PlaceKind | str) -> list[int]:
        """All places of a kind."""
        return [place for place, other in enumerate(self.kinds) if other == kind]


@lru_cache(maxsize=16)
def places_of_board(grid: Grid, *, framed: bool, rim: Rim = ()) -> Places:
    """The places of a board."""
    coloured = dict(rim)

    def kind(square: Square, side: Side) -> PlaceKind | str:
        """The kind of a side on the outside."""
        part = grid.part(square, side)
        return part if coloured.get(part) else PlaceKind.FRAME if framed and part not in coloured else PlaceKind.OUTSIDE

    def edges(square: Square) -> set[Side]:
        return {side for side in grid.outer_sides(square) if kind(square, side) is PlaceKind.FRAME}

    places: dict[tuple[Square, Side], int] = {}
    kinds: list[PlaceKind | str] = []
    squares = grid.squares
    for square in squares:
        for side in Side:
            beyond = grid.neighbour(square, side)
            if (beyond, side.opposite) in places:
                places[square, side] = places[beyond, side.opposite]
                continue
            outside = None if beyond in grid else kind(square, side)
            if outside is PlaceKind.FRAME:
                continue
            places[square, side] = len(kinds)
            along = framed and not outside and edges(square) & edges(beyond)
            kinds.append(outside or (PlaceKind.BORDER if along else PlaceKind.INNER))
    last = len(kinds)
    around = [[places.get((square, side), last) for side in Side] for square in squares]
    return Places((*kinds, *([PlaceKind.FRAME] if framed else [])), tuple((n, e, s, w) for n, e, s, w in around))


LARGEST_BOARD = 250_000
"""Squares; a larger board is most likely a typing error."""
MOST_COLOURS = 999_999_999
"""The largest colour number of a `.puz`."""


def require_possible(recipe: Recipe) -> None:
    """Refuse a recipe with invalid numbers, or that needs more different tiles than its colours allow."""
    require_board(recipe.cols, recipe.rows)
    _require_numbers(recipe)
    _require_clues(recipe)
    _require_rim(recipe)
    _require_places(recipe)
    _require_partners(recipe)
    _require_every(recipe)
    for tiles, (needed, possible) in shortages(recipe).items():
        kind = " without symmetry" if not recipe.symmetric and tiles in ("tiles", "centre tiles") else ""
        wanted = f"{needed} different {tiles}" if recipe.distinct else tiles
        raise OptionError(
            f"{_board(recipe)} takes {wanted}{kind}, but {recipe.colours} make {possible or 'none'}: "
            f"expected at least {with_enough_colours(recipe).colours}"
        )


def require_board(cols: int, rows: int) -> None:
    """Refuse a board that is too small or too large."""
    if cols < 2 or rows < 2:
        raise OptionError(f"expected a board of at least 2 columns and 2 rows, not {cols} x {rows}")
    if cols * rows > LARGEST_BOARD:
        raise OptionError(f"expected a board of at most {LARGEST_BOARD:,} squares, not {cols} x {rows}")


def _board(recipe: Recipe) -> str:
    return f"a{' framed' if recipe.framed else 'n unframed'} board of {recipe.cols} x {recipe.rows}"


def _require_numbers(recipe: Recipe) -> None:
    for share in (recipe.signed, recipe.whole, recipe.fixed):
        if not isinstance(share, int | float):
            raise TypeError(f"expected a share from 0 to 1, found {kind_of(share)}")
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
    odd = {name for name, lines in zip(WRAPPING, (recipe.cols, recipe.rows), strict=True) if lines % 2}
    if recipe.signed and odd & recipe.wraps:
        raise OptionError(
            f"signs alternate: expected an even number of {min(odd & recipe.wraps)} where they wrap around"
        )
    if not 0 <= recipe.fixed <= 1:
        raise OptionError(f"expected a share of tiles that may not be turned from 0 to 1, not {recipe.fixed:g}")
    if not is_whole(recipe.spare) or not 0 <= recipe.spare <= recipe.grid.size:
        raise OptionError(f"expected from 0 to {recipe.grid.size} tiles left over, found {recipe.spare!r}")
    if recipe.spare and not recipe.planted:
        raise OptionError("a set of tiles without a planted solution has none left over")
    if not recipe.planted and (recipe.heads or recipe.partners or recipe.fixed or not recipe.turning):
        raise OptionError("a random tile set has colours that meet themselves, on tiles that may be turned")


def _require_rim(recipe: Recipe) -> None:
    """Refuse colours of parts of the outside that are not there, and of sets without a planted solution."""
    parts = {part for part, _ in recipe.rim}
    if parts and not recipe.planted:
        raise OptionError("a set of tiles without a planted solution has no rim of its own colours")
    if HOLE in parts and not recipe.holes:
        raise OptionError("the board has no holes: expected no colours of their rim")
    for part in sorted(parts & {side.word for name in recipe.wraps for side in ENDS[name]}):
        raise OptionError(f"the board wraps around at its {part}: expected no colours of the rim there")
    if largest := max((colour for _, colours in recipe.rim for colour in colours if colour > MOST_COLOURS), default=0):
        raise OptionError(f"expected colours of the rim up to {MOST_COLOURS:,}, found {largest:,}")


def _require_partners(recipe: Recipe) -> None:
    """Refuse pairs of colours that there are not, and kinds of diamonds that no pair is for."""
    if not recipe.partners:
        return
    if recipe.heads:
        raise OptionError("heads and tails meet each other: expected no other partners")
    named = recipe.diamond_colours
    if recipe.partners == DIFFERENT and len(named) > MOST_THAT_DIFFER:
        raise OptionError(f"expected at most {MOST_THAT_DIFFER:,} colours where any two differ, found {len(named):,}")
    for colour in sorted({colour for pair in recipe.pairs for colour in pair} - {*named}):
        raise OptionError(f"expected partners among the colours {named[0]} to {named[-1]}, found {colour}")
    palettes = recipe.border_colours, recipe.inner_colours
    for one, other in () if isinstance(recipe.partners, str) else recipe.partners:
        if not any(one in palette and other in palette for palette in palettes):
            border, inner = (f"{palette.start} to {palette[-1]}" for palette in palettes)
            raise OptionError(
                f"no diamond has the partners {one}-{other}: those along the border have the colours {border}, "
                f"the others {inner}"
            )
    board = _board_places(recipe)
    for kind, what in ((PlaceKind.BORDER, "along the border"), (PlaceKind.INNER, "inside")):
        if board.of_kind(kind) and not _palette(recipe, kind):
            raise OptionError(f"no two colours of the diamonds {what} meet: expected more of them, or other partners")


def _require_clues(recipe: Recipe) -> None:
    cols, rows, clues = recipe.cols, recipe.rows, recipe.clues
    if not isinstance(clues, int) and clues not in ("none", "corner", "centre", "five"):
        raise OptionError(f"expected clues none, corner, centre, five or a number, found {clues!r}")
    if not recipe.planted and clues not in ("none", 0):
        raise OptionError("a random tile set has no planted solution to take clues from")
    if clues == "five" and min(cols, rows) < 7:
        raise OptionError(f"expected a board of at least 7 x 7 for five clues, not {cols} x {rows}")
    size = recipe.grid.size
    if isinstance(clues, int) and not 0 <= clues <= size:
        raise OptionError(f"expected from 0 to {size} clues for {cols} x {rows}, not {clues}")
    if not set(_clue_squares(recipe, [], Rng(recipe.seed))) <= set(recipe.grid.squares):
        raise OptionError(f"expected clues on squares of the board, and of {clues} some lie in its holes")


def with_places_for_colours(recipe: Recipe, *, inner: bool, border: bool) -> Recipe:
    """The recipe with as many inner colours, and border colours, as holes and what wraps around leave places for.

    Raises:
        OptionError: there is a frame, and no place for a colour within it.
    """
    if recipe.grid.whole and not recipe.rim:
        return recipe
    places = colour_places(recipe)
    if recipe.framed and not any(places):
        raise OptionError(f"{_board(recipe)} has no two squares that meet: expected --unframed, or another board")
    inner_colours = min(max(recipe.inner, 1), places[1]) if inner else recipe.inner
    return replace(recipe, inner=inner_colours, border=min(recipe.border, places[0]) if border else recipe.border)


def colour_places(recipe: Recipe) -> tuple[int, int]:
    """How many border colours, and how many others, the board has places for."""
    board = _board_places(recipe)
    border, inner, outside = (
        len(board.of_kind(kind)) for kind in (PlaceKind.BORDER, PlaceKind.INNER, PlaceKind.OUTSIDE)
    )
    # Where partners meet, a diamond shows two colours.
    shown = 2 if recipe.partners else 1
    return shown * border, shown * inner + outside


def _board_places(recipe: Recipe) -> Places:
    """The places of the board of a recipe."""
    return places_of_board(recipe.grid, framed=recipe.framed, rim=recipe.rim)


def _require_places(recipe: Recipe) -> None:
    """Refuse more colours than places, and places without a colour."""
    border, inside = colour_places(recipe)
    noun = "half-diamond" if recipe.partners else "diamond"
    if recipe.border > border:
        raise OptionError(
            f"{_board(recipe)} has {number_of(border, noun)} along its border: "
            f"expected at most {border} border colours, not {recipe.border:,}"
        )
    what = "inner colours" if recipe.framed else "colours"
    places = number_of(inside, noun) if recipe.framed else f"{inside} {noun}s and outside sides"
    if recipe.inner > inside or (inside and not recipe.inner):
        expected = f"{'at most' if recipe.inner else '1 to'} {inside}" if inside else "0"
        raise OptionError(
            f"{_board(recipe)} has {places if inside else f'no {noun}s'} for {what}: "
            f"expected {expected}, not {recipe.inner:,}"
        )


def _require_every(recipe: Recipe) -> None:
    """Refuse a set of all tiles that does not fill the board, or whose tiles are not all."""
    if not recipe.every:
        return
    tiles = possible_tiles(replace(recipe, symmetric=True))["tiles"]
    if recipe.grid.size != tiles:
        size = f"{recipe.cols} x {recipe.rows}" + (f" without {len(recipe.holes)}" if recipe.holes else "")
        raise OptionError(f"all squares of {recipe.colours} are {tiles}: expected a board of so many, not {size}")
    if recipe.planted or not recipe.symmetric:
        raise OptionError(f"all squares of {recipe.colours} have no planted solution, and some are symmetric")


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
    if not recipe.grid.whole or recipe.rim or not recipe.turning:
        return _shortages_by_places(recipe)
    cols, rows, possible = recipe.cols, recipe.rows, possible_tiles(recipe)
    squares = {"corner tiles": 4, "side tiles": 2 * (cols + rows) - 8, "centre tiles": (cols - 2) * (rows - 2)}
    squares["tiles"] = recipe.grid.size
    needed = {tiles: squares[tiles] if recipe.distinct else min(squares[tiles], 1) for tiles in possible}
    return {tiles: (needed[tiles], possible[tiles]) for tiles in possible if possible[tiles] < needed[tiles]}


def _shortages_by_places(recipe: Recipe) -> dict[str, tuple[int, int]]:
    """The same where squares with as many sides at the frame differ in other sides, or in how their tiles may lie.

    Of each type of squares, the colours of its places make at most so many tiles. What lies at a rim is left out.
    """
    board, inner, free = _board_places(recipe), len(recipe.inner_colours), possible_tiles(recipe)
    colours = {PlaceKind.FRAME: 1, PlaceKind.BORDER: len(recipe.border_colours), PlaceKind.INNER: inner}
    colours |= {} if recipe.framed else {PlaceKind.OUTSIDE: inner}
    types = Counter[tuple[str, ...]]()
    for places in board.around:
        kinds = [board.kinds[place] for place in places]
        if all(isinstance(kind, PlaceKind) and kind in colours for kind in kinds):
            words = tuple("inner" if kind == PlaceKind.OUTSIDE else kind.value for kind in kinds)  # type: ignore[union-attr]
            turns = range(4 if recipe.turning else 1)
            types[min(words[turn:] + words[:turn] for turn in turns)] += 1
    lacking = dict[str, tuple[int, int]]()
    for words, squares in types.items():
        names = ("centre tiles", "side tiles", "corner tiles") if recipe.framed else ("tiles",)
        if words.count("frame") >= len(names):
            continue
        name = names[words.count("frame")]
        possible = prod(colours[PlaceKind(word)] for word in words)
        if set(words) == {"inner"} and recipe.turning:
            possible = free[name]
        needed = squares if recipe.distinct else 1
        if possible < needed and needed - possible > sub(*lacking.get(name, (0, 0))):
            lacking[name] = needed, possible
    return lacking


def with_enough_colours(recipe: Recipe) -> Recipe:
    """The recipe with the fewest additional border colours, and then inner colours, that make enough tiles."""
    if not recipe.grid.whole or recipe.rim or not recipe.turning:
        more = (
            replace(recipe, border=recipe.border + (step if recipe.framed else 0), inner=recipe.inner + step)
            for step in count()
        )
        return next(candidate for candidate in more if not shortages(candidate))
    if recipe.framed:
        borders = (replace(recipe, border=border) for border in count(recipe.border))
        recipe = next(candidate for candidate in borders if "corner tiles" not in shortages(candidate))
    inners = (replace(recipe, inner=inner) for inner in count(recipe.inner))
    return next(candidate for candidate in inners if not shortages(candidate))


# ---- from a recipe to a puzzle ----

_STEPS, _STEPS_PER_TILE = 10_000, 30
_ACCEPT_WORSE = 0.02
"""The probability of keeping a step, for each violation that it adds."""


class Repair:
    """The state of a repair: the colours, and the tiles that may violate a requirement."""

    def __init__(
        self,
        around: Sequence[FourPlaces],
        colours: list[Pair],
        palettes: Sequence[Sequence[Pair]],
        partners: Sequence[Sequence[int]] | None,
        recipe: Recipe,
    ) -> None:
        """Count the violations of tiles with the places `around` them; `run` changes the list of pairs of colours.

        A place swaps colours with one of its partners or, without partners, takes another colour of its palette.
        """
        self._around = around
        self._colours = colours
        self._palettes = palettes
        self._partners = partners
        self._recipe = recipe
        self._tiles: list[list[int]] = [[] for _ in colours]
        for tile, places in enumerate(around):
            for place in places:
                self._tiles[place].append(tile)
        self._canonical = [self._canonical_sides(tile) for tile in range(len(around))]
        self._count: Counter[Sides] = Counter()
        self._candidates: list[int] = []
        self._is_candidate = [False] * len(around)
        for tile in range(len(around)):
            self._add(tile)

    def run(self, rng: Rng) -> bool:
        """Search until no tile violates a requirement; False if the steps did not suffice."""
        for _ in range(_STEPS + _STEPS_PER_TILE * len(self._canonical)):
            tile = self._next_violating(rng)
            if tile is None:
                return True
            self._step(tile, rng)
        return not any(map(self._violations, range(len(self._canonical))))

    def _next_violating(self, rng: Rng) -> int | None:
        """A random candidate that violates a requirement; drops those that no longer do."""
        candidates = self._candidates
        while candidates:
            index = rng.randrange(len(candidates))
            tile = candidates[index]
            if self._violations(tile):
                return tile
            candidates[index] = candidates[-1]
            candidates.pop()
            self._is_candidate[tile] = False
        return None

    def _step(self, tile: int, rng: Rng) -> None:
        """Change a random place of a tile, and undo the change if it is rejected."""
        changes = self._change(self._around[tile][rng.randrange(4)], rng)
        if not changes:
            return
        touched = sorted({tile_of_place for place, _ in changes for tile_of_place in self._tiles[place]})
        before = [(place, self._colours[place]) for place, _ in changes]
        worse = self._apply(changes, touched)
        if any(rng.random() >= _ACCEPT_WORSE for _ in range(worse)):
            self._apply(before, touched)

    def _change(self, place: int, rng: Rng) -> list[tuple[int, Pair]]:
        """New colours for a place, and for its partner in a swap; none if nothing would change."""
        colours = self._colours
        if self._partners is None:
            other = rng.choice(self._palettes[place])
            return [] if other == colours[place] else [(place, other)]
        partner = rng.choice(self._partners[place])
        return [] if colours[place] == colours[partner] else [(place, colours[partner]), (partner, colours[place])]

    def _apply(self, changes: list[tuple[int, Pair]], touched: list[int]) -> int:
        """Set colours; returns the increase in violations."""
        increase = -sum(self._remove(tile) for tile in touched)
        for place, colour in changes:
            self._colours[place] = colour
        for tile in touched:
            self._canonical[tile] = self._canonical_sides(tile)
        return increase + sum(self._add(tile) for tile in touched)

    def _remove(self, tile: int) -> int:
        """Remove a tile from the count; returns the violations that disappear."""
        violations = self._violations(tile)
        self._count[self._canonical[tile]] -= 1
        return violations

    def _add(self, tile: int) -> int:
        """Add a tile to the count; returns the violations that appear."""
        self._count[self._canonical[tile]] += 1
        violations = self._violations(tile)
        if violations and not self._is_candidate[tile]:
            self._is_candidate[tile] = True
            self._candidates.append(tile)
        return violations

    def _violations(self, tile: int) -> int:
        north, east, south, west = sides = self._canonical[tile]
        symmetric = north == south and east == west
        return (self._recipe.distinct and self._count[sides] > 1) + (not self._recipe.symmetric and symmetric)

    def _canonical_sides(self, tile: int) -> Sides:
        return self._recipe.appearance(_shown(self._colours, self._around[tile]))


_ATTEMPTS = 8
"""Boards that are coloured and repaired before a recipe is refused."""


def tile_sides(recipe: Recipe, rng: Rng) -> list[Sides]:
    """The colours on each square, row by row; an `OptionError` if the recipe is impossible or none were found."""
    require_possible(recipe)
    board = _board_places(recipe)
    around: Sequence[FourPlaces] = board.around
    of_kind = {kind: _palette(recipe, kind) for kind in (*PlaceKind, *dict(recipe.rim))}
    palettes = [of_kind[kind] for kind in board.kinds]
    places = {kind: board.of_kind(kind) for kind in of_kind}
    partners = [places[kind] for kind in board.kinds] if recipe.balanced else None
    for _ in range(_ATTEMPTS):
        colours = _place_colours(recipe, board, of_kind, rng)
        if not recipe.planted:
            # Each side is a place of its own, and swaps colours within its class.
            around = [(side, side + 1, side + 2, side + 3) for side in range(0, 4 * len(board.around), 4)]
            partners, colours = _shuffled_sides(recipe, board, colours, rng)
        free = recipe.symmetric and not recipe.distinct
        if free or Repair(around, colours, palettes, partners, recipe).run(rng):
            return [_shown(colours, places) for places in around]
    wanted = "tiles that all differ" if recipe.distinct else ""
    if not recipe.symmetric:
        wanted += " and none symmetric" if wanted else "none symmetric"
    what = f"{'board' if recipe.planted else 'tile set for a board'} of {recipe.cols} x {recipe.rows}"
    raise OptionError(f"found no {what} with {recipe.colours}, seed {recipe.seed}, and {wanted}: expected more colours")


def every_tile(recipe: Recipe) -> list[Sides]:
    """All tiles with the colours of a recipe, each once."""
    require_possible(recipe)
    colours = recipe.inner_colours
    return [sides for sides in product(colours, colours, colours, colours) if sides == canonical_sides(sides)]


_AT_FRAME = (FRAME, FRAME)


def _shown(colours: Sequence[Pair], places: FourPlaces) -> Sides:
    """The sides of a tile with these places around it."""
    north, east, south, west = places
    return colours[north][1], colours[east][0], colours[south][0], colours[west][1]


@lru_cache(maxsize=16)
def _palette(recipe: Recipe, kind: PlaceKind | str) -> Sequence[Pair]:
    """The pairs of colours that places of a kind may have; two equal ones for a side on the outside."""
    match kind:
        case PlaceKind.FRAME:
            return [_AT_FRAME]
        case PlaceKind.BORDER:
            return recipe.diamonds(recipe.border_colours)
        case PlaceKind.OUTSIDE if not recipe.heads:
            return [(colour, colour) for colour in recipe.inner_colours]
        case PlaceKind.INNER | PlaceKind.OUTSIDE:  # where heads meet tails, sides outside are cut off from their motif
            return recipe.diamonds(recipe.inner_colours)
        case part:
            return [(colour, colour) for colour in dict(recipe.rim)[part]]


def _place_colours(
    recipe: Recipe, board: Places, palettes: Mapping[PlaceKind | str, Sequence[Pair]], rng: Rng
) -> list[Pair]:
    """A random pair of colours for each place; drawn place by place or, if balanced, kind by kind."""
    if not recipe.balanced:
        return [_AT_FRAME if kind is PlaceKind.FRAME else rng.choice(palettes[kind]) for kind in board.kinds]
    colours = [_AT_FRAME] * len(board.kinds)
    usual = PlaceKind.BORDER, PlaceKind.INNER, PlaceKind.OUTSIDE
    coloured: list[PlaceKind | str] = [*usual, *(part for part, some in recipe.rim if some)]
    for kind in coloured:
        places = board.of_kind(kind)
        apart = recipe.partners == DIFFERENT and kind in (PlaceKind.BORDER, PlaceKind.INNER) and len(places) > 0
        colours_of = recipe.border_colours if kind is PlaceKind.BORDER else recipe.inner_colours
        drawn = _pairs_apart(colours_of, len(places), rng) if apart else None
        for place, colour in zip(places, drawn or _balanced_colours(palettes[kind], len(places), rng), strict=True):
            colours[place] = colour
    return colours


def _pairs_apart(colours: range, number: int, rng: Rng) -> list[Pair]:
    """`number` pairs of different colours in random order, each colour as often as any other or once more."""
    rounds, rest = divmod(2 * number, len(colours))
    every = sorted([*colours] * rounds + rng.shuffled(colours)[:rest])
    # Half of all after another one is never the same, as none is in more than half of the places.
    pairs = list(zip(every[:number], every[number:], strict=True))
    for index in range(number):
        other = rng.randrange(number)
        (one, here), (two, there) = pairs[index], pairs[other]
        if one != there and two != here:
            pairs[index], pairs[other] = (one, there), (two, here)
    return [pair if rng.random() < 0.5 else pair[::-1] for pair in rng.shuffled(pairs)]


def _balanced_colours(colours: Sequence[Pair], number: int, rng: Rng) -> list[Pair]:
    """`number` colours in random order, each as often as any other or once more."""
    rounds, rest = divmod(number, len(colours)) if number else (0, 0)
    return rng.shuffled([*colours] * rounds + rng.shuffled(colours)[:rest])


def _shuffled_sides(recipe: Recipe, board: Places, colours: list[Pair], rng: Rng) -> tuple[list[list[int]], list[Pair]]:
    """The sides in the class of each side, and its colour, shuffled within classes.

    Side `s` of the tile on square `q` has the index `4 * q + s`.
    """
    classes: dict[Hashable, list[int]] = {}
    partners = []
    for square in range(len(board.around)):
        for side in range(4):
            key = _side_class(recipe, board, square, side) if recipe.framed else ()
            partners.append(classes.setdefault(key, []))
            partners[-1].append(4 * square + side)
    if recipe.framed:
        sides = [colours[place] for places in board.around for place in places]
    else:
        palette, pairs = _palette(recipe, PlaceKind.OUTSIDE), range(2 * len(board.around))
        balanced = recipe.balanced
        sides = 2 * (_balanced_colours(palette, len(pairs), rng) if balanced else [rng.choice(palette) for _ in pairs])
    for indices in classes.values():
        shuffled = rng.shuffled([sides[index] for index in indices])
        for index, colour in zip(indices, shuffled, strict=True):
            sides[index] = colour
    return partners, sides


def _side_class(recipe: Recipe, board: Places, square: int, side: int) -> Hashable:
    """The class of a side on a framed board: sides of one class may be exchanged."""
    places = board.around[square]
    kind = board.kinds[places[side]]
    if kind is PlaceKind.FRAME:
        return kind
    clockwise = kind is PlaceKind.BORDER and board.kinds[places[side - 1]] is PlaceKind.FRAME
    return kind, clockwise, recipe.grid.squares[square].even


def generate(recipe: Recipe) -> Planted:
    """The puzzle of a recipe.

    Random numbers are drawn in this order: colours, repairs (if tiles must be distinct or must not be symmetric),
    tiles left over, rotations, the order of the tiles, signs, clues. So signs and clues do not change the board.
    """
    rng = Rng(recipe.seed)
    board = every_tile(recipe) if recipe.every else tile_sides(recipe, rng)
    beside = _tiles_beside(recipe, board, rng) if recipe.spare else {}
    board += beside.values()
    count = len(board)
    turns = [rng.randrange(4) for _ in board]
    order = rng.shuffled(range(count))
    if not (recipe.turn and recipe.turning):
        turns = [0] * count
    if not recipe.shuffle:
        order = list(range(count))
    fixed = {*rng.shuffled(range(count))[: int(recipe.fixed * count + 0.5)]} if recipe.fixed else set[int]()
    turns = [0 if index in fixed else turn for index, turn in enumerate(turns)]
    over = [recipe.flipping and recipe.turn and index not in fixed and rng.randrange(2) for index in range(count)]
    squares = list(recipe.grid.squares)
    signs = _signs(recipe, squares, rng)
    if beside:
        others = _signs(recipe, squares, rng)
        signs += (others[index] for index in beside)
    only = dict.fromkeys(fixed, (0,))
    tiles = tuple(Tile(turned(board[index], turns[index]), signs[index], only.get(index)) for index in order)
    puzzle = Puzzle(
        recipe.cols,
        recipe.rows,
        tiles,
        all_that_differ(tiles) if recipe.partners == DIFFERENT else recipe.pairs,
        recipe.turning,
        flipping=recipe.flipping,
        holes=recipe.holes,
        wraps=recipe.wraps,
        rim=recipe.rim,
    )
    if any(over):
        faces = [puzzle.faces(tile)[over[index]] for tile, index in enumerate(order)]
        tiles = tuple(replace(tile, sides=face) for tile, face in zip(tiles, faces, strict=True))
        puzzle = replace(puzzle, tiles=tiles)
    if not recipe.planted:
        return Planted(puzzle, None, Solution())
    placements = [
        puzzle.canonical(Placement(tile, squares[index], -turns[index] % 4 + 4 * over[index]))
        for tile, index in enumerate(order)
        if index < len(squares)
    ]
    clued = set(_clue_squares(recipe, squares, rng))
    clues = [placement for placement in placements if placement.square in clued]
    return Planted(puzzle, Solution(tuple(placements)), Solution(tuple(clues)))


def _tiles_beside(recipe: Recipe, board: Sequence[Sides], rng: Rng) -> dict[int, Sides]:
    """The tiles that are left over, of another board with such colours, by the number of their square there.

    Raises:
        OptionError: they have to differ from all others, and too few do.
    """
    for _ in range(_ATTEMPTS):
        seen = {recipe.appearance(sides) for sides in board} if recipe.distinct else set[Sides]()
        other = tile_sides(recipe, rng)
        fitting = [index for index in rng.shuffled(range(len(other))) if recipe.appearance(other[index]) not in seen]
        if len(fitting) >= recipe.spare:
            return {index: other[index] for index in fitting[: recipe.spare]}
    raise OptionError(f"found no {recipe.spare} tiles left over that differ from all others: expected more colours")


def _signs(recipe: Recipe, squares: list[Square], rng: Rng) -> list[Sign | None]:
    """The sign of the tile on each square: plus on even squares, minus on odd ones, or none."""
    signs: list[Sign | None] = [Sign.PLUS if square.even else Sign.MINUS for square in squares]
    signed = int(recipe.signed * len(squares) + 0.5)
    if signed < len(squares):
        for index in rng.shuffled(range(len(squares)))[signed:] if signed else range(len(squares)):
            signs[index] = None
    return signs


def _clue_squares(recipe: Recipe, squares: list[Square], rng: Rng) -> list[Square]:
    """The squares whose placements become clues."""
    cols, rows = recipe.cols, recipe.rows
    centre = Square((cols - 1) // 2, rows // 2)
    match recipe.clues:
        case "none":
            return []
        case "corner":
            return [Square(0, 0)]
        case "centre":
            return [centre]
        case "five":
            return [centre, *(Square(col, row) for row in (2, rows - 3) for col in (2, cols - 3))]
        case count:
            return rng.shuffled(squares)[:count]


# ---- puzzle generation ----

__all__ = ["Clues", "Planted", "Recipe", "generate"]


# ---- presets ----

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
    switches: Mapping[str, Any] = field(default_factory=dict)
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
    for number in (inner, border):
        if number is not None and not is_whole(number):
            raise OptionError(f"expected a whole number of colours, found {number!r}")
        if number is not None and number < 0:
            raise OptionError(f"expected a number of colours of 0 or more, found {number}")
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


class _Callable(ModuleType):
    """This module, which makes a puzzle when it is called: `edgeasp.generate(5)` is a name that people guess."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        # The call is above this room: the public names lead there.
        import edgeasp

        return edgeasp.generate_puzzle(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
