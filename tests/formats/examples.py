"""A puzzle drawn by hand, and every format with a small valid text for each.

The board, three columns and two rows, colours on the four sides of each square:

     0     0     0
    0A1   1B3   3C0
     2     4     5
     2     4     5
    0D6   6E7   7F0
     0     0     0

The puzzle lists its tiles as E, A, F, C, B, D, and turns some of them.
"""

from __future__ import annotations

from collections.abc import Callable

from edgeasp.formats import plain, programs, viewer
from edgeasp.formats.document import BoardFormat, Document, PuzzleFormat
from edgeasp.formats.resolve import resolve_board
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile

PUZZLE = Puzzle(
    3, 2, tuple(map(Tile, [(4, 7, 0, 6), (0, 0, 1, 2), (0, 0, 7, 5), (5, 3, 0, 0), (1, 0, 3, 4), (6, 0, 0, 2)]))
)

SOLUTION = Solution(
    (
        Placement(0, Square(1, 1), 0),
        Placement(1, Square(0, 0), 1),
        Placement(2, Square(2, 1), 3),
        Placement(3, Square(2, 0), 2),
        Placement(4, Square(1, 0), 1),
        Placement(5, Square(0, 1), 3),
    )
)

UNFRAMED = Puzzle(2, 2, tuple(map(Tile, [(1, 2, 3, 4), (5, 6, 7, 2), (3, 8, 9, 10), (7, 11, 12, 8)])))
"""Four tiles that lie right as they are listed, row by row."""


def read_board(form: BoardFormat, text: str, puzzle: Puzzle, source: str = "x") -> Solution:
    """The board of a text in a format, laid with the tiles of a puzzle."""
    return resolve_board(form.read(text, puzzle, source), puzzle, source).placements


def solves(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether the checker takes it for a solution."""
    return check(puzzle, solution).solved


def by_square(solution: Solution) -> set[Placement]:
    """The placements, in whatever order a format lists them."""
    return set(solution.placements)


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
    "bucas": viewer.write_board_link(SOLUTION, PUZZLE),
    "e2dev-url": viewer.write_board_link(SOLUTION, PUZZLE).replace("e2.bucas.name/#", "eternity2.dev/viewer?"),
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
