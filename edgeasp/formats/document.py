"""Formats and their contents: records, lists of tiles, and strict JSON.

Numbers are integers of limited length, `true` does not count as 1, each key occurs once, and the nesting is limited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count, pairwise
from math import isqrt
from typing import Any, ClassVar, NamedTuple

from edgeasp.puzzle.features import SUPPORT
from edgeasp.puzzle.model import (
    FRAME,
    Order,
    Placement,
    Puzzle,
    PuzzleFeature,
    Side,
    Sides,
    Solution,
    Square,
    Tile,
    as_sides,
    clockwise_sides,
    place_name,
)
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import HIGHEST, Record, Size, is_whole, quoted, with_noun


class Feature(Enum):
    """Feature that some formats cannot represent.

    The value completes "the format cannot represent ...".
    """

    CLUES = "clues"
    SIGNS = "signs"
    RECTANGLES = "boards that are not square"
    UNFRAMED = "puzzles without a frame"
    LOOSE_ZEROS = "zeros that are not on the boundary"
    PARTIAL = "boards with empty squares"
    BARE = "puzzles without a board"
    PARTNERS = "colours that match other colours"
    FIXED = "tiles that may not be turned"


Features = frozenset[Feature | PuzzleFeature]
"""Features, and kinds of puzzles."""

ANY_BOARD: Features = frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE})
"""The features of plain lists of tiles."""

ANY_TILES: Features = frozenset({Feature.SIGNS, Feature.PARTNERS, Feature.FIXED, *SUPPORT["puz"].features})
"""Features of tiles that edgeasp's own formats also support."""


def tile_features(puzzle: Puzzle) -> dict[Feature | PuzzleFeature, bool]:
    """Check which features a puzzle has."""
    has: dict[Feature | PuzzleFeature, bool] = {kind: kind in puzzle.beyond for kind in PuzzleFeature}
    return {
        Feature.SIGNS: puzzle.signed,
        Feature.PARTNERS: bool(puzzle.partners),
        Feature.FIXED: not puzzle.turning,
        **has,
    }


@dataclass(frozen=True, slots=True)
class Document:
    """Content of a puzzle file.

    Attributes:
        placements: clues of a puzzle, or a board.
        notes: what the reader omitted or assumed.
        hints: clues, if the placements are a board.
        unknown: number of tiles that the text does not show, for empty squares.
        lines: line of each tile, from 1, empty if tiles have no lines.
        format: format that was read, or one of several with the same meaning, None for any.
        obvious: whether the options or the name of the file determined the format.
        explained: whether a note says how the text was interpreted, better than the title of the format.
    """

    puzzle: Puzzle
    placements: Solution = Solution()
    notes: tuple[str, ...] = ()
    hints: Solution = Solution()
    unknown: int = 0
    lines: tuple[int, ...] = field(default=(), compare=False)
    format: PuzzleFormat | BoardFormat | None = field(default=None, compare=False)
    obvious: bool = field(default=True, compare=False)
    explained: bool = field(default=False, compare=False)

    @property
    def format_name(self) -> str:
        """Name of the format, or an empty text."""
        return self.format.name if self.format else ""

    @property
    def is_board(self) -> bool:
        """Whether the placements are a board, not clues."""
        return self.format is not None and self.format.is_board

    @property
    def clues(self) -> Solution:
        """Clues of the text, or of its board."""
        return self.hints if self.is_board else self.placements

    @property
    def board(self) -> Solution:
        """Board of the text, if it has one."""
        return self.placements if self.is_board else Solution()


