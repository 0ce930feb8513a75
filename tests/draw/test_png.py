"""PNG: the pixels are those that the SVG of the same board describes."""

from __future__ import annotations

import re
import sys
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from edgeasp.draw import shapes as module
from edgeasp.draw.board import DARK, PALE, WHITE, WRONG
from edgeasp.draw.palette import PLAIN, Point, motif_of, motif_paint, rgb
from edgeasp.draw.view import DrawStyle, Mismatch, board_view
from edgeasp.puzzle.model import Side, Square
from edgeasp.system.errors import OptionError
from tests.draw.pictured import BOARDS, SIZES, Board, png, png_of_tiles, svg

UNIT = 24 / 100
"""The margin of a board, in squares."""

GROUND: tuple[Point, ...] = ((0.38, 0.05), (-0.38, 0.05), (0.0, 0.42))
"""Points of a wedge that no motif covers: offset along the side and inwards, in squares."""

INSIDE: dict[str, Point] = {
    **dict.fromkeys(("disc", "diamond", "square", "plus", "lattice"), (0.0, 0.1)),
    "ring": (0.0, 0.18),
    "star": (0.03, 0.06),
    "cross": (0.1, 0.1),
    "dots": (0.14, 0.12),
}
"""A point that the motif covers."""


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def drawn(board: Board, options: DrawStyle = DrawStyle()) -> Image.Image:
    return opened(png(board_view(board.puzzle, board.solution, board.clues), options))


def colour_at(image: Image.Image, size: int, x: float, y: float) -> str:
    """The colour at a place of the board, in squares from its top-left corner."""
    pixel = image.getpixel((int((x + UNIT) * size), int((y + UNIT) * size)))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*pixel)


def on_side(square: Square, side: Side, point: Point) -> Point:
    along, inwards = point
    centre = {
        Side.NORTH: (0.5 + along, inwards),
        Side.EAST: (1 - inwards, 0.5 + along),
        Side.SOUTH: (0.5 - along, 1 - inwards),
        Side.WEST: (inwards, 0.5 - along),
    }[side]
    return square.col + centre[0], square.row + centre[1]


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pixels", [40, 80])
def test_every_wedge_has_the_paint_of_its_side_and_its_motif(size: int, pixels: int) -> None:
    board = SIZES[size]
    image = drawn(board, DrawStyle(size=pixels))
    assert image.size == (round((size + 2 * UNIT) * pixels),) * 2
    for placement in board.solution:
        for side, colour in zip(Side, board.puzzle.sides(placement), strict=True):
            for point in GROUND:
                assert colour_at(image, pixels, *on_side(placement.square, side, point)) == rgb(colour)
            if motif_of(colour) != PLAIN:
                spot = on_side(placement.square, side, INSIDE[motif_of(colour)])
                assert colour_at(image, pixels, *spot) == motif_paint(rgb(colour)), motif_of(colour)


def test_in_the_frame_the_middle_of_a_wedge_is_grey() -> None:
    image = drawn(SIZES[4])
    assert colour_at(image, 80, 0.5, 1 / 6) == rgb(0)


@pytest.mark.parametrize("name", ["4x4 solved", "5x3 unframed", "10x10 solved"])
def test_the_pixels_agree_with_the_svg(name: str) -> None:
    """The wedges of the SVG have their paints in the PNG."""
    board = BOARDS[name]
    view = board_view(board.puzzle, board.solution, board.clues)
    image = opened(png(view, DrawStyle(size=100)))
    root = ElementTree.fromstring(svg(view, DrawStyle(size=100)))
    fills = {f"#{each.get('id')}": each[0].get("fill") for each in root[2]}
    uses = list(root.iter("{http://www.w3.org/2000/svg}use"))
    assert len(uses) == 4 * board.puzzle.cols * board.puzzle.rows
    for use in uses:
        x, y, turn = re.findall(r"[\d.]+", use.attrib["transform"] + " 0")[:3]
        dx, dy = {"0": (38, 5), "90": (-5, 38), "180": (-38, -5), "270": (5, -38)}[turn]
        pixel = image.getpixel((int(float(x) + dx), int(float(y) + dy)))
        assert isinstance(pixel, tuple)
        assert "#{:02x}{:02x}{:02x}".format(*pixel) == fills[use.attrib["href"]]


