"""Recipes for puzzles, and the places of a board that take one colour each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import Literal

from edgeasp.puzzle.model import Partners, Puzzle, Side, Sides, Solution, Square

Clues = Literal["none", "corner", "centre", "five"] | int
"""Which placements of the planted solution become clues; a number means that many random squares."""


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
        first = 1 if self.shared else self.border_colours.stop
        return range(first, first + self.inner + self._halved(self.inner))

    def _halved(self, motifs: int) -> int:
        """How many motifs have a head and a tail."""
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
    """The command that generates the puzzle of a recipe; it names no preset, and no clues, which do not change it."""
    size = f"{recipe.cols}" if recipe.cols == recipe.rows else f"{recipe.cols}x{recipe.rows}"
    words = ["edgeasp generate --size", size, "--colours", f"{recipe.inner}"]
    words += ["--border-colours", f"{recipe.border}"] if recipe.framed else ["--unframed"]
    words += ["--seed", f"{recipe.seed}"]
    words += ["--random"] * (not recipe.planted) + ["--shared-palette"] * recipe.shared
    words += ["--balanced"] * recipe.balanced + ["--distinct"] * recipe.distinct
    words += ["--no-symmetric"] * (not recipe.symmetric)
    words += ["--heads-and-tails"] * recipe.heads
    words += ["--whole-motifs", repr(float(recipe.whole))] * (recipe.whole > 0)
    words += ["--upright"] * (not recipe.turning)
    words += ["--signed", repr(float(recipe.signed)).removesuffix(".0")] * (recipe.signed > 0)
    words += ["--no-shuffle"] * (not recipe.shuffle) + ["--no-turn"] * (not recipe.turn)
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
        return [place for place, found in enumerate(self.kinds) if found is kind]


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
    return Places((*kinds, *[PlaceKind.FRAME] * framed), tuple((n, e, s, w) for n, e, s, w in around))
