"""Formats of other programs and their authors.

- Heule's puzzles (`em_*` of the SAT competitions): a line with the number of hints, the hints as `<row> <col> <piece>
  <rot>`, then one line per tile, clockwise from the top. Rows, columns and pieces count from 1. Rotations are clockwise
  quarter turns from 0. The size of the board follows from the number of tiles and of border tiles, which have a zero.
- TU Dresden: `<bounded> <signed> <cols> <rows>`, two flags and the size, then one line per tile. A bounded puzzle has a
  frame, whose colour is 0. In an unbounded puzzle, 0 is an ordinary colour. In a signed puzzle, a tile may end in its
  sign, as in a `.puz`.
- Eternity2Puzzles.jl: optional `<rows> <cols>`, rows first, then one line per piece: bottom, left, top, right. Boards
  (`.et2`) have one line per row, with `<piece>/<rot>` for each square or `---/-` for an empty one. Pieces count from 1,
  rotations are clockwise quarter turns.
- Brendan Owen's solutions: `<cols> <rows>`, then for each piece `<x> <y> <rot>`, all from 0. x counts from the left, y
  from the bottom. Rotations are clockwise quarter turns.
- Hints with a comment that names their columns in any order, such as `# pieceID row col orientation`: pieces count
  from 1, rows and columns from 0, unless a number shows otherwise. Rotations are clockwise quarter turns.
- PyCSP3's model: JSON with `n` rows, `m` columns and `pieces`.
- Advent of Code 2020, day 20: `Tile 2311:` and a square picture of `#` and `.`. A side is read clockwise as a
  colour, whose partner is the reversed side. The back of a tile shows the partner of each colour. The inside of a
  picture is not kept.

McGavin's tiles have binary words as sides. A word of ones is the frame, so a word of zeros is an ordinary colour. The
size is `n` or `cols,rows`, in decimal. `x,y,rotation` may follow the words, also in decimal: the square of a pinned
piece, from the top left, and its clockwise quarter turns. `0,0,0` follows every piece that is not pinned.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from math import isqrt

from edgeasp.formats import document
from edgeasp.formats.document import (
    ANY_BOARD,
    BoardBuilder,
    BoardFormat,
    Document,
    Feature,
    PuzzleFormat,
    board_size,
    frame_note,
    infer_size,
    piece_list,
    read_puzzle,
    read_sides,
    read_size,
    read_tiles,
    recolour,
    renumber_zero,
    require_count,
    require_fitting_zeros,
    reverse_turns,
    tile_lines,
)
from edgeasp.formats.plain import read_sign
from edgeasp.puzzle.features import SUPPORT
from edgeasp.puzzle.model import (
    FRAME,
    Names,
    Order,
    Placement,
    Puzzle,
    PuzzleFeature,
    Side,
    Solution,
    Square,
    Tile,
    as_sides,
    rotate_sides,
)
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Record, Size, parse_natural, quoted, records

# ---- the texts of other solvers ----


def read_heule(text: str, source: str) -> Document:
    """Read a puzzle with its hints.

    A board that is not square is assumed to be wider than high, unless the hints contradict this.
    """
    header, *lines = records(text, source, "a number of hints")
    header.require(1, "a number of hints alone on the first line")
    count = header.number(0, "a number of hints")
    if len(lines) <= count:
        raise [header, *lines][-1].error(f"expected {count} hints and then tiles, found no tile")
    hints = [_parse_hint(record) for record in lines[:count]]
    tiles = read_tiles(lines[count:])
    size = _framed_size(tiles)
    if size is None:
        border = sum(FRAME in tile.sides for tile in tiles)
        instead = f"{len(tiles)} of which {border} have a zero, as on no rectangle"
        raise InputError(source, None, f"expected tiles of a framed board, found {instead}")
    puzzles = [Puzzle(cols, rows, tiles) for cols, rows in dict.fromkeys((size, size[::-1]))]
    require_fitting_zeros(puzzles[0], lines[count:], "n e s w")
    # The hints decide: they must be on the board, and their zeros should be on its boundary.
    fitting = [puzzle for puzzle in puzzles if all(map(puzzle.has_placement, hints))] or puzzles[:1]
    fitting = [puzzle for puzzle in fitting if not _misplaced_hints(puzzle, hints)] or fitting
    puzzle = fitting[0]
    board = BoardBuilder(source, first=1)
    for record, hint in zip(lines, hints, strict=False):
        record.number(0, "a row", 1, puzzle.rows)
        record.number(1, "a column", 1, puzzle.cols)
        record.number(2, "a piece", 1, len(tiles))
        record.number(3, "a rotation (clockwise quarter turns)", 0, 3)
        board.place(hint, record.line)
    which = f"is {puzzle.cols} x {puzzle.rows} or {puzzle.rows} x {puzzle.cols}: taken as {puzzle.cols} x {puzzle.rows}"
    unsaid = [f"the file does not say whether the board {which}"] if len(fitting) > 1 else []
    wrong = "its rotation read as clockwise quarter turns from 0, does not put the zeros of the piece on the boundary"
    misplaced = [f"the hint '{_format_hint(hint)}', {wrong}" for hint in _misplaced_hints(puzzle, hints)]
    return Document(puzzle, board.solution(), (*unsaid, *misplaced))


def write_heule(document: Document) -> str:
    """Format a puzzle with its clues as hints.

    Raises:
        FormatError: the zeros suggest another order of sides, or do not determine the size.
    """
    puzzle = document.puzzle
    tiles = tile_lines(puzzle)
    if _framed_size(puzzle.tiles) != (max(puzzle.cols, puzzle.rows), min(puzzle.cols, puzzle.rows)):
        raise FormatError(f"the tiles with zeros are not as many as on a {puzzle.cols} x {puzzle.rows} board")
    return "\n".join([str(len(document.placements)), *map(_format_hint, document.placements), *tiles]) + "\n"


def _parse_hint(record: Record) -> Placement:
    record.require(4, "a hint '<row> <col> <piece> <rot>'")
    row, col, piece, rot = (record.number(index, "a number of a hint") for index in range(4))
    return Placement(piece - 1, Square(col - 1, row - 1), reverse_turns(rot))


def _format_hint(hint: Placement) -> str:
    return f"{hint.square.row + 1} {hint.square.col + 1} {hint.tile + 1} {reverse_turns(hint.rot)}"


def _framed_size(tiles: tuple[Tile, ...]) -> tuple[int, int] | None:
    # The sum of the sides is half the number of border tiles plus two, their product the number of tiles: a quadratic
    # equation. The zeros must be as many as the sides on the boundary.
    total = sum(FRAME in tile.sides for tile in tiles) // 2 + 2
    difference = isqrt(max(total * total - 4 * len(tiles), 0))
    long, short = (total + difference) // 2, (total - difference) // 2
    zeros = sum(tile.sides.count(FRAME) for tile in tiles)
    fitting = long * short == len(tiles) and zeros == 2 * (long + short) and short > 1
    return (long, short) if fitting else None


def _misplaced_hints(puzzle: Puzzle, hints: list[Placement]) -> list[Placement]:
    return [
        hint
        for hint in filter(puzzle.has_placement, hints)
        if {side for side in Side if puzzle.sides(hint)[side] == FRAME} != puzzle.grid.outer_sides(hint.square)
    ]


_CLUED = frozenset({Feature.CLUES, Feature.BARE})
HEULE = PuzzleFormat(
    "heule", "hints, no size, sides N E S W; Heule's em_* puzzles", read_heule, write_heule, holds=_CLUED
)


_DRESDEN = "'<bounded> <signed> <cols> <rows>'"


def read_dresden(text: str, source: str) -> Document:
    """Read a puzzle in the format of TU Dresden.

    Checks the two flags of the first line: whether the puzzle has a frame, and whether it has signs.
    """
    header, *lines = records(text, source, f"a first line {_DRESDEN}")
    header.require(4, f"a first line {_DRESDEN}")
    bounded, signed = _read_flag(header, 0, "bounded"), _read_flag(header, 1, "signed")
    size = header._replace(words=header.words[2:])
    puzzle = read_puzzle(lines, size, grammar=_DRESDEN, read=partial(_read_tile, signed=signed))
    notes: tuple[str, ...] = ()
    if bounded:
        require_fitting_zeros(puzzle, lines, "n e s w")
        if not puzzle.framed:
            raise header.error("expected sides that are 0 in a bounded puzzle, found none")
    else:
        sides, notes = renumber_zero([tile.sides for tile in puzzle.tiles])
        puzzle = replace(puzzle, tiles=tuple(map(Tile, sides, (tile.sign for tile in puzzle.tiles))))
    if signed and not puzzle.signed:
        notes = (*notes, "the puzzle is marked as signed, but no tile has a sign")
    return Document(puzzle, notes=notes)


def write_dresden(document: Document) -> str:
    """Convert a puzzle to the format of TU Dresden.

    The first line has two flags: whether the puzzle has a frame, and whether it has signs.
    """
    puzzle = document.puzzle
    lines = [f"{puzzle.framed:d} {puzzle.signed:d} {puzzle.cols} {puzzle.rows}"]
    for tile, sides in zip(puzzle.tiles, tile_lines(puzzle), strict=True):
        lines.append(sides if tile.sign is None else f"{sides} {tile.sign.value}")
    return "\n".join(lines) + "\n"


def _read_flag(header: Record, index: int, name: str) -> bool:
    word = header.words[index]
    if word not in ("0", "1"):
        raise header.error(f"expected 0 or 1 for {name}, found {quoted(word)}")
    return word == "1"


def _read_tile(record: Record, *, signed: bool) -> Tile:
    for word in record.words[:4]:
        if word.startswith("-") and parse_natural(word[1:], record.source, record.line, "a colour"):
            whole = "a sign for the tile as a whole (+ or - after its colours)"
            raise record.error(f"expected {whole}, found {quoted(word)}")
    if len(record.words) != 5:
        return Tile(read_sides(record))
    if not signed:
        raise record.error("expected a tile (four colours) in an unsigned puzzle, found 5 fields")
    return Tile(read_sides(record._replace(words=record.words[:4])), read_sign(record))


_SIGNED = ANY_BOARD | {Feature.SIGNS}
DRESDEN = PuzzleFormat(
    "dresden", "two flags and a size, sides N E S W; TU Dresden", read_dresden, write_dresden, holds=_SIGNED
)


JULIA_ORDER: Order = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)
JULIA_COLOURS = 255
"""Highest colour number: the program stores a colour in a byte."""

_EMPTY = "---/-"
_CELL = re.compile(r"([0-9]+)/([0-9]+)", re.ASCII)


def read_julia(text: str, source: str, size: Size | None = None) -> Document:
    """Read a puzzle with or without a size line."""
    pieces = records(text, source, "pieces")
    sized = len(pieces[0].words) == 2
    lines = pieces[1:] if sized else pieces
    tiles = read_tiles(lines, JULIA_ORDER)
    if sized:
        rows, cols = read_size(pieces[0], "'<rows> <cols>'")
    else:
        cols, rows = size or infer_size(lines, tiles)
    require_count(lines, cols, rows, pieces[0])
    puzzle = Puzzle(cols, rows, tiles)
    require_fitting_zeros(puzzle, lines, "s w n e")
    return Document(puzzle, notes=frame_note(puzzle))


def write_julia(document: Document) -> str:
    """Format a puzzle with a size line."""
    puzzle = document.puzzle
    return "\n".join([f"{puzzle.rows} {puzzle.cols}", *tile_lines(puzzle, JULIA_ORDER)]) + "\n"


def read_et2(text: str, puzzle: Puzzle, source: str) -> Solution:
    """Read a board, row by row."""
    lines = [(number, line.split()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) != puzzle.rows:
        line = lines[min(puzzle.rows, len(lines) - 1)][0] if lines else None
        raise InputError(source, line, f"expected {puzzle.rows} rows, found {len(lines)}")
    board = BoardBuilder(source, first=1)
    for row, (line, cells) in enumerate(lines):
        if len(cells) != puzzle.cols:
            raise InputError(source, line, f"expected {puzzle.cols} squares in a row, found {len(cells)}")
        for col, cell in ((col, cell) for col, cell in enumerate(cells) if cell != _EMPTY):
            if (match := _CELL.fullmatch(cell)) is None:
                raise InputError(source, line, f"expected '<piece>/<rot>' or '{_EMPTY}', found {quoted(cell)}")
            piece = parse_natural(match[1], source, line, "a piece", 1, len(puzzle.tiles))
            rot = parse_natural(match[2], source, line, "a rotation", 0, 3)
            board.place(Placement(piece - 1, Square(col, row), reverse_turns(rot)), line)
    return board.solution()


def write_et2(solution: Solution, puzzle: Puzzle) -> str:
    """Format a board in columns, like Eternity2Puzzles.jl."""
    on = solution.by_square()
    lying = map(on.get, puzzle.grid.squares)
    cells = [f" {at.tile + 1:>3}/{reverse_turns(at.rot)}" if at else f" {_EMPTY}" for at in lying]
    rows = ["".join(cells[start : start + puzzle.cols]) for start in range(0, len(cells), puzzle.cols)]
    return "\n".join(rows) + "\n"


JULIA = PuzzleFormat(
    name="julia",
    title="rows, columns, sides S W N E; Eternity2Puzzles.jl",
    read=read_julia,
    write=write_julia,
    holds=ANY_BOARD - {Feature.UNFRAMED},
    colours=JULIA_COLOURS,
    sized=True,
    remarks=lambda document: (
        "read as nesw, which rotates all tiles by 180 degrees: --from julia reads it the other way",
    ),
)

ET2 = BoardFormat(
    name="et2",
    title="matrix of piece/rotation; Eternity2Puzzles.jl",
    suffixes=(".et2",),
    read=read_et2,
    write=write_et2,
    claims=lambda text: len(text.split()) > 1 and all(w == _EMPTY or _CELL.fullmatch(w) for w in text.split()),
)


_COLUMNS = {
    "piece": ("piece", "pieceid", "tile", "tileid", "id"),
    "row": ("row", "y"),
    "col": ("col", "column", "x"),
    "rotation": ("rot", "rotation", "orientation", "turns"),
}


def _hint_columns(text: str) -> list[str] | None:
    for line in text.split("\n"):
        if line.lstrip().startswith("#"):
            words = re.findall(r"\w+", line.lower())
            kinds = [kind for word in words for kind, names in _COLUMNS.items() if word in names]
            if sorted(kinds) == sorted(_COLUMNS):
                return kinds
    return None


def read_hints(text: str, puzzle: Puzzle, source: str) -> Solution:
    """Read placements from columns named by a comment."""
    kinds = _hint_columns(text)
    if kinds is None:
        raise InputError(source, None, "expected a comment that names four columns: # piece row col rotation")
    lines = records(text, source)
    for record in lines:
        record.require(4, f"a hint '{' '.join(f'<{kind}>' for kind in kinds)}'")
    highest = {"piece": len(puzzle.tiles), "row": puzzle.rows, "col": puzzle.cols, "rotation": 3}
    hints = [
        {kind: record.number(at, f"a {kind}", high=highest[kind]) for at, kind in enumerate(kinds)} for record in lines
    ]
    # A number 0 or a highest number shows where counting starts.
    piece = 0 if any(hint["piece"] == 0 for hint in hints) else 1
    place = 1 if any(hint["row"] == puzzle.rows or hint["col"] == puzzle.cols for hint in hints) else 0
    board = BoardBuilder(source, first=piece)
    for record, hint in zip(lines, hints, strict=True):
        for kind, first in (("piece", piece), ("row", place), ("col", place)):
            record.number(kinds.index(kind), f"a {kind}", first, highest[kind] - 1 + first)
        square = Square(hint["col"] - place, hint["row"] - place)
        board.place(Placement(hint["piece"] - piece, square, reverse_turns(hint["rotation"])), record.line)
    return board.solution()


def write_hints(solution: Solution, puzzle: Puzzle) -> str:
    """Format placements.

    Pieces are numbered from 1, rows and columns from 0.
    """
    lines = [f"{at.tile + 1} {at.square.row} {at.square.col} {reverse_turns(at.rot)}" for at in solution]
    return "\n".join(["# piece row col rotation", *lines]) + "\n"


HINTS = BoardFormat(
    "hints",
    "pieces in columns, which a # comment names",
    read_hints,
    write_hints,
    claims=lambda text: bool(_hint_columns(text)),
)


_OWEN = "'<cols> <rows>'"


def read_owen(text: str, puzzle: Puzzle, source: str) -> Solution:
    """Read a board with one line per piece."""
    header, *pieces = records(text, source, f"a first line {_OWEN}")
    header.require(2, f"a first line {_OWEN}")
    cols, rows = read_size(header, _OWEN)
    if (cols, rows) != (puzzle.cols, puzzle.rows):
        raise header.error(f"expected a {puzzle.cols} x {puzzle.rows} board, found {cols} x {rows}")
    wanted = len(puzzle.tiles)
    if len(pieces) != wanted:
        last = [header, *pieces][min(wanted + 1, len(pieces))]
        raise last.error(f"expected a line for each of {wanted} pieces, found {len(pieces)}")
    board = BoardBuilder(source)
    for tile, record in enumerate(pieces):
        record.require(3, "a piece '<x> <y> <rot>'")
        x = record.number(0, "x", high=cols - 1)
        y = record.number(1, "y", high=rows - 1)
        rot = record.number(2, "a rotation", high=3)
        board.place(Placement(tile, Square(x, rows - 1 - y), reverse_turns(rot)), record.line)
    return board.solution()


def write_owen(solution: Solution, puzzle: Puzzle) -> str:
    """Format a complete board, one piece per line.

    Raises:
        FormatError: the board has empty squares.
    """
    on = solution.by_square()
    if len(on) < puzzle.grid.size:
        empty = puzzle.grid.size - len(on)
        raise FormatError(f"owen supports only complete boards, and {empty} of {puzzle.grid.size} squares are empty")
    lines = [f"{puzzle.cols} {puzzle.rows}"]
    for placement in sorted(on.values(), key=lambda placement: placement.tile):
        square = placement.square
        lines.append(f"{square.col} {puzzle.rows - 1 - square.row} {reverse_turns(placement.rot)}")
    return "\n".join(lines) + "\n"


OWEN = BoardFormat(
    name="owen",
    title="a piece a line, y from the bottom; Brendan Owen's",
    read=read_owen,
    write=write_owen,
    partial=False,
    features=SUPPORT["board"].features - {PuzzleFeature.SUBSET},
)


def read_pycsp3(text: str, source: str) -> Document:
    """Read a puzzle from PyCSP3's JSON."""
    value = document.parse_json(text, source)
    rows, cols = value.member("n").number(2), value.member("m").number(2)
    puzzle = Puzzle(cols, rows, value.member("pieces").tiles(cols, rows))
    other = value.keys - {"n", "m", "pieces"}
    if other:
        # PyCSP3 unpacks the values by position, so further ones would break the model.
        raise InputError(source, None, f"expected 'n', 'm' and 'pieces' alone, found {quoted(min(other))}")
    return Document(puzzle, notes=frame_note(puzzle))


