"""Eternity2Puzzles.jl: pieces as text, clockwise from the *bottom*, and boards (`.et2`).

Pieces: perhaps `<rows> <cols>`, rows first, then a line a piece: bottom, left, top, right.
Boards: a line for each row, on it `<piece>/<rot>` for each square or `---/-` for an empty one; pieces count from 1,
rotations are clockwise quarter turns.
"""

from __future__ import annotations

import re

from edgeasp.formats.board_builder import BoardBuilder, reversed_turns
from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat, Size
from edgeasp.formats.tiles import (
    frame_note,
    read_size,
    read_tiles,
    require_count,
    require_fit,
    square_root,
    tile_lines,
)
from edgeasp.puzzle.model import Order, Placement, Puzzle, Side, Solution, Square
from edgeasp.system.errors import InputError
from edgeasp.system.lines import natural, quoted, records

ORDER: Order = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)
COLOURS = 255
"""The program keeps a colour in a byte."""

_EMPTY = "---/-"
_CELL = re.compile(r"([0-9]+)/([0-9]+)", re.ASCII)


def read(text: str, source: str, size: Size | None = None) -> Document:
    """The puzzle of the pieces; without a line for the size, the board is square unless its size is given."""
    found = records(text, source, "pieces")
    sized = len(found[0].words) == 2
    lines = found[1:] if sized else found
    tiles = read_tiles(lines, ORDER)
    if sized:
        rows, cols = read_size(found[0], "'<rows> <cols>'")
    else:
        cols, rows = size or (square_root(lines),) * 2
    require_count(lines, cols, rows, found[0])
    puzzle = Puzzle(cols, rows, tiles)
    require_fit(puzzle, lines, "s w n e")
    return Document(puzzle, notes=frame_note(puzzle))


def write(document: Document) -> str:
    """The canonical text, with a line for the size; FormatError if the zeros suggest another order of sides."""
    puzzle = document.puzzle
    return "\n".join([f"{puzzle.rows} {puzzle.cols}", *tile_lines(puzzle, ORDER)]) + "\n"


def read_board(text: str, puzzle: Puzzle, source: str) -> Solution:
    """The placements of a board, row by row."""
    lines = [(number, line.split()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) != puzzle.rows:
        line = lines[puzzle.rows][0] if len(lines) > puzzle.rows else lines[-1][0] if lines else None
        raise InputError(source, line, f"expected {puzzle.rows} rows, found {len(lines)}")
    board = BoardBuilder(source, first=1)
    for row, (line, cells) in enumerate(lines):
        if len(cells) != puzzle.cols:
            raise InputError(source, line, f"expected {puzzle.cols} squares in a row, found {len(cells)}")
        for col, cell in enumerate(cells):
            if cell != _EMPTY:
                match = _CELL.fullmatch(cell)
                if match is None:
                    raise InputError(source, line, f"expected '<piece>/<rot>' or '{_EMPTY}', found {quoted(cell)}")
                piece = natural(match[1], source, line, "a piece", 1, len(puzzle.tiles))
                rot = natural(match[2], source, line, "a rotation", 0, 3)
                board.place(Placement(piece - 1, Square(col, row), reversed_turns(rot)), line)
    return board.solution()


def write_board(solution: Solution, puzzle: Puzzle) -> str:
    """The canonical text, in columns as the program writes them."""
    on = solution.by_square()
    cells = [f" {on[s].tile + 1:>3}/{reversed_turns(on[s].rot)}" if s in on else f" {_EMPTY}" for s in puzzle.squares()]
    rows = ["".join(cells[start : start + puzzle.cols]) for start in range(0, len(cells), puzzle.cols)]
    return "\n".join(rows) + "\n"


JULIA = PuzzleFormat(
    name="julia",
    title="rows, columns, sides S W N E; Eternity2Puzzles.jl",
    suffixes=(".txt",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.LOOSE_ZEROS, Feature.BARE}),
    colours=COLOURS,
    sized=read,
)

ET2 = BoardFormat(
    name="et2",
    title="matrix of piece/rotation; Eternity2Puzzles.jl",
    suffixes=(".et2",),
    read=read_board,
    write=write_board,
)
