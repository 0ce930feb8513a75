"""edgeasp's own format of boards, and the same in pictures, pages and JSON, from which a search goes on.

A picture or a page has the placements in a line of text that is not shown, with the lines of a .sol between commas:
`edgeasp-board: 0 2 0 3, 1 1 0 0, ...;`. In SVG, HTML and PDF it is a comment at the end, in PNG a chunk of text.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from zlib import crc32

from edgeasp.formats.tiles import BoardBuilder
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.system.errors import InputError
from edgeasp.system.lines import decode, fields


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
            raise record.error(error.message + (": is it a board of a larger puzzle?" if larger else "")) from None
        rot = record.number(3, "a rotation", high=3)
        placed.place(Placement(tile, Square(col, row), rot), record.line)
    return placed.solution()


def write(solution: Solution) -> str:
    """The text, a line a placement, in the order of the solution."""
    return "".join(f"{tile} {col} {row} {rot}\n" for tile, col, row, rot in quadruples(solution))


Quadruple = tuple[int, int, int, int]


def quadruples(placements: Iterable[Placement]) -> tuple[Quadruple, ...]:
    """Placements as numbers, in the order of a line: tile, column, row, rotation."""
    return tuple((laid.tile, laid.square.col, laid.square.row, laid.rot) for laid in placements)


_MARK = re.compile(rb"edgeasp-board: ([0-9 ,]*);")
_SCHEMA = re.compile(rb'\s*\{\s*"schema":\s*"edgeasp\.best"')
_END_OF_PNG = 12
"""The bytes of the last chunk of every PNG, which is empty."""


def marked(drawn: str, board: Solution) -> str:
    """An SVG or a page of HTML with the placements in a comment at its end."""
    return f"{drawn}<!-- {_mark(board)} -->\n"


def marked_png(drawn: bytes, board: Solution) -> bytes:
    """A PNG with the placements in a chunk of text before its last one."""
    content = b"tEXt" + b"Comment\0" + _mark(board).encode()
    chunk = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", crc32(content))
    return drawn[:-_END_OF_PNG] + chunk + drawn[-_END_OF_PNG:]


def marked_pdf(drawn: bytes, board: Solution) -> bytes:
    """A PDF with the placements in a comment before its end, which no other part of it refers to."""
    before, start, after = drawn.rpartition(b"startxref")
    return before + b"% " + _mark(board).encode() + b"\n" + start + after


def board_text(data: bytes, source: str) -> str | None:
    """The board in a file of these bytes as the text of a .sol; None if no board was put into it.

    Raises:
        InputError: the file is JSON of the best board, but not as edgeasp writes it.
    """
    if _SCHEMA.match(data):
        from edgeasp.formats import json_text

        board = json_text.load(decode(data, source), source).member("board")
        if board.content is None:
            raise InputError(source, None, "expected a board, found null: no board was found")
        return "".join(" ".join(str(number.number()) for number in row.items()) + "\n" for row in board.items())
    mark = _MARK.search(data)
    return None if mark is None else mark[1].decode().replace(", ", "\n")


def _mark(board: Solution) -> str:
    return f"edgeasp-board: {', '.join(write(board).splitlines())};"
