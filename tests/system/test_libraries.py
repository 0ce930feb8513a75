"""Programs in C that are compiled with the package, and edgeasp without them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.solvers import backtrack
from edgeasp.solvers.backtrack import BacktrackSolver
from edgeasp.system import libraries, processes
from edgeasp.system.errors import OptionError
from tests.support import boards
from tests.support.counting import COMPILER
from tests.support.running import COMMANDS, Run
from tests.support.waiting import PATIENCE
from tests.tools import compile_c

ROOT = Path(__file__).parents[2]
needs_compiler = pytest.mark.skipif(not COMPILER or processes.WINDOWS, reason="there is no C compiler")


def test_every_program_is_listed() -> None:
    assert {path.name for path in libraries.c_sources()} == {"scan.c", "frontier.c", "refuter.c", "beam.c", "filling.c"}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the compiled search, without its library."""
    source = tmp_path / "edgeasp" / "scan.c"
    source.parent.mkdir()
    shutil.copy(backtrack.SOURCE, source)
    monkeypatch.setattr(backtrack, "SOURCE", source)
    return source


def never_compiled(source: Path) -> None:
    """What a machine without a compiler has."""


def changed(source: Path) -> None:
    """What a checkout has after a change."""
    libraries.library_path(source).touch()
    source.write_text(source.read_text(encoding="utf-8") + "/* a change */\n", encoding="utf-8")


def unfit(source: Path) -> None:
    libraries.library_path(source).write_text("for another machine", encoding="utf-8")


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (never_compiled, r"scan\.c is not compiled: install edgeasp where there is a C compiler"),
        (changed, r"scan\.c is not compiled"),
        (unfit, r".*scan\.c-\w+\.\w+: "),
    ],
)
def test_a_missing_library_is_one_note_and_an_error_for_who_asks(
    source: Path, prepare: Callable[[Path], None], reason: str
) -> None:
    prepare(source)
    with pytest.warns(processes.SystemWarning, match=f"^without its programs in C edgeasp is slower: {reason}") as told:
        assert not backtrack.is_available()
    assert len(told) == 1
    with pytest.raises(OptionError, match=f"^row-scan is a program in C: {reason}"):
        BacktrackSolver("row-scan").require()
    assert libraries.library_state(source) != "compiled"


# ---- compiling ----


def compiler(folder: Path, lines: str) -> str:
    """A compiler that is a script of the shell; its path."""
    path = folder / "compiler"
    path.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@needs_compiler
