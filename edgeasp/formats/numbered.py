"""Plain text with more numbers: a header `<cols> <rows> <colours>`, or the number of each piece before its sides.

The sides are listed clockwise from the top. Pieces count from 0 or from 1, and may come in any order.
"""

from __future__ import annotations

import re

from edgeasp.formats.document import Document, Feature, PuzzleFormat, Size
from edgeasp.formats.tiles import read_size, read_tiles, require_count, require_fit, square_root, tile_lines
from edgeasp.puzzle.model import Puzzle
from edgeasp.system.lines import Record, records

_COLOURS = "'<cols> <rows> <colours>'"
_NUMBERS = re.compile(r"\s*[0-9]+(?:(?:\s*[,;]\s*|\s+)[0-9]+)*\s*[,;]?\s*", re.ASCII)


def read_with_colours(text: str, source: str) -> Document:
    """The puzzle of a text whose first line has the size and the number of colours; pieces may be numbered."""
    header, *lines = records(text, source, f"a first line {_COLOURS} and then tiles")
    header.require(3, f"a first line {_COLOURS}")
    numbered = bool(lines) and len(lines[0].words) == 5
    return _puzzle(header, _in_order(lines) if numbered else lines, None)


def read_numbered(text: str, source: str, size: Size | None = None) -> Document:
    """The puzzle of a text with a number before the sides of each piece; a first line with the size may be absent."""
    lines = records(text, source, "pieces '<number> <north> <east> <south> <west>'")
    header = lines.pop(0) if len(lines[0].words) <= 3 else None
    return _puzzle(header, _in_order(lines, header), size)


def write_with_colours(document: Document) -> str:
    """The canonical text; the frame is not counted as a colour."""
    puzzle = document.puzzle
    return "\n".join([f"{puzzle.cols} {puzzle.rows} {_colours(puzzle)}", *tile_lines(puzzle)]) + "\n"


def write_numbered(document: Document) -> str:
    """The canonical text: pieces from 1, with a line for the size unless the board is square."""
    puzzle = document.puzzle
    size = [] if puzzle.cols == puzzle.rows else [f"{puzzle.cols} {puzzle.rows}"]
    pieces = [f"{number} {sides}" for number, sides in enumerate(tile_lines(puzzle), start=1)]
    return "\n".join([*size, *pieces]) + "\n"


def _puzzle(header: Record | None, lines: list[Record], size: Size | None) -> Document:
    tiles = read_tiles(lines)
    if header is not None:
        cols, rows = read_size(Record(header.source, header.line, header.words[:2]), "'<cols> <rows>'")
        require_count(lines, cols, rows, header)
    elif size is not None:
        cols, rows = size
        require_count(lines, cols, rows, lines[-1])
    else:
        cols = rows = square_root(lines)
    puzzle = Puzzle(cols, rows, tiles)
    require_fit(puzzle, lines, "n e s w")
    notes = []
    if header is not None and len(header.words) == 3:
        said, found = header.number(2, "a number of colours"), _colours(puzzle)
        # Some programs count the frame, and some leave numbers out.
        if said not in (found, found + 1, highest := max(max(tile.sides) for tile in tiles), highest + 1):
            notes.append(f"line {header.line} says {said} colours, and the tiles have {found}")
    return Document(puzzle, notes=tuple(notes))


def _in_order(lines: list[Record], header: Record | None = None) -> list[Record]:
    """The lines of the pieces by number, without the numbers."""
    if not lines and header is not None:
        raise header.error("expected pieces after the size, found none")
    by_number: dict[int, Record] = {}
    for line in lines:
        line.require(5, "a piece '<number> <north> <east> <south> <west>'")
        number = line.number(0, "the number of a piece", high=len(lines))
        if number in by_number:
            before = by_number[number].line
            raise line.error(f"expected each piece once, found piece {number} again (first on line {before})")
        by_number[number] = Record(line.source, line.line, line.words[1:])
    if 0 in by_number and len(lines) in by_number:
        raise by_number[len(lines)].error(f"expected a piece from 0 to {len(lines) - 1}, found {len(lines)}")
    return [by_number[number] for number in sorted(by_number)]


def _colours(puzzle: Puzzle) -> int:
    return len({colour for tile in puzzle.tiles for colour in tile.sides} - {0})


def _numbers(text: str) -> list[int]:
    """How many numbers stand on each of the first two lines that are no comments; nothing if there is anything else."""
    lines = [line for line in text[:1000].split("\n") if line.strip() and line.strip()[0] not in "c#%"][:2]
    return [len(re.findall("[0-9]+", line)) if _NUMBERS.fullmatch(line) else 0 for line in lines]


def _has_colours(text: str) -> bool:
    return _numbers(text)[:1] == [3]


def _is_numbered(text: str) -> bool:
    counts = _numbers(text)
    return counts[:1] == [5] or (len(counts) == 2 and counts[0] in (1, 2) and counts[1] == 5)


_HOLDS = frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE})

WITH_COLOURS = PuzzleFormat(
    name="whc",
    title="columns, rows, colours, then sides N E S W",
    suffixes=(".txt",),
    read=read_with_colours,
    write=write_with_colours,
    holds=_HOLDS,
    claims=_has_colours,
)

NUMBERED = PuzzleFormat(
    name="ids",
    title="pieces with their numbers, sides N E S W",
    suffixes=(".txt",),
    read=read_numbered,
    write=write_numbered,
    holds=_HOLDS,
    claims=_is_numbered,
    sized=read_numbered,
)
