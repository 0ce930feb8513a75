"""Boards and tiles drawn as shapes, and printed pages with several boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, sqrt

from edgeasp.draw.language import ENGLISH, Language
from edgeasp.draw.palette import SIZE, Look, Outline, Point, ink_on, looks_of
from edgeasp.draw.shapes import (
    ENDS,
    SIDE,
    Area,
    Disc,
    Label,
    Line,
    Paper,
    Picture,
    PrintedPage,
    Shape,
    ShapeGroup,
    Wedge,
    build_page,
    characters_per_line,
    painted_outlines,
    rotate_point,
    safe_text_size,
    shorten,
    to_picture,
)
from edgeasp.draw.view import BoardView, DrawStyle, Mismatch, SquareView, row_label
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Puzzle, Side, Sides, Sign

DARK = "#16191d"
PALE = "#f1f1ee"
WHITE = "#ffffff"
GREY = "#c4c8cc"
TEXT = "#444a52"
WRONG = "#d80000"
NOTICE = "#ffd400"

MARGIN = 24
BORDER = 5
"""Width of the line around a board."""
COORDINATES = 40
CAPTION = 48
"""Height of the line below a board. A longer text gets a smaller font."""
GAP = 30
"""Distance between tiles. The label above a tile takes as much again."""


def board_picture(view: BoardView, options: DrawStyle = DrawStyle()) -> Picture:
    """Draw a board with its clues, violations and spare tiles."""
    puzzle = view.puzzle
    wide, high = (extent + 2 * MARGIN for extent in board_size(view, options))
    whole = high + (CAPTION if options.caption else 0)
    shapes: list[Shape | ShapeGroup] = [Area(rectangle(0, 0, wide, whole), WHITE)]
    shapes += board_shapes(view, MARGIN, MARGIN, options)
    title = f"A board of {puzzle.cols} x {puzzle.rows} squares"
    if options.caption:
        # Users write captions, also in capitals.
        size = safe_text_size(options.caption, wide, CAPTION)
        shapes.append(Label((wide / 2, high + CAPTION / 2 - MARGIN / 2), options.caption, size, TEXT))
    return _with_legend(Picture(wide, whole, title, view.summary, tuple(shapes)), puzzle, options)


def board_size(view: BoardView, options: DrawStyle) -> tuple[float, float]:
    """Return width and height of a drawn board, in units.

    The size includes coordinates and spare tiles, but not the margin or the caption.
    """
    above = COORDINATES * options.coordinates
    beside = ceil(len(_drawn_spares(view)) / _spares_per_column(view)) * (SIZE + _APART)
    return above + view.puzzle.cols * SIZE + beside, above + view.puzzle.rows * SIZE


def board_shapes(view: BoardView, left: float, top: float, options: DrawStyle) -> list[Shape | ShapeGroup]:
    """Draw a board, its coordinates and its spare tiles.

    Args:
        view: the board.
        left: x of the upper left corner, in units.
        top: y of the upper left corner.
        options: the style.
    """
    puzzle, look = view.puzzle, looks_of(view.puzzle)
    left, top = left + COORDINATES * options.coordinates, top + COORDINATES * options.coordinates
    right, bottom = left + puzzle.cols * SIZE, top + puzzle.rows * SIZE
    places = {square: (left + square.col * SIZE, top + square.row * SIZE) for square in view.fields}
    ground = (
        [(left, top, right, bottom)] if puzzle.grid.ringed else [(x, y, x + SIZE, y + SIZE) for x, y in places.values()]
    )
    shapes: list[Shape | ShapeGroup] = [
        Area(rectangle(x - BORDER, y - BORDER, to_x + BORDER, to_y + BORDER), DARK) for x, y, to_x, to_y in ground
    ]
    for field in view.fields.values():
        x, y = left + field.square.col * SIZE, top + field.square.row * SIZE
        shapes.append(ShapeGroup(_describe_square(puzzle, field), tuple(_square_shapes(field, x, y, options, look))))
    across = [left + col * SIZE for col in range(1, puzzle.cols)]
    down = [top + row * SIZE for row in range(1, puzzle.rows)]
    if puzzle.grid.ringed:
        shapes += [Line(((x, top), (x, bottom)), 2.5, DARK) for x in across]
        shapes += [Line(((left, y), (right, y)), 2.5, DARK) for y in down]
    else:
        shapes += [Line(rectangle(x, y, x + SIZE, y + SIZE), 2.5, DARK, closed=True) for x, y in places.values()]
    for field in view.fields.values():
        shapes += _square_marks(field, left + field.square.col * SIZE, top + field.square.row * SIZE, options)
    if options.mismatches:
        # After all tiles, which would cover half of each disc.
        for mismatch in view.mismatch_on.values():
            shapes.append(ShapeGroup(mismatch.text, tuple(_mismatch_mark(mismatch, left, top, options))))
    if options.coordinates:
        shapes += [Label((left + (col + 0.5) * SIZE, top - 26), str(col + 1), 26, TEXT) for col in range(puzzle.cols)]
        shapes += [
            Label((left - 30, top + (row + 0.5) * SIZE), row_label(puzzle, row), 26, TEXT) for row in range(puzzle.rows)
        ]
    for index, tile in enumerate(_drawn_spares(view)):
        beside, below = divmod(index, _spares_per_column(view))
        corner = right + _APART + beside * (SIZE + _APART), top + below * (SIZE + _APART)
        shapes.append(_tile_background(*corner))
        shapes.append(tile_shapes(puzzle, tile, corner, options, "spare: "))
    return shapes


# Distance between the board and the spare tiles, and between two spare tiles, in units.
_APART = 20


def _drawn_spares(view: BoardView) -> tuple[int, ...]:
    """List the spare tiles unless they outnumber the squares."""
    left_over = view.report.left_over
    return left_over if len(left_over) <= view.puzzle.grid.size else ()


def _spares_per_column(view: BoardView) -> int:
    return max(1, (view.puzzle.rows * SIZE + _APART) // (SIZE + _APART))


def _tile_background(x: float, y: float) -> Area:
    return Area(rectangle(x - 4, y - 4, x + SIZE + 4, y + SIZE + 4), DARK)


def tile_shapes(puzzle: Puzzle, tile: int, corner: Point, options: DrawStyle, before: str = "") -> ShapeGroup:
    """Draw a tile that is not on a square.

    Args:
        puzzle: the puzzle.
        tile: index of the tile.
        corner: upper left corner of the drawing.
        options: the style.
        before: text to put before the tile's description.
    """
    x, y = corner
    own, number = puzzle.tiles[tile], str(puzzle.names.number(tile))
    mark = list(tile_badge(number, 0, own.sign, (x + SIZE / 2, y + SIZE / 2), options))
    shapes = (*tile_wedges(own.sides, x, y, options, looks_of(puzzle), mark), *mark)
    return ShapeGroup(f"{before}tile {number}: {sides_text(puzzle, own.sides)}", shapes)


def tiles_picture(puzzle: Puzzle, options: DrawStyle = DrawStyle()) -> Picture:
    """Draw all tiles of a puzzle in file order, numbered."""
    features.require_support("show", puzzle)
    look = looks_of(puzzle)
    across = min(len(puzzle.tiles), max(puzzle.cols, ceil(sqrt(len(puzzle.tiles)))))
    pitch = (SIZE + GAP, SIZE + 2 * GAP)
    down = ceil(len(puzzle.tiles) / across)
    width, height = 2 * MARGIN - GAP + across * pitch[0], 2 * MARGIN - GAP + down * pitch[1]
    shapes: list[Shape | ShapeGroup] = [Area(rectangle(0, 0, width, height), WHITE)]
    for index, tile in enumerate(puzzle.tiles):
        x, y = MARGIN + index % across * pitch[0], MARGIN + GAP + index // across * pitch[1]
        text = f"{puzzle.names.number(index)}{tile.sign.value if tile.sign else ''}"
        own = [
            _tile_background(x, y),
            *tile_wedges(tile.sides, x, y, options, look),
            Label((x + SIZE / 2, y - 18), text, 22, TEXT),
        ]
        shapes.append(ShapeGroup(f"tile {text}: {sides_text(puzzle, tile.sides)}", tuple(own)))
    text = f"for a board of {puzzle.cols} x {puzzle.rows} squares, {'with' if puzzle.framed else 'without'} a frame"
    picture = Picture(width, height, f"The {len(puzzle.tiles)} tiles of a puzzle", text, tuple(shapes))
    return _with_legend(picture, puzzle, options)


def _with_legend(picture: Picture, puzzle: Puzzle, options: DrawStyle) -> Picture:
    height, names = legend(puzzle, options, (MARGIN, picture.height), picture.width - 2 * MARGIN)
    if not names:
        return picture
    ground = Area(rectangle(0, 0, picture.width, picture.height + height), WHITE)
    return replace(picture, height=picture.height + height, shapes=(ground, *picture.shapes[1:], *names))


NAME_SIZE = 16
"""Height of a colour name in a legend, in units."""

# Size of the sample of a colour in a legend, relative to a side of a tile.
_SWATCH = 0.4


def legend(
    puzzle: Puzzle, options: DrawStyle, corner: Point, width: float, scale: float = 1
) -> tuple[float, list[Shape]]:
    """Draw a sample and the name of each colour.

    Args:
        puzzle: the puzzle.
        options: the style.
        corner: upper left corner.
        width: available width.
        scale: size relative to the legend of a picture.

    Returns:
        Height and shapes. 0 and no shapes if colours have no names, or if all sides show their names.
    """
    look, name = looks_of(puzzle), puzzle.names.colour
    shown = [colour for colour in puzzle.side_colours if colour]
    if not puzzle.names.colours or all(options.shown(colour, look).letters == name(colour) for colour in shown):
        return 0, []
    left, top = corner
    size, long, line = scale * NAME_SIZE, scale * _SWATCH * SIZE, scale * 1.8 * NAME_SIZE
    texts = [": ".join(filter(None, (options.shown(colour, look).letters, name(colour)))) for colour in shown]
    size = min(size, safe_text_size(max(texts, key=len), width - long - size, size))
    pitch = long + (max(map(len, texts)) * 0.6 + 1) * size
    across = max(1, int(width / pitch))
    shapes: list[Shape] = []
    for place, (colour, text) in enumerate(zip(shown, texts, strict=True)):
        x, y = left + place % across * pitch, top + place // across * line
        drawn = side_wedge(colour, 0, 0, Side.NORTH, options, look)
        for outline, fill in painted_outlines(drawn.colour, drawn.motif, drawn.paint):
            points = ((x + long / 2 + dx * long / SIZE, y + dy * long / SIZE) for dx, dy in outline)
            shapes.append(Area(tuple(points), fill))
        shapes.append(Label((x + long + size / 2, y + long / 4), text, size, TEXT, right=True))
    return ceil(len(shown) / across) * line, shapes


def _describe_square(puzzle: Puzzle, field: SquareView) -> str:
    place = puzzle.names.place(field.square)
    remarks = "".join(f"; {remark.text}" for remark in field.remarks)
    if field.placement is None or field.sides is None:
        return f"{place}: empty" + (", where a clue puts a tile" if field.clue else "") + remarks
    sign = f", sign {field.sign.value}" if field.sign else ""
    tile = f"tile {field.number} {puzzle.names.turn(field.placement.rot)}{sign}"
    return f"{place}: {tile}: {sides_text(puzzle, field.sides)}{', a clue' if field.clue else ''}{remarks}"


def sides_text(puzzle: Puzzle, sides: Sides) -> str:
    """Name the colours of a tile, clockwise from the top."""
    return " ".join(map(puzzle.names.colour, sides))


def rectangle(left: float, top: float, right: float, bottom: float) -> Outline:
    """Return the corners of a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _square_shapes(
    field: SquareView, x: float, y: float, options: DrawStyle, look: Mapping[int, Look]
) -> Iterator[Shape]:
    if field.placement is None or field.sides is None:
        yield Area(rectangle(x, y, x + SIZE, y + SIZE), PALE)
        if field.label:
            yield Label((x + SIZE / 2, y + SIZE / 2), field.label, 28, TEXT)
        else:
            yield Disc((x + SIZE / 2, y + SIZE / 2), 6, GREY)
        return
    mark = list(tile_badge(field.shown_number, field.placement.rot, field.sign, (x + SIZE / 2, y + SIZE / 2), options))
    yield from tile_wedges(field.sides, x, y, options, look, mark)
    yield from mark


