"""Rooms of the package, their imports, and the flow through them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import get_origin

import pytest

import edgeasp
from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from tests.support import laboratory
from tests.support.running import COMMANDS
from tests.support.sources import imported_names, parsed, statements

# ---- architecture ----

# ---- rooms ----

PACKAGE = Path(edgeasp.__file__).parent
ROOMS = (
    "lab",
    "cli",
    "api",
    "parallel",
    "search",
    "draw",
    "formats",
    "solvers",
    "encoding",
    "generate",
    "puzzle",
    "system",
)
"""From the top floor to the ground floor: a room imports from the rooms below it, and from itself."""

STRANGERS = [("search", "draw"), ("search", "formats"), ("parallel", "draw"), ("encoding", "generate")]
"""Neighbours that know nothing of each other, though one is below the other."""


def room_of(name: str) -> str | None:
    """The room that an imported module lies in; None for the package itself and for other packages."""
    parts = name.split(".")
    return parts[1] if parts[0] == "edgeasp" and len(parts) > 1 and parts[1] != "_version" else None


def imported(path: Path) -> set[str]:
    """The rooms that a file imports from."""
    return {room for room in map(room_of, imported_names(path)) if room}


def files_in(room: str) -> list[Path]:
    inside = sorted((PACKAGE / room).rglob("*.py"))
    return inside if inside or room == "lab" else [PACKAGE / f"{room}.py"]


def test_the_package_has_twelve_rooms() -> None:
    """Or eleven: the laboratory may be left out."""
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    # An installed package holds the encodings and the tiers as well.
    assert folders - {"asp", "grading", "tiers", "lab"} == set(ROOMS) - {"lab"}
    assert ("lab" in folders) == laboratory.HERE
    assert {path.stem for path in PACKAGE.glob("*.py")} == {"__init__", "__main__", "_version"}


@pytest.mark.parametrize("room", ROOMS)
def test_imports_between_rooms_go_downwards_only(room: str) -> None:
    below = set(ROOMS[ROOMS.index(room) :])
    wrong = {str(path.relative_to(PACKAGE)): above for path in files_in(room) if (above := imported(path) - below)}
    assert wrong == {}


@pytest.mark.parametrize(("one", "other"), STRANGERS)
def test_these_rooms_know_nothing_of_each_other(one: str, other: str) -> None:
    assert [path for path in files_in(one) if other in imported(path)] == []
    assert [path for path in files_in(other) if one in imported(path)] == []


KINDS = {"holes", "wraps", "rim", "spare", "complete", "flipping", "restricted", "paired"}
"""The attributes of a puzzle that say of which kinds it is."""


def questions(tree: ast.AST) -> Iterator[str]:
    """The kinds of puzzles for which conditions ask; numbers that are compared are no such question."""
    for node in ast.walk(tree):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                asked = [test]
            case ast.BoolOp(values=asked) | ast.comprehension(ifs=asked):
                pass
            case ast.UnaryOp(op=ast.Not(), operand=test):
                asked = [test]
            case _:
                continue
        for condition in asked:
            match condition:
                case ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr=kind):
                    if kind in KINDS and name.endswith("puzzle"):
                        yield kind
                case ast.Compare(left=ast.Attribute(value=ast.Name(id="Kind"), attr=kind)):
                    yield kind


def test_only_the_model_and_the_encodings_ask_of_which_kind_a_puzzle_is() -> None:
    """Elsewhere tables by kind have what is said, written, shown or heeded: one kind more is a row more in these."""
    rooms = [room for room in ROOMS if room not in ("puzzle", "encoding")]
    asked = {path: [*questions(parsed(path))] for room in rooms for path in files_in(room)}
    named = {str(path.relative_to(PACKAGE)): kinds for path, kinds in asked.items() if kinds}
    assert set(named) <= {"lab/cnf/cnf.py", "search/orders.py"}, named  # an encoding too, and how a scan goes


@pytest.mark.parametrize(
    "text",
    [
        "a = 1 if puzzle.holes else 2",
        "if task.puzzle.flipping: pass",
        "a = not board_puzzle.paired",
        "[a for b in c if puzzle.rim]",
        "a = puzzle.wraps or b",
        "if Kind.RIM in puzzle.beyond: pass",
    ],
)
def test_such_a_question_is_noticed(text: str) -> None:
    assert [*questions(ast.parse(text))] != []


def test_commands_call_the_api_and_name_values_of_the_rooms_below_it() -> None:
    """Frozen records, tables and types: what a command does is a call of the API, which Python has as well."""
    below = tuple(f"edgeasp.{room}" for room in ("parallel", "search", "solvers", "encoding", "generate"))
    named: dict[str, object] = {}
    for path in files_in("cli"):
        for statement in at_run_time(parsed(path)):
            if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith(below):
                module = import_module(statement.module or "")
                named |= {f"{statement.module}.{alias.name}": getattr(module, alias.name) for alias in statement.names}
            elif isinstance(statement, ast.Import) or getattr(statement, "module", "") == "edgeasp":
                modules = [alias.name.removeprefix("edgeasp.") for alias in getattr(statement, "names", ())]
                named |= {name: None for name in modules if f"edgeasp.{name}".startswith(below)}
    assert len(named) > 10
    assert [name for name, value in named.items() if not is_value(value)] == []


def at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """The parts of a module but for what type checkers alone read."""
    for part in ast.iter_child_nodes(tree):
        if not (isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"):
            yield part
            yield from at_run_time(part)


def is_value(thing: object) -> bool:
    """Whether that is a table, a frozen record, or a type without code of its own."""
    if get_origin(thing):
        return True
    if not isinstance(thing, type):
        return not (thing is None or callable(thing) or isinstance(thing, ModuleType))
    frozen = is_dataclass(thing) and thing.__dataclass_params__.frozen  # type: ignore[attr-defined]
    return frozen or issubclass(thing, tuple | Enum) or getattr(thing, "_is_protocol", False)


def test_what_is_no_value_is_found() -> None:
    from edgeasp.parallel.best import BestJob, BestSearch
    from edgeasp.search import task
    from edgeasp.search.solve import Session
    from edgeasp.solvers.interface import Status

    assert all(map(is_value, (BestJob, Status, task.Search, (1, 2), "text")))
    assert not any(map(is_value, (BestSearch, Session, task.make_task, task)))


def test_what_checks_certificates_imports_no_solver_and_nothing_that_makes_them() -> None:
    for path in sorted((PACKAGE / "lab" / "certificate" / "check").glob("*.py")):
        assert not imported(path) & {"solvers", "search"}
        assert "edgeasp.lab.certificate.make" not in path.read_text(encoding="utf-8")


def test_only_a_picture_and_a_generated_puzzle_are_asked_for_by_a_public_name() -> None:
    """The package itself has the public names of all rooms; the third module that imports it asks for its path."""
    asking = {
        path.relative_to(PACKAGE).as_posix()
        for room in ROOMS
        for path in files_in(room)
        if re.search(r"^ *(import edgeasp|from edgeasp import .*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert asking == {"puzzle/model.py", "parallel/processes.py"}


def test_tests_of_the_core_import_nothing_of_the_laboratory() -> None:
    """They pass without it, as `test_any_machine.py` tries; files that it has are named by strings."""
    tests = Path(__file__).parent
    core = [path for path in tests.rglob("*.py") if tests / "lab" not in path.parents]
    laboratories = ("edgeasp.lab", "tests.lab")
    assert len(core) > 100
    core = [path for path in core if re.search(r"\blab\b", path.read_text(encoding="utf-8"))]
    assert [path for path in core if any(each.startswith(laboratories) for each in imported_names(path))] == []


def test_this_finds_imports() -> None:
    assert imported(PACKAGE / "cli" / "solve.py") >= {"cli", "formats", "puzzle", "solvers"}


def test_no_files_import_one_another_in_a_loop() -> None:
    """Wherever an import stands: at the top, within a function, or for types alone."""
    files = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    imports = {name: imported_names(path) & files.keys() for name, path in files.items()}
    TopologicalSorter(imports).prepare()  # its error names the loop


def test_no_class_has_more_than_eighteen_methods() -> None:
    """Where there are more, an idea comes apart: what a `Puzzle` has is in its grid, its tiles and its names."""
    methods = {
        statement.name: sum(isinstance(part, ast.FunctionDef) for part in statement.body)
        for path in PACKAGE.rglob("*.py")
        for statement in statements(parsed(path).body)
        if isinstance(statement, ast.ClassDef)
    }
    assert methods["TileSet"] > 10
    assert {name: number for name, number in methods.items() if number > 18} == {}


# ---- flow ----

# ---- imports of commands ----

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


PASSED = """
import sys
from edgeasp.cli import commands, solve
passed = {}
def on_call(frame, event, _):
    path, _, file = frame.f_code.co_filename.rpartition("edgeasp/")
    name = frame.f_code.co_qualname
    if event != "call" or not path or name.endswith(">"):
        return
    if name == "make_task":
        sys.setprofile(None)
        print(*passed, sep="\\n", flush=True)
    elif file.startswith(("api/", "cli/", "formats/")) and (passed or name == "PuzzleOptions.read_document"):
        passed[f"{file} {name}"] = None
