"""Starting up, and checking, needs none of the large dependencies."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from tests.support import laboratory
from tests.support.running import COMMANDS

LARGE = {"clingo", "jinja2", "rich", "PIL", "pysat", "ortools", "matplotlib"}
PUZ = "2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n0 0 1 1\n"
SOL = "0 1 0 0\n1 1 1 3\n2 0 1 2\n3 0 0 1\n"


def imported_by(statements: str, folder: Path) -> set[str]:
    """The modules that a new interpreter has imported after the statements."""
    ending = "import sys\nprint('\\n' + ' '.join(sys.modules))"
    code = f"try:\n  {statements}\nexcept SystemExit as end:\n  assert not end.code, end.code\n{ending}"
    new = os.environ | {"XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, env=new, check=True)
    return set(done.stdout.splitlines()[-1].split())


def imported_by_command(arguments: list[str], folder: Path) -> set[str]:
    return imported_by(f"from edgeasp.cli.commands import app; app({arguments!r}, prog_name='edgeasp')", folder)


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "edgeasp"}


def test_help_imports_nothing_large(tmp_path: Path) -> None:
    """One process asks all commands, and says after which of them something large was there."""
    asked = [[], *([["suite"]] if laboratory.HERE else []), *(name.split() for name in COMMANDS)]
    code = f"""
import sys
from edgeasp.cli.commands import app
for arguments in {asked!r}:
    try:
        app([*arguments, "--help"], prog_name="edgeasp")
    except SystemExit as end:
        assert not end.code, arguments
    assert not {LARGE!r} & set(sys.modules), arguments
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Usage: ") == len(asked)


SLOW = {"concurrent.futures", "gzip", "hashlib", "html", "importlib.metadata", "logging", "tempfile"}
"""Modules of Python that take a millisecond or more each, for what few commands do."""


@pytest.mark.parametrize(
    ("arguments", "slow", "most"),
    [
        (["check", "x.puz", "x.sol", "--clue", "x.sol"], {"hashlib"}, 64),
        (["facts", "x.puz"], set(), 47),
        (["info", "x.lp"], SLOW, 57),
        (["--help"], set(), 16),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_needs_no_solver_imports_none(arguments: list[str], slow: set[str], most: int, tmp_path: Path) -> None:
    """Each module takes a millisecond, half of it for frozen values."""
    (tmp_path / "x.puz").write_text(PUZ, encoding="utf-8")
    (tmp_path / "x.sol").write_text(SOL, encoding="utf-8")
    (tmp_path / "x.lp").write_text(facts.write(plain.read_puz(PUZ, "x.puz")), encoding="utf-8")
    modules = imported_by_command(arguments, tmp_path)
    assert not modules & LARGE
    assert modules & SLOW <= slow
    assert len(ours(modules)) <= most


def test_a_small_board_is_solved_with_few_modules(tmp_path: Path) -> None:
    """The search takes as long as it takes to import ten of them. The first call renders the rules, and keeps them."""
    (tmp_path / "x.puz").write_text(PUZ, encoding="utf-8")
    assert {"clingo", "jinja2"} <= imported_by_command(["solve", "x.puz"], tmp_path)
    modules = imported_by_command(["solve", "x.puz"], tmp_path)
    assert "jinja2" not in modules
    assert not modules & SLOW
    assert len(ours(modules)) <= 67


def test_few_boards_are_counted_without_numpy(tmp_path: Path) -> None:
    """The compiled search ends long before numpy is imported."""
    board = generate(Recipe(8, 8, 20, 4, seed=2))
    (tmp_path / "x.puz").write_text(plain.write_puz(board.puzzle), encoding="utf-8")
    modules = imported_by_command(["solve", "x.puz", "--count"], tmp_path)
    assert "edgeasp.solvers.row_scan" in modules
    assert not modules & (LARGE | {"numpy"})


def test_a_command_seldom_collects_garbage(tmp_path: Path) -> None:
    """Neither while modules are imported, nor when the interpreter ends."""
    code = """
import gc
from edgeasp.__main__ import main
collected = []
gc.callbacks.append(lambda phase, info: collected.append(phase))
try:
    main()
except SystemExit:
    print(len(collected), gc.get_freeze_count() > 10_000)
"""
    command = [sys.executable, "-c", code, "info", "x.puz"]
    (tmp_path / "x.puz").write_text(PUZ, encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    collections, frozen = done.stdout.splitlines()[-1].split()
    assert (int(collections) <= 4, frozen) == (True, "True")


@pytest.mark.parametrize(("checker", "more"), [("checker", set()), ("mass_checker", {"edgeasp.puzzle.mass_checker"})])
def test_the_checkers_import_the_model_and_nothing_else_of_edgeasp(
    checker: str, more: set[str], tmp_path: Path
) -> None:
    modules = imported_by(f"import edgeasp.puzzle.{checker}", tmp_path)
    assert ours(modules) == more | {
        "edgeasp",
        "edgeasp._version",
        "edgeasp.puzzle",
        "edgeasp.puzzle.checker",
        "edgeasp.puzzle.model",
    }
    assert not modules & (LARGE | {"typer"})
    assert ("numpy" in modules) == (checker == "mass_checker")


def test_this_finds_imports(tmp_path: Path) -> None:
    (tmp_path / "x.puz").write_text(PUZ, encoding="utf-8")
    assert "rich" in imported_by_command(["show", "x.puz"], tmp_path)


def test_every_public_name_is_found_where_the_stub_says() -> None:
    import edgeasp

    assert "solve" in edgeasp.__all__
    assert edgeasp.__all__ == sorted(set(edgeasp.__all__))
    assert {name for name in edgeasp.__all__ if not hasattr(edgeasp, name)} == set()
    assert {*edgeasp.__all__, "__version__", "__all__"} <= set(dir(edgeasp))
    assert not hasattr(edgeasp, "solver_of_everything")
    assert not hasattr(edgeasp, "cli_of_nothing")


def test_every_line_of_the_stub_is_read() -> None:
    """A name that type checkers know is there when a program runs."""
    import edgeasp

    stub = Path(edgeasp.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    imported = {
        alias.asname or alias.name
        for node in ast.walk(ast.parse(stub))
        if isinstance(node, ast.ImportFrom) and (laboratory.HERE or not str(node.module).startswith("edgeasp.lab."))
        for alias in node.names
    }
    assert imported == {*edgeasp.__all__, "__version__"}


def test_a_program_can_import_all_public_names(tmp_path: Path) -> None:
    assert "edgeasp.api.solving" in imported_by("from edgeasp import *; load, solve, Puzzle", tmp_path)


def test_the_package_by_itself_imports_no_room(tmp_path: Path) -> None:
    modules = imported_by("import edgeasp; edgeasp.__version__", tmp_path)
    assert {name for name in modules if name.startswith("edgeasp.")} == {"edgeasp._version"}


def test_signals_are_handled_before_anything_else_is_imported(tmp_path: Path) -> None:
    """Until then they meet Python, which ends with a traceback or by the signal."""
    before = imported_by("import sys", tmp_path)
    ours = imported_by("import edgeasp.__main__", tmp_path) - before
    names = {"edgeasp", "edgeasp.__main__", "edgeasp._version", "edgeasp.cli", "edgeasp.cli.signals"}
    assert {name for name in ours if name.startswith("edgeasp")} == names
    assert not ours & {"pathlib", "subprocess", "tempfile", "dataclasses"}
