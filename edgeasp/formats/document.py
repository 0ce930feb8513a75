"""Formats and what files say: the record of a format, tiles, JSON, links and the boards that these show.

Numbers are integers of limited length, `true` is no 1, each key occurs once, and the nesting is limited.

`board_w` and `board_h`, or `puzzle_size`, then `board_edges`, row by row, each square clockwise from the top, `a` for 0
to `z` for 25; perhaps `board_pieces`, the number of the piece on each square from 1, or 000 for an empty square, whose
letters are `aaaa`; perhaps `hints`, `<square>.<clockwise quarter turns>` for each square with a clue, squares counted
row by row from 0, joined by `-`; and perhaps `motifs_order`, which letters stand for which motifs of Eternity II. The
parameters of e2.bucas.name follow a `#`, those of eternity2.dev a `?`.

A link may stand anywhere in a text, be folded as mails are, or end too soon; the letters may stand alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import count, pairwise
from math import isqrt
from urllib.parse import unquote

from edgeasp.puzzle.model import (
    FRAME,
    Order,
    Placement,
    Puzzle,
    Side,
    Sides,
    Solution,
    Square,
    Tile,
    as_sides,
    place_name,
    reordered,
)
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import HIGHEST, Record, natural, quoted

Size = tuple[int, int]
"""Columns and rows."""


class Feature(Enum):
    """A feature that not every format can express; the value completes "the format cannot hold ..."."""

    CLUES = "clues"
    SIGNS = "signs"
    RECTANGLES = "boards that are not square"
    UNFRAMED = "puzzles without a frame"
    LOOSE_ZEROS = "zeros that do not lie on the outside"
    PARTIAL = "boards with empty squares"
    BARE = "puzzles without a board"
    PARTNERS = "colours that meet other colours"
    FIXED = "tiles that may not be turned"


ANY_BOARD = frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE})
"""The features of plain lists of tiles."""


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a puzzle file.

    Attributes:
        placements: the hints of the file, or its board.
        notes: what the reader omitted or decided, a clause each.
        hints: the clues of a file whose placements are a board.
        unknown: the number of tiles that the file does not show, for empty squares; they stand for any tile.
        lines: the line of each tile, from 1; empty where tiles have none.
    """

    puzzle: Puzzle
    placements: Solution = Solution()
    notes: tuple[str, ...] = ()
    hints: Solution = Solution()
    unknown: int = 0
    lines: tuple[int, ...] = field(default=(), compare=False)

    def tile_name(self, tile: int) -> str:
        """A tile with its line, for a person who typed the file: `tile 10 (line 12)`."""
        name = f"tile {self.puzzle.names.number(tile)}"
        return f"{name} (line {self.lines[tile]})" if self.lines else name


@dataclass(frozen=True, slots=True)
class PuzzleFormat:
    """A format of puzzles.

    Attributes:
        name: its name for `--from` and `--to`.
        title: one line on what it is and who uses it.
        read: text and the name of its source to a document; raises InputError.
        write: document to the canonical text; raises FormatError.
        holds: the features beyond framed square puzzles whose zeros lie outside.
        suffixes: file name endings that suggest it, with the dot, the preferred one first.
        colours: the highest colour number; None if there is no limit.
        is_board: whether its placements are a board, not clues.
        frameless: whether its puzzles have no frame.
        claims: whether a text is so clearly meant to be in this format that what is wrong with it is to be said.
        sized: whether `read` takes the `size` of the board, for a text without it.
        remarks: what a reader of the written text has to know, a clause each.
    """

    name: str
    title: str
    read: Callable[..., Document]
    write: Callable[[Document], str]
    holds: frozenset[Feature] = ANY_BOARD
    suffixes: tuple[str, ...] = (".txt",)
    colours: int | None = None
    is_board: bool = False
    frameless: bool = False
    claims: Callable[[str], bool] = lambda text: False
    sized: bool = False
    remarks: Callable[[Document], tuple[str, ...]] = lambda document: ()

    @property
    def summary(self) -> str:
        """The title without its users."""
        return self.title.split(";")[0]

    def of_boards(
        self, read: Callable[[str, Puzzle, str], BoardPicture], write: Callable[[Solution, Puzzle], str]
    ) -> BoardFormat:
        """The same format for boards of a puzzle at hand, which show their tiles."""
        return BoardFormat(self.name, self.title, read, write, self.suffixes, shows_tiles=True, claims=self.claims)


