"""The text of Heule's puzzles (`em_*` of the SAT competitions): hints, then tiles, and no size.

A line with the number of hints, the hints as `<row> <col> <piece> <rot>`, then a line a tile, clockwise from the top.
Rows, columns and pieces count from 1; rotations are read as clockwise quarter turns from 0. The size of the board
follows from the number of tiles and the number of border tiles, which have a zero.
"""

from __future__ import annotations

from math import isqrt

from edgeasp.formats.board_builder import BoardBuilder, reversed_turns
from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.tiles import read_tiles, require_fit, tile_lines
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Record, records


def read(text: str, source: str) -> Document:
    """The puzzle and its hints; a board that is not square is wider than high unless the hints contradict."""
    header, *lines = records(text, source, "a number of hints")
    header.require(1, "a number of hints alone on the first line")
    count = header.number(0, "a number of hints")
    if len(lines) <= count:
        raise [header, *lines][-1].error(f"expected {count} hints and then tiles, found no tile")
    hints = [_hint(record) for record in lines[:count]]
    tiles = read_tiles(lines[count:])
    size = _board(tiles)
    if size is None:
        border = sum(FRAME in tile.sides for tile in tiles)
        found = f"{len(tiles)} of which {border} have a zero, as on no rectangle"
        raise InputError(source, None, f"expected tiles of a framed board, found {found}")
    puzzles = [Puzzle(cols, rows, tiles) for cols, rows in dict.fromkeys((size, size[::-1]))]
    require_fit(puzzles[0], lines[count:], "n e s w")
    candidates = _candidates(puzzles, hints)
    puzzle = candidates[0]
    board = BoardBuilder(source, first=1)
    for record, hint in zip(lines, hints, strict=False):
        record.number(0, "a row", 1, puzzle.rows)
        record.number(1, "a column", 1, puzzle.cols)
        record.number(2, "a piece", 1, len(tiles))
        record.number(3, "a rotation (clockwise quarter turns)", 0, 3)
        board.place(hint, record.line)
    return Document(puzzle, board.solution(), _notes(candidates, hints))


def write(document: Document) -> str:
    """The canonical text, the hints in the order of the document.

    Raises:
        FormatError: the zeros suggest another order of sides, or do not determine the size.
    """
    puzzle = document.puzzle
    tiles = tile_lines(puzzle)
    if _board(puzzle.tiles) != (max(puzzle.cols, puzzle.rows), min(puzzle.cols, puzzle.rows)):
        raise FormatError(f"the tiles with zeros are not as many as on a {puzzle.cols} x {puzzle.rows} board")
    return "\n".join([str(len(document.placements)), *map(_written, document.placements), *tiles]) + "\n"


def _hint(record: Record) -> Placement:
    """The placement of a hint, perhaps off the board."""
    record.require(4, "a hint '<row> <col> <piece> <rot>'")
    row, col, piece, rot = (record.number(index, "a number of a hint") for index in range(4))
    return Placement(piece - 1, Square(col - 1, row - 1), reversed_turns(rot))


def _written(hint: Placement) -> str:
    return f"{hint.square.row + 1} {hint.square.col + 1} {hint.tile + 1} {reversed_turns(hint.rot)}"


def _board(tiles: tuple[Tile, ...]) -> tuple[int, int] | None:
    """The longer and the shorter side of the framed board of these tiles; None if there is none.

    The sum of the sides is half the number of border tiles and two more, their product the number of tiles, so the
    sides are the roots of a quadratic equation. The zeros must be as many as the sides on the outside.
    """
    total = sum(FRAME in tile.sides for tile in tiles) // 2 + 2
    difference = isqrt(max(total * total - 4 * len(tiles), 0))
    long, short = (total + difference) // 2, (total - difference) // 2
    zeros = sum(tile.sides.count(FRAME) for tile in tiles)
    fitting = long * short == len(tiles) and zeros == 2 * (long + short) and short > 1
    return (long, short) if fitting else None


def _candidates(puzzles: list[Puzzle], hints: list[Placement]) -> list[Puzzle]:
    """The boards that have the squares of all hints, preferably with the zeros of the hints outside."""
    fitting = [puzzle for puzzle in puzzles if all(map(puzzle.has_placement, hints))] or puzzles[:1]
    return [puzzle for puzzle in fitting if not _misplaced(puzzle, hints)] or fitting


def _misplaced(puzzle: Puzzle, hints: list[Placement]) -> list[Placement]:
    """The hints on the board with a zero on an inner side, or another colour on an outer side."""
    return [
        hint
        for hint in filter(puzzle.has_placement, hints)
        if {side for side in Side if puzzle.sides(hint)[side] == FRAME} != puzzle.outer_sides(hint.square)
    ]


def _notes(candidates: list[Puzzle], hints: list[Placement]) -> tuple[str, ...]:
    chosen, notes = candidates[0], []
    if len(candidates) > 1:
        notes.append(
            f"the file does not say whether the board is {chosen.cols} x {chosen.rows} or "
            f"{chosen.rows} x {chosen.cols}: taken as {chosen.cols} x {chosen.rows}"
        )
    for hint in _misplaced(chosen, hints):
        notes.append(
            f"the hint '{_written(hint)}', its rotation read as clockwise quarter turns from 0, "
            "does not put the zeros of the piece on the outside"
        )
    return tuple(notes)


HEULE = PuzzleFormat(
    name="heule",
    title="hints, no size, sides N E S W; Heule's em_* puzzles",
    suffixes=(".txt",),
    read=read,
    write=write,
    holds=frozenset({Feature.CLUES, Feature.BARE}),
)
