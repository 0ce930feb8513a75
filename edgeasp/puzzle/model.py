"""Tiles, squares, placements, puzzles and solutions.

Rotation is defined here and nowhere else.

Numbers are 0-based, and rotations are anticlockwise quarter turns, as in a `.sol` file. `degrees` and `quarter_turns`
convert them to the clockwise degrees of facts and back. A tile that is flipped left to right before it is rotated has
4 quarter turns more, or 360 degrees more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, StrEnum
from functools import cached_property, lru_cache
from itertools import combinations
from typing import ClassVar, NamedTuple, Self

FRAME = 0
"""Colour number of the frame. No other colour is special."""

Sides = tuple[int, int, int, int]
"""Colours of the four sides: north, east, south, west."""

Partners = tuple[tuple[int, int], ...]
"""Pairs of colours that match each other."""


class Side(IntEnum):
    """Side of a tile or square, clockwise from the top.

    The value indexes `Sides`.

    >>> edgeasp.Side.NORTH.opposite.name
    'SOUTH'
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def opposite(self) -> Side:
        """Side of the adjacent square that touches this side."""
        return _OPPOSITE[self]

    @property
    def word(self) -> str:
        """Name in messages and in facts: `top`, `right`, `bottom` or `left`."""
        return SIDE_WORDS[self]


_OPPOSITE = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)

SIDE_WORDS = ("top", "right", "bottom", "left")
"""Names of the sides, in the order of `Side`."""

_TURNS = ("upright", "turned left", "upside down", "turned right")

Order = tuple[Side, Side, Side, Side]
"""Order in which a file lists the sides of a tile."""

SIDE_ORDERS = ("nesw", "enws", "nswe", "nsew", "news", "nwes")
"""Orders of sides by their initials. Every other order gives the same tiles as one of these, up to rotation."""


def side_order(initials: str) -> Order:
    """Return the order named by four initials, such as `nesw`."""
    north, east, south, west = ({side.name[0].lower(): side for side in Side}[initial] for initial in initials)
    return north, east, south, west


class Sign(Enum):
    """Sign that all four sides of a tile share.

    >>> edgeasp.Tile((1, 2, 3, 4), edgeasp.Sign("+")).sign.name
    'PLUS'
    """

    PLUS = "+"
    MINUS = "-"

    def lies_on(self, square: Square, *, plus_on_even: bool) -> bool:
        """Whether tiles with this sign belong on a square.

        With `plus_on_even`, tiles with a plus belong on even squares, otherwise on odd squares.
        """
        return (self is Sign.PLUS) == (square.even == plus_on_even)


def as_sides(colours: Iterable[int]) -> Sides:
    """Convert four colours to the sides of a tile."""
    north, east, south, west = colours
    return north, east, south, west


def clockwise_sides(listed: Sequence[int], order: Order) -> Sides:
    """Reorder the listed sides of a tile clockwise from north.

    `order` names the side of each listed colour.
    """
    return as_sides(listed[order.index(side)] for side in Side)


def rotate_sides(sides: Sides, rot: int) -> Sides:
    """Rotate sides by `rot` anticlockwise quarter turns.

    One quarter turn makes (N,E,S,W) into (E,S,W,N).
    """
    return (*sides[rot:], *sides[:rot])  # type: ignore[return-value]  # a slice forgets its length


def mirror_sides(sides: Sides) -> Sides:
    """Swap the left and right sides."""
    north, east, south, west = sides
    return north, west, south, east


def canonical_sides(sides: Sides) -> Sides:
    """Return the lexicographically least of the four rotations."""
    north, east, south, west = sides
    return min(sides, (east, south, west, north), (south, west, north, east), (west, north, east, south))


