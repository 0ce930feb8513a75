"""Lists of tiles, one per line, and boards as placements.

A first line may have the size of the board. Then each line has a tile: the colours of its four sides. Programs list
sides in different orders, which the text does not state. After a header `<cols> <rows> <colours>`, or if each tile has
its number before its sides, the order is clockwise from the top. Tile numbers are from 0 or from 1, in any order.

The older puzzles of `eternity2` (Lean) begin with `p tile <cols> <rows> [<colours>]`. The ring is all sides between
border tiles. If colours are numbered from 1 in the ring, and again from 1 inside, the reader adds an offset to the
colours of the ring.

Comments state features that other programs do not support: `c edgeasp partners 1-2 3-4` for matching colours, `c
edgeasp no turning`, and so on. A program that ignores them reads a different puzzle.

Pictures and pages contain their board in a hidden line of text, with the lines of a .sol separated by commas:
`edgeasp-board of TILES: 0 2 0 3, 1 1 0 0, ...;`. TILES is a hash of the tiles. In SVG, HTML and PDF the line is a
comment at the end, in PNG it is a text chunk.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from zlib import crc32

from edgeasp.formats.document import (
    ANY_BOARD,
    BoardBuilder,
    Document,
    Feature,
    PuzzleFormat,
    find_misfit,
    read_puzzle,
    read_sides,
    read_size,
    require_count,
    require_fitting_zeros,
    tile_lines,
)
from edgeasp.formats.marks import read_comments, write_comments
from edgeasp.puzzle.model import (
    FRAME,
    SIDE_ORDERS,
    Order,
    Placement,
    Puzzle,
    Sides,
    Sign,
    Solution,
    Square,
    Tile,
    as_sides,
    side_order,
)
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Record, Size, decode_text, quoted, records, split_fields, with_noun

_CONTENT = "a puzzle (perhaps a size line, then tiles)"

ORDERS = {
    "nesw": "clockwise from the top",
    "nswe": "up, down, left, right",
    "enws": "counter-clockwise from the right",
    "swne": "clockwise from the bottom",
}
"""Orders of sides that programs use, with descriptions."""


def parse_order(letters: str) -> Order:
    """Parse an order of sides such as `nesw` or `trbl`.

    Raises:
        FormatError: `letters` does not name each of the four sides once.
    """
    initials = letters.lower()
    for others in ("trbl", "urdl"):
        # Others name the sides top, right, bottom, left, or up, right, down, left.
        if sorted(initials) == sorted(others):
            initials = initials.translate(str.maketrans(others, "nesw"))
    if sorted(initials) != sorted("nesw"):
        known = ", ".join(f"{name} ({words})" for name, words in ORDERS.items())
        raise FormatError(
            f"expected the letters n, e, s, w as an order of sides, found {quoted(letters)}\n"
            f"such as {known}, or t, r, b, l, or u, r, d, l"
        )
    return side_order(initials)


def read_plain(
    text: str, source: str, order: str = "nesw", size: Size | None = None, *, framed: bool = True
) -> Document:
    """Read a list of tiles, perhaps with a size line.

    Args:
        text: the text.
        source: its name in errors.
        order: order of the sides in a line.
        size: columns and rows, used if there is no size line. Default: inferred from the numbers of tiles and zeros.
        framed: whether 0 is the frame colour. If so, the positions of the zeros are checked against `order`.

    Raises:
        InputError: the text is not a list of tiles, or its zeros contradict the order.
        FormatError: `order` does not name each of the four sides once.
    """
    puzzle, lines = _parse_tiles(text, source, parse_order(order), size)
    if framed:
        require_fitting_zeros(puzzle, lines, " ".join(order.lower()))
    return Document(puzzle, lines=tuple(record.line for record in lines))


def write_plain(document: Document, order: str = "nesw", *, size: bool = True) -> str:
    """Format a puzzle as a list of tiles.

    Args:
        document: the puzzle.
        order: order of the sides in a line.
        size: whether to write a size line.

    Raises:
        FormatError: `order` does not name each of the four sides once, or the zeros of a tile suggest another order.
    """
    puzzle = document.puzzle
    head = [f"{puzzle.cols} {puzzle.rows}"] if size else []
    return "\n".join([*head, *tile_lines(puzzle, parse_order(order))]) + "\n"


def orders_that_fit(text: str, source: str, size: Size | None = None) -> list[str]:
    """List the orders of sides that a text may have.

    An order fits if no tile has zeros on opposite sides. Zeros cannot distinguish an order from its mirror image.
    Without a frame, all six orders fit.

    Raises:
        InputError: the text is not a list of tiles.
    """
    return [
        order for order in SIDE_ORDERS if find_misfit(_parse_tiles(text, source, side_order(order), size)[0]) is None
    ]


def _parse_tiles(text: str, source: str, order: Order, size: Size | None = None) -> tuple[Puzzle, list[Record]]:
    lines = records(text, source, _CONTENT)
    header = lines.pop(0) if len(lines[0].words) <= 2 else None
    return read_puzzle(lines, header, size, read=lambda record: Tile(read_sides(record, order))), lines


def _read_without_size(text: str, source: str, order: str = "nesw", size: Size | None = None) -> Document:
    header = records(text, source, _CONTENT)[0]
    if len(header.words) <= 2:
        raise header.error("expected a tile (four colours) and no size line, found one")
    return read_plain(text, source, order, size)


def _read_foursquares(text: str, source: str, size: Size | None = None) -> Document:
    document = _read_without_size(text, source, "enws", size)
    for record, tile in zip(records(text, source, _CONTENT), document.puzzle.tiles, strict=True):
        if FRAME in tile.sides:
            raise record.error("expected colours from 1 (foursquares has no frame), found 0")
    return document


NESW = PuzzleFormat("nesw", "plain text, sides N E S W; most programs", read_plain, write_plain, sized=True)

NESW_BARE = replace(
    NESW,
    name="nesw-bare",
    title="plain text, sides N E S W, no size line",
    read=_read_without_size,
    write=partial(write_plain, size=False),
    holds=ANY_BOARD - {Feature.RECTANGLES},
)

UDLR = replace(
    NESW,
    name="udlr",
    title="plain text, sides up, down, left, right",
    read=partial(read_plain, order="nswe"),
    write=partial(write_plain, order="nswe"),
)

FOURSQUARES = replace(
    NESW,
    name="foursquares",
    title="plain text, sides E N W S, no size line, no frame",
    read=_read_foursquares,
    write=partial(write_plain, order="enws", size=False),
    holds=frozenset({Feature.UNFRAMED, Feature.BARE}),
    frameless=True,
)


_COLOURS = "'<cols> <rows> <colours>'"
_NUMBERS = re.compile(r"\s*[0-9]+(?:(?:\s*[,;]\s*|\s+)[0-9]+)*\s*[,;]?\s*", re.ASCII)


def read_with_colours(text: str, source: str) -> Document:
    """Read tiles after a header with the number of colours."""
    header, *lines = records(text, source, f"a first line {_COLOURS} and then tiles")
    header.require(3, f"a first line {_COLOURS}")
    return _build_document(header, _sort_pieces(lines) if lines and len(lines[0].words) == 5 else lines)


def read_numbered(text: str, source: str, size: Size | None = None) -> Document:
    """Read numbered tiles, perhaps with a size line."""
    lines = records(text, source, "pieces '<number> <top> <right> <bottom> <left>'")
    header = lines.pop(0) if len(lines[0].words) <= 3 else None
    return _build_document(header, _sort_pieces(lines, header), size)


def write_with_colours(document: Document) -> str:
    """Format a puzzle with the number of its colours.

    The frame colour 0 does not count.
    """
    puzzle = document.puzzle
    return "\n".join([f"{puzzle.cols} {puzzle.rows} {len(puzzle.colours)}", *tile_lines(puzzle)]) + "\n"


def write_numbered(document: Document) -> str:
    """Format a puzzle with numbered tiles, from 1.

    The size is left out for a square board.
    """
    puzzle = document.puzzle
    size = [] if puzzle.cols == puzzle.rows else [f"{puzzle.cols} {puzzle.rows}"]
    pieces = [f"{number} {sides}" for number, sides in enumerate(tile_lines(puzzle), start=1)]
    return "\n".join([*size, *pieces]) + "\n"


def _build_document(header: Record | None, lines: list[Record], size: Size | None = None) -> Document:
    puzzle = read_puzzle(lines, header and header._replace(words=header.words[:2]), size, grammar="'<cols> <rows>'")
    require_fitting_zeros(puzzle, lines, "n e s w")
    highest = puzzle.side_colours[-1]
    # Some programs count the frame, and some leave numbers out.
    return Document(puzzle, notes=_note_wrong_count(header, 2, puzzle, len(puzzle.colours) + 1, highest, highest + 1))


def _note_wrong_count(header: Record | None, field: int, puzzle: Puzzle, *others: int) -> tuple[str, ...]:
    # A wrong number does no harm, so it is only noted.
    if header is None or len(header.words) <= field:
        return ()
    claimed, colours = header.number(field, "a number of colours"), len(puzzle.colours)
    wrong = f"line {header.line} says {claimed} colours, and the tiles have {colours}"
    return () if claimed in (colours, *others) else (wrong,)


def _sort_pieces(lines: list[Record], header: Record | None = None) -> list[Record]:
    if not lines and header is not None:
        raise header.error("expected pieces after the size, found none")
    by_number: dict[int, Record] = {}
    for line in lines:
        line.require(5, "a piece '<number> <top> <right> <bottom> <left>'")
        number = line.number(0, "the number of a piece", high=len(lines))
        if number in by_number:
            before = by_number[number].line
            raise line.error(f"expected each piece once, found piece {number} again (first on line {before})")
        by_number[number] = Record(line.source, line.line, line.words[1:])
    if 0 in by_number and len(lines) in by_number:
        raise by_number[len(lines)].error(f"expected a piece from 0 to {len(lines) - 1}, found {len(lines)}")
    return [by_number[number] for number in sorted(by_number)]


def _count_numbers(text: str) -> list[int]:
    lines = [line for line in text[:1000].split("\n") if line.strip() and line.strip()[0] not in "c#%"][:2]
    return [len(re.findall("[0-9]+", line)) if _NUMBERS.fullmatch(line) else 0 for line in lines]


def _is_numbered(text: str) -> bool:
    counts = _count_numbers(text)
    return counts[:1] == [5] or (len(counts) == 2 and counts[0] in (1, 2) and counts[1] == 5)


WITH_COLOURS = PuzzleFormat(
    "whc",
    "columns, rows, colours, then sides N E S W",
    read_with_colours,
    write_with_colours,
    claims=lambda text: _count_numbers(text)[:1] == [3],
)
NUMBERED = PuzzleFormat(
    "ids", "pieces with their numbers, sides N E S W", read_numbered, write_numbered, claims=_is_numbered, sized=True
)


_PTILE = "'p tile <cols> <rows> [<colours>]'"
_CLAIM = re.compile(r"(?:[ \t]*(?:[c#%][^\n]*)?\r?\n)*[ \t]*p[ \t]+tile\b")


def read_ptile(text: str, source: str) -> Document:
    """Read a `p tile` text.

    If the colours of the ring had to be renumbered, a note says so.
    """
    header, *lines = records(text, source, f"a first line {_PTILE}")
    if header.words[:2] != ["p", "tile"] or not 4 <= len(header.words) <= 5:
        raise header.error(f"expected a first line {_PTILE}")
    puzzle = read_puzzle(lines, header._replace(words=header.words[2:4]), grammar=_PTILE)
    require_fitting_zeros(puzzle, lines, "n e s w")
    if not puzzle.exact:
        raise header.error(
            f"expected {puzzle.grid.outside} sides that are 0, as many as on the boundary, found {puzzle.zeros}"
        )
    notes = _note_wrong_count(header, 4, puzzle)
    if _shared_colours(puzzle):
        above = max(puzzle.colours)
        puzzle = replace(puzzle, tiles=tuple(_raise_ring_colours(tile, above) for tile in puzzle.tiles))
        notes += (f"ring and inside number their colours separately: ring colours are raised by {above}",)
    return Document(puzzle, notes=notes)


def write_ptile(document: Document) -> str:
    """Format a puzzle as a `p tile` text.

    Raises:
        FormatError: a colour is both on the ring and inside, and would be read as two colours.
    """
    puzzle = document.puzzle
    if shared := _shared_colours(puzzle):
        raise FormatError(f"colour {min(shared)} is both on the ring and inside, and would be read as two colours")
    return "\n".join([f"p tile {puzzle.cols} {puzzle.rows} {len(puzzle.colours)}", *tile_lines(puzzle)]) + "\n"


def is_ring_side(sides: Sides, index: int) -> bool:
    """Whether a side of a border tile touches another border tile."""
    return sides[index] != FRAME and FRAME in (sides[index - 1], sides[(index + 1) % 4])


def _shared_colours(puzzle: Puzzle) -> set[int]:
    places = {(colour, is_ring_side(tile.sides, at)) for tile in puzzle.tiles for at, colour in enumerate(tile.sides)}
    return {colour for colour, ring in places if ring and (colour, False) in places}


def _raise_ring_colours(tile: Tile, above: int) -> Tile:
    sides = (colour + above * is_ring_side(tile.sides, index) for index, colour in enumerate(tile.sides))
    return replace(tile, sides=as_sides(sides))


PTILE = PuzzleFormat(
    "ptile",
    "'p tile' and a size, sides N E S W; eternity2 (Lean)",
    read_ptile,
    write_ptile,
    holds=frozenset({Feature.RECTANGLES, Feature.BARE}),
    claims=lambda text: _CLAIM.match(text) is not None,
)


# ---- `.puz` ----


def read_puz(text: str, source: str, size: Size | None = None) -> Puzzle:
    """Read a `.puz`.

    If it has no size line, `size` is needed.
    """
    return read_puz_document(text, source, size).puzzle


def read_puz_document(text: str, source: str, size: Size | None = None) -> Document:
    """Read a `.puz`, noting the line of each tile.

    If it has no size line, `size` is needed.
    """
    records = list(split_fields(text, source))
    if not records:
        raise InputError(source, None, "expected a puzzle (a size line '<cols> [rows]', then tiles), found none")
    header, *lines = records
    if size is not None and len(header.words) > 2:
        (cols, rows), lines = size, records
    else:
        cols, rows = read_size(header, "'<cols> [rows]'")
    comments = read_comments(text, source)
    holes = comments.read_holes(cols, rows) if comments.outline else frozenset()
    more = comments.spare - len(holes)
    tiles = tuple(map(_read_tile, lines[: cols * rows + more]))
    require_count(lines, cols, rows, header, comments.spare, len(holes))
    try:
        puzzle = comments.build_puzzle(cols, rows, tiles, holes)
    except ValueError as error:  # signs cannot alternate around what wraps
        raise header.error(str(error)) from None
    return Document(puzzle, lines=tuple(record.line for record in lines))


def write_puz(puzzle: Puzzle) -> str:
    """Format a puzzle as `.puz`.

    Comments state its unusual features.
    """
    lines = [f"{puzzle.cols} {puzzle.rows}", *write_comments(puzzle)]
    for tile in puzzle.tiles:
        sign = "" if tile.sign is None else f" {tile.sign.value}"
        lines.append(" ".join(map(str, tile.sides)) + sign)
    return "\n".join(lines) + "\n"


def _read_tile(record: Record) -> Tile:
    expected, number = "expected a tile '<top> <right> <bottom> <left> [+|-]', found", len(record.words)
    if not 4 <= number <= 5:
        raise record.error(f"{expected} {with_noun(number, 'field')}")
    sides = as_sides(record.number(index, "a colour") for index in range(4))
    if number == 5 and (fifth := record.words[4]).isdecimal():
        fifth = f"the fifth, {quoted(fifth)}, was taken for the sign of the tile, + or -"
        raise record.error(f"{expected} five numbers: {fifth}")
    return Tile(sides, read_sign(record) if number == 5 else None)


def read_sign(record: Record) -> Sign:
    """Parse the sign in the last field of a line."""
    try:
        return Sign(record.words[-1])
    except ValueError:
        raise record.error(f"expected a sign (+ or -), found {quoted(record.words[-1])}") from None


def read_signs(text: str, puzzle: Puzzle, source: str) -> Puzzle:
    """Add the signs in a `.signs` text to a puzzle.

    Raises:
        InputError: the text is not a `.signs`, names a tile twice, or contradicts the puzzle.
    """
    signs: dict[int, Sign] = {}
    for record in split_fields(text, source):
        record.require(2, "'<tile> <+|->'")
        tile = record.number(0, "a tile", high=len(puzzle.tiles) - 1)
        if tile in signs:
            raise record.error(f"expected each tile once, found tile {tile} again")
        signs[tile] = read_sign(record)
        already = puzzle.tiles[tile].sign
        if already not in (None, signs[tile]):
            raise record.error(f"expected {already.value} as in the puzzle for tile {tile}, found {record.words[1]}")
    tiles = tuple(replace(tile, sign=signs.get(index, tile.sign)) for index, tile in enumerate(puzzle.tiles))
    return replace(puzzle, tiles=tiles)


def write_signs(puzzle: Puzzle) -> str:
    """Format the signs of a puzzle, one tile per line."""
    return "".join(f"{index} {tile.sign.value}\n" for index, tile in enumerate(puzzle.tiles) if tile.sign is not None)


# ---- edgeasp's own format of boards, and the same in pictures, pages and JSON, from which a search goes on ----


def read_sol(text: str, puzzle: Puzzle, source: str) -> Solution:
    """Read the placements in a `.sol`, in file order."""
    placed = BoardBuilder(source, noun="tile")
    board = f" on a {puzzle.cols} x {puzzle.rows} board"
    for record in split_fields(text, source):
        record.require(4, "'<tile> <col> <row> <rot>'")
        try:
            tile = record.number(0, "a tile", high=len(puzzle.tiles) - 1, board=board)
            col = record.number(1, "a column", high=puzzle.cols - 1, board=board)
            row = record.number(2, "a row", high=puzzle.rows - 1, board=board)
        except InputError as error:
            larger = all(word.isdecimal() for word in record.words)
            raise record.error(error.message + (": is it a board of a larger puzzle?" if larger else "")) from None
        rot = record.number(3, "a rotation", high=puzzle.rots[-1])
        if Square(col, row) not in puzzle.grid:
            raise record.error(f"expected a square of the board, found a hole at column {col}, row {row}")
        placed.place(Placement(tile, Square(col, row), rot), record.line)
    return placed.solution()


def write_sol(solution: Solution) -> str:
    """Format placements as `.sol`, in their order."""
    return "".join(f"{tile} {col} {row} {rot}\n" for tile, col, row, rot in as_quadruples(solution))


Quadruple = tuple[int, int, int, int]


def as_quadruples(placements: Iterable[Placement]) -> tuple[Quadruple, ...]:
    """Convert placements to tile, column, row and rotation."""
    return tuple((laid.tile, laid.square.col, laid.square.row, laid.rot) for laid in placements)


_MARK = re.compile(rb"edgeasp-board(?: of [0-9a-f]{12})?: ([0-9 ,]*);")
_OF_TILES = re.compile(rb"edgeasp-board of ([0-9a-f]{12})")
_SCHEMA = re.compile(rb'\s*\{\s*"schema":\s*"edgeasp\.(best|solve)"')
_VERSIONS = {b"best": 1, b"solve": 2}
# Length in bytes of the last chunk of every PNG.
_END_OF_PNG = 12


def embed_in_markup(drawn: str, board: Solution, puzzle: Puzzle) -> str:
    """Append a board to SVG or HTML, as a comment."""
    return f"{drawn}<!-- {_hidden_line(board, puzzle)} -->\n"


def embed_in_png(drawn: bytes, board: Solution, puzzle: Puzzle) -> bytes:
    """Insert a board into a PNG, as a text chunk."""
    content = b"tEXt" + b"Comment\0" + _hidden_line(board, puzzle).encode()
    chunk = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", crc32(content))
    return drawn[:-_END_OF_PNG] + chunk + drawn[-_END_OF_PNG:]


def embed_in_pdf(drawn: bytes, board: Solution, puzzle: Puzzle) -> bytes:
    """Insert a board into a PDF, as a comment."""
    # All offsets in a PDF point to bytes before `startxref`, so a comment in front of it shifts none.
    before, start, after = drawn.rpartition(b"startxref")
    return before + b"% " + _hidden_line(board, puzzle).encode() + b"\n" + start + after


def tiles_fingerprint(puzzle: Puzzle) -> str:
    """Return the words by which a file identifies its tiles.

    The words contain a hash of the tiles, which does not depend on colour numbers.
    """
    from hashlib import sha256

    # Colours are numbered as they occur, so that renamed colours have the same hash.
    numbers = {FRAME: 0}
    tiles = [[numbers.setdefault(colour, len(numbers)) for colour in tile.sides] for tile in puzzle.tiles]
    return f"edgeasp-board of {sha256(repr((puzzle.cols, puzzle.rows, tiles)).encode()).hexdigest()[:12]}"


def find_fingerprint(data: bytes) -> str | None:
    """Return the words that identify a file's tiles, or None."""
    mark = _OF_TILES.search(data)
    return mark[0].decode() if mark else None


