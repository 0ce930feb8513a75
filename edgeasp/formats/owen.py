"""Brendan Owen's solutions: `<cols> <rows>`, then for each piece `<x> <y> <rot>`, all from 0.

x counts from the left, y from the bottom; rotations are clockwise quarter turns.
"""

from __future__ import annotations

from edgeasp.formats.board_builder import BoardBuilder, on_every_square, reversed_turns
from edgeasp.formats.document import BoardFormat
from edgeasp.formats.tiles import read_size
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.system.lines import records

_GRAMMAR = "'<cols> <rows>'"


def read(text: str, puzzle: Puzzle, source: str) -> Solution:
    """The solution, in the order of the pieces."""
    header, *pieces = records(text, source, f"a first line {_GRAMMAR}")
    header.require(2, f"a first line {_GRAMMAR}")
    cols, rows = read_size(header, _GRAMMAR)
    if (cols, rows) != (puzzle.cols, puzzle.rows):
        raise header.error(f"expected a {puzzle.cols} x {puzzle.rows} board, found {cols} x {rows}")
    wanted = len(puzzle.tiles)
    if len(pieces) != wanted:
        last = [header, *pieces][min(wanted + 1, len(pieces))]
        raise last.error(f"expected a line for each of {wanted} pieces, found {len(pieces)}")
    board = BoardBuilder(source)
    for tile, record in enumerate(pieces):
        record.require(3, "a piece '<x> <y> <rot>'")
        x = record.number(0, "x", high=cols - 1)
        y = record.number(1, "y", high=rows - 1)
        rot = record.number(2, "a rotation", high=3)
        board.place(Placement(tile, Square(x, rows - 1 - y), reversed_turns(rot)), record.line)
    return board.solution()


def write(solution: Solution, puzzle: Puzzle) -> str:
    """The canonical text; FormatError if a square is empty."""
    on = on_every_square(solution, puzzle, OWEN.name)
    lines = [f"{puzzle.cols} {puzzle.rows}"]
    for placement in sorted(on.values(), key=lambda placement: placement.tile):
        square = placement.square
        lines.append(f"{square.col} {puzzle.rows - 1 - square.row} {reversed_turns(placement.rot)}")
    return "\n".join(lines) + "\n"


OWEN = BoardFormat(
    name="owen",
    title="a piece a line, y from the bottom; Brendan Owen's",
    suffixes=(".txt",),
    read=read,
    write=write,
    partial=False,
)
