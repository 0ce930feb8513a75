"""Read and write sizes such as `3x2`, then tiles such as `0-1-2-0`."""

from __future__ import annotations

from edgeasp.formats.document import Document, Feature, PuzzleFormat, read_size, read_tiles, require_count
from edgeasp.puzzle.model import Puzzle
from edgeasp.system.lines import Record, records

_SIZE = "'<cols>x<rows>'"


def read(text: str, source: str) -> Document:
    """Read the puzzle.

    Raises:
        InputError: the text is not in this format.
    """
    first, *rest = records(text, source, f"a size {_SIZE} and then tiles")
    header, *tiles = [_divided(first, "x"), *(_divided(line, "-") for line in rest)]
    cols, rows = read_size(header, _SIZE)
    require_count(tiles, cols, rows, header)
    return Document(Puzzle(cols, rows, read_tiles(tiles)))


def write(document: Document) -> str:
    """Write the canonical text."""
    puzzle = document.puzzle
    tiles = ("-".join(map(str, tile.sides)) for tile in puzzle.tiles)
    return "\n".join([f"{puzzle.cols}x{puzzle.rows}", *tiles]) + "\n"


def _divided(record: Record, separator: str) -> Record:
    return Record(record.source, record.line, "".join(record.words).split(separator))


DASHES = PuzzleFormat(
    name="dashes",
    title="size, sides N-E-S-W; an example",
    suffixes=(".dash",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE}),
)
