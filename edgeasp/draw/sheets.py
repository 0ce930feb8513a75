"""Sheets to print: tiles to cut out, empty boards, and books.

Tiles touch each other, so a single straight cut separates two rows. Marks outside the grid show where to cut. The grid
is centred on the page, so that each back is behind its tile, whichever edge the paper is flipped on.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import accumulate, chain, pairwise, product
from math import ceil
from typing import Literal, NamedTuple

from edgeasp.draw.board import (
    DARK,
    GREY,
    NAME_SIZE,
    TEXT,
    NamedBoard,
    board_pages,
    boards_per_page,
    legend,
    rectangle,
    side_letters,
    side_wedge,
    sides_text,
    tile_badge,
    tile_shapes,
    tile_wedges,
)
from edgeasp.draw.language import ENGLISH, Language
from edgeasp.draw.palette import SIZE, Look, looks_of
from edgeasp.draw.shapes import (
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
    average_text_size,
    build_page,
    characters_per_line,
    painted_outlines,
    shorten,
    to_picture,
)
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats import files
from edgeasp.puzzle import features
from edgeasp.puzzle.model import HOLE, OF_BOARD, Matching, Puzzle, PuzzleFeature, Side, Solution, Square, rotate_sides
from edgeasp.puzzle.symmetry import symmetries
from edgeasp.system.errors import InputError, OptionError, missing_package
from edgeasp.system.lines import with_noun

# ---- tiles to cut out, printed to scale with numbers on their backs, and boards to place them on ----

# Longest side of a stored photograph in pixels, about 300 dots per inch on A4.
_PIXELS = 2400


def read_photograph(path: str, cols: int, rows: int) -> bytes:
    """Read a photograph, cropped to a board's proportions, as JPEG.

    Args:
        path: name of the file.
        cols: columns of the board.
        rows: rows of the board.

    Raises:
        InputError: the file cannot be read, or is not a picture.
        OptionError: Pillow is not installed.
    """
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise missing_package("a photo needs Pillow", "pillow", "png") from None
    name = files.printable_name(path)
    try:
        with Image.open(path) as photograph:
            upright = ImageOps.exif_transpose(photograph).convert("RGB")
    except UnidentifiedImageError:
        raise InputError(name, None, "expected a photo, such as a .jpg or a .png") from None
    except OSError as error:
        raise InputError(name, None, f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    longest = max(cols, rows)
    # A small photograph is not enlarged.
    side = min(_PIXELS // longest, min(upright.width // cols, upright.height // rows) or 1)
    fitted = ImageOps.fit(upright, (max(1, side) * cols, max(1, side) * rows))
    stream = BytesIO()
    fitted.save(stream, "JPEG", quality=90)
    return stream.getvalue()


HAIR = 0.2
"""Width of marks and cuts in millimetres."""

RULER = 50
"""Length of the ruler that verifies the printed scale, in millimetres."""

WORDY = 28.0
"""Margins at top and bottom in millimetres, if there are lines below the title."""

MOST_LINES = 3
"""Most lines below the title, at their usual height."""

# Heights in millimetres: of the title, the notes at the bottom, and the lines below the title.
_TITLE, _WORDS, _LINE = 4.0, 3.2, 2.9

# Distance of two lines, relative to the height of their text.
_APART = 3.8 / _LINE

# Heights in millimetres for the lines below the title. Long lines get a smaller one.
_SIZES = (_LINE, 2.6, 2.3, 2.0, 1.7)


Backs = Literal["duplex", "fold", "none"]
"""Place of the backs: on the other side of the paper, folded behind the tiles, or none."""


Flip = Literal["long", "short"]
"""Edge on which the printer flips the paper."""


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """Style of sheets of tiles.

    Attributes:
        paper: size of the paper.
        tile: width of a tile in millimetres.
        backs: `duplex` prints them on the other side of the paper, `fold` prints them to be folded behind the tiles.
        flip: edge on which the printer flips the paper, for backs on its other side.
        draw: style of the tiles.
        title: title above the tiles. Default: the name of the puzzle.
        lines: lines below the title, for players.
        photo: photograph as JPEG, empty for none. Its parts are printed on the backs of the tiles, so that the solved
            board shows it from behind.
        solution: solved board, which determines the part of the photograph on each back.
        language: language of the text.
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
    language: Language = ENGLISH

    @property
    def ends(self) -> float:
        """Height in millimetres of the top and bottom margins."""
        return WORDY if self.lines else ENDS

    @property
    def unit(self) -> float:
        """Millimetres per unit of the picture."""
        return self.tile / SIZE


@dataclass(frozen=True, slots=True)
class _TileGrid:
    """Grid of tiles on a page.

    Attributes:
        cols: tiles in a row.
        rows: tiles in a column.
        left: x of the upper left corner, in units.
        top: y of the upper left corner.
    """

    cols: int
    rows: int
    left: float
    top: float

    def corner(self, place: int) -> tuple[float, float]:
        """Return the upper left corner of a cell.

        Cells are numbered row by row from 0.
        """
        return self.left + place % self.cols * SIZE, self.top + place // self.cols * SIZE


