"""Every module can be imported, and commands work, where what Windows, macOS or a bare system lacks is blocked.

`support/elsewhere/sitecustomize.py` says what that is; it reaches the processes that edgeasp starts as well.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.formats import files
from edgeasp.puzzle.checker import check

CHECKOUT = Path(__file__).parents[1]
ELSEWHERE = CHECKOUT / "tests" / "support" / "elsewhere"
UNLOCKED = "this system has no locks: do not let two processes write to one folder or table\n"
SAID = {"windows": "", "macos": "", "bare": UNLOCKED}
"""What edgeasp says that it does without."""


def elsewhere(system: str, *arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python as on another system."""
    environment = os.environ | {"PYTHONPATH": str(ELSEWHERE), "EDGEASP_TEST_SYSTEM": system}
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


FEW = [
    *("solve p.puz -o x.sol", "check p.puz x.sol", "show p.puz x.sol -o x.svg"),
    *("suite generate boards --sizes 4 --colours 4 --boards 1", "suite solve boards --time-limit 60 --jobs 1"),
]
"""Commands that have to do with locks, limits and processes; the tour has more."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with puzzles."""
    shutil.copy(CHECKOUT / "instances" / "planted-4x4.puz", tmp_path / "p.puz")
    shutil.copy(CHECKOUT / "instances" / "random-4x4.puz", tmp_path / "r.puz")
    return tmp_path


@pytest.mark.parametrize(
    ("system", "commands"), [("windows", FEW), *(pytest.param(name, [], marks=pytest.mark.long) for name in SAID)]
)
def test_every_module_is_imported_and_commands_work(system: str, commands: list[str], folder: Path) -> None:
    done = elsewhere(system, ELSEWHERE / "tour.py", *commands, cwd=folder)
    assert (done.returncode, done.stdout) == (0, SAID[system]), done.stderr
    # Judged by a process that lacks nothing.
    puzzle = files.read_document(str(folder / "p.puz")).document.puzzle
    assert check(puzzle, files.read_solution(str(folder / "x.sol"), puzzle)).solved
    assert [path.name for path in folder.glob(".*")] == []


@pytest.mark.long
def test_the_tour_finds_what_is_missing(folder: Path) -> None:
    done = elsewhere("bare", ELSEWHERE / "tour.py", "solve p.puz --memory-limit 2G", cwd=folder)
    assert "a memory limit needs psutil on this system" in done.stdout
    code = "import edgeasp.system.processes as system\nsystem.os.fork"
    assert "no attribute 'fork'" in elsewhere("windows", "-c", code, cwd=folder).stderr


TESTS = {
    "search": ["tests/search"],
    "solvers": ["tests/solvers", "tests/encoding/test_variants.py"],
    "formats": ["tests/formats", "tests/puzzle", "tests/generate"],
    "parallel": [f"tests/parallel/{name}.py" for name in ("test_processes", "test_split")],
    "suite": [f"tests/lab/suite/{name}.py" for name in ("test_solve", "test_status")],
    "cli": ["tests/cli/test_commands.py", "tests/cli/test_best.py", "tests/cli/test_convert.py"],
}
"""Tests of what needs no terminal, sends no signal and no cluster."""

NOT_THERE = [
    # They start a process that lacks nothing, or change the `os` of Python, of which edgeasp has a copy here.
    "tests/system/test_writing.py::test_no_link_is_followed_in_place_of_a_temporary_file",
    "tests/system/test_writing.py::test_a_process_that_is_killed_leaves_the_file_as_it_was",
    "tests/system/test_writing.py::test_a_killed_process_releases_the_lock",
    # psutil knows no peak on Linux.
    "tests/system/test_limits.py::test_memory_that_was_held_before_the_search_does_not_count",
]


@pytest.mark.long
@pytest.mark.parametrize("room", TESTS)
def test_the_tests_pass_on_such_a_system(room: str) -> None:
    without = [word for name in NOT_THERE for word in ("--deselect", name)]
    without += ["--ignore", "tests/system/test_machine.py"]
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", "not slurm"]
    done = elsewhere("windows", "-m", "pytest", *options, *without, *TESTS[room], cwd=CHECKOUT)
    assert done.returncode == 0, done.stdout + done.stderr
