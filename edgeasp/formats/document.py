"""Formats, documents read from them, lists of tiles, and strict JSON.

JSON is read strictly: numbers are integers of limited length, `true` is not 1, no key is repeated, and nesting is
limited.
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
    """Feature of puzzles or boards that some formats cannot represent.

    The values complete the message "the format ... cannot represent ...".
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
"""Set of features, including unusual features of puzzles."""

ANY_BOARD: Features = frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE})
"""Features that every list of tiles with a size can represent."""

ANY_TILES: Features = frozenset({Feature.SIGNS, Feature.PARTNERS, Feature.FIXED, *SUPPORT["puz"].features})
"""Further features of tiles that edgeasp's own formats can represent."""


def tile_features(puzzle: Puzzle) -> dict[Feature | PuzzleFeature, bool]:
    """Map each feature to whether the puzzle has it."""
    has: dict[Feature | PuzzleFeature, bool] = {kind: kind in puzzle.beyond for kind in PuzzleFeature}
    return {
        Feature.SIGNS: puzzle.signed,
        Feature.PARTNERS: bool(puzzle.partners),
        Feature.FIXED: not puzzle.turning,
        **has,
    }


@dataclass(frozen=True, slots=True)
class Document:
    """Content of a puzzle file, perhaps with clues or a board.

    Attributes:
        puzzle: the puzzle.
        placements: the puzzle's clues, or a board if `format` is a format of boards.
        notes: notes for the user on what the reader omitted or assumed.
        hints: clues that come with a board.
        unknown: number of tiles that the text does not show, because their squares are empty.
        lines: line number of each tile, from 1. Empty if tiles are not on separate lines.
        format: the format that was read, None if the document is not from a file. If several formats give a text the
            same meaning, it is one of them.
        obvious: whether an option or the file name determined the format.
        explained: whether a note already says how the text was interpreted. A note about the format is then omitted.
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
        """Name of the format, empty without a file."""
        return self.format.name if self.format else ""

    @property
    def is_board(self) -> bool:
        """Whether the placements are a board. Otherwise they are clues."""
        return self.format is not None and self.format.is_board

    @property
    def clues(self) -> Solution:
        """Clues of the puzzle or of its board."""
        return self.hints if self.is_board else self.placements

    @property
    def board(self) -> Solution:
        """Board in the text, empty if it has none."""
        return self.placements if self.is_board else Solution()


DEFAULT = "default"
_BLACKWOOD = "abglqejotchmrfkpudinsvw"
ORDERS = {DEFAULT: "", "jef": "atojeqlgbupkfrmhcwvsnid", "jblackwood": _BLACKWOOD, "marie": _BLACKWOOD}
"""Orders of letters, keyed by a link's `motifs_order`. The letters a, b, ... of a link mean these letters of the
default order.
"""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Board as a viewer shows it: colours on squares, without tiles.

    Attributes:
        cols: columns of the board.
        rows: rows of the board.
        squares: colours of the tile on each square, row by row, as positions of their letters in the alphabet, from 0.
            None for an empty square.
        pieces: number of the tile on each square, from 1, and 0 for no tile. None if the text has no tile numbers.
        order: key in `ORDERS` of the order that assigns a motif to each letter.
        pinned: numbers of the squares that have a clue, row by row from 0.
        notes: notes for the user, each a clause.
        turns: clockwise quarter turns of the tile on each square. None if the text has no rotations.
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
        """Keys of `ORDERS`, beginning with the `order` of the text."""
        # Sorting is stable, so the others stay in the order of the table.
        return sorted(ORDERS, key=lambda order: order != self.order)

    def square_at(self, index: int) -> Square:
        """Return a square by its number.

        Squares are numbered row by row from 0.
        """
        return Square(index % self.cols, index // self.cols)

    def shown_tiles(self, order: str | None = None) -> Iterator[tuple[int, Square, Sides]]:
        """Yield square number, square and colours of each tile.

        Args:
            order: key of `ORDERS`. Default: the `order` of the text.
        """
        table = {index: ord(letter) - ord("a") for index, letter in enumerate(ORDERS[order or self.order])}
        for index, sides in enumerate(self.squares):
            if sides is not None:
                yield index, self.square_at(index), as_sides(table.get(colour, colour) for colour in sides)


@dataclass(frozen=True, slots=True)
class _Format:
    """Base class of puzzle formats and board formats."""

    JSON: ClassVar = ("name", "title", "endings=suffixes", "partial")

    name: str
    title: str
    read: Callable[..., Any]
    write: Callable[..., str]
    suffixes: tuple[str, ...] = (".txt",)
    claims: Callable[[str], bool] = lambda text: False

    @property
    def summary(self) -> str:
        """The title without the programs that use the format."""
        return self.title.split(";")[0]


@dataclass(frozen=True, slots=True)
class PuzzleFormat(_Format):
    """Format of puzzles.

    Attributes:
        name: name for `--from` and `--to`.
        title: one line: what the format looks like, then which programs use it.
        read: function that takes a text and its name, and returns a document. Raises InputError.
        write: function that takes a document and returns text. Raises FormatError.
        suffixes: extensions with the dot, the preferred one first.
        claims: function that tests whether a text is clearly meant to be in this format, even if it has errors.
        holds: features that the format can represent. Every format can represent a square board with a frame, if zeros
            are only on its boundary.
        colours: highest colour number, None without a limit.
        is_board: whether the placements of its documents are a board. Otherwise they are clues.
        needs: features that all puzzles in this format have.
        frameless: whether puzzles in this format have no frame.
        sized: whether `read` accepts the size of the board as `size`.
        remarks: function that takes a written document, and returns notes for the user.
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
        """Whether the format can represent a board with empty squares."""
        return Feature.PARTIAL in self.holds

    def as_board_format(
        self, read: Callable[[str, Puzzle, str], BoardPicture], write: Callable[[Solution, Puzzle], str]
    ) -> BoardFormat:
        """Return this format as a format of boards.

        Args:
            read: function that takes a text, the puzzle and the text's name, and returns a picture.
            write: function that takes placements and the puzzle, and returns text.
        """
        return BoardFormat(self.name, self.title, read, write, self.suffixes, self.claims, shows_tiles=True)


