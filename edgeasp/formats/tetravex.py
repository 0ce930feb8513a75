"""TetraVex: a word of four digits for each tile, which may not be turned; as many words on a line as there are columns.

Games and courses write tiles that way, clockwise from the top. There is no frame, and 0 is a colour like any other.
"""

from __future__ import annotations

import re

from edgeasp.formats.document import Document, Feature, PuzzleFormat, Size
from edgeasp.formats.tiles import CLOCKWISE, read_sides, require_count, square_root, without_zeros
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.system.errors import FormatError
from edgeasp.system.lines import Record, quoted, records

_WORD = re.compile(r"[0-9]{4}", re.ASCII)
_CONTENT = "words of four digits, one for each tile"


def read(text: str, source: str, size: Size | None = None) -> Document:
    """The puzzle of a text; InputError if it is none."""
    lines = records(text, source, _CONTENT)
    words = []
    for line in lines:
        for word in line.words:
            if not _WORD.fullmatch(word):
                raise line.error(f"expected {_CONTENT}, found {quoted(word)}")
            words.append(Record(source, line.line, list(word)))
    cols = len(words) // len(lines)
    if size is not None:
        cols, rows = size
    else:
        cols, rows = (cols, len(lines)) if cols > 1 else (square_root(words),) * 2
    require_count(words, cols, rows, lines[0])
    sides, notes = without_zeros([read_sides(each, CLOCKWISE) for each in words])
    lines_of = tuple(each.line for each in words)
    return Document(Puzzle(cols, rows, tuple(map(Tile, sides)), turning=False), notes=notes, lines=lines_of)


def write(document: Document) -> str:
    """The canonical text: the tiles in rows; a tenth colour is 0. FormatError if tiles may be turned."""
    puzzle = document.puzzle
    if puzzle.turning:
        raise FormatError("the format tetravex cannot hold puzzles whose tiles may be turned: choose nesw")
    words = ["".join(str(colour % 10) for colour in tile.sides) for tile in puzzle.tiles]
    starts = range(0, len(words), puzzle.cols)
    return "".join(" ".join(words[start : start + puzzle.cols]) + "\n" for start in starts)


def claims(text: str) -> bool:
    """Whether the text has words of four digits alone, which are no lines of four numbers."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    words = [word for line in lines for word in line]
    tiles = bool(words) and all(map(_WORD.fullmatch, words))
    return tiles and (any(len(line) != 4 for line in lines) or any(word[0] == "0" for word in words))


TETRAVEX = PuzzleFormat(
    name="tetravex",
    title="words of four digits, no turning; TetraVex",
    suffixes=(".txt",),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.BARE, Feature.FIXED}),
    colours=10,
    frameless=True,
    claims=claims,
    sized=read,
)
