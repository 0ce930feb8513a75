"""Printed pages: to scale, each tile once, its number behind it, and all of it on the paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise, product
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import ContentStream
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

import edgeasp
from edgeasp.draw import shapes
from edgeasp.draw.board import DARK, GREY, NamedBoard, board_pages, tile_shapes
from edgeasp.draw.language import ENGLISH, GERMAN, LANGUAGES, Language, read_language
from edgeasp.draw.palette import SIZE, OwnLook, motif_paint, read_palette
from edgeasp.draw.shapes import (
    PAPERS,
    Area,
    Disc,
    Label,
    Line,
    Paper,
    Photo,
    PrintedPage,
    ShapeGroup,
    Wedge,
    painted_outlines,
)
from edgeasp.draw.sheets import (
    HAIR,
    RULER,
    Backs,
    Flip,
    PrintedPuzzle,
    SheetOptions,
    SheetStyle,
    arrange_pages,
    tile_pages,
    tray_pages,
)
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats.handwritten import read_halves
from edgeasp.puzzle.model import Names, Puzzle, Side, Solution, Tile, place_name
from edgeasp.system.errors import InputError, OptionError
from tests.draw.pictured import BOARDS, SIZES
from tests.support.running import INSTANCES, run

A4, LETTER = PAPERS.values()
POINT = 25.4 / 72
"""Millimetres."""

SOME = [SIZES[4].puzzle, SIZES[10].puzzle, BOARDS["5x3 unframed"].puzzle, BOARDS["6x4 signed"].puzzle]
STYLES = [
    SheetStyle(paper, tile, backs, flip)
    for paper, tile, backs, flip in product(PAPERS.values(), (30.0, 17.5, 90.0), get_args(Backs), get_args(Flip))
]


def extent(page: PrintedPage) -> list[tuple[float, float]]:
    """Points, in millimetres, between which all that is drawn lies, but for the widths of letters."""
    points: list[tuple[float, float]] = []
    for shape in page.picture.all_shapes():
        match shape:
            case Wedge(x, y):
                points += [(x, y), (x + SIZE, y + SIZE)]
            case Area(outline) | Line(outline):
                points += outline
            case Disc((x, y), radius):
                points += [(x - radius, y - radius), (x + radius, y + radius)]
            case Label((x, y), _, size):
                points += [(x, y - size / 2), (x, y + size / 2)]
    return [(x * page.unit, y * page.unit) for x, y in points]


def fronts(page: PrintedPage) -> dict[str, tuple[float, float]]:
    """The middle of each tile in millimetres, by its number."""
    found = {}
    for group in page.picture.shapes:
        if isinstance(group, ShapeGroup) and group.text.startswith("tile "):
            first = group.shapes[0]
            assert isinstance(first, Wedge)
            assert [each.side for each in group.shapes if isinstance(each, Wedge)] == list(Side)
            middle = ((first.x + SIZE / 2) * page.unit, (first.y + SIZE / 2) * page.unit)
            found[group.text.split(":")[0].removeprefix("tile ")] = middle
    return found


def behind(page: PrintedPage) -> dict[str, tuple[float, float]]:
    """Where the number of each tile stands on the backs, across and down the middle of the tile, in millimetres."""
    found = {}
    for group in page.picture.shapes:
        if isinstance(group, ShapeGroup) and group.text.startswith("back of tile "):
            number, name = group.shapes
            assert isinstance(number, Label)
            assert isinstance(name, Label)
            assert number.text == group.text.removeprefix("back of tile ")
            found[number.text] = (number.centre[0] * page.unit, (number.centre[1] + 6) * page.unit)
    return found


def mirrored(place: tuple[float, float], style: SheetStyle) -> tuple[float, float]:
    """The place behind another one."""
    x, y = place
    if style.backs == "duplex" and style.flip == "long":
        return style.paper.width - x, y
    return x, style.paper.height - y


@given(st.sampled_from(SOME), st.sampled_from(STYLES))
def test_each_tile_is_printed_once_with_its_number_behind_it(puzzle: Puzzle, style: SheetStyle) -> None:
    pages = tile_pages(puzzle, "name", style)
    seen: list[str] = []
    for page in pages:
        for x, y in extent(page):
            assert 5 < x < style.paper.width - 5 or style.backs == "fold"
            assert 0.5 < x < style.paper.width - 0.5
            assert 5 < y < style.paper.height - 5
    step = 2 if style.backs == "duplex" else 1
    assert len(pages) % step == 0
    for front, back in zip(pages[::step], pages[step - 1 :: step], strict=True):
        assert front.paper == style.paper
        assert front.unit * SIZE == pytest.approx(style.tile)
        tiles, numbers = fronts(front), behind(back)
        seen += tiles
        if style.backs == "none":
            assert not numbers
            continue
        assert numbers.keys() == tiles.keys()
        for tile, place in tiles.items():
            assert numbers[tile] == pytest.approx(mirrored(place, style))
    assert seen == [str(tile) for tile in range(len(puzzle.tiles))]


def test_tiles_lie_side_by_side_with_a_mark_at_each_end_of_each_cut() -> None:
    [page] = tile_pages(SIZES[4].puzzle, "x", SheetStyle(backs="none"))
    places = fronts(page).values()
    assert len({round(x, 6) for x, _ in places}) == len({round(y, 6) for _, y in places}) == 4
    assert sorted({round(x, 6) for x, _ in places}) == pytest.approx([60, 90, 120, 150])
    assert sorted({round(y, 6) for _, y in places}) == pytest.approx([103.5, 133.5, 163.5, 193.5])
    ends = [shape.points for shape in page.picture.all_shapes() if isinstance(shape, Line) and len(shape.points) == 2]
    upright = [x * page.unit for (x, y), (to, end) in ends if x == to and abs(end - y) * page.unit > 4]
    level = [y * page.unit for (x, y), (end, to) in ends if y == to and 4 < abs(end - x) * page.unit < 6]
    assert sorted(upright) == pytest.approx(sorted([45, 75, 105, 135, 165] * 2))
    assert sorted(level) == pytest.approx(sorted([88.5, 118.5, 148.5, 178.5, 208.5] * 2))


def test_pages_are_no_more_than_needed() -> None:
    assert len(tile_pages(SIZES[16].puzzle, "x", SheetStyle(backs="none"))) == 6  # 6 x 8 tiles each
    assert len(tile_pages(SIZES[10].puzzle, "x", SheetStyle(tile=18))) == 2
    assert len(tile_pages(SIZES[4].puzzle, "x", SheetStyle(LETTER, 90, "none"))) == 4


def test_sheets_of_typed_cards_have_a_legend_above_the_ruler() -> None:
    puzzle = read_halves("12 8\n" + "ox-head ox-tail bird-head bird-tail\n" * 96, "cards.txt").puzzle
    pages = tile_pages(puzzle, "cards", SheetStyle(tile=21))[::2]
    plain = tile_pages(replace(puzzle, names=Names()), "cards", SheetStyle(tile=21))[::2]
    assert (len(plain), len(pages)) == (1, 2)  # room for the legend is taken from the tiles
    for page in pages:
        names = {
            shape.text: shape.centre[1] * page.unit for shape in page.picture.all_shapes() if isinstance(shape, Label)
        }
        own = [names[text] for text in ("ox-head", "ox-tail", "BIRD: bird-head", "bird: bird-tail")]
        tiles = max((shape.y + SIZE) * page.unit for shape in page.picture.all_shapes() if isinstance(shape, Wedge))
        assert tiles + 6 < min(own) <= max(own) < PAPERS["a4"].height - 15


def test_a_tile_that_does_not_fit_is_refused() -> None:
    for style, most in ((SheetStyle(A4, 183), 182), (SheetStyle(LETTER, 130, "fold"), 117)):
        with pytest.raises(OptionError, match=f"expected tiles of at most {most} mm on {style.paper.name} paper"):
            tile_pages(SIZES[4].puzzle, "x", style)


def test_names_that_are_long_are_cut() -> None:
    """Beginning and end are left, which tell names apart."""
    [page, _] = tile_pages(SIZES[4].puzzle, "x" * 100 + "y" * 100)
    assert f"{'x' * 38}...{'y' * 19}: 4 x 4 squares, 16 tiles" in [
        each.text for each in page.picture.all_shapes() if isinstance(each, Label)
    ]


# ---- SVG ----


@pytest.mark.parametrize("style", [SheetStyle(), SheetStyle(LETTER, 25)], ids=["a4", "letter"])
def test_a_svg_is_as_large_as_the_paper(style: SheetStyle) -> None:
    page = tile_pages(SIZES[4].puzzle, "x", style)[0]
    text = shapes.write_page_svg(page)
    head = re.match(r'<svg [^>]*width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
    assert head
    width, height, across, down = map(float, head.groups())
    assert (width, height) == (style.paper.width, style.paper.height)
    # A side of a tile has 100 units.
    assert 100 * width / across == pytest.approx(style.tile, abs=0.001)
    assert 100 * height / down == pytest.approx(style.tile, abs=0.001)


# ---- PDF ----


def lines(page: object) -> Iterator[tuple[float, float, float, float]]:
    """The straight lines of a page of PDF that are drawn outside forms, in millimetres."""
    x = y = 0.0
    for operands, operator in ContentStream(page.get_contents(), None).operations:  # type: ignore[attr-defined]
        if operator == b"m":
            x, y = map(float, operands)
        elif operator == b"l":
            to = [float(each) for each in operands]
            yield x * POINT, y * POINT, to[0] * POINT, to[1] * POINT
            x, y = to


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_a_pdf_is_to_scale(paper: Paper) -> None:
    style = SheetStyle(paper, 25)
    pages = tile_pages(SIZES[4].puzzle, "x", style)
    read = PdfReader(BytesIO(shapes.write_pdf(pages, "title")))
    assert len(read.pages) == len(pages) == 2
    assert read.metadata is not None
    assert read.metadata.title == "title"
    for page in read.pages:
        size = [float(each) * POINT for each in page.mediabox[2:]]
        assert size == pytest.approx([paper.width, paper.height], abs=0.001)
    drawn = list(lines(read.pages[0]))
    ruler = [end - start for start, y, end, to in drawn if y == to and abs(end - start) > 40]
    assert ruler == pytest.approx([RULER], abs=0.001)
    sides = [end - start for start, y, end, to in drawn if y == to and end - start == pytest.approx(25, abs=0.001)]
    assert len(sides) >= 16
    # Each side of a tile is a form, placed in the middle of the side and scaled from 100 units to 25 mm.
    placed = [operands for operands, operator in operations(read.pages[0]) if operator == b"cm"]
    widths = {round(100 * max(abs(float(each[0])), abs(float(each[1]))) * POINT, 3) for each in placed}
    assert widths == {25.0, round(100 * POINT, 3)}  # the latter are moves alone


def operations(page: object) -> list[tuple[list[float], bytes]]:
    return ContentStream(page.get_contents(), None).operations  # type: ignore[attr-defined]


def test_a_pdf_has_the_numbers_as_text_in_an_embedded_font() -> None:
    pages = tile_pages(BOARDS["5x3 unframed"].puzzle, "Grüße", SheetStyle())
    data = shapes.write_pdf(pages, "x")
    assert data == shapes.write_pdf(pages, "x")
    read = PdfReader(BytesIO(data))
    assert read.pages[0].extract_text().startswith("Grüße: 5 x 3 squares, 15 tiles")
    words = read.pages[1].extract_text().split()
    assert sorted(map(int, words[::2])) == list(range(15))
    assert words[1::2] == ["Grüße"] * 15
    fonts = read.pages[0]["/Resources"]["/Font"].values()  # type: ignore[index]
    assert all("+BitstreamVera" in each.get_object()["/BaseFont"] for each in fonts)


# ---- boards ----


@pytest.mark.parametrize(("size", "number", "pages"), [(4, 30, 2), (10, 5, 3), (16, 2, 2)])
def test_boards_share_pages_and_stay_on_them(size: int, number: int, pages: int) -> None:
    view = board_view(SIZES[size].puzzle, SIZES[size].solution)
    style = DrawStyle(tiles=True)
    made = board_pages([NamedBoard(f"b{index}", view, style) for index in range(number)], A4, "Solutions")
    assert len(made) == pages
    assert [page.name for page in made] == [f"solutions-{index + 1}" for index in range(pages)]
    names = []
    for page in made:
        assert page.unit * SIZE >= 10
        for x, y in extent(page):
            assert 5 < x < A4.width - 5
            assert 5 < y < A4.height - 5
        labels = [each.text for each in page.picture.all_shapes() if isinstance(each, Label)]
        names += [label for label in labels if label.startswith("b")]
        shown = sum(isinstance(each, Wedge) for each in page.picture.all_shapes())
        assert shown == 4 * size * size * len([label for label in labels if label.startswith("b")])
    assert names == [f"b{index}" for index in range(number)]


@pytest.mark.parametrize(("number", "least"), [(1, 40), (2, 27), (4, 18), (12, 10)])
def test_few_boards_are_large(number: int, least: float) -> None:
    view = board_view(SIZES[4].puzzle, SIZES[4].solution)
    [page] = board_pages([NamedBoard(f"b{index}", view, DrawStyle()) for index in range(number)], A4, "Solutions")
    assert page.unit * SIZE >= least


@pytest.mark.parametrize("size", [4, 10])
@pytest.mark.parametrize("number", [1, 3])
def test_names_and_captions_stay_off_the_board(size: int, number: int) -> None:
    view = board_view(SIZES[size].puzzle, SIZES[size].solution)
    boards = [NamedBoard(f"b{index}", view, DrawStyle(caption="below")) for index in range(number)]
    for page in board_pages(boards, A4, "Solutions"):
        shapes = [*page.picture.all_shapes()]
        frames = [shape.outline for shape in shapes if isinstance(shape, Area) and shape.fill == DARK]
        spans = [(min(y for _, y in outline), max(y for _, y in outline)) for outline in frames]
        for label in (each for each in shapes if isinstance(each, Label)):
            reach = label.size / 2
            y = label.centre[1]
            assert all(y + reach < top or y - reach > bottom for top, bottom in spans), label.text
            assert label.centre[1] * page.unit < A4.height - 5


def test_a_board_in_a_pdf_has_its_coordinates() -> None:
    view = board_view(SIZES[4].puzzle, SIZES[4].solution)
    [page] = board_pages([NamedBoard("b", view, DrawStyle(coordinates=True))], A4, "Board")
    labels = [each.text for each in page.picture.all_shapes() if isinstance(each, Label)]
    assert labels == ["Board", "b", *"1234ABCD"]
    assert all(5 < x < A4.width - 5 and 5 < y < A4.height - 5 for x, y in extent(page))


def test_no_boards_take_no_page() -> None:
    assert board_pages([], A4, "Solutions") == []


def test_pieces_go_by_their_own_numbers() -> None:
    front, back = tile_pages(replace(SIZES[4].puzzle, names=Names(tuple(range(101, 117)))), "x")
    assert list(fronts(front)) == [str(number) for number in range(101, 117)]
    assert set(behind(back)) == set(fronts(front))


# ---- a photograph, words, and boards ----


def seen(photo: Photo, x: float, y: float) -> tuple[float, float]:
    """The point of the whole photograph, in shares of it, that a point of the page shows."""
    dx, dy = (x - photo.x) / photo.width - 0.5, (y - photo.y) / photo.height - 0.5
    for _ in range(photo.turns):  # back, which is clockwise: x to the right, y downwards
        dx, dy = -dy, dx
    left, top, width, height = photo.part
    return left + (dx + 0.5) * width, top + (dy + 0.5) * height


@pytest.mark.parametrize("style", [style for style in STYLES if style.tile < 40 and style.backs != "none"], ids=str)
@pytest.mark.parametrize("name", ["4 x 4", "5 x 3"])
def test_the_backs_of_a_solved_board_make_up_the_photograph(style: SheetStyle, name: str) -> None:
    """Followed with scissors: a spot of a tile, where it lies on the solved board, and what is behind it."""
    board = SIZES[4] if name == "4 x 4" else BOARDS["5x3 unframed"]
    puzzle = board.puzzle
    lying = {each.tile: each for each in board.solution}
    pages = tile_pages(puzzle, "x", replace(style, photo=b"jpeg", solution=board.solution))
    step = 2 if style.backs == "duplex" else 1
    checked = 0
    for front, back in zip(pages[::step], pages[step - 1 :: step], strict=True):
        photos = [shape for shape in back.picture.all_shapes() if isinstance(shape, Photo)]
        for tile, (x, y) in fronts(front).items():
            for du, dv in ((0.3, 0.1), (-0.4, 0.2)):
                # On the board the tile is turned anticlockwise.
                bu, bv = du, dv
                for _ in range(lying[int(tile)].rot):
                    bu, bv = bv, -bu
                square = lying[int(tile)].square
                across, down = square.col + 0.5 + bu, square.row + 0.5 + bv
                px, py = mirrored((x + du * style.tile, y + dv * style.tile), style)
                px, py = px / back.unit, py / back.unit
                [photo] = [p for p in photos if p.x < px < p.x + p.width and p.y < py < p.y + p.height]
                # Flipped over like a page of a book, left and right change places.
                assert seen(photo, px, py) == pytest.approx((1 - across / puzzle.cols, down / puzzle.rows))
                checked += 1
    assert checked == 2 * len(puzzle.tiles)


@given(st.sampled_from(SOME), st.sampled_from([style for style in STYLES if style.tile <= 30]))
def test_words_leave_the_tiles_in_the_middle_and_the_page_in_its_margins(puzzle: Puzzle, style: SheetStyle) -> None:
    style = replace(style, title="A title", lines=("One line.", "Another line.", "A third line."))
    for page in tile_pages(puzzle, "name", style):
        labels = [each for each in page.picture.all_shapes() if isinstance(each, Label)]
        words = [each.centre[1] * page.unit for each in labels if each.text.endswith("line.")]
        assert words in ([], pytest.approx([13, 16.8, 20.6]))
        for _, y in extent(page):
            assert 5 < y < style.paper.height - 5
        marks = [y for _, y in extent(page) if y < style.paper.height / 2]
        assert min((y for y in marks if y > 22.1), default=30) > 22


def labels_of(page: PrintedPage) -> list[Label]:
    return [each for each in page.picture.all_shapes() if isinstance(each, Label)]


def half_of(label: Label) -> float:
    """Half the width of a text, as PDF files have it."""
    registerFont(TTFont("Vera", "Vera.ttf"))
    width: float = stringWidth(label.text, "Vera", label.size) / 2
    return width


def require_on_paper(page: PrintedPage) -> None:
    """That no text is wider than the page."""
    for each in labels_of(page):
        half = half_of(each)
        assert (each.centre[0] - half) * page.unit >= -HAIR, each
        assert (each.centre[0] + half) * page.unit <= page.paper.width + HAIR, each


@pytest.mark.parametrize("language", LANGUAGES.values())
@pytest.mark.parametrize(
    "options",
    [
        ("--mask", "####./#####/##.##/#####", "--two-sided", "--fixed", "0.3"),
        ("--size", "5", "--spare", "4"),
        ("--size", "4", "--wrap", "columns,rows", "--two-sided", "--fixed", "0.3", "--heads-and-tails"),
    ],
)
def test_rules_stay_on_the_paper(options: tuple[str, ...], language: Language) -> None:
    puzzle = edgeasp.parse(run("generate", *options, "-q").stdout).puzzle
    words = SheetOptions("A title of many words, " * 5, None, tray=True, contents=True, language=language)
    for name in ("a name of many words, " * 9, "日本"):
        for _, page in arrange_pages([PrintedPuzzle(name, puzzle, level="medium")], SheetStyle(), words).pages:
            require_on_paper(page)


def test_lines_that_are_long_are_divided_or_refused() -> None:
    def lines(*texts: str) -> list[str]:
        [page, _] = tile_pages(SIZES[4].puzzle, "x", SheetStyle(lines=texts))
        require_on_paper(page)
        return [each.text for each in labels_of(page) if "word" in each.text]

    assert len(lines("a word")) == 1
    assert 2 <= len(lines("word after " * 20)) <= 3
    assert 3 <= len(lines("word after " * 20, "word after " * 20, "a word")) <= 5
    with pytest.raises(OptionError, match="too many for the page"):
        lines("word after " * 200)


def test_parts_of_a_board_are_not_on_two_sides_of_a_sheet() -> None:
    printed = [PrintedPuzzle("x", SIZES[10].puzzle, clues=Solution(SIZES[10].solution.placements[:1]))]
    pages = [page for _, page in arrange_pages(printed, SheetStyle(tile=25), SheetOptions(tray=True)).pages]
    boards = [number for number, page in enumerate(pages) if page.name.startswith("board-")]
    assert len(boards) > 1
    assert all(number % 2 == 0 for number in boards), "each on the front of its sheet"
    assert all(not pages[number + 1].picture.shapes for number in boards)


def test_names_in_a_list_and_above_solutions_stay_apart() -> None:
    names = [f"a name that fits into no cell at all, whatever its size, of number {number}" for number in range(3)]
    printed = [PrintedPuzzle(name, SIZES[4].puzzle, (SIZES[4].solution,)) for name in names]
    pages = [page for _, page in arrange_pages(printed, SheetStyle(), SheetOptions(contents=True)).pages]
    for page in pages:
        require_on_paper(page)
        rows: dict[float, list[tuple[float, float]]] = {}
        for each in labels_of(page):
            if "name" in each.text or "..." in each.text:
                half = half_of(each)
                rows.setdefault(each.centre[1], []).append((each.centre[0] - half, each.centre[0] + half))
        for row in rows.values():
            assert all(one[1] < other[0] for one, other in pairwise(sorted(row)))
    headings = {each.text for page in pages for each in labels_of(page) if each.text.endswith("squares, 16 tiles")}
    assert len(headings) == 3


def test_heads_and_tails_with_letters_say_which_go_together() -> None:
    text = run("generate", "--size", "3", "--heads-and-tails", "--seed", "1", "-q").stdout
    puzzle = edgeasp.parse(text).puzzle
    palette = read_palette("letters", max(puzzle.side_colours), puzzle.partners)
    for one, other in puzzle.partners:
        assert palette[one].letters.lower() == palette[other].letters.lower()
        assert palette[one].paint == palette[other].paint
    one, other = puzzle.partners[0]
    for draw, words in (
        (DrawStyle(palette=palette), "Where two tiles touch, these match: A-a, "),
        (DrawStyle(numbers=True), f"Where two tiles touch, these match: {one}-{other}"),
        (DrawStyle(), "Where two tiles touch, a head and a tail make one figure"),
    ):
        assert any(line.startswith(words) for line in PrintedPuzzle("x", puzzle, draw=draw).rules(solved=False))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
@pytest.mark.parametrize("tile", [30.0, 20.0])
def test_a_board_to_lay_tiles_on_has_each_square_once(paper: Paper, tile: float) -> None:
    for puzzle in (SIZES[4].puzzle, SIZES[10].puzzle):
        pages = tray_pages(puzzle, Solution(), "Board", SheetStyle(paper, tile))
        names = [each.text for page in pages for each in page.picture.all_shapes() if isinstance(each, Label)]
        assert sorted(set(names) & {place_name(square) for square in puzzle.grid.squares}) == sorted(
            place_name(square) for square in puzzle.grid.squares
        )
        assert len(names) == len(puzzle.tiles) + len(pages)
        for page in pages:
            assert page.unit * SIZE == pytest.approx(tile)
            for x, y in extent(page):
                assert 4 < x < paper.width - 4
                assert 3 < y < paper.height - 3


def test_holes_are_no_squares_of_a_board_to_lay_tiles_on() -> None:
    """Each puzzle with holes has a board of its own."""
    texts = ["###/#.#/###", "###/##./###", "##/##"]
    puzzles = [edgeasp.parse(run("generate", "--mask", text, "-q").stdout).puzzle for text in texts]
    printed = [PrintedPuzzle(str(number), puzzle) for number, puzzle in enumerate(puzzles)]
    pages = arrange_pages(printed, SheetStyle(), SheetOptions(tray=True)).pages
    on_board = [page for name, page in pages if "board" in page.name]
    for puzzle, page in zip(puzzles, on_board, strict=True):
        labels = {each.text for each in page.picture.all_shapes() if isinstance(each, Label)}
        lines = [each for each in page.picture.all_shapes() if isinstance(each, Line)]
        assert {name for name in labels if re.fullmatch(r"[A-C][1-3]", name)} == set(
            map(place_name, puzzle.grid.squares)
        )
        assert len(lines) == puzzle.grid.size


def test_a_board_to_lay_tiles_on_shows_the_colours_of_the_rim() -> None:
    """With the paints of their sides, as many times as squares lie there."""
    puzzle = replace(SIZES[4].puzzle, rim=(("top", (1,)), ("right", (1, 2)), ("left", (3,))))
    [page] = tray_pages(puzzle, Solution(), "Board", SheetStyle())
    fills = [each.fill for each in page.picture.all_shapes() if isinstance(each, Area)]
    assert [fills.count(painted_outlines(colour, "")[0][1]) for colour in (1, 2, 3)] == [8, 4, 4]
    assert fills.count(GREY) == 1, "the frame is at the bottom alone"
    [page] = tray_pages(puzzle, Solution(), "Board", SheetStyle(draw=DrawStyle(numbers=True)))
    texts = [each.text for each in page.picture.all_shapes() if isinstance(each, Label)]
    assert [texts.count(number) for number in "123"] == [8, 4, 4]
    printed = [PrintedPuzzle("plain", SIZES[4].puzzle), PrintedPuzzle("rim", puzzle)]
    pages = arrange_pages(printed, SheetStyle(), SheetOptions(tray=True)).pages
    assert sum("board" in page.name for _, page in pages) == 2, "each has a board of its own"


def test_clues_lie_on_the_board_and_a_photograph_below() -> None:
    clue = Solution(SIZES[4].solution.placements[:1])
    [page] = tray_pages(SIZES[4].puzzle, clue, "Board", SheetStyle(photo=b"jpeg"))
    shapes = list(page.picture.all_shapes())
    assert sum(isinstance(each, Wedge) for each in shapes) == 4
    [photo] = [each for each in shapes if isinstance(each, Photo)]
    assert photo.part == (0, 0, 1, 1)


def test_an_own_palette_has_motifs_letters_and_paints() -> None:
    look = {1: OwnLook("#cc3333", "heart"), 2: OwnLook("#00ff00", letters="AB")}
    style = replace(SheetStyle(), draw=DrawStyle(palette=look))
    shapes = [shape for page in tile_pages(SIZES[4].puzzle, "x", style) for shape in page.picture.all_shapes()]
    used = {each.colour: each for each in shapes if isinstance(each, Wedge)}
    assert (used[1].paint, used[1].motif, used[1].name) == ("#cc3333", "heart", "colour-cc3333-heart")
    assert (used[2].paint, used[2].motif) == ("#00ff00", "")
    assert [fill for _, fill in painted_outlines(1, "heart", "#cc3333")] == ["#cc3333", motif_paint("#cc3333")]
    letters = [each for each in shapes if isinstance(each, Label) and each.text == "AB"]
    assert len(letters) == sum(tile.sides.count(2) for tile in SIZES[4].puzzle.tiles)
    assert used[3].paint == ""


def test_words_beside_the_number_of_a_tile_are_not_covered() -> None:
    cards = ("owl-front crab-front owl-back crab-back", "crab-front owl-front crab-back owl-back") * 2
    puzzle = read_halves("\n".join(cards), "x").puzzle
    shapes = tile_shapes(puzzle, 0, (0, 0), DrawStyle(tiles=True)).shapes
    shapes += tile_shapes(puzzle, 1, (0, 0), DrawStyle(tiles=True)).shapes
    radius = max(each.radius for each in shapes if isinstance(each, Disc))
    beside = [each for each in shapes if isinstance(each, Label) and abs(each.centre[0] - SIZE / 2) > 1]
    assert sorted(each.text for each in beside) == ["CRAB", "OWL", "crab", "owl"]
    for word in beside:
        half = stringWidth(word.text, "Helvetica", word.size) / 2
        assert half <= word.centre[0] <= SIZE - half
        assert abs(word.centre[0] - SIZE / 2) - half >= radius


def words_of(book: list[PrintedPuzzle], language: Language, *, unframed: bool) -> list[str]:
    """All texts of a book, page by page."""
    words = SheetOptions("Winter", None, tray=True, contents=True, language=language)
    pages = arrange_pages(book, SheetStyle(backs="fold" if unframed else "duplex"), words).pages
    return [each.text for _, page in pages for each in page.picture.all_shapes() if isinstance(each, Label)]


@pytest.mark.parametrize("unframed", [False, True])
def test_a_book_in_german_has_no_english_word(unframed: bool) -> None:
    puzzle, board = (SIZES[4].puzzle, SIZES[4].solution) if unframed else (SIZES[10].puzzle, SIZES[10].solution)
    clue = Solution(board.placements[:1])
    book = [
        PrintedPuzzle(f"0{at}", puzzle, (board,), clue, level=level, unique=True) for at, level in enumerate(LEVELS, 1)
    ]
    english, german = (words_of(book, language, unframed=unframed) for language in (ENGLISH, GERMAN))
    assert len(english) == len(german)
    alike = {text for text, other in zip(english, german, strict=True) if text == other}
    assert {text for text in alike if re.search("[a-z]{2}", text)} == {"Winter"}


LEVELS = ("easy", "medium", "hard")


WAYS = edgeasp.generate_puzzle(4, colours=4, framed=False, seed=2).puzzle
RIMMED = replace(WAYS, rim=(("top", (1,)),))


FULL = (
    "no space on its sheets for the orientations of some tiles: see the file of the puzzle",
    "no space on its sheets for the matching colours: see the file of the puzzle",
)


@pytest.mark.parametrize("language", [ENGLISH, GERMAN])
@pytest.mark.parametrize("tiles", [0, 30, 60, 144])
@pytest.mark.parametrize("pairs", [1, 25, 55, 500])
def test_rules_have_room_and_what_has_none_is_noted(language: Language, tiles: int, pairs: int) -> None:
    """Whatever else the rules say; a list that has no room by itself is left out, and then the other one has some."""
    colours = range(1, 148)
    made = tuple(
        Tile((1 + at, 2 + at, 3 + at, 4 + at), only=(at % 3, at % 3 + 1) if at < tiles else None) for at in range(144)
    )
    every = tuple((one, other) for one in colours for other in colours if one < other)[:pairs]
    puzzle = Puzzle(12, 11, made, every, wraps=frozenset({"columns"}), rim=(("top", (1, 2)),))
    board = edgeasp.Solution(())
    printed = PrintedPuzzle("x", puzzle, (board,), draw=DrawStyle(numbers=True), level="medium", unique=True)
    stacked = arrange_pages([printed], SheetStyle(), SheetOptions(text=None, language=language))
    text = " ".join(page_text(stacked.pages[0][1]))
    number = "No. " if language is ENGLISH else "Nr. "
    for note, words in zip(FULL, (number, "-147" if pairs < 2 else "1-2, 1-3"), strict=True):
        listed = words in text if note is FULL[1] or tiles else True
        assert listed == (f"x: {note}" not in stacked.notes), (note, text)
    assert len(stacked.notes) <= (tiles > 0) + 1
    assert arrange_pages([printed], SheetStyle(), SheetOptions(text=("Have fun",))).notes == ()


def page_text(page: PrintedPage) -> list[str]:
    return [each.text for each in page.picture.all_shapes() if isinstance(each, Label)]


def test_tiles_that_the_rules_name_bear_their_numbers_somewhere() -> None:
    few = replace(WAYS, tiles=(replace(WAYS.tiles[5], only=(0,)), *WAYS.tiles[1:]))
    for backs, words in (("none", None), ("duplex", None), ("none", ())):
        style, own = SheetStyle(backs=backs), SheetOptions(text=words)  # type: ignore[arg-type]
        [first, *_] = arrange_pages([PrintedPuzzle("x", few)], style, own).pages
        assert ("15" in page_text(first[1])) == (backs == "none" and words is None)


def test_a_page_without_anything_behind_it_comes_last_only_before_others() -> None:
    board = Solution(())
    assert [prefix for prefix, _ in arrange_pages([PrintedPuzzle("x", RIMMED, (board,))], SheetStyle()).pages][2:] == [
        "x-",
        "",
        "",
    ]
    words = SheetOptions(tray=False)
    assert [prefix for prefix, _ in arrange_pages([PrintedPuzzle("x", RIMMED)], SheetStyle(), words).pages] == [
        "x-",
        "x-",
    ]


@pytest.mark.parametrize("photo", [b"", b"x"])
def test_a_board_that_the_rules_do_not_say_is_drawn_always(photo: bytes) -> None:
    """With the colours of its rim, also on a photograph."""
    rimmed, usual = (arrange_pages([PrintedPuzzle("x", each)], SheetStyle()).pages for each in (RIMMED, WAYS))
    assert [prefix for prefix, _ in usual] == ["x-", "x-"]
    assert [prefix for prefix, _ in rimmed] == ["x-", "x-", "x-"]
    bare, drawn = (tray_pages(each, Solution(), "x", SheetStyle(photo=photo))[0] for each in (WAYS, RIMMED))
    assert len([*drawn.picture.all_shapes()]) > len([*bare.picture.all_shapes()])


def test_a_title_of_bytes_that_are_no_characters_is_written() -> None:
    data = shapes.write_pdf([], "b\udcffad")
    assert PdfReader(BytesIO(data)).metadata.title == "b?ad"  # type: ignore[union-attr]


def test_a_language_has_the_places_of_the_english_texts() -> None:
    for language in LANGUAGES.values():
        for english, own in language.texts.items():
            assert sorted(re.findall(r"{\w+}", english)) == sorted(re.findall(r"{\w+}", own))


def test_a_language_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "fr.txt"
    path.write_text("% la fin\nSolutions = Réponses\nNo. {number} = n° {number}\n", encoding="utf-8")
    french = read_language(str(path))
    assert (french.translate("Solutions"), french.translate("No. {number}", number=3), french.translate("Clues")) == (
        "Réponses",
        "n° 3",
        "Clues",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Solution = Response", "fr.txt:1: expected a line such as Solutions = Lösungen, found 'Solution = Response'"),
        ("\nNo. {number} = numero", "fr.txt:2: expected {number} in 'numero'"),
        ("Clues = {x}", "fr.txt:1: expected no braces in '{x}'"),
        ("Clues = {0", "fr.txt:1: expected no braces in '{0'"),
    ],
)
def test_what_is_no_language(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "fr.txt").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_language(str(tmp_path / "fr.txt"))
    assert str(raised.value).endswith(message)


def test_the_guide_has_the_german_texts_as_a_file() -> None:
    guide = (INSTANCES.parent / "docs" / "puzzle-books.md").read_text(encoding="utf-8")
    lines = [f"{english.strip()} = {own.strip()}" for english, own in GERMAN.texts.items()]
    assert "```text\n" + "\n".join(lines) + "\n```" in guide


def test_a_book_with_a_title_has_a_cover_of_tiles_that_are_not_solved() -> None:
    book = [PrintedPuzzle("01", SIZES[4].puzzle, (SIZES[4].solution,), level="easy")]
    stacked = arrange_pages(book, SheetStyle(), SheetOptions("Winter", None, contents=True))
    assert stacked.summary.startswith("5 pages: cover, contents, 2 of tiles")
    [cover, contents, *_] = [page for _, page in stacked.pages]
    assert [each.text for each in cover.picture.all_shapes() if isinstance(each, Label)][:2] == [
        "Winter",
        "Puzzles to cut out and solve: 1",
    ]
    shown = [each.colour for each in cover.picture.all_shapes() if isinstance(each, Wedge)]
    assert shown == [colour for tile in SIZES[4].puzzle.tiles for colour in tile.sides]
    assert "Contents" in [each.text for each in contents.picture.all_shapes() if isinstance(each, Label)]
