"""A wrong board that would be right by another convention: check, decode and bench say by which."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, as_facts, as_sides, reordered, side_order
from edgeasp.search.judging import other_reading
from tests.support.running import INSTANCES, run

PUZZLE = plain.read_puz((INSTANCES / "planted-4x4.puz").read_text(encoding="utf-8"), "x")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    path = tmp_path_factory.mktemp("board") / "x.sol"
    assert run("solve", INSTANCES / "planted-4x4.puz", "-o", path).status == 0
    return plain.read_sol(path.read_text(encoding="utf-8"), PUZZLE, "x")


def said(puzzle: Puzzle, wrong: Solution) -> str:
    report = check(puzzle, wrong)
    assert not report.solved
    return other_reading(puzzle, wrong, report)


def moved(board: Solution, how: str) -> Solution:
    def of(one: Placement) -> Placement:
        col, row = one.square
        match how:
            case "clockwise":
                return replace(one, rot=-one.rot % 4)
            case "exchanged":
                return replace(one, square=Square(row, col))
            case "upwards":
                return replace(one, square=Square(col, 3 - row))
        return replace(one, rot=(one.rot + 1) % 4)

    return Solution(tuple(map(of, board)))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("clockwise", "turns are clockwise; expected anticlockwise quarter turns"),
        ("exchanged", "columns and rows are exchanged; expected columns from the left, rows from the top"),
        ("upwards", "rows are counted from the bottom; expected columns from the left, rows from the top"),
        ("further", "90 degrees are added to turns; expected anticlockwise quarter turns"),
    ],
)
def test_the_convention_is_named(board: Solution, how: str, words: str) -> None:
    assert said(PUZZLE, moved(board, how)) == f"the board is right if {words}"


def test_in_facts_it_is_named_as_facts_have_it(board: Solution) -> None:
    words = "the board is right if rotations are anticlockwise; expected clockwise"
    assert said(as_facts(PUZZLE), moved(board, "clockwise")) == words


@pytest.mark.parametrize("order", ["nswe", "enws", "wnse"])
def test_sides_in_another_order(board: Solution, order: str) -> None:
    listed = tuple(
        replace(tile, sides=as_sides(tile.sides["nesw".index(initial)] for initial in order)) for tile in PUZZLE.tiles
    )
    assert [reordered(tile.sides, side_order(order)) for tile in listed] == [tile.sides for tile in PUZZLE.tiles]
    assert said(replace(PUZZLE, tiles=listed), board).endswith(f"({order})")


def test_a_board_that_is_nearly_right_or_not_complete_is_read_as_it_is(board: Solution) -> None:
    first, second, *others = board
    exchanged = [replace(first, square=second.square), replace(second, square=first.square), *others]
    assert said(PUZZLE, Solution(tuple(exchanged))) == ""
    assert said(PUZZLE, Solution(board.placements[1:])) == ""


def test_check_and_decode_say_it_in_one_line(board: Solution, tmp_path: Path) -> None:
    path, answer = tmp_path / "x.sol", tmp_path / "answer.txt"
    path.write_text(plain.write_sol(moved(board, "clockwise")), encoding="utf-8")
    checked = run("check", INSTANCES / "planted-4x4.puz", path)
    assert checked.status == 1
    assert (
        checked.stderr == "edgeasp: the board is right if turns are clockwise; expected anticlockwise quarter turns\n"
    )
    atoms = run("solve", INSTANCES / "planted-4x4.puz", "--format", "atoms").stdout
    answer.write_text("Answer: 1\n" + atoms.replace("90)", "x)").replace("270)", "90)").replace("x)", "270)"))
    decoded = run("decode", INSTANCES / "planted-4x4.puz", answer)
    assert decoded.status == 1
    assert "; the board is right if rotations are anticlockwise; expected clockwise" in decoded.stderr
    assert decoded.stderr.count("\n") == 1
