"""Recipes for puzzles, the places of a board that take one colour each, and what is impossible.

A recipe that is impossible is refused before anything is generated. The numbers of different tiles are exact: fewer
than needed is impossible, but enough is no guarantee near the limit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache
from itertools import count
from typing import Literal

from edgeasp.puzzle.model import Partners, Puzzle, Side, Sides, Solution, Square
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import number_of

Clues = Literal["none", "corner", "centre", "five"] | int
"""The placements of the planted solution that become clues; a number means that many random squares."""


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
            most one; otherwise each colour is drawn uniformly.
        clues: which placements of the planted solution become clues.
        shuffle: put the tiles in random order; otherwise they are listed row by row.
        turn: turn the tiles at random; otherwise they keep the orientation of the planted solution.
        heads: colours come in pairs, the head and the tail of a motif, which meet; the numbers above are then those of
            motifs.
        whole: with heads and tails, the fraction of the motifs that meet themselves, from 0 to 1.
        turning: tiles may be turned.
        planted: the puzzle has a planted solution; otherwise it is a random tile set that satisfies all counting
            conditions and may have no solution.
        every: the tiles are all that the colours make, each once, and the first colour, 0, is around the rim and
            inside; there is no planted solution, and there may be none.
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
    turning: bool = True
    every: bool = False

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
    def partners(self) -> Partners:
        """The heads and tails of motifs: the first colours of each palette, two by two."""
        palettes = [(self.inner_colours, self.inner)]
        if not (self.shared and self.border < self.inner):
            palettes.append((self.border_colours, self.border))
        pairs = {
            (head, head + 1)
            for palette, motifs in palettes
            for head in range(palette.start, palette.start + 2 * self._halved(motifs), 2)
        }
        return tuple(sorted(pairs))

    @cached_property
    def _partner(self) -> dict[int, int]:
        return dict(self.partners) | {tail: head for head, tail in self.partners}

    def shown(self, north: int, east: int, south: int, west: int) -> Sides:
        """The sides of a tile in diamonds of these colours: left and upper squares show them, others the partners."""
        return self._partner.get(north, north), east, south, self._partner.get(west, west)


def command(recipe: Recipe) -> str:
    """The command that generates the puzzle of a recipe; it names no clues, which do not change it."""
    size = f"{recipe.cols}" if recipe.cols == recipe.rows else f"{recipe.cols}x{recipe.rows}"
    words = ["edgeasp generate --size", size, "--colours", f"{recipe.inner}"]
    if recipe.every:
        words.append("--preset macmahon")
    else:
        words += ["--border-colours", f"{recipe.border}"] if recipe.framed else ["--unframed"]
    words += ["--seed", f"{recipe.seed}"]
    options = {
        "--random": not (recipe.planted or recipe.every),
        "--shared-palette": recipe.shared,
        "--balanced": recipe.balanced,
        "--distinct": recipe.distinct and not recipe.every,
        "--no-symmetric": not recipe.symmetric,
        "--heads-and-tails": recipe.heads,
        f"--whole-motifs {float(recipe.whole)!r}": recipe.whole > 0,
        "--upright": not recipe.turning,
        f"--signed {float(recipe.signed)!r}".removesuffix(".0"): recipe.signed > 0,
        "--no-shuffle": not recipe.shuffle,
        "--no-turn": not recipe.turn,
    }
    words += [option for option, wanted in options.items() if wanted]
    return " ".join(words)


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
    """A side on the outside of an unframed board."""
    FRAME = "frame"
    """The whole outside of a framed board, as one place."""


@dataclass(frozen=True)
class Places:
    """The places of a board, numbered in the order of the squares row by row, clockwise around each.

    On a framed board the last place is the frame.
    """

    kinds: tuple[PlaceKind, ...]
    around: tuple[FourPlaces, ...]

    def of_kind(self, kind: PlaceKind) -> list[int]:
        """All places of a kind."""
        return [place for place, other in enumerate(self.kinds) if other is kind]


@lru_cache(maxsize=16)
def places_of_board(cols: int, rows: int, *, framed: bool) -> Places:
    """The places of a board of `cols` x `rows` squares."""

    def outside(square: Square) -> bool:
        return not (0 <= square.col < cols and 0 <= square.row < rows)

    def edges(square: Square) -> set[Side]:
        return {side for side in Side if outside(square.neighbour(side))}

    places: dict[tuple[Square, Side], int] = {}
    kinds: list[PlaceKind] = []
    squares = [Square(col, row) for row in range(rows) for col in range(cols)]
    for square in squares:
        for side in Side:
            beyond = square.neighbour(side)
            if (beyond, side.opposite) in places:
                places[square, side] = places[beyond, side.opposite]
                continue
            if outside(beyond) and framed:
                continue
            places[square, side] = len(kinds)
            along = framed and edges(square) & edges(beyond)
            kinds.append(PlaceKind.OUTSIDE if outside(beyond) else PlaceKind.BORDER if along else PlaceKind.INNER)
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
    _require_places(recipe)
    _require_every(recipe)
    for tiles, (needed, possible) in shortages(recipe).items():
        kind = " without symmetry" if not recipe.symmetric and tiles in ("tiles", "centre tiles") else ""
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
        return number_of(recipe.inner, what)
    return f"{recipe.inner} inner and {number_of(recipe.border, f'border {what}')}"


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


def _require_every(recipe: Recipe) -> None:
    """Refuse a set of all tiles that does not fill the board, or whose tiles are not all."""
    if not recipe.every:
        return
    tiles = possible_tiles(replace(recipe, symmetric=True))["tiles"]
    if recipe.cols * recipe.rows != tiles:
        size = f"{recipe.cols} x {recipe.rows}"
        raise OptionError(f"all squares of {describe(recipe)} are {tiles}: expected a board of so many, not {size}")
    if recipe.planted or not recipe.symmetric:
        raise OptionError(f"all squares of {describe(recipe)} have no planted solution, and some are symmetric")


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
        recipe = next(candidate for candidate in borders if "corner tiles" not in shortages(candidate))
    inners = (replace(recipe, inner=inner) for inner in count(recipe.inner))
    return next(candidate for candidate in inners if not shortages(candidate))
