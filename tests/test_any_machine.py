"""Other machines, and installations without the laboratory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.cli.commands import NAMES
from edgeasp.formats import files
from edgeasp.puzzle.checker import check
from tests.support import laboratory
from tests.support.running import INSTANCES

# ---- machines ----

# What Windows, macOS or a bare system lacks is blocked: `support/elsewhere/sitecustomize.py` says what that is. It
# reaches the processes that edgeasp starts as well.

CHECKOUT = Path(__file__).parents[1]
ELSEWHERE = CHECKOUT / "tests" / "support" / "elsewhere"
UNLOCKED = "this system has no locks: do not let two processes write to one folder or table\n"
UNCOMPILED = "".join(
    f"without its programs in C edgeasp is slower: {name}.c is not compiled: "
    "install edgeasp where there is a C compiler (a checkout: make install)\n"
    for name in ("beam", "filling", "scan")
)
SAID = {"windows": "", "macos": "", "bare": UNLOCKED + UNCOMPILED}
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
    puzzle = files.read(str(folder / "p.puz")).puzzle
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
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
    done = elsewhere("windows", "-m", "pytest", *options, *without, *TESTS[room], cwd=CHECKOUT)
    assert done.returncode == 0, done.stdout + done.stderr


# ---- without the laboratory ----

REPRESENTATIVE = (
    *("test_architecture.py", "test_schemas.py", "api", "formats", "encoding"),
    *(f"cli/test_{name}.py" for name in ("commands", "option_table", "progress", "values")),
    *(
        "solvers/test_backtrack.py",
        "search/test_scans.py",
        "system/test_writing.py",
    ),
)
"""Tests of each room, and all that have lists of commands, options, names or schemas."""

NEEDED = laboratory.needed


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python, with the edgeasp of a folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("EDGEASP_", "PYTEST_"))}
    environment |= {"PYTHONPATH": str(folder), "COLUMNS": "100"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@NEEDED
def test_commands_and_names_of_the_laboratory_are_not_there(tmp_path: Path) -> None:
    shutil.copytree(
        CHECKOUT / "edgeasp",
        tmp_path / "edgeasp",
        ignore=lambda folder, names: {"__pycache__", *(["lab"] if Path(folder).name == "edgeasp" else [])},
    )
    (tmp_path / "asp").symlink_to(CHECKOUT / "asp", target_is_directory=True)
    shutil.copy(INSTANCES / "frame-3x3.puz", tmp_path / "p.puz")
    (tmp_path / "x").write_text("v 1 0\n", encoding="utf-8")
    said = python(tmp_path, "-m", "edgeasp", "--help").stdout
    listed = {name for name in NAMES if f"\n  {name} " in said}
    assert set(NAMES) - listed == {"bench", "campaign", "certify", "cnf", "grade", "signs", "suite", "verify"}
    assert "\nProofs and experiments:" not in said
    refused = python(tmp_path, "-m", "edgeasp", "certify", "x.puz")
    assert (refused.returncode, refused.stderr) == (
        2,
        "edgeasp: error: there is no command 'certify'\nsee: edgeasp -h\n",
    )
    for words, need in (
        ("decode p.puz x --cnf x", "--cnf"),
        ("best p.puz --scheduler tcp://127.0.0.1:1", "a cluster"),
    ):
        refused = python(tmp_path, "-m", "edgeasp", *words.split())
        message = f"edgeasp: error: {need} needs edgeasp.lab, which is not installed: install all of edgeasp\n"
        assert (refused.returncode, refused.stderr) == (2, message)
    code = f"import edgeasp; print(edgeasp.count(edgeasp.load({str(INSTANCES / 'frame-3x3.puz')!r})), edgeasp.__all__)"
    counted = python(tmp_path, "-c", code)
    assert (counted.stderr, counted.stdout.split()[0]) == ("", "16")
    assert "'solve_all'" in counted.stdout
    assert "'certify'" not in counted.stdout


@NEEDED
@pytest.mark.long
def test_the_core_passes_its_tests_in_a_copy(tmp_path: Path) -> None:
    if not (CHECKOUT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no checkout of git, which knows the files")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if not name.startswith(("edgeasp/lab/", "tests/lab/")) and (CHECKOUT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, tmp_path / name)
    assert not (tmp_path / "edgeasp" / "lab").exists()
    tests = [f"tests/{name}" for name in REPRESENTATIVE]
    done = python(tmp_path, "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout[-5000:]
    assert " passed" in done.stdout
