"""Recipes for puzzles: parameters, checks, the places of a board, and presets.

A place is a diamond or a boundary side: it takes one pair of colours. An impossible recipe is refused before anything
is generated. To this end, the different tiles that the colours can form are counted exactly. With too few of them, the
recipe is impossible. With barely enough, the generator may still fail.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, count
from math import isqrt, prod
from operator import sub
from random import Random
from typing import Any, Literal, TypeVar

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
    Puzzle,
    Rim,
    Side,
    Sides,
    Solution,
    Square,
    as_sides,
    canonical_sides,
    mirror_sides,
)
from edgeasp.system.errors import OptionError, type_name
from edgeasp.system.lines import is_whole, with_noun

# ---- random numbers of a seed ----

Item = TypeVar("Item")


class Rng:
    """Random number generator that is reproducible across versions of Python.

    All numbers come from `random.Random(seed).random()`, the only method whose results Python guarantees for integer
    seeds in later versions.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random
        """The next number, from 0 to less than 1."""

    def randrange(self, bound: int) -> int:
        """Draw a natural number below a small bound.

        Takes one random number, so the bound has to be far below 2^53.
        """
        # The bias is below bound / 2^53.
        return int(bound * self.random())

    def below(self, bound: int) -> int:
        """Draw a natural number below a bound of any size."""
        words = -(-bound.bit_length() // 32)
        whole = 1 << 32 * words
        while True:
            drawn = 0
            for _ in range(words):
                drawn = drawn << 32 | int(2**32 * self.random())
            # The remainder at the end would make the first numbers more likely.
            if drawn < whole - whole % bound:
                return drawn % bound

    def choice(self, items: Sequence[Item]) -> Item:
        """Draw an item, using one random number."""
        return items[int(len(items) * self.random())]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in random order, using one number each."""
        return sorted(items, key=lambda _: self.random())


# ---- recipes for puzzles, the places of a board that take one colour each, and what is impossible ----

Clues = Literal["none", "corner", "centre", "five"] | int
"""Placements of the planted solution that become clues. A number selects random squares."""

Pair = tuple[int, int]
"""Colours of a diamond: on the square to its left or above, then on the other one."""


@dataclass(frozen=True)
class Recipe:
    """Parameters of a generated puzzle. Equal recipes generate equal puzzles.

    >>> edgeasp.generate_puzzle(4, colours=3, border_colours=2, seed=2).recipe.inner_colours
    range(3, 6)

    A diamond consists of the touching sides of two adjacent squares. It is a border diamond if both squares are along
    the same side of a framed board, else an inner diamond.

    Attributes:
        cols: number of columns.
        rows: number of rows.
        inner: number of colours of the inner diamonds and, without a frame, of the boundary.
        border: number of colours of the border diamonds, 0 for an unframed puzzle.
        seed: seed of the random numbers, a natural number.
        shared: whether border colours and inner colours are both numbered from 1. By default, inner colours
            are numbered after the border colours.
        signed: fraction of the tiles that carry a sign, from 0 to 1.
        distinct: require that no two tiles are identical up to rotation, even if their signs differ.
        symmetric: allow tiles that a half or quarter turn maps to themselves.
        balanced: use all colours equally often, up to a difference of one, in each of three groups: border diamonds,
            inner diamonds and boundary sides. With partners, this holds for pairs. By default, colours are drawn
            uniformly.
        clues: placements of the planted solution that become clues.
        shuffle: list the tiles in random order, else row by row.
        turn: rotate the tiles at random, else list them as in the planted solution.
        heads: use motifs that have a head and a matching tail. The numbers of colours then count motifs.
        whole: with `heads`, the fraction of the motifs that are not divided into head and tail, from 0 to 1.
        partners: pairs of colours that match, or "different" if any two different colours match. All other colours
            match themselves. Both colours of a pair are border colours, or both are inner colours.
        turning: whether the solver may rotate tiles.
        flipping: whether the solver may flip tiles left to right. The back is the mirror image.
        fixed: fraction of the tiles that may not be rotated, from 0 to 1.
        planted: whether the puzzle has a planted solution. Otherwise its tiles are random. They satisfy all counting
            conditions, but may have no solution.
        every: use every tile that the colours can form, once each. Colour 0 is then not only along the boundary but
            also inside. There is no planted solution, and possibly no solution at all.
        holes: squares of the rectangle that are not on the board.
        wraps: "columns" if the last column is adjacent to the first, "rows" if the last row is adjacent to the first.
        rim: parts of the boundary, each with the colours along it. They replace the frame colour or, without a frame,
            the inner colours. An empty tuple allows any inner colour if the puzzle has a frame elsewhere.
        spare: number of spare tiles, at most the number of squares. They come from a second board of the same recipe.
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
        """Squares of the board and their adjacency."""
        return Grid(self.cols, self.rows, self.holes, self.wraps)

    @property
    def framed(self) -> bool:
        """Whether the puzzle has a frame."""
        return self.border > 0

    @property
    def border_colours(self) -> range:
        """Colours of the border diamonds."""
        return range(1, 1 + self.border + self._halved_motifs(self.border))

    @property
    def inner_colours(self) -> range:
        """Colours of inner diamonds and, without a frame, of the boundary."""
        first = 0 if self.every else 1 if self.shared else self.border_colours.stop
        return range(first, first + self.inner + self._halved_motifs(self.inner))

    def _halved_motifs(self, motifs: int) -> int:
        # Not round(), which would round halves to even.
        return motifs - int(motifs * self.whole + 0.5) if self.heads else 0

    @property
    def diamond_colours(self) -> list[int]:
        """Colours of all diamonds, ascending."""
        return sorted({*self.border_colours, *self.inner_colours})

    @property
    def pairs(self) -> Partners:
        """Pairs of matching colours: `partners`, or heads and tails of motifs.

        Border colours and inner colours each begin with the motifs that have a head and a tail. The tail of a motif
        follows its head.
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
            for head in range(palette.start, palette.start + 2 * self._halved_motifs(motifs), 2)
        }
        return tuple(sorted(pairs))

    def diamonds(self, colours: range) -> Sequence[Pair]:
        """List the pairs of colours that a diamond may have."""
        meeting, within = dict[int, set[int]](), {*colours}
        for pair in self.pairs:
            for one, other in (pair, pair[::-1]):
                if self.heads or not {one, other} - within:
                    meeting.setdefault(one, set()).add(other)
        alone = set[int]() if self.partners == DIFFERENT else within.difference(*self.pairs)
        return [(one, other) for one in colours for other in ([one] if one in alone else sorted(meeting.get(one, ())))]

    def appearance(self, sides: Sides) -> Sides:
        """Return the least sides that a tile can show."""
        faces = [sides, mirror_sides(as_sides(map(self._colour_behind, sides)))] if self.flipping else [sides]
        return min(map(canonical_sides, faces) if self.turning else faces)

    def _colour_behind(self, colour: int) -> int:
        return self._partner.get(colour, colour)

    @cached_property
    def _partner(self) -> dict[int, int]:
        pairs = self.pairs
        if isinstance(self.partners, str):
            # Boundary colours differ from all others as well.
            shown = {*self.diamond_colours, *(colour for _, colours in self.rim for colour in colours)}
            pairs = tuple(combinations(sorted(shown), 2))
        both = [(one, other) for pair in pairs for one, other in (pair, pair[::-1])]
        # With several partners, a colour has no unique back, and shows itself.
        return dict(both) if len(dict(both)) == len({*both}) else {}

    @property
    def command(self) -> str:
        """Command that generates the puzzle, without options for clues."""
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
            f"--partners {self._partners_text}": bool(self.partners),
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
    def _partners_text(self) -> str:
        if isinstance(self.partners, str):
            return self.partners
        return ",".join(f"{one}-{other}" for one, other in self.partners)

    @property
    def colours(self) -> str:
        """Numbers of colours as text: `3 inner and 2 border colours`."""
        what = "motif" if self.heads else "colour"
        if not self.framed:
            return with_noun(self.inner, what)
        return f"{self.inner} inner and {with_noun(self.border, f'border {what}')}"


@dataclass(frozen=True, slots=True)
class Planted:
    """Generated puzzle with its planted solution and clues.

    Attributes:
        puzzle: the puzzle.
        solution: the planted solution in the order of the tiles, None for a random tile set.
        clues: the placements that became clues.
    """

    puzzle: Puzzle
    solution: Solution | None
    clues: Solution


FourPlaces = tuple[int, int, int, int]


class PlaceKind(Enum):
    """Type of a place, which is a diamond or a boundary side."""

    BORDER = "border"
    """A diamond between two squares on the same edge of a framed board."""
    INNER = "inner"
    """Any other diamond."""
    OUTSIDE = "outside"
    """A boundary side with any inner colour, on an unframed board or an open part of the frame."""
    FRAME = "frame"
    """All boundary sides with the frame colour, as a single place."""


@dataclass(frozen=True)
class Places:
    """Places of a board that take colours: diamonds and boundary sides.

    On a framed board, the last place is the frame as a whole.

    Attributes:
        kinds: type of each place, or the name of a boundary part that has its own colours.
        around: indices of the four places around each square, clockwise from the top.
    """

    kinds: tuple[PlaceKind | str, ...]
    around: tuple[FourPlaces, ...]

    def of_kind(self, kind: PlaceKind | str) -> list[int]:
        """List the indices of the places of a type."""
        return [place for place, other in enumerate(self.kinds) if other == kind]


@lru_cache(maxsize=16)
def _enumerate_places(grid: Grid, *, framed: bool, rim: Rim = ()) -> Places:
    """Enumerate the places of a board."""
    coloured = dict(rim)

    def boundary_kind(square: Square, side: Side) -> PlaceKind | str:
        """Return the type of a boundary side."""
        part = grid.part(square, side)
        return part if coloured.get(part) else PlaceKind.FRAME if framed and part not in coloured else PlaceKind.OUTSIDE

    def frame_sides(square: Square) -> set[Side]:
        """Return the sides of a square on the frame."""
        return {side for side in grid.outer_sides(square) if boundary_kind(square, side) is PlaceKind.FRAME}

    places: dict[tuple[Square, Side], int] = {}
    kinds: list[PlaceKind | str] = []
    squares = grid.squares
    for square in squares:
        for side in Side:
            beyond = grid.neighbour(square, side)
            # The neighbour has been visited: both squares share this diamond.
            if (beyond, side.opposite) in places:
                places[square, side] = places[beyond, side.opposite]
                continue
            outside = None if beyond in grid else boundary_kind(square, side)
            if outside is PlaceKind.FRAME:
                continue
            places[square, side] = len(kinds)
            along = framed and not outside and frame_sides(square) & frame_sides(beyond)
            kinds.append(outside or (PlaceKind.BORDER if along else PlaceKind.INNER))
    last = len(kinds)
    around = [[places.get((square, side), last) for side in Side] for square in squares]
    return Places((*kinds, *([PlaceKind.FRAME] if framed else [])), tuple((n, e, s, w) for n, e, s, w in around))


LARGEST_BOARD = 250_000
"""Largest number of squares. A larger board is most likely a typing error."""
MOST_COLOURS = 999_999_999
"""Largest colour number of a `.puz`."""


def require_possible(recipe: Recipe) -> None:
    """Refuse an impossible recipe.

    Raises:
        OptionError: a number is invalid, or the colours make too few different tiles.
    """
    _require_board(recipe.cols, recipe.rows)
    _require_numbers(recipe)
    _require_clues(recipe)
    _require_rim(recipe)
    _require_places(recipe)
    _require_partners(recipe)
    _require_every(recipe)
    for tiles, (needed, possible) in find_shortages(recipe).items():
        kind = " without symmetry" if not recipe.symmetric and tiles in ("tiles", "centre tiles") else ""
        wanted = f"{needed} different {tiles}" if recipe.distinct else tiles
        raise OptionError(
            f"{_board_text(recipe)} takes {wanted}{kind}, but {recipe.colours} make {possible or 'none'}: "
            f"expected at least {with_enough_colours(recipe).colours}"
        )


def _require_board(cols: int, rows: int) -> None:
    if cols < 2 or rows < 2:
        raise OptionError(f"expected a board of at least 2 columns and 2 rows, not {cols} x {rows}")
    if cols * rows > LARGEST_BOARD:
        raise OptionError(f"expected a board of at most {LARGEST_BOARD:,} squares, not {cols} x {rows}")


def _board_text(recipe: Recipe) -> str:
    return f"a{' framed' if recipe.framed else 'n unframed'} board of {recipe.cols} x {recipe.rows}"


def _raise_first_fault(faults: Mapping[str, object]) -> None:
    for message in (message for message, applies in faults.items() if applies):
        raise OptionError(message)


def _require_numbers(recipe: Recipe) -> None:
    inner, border, spare, size = recipe.inner, recipe.border, recipe.spare, recipe.grid.size
    shares = {"share of signed tiles": recipe.signed, "fraction of whole motifs": recipe.whole}
    shares["fraction of fixed tiles"] = recipe.fixed
    for share in shares.values():
        if not isinstance(share, int | float):
            raise TypeError(f"expected a share from 0 to 1, found {type_name(share)}")
    # Signs alternate like a checkerboard, which an odd cycle of squares cannot do.
    odd = {name for name, lines in zip(WRAPPING, (recipe.cols, recipe.rows), strict=True) if lines % 2} & recipe.wraps
    partial = recipe.heads or recipe.partners or recipe.fixed or not recipe.turning
    _raise_first_fault(
        {
            f"expected numbers of colours from 0 on, not {min(inner, border)}": min(inner, border) < 0,
            f"expected at most {MOST_COLOURS:,} colours, not {border + inner:,}": border + inner > MOST_COLOURS,
            f"expected a seed from 0 on, not {recipe.seed}": recipe.seed < 0,
            **{f"expected a {what} from 0 to 1, not {part:g}": not 0 <= part <= 1 for what, part in shares.items()},
            f"signs alternate: expected an even number of {min(odd, default='')}, which wrap around": recipe.signed
            and odd,
            f"expected from 0 to {size} spare tiles, found {spare!r}": not is_whole(spare) or not 0 <= spare <= size,
            "a tile set without a planted solution cannot have spare tiles": spare and not recipe.planted,
            "a random tile set supports neither partners nor fixed tiles": partial and not recipe.planted,
        }
    )


def _require_rim(recipe: Recipe) -> None:
    parts = {part for part, _ in recipe.rim}
    joined = sorted(parts & {side.word for name in recipe.wraps for side in ENDS[name]})
    largest = max((colour for _, colours in recipe.rim for colour in colours), default=0)
    _raise_first_fault(
        {
            "a tile set without a planted solution cannot have boundary colours": parts and not recipe.planted,
            "the board has no holes: leave out their boundary colours": HOLE in parts and not recipe.holes,
            f"the board wraps around at its {''.join(joined[:1])}: leave out its boundary colours": joined,
            f"expected boundary colours up to {MOST_COLOURS:,}, found {largest:,}": largest > MOST_COLOURS,
        }
    )


def _require_partners(recipe: Recipe) -> None:
    if not recipe.partners:
        return
    if recipe.heads:
        raise OptionError("heads match tails: leave out other partners")
    named = recipe.diamond_colours
    if recipe.partners == DIFFERENT and len(named) > MOST_THAT_DIFFER:
        raise OptionError(f"expected at most {MOST_THAT_DIFFER:,} colours if all have to differ, found {len(named):,}")
    for colour in sorted({colour for pair in recipe.pairs for colour in pair} - {*named}):
        raise OptionError(f"expected partners among the colours {named[0]} to {named[-1]}, found {colour}")
    palettes = recipe.border_colours, recipe.inner_colours
    for one, other in () if isinstance(recipe.partners, str) else recipe.partners:
        if not any(one in palette and other in palette for palette in palettes):
            border, inner = (f"{palette.start} to {palette[-1]}" for palette in palettes)
            raise OptionError(
                f"no edge can have the partners {one}-{other}: border edges have the colours {border},  "
                f"inner edges {inner}"
            )
    board = board_places(recipe)
    for kind, what in ((PlaceKind.BORDER, "along the border"), (PlaceKind.INNER, "inside")):
        if board.of_kind(kind) and not palette(recipe, kind):
            raise OptionError(f"no two colours of the edges {what} match: add colours, or use other partners")


def _require_clues(recipe: Recipe) -> None:
    cols, rows, clues = recipe.cols, recipe.rows, recipe.clues
    if not isinstance(clues, int) and clues not in ("none", "corner", "centre", "five"):
        raise OptionError(f"expected clues none, corner, centre, five or a number, found {clues!r}")
    if not recipe.planted and clues not in ("none", 0):
        raise OptionError("a random tile set has no planted solution to take clues from")
    # On a smaller board, the centre would be one of the other four squares.
    if clues == "five" and min(cols, rows) < 7:
        raise OptionError(f"expected a board of at least 7 x 7 for five clues, not {cols} x {rows}")
    size = recipe.grid.size
    if isinstance(clues, int) and not 0 <= clues <= size:
        raise OptionError(f"expected from 0 to {size} clues for {cols} x {rows}, not {clues}")
    # Random clues are drawn from the squares of the board: only clues with a name can be in holes.
    if not set(choose_clue_squares(recipe, [], Rng(recipe.seed))) <= set(recipe.grid.squares):
        raise OptionError(f"expected clues on squares of the board: some of {clues} are in its holes")


def with_places_for_colours(recipe: Recipe, *, inner: bool, border: bool) -> Recipe:
    """Use at most one colour per place of the board.

    If only different colours match, at least two colours are used. If no border colours remain, the board has no frame.
    Open boundary parts are then dropped, since all boundary sides take inner colours.

    Args:
        recipe: the recipe.
        inner: whether to adjust the number of inner colours.
        border: whether to adjust the number of border colours.

    Raises:
        OptionError: the board has a frame but no place for a colour within it.
    """
    least = 2 if recipe.partners == DIFFERENT else 1
    if recipe.grid.whole and not recipe.rim and least == 1:
        return recipe
    places = colour_capacity(recipe)
    if recipe.framed and not any(places):
        raise OptionError(f"{_board_text(recipe)} has no two adjacent squares: use --unframed, or another board")
    inner_colours = min(max(recipe.inner, least), places[1]) if inner else recipe.inner
    border_colours = min(max(recipe.border, least), places[0]) if border else recipe.border
    rim = tuple((part, some) for part, some in recipe.rim if some or border_colours)
    return replace(recipe, inner=inner_colours, border=border_colours, rim=rim)


def colour_capacity(recipe: Recipe) -> tuple[int, int]:
    """Count the places for border colours, and for inner colours.

    These counts are upper bounds for the numbers of colours.
    """
    board = board_places(recipe)
    border, inner, outside = (
        len(board.of_kind(kind)) for kind in (PlaceKind.BORDER, PlaceKind.INNER, PlaceKind.OUTSIDE)
    )
    # With partners, an edge shows two colours.
    shown = 2 if recipe.partners else 1
    return shown * border, shown * inner + outside


def board_places(recipe: Recipe) -> Places:
    """Enumerate the places of a recipe's board."""
    return _enumerate_places(recipe.grid, framed=recipe.framed, rim=recipe.rim)


def _require_places(recipe: Recipe) -> None:
    border, inside = colour_capacity(recipe)
    noun = "half-diamond" if recipe.partners else "edge"
    if recipe.border > border:
        raise OptionError(
            f"{_board_text(recipe)} has {with_noun(border, noun)} along its border: "
            f"expected at most {border} border colours, not {recipe.border:,}"
        )
    what = "inner colours" if recipe.framed else "colours"
    places = with_noun(inside, noun) if recipe.framed else f"{inside} {noun}s and outside sides"
    if recipe.inner > inside or (inside and not recipe.inner):
        expected = f"{'at most' if recipe.inner else '1 to'} {inside}" if inside else "0"
        raise OptionError(
            f"{_board_text(recipe)} has {places if inside else f'no {noun}s'} for {what}: "
            f"expected {expected}, not {recipe.inner:,}"
        )


def _require_every(recipe: Recipe) -> None:
    if not recipe.every:
        return
    tiles = possible_tiles(replace(recipe, symmetric=True))["tiles"]
    if recipe.grid.size != tiles:
        size = f"{recipe.cols} x {recipe.rows}" + (f" without {len(recipe.holes)}" if recipe.holes else "")
        raise OptionError(f"all squares of {recipe.colours} are {tiles}: expected a board of that size, not {size}")
    if recipe.planted or not recipe.symmetric:
        raise OptionError(f"all squares of {recipe.colours} have no planted solution, and some tiles are symmetric")


def possible_tiles(recipe: Recipe) -> dict[str, int]:
    """Count the different tiles of each type, up to rotation.

    Corner and side tiles have border colours on two sides, and side tiles an inner colour between these. Other tiles
    are counted with Burnside's lemma: of the c^4 ways to colour four sides, each quarter turn leaves c unchanged and
    the half turn c^2.
    """
    inner, corner = len(recipe.inner_colours), len(recipe.border_colours) ** 2
    if not recipe.framed and not recipe.turning:
        return {"tiles": inner**4}
    free = (inner**4 + inner**2 + 2 * inner) // 4 if recipe.symmetric else (inner**4 - inner**2) // 4
    if not recipe.framed:
        return {"tiles": free}
    return {"corner tiles": corner, "side tiles": corner * inner, "centre tiles": free}


def find_shortages(recipe: Recipe) -> dict[str, tuple[int, int]]:
    """Find tile types for which there are too few colours.

    Returns:
        For each type, the number of tiles that the board needs, and the number that the colours can form.
    """
    if not _has_usual_places(recipe):
        return _find_shortages_by_place(recipe)
    cols, rows, possible = recipe.cols, recipe.rows, possible_tiles(recipe)
    squares = {"corner tiles": 4, "side tiles": 2 * (cols + rows) - 8, "centre tiles": (cols - 2) * (rows - 2)}
    squares["tiles"] = recipe.grid.size
    needed = {tiles: squares[tiles] if recipe.distinct else min(squares[tiles], 1) for tiles in possible}
    return {tiles: (needed[tiles], possible[tiles]) for tiles in possible if possible[tiles] < needed[tiles]}


def _has_usual_places(recipe: Recipe) -> bool:
    """Whether frame sides alone determine the type of a tile."""
    return recipe.grid.whole and not recipe.rim and recipe.turning


def _find_shortages_by_place(recipe: Recipe) -> dict[str, tuple[int, int]]:
    """Find shortages by grouping squares by the places around them.

    Needed for boards on which the number of frame sides of a square does not determine which tiles fit on it. Squares
    on boundary parts with their own colours are ignored.
    """
    board, inner, free = board_places(recipe), len(recipe.inner_colours), possible_tiles(recipe)
    colours = {PlaceKind.FRAME: 1, PlaceKind.BORDER: len(recipe.border_colours), PlaceKind.INNER: inner}
    colours |= {} if recipe.framed else {PlaceKind.OUTSIDE: inner}
    types = Counter[tuple[str, ...]]()
    for places in board.around:
        kinds = [board.kinds[place] for place in places]
        if all(isinstance(kind, PlaceKind) and kind in colours for kind in kinds):
            words = tuple("inner" if kind == PlaceKind.OUTSIDE else kind.value for kind in kinds)  # type: ignore[union-attr]
            turns = range(4 if recipe.turning else 1)
            # Squares whose places are rotations of each other take the same tiles.
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
    """Add the fewest colours that make enough tiles.

    Border colours are added first, then inner colours. On irregular boards, both are added together.
    """
    if not _has_usual_places(recipe):
        more = (
            replace(recipe, border=recipe.border + (step if recipe.framed else 0), inner=recipe.inner + step)
            for step in count()
        )
        return next(candidate for candidate in more if not find_shortages(candidate))
    if recipe.framed:
        borders = (replace(recipe, border=border) for border in count(recipe.border))
        recipe = next(candidate for candidate in borders if "corner tiles" not in find_shortages(candidate))
    inners = (replace(recipe, inner=inner) for inner in count(recipe.inner))
    return next(candidate for candidate in inners if not find_shortages(candidate))


AT_FRAME = (FRAME, FRAME)
"""The colours of a place at the frame."""


@lru_cache(maxsize=16)
def palette(recipe: Recipe, kind: PlaceKind | str) -> Sequence[Pair]:
    """List the pairs of colours that a place may take.

    A boundary side has two equal colours.
    """
    match kind:
        case PlaceKind.FRAME:
            return [AT_FRAME]
        case PlaceKind.BORDER:
            return recipe.diamonds(recipe.border_colours)
        case PlaceKind.OUTSIDE if not recipe.heads:
            return [(colour, colour) for colour in recipe.inner_colours]
        case PlaceKind.INNER | PlaceKind.OUTSIDE:  # a boundary side shows half of a motif
            return recipe.diamonds(recipe.inner_colours)
        case part:
            return [(colour, colour) for colour in dict(recipe.rim)[part]]


def choose_clue_squares(recipe: Recipe, squares: list[Square], rng: Rng) -> list[Square]:
    """Choose the squares whose placements become clues."""
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


# ---- presets ----

LARGEST_ESTIMATE = 4_096
"""Largest board, in squares, for which the expected number of solutions is computed fast enough."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Value of the option `--preset`.

    Attributes:
        name: name of the preset.
        title: its description in the help.
    """

    name: str
    title: str
    inner: Callable[[int, int, int | None], int]
    """Maps columns, rows and border colours (None if open, 0 without a frame) to inner colours."""
    size: tuple[int, int] | None = None
    framed: bool | None = True
    """Whether it has a frame, None for either."""
    switches: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `Recipe` that differ from the defaults."""
    unique: bool = False
    """Whether puzzles have one solution, up to rotation of the board."""


def hardest_colours(cols: int, rows: int, border: int | None = None) -> int:
    """Return the number of colours that makes framed boards hardest.

    Few colours allow many solutions, and many colours leave few candidates. The hardest number is the largest one for
    which the expected number of solutions other than the planted one, up to rotation of the board, rounds to at least
    1.
    """
    if cols * rows > LARGEST_ESTIMATE:
        raise OptionError(
            f"a board of {cols} x {rows} is too large for the expected number of solutions: "
            "expected a number of inner colours"
        )
    around, inside = ring_diamonds(cols, rows), inner_diamonds(cols, rows)

    def expects_no_other(inner: int) -> bool:
        """Whether no solution is expected besides the planted one."""
        ring = _split_evenly(around, border or usual_border_colours(cols, rows, inner))
        # Boards per rotation round to 1 from 1/2 on: a square board has 4 rotations, any other 2.
        return 2 * expected_solutions(cols, rows, ring, _split_evenly(inside, inner)) < (4 if cols == rows else 2)

    return min(inside, bisect_left(range(2, inside + 1), True, key=expects_no_other) + 1)


def moderate_colours(cols: int, rows: int, border: int | None = None) -> int:
    """Choose enough inner colours for a solution in seconds.

    Up to 16 x 16 squares, the choice achieves this. With a frame, the expected number of wrong centre tiles that fit
    two neighbours is at most 1/2. Without a frame, no square is a better start for the search than another, so each
    colour is on about three diamonds.
    """
    inside, centre = inner_diamonds(cols, rows), (cols - 2) * (rows - 2)
    if border == 0:
        # There are about 2 * cols * rows diamonds.
        return max(2, cols * rows * 2 // 3)
    # The least c with centre * 4 / c^2 <= 1/2.
    return min(inside, isqrt(8 * centre - 1) + 1) if centre else inside


def easiest_colours(cols: int, rows: int, _: int | None = None) -> int:
    """Choose enough inner colours to leave almost no choice.

    A wrong centre tile fits two neighbours, in one of its rotations, with probability 4/c^2. The expected number of
    such tiles is at most 1/4.
    """
    inside, centre = inner_diamonds(cols, rows), (cols - 2) * (rows - 2)
    # The least c with centre * 4 / c^2 <= 1/4.
    return min(inside, isqrt(16 * centre - 1) + 1) if centre else inside


def _class_colours(cols: int, rows: int, _: int | None = None) -> int:
    """Choose the number of colours for the preset `class`.

    The chosen number brings 4 * cols * rows / colours^2 closest to 2 (see `calibration_figure`).
    """
    low = isqrt(2 * cols * rows)
    return min(low, low + 1, key=lambda colours: abs(Fraction(4 * cols * rows, colours**2) - 2))


def usual_border_colours(cols: int, rows: int, inner: int) -> int:
    """Return the usual number of border colours.

    It is the least number whose square exceeds the number of inner colours. The two border sides of a tile then carry
    about as much information as the inner side between them.
    """
    return min(isqrt(inner) + 1, ring_diamonds(cols, rows))


_E2 = {"balanced": True, "distinct": True, "symmetric": False}
_SCRAMBLE = {"distinct": True, "heads": True}
_UPRIGHT = {"turning": False}
_MACMAHON = {"every": True, "planted": False, "distinct": True}

PRESETS = (
    Preset("moderate", "with enough colours that edgeasp solves up to 16x16 in seconds", moderate_colours, framed=None),
    Preset("hardest", "framed, with the hardest numbers of colours", hardest_colours),
    Preset("easy", "framed, with enough colours that almost only the right tile fits", easiest_colours),
    Preset("class", "unframed, with 4 * cols * rows / colours^2 near 2", _class_colours, framed=False),
    Preset(
        "e2-like", "like Eternity II: 16x16, all tiles different, none symmetric", hardest_colours, (16, 16), True, _E2
    ),
    Preset("scramble", "heads and tails: 3x3, four motifs, one solution", lambda *_: 4, (3, 3), False, _SCRAMBLE, True),
    Preset("tetravex", "tiles that may not be rotated: unframed, ten colours", lambda *_: 10, (4, 4), False, _UPRIGHT),
    Preset(
        "macmahon",
        "all squares of three colours, and one colour along the boundary",
        lambda *_: 3,
        (6, 4),
        False,
        _MACMAHON,
    ),
)


def _split_evenly(diamonds: int, colours: int) -> list[int]:
    return [(diamonds + index) // colours for index in range(colours)]


def find_preset(name: str | None) -> Preset:
    """Find a preset by name, by default `moderate`.

    Raises:
        OptionError: there is no such preset.
    """
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
    """Build the recipe of a preset, by default `moderate`.

    Args:
        name: name of the preset.
        size: columns and rows, None for the size of the preset.
        unframed: leave out the frame.
        inner: number of inner colours, None for the number of the preset.
        border: number of border colours, None for `usual_border_colours`.

    Raises:
        OptionError: the preset does not exist, or an argument is invalid or does not suit the preset.
    """
    chosen = find_preset(name)
    for number in (inner, border):
        if number is not None and not is_whole(number):
            raise OptionError(f"expected a whole number of colours, found {number!r}")
        if number is not None and number < 0:
            raise OptionError(f"expected a number of colours of 0 or more, found {number}")
    if chosen.framed and unframed:
        raise OptionError(f"the preset {chosen.name} has a frame: use another one for an unframed puzzle")
    framed = not unframed if chosen.framed is None else chosen.framed
    if not framed and border is not None:
        raise OptionError("an unframed puzzle has no border: leave out the number of border colours")
    size = size or chosen.size
    if size is None:
        raise OptionError("expected a size, such as 10 or 10x8")
    cols, rows = size
    _require_board(cols, rows)
    if inner is None:
        inner = chosen.inner(cols, rows, border if framed else 0)
    border = (border or usual_border_colours(cols, rows, inner)) if framed else 0
    return Recipe(cols, rows, inner, border, **chosen.switches)