DEFAULT = "default"
_BLACKWOOD = "abglqejotchmrfkpudinsvw"
ORDERS = {DEFAULT: "", "jef": "atojeqlgbupkfrmhcwvsnid", "jblackwood": _BLACKWOOD, "marie": _BLACKWOOD}
"""For each `motifs_order`, the letters of the default order that its letters a, b, ... mean."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Board shown by a viewer, without a list of tiles.

    Attributes:
        squares: sides on each square, row by row, by the letters of the text. None for an empty square.
        pieces: number of the piece on each square, from 1, or 0 for none. None if the text has no numbers.
        turns: clockwise quarter turns of the piece on each square. None if the text has none.
        order: the order of letters, one of `ORDERS`.
        pinned: the squares with a clue, counted row by row from 0.
        notes: omissions and decisions of the reader, each a clause.
    """

    cols: int
    rows: int
    squares: tuple[Sides | None, ...]
    pieces: tuple[int, ...] | None = None
    order: str = DEFAULT
    pinned: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    turns: tuple[int, ...] | None = None

    @property
    def orders(self) -> list[str]:
        """List all orders of letters, the board's own first."""
        return sorted(ORDERS, key=lambda order: order != self.order)

    def square_at(self, index: int) -> Square:
        """Return the square with a number."""
        return Square(index % self.cols, index // self.cols)

    def shown_tiles(self, order: str | None = None) -> Iterator[tuple[int, Square, Sides]]:
        """Yield number, square and sides of each tile."""
        table = {index: ord(letter) - ord("a") for index, letter in enumerate(ORDERS[order or self.order])}
        for index, sides in enumerate(self.squares):
            if sides is not None:
                yield index, self.square_at(index), as_sides(table.get(colour, colour) for colour in sides)


@dataclass(frozen=True, slots=True)
class _Format:
    """Part common to all formats."""

    JSON: ClassVar = ("name", "title", "endings=suffixes", "partial")

    name: str
    title: str
    read: Callable[..., Any]
    write: Callable[..., str]
    suffixes: tuple[str, ...] = (".txt",)
    claims: Callable[[str], bool] = lambda text: False

    @property
    def summary(self) -> str:
        """The title without its users."""
        return self.title.split(";")[0]


@dataclass(frozen=True, slots=True)
class PuzzleFormat(_Format):
    """Format of puzzles.

    Attributes:
        name: name for `--from` and `--to`.
        title: purpose and users in one line.
        read: function from a text and its source to a document. Raises InputError.
        write: function from a document to the canonical text. Raises FormatError.
        holds: supported features beyond framed square puzzles with zeros on the boundary only.
        suffixes: extensions, with the dot, the preferred one first.
        colours: highest colour number, None without a limit.
        is_board: whether its placements are a board, not clues.
        needs: features that all its puzzles have.
        frameless: whether its puzzles have no frame.
        claims: whether a text is clearly meant to be in this format, even if it has errors.
        sized: whether `read` takes the `size` of the board.
        remarks: notes for readers of the written text.
    """

    holds: Features = ANY_BOARD
    colours: int | None = None
    is_board: bool = False
    needs: frozenset[PuzzleFeature] = frozenset()
    frameless: bool = False
    sized: bool = False
    remarks: Callable[[Document], tuple[str, ...]] = lambda document: ()

    @property
    def partial(self) -> bool:
        """Whether it can hold a board with empty squares."""
        return Feature.PARTIAL in self.holds

    def as_board_format(
        self, read: Callable[[str, Puzzle, str], BoardPicture], write: Callable[[Solution, Puzzle], str]
    ) -> BoardFormat:
        """Return this format for boards that show their tiles."""
        return BoardFormat(self.name, self.title, read, write, self.suffixes, self.claims, shows_tiles=True)


@dataclass(frozen=True, slots=True)
class BoardFormat(_Format):
    """Format of solutions without the puzzle.

    Attributes:
        name: name for `--from` and `--to`.
        title: purpose and users in one line.
        suffixes: extensions, with the dot, the preferred one first.
        read: function from text, puzzle and source to placements, or to a picture for `resolve.resolve_board`.
        partial: whether a board may have empty squares.
        shows_tiles: whether it shows tiles instead of naming them.
        features: supported features of puzzles.
    """

    is_board: ClassVar = True

    partial: bool = True
    shows_tiles: bool = False
    features: frozenset[PuzzleFeature] = SUPPORT["board"].features

    def missing_features(self, puzzle: Puzzle, *, flipped: bool = False) -> Iterator[str]:
        """Explain which features of a puzzle the format lacks."""
        for kind in puzzle.beyond:
            if kind not in self.features and (flipped or kind is not PuzzleFeature.FLIPS):
                yield f"the format {self.name} cannot represent {kind}"


# ---- tiles and boards as formats of lines have them ----

CLOCKWISE: Order = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)

SIZE_LINE = "'<cols> <rows>' or '<size>'"


def read_size(record: Record, grammar: str) -> tuple[int, int]:
    """Read columns and rows from a size line.

    `grammar` is the form of the line in messages.
    """
    if len(record.words) > 2:
        raise record.error(f"expected a size line {grammar}, found {with_noun(len(record.words), 'field')}")
    size = [record.number(index, "a number of columns and perhaps of rows") for index in range(len(record.words))]
    if min(size) < 2:
        raise record.error(f"expected at least 2 columns and 2 rows, found {size[0]} x {size[-1]}")
    return size[0], size[-1]


