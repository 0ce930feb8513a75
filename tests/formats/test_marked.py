"""Boards in pictures, pages and JSON: read back as they were, from what programs that draw and check take as well."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given

from edgeasp.api.instance import Board
from edgeasp.formats import files, plain
from edgeasp.formats.plain import board_text, marked, marked_png, origin_mark
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import InputError
from tests.support import boards, strategies


@given(strategies.planted_with_clues())
def test_a_board_is_read_back(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, solution, _ = case
    for data in (marked("<svg></svg>\n", solution, puzzle).encode(), marked_png(b"x" * 40, solution, puzzle)):
        text = board_text(data, "x")
        assert text is not None
        assert plain.read_sol(text, puzzle, "x") == solution


def test_a_marked_picture_is_still_one(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    puzzle, solution = boards.cut_up(5, 4, 4)
    board = Board(puzzle, solution)
    plain, png = board.png(), marked_png(board.png(), solution, puzzle)
    with image.open(BytesIO(png)) as opened, image.open(BytesIO(plain)) as drawn:
        opened.load()
        assert opened.tobytes() == drawn.tobytes()
        assert opened.text["Comment"].startswith(f"{origin_mark(puzzle)}: 0 ")
    assert ElementTree.fromstring(marked(board.svg(), solution, puzzle)).tag.endswith("svg")
    for name, data in (("a.png", png), ("a.svg", marked(board.svg(), solution, puzzle).encode())):
        (tmp_path / name).write_bytes(data)
        assert files.read_solution(str(tmp_path / name), puzzle) == solution
        assert files.read_clues(str(tmp_path / name), puzzle).clues == solution


@pytest.mark.parametrize(("schema", "version", "key"), [("best", 1, "board"), ("solve", 2, "solutions")])
def test_json_of_a_search_is_read(tmp_path: Path, schema: str, version: int, key: str) -> None:
    puzzle, solution = boards.cut_up(3, 3, 4)
    rows = [[each.tile, each.square.col, each.square.row, each.rot] for each in solution]
    path = tmp_path / "it.json"

    def write(content: object, version: int = version) -> None:
        found = {"schema": f"edgeasp.{schema}", "schema_version": version, key: content}
        path.write_text(json.dumps(found), encoding="utf-8")

    several = schema == "solve"
    write([rows] if several else rows)
    assert files.read_solution(str(path), puzzle) == solution
    for wrong in (None, 5, [5], [[0, 0, "a", 0]], [[0, 0, 0]]):
        write([wrong] if several else wrong)
        with pytest.raises(InputError, match=r"it\.json"):
            files.read_solution(str(path), puzzle)
    for many in ([], [rows, rows]) if several else ():
        write(many)
        with pytest.raises(InputError, match=rf"it\.json: expected one board, found {len(many)} solutions"):
            files.read_solution(str(path), puzzle)
    write([rows] if several else rows, version=99)
    with pytest.raises(InputError, match=rf"expected schema_version {version}, found 99: another version of edgeasp"):
        files.read_solution(str(path), puzzle)
