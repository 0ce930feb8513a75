"""The text of TU Dresden: `<bounded> <signed> <cols> <rows>`, two flags and the size, then a line a tile.

A bounded puzzle has a frame, whose colour is 0; in any other, 0 is a colour. In a signed puzzle a tile may end in its
sign, as in a `.puz`.
"""

from __future__ import annotations

from dataclasses import replace

from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.puz import sign
from edgeasp.formats.tiles import read_sides, read_size, require_count, require_fit, tile_lines, without_zeros
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.system.lines import Record, natural, quoted, records

_GRAMMAR = "'<bounded> <signed> <cols> <rows>'"


def read(text: str, source: str) -> Document:
    """The puzzle; InputError also if it contradicts the flags."""
    header, *lines = records(text, source, f"a first line {_GRAMMAR}")
    header.require(4, f"a first line {_GRAMMAR}")
    bounded, signed = _flag(header, 0, "bounded"), _flag(header, 1, "signed")
    cols, rows = read_size(replace(header, words=header.words[2:]), _GRAMMAR)
    require_count(lines, cols, rows, header)
    puzzle = Puzzle(cols, rows, tuple(_tile(record, signed=signed) for record in lines))
    notes: tuple[str, ...] = ()
    if bounded:
        require_fit(puzzle, lines, "n e s w")
        if not puzzle.framed:
            raise header.error("expected sides that are 0 in a bounded puzzle, found none")
    else:
        sides, notes = without_zeros([tile.sides for tile in puzzle.tiles])
        tiles = tuple(replace(tile, sides=each) for tile, each in zip(puzzle.tiles, sides, strict=True))
        puzzle = replace(puzzle, tiles=tiles)
    if signed and not puzzle.signed:
        notes = (*notes, "the file says that the puzzle is signed, and gives no sign")
    return Document(puzzle, notes=notes)


def write(document: Document) -> str:
    """The canonical text; FormatError if the zeros of a tile suggest another order of sides."""
    puzzle = document.puzzle
    lines = [f"{puzzle.framed:d} {puzzle.signed:d} {puzzle.cols} {puzzle.rows}"]
    for tile, sides in zip(puzzle.tiles, tile_lines(puzzle), strict=True):
        lines.append(sides if tile.sign is None else f"{sides} {tile.sign.value}")
    return "\n".join(lines) + "\n"


def _flag(header: Record, index: int, name: str) -> bool:
    word = header.words[index]
    if word not in ("0", "1"):
        raise header.error(f"expected 0 or 1 for {name}, found {quoted(word)}")
    return word == "1"


def _tile(record: Record, *, signed: bool) -> Tile:
    for word in record.words[:4]:
        if word.startswith("-") and natural(word[1:], record.source, record.line, "a colour"):
            raise record.error(
                f"expected a sign for the tile as a whole (+ or - after its colours), found {quoted(word)}"
            )
    if len(record.words) != 5:
        return Tile(read_sides(record))
    if not signed:
        raise record.error("expected a tile (four colours) in an unsigned puzzle, found 5 fields")
    return Tile(read_sides(replace(record, words=record.words[:4])), sign(record))


DRESDEN = PuzzleFormat(
    name="dresden",
    title="two flags and a size, sides N E S W; TU Dresden",
    suffixes=(".txt",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.SIGNS, Feature.BARE}),
)
