"""`edgeasp show` in text."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.formats import plain
from edgeasp.puzzle.model import Placement, Solution
from tests.cli.commands.material import (
    SOL,
    run,
)
from tests.support.boards import cut_up
from tests.support.running import INSTANCES, script


def test_show_a_puzzle() -> None:
    result = run("show", "puzzle.puz", "--signs", "x.signs")
    assert result.exit_code == 0
    assert [line.rstrip() for line in result.stdout.splitlines()] == [
        "3 x 3, framed, 9 tiles, 4 colours, 9 signs",
        "",
        "  0+      1+      2+      3+      4-      5-      6-      7-      8+",
        "  0       0       0       0       0       0       0       0       3",
        "1   0   2   0   1   0   2   0   2   1   1   1   1   2   2   2   4   3",
        "  1       1       2       2       3       4       3       4       4",
    ]


def test_show_a_board() -> None:
    result = run("show", "puzzle.puz", "-", given=SOL.replace("8 1 1 2\n", "").replace("7 1 0 0", "7 1 0 2"))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "┌─────┬──*──┬─────┐",
        "│  0  │  4  │  0  │",
        "│0   2│2   2│2   0│",
        "│  2  │  0  │  1  │",
        "├─────┼─────┼─────┤",
        "│  2  │     │  1  │",
        "│0   3│  ·  │4   0│",
        "│  1  │     │  1  │",
        "├─────┼─────┼─────┤",
        "│  1  │  3  │  1  │",
        "│0   1│1   2│2   0│",
        "│  0  │  0  │  0  │",
        "└─────┴─────┴─────┘",
    ]


def test_show_marks_sides_that_differ() -> None:
    result = run("show", "puzzle.puz", "-", given=SOL.replace("8 1 1 2", "8 1 1 1"))
    assert result.stdout.splitlines()[4:9] == [
        "├─────┼──*──┼─────┤",
        "│  2  │  3  │  1  │",
        "│0   3│3   4│4   0│",
        "│  1  │  4  │  1  │",
        "├─────┼──*──┼─────┤",
    ]


@pytest.mark.parametrize(("size", "colours"), [(4, 5), (10, 20), (16, 55)])
@pytest.mark.parametrize("state", ["tiles", "solved", "scrambled", "partial"])
def test_show_fits_into_80_columns(size: int, colours: int, state: str) -> None:
    puzzle, solution = cut_up(size, size, colours)
    Path("board.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    placements = list(solution)
    if state == "scrambled":
        placements = [Placement(each.tile, each.square, (each.rot + each.tile) % 4) for each in placements]
    if state == "partial":
        placements = placements[::2]
    given = plain.write_sol(Solution(tuple(placements)))
    result = run("show", "board.puz", *([] if state == "tiles" else ["-"]), given=given)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) > 2 * size
    assert ("*" in result.stdout) == (state == "scrambled")


def test_show_where_the_locale_has_no_boxes() -> None:
    done = script("show", "puzzle.puz", "x.sol", PYTHONIOENCODING="ascii")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2] == "|0   2|2   2|2   0|"


@pytest.mark.parametrize(("encoding", "lines"), [("cp1252", False), ("utf-8", True)])
def test_a_board_is_ascii_where_the_encoding_has_no_lines(encoding: str, lines: bool) -> None:
    puzzle = INSTANCES / "planted-4x4.puz"
    board = script("solve", puzzle).stdout
    shown = script("show", puzzle, "-", "--format", "text", given=board, PYTHONIOENCODING=encoding).stdout
    assert "?" not in shown
    assert ("─" in shown) == lines
    assert lines or "-" in shown
