"""Boards as people lay them: numbers with turns, numbers alone, tiles as they lie."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import files, grids, known
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.support.boards import cut_up
from tests.support.running import INSTANCES, run
from tests.support.strategies import partial_solutions, puzzles


@given(st.data())
def test_a_grid_and_tiles_as_they_lie_are_read_again(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    board = data.draw(partial_solutions(puzzle))
    again = grids.read_grid(grids.write_grid(board, puzzle), puzzle, "x")
    assert again.by_square() == board.by_square()
    if not puzzle.names.as_facts:
        assert grids.read_table(grids.write_table(board, puzzle), puzzle, "x").by_square() == board.by_square()


TABLE = "square,tile,turns,top,right,bottom,left\nA1,9,3,0,2,2,0\n"


@pytest.mark.parametrize("text", [TABLE, TABLE.replace(",", ";"), "Turns\tSquare\tTile\tby\n3\ta1\t9\tAnna\n"])
def test_a_table_is_read_by_the_names_of_its_columns(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(text, encoding="utf-8")
    sol = run("convert", tmp_path / "x.csv", "--puzzle", INSTANCES / "planted-4x4.puz", "--to", "sol")
    assert sol.stdout == "9 0 0 3\n"
    back = run("convert", "-", "--puzzle", INSTANCES / "planted-4x4.puz", "--to", "csv", given=sol.stdout)
    assert back.stdout == TABLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x:1: expected a column 'square' in a first line such as square,tile,turns,top"),
        ("square,tile\nA1,9\n", "x:1: expected a column 'turns'"),
        ("square,tile,turns\nA1,9\n", "x:2: expected 3 fields, as in the first line"),
        ("square,tile,turns\nE1,9,3\n", "x:2: expected a square from A1 to D4, found 'E1'"),
        ("square,tile,turns\nA1,17,3\n", "x:2: expected a tile from 0 to 15, found 17"),
        ("square,tile,turns\nA1,9,4\n", "x:2: expected anticlockwise quarter turns from 0 to 3, found 4"),
        ("square,tile,turns\nA1,9,0\nA2,9,0\n", "x:3: expected each tile once, found tile 9 again (first on line 2)"),
    ],
)
def test_what_is_no_table_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        grids.read_table(text, files.read_document(str(INSTANCES / "planted-4x4.puz")).document.puzzle, "x")
    assert message in str(raised.value)


def letterless(text: str) -> str:
    return "".join(each for each in text if each not in "rlun")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("cols", "rows"), [(4, 4), (6, 5), (9, 9)])
def test_turns_follow_from_the_neighbours(cols: int, rows: int) -> None:
    puzzle, board = cut_up(cols, rows, 5)
    found = grids.read_grid(letterless(grids.write_grid(board, puzzle)), puzzle, "x")
    assert check(puzzle, found).solved
    assert {each.square: each.tile for each in found} == {each.square: each.tile for each in board}


def test_turns_of_a_board_with_mismatches_and_holes_match_as_much_as_the_board() -> None:
    puzzle, board = cut_up(6, 6, 5)
    placed = list(board)
    placed[8], placed[9] = replace(placed[8], square=placed[9].square), replace(placed[9], square=placed[8].square)
    wrong = Solution(tuple(placed[:20] + placed[22:]))
    found = grids.read_grid(letterless(grids.write_grid(wrong, puzzle)), puzzle, "x")
    assert check(puzzle, found).matched >= check(puzzle, wrong).matched


def test_the_clues_of_eternity_ii_by_their_published_numbers() -> None:
    e2 = known.eternity2()
    official = e2.clues["official"]
    puzzle = files.read_document("e2").document.puzzle
    text = grids.write_grid(official, puzzle)
    assert "139" in text
    assert grids.read_grid(text, puzzle, "x").by_square() == official.by_square()


def test_numbers_from_one_are_read_where_the_last_one_occurs() -> None:
    puzzle, board = cut_up(4, 4, 5)
    from_one = "\n".join(
        " ".join(f"{board.by_square()[square].tile + 1}" for square in puzzle.grid.squares if square.row == row)
        for row in range(4)
    )
    found = grids.read_grid(from_one, puzzle, "x")
    assert {each.square: each.tile for each in found} == {each.square: each.tile for each in board}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n3 4\n", "expected 4 rows of 4 tile numbers, found 2"),
        ("0 1 2 3\n4 5 6\n7 8 9 10\n11 12 13 14\n", "x:2: expected 4 tile numbers in a row"),
        ("0 1 2 3\n4 5 6 q\n7 8 9 10\n11 12 13 14\n", "x:2: expected a tile such as 7, 7r, 7l or 7u"),
        ("0r 1 2 3\n4 5 6 99\n7 8 9 10\n11 12 13 14\n", "x:2: expected a tile from 0 to 15, found 99"),
        ("0r 1 2 3\n4 5 6 3\n7 8 9 10\n11 12 13 14\n", "x:2: expected each tile once, found tile 3 again"),
    ],
)
def test_what_is_no_grid_is_named_with_its_line(text: str, message: str) -> None:
    puzzle = files.read_document(str(INSTANCES / "planted-4x4.puz")).document.puzzle
    with pytest.raises(InputError, match=message):
        grids.read_grid(text, puzzle, "x")


@pytest.mark.parametrize("form", ["grid", "placed"])
def test_commands_read_and_write_what_lies_on_a_table(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.puz").write_bytes((INSTANCES / "planted-4x4.puz").read_bytes())
    assert run("solve", "p.puz", "-o", "x.sol").status == 0
    assert run("convert", "x.sol", "--puzzle", "p.puz", "--to", form, "-o", "x.txt").status == 0
    assert run("check", "p.puz", "x.txt").stdout.startswith("solved")
    Path("bare.txt").write_text(letterless(Path("x.txt").read_text(encoding="utf-8")), encoding="utf-8")
    assert run("check", "p.puz", "bare.txt").stdout.startswith("solved")


def test_a_tile_of_four_zeros_is_no_empty_square() -> None:
    """As in MacMahon's squares with one colour by the number 0: a line of four zeros is an empty square."""
    tiles = tuple(Tile(sides) for sides in ((0, 0, 0, 0), (1, 0, 1, 0), (1, 1, 1, 1), (0, 1, 0, 1)))
    board = Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)))
    with pytest.raises(FormatError, match="placed cannot hold tile 0, as four zeros are an empty square: choose sol"):
        grids.PLACED.write(board, Puzzle(2, 2, tiles))
    assert grids.PLACED.write(Solution(board.placements[1:]), Puzzle(2, 2, tiles)).startswith("0 0 0 0\n1 0 1 0\n")