def middle(mismatch: Mismatch) -> Point:
    return on_side(mismatch.square, mismatch.side, (0.0, 0.0))


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["4x4 spoilt", "6x4 signed spoilt", "10x10 spoilt"])
def test_marks_are_where_something_is_wrong_and_only_there(name: str) -> None:
    board = BOARDS[name]
    view = board_view(board.puzzle, board.solution, board.clues)
    with_marks = drawn(board, DrawStyle(size=100))
    without = drawn(board, DrawStyle(size=100, mismatches=False))
    marked = [middle(each) for each in view.mismatch_on.values()]
    assert marked
    for x, y in marked:
        # The red strokes, whether a cross or two bars, and the white around them.
        around = [
            colour_at(with_marks, 100, x + dx / 100, y + dy / 100) for dx in range(-9, 10) for dy in range(-9, 10)
        ]
        assert WRONG in around
        assert WHITE in around
        here = [colour_at(without, 100, x + dx / 100, y + dy / 100) for dx in range(-9, 10) for dy in range(-9, 10)]
        assert WRONG not in here
    for square in board.puzzle.grid.squares:
        for side in Side:
            place = on_side(square, side, (0.0, 0.0))
            if place not in marked:
                assert colour_at(with_marks, 100, *place) == colour_at(without, 100, *place)


def test_clues_and_empty_squares_are_distinguishable() -> None:
    board = BOARDS["4x4 spoilt"]
    image = drawn(board, DrawStyle(size=100))
    on = board.solution.by_square()
    for field in board_view(board.puzzle, board.solution, board.clues).fields.values():
        corner = on_side(field.square, Side.NORTH, (-0.3, 0.06))
        inner = on_side(field.square, Side.NORTH, (0.0, 0.42))
        assert (colour_at(image, 100, *inner) == PALE) == (field.square not in on)
        if not field.violations:
            assert (colour_at(image, 100, *corner) == WHITE) == field.clue


def test_edges_are_smooth() -> None:
    """Along the diagonal between two wedges there are mixed colours."""
    image = drawn(BOARDS["4x4 empty"])
    assert len(image.getcolors() or ()) > 3  # the dots are round
    image = drawn(SIZES[4])
    paints = {rgb(colour) for colour in range(6)} | {motif_paint(rgb(colour)) for colour in range(6)} | {DARK, WHITE}
    pixels = [
        "#{:02x}{:02x}{:02x}".format(*each) for _, each in image.getcolors(1 << 24) or [] if isinstance(each, tuple)
    ]
    assert len(set(pixels) - paints) > 20


def test_tiles_without_a_board() -> None:
    puzzle = SIZES[4].puzzle
    image = opened(png_of_tiles(puzzle, DrawStyle(size=100)))
    assert image.size == (2 * 24 - 30 + 4 * 130, 2 * 24 - 30 + 4 * 160)
    for index, tile in enumerate(puzzle.tiles):
        for side, colour in zip(Side, tile.sides, strict=True):
            x, y = on_side(Square(0, 0), side, (0.38, 0.05))
            pixel = image.getpixel((int(24 + index % 4 * 130 + 100 * x), int(54 + index // 4 * 160 + 100 * y)))
            assert isinstance(pixel, tuple)
            assert "#{:02x}{:02x}{:02x}".format(*pixel) == rgb(colour)


def test_numbers_are_written_on_the_wedges() -> None:
    """There is ink exactly where the number is."""
    plain, numbered = (drawn(SIZES[4], DrawStyle(size=100, numbers=numbers)) for numbers in (False, True))
    assert plain.size == numbered.size
    for placement in SIZES[4].solution:
        for side, colour in zip(Side, SIZES[4].puzzle.sides(placement), strict=True):
            x, y = on_side(placement.square, side, (0.0, 0.24))
            box = [colour_at(numbered, 100, x + dx / 100, y + dy / 100) for dx in range(-7, 8) for dy in range(-9, 10)]
            assert rgb(colour) in box
            assert {"#000000", "#ffffff"} & set(box)


def test_a_picture_drawn_in_bands_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board = BOARDS["4x4 spoilt"]
    options = DrawStyle(size=50, tiles=True, turns=True, coordinates=True)
    whole = drawn(board, options)
    monkeypatch.setattr(module, "_BAND", 30 * whole.width * module.FINE**2)
    bands = drawn(board, options)
    assert bands.size == whole.size
    assert bands.tobytes() == whole.tobytes()


def test_a_picture_that_would_be_too_large() -> None:
    with pytest.raises(OptionError, match=r"at most 10000 pixels.*squares of at most 2232"):
        drawn(SIZES[4], DrawStyle(size=5000))
    assert 2232 * (4 + 2 * UNIT) <= module.LARGEST < 2233 * (4 + 2 * UNIT)


def test_without_pillow_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(OptionError, match=re.escape("pip install 'pillow>=10.1'")):
        drawn(SIZES[4])


def test_the_same_picture_has_the_same_bytes() -> None:
    view = board_view(SIZES[4].puzzle, SIZES[4].solution)
    assert all(one == other for one, other in pairwise([png(view) for _ in range(3)]))


def test_letters_beyond_ascii_are_drawn_each_as_it_is() -> None:
    board = next(iter(BOARDS.values()))
    pictures = [drawn(board, DrawStyle(size=60, caption=letter * 3)).tobytes() for letter in "ÄÖÜßé"]
    assert len(set(pictures)) == len(pictures)
