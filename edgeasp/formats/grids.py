"""Boards as grids of tile numbers, tables, and lists of placed tiles.

In a grid, a letter after a number is the rotation of the tile, relative to the puzzle file: `r` for a clockwise quarter
turn, `l` for an anticlockwise one, `u` for a half turn, `n` for none. `.` is an empty square. If no number has a
letter, rotations are inferred from the frame and the adjacent tiles.

A table for spreadsheets has a line for each placed tile: its square, its number, its anticlockwise quarter turns as in
a `.sol`, and the colours of its sides. Columns are found by name, and the colours may be left out.
"""

from __future__ import annotations

import re
from typing import Any

from edgeasp.formats.document import BoardBuilder, BoardFormat, BoardPicture, read_sides
from edgeasp.puzzle.features import SUPPORT
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Solution, Square, place_name, rotate_sides
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Record, quoted, records

# ---- a grid of tile numbers ----

_CELL = re.compile(r"(?P<number>[0-9]{1,9})(?P<turn>[rlun]?)", re.ASCII)
_EMPTY = (".", "-", "_", "x", "..", "...", "--", "---")
# Anticlockwise quarter turns, as in a `.sol`.
_TURNS = {"": 0, "n": 0, "l": 1, "u": 2, "r": 3}
_GRID_LETTERS = ("", "l", "u", "r")
# Most partial boards that are kept while rotations are inferred.
_KEPT = 500


def read_grid(text: str, puzzle: Puzzle, source: str) -> Solution:
    """Read a board from a grid of tile numbers."""
    rows = records(text, source, "rows of tile numbers, such as 7r 3 . 12")
    if len(rows) != puzzle.rows:
        last = rows[min(puzzle.rows, len(rows) - 1)]
        raise last.error(f"expected {puzzle.rows} rows of {puzzle.cols} tile numbers, found {len(rows)}")
    cells: dict[Square, tuple[int, int, int]] = {}
    letters = False
    for row, record in enumerate(rows):
        record.require(puzzle.cols, f"{puzzle.cols} tile numbers in a row, such as 7r 3 . 12")
        for col, word in enumerate(record.words):
            if word.lower() in _EMPTY:
                continue
            match = _CELL.fullmatch(word.lower())
            if match is None:
                what = "a tile such as 7, 7r, 7l or 7u, or . for an empty square"
                raise record.error(f"expected {what}, found {quoted(word)}")
            letters = letters or bool(match["turn"])
            cells[Square(col, row)] = (int(match["number"]), _TURNS[match["turn"]], record.line)
    tiles = _tiles_by_number(puzzle, {number for number, _, _ in cells.values()})
    for number, _, line in cells.values():
        if number not in tiles:
            raise InputError(source, line, f"expected a tile from {min(tiles)} to {max(tiles)}, found {number}")
    placed = BoardBuilder(source, noun="tile", first=puzzle.names.number(0))
    turns = None if letters else _infer_rotations(puzzle, {square: tiles[cell[0]] for square, cell in cells.items()})
    for square, (number, rot, line) in cells.items():
        placed.place(Placement(tiles[number], square, rot if turns is None else turns[square]), line)
    return placed.solution()


def write_grid(solution: Solution, puzzle: Puzzle) -> str:
    """Format a board as a grid of tile numbers."""
    on = solution.by_square()
    words = [
        f"{puzzle.names.number(on[s].tile)}{_GRID_LETTERS[on[s].rot]}" if s in on else "." for s in puzzle.grid.squares
    ]
    if not any(word[-1] in "lur" for word in words):
        # Readers infer rotations if no tile has a letter.
        words = [word if word == "." else f"{word}n" for word in words]
    width = max(map(len, words))
    rows = [words[start : start + puzzle.cols] for start in range(0, len(words), puzzle.cols)]
    return "\n".join(" ".join(word.rjust(width) for word in row).rstrip() for row in rows) + "\n"


def is_grid(text: str) -> bool:
    """Whether all lines are rows of tile numbers."""
    lines = [line.split() for line in text.lower().split("\n") if line.strip() and line.lstrip()[0] not in "#%"]
    words = [word for line in lines for word in line]
    known = all(word in _EMPTY or _CELL.fullmatch(word) for word in words)
    special = any(word in _EMPTY or word[-1] in "lurn" for word in words)
    return bool(words) and known and special and len({len(line) for line in lines}) == 1 and len(lines) > 1


def _tiles_by_number(puzzle: Puzzle, named: set[int]) -> dict[int, int]:
    # Tiles are numbered as in messages, or from 1 if the last number occurs and 0 does not.
    count = len(puzzle.tiles)
    if puzzle.names.number(0) == 0 and count in named and 0 not in named:
        return {number: number - 1 for number in range(1, count + 1)}
    return {puzzle.names.number(tile): tile for tile in range(count)}


# Partial board with rotations: its number of faults, the sides on the last squares, as many as a row has, and a linked
# list of rotations.
_Way = tuple[int, tuple[Sides | None, ...], Any]