def side_wedge(colour: int, x: float, y: float, side: Side, options: DrawStyle, look: Mapping[int, Look]) -> Wedge:
    """Return the coloured triangle between a side and the centre.

    Args:
        colour: colour of the side.
        x: left of the square.
        y: top of the square.
        side: the side.
        options: the style.
        look: the default looks of the puzzle's colours.
    """
    number, motif, text, paint = options.shown(colour, look)
    return Wedge(x, y, side, number, "" if text else motif, paint)


def side_letters(
    colour: int, centre: Point, size: float, options: DrawStyle, look: Mapping[int, Look], part: float = 1
) -> Iterator[Label]:
    """Draw the letters of a colour, if it has any.

    Args:
        colour: the colour.
        centre: centre of the text.
        size: largest height of the text. Words get a smaller one.
        options: the style.
        look: the default looks of the puzzle's colours.
        part: fraction of the usual width that is free for the text.
    """
    shown = options.shown(colour, look)
    if text := shown.letters:
        # The width is divided by the letters, so that a word of any length fits.
        yield Label(centre, text, min(size, part * 64 / 24 * size / len(text)), ink_on(shown.ground))


# Width in units of a wide word such as OWL at its usual size on a side.
_WORD_WIDTH = 47.0


def tile_wedges(
    sides: Sides, x: float, y: float, options: DrawStyle, look: Mapping[int, Look], mark: Sequence[Shape] = ()
) -> Iterator[Shape]:
    """Draw the four triangles of a tile, with letters.

    Letters leave space for `mark`, the shapes drawn in the middle of the tile (see `tile_badge`).
    """
    room = SIZE / 2 - max((shape.radius for shape in mark if isinstance(shape, Disc)), default=0)
    for side in Side:
        yield side_wedge(sides[side], x, y, side, options, look)
    for start, end in (((x, y), (x + SIZE, y + SIZE)), ((x + SIZE, y), (x, y + SIZE))):
        yield Line((start, end), 1.2, DARK)
    for side in Side:
        depth, part = 18.0 if mark else 24.0, 1.0
        if mark and side in (Side.EAST, Side.WEST) and len(options.shown(sides[side], look).letters) > 2:
            # The mark would cover the end of a word.
            depth, part = room / 2, min(1, (room - 3) / _WORD_WIDTH)
        yield from side_letters(sides[side], to_picture((0, depth), x, y, side), 24, options, look, part)


