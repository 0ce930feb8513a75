"""Eternity2Puzzles.jl: pieces as text, clockwise from the *bottom*, and boards (`.et2`).

Pieces: perhaps `<rows> <cols>`, rows first, then a line a piece: bottom, left, top, right.
Boards: a line for each row, on it `<piece>/<rot>` for each square or `---/-` for an empty one; pieces count from 1,
rotations are clockwise quarter turns.
"""

from __future__ import annotations

import re

from edgeasp.formats.board_builder import BoardBuilder, reversed_turns
from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.formats.lines import natural, quoted, records
from edgeasp.formats.tiles import (
    frame_note,
    in_order,
    read_size,
    read_tiles,
    refuse_misfit,
    require_count,
    require_fit,
    square_root,
)
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Order, Puzzle, Side, Solution, Square

ORDER: Order = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)
COLOURS = 255
"""The program keeps a colour in a byte."""

_GRAMMAR = "'<rows> <cols>'"
_EMPTY = "---/-"
_CELL = re.compile(r"([0-9]+)/([0-9]+)", re.ASCII)


def read(text: str, source: str) -> Document:
    """The puzzle of the pieces.

    Raises:
        InputError: the text is not in this format.
    """
    found = records(text)
    if not found:
        raise InputError(source, None, "expected pieces, found none")
    line, words = found[0]
    sized = len(words) == 2
    piece_records = found[1:] if sized else found
    tiles = read_tiles(piece_records, source, ORDER)
    rows, cols = read_size(words, source, line, _GRAMMAR) if sized else (square_root(found, source),) * 2
    require_count(piece_records, cols, rows, source, line)
    require_fit(tiles, cols, rows, piece_records, source, "s w n e")
    puzzle = Puzzle(cols, rows, tiles)
    return Document(puzzle, notes=frame_note(puzzle))


def write(document: Document) -> str:
    """The canonical text, with a line for the size.

    Raises:
        FormatError: the zeros of a tile suggest another order of sides.
    """
    puzzle = document.puzzle
    refuse_misfit(puzzle)
    lines = [f"{puzzle.rows} {puzzle.cols}"]
    lines += [" ".join(map(str, in_order(tile.sides, ORDER))) for tile in puzzle.tiles]
    return "\n".join(lines) + "\n"


def read_board(text: str, puzzle: Puzzle, source: str) -> Solution:
    """The placements of a board, row by row.

    Raises:
        InputError: the text is not a board of this puzzle.
    """
    lines = [(number, line.split()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) != puzzle.rows:
        line = lines[puzzle.rows][0] if len(lines) > puzzle.rows else lines[-1][0] if lines else None
        raise InputError(source, line, f"expected {puzzle.rows} rows, found {len(lines)}")
    board = BoardBuilder(puzzle, source, first_tile=1)
    for row, (line, cells) in enumerate(lines):
        if len(cells) != puzzle.cols:
            raise InputError(source, line, f"expected {puzzle.cols} squares in a row, found {len(cells)}")
        for col, cell in enumerate(cells):
            if cell != _EMPTY:
                piece, rot = _cell(cell, puzzle, source, line)
                board.place(piece - 1, Square(col, row), reversed_turns(rot), line)
    return board.solution()


def write_board(solution: Solution, puzzle: Puzzle) -> str:
    """The canonical text, in columns as the program writes them."""
    on = solution.by_square()
    cells = [f" {on[s].tile + 1:>3}/{reversed_turns(on[s].rot)}" if s in on else f" {_EMPTY}" for s in puzzle.squares()]
    rows = ["".join(cells[start : start + puzzle.cols]) for start in range(0, len(cells), puzzle.cols)]
    return "\n".join(rows) + "\n"


def _cell(cell: str, puzzle: Puzzle, source: str, line: int) -> tuple[int, int]:
    match = _CELL.fullmatch(cell)
    if match is None:
        raise InputError(source, line, f"expected '<piece>/<rot>' or '{_EMPTY}', found {quoted(cell)}")
    piece = natural(match[1], source, line, "a piece")
    rot = natural(match[2], source, line, "a rotation")
    if not 1 <= piece <= len(puzzle.tiles):
        raise InputError(source, line, f"expected a piece from 1 to {len(puzzle.tiles)}, found {piece}")
    if rot > 3:
        raise InputError(source, line, f"expected a rotation from 0 to 3, found {rot}")
    return piece, rot


JULIA = PuzzleFormat(
    name="julia",
    title="rows, columns, sides S W N E; Eternity2Puzzles.jl",
    suffixes=(".txt",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.LOOSE_ZEROS, Feature.BARE}),
    colours=COLOURS,
)

ET2 = BoardFormat(
    name="et2",
    title="matrix of piece/rotation; Eternity2Puzzles.jl",
    suffixes=(".et2",),
    read=read_board,
    write=write_board,
)