sys.setprofile(on_call)
commands.app(["solve", "x.puz"], prog_name="edgeasp")
"""
"""Prints the functions of three layers from the reading of a puzzle to its task."""


def test_the_text_of_a_puzzle_passes_few_functions(tmp_path: Path) -> None:
    (tmp_path / "x.puz").write_text(PUZ, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", PASSED], capture_output=True, text=True, cwd=tmp_path, check=False)
    passed = [line for line in done.stdout.splitlines() if line.partition(" ")[0].endswith(".py")]
    assert {"formats/files.py read", "formats/recognition.py score_formats", "formats/plain.py read_puz_document"} <= {
        *passed
    }
    assert len(passed) <= 25, "\n".join(passed)


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
    (tmp_path / "x.lp").write_text(facts.write_facts(plain.read_puz(PUZ, "x.puz")), encoding="utf-8")
    modules = imported_by_command(arguments, tmp_path)
    assert not modules & LARGE
    assert modules & SLOW <= slow
    assert len(ours(modules)) <= most


def test_a_small_board_is_solved_with_few_modules(tmp_path: Path) -> None:
    """The search takes as long as it takes to import ten of them."""
    (tmp_path / "x.puz").write_text(PUZ, encoding="utf-8")
    modules = imported_by_command(["solve", "x.puz"], tmp_path)
    assert modules & LARGE == {"clingo"}
    assert modules & SLOW == set()
    assert len(ours(modules)) <= 67


def test_few_boards_are_counted_without_numpy(tmp_path: Path) -> None:
    """The compiled search ends long before numpy is imported."""
    board = generate(Recipe(8, 8, 20, 4, seed=2))
    (tmp_path / "x.puz").write_text(plain.write_puz(board.puzzle), encoding="utf-8")
    modules = imported_by_command(["solve", "x.puz", "--count"], tmp_path)
    assert "edgeasp.solvers.backtrack" in modules
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


def test_this_finds_imports_of_commands(tmp_path: Path) -> None:
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