def _infer_rotations(puzzle: Puzzle, tiles: dict[Square, int]) -> dict[Square, int]:
    # Beam search: keeps the partial boards with the fewest faults, one for each row of sides that later tiles touch.
    ways: list[_Way] = [(0, (None,) * puzzle.cols, None)]
    for square in puzzle.grid.squares:
        best: dict[tuple[Sides | None, ...], _Way] = {}
        for cost, front, before in ways:
            for rot in range(4 if puzzle.turning and square in tiles else 1):
                sides = rotate_sides(puzzle.tiles[tiles[square]].sides, rot) if square in tiles else None
                more = cost
                if sides is not None:
                    north, west = front[0], front[-1] if square.col else None
                    more += _frame_faults(puzzle, square, sides)
                    more += north is not None and sides[Side.NORTH] != puzzle.partner(north[Side.SOUTH])
                    more += west is not None and sides[Side.WEST] != puzzle.partner(west[Side.EAST])
                now = (*front[1:], sides)
                if now not in best or more < best[now][0]:
                    best[now] = (more, now, (rot, before))
        ways = sorted(best.values(), key=lambda way: way[0])[:_KEPT]
    way, turns = ways[0][2], {}
    for square in reversed(list(puzzle.grid.squares)):
        turns[square], way = way
    return turns


def _frame_faults(puzzle: Puzzle, square: Square, sides: Sides) -> int:
    if not puzzle.framed:
        return 0
    outer = puzzle.grid.outer_sides(square)
    return sum(2 * ((sides[side] == FRAME) != (side in outer)) for side in Side)


GRID = BoardFormat(
    "grid", "rows of tile numbers with turns: 7r 3 . 12", read_grid, write_grid, (".txt", ".grid"), is_grid
)


# ---- a table for spreadsheets ----

_TABLE = ("square", "tile", "turns", "top", "right", "bottom", "left")
_NEEDED = _TABLE[:3]


def _split_cells(line: str) -> list[str]:
    return [cell.strip(' "\r').lower() for cell in re.split("[,;\t]", line)]


def read_table(text: str, puzzle: Puzzle, source: str) -> Solution:
    """Read a board from a table."""
    (first, header), *lines = [
        (number, _split_cells(line)) for number, line in enumerate(text.split("\n"), 1) if line.strip()
    ] or [(1, [])]
    for name in _NEEDED:
        if name not in header:
            raise InputError(source, first, f"expected a column {name!r} in a first line such as {','.join(_TABLE)}")
    rows = [Record(source, number, cells) for number, cells in lines]
    for row in rows:
        row.require(len(header), f"{len(header)} fields, as in the first line")
    at, tile, turns = map(header.index, _NEEDED)
    tiles = _tiles_by_number(puzzle, {int(row.words[tile]) for row in rows if row.words[tile].isdecimal()})
    squares = {place_name(square): square for square in puzzle.grid.squares}
    placed = BoardBuilder(source, noun="tile", first=puzzle.names.number(0))
    for row in rows:
        where = row.words[at].upper()
        if where not in squares:
            raise row.error(f"expected a square from {min(squares)} to {list(squares)[-1]}, found {quoted(where)}")
        number = row.number(tile, "a tile", min(tiles), max(tiles))
        rot = row.number(turns, "anticlockwise quarter turns", high=puzzle.rots[-1])
        placed.place(Placement(tiles[number], squares[where], rot), row.line)
    return placed.solution()


def write_table(solution: Solution, puzzle: Puzzle) -> str:
    """Format a board as a table, sorted by square."""
    on = solution.by_square()
    lines = [
        (
            place_name(square),
            puzzle.names.number(on[square].tile),
            on[square].rot,
            *map(puzzle.names.colour, puzzle.sides(on[square])),
        )
        for square in puzzle.grid.squares
        if square in on
    ]
    return "".join(",".join(map(str, line)) + "\n" for line in (_TABLE, *lines))


CSV = BoardFormat(
    name="csv",
    title="CSV with a header: square,tile,turns; spreadsheets",
    suffixes=(".csv",),
    read=read_table,
    write=write_table,
    claims=lambda text: set(_NEEDED) <= set(_split_cells(text.split("\n", 1)[0])),
    features=SUPPORT["puz"].features,
)


# ---- placed tiles ----


def read_placed(text: str, puzzle: Puzzle, source: str) -> BoardPicture:
    """Read a board from the colours on each square.

    There is one line per square.
    """
    cols, rows = puzzle.cols, puzzle.rows
    listed = records(text, source, "placed tiles, '<top> <right> <bottom> <left>' a line")
    if len(listed) != cols * rows:
        raise listed[-1].error(f"expected {cols * rows} placed tiles, a line each, found {len(listed)}")
    shown = [read_sides(record, what="a placed tile (four colours)") for record in listed]
    return BoardPicture(cols, rows, tuple(sides if any(sides) else None for sides in shown))


def _write_placed(solution: Solution, puzzle: Puzzle) -> str:
    on = solution.by_square()
    for placement in solution:
        if not any(puzzle.sides(placement)):
            tile = puzzle.names.number(placement.tile)
            raise FormatError(
                f"the format placed cannot represent tile {tile}, as four zeros are an empty square: choose sol"
            )
    lines = [" ".join(map(str, puzzle.sides(on[s]))) if s in on else "0 0 0 0" for s in puzzle.grid.squares]
    return "\n".join(lines) + "\n"


PLACED = BoardFormat(
    "placed", "the placed tiles, row by row, sides N E S W", read_placed, _write_placed, shows_tiles=True
)