@dataclass(frozen=True, slots=True)
class BoardFormat(_Format):
    """Format of boards that does not contain the puzzle.

    Attributes:
        name: name for `--from` and `--to`.
        title: one line: what the format looks like, then which programs use it.
        read: function that takes a text, the puzzle and the text's name. Returns placements, or a picture for
            `resolve.resolve_board`.
        write: function that takes placements and the puzzle, and returns text.
        suffixes: extensions with the dot, the preferred one first.
        claims: function that tests whether a text is clearly meant to be in this format.
        partial: whether a board may have empty squares.
        shows_tiles: whether the text has the colours of tiles, in place of their numbers.
        features: unusual features of puzzles whose boards it can represent.
    """

    is_board: ClassVar = True

    partial: bool = True
    shows_tiles: bool = False
    features: frozenset[PuzzleFeature] = SUPPORT["board"].features

    def missing_features(self, puzzle: Puzzle, *, flipped: bool = False) -> Iterator[str]:
        """Yield a message for each feature that the format lacks.

        Args:
            puzzle: the puzzle.
            flipped: whether a tile on the board is flipped. If not, the format need not represent flips.
        """
        for kind in puzzle.beyond:
            if kind not in self.features and (flipped or kind is not PuzzleFeature.FLIPS):
                yield f"the format {self.name} cannot represent {kind}"


# ---- tiles and boards as formats of lines have them ----

CLOCKWISE: Order = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)
"""Order of sides in most formats: clockwise from the top."""

