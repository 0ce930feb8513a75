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
    UNSOLVABLE,
)
from tests.support.fork_server import SCRIPT
from tests.support.running import at_terminal


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