def read_tiles(records: Sequence[Record], order: Order = CLOCKWISE) -> tuple[Tile, ...]:
    """Read a tile from each line."""
    return tuple(Tile(read_sides(record, order)) for record in records)


def read_sides(record: Record, order: Order = CLOCKWISE, what: str = "a tile (four colours)") -> Sides:
    """Read the sides of a tile from a line."""
    record.require(4, what)
    return clockwise_sides([record.number(index, "a colour") for index in range(4)], order)


def tile_lines(puzzle: Puzzle, order: Order = CLOCKWISE) -> list[str]:
    """Write the sides of each tile on its own line.

    Raises:
        FormatError: the positions of zeros would make a reader assume another order of sides.
    """
    index = find_misfit(puzzle)
    if index is not None:
        raise FormatError(
            f"tile {puzzle.names.number(index)} has zeros on opposite sides, which plain text would show as another "
            "order of sides: write a .puz or facts"
        )
    return [" ".join(str(tile.sides[side]) for side in order) for tile in puzzle.tiles]


def read_puzzle(
    records: Sequence[Record],
    header: Record | None = None,
    size: Size | None = None,
    *,
    grammar: str = SIZE_LINE,
    read: Callable[[Record], Tile] = lambda record: Tile(read_sides(record)),
) -> Puzzle:
    """Read a puzzle from a line for each tile.

    Its size is in a header, or given, or follows from the tiles.
    """
    if header:
        read_size(header, grammar)  # its errors come first
    tiles = tuple(map(read, records))
    return Puzzle(*board_size(records, header, size, grammar, tiles), tiles)


def board_size(
    records: Sequence[Record],
    header: Record | None,
    size: Size | None,
    grammar: str = SIZE_LINE,
    tiles: Sequence[Tile] = (),
) -> Size:
    """Read or infer the size of the board.

    Raises:
        InputError: there is not a line for each tile.
    """
    cols, rows = read_size(header, grammar) if header else size or infer_size(records, tiles)
    require_count(records, cols, rows, header or records[0])
    return cols, rows


def require_count(
    records: Sequence[Record], cols: int, rows: int, header: Record, spare: int = 0, holes: int = 0
) -> None:
    """Require one line per tile, or raise InputError.

    `header` names the lines before them in messages.
    """
    wanted, number = cols * rows - holes + spare, len(records)
    if number != wanted:
        last = [header, *records][min(wanted + 1, number)]
        twice = [one.line for one, other in pairwise(records) if one.words == other.words] if number > wanted else []
        hint = f": lines {twice[0]} and {twice[0] + 1} are the same" if len(twice) == 1 else ""
        without = f" without {with_noun(holes, 'hole')}" if holes else ""
        spare_text = f" and {spare} spare" if spare else ""
        raise last.error(f"expected {wanted} tiles for {cols} x {rows}{without}{spare_text}, found {number}{hint}")


