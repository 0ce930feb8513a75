"""The text of TU Dresden: `<bounded> <signed> <cols> <rows>`, two flags and the size, then a line a tile.

A bounded puzzle has a frame, whose colour is 0; in any other, 0 is a colour. In a signed puzzle a tile may end in its
sign, as in a `.puz`.
"""

from __future__ import annotations

from dataclasses import replace

from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.lines import natural, quoted, records
from edgeasp.formats.puz import sign
from edgeasp.formats.tiles import (
    Record,
    read_sides,
    read_size,
    refuse_misfit,
    require_count,
    require_fit,
    without_zeros,
)
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Puzzle, Tile

_GRAMMAR = "'<bounded> <signed> <cols> <rows>'"


def read(text: str, source: str) -> Document:
    """The puzzle.

    Raises:
        InputError: the text is not in this format, or contradicts its own flags.
    """
    found = records(text)
    line, words = found[0] if found else (None, [])
    if line is None or len(words) != 4:
        raise InputError(source, line, f"expected a first line {_GRAMMAR}, found {len(words) or 'no'} fields")
    bounded = _flag(words[0], "bounded", source, line)
    signed = _flag(words[1], "signed", source, line)
    cols, rows = read_size(words[2:], source, line, _GRAMMAR)
    tile_records = found[1:]
    require_count(tile_records, cols, rows, source, line)
    tiles = tuple(_tile(record, source, signed=signed) for record in tile_records)
    notes: tuple[str, ...] = ()
    if bounded:
        require_fit(tiles, cols, rows, tile_records, source, "n e s w")
        if not Puzzle(cols, rows, tiles).framed:
            raise InputError(source, line, "expected sides that are 0 in a bounded puzzle, found none")
    else:
        sides, notes = without_zeros([tile.sides for tile in tiles])
        tiles = tuple(replace(tile, sides=each) for tile, each in zip(tiles, sides, strict=True))
    puzzle = Puzzle(cols, rows, tiles)
    if signed and not puzzle.signed:
        notes = (*notes, "the file says that the puzzle is signed, and gives no sign")
    return Document(puzzle, notes=notes)


def write(document: Document) -> str:
    """The canonical text.

    Raises:
        FormatError: the zeros of a tile suggest another order of sides.
    """
    puzzle = document.puzzle
    refuse_misfit(puzzle)
    lines = [f"{puzzle.framed:d} {puzzle.signed:d} {puzzle.cols} {puzzle.rows}"]
    for tile in puzzle.tiles:
        bearing = "" if tile.sign is None else f" {tile.sign.value}"
        lines.append(" ".join(map(str, tile.sides)) + bearing)
    return "\n".join(lines) + "\n"


def _flag(word: str, name: str, source: str, line: int) -> bool:
    if word not in ("0", "1"):
        raise InputError(source, line, f"expected 0 or 1 for {name}, found {quoted(word)}")
    return word == "1"


def _tile(record: Record, source: str, *, signed: bool) -> Tile:
    line, words = record
    for word in words[:4]:
        if word.startswith("-") and natural(word[1:], source, line, "a colour"):
            message = f"expected a sign for the tile as a whole (+ or - after its colours), found {quoted(word)}"
            raise InputError(source, line, message)
    if len(words) == 5 and not signed:
        raise InputError(source, line, "expected a tile (four colours) in an unsigned puzzle, found 5 fields")
    tile = Tile(read_sides(words[:4] if signed and len(words) == 5 else words, source, line))
    return replace(tile, sign=sign(words[4], source, line)) if len(words) == 5 else tile


DRESDEN = PuzzleFormat(
    name="dresden",
    title="two flags and a size, sides N E S W; TU Dresden",
    suffixes=(".txt",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.SIGNS, Feature.BARE}),
)
