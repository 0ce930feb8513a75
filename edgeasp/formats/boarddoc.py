"""BoardDoc, the JSON in which the solvers of eternity2.dev write a board: placements, letters, score and link.

`{"name", "size", "score", "breaks", "board": [4 * piece + clockwise turns, ...], "board_hash", "board_edges",
"board_pieces", "url"}`: pieces count from 0, squares row by row, -1 is an empty square. It has no list of the pieces:
they are known by the letters of `board_edges`, as in a link. The hash is FNV-1a, 64 bits, over three bytes a square:
the number of the piece, low byte first, and its turns.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace

from edgeasp.formats import json_text, known
from edgeasp.formats.document import Document, Feature, PuzzleFormat
from edgeasp.formats.links import EMPTY, BoardPicture, parse
from edgeasp.formats.tiles import reversed_turns
from edgeasp.formats.viewer import COLOURS, MOST_PIECES, SITES, published, read_picture
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution, turned
from edgeasp.system.errors import FormatError, InputError

_NO_PIECE = 0xFFFF
"""The number of the piece on an empty square, in the hash."""


def is_boarddoc(text: str) -> bool:
    """Whether a text is JSON with a board in it."""
    return json_text.has_keys(text, "board") or json_text.has_keys(text, "board_edges")


def read(text: str, source: str) -> Document:
    """The puzzle and the board; other members of the object are ignored."""
    return read_picture(picture(text, source))


def picture(text: str, source: str) -> BoardPicture:
    """The board that the letters show; where there are none, the pieces of Eternity II that the numbers name."""
    value = json_text.load(text, source)
    side = value.member("size").number(2)
    codes = _codes(value.member("board"), side) if "board" in value.keys else None
    if "board_edges" in value.keys:
        parameters = {"puzzle_size": str(side), "board_edges": _word(value.member("board_edges"))}
        if "board_pieces" in value.keys:
            parameters["board_pieces"] = _word(value.member("board_pieces"))
        shown = parse("&".join(f"{key}={word}" for key, word in parameters.items()), source)
        if codes is not None:
            numbers = tuple(code // 4 + 1 for code in codes)
            shown = replace(shown, pieces=shown.pieces or numbers, turns=tuple(code % 4 for code in codes))
    else:
        shown = _from_numbers(codes, side, source)
    if "score" in value.keys and (claimed := value.member("score").number()) not in (scores := _scores(shown)):
        note = f"says a score of {claimed}, and the board has {scores[0]}"
        shown = replace(shown, notes=(*shown.notes, note))
    return shown


def write_board(solution: Solution, puzzle: Puzzle) -> str:
    """The text of a board, complete or partial, a member a line; FormatError if letters or digits cannot express it."""
    solution, _, puzzle = published(solution, Solution(), puzzle)
    highest = max(max(tile.sides) for tile in puzzle.tiles)
    if highest > COLOURS:
        raise FormatError(f"boarddoc holds the frame and colours up to {COLOURS}, and this puzzle has colour {highest}")
    if puzzle.cols != puzzle.rows:
        raise FormatError("boarddoc holds square boards only")
    if len(puzzle.tiles) > MOST_PIECES:
        raise FormatError(f"boarddoc numbers pieces up to {MOST_PIECES}, and this puzzle has {len(puzzle.tiles)}")
    on = solution.by_square()
    laid = [puzzle.canonical(on[square]) if square in on else None for square in puzzle.grid.squares]
    shown = [puzzle.sides(placement) if placement else EMPTY for placement in laid]
    edges = "".join(chr(ord("a") + colour) for sides in shown for colour in sides)
    pieces = "".join(f"{placement.tile + 1:03}" if placement else "000" for placement in laid)
    score = check(puzzle, solution).matched
    content = {
        "name": "edgeasp",
        "size": puzzle.cols,
        "score": score,
        "breaks": puzzle.grid.diamonds - score,
        "board": [4 * placement.tile + reversed_turns(placement.rot) if placement else -1 for placement in laid],
        "board_hash": _hash(laid),
        "board_edges": edges,
        "board_pieces": pieces,
        "url": f"{SITES['dev']}puzzle=edgeasp&puzzle_size={puzzle.cols}&board_edges={edges}&board_pieces={pieces}",
    }
    members = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
    return "{\n" + ",\n".join(members) + "\n}\n"


def _word(value: json_text.Value) -> str:
    """A text of letters and digits."""
    if not isinstance(value.content, str) or not re.fullmatch(r"[\w.*?-]*", value.content, re.ASCII):
        raise value.error("letters or digits")
    return value.content


def _codes(value: json_text.Value, side: int) -> list[int]:
    """4 * piece + turns for each square, -4 for an empty one."""
    codes = value.items()
    if len(codes) != side * side:
        raise InputError(value.source, None, f"expected {side * side} numbers in board, found {len(codes)}")
    return [-4 if code.content == -1 else code.number(high=4 * MOST_PIECES - 1) for code in codes]


def _from_numbers(codes: list[int] | None, side: int, source: str) -> BoardPicture:
    """The board that 4 * piece + turns describes with the pieces of Eternity II."""
    puzzle = known.eternity2().puzzle
    if codes is None or side != puzzle.cols:
        raise InputError(source, None, "expected 'board_edges' in the object, found none")
    if max(codes) >= 4 * len(puzzle.tiles):
        highest = 4 * len(puzzle.tiles) - 1
        raise InputError(source, None, f"expected 4 * piece + turns up to {highest} in board, found {max(codes)}")
    squares = [turned(puzzle.tiles[code // 4].sides, -code % 4) if code >= 0 else None for code in codes]
    numbers = tuple(code // 4 + 1 for code in codes)
    return BoardPicture(side, side, tuple(squares), numbers)


def _scores(picture: BoardPicture) -> tuple[int, int]:
    """The number of diamonds that match, and of those that match in another colour than that of the frame."""
    on = {square: sides for _, square, sides in picture.places()}
    met = [(sides[1], on[right][3]) for square, sides in on.items() if (right := square.neighbour(Side.EAST)) in on]
    met += [(sides[2], on[below][0]) for square, sides in on.items() if (below := square.neighbour(Side.SOUTH)) in on]
    matched = [here for here, there in met if here == there]
    return len(matched), len(matched) - matched.count(0)


def _hash(laid: list[Placement | None]) -> int:
    value = 0xCBF29CE484222325
    for placement in laid:
        piece, turns = (placement.tile, reversed_turns(placement.rot)) if placement else (_NO_PIECE, 0)
        for byte in (piece & 0xFF, piece >> 8, turns):
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


BOARDDOC = PuzzleFormat(
    name="boarddoc",
    title="JSON with one board; solvers of eternity2.dev",
    suffixes=(".json",),
    read=read,
    write=lambda document: write_board(document.placements, document.puzzle),
    holds=frozenset({Feature.UNFRAMED, Feature.LOOSE_ZEROS}),
    colours=COLOURS,
    is_board=True,
    claims=is_boarddoc,
)

BOARDDOC_BOARD = BOARDDOC.of_boards(lambda text, puzzle, source: picture(text, source), write_board)
