"""`.sol` and `.clue`: a line a placement: tile, column, row, anticlockwise quarter turns, all from 0."""

from __future__ import annotations

from edgeasp.formats.lines import fields, natural
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square


def read(text: str, puzzle: Puzzle, source: str) -> Solution:
    """The solution, complete or partial, in the order of the file.

    Raises:
        InputError: the text is not a `.sol` for this puzzle.
    """
    placements: list[Placement] = []
    tile_line: dict[int, int] = {}
    square_line: dict[Square, int] = {}
    for line, words in fields(text):
        if len(words) != 4:
            raise InputError(source, line, f"expected '<tile> <col> <row> <rot>', found {len(words)} fields")
        names = ("a tile", "a column", "a row", "a rotation")
        bounds = (len(puzzle.tiles), puzzle.cols, puzzle.rows, 4)
        numbers = []
        for word, what, bound in zip(words, names, bounds, strict=True):
            number = natural(word, source, line, what)
            if number >= bound:
                board = "" if bound == 4 else f" on a {puzzle.cols} x {puzzle.rows} board"
                raise InputError(source, line, f"expected {what} from 0 to {bound - 1}{board}, found {number}")
            numbers.append(number)
        tile, col, row, rot = numbers
        square = Square(col, row)
        if tile in tile_line:
            raise InputError(
                source, line, f"expected each tile once, found tile {tile} again (first on line {tile_line[tile]})"
            )
        if square in square_line:
            raise InputError(
                source,
                line,
                f"expected each square once, found column {col}, row {row} again (first on line {square_line[square]})",
            )
        tile_line[tile] = square_line[square] = line
        placements.append(Placement(tile, square, rot))
    return Solution(tuple(placements))


def write(solution: Solution) -> str:
    """The text, a line a placement, in the order of the solution."""
    return "".join(
        f"{placement.tile} {placement.square.col} {placement.square.row} {placement.rot}\n" for placement in solution
    )
