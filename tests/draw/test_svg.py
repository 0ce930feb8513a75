"""SVG: the same bytes each time, whole and by itself.

`python -m tests.draw.test_svg` writes the golden files anew after an intended change.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.draw import shapes
from edgeasp.draw import shapes as svg_file
from edgeasp.draw.board import board_picture, tiles_picture
from edgeasp.draw.page.html import palette_record
from edgeasp.draw.palette import FRAME_GREY, MOTIFS, NAMES, PLAIN, SHAPES, Look, OwnLook, looks_of, motif_of, rgb
from edgeasp.draw.shapes import Disc, Label, Line, Picture, Wedge, painted_outlines
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.formats.document import Document
from edgeasp.formats.handwritten import read_halves, read_words
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution, Tile, place_name
from tests.draw.pictured import BOARDS, SIZES, Board, svg, svg_of_tiles
from tests.support.strategies import partial_solutions, with_placements

GOLDEN = Path(__file__).with_name("golden")
SVG = "{http://www.w3.org/2000/svg}"
EVERYTHING = DrawStyle(tiles=True, turns=True, coordinates=True)


def drawn(board: Board, options: DrawStyle = DrawStyle()) -> str:
    return svg(board_view(board.puzzle, board.solution, board.clues), options)


def pictures() -> dict[str, str]:
    """The content of the golden files."""
    return {
        "4x4": drawn(BOARDS["4x4 solved"]),
        "4x4-spoilt": drawn(BOARDS["4x4 spoilt"], EVERYTHING),
        "4x4-numbers": drawn(BOARDS["4x4 spoilt"], DrawStyle(size=50, numbers=True, mismatches=False)),
        "5x3-unframed": drawn(BOARDS["5x3 unframed"]),
        "6x4-signed-spoilt": drawn(BOARDS["6x4 signed spoilt"], EVERYTHING),
        "4x4-tiles": svg_of_tiles(BOARDS["4x4 solved"].puzzle),
    }


@pytest.mark.parametrize("name", pictures())
def test_golden(name: str) -> None:
    assert pictures()[name] == (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def test_every_golden_file_is_compared() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(pictures())


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_no_number_is_minus_zero() -> None:
    """Rounded, a little less than nothing is nothing, so that equal pictures have equal bytes."""
    texts = [
        svg_file.write_svg(Picture(9, 9, "", "", (Line(((x, 5), (5, x)), 1, "red"), Disc((x, x), 1, "red"))), 9)
        for x in (-0.001, 0.001)
    ]
    assert texts[0] == texts[1]
    assert 'd="M0 5L5 0"' in texts[0]


def wedges(root: ElementTree.Element) -> list[tuple[float, float, int, str]]:
    """The wedges in drawing order: the middle of the side, its rotation, its definition."""
    found = []
    for each in root.iter(f"{SVG}use"):
        match = re.fullmatch(r"translate\((\S+) (\S+)\)(?: rotate\((\d+)\))?", each.attrib["transform"])
        assert match
        found.append((float(match[1]), float(match[2]), int(match[3] or 0), each.attrib["href"]))
    return found


def numbers_of(root: ElementTree.Element) -> list[int]:
    return [int(href.split("-")[1]) for *_, href in wedges(root)]


@given(with_placements(), st.data(), st.builds(DrawStyle, *[st.booleans()] * 7, st.integers(4, 200)))
def test_every_picture_is_well_formed_and_complete(
    board: tuple[Puzzle, Solution], data: st.DataObject, options: DrawStyle
) -> None:
    puzzle, solution = board
    text = svg(board_view(puzzle, solution, data.draw(partial_solutions(puzzle))), options)
    root = parsed(text)
    defined = {each.attrib["id"] for each in root.iter(f"{SVG}g") if "id" in each.attrib}
    assert {href for *_, href in wedges(root)} == {f"#{name}" for name in defined}
    assert numbers_of(root) == [
        colour for square in puzzle.grid.squares for colour in sides_on(puzzle, solution.by_square().get(square))
    ]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg\")|<script|<image|\bnan\b|\binf\b|[ \"(ML]-0[ \")L]", text)


def sides_on(puzzle: Puzzle, placement: Placement | None) -> tuple[int, ...]:
    return puzzle.sides(placement) if placement else ()


def test_wedges_stand_at_the_sides_they_belong_to() -> None:
    puzzle, solution = SIZES[4].puzzle, SIZES[4].solution
    found = wedges(parsed(drawn(SIZES[4])))
    (left, top), steps = (found[3][0], found[0][1]), {0: (50, 0), 90: (100, 50), 180: (50, 100), 270: (0, 50)}
    for index, square in enumerate(puzzle.grid.squares):
        for side, (x, y, turn, _) in zip(Side, found[4 * index : 4 * index + 4], strict=True):
            assert turn == 90 * side
            assert (x - left - 100 * square.col, y - top - 100 * square.row) == steps[turn]
    assert len(found) == 4 * len(solution)


def test_each_colour_is_its_paint_with_its_motif_and_the_frame_is_plain() -> None:
    root = parsed(drawn(SIZES[16]))
    shapes: dict[str, list[str]] = {}
    for each in root.iter(f"{SVG}g"):
        if "id" in each.attrib:
            ground, *motif = each.findall(f"{SVG}path")
            number = int(each.attrib["id"].split("-")[1])
            assert ground.attrib["fill"] == rgb(number)
            shapes.setdefault(motif_of(number), []).append(motif[0].attrib["d"] if motif else "")
    assert shapes.pop(PLAIN) == [""]
    assert all(len(set(drawings)) == 1 and drawings[0] for drawings in shapes.values())
    assert len({drawings[0] for drawings in shapes.values()}) == len(shapes)
    assert FRAME_GREY in drawn(SIZES[16])


def groups(text: str) -> list[str]:
    return [each.text or "" for each in parsed(text).iter(f"{SVG}title")][1:]


@pytest.mark.parametrize("name", BOARDS)
def test_there_are_as_many_marks_as_places_where_something_is_wrong(name: str) -> None:
    board = BOARDS[name]
    seen = board_view(board.puzzle, board.solution, board.clues)
    found = groups(drawn(board))[board.puzzle.cols * board.puzzle.rows :]
    assert found == [each.text for each in seen.mismatch_on.values()]
    assert bool(found) == ("spoilt" in name)
    assert len(groups(drawn(board, DrawStyle(mismatches=False)))) == board.puzzle.cols * board.puzzle.rows


def test_each_square_has_a_description() -> None:
    board = BOARDS["4x4 spoilt"]
    found = groups(drawn(board))[:16]
    on = board.solution.by_square()
    for square, text in zip(board.puzzle.grid.squares, found, strict=True):
        placement = on.get(square)
        assert text.startswith(f"{place_name(square)}: ")
        assert (": empty" in text) == (placement is None)
        assert ("clue" in text) == (square in board.clues.by_square())
        if placement is not None:
            assert f"tile {placement.tile} {board.puzzle.names.turn(placement.rot)}" in text
            assert " ".join(map(str, board.puzzle.sides(placement))) in text


def test_it_scales_and_has_a_title() -> None:
    small, large = (parsed(drawn(SIZES[4], DrawStyle(size=size))) for size in (10, 100))
    assert small.attrib["viewBox"] == large.attrib["viewBox"] == "0 0 448 448"
    assert (small.attrib["width"], large.attrib["width"]) == ("44.8", "448")
    assert [large[0].text, large[1].text] == ["A board of 4 x 4 squares", "24 of 24 edges match: solved"]


def labels(text: str) -> list[str]:
    return [each.text or "" for each in parsed(text).iter(f"{SVG}text")]


def test_labels_are_those_that_are_asked_for() -> None:
    board = SIZES[4]
    assert labels(drawn(board)) == []
    assert labels(drawn(board, DrawStyle(coordinates=True))) == list("1234ABCD")
    on = [board.solution.by_square()[square] for square in board.puzzle.grid.squares]
    assert labels(drawn(board, DrawStyle(tiles=True))) == [str(each.tile) for each in on]
    numbered = drawn(board, DrawStyle(numbers=True))
    assert labels(numbered) == [str(colour) for each in on for colour in board.puzzle.sides(each)]
    assert numbers_of(parsed(numbered)) == list(map(int, labels(numbered)))
    signed = BOARDS["6x4 signed"]
    assert labels(drawn(signed)) == ["+" if square.even else "-" for square in signed.puzzle.grid.squares]


@pytest.mark.parametrize(("cols", "rows", "spare", "drawn_beside"), [(3, 3, 3, 3), (2, 2, 4, 4), (2, 2, 5, 0)])
def test_what_is_left_over_lies_beside_a_full_board(cols: int, rows: int, spare: int, drawn_beside: int) -> None:
    squares = cols * rows
    tiles = [Tile((number, number, number, number)) for number in range(1, squares + spare + 1)]
    puzzle = Puzzle(cols, rows, tuple(tiles))
    laid = [Placement(spare + index, square, 0) for index, square in enumerate(puzzle.grid.squares)]
    view = board_view(puzzle, Solution(tuple(laid)))
    text = svg(view, DrawStyle(tiles=True))
    beside = [group for group in groups(text) if group.startswith("spare: ")]
    assert beside == [f"spare: tile {tile}: {' '.join([str(tile + 1)] * 4)}" for tile in range(drawn_beside)]
    assert [label for label in labels(text) if int(label) < spare] == [str(tile) for tile in range(drawn_beside)]
    box = parsed(text).attrib["viewBox"].split()
    assert float(box[3]) == 100 * rows + 48
    assert (float(box[2]) > 100 * cols + 48) == bool(drawn_beside)
    assert not [group for group in groups(svg(board_view(puzzle, Solution(tuple(laid[1:]))))) if "left over" in group]


def test_the_sheet_has_every_tile_with_its_number() -> None:
    puzzle = BOARDS["6x4 signed"].puzzle
    text = svg_of_tiles(puzzle)
    assert numbers_of(parsed(text)) == [colour for tile in puzzle.tiles for colour in tile.sides]
    assert labels(text) == [f"{index}{tile.sign.value if tile.sign else ''}" for index, tile in enumerate(puzzle.tiles)]


# ---- halves ----


PUZZLE = Puzzle(
    2, 2, (Tile((1, 2, 3, 5)), Tile((4, 3, 5, 1)), Tile((2, 2, 4, 1)), Tile((0, 0, 1, 3))), ((1, 4), (2, 3))
)
STYLE = DrawStyle(numbers=False)


def covered(name: str) -> set[tuple[int, int]]:
    """The points of a grid over the wedge that a half covers."""
    return {
        (x, y) for x in range(-48, 49, 2) for y in range(1, 49, 2) if any(_inside(x, y, each) for each in SHAPES[name])
    }


def _inside(x: float, y: float, outline: tuple[tuple[float, float], ...]) -> bool:
    crossings = 0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        crossings += (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
    return crossings % 2 == 1


def test_two_dozen_motifs_fit_their_sides_and_their_halves_meet() -> None:
    assert len(NAMES) == 24
    for name in NAMES:
        for half in ("head", "tail"):
            points = [point for outline in SHAPES[f"{name} {half}"] for point in outline]
            assert max(abs(x) + y for x, y in points) <= 47
            assert {(-x, y) for x, y in points} == set(points)
        bases = [{x for x, y in SHAPES[f"{name} {half}"][0] if y == 0} for half in ("head", "tail")]
        assert bases[0] == bases[1]


def test_all_halves_differ_without_colours() -> None:
    """Of what either of two halves covers, a seventh at least is covered by one of them alone."""
    areas = {name: covered(name) for name in SHAPES}
    alike = {
        (one, other): len(areas[one] ^ areas[other]) / len(areas[one] | areas[other])
        for one, other in combinations(SHAPES, 2)
    }
    assert {pair: share for pair, share in alike.items() if share < 1 / 7} == {}


def test_head_and_tail_have_one_paint() -> None:
    assert {colour: look[:2] for colour, look in looks_of(PUZZLE).items()} == {
        0: (0, "plain"),
        1: (1, "turtle head"),
        4: (1, "turtle tail"),
        2: (2, "fish head"),
        3: (2, "fish tail"),
        5: (3, motif_of(3)),
    }
    assert painted_outlines(1, "turtle head")[0] == painted_outlines(1, "turtle tail")[0]
    ordinary = Puzzle(2, 2, PUZZLE.tiles)
    assert looks_of(ordinary) == {colour: Look(colour, motif_of(colour)) for colour in range(6)}


CARDS = """bird-head fish-tail turtle-head bike-tail
fish-head turtle-tail bird-tail bike-head
bike-tail bird-head fish-head turtle-tail
turtle-head bird-tail bike-head fish-tail
"""


@pytest.mark.parametrize(
    ("text", "read", "expected"),
    [
        (
            CARDS,
            read_halves,
            "bird-head: 1 BIRD, bird-tail: 1 bird, fish-head: 2 fish head, fish-tail: 2 fish tail, "
            "turtle-head: 3 turtle head, turtle-tail: 3 turtle tail, bike-head: 4 BIKE, bike-tail: 4 bike",
        ),
        ("LION lion HARE hare\n" * 4, read_halves, "LION: 1 LION, lion: 1 lion, HARE: 2 HARE, hare: 2 hare"),
        (
            "butter-h butter-t butterfly-h butterfly-t\n" * 4,
            read_halves,
            "butter-h: 1 BUTTER, butter-t: 1 butter, butterfly-h: 2 butterfly head, butterfly-t: 2 butterfly tail",
        ),
        # A number has any motif but those of the words.
        (
            "turtle-h turtle-t 3-h 3-t\n" * 4,
            read_halves,
            "turtle-h: 1 turtle head, turtle-t: 1 turtle tail, 3-h: 2 rocket head, 3-t: 2 rocket tail",
        ),
        ("1A 1a 2A 2a\n" * 4, read_halves, "1A: 1 turtle head, 1a: 1 turtle tail, 2A: 2 fish head, 2a: 2 fish tail"),
        (
            "red heart stripes r\n" * 4,
            read_words,
            "red: #d01c1f diamond, heart: 2 heart, stripes: 3 stri, r: 4 lattice",
        ),
    ],
)
def test_words_are_drawn_as_typed(text: str, read: Callable[[str, str], Document], expected: str) -> None:
    puzzle = read(text, "cards.txt").puzzle
    look = {puzzle.names.colour(colour): look for colour, look in looks_of(puzzle).items() if colour}
    drawn_as = (f"{name}: {paint or number} {text or motif}" for name, (number, motif, text, paint) in look.items())
    assert ", ".join(drawn_as) == expected


def test_a_picture_explains_its_motifs() -> None:
    puzzle = read_halves(CARDS, "cards.txt").puzzle
    labels = [shape.text for shape in tiles_picture(puzzle).all_shapes() if isinstance(shape, Label)]
    assert labels[-8:] == [
        *("BIRD: bird-head", "bird: bird-tail", "fish-head", "fish-tail", "turtle-head", "turtle-tail"),
        *("BIKE: bike-head", "bike: bike-tail"),
    ]
    picture = board_picture(board_view(puzzle, Solution()))
    assert picture.height > picture.width
    assert board_picture(board_view(Puzzle(2, 2, puzzle.tiles), Solution())).height == 248
    # A palette of letters that are the names leaves nothing to explain.
    letters = {colour: OwnLook("#000000", letters=puzzle.names.colour(colour)) for colour in puzzle.side_colours}
    assert board_picture(board_view(puzzle, Solution()), DrawStyle(palette=letters)).height == 248


def test_pictures_and_pages_have_the_halves() -> None:
    text = shapes.write_svg(tiles_picture(PUZZLE, STYLE), 100)
    assert 'id="colour-1-turtle-head"' in text
    assert 'id="colour-1-turtle-tail"' in text
    assert 'id="colour-3"' in text
    record = palette_record([1, 2, 3, 4, 5], looks_of(PUZZLE))
    assert record["paints"][4]["motif"] == "turtle tail"
    assert set(record["motifs"]) == {*MOTIFS, "turtle head", "turtle tail", "fish head", "fish tail"}
    assert set(palette_record([1, 2])["motifs"]) == set(MOTIFS)


def test_names_of_what_is_drawn_alike() -> None:
    names = [Wedge(0, 0, 0, colour, motif).name for colour, motif in ((5, motif_of(5)), (5, ""), (0, "plain"), (0, ""))]  # type: ignore[arg-type]
    assert names == ["colour-5", "colour-5-plain", "colour-0", "colour-0-plain"]


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.iterdir():
        old.unlink()
    for stem, text in pictures().items():
        (GOLDEN / f"{stem}.svg").write_text(text, encoding="utf-8", newline="\n")