def write_pycsp3(document: Document) -> str:
    """Format a puzzle as PyCSP3's JSON, one piece per line."""
    puzzle = document.puzzle
    pieces = piece_list(puzzle.tiles)
    return f'{{\n  "n": {puzzle.rows},\n  "m": {puzzle.cols},\n  "pieces": {pieces}\n}}\n'


PYCSP3 = PuzzleFormat(
    name="pycsp3",
    title="JSON with n, m and pieces; PyCSP3's model",
    suffixes=(".json",),
    read=read_pycsp3,
    write=write_pycsp3,
    holds=ANY_BOARD - {Feature.UNFRAMED},
    claims=lambda text: document.has_json_keys(text, "n", "m", "pieces"),
)


# ---- binary CSV (McGavin, Blackwood) ----

BITS = 16
COLOURS = 2**BITS - 2

_OUTSIDE = 2**BITS - 1
_ASIDE = 2**BITS
_WORD = re.compile(rf"[01]{{{BITS}}}", re.ASCII)
_TWO_WORDS = re.compile(rf"^\s*[01]{{{BITS}}}\s*[,;\s]\s*[01]{{{BITS}}}\b", re.MULTILINE | re.ASCII)


def read_binary(text: str, source: str, size: Size | None = None) -> Document:
    """Read a puzzle in McGavin's format, with its hints."""
    lines = records(text, source, "a size and then tiles in binary")
    header = None if size is not None and len(lines[0].words) > 2 else lines.pop(0)
    puzzle = read_puzzle(lines, header, size, grammar="'<size>' or '<cols>,<rows>'", read=_read_binary_tile)
    # While colour 0 is renumbered, the frame has a number that no colour can have.
    sides, notes = renumber_zero([tile.sides for tile in puzzle.tiles])
    puzzle = replace(puzzle, tiles=tuple(Tile(recolour(four, _ASIDE, FRAME)) for four in sides))
    board = BoardBuilder(source)
    for tile, record in ((tile, record) for tile, record in enumerate(lines) if len(record.words) > 4):
        x = record.number(4, "x", high=puzzle.cols - 1)
        y = record.number(5, "y", high=puzzle.rows - 1)
        rot = record.number(6, "a rotation", high=3)
        if (x, y, rot) != (0, 0, 0):
            board.place(Placement(tile, Square(x, y), reverse_turns(rot)), record.line)
    return Document(puzzle, board.solution(), notes)


