"""The JSON of eternity2.dev: size, pieces and hints.

`{"name", "width", "height", "numColors", "pieces": [[up, right, down, left], ...], "hints": [{"pos", "piece",
"rot"}, ...]}`: squares are counted row by row, pieces as they are listed, rotations are clockwise quarter turns, and
all count from 0.
"""

from __future__ import annotations

from edgeasp.formats import json_text
from edgeasp.formats.board_builder import BoardBuilder, reversed_turns
from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.tiles import frame_note
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.system.lines import HIGHEST


def read(text: str, source: str) -> Document:
    """The puzzle and its hints; other members of the object are ignored."""
    value = json_text.load(text, source)
    cols, rows = value.member("width").number(2), value.member("height").number(2)
    if "numColors" in value.keys:
        value.member("numColors").number()
    puzzle = Puzzle(cols, rows, value.member("pieces").tiles(cols, rows))
    hints = _hints(value.member("hints"), puzzle) if "hints" in value.keys else Solution()
    return Document(puzzle, hints, frame_note(puzzle))


def write(document: Document) -> str:
    """The canonical text, a line a piece and a line a hint; the frame is not counted as a colour."""
    puzzle = document.puzzle
    hints = [
        f'    {{"pos": {placement.square.row * puzzle.cols + placement.square.col}, '
        f'"piece": {placement.tile}, "rot": {reversed_turns(placement.rot)}}}'
        for placement in document.placements
    ]
    members = {
        "name": f'"{puzzle.cols} x {puzzle.rows}"',
        "width": puzzle.cols,
        "height": puzzle.rows,
        "numColors": max(max(tile.sides) for tile in puzzle.tiles),
        "pieces": json_text.piece_list(puzzle.tiles),
        "hints": "[\n" + ",\n".join(hints) + "\n  ]" if hints else "[]",
    }
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in members.items()) + "\n}\n"


def _hints(hints: json_text.Value, puzzle: Puzzle) -> Solution:
    board = BoardBuilder(hints.source)
    last = len(puzzle.tiles) - 1
    for hint in hints.items():
        row, col = divmod(hint.member("pos").number(high=last), puzzle.cols)
        piece, rot = hint.member("piece").number(high=last), hint.member("rot").number(high=3)
        board.place(Placement(piece, Square(col, row), reversed_turns(rot)), None, f"{hint.place}: ")
    return board.solution()


ETERNITY2DEV = PuzzleFormat(
    name="eternity2dev",
    title="JSON with pieces and hints; eternity2.dev",
    suffixes=(".json",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.LOOSE_ZEROS, Feature.CLUES, Feature.BARE}),
    colours=HIGHEST,
    claims=lambda text: json_text.has_keys(text, "pieces") and not json_text.has_keys(text, "n", "m"),
)
