"""Tiles and boards as formats of lines have them: reading, checking, writing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from math import isqrt

from edgeasp.puzzle.model import (
    FRAME,
    Order,
    Placement,
    Puzzle,
    Side,
    Sides,
    Solution,
    Square,
    Tile,
    as_sides,
    place_name,
    reordered,
)
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Record

CLOCKWISE: Order = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)


def read_size(record: Record, grammar: str) -> tuple[int, int]:
    """The first and the last of the one or two numbers on a size line; `grammar` is its form in messages."""
    if len(record.words) > 2:
        raise record.error(f"expected a size line {grammar}, found {len(record.words)} fields")
    size = [record.number(index, "a number of columns and perhaps of rows") for index in range(len(record.words))]
    if min(size) < 2:
        raise record.error(f"expected at least 2 columns and 2 rows, found {size[0]} x {size[-1]}")
    return size[0], size[-1]


def read_tiles(records: Sequence[Record], order: Order = CLOCKWISE) -> tuple[Tile, ...]:
    """A tile from each line; InputError if a line is not four natural numbers."""
    return tuple(Tile(read_sides(record, order)) for record in records)


def read_sides(record: Record, order: Order = CLOCKWISE) -> Sides:
    """The sides of a tile from a line; InputError if it is not four natural numbers."""
    record.require(4, "a tile (four colours)")
    return reordered([record.number(index, "a colour") for index in range(4)], order)


def tile_lines(puzzle: Puzzle, order: Order = CLOCKWISE) -> list[str]:
    """A line with the sides of each tile; FormatError if the zeros suggest another order of sides."""
    index = misfit(puzzle)
    if index is not None:
        raise FormatError(
            f"tile {puzzle.names.number(index)} has zeros on opposite sides, which plain text would show as another "
            "order of sides: write a .puz or facts"
        )
    return [" ".join(str(tile.sides[side]) for side in order) for tile in puzzle.tiles]


def require_count(records: Sequence[Record], cols: int, rows: int, header: Record) -> None:
    """Make sure that there is a line for each tile of the board; `header` is the line before them, for messages."""
    wanted, number = cols * rows, len(records)
    if number != wanted:
        last = [header, *records][min(wanted + 1, number)]
        twice = [one.line for one, other in pairwise(records) if one.words == other.words] if number > wanted else []
        hint = f": lines {twice[0]} and {twice[0] + 1} are the same" if len(twice) == 1 else ""
        raise last.error(f"expected {wanted} tiles for {cols} x {rows}, found {number}{hint}")


def unsaid_size(records: Sequence[Record], tiles: Sequence[Tile] = ()) -> tuple[int, int]:
    """The size of the board for the tiles of a text that does not say it; InputError if it does not follow.

    The board is square, or, if it cannot be, the one on whose outside there are just as many sides as the tiles have
    zeros: with so many squares, there is one at most.
    """
    number = len(records)
    sizes = [(number // rows, rows) for rows in range(isqrt(number), 1, -1) if number % rows == 0]
    zeros = sum(tile.sides.count(FRAME) for tile in tiles)
    for cols, rows in sizes:
        if cols == rows or 2 * (cols + rows) == zeros:
            return cols, rows
    words = [f"{cols}x{rows}" for cols, rows in sizes]
    *others, last = words or [""]
    options = f"{', '.join(others)} or {last}" if others else last
    possible = f"--size {options}" if words else "no board"
    raise records[-1].error(f"expected a square number of tiles without a size line, found {number}, as for {possible}")


def misfit(puzzle: Puzzle) -> int | None:
    """The first tile (from 0) with zeros on opposite sides, if there are just as many zeros as sides outside.

    All zeros must then lie outside, so such a tile suggests that the sides are listed in another order.
    """
    if puzzle.zeros != puzzle.grid.outside:
        return None
    return next((index for index, tile in enumerate(puzzle.tiles) if tile.has_opposite_zeros), None)


def require_fit(puzzle: Puzzle, records: Sequence[Record], order: str) -> None:
    """Make sure that the zeros of each tile can lie on the outside; InputError on the line of one that cannot."""
    index = misfit(puzzle)
    if index is not None:
        raise records[index].error(
            "expected the zeros of a tile on neighbouring sides, found them on opposite ones: "
            f"the sides are not in the order {order}"
        )


def without_zeros(sides: Sequence[Sides]) -> tuple[list[Sides], tuple[str, ...]]:
    """The sides with another number for a colour 0 that is no frame, and a note if there is one."""
    used = {colour for four in sides for colour in four}
    if FRAME not in used:
        return list(sides), ()
    free = next(colour for colour in count(1) if colour not in used)
    note = f"colour 0, which is a colour like any other here, has become {free}"
    return [recoloured(four, FRAME, free) for four in sides], (note,)


def recoloured(sides: Sides, old: int, new: int) -> Sides:
    """The sides with one colour replaced by another."""
    return as_sides(new if colour == old else colour for colour in sides)


def frame_note(puzzle: Puzzle) -> tuple[str, ...]:
    """The note on a puzzle without zeros in a format whose puzzles have a frame."""
    return () if puzzle.framed else ("no side is 0, so the puzzle is taken for one without a frame",)


def reversed_turns(rot: int) -> int:
    """Clockwise quarter turns as anticlockwise ones, and vice versa."""
    return (4 - rot) % 4


@dataclass
class BoardBuilder:
    """Collects placements and refuses a repeated tile or square.

    Args:
        source: the name of the text, for messages.
        first: the number of the first tile in the format, for messages.
        noun: what the format calls a tile, for messages.
    """

    source: str
    first: int = 0
    noun: str = "piece"
    _placements: list[Placement] = field(default_factory=list, init=False)
    _lines: dict[int | Square, int | None] = field(default_factory=dict, init=False)
    """The line of each tile and of each square."""

    def place(self, placement: Placement, line: int | None, where: str = "") -> None:
        """Add a placement whose numbers are in range; InputError if its tile or square is taken.

        Where there are no lines, `where` is the place in the text, such as `hints[2]: `.
        """
        square = placement.square
        names: dict[int | Square, tuple[str, str]] = {
            placement.tile: (self.noun, f"{self.noun} {placement.tile + self.first}"),
            square: ("square", f"square {place_name(square)}"),
        }
        for key, (noun, name) in names.items():
            if key in self._lines:
                before = "" if line is None else f" (first on line {self._lines[key]})"
                raise InputError(self.source, line, f"{where}expected each {noun} once, found {name} again{before}")
            self._lines[key] = line
        self._placements.append(placement)

    def solution(self) -> Solution:
        """All placements, in the order of their addition."""
        return Solution(tuple(self._placements))