@dataclass(frozen=True, slots=True)
class BoardFormat:
    """A format of solutions without the puzzle, otherwise like `PuzzleFormat`.

    Attributes:
        read: text, the puzzle and the name of the source to placements, or to a picture that `laying.lay` lays.
        partial: whether it has empty squares.
        shows_tiles: whether it shows tiles instead of naming them.
    """

    name: str
    title: str
    read: Callable[[str, Puzzle, str], Solution | BoardPicture]
    write: Callable[[Solution, Puzzle], str]
    suffixes: tuple[str, ...] = (".txt",)
    partial: bool = True
    shows_tiles: bool = False
    claims: Callable[[str], bool] = lambda text: False


# ---- tiles and boards as formats of lines have them ----

CLOCKWISE: Order = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)


def read_size(record: Record, grammar: str) -> tuple[int, int]:
    """The first and the last of the one or two numbers on a size line; `grammar` is its form in messages."""
    if len(record.words) > 2:
        raise record.error(f"expected a size line {grammar}, found {len(record.words)} fields")
    size = [record.number(index, "a number of columns and perhaps of rows") for index in range(len(record.words))]
    if min(size) < 2:
        raise record.error(f"expected at least 2 columns and 2 rows, found {size[0]} x {size[-1]}")
    return size[0], size[-1]


def read_tiles(records: Sequence[Record], order: Order = CLOCKWISE) -> tuple[Tile, ...]:
    """A tile from each line; InputError if a line is not four natural numbers."""
    return tuple(Tile(read_sides(record, order)) for record in records)


def read_sides(record: Record, order: Order = CLOCKWISE) -> Sides:
    """The sides of a tile from a line; InputError if it is not four natural numbers."""
    record.require(4, "a tile (four colours)")
    return reordered([record.number(index, "a colour") for index in range(4)], order)


def tile_lines(puzzle: Puzzle, order: Order = CLOCKWISE) -> list[str]:
    """A line with the sides of each tile; FormatError if the zeros suggest another order of sides."""
    index = misfit(puzzle)
    if index is not None:
        raise FormatError(
            f"tile {puzzle.names.number(index)} has zeros on opposite sides, which plain text would show as another "
            "order of sides: write a .puz or facts"
        )
    return [" ".join(str(tile.sides[side]) for side in order) for tile in puzzle.tiles]


def require_count(records: Sequence[Record], cols: int, rows: int, header: Record) -> None:
    """Make sure that there is a line for each tile of the board; `header` is the line before them, for messages."""
    wanted, number = cols * rows, len(records)
    if number != wanted:
        last = [header, *records][min(wanted + 1, number)]
        twice = [one.line for one, other in pairwise(records) if one.words == other.words] if number > wanted else []
        hint = f": lines {twice[0]} and {twice[0] + 1} are the same" if len(twice) == 1 else ""
        raise last.error(f"expected {wanted} tiles for {cols} x {rows}, found {number}{hint}")


