"""`edgeasp hint`: whether a board can be completed, what to lift, and what next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.cli import console
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from tests.cli.commands.material import PUZ, PUZZLE, SOL, TOO_FEW_ZEROS, UNSOLVABLE, run

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "schemas" / "hint.schema.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_quiet", False)
    Path("p.puz").write_text(PUZ)
    Path("p.sol").write_text(SOL)
    lines = SOL.splitlines(keepends=True)
    Path("part.sol").write_text("".join(lines[:6]))
    Path("wrong.sol").write_text("".join(lines[1:6]) + "0 1 1 0\n")
    Path("no.puz").write_text(UNSOLVABLE)
    Path("few.puz").write_text(TOO_FEW_ZEROS)
    Path("empty.sol").write_text("")


def record(*arguments: str) -> dict[str, Any]:
    result = run("hint", *arguments, "--format", "json")
    found: dict[str, Any] = json.loads(result.stdout)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def test_a_hint_gives_away_no_more_than_asked() -> None:
    where = run("hint", "p.puz", "part.sol", "--level", "1").stdout.splitlines()
    why = run("hint", "p.puz", "part.sol").stdout.splitlines()
    which = run("hint", "p.puz", "part.sol", "--level", "3").stdout.splitlines()
    assert where == ["this board can be completed", "next: A2"]
    around = "0 on its top, 2 on its right and 2 on its left"
    assert why[1] == f"next: A2: of the tiles that are left one fits, with {around}"
    assert which[:2] == why
    assert which[2:] == ["  tile 7 upright"]
    assert record("p.puz", "part.sol", "--level", "1")["step"] == {
        "col": 1, "row": 0, "rule": None, "tiles": None, "placements": None,
    }  # fmt: skip


def test_tiles_to_lift_and_the_mended_board() -> None:
    result = run("hint", "p.puz", "wrong.sol", "--mend", "mended.sol")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].startswith("this board cannot be completed")
    assert "take away 1 of its tiles, and it can; fewer do not help:" in result.stdout
    assert "  tile 0 on B2" in result.stdout
    mended = plain.read_sol(Path("mended.sol").read_text(), PUZZLE, "mended.sol")
    assert len(mended) == 5
    assert not check(PUZZLE, mended).violations
    assert run("hint", "p.puz", "mended.sol").stdout.startswith("this board can be completed")
    found = record("p.puz", "wrong.sol")
    assert (found["lifted"], found["fewest"]) == ([[0, 1, 1, 0]], 1)


def test_a_board_that_can_be_completed_is_written_as_it_is() -> None:
    assert run("hint", "p.puz", "part.sol", "--mend", "same.sol").exit_code == 0
    assert Path("same.sol").read_text() == Path("part.sol").read_text()


def test_all_lists_what_lies_on_each_square() -> None:
    found = record("p.puz", "part.sol", "--all")
    assert len(found["squares"]) == 3
    text = run("hint", "p.puz", "part.sol", "--all").stdout
    assert "  B2: always tile 8" in text


def test_squares_where_tiles_that_are_the_same_may_lie() -> None:
    Path("alike.puz").write_text("2 2\n0 1 1 0\n0 1 1 0\n0 1 1 0\n0 1 1 0\n")
    Path("one.sol").write_text("0 0 0 0\n")
    text = run("hint", "alike.puz", "one.sol", "--all", "--format", "text").stdout
    assert "  A2: always the same, one of tile 1 turned right; tile 2 turned right; tile 3 turned right\n" in text


@pytest.mark.parametrize(("puzzle", "message"), [("no.puz", "nor can the empty one"), ("few.puz", "counting shows")])
def test_a_puzzle_without_a_solution(puzzle: str, message: str) -> None:
    result = run("hint", puzzle, "empty.sol", "--mend", "x.sol")
    assert result.exit_code == 0
    assert message in result.stdout
    assert "not written" in result.stderr
    assert not Path("x.sol").exists()


def test_a_solution_needs_no_hint() -> None:
    assert run("hint", "p.puz", "p.sol").stdout == "this board is a solution\n"


def test_candidates_and_tiles_to_lift_are_marked() -> None:
    run("hint", "p.puz", "part.sol", "--all", "-o", "x.html")
    page = Path("x.html").read_text()
    assert '"labels":{"' in page
    assert '"pointedOut":[1]' in page
    assert "always tile 8" in page
    run("hint", "p.puz", "wrong.sol", "-o", "x.svg")
    assert "lift tile 0" in Path("x.svg").read_text()
    shown = run("hint", "p.puz", "part.sol", "--all", "--format", "board").stdout
    assert "8!" in shown
    assert "?" in shown


def test_the_board_comes_from_standard_input() -> None:
    assert run("hint", "p.puz", "-", given=SOL).stdout == "this board is a solution\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("part.sol", "--level", "4"), "level"),
        (("part.sol", "--mend", "p.puz"), "is an input"),
        (("part.sol", "--mend", "part.sol"), "is an input"),
        (("part.sol", "--mend", "x.svg", "-o", "x.svg"), "name the same file"),
        (("missing.sol",), "cannot be read"),
        (("p.puz",), "expected"),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], message: str) -> None:
    result = run("hint", "p.puz", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert Path("p.puz").read_text() == PUZ
