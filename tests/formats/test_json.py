"""JSON: PyCSP3 has rows as n, eternity2.dev counts squares and pieces from 0; both are read strictly."""

from __future__ import annotations

import json

import pytest

from edgeasp.formats import programs, viewer
from edgeasp.formats.document import Document
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import InputError
from tests.formats.hand import PUZZLE, SOLUTION, solves

PIECES = "[4, 7, 0, 6], [0, 0, 1, 2], [0, 0, 7, 5], [5, 3, 0, 0], [1, 0, 3, 4], [6, 0, 0, 2]"
PYCSP3 = '{"n": 2, "m": 3, "pieces": [' + PIECES + "]}"
HINTS = (
    '{"pos": 4, "piece": 0, "rot": 0}, {"pos": 0, "piece": 1, "rot": 3}, {"pos": 5, "piece": 2, "rot": 1}, '
    '{"pos": 2, "piece": 3, "rot": 2}, {"pos": 1, "piece": 4, "rot": 3}, {"pos": 3, "piece": 5, "rot": 1}'
)
ETERNITY2DEV = (
    '{"name": "by hand", "width": 3, "height": 2, "numColors": 8, "pieces": [' + PIECES + '], "hints": [' + HINTS + "]}"
)


def test_pycsp3_has_n_rows_and_m_columns() -> None:
    document = programs.read_pycsp3(PYCSP3, "x.json")
    assert document == Document(PUZZLE)
    assert solves(document.puzzle, SOLUTION)
    assert json.loads(programs.write_pycsp3(document)) == json.loads(PYCSP3)
    assert list(json.loads(programs.write_pycsp3(document))) == ["n", "m", "pieces"]


def test_eternity2dev_counts_from_0_row_by_row_and_turns_clockwise() -> None:
    document = viewer.read_json(ETERNITY2DEV, "x.json")
    assert document == Document(PUZZLE, SOLUTION)
    assert solves(document.puzzle, document.placements)
    written = json.loads(viewer.write_json(document))
    assert written == json.loads(ETERNITY2DEV) | {"name": "3 x 2", "numColors": 7}


def test_eternity2dev_needs_no_name_and_no_hints() -> None:
    text = '{"id": "x", "width": 2, "height": 2, "pieces": [[1, 2, 0, 0], [1, 2, 0, 0], [1, 2, 0, 0], [1, 2, 0, 0]]}'
    assert viewer.read_json(text, "x.json") == Document(Puzzle(2, 2, (Tile((1, 2, 0, 0)),) * 4))


def test_a_square_board_may_have_its_size_alone() -> None:
    pieces = "[[0, 1, 2, 0], [0, 0, 3, 1], [2, 4, 0, 0], [3, 0, 0, 4]]"
    hint = '{"piece": 3, "pos": 3, "rot": 0}'
    text = f'{{"name": "x", "size": 2, "num_colors": 4, "pieces": {pieces}, "hints": [{hint}], "target": 4}}'
    document = recognise(text, Origin("x.json", ".json")).document
    sides = ((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4))
    assert document == Document(Puzzle(2, 2, tuple(map(Tile, sides))), Solution((Placement(3, Square(1, 1), 0),)))


def placed(*hints: tuple[int, int, str]) -> str:
    listed = ", ".join(f'{{"row": {row}, "col": {col}, "tile": [{sides}]}}' for row, col, sides in hints)
    return f'{{"name": "x", "gen": null, "rows": 2, "cols": 3, "tiles": [{PIECES}], "placed": [{listed}]}}'


def test_placed_shows_tiles_as_they_lie() -> None:
    text = placed((0, 1, "0, 3, 4, 1"), (1, 2, "5, 0, 0, 7"), (0, 1, "0, 3, 4, 1"))
    document = recognise(text, Origin("x.json", ".json")).document
    assert document == Document(PUZZLE, Solution((SOLUTION.placements[4], SOLUTION.placements[2])))
    assert recognise(placed(), Origin("x")).document == Document(PUZZLE)


@pytest.mark.parametrize(
    ("hints", "words"),
    [
        (
            [(0, 1, "0, 3, 4, 9")],
            "expected placed[0].tile to be a tile of the puzzle, found none left that shows 0 3 4 9",
        ),
        (
            [(0, 1, "0, 3, 4, 1"), (0, 2, "0, 3, 4, 1")],
            "expected placed[1].tile to be a tile of the puzzle, found none",
        ),
        ([(2, 1, "0, 3, 4, 1")], "expected placed[0].row to be a number from 0 to 1, found 2"),
        ([(0, 1, "0, 3, 4, 1"), (0, 1, "0, 0, 5, 3")], "expected each square once, found square A2 again"),
        ([(0, 1, "0, 3, 4")], "expected placed[0].tile to have four sides, found 3"),
    ],
)
def test_what_is_placed_has_to_be_of_the_puzzle(hints: list[tuple[int, int, str]], words: str) -> None:
    with pytest.raises(InputError) as caught:
        recognise(placed(*hints), Origin("x.json", ".json"))
    assert words in str(caught.value)


def test_pieces_without_zeros_are_reported() -> None:
    note = ("no side is 0, so the puzzle is taken for one without a frame",)
    pieces = str([[1, 2, 3, 4]] * 4)
    assert programs.read_pycsp3(f'{{"n": 2, "m": 2, "pieces": {pieces}}}', "x.json").notes == note
    assert viewer.read_json(f'{{"width": 2, "height": 2, "pieces": {pieces}}}', "x.json").notes == note


@pytest.mark.parametrize("value", ["true", "2.0", '"2"', "null", "-2", "1", "[2]", "{}", "1e1", "2" * 10, "9" * 5000])
def test_a_number_is_a_number_and_nothing_else(value: str) -> None:
    with pytest.raises(InputError, match="expected "):
        programs.read_pycsp3(PYCSP3.replace('"n": 2', f'"n": {value}'), "x.json")
    with pytest.raises(InputError, match="expected "):
        viewer.read_json(ETERNITY2DEV.replace('"width": 3', f'"width": {value}'), "x.json")


@pytest.mark.parametrize("value", ["true", "2.0", '"2"', "null", "-2", "[2]", "2" * 10])
def test_a_colour_is_a_number_and_nothing_else(value: str) -> None:
    with pytest.raises(InputError, match=r"expected (pieces\[2\]\[3\] to be a number|numbers of at most 9 digits)"):
        programs.read_pycsp3(PYCSP3.replace("[0, 0, 7, 5]", f"[0, 0, 7, {value}]"), "x.json")