def tile_pages(puzzle: Puzzle, name: str, style: SheetStyle = SheetStyle()) -> list[PrintedPage]:
    """Arrange the tiles of a puzzle on pages.

    With duplex printing, each page is followed by a page of backs.

    Args:
        puzzle: the puzzle.
        name: its name.
        style: the style.

    Raises:
        OptionError: not a single tile fits on the page, or the lines below the title do not fit.
    """
    cols, rows = _tiles_per_page(puzzle, style)
    per_page = cols * rows
    pages: list[PrintedPage] = []
    number = ceil(len(puzzle.tiles) / per_page)
    for index in range(number):
        tiles = range(index * per_page, min((index + 1) * per_page, len(puzzle.tiles)))
        values = {"name": style.title or shorten(name), "cols": puzzle.cols, "rows": puzzle.rows}
        say = style.language.translate
        title = say("{name}: {cols} x {rows} squares, {tiles} tiles", **values, tiles=len(puzzle.tiles))
        title += say("; sheet {sheet} of {sheets}", sheet=index + 1, sheets=number) if number > 1 else ""
        pages += _page_and_backs(puzzle, tiles, cols, style, title, shorten(name), index + 1)
    return pages


def _tiles_per_page(puzzle: Puzzle, style: SheetStyle) -> tuple[int, int]:
    """Choose columns and rows of tiles on a page.

    A page gets as many tiles as possible. It has as many columns as the board if this takes no more pages.
    """
    paper = style.paper
    ends = max(style.ends, _BELOW + _page_legend(puzzle, style)[0]) if puzzle.names.colours else style.ends
    height = paper.height - 2 * ends if style.backs != "fold" else paper.height / 2 - ends
    # Tiles may be too wide by a hairline in all.
    cols, rows = (int((extent + HAIR) / style.tile) for extent in (paper.width - 2 * SIDE, height))
    if not cols or not rows:
        most = min(paper.width - 2 * SIDE, height)
        raise OptionError(f"expected tiles of at most {int(most)} mm on {paper.name} paper, not {style.tile:g} mm")
    count = len(puzzle.tiles)
    if puzzle.cols <= cols and ceil(count / (puzzle.cols * rows)) == ceil(count / (cols * rows)):
        cols = puzzle.cols
    return cols, rows


def _page_and_backs(
    puzzle: Puzzle, tiles: range, cols: int, style: SheetStyle, title: str, name: str, number: int
) -> Iterator[PrintedPage]:
    """Yield a page of tiles, then their backs, if printed.

    Args:
        puzzle: the puzzle.
        tiles: indices of the tiles on the page.
        cols: tiles in a row.
        style: the style.
        title: title of the page.
        name: name of the puzzle, for the backs.
        number: number of the page.
    """
    paper, unit = style.paper, style.unit
    width, height = paper.width / unit, paper.height / unit
    rows = ceil(len(tiles) / cols)
    folded = style.backs == "fold"
    # Backs to fold are below the tiles: the page is folded in its middle.
    top = height / 2 - rows * SIZE if folded else (height - rows * SIZE) / 2
    grid = _TileGrid(cols, rows, (width - cols * SIZE) / 2, top)

    def draw_backs(on: _TileGrid, flip: Flip) -> list[Shape | ShapeGroup]:
        places = (on.corner(_cell_behind(at, grid, flip)) for at in range(len(tiles)))
        return [_tile_back(puzzle, tile, place, style, name) for tile, place in zip(tiles, places, strict=True)]

    shapes: list[Shape | ShapeGroup] = [
        tile_shapes(puzzle, tile, grid.corner(at), style.draw) for at, tile in enumerate(tiles)
    ]
    # Hairlines between the tiles and around them.
    corners = map(grid.corner, range(len(tiles)))
    shapes += [Line(rectangle(x, y, x + SIZE, y + SIZE), HAIR / unit, DARK, closed=True) for x, y in corners]
    if folded:
        behind = _TileGrid(cols, rows, grid.left, height / 2)
        shapes += draw_backs(behind, "short")
        shapes += _cut_marks(_TileGrid(cols, 2 * rows, grid.left, grid.top), unit)
        shapes += _fold_line(width, height / 2, unit)
    else:
        shapes += _cut_marks(grid, unit)
    room = paper.width - 2 * SIDE
    height_of_title = average_text_size(title, room, _TITLE) / unit
    shapes.append(Label((width / 2, (8 if style.lines else 12) / unit), title, height_of_title, TEXT))
    wrapped = _wrap_lines(style.lines, room)
    if wrapped is None:
        number = sum(map(len, style.lines))
        raise OptionError(f"the lines below the title have {number} characters, too many for the page: shorten them")
    size, lines = wrapped
    for place, line in enumerate(lines):
        shapes.append(Label((width / 2, (13 + _APART * size * place) / unit), line, size / unit, TEXT))
    shapes += [*_ruler(style, width, height), *_page_legend(puzzle, style)[1]]
    yield build_page(f"{number}", paper, unit, (title, "tiles to cut out"), shapes)
    if style.backs == "duplex":
        about = f"{title}, backs", "the numbers of the tiles"
        yield build_page(f"{number}-back", paper, unit, about, draw_backs(grid, style.flip))


def _wrap_lines(lines: Sequence[str], room: float) -> tuple[float, list[str]] | None:
    """Wrap lines at the largest height at which they fit.

    Args:
        lines: the lines.
        room: available width in millimetres.

    Returns:
        Height in millimetres and wrapped lines, None if they do not fit even at the smallest height.
    """
    for size in _SIZES:
        most = int(MOST_LINES * _LINE / size)
        # Wrapping a text of a megabyte would take seconds.
        if sum(map(len, lines)) <= most * characters_per_line(room, size):
            divided = [part for line in lines for part in textwrap.wrap(line, characters_per_line(room, size))]
            if len(divided) <= most:
                return size, divided
    return None


