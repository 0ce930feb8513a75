"""Binary CSV (McGavin, Blackwood): the size, then a line a tile, clockwise from the top, in words of 16 binary digits.

A word of ones is the frame, so a word of zeros is a colour like any other. The size is `n` or `cols,rows`, in decimal.
"""

from __future__ import annotations

import re

from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.lines import Record, quoted, records
from edgeasp.formats.tiles import read_size, recoloured, require_count, without_zeros
from edgeasp.puzzle.model import FRAME, Puzzle, Sides, Tile

BITS = 16
COLOURS = 2**BITS - 2

_OUTSIDE = 2**BITS - 1
_ASIDE = 2**BITS
_WORD = re.compile(rf"[01]{{{BITS}}}", re.ASCII)


def read(text: str, source: str) -> Document:
    """The puzzle."""
    header, *lines = records(text, source, "a size and then tiles in binary")
    cols, rows = read_size(header, "'<size>' or '<cols>,<rows>'")
    require_count(lines, cols, rows, header)
    # Meanwhile the frame has a number that no colour has, since a colour 0 gets another number.
    sides, notes = without_zeros([recoloured(_words(each), _OUTSIDE, _ASIDE) for each in lines])
    tiles = tuple(Tile(recoloured(each, _ASIDE, FRAME)) for each in sides)
    return Document(Puzzle(cols, rows, tiles), notes=notes)


def write(document: Document) -> str:
    """The canonical text: one number for the size of a square board, commas between words."""
    puzzle = document.puzzle
    lines = [str(puzzle.cols) if puzzle.cols == puzzle.rows else f"{puzzle.cols},{puzzle.rows}"]
    lines += [
        ",".join(f"{colour:0{BITS}b}" for colour in recoloured(tile.sides, FRAME, _OUTSIDE)) for tile in puzzle.tiles
    ]
    return "\n".join(lines) + "\n"


def _words(record: Record) -> Sides:
    record.require(4, f"a tile (four words of {BITS} binary digits)")
    for word in record.words:
        if not _WORD.fullmatch(word):
            raise record.error(f"expected a word of {BITS} binary digits, found {quoted(word)}")
    north, east, south, west = (int(word, 2) for word in record.words)
    return north, east, south, west


BINARY = PuzzleFormat(
    name="binary",
    title="CSV of 16-bit words, ones for the frame; McGavin's",
    suffixes=(".csv",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE}),
    colours=COLOURS,
)
