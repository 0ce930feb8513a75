"""Malformed texts: where, what was expected, what was found."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import dimacs, plain
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.system import lines
from edgeasp.system.errors import FormatError, InputError
from tests.formats.examples import EDGES, READERS, TEXTS, TILES, VALID, VALID_BOARDS, WORDS
from tests.formats.hand import PUZZLE
from tests.support.lanes import represented

# ---- one fault each ----

Case = tuple[str, int | None, str]
"""The text, the line that is blamed, and what the message says."""

MILLION = "1000000 1000000"
PIECES = "[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]"
URL = "https://e2.bucas.name/#"
PYCSP3, DEV, LINK, OWEN = VALID["pycsp3"], VALID["eternity2dev"], VALID["bucas"], VALID_BOARDS["owen"]
DOC = VALID["boarddoc"]

PLAIN: dict[str, Case] = {
    "empty": ("", None, "expected a puzzle (perhaps a size line, then tiles), found none"),
    "only comments": ("# nothing\nc nothing\n", None, "found none"),
    "size only": ("2 2\n", 1, "expected 4 tiles for 2 x 2, found 0"),
    "truncated": ("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n", 4, "expected 4 tiles for 2 x 2, found 3"),
    "truncated in a line": ("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0", 5, "expected a tile (four colours), found 2 fields"),
    "one too many": ("2 2\n" + TILES + "1 1 1 1\n", 6, "expected 4 tiles for 2 x 2, found 5"),
    "no square": ("1 1 1 1\n" * 5, 5, "expected a square number of tiles without a size line, found 5"),
    "one tile": ("1 1 1 1\n", 1, "found 1"),
    "three sides": ("2\n1 1 1\n", 2, "expected a tile (four colours), found 3 fields"),
    "five sides": ("2\n1 1 1 1 +\n", 2, "found 5 fields"),
    "three sizes": ("2 2 2\n" + TILES, 1, "expected a tile (four colours), found 3 fields"),
    "a letter": ("2\n1 x 1 1\n", 2, "expected a colour (a natural number), found 'x'"),
    "negative": ("2\n1 -1 1 1\n", 2, "found '-1'"),
    "a point": ("2\n1 1.5 1 1\n", 2, "found '1.5'"),
    "nothing between commas": ("2\n1,,2,3\n", 2, "expected a colour (a natural number), found ''"),
    "too small": ("1 4\n" + TILES, 1, "expected at least 2 columns and 2 rows, found 1"),
    "a million columns": (f"{MILLION}\n{TILES}", 5, "expected 1000000000000 tiles for 1000000 x 1000000, found 4"),
    "a size beyond reason": ("1" * 10 + "\n" + TILES, 1, "of at most 9 digits"),
    "binary garbage": ("\x7fELF\x01\x02\n", 1, "found"),
}

CASES: dict[str, dict[str, Case]] = {
    "nesw": PLAIN,
    "udlr": {
        name: case for name, case in PLAIN.items() if name not in ("one too many", "too small", "truncated")
    },
    "nesw-bare": {
        "empty": ("", None, "found none"),
        "a size line": (VALID["nesw"], 1, "expected a tile (four colours) and no size line, found one"),
        "no square": ("1 1 1 1\n" * 6, 6, "without a size line, found 6, as for --size 3x2"),
    },
    "foursquares": {
        "a size line": (VALID["nesw"], 1, "expected a tile (four colours) and no size line, found one"),
        "a zero": ("1 1 1 1\n1 1 0 1\n1 1 1 1\n1 1 1 1\n", 2, "expected colours from 1"),
        "no square": ("1 1 1 1\n" * 24, 24, "as for --size 6x4, 8x3 or 12x2"),
    },
    "whc": {
        "empty": ("", None, "expected a first line '<cols> <rows> <colours>' and then tiles, found none"),
        "no colours": ("2 2\n" + TILES, 1, "expected a first line '<cols> <rows> <colours>', found 2 fields"),
        "header only": ("2 2 4\n", 1, "expected 4 tiles for 2 x 2, found 0"),
        "truncated": ("2 2 4\n0 1 2 0\n", 2, "expected 4 tiles for 2 x 2, found 1"),
        "a word": ("2 2 many\n" + TILES, 1, "expected a number of colours (a natural number), found 'many'"),
        "a million": (f"{MILLION} 5\n{TILES}", 5, "expected 1000000000000 tiles"),
        "a piece twice": ("2 2 4\n1 0 1 2 0\n1 0 0 3 1\n", 3, "expected each piece once, found piece 1 again"),
        "another order": ("2 2 4\n" + "0 1 0 2\n" * 4, 2, "the sides are not in the order n e s w"),
    },
    "ids": {
        "empty": ("", None, "expected pieces '<number> <top> <right> <bottom> <left>', found none"),
        "size only": ("2 2\n", 1, "expected pieces after the size, found none"),
        "no number": ("2 2\n" + TILES, 2, "expected a piece '<number> <top> <right> <bottom> <left>', found 4 fields"),
        "a piece twice": ("1 0 1 2 0\n1 0 0 3 1\n", 2, "found piece 1 again (first on line 1)"),
        "a number too high": ("5 0 1 2 0\n2 0 0 3 1\n", 1, "expected the number of a piece from 0 to 2, found 5"),
        "from 0 and from 1": ("0 0 1 2 0\n2 0 0 3 1\n", 2, "expected a piece from 0 to 1, found 2"),
        "no square": ("1 0 1 2 0\n2 0 0 3 1\n", 2, "expected four tiles or more, a line each, found 2"),
        "truncated": ("2 2\n1 0 1 2 0\n2 0 0 3 1\n", 3, "expected 4 tiles for 2 x 2, found 2"),
    },
    "ptile": {
        "empty": ("", None, "expected a first line 'p tile <cols> <rows> [<colours>]', found none"),
        "no header": ("2 2\n" + TILES, 1, "expected a first line 'p tile <cols> <rows> [<colours>]'"),
        "one size": ("c a board\np tile 2\n" + TILES, 2, "expected a first line 'p tile <cols> <rows> [<colours>]'"),
        "truncated": ("p tile 2 2\n0 1 2 0\n", 2, "expected 4 tiles for 2 x 2, found 1"),
        "a word": ("p tile 2 2 many\n" + TILES, 1, "expected a number of colours (a natural number), found 'many'"),
        "a zero too many": ("p tile 2 2\n0 0 2 0\n" + TILES[8:], 1, "expected 8 sides that are 0, as lie outside"),
        "another order": ("p tile 2 2 4\n" + "0 1 0 2\n" * 4, 2, "the sides are not in the order n e s w"),
        "a million": (f"p tile {MILLION} 5\n{TILES}", 5, "expected 1000000000000 tiles"),
    },
    "heule": {
        "empty": ("", None, "expected a number of hints, found none"),
        "no number of hints": (TILES, 1, "expected a number of hints alone on the first line, found 4 fields"),
        "hints only": ("1\n1 1 1 0\n", 2, "expected 1 hints and then tiles, found no tile"),
        "a million hints": ("1000000\n" + TILES, 5, "expected 1000000 hints and then tiles, found no tile"),
        "a short hint": ("1\n1 1 1\n" + TILES, 2, "expected a hint '<row> <col> <piece> <rot>', found 3 fields"),
        "row 0": ("1\n0 1 1 0\n" + TILES, 2, "expected a row from 1 to 2, found 0"),
        "column 3": ("1\n1 3 1 0\n" + TILES, 2, "expected a column from 1 to 2, found 3"),
        "piece 5": ("1\n1 1 5 0\n" + TILES, 2, "expected a piece from 1 to 4, found 5"),
        "rotation 4": ("1\n1 1 1 4\n" + TILES, 2, "expected a rotation (clockwise quarter turns) from 0 to 3, found 4"),
        "a piece twice": ("2\n1 1 1 0\n1 2 1 0\n" + TILES, 3, "expected each piece once, found piece 1 again"),
        "a square twice": ("2\n1 1 1 0\n1 1 2 0\n" + TILES, 3, "expected each square once"),
        "a hint too few": ("2\n1 1 1 0\n" + TILES, None, "as on no rectangle"),
        "a tile too few": ("0\n0 1 2 0\n0 0 3 1\n2 4 0 0\n", None, "found 3 of which 3 have a zero"),
        "no frame": ("0\n" + "1 1 1 1\n" * 4, None, "found 4 of which 0 have a zero, as on no rectangle"),
        "another order": ("0\n" + "0 1 0 2\n" * 4, 2, "the sides are not in the order n e s w"),
    },
    "dresden": {
        "empty": ("", None, "expected a first line '<bounded> <signed> <cols> <rows>', found none"),
        "no flags": ("2 2\n" + TILES, 1, "found 2 fields"),
        "a flag": ("1 2 2 2\n" + TILES, 1, "expected 0 or 1 for signed, found '2'"),
        "a word for a flag": ("true 0 2 2\n" + TILES, 1, "expected 0 or 1 for bounded, found 'true'"),
        "truncated": ("1 0 2 2\n0 1 2 0\n", 2, "expected 4 tiles for 2 x 2, found 1"),
        "header only": ("1 0 2 2\n", 1, "expected 4 tiles for 2 x 2, found 0"),
        "a million": (f"1 0 {MILLION}\n" + TILES, 5, "expected 1000000000000 tiles"),
        "too small": ("1 0 1 4\n" + TILES, 1, "expected at least 2 columns and 2 rows, found 1"),
        "a sign where there is none": ("1 0 2 2\n0 1 2 0 +\n" + TILES[8:], 2, "in an unsigned puzzle, found 5 fields"),
        "signed sides": ("1 1 2 2\n0 -1 2 0\n" + TILES[8:], 2, "expected a sign for the tile as a whole"),
        "no sign": ("1 1 2 2\n0 1 2 0 x\n" + TILES[8:], 2, "expected a sign (+ or -), found 'x'"),
        "bounded without zeros": ("1 0 2 2\n" + "1 1 1 1\n" * 4, 1, "expected sides that are 0 in a bounded puzzle"),
        "another order": ("1 0 2 2\n" + "0 1 0 2\n" * 4, 2, "the sides are not in the order n e s w"),
    },
    "julia": {
        "empty": ("", None, "expected pieces, found none"),
        "size only": ("2 2\n", 1, "expected 4 tiles for 2 x 2, found 0"),
        "one number": ("2\n" + TILES, 1, "expected a tile (four colours), found 1 field"),
        "truncated": ("2 2\n2 0 0 1\n", 2, "expected 4 tiles for 2 x 2, found 1"),
        "a million": (f"{MILLION}\n" + TILES, 5, "expected 1000000000000 tiles"),
        "another order": ("2 2\n" + "0 1 0 2\n" * 4, 2, "the sides are not in the order s w n e"),
    },
    "binary": {
        "empty": ("", None, "expected a size and then tiles in binary, found none"),
        "truncated": ("2\n" + WORDS, 2, "expected 4 tiles for 2 x 2, found 1"),
        "a short word": ("2\n" + WORDS * 3 + WORDS[1:], 5, "16 binary digits, found '000000000000001'"),
        "a decimal": ("2\n" + WORDS * 3 + "1,2,3,4\n", 5, "expected a word of 16 binary digits, found '1'"),
        "two numbers": ("2\n" + WORDS * 3 + WORDS.strip() + ",0,0\n", 5, "expected a tile (four words of 16 binary"),
        "x 2": ("2\n" + WORDS * 3 + WORDS.strip() + ",2,0,0\n", 5, "expected x from 0 to 1, found 2"),
        "y 2": ("2\n" + WORDS * 3 + WORDS.strip() + ",0,2,0\n", 5, "expected y from 0 to 1, found 2"),
        "rotation 4": ("2\n" + WORDS * 3 + WORDS.strip() + ",0,0,4\n", 5, "expected a rotation from 0 to 3, found 4"),
        "a square twice": ("2\n" + (WORDS.strip() + ",1,1,1\n") * 4, 3, "expected each square once"),
        "three words": ("2\n" + WORDS * 3 + WORDS[17:], 5, "expected a tile (four words of 16 binary digits), found 3"),
        "a million": ("1000000\n" + WORDS * 4, 5, "expected 1000000000000 tiles"),
    },
    "pycsp3": {
        "empty": ("", 1, "expected JSON"),
        "truncated": (PYCSP3[:40], 1, "expected JSON"),
        "second line": ('{"n": 2,\n"m" 2}', 2, "expected JSON, found something else in column 5"),
        "a list": (f"[2, 2, [{PIECES}]]", None, "expected a JSON object, found a list of 3"),
        "a number": ("2", None, "expected a JSON object, found 2"),
        "no pieces": ('{"n": 2, "m": 2}', None, "expected 'pieces' in the object, found none"),
        "pieces as an object": ('{"n": 2, "m": 2, "pieces": {}}', None, "'pieces' to be a list, found an object"),
        "a piece too few": (PYCSP3.replace(", [3, 0, 0, 4]", ""), None, "expected 4 pieces for 2 x 2, found 3"),
        "a side too few": (PYCSP3.replace("0, 4]", "4]"), None, "pieces[3] to have four sides, found 3"),
        "a side too many": (PYCSP3.replace("0, 4]", "0, 4, 0]"), None, "expected pieces[3] to have four sides"),
        "a piece as text": (PYCSP3.replace("[3, 0, 0, 4]", '"3004"'), None, "to be a list, found '3004'"),
        "a million": (PYCSP3.replace("2", "1000000", 2), None, "for 1000000 x 1000000, found 4"),
        "a key twice": ('{"n": 2, "n": 2}', None, "expected each key once, found 'n' again"),
        "another key": (PYCSP3.replace('"n"', '"k": 1, "n"'), None, "expected 'n', 'm' and 'pieces' alone"),
        "not a number": ('{"n": NaN}', None, "expected JSON, found NaN"),
        "deeply nested": ('{"n": ' + "[" * 100_000, None, "found deeply nested lists"),
        "deeply nested objects": ('{"n":' * 100_000, None, "found deeply nested lists"),
        "a huge number": ('{"n": ' + "1" * 100_000 + "}", None, "expected numbers of at most 20 digits"),
        "eternity2.dev": (DEV, None, "expected 'n' in the object, found none"),
    },
    "eternity2dev": {
        "pycsp3": (PYCSP3, None, "expected 'width' in the object, found none"),
        "width as text": (DEV.replace("2,", '"2",', 1), None, "found '2'"),
        "colours as text": (DEV.replace('s": 5', 's": "5"'), None, "expected 'numColors' to be a number"),
        "hints as null": (DEV.replace('[{"pos', "null, \"x\": [{\"pos"), None, "'hints' to be a list"),
        "a hint as a list": (DEV.replace('"hints": [', '"hints": [[1, 2, 3], '), None, "hints[0] to be an"),
        "a hint without pos": (DEV.replace('"pos": 0, ', ""), None, "expected 'pos' in hints[0], found"),
        "pos 4": (DEV.replace('pos": 0', 'pos": 4'), None, "expected hints[0].pos to be a number from 0"),
        "piece 4": (DEV.replace('piece": 0', 'piece": 4'), None, "hints[0].piece to be a number from 0"),
        "rot 4": (DEV.replace('rot": 0', 'rot": 4'), None, "hints[0].rot to be a number from 0 to 3"),
        "rot true": (DEV.replace('rot": 0', 'rot": true'), None, "from 0 to 3, found true"),
        "a piece twice": (
            DEV.replace('"hints": [', '"hints": [{"pos": 1, "piece": 0, "rot": 0}, '),
            None,
            "hints[1]: expected each piece once, found piece 0 again",
        ),
        "deeply nested": ("[" * 100_000, None, "found deeply nested lists"),
    },
    "boarddoc": {
        "empty": ("", 1, "expected JSON"),
        "no size": ('{"board": []}', None, "expected 'size' in the object, found none"),
        "no letters": ('{"size": 2, "board": [0, 4, 8, 12]}', None, "expected 'board_edges' in the object, found none"),
        "letters as a list": (DOC.replace('"abcaaadbceaadaae"', "[1]"), None, "'board_edges' to be letters or digits"),
        "another parameter": (DOC.replace("abca", "a&b="), None, "expected 'board_edges' to be letters or digits"),
        "a capital": (DOC.replace("abca", "aBca"), None, "expected the letters a to z in board_edges, found 'B'"),
        "another size": (DOC.replace('"size": 2', '"size": 3'), None, "expected 9 numbers in board, found 4"),
        "a letter too many": (DOC.replace("abca", "abcaa"), None, "expected 16 letters in board_edges for 2 x 2"),
        "a number too high": (DOC.replace("13]", "9999]"), None, "expected board[3] to be a number from 0 to 3995"),
        "a score in words": (DOC.replace('"score": 4', '"score": "4"'), None, "expected 'score' to be a number"),
        "no piece so high": (f'{{"size": 16, "board": {[1024] * 256}}}', None, "turns up to 1023 in board, found"),
    },
    "bucas": {
        "empty": ("\n", None, "expected a link to a viewer, found nothing"),
        "no link": ("hello world\n", 1, "expected a link with board_edges, found 'hello world'"),
        "another site": ("https://example.org/#" + EDGES, 1, "expected a link to e2.bucas.name"),
        "no size": (URL + "board_edges=" + "a" * 24, None, "expected board_w and board_h, found neither, and letters"),
        "one square": (URL + "board_edges=abcd", None, "found neither, and letters for 1"),
        "no edges": (URL + "board_w=2&board_h=2", 1, "expected a link with board_edges"),
        "a width in words": (URL + EDGES.replace("w=2", "w=two"), None, "expected board_w (a natural number)"),
        "too small": (URL + EDGES.replace("w=2", "w=1"), None, "expected at least 2 for board_w, found 1"),
        "a million": (URL + EDGES.replace("w=2", "w=1000000"), None, "expected 8000000 letters in board_edges"),
        "letters cut off": (URL + EDGES.replace("daae&", "&")[:-3], None, "expected 16 letters"),
        "a bad hint": (URL + EDGES + "&hints=1.1-x", None, "hints '<square>.<turns>' joined by '-', found 'x'"),
        "a hint off the board": (URL + EDGES + "&hints=4.0", None, "the square of a hint from 0 to 3, found 4"),
        "a hint turned too far": (URL + EDGES + "&hints=3.4", None, "the turns of a hint from 0 to 3, found 4"),
        "a letter too many": (URL + "board_w=2&board_h=2&board_edges=abcaaadbceaadaaeb", None, "2 x 2, found 17"),
        "a capital": (URL + EDGES.replace("abca", "aBca"), None, "in board_edges, found 'B'"),
        "a digit too many": (URL + EDGES + "0", None, "expected 12 digits in board_pieces, found 13"),
        "pieces in letters": (URL + EDGES[:-1] + "x", None, "expected digits in board_pieces, found 'x'"),
        "a parameter twice": (URL + EDGES + "&board_w=2", 1, "expected each parameter once, found 'board_w' again"),
        "two sizes": (URL + EDGES + "&puzzle_size=3", None, "expected board_w and puzzle_size to agree"),
    },
    "e2dev-url": {
        "bucas": (LINK, 1, "expected a link to eternity2.dev, found one to 'e2.bucas.name'"),
    },
    "owen board": {
        "empty": ("", None, "expected a first line '<cols> <rows>', found none"),
        "no size": ("1 0 0\n", 1, "expected a first line '<cols> <rows>', found 3 fields"),
        "another size": ("2 3\n", 1, "expected a 3 x 2 board, found 2 x 3"),
        "a million": (f"{MILLION}\n", 1, "expected a 3 x 2 board, found 1000000 x 1000000"),
        "truncated": ("3 2\n1 0 0\n", 2, "expected a line for each of 6 pieces, found 1"),
        "one too many": (OWEN + "0 0 0\n", 8, "expected a line for each of 6 pieces, found 7"),
        "x 3": (OWEN.replace("1 0 0", "3 0 0"), 2, "expected x from 0 to 2, found 3"),
        "y 2": (OWEN.replace("1 0 0", "1 2 0"), 2, "expected y from 0 to 1, found 2"),
        "rotation 4": (OWEN.replace("1 0 0", "1 0 4"), 2, "expected a rotation from 0 to 3, found 4"),
        "two fields": (OWEN.replace("1 0 0", "1 0"), 2, "expected a piece '<x> <y> <rot>'"),
        "a square twice": (OWEN.replace("0 1 3", "1 0 3"), 3, "expected each square once"),
    },
    "et2 board": {
        "empty": ("", None, "expected 2 rows, found 0"),
        "truncated": ("2/3 5/3 4/2\n", 1, "expected 2 rows, found 1"),
        "a row too many": (VALID_BOARDS["et2"] + "---/- ---/- ---/-\n", 3, "expected 2 rows, found 3"),
        "a square too few": ("2/3 5/3\n6/1 1/0 3/1\n", 1, "expected 3 squares in a row, found 2"),
        "piece 0": ("0/3 5/3 4/2\n6/1 1/0 3/1\n", 1, "expected a piece from 1 to 6, found 0"),
        "piece 7": ("2/3 5/3 4/2\n6/1 1/0 7/1\n", 2, "expected a piece from 1 to 6, found 7"),
        "rotation 4": ("2/4 5/3 4/2\n6/1 1/0 3/1\n", 1, "expected a rotation from 0 to 3, found 4"),
        "no rotation": ("2 5/3 4/2\n6/1 1/0 3/1\n", 1, "expected '<piece>/<rot>' or '---/-', found '2'"),
        "a piece twice": ("2/3 5/3 4/2\n6/1 2/0 3/1\n", 2, "expected each piece once, found piece 2 again"),
        "a long number": ("1111111111/3 5/3 4/2\n6/1 1/0 3/1\n", 1, "expected a piece of at most 9 digits"),
    },
    "hints board": {
        "empty": ("", None, "expected a comment that names four columns: # piece row col rotation"),
        "three columns": ("# piece row col\n1 0 0\n", None, "expected a comment that names four columns"),
        "truncated": ("# piece row col rot\n1 0 0\n", 2, "expected a hint '<piece> <row> <col> <rotation>', found 3"),
        "piece 7": ("# piece row col rot\n7 0 0 1\n", 2, "expected a piece from 0 to 6, found 7"),
        "from 0 and from 1": ("# piece row col rot\n0 0 0 1\n6 1 1 1\n", 3, "expected a piece from 0 to 5, found 6"),
        "row 3": ("# piece row col rot\n1 3 0 1\n", 2, "expected a row from 0 to 2, found 3"),
        "rotation 4": ("# piece row col rot\n1 0 0 4\n", 2, "expected a rotation from 0 to 3, found 4"),
        "a piece twice": ("# id y x rot\n1 0 0 1\n1 1 1 1\n", 3, "found piece 1 again (first on line 2)"),
    },
    "bucas board": {
        "another size": (LINK, None, "expected a 3 x 2 board, found 2 x 2"),
        "a strange tile": (VALID_BOARDS["bucas"].replace("abca", "abcz"), None, "found none left that shows 0 1 2 25"),
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("reader", "text", "line", "words"),
    [
        pytest.param(reader, *case, id=f"{reader}: {name}")
        for reader, cases in CASES.items()
        for name, case in cases.items()
    ],
)
def test_malformed(reader: str, text: str, line: int | None, words: str) -> None:
    with pytest.raises(InputError) as caught:
        READERS[reader](text, "folder/bad.txt")
    message = str(caught.value)
    assert words in message
    assert message.startswith("folder/bad.txt:" if line is None else f"folder/bad.txt:{line}: ")
    assert "expected " in message
    assert caught.value.line == line
    assert message.isprintable()
    assert len(message) < 250


def test_every_reader_is_tried() -> None:
    assert set(READERS) - set(CASES) == {"e2dev-url board"}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\x00\x00", bytes(range(1, 128)), "2 2\n".encode("utf-16"), b"\xff\xfe2", b"\x1f\x8b\x08" * 50],
)
def test_binary_garbage(reader: str, data: bytes) -> None:
    with pytest.raises(InputError, match="expected "):
        READERS[reader](lines.decode(data, "x"), "x")


HUGE = {
    "nesw": "999999999 999999999\n" + TILES,
    "dresden": "1 0 999999999 999999999\n" + TILES,
    "julia": "999999999 999999999\n" + TILES,
    "heule": "999999999\n" + TILES,
    "binary": "999999999\n" + WORDS * 4,
    "pycsp3": PYCSP3.replace("2", "999999999", 2),
    "eternity2dev": DEV.replace("2", "999999999", 2),
    "bucas": LINK.replace("board_w=2", "board_w=999999999").replace("board_h=2", "board_h=999999999"),
    "owen board": "999999999 999999999\n1 0 0\n",
}


@pytest.mark.parametrize("reader", HUGE)
def test_a_size_beyond_reason_takes_no_memory(reader: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            READERS[reader](HUGE[reader], "x")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


# ---- any bytes ----

each_reader = pytest.mark.parametrize("name", READERS)

LETTERS = "0123456789 \t\n\r,;+-/#%c{}[]:\"'.&=?abnmwz\N{NO-BREAK SPACE}\N{ARABIC-INDIC DIGIT TWO}"
REPEATED = ("(", "[", "{", '{"a":', "?", "#", "&", "a", "a=", "=", " ", ",", "1", "1 ", "1\n", "---/- ", "\r")

OTHERS: dict[str, Callable[[str, str], object]] = {
    "puz": plain.read_puz,
    "sol": lambda text, source: plain.read_sol(text, PUZZLE, source),
    "signs": lambda text, source: plain.read_signs(text, PUZZLE, source),
    "dimacs": dimacs.read,
    "sat output": lambda text, source: (dimacs.is_solver_output(text), dimacs.read_models(text, source)),
    "any": lambda text, source: recognise(text, Origin(source)),
}

grammar = st.text(st.sampled_from(LETTERS))


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A valid text with parts cut out, doubled, exchanged or overwritten."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        stop = draw(st.integers(start, min(len(text), start + 12)))
        part = text[start:stop]
        junk = st.one_of(st.text(st.sampled_from(LETTERS), max_size=6), st.text(max_size=3))
        instead = draw(st.one_of(st.sampled_from(["", part * 2]), junk))
        text = text[:start] + instead + text[stop:]
    return text


def attempt(read: Callable[[str, str], object], data: bytes) -> None:
    """Read, and let nothing pass but a value or an error that names the source in one printable line."""
    try:
        with within_a_second():
            read(lines.decode(data, "x"), "x")
    except InputError as error:
        message = str(error)
        assert message.startswith("x:")
        assert message.isprintable()
        assert len(message) < 300


@contextmanager
def within_a_second() -> Iterator[None]:
    """Measure the time of this process, so that others do not count; the texts take a hundredth of that."""
    start = time.process_time()
    try:
        yield
    finally:
        assert time.process_time() - start < 1


@each_reader
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "ignore"))))
def test_any_bytes(name: str, data: bytes) -> None:
    attempt(READERS[name], data)


@each_reader
@given(text=grammar)
def test_any_text_of_the_right_letters(name: str, text: str) -> None:
    attempt(READERS[name], text.encode())


@pytest.mark.sample(4)
@each_reader
@given(data=st.data())
def test_any_damage_to_a_valid_text(name: str, data: st.DataObject) -> None:
    text = data.draw(mutated(TEXTS[name]))
    attempt(READERS[name], text.encode("utf-8", "ignore"))


@each_reader
def test_every_beginning_of_a_valid_text(name: str) -> None:
    text = TEXTS[name]
    for length in range(len(text)):
        attempt(READERS[name], text[:length].encode())


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [*READERS, *OTHERS])
@represented("begin, end", [("1", "2 3 4\n"), ("", ""), ("v 1", "x"), ("SAT", "x"), ("3 2\n1", ",")])
def test_long_repetitions(name: str, begin: str, end: str) -> None:
    for part in REPEATED:
        with suppress(InputError, FormatError), within_a_second():
            (READERS | OTHERS)[name](begin + part * 20_000 + end, "x")


@pytest.mark.parametrize("blank", [" ", "\t", "\N{NO-BREAK SPACE}"])
def test_a_long_gap_takes_no_quadratic_time(blank: str) -> None:
    """That would be hours."""
    gap = blank * 1_000_000
    found = lines.records(f"1{gap}2{gap},{gap}3 4{gap};\n5 ,\n", "x", "numbers")
    assert found == [lines.Record("x", 1, ["1", "2", "3", "4"]), lines.Record("x", 2, ["5"])]