def write_binary(document: Document) -> str:
    """Format a puzzle like McGavin, with clues as hints.

    In this format `0,0,0` means that a piece is not pinned. So a piece pinned at the top left without rotation is
    written in another rotation.
    """
    puzzle = document.puzzle
    pinned = {placement.tile: placement for placement in document.placements}
    lines = [str(puzzle.cols) if puzzle.cols == puzzle.rows else f"{puzzle.cols},{puzzle.rows}"]
    for index, tile in enumerate(puzzle.tiles):
        hint, sides = pinned.get(index), tile.sides
        numbers = [hint.square.col, hint.square.row, reverse_turns(hint.rot)] if hint else [0, 0, 0]
        if hint and numbers == [0, 0, 0]:
            sides, numbers = rotate_sides(sides, 1), [0, 0, 1]
        words = [f"{colour:0{BITS}b}" for colour in recolour(sides, FRAME, _OUTSIDE)]
        lines.append(",".join(words + (list(map(str, numbers)) if pinned else [])))
    return "\n".join(lines) + "\n"


def note_rotated_pieces(document: Document) -> tuple[str, ...]:
    """Return notes on the pieces that `write_binary` rotates."""
    pinned = [placement.tile for placement in document.placements if placement.square == (0, 0) and placement.rot == 0]
    note = "tile {} is written rotated: it is pinned at the top left, where 0,0,0 would mean that it is not pinned"
    return tuple(note.format(document.puzzle.names.number(tile)) for tile in pinned)


