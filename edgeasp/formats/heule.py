"""The text of Heule's puzzles (`em_*` of the SAT competitions): hints, then tiles, and no size.

A line with the number of hints, the hints as `<row> <col> <piece> <rot>`, then a line a tile, clockwise from the top.
Rows, columns and pieces count from 1; rotations are read as clockwise quarter turns from 0. The size of the board
follows from the number of tiles and the number of border tiles, which have a zero.
"""

from __future__ import annotations

from math import isqrt

from edgeasp.formats.board_builder import BoardBuilder, reversed_turns
from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.lines import natural, records
from edgeasp.formats.tiles import Record, read_tiles, refuse_misfit, require_fit
from edgeasp.puzzle.errors import FormatError, InputError
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Square, Tile

Hint = tuple[int, int, int, int]
"""Row, column and piece from 1, clockwise quarter turns."""


def read(text: str, source: str) -> Document:
    """The puzzle and its hints.

    A board that is not square is wider than high unless the hints contradict.

    Raises:
        InputError: the text is not in this format, or no board has that many border tiles.
    """
    found = records(text)
    if not found:
        raise InputError(source, None, "expected a number of hints, found nothing")
    count = _hint_count(found[0], source)
    hint_records, tile_records = found[1 : 1 + count], found[1 + count :]
    if not tile_records:
        raise InputError(source, found[-1][0], f"expected {count} hints and then tiles, found no tile")
    hints = [_hint(words, source, line) for line, words in hint_records]
    tiles = read_tiles(tile_records, source)
    size = _board(tiles)
    if size is None:
        border = sum(FRAME in tile.sides for tile in tiles)
        found_tiles = f"{len(tiles)} of which {border} have a zero, as on no rectangle"
        message = f"expected tiles of a framed board, found {found_tiles}"
        raise InputError(source, None, message)
    long, short = size
    require_fit(tiles, long, short, tile_records, source, "n e s w")
    puzzles = [Puzzle(long, short, tiles)] + ([Puzzle(short, long, tiles)] if short < long else [])
    candidates = _candidates(puzzles, hints)
    puzzle = candidates[0]
    board = BoardBuilder(puzzle, source, first_tile=1)
    for (line, _), hint in zip(hint_records, hints, strict=True):
        _require_range(hint, puzzle, source, line)
        placement = _placement(hint)
        board.place(placement.tile, placement.square, placement.rot, line)
    return Document(puzzle, board.solution(), _notes(candidates, hints))


def write(document: Document) -> str:
    """The canonical text, the hints in the order of the document.

    Raises:
        FormatError: the zeros suggest another order of sides, or do not determine the size.
    """
    puzzle = document.puzzle
    refuse_misfit(puzzle)
    if _board(puzzle.tiles) != (max(puzzle.cols, puzzle.rows), min(puzzle.cols, puzzle.rows)):
        raise FormatError(f"the tiles with zeros are not as many as on a {puzzle.cols} x {puzzle.rows} board")
    lines = [str(len(document.placements))]
    for placement in document.placements:
        square = placement.square
        lines.append(f"{square.row + 1} {square.col + 1} {placement.tile + 1} {reversed_turns(placement.rot)}")
    lines += [" ".join(map(str, tile.sides)) for tile in puzzle.tiles]
    return "\n".join(lines) + "\n"


def _hint_count(record: Record, source: str) -> int:
    line, words = record
    if len(words) != 1:
        raise InputError(source, line, f"expected a number of hints alone on the first line, found {len(words)} fields")
    return natural(words[0], source, line, "a number of hints")


def _hint(words: list[str], source: str, line: int) -> Hint:
    if len(words) != 4:
        raise InputError(source, line, f"expected a hint '<row> <col> <piece> <rot>', found {len(words)} fields")
    row, col, piece, rot = (natural(word, source, line, "a number of a hint") for word in words)
    return row, col, piece, rot


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


def _candidates(puzzles: list[Puzzle], hints: list[Hint]) -> list[Puzzle]:
    """The boards that have the squares of all hints, preferably with the zeros of the hints outside."""
    fitting = [puzzle for puzzle in puzzles if all(_in_range(hint, puzzle) for hint in hints)] or puzzles[:1]
    return [puzzle for puzzle in fitting if not _misplaced(puzzle, hints)] or fitting


def _in_range(hint: Hint, puzzle: Puzzle) -> bool:
    row, col, piece, rot = hint
    return 1 <= row <= puzzle.rows and 1 <= col <= puzzle.cols and 1 <= piece <= len(puzzle.tiles) and rot <= 3


def _require_range(hint: Hint, puzzle: Puzzle, source: str, line: int) -> None:
    names = ("a row", "a column", "a piece", "a rotation (clockwise quarter turns)")
    lowest = (1, 1, 1, 0)
    highest = (puzzle.rows, puzzle.cols, len(puzzle.tiles), 3)
    for value, name, low, high in zip(hint, names, lowest, highest, strict=True):
        if not low <= value <= high:
            raise InputError(source, line, f"expected {name} from {low} to {high}, found {value}")


def _placement(hint: Hint) -> Placement:
    row, col, piece, rot = hint
    return Placement(piece - 1, Square(col - 1, row - 1), reversed_turns(rot))


def _misplaced(puzzle: Puzzle, hints: list[Hint]) -> list[Hint]:
    """The hints with a zero on an inner side, or another colour on an outer side."""
    misplaced = []
    for hint in hints:
        if not _in_range(hint, puzzle):
            continue
        placement = _placement(hint)
        sides = puzzle.sides(placement)
        if any((sides[side] == FRAME) != (side in puzzle.outer_sides(placement.square)) for side in Side):
            misplaced.append(hint)
    return misplaced


def _notes(candidates: list[Puzzle], hints: list[Hint]) -> tuple[str, ...]:
    chosen, notes = candidates[0], []
    if len(candidates) > 1:
        notes.append(
            f"the file does not say whether the board is {chosen.cols} x {chosen.rows} or "
            f"{chosen.rows} x {chosen.cols}: taken as {chosen.cols} x {chosen.rows}"
        )
    for row, col, piece, rot in _misplaced(chosen, hints):
        notes.append(
            f"the hint '{row} {col} {piece} {rot}', its rotation read as clockwise quarter turns from 0, "
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