def degrees(rot: int) -> int:
    """Convert anticlockwise quarter turns to clockwise degrees.

    Flipped orientations, 4 to 7, have 360 degrees more.
    """
    return 90 * ((4 - rot) % 4) + 360 * (rot // 4)


def quarter_turns(degrees: int) -> int:
    """Convert clockwise degrees to anticlockwise quarter turns."""
    return (4 - degrees // 90) % 4 + 4 * (degrees // 360)


@dataclass(frozen=True, slots=True)
class Tile:
    """Unrotated tile: four colours clockwise from the north, optional sign.

    >>> edgeasp.Tile((1, 2, 1, 2)).period  # a half turn does not change it
    2

    Attributes:
        sides: its colours.
        sign: its sign, if it has one.
        only: its allowed orientations, ascending. None allows all orientations of the puzzle.

    Raises:
        ValueError: the sides are not a tuple of four natural numbers, the sign is not a `Sign`, or the orientations
            are not an ascending tuple of numbers from 0 to 7.
    """

    sides: Sides
    sign: Sign | None = None
    only: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        sides = self.sides
        # `type(...) is int` excludes True and False, which `isinstance` takes for integers.
        natural = type(sides) is tuple and all(type(colour) is int and colour >= 0 for colour in sides)
        if not natural or len(sides) != 4:
            raise ValueError(
                f"expected a tuple of four colours, integers from 0, as the sides of a tile, not {sides!r}"
            )
        if self.sign is not None and type(self.sign) is not Sign:
            raise ValueError(f"expected Sign.PLUS, Sign.MINUS or None as the sign of a tile, not {self.sign!r}")
        if self.only is not None and (not self.only or self.only != tuple(sorted({*self.only} & {*range(8)}))):
            raise ValueError(f"expected a tuple of ascending orientations from 0 to 7, not {self.only!r}")

    @property
    def period(self) -> int:
        """Number of distinct rotations.

        It is 1 for sides `a a a a`, 2 for sides `a b a b`, and 4 for all other tiles.
        """
        return next(k for k in (1, 2, 4) if rotate_sides(self.sides, k % 4) == self.sides)

    @property
    def top(self) -> int:
        """Colour of the top side."""
        return self.sides[0]

    @property
    def right(self) -> int:
        """Colour of the right side."""
        return self.sides[1]

    @property
    def bottom(self) -> int:
        """Colour of the bottom side."""
        return self.sides[2]

    @property
    def left(self) -> int:
        """Colour of the left side."""
        return self.sides[3]

    @property
    def has_opposite_zeros(self) -> bool:
        """Whether two opposite sides have the frame colour.

        No square of a rectangle has opposite sides on the boundary.
        """
        return any(self.sides[side] == self.sides[side.opposite] == FRAME for side in (Side.NORTH, Side.EAST))

    @property
    def appearance(self) -> tuple[Sides, Sign | None]:
        """Canonical sides and sign.

        Two tiles have equal appearances if and only if they are identical up to rotation.
        """
        return canonical_sides(self.sides), self.sign


class Square(NamedTuple):
    """Square of a board: column and row, from the top-left corner.

    >>> edgeasp.Square(2, 0).neighbour(edgeasp.Side.SOUTH)
    Square(col=2, row=1)

    Attributes:
        col: its column, from 0.
        row: its row, from 0.
    """

    # A tuple, because squares are keys of many dictionaries, and the hash of a tuple is computed in C.

    col: int
    row: int

    @property
    def even(self) -> bool:
        """Whether the square has the checkerboard colour of the top-left square."""
        return (self.col + self.row) % 2 == 0

    @property
    def place(self) -> str:
        """Name such as I8: row as a letter, column from 1."""
        return place_name(self)

    def neighbour(self, side: Side) -> Square:
        """Return the square across a side, which may not exist.

        The result may be off the board, since only a `Grid` knows how large the board is.
        """
        step = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
        return Square(self.col + step[0], self.row + step[1])


@dataclass(frozen=True, slots=True)
class Placement:
    """Tile on a square, in an orientation.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz").puzzle
    >>> puzzle.sides(edgeasp.Placement(tile=3, square=edgeasp.Square(0, 0), rot=1))
    (0, 2, 2, 0)

    Attributes:
        tile: the index of the tile, from 0.
        square: its square.
        rot: anticlockwise quarter turns, 0 to 3. If the tile is flipped first, 4 more: 4 to 7.
    """

    JSON: ClassVar = ("tile", "*square", "rot")

    tile: int
    square: Square
    rot: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares of a board, with adjacency and boundary.

    >>> grid = edgeasp.load("instances/frame-3x3.puz").puzzle.grid
    >>> edgeasp.Square(3, 0) in grid, grid.diamonds, grid.outside
    (False, 12, 12)

    Attributes:
        cols: columns.
        rows: rows.
        holes: squares of the rectangle that are not on the board.
        wraps: `columns` if the last column is adjacent to the first, `rows` if the last row is adjacent to the first.
    """

    cols: int
    rows: int
    holes: frozenset[Square] = frozenset()
    wraps: frozenset[str] = frozenset()

    def __contains__(self, square: Square) -> bool:
        """Whether the square is on the board."""
        within = 0 <= square.col < self.cols and 0 <= square.row < self.rows
        return within and not (self.holes and square in self.holes)

    @property
    def whole(self) -> bool:
        """Whether the board is a rectangle without holes or wrapping."""
        return not (self.holes or self.wraps)

    @property
    def ringed(self) -> bool:
        """Whether border squares form closed loops, as on boards without holes."""
        return not self.holes

    @property
    def size(self) -> int:
        """Number of squares."""
        return self.cols * self.rows - len(self.holes)

    @property
    def outline(self) -> tuple[str, ...]:
        """Drawing, one text per row: `#` for squares, `.` for holes."""
        every = Grid(self.cols, self.rows).squares
        drawn = "".join("#" if square in self else "." for square in every)
        return tuple(drawn[start : start + self.cols] for start in range(0, len(drawn), self.cols))

    @property
    def outside(self) -> int:
        """Number of sides of squares that are on the boundary."""
        return 4 * self.size - 2 * self.diamonds

    @property
    def diamonds(self) -> int:
        """Number of diamonds: edges between two adjacent squares."""
        return 2 * self.cols * self.rows - self.cols - self.rows if self.whole else len(self.pairs)

    # Checking many boards repeats these questions, so the answers are cached, and shared by equal grids.

    @property
    @lru_cache(64)  # noqa: B019
    def squares(self) -> tuple[Square, ...]:
        """All squares, row by row from the top-left."""
        every = (Square(col, row) for row in range(self.rows) for col in range(self.cols))
        return tuple(square for square in every if square in self)

    @property
    @lru_cache(64)  # noqa: B019
    def pairs(self) -> Sequence[tuple[Square, Side, Square]]:
        """Pairs of adjacent squares, row by row.

        Each entry is a square, its east or south side, and the square across that side.
        """
        ends = ((square, side) for square in self.squares for side in (Side.EAST, Side.SOUTH))
        every = ((square, side, self.neighbour(square, side)) for square, side in ends)
        return tuple(pair for pair in every if pair[2] in self)

    def neighbour(self, square: Square, side: Side) -> Square:
        """Return the square across a side, with wrapping.

        The result is off the board if the side is on the boundary.
        """
        beyond = square.neighbour(side)
        if self.wraps:
            col = beyond.col % self.cols if "columns" in self.wraps else beyond.col
            return Square(col, beyond.row % self.rows if "rows" in self.wraps else beyond.row)
        return beyond

    def outer_sides(self, square: Square) -> frozenset[Side]:
        """Return the sides of a square on the boundary.

        On a rectangle, corners have two, other border squares one, and inner squares none.
        """
        return _outer_sides(self, square)

    @property
    @lru_cache(64)  # noqa: B019
    def parts(self) -> frozenset[str]:
        """Parts of the boundary that this board has, see `RIM_PARTS`."""
        return frozenset(self.part(square, side) for square in self.squares for side in self.outer_sides(square))

    def part(self, square: Square, side: Side) -> str:
        """Return the part of the boundary at a side.

        The part is `hole` if the side is next to a hole, otherwise a side of the board, such as `top`.
        """
        return HOLE if self.holes and self.neighbour(square, side) in self.holes else side.word


# Cached by grid and square: each check of a board asks for every square.
@lru_cache(4096)
def _outer_sides(grid: Grid, square: Square) -> frozenset[Side]:
    return frozenset(side for side in Side if grid.neighbour(square, side) not in grid)


def place_name(square: Square) -> str:
    """Name a square as on Eternity II, such as `I8`.

    The row is a letter, and the column a number from 1.

    >>> place_name(Square(col=7, row=8))
    'I8'
    """
    return f"{row_name(square.row)}{square.col + 1}"


def square_named(name: str) -> Square | None:
    """Parse a name such as `I8`, or return None."""
    match = re.fullmatch(r"([A-Z]{1,3})([1-9][0-9]{0,3})", name.strip().upper(), re.ASCII)
    if match is None:
        return None
    row = 0
    for letter in match[1]:
        row = 26 * row + ord(letter) - ord("A") + 1
    return Square(int(match[2]) - 1, row - 1)


def row_name(row: int) -> str:
    """Name a row: A to Z, then AA."""
    name = ""
    row += 1
    while row > 0:
        row, rest = divmod(row - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@dataclass(frozen=True, slots=True)
class Names:
    """Human-readable names of tiles, colours, squares and rotations.

    >>> names = edgeasp.Names(colours=("grey", "red", "blue"))
    >>> names.colour(2), names.place(edgeasp.Square(7, 8)), names.turn(1)
    ('blue', 'I8', 'turned left')

    Attributes:
        numbers: the number of each tile, published or from its file. None if tiles are numbered by their index.
        colours: the name of each colour in its file, from 0. Empty if colours are numbers.
        as_facts: whether tiles, squares and rotations are named as in facts.
    """

    numbers: tuple[int, ...] | None = None
    colours: tuple[str, ...] = ()
    as_facts: bool = False

    def number(self, tile: int) -> int:
        """Return the number of a tile.

        With `as_facts`, tiles are numbered from 1. Otherwise the number is the tile's entry in `numbers`, or its index
        if there are no `numbers`.
        """
        if self.as_facts:
            return tile + 1
        return self.numbers[tile] if self.numbers and 0 <= tile < len(self.numbers) else tile

    def colour(self, colour: int) -> str:
        """Return the name of a colour, or else its number."""
        name = self.colours[colour] if colour < len(self.colours) else ""
        return name or str(colour)

    def place(self, square: Square) -> str:
        """Name a square, such as `I8`.

        With `as_facts`, return its column and row as in facts, such as `column 8, row 9`.
        """
        return f"column {square.col + 1}, row {square.row + 1}" if self.as_facts else place_name(square)

    def turn(self, rot: int) -> str:
        """Describe an orientation by where the tile's top points.

        With `as_facts`, return the clockwise angle, such as `turned 90 degrees`.
        """
        if self.as_facts:
            return f"turned {degrees(rot)} degrees"
        return " and ".join([*(["flipped"] if rot > 3 else []), *([_TURNS[rot % 4]] if rot != 4 else [])])


DIFFERENT = "different"
"""Name of the partners of puzzles whose adjacent sides have to differ: all pairs of different colours."""

MOST_THAT_DIFFER = 1_000
"""Most colours of a puzzle whose adjacent sides have to differ. All their pairs are listed: half a million."""

MOST_PAIRS = MOST_THAT_DIFFER * (MOST_THAT_DIFFER - 1) // 2
"""Most pairs of matching colours."""


def pairs_of_different_colours(tiles: Iterable[Tile]) -> Partners:
    """Return all pairs of different colours that tiles show.

    If there is only one colour, it is paired with a colour that no tile shows, so that it matches nothing.
    """
    colours = sorted({colour for tile in tiles for colour in tile.sides} - {FRAME})
    return tuple(combinations(colours if len(colours) != 1 else [*colours, colours[0] + 1], 2))


class Matching(Enum):
    """Rule for the colours of two adjacent sides."""

    SAME = "the same"
    PARTNERS = "partners, each of one other"
    SEVERAL = "two of which either meets several, or some do"
    DIFFERENT = "different, whichever they are"


class ColouredTiles:
    """Tiles of a puzzle, and the colours that match."""

    tiles: tuple[Tile, ...]
    partners: Partners

    @cached_property
    def framed(self) -> bool:
        """Whether some side has frame colour 0, so the boundary condition applies."""
        return any(FRAME in tile.sides for tile in self.tiles)

    @cached_property
    def signed(self) -> bool:
        """Whether a tile has a sign, so that the sign condition applies."""
        return any(tile.sign is not None for tile in self.tiles)

    @cached_property
    def _matching_colours(self) -> dict[int, tuple[int, ...]]:
        meeting: dict[int, set[int]] = {}
        for one, other in self.partners:
            meeting.setdefault(one, set()).add(other)
            meeting.setdefault(other, set()).add(one)
        return {colour: tuple(sorted(others)) for colour, others in meeting.items()}

    def meeting(self, colour: int) -> tuple[int, ...]:
        """Return the colours that match a colour, ascending.

        A colour without partners matches itself alone.

        >>> edgeasp.Puzzle(2, 2, (edgeasp.Tile((1, 2, 1, 3)),) * 4, partners=((1, 2), (1, 3))).meeting(1)
        (2, 3)
        """
        return self._matching_colours.get(colour) or (colour,)

    @cached_property
    def paired(self) -> bool:
        """Whether each colour matches exactly one colour: itself, or its partner."""
        return not self.partners or all(len(others) == 1 for others in self._matching_colours.values())

    @property
    def several(self) -> bool:
        """Whether some colour matches several colours."""
        return not self.paired

    @cached_property
    def matching(self) -> Matching:
        """Rule for the colours of two adjacent sides."""
        if self.paired:
            return Matching.PARTNERS if self.partners else Matching.SAME
        return Matching.DIFFERENT if self.partners == pairs_of_different_colours(self.tiles) else Matching.SEVERAL

    @cached_property
    def _partner_by_colour(self) -> dict[int, int]:
        return {colour: other for colour, (other,) in self._matching_colours.items()} if self.paired else {}

    def partner(self, colour: int) -> int:
        """Return the colour that matches a colour.

        A colour without a partner matches itself.

        >>> edgeasp.Puzzle(2, 2, (edgeasp.Tile((1, 2, 1, 2)),) * 4, partners=((1, 2),)).partner(2)
        1
        """
        return self._partner_by_colour.get(colour, colour)

    @property
    def colours(self) -> list[int]:
        """Colours of tiles and partners, ascending, without the frame colour."""
        named = (*(tile.sides for tile in self.tiles), *self.partners)
        return sorted({colour for group in named for colour in group} - {FRAME})

    @cached_property
    def zeros(self) -> int:
        """Number of sides with the frame colour."""
        return sum(tile.sides.count(FRAME) for tile in self.tiles)

    def as_diamonds(self, sides: Sides) -> Sides:
        """Convert the sides shown on a square to diamond colours.

        `diamonds_around` explains diamond colours.
        """
        if not self._partner_by_colour:
            return sides
        north, east, south, west = sides
        return self.partner(north), east, south, self.partner(west)


class TileSet(ColouredTiles):
    """Tiles with their allowed orientations, without a board.

    It is the base class of `Puzzle`, and has the methods that need no board.
    """

    turning: bool
    flipping: bool

    def sides(self, placement: Placement) -> Sides:
        """Return a placement's colours, clockwise from the north."""
        return self.shown(placement.tile, placement.rot)

    def shown(self, tile: int, rot: int) -> Sides:
        """Return the colours of a tile in an orientation.

        The colours are listed clockwise from the north.
        """
        sides = self.tiles[tile].sides
        # A flipped tile is mirrored first, and then rotated like any other.
        return rotate_sides(sides, rot) if rot < 4 else rotate_sides(self.mirrored(sides), rot - 4)

    def mirrored(self, sides: Sides) -> Sides:
        """Return the back of a tile with these sides.

        The back is the mirror image, with the partner of each colour.
        """
        back = mirror_sides(sides)
        return as_sides(map(self.partner, back)) if self._partner_by_colour else back

    def diamonds_around(self, placement: Placement) -> Sides:
        """Return the colours of the diamonds around a placement.

        The colours are listed clockwise from the north. The colour of a diamond is the colour shown on its left or
        upper square. The other square has to show the partner of this colour. So two placements match if and only if
        both have the same colour for the diamond between them. If some colour matches several colours, diamonds have no
        such colour, and the colours that the placement shows are returned.
        """
        return self.as_diamonds(self.shown(placement.tile, placement.rot))

    @cached_property
    def orientations(self) -> tuple[int, ...]:
        """Orientations that tiles may have.

        An orientation is the number of anticlockwise quarter turns, plus 4 if the tile is flipped.
        """
        upright = range(4 if self.turning else 1)
        return (*upright, *(4 + turn for turn in upright if self.flipping))

    @property
    def rots(self) -> range:
        """Possible orientations: 0 to 3, or 0 to 7 with flipping.

        If tiles may not be rotated, only some of these orientations are allowed, see `orientations`.
        """
        return range(8 if self.flipping else 4)

    @cached_property
    def restricted(self) -> tuple[int, ...]:
        """Indices of tiles that allow only some of the orientations."""
        return tuple(index for index, tile in enumerate(self.tiles) if tile.only is not None)

    @cached_property
    def regular(self) -> bool:
        """Whether tiles are neither two-sided nor restricted to some orientations.

        Rotating the board then keeps the colours of sides and their cyclic order.
        """
        return not self.flipping and not self.restricted

    def allowed(self, tile: int) -> tuple[int, ...]:
        """Return the allowed orientations of a tile."""
        only = self.tiles[tile].only
        return self.orientations if only is None else only

    def faces(self, tile: int) -> tuple[Sides, ...]:
        """Return the front and, if tiles may flip, the back."""
        return tuple(self.shown(tile, rot) for rot in (0, 4)[: 1 + self.flipping])

    @cached_property
    def side_colours(self) -> tuple[int, ...]:
        """Colours on the sides of tiles, ascending.

        If tiles may be flipped, the colours of their backs are included.
        """
        faces = (face for tile in range(len(self.tiles)) for face in self.faces(tile))
        return tuple(sorted({colour for face in faces for colour in face}))

    @cached_property
    def looks(self) -> tuple[Mapping[Sides, tuple[int, ...]], ...]:
        """For each tile, the sides that it can show.

        Each entry maps these sides to the orientations that show them, in ascending order.
        """
        looks = []
        for tile in range(len(self.tiles)):
            rots: dict[Sides, tuple[int, ...]] = {}
            for rot in self.allowed(tile):
                shown = self.shown(tile, rot)
                rots[shown] = (*rots.get(shown, ()), rot)
            looks.append(rots)
        return tuple(looks)

    def alike(self, tile: int, rot: int) -> tuple[int, ...]:
        """Return the allowed orientations that show the same sides.

        `rot` is the orientation to compare with.
        """
        return self.looks[tile].get(self.shown(tile, rot), (rot,))

    def rotations(self, tile: int) -> tuple[int, ...]:
        """Return one orientation for each distinct look of a tile.

        Of all allowed orientations that show the same sides, it is the least.
        """
        return tuple(rots[0] for rots in self.looks[tile].values())

    def canonical(self, placement: Placement) -> Placement:
        """Return the placement with the least equivalent orientation."""
        return Placement(placement.tile, placement.square, self.alike(placement.tile, placement.rot)[0])

    def mark(self, tile: int) -> str:
        """Return a tile's sign as text, "" without a sign.

        Two tiles that show the same colours are distinguished by this text alone.
        """
        sign = self.tiles[tile].sign
        return sign.value if sign else ""

    def appearance(self, tile: int) -> tuple[tuple[Sides, ...], str]:
        """Return a value that only identical tiles share.

        Two tiles are identical if they can show the same sides and have the same sign, or none.
        """
        return tuple(sorted(self.looks[tile])), self.mark(tile)

    def identical_tiles(self, excluded: Sequence[int] = ()) -> list[list[int]]:
        """Group tiles that are identical up to rotation.

        Groups have two or more tiles, and none of the excluded tiles. Tiles are not identical if their signs differ, or
        if only one of them has a sign.
        """
        groups: dict[object, list[int]] = {}
        for index in range(len(self.tiles)):
            if index not in excluded:
                groups.setdefault(self.appearance(index), []).append(index)
        return [group for group in groups.values() if len(group) > 1]


_FRAME_ALONE = frozenset({FRAME})


class Statement(NamedTuple):
    """Puzzle as search engines read it, with every feature as data.

    Signs alternate on a checkerboard. Colours cannot express this, so engines read `Tile.sign` and `Square.even`.

    Attributes:
        seams: pairs of adjacent squares, each as a square, its east or south side, and the square across that side.
        boundary: for each side of a square that is on the boundary, the colours that it may show.
        inside: colours that a side next to another square may show. With spare tiles the frame colour is not among
            them, since a placed tile must have all its frame-coloured sides on the frame.
        looks: for each tile, the sides that it can show, each with the orientations that show them.
        meets: for each colour, the colours that match it.
    """

    seams: Sequence[tuple[Square, Side, Square]]
    boundary: Mapping[tuple[Square, Side], frozenset[int]]
    inside: frozenset[int]
    looks: Sequence[Mapping[Sides, tuple[int, ...]]]
    meets: Mapping[int, frozenset[int]]

    def allowed_colours(self, square: Square) -> tuple[frozenset[int], ...]:
        """Return the colours allowed on each side of a square.

        Tiles on adjacent squares are ignored.
        """
        return tuple(self.boundary.get((square, side), self.inside) for side in Side)

    def frame_sides(self, square: Square) -> frozenset[Side]:
        """Return the sides where only the frame colour is allowed."""
        return frozenset(side for side in Side if self.boundary.get((square, side)) == _FRAME_ALONE)


@dataclass(frozen=True, init=False, repr=False)
class Puzzle(TileSet):
    """Board of squares, and at least as many tiles.

    >>> tiles = tuple(edgeasp.Tile(sides) for sides in [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)])
    >>> edgeasp.Puzzle(2, 2, tiles)
    Puzzle(2 x 2, framed, 4 tiles)

    Attributes:
        cols: columns of the board.
        rows: rows of the board.
        partners: pairs of colours that match each other, such as the head and the tail of a motif. A colour without a
            pair matches itself. A colour may be in several pairs, and one of its partners may be the colour itself.
        turning: whether tiles may be rotated.
        names: human-readable names of its tiles and colours.
        flipping: whether tiles may be flipped. The back is the mirror image, with the partner of each colour, or with
            the same colours if some colour matches several.
        holes: squares of the rectangle that are not on the board. The frame runs around them as well.
        wraps: `columns` if the last column is adjacent to the first, as on a cylinder. `rows` if the last row is
            adjacent to the first.
        rim: parts of the boundary without a frame. Each part is a side of the board or `hole`, with the colours that
            tiles may show there. An empty tuple allows any colour, as at the sides of a block in a larger board.
            `open_sides` lists the sides of the board that allow any colour.
        grid: squares of the board, with their adjacency.

    Raises:
        ValueError: the board is too small, there are too few tiles, a partner is the frame colour, a tile is restricted
            to orientations that the puzzle does not have, a hole is off the board, signs cannot alternate around a
            board that wraps around, a part of the rim occurs twice or has the frame colour, or an argument has the
            wrong type.
    """

    cols: int
    rows: int
    tiles: tuple[Tile, ...]
    partners: Partners = ()
    turning: bool = True
    names: Names = field(default=Names(), compare=False)
    flipping: bool = False
    holes: frozenset[Square] = frozenset()
    wraps: frozenset[str] = frozenset()
    rim: Rim = ()
    grid: Grid = field(init=False, compare=False)

    def __init__(
        self,
        cols: int,
        rows: int,
        tiles: tuple[Tile, ...],
        partners: Partners = (),
        turning: bool = True,
        names: Names = Names(),
        open_sides: Iterable[Side] | None = None,
        flipping: bool = False,
        holes: frozenset[Square] = frozenset(),
        wraps: frozenset[str] = frozenset(),
        rim: Rim = (),
    ) -> None:
        """Validate and normalise the description.

        If given, `open_sides` overrides the open sides in `rim`, so `dataclasses.replace` can change both.
        """
        _require_tiles(cols, rows, tiles)
        if type(turning) is not bool or type(flipping) is not bool:
            values = f"{turning!r}, {flipping!r}"
            raise ValueError(f"expected True or False for whether tiles may be rotated, and flipped, not {values}")
        grid = Grid(cols, rows, holes, wraps)
        # A frozen dataclass refuses assignment, so the normalised fields are set through `__dict__`.
        self.__dict__.update(cols=cols, rows=rows, tiles=tiles, turning=turning, names=names, flipping=flipping)
        pairs = normalise_pairs(partners) if partners else ()
        self.__dict__.update(holes=holes, wraps=wraps, grid=grid, partners=pairs)
        if not grid.whole:
            _require_board(grid, signed=self.signed)
        named = rim if open_sides is None else _open_rim_parts(rim, open_sides)
        self.__dict__["rim"] = _effective_rim(named, grid, framed=self.framed) if named else ()
        if len(tiles) < grid.size:
            less = f" without {len(holes)} of its squares" if holes else ""
            raise ValueError(f"a board of {cols} x {rows}{less} takes {grid.size} tiles, not {len(tiles)}")
        for tile in self.tiles if self.restricted else ():
            if not {*self.orientations}.issuperset(tile.only or ()):
                raise ValueError(f"expected orientations among {self.orientations}, not {tile.only!r}")

    def __repr__(self) -> str:
        kind = "framed" if self.framed else "unframed"
        partners = "partners" if self.paired else PuzzleFeature.RELATION
        features = {"signed": self.signed, partners: bool(self.partners), "no turning": not self.turning}
        features |= {f"{self.spare} spare": not self.complete}
        features |= {"two-sided": self.flipping, "orientations by tile": bool(self.restricted)}
        features |= {
            kind: kind in self.beyond for kind in (PuzzleFeature.OUTLINE, PuzzleFeature.WRAPS, PuzzleFeature.RIM)
        }
        kind += "".join(f", {feature}" for feature, present in features.items() if present)
        return f"Puzzle({self.cols} x {self.rows}, {kind}, {len(self.tiles)} tiles)"

    def _repr_svg_(self) -> str:
        # Drawing is in a higher layer, which this module must not import, so the public name finds it when called.
        import edgeasp

        return edgeasp.Instance(self)._repr_svg_()

    @property
    def spare(self) -> int:
        """Number of spare tiles."""
        return len(self.tiles) - self.grid.size

    @property
    def complete(self) -> bool:
        """Whether every tile is used on a complete board."""
        return not self.spare

    @cached_property
    def beyond(self) -> tuple[PuzzleFeature, ...]:
        """Special features of the puzzle, such as holes or spare tiles."""
        return tuple(kind for kind in PuzzleFeature if getattr(self, kind.field))

    @property
    def ordinary(self) -> bool:
        """Whether the puzzle is ordinary.

        It then has no special feature, its tiles may be rotated, and each colour matches only itself.
        """
        return self.turning and not self.partners and not self.beyond

    @property
    def turns_freely(self) -> bool:
        """Whether the board with all its tiles may be rotated."""
        return self.turning and self.regular and not {*self.beyond} & OF_BOARD

    @property
    def open_sides(self) -> frozenset[Side]:
        """Sides of the board where tiles may show any colour."""
        return frozenset(Side(SIDE_WORDS.index(part)) for part, colours in self.rim if not colours and part != HOLE)

    @cached_property
    def statement(self) -> Statement:
        """The puzzle in the form that search engines read."""
        every, rim, boundary = frozenset(self.side_colours), dict(self.rim), {}
        inside = every - _FRAME_ALONE if self.framed and self.spare else every
        unnamed = _FRAME_ALONE if self.framed else inside
        for square in self.grid.squares:
            for side in self.grid.outer_sides(square):
                named = rim.get(self.grid.part(square, side)) if rim else None
                boundary[square, side] = unnamed if named is None else inside.intersection(named) if named else inside
        meets = {colour: frozenset(self.meeting(colour)) for colour in self.colours}
        return Statement(self.grid.pairs, boundary, inside, self.looks, meets | {FRAME: _FRAME_ALONE})

    @cached_property
    def outside(self) -> int:
        """Number of sides at the frame, or on the boundary if unframed."""
        ends = self.statement.boundary.values()
        return sum(colours == _FRAME_ALONE for colours in ends) if self.framed else len(ends)

    @property
    def loose(self) -> bool:
        """Whether frame-coloured sides may be inside, next to another square.

        With spare tiles they may not: a placed tile must have all its frame-coloured sides on the frame, and surplus
        sides of this colour are on spare tiles.
        """
        return self.complete and self.zeros > self.outside

    @cached_property
    def exact(self) -> bool:
        """Whether the puzzle has a frame with all frame-coloured sides on it.

        If so, none of these sides may be next to another square.
        """
        return self.framed and self.zeros >= self.outside and not self.loose

    @cached_property
    def misfits(self) -> tuple[int, ...]:
        """Tiles whose frame-coloured sides cannot all be on the boundary.

        These tiles have the frame colour on opposite sides.
        """
        return tuple(index for index, tile in enumerate(self.tiles) if tile.has_opposite_zeros)

    @property
    def determined(self) -> bool:
        """Whether the colours of a tile determine its sides on the frame.

        If so, they also determine which sides of a border tile touch the two neighbouring border tiles.
        """
        return self.exact and self.grid.ringed and not self.misfits

    def has_placement(self, placement: Placement, *, anyhow: bool = False) -> bool:
        """Whether the tile, square and rotation of a placement exist.

        With `anyhow`, rotations that the tile does not allow are accepted.
        """
        exists = 0 <= placement.tile < len(self.tiles) and placement.square in self.grid
        return exists and placement.rot in (range(8) if anyhow else self.allowed(placement.tile))


class PuzzleFeature(StrEnum):
    """Special feature of a puzzle, such as holes or spare tiles.

    In messages, the value completes "puzzles with ...".

    Attributes:
        field: the attribute of `Puzzle` that is true if the puzzle has the feature.
        of_board: whether it is a feature of the board: not a plain rectangle, or not framed all around.
    """

    field: str
    of_board: bool

    def __new__(cls, words: str, field: str, of_board: bool = False) -> Self:
        """Create a member whose value is the text."""
        kind = str.__new__(cls, words)
        kind._value_, kind.field, kind.of_board = words, field, of_board
        return kind

    RELATION = "colours that match several others", "several"
    SUBSET = "spare tiles", "spare"
    FLIPS = "two-sided tiles", "flipping"
    BY_TILE = "tiles with restricted orientations", "restricted"
    OUTLINE = "holes", "holes", True
    WRAPS = "a wrap-around board", "wraps", True
    RIM = "open sides or boundary colours", "rim", True


OF_BOARD = frozenset(kind for kind in PuzzleFeature if kind.of_board)


WRAPPING = ("columns", "rows")
"""Lines of squares that can wrap around, so that the last is adjacent to the first."""

ENDS = {"columns": (Side.WEST, Side.EAST), "rows": (Side.NORTH, Side.SOUTH)}
"""Sides of the board that wrapping joins."""


Rim = tuple[tuple[str, tuple[int, ...]], ...]
"""Parts of the boundary, each with the colours that it may show."""

HOLE = "hole"
"""Part of the boundary around holes. The other parts are the sides of the board."""

RIM_PARTS = (*SIDE_WORDS, HOLE)
"""Parts of the boundary."""


def normalise_rim(rim: Rim) -> Rim:
    """Normalise boundary colours, or raise ValueError."""
    try:
        parts = {part: tuple(sorted(set(colours))) for part, colours in rim}
    except (TypeError, ValueError):
        parts = {}
    numbers = all(type(colour) is int and colour > FRAME for colours in parts.values() for colour in colours)
    if len(parts) != len(rim) or not numbers or not set(parts) <= set(RIM_PARTS):
        raise ValueError(f"expected parts of the rim ({', '.join(RIM_PARTS)}) with colours from 1, not {rim!r}")
    return tuple((part, parts[part]) for part in RIM_PARTS if part in parts)


def _open_rim_parts(rim: Rim, open_sides: Iterable[Side]) -> Rim:
    coloured = {part: colours for part, colours in normalise_rim(rim) if colours or part == HOLE}
    return tuple(({side.word: () for side in open_sides} | coloured).items())


def _effective_rim(rim: Rim, grid: Grid, *, framed: bool) -> Rim:
    return tuple((part, colours) for part, colours in normalise_rim(rim) if part in grid.parts and (colours or framed))


def _require_tiles(cols: int, rows: int, tiles: tuple[Tile, ...]) -> None:
    if type(cols) is not int or type(rows) is not int:
        raise ValueError(f"expected integers as columns and rows, not {cols!r} and {rows!r}")
    if type(tiles) is not tuple or not all(isinstance(tile, Tile) for tile in tiles):
        raise ValueError("expected a tuple of Tile as the tiles of a puzzle")
    if cols < 2 or rows < 2:
        raise ValueError(f"a board has at least 2 columns and 2 rows, not {cols} x {rows}")


def _require_board(grid: Grid, *, signed: bool) -> None:
    """Raise ValueError for invalid holes or wrapping.

    Signs cannot alternate along a ring of an odd number of squares.
    """
    every = Grid(grid.cols, grid.rows)
    if not all(isinstance(square, Square) and square in every for square in grid.holes) or not grid.size:
        raise ValueError(f"expected squares of {grid.cols} x {grid.rows}, not all of them, as holes")
    if not set(WRAPPING).issuperset(grid.wraps):
        raise ValueError(f"expected {' or '.join(WRAPPING)} as what wraps around, not {sorted(grid.wraps)}")
    # Signs alternate, so going once around an odd number of squares would need both signs on one square.
    odd = {name for name, lines in zip(WRAPPING, (grid.cols, grid.rows), strict=True) if lines % 2}
    if signed and odd & grid.wraps:
        raise ValueError("signs alternate, so what wraps around has an even number of columns or rows")


def named_as_in_facts(puzzle: Puzzle) -> Puzzle:
    """Name tiles, squares and rotations as in facts."""
    return replace(puzzle, names=replace(puzzle.names, as_facts=True))


def normalise_pairs(partners: Partners) -> Partners:
    """Normalise pairs of colours, or raise ValueError.

    Pairs of colours that match only themselves are dropped.
    """
    # Refused before each pair is checked: 1.1 million pairs took 5 s and 441 MB.
    if type(partners) is tuple and len(partners) > MOST_PAIRS:
        raise ValueError(f"expected at most {MOST_PAIRS:,} pairs of colours as partners, found {len(partners):,}")
    pairs = [pair for pair in partners if isinstance(pair, tuple) and len(pair) == 2]
    numbers = all(type(colour) is int and colour > FRAME for pair in pairs for colour in pair)
    if type(partners) is not tuple or len(pairs) != len(partners) or not numbers:
        raise ValueError(f"expected pairs of colours from 1 as partners, not {partners!r}")
    others = {colour for one, other in pairs if one != other for colour in (one, other)}
    return tuple(sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1] or pair[0] in others}))


@dataclass(frozen=True, repr=False)
class Solution:
    """Complete or partial placements: a solution, clues, or a board.

    >>> clues = edgeasp.Solution((edgeasp.Placement(3, edgeasp.Square(0, 0), 1),))
    >>> clues
    Solution(1 placement)
    >>> len(clues), [placement.tile for placement in clues]
    (1, [3])

    Raises:
        ValueError: the placements are not a tuple.
    """

    placements: tuple[Placement, ...] = ()

    def __post_init__(self) -> None:
        # Only one element is checked, since a search may yield millions of solutions.
        if type(self.placements) is not tuple or not all(isinstance(one, Placement) for one in self.placements[:1]):
            raise ValueError(f"expected a tuple of Placement as a solution, not {self.placements!r:.60}")

    def __repr__(self) -> str:
        return f"Solution({len(self)} placement{'s' if len(self) != 1 else ''})"

    def __len__(self) -> int:
        return len(self.placements)

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.placements)

    def by_square(self) -> dict[Square, Placement]:
        """Return the placement on each square, the last of several."""
        return {placement.square: placement for placement in self.placements}
