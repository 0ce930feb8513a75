"""The JSON of the PyCSP3 model: `{"n": rows, "m": cols, "pieces": [[top, right, bottom, left], ...]}`."""

from __future__ import annotations

from edgeasp.formats import json_text
from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.tiles import frame_note
from edgeasp.puzzle.model import Puzzle
from edgeasp.system.errors import InputError
from edgeasp.system.lines import quoted


def read(text: str, source: str) -> Document:
    """The puzzle."""
    value = json_text.load(text, source)
    rows, cols = value.member("n").number(2), value.member("m").number(2)
    puzzle = Puzzle(cols, rows, value.member("pieces").tiles(cols, rows))
    other = value.keys - {"n", "m", "pieces"}
    if other:
        # The model takes the values of the object by their place, so there can be no others.
        raise InputError(source, None, f"expected 'n', 'm' and 'pieces' alone, found {quoted(min(other))}")
    return Document(puzzle, notes=frame_note(puzzle))


def write(document: Document) -> str:
    """The canonical text, a line a piece."""
    puzzle = document.puzzle
    pieces = json_text.piece_list(puzzle.tiles)
    return f'{{\n  "n": {puzzle.rows},\n  "m": {puzzle.cols},\n  "pieces": {pieces}\n}}\n'


PYCSP3 = PuzzleFormat(
    name="pycsp3",
    title="JSON with n, m and pieces; PyCSP3's model",
    suffixes=(".json",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.LOOSE_ZEROS, Feature.BARE}),
    claims=lambda text: json_text.has_keys(text, "n", "m", "pieces"),
)
