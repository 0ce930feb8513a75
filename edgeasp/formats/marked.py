"""The board in pictures, pages and JSON of the best board, from which a search goes on.

A picture or a page has the placements in a line of text that is not shown, with the lines of a .sol between commas:
`edgeasp-board: 0 2 0 3, 1 1 0 0, ...;`. In SVG, HTML and PDF it is a comment at the end, in PNG a chunk of text.
"""

from __future__ import annotations

import re
import struct
from zlib import crc32

from edgeasp.formats import json_text, sol
from edgeasp.puzzle.model import Solution
from edgeasp.system.errors import InputError
from edgeasp.system.lines import decode

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
        board = json_text.load(decode(data, source), source).member("board")
        if board.content is None:
            raise InputError(source, None, "expected a board, found null: no board was found")
        return "".join(" ".join(str(each.number()) for each in row.items()) + "\n" for row in board.items())
    mark = _MARK.search(data)
    return None if mark is None else mark[1].decode().replace(", ", "\n")


def _mark(board: Solution) -> str:
    return f"edgeasp-board: {', '.join(sol.write(board).splitlines())};"
