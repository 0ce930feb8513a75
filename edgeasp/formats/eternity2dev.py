"""The JSON of eternity2.dev: size, pieces and hints.

`{"name", "width", "height", "numColors", "pieces": [[up, right, down, left], ...], "hints": [{"pos", "piece",
"rot"}, ...]}`: squares are counted row by row, pieces as they are listed, rotations are clockwise quarter turns, and
all count from 0.
"""

from __future__ import annotations

from edgeasp.formats import json_text
from edgeasp.formats.board_builder import BoardBuilder, reversed_turns
from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.json_text import described, items, member, number
from edgeasp.formats.lines import DIGITS
from edgeasp.formats.tiles import frame_note
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square

COLOURS = 10**DIGITS - 2
"""The number of colours, including that of the frame, must be readable as well."""

_HIGHEST = 10**DIGITS - 1


def read(text: str, source: str) -> Document:
    """The puzzle and its hints; other members of the object are ignored.

    Raises:
        InputError: the text is not in this format.
    """
    value = json_text.load(text, source)
    cols = number(member(value, "width", source), 2, _HIGHEST, source, "'width'")
    rows = number(member(value, "height", source), 2, _HIGHEST, source, "'height'")
    if "numColors" in value:
        number(value["numColors"], 0, _HIGHEST, source, "'numColors'")
    puzzle = Puzzle(cols, rows, json_text.tiles(member(value, "pieces", source), cols, rows, source))
    return Document(puzzle, _hints(value.get("hints", []), puzzle, source), frame_note(puzzle))


def write(document: Document) -> str:
    """The canonical text, a line a piece and a line a hint; the number of colours includes that of the frame."""
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
        "numColors": max(max(tile.sides) for tile in puzzle.tiles) + 1,
        "pieces": json_text.piece_list(puzzle.tiles),
        "hints": "[\n" + ",\n".join(hints) + "\n  ]" if hints else "[]",
    }
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in members.items()) + "\n}\n"


def _hints(value: object, puzzle: Puzzle, source: str) -> Solution:
    board = BoardBuilder(source)
    last = len(puzzle.tiles) - 1
    for index, hint in enumerate(items(value, source, "'hints'")):
        where = f"hints[{index}]"
        if not isinstance(hint, dict):
            raise InputError(source, None, f"expected {where} to be an object, found {described(hint)}")
        pos, piece, rot = (
            number(member(hint, key, source, where), 0, high, source, f"{where}.{key}")
            for key, high in (("pos", last), ("piece", last), ("rot", 3))
        )
        board.place(
            Placement(piece, Square(pos % puzzle.cols, pos // puzzle.cols), reversed_turns(rot)), None, f"{where}: "
        )
    return board.solution()


ETERNITY2DEV = PuzzleFormat(
    name="eternity2dev",
    title="JSON with pieces and hints; eternity2.dev",
    suffixes=(".json",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.LOOSE_ZEROS, Feature.CLUES, Feature.BARE}),
    colours=COLOURS,
)
