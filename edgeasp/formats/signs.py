"""`.signs`: a line a tile, its number from 0 and + or -, for signs that are not in the `.puz`."""

from __future__ import annotations

from dataclasses import replace

from edgeasp.formats.lines import fields
from edgeasp.formats.puz import sign
from edgeasp.puzzle.model import Puzzle, Sign


def read(text: str, puzzle: Puzzle, source: str) -> Puzzle:
    """The puzzle with the signs of the text added to its own.

    Raises:
        InputError: the text is not a `.signs`, names a tile twice or contradicts the puzzle.
    """
    given: dict[int, Sign] = {}
    for record in fields(text, source):
        record.require(2, "'<tile> <+|->'")
        tile = record.number(0, "a tile", high=len(puzzle.tiles) - 1)
        if tile in given:
            raise record.error(f"expected each tile once, found tile {tile} again")
        given[tile] = sign(record)
        already = puzzle.tiles[tile].sign
        if already not in (None, given[tile]):
            raise record.error(f"expected {already.value} as in the puzzle for tile {tile}, found {record.words[1]}")
    tiles = tuple(replace(tile, sign=given.get(index, tile.sign)) for index, tile in enumerate(puzzle.tiles))
    return replace(puzzle, tiles=tiles)


def write(puzzle: Puzzle) -> str:
    """The signs of the puzzle, a line for each tile with one."""
    return "".join(f"{index} {tile.sign.value}\n" for index, tile in enumerate(puzzle.tiles) if tile.sign is not None)
