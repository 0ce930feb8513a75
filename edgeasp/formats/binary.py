"""Binary CSV (McGavin, Blackwood): the size, then a line a tile, clockwise from the top, in words of 16 binary digits.

A word of ones is the frame, so a word of zeros is a colour like any other. The size is `n` or `cols,rows`, in decimal.
After the words may stand `x,y,rotation`, also in decimal: the square of a pinned piece, from the top left, and its
clockwise quarter turns. `0,0,0` stands behind every piece that is not pinned.
"""

from __future__ import annotations

import re

from edgeasp.formats.document import ANY_BOARD, Document, Feature, PuzzleFormat, Size
from edgeasp.formats.tiles import BoardBuilder, read_size, recoloured, require_count, reversed_turns, without_zeros
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Sides, Square, Tile, as_sides, turned
from edgeasp.system.lines import Record, quoted, records

BITS = 16
COLOURS = 2**BITS - 2

_OUTSIDE = 2**BITS - 1
_ASIDE = 2**BITS
_WORD = re.compile(rf"[01]{{{BITS}}}", re.ASCII)
_TWO_WORDS = re.compile(rf"^\s*[01]{{{BITS}}}\s*[,;\s]\s*[01]{{{BITS}}}\b", re.MULTILINE | re.ASCII)


def read(text: str, source: str, size: Size | None = None) -> Document:
    """The puzzle and its hints; the line with the size may be absent if the size is given."""
    header, *lines = every = records(text, source, "a size and then tiles in binary")
    if size is not None and len(header.words) > 2:
        (cols, rows), lines = size, every
    else:
        cols, rows = read_size(header, "'<size>' or '<cols>,<rows>'")
    require_count(lines, cols, rows, header)
    # Meanwhile the frame has a number that no colour has, since a colour 0 gets another number.
    sides, notes = without_zeros([recoloured(_words(line), _OUTSIDE, _ASIDE) for line in lines])
    tiles = tuple(Tile(recoloured(four, _ASIDE, FRAME)) for four in sides)
    puzzle = Puzzle(cols, rows, tiles)
    board = BoardBuilder(source)
    for tile, record in enumerate(lines):
        if len(record.words) == 4:
            continue
        x = record.number(4, "x", high=puzzle.cols - 1)
        y = record.number(5, "y", high=puzzle.rows - 1)
        rot = record.number(6, "a rotation", high=3)
        if (x, y, rot) != (0, 0, 0):
            board.place(Placement(tile, Square(x, y), reversed_turns(rot)), record.line)
    return Document(puzzle, board.solution(), notes)


def write(document: Document) -> str:
    """The canonical text: one number for the size of a square board, commas between words, hints if there are any.

    A piece that is pinned at the top left without a turn is written turned, and the hint turns it back.
    """
    puzzle = document.puzzle
    pinned = {placement.tile: placement for placement in document.placements}
    lines = [str(puzzle.cols) if puzzle.cols == puzzle.rows else f"{puzzle.cols},{puzzle.rows}"]
    for index, tile in enumerate(puzzle.tiles):
        hint, sides = pinned.get(index), tile.sides
        numbers = [hint.square.col, hint.square.row, reversed_turns(hint.rot)] if hint else [0, 0, 0]
        if hint and numbers == [0, 0, 0]:
            sides, numbers = turned(sides, 1), [0, 0, 1]
        words = [f"{colour:0{BITS}b}" for colour in recoloured(sides, FRAME, _OUTSIDE)]
        lines.append(",".join(words + (list(map(str, numbers)) if pinned else [])))
    return "\n".join(lines) + "\n"


def remarks(document: Document) -> tuple[str, ...]:
    """Pieces that the text has in another way than the puzzle."""
    pinned = [placement.tile for placement in document.placements if placement.square == (0, 0) and placement.rot == 0]
    note = "tile {} is written turned, because it is pinned at the top left, where 0,0,0 would mean that it is not"
    return tuple(note.format(document.puzzle.names.number(tile)) for tile in pinned)


def _words(record: Record) -> Sides:
    if len(record.words) != 4 + 3:
        record.require(4, f"a tile (four words of {BITS} binary digits)")
    for word in record.words[:4]:
        if not _WORD.fullmatch(word):
            raise record.error(f"expected a word of {BITS} binary digits, found {quoted(word)}")
    return as_sides(int(word, 2) for word in record.words[:4])


BINARY = PuzzleFormat(
    name="binary",
    title="CSV of 16-bit words, ones for the frame; McGavin's",
    suffixes=(".csv",),
    read=read,
    write=write,
    holds=ANY_BOARD | {Feature.CLUES},
    colours=COLOURS,
    claims=lambda text: bool(_TWO_WORDS.search(text[:1000])),
    sized=True,
    remarks=remarks,
)