def tile_badge(number: str, rot: int, sign: Sign | None, centre: Point, options: DrawStyle) -> Iterator[Shape]:
    """Draw the disc in the middle of a tile.

    It contains the tile's number and sign, as far as the style shows them. A pointer on its edge can show the tile's
    north side.

    Args:
        number: number of the tile.
        rot: its rotation.
        sign: its sign, None without one.
        centre: middle of the tile.
        options: the style.
    """
    text = f"{number if options.tiles else ''}{sign.value if sign else ''}"
    if not text and not options.turns:
        return
    x, y = centre
    # Smaller if it would cover numbers.
    part = 0.7 if options.numbers else 1
    radius = part * (max(15.0, 5 + 5.5 * len(text)) if text else 8)
    if options.turns:
        north = Side(-rot % 4)
        for half, height, paint in ((11, 12, DARK), (8, 9, WHITE)):
            pointer = ((-half, 3), (half, 3), (0, -height))
            tip = (rotate_point((dx * part, dy * part - radius), north) for dx, dy in pointer)
            yield Area(tuple((x + dx, y + dy) for dx, dy in tip), paint)
    yield Disc(centre, radius + 2, DARK)
    yield Disc(centre, radius, WHITE)
    if text:
        yield Label(centre, text, part * (20 if len(text) < 3 else 18), DARK)