def is_of_other_tiles(data: bytes, puzzle: Puzzle, score: int) -> bool:
    """Whether a file says that its board belongs to another puzzle.

    A file with a board has a hash of the tiles. JSON has the size of the puzzle and the score of the board instead.

    Args:
        data: content of the file.
        puzzle: the puzzle.
        score: score of the board with the puzzle's tiles.
    """
    if _SCHEMA.match(data):
        import json

        kept = json.loads(data)
        of = kept.get("puzzle", {})
        return (of.get("cols"), of.get("rows"), kept.get("score", score)) != (puzzle.cols, puzzle.rows, score)
    return find_fingerprint(data) not in (None, tiles_fingerprint(puzzle))


def find_board_text(data: bytes, source: str) -> str | None:
    """Return the board in a picture, page or JSON.

    The board is in the format `.sol`. Returns None if the file has no board.

    Raises:
        InputError: the file is JSON of `solve` or `best`, but from another version of edgeasp, or without exactly one
            board.
    """
    if match := _SCHEMA.match(data):
        from edgeasp.formats import document

        result, version = document.parse_json(decode_text(data, source), source), _VERSIONS[match[1]]
        if (own := result.member("schema_version").number()) != version:
            words = f"expected schema_version {version}, found {own}: another version of edgeasp wrote it"
            raise InputError(source, None, words)
        if match[1] == b"solve":
            solutions = result.member("solutions").items()
            if len(solutions) != 1:
                raise InputError(source, None, f"expected one board, found {len(solutions)} solutions")
            [board] = solutions
        elif (board := result.member("board")).content is None:
            raise InputError(source, None, "expected a board, found null: no board was found")
        return "".join(" ".join(str(number.number()) for number in row.items()) + "\n" for row in board.items())
    mark = _MARK.search(data)
    return None if mark is None else mark[1].decode().replace(", ", "\n")


def _hidden_line(board: Solution, puzzle: Puzzle) -> str:
    return f"{tiles_fingerprint(puzzle)}: {', '.join(write_sol(board).splitlines())};"
