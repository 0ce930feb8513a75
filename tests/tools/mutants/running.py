"""Run the tests that reach each mutant, on a copy of the checkout."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

from tests.tools.mutants import plugin
from tests.tools.mutants.changes import Change, Mutant


class Outcome(NamedTuple):
    """What became of a mutant.

    Attributes:
        line: line of the change.
        fate: "killed", "timeout", "survived", or "unreached" if no test reaches the line.
        test: the test that failed.
    """

    line: int
    fate: str
    test: str = ""


class Record(NamedTuple):
    """What a run without a change shows.

    Attributes:
        entries: flag of each module, set on entry to any of its functions.
        at_import: flags set while pytest collects the tests.
        tests: duration and flags of each test that passes.
    """

    entries: dict[str, int]
    at_import: set[int]
    tests: dict[str, tuple[float, set[int]]]


def attempt(
    root: Path, mutants: Mapping[Mutant, Change], speed: str, tests: Sequence[str], seconds: float
) -> Iterator[tuple[Mutant, Outcome]]:
    """Yield the outcome of each mutant.

    Args:
        root: the checkout.
        mutants: mutants and their changes.
        speed: marker expression of pytest.
        tests: files or folders of tests, all if empty.
        seconds: limit for the tests of a mutant, by their durations without it.
    """
    with _sandbox(root) as folder:
        record = _record(folder, mutants, speed, tests)
        _print_modules(root, folder)
        orders = []
        for number, (mutant, change) in enumerate(mutants.items()):
            at_import = number in record.at_import
            flags = {number, record.entries[mutant.path]} if at_import or change.at_import else {number}
            if selected := _select(record, flags, seconds):
                order = {"number": number, "path": mutant.path, "at_import": at_import, "tests": selected}
                orders.append(order | {"source": change.source()})
            else:
                yield mutant, Outcome(change.line, "unreached")
        if not orders:
            return
        (folder / "orders").write_text(json.dumps(orders), encoding="utf-8")
        reader, writer = os.pipe()
        variables = {"MUTANT_ORDERS": str(folder / "orders"), "MUTANT_FATES": str(writer)}
        process = _start_pytest(folder, speed, tests, variables, writer)
        os.close(writer)
        numbered = list(mutants.items())
        with os.fdopen(reader, encoding="utf-8") as lines:
            for number, fate, test in map(json.loads, lines):
                mutant, change = numbered[number]
                yield mutant, Outcome(change.line, fate, test)
        process.wait()


@contextmanager
def _sandbox(root: Path) -> Iterator[Path]:
    """Copy the checkout."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory(prefix="m", dir="/dev/shm") as name:
        folder = Path(name)
        for path in filter(None, names.split("\0")):
            if (root / path).is_file():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / path, folder / path)
        _print_modules(root, folder)
        shutil.copy(plugin.__file__, folder / "mutant_plugin.py")
        (folder / "tmp").mkdir()
        yield folder


def _print_modules(root: Path, folder: Path) -> None:
    """Write modules as they are printed from their syntax trees, so that a change moves no line."""
    for module in sorted((root / "edgeasp").rglob("*.py")):
        printed = ast.unparse(ast.parse(module.read_text(encoding="utf-8")))
        (folder / module.relative_to(root)).write_text(printed, encoding="utf-8")


def _record(folder: Path, mutants: Mapping[Mutant, Change], speed: str, tests: Sequence[str]) -> Record:
    """Run the tests without a change."""
    entries = _instrument(folder, mutants)
    _start_pytest(folder, speed, tests, {"MUTANT_RECORD": str(folder / "record")}).wait()
    found = json.loads((folder / "record").read_text(encoding="utf-8"))
    reached = {name: (seconds, set(flags)) for name, (seconds, flags) in found["tests"].items()}
    return Record(entries, set(found["at_import"]), reached)


def _instrument(folder: Path, mutants: Mapping[Mutant, Change]) -> dict[str, int]:
    """Let modules set a flag before each mutated statement, and one on entry to any function."""
    file = folder / "flags"
    numbers = {mutant: number for number, mutant in enumerate(mutants)}
    entries = {path: len(mutants) + number for number, path in enumerate(sorted({mutant.path for mutant in mutants}))}
    for path, entry in entries.items():
        here = [mutant for mutant in mutants if mutant.path == path]
        tree, statements = deepcopy((mutants[here[0]].tree, [mutants[mutant].statement for mutant in here]))
        for node in list(ast.walk(tree)):
            for field in ("body", "orelse", "finalbody"):
                if isinstance(block := getattr(node, field, None), list):
                    for mutant, statement in zip(here, statements, strict=True):
                        if statement in block:
                            block.insert(block.index(statement), _set(numbers[mutant]))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                node.body.insert(ast.get_docstring(node) is not None, _set(entry))
        # The docstring and imports from __future__ have to come first.
        first = next((n for n, each in enumerate(tree.body) if not isinstance(each, ast.Expr | ast.ImportFrom)), 0)
        tree.body[first:first] = ast.parse("from mutant_flags import FLAGS as __flags__").body
        (folder / path).write_text(ast.unparse(tree), encoding="utf-8")
    # Processes that tests start share the flags.
    file.write_bytes(bytes(len(mutants) + len(entries)))
    code = f"import mmap\nwith open({str(file)!r}, 'r+b') as file:\n    FLAGS = mmap.mmap(file.fileno(), 0)\n"
    (folder / "mutant_flags.py").write_text(code, encoding="utf-8")
    return entries


def _set(number: int) -> ast.stmt:
    return ast.parse(f"__flags__[{number}] = 1").body[0]


def _select(record: Record, flags: set[int], seconds: float) -> dict[str, float]:
    """Choose tests that reach one of the flags, quick and special ones first, then others of their files.

    The others may use what the first ones left in a fixture or a cache.
    """
    cost = {name: took * len(reached) for name, (took, reached) in record.tests.items()}
    reaching = [name for name, (_, reached) in record.tests.items() if reached & flags]
    files = {name.partition("::")[0] for name in reaching}
    others = [name for name in record.tests if name.partition("::")[0] in files]
    selected, together = dict[str, float](), 0.0
    for name in (*sorted(reaching, key=cost.__getitem__), *sorted(others, key=cost.__getitem__)):
        took, _ = record.tests[name]
        if name not in selected and (not selected or together + took <= seconds):
            selected[name] = took
            together += took
    return selected


def _start_pytest(
    folder: Path, speed: str, tests: Sequence[str], variables: dict[str, str], *handles: int
) -> subprocess.Popen[bytes]:
    plugins = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "mutant_plugin"]
    settings = {
        "CI": "true",  # the same examples each time
        "PYTHONPATH": str(folder),
        "PYTEST_DEBUG_TEMPROOT": str(folder / "tmp"),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *plugins, "-m", speed, *tests],
        cwd=folder,
        env=os.environ | settings | variables,
        stdout=subprocess.DEVNULL,
        pass_fds=handles,
    )