def infer_size(records: Sequence[Record], tiles: Sequence[Tile] = ()) -> tuple[int, int]:
    """Infer the size of the board, or raise InputError.

    It is a square, or the only rectangle whose boundary has as many sides as the tiles have zeros.
    """
    number = len(records)
    sizes = [(number // rows, rows) for rows in range(isqrt(number), 1, -1) if number % rows == 0]
    zeros = sum(tile.sides.count(FRAME) for tile in tiles)
    for cols, rows in sizes:
        if cols == rows or 2 * (cols + rows) == zeros:
            return cols, rows
    if number < 4:
        raise records[-1].error(f"expected four tiles or more, a line each, found {number}")
    words = [f"{cols}x{rows}" for cols, rows in sizes]
    *others, last = words or [""]
    options = f"{', '.join(others)} or {last}" if others else last
    possible = f"--size {options}" if words else "no board"
    side = isqrt(number + 1)
    lost = f": or is a tile of {side} x {side} missing?" if side * side == number + 1 else ""
    expected = "expected a square number of tiles without a size line"
    raise records[-1].error(f"{expected}, found {number}, as for {possible}{lost}")


def find_misfit(puzzle: Puzzle) -> int | None:
    """Find a tile with zeros on opposite sides.

    Such a tile suggests that the sides are listed in another order. It is not reported if zeros also occur inside, or
    if the tile can be spare.
    """
    fits = not (puzzle.exact and puzzle.grid.ringed) or len(puzzle.misfits) <= puzzle.spare
    return None if fits else puzzle.misfits[0]


def require_fitting_zeros(puzzle: Puzzle, records: Sequence[Record], order: str) -> None:
    """Raise InputError if zeros do not fit the boundary."""
    index = find_misfit(puzzle)
    if index is not None:
        raise records[index].error(
            "expected the zeros of a tile on neighbouring sides, found them on opposite ones: "
            f"the sides are not in the order {order}"
        )


def renumber_zero(sides: Sequence[Sides]) -> tuple[list[Sides], tuple[str, ...]]:
    """Renumber an ordinary colour 0, with a note."""
    used = {colour for four in sides for colour in four}
    if FRAME not in used:
        return list(sides), ()
    free = next(colour for colour in count(1) if colour not in used)
    note = f"colour 0, an ordinary colour here, is written as {free}"
    return [recolour(four, FRAME, free) for four in sides], (note,)


def without_frame(document: Document) -> Document:
    """Return the document without a frame.

    The frame colour becomes an ordinary colour.
    """
    puzzle = document.puzzle
    if not puzzle.framed:
        return document
    sides, notes = renumber_zero([tile.sides for tile in puzzle.tiles])
    tiles = tuple(replace(tile, sides=four) for tile, four in zip(puzzle.tiles, sides, strict=True))
    names = puzzle.names
    if names.colours and names.colours[FRAME]:
        free = next(colour for four in sides for colour in four if colour not in puzzle.colours)
        called = [*names.colours, *[""] * (free + 1 - len(names.colours))]
        called[free], called[FRAME], notes = called[FRAME], "", ()
        names = replace(names, colours=tuple(called))
    return replace(document, puzzle=replace(puzzle, tiles=tiles, names=names), notes=(*document.notes, *notes))


def recolour(sides: Sides, old: int, new: int) -> Sides:
    """Replace one colour of the sides."""
    return as_sides(new if colour == old else colour for colour in sides)


def frame_note(puzzle: Puzzle) -> tuple[str, ...]:
    """Note that a puzzle without zeros has no frame."""
    return () if puzzle.framed else ("no side is 0: read as a puzzle without a frame",)


def reverse_turns(rot: int) -> int:
    """Convert clockwise quarter turns to anticlockwise, or vice versa."""
    return (4 - rot) % 4


@dataclass
class BoardBuilder:
    """Collects placements and refuses a repeated tile or square.

    Args:
        source: the name of the text, for messages.
        first: the number of the first tile in the format, for messages.
        noun: what the format calls a tile, for messages.
    """

    source: str
    first: int = 0
    noun: str = "piece"
    _placements: list[Placement] = field(default_factory=list, init=False)
    _lines: dict[int | Square, int | None] = field(default_factory=dict, init=False)
    """The line of each tile and of each square."""

    def place(self, placement: Placement, line: int | None, where: str = "") -> None:
        """Add a placement, or raise InputError if it repeats.

        Without lines, `where` is the place in the text, such as `hints[2]: `.


        """
        square = placement.square
        names: dict[int | Square, tuple[str, str]] = {
            placement.tile: (self.noun, f"{self.noun} {placement.tile + self.first}"),
            square: ("square", f"square {place_name(square)}"),
        }
        for key, (noun, name) in names.items():
            if key in self._lines:
                before = "" if line is None else f" (first on line {self._lines[key]})"
                raise InputError(self.source, line, f"{where}expected each {noun} once, found {name} again{before}")
            self._lines[key] = line
        self._placements.append(placement)

    def solution(self) -> Solution:
        """Return all placements, the first added first."""
        return Solution(tuple(self._placements))


# ---- strict JSON for the JSON formats, with messages that name the place ----

MOST_DIGITS = 20
"""The most digits of a number, for the hashes of 64 bits in some files; other numbers are shorter."""


_MOST = 10**12
"""More than any amount: seconds since 1970 are fewer."""


class JsonValue(NamedTuple):
    """JSON value with its place in the text.

    Its methods raise InputError.
    """

    content: object
    source: str
    place: str = ""

    def error(self, kind: str) -> InputError:
        """Create an error that expects another type of value."""
        return InputError(self.source, None, f"expected {self.place} to be {kind}, found {describe_json(self.content)}")

    @property
    def keys(self) -> set[str]:
        """The keys of an object."""
        if not isinstance(self.content, dict):
            raise self.error("an object")
        return set(self.content)

    def get(self, key: str) -> object:
        """Return the content of a key, or None."""
        return self.member(key).content if key in self.keys else None

    def member(self, key: str) -> JsonValue:
        """Return the value of a key."""
        if not isinstance(self.content, dict):
            raise self.error("an object")
        if key not in self.content:
            where = self.place or "the object"
            raise InputError(self.source, None, f"expected {quoted(key)} in {where}, found none")
        return JsonValue(self.content[key], self.source, f"{self.place}.{key}" if self.place else quoted(key))

    def number(self, low: int = 0, high: int = HIGHEST) -> int:
        """Return a natural number in a range."""
        value = self.content
        if not is_whole(value) or not low <= value <= high:
            raise self.error(f"a number from {low} to {high}")
        return value

    def amount(self) -> float:
        """Return a number of at least 0."""
        value = self.content
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < _MOST:
            raise self.error("an amount of at least 0")
        return value

    def flag(self) -> bool:
        """Return a truth value."""
        if not isinstance(self.content, bool):
            raise self.error("true or false")
        return self.content

    def text(self) -> str:
        """Return a string."""
        if not isinstance(self.content, str):
            raise self.error("a string")
        return self.content

    def texts(self) -> tuple[str, ...]:
        """Return a list of strings."""
        return tuple(item.text() for item in self.items())

    def items(self) -> list[JsonValue]:
        """Return the values of a list."""
        if not isinstance(self.content, list):
            raise self.error("a list")
        name = self.place.strip("'")
        return [JsonValue(item, self.source, f"{name}[{index}]") for index, item in enumerate(self.content)]

    def tiles(self, cols: int, rows: int) -> tuple[Tile, ...]:
        """Return the tiles of a list of pieces."""
        pieces = self.items()
        if len(pieces) != cols * rows:
            wanted = f"{cols * rows} pieces for {cols} x {rows}"
            raise InputError(self.source, None, f"expected {wanted}, found {len(pieces)}")
        return tuple(Tile(piece.sides()) for piece in pieces)

    def sides(self) -> Sides:
        """Return the sides of a tile, clockwise from the top."""
        colours = [item.number() for item in self.items()]
        if len(colours) != 4:
            raise InputError(self.source, None, f"expected {self.place} to have four sides, found {len(colours)}")
        return as_sides(colours)


def parse_json(text: str, source: str, most_digits: int = MOST_DIGITS) -> JsonValue:
    """Parse a strict JSON object, or raise InputError."""
    import json

    def read_integer(digits: str) -> int:
        """Read an integer of limited length."""
        if len(digits.lstrip("-")) > most_digits:
            raise InputError(source, None, f"expected numbers of at most {most_digits} digits, found {quoted(digits)}")
        return int(digits)

    def refuse_nan(name: str) -> object:
        """Refuse NaN and infinities."""
        raise InputError(source, None, f"expected JSON, found {name}")

    def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
        """Refuse repeated keys."""
        members: dict[str, object] = {}
        for key, value in pairs:
            if key in members:
                raise InputError(source, None, f"expected each key once, found {quoted(key)} again")
            members[key] = value
        return members

    try:
        value = json.loads(text, parse_int=read_integer, parse_constant=refuse_nan, object_pairs_hook=unique_keys)
    except json.JSONDecodeError as error:
        message = f"expected JSON, found something else in column {error.colno} ({error.msg[0].lower()}{error.msg[1:]})"
        raise InputError(source, error.lineno, message) from None
    except RecursionError:
        raise InputError(source, None, "expected JSON, found deeply nested lists") from None
    if not isinstance(value, dict):
        raise InputError(source, None, f"expected a JSON object, found {describe_json(value)}")
    return JsonValue(value, source)


def has_keys(text: str, *keys: str) -> bool:
    """Whether a text looks like a JSON object with these keys."""
    return text.lstrip().startswith("{") and all(re.search(rf'"{key}"\s*:', text) for key in keys)


def piece_list(pieces: Sequence[Tile]) -> str:
    """Write the list `pieces`, one piece per line."""
    import json

    return "[\n" + ",\n".join(f"    {json.dumps(tile.sides)}" for tile in pieces) + "\n  ]"


def describe_json(value: object) -> str:
    """Describe a JSON value for an error message."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return quoted(str(value)) if isinstance(value, str) else str(value)