def _read_binary_tile(record: Record) -> Tile:
    if len(record.words) != 4 + 3:
        record.require(4, f"a tile (four words of {BITS} binary digits)")
    for word in record.words[:4]:
        if not _WORD.fullmatch(word):
            raise record.error(f"expected a word of {BITS} binary digits, found {quoted(word)}")
    return Tile(recolour(as_sides(int(word, 2) for word in record.words[:4]), _OUTSIDE, _ASIDE))


BINARY = PuzzleFormat(
    name="binary",
    title="CSV of 16-bit words, ones for the frame; McGavin's",
    suffixes=(".csv",),
    read=read_binary,
    write=write_binary,
    holds=ANY_BOARD | {Feature.CLUES},
    colours=COLOURS,
    claims=lambda text: bool(_TWO_WORDS.search(text[:1000])),
    sized=True,
    remarks=note_rotated_pieces,
)


# ---- pictures with matching borders, rotated and flipped ----

_HEADING = re.compile(r"\s*Tile ([0-9]{1,9}):\s*", re.ASCII)
_PIXELS = re.compile(r"[#.]{2,99}")


def read_pictures(text: str, source: str, size: Size | None = None) -> Document:
    """Read a puzzle with tiles drawn as `#` and `.`.

    A line such as `Tile 2311:` precedes each tile.
    """
    headings: list[Record] = []
    pictures: list[list[str]] = []
    lines: dict[int, int] = {}
    for line, content in enumerate(map(str.strip, text.split("\n")), start=1):
        if match := _HEADING.fullmatch(content):
            if (before := lines.setdefault(int(match[1]), line)) != line:
                again = f"expected each tile once, found tile {match[1]} again (first on line {before})"
                raise InputError(source, line, again)
            headings.append(Record(source, line, [match[1]]))
            pictures.append([])
        elif content and not (pictures and _PIXELS.fullmatch(content)):
            raise InputError(source, line, f"expected 'Tile 2311:' or a line of # and ., found {quoted(content)}")
        elif content:
            pictures[-1].append(content)
    if not headings:
        raise InputError(source, None, "expected pictures under lines such as 'Tile 2311:', found none")
    across = len(pictures[0][0]) if pictures[0] else 10
    for heading, picture in zip(headings, pictures, strict=True):
        if [len(row) for row in picture] != [across] * across:
            raise heading.error(f"expected {across} lines of {across} below tile {heading.words[0]}, found others")
    cols, rows = board_size(headings, None, size)
    number: dict[str, int] = {}
    borders = [[p[0], "".join(row[-1] for row in p), p[-1][::-1], "".join(row[0] for row in p)[::-1]] for p in pictures]
    for pattern in (pattern for border in borders for pattern in border):
        for side in (pattern, pattern[::-1]):
            number.setdefault(side, len(number) + 1)
    pairs = tuple((one, number[pattern[::-1]]) for pattern, one in number.items() if pattern < pattern[::-1])
    tiles = tuple(Tile(as_sides(number[pattern] for pattern in border)) for border in borders)
    names = Names(tuple(heading.number(0, "a number") for heading in headings), ("", *number))
    puzzle = Puzzle(cols, rows, tiles, pairs, names=names, flipping=True)
    return Document(puzzle, lines=tuple(heading.line for heading in headings))


