"""Boards of viewers: links of the community's pages, and BoardDoc.

The JSON of eternity2.dev is `{"name", "width", "height", "numColors", "pieces": [[up, right, down, left], ...],
"hints": [{"pos", "piece", "rot"}, ...]}`. Squares are counted row by row, pieces as listed, rotations are clockwise
quarter turns, and all count from 0. In other JSON of this kind, a square board has only its `size`, or there are
`cols`, `rows`, `tiles`, and rotated tiles in `placed`: `{"row", "col", "tile": [up, right, down, left]}`.

BoardDoc is `{"name", "size", "score", "breaks", "board": [4 * piece + clockwise turns, ...], "board_hash",
"board_edges", "board_pieces", "url"}`. Pieces count from 0, squares row by row, -1 is an empty square. It has no list
of pieces: the letters of `board_edges` show them, as in a link. The hash is 64-bit FNV-1a over three bytes per square:
the number of the piece, low byte first, and its turns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from edgeasp.formats import document, known
from edgeasp.formats.document import (
    BoardBuilder,
    Document,
    Feature,
    PuzzleFormat,
    frame_note,
    piece_list,
    reversed_turns,
)
from edgeasp.formats.links import EMPTY, HOSTS, BoardPicture, is_link, parse
from edgeasp.formats.resolve import lay_known, nearly_known
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Solution, Square, Tile, as_sides, turned
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import HIGHEST, Size

COLOURS = 25
MOST_PIECES = 999

SITES = {"bucas": "https://e2.bucas.name/#", "dev": "https://eternity2.dev/viewer?"}
"""The beginning of a link to each site."""


def read(text: str, source: str, site: str | None = None, size: Size | None = None) -> Document:
    """Read the puzzle and the board of a link."""
    return read_picture(parse(text, source, site, size))


def read_picture(picture: BoardPicture) -> Document:
    """Convert a picture to a puzzle and its board.

    Tiles of a known puzzle are listed, rotated and coloured as published. Other tiles have the numbers of the picture,
    or are numbered row by row, and are unrotated unless the picture has turns. The tile of each empty square is
    unknown.
    """
    if (published := lay_known(picture)) is not None:
        return published
    places = list(picture.places())
    squares = len(picture.squares)
    pieces = [picture.pieces[index] for index, _, _ in places] if picture.pieces else []
    numbered = len(set(pieces)) == len(places) and all(1 <= number <= squares for number in pieces)
    numbers = pieces if numbered else range(1, len(places) + 1)
    nearly = nearly_known(picture)
    notes = picture.notes + ((nearly,) if nearly else ())
    if picture.pieces and not numbered:
        notes += (f"board_pieces does not number the tiles from 1 to {squares}: numbered row by row",)
    new = max((colour for _, _, sides in places for colour in sides), default=0) + 1
    tiles = [Tile((new, new, new, new))] * squares
    placements = []
    for number, (index, square, sides) in zip(numbers, places, strict=True):
        turns = picture.turns[index] if picture.turns else 0
        tiles[number - 1] = Tile(turned(sides, turns))
        placements.append(Placement(number - 1, square, reversed_turns(turns)))
    pinned = [picture.square(index) for index in picture.pinned]
    hints = Solution(tuple(placement for placement in placements if placement.square in pinned))
    puzzle = Puzzle(picture.cols, picture.rows, tuple(tiles))
    return Document(puzzle, Solution(tuple(placements)), notes, hints, unknown=squares - len(places))


def write(document: Document, site: str = "bucas") -> str:
    """Write the link to a document's board, or its tiles."""
    puzzle = document.puzzle
    listed = (Placement(tile, square, 0) for tile, square in enumerate(puzzle.grid.squares))
    board = document.placements if len(document.placements) else Solution(tuple(listed))
    return write_board(board, puzzle, site, document.hints)


def write_board(solution: Solution, puzzle: Puzzle, site: str = "bucas", hints: Solution = Solution()) -> str:
    """Write the link to a board with its clues.

    FormatError if the viewer cannot display it. The tiles of a known puzzle are written as published, because the
    viewer would show others.


    """
    solution, hints, puzzle = published(solution, hints, puzzle)
    reason = _unfit(puzzle, site)
    if reason is not None:
        raise FormatError(reason)
    return _url(solution, puzzle, site, hints) + "\n"


def published(solution: Solution, hints: Solution, puzzle: Puzzle) -> tuple[Solution, Solution, Puzzle]:
    """Return board, clues and puzzle as published, if known."""
    copy = known.copy_of(puzzle)
    if copy is None:
        return solution, hints, puzzle
    return copy.back.solution(solution), copy.back.solution(hints), copy.known.puzzle