def _square_marks(field: SquareView, x: float, y: float, options: DrawStyle) -> Iterator[Shape]:
    """Draw outlines that mark a clue, violation or hint.

    Clues have white corners, violations a red square, and hints a yellow square.
    """
    if field.clue:
        # White on dark is visible on every paint.
        for long, width, paint in ((26, 10, DARK), (24, 6, WHITE)):
            for side in Side:
                corner = tuple(to_picture(point, x, y, side) for point in ((-44, 6 + long), (-44, 6), (long - 44, 6)))
                yield Line(corner, width, paint)
    inner = rectangle(x + 6, y + 6, x + SIZE - 6, y + SIZE - 6)
    if field.wrong and options.mismatches:
        yield Line(inner, 8, WHITE, closed=True)
        yield Line(inner, 4, WRONG, closed=True)
    elif field.highlighted:
        yield Line(inner, 10, DARK, closed=True)
        yield Line(inner, 6, NOTICE, closed=True)


def _mismatch_mark(mismatch: Mismatch, left: float, top: float, options: DrawStyle) -> Iterator[Shape]:
    """Draw a disc on a mismatch between two squares.

    Two colours that do not match get a cross, two equal signs get two bars.
    """
    part = 0.7 if options.numbers else 1
    corner = left + mismatch.square.col * SIZE, top + mismatch.square.row * SIZE
    x, y = to_picture((0, 0), *corner, mismatch.side)
    yield Disc((x, y), 15 * part + 2, DARK)
    yield Disc((x, y), 15 * part, WHITE)
    bars = ((-8, -4, 8, -4), (-8, 4, 8, 4))
    cross = ((-7, -7, 7, 7), (7, -7, -7, 7))
    for fx, fy, tx, ty in bars if mismatch.condition is Condition.SIGN else cross:
        yield Line(((x + fx * part, y + fy * part), (x + tx * part, y + ty * part)), 5 * part, WRONG)


