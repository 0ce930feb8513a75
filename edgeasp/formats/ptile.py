"""The text of the older boards of `eternity2` (Lean): `p tile <cols> <rows> [<colours>]`, then a line a tile.

The sides are listed clockwise from the top. The ring, which is the sides between border tiles, and the inside may count
their colours apart, both from 1; the numbers of the ring are then raised above the others.
"""

from __future__ import annotations

import re
from dataclasses import replace

from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.tiles import read_size, read_tiles, require_count, require_fit, tile_lines
from edgeasp.puzzle.model import FRAME, Puzzle, Sides, Tile
from edgeasp.system.errors import FormatError
from edgeasp.system.lines import records

_GRAMMAR = "'p tile <cols> <rows> [<colours>]'"
_CLAIM = re.compile(r"(?:[ \t]*(?:[c#%][^\n]*)?\r?\n)*[ \t]*p[ \t]+tile\b")


def read(text: str, source: str) -> Document:
    """The puzzle, with a note where colours of the ring have got other numbers; InputError if it is no such text."""
    header, *lines = records(text, source, f"a first line {_GRAMMAR}")
    if header.words[:2] != ["p", "tile"] or not 4 <= len(header.words) <= 5:
        raise header.error(f"expected a first line {_GRAMMAR}")
    cols, rows = read_size(replace(header, words=header.words[2:4]), _GRAMMAR)
    require_count(lines, cols, rows, header)
    puzzle = Puzzle(cols, rows, read_tiles(lines))
    require_fit(puzzle, lines, "n e s w")
    if puzzle.zeros != puzzle.outside:
        raise header.error(f"expected {puzzle.outside} sides that are 0, as lie outside, found {puzzle.zeros}")
    notes: list[str] = []
    if len(header.words) == 5:
        said, found = header.number(4, "a number of colours"), len(_all(puzzle))
        if said != found:
            notes.append(f"line {header.line} says {said} colours, and the tiles have {found}")
    if _shared(puzzle):
        above = max(_all(puzzle))
        puzzle = replace(puzzle, tiles=tuple(_raised(tile, above) for tile in puzzle.tiles))
        notes.append(f"ring and inside count their colours apart: those of the ring are raised by {above}")
    return Document(puzzle, notes=tuple(notes))


def write(document: Document) -> str:
    """The canonical text.

    Raises:
        FormatError: a colour lies both on the ring and inside, which would be read as two colours.
    """
    puzzle = document.puzzle
    if shared := _shared(puzzle):
        raise FormatError(f"colour {min(shared)} lies both on the ring and inside, and would be read as two colours")
    return "\n".join([f"p tile {puzzle.cols} {puzzle.rows} {len(_all(puzzle))}", *tile_lines(puzzle)]) + "\n"


def on_ring(sides: Sides, index: int) -> bool:
    """Whether a side lies between border tiles: beside the frame, and not opposite to it alone."""
    return sides[index] != FRAME and FRAME in (sides[index - 1], sides[(index + 1) % 4])


def _all(puzzle: Puzzle) -> set[int]:
    return {colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}


def _shared(puzzle: Puzzle) -> set[int]:
    """The colours that lie both on the ring and inside."""
    ring = {tile.sides[index] for tile in puzzle.tiles for index in range(4) if on_ring(tile.sides, index)}
    inside = {tile.sides[index] for tile in puzzle.tiles for index in range(4) if not on_ring(tile.sides, index)}
    return (ring & inside) - {FRAME}


def _raised(tile: Tile, above: int) -> Tile:
    """The tile with higher numbers for its colours of the ring."""
    north, east, south, west = (
        colour + above if on_ring(tile.sides, index) else colour for index, colour in enumerate(tile.sides)
    )
    return replace(tile, sides=(north, east, south, west))


PTILE = PuzzleFormat(
    name="ptile",
    title="'p tile' and a size, sides N E S W; eternity2 (Lean)",
    suffixes=(".txt",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.BARE}),
    claims=lambda text: _CLAIM.match(text) is not None,
)
