"""`edgeasp check`."""

from __future__ import annotations

import json
from pathlib import Path

from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Solution, Square
from tests.cli.commands.material import (
    PUZZLE,
    SOL,
    run,
)


def test_check_solved() -> None:
    result = run("check", "puzzle.puz", "x.sol", "--clue", "corner.clue", "--signs", "x.signs")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "solved\nscore: 12 of 12 diamonds\n", "")


NEXT = "edgeasp: what next: edgeasp hint puzzle.puz BOARD\n"


def test_check_partial() -> None:
    result = run("check", "puzzle.puz", "-", given="".join(SOL.splitlines(keepends=True)[:7]))
    expected = "not solved: 7 of 9 tiles placed, nothing broken\nscore: 6 of 12 diamonds\n"
    assert (result.exit_code, result.stdout, result.stderr) == (1, expected, NEXT)


def test_check_nothing_placed() -> None:
    result = run("check", "puzzle.puz", "-", given="c UNSATISFIABLE\n")
    expected = "not solved: 0 of 9 tiles placed, nothing broken\nscore: 0 of 12 diamonds\n"
    assert (result.exit_code, result.stdout, result.stderr) == (1, expected, NEXT)


def test_check_points_to_best_where_only_diamonds_are_wrong() -> None:
    """To complete a board that is complete is a long search for nothing."""
    wrong = SOL.replace("8 1 1 2", "8 1 1 1")
    Path("wrong.sol").write_text(wrong, encoding="utf-8")
    told = run("check", "puzzle.puz", "wrong.sol", "--signs", "x.signs").stderr
    command = "best puzzle.puz --start wrong.sol --signs x.signs -o better.sol"
    assert told == f"edgeasp: what next: edgeasp {command}\n"
    assert run(*command.split(), "--goal", "1").exit_code == 0
    corner = run("check", "puzzle.puz", "wrong.sol", "--clue", "corner.clue").stderr
    assert corner.endswith("--start wrong.sol --clue corner.clue -o better.sol\n")


def test_check_points_to_hint_where_tiles_are_missing_or_lie_wrong() -> None:
    Path("first.sol").write_text("".join(SOL.splitlines(keepends=True)[:7]), encoding="utf-8")
    assert run("check", "puzzle.puz", "first.sol").stderr.endswith("edgeasp hint puzzle.puz first.sol\n")
    Path("turned.sol").write_text(SOL.replace("7 1 0 0", "7 1 0 1"), encoding="utf-8")
    assert run("check", "puzzle.puz", "turned.sol").stderr.endswith("edgeasp hint puzzle.puz turned.sol\n")


def test_check_proves_windows() -> None:
    """A tile that lies turned is found by each window around it, and a board on which all match has none left."""
    right = run("check", "puzzle.puz", "x.sol", "--prove", "2x2,rows")
    said = "windows: no window of 2 x 2 improves it (4 proved); no row improves it (3 proved)\n"
    assert (right.exit_code, right.stdout) == (0, f"solved\nscore: 12 of 12 diamonds\n{said}")
    Path("wrong.sol").write_text(SOL.replace("8 1 1 2", "8 1 1 1"), encoding="utf-8")
    wrong = run("check", "puzzle.puz", "wrong.sol", "--prove", "2x2")
    assert wrong.exit_code == 1
    assert wrong.stdout.splitlines()[-1] == "windows: improve it to 12 of 12 diamonds"
    line = run("check", "puzzle.puz", "x.sol", "wrong.sol", "--prove", "2x2").stdout.splitlines()
    assert line[0].endswith("12 of 12 diamonds; no window of 2 x 2 improves it (4 proved)")
    assert line[1].endswith("of 12 diamonds; windows improve it to 12 of 12 diamonds")
    card = json.loads(run("check", "puzzle.puz", "wrong.sol", "--prove", "2x2", "--format", "json").stdout)
    assert (card["windows"], card["improved"]) == ([], 12)
    # Windows ask for a whole board.
    assert "windows" not in run("check", "puzzle.puz", "partial.sol", "--prove", "2x2").stdout
    none = run("check", "puzzle.puz", "x.sol", "--prove", "4x4")
    assert (none.exit_code, "does not fit on 3 x 3 squares" in none.stderr) == (2, True)


def test_check_lists_violations() -> None:
    Path("x.sol").write_text(SOL.replace("7 1 0 0", "7 1 0 1"), encoding="utf-8")
    Path("centre.clue").write_text("8 1 1 0\n", encoding="utf-8")
    Path("x.signs").write_text("3 +\n8 +\n1 +\n7 +\n", encoding="utf-8")
    result = run("check", "puzzle.puz", "x.sol", "--clue", "centre.clue", "--signs", "x.signs")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "not solved: 6 conditions broken",
        "  adjoining: A1 has 2 on its right, A2 has 0 on its left",
        "  adjoining: A2 has 4 on its right, A3 has 2 on its left",
        "  adjoining: A2 has 2 on its bottom, B2 has 4 on its top",
        "  boundary: A2 has 2 on its top, outside is 0",
        "  sign: A2 holds a tile with + where the checkerboard of signs has the other",
        "  clue: B2 does not hold tile 8 upright, as a clue says",
        "score: 9 of 12 diamonds",
    ]


def test_check_partial_and_broken() -> None:
    result = run("check", "puzzle.puz", "-", given="0 0 0 0\n")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "not solved: 1 of 9 tiles placed, 1 condition broken",
        "  boundary: A1 has 1 on its left, outside is 0",
        "score: 0 of 12 diamonds",
    ]


def test_check_rules_agree_with_the_checker() -> None:
    assert run("check", "puzzle.puz", "x.sol", "--rules").stdout.splitlines()[-1] == "rules: none is broken"
    broken = SOL.replace("8 1 1 2", "8 1 1 1")
    result = run("check", "puzzle.puz", "-", "--rules", given=broken)
    report = check(PUZZLE, plain.read_sol(broken, PUZZLE, "x.sol"))
    names = sorted(violation.name for violation in report.violations)
    assert result.stdout.splitlines()[-1] == f"rules: {', '.join(names)}"
    assert result.exit_code == 1


def test_check_against_facts_keeps_their_clues() -> None:
    Path("clued.lp").write_text(facts.write(PUZZLE, Solution((Placement(3, Square(2, 0), 0),))), encoding="utf-8")
    result = run("check", "clued.lp", "x.sol")
    assert result.exit_code == 1
    assert "  clue: A3 does not hold tile 4 upright, as a clue says\n" in result.stdout
