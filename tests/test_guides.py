"""The guides on how to add something, carried out: their code keeps the rules of the house and does what they say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.test_docs import ROOT, TEXTS, blocks

GUIDES = ("format", "rule", "solver", "command", "an-encoding-variant")
NOT_COPIED = shutil.ignore_patterns(".*", "node_modules", "__pycache__", "build", "dist", "shared")
ADDED = (
    "edgeasp/formats/dashes.py",
    "edgeasp/solvers/brute_force.py",
    "edgeasp/api/sides.py",
    "edgeasp/cli/sides.py",
    "asp/redundant/lone-pairs.lp",
    "asp/heuristic/rows.lp",
)


def page(name: str) -> str:
    return f"docs/add-{name}.md" if name.startswith("an-") else f"docs/add-a-{name}.md"


def files(name: str) -> dict[str, str]:
    """The files that a guide has whole: the path stands before the block, in the sentence that leads to it."""
    lead = re.compile(r"^`([\w/-]+\.(?:py|lp))`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return dict(lead.findall(TEXTS[page(name)]))


def code(name: str) -> list[str]:
    """The blocks of Python of a guide, those in lists as well."""
    return [textwrap.dedent(block) for block in blocks(page(name), "python")]


def replaced(text: str, old: str, new: str) -> str:
    """The text with the one place that has the old words changed."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def with_row(text: str, table: str, row: str) -> str:
    """The text of a module with a row at the end of a table."""
    found = re.search(rf"^{table}\b.*?\n(?=\)\n)", text, re.MULTILINE | re.DOTALL)
    assert found, table
    return f"{text[: found.end()]}    {row.strip()},\n{text[found.end() :]}"


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout in which all guides have been followed."""
    copy = tmp_path_factory.mktemp("guides") / "copy"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    for name in GUIDES:
        for path, text in files(name).items():
            (copy / path).write_text(text, encoding="utf-8")

    def change(path: str, *changes: tuple[str, str]) -> None:
        text = (copy / path).read_text(encoding="utf-8")
        for old, new in changes:
            text = replaced(text, old, new)
        (copy / path).write_text(text, encoding="utf-8")

    def add(path: str, table: str, row: str) -> None:
        text = (copy / path).read_text(encoding="utf-8")
        (copy / path).write_text(with_row(text, table, row), encoding="utf-8")

    _, line, entry = code("format")
    first = "\n\n    return (\n        PUZ,"
    imports = f"    from edgeasp.formats import people, programs, viewer{first}"
    change(
        "edgeasp/formats/recognition.py",
        (imports, f"    {line.strip()}{first}"),
        ("        people.WORDS,\n    )\n", f"        people.WORDS,\n        {entry.strip()},\n    )\n"),
    )
    [row] = code("rule")
    add("edgeasp/encoding/render.py", "REDUNDANT", row)
    solver, line = code("solver")
    (copy / "edgeasp/solvers/brute_force.py").write_text(solver.partition("\n\ndef main(")[0], encoding="utf-8")
    change(
        "edgeasp/lab/bench/systems.py",
        ("from edgeasp.solvers.clingo.options", f"{line}from edgeasp.solvers.clingo.options"),
        ("RowScan, OwnProgram", "RowScan, BruteForce, OwnProgram"),
    )
    *_, row = code("command")
    change("edgeasp/cli/commands.py", (row.replace(', "sides"', "").strip(), row.strip()))
    [line] = map(textwrap.dedent, blocks(page("command"), "text"))
    text = (copy / "docs/commands.md").read_text(encoding="utf-8")
    (copy / "docs/commands.md").write_text(
        re.sub(r"(?m)^(\| `edgeasp sheets` .*\n)", rf"\1{line}", text), encoding="utf-8"
    )
    kind, row = code("an-encoding-variant")
    change("edgeasp/encoding/render.py", (kind.replace(', "rows"', ""), kind))
    add("edgeasp/encoding/render.py", "HEURISTICS", row)
    return copy


def call(copy: Path, *words: str, status: int = 0) -> str:
    """What Python prints in the copy, with its modules."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def edgeasp(copy: Path, *words: str) -> str:
    return call(copy, "-m", "edgeasp", *words)


def test_each_guide_has_its_files() -> None:
    whole = {path for name in GUIDES for path in files(name)}
    assert whole | {"edgeasp/solvers/brute_force.py"} == set(ADDED)


def test_the_code_of_the_guides_is_linted(extended: Path) -> None:
    pytest.importorskip("ruff")
    for words in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        call(extended, "-m", "ruff", *words, "edgeasp")


@pytest.mark.long
def test_a_format_is_listed_and_read(extended: Path) -> None:
    assert "dashes" in edgeasp(extended, "formats")
    text = edgeasp(extended, "convert", "instances/planted-4x4.puz", "--to", "dashes")
    assert text.startswith("4x4\n")
    (extended / "x.dash").write_text(text, encoding="utf-8")
    assert edgeasp(extended, "solve", "x.dash", "--count") == edgeasp(
        extended, "solve", "instances/planted-4x4.puz", "--count"
    )


@pytest.mark.long
def test_a_rule_and_a_heuristic_are_listed_and_rendered(extended: Path) -> None:
    listed = edgeasp(extended, "encode", "--list")
    assert "lone-pairs" in listed
    assert "rows" in listed
    options = ("--encoding", "redundant", "--redundant", "lone-pairs", "--heuristic", "rows")
    text = edgeasp(extended, "encode", "instances/planted-4x4.puz", *options)
    assert "lone(C)" in text
    assert "level(X,Y,right" in text
    plain = edgeasp(extended, "solve", "instances/frame-3x3.puz", "-n", "all", "--count")
    assert edgeasp(extended, "solve", "instances/frame-3x3.puz", *options, "-n", "all", "--count") == plain


@pytest.mark.long
def test_a_solver_is_listed_and_measured(extended: Path) -> None:
    assert "brute-force" in edgeasp(extended, "bench", "--list", "systems")
    table = extended / "runs.csv"
    edgeasp(extended, "bench", "instances/frame-3x3.puz", "--systems", "brute-force", "-o", str(table))
    assert "brute-force" in table.read_text(encoding="utf-8")


def test_a_command_is_in_help_and_runs(extended: Path) -> None:
    assert re.search(r"^ +sides +Count the sides", edgeasp(extended, "--help"), re.MULTILINE)
    assert edgeasp(extended, "sides", "instances/frame-3x3.puz") == "3 4\n4 4\n1 8\n2 8\n0 12\n"
    call(extended, "-m", "edgeasp", "sides", "gone.puz", status=2)


@pytest.mark.long
def test_the_code_of_the_guides_keeps_the_rules_of_the_house(extended: Path) -> None:
    call(extended, "-m", "tests.tools.options")
    paths = ("tests/test_prose.py", "tests/test_architecture.py", "tests/cli/test_option_table.py")
    call(extended, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *paths)
