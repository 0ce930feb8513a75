"""`edgeasp solve`: what it writes and prints, in a pipe, at a terminal and where a stream is closed."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from edgeasp.formats import files, plain
from edgeasp.puzzle.checker import check
from tests.cli.commands.material import (
    PUZZLE,
    SOL,
    TOO_FEW_ZEROS,
    UNSOLVABLE,
    run,
)
from tests.support.fork_server import SCRIPT
from tests.support.running import at_terminal


def test_solve_prints_a_solution_in_a_pipe() -> None:
    result = run("solve", "puzzle.puz")
    assert result.exit_code == 0
    assert check(PUZZLE, plain.read_sol(result.stdout, PUZZLE, "stdout")).solved
    assert re.fullmatch(
        r"edgeasp: solved and checked; \d+\.\d\d s, encoding framed, "
        r"[\d,]+ rules, [\d,]+ conflicts\n",
        result.stderr,
    )


def test_solve_writes_a_file() -> None:
    result = run("solve", "puzzle.puz", "-o", "new.sol")
    assert (result.exit_code, result.stdout) == (0, "")
    assert check(PUZZLE, files.read_solution("new.sol", PUZZLE)).solved


def test_solve_to_standard_output_by_name() -> None:
    assert run("solve", "puzzle.puz", "-o", "-").stdout == run("solve", "puzzle.puz").stdout
    assert not Path("-").exists()


def test_solve_from_facts() -> None:
    result = run("solve", "facts.lp")
    assert check(PUZZLE, plain.read_sol(result.stdout, PUZZLE, "stdout")).solved


@pytest.mark.parametrize("corner", ["3 0 0 1", "3 2 0 0", "3 2 2 3", "3 0 2 2"])
def test_solve_keeps_clues(corner: str) -> None:
    Path("a.clue").write_text(corner + "\n", encoding="utf-8")
    Path("b.clue").write_text("c nothing else\n", encoding="utf-8")
    result = run("solve", "puzzle.puz", "--clue", "a.clue", "--clue", "b.clue")
    assert corner in result.stdout.splitlines()
    assert check(PUZZLE, plain.read_sol(result.stdout, PUZZLE, "stdout")).solved


def test_solve_says_what_counting_finds() -> None:
    Path("bad.puz").write_text(TOO_FEW_ZEROS, encoding="utf-8")
    result = run("solve", "bad.puz")
    assert (result.exit_code, result.stdout) == (0, "c UNSATISFIABLE\n")
    assert result.stderr.startswith(
        "edgeasp: no solution: the outside has 8 sides, but only 7 sides have the frame colour 0"
    )
    assert result.stderr.splitlines()[-1] == "edgeasp: to learn more: edgeasp explain bad.puz"


def test_solve_says_that_the_search_is_complete() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    result = run("solve", "bad.puz")
    assert (result.exit_code, result.stdout) == (0, "c UNSATISFIABLE\n")
    assert result.stderr.startswith("edgeasp: no solution: the search is complete; ")


def test_solve_leaves_the_output_where_there_is_no_solution() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    assert run("solve", "bad.puz", "-o", "x.sol").exit_code == 0
    assert Path("x.sol").read_text(encoding="utf-8") == SOL
    assert run("solve", "bad.puz", "-o", "new.sol").exit_code == 0
    assert not Path("new.sol").exists()


def test_solve_says_when_it_solves_a_relaxation() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    result = run("solve", "bad.puz", "--encoding", "decision")
    puzzle = plain.read_puz(UNSOLVABLE, "bad.puz")
    report = check(puzzle, plain.read_sol(result.stdout, puzzle, "stdout"))
    assert report.matched == report.diamonds
    assert not report.solved
    assert result.stderr.splitlines()[0] == (
        "edgeasp: the encoding decision knows no frame: it solves a relaxation of the puzzle"
    )


def test_solve_decision_of_an_unframed_puzzle_is_no_relaxation() -> None:
    Path("unframed.puz").write_text("2\n3 1 2 4\n3 4 1 2\n2 1 3 4\n1 4 3 2\n", encoding="utf-8")
    result = run("solve", "unframed.puz", "--encoding", "decision")
    assert result.exit_code == 0
    assert "relaxation" not in result.stderr
    assert "encoding decision" in run("solve", "unframed.puz").stderr


def test_solve_shows_the_board_at_a_terminal() -> None:
    status, output = at_terminal("solve", "puzzle.puz", "--clue", "corner.clue", NO_COLOR="1", TERM="xterm")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output).splitlines()
    assert status == 0
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9]", output)
    assert plain[0] == "┌─────┬─────┬─────┐"
    assert plain[2].startswith("│0   2│2")
    assert plain[12] == "└─────┴─────┴─────┘"
    assert plain[13].startswith("solved and checked; ")
    assert len(plain) == 14


def test_solve_shows_colours_at_a_terminal() -> None:
    _, output = at_terminal("solve", "puzzle.puz", TERM="xterm-256color", COLORTERM="truecolor")
    assert re.search(r"\x1b\[[0-9;]*48;2;", output)


def test_solve_with_an_output_file_shows_no_board_at_a_terminal() -> None:
    status, output = at_terminal("solve", "puzzle.puz", "-o", "new.sol", TERM="xterm")
    assert status == 0
    assert output.startswith("edgeasp: solved and checked; ")
    assert len(output.splitlines()) == 1
    assert check(PUZZLE, files.read_solution("new.sol", PUZZLE)).solved


def test_an_unsolvable_puzzle_at_a_terminal() -> None:
    Path("bad.puz").write_text(UNSOLVABLE, encoding="utf-8")
    status, output = at_terminal("solve", "bad.puz", TERM="xterm")
    assert status == 0
    assert output.startswith("no solution: the search is complete; ")
    assert output.splitlines()[2:] == ["edgeasp: to learn more: edgeasp explain bad.puz"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_keeps_no_file_from_being_written(closed: str, folder: Path) -> None:
    command = f"'{SCRIPT}' solve puzzle.puz -o y.sol {closed}"
    assert subprocess.run(["sh", "-c", command], capture_output=True, check=False).returncode == 0
    assert check(PUZZLE, plain.read_sol((folder / "y.sol").read_text(encoding="utf-8"), PUZZLE, "y.sol")).solved
