"""Mutation testing: the changes, and the outcome of each in a small checkout."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.mutants.changes import choose, mutants

CHECKOUT = Path(__file__).parents[1]

CHANGES = {
    "if a < b: pass": ["a < b -> True", "a < b -> False", "a < b -> a <= b"],
    "x = a == b != c": ["a == b != c -> a != b != c", "a == b != c -> a == b == c"],
    "x = a and b or c": ["a and b or c -> (a and b) and c", "a and b -> a or b"],
    "x = not a": ["not a -> a"],
    "x = [1, 1, 0.5, True, None, 'text']": ["1 -> 2", "1 -> 2", "0.5 -> 1.5", "True -> False"],
    "x = [a for a in b if a is c]": ["a is c -> True", "a is c -> False", "a is c -> a is not c"],
    "while a: break": ["a -> False", "break -> pass"],
    "while True: call(a)": ["True -> False", "call(a) -> pass"],
    "a.b = c; a[b] = c; a = c; a += c": ["a.b = c -> pass", "a[b] = c -> pass", "a += c -> pass"],
    "raise ValueError(1, a < b)": ["raise ValueError(1, a < b) -> pass"],
    "def f(a: int = 1) -> Literal[2]: 'Document.'": ["1 -> 2"],
    "@cache(1)\nclass A(total=False): pass": [],
    "def __repr__(self): return 1": [],
    "if TYPE_CHECKING: call(1)": [],
    "x = f'{a + 1}'; assert a < b; zip(a, strict=True)": ["zip(a, strict=True) -> pass"],
}


def checkout(folder: Path, module: str, tests: str = "") -> Path:
    """Write a checkout with one module and its tests."""
    for name, text in {"edgeasp/__init__.py": "", "edgeasp/one.py": module, "tests/test_one.py": tests}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("code", CHANGES)
def test_changes(code: str, tmp_path: Path) -> None:
    assert [mutant.change for mutant in mutants(checkout(tmp_path, code))] == CHANGES[code]


def test_a_mutant_is_found_again_after_an_edit(tmp_path: Path) -> None:
    code = "class A:\n    def f(self): return [1, 1, a < b]\n"
    before = list(mutants(checkout(tmp_path, code)))
    after = list(mutants(checkout(tmp_path, f"x = 1\n{code}\ndef g(): return 1\n")))
    assert [(mutant.function, mutant.ordinal) for mutant in before] == [("A.f", 0), ("A.f", 1), ("A.f", 0)]
    assert set(before) < set(after)
    assert choose(before, 3, seed=1) == [mutant for mutant in choose(after, len(after), seed=1) if mutant in before]


def test_a_changed_module_differs_in_one_line(tmp_path: Path) -> None:
    code = "def f(a, b):\n    if a < b:\n        return a\n    return 0"
    changes = mutants(checkout(tmp_path, code))
    changed = [change.source().split("\n") for change in changes.values()]
    assert [sum(map(str.__ne__, lines, code.split("\n"))) for lines in changed] == [1] * 4


MODULE = """
LIMIT = 3

def small(number):
    return number < LIMIT

def stopped(number):
    while number > 0:
        number -= 1
    return number

def shown(number):
    print(number)

def unused():
    return 5

def started():
    return not small(7)
"""

TESTS = """
import subprocess, sys
from edgeasp.one import shown, small, stopped

def test_small(): assert small(2)
def test_limit(): assert not small(3)
def test_stopped(): assert stopped(2) == 0
def test_shown(): shown(1)
def test_started():
    code = "import sys, edgeasp.one; sys.exit(not edgeasp.one.started())"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
"""

OUTCOMES = {
    "3 -> 4": ("killed", "test_limit"),
    "number < LIMIT -> number <= LIMIT": ("killed", "test_limit"),
    "number > 0 -> False": ("killed", "test_stopped"),
    "number > 0 -> number >= 0": ("killed", "test_stopped"),
    "0 -> 1": ("killed", "test_stopped"),
    "number -= 1 -> pass": ("timeout", "test_stopped"),
    "1 -> 2": ("survived", ""),
    "print(number) -> pass": ("survived", ""),
    "5 -> 6": ("unreached", ""),
    "not small(7) -> small(7)": ("killed", "test_started"),
    "7 -> 8": ("survived", ""),
}


@pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux alone")
def test_outcomes(tmp_path: Path) -> None:
    """Changes of a constant, of functions, of one that loops for ever, and of one that only a process runs."""
    root = checkout(tmp_path, MODULE, TESTS)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    (root / "pyproject.toml").write_text("[tool.pytest.ini_options]\nmarkers = ['long', 'slow']\n", encoding="utf-8")

    def run(*options: str) -> list[str]:
        command = [sys.executable, "-m", "tests.tools.mutants", "--root", str(root), "--output", str(root / "out.csv")]
        done = subprocess.run([*command, *options], cwd=CHECKOUT, check=True, capture_output=True, text=True)
        return done.stdout.splitlines()

    assert run("--quick")[-1] == "11 mutants: 7 killed, 4 alive"
    with (root / "out.csv").open(encoding="utf-8") as file:
        found = {row["change"]: (row["fate"], row["test"].rpartition("::")[2]) for row in csv.DictReader(file)}
    assert found == OUTCOMES
    (root / "tests" / "test_one.py").write_text(TESTS.replace("not small(3)", "True"), encoding="utf-8")
    assert run("--again", str(root / "out.csv"))[:4] == [
        "edgeasp/one.py:",
        "  2 : 3 -> 4 (survived, killed before)",
        "  5 small: number < LIMIT -> number <= LIMIT (survived, killed before)",
        "  9 stopped: 1 -> 2 (survived)",
    ]
