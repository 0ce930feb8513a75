"""Size lines, tile lines and checks of zeros, for the formats that list tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import isqrt

from edgeasp.formats.lines import natural
from edgeasp.puzzle.errors import FormatError, InputError
from edgeasp.puzzle.model import FRAME, Order, Puzzle, Side, Sides, Tile, reordered

Record = tuple[int, list[str]]
"""A line number (from 1) and the fields of the line."""

CLOCKWISE: Order = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)

NO_ZEROS = "no side is 0, so the puzzle is taken for one without a frame"


def read_size(words: list[str], source: str, line: int, grammar: str) -> tuple[int, int]:
    """The first and the last number of a size line; `grammar` describes it in messages.

    Raises:
        InputError: it has more than two fields, or one that is not a natural number from 2.
    """
    if len(words) > 2:
        raise InputError(source, line, f"expected a size line {grammar}, found {len(words)} fields")
    size = [natural(word, source, line, "a number of columns or rows") for word in words]
    if min(size) < 2:
        raise InputError(source, line, f"expected at least 2 columns and 2 rows, found {min(size)}")
    return size[0], size[-1]


def read_tiles(records: Sequence[Record], source: str, order: Order = CLOCKWISE) -> tuple[Tile, ...]:
    """A tile from each line.

    Raises:
        InputError: a line is not four natural numbers.
    """
    return tuple(Tile(read_sides(words, source, line, order)) for line, words in records)


def read_sides(words: list[str], source: str, line: int, order: Order = CLOCKWISE) -> Sides:
    """The sides of a tile from a line of four colours.

    Raises:
        InputError: the line is anything else.
    """
    if len(words) != 4:
        raise InputError(source, line, f"expected a tile (four colours), found {len(words)} fields")
    colours = [natural(word, source, line, "a colour") for word in words]
    return reordered(colours, order)


def in_order(sides: Sides, order: Order) -> list[int]:
    """The colours of a tile in the order of a format."""
    return [sides[side] for side in order]


def require_count(records: Sequence[Record], cols: int, rows: int, source: str, header: int | None = None) -> None:
    """Make sure that there is a line for each tile of the board; `header` is the line with its size.

    Raises:
        InputError: there are more or fewer.
    """
    wanted, found = cols * rows, len(records)
    if found != wanted:
        line = records[wanted][0] if found > wanted else records[-1][0] if records else header
        raise InputError(source, line, f"expected {wanted} tiles for {cols} x {rows}, found {found}")


def square_root(records: Sequence[Record], source: str) -> int:
    """The size of a square board for the tiles of a text without a size line.

    Raises:
        InputError: the number of tiles is not a square.
    """
    size = isqrt(len(records))
    if size < 2 or size * size != len(records):
        line = records[-1][0] if records else None
        raise InputError(source, line, f"expected a square number of tiles without a size line, found {len(records)}")
    return size


def misfit(tiles: Sequence[Tile], cols: int, rows: int) -> int | None:
    """The first tile (from 0) with zeros on opposite sides, if there are just as many zeros as sides outside.

    All zeros must then lie outside, so such a tile suggests that the sides are listed in another order.
    """
    if sum(tile.sides.count(FRAME) for tile in tiles) != 2 * (cols + rows):
        return None
    return next((index for index, tile in enumerate(tiles) if tile.has_opposite_zeros), None)


def require_fit(
    tiles: Sequence[Tile], cols: int, rows: int, records: Sequence[Record], source: str, order: str
) -> None:
    """Make sure that the zeros of each tile can lie on the outside.

    Raises:
        InputError: those of a tile cannot.
    """
    index = misfit(tiles, cols, rows)
    if index is not None:
        raise InputError(
            source,
            records[index][0],
            "expected the zeros of a tile on neighbouring sides, found them on opposite ones: "
            f"the sides are not in the order {order}",
        )


def refuse_misfit(puzzle: Puzzle) -> None:
    """Make sure that the zeros of the tiles do not suggest another order of sides.

    Raises:
        FormatError: the zeros of a tile cannot lie on the outside.
    """
    index = misfit(puzzle.tiles, puzzle.cols, puzzle.rows)
    if index is not None:
        raise FormatError(
            f"tile {index} has zeros on opposite sides, which plain text would show as another order of sides: "
            "write a .puz or facts"
        )


def without_zeros(sides: Sequence[Sides]) -> tuple[list[Sides], tuple[str, ...]]:
    """The sides with another number for a colour 0 that is no frame, and a note if there is one."""
    used = {colour for each in sides for colour in each}
    if FRAME not in used:
        return list(sides), ()
    free = next(colour for colour in count(1) if colour not in used)
    note = f"colour 0, which is a colour like any other here, has become {free}"
    return [recoloured(each, FRAME, free) for each in sides], (note,)


def recoloured(sides: Sides, old: int, new: int) -> Sides:
    """The sides with one colour replaced by another."""
    north, east, south, west = (new if colour == old else colour for colour in sides)
    return north, east, south, west


def frame_note(puzzle: Puzzle) -> tuple[str, ...]:
    """The note on a puzzle without zeros in a format whose puzzles have a frame."""
    return () if puzzle.framed else (NO_ZEROS,)
