"""Plain text: perhaps a line with the size of the board, then a line a tile: the colours of its four sides.

The order of the sides differs between programs, and is not in the text.
"""

from __future__ import annotations

from collections.abc import Callable

from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.lines import quoted, records
from edgeasp.formats.tiles import (
    Record,
    in_order,
    misfit,
    read_size,
    read_tiles,
    refuse_misfit,
    require_count,
    require_fit,
    square_root,
)
from edgeasp.puzzle.errors import FormatError, InputError
from edgeasp.puzzle.model import FRAME, SIDE_ORDERS, Order, Puzzle, side_order

_GRAMMAR = "'<cols> <rows>' or '<size>'"

ORDERS = {
    "nesw": "clockwise from the top",
    "nswe": "up, down, left, right",
    "enws": "counter-clockwise from the right",
    "swne": "clockwise from the bottom",
}
"""Orders that programs use, in words."""


def parse_order(letters: str) -> Order:
    """The order that four letters name, such as `nesw`.

    Raises:
        FormatError: they are not n, e, s and w, each once.
    """
    if sorted(letters.lower()) != sorted("nesw"):
        known = ", ".join(f"{name} ({words})" for name, words in ORDERS.items())
        raise FormatError(
            f"expected the letters n, e, s, w as an order of sides, found {quoted(letters)}\nsuch as {known}"
        )
    return side_order(letters.lower())


def read(text: str, source: str, order: str = "nesw") -> Document:
    """The puzzle of a text with or without a size line.

    Args:
        text: the text.
        source: the name of its source.
        order: the initials n, e, s, w in the order of the sides.

    Raises:
        InputError: the text is not plain text, or its zeros do not fit this order.
        FormatError: the initials are not an order.
    """
    sides = parse_order(order)
    cols, rows, tile_records = _parts(text, source)
    tiles = read_tiles(tile_records, source, sides)
    require_count(tile_records, cols, rows, source)
    require_fit(tiles, cols, rows, tile_records, source, " ".join(order.lower()))
    return Document(Puzzle(cols, rows, tiles))


def write(document: Document, order: str = "nesw", *, size: bool = True) -> str:
    """The canonical text: perhaps both sizes, then the tiles, with one blank between numbers.

    Raises:
        FormatError: the initials are not an order, or the zeros of a tile suggest another order.
    """
    puzzle, sides = document.puzzle, parse_order(order)
    refuse_misfit(puzzle)
    lines = [f"{puzzle.cols} {puzzle.rows}"] if size else []
    lines += [" ".join(map(str, in_order(tile.sides, sides))) for tile in puzzle.tiles]
    return "\n".join(lines) + "\n"


def orders_that_fit(text: str, source: str) -> list[str]:
    """Those of the `SIDE_ORDERS` in which all zeros can lie outside; without a frame all six.

    Zeros do not distinguish an order from its mirror image, so orders come in pairs.

    Raises:
        InputError: the text is not plain text in any order.
    """
    cols, rows, tile_records = _parts(text, source)
    require_count(tile_records, cols, rows, source)
    return [
        order
        for order in SIDE_ORDERS
        if misfit(read_tiles(tile_records, source, parse_order(order)), cols, rows) is None
    ]


def _parts(text: str, source: str) -> tuple[int, int, list[Record]]:
    """Columns, rows and the lines of the tiles."""
    found = records(text)
    if not found:
        raise InputError(source, None, "expected a puzzle (perhaps a size line, then tiles), found none")
    line, words = found[0]
    if len(words) <= 2:
        cols, rows = read_size(words, source, line, _GRAMMAR)
        if len(found) == 1:
            raise InputError(source, line, f"expected {cols * rows} tiles for {cols} x {rows}, found none")
        return cols, rows, found[1:]
    read_tiles(found, source)
    size = square_root(found, source)
    return size, size, found


def _reader(order: str) -> Callable[[str, str], Document]:
    return lambda text, source: read(text, source, order)


def _writer(order: str, *, size: bool) -> Callable[[Document], str]:
    return lambda document: write(document, order, size=size)


def _read_bare(text: str, source: str) -> Document:
    _require_bare(text, source)
    return read(text, source, "nesw")


def _read_foursquares(text: str, source: str) -> Document:
    found = _require_bare(text, source)
    document = read(text, source, "enws")
    for (line, _), tile in zip(found, document.puzzle.tiles, strict=True):
        if FRAME in tile.sides:
            raise InputError(source, line, "expected colours from 1 (foursquares has no frame), found 0")
    return document


def _require_bare(text: str, source: str) -> list[Record]:
    found = records(text)
    if found and len(found[0][1]) <= 2:
        raise InputError(source, found[0][0], "expected a tile (four colours) and no size line, found one")
    return found


_ANY_BOARD = frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE})

NESW = PuzzleFormat(
    name="nesw",
    title="plain text, sides N E S W; most programs",
    suffixes=(".txt",),
    read=_reader("nesw"),
    write=_writer("nesw", size=True),
    holds=_ANY_BOARD,
)

NESW_BARE = PuzzleFormat(
    name="nesw-bare",
    title="plain text, sides N E S W, no size line",
    suffixes=(".txt",),
    read=_read_bare,
    write=_writer("nesw", size=False),
    holds=_ANY_BOARD - {Feature.RECTANGLES},
)

UDLR = PuzzleFormat(
    name="udlr",
    title="plain text, sides up, down, left, right",
    suffixes=(".txt",),
    read=_reader("nswe"),
    write=_writer("nswe", size=True),
    holds=_ANY_BOARD,
)

FOURSQUARES = PuzzleFormat(
    name="foursquares",
    title="plain text, sides E N W S, no size line, no frame",
    suffixes=(".txt",),
    read=_read_foursquares,
    write=_writer("enws", size=False),
    holds=frozenset({Feature.UNFRAMED, Feature.BARE}),
    frameless=True,
)
