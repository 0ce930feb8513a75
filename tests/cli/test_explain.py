"""`edgeasp explain`, and what `solve` says of the reasons when there is no solution."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.cli import console
from tests.cli.commands.material import PUZ, SOL, UNSOLVABLE, Run, run
from tests.support.lanes import represented

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "schemas" / "explain.schema.json").read_text("utf-8"))
# In every solution tiles 0 and 3 lie in corners that are neighbours.
CLASH = "8 1 1 2\n3 0 0 1\n0 2 2 3\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_quiet", False)
    Path("p.puz").write_text(PUZ)
    Path("p.sol").write_text(SOL)
    Path("two.clue").write_text(CLASH)
    Path("no.puz").write_text(UNSOLVABLE)


def record(*arguments: str) -> dict[str, Any]:
    result = run("explain", *arguments, "--format", "json")
    found: dict[str, Any] = json.loads(result.stdout)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def test_clues_that_clash_are_named_with_their_lines() -> None:
    result = run("explain", "p.puz", "--clue", "two.clue", "-n", "0", "--most")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "2 of 3 clues clash; without any one of them there is a solution:"
    assert lines[1:3] == [
        "  two.clue:2: tile 3 on A1, turned left",
        "  two.clue:3: tile 0 on C3, turned right",
    ]
    assert "1 minimal set of clashing clues, and no others" in lines
    assert "2 of 3 clues can stand together, no more, without:" in lines


def test_the_record_of_a_clash() -> None:
    found = record("p.puz", "--clue", "two.clue", "--most")
    assert [[clue["line"] for clue in clash] for clash in found["clashes"]] == [[2, 3]]
    assert (found["solvable"], found["most"], found["answered"]) == (False, 2, True)
    assert len(found["kept"]) == 2


def test_where_there_is_a_solution_nothing_clashes() -> None:
    result = run("explain", "p.puz", "--clue", "p.sol")
    assert (result.exit_code, result.stdout) == (0, "there is a solution that keeps all clues: nothing clashes\n")
    assert record("p.puz")["solvable"] is True


def test_conditions_in_places() -> None:
    result = run("explain", "no.puz")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["no solution: the search is complete", "the ring cannot be closed:"]
    found = record("no.puz")
    assert found["conditions_minimal"] is True
    assert found["without_clues"] is True


def test_a_colour_that_was_mistyped() -> None:
    Path("typo.puz").write_text(PUZ.replace("0 1 3 2", "0 1 9 2"))
    for command in ("explain", "solve"):
        result = run(command, "typo.puz")
        text = result.stdout + result.stderr
        assert "colour 9 occurs once, on tile 4" in text
        assert "perhaps tile 4 (line 6): its bottom side is perhaps 3, not 9" in text
    assert record("typo.puz")["slips"] == [
        {
            "tiles": [4],
            "lines": [6],
            "text": "perhaps tile 4 (line 6): its bottom side is perhaps 3, not 9: then there is a solution",
        }
    ]


def test_a_limit_is_no_verdict() -> None:
    result = run("explain", "p.puz", "--clue", "two.clue", "--conflict-limit", "1")
    assert result.exit_code in (0, 1)
    assert "there is a solution" not in result.stdout.splitlines()[0]


@pytest.mark.parametrize("ending", ["svg", "html", "txt", "json", "png"])
def test_the_clash_is_marked_in_a_file(ending: str) -> None:
    result = run("explain", "p.puz", "--clue", "two.clue", "-o", f"x.{ending}")
    assert (result.exit_code, result.stdout) == (0, "")
    data = Path(f"x.{ending}").read_bytes()
    if ending == "png":
        assert data.startswith(b"\x89PNG")
    else:
        assert b"two.clue" in data
    if ending == "html":
        assert b"<title>p.puz</title>" in data
    if ending == "svg":
        assert b"clash: two.clue:2: tile 3 on A1, turned left" in data


def test_the_board_marks_the_clash() -> None:
    shown = run("explain", "p.puz", "--clue", "two.clue", "--format", "board").stdout
    assert shown.count("!") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "x.sol"), "expected a name that ends in"),
        (("-o", "x.svg", "--format", "json"), "a file of that name is no json"),
        (("-o", "p.puz", "--format", "text"), "found one for a puzzle"),
        (("--clue", "missing.clue"), "cannot be read"),
        (("-n", "-1"), "-n"),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], message: str) -> None:
    result = run("explain", "p.puz", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert Path("p.puz").read_text() == PUZ


def solved(*arguments: str) -> Run:
    return run("solve", "p.puz", *arguments)


def test_solve_names_the_clash_and_points_to_explain() -> None:
    result = solved("--clue", "two.clue")
    assert result.exit_code == 0
    assert "2 of 3 clues clash" in result.stderr
    assert "two.clue:2: tile 3" in result.stderr
    assert "to learn more: edgeasp explain p.puz --clue two.clue" in result.stderr
    assert "clash" not in solved("--clue", "two.clue", "--quiet").stderr
    assert "explain" not in solved("--clue", "p.sol").stderr


def test_solve_offers_to_take_the_colour_of_the_frame_for_one_like_any_other() -> None:
    Path("tv.csv").write_text("9,0,3,5\n4,1,2,0\n3,6,7,8\n2,5,9,6\n", encoding="utf-8")
    asked = run("solve", "tv.csv", "--sides", "nesw").stderr
    assert "if 0 is a colour like any other: edgeasp solve tv.csv --sides nesw --unframed; with --upright, no" in asked
    done = run("solve", "tv.csv", "--sides", "nesw", "--unframed", "--upright")
    assert (done.exit_code, done.stdout.count("\n")) == (0, 4)
    assert "is a colour like any other" not in run("solve", "p.puz").stderr + run("solve", "no.puz").stderr


CARDS = ["8 5 3 -6", "-4 -5 -4 -3", "-8 -7 7 -5", "8 6 -3 -8", "-5 4 7 -7", "-8 7 -8 -5", "5 -3 -4 8", "7 4 -3 7"]
CARDS += ["-7 5 3 8"]


@represented("card, sides", [(6, (0, 3)), (0, (1, 2)), (4, (2, 3))])
def test_two_halves_that_were_swapped(card: int, sides: tuple[int, int]) -> None:
    """Counting says nothing of them, without a frame: each exchange is tried."""
    swapped = CARDS[card].split()
    one, other = sides
    swapped[one], swapped[other] = swapped[other], swapped[one]
    Path("cards.txt").write_text("\n".join([*CARDS[:card], " ".join(swapped), *CARDS[card + 1 :]]) + "\n")
    text = run("explain", "cards.txt").stdout
    word = [f"tile {card} (line {card + 1}): its ", "sides are perhaps swapped: then there is a solution"]
    assert any(all(part in line for part in word) for line in text.splitlines()), text


@pytest.mark.long
def test_tiles_are_listed_where_many_exchanges_would_do() -> None:
    rows = ["-4 1 1 2", "2 -4 -4 -1", "-3 -2 -4 2", "1 4 4 -2", "1 -2 -4 3", "-3 -1 -1 -1", "-4 4 -2 -4", "1 -4 -2 -1"]
    Path("cards.txt").write_text("\n".join([*rows, "2 1 3 4"]) + "\n")
    assert run("solve", "cards.txt", "-q").exit_code == 0
    text = run("explain", "cards.txt").stdout
    assert (
        "perhaps two sides of a tile are swapped: there is a solution then with one of the tiles 0, 1, 2, 3, 4, 7, 8"
        in text
    )


@pytest.mark.parametrize("ending", ["svg", "png", "html"])
def test_a_reason_that_no_picture_can_show_is_printed(ending: str, tmp_path: Path) -> None:
    puzzle = tmp_path / "typed.puz"
    puzzle.write_text("2 2\n0 1 1 0\n0 1 1 0\n0 1 1 0\n0 1 2 0\n", encoding="utf-8")
    done = run("explain", str(puzzle), "-o", str(tmp_path / f"x.{ending}"))
    assert done.exit_code == 0
    assert ("colour" in done.stdout) == (ending != "html")