SIZE_LINE = "'<cols> <rows>' or '<size>'"
"""Form of a size line, for messages."""


def read_size(record: Record, grammar: str) -> tuple[int, int]:
    """Read columns and rows from a size line.

    A single number means a square board. `grammar` is the form of the line, for messages.
    """
    if len(record.words) > 2:
        raise record.error(f"expected a size line {grammar}, found {with_noun(len(record.words), 'field')}")
    size = [record.number(index, "a number of columns and perhaps of rows") for index in range(len(record.words))]
    if min(size) < 2:
        raise record.error(f"expected at least 2 columns and 2 rows, found {size[0]} x {size[-1]}")
    return size[0], size[-1]


def read_tiles(records: Sequence[Record], order: Order = CLOCKWISE) -> tuple[Tile, ...]:
    """Read a tile from each line.

    `order` is the order of the sides in a line.
    """
    return tuple(Tile(read_sides(record, order)) for record in records)


def read_sides(record: Record, order: Order = CLOCKWISE, what: str = "a tile (four colours)") -> Sides:
    """Read the sides of a tile from a line.

    Args:
        record: the line.
        order: order of the sides in the line.
        what: description of the line, for messages.

    Returns:
        The colours, clockwise from the top.
    """
    record.require(4, what)
    return clockwise_sides([record.number(index, "a colour") for index in range(4)], order)


def tile_lines(puzzle: Puzzle, order: Order = CLOCKWISE) -> list[str]:
    """Format the sides of each tile as a line.

    Args:
        puzzle: the puzzle.
        order: order of the sides in a line.

    Raises:
        FormatError: a tile has zeros on opposite sides, so a reader would assume another order of sides.
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
    """Read a puzzle that has one line per tile.

    Args:
        records: the lines of the tiles.
        header: the size line, None without one.
        size: columns and rows, used if there is no size line. Default: inferred from the tiles.
        grammar: form of the size line, for messages.
        read: function that reads a tile from a line.
    """
    if header:
        read_size(header, grammar)  # errors in the header are reported before errors in tiles
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

    Args:
        records: the lines of the tiles.
        header: the size line, None without one.
        size: columns and rows, used if there is no size line. Default: inferred from the tiles.
        grammar: form of the size line, for messages.
        tiles: the tiles, whose zeros can determine the size.

    Raises:
        InputError: there are too few or too many lines for the size.
    """
    cols, rows = read_size(header, grammar) if header else size or infer_size(records, tiles)
    require_count(records, cols, rows, header or records[0])
    return cols, rows


def require_count(
    records: Sequence[Record], cols: int, rows: int, header: Record, spare: int = 0, holes: int = 0
) -> None:
    """Require one line per tile, or raise InputError.

    Args:
        records: the lines of the tiles.
        cols: columns of the board.
        rows: rows of the board.
        header: line before the tiles, which the error names if no tile follows.
        spare: number of spare tiles.
        holes: number of holes in the board.
    """
    wanted, number = cols * rows - holes + spare, len(records)
    if number != wanted:
        last = [header, *records][min(wanted + 1, number)]
        # A line pasted twice explains one tile too many.
        twice = [one.line for one, other in pairwise(records) if one.words == other.words] if number > wanted else []
        hint = f": lines {twice[0]} and {twice[0] + 1} are the same" if len(twice) == 1 else ""
        without = f" without {with_noun(holes, 'hole')}" if holes else ""
        spare_text = f" and {spare} spare" if spare else ""
        raise last.error(f"expected {wanted} tiles for {cols} x {rows}{without}{spare_text}, found {number}{hint}")