def write_pictures(document: Document) -> str:
    """Format tiles as pictures with an empty inside.

    Raises:
        FormatError: the puzzle was not read from pictures.
    """
    puzzle, blocks = document.puzzle, []
    for index, tile in enumerate(puzzle.tiles):
        top, right, bottom, left = map(puzzle.names.colour, tile.sides)
        ends = ((top, right), (right, bottom), (bottom, left), (left, top))
        fit = (
            all(map(_PIXELS.fullmatch, (top, right, bottom, left)))
            and len({*map(len, (top, right, bottom, left))}) == 1
        )
        if not fit or any(one[-1] != other[0] for one, other in ends):
            raise FormatError("the format pictures can represent only puzzles that were read from it: choose puz")
        inside = "." * (len(top) - 2)
        rows = [left[-1 - row] + inside + right[row] for row in range(1, len(top) - 1)]
        blocks.append("\n".join([f"Tile {puzzle.names.number(index)}:", top, *rows, bottom[::-1], ""]))
    return "\n".join(blocks)


PICTURES = PuzzleFormat(
    name="pictures",
    title="pictures of # and .; Advent of Code 2020, day 20",
    read=read_pictures,
    write=write_pictures,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.BARE, Feature.PARTNERS, PuzzleFeature.FLIPS}),
    needs=frozenset({PuzzleFeature.FLIPS}),
    frameless=True,
    claims=lambda text: bool(_HEADING.match(text.partition("\n")[0])),
    sized=True,
)
