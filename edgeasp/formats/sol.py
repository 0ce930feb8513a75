"""`.sol` and `.clue`: a line a placement: tile, column, row, anticlockwise quarter turns, all from 0."""

from __future__ import annotations

from edgeasp.formats.tiles import BoardBuilder
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.system.errors import InputError
from edgeasp.system.lines import fields


def read(text: str, puzzle: Puzzle, source: str) -> Solution:
    """The solution, complete or partial, in the order of the file; InputError if it is none of the puzzle."""
    placed = BoardBuilder(source, noun="tile")
    board = f" on a {puzzle.cols} x {puzzle.rows} board"
    for record in fields(text, source):
        record.require(4, "'<tile> <col> <row> <rot>'")
        try:
            tile = record.number(0, "a tile", high=len(puzzle.tiles) - 1, board=board)
            col = record.number(1, "a column", high=puzzle.cols - 1, board=board)
            row = record.number(2, "a row", high=puzzle.rows - 1, board=board)
        except InputError as error:
            larger = all(word.isdecimal() for word in record.words)
            raise record.error(error.message + ": is it a board of a larger puzzle?" * larger) from None
        rot = record.number(3, "a rotation", high=3)
        placed.place(Placement(tile, Square(col, row), rot), record.line)
    return placed.solution()


def write(solution: Solution) -> str:
    """The text, a line a placement, in the order of the solution."""
    return "".join(
        f"{placement.tile} {placement.square.col} {placement.square.row} {placement.rot}\n" for placement in solution
    )
