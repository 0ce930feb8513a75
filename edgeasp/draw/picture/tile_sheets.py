"""Tiles to cut out, printed to scale with numbers on their backs, and boards to lay them on.

The tiles lie side by side, so that one straight cut divides two rows; marks outside the grid say where. The grid is in
the middle of the page, so that the backs lie behind the tiles whichever edge the paper is flipped on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from math import ceil
from typing import Literal

from edgeasp.draw.palette import SIZE, looks
from edgeasp.draw.picture.board import DARK, GREY, TEXT, badge, box, sides_text, wedges
from edgeasp.draw.picture.shapes import (
    ENDS,
    PAPERS,
    SIDE,
    Area,
    Label,
    Line,
    Paper,
    Photo,
    PrintedPage,
    Shape,
    ShapeGroup,
    page_of,
    shortened,
)
from edgeasp.draw.view import DrawStyle
from edgeasp.formats import files
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square
from edgeasp.system.errors import InputError, OptionError, missing

_PIXELS = 2400
"""The largest side that is kept: some 300 dots an inch on A4."""


def read_photograph(path: str, cols: int, rows: int) -> bytes:
    """The middle of a photograph, in the proportions of a board, as JPEG.

    Raises:
        InputError: the file cannot be read, or is no picture.
        OptionError: Pillow is not installed.
    """
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise missing("a photograph needs Pillow", "pillow", "png") from None
    name = files.shown_name(path)
    try:
        with Image.open(path) as photograph:
            upright = ImageOps.exif_transpose(photograph).convert("RGB")
    except UnidentifiedImageError:
        raise InputError(name, None, "expected a photograph, such as a .jpg or a .png") from None
    except OSError as error:
        raise InputError(name, None, f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    longest = max(cols, rows)
    side = min(_PIXELS // longest, min(upright.width // cols, upright.height // rows) or 1)
    fitted = ImageOps.fit(upright, (max(1, side) * cols, max(1, side) * rows))
    stream = BytesIO()
    fitted.save(stream, "JPEG", quality=90)
    return stream.getvalue()


HAIR = 0.2
"""The width of marks and cuts, in millimetres."""

RULER = 50
"""The length of the ruler that shows whether the scale is right, in millimetres."""

WORDY = 28.0
"""The margins at the top and at the bottom where lines stand below the title, in millimetres."""

MOST_LINES = 3

_TITLE, _WORDS, _LINE = 4.0, 3.2, 2.9
"""The heights of text, in millimetres."""


Backs = Literal["duplex", "fold", "none"]
"""The place of the backs of the tiles: on the other side of the paper, to be folded behind them, or nowhere."""


Flip = Literal["long", "short"]
"""The edge on which the printer flips the paper."""


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """The style of sheets of tiles.

    Attributes:
        paper: the size of the paper.
        tile: the width of a tile in millimetres.
        backs: where the backs are.
        flip: for backs on the other side, the edge on which the printer flips the paper.
        draw: how tiles are drawn.
        title: what stands above the tiles; the name of the puzzle if empty.
        lines: what stands below that, for whoever gets the sheet.
        photo: a photograph as JPEG, which the backs make up when the solved board is flipped over; empty for none.
        solution: the board, by which the photograph is divided.
    """

    paper: Paper = PAPERS["a4"]
    tile: float = 30.0
    backs: Backs = "duplex"
    flip: Flip = "long"
    draw: DrawStyle = DrawStyle()
    title: str = ""
    lines: tuple[str, ...] = ()
    photo: bytes = b""
    solution: Solution = Solution()

    @property
    def ends(self) -> float:
        """The margins at the top and at the bottom, in millimetres."""
        return WORDY if self.lines else ENDS

    @property
    def unit(self) -> float:
        """The millimetres of a unit of the picture."""
        return self.tile / SIZE


@dataclass(frozen=True, slots=True)
class _Grid:
    """The tiles of a page: columns, and the corner of the grid in units."""

    cols: int
    rows: int
    left: float
    top: float

    def corner(self, place: int) -> tuple[float, float]:
        """The corner of a place, row by row."""
        return self.left + place % self.cols * SIZE, self.top + place // self.cols * SIZE


def sheets(puzzle: Puzzle, name: str, style: SheetStyle = SheetStyle()) -> list[PrintedPage]:
    """The pages with the tiles of a puzzle, each followed by that of its backs, if these are on the other side.

    Raises:
        OptionError: not a single tile fits on the page.
    """
    cols, rows = _places(puzzle, style)
    per_page = cols * rows
    pages: list[PrintedPage] = []
    number = ceil(len(puzzle.tiles) / per_page)
    for index in range(number):
        tiles = range(index * per_page, min((index + 1) * per_page, len(puzzle.tiles)))
        heading = f"{shortened(style.title or name)}: {puzzle.cols} x {puzzle.rows} squares, {len(puzzle.tiles)} tiles"
        title = heading + (f"; sheet {index + 1} of {number}" if number > 1 else "")
        pages += _pages(puzzle, tiles, cols, style, title, shortened(name), index + 1)
    return pages


def _places(puzzle: Puzzle, style: SheetStyle) -> tuple[int, int]:
    """The columns and rows of tiles on a page: as on the board if that takes no more paper, else as many as fit."""
    paper = style.paper
    height = paper.height - 2 * style.ends if style.backs != "fold" else paper.height / 2 - style.ends
    # A tile that fits by the width of a hair fits.
    cols, rows = (int((extent + HAIR) / style.tile) for extent in (paper.width - 2 * SIDE, height))
    if not cols or not rows:
        most = min(paper.width - 2 * SIDE, height)
        raise OptionError(f"expected tiles of at most {int(most)} mm on {paper.name} paper, not {style.tile:g} mm")
    count = len(puzzle.tiles)
    if puzzle.cols <= cols and ceil(count / (puzzle.cols * rows)) == ceil(count / (cols * rows)):
        cols = puzzle.cols
    return cols, rows


def _pages(
    puzzle: Puzzle, tiles: range, cols: int, style: SheetStyle, title: str, name: str, number: int
) -> Iterator[PrintedPage]:
    """A page of tiles, and that of their backs."""
    paper, unit = style.paper, style.unit
    width, height = paper.width / unit, paper.height / unit
    rows = ceil(len(tiles) / cols)
    folded = style.backs == "fold"
    top = height / 2 - rows * SIZE if folded else (height - rows * SIZE) / 2
    grid = _Grid(cols, rows, (width - cols * SIZE) / 2, top)

    def backs(on: _Grid, flip: Flip) -> list[Shape | ShapeGroup]:
        places = (on.corner(_mirrored(at, grid, flip)) for at in range(len(tiles)))
        return [_back(puzzle, tile, place, style, name) for tile, place in zip(tiles, places, strict=True)]

    shapes: list[Shape | ShapeGroup] = [_front(puzzle, tile, grid.corner(at), style) for at, tile in enumerate(tiles)]
    # Hairlines between the tiles and around them.
    corners = map(grid.corner, range(len(tiles)))
    shapes += [Line(box(x, y, x + SIZE, y + SIZE), HAIR / unit, DARK, closed=True) for x, y in corners]
    if folded:
        behind = _Grid(cols, rows, grid.left, height / 2)
        shapes += backs(behind, "short")
        shapes += _marks(_Grid(cols, 2 * rows, grid.left, grid.top), unit)
        shapes += _fold(width, height / 2, unit)
    else:
        shapes += _marks(grid, unit)
    shapes.append(Label((width / 2, (8 if style.lines else 12) / unit), title, _TITLE / unit, TEXT))
    for place, line in enumerate(style.lines):
        shapes.append(Label((width / 2, (13 + 3.8 * place) / unit), line, _LINE / unit, TEXT))
    shapes += _ruler(style, width, height)
    yield page_of(f"{number}", paper, unit, (title, "tiles to cut out"), shapes)
    if style.backs == "duplex":
        about = f"{title}, backs", "the numbers of the tiles"
        yield page_of(f"{number}-back", paper, unit, about, backs(grid, style.flip))


def _mirrored(place: int, grid: _Grid, flip: Flip) -> int:
    """The place behind another one, when the paper is flipped."""
    row, col = divmod(place, grid.cols)
    if flip == "long":
        return row * grid.cols + grid.cols - 1 - col
    return (grid.rows - 1 - row) * grid.cols + col


def _front(puzzle: Puzzle, tile: int, corner: tuple[float, float], style: SheetStyle) -> ShapeGroup:
    """A tile as the file of the puzzle has it."""
    x, y = corner
    own = puzzle.tiles[tile]
    middle = (x + SIZE / 2, y + SIZE / 2)
    mark = list(badge(str(puzzle.names.number(tile)), 0, own.sign, middle, style.draw))
    shapes = (*wedges(own.sides, x, y, style.draw, looks(puzzle), depth=18 if mark else 24), *mark)
    return ShapeGroup(f"tile {puzzle.names.number(tile)}: {sides_text(puzzle, own.sides)}", shapes)


def _back(puzzle: Puzzle, tile: int, corner: tuple[float, float], style: SheetStyle, name: str) -> ShapeGroup:
    """The back of a tile: its number, and below it the name of the puzzle, which also says what is up; or a photograph.

    From behind, the columns of the board are in reverse, and turns go the other way round. Paper that is flipped on its
    short edge, or folded, stands on its head.
    """
    x, y = corner
    number = str(puzzle.names.number(tile))
    if lying := next((placement for placement in style.solution if placement.tile == tile), None):
        col, row = puzzle.cols - 1 - lying.square.col, lying.square.row
        part = col / puzzle.cols, row / puzzle.rows, 1 / puzzle.cols, 1 / puzzle.rows
        head = style.backs == "fold" or style.flip == "short"
        turns = (lying.rot + 2 * head) % 4
        return ShapeGroup(f"back of tile {number}", (Photo(x, y, SIZE, SIZE, style.photo, part, turns),))
    below = min(9.0, 150 / max(1, len(name)))
    return ShapeGroup(
        f"back of tile {number}",
        (
            Label((x + SIZE / 2, y + 44), number, min(36.0, 110 / len(number)), DARK),
            Label((x + SIZE / 2, y + 76), name, below, TEXT),
        ),
    )


def _marks(grid: _Grid, unit: float) -> Iterator[Shape]:
    """Marks outside the grid, one at each end of each cut."""
    near, far = 1.5 / unit, 6 / unit
    right, bottom = grid.left + grid.cols * SIZE, grid.top + grid.rows * SIZE
    for col in range(grid.cols + 1):
        x = grid.left + col * SIZE
        for start, end in ((grid.top - far, grid.top - near), (bottom + near, bottom + far)):
            yield Line(((x, start), (x, end)), HAIR / unit, DARK)
    for row in range(grid.rows + 1):
        y = grid.top + row * SIZE
        for start, end in ((grid.left - far, grid.left - near), (right + near, right + far)):
            yield Line(((start, y), (end, y)), HAIR / unit, DARK)


def _fold(width: float, y: float, unit: float) -> Iterator[Shape]:
    """The line along which the paper is folded, dashed, on both sides of the grid."""
    for start in range(1, 7, 2):
        for x in (start / unit, width - (start + 1) / unit):
            yield Line(((x, y), (x + 1 / unit, y)), 2 * HAIR / unit, DARK)


def _ruler(style: SheetStyle, width: float, height: float) -> Iterator[Shape]:
    """A ruler in the bottom margin, and what the printer has to know."""
    unit = style.unit
    left, y = (width - RULER / unit) / 2, height - 13 / unit
    yield Line(((left, y), (left + RULER / unit, y)), HAIR / unit, DARK)
    for step in range(RULER // 10 + 1):
        x = left + 10 * step / unit
        yield Line(((x, y), (x, y - 2 / unit)), HAIR / unit, DARK)
    words = f"{RULER} mm if printed at 100 %"
    if style.backs == "duplex":
        words += f"; backs: print on both sides, flipped on the {style.flip} edge"
    elif style.backs == "fold":
        words += "; backs: fold at the dashed marks, glue, then cut"
    yield Label((width / 2, height - 10 / unit), words, _WORDS / unit, TEXT)


_SIDE, _ENDS = 8.0, 16.0
"""The margins of a page, in millimetres; the frame of the board lies in them."""

_FRAME = 3.0
"""The width of the frame, in millimetres."""


def trays(puzzle: Puzzle, clues: Solution, name: str, style: SheetStyle) -> list[PrintedPage]:
    """The pages of a board, one, or several to be laid edge to edge, each with about as many squares."""
    paper = style.paper
    cols = _parts(puzzle.cols, paper.width - 2 * _SIDE, style.tile)
    rows = _parts(puzzle.rows, paper.height - 2 * _ENDS, style.tile)
    number = len(cols) * len(rows)
    pages = []
    for index in range(number):
        down, across = divmod(index, len(cols))
        heading = f"{shortened(name)}: lay the tiles here" + (f"; part {index + 1} of {number}" if number > 1 else "")
        shapes = list(_tray(puzzle, clues, style, cols[across], rows[down]))
        width = paper.width / style.unit
        shapes.append(Label((width / 2, 7 / style.unit), heading, 4 / style.unit, TEXT))
        pages.append(page_of(f"board-{index + 1}", paper, style.unit, (heading, "a board for the tiles"), shapes))
    return pages


def _parts(extent: int, room: float, tile: float) -> list[range]:
    """The columns, or rows, of each page."""
    most = max(1, int((room + HAIR) / tile))
    number = ceil(extent / most)
    ends = [extent * part // number for part in range(number + 1)]
    return [range(first, last) for first, last in pairwise(ends)]


def _tray(
    puzzle: Puzzle, clues: Solution, style: SheetStyle, cols: Sequence[int], rows: Sequence[int]
) -> Iterator[Shape | ShapeGroup]:
    """A part of the board, in the middle of a page."""
    paper, unit = style.paper, style.unit
    left = (paper.width / unit - len(cols) * SIZE) / 2
    top = (paper.height / unit - len(rows) * SIZE) / 2
    right, bottom = left + len(cols) * SIZE, top + len(rows) * SIZE
    band = _FRAME / unit
    outside = {
        Side.NORTH: (0 in rows, (left, top - band, right, top)),
        Side.EAST: (puzzle.cols - 1 in cols, (right, top, right + band, bottom)),
        Side.SOUTH: (puzzle.rows - 1 in rows, (left, bottom, right, bottom + band)),
        Side.WEST: (0 in cols, (left - band, top, left, bottom)),
    }
    yield from (Area(box(*place), GREY) for lies, place in outside.values() if lies and puzzle.framed)
    if style.photo:
        part = cols[0] / puzzle.cols, rows[0] / puzzle.rows, len(cols) / puzzle.cols, len(rows) / puzzle.rows
        yield Photo(left, top, right - left, bottom - top, style.photo, part)
    clue_on, look = clues.by_square(), looks(puzzle)
    for row in rows:
        for col in cols:
            x, y = left + (col - cols[0]) * SIZE, top + (row - rows[0]) * SIZE
            clue = clue_on.get(Square(col, row))
            if clue is not None:
                own = tuple(wedges(puzzle.sides(clue), x, y, style.draw, look))
                yield ShapeGroup(f"tile {puzzle.names.number(clue.tile)} lies here", own)
            elif not style.photo:
                yield Label((x + SIZE / 2, y + SIZE / 2), puzzle.names.place(Square(col, row)), 16, GREY)
            yield Line(box(x, y, x + SIZE, y + SIZE), 1.5 * HAIR / unit, DARK, closed=True)
