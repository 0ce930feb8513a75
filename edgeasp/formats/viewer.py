"""Links to the viewers e2.bucas.name and eternity2.dev: a puzzle with its board, or a board of a given puzzle."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.formats.links import EMPTY, HOSTS, parse
from edgeasp.puzzle.errors import FormatError, InputError
from edgeasp.puzzle.model import Placement, Puzzle, Sides, Solution, Square, Tile, canonical_sides, turned

COLOURS = 25
MOST_PIECES = 999

SITES = {"bucas": "https://e2.bucas.name/#", "dev": "https://eternity2.dev/viewer?"}
"""The beginning of a link to each site."""


def read(text: str, source: str, site: str | None = None) -> Document:
    """The puzzle and the board of a link to the site, or to either; each tile is unrotated on its square.

    Raises:
        InputError: the text is no such link, or squares are empty, so that tiles are missing.
    """
    picture = parse(text, source, site)
    tiles = [Tile(sides) for sides in picture.squares if sides is not None]
    if None in picture.squares:
        message = (
            f"expected a tile on every square, found {picture.squares.count(None)} empty: "
            "without all tiles, a link can be read only as a board of a given puzzle"
        )
        raise InputError(source, None, message)
    listed = tuple(range(1, len(tiles) + 1))
    numbered = picture.pieces is None or sorted(picture.pieces) == list(listed)
    numbers = picture.pieces if picture.pieces and numbered else listed
    note = f"board_pieces does not number the tiles from 1 to {len(tiles)}: numbered row by row"
    notes = () if numbered else (note,)
    placements = [
        Placement(number - 1, square, 0) for number, (square, _) in zip(numbers, picture.places(), strict=True)
    ]
    in_order = tuple(tile for _, tile in sorted(zip(numbers, tiles, strict=True), key=lambda pair: pair[0]))
    return Document(Puzzle(picture.cols, picture.rows, in_order), Solution(tuple(placements)), notes)


def write(document: Document, site: str = "bucas") -> str:
    """The link to the board of a document; without a board, to its tiles in their order, unrotated."""
    puzzle = document.puzzle
    listed = (Placement(tile, square, 0) for tile, square in enumerate(puzzle.squares()))
    return write_board(document.placements if len(document.placements) else Solution(tuple(listed)), puzzle, site)


def read_board(text: str, puzzle: Puzzle, source: str, site: str | None = None) -> Solution:
    """The board of a link, complete or partial, for a given puzzle.

    The numbers of the pieces count where their tiles have the right sides; other squares get the first tile that has.
    """
    picture = parse(text, source, site)
    if (picture.cols, picture.rows) != (puzzle.cols, puzzle.rows):
        found = f"{picture.cols} x {picture.rows}"
        raise InputError(source, None, f"expected a {puzzle.cols} x {puzzle.rows} board, found {found}")
    numbers = picture.pieces or (0,) * len(picture.squares)
    chosen: dict[Square, Placement] = {}
    left = dict(enumerate(puzzle.tiles))
    for number, (square, sides) in zip(numbers, picture.places(), strict=True):
        rot = None if sides is None or number - 1 not in left else _rotation(left[number - 1], sides)
        if rot is not None:
            chosen[square] = Placement(number - 1, square, rot)
            del left[number - 1]
    by_sides: dict[Sides, list[int]] = {}
    for tile in reversed(left):
        by_sides.setdefault(canonical_sides(left[tile].sides), []).append(tile)
    for square, sides in picture.places():
        if sides is None or square in chosen:
            continue
        identical = by_sides.get(canonical_sides(sides))
        if not identical:
            where = f"column {square.col}, row {square.row} (from 0)"
            shows = " ".join(map(str, sides))
            raise InputError(source, None, f"expected tiles of the puzzle, found none left that shows {shows}, {where}")
        tile = identical.pop()
        chosen[square] = Placement(tile, square, _rotation(puzzle.tiles[tile], sides) or 0)
    return Solution(tuple(chosen[square] for square in puzzle.squares() if square in chosen))


def write_board(solution: Solution, puzzle: Puzzle, site: str = "bucas") -> str:
    """The link to a board; FormatError if the viewer cannot display it."""
    reason = _unfit(puzzle, site)
    if reason is not None:
        raise FormatError(reason)
    return _url(solution, puzzle, site) + "\n"


def link(puzzle: Puzzle, solution: Solution, site: str = "bucas") -> str | None:
    """The link to a board, with colours renumbered if necessary; None if no link can hold it."""
    compact = _renumbered(puzzle) if _highest(puzzle) > COLOURS else puzzle
    return None if _unfit(compact, site) else _url(solution, compact, site)


def _url(solution: Solution, puzzle: Puzzle, site: str) -> str:
    on = solution.by_square()
    squares = [puzzle.sides(on[square]) if square in on else EMPTY for square in puzzle.squares()]
    edges = "".join(chr(ord("a") + colour) for sides in squares for colour in sides)
    url = f"{SITES[site]}puzzle=edgeasp&board_w={puzzle.cols}&board_h={puzzle.rows}&board_edges={edges}"
    if len(puzzle.tiles) > MOST_PIECES:
        return url
    pieces = "".join(f"{on[square].tile + 1:03}" if square in on else "000" for square in puzzle.squares())
    return f"{url}&board_pieces={pieces}"


def _unfit(puzzle: Puzzle, site: str) -> str | None:
    """The reason why a viewer cannot display boards of the puzzle; None if it can."""
    if _highest(puzzle) > COLOURS:
        return (
            f"a link holds the frame and colours up to {COLOURS}, and this puzzle has colour {_highest(puzzle)}: "
            "share a .puz and a .sol, or a picture"
        )
    if site == "dev" and puzzle.cols != puzzle.rows:
        return f"{HOSTS[site]} shows square boards only: link to {HOSTS['bucas']}"
    return None


def _highest(puzzle: Puzzle) -> int:
    return max(max(tile.sides) for tile in puzzle.tiles)


def _renumbered(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its colours numbered from 1 without gaps; 0 stays 0."""
    colours = sorted({colour for tile in puzzle.tiles for colour in tile.sides} - {0})
    numbers = {0: 0} | {colour: number for number, colour in enumerate(colours, start=1)}
    tiles = []
    for tile in puzzle.tiles:
        north, east, south, west = (numbers[colour] for colour in tile.sides)
        tiles.append(replace(tile, sides=(north, east, south, west)))
    return replace(puzzle, tiles=tuple(tiles))