@pytest.mark.parametrize("words", ["{quick} -O1", "'{wrapper}' {quick}"])
def test_it_is_compiled_beside_its_source(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    (tmp_path / "with space").mkdir()
    quick, wrapper = compiler(tmp_path, 'exec cc "$@" -O0'), compiler(tmp_path / "with space", 'exec "$@"')
    monkeypatch.setenv("CC", words.format(quick=quick, wrapper=wrapper))
    older = source.with_name("scan.c-00000000.so")
    older.touch()
    assert compile_c.missing(tmp_path) == [source]
    assert compile_c.compile_in_place(tmp_path) is None
    assert sorted(source.parent.iterdir()) == [source, libraries.library_path(source)]
    assert libraries.library_state(source) == "compiled"
    assert backtrack.is_available()
    # It is not compiled again, until how it is compiled has changed.
    library = libraries.library_path(source)
    monkeypatch.setenv("CC", "false")
    assert compile_c.compile_in_place(tmp_path) is None
    os.utime(library, (0, 0))
    assert (compile_c.missing(tmp_path), library.exists()) == ([source], True)


@needs_compiler
@pytest.mark.parametrize("named", ["no-such-compiler", "'half", "false", "true", "cc -fno-such-option"])
def test_a_compiler_that_fails_leaves_nothing(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("CC", named)
    reason = compile_c.compile_in_place(tmp_path)
    assert reason is not None
    assert reason.startswith(("there is no C compiler (cc, or what CC names)", "the programs in C cannot be compiled"))
    assert [*source.parent.iterdir()] == [source]


# ---- commands ----

CARRIED_OUT = {
    "solve": "solve p.puz",
    "solve --count": "solve p.puz --count",
    "best": "best q.puz --rounds 1",
    "hint": "hint q.puz q.sol",
    "explain": "explain u.puz",
    "check": "check q.puz q.sol",
    "info": "info p.puz",
    "show": "show q.puz q.sol",
    "play": "play q.puz --no-open -o q.html",
    "diff": "diff q.puz q.sol q.sol",
    "sheets": "sheets q.puz -o q.pdf",
    "generate": "generate --size 4 --unique",
    "convert": "convert q.puz --to nesw",
    "formats": "formats",
    "certify": "certify q.puz -o c",
    "verify": "verify held --puzzle q.puz",
    "suite generate": "suite generate more --sizes 4 --colours 5 --boards 1",
    "suite solve": "suite solve boards --jobs 1",
    "suite status": "suite status boards",
    "suite results": "suite results boards",
    "campaign new": "campaign new q.puz --cubes 8 -o new",
    "campaign run": "campaign run camp --jobs 1",
    "campaign status": "campaign status camp",
    "campaign check": "campaign check done",
    "campaign solutions": "campaign solutions done -o found",
    "campaign certify": "campaign certify done -o proved --jobs 1",
    "campaign simulate": "campaign simulate done",
    "bench": "bench q.puz --systems edgeasp --tasks first --seeds 1 -o table.csv",
    "signs count": "signs count q.puz",
    "signs sample": "signs sample q.puz",
    "grade": "grade mine.lp --instances q.puz",
    "facts": "facts q.puz",
    "encode": "encode",
    "ground": "ground q.puz",
    "cnf": "cnf q.puz",
    "decode": "decode q.puz answer.txt",
}
"""Every command, in the folder of the fixture `ready`."""


def test_all_commands_are_carried_out() -> None:
    assert {words.partition(" --")[0] for words in CARRIED_OUT} == set(COMMANDS)


MADE = {
    "p.puz": "generate --size 5 --colours 4 -o p.puz",
    "q.sol": "solve q.puz -o q.sol",
    "held": "certify q.puz -o held",
    "camp": "campaign new q.puz --cubes 8 -o camp",
    "done": "campaign new q.puz --cubes 8 -o done && campaign run done --jobs 1",
    "boards": "suite generate boards --sizes 4 --colours 4 --boards 1",
    "mine.lp": "encode -o mine.lp",
}
"""What commands read, and how it is made."""


def carried_out(command: str, folder: Path, package: Path) -> Run:
    """A command in a process of its own, with a home of its own."""
    (folder / "home").mkdir(exist_ok=True)
    here = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    here |= {"PYTHONPATH": str(package), "HOME": str(folder / "home")}
    words = [sys.executable, "-m", "edgeasp", *command.split()]
    done = subprocess.run(words, cwd=folder, env=here, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return Run(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is where there was no compiler."""
    folder = tmp_path_factory.mktemp("without")
    shutil.copytree(ROOT / "edgeasp", folder / "edgeasp", ignore=shutil.ignore_patterns("*.so", "*.dll", "__pycache__"))
    for name in ("asp", "instances"):
        (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with puzzles, and with an answer."""
    folder = tmp_path_factory.mktemp("ready")
    small = boards.planted(1, 4, 4, 4, framed=True)
    for name, puzzle in {"q.puz": small, "u.puz": boards.spoilt(1, small)}.items():
        (folder / name).write_text(plain.write_puz(puzzle), encoding="utf-8")
    (folder / "answer.txt").write_text("UNSATISFIABLE\n", encoding="utf-8")
    return folder


@pytest.fixture
def ready(puzzles: Path, command: str) -> Path:
    """The same folder with everything that a command reads, made once for all commands."""
    for made, making in MADE.items():
        if made in CARRIED_OUT[command].split() and not (puzzles / made).exists():
            for words in making.split(" && "):
                done = carried_out(words, puzzles, ROOT)
                assert (done.status, (puzzles / made).exists()) == (0, True), done
    return puzzles


@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=[] if name == "solve --count" else [pytest.mark.long]) for name in CARRIED_OUT]
)
def test_a_command_does_without_c_and_leaves_no_file_at_home(
    command: str, ready: Path, without: Path, tmp_path: Path
) -> None:
    for name, package in (("with", ROOT), ("without", without)):
        folder = tmp_path / name
        shutil.copytree(ready, folder)
        done = carried_out(CARRIED_OUT[command], folder, package)
        assert done.status == commands.ANSWERED, done
        assert done.stderr.count("without its programs in C") <= (name == "without")
        assert [*(folder / "home").iterdir()] == []