def _cell_behind(place: int, grid: _TileGrid, flip: Flip) -> int:
    """Return the cell for the back of a tile.

    Args:
        place: cell of the tile.
        grid: grid of the page of tiles.
        flip: edge on which the paper is flipped.
    """
    row, col = divmod(place, grid.cols)
    if flip == "long":
        return row * grid.cols + grid.cols - 1 - col
    return (grid.rows - 1 - row) * grid.cols + col


def _tile_back(puzzle: Puzzle, tile: int, corner: tuple[float, float], style: SheetStyle, name: str) -> ShapeGroup:
    """Draw the back of a tile.

    It shows a part of the photograph, the tile's other face if tiles are two-sided, or else the number of the tile.
    Below the number is the puzzle's name, which also shows which way up the tile is.
    """
    x, y = corner
    number = str(puzzle.names.number(tile))
    if lying := next((placement for placement in style.solution if placement.tile == tile), None):
        # Seen from behind, the columns of the board are reversed, and rotations go the other way.
        col, row = puzzle.cols - 1 - lying.square.col, lying.square.row
        part = col / puzzle.cols, row / puzzle.rows, 1 / puzzle.cols, 1 / puzzle.rows
        # Paper that is folded, or flipped on its short edge, is upside down.
        head = style.backs == "fold" or style.flip == "short"
        turns = (lying.rot + 2 * head) % 4
        return ShapeGroup(f"back of tile {number}", (Photo(x, y, SIZE, SIZE, style.photo, part, turns),))
    if puzzle.faces(tile)[1:]:
        sides = rotate_sides(puzzle.faces(tile)[1], 2 * (style.backs == "fold" or style.flip == "short"))
        numbered = replace(style.draw, tiles=True)
        mark = list(tile_badge(f"{number}'", 0, puzzle.tiles[tile].sign, (x + SIZE / 2, y + SIZE / 2), numbered))
        shapes = (*tile_wedges(sides, x, y, style.draw, looks_of(puzzle), mark), *mark)
        return ShapeGroup(f"back of tile {number}: {sides_text(puzzle, sides)}", shapes)
    below = min(9.0, 150 / max(1, len(name)))
    return ShapeGroup(
        f"back of tile {number}",
        (
            Label((x + SIZE / 2, y + 44), number, min(36.0, 110 / len(number)), DARK),
            Label((x + SIZE / 2, y + 76), name, below, TEXT),
        ),
    )


def _cut_marks(grid: _TileGrid, unit: float) -> Iterator[Shape]:
    near, far = 1.5 / unit, 6 / unit
    across = [grid.left + col * SIZE for col in range(grid.cols + 1)]
    down = [grid.top + row * SIZE for row in range(grid.rows + 1)]
    for x, (start, end) in product(across, ((down[0] - far, down[0] - near), (down[-1] + near, down[-1] + far))):
        yield Line(((x, start), (x, end)), HAIR / unit, DARK)
    for y, (start, end) in product(down, ((across[0] - far, across[0] - near), (across[-1] + near, across[-1] + far))):
        yield Line(((start, y), (end, y)), HAIR / unit, DARK)


def _fold_line(width: float, y: float, unit: float) -> Iterator[Shape]:
    for start in range(1, 7, 2):
        for x in (start / unit, width - (start + 1) / unit):
            yield Line(((x, y), (x + 1 / unit, y)), 2 * HAIR / unit, DARK)


# Height of a colour name in a legend, in millimetres.
_KEY = 2.6

# Space for cutting marks and the ruler below the tiles, in millimetres.
_BELOW = 23.0


def _page_legend(puzzle: Puzzle, style: SheetStyle) -> tuple[float, list[Shape]]:
    """Return the height in millimetres and shapes of a legend."""
    unit, paper = style.unit, style.paper
    room, scale = (paper.width - 2 * SIDE) / unit, _KEY / (NAME_SIZE * unit)
    height, _ = legend(puzzle, style.draw, (0, 0), room, scale)
    corner = SIDE / unit, (paper.height - 16) / unit - height
    return height * unit, legend(puzzle, style.draw, corner, room, scale)[1]