def _rotation(tile: Tile, sides: Sides) -> int | None:
    return next((rot for rot in range(4) if turned(tile.sides, rot) == sides), None)


BUCAS = PuzzleFormat(
    name="bucas",
    title="link to e2.bucas.name; 25 colours at most",
    suffixes=(".url",),
    read=partial(read, site="bucas"),
    write=partial(write, site="bucas"),
    holds=frozenset({Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.RECTANGLES}),
    colours=COLOURS,
    is_board=True,
)

ETERNITY2DEV_URL = replace(
    BUCAS,
    name="e2dev-url",
    title="link to eternity2.dev; square, 25 colours at most",
    read=partial(read, site="dev"),
    write=partial(write, site="dev"),
    holds=BUCAS.holds - {Feature.RECTANGLES},
)

BUCAS_BOARD = BoardFormat(
    name=BUCAS.name,
    title=BUCAS.title,
    suffixes=BUCAS.suffixes,
    read=partial(read_board, site="bucas"),
    write=partial(write_board, site="bucas"),
)

ETERNITY2DEV_BOARD = BoardFormat(
    name=ETERNITY2DEV_URL.name,
    title=ETERNITY2DEV_URL.title,
    suffixes=ETERNITY2DEV_URL.suffixes,
    read=partial(read_board, site="dev"),
    write=partial(write_board, site="dev"),
)