def infer_size(records: Sequence[Record], tiles: Sequence[Tile] = ()) -> tuple[int, int]:
    """Infer the size of a board from its tiles.

    The board is a square, or the only rectangle whose boundary has as many sides as the tiles have zeros.

    Raises:
        InputError: there is no such size.
    """
    number = len(records)
    sizes = [(number // rows, rows) for rows in range(isqrt(number), 1, -1) if number % rows == 0]
    zeros = sum(tile.sides.count(FRAME) for tile in tiles)
    # From square to narrow, so that a square board wins.
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

    On a framed board such a tile fits nowhere, which suggests that the file lists sides in another order.

    Returns:
        Its index. None if there is no such tile, if zeros occur inside the board as well, or if all such tiles can be
            spare.
    """
    fits = not (puzzle.exact and puzzle.grid.ringed) or len(puzzle.misfits) <= puzzle.spare
    return None if fits else puzzle.misfits[0]


def require_fitting_zeros(puzzle: Puzzle, records: Sequence[Record], order: str) -> None:
    """Raise InputError if a tile has zeros on opposite sides.

    Args:
        puzzle: the puzzle.
        records: the lines of the tiles.
        order: order of sides that was assumed, for the message.
    """
    index = find_misfit(puzzle)
    if index is not None:
        raise records[index].error(
            "expected the zeros of a tile on neighbouring sides, found them on opposite ones: "
            f"the sides are not in the order {order}"
        )


def renumber_zero(sides: Sequence[Sides]) -> tuple[list[Sides], tuple[str, ...]]:
    """Replace colour 0 by an unused number.

    edgeasp reserves 0 for the frame.

    Args:
        sides: the sides of tiles without a frame.

    Returns:
        The new sides, and a note for the user if a number changed.
    """
    used = {colour for four in sides for colour in four}
    if FRAME not in used:
        return list(sides), ()
    free = next(colour for colour in count(1) if colour not in used)
    note = f"colour 0, an ordinary colour here, is written as {free}"
    return [recolour(four, FRAME, free) for four in sides], (note,)


def without_frame(document: Document) -> Document:
    """Convert a puzzle's frame colour to an ordinary colour.

    Returns the document unchanged if the puzzle has no frame.
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
    """Replace one colour on the sides of a tile."""
    return as_sides(new if colour == old else colour for colour in sides)


def frame_note(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a note if a puzzle has no frame."""
    return () if puzzle.framed else ("no side is 0: read as a puzzle without a frame",)


def reverse_turns(rot: int) -> int:
    """Convert clockwise quarter turns to anticlockwise, or back."""
    return (4 - rot) % 4


@dataclass
class BoardBuilder:
    """Collector of a board's placements, which refuses repetitions.

    Args:
        source: name of the text, for messages.
        first: number of the first tile in the format, for messages.
        noun: what the format calls a tile, for messages.
    """

    source: str
    first: int = 0
    noun: str = "piece"
    _placements: list[Placement] = field(default_factory=list, init=False)
    _lines: dict[int | Square, int | None] = field(default_factory=dict, init=False)
    """Line number of each tile and of each square."""

    def place(self, placement: Placement, line: int | None, where: str = "") -> None:
        """Add a placement.

        Args:
            placement: the placement.
            line: its line number, None without lines.
            where: its place in a text without lines, e.g. `hints[2]: `, for messages.

        Raises:
            InputError: its tile or its square is already used.
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
        """Return the collected placements, in order of collection."""
        return Solution(tuple(self._placements))


# ---- strict JSON for the JSON formats, with messages that name the place ----

MOST_DIGITS = 20
"""Most digits of a number in JSON: some files have hashes of 64 bits."""


# Upper bound of amounts. Seconds since 1970 are below it.
_MOST = 10**12


class JsonValue(NamedTuple):
    """Value in a JSON text.

    A method named after a type returns the value, or raises InputError if the value has another type.

    Attributes:
        content: the value.
        source: name of the text.
        place: path to the value in the text, for messages.
    """

    content: object
    source: str
    place: str = ""

    def error(self, kind: str) -> InputError:
        """Create an error that says what the value should be."""
        return InputError(self.source, None, f"expected {self.place} to be {kind}, found {describe_json(self.content)}")

    @property
    def keys(self) -> set[str]:
        """Keys of the object."""
        if not isinstance(self.content, dict):
            raise self.error("an object")
        return set(self.content)

    def get(self, key: str) -> object:
        """Return the content of a key, or None."""
        return self.member(key).content if key in self.keys else None

    def member(self, key: str) -> JsonValue:
        """Return the value of a key, which must exist."""
        if not isinstance(self.content, dict):
            raise self.error("an object")
        if key not in self.content:
            where = self.place or "the object"
            raise InputError(self.source, None, f"expected {quoted(key)} in {where}, found none")
        return JsonValue(self.content[key], self.source, f"{self.place}.{key}" if self.place else quoted(key))

    def number(self, low: int = 0, high: int = HIGHEST) -> int:
        """Return the value, which must be an integer in range."""
        value = self.content
        if not is_whole(value) or not low <= value <= high:
            raise self.error(f"a number from {low} to {high}")
        return value

    def amount(self) -> float:
        """Return the value, which must be a nonnegative number.

        The number may be a fraction.
        """
        value = self.content
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < _MOST:
            raise self.error("an amount of at least 0")
        return value

    def flag(self) -> bool:
        """Return the value, which must be true or false."""
        if not isinstance(self.content, bool):
            raise self.error("true or false")
        return self.content

    def text(self) -> str:
        """Return the value, which must be a string."""
        if not isinstance(self.content, str):
            raise self.error("a string")
        return self.content

    def texts(self) -> tuple[str, ...]:
        """Return the value, which must be a list of strings."""
        return tuple(item.text() for item in self.items())

    def items(self) -> list[JsonValue]:
        """Return the elements of a list."""
        if not isinstance(self.content, list):
            raise self.error("a list")
        name = self.place.strip("'")
        return [JsonValue(item, self.source, f"{name}[{index}]") for index, item in enumerate(self.content)]

    def tiles(self, cols: int, rows: int) -> tuple[Tile, ...]:
        """Return the value, which must be a list of tiles.

        The list must have one tile for each of `cols * rows` squares.
        """
        pieces = self.items()
        if len(pieces) != cols * rows:
            wanted = f"{cols * rows} pieces for {cols} x {rows}"
            raise InputError(self.source, None, f"expected {wanted}, found {len(pieces)}")
        return tuple(Tile(piece.sides()) for piece in pieces)

    def sides(self) -> Sides:
        """Return the value, which must be a tile's colours.

        The value is a list of four colours, clockwise from the top.
        """
        colours = [item.number() for item in self.items()]
        if len(colours) != 4:
            raise InputError(self.source, None, f"expected {self.place} to have four sides, found {len(colours)}")
        return as_sides(colours)


def parse_json(text: str, source: str, most_digits: int = MOST_DIGITS) -> JsonValue:
    """Parse a JSON object strictly.

    Raises:
        InputError: the text is not JSON, not an object, repeats a key, or has a number that is too long.
    """
    import json

    def read_integer(digits: str) -> int:
        """Parse an integer of limited length."""
        if len(digits.lstrip("-")) > most_digits:
            raise InputError(source, None, f"expected numbers of at most {most_digits} digits, found {quoted(digits)}")
        return int(digits)

    def refuse_nan(name: str) -> object:
        """Refuse NaN and infinities."""
        # Python would accept NaN and Infinity, which JSON does not have.
        raise InputError(source, None, f"expected JSON, found {name}")

    def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
        """Build an object, and refuse repeated keys."""
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


def has_json_keys(text: str, *keys: str) -> bool:
    """Whether a text looks like a JSON object with these keys."""
    return text.lstrip().startswith("{") and all(re.search(rf'"{key}"\s*:', text) for key in keys)


def piece_list(pieces: Sequence[Tile]) -> str:
    """Format tiles as a JSON list, one per line."""
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
