"""Every format of the modules here, and a small valid text for each."""

from __future__ import annotations

from collections.abc import Callable

from edgeasp.formats import plain, programs, viewer
from edgeasp.formats.document import BoardFormat, Document, PuzzleFormat
from tests.formats.hand import PUZZLE, SOLUTION, read_board

PUZZLES: tuple[PuzzleFormat, ...] = (
    plain.NESW,
    plain.NESW_BARE,
    plain.UDLR,
    plain.FOURSQUARES,
    plain.WITH_COLOURS,
    plain.NUMBERED,
    programs.HEULE,
    programs.DRESDEN,
    plain.PTILE,
    programs.JULIA,
    programs.PYCSP3,
    viewer.ETERNITY2DEV,
    viewer.BOARDDOC,
    programs.BINARY,
    viewer.BUCAS,
    viewer.ETERNITY2DEV_URL,
)
BOARDS: tuple[BoardFormat, ...] = (
    programs.OWEN,
    programs.ET2,
    programs.HINTS,
    viewer.BUCAS_BOARD,
    viewer.ETERNITY2DEV_BOARD,
)

TILES = "0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n"
EDGES = "board_w=2&board_h=2&board_edges=abcaaadbceaadaae&board_pieces=001002003004"
WORDS = "0000000000000001,0000000000000010,1111111111111111,1111111111111111\n"

VALID: dict[str, str] = {
    "nesw": "2 2\n" + TILES,
    "nesw-bare": TILES,
    "udlr": "2 2\n0 2 0 1\n0 3 1 0\n2 0 0 4\n3 0 4 0\n",
    "foursquares": "2 1 4 3\n6 5 2 7\n8 3 10 9\n11 7 8 12\n",
    "whc": "2 2 4\n" + TILES,
    "ids": "2 2\n" + "".join(f"{number} {tile}\n" for number, tile in enumerate(TILES.splitlines(), start=1)),
    "heule": "1\n1 1 1 0\n" + TILES,
    "dresden": "1 1 2 2\n0 1 2 0 +\n0 0 3 1\n2 4 0 0 -\n3 0 0 4\n",
    "ptile": "p tile 2 2 4\n" + TILES,
    "julia": "2 2\n2 0 0 1\n3 1 0 0\n0 0 2 4\n0 4 3 0\n",
    "pycsp3": '{"n": 2, "m": 2, "pieces": [[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]]}\n',
    "eternity2dev": '{"name": "x", "width": 2, "height": 2, "numColors": 5, "pieces": '
    '[[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]], "hints": [{"pos": 0, "piece": 0, "rot": 0}]}\n',
    "boarddoc": '{"name": "x", "size": 2, "score": 4, "breaks": 0, "board": [0, 4, 8, 13], '
    '"board_hash": 12345678901234, "board_edges": "abcaaadbceaadaae", "board_pieces": "001002003004", "url": ""}\n',
    "binary": "2\n" + WORDS * 3 + WORDS.strip() + ",1,1,2\n",
    "bucas": f"https://e2.bucas.name/#puzzle=x&{EDGES}\n",
    "e2dev-url": f"https://eternity2.dev/viewer?puzzle=x&{EDGES}\n",
}
"""A puzzle in each format."""

VALID_BOARDS: dict[str, str] = {
    "owen": programs.write_owen(SOLUTION, PUZZLE),
    "et2": programs.write_et2(SOLUTION, PUZZLE),
    "hints": programs.write_hints(SOLUTION, PUZZLE),
    "bucas": viewer.write_board(SOLUTION, PUZZLE),
    "e2dev-url": viewer.write_board(SOLUTION, PUZZLE).replace("e2.bucas.name/#", "eternity2.dev/viewer?"),
}
"""A board of the puzzle drawn by hand in each format."""


def _board_reader(form: BoardFormat) -> Callable[[str, str], object]:
    return lambda text, source: read_board(form, text, PUZZLE, source)


READERS: dict[str, Callable[[str, str], object]] = {form.name: form.read for form in PUZZLES} | {
    f"{form.name} board": _board_reader(form) for form in BOARDS
}
"""Each reader, those of boards for the puzzle drawn by hand."""

TEXTS: dict[str, str] = VALID | {f"{name} board": text for name, text in VALID_BOARDS.items()}
"""A text that each of them reads."""


def write(form: PuzzleFormat, document: Document) -> str:
    """The text of a document; every format here has a writer."""
    return form.write(document)