# Smallest width of a square in millimetres for several boards on a page, and the largest width.
_LEAST, _LARGE = 10.0, 40.0

# Distance between boards, space for the name above each, and height of the name, in millimetres.
_GAP, _NAME, _NAMED = 8.0, 4.0, 3.2


@dataclass(frozen=True, slots=True)
class NamedBoard:
    """Board to print.

    Attributes:
        name: text above the board.
        view: the board.
        draw: its style.
    """

    name: str
    view: BoardView
    draw: DrawStyle


@dataclass(frozen=True, slots=True)
class _PageLayout:
    """Arrangement of boards on a page, lengths in millimetres.

    Attributes:
        across: boards next to each other.
        down: boards below each other.
        width: width available for a board.
        height: height available for a board and its name.
        square: width of a square.
    """

    across: int
    down: int
    width: float
    height: float
    square: float


def board_pages(
    boards: Sequence[NamedBoard], paper: Paper, title: str, language: Language = ENGLISH
) -> list[PrintedPage]:
    """Arrange boards on pages, all at the same scale.

    Args:
        boards: the boards in order.
        paper: size of the paper.
        title: English title of the pages.
        language: language of the title.
    """
    if not boards:
        return []
    layout = _fit_on_page(boards, paper)
    per_page = layout.across * layout.down
    number = ceil(len(boards) / per_page)
    pages = []
    for index in range(number):
        heading = language.translate(title)
        heading += language.translate(", page {page} of {pages}", page=index + 1, pages=number) if number > 1 else ""
        shown = boards[index * per_page : (index + 1) * per_page]
        pages.append(_draw_page(shown, layout, paper, heading, f"{title.lower()}-{index + 1}"))
    return pages


def boards_per_page(boards: Sequence[NamedBoard], paper: Paper) -> int:
    """Return how many of these boards fit on a page."""
    layout = _fit_on_page(boards, paper) if boards else None
    return layout.across * layout.down if layout else 0


def _fit_on_page(boards: Sequence[NamedBoard], paper: Paper) -> _PageLayout:
    """Choose the arrangement of boards on a page.

    As many boards as possible are put on a page. Their squares are then as large as the page permits.
    """
    sizes = [board_size(board.view, board.draw) for board in boards]
    # The largest board determines the scale of all.
    cols, rows = (max(extents) / SIZE for extents in zip(*sizes, strict=True))
    width, height = paper.width - 2 * SIDE, paper.height - 2 * ENDS
    across = max(1, int((width + _GAP) / (cols * _LEAST + _GAP)))
    down = max(1, int((height + _GAP) / (rows * _LEAST + _NAME + _GAP)))
    needed = min(len(boards), across * down)
    layouts = []
    for cells in product(range(1, across + 1), range(1, down + 1)):
        wide, high = (width + _GAP) / cells[0] - _GAP, (height + _GAP) / cells[1] - _GAP
        if cells[0] * cells[1] >= needed:
            layouts.append(_PageLayout(*cells, wide, high, min(wide / cols, (high - _NAME) / rows, _LARGE)))
    return max(layouts, key=lambda layout: layout.square)


def _draw_page(boards: Sequence[NamedBoard], layout: _PageLayout, paper: Paper, title: str, name: str) -> PrintedPage:
    unit = layout.square / SIZE
    shapes: list[Shape | ShapeGroup] = [
        Label((paper.width / 2 / unit, 12 / unit), title, safe_text_size(title, paper.width - 2 * SIDE, 4) / unit, TEXT)
    ]
    for index, board in enumerate(boards):
        row, col = divmod(index, layout.across)
        middle = (SIDE + col * (layout.width + _GAP) + layout.width / 2) / unit
        top = (ENDS + row * (layout.height + _GAP) + _NAME) / unit
        named = shorten(board.name, characters_per_line(layout.width, _NAMED))
        shapes.append(Label((middle, top - BORDER - 2.2 / unit), named, _NAMED / unit, TEXT))
        wide, high = board_size(board.view, board.draw)
        shapes += board_shapes(board.view, middle - wide / 2, top, board.draw)
        if board.draw.caption:
            below = top + high + BORDER + 2.2 / unit
            size = safe_text_size(board.draw.caption, layout.width, 2.8)
            shapes.append(Label((middle, below), board.draw.caption, size / unit, TEXT))
    return build_page(name, paper, unit, (title, ", ".join(board.name for board in boards)), shapes)
