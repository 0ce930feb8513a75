"""Binary CSV (McGavin, Blackwood): the size, then a line a tile, clockwise from the top, in words of 16 binary digits.

A word of ones is the frame, so a word of zeros is a colour like any other. The size is `n` or `cols,rows`, in decimal.
"""

from __future__ import annotations

import re

from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.lines import quoted, records
from edgeasp.formats.tiles import Record, read_size, recoloured, require_count, without_zeros
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import FRAME, Puzzle, Sides, Tile

BITS = 16
COLOURS = 2**BITS - 2

_OUTSIDE = 2**BITS - 1
_ASIDE = 2**BITS
_WORD = re.compile(rf"[01]{{{BITS}}}", re.ASCII)


def read(text: str, source: str) -> Document:
    """The puzzle.

    Raises:
        InputError: the text is not in this format.
    """
    found = records(text)
    if not found:
        raise InputError(source, None, "expected a size and then tiles in binary, found nothing")
    line, words = found[0]
    cols, rows = read_size(words, source, line, "'<size>' or '<cols>,<rows>'")
    require_count(found[1:], cols, rows, source, line)
    # Meanwhile the frame has a number that no colour has, since a colour 0 gets another number.
    sides, notes = without_zeros([recoloured(_words(record, source), _OUTSIDE, _ASIDE) for record in found[1:]])
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


def _words(record: Record, source: str) -> Sides:
    line, words = record
    if len(words) != 4:
        raise InputError(source, line, f"expected a tile (four words of {BITS} binary digits), found {len(words)}")
    for word in words:
        if not _WORD.fullmatch(word):
            raise InputError(source, line, f"expected a word of {BITS} binary digits, found {quoted(word)}")
    north, east, south, west = (int(word, 2) for word in words)
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
