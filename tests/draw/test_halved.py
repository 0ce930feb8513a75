"""Heads and tails of motifs: told apart without colours, and each drawn with the paint of its motif."""

from __future__ import annotations

from itertools import combinations

from edgeasp.draw import shapes
from edgeasp.draw.board import tiles_picture
from edgeasp.draw.page.html import palette_record
from edgeasp.draw.palette import MOTIFS, NAMES, SHAPES, looks, pattern
from edgeasp.draw.shapes import Wedge, paints
from edgeasp.draw.view import DrawStyle
from edgeasp.puzzle.model import Puzzle, Tile

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
    look = looks(PUZZLE)
    assert look == {
        0: (0, "plain"),
        1: (1, "turtle head"),
        4: (1, "turtle tail"),
        2: (2, "fish head"),
        3: (2, "fish tail"),
        5: (3, pattern(3)),
    }
    assert paints(1, "turtle head")[0] == paints(1, "turtle tail")[0]
    ordinary = Puzzle(2, 2, PUZZLE.tiles)
    assert looks(ordinary) == {colour: (colour, pattern(colour)) for colour in range(6)}


def test_pictures_and_pages_have_the_halves() -> None:
    text = shapes.write_svg(tiles_picture(PUZZLE, STYLE), 100)
    assert 'id="colour-1-turtle-head"' in text
    assert 'id="colour-1-turtle-tail"' in text
    assert 'id="colour-3"' in text
    record = palette_record([1, 2, 3, 4, 5], looks(PUZZLE))
    assert record["paints"][4]["motif"] == "turtle tail"
    assert set(record["motifs"]) == {*MOTIFS, "turtle head", "turtle tail", "fish head", "fish tail"}
    assert set(palette_record([1, 2])["motifs"]) == set(MOTIFS)


def test_names_of_what_is_drawn_alike() -> None:
    names = [Wedge(0, 0, 0, colour, motif).name for colour, motif in ((5, pattern(5)), (5, ""), (0, "plain"), (0, ""))]  # type: ignore[arg-type]
    assert names == ["colour-5", "colour-5-plain", "colour-0", "colour-0-plain"]