def _ruler(style: SheetStyle, width: float, height: float) -> Iterator[Shape]:
    unit = style.unit
    left, y = (width - RULER / unit) / 2, height - 13 / unit
    yield Line(((left, y), (left + RULER / unit, y)), HAIR / unit, DARK)
    for step in range(RULER // 10 + 1):
        x = left + 10 * step / unit
        yield Line(((x, y), (x, y - 2 / unit)), HAIR / unit, DARK)
    words = style.language.translate("{length} mm if printed at 100 %", length=RULER)
    if style.backs == "duplex":
        words += style.language.translate(f"; backs: print on both sides, flipped on the {style.flip} edge")
    elif style.backs == "fold":
        words += style.language.translate("; backs: fold at the dashed marks, glue, then cut")
    yield Label((width / 2, height - 10 / unit), words, _WORDS / unit, TEXT)


# Margins of a page with a board in millimetres: at the sides, and at top and bottom. The frame of the board is within
# them.
_SIDE, _ENDS = 8.0, 16.0

# Width of the drawn frame in millimetres.
_FRAME = 3.0

# Size of boundary colours relative to sides of tiles. At full size they would cover the names of squares.
_RIM = 0.6


def tray_pages(puzzle: Puzzle, clues: Solution, name: str, style: SheetStyle) -> list[PrintedPage]:
    """Draw an empty board to place the tiles on.

    A board that is larger than the paper is divided among several pages.
    """
    paper = style.paper
    cols = _divide_among_pages(puzzle.cols, paper.width - 2 * _SIDE, style.tile)
    rows = _divide_among_pages(puzzle.rows, paper.height - 2 * _ENDS, style.tile)
    number = len(cols) * len(rows)
    pages = []
    for index in range(number):
        down, across = divmod(index, len(cols))
        heading = style.language.translate("{name}: place the tiles here", name=name)
        heading += (
            style.language.translate("; part {part} of {parts}", part=index + 1, parts=number) if number > 1 else ""
        )
        shapes = list(_tray_shapes(puzzle, clues, style, cols[across], rows[down]))
        width = paper.width / style.unit
        size = average_text_size(heading, paper.width - 2 * SIDE, _TITLE) / style.unit
        shapes.append(Label((width / 2, 7 / style.unit), heading, size, TEXT))
        pages.append(build_page(f"board-{index + 1}", paper, style.unit, (heading, "a board for the tiles"), shapes))
    return pages


def _divide_among_pages(extent: int, room: float, tile: float) -> list[range]:
    """Divide the columns or rows of a board among pages.

    Args:
        extent: number of columns or rows.
        room: available length in millimetres.
        tile: width of a tile in millimetres.
    """
    most = max(1, int((room + HAIR) / tile))
    number = ceil(extent / most)
    ends = [extent * part // number for part in range(number + 1)]
    return [range(first, last) for first, last in pairwise(ends)]


def _tray_shapes(
    puzzle: Puzzle, clues: Solution, style: SheetStyle, cols: Sequence[int], rows: Sequence[int]
) -> Iterator[Shape | ShapeGroup]:
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
    sides = ((square, side) for square in puzzle.grid.squares for side in puzzle.statement.frame_sides(square))
    framed = {side for square, side in sides if puzzle.grid.part(square, side) != HOLE}
    yield from (Area(rectangle(*place), GREY) for side, (lies, place) in outside.items() if lies and side in framed)
    if style.photo:
        part = cols[0] / puzzle.cols, rows[0] / puzzle.rows, len(cols) / puzzle.cols, len(rows) / puzzle.rows
        yield Photo(left, top, right - left, bottom - top, style.photo, part)
    clue_on, look = clues.by_square(), looks_of(puzzle)
    for row in rows:
        for col in cols:
            x, y = left + (col - cols[0]) * SIZE, top + (row - rows[0]) * SIZE
            if Square(col, row) not in puzzle.grid:
                yield Area(rectangle(x, y, x + SIZE, y + SIZE), GREY)
                continue
            clue = clue_on.get(Square(col, row))
            if clue is not None:
                own = tuple(tile_wedges(puzzle.sides(clue), x, y, style.draw, look))
                yield ShapeGroup(f"tile {puzzle.names.number(clue.tile)} is a clue", own)
            else:
                yield from _boundary_shapes(puzzle, Square(col, row), x, y, style.draw, look)
            if clue is None and not style.photo:
                yield Label((x + SIZE / 2, y + SIZE / 2), puzzle.names.place(Square(col, row)), 16, GREY)
            yield Line(rectangle(x, y, x + SIZE, y + SIZE), 1.5 * HAIR / unit, DARK, closed=True)


def _boundary_shapes(
    puzzle: Puzzle, square: Square, x: float, y: float, options: DrawStyle, look: Mapping[int, Look]
) -> Iterator[Shape]:
    named = dict(puzzle.rim)
    for side in sorted(puzzle.grid.outer_sides(square)):
        colours = named.get(puzzle.grid.part(square, side)) or ()
        scale = min(_RIM, 1 / (len(colours) or 1))
        for number, colour in enumerate(colours):
            along = SIZE * ((number + 0.5) / len(colours) - 0.5)
            here = side_wedge(colour, x, y, side, options, look)
            for outline, paint in painted_outlines(here.colour, here.motif, here.paint):
                yield Area(tuple(to_picture((along + scale * dx, scale * dy), x, y, side) for dx, dy in outline), paint)
            yield from side_letters(colour, to_picture((along, 20 * scale), x, y, side), 24 * scale, options, look)


# ---- several puzzles on paper ----

# Smallest and largest convenient width of a tile, in millimetres.
_SMALLEST, _LARGEST = 20, 30

# Height of a line of the table of contents in millimetres.
_ROW = 6.0

# Columns of the table of contents: centre, as a fraction of the width, and heading.
_COLUMNS = ((0.12, "puzzle"), (0.32, "squares"), (0.5, "class"), (0.68, "tiles, page"), (0.87, "solution, page"))

# Width of a cell in the table of contents, as a fraction of its width.
_CELL = 0.24


PhotoOn = Literal["backs", "tray"]
"""Place of a photograph: on the backs of the tiles, or on the page of the empty board."""


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Options of printed puzzles, apart from the style of tiles.

    Attributes:
        title: title of every puzzle, followed by its number.
        text: lines below the title, None for the rules of the puzzle.
        tray: whether to add empty boards to place the tiles on. Default: only if the rules cannot describe the board.
        photo_on: where to print a photograph, on the backs of the tiles or on the page of the empty board.
        solved: whether to add solved boards at the end.
        contents: whether to add a table of contents, and a cover if there is a title.
        language: language of all other text.
    """

    title: str = ""
    text: tuple[str, ...] | None = ()
    tray: bool | None = None
    photo_on: PhotoOn = "backs"
    solved: bool = True
    contents: bool = False
    language: Language = ENGLISH

    @property
    def has_cover(self) -> bool:
        """Whether the pages begin with a cover."""
        return self.contents and bool(self.title)


def _tiles_by_orientations(puzzle: Puzzle) -> dict[tuple[int, ...], list[str]]:
    tiles: dict[tuple[int, ...], list[str]] = {}
    for tile in range(len(puzzle.tiles)):
        tiles.setdefault(puzzle.allowed(tile), []).append(str(puzzle.names.number(tile)))
    return tiles


def _orientation_rule(turns: Sequence[int], tiles: Iterable[str], language: Language) -> str:
    """Format the rule for tiles with restricted orientations.

    Args:
        turns: the orientations.
        tiles: numbers of the tiles.
        language: language of the rule.
    """
    numbers = ", ".join(tiles)
    if turns == (0,):
        return language.translate("Only as printed: No. {tiles}.", tiles=numbers)
    words = "Only with {turns} quarter turns to the left: No. {tiles}."
    if max(turns) > 3:
        words = "Only with {turns} quarter turns to the left, ' means flipped: No. {tiles}."
    listed = ", ".join(f"{rot % 4}'" if rot > 3 else f"{rot}" for rot in turns)
    return language.translate(words, turns=listed, tiles=numbers)


# Features of boards that can be flipped or shifted as a whole.
_MOVING = frozenset({PuzzleFeature.FLIPS, PuzzleFeature.WRAPS})

# Features of boards for which an empty board is printed, as the rules describe them only in part.
_DRAWN = OF_BOARD - {PuzzleFeature.WRAPS}

# Rule for the sides of two touching tiles.
_MEETING = {
    Matching.SAME: "the sides have the same colour",
    Matching.PARTNERS: "a head and a tail make one figure",
    Matching.SEVERAL: "the colours match",
    Matching.DIFFERENT: "the sides differ",
}

# Rules for features of puzzles.
_OF_KIND = {PuzzleFeature.OUTLINE: "Holes stay empty.", PuzzleFeature.SUBSET: "Spare tiles: {number}."}


def _orientation_rules(puzzle: Puzzle, language: Language) -> tuple[list[str], list[str]]:
    """Format the rules on orientations.

    Returns:
        Rules for all tiles, and rules for particular tiles.
    """
    ways = _tiles_by_orientations(puzzle)
    every = {rot for turns in ways for rot in turns}
    turned, over = any(rot % 4 for rot in every), max(every) > 3
    texts = ["Tiles may be rotated." if turned else "Tiles keep their orientation as printed."]
    texts += ["Tiles may also be flipped: the back is the mirror image."] if over else []
    usual = tuple(rot for rot in range(8) if (turned or rot % 4 == 0) and (over or rot < 4))
    some = [_orientation_rule(turns, tiles, language) for turns, tiles in ways.items() if turns != usual]
    texts += ["Some tiles have fewer orientations."] if some and usual in ways else []
    return [language.translate(text) for text in texts], some


def _boundary_rules(puzzle: Puzzle) -> list[str]:
    accepted = "any colour" if puzzle.loose else "any colour except grey"
    others = []
    for part, colours in sorted(puzzle.rim, key=lambda named: bool(named[1]) or named[0] == HOLE):
        shown = (
            "holes show the colours printed around them"
            if part == HOLE
            else "the boundary shows the colours printed around it"
        )
        others.append(shown if colours else f"{'holes' if part == HOLE else 'open sides'} accept {accepted}")
    others = [*dict.fromkeys(others)]
    if others and not puzzle.framed and not puzzle.grid.parts <= {*dict(puzzle.rim)}:
        others.append("the rest of the boundary accepts any colour")
    if puzzle.framed and puzzle.outside:
        around = "along the frame" if others or puzzle.grid.wraps else "all around"
        inside = ["inside, grey matches grey"] if puzzle.loose else []
        return [f"grey sides go on the boundary, {around}", *others, *inside]
    return others or ["the boundary accepts any colour"][: puzzle.grid.outside]


class RuledPuzzle(NamedTuple):
    """Puzzle to print, with the rules that fit on its page.

    Attributes:
        page: the puzzle.
        lines: lines of the rules.
        omitted: descriptions of rules that were left out for lack of space.
    """

    page: PrintedPuzzle
    lines: tuple[str, ...]
    omitted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """Puzzle to print.

    Attributes:
        name: name or number of the puzzle.
        puzzle: the puzzle.
        boards: its solutions.
        clues: its clues.
        draw: style of its tiles.
        level: class of difficulty, empty if unknown.
        unique: whether it has exactly one solution.
        photo: photograph as JPEG, empty for none.
    """

    name: str
    puzzle: Puzzle
    boards: tuple[Solution, ...] = ()
    clues: Solution = Solution()
    draw: DrawStyle = DrawStyle()
    level: str = ""
    unique: bool = False
    photo: bytes = b""

    @property
    def complete_board(self) -> Solution | None:
        """The first solution without an empty square, or None."""
        return next((board for board in self.boards if len(board) == self.puzzle.grid.size), None)

    def label(self, language: Language = ENGLISH) -> str:
        """Return the number of the puzzle, or its name."""
        return language.translate("No. {number}", number=int(self.name)) if self.name.isdecimal() else self.name

    def heading(self, title: str, language: Language = ENGLISH) -> str:
        """Return the heading: title, number or name, and difficulty."""
        own = ", ".join(text for text in (shorten(self.label(language)), language.translate(self.level)) if text)
        return f"{shorten(title)} - {own}" if title else own

    def rules(
        self, language: Language = ENGLISH, *, solved: bool, pairs: bool = True, tiles: bool = True
    ) -> tuple[str, ...]:
        """Format the rules for players, in a few lines.

        Args:
            language: language of the rules.
            solved: whether the solution is printed on the last pages.
            pairs: whether to list matching colours by their letters.
            tiles: whether to list tiles that allow only some orientations.
        """
        puzzle, say = self.puzzle, language.translate
        meet = self._matching_rules(language, pairs)
        meet += [say(f"the last {axis.removesuffix('s')} is next to the first one") for axis in sorted(puzzle.wraps)]
        meet += map(say, _boundary_rules(puzzle))
        if puzzle.signed:
            every = all(tile.sign for tile in puzzle.tiles)
            meet += [say("plus goes next to minus" if every else "plus and minus alternate as on a chessboard")]
        last = [say(self._uniqueness_rule())] if self.unique else []
        last += [say(f"this puzzle is {self.level}")] if self.level else []
        last += [say("the last pages show the solution")] if solved and self.boards else []
        cut = "Cut out the tiles and place them on a board of {cols} x {rows} squares."
        first = [say(cut, cols=puzzle.cols, rows=puzzle.rows)]
        turned, some = _orientation_rules(puzzle, language)
        first += [*turned, *(some if tiles else ())]
        first += [say(text, number=puzzle.spare) for kind, text in _OF_KIND.items() if kind in puzzle.beyond]
        rest = ["; ".join(texts) for texts in (meet, last) if texts]
        return " ".join(first), *(f"{text[:1].upper()}{text[1:]}." for text in rest)

    def _uniqueness_rule(self) -> str:
        if self.clues.placements:
            return "with the clues there is one solution"
        several = len(symmetries(self.puzzle)) > 1
        motions = "motions" if _MOVING.intersection(self.puzzle.beyond) else "rotations"
        return f"there is one solution, apart from {motions} of the whole board" if several else "there is one solution"

    def _matching_rules(self, language: Language, listed: bool) -> list[str]:
        """Format the rules on touching sides.

        Args:
            language: language of the rules.
            listed: whether to list matching colours by their letters.
        """
        matching = self.puzzle.matching
        if self.matching_letter_pairs and listed:
            return [
                language.translate(
                    "Where two tiles touch, these match: {pairs}", pairs=", ".join(self.matching_letter_pairs)
                )
            ]
        rule = _MEETING[Matching.SEVERAL if self.matching_letter_pairs else matching]
        whole = {*self.puzzle.colours} - {*chain(*self.puzzle.partners)}
        others = ["all other sides have the same colour"] if matching is Matching.PARTNERS and whole else []
        return [language.translate(text) for text in (f"Where two tiles touch, {rule}", *others)]

    @property
    def matching_letter_pairs(self) -> list[str]:
        """Matching colours as pairs of letters such as `A-B`.

        Empty if drawn figures show which colours match, or if any two different colours match.
        """
        puzzle, look = self.puzzle, looks_of(self.puzzle)
        letters = {colour: self.draw.shown(colour, look).letters for colour in puzzle.colours}
        if puzzle.matching not in (Matching.PARTNERS, Matching.SEVERAL) or not all(letters.values()):
            return []
        alone = {*puzzle.colours} - {*chain(*puzzle.partners)}
        every = sorted((*puzzle.partners, *((colour, colour) for colour in alone)))
        return [f"{letters[one]}-{letters[other]}" for one, other in every]

    def fit_rules(self, style: SheetStyle, options: SheetOptions) -> RuledPuzzle:
        """Shorten the rules until they fit on the page.

        Lists of matching colours and of tiles are left out if necessary.
        """
        if options.text is not None:
            return RuledPuzzle(self, options.text)
        named, some = self, _orientation_rules(self.puzzle, options.language)[1]
        if self.puzzle.matching is Matching.SEVERAL and not self.matching_letter_pairs:
            # Pairs can be listed only if sides show numbers or letters.
            named = replace(self, draw=replace(self.draw, numbers=True))
        # The list of tiles is dropped first, then the list of colours.
        for pairs, tiles in product((True, False), repeat=2):
            page = named if pairs else self
            lines = page.rules(options.language, solved=options.solved, pairs=pairs, tiles=tiles)
            if _wrap_lines(lines, style.paper.width - 2 * SIDE):
                break
        # Rules that name tiles need numbers on the fronts, if the backs have none.
        unnumbered = style.backs == "none" or (self.photo and options.photo_on == "backs")
        if some and tiles and unnumbered:
            page = replace(page, draw=replace(page.draw, tiles=True))
        omitted = ["the matching colours"] if named.matching_letter_pairs and not pairs else []
        omitted += ["the orientations of some tiles"] if some and not tiles else []
        return RuledPuzzle(page, lines, tuple(omitted))

    def named_boards(self, language: Language = ENGLISH) -> list[NamedBoard]:
        """Return the solutions, numbered if there are several."""
        several = len(self.boards) > 1
        return [
            self._named_board(self.label(language) + (f", {number}" if several else ""), board)
            for number, board in enumerate(self.boards, start=1)
        ]

    def clue_board(self, language: Language = ENGLISH) -> list[NamedBoard]:
        """Return the board with the clues only, if any."""
        return [self._named_board(self.label(language), self.clues)] if self.clues.placements else []

    def _named_board(self, name: str, board: Solution) -> NamedBoard:
        return NamedBoard(name, board_view(self.puzzle, board, self.clues), replace(self.draw, tiles=True))


@dataclass(frozen=True, slots=True)
class PageStack:
    """Printed pages of one or several puzzles.

    Attributes:
        pages: the pages in order, each with the beginning of its file name.
        summary: how many pages there are of each type.
        notes: notes for the user.
    """

    pages: tuple[tuple[str, PrintedPage], ...]
    summary: str
    notes: tuple[str, ...] = ()


def arrange_pages(
    printed: Sequence[PrintedPuzzle], style: SheetStyle, options: SheetOptions = SheetOptions()
) -> PageStack:
    """Arrange all pages: tiles, empty boards, clues, solutions.

    Args:
        printed: the puzzles in order.
        style: style of the tiles.
        options: other options.

    Raises:
        OptionError: not a single tile fits on the page.
    """
    for item in printed:
        features.require_support("sheets", item.puzzle, source=item.name)
    paper, language = style.paper, options.language
    style = replace(style, language=language)
    ruled = [page.fit_rules(style, options) for page in printed]
    printed = [page for page, _, _ in ruled]
    tiles = [list(_named_tile_pages(page, lines, style, options, alone=len(ruled) == 1)) for page, lines, _ in ruled]
    duplex = style.backs == "duplex"
    by_itself = _DRAWN if options.tray is None else frozenset[PuzzleFeature]()
    drawn = [page for page in printed if options.tray or by_itself.intersection(page.puzzle.beyond)]
    boards = _shared_trays(drawn, style, options)
    # Parts of a board are joined, so none is printed on the back of another.
    laid = [page for board in boards for page in ((board, ("", _blank_page(paper))) if duplex else (board,))]
    clues = board_pages([board for page in printed for board in page.clue_board(language)], paper, "Clues", language)
    solved = [board for page in printed if options.solved for board in page.named_boards(language)]
    solutions = board_pages(solved, paper, "Solutions", language)
    before = ceil(len(printed) / _lines_per_page(paper)) * options.contents + options.has_cover
    # An empty page keeps backs behind their tiles.
    before += before % 2 * duplex
    between = [("", _blank_page(paper))] if solutions and len(clues) % 2 and duplex else []
    # No empty page at the end.
    laid = laid if clues or solutions else laid[: 2 * len(boards) - 1]
    sheets_of_tiles = [page for pages in tiles for page in pages]
    rest = [*sheets_of_tiles, *laid, *(("", page) for page in clues), *between]
    pages = [*rest, *(("", page) for page in solutions)]
    listed: list[PrintedPage] = []
    if options.contents:
        at, first = boards_per_page(solved, paper), before + len(rest) + 1
        starts = accumulate(map(len, tiles), initial=before + 1)
        boards_before = accumulate((len(page.boards) for page in printed), initial=0)
        lines = []
        for page, start, number in zip(printed, starts, boards_before, strict=False):
            size, solution = f"{page.puzzle.cols} x {page.puzzle.rows}", f"{first + number // at}" if at else ""
            level = language.translate(page.level)
            lines.append((page.label(language), size, level, f"{start}", solution if page.boards else ""))
        heading = (
            language.translate("Contents") if options.has_cover else options.title or language.translate("Contents")
        )
        listed = [*_cover_page(printed, options, paper), *_contents(lines, heading, paper, language)]
        more = [_blank_page(paper)] * (before - len(listed))
        pages = [("", page) for page in (*listed, *more)] + pages
        pages = [(prefix, _number_page(page, number)) for number, (prefix, page) in enumerate(pages, 1)]
    parts = ["cover"] if options.has_cover else []
    parts += ["contents"] if listed else []
    parts += [f"{len(sheets_of_tiles)} of tiles" + (" and their backs" if style.backs != "none" else "")]
    others = ((boards, "boards to place them on"), (clues, "clues"), (solutions, "solutions"))
    parts += [f"{len(more)} of {what}" for more, what in others if more]
    empty = len(pages) - len(listed) - len(sheets_of_tiles) - sum(len(more) for more, _ in others)
    parts += [f"{empty} empty"] if empty else []
    words_of = "{}: no space on its sheets for {}: see the file of the puzzle"
    notes = [words_of.format(page.name, what) for page, _, omitted in ruled for what in omitted]
    return PageStack(tuple(pages), f"{with_noun(len(pages), 'page')}: {', '.join(parts)}", tuple(notes))


def handy_tile_width(paper: Paper, cols: int, rows: int) -> float:
    """Return a convenient tile width in millimetres.

    The tiles of a board then fit on one page, unless it is large.
    """
    fitting = min((paper.width - 2 * SIDE) // cols, (paper.height - 2 * WORDY) // rows)
    return float(max(_SMALLEST, min(_LARGEST, fitting)))


def _named_tile_pages(
    printed: PrintedPuzzle, lines: tuple[str, ...], style: SheetStyle, options: SheetOptions, *, alone: bool
) -> Iterator[tuple[str, PrintedPage]]:
    # A single puzzle with a title, e.g. a present, does not need its file name.
    title = shorten(options.title) if options.title and alone else printed.heading(options.title, options.language)
    own = replace(style, draw=printed.draw, title=title, lines=lines)
    if printed.photo and printed.complete_board and options.photo_on == "backs":
        own = replace(own, photo=printed.photo, solution=printed.complete_board)
    for page in tile_pages(printed.puzzle, printed.name, own):
        yield f"{printed.name}-", page


def _blank_page(paper: Paper) -> PrintedPage:
    return build_page("", paper, 1.0, ("", ""), [])


def _lines_per_page(paper: Paper) -> int:
    return int((paper.height - 2 * ENDS - 3 * _ROW) / _ROW)


# Tiles across a cover, and down.
_COVER = 5


def _cover_page(printed: Sequence[PrintedPuzzle], options: SheetOptions, paper: Paper) -> Iterator[PrintedPage]:
    if not options.has_cover:
        return
    say, book, across = options.language.translate, printed[-1], min(_COVER, printed[-1].puzzle.cols)
    unit = (paper.width - 4 * SIDE) / (_COVER * SIZE)
    width, left, top = paper.width / unit, (paper.width / unit - across * SIZE) / 2, 90 / unit
    size = min(14.0, 1.7 * (paper.width - 2 * SIDE) / len(options.title)) / unit
    shapes: list[Shape | ShapeGroup] = [Label((width / 2, 50 / unit), options.title, size, DARK)]
    # Complete rows of tiles only.
    listed = book.puzzle.tiles[: across * min(across, len(book.puzzle.tiles) // across)]
    for place, tile in enumerate(listed):
        x, y = left + place % across * SIZE, top + place // across * SIZE
        shapes.append(ShapeGroup("", tuple(tile_wedges(tile.sides, x, y, book.draw, looks_of(book.puzzle)))))
        shapes.append(Line(rectangle(x, y, x + SIZE, y + SIZE), 2 * HAIR / unit, DARK, closed=True))
    levels = [page.level for page in printed if page.level]
    number = say("Puzzles to cut out and solve: {number}", number=len(printed))
    counts = ", ".join(f"{levels.count(level)} {say(level)}" for level in dict.fromkeys(levels))
    for down, text in ((66, number), (74, counts)):
        shapes.append(Label((width / 2, down / unit), text, 5 / unit, TEXT))
    yield build_page("cover", paper, unit, (options.title, number), shapes)


def _contents(lines: Sequence[tuple[str, ...]], title: str, paper: Paper, language: Language) -> Iterator[PrintedPage]:
    """Yield the pages of the table of contents.

    Args:
        lines: cells of each line.
        title: heading.
        paper: size of the paper.
        language: language of the column headings.
    """
    rows, width = _lines_per_page(paper), paper.width - 2 * SIDE
    heads = tuple(language.translate(name) for _, name in _COLUMNS)
    for first in range(0, len(lines), rows):
        size = average_text_size(heading := shorten(title), width, 6)
        shapes: list[Shape | ShapeGroup] = [Label((paper.width / 2, 16), heading, size, TEXT)]
        for row, cells in enumerate((heads, *lines[first : first + rows])):
            down = ENDS + (row + 1) * _ROW
            size = 3.2 if row else 2.8
            for (at, _), text in zip(_COLUMNS, cells, strict=True):
                cell = shorten(text, characters_per_line(_CELL * width, size))
                shapes.append(Label((SIDE + at * width, down), cell, size, TEXT))
        under = ENDS + 1.5 * _ROW
        shapes.append(Line(((SIDE, under), (paper.width - SIDE, under)), 0.2, TEXT))
        yield build_page(f"contents-{first // rows + 1}", paper, 1.0, (title, f"{len(lines)} puzzles"), shapes)


def _number_page(page: PrintedPage, number: int) -> PrintedPage:
    """Add a page number, except on an empty page."""
    if not page.picture.shapes:
        return page
    at = (page.paper.width - SIDE) / page.unit, (page.paper.height - 6) / page.unit
    foot = Label(at, f"{number}", 2.8 / page.unit, TEXT)
    return replace(page, picture=replace(page.picture, shapes=(*page.picture.shapes, foot)))


def _shared_trays(
    printed: Sequence[PrintedPuzzle], style: SheetStyle, options: SheetOptions
) -> list[tuple[str, PrintedPage]]:
    """Draw the empty boards of puzzles, without duplicates.

    Only plain boards can be equal: without clues, holes, boundary colours or a photograph.
    """
    boards: dict[tuple[bool, str], list[PrintedPage]] = {}
    for item in printed:
        photo = item.photo if options.photo_on == "tray" else b""
        puzzle = item.puzzle
        shared = not (item.clues or photo or OF_BOARD.intersection(puzzle.beyond))
        name = f"{puzzle.cols}x{puzzle.rows}{'' if puzzle.framed else '-unframed'}" if shared else item.name
        if (shared, name) not in boards:
            say = options.language.translate
            heading = say("Board of {cols} x {rows} squares", cols=puzzle.cols, rows=puzzle.rows)
            heading = heading if shared else item.heading(options.title, options.language)
            own = replace(style, draw=item.draw, photo=photo)
            boards[shared, name] = tray_pages(puzzle, item.clues, heading, own)
    return [(f"{name}-", page) for (_, name), pages in boards.items() for page in pages]
