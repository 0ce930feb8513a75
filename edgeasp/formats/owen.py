"""Brendan Owen's solutions: `<cols> <rows>`, then for each piece `<x> <y> <rot>`, all from 0.

x counts from the left, y from the bottom; rotations are clockwise quarter turns.
"""

from __future__ import annotations

from edgeasp.formats.board_builder import BoardBuilder, on_every_square, reversed_turns
from edgeasp.formats.document import BoardFormat
from edgeasp.formats.lines import natural, records
from edgeasp.formats.tiles import read_size
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Puzzle, Solution, Square

_GRAMMAR = "'<cols> <rows>'"


def read(text: str, puzzle: Puzzle, source: str) -> Solution:
    """The solution, in the order of the pieces.

    Raises:
        InputError: the text is not a solution of this puzzle in this format.
    """
    found = records(text)
    line, words = found[0] if found else (None, [])
    if line is None or len(words) != 2:
        raise InputError(source, line, f"expected a first line {_GRAMMAR}, found {len(words) or 'no'} fields")
    cols, rows = read_size(words, source, line, _GRAMMAR)
    if (cols, rows) != (puzzle.cols, puzzle.rows):
        raise InputError(source, line, f"expected a {puzzle.cols} x {puzzle.rows} board, found {cols} x {rows}")
    pieces = found[1:]
    if len(pieces) != len(puzzle.tiles):
        line = pieces[len(puzzle.tiles)][0] if len(pieces) > len(puzzle.tiles) else found[-1][0]
        raise InputError(source, line, f"expected a line for each of {len(puzzle.tiles)} pieces, found {len(pieces)}")
    board = BoardBuilder(puzzle, source)
    for tile, (line, words) in enumerate(pieces):
        x, y, rot = _piece(words, puzzle, source, line)
        board.place(tile, Square(x, puzzle.rows - 1 - y), reversed_turns(rot), line)
    return board.solution()


def write(solution: Solution, puzzle: Puzzle) -> str:
    """The canonical text.

    Raises:
        FormatError: a square is empty.
    """
    on = on_every_square(solution, puzzle, OWEN.name)
    lines = [f"{puzzle.cols} {puzzle.rows}"]
    for placement in sorted(on.values(), key=lambda placement: placement.tile):
        square = placement.square
        lines.append(f"{square.col} {puzzle.rows - 1 - square.row} {reversed_turns(placement.rot)}")
    return "\n".join(lines) + "\n"


def _piece(words: list[str], puzzle: Puzzle, source: str, line: int) -> list[int]:
    if len(words) != 3:
        raise InputError(source, line, f"expected a piece '<x> <y> <rot>', found {len(words)} fields")
    numbers = []
    for word, what, bound in zip(words, ("x", "y", "a rotation"), (puzzle.cols, puzzle.rows, 4), strict=True):
        number = natural(word, source, line, what)
        if number >= bound:
            raise InputError(source, line, f"expected {what} from 0 to {bound - 1}, found {number}")
        numbers.append(number)
    return numbers


OWEN = BoardFormat(
    name="owen",
    title="a piece a line, y from the bottom; Brendan Owen's",
    suffixes=(".txt",),
    read=read,
    write=write,
    partial=False,
)