def link(puzzle: Puzzle, solution: Solution, site: str = "bucas") -> str | None:
    """Return the link to a board, or None.

    Colours are renumbered if necessary. Links cannot represent flipped tiles.
    """
    if any(placement.rot > 3 for placement in solution):
        return None
    solution, _, puzzle = published(solution, Solution(), puzzle)
    compact = _renumbered(puzzle) if _highest(puzzle) > COLOURS else puzzle
    return None if _unfit(compact, site) else _url(solution, compact, site)


def _url(solution: Solution, puzzle: Puzzle, site: str, hints: Solution = Solution()) -> str:
    on = solution.by_square()
    squares = [puzzle.sides(on[square]) if square in on else EMPTY for square in puzzle.grid.squares]
    edges = "".join(chr(ord("a") + colour) for sides in squares for colour in sides)
    url = f"{SITES[site]}puzzle=edgeasp&board_w={puzzle.cols}&board_h={puzzle.rows}&board_edges={edges}"
    if len(puzzle.tiles) <= MOST_PIECES:
        url += "&board_pieces="
        url += "".join(f"{on[square].tile + 1:03}" if square in on else "000" for square in puzzle.grid.squares)
    pinned = sorted((hint.square.row * puzzle.cols + hint.square.col, hint.rot) for hint in hints)
    return url + ("&hints=" if pinned else "") + "-".join(f"{index}.{reversed_turns(rot)}" for index, rot in pinned)


def _unfit(puzzle: Puzzle, site: str) -> str | None:
    if _highest(puzzle) > COLOURS:
        return (
            f"a link holds the frame and colours up to {COLOURS}, and this puzzle has colour {_highest(puzzle)}: "
            "share a .puz and a .sol, or a picture"
        )
    if puzzle.partners:
        return "a viewer of links lets each colour meet itself alone: share a .puz and a .sol, or a picture"
    for words in BUCAS_BOARD.lacking(puzzle):
        return f"{words}: share a .puz and a .sol, or a picture"
    if site == "dev" and puzzle.cols != puzzle.rows:
        return f"{HOSTS[site]} shows square boards only: link to {HOSTS['bucas']}"
    return None


def _highest(puzzle: Puzzle) -> int:
    return max(max(tile.sides) for tile in puzzle.tiles)


def _renumbered(puzzle: Puzzle) -> Puzzle:
    numbers = {colour: number for number, colour in enumerate(sorted({FRAME, *puzzle.side_colours}))}
    tiles = (replace(tile, sides=as_sides(numbers[colour] for colour in tile.sides)) for tile in puzzle.tiles)
    return replace(puzzle, tiles=tuple(tiles))


def _board(site: str) -> Callable[[str, Puzzle, str], BoardPicture]:
    return lambda text, puzzle, source: parse(text, source, site, (puzzle.cols, puzzle.rows))


BUCAS = PuzzleFormat(
    name="bucas",
    title="link to e2.bucas.name; 25 colours at most",
    suffixes=(".url",),
    read=partial(read, site="bucas"),
    write=partial(write, site="bucas"),
    holds=frozenset({Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.RECTANGLES}),
    colours=COLOURS,
    is_board=True,
    claims=is_link,
    sized=True,
)

ETERNITY2DEV_URL = replace(
    BUCAS,
    name="e2dev-url",
    title="link to eternity2.dev; square, 25 colours at most",
    read=partial(read, site="dev"),
    write=partial(write, site="dev"),
    holds=BUCAS.holds - {Feature.RECTANGLES},
)

BUCAS_BOARD = BUCAS.of_boards(_board("bucas"), partial(write_board, site="bucas"))
ETERNITY2DEV_BOARD = ETERNITY2DEV_URL.of_boards(_board("dev"), partial(write_board, site="dev"))


def read_json(text: str, source: str) -> Document:
    """Read a puzzle with its hints, ignoring unknown members."""
    value = document.load(text, source)
    sides = ("width", "height") if "tiles" not in value.keys else ("cols", "rows")
    if "size" in value.keys and not value.keys & {*sides}:
        sides = ("size", "size")
    cols, rows = (value.member(side).number(2) for side in sides)
    if "numColors" in value.keys:
        value.member("numColors").number()
    puzzle = Puzzle(cols, rows, value.member("tiles" if "tiles" in value.keys else "pieces").tiles(cols, rows))
    if "hints" in value.keys:
        hints = _hints(value.member("hints"), puzzle)
    else:
        hints = _placed(value.member("placed"), puzzle) if "placed" in value.keys else Solution()
    return Document(puzzle, hints, frame_note(puzzle))


