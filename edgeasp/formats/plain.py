"""Plain text: perhaps a line with the size of the board, then a line a tile: the colours of its four sides.

The order of the sides differs between programs, and is not in the text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from edgeasp.formats.document import Document, Feature, PuzzleFormat, Size
from edgeasp.formats.tiles import misfit, read_size, read_tiles, require_count, require_fit, square_root, tile_lines
from edgeasp.puzzle.model import FRAME, SIDE_ORDERS, Order, Puzzle, side_order
from edgeasp.system.errors import FormatError
from edgeasp.system.lines import Record, quoted, records

_CONTENT = "a puzzle (perhaps a size line, then tiles)"

ORDERS = {
    "nesw": "clockwise from the top",
    "nswe": "up, down, left, right",
    "enws": "counter-clockwise from the right",
    "swne": "clockwise from the bottom",
}
"""Orders that programs use, in words."""


def parse_order(letters: str) -> Order:
    """The order that four letters name, such as `nesw`; FormatError if they are not n, e, s and w, each once."""
    if sorted(letters.lower()) != sorted("nesw"):
        known = ", ".join(f"{name} ({words})" for name, words in ORDERS.items())
        raise FormatError(
            f"expected the letters n, e, s, w as an order of sides, found {quoted(letters)}\nsuch as {known}"
        )
    return side_order(letters.lower())


def read(text: str, source: str, order: str = "nesw", size: Size | None = None) -> Document:
    """The puzzle of a text with or without a size line, and with the sides in an order such as `nesw`.

    Without a size line, the board is square unless its size is given.

    Raises:
        InputError: the text is not plain text, or its zeros do not fit this order.
        FormatError: the initials are not an order.
    """
    puzzle, lines = _parts(text, source, parse_order(order), size)
    require_fit(puzzle, lines, " ".join(order.lower()))
    return Document(puzzle, lines=tuple(record.line for record in lines))


def write(document: Document, order: str = "nesw", *, size: bool = True) -> str:
    """The canonical text: perhaps both sizes, then the tiles, with one blank between numbers.

    Raises:
        FormatError: the initials are not an order, or the zeros of a tile suggest another order.
    """
    puzzle = document.puzzle
    head = [f"{puzzle.cols} {puzzle.rows}"] if size else []
    return "\n".join([*head, *tile_lines(puzzle, parse_order(order))]) + "\n"


def orders_that_fit(text: str, source: str, size: Size | None = None) -> list[str]:
    """Those of the `SIDE_ORDERS` in which all zeros can lie outside; without a frame all six.

    Zeros do not distinguish an order from its mirror image, so orders come in pairs.

    Raises:
        InputError: the text is not plain text in any order.
    """
    return [order for order in SIDE_ORDERS if misfit(_parts(text, source, side_order(order), size)[0]) is None]


def _parts(text: str, source: str, order: Order, size: Size | None = None) -> tuple[Puzzle, list[Record]]:
    """The puzzle, and the lines of its tiles."""
    header, *lines = found = records(text, source, _CONTENT)
    if len(header.words) > 2:
        lines, tiles = found, read_tiles(found, order)
        cols, rows = size or (square_root(lines),) * 2
        require_count(lines, cols, rows, lines[-1])
    else:
        cols, rows = read_size(header, "'<cols> <rows>' or '<size>'")
        tiles = read_tiles(lines, order)
        require_count(lines, cols, rows, header)
    return Puzzle(cols, rows, tiles), lines


def _read_bare(text: str, source: str, order: str = "nesw", size: Size | None = None) -> Document:
    header = records(text, source, _CONTENT)[0]
    if len(header.words) <= 2:
        raise header.error("expected a tile (four colours) and no size line, found one")
    return read(text, source, order, size)


def _read_foursquares(text: str, source: str, size: Size | None = None) -> Document:
    document = _read_bare(text, source, "enws", size)
    for record, tile in zip(records(text, source, _CONTENT), document.puzzle.tiles, strict=True):
        if FRAME in tile.sides:
            raise record.error("expected colours from 1 (foursquares has no frame), found 0")
    return document


def _sized(reader: Callable[..., Document]) -> Callable[[str, str, Size], Document]:
    return lambda text, source, size: reader(text, source, size=size)


_ANY_BOARD = frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE})

NESW = PuzzleFormat(
    name="nesw",
    title="plain text, sides N E S W; most programs",
    suffixes=(".txt",),
    read=read,
    write=write,
    holds=_ANY_BOARD,
    sized=_sized(read),
)

NESW_BARE = PuzzleFormat(
    name="nesw-bare",
    title="plain text, sides N E S W, no size line",
    suffixes=(".txt",),
    read=_read_bare,
    write=partial(write, size=False),
    holds=_ANY_BOARD - {Feature.RECTANGLES},
    sized=_sized(_read_bare),
)

UDLR = PuzzleFormat(
    name="udlr",
    title="plain text, sides up, down, left, right",
    suffixes=(".txt",),
    read=partial(read, order="nswe"),
    write=partial(write, order="nswe"),
    holds=_ANY_BOARD,
    sized=_sized(partial(read, order="nswe")),
)

FOURSQUARES = PuzzleFormat(
    name="foursquares",
    title="plain text, sides E N W S, no size line, no frame",
    suffixes=(".txt",),
    read=_read_foursquares,
    write=partial(write, order="enws", size=False),
    holds=frozenset({Feature.UNFRAMED, Feature.BARE}),
    frameless=True,
    sized=_sized(_read_foursquares),
)