def unsaid_size(records: Sequence[Record], tiles: Sequence[Tile] = ()) -> tuple[int, int]:
    """The size of the board for the tiles of a text that does not say it; InputError if it does not follow.

    The board is square, or, if it cannot be, the one on whose outside there are just as many sides as the tiles have
    zeros: with so many squares, there is one at most.
    """
    number = len(records)
    sizes = [(number // rows, rows) for rows in range(isqrt(number), 1, -1) if number % rows == 0]
    zeros = sum(tile.sides.count(FRAME) for tile in tiles)
    for cols, rows in sizes:
        if cols == rows or 2 * (cols + rows) == zeros:
            return cols, rows
    words = [f"{cols}x{rows}" for cols, rows in sizes]
    *others, last = words or [""]
    options = f"{', '.join(others)} or {last}" if others else last
    possible = f"--size {options}" if words else "no board"
    raise records[-1].error(f"expected a square number of tiles without a size line, found {number}, as for {possible}")


def misfit(puzzle: Puzzle) -> int | None:
    """The first tile (from 0) with zeros on opposite sides, if there are just as many zeros as sides outside.

    All zeros must then lie outside, so such a tile suggests that the sides are listed in another order.
    """
    if puzzle.zeros != puzzle.grid.outside:
        return None
    return next((index for index, tile in enumerate(puzzle.tiles) if tile.has_opposite_zeros), None)


def require_fit(puzzle: Puzzle, records: Sequence[Record], order: str) -> None:
    """Make sure that the zeros of each tile can lie on the outside; InputError on the line of one that cannot."""
    index = misfit(puzzle)
    if index is not None:
        raise records[index].error(
            "expected the zeros of a tile on neighbouring sides, found them on opposite ones: "
            f"the sides are not in the order {order}"
        )


def without_zeros(sides: Sequence[Sides]) -> tuple[list[Sides], tuple[str, ...]]:
    """The sides with another number for a colour 0 that is no frame, and a note if there is one."""
    used = {colour for four in sides for colour in four}
    if FRAME not in used:
        return list(sides), ()
    free = next(colour for colour in count(1) if colour not in used)
    note = f"colour 0, which is a colour like any other here, has become {free}"
    return [recoloured(four, FRAME, free) for four in sides], (note,)


def recoloured(sides: Sides, old: int, new: int) -> Sides:
    """The sides with one colour replaced by another."""
    return as_sides(new if colour == old else colour for colour in sides)


def frame_note(puzzle: Puzzle) -> tuple[str, ...]:
    """The note on a puzzle without zeros in a format whose puzzles have a frame."""
    return () if puzzle.framed else ("no side is 0, so the puzzle is taken for one without a frame",)


def reversed_turns(rot: int) -> int:
    """Clockwise quarter turns as anticlockwise ones, and vice versa."""
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
        """Add a placement whose numbers are in range; InputError if its tile or square is taken.

        Where there are no lines, `where` is the place in the text, such as `hints[2]: `.
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
        """All placements, in the order of their addition."""
        return Solution(tuple(self._placements))


# ---- strict JSON for the JSON formats, with messages that name the place ----

MOST_DIGITS = 20
"""The most digits of a number, for the hashes of 64 bits in some files; other numbers are shorter."""


_MOST = 10**12
"""More than any amount: seconds since 1970 are fewer."""


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value and its place in the text, for messages; its methods raise InputError."""

    content: object
    source: str
    place: str = ""

    def error(self, kind: str) -> InputError:
        """An error that expects another kind of value."""
        return InputError(self.source, None, f"expected {self.place} to be {kind}, found {described(self.content)}")

    @property
    def keys(self) -> set[str]:
        """The keys of an object."""
        if not isinstance(self.content, dict):
            raise self.error("an object")
        return set(self.content)

    def get(self, key: str) -> object:
        """The content of a key, whatever it is; None if there is none."""
        return self.member(key).content if key in self.keys else None

    def member(self, key: str) -> Value:
        """The value of a key."""
        if not isinstance(self.content, dict):
            raise self.error("an object")
        if key not in self.content:
            where = self.place or "the object"
            raise InputError(self.source, None, f"expected {quoted(key)} in {where}, found none")
        return Value(self.content[key], self.source, f"{self.place}.{key}" if self.place else quoted(key))

    def number(self, low: int = 0, high: int = HIGHEST) -> int:
        """A natural number in a range."""
        value = self.content
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(f"a number from {low} to {high}")
        return value

    def amount(self) -> float:
        """A number that may have a fraction, at least 0 and less than a trillion."""
        value = self.content
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < _MOST:
            raise self.error("an amount of at least 0")
        return value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.content, bool):
            raise self.error("true or false")
        return self.content

    def text(self) -> str:
        """A string."""
        if not isinstance(self.content, str):
            raise self.error("a string")
        return self.content

    def texts(self) -> tuple[str, ...]:
        """The strings of a list."""
        return tuple(item.text() for item in self.items())

    def items(self) -> list[Value]:
        """The values of a list."""
        if not isinstance(self.content, list):
            raise self.error("a list")
        name = self.place.strip("'")
        return [Value(item, self.source, f"{name}[{index}]") for index, item in enumerate(self.content)]

    def tiles(self, cols: int, rows: int) -> tuple[Tile, ...]:
        """The tiles that a list of pieces describes, each clockwise from the top, as many as the board has squares."""
        pieces = self.items()
        if len(pieces) != cols * rows:
            wanted = f"{cols * rows} pieces for {cols} x {rows}"
            raise InputError(self.source, None, f"expected {wanted}, found {len(pieces)}")
        return tuple(Tile(piece.sides()) for piece in pieces)

    def sides(self) -> Sides:
        """The sides of a tile."""
        colours = [item.number() for item in self.items()]
        if len(colours) != 4:
            raise InputError(self.source, None, f"expected {self.place} to have four sides, found {len(colours)}")
        return as_sides(colours)


def load(text: str, source: str, most_digits: int = MOST_DIGITS) -> Value:
    """The JSON object that the text holds; InputError if it is none, or breaks one of these rules."""

    def integer(digits: str) -> int:
        if len(digits.lstrip("-")) > most_digits:
            raise InputError(source, None, f"expected numbers of at most {most_digits} digits, found {quoted(digits)}")
        return int(digits)

    def constant(name: str) -> object:
        raise InputError(source, None, f"expected JSON, found {name}")

    def mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
        members: dict[str, object] = {}
        for key, value in pairs:
            if key in members:
                raise InputError(source, None, f"expected each key once, found {quoted(key)} again")
            members[key] = value
        return members

    try:
        value = json.loads(text, parse_int=integer, parse_constant=constant, object_pairs_hook=mapping)
    except json.JSONDecodeError as error:
        message = f"expected JSON, found something else in column {error.colno} ({error.msg[0].lower()}{error.msg[1:]})"
        raise InputError(source, error.lineno, message) from None
    except RecursionError:
        raise InputError(source, None, "expected JSON, found deeply nested lists") from None
    if not isinstance(value, dict):
        raise InputError(source, None, f"expected a JSON object, found {described(value)}")
    return Value(value, source)


def has_keys(text: str, *keys: str) -> bool:
    """Whether a text begins like a JSON object and has all these keys somewhere."""
    return text.lstrip().startswith("{") and all(re.search(rf'"{key}"\s*:', text) for key in keys)


def piece_list(pieces: Sequence[Tile]) -> str:
    """The canonical text of the list `pieces`, a line a piece."""
    return "[\n" + ",\n".join(f"    {json.dumps(tile.sides)}" for tile in pieces) + "\n  ]"


def described(value: object) -> str:
    """A value as a message names it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return quoted(str(value)) if isinstance(value, str) else str(value)


# ---- links to viewers ----

HOSTS = {"bucas": "e2.bucas.name", "dev": "eternity2.dev"}
EMPTY: Sides = (0, 0, 0, 0)
"""The sides of an empty square."""

DEFAULT = "default"
_BLACKWOOD = "abglqejotchmrfkpudinsvw"
ORDERS = {DEFAULT: "", "jef": "atojeqlgbupkfrmhcwvsnid", "jblackwood": _BLACKWOOD, "marie": _BLACKWOOD}
"""For each `motifs_order`, the letters of the default order that its letters a, b, ... stand for."""

_LARGEST = 64 * 64
"""The most squares of a board whose letters end too soon; with more, the size is taken for a mistake."""
_KEY = "board_edges="
_TOKEN = re.compile(r"""[^\s"'<>()\[\]{}|`\\]+""")
_BEGIN = re.compile(r"://|#|\?|&|board_w=|puzzle")
"""A sign of the first part of a link that is folded before its letters."""
_CONTINUATION = re.compile(r"[\w=&%+.-]+", re.ASCII)
_BARE = re.compile(r"[a-z]+", re.ASCII)
_FEWEST = 16
"""The letters of the smallest board."""
_HEAD, _LINES = 8, 500
"""The most lines on which the parameters before the letters, and a link as a whole, are folded."""
_NO_TILE = re.compile(r"([^a-z])\1{3}", re.ASCII)
_HINT = re.compile(r"([0-9]+)(?:\.([0-9]+))?", re.ASCII)


class OtherSiteError(InputError):
    """A link to another site than that of the format."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board as a viewer shows it, without a list of tiles.

    Attributes:
        squares: the sides on each square, row by row, as the letters stand; None for an empty square.
        pieces: the number of the piece on each square, from 1, or 0; None if there are no numbers.
        turns: the clockwise quarter turns of the piece on each square, where the text has them.
        order: the order of letters, one of `ORDERS`.
        pinned: the squares with a clue, counted row by row from 0.
        notes: what the reader omitted or decided, a clause each.
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
        """All orders of letters, that of the board first."""
        return sorted(ORDERS, key=lambda order: order != self.order)

    def square(self, index: int) -> Square:
        """The square of a number."""
        return Square(index % self.cols, index // self.cols)

    def places(self, order: str | None = None) -> Iterator[tuple[int, Square, Sides]]:
        """Each square with a tile: its number, the square, the sides in the colours of an order of letters."""
        table = {index: ord(letter) - ord("a") for index, letter in enumerate(ORDERS[order or self.order])}
        for index, sides in enumerate(self.squares):
            if sides is not None:
                yield index, self.square(index), as_sides(table.get(colour, colour) for colour in sides)


def is_link(text: str) -> bool:
    """Whether a text holds a link, or the letters of one, and is no JSON of a kind that other readers know."""
    if _links(text):
        return '"board_edges"' not in text and '"pieces"' not in text
    return _bare_letters(text) is not None


def parse(text: str, source: str, site: str | None = None, size: tuple[int, int] | None = None) -> BoardPicture:
    """The board of the link in a text.

    Args:
        text: any text with a link in it; of several that differ the last counts.
        source: the name of the text, for messages.
        site: the site to which the link must lead; None for any.
        size: columns and rows, where the link does not say them.

    Raises:
        InputError: there is no link, or not one to this site, or a parameter makes no sense.
    """
    line, link, notes = _find(text, source)
    values = _parameters(link, source, line, site)
    cols, rows = _size(values, source, size)
    letters = values["board_edges"]
    wanted = cols * rows
    # A link that was cut off has lost its end; where letters and digits agree, the size is wrong.
    agree = 3 * len(letters) == 4 * len(values.get("board_pieces", ""))
    if len(letters) > 4 * wanted or (len(letters) < 4 * wanted and (wanted > _LARGEST or agree)):
        expected = f"{4 * wanted} letters in board_edges for {cols} x {rows}"
        raise InputError(source, None, f"expected {expected}, found {len(letters)}")
    if len(letters) < 4 * wanted:
        missing = wanted - len(letters) // 4
        words = f"the last {missing} squares are" if missing > 1 else "the last square is"
        notes.append(f"board_edges ends after {len(letters)} of {4 * wanted} letters: {words} missing")
    pieces = _pieces(values.get("board_pieces"), wanted, source, notes)
    order = values.get("motifs_order", "").lower() or DEFAULT
    if order not in ORDERS:
        known = ", ".join(ORDERS)
        notes.append(f"motifs_order {quoted(order)} is not known ({known} are): read as {DEFAULT}")
        order = DEFAULT
    squares = tuple(_sides(letters[4 * index : 4 * index + 4], source) for index in range(wanted))
    # Only a number distinguishes a tile with four zeros from an empty square.
    shown = tuple(
        None if sides == EMPTY and not (pieces and pieces[index]) else sides for index, sides in enumerate(squares)
    )
    pinned = _hints(values.get("hints", ""), shown, source, notes)
    return BoardPicture(cols, rows, shown, pieces, order, pinned, tuple(notes))


def _find(text: str, source: str) -> tuple[int | None, str, list[str]]:
    """The line of a link, the link unfolded, and notes."""
    if not text.strip():
        raise InputError(source, None, "expected a link to a viewer, found nothing")
    links = _links(text)
    if links:
        link, number = list(links.items())[-1]
        notes = [f"holds {len(links)} links that differ: the last is read"] if len(links) > 1 else []
        return number, link, notes
    letters = _bare_letters(text)
    if letters is not None:
        return None, _KEY + letters, []
    lines = enumerate(text.split("\n"), start=1)
    number, line = next((number, line) for number, line in lines if line.strip())
    raise InputError(source, number, f"expected a link with board_edges, found {quoted(line.strip())}")


def _links(text: str) -> dict[str, int]:
    """The links in a text, each with its last line."""
    links: dict[str, int] = {}
    if "=" not in text:
        return links
    if "=3D" in text:
        # Quoted-printable, as in mails.
        text = re.sub(r"=\r?\n", "", text).replace("=3D", "=")
    lines = text.replace("&amp;", "&").replace("\\u0026", "&").split("\n")
    folded = 0
    for index, line in enumerate(lines):
        if index < folded:
            continue
        tokens = [match[0] for match in _TOKEN.finditer(line)]
        for token in tokens:
            last = token is tokens[-1]
            if _KEY in token or (last and _BEGIN.search(token)):
                link, further = _unfolded(token, lines[index + 1 : index + 1 + _LINES] if last else [])
                if _KEY in link:
                    links[link] = index + 1
                    folded = index + 1 + further
    return links


def _bare_letters(text: str) -> str | None:
    """The letters of a board without the rest of a link: the whole text, or a line of 64 or more."""
    lines = [stripped for line in text.split("\n") if (stripped := line.strip())]
    whole = "".join(lines)
    # Four letters a line are tiles, with colours as letters.
    tiles = len(lines) > 1 and all(len(line) == 4 for line in lines)
    if len(whole) >= _FEWEST and not tiles and _BARE.fullmatch(whole):
        return whole
    long = [line for line in lines if len(line) >= 4 * _FEWEST and not len(line) % 4 and _BARE.fullmatch(line)]
    return long[-1] if long else None


def _unfolded(link: str, following: list[str]) -> tuple[str, int]:
    """A link with what folding has put on the following lines, as far as it lacks letters or digits; and how many."""
    unfolded = link = link.rstrip(".,;:!?*~")
    number = 0
    for line in following:
        part = line.strip().lstrip("> ")
        inside_a_name = part.startswith("&") or "=" not in unfolded.rpartition("&")[2]
        wanting = number < _HEAD if _KEY not in unfolded else inside_a_name or min(_lengths(unfolded), default=0) < 0
        wanting = wanting and not (_KEY in unfolded and _KEY in part)
        if not wanting or not _CONTINUATION.fullmatch(part):
            break
        unfolded += part
        number += 1
    return (link, 0) if number and max(_lengths(unfolded), default=0) > 0 else (unfolded, number)


def _lengths(link: str) -> Iterator[int]:
    """By how many characters `board_edges` and `board_pieces` are too long; nothing if the size is not known."""
    values = dict(part.partition("=")[::2] for part in re.split(r"[&#]|^[^&=#]*\?", link))
    sizes = [values.get(key) or values.get("puzzle_size", "") for key in ("board_w", "board_h")]
    if all(re.fullmatch("[0-9]{1,3}", size, re.ASCII) for size in sizes):
        squares = int(sizes[0]) * int(sizes[1])
        yield len(values.get("board_edges", "")) - 4 * squares
        if "board_pieces" in values:
            yield len(values["board_pieces"]) - 3 * squares


def _parameters(link: str, source: str, line: int | None, site: str | None) -> dict[str, str]:
    match = re.match(r"([^?#&=]*)[?#]", link)
    address, parameters = (match[1], link[match.end() :]) if match else ("", link)
    host = address.lower().rpartition("//")[2].partition("/")[0].removeprefix("www.")
    host = host if "." in host else HOSTS["bucas"]
    if site is not None and host != HOSTS[site]:
        raise OtherSiteError(source, line, f"expected a link to {HOSTS[site]}, found one to {quoted(host)}")
    values: dict[str, str] = {}
    for part in re.split(r"[&#]", parameters):
        key, _, value = part.partition("=")
        if key and key in values:
            raise InputError(source, line, f"expected each parameter once, found {quoted(key)} again")
        values[key] = unquote(value)
    if "board_edges" not in values:
        raise InputError(source, line, f"expected a link with board_edges, found {quoted(link)}")
    return values


def _size(values: dict[str, str], source: str, size: tuple[int, int] | None) -> tuple[int, int]:
    """Columns and rows; eternity2.dev has one number for both, and bare letters have none."""
    both = values.get("puzzle_size")
    sizes: dict[str, int] = {}
    for key in ("board_w", "board_h"):
        word = values.get(key, both)
        if word is None:
            continue
        sizes[key] = natural(word, source, None, key if key in values else "puzzle_size")
        if sizes[key] < 2:
            raise InputError(source, None, f"expected at least 2 for {key}, found {sizes[key]}")
        if both not in (None, word):
            raise InputError(source, None, f"expected {key} and puzzle_size to agree, found {quoted(word)}")
    if len(sizes) == 2:
        return sizes["board_w"], sizes["board_h"]
    if size is not None:
        return size
    squares = len(values["board_edges"]) // 4
    if sizes:
        [known] = sizes.values()
        other = squares // known if not squares % known and squares >= 2 * known else known
        return (known, other) if "board_w" in sizes else (other, known)
    root = isqrt(squares)
    if root < 2 or root * root != squares:
        instead = f"found neither, and letters for {squares} squares"
        raise InputError(source, None, f"expected board_w and board_h, {instead}: say --size COLSxROWS")
    return root, root


def _sides(letters: str, source: str) -> Sides:
    """The sides of a square; those of an empty one if letters are missing."""
    if len(letters) < 4 or _NO_TILE.fullmatch(letters):
        return EMPTY
    if strange := re.search(r"[^a-z]", letters):
        raise InputError(source, None, f"expected the letters a to z in board_edges, found {quoted(strange[0])}")
    return as_sides(ord(letter) - ord("a") for letter in letters)


def _pieces(digits: str | None, squares: int, source: str, notes: list[str]) -> tuple[int, ...] | None:
    if digits is None:
        return None
    if len(digits) > 3 * squares:
        raise InputError(source, None, f"expected {3 * squares} digits in board_pieces, found {len(digits)}")
    if strange := re.search(r"[^0-9]", digits):
        raise InputError(source, None, f"expected digits in board_pieces, found {quoted(strange[0])}")
    if len(digits) < 3 * squares:
        notes.append(f"board_pieces ends after {len(digits)} of {3 * squares} digits")
        digits = digits[: len(digits) // 3 * 3].ljust(3 * squares, "0")
    return tuple(int(digits[3 * index : 3 * index + 3]) for index in range(squares))


def _hints(text: str, squares: tuple[Sides | None, ...], source: str, notes: list[str]) -> tuple[int, ...]:
    """The squares of the hints that hold a tile, each once."""
    indices = []
    for entry in text.split("-") if text else ():
        match = _HINT.fullmatch(entry)
        if not match:
            raise InputError(source, None, f"expected hints '<square>.<turns>' joined by '-', found {quoted(entry)}")
        indices.append(natural(match[1], source, None, "the square of a hint", high=len(squares) - 1))
        natural(match[2] or "0", source, None, "the turns of a hint", high=3)
    empty = [str(index) for index in indices if squares[index] is None]
    if empty:
        notes.append(f"hints for empty squares are ignored: {', '.join(empty)}")
    return tuple(dict.fromkeys(index for index in indices if squares[index] is not None))