def write_json(document: Document) -> str:
    """Write a puzzle and its hints, one per line."""
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
        "numColors": _highest(puzzle),
        "pieces": piece_list(puzzle.tiles),
        "hints": "[\n" + ",\n".join(hints) + "\n  ]" if hints else "[]",
    }
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in members.items()) + "\n}\n"


def _hints(hints: document.Value, puzzle: Puzzle) -> Solution:
    board = BoardBuilder(hints.source)
    last = len(puzzle.tiles) - 1
    for hint in hints.items():
        row, col = divmod(hint.member("pos").number(high=last), puzzle.cols)
        piece, rot = hint.member("piece").number(high=last), hint.member("rot").number(high=3)
        board.place(Placement(piece, Square(col, row), reversed_turns(rot)), None, f"{hint.place}: ")
    return board.solution()


def _placed(hints: document.Value, puzzle: Puzzle) -> Solution:
    board = BoardBuilder(hints.source)
    left = dict(enumerate(puzzle.tiles))
    shown: set[tuple[Square, Sides]] = set()
    for hint in hints.items():
        row, col = hint.member("row").number(high=puzzle.rows - 1), hint.member("col").number(high=puzzle.cols - 1)
        square, sides = Square(col, row), hint.member("tile").sides()
        if (square, sides) in shown:  # published files say some twice
            continue
        shown.add((square, sides))
        turns = (Placement(tile, square, rot) for tile in left for rot in range(4))
        lying = next((laid for laid in turns if puzzle.sides(laid) == sides), None)
        if lying is None:
            words = f"a tile of the puzzle, found none left that shows {' '.join(map(str, sides))}"
            raise InputError(hints.source, None, f"expected {hint.place}.tile to be {words}")
        board.place(lying, None, f"{hint.place}: ")
        del left[lying.tile]
    return board.solution()


ETERNITY2DEV = PuzzleFormat(
    name="eternity2dev",
    title="JSON with pieces and hints; eternity2.dev",
    suffixes=(".json",),
    read=read_json,
    write=write_json,
    holds=frozenset({Feature.RECTANGLES, Feature.LOOSE_ZEROS, Feature.CLUES, Feature.BARE}),
    colours=HIGHEST,
    claims=lambda text: (
        document.has_keys(text, "cols", "rows", "tiles")
        or (document.has_keys(text, "pieces") and not document.has_keys(text, "n", "m"))
    ),
)


# ---- boardDoc, the JSON in which the solvers of eternity2.dev write a board ----

_NO_PIECE = 0xFFFF
"""The number of the piece on an empty square, in the hash."""


def is_boarddoc(text: str) -> bool:
    """Whether a text is JSON with a board in it."""
    return document.has_keys(text, "board") or document.has_keys(text, "board_edges")


def read_boarddoc(text: str, source: str) -> Document:
    """Read a puzzle and its board, ignoring unknown members."""
    return read_picture(picture(text, source))


def picture(text: str, source: str) -> BoardPicture:
    """Read the board from letters, or from tile numbers."""
    value = document.load(text, source)
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


def write_boarddoc(solution: Solution, puzzle: Puzzle) -> str:
    """Write a complete or partial board as BoardDoc."""
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


def _word(value: document.Value) -> str:
    if not isinstance(value.content, str) or not re.fullmatch(r"[\w.*?-]*", value.content, re.ASCII):
        raise value.error("letters or digits")
    return value.content


def _codes(value: document.Value, side: int) -> list[int]:
    # -4 marks an empty square, so that all values are 4 * piece + turns.
    codes = value.items()
    if len(codes) != side * side:
        raise InputError(value.source, None, f"expected {side * side} numbers in board, found {len(codes)}")
    return [-4 if code.content == -1 else code.number(high=4 * MOST_PIECES - 1) for code in codes]


def _from_numbers(codes: list[int] | None, side: int, source: str) -> BoardPicture:
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
    # BoardDoc counts matches with and without the frame colour.
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
    read=read_boarddoc,
    write=lambda document: write_boarddoc(document.placements, document.puzzle),
    holds=frozenset({Feature.UNFRAMED, Feature.LOOSE_ZEROS}),
    colours=COLOURS,
    is_board=True,
    claims=is_boarddoc,
)

BOARDDOC_BOARD = BOARDDOC.of_boards(lambda text, puzzle, source: picture(text, source), write_boarddoc)
