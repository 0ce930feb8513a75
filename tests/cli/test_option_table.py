"""The table of all commands and options: it is that of the commands, and what reads it loads none of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata
from typing import Any

import pytest

from edgeasp.api.plain import versions_text
from edgeasp.cli.commands import GROUPS, NAMES
from edgeasp.system import errors
from tests.support import laboratory
from tests.support.running import run
from tests.tools import options

ANEW = "write the tables anew: make generated"


@laboratory.needed
def test_the_table_is_that_of_the_commands() -> None:
    assert options.PAGE.read_text(encoding="utf-8") == options.page_text(), "write the table anew: make generated"


def test_help_lists_each_command_once_in_its_group() -> None:
    said = run("--help").stdout
    places = [said.index(f"\n{heading}:\n") for heading, names in GROUPS if names]
    assert places == sorted(places)
    listed = [line.split()[0] for line in said[places[0] : said.index("\nOptions:")].splitlines() if line[2:3] > " "]
    assert [each for each in listed if each in NAMES] == list(NAMES)
    assert run("help").stdout == said


def loaded_by(*words: str, **environment: str) -> set[str]:
    ending = "finally:\n  import sys; print(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"try:\n  from edgeasp.__main__ import main; main()\n{ending}", *words],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


def test_help_and_the_completion_of_commands_load_none() -> None:
    version = loaded_by("--version")
    assert len(version) > 100
    completion = loaded_by(_EDGEASP_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="edgeasp so")
    for loaded in (loaded_by("--help"), completion):
        assert not {name for name in loaded - version if name.startswith(("edgeasp", "rich."))}


@pytest.mark.parametrize("words", laboratory.known(["solve", "suite solve"]))
@pytest.mark.parametrize("before", ["", "help "])
def test_help_of_a_command_can_be_asked_for_in_words(words: str, before: str) -> None:
    plain = words.split()
    assert run("help", *plain).stdout == run(*plain, "--help").stdout
    assert run("help", *plain).stdout.startswith(f"Usage: edgeasp {' '.join(plain)} ")


def test_the_version_and_what_is_installed() -> None:
    assert run("-V").stdout == run("--version").stdout
    said = run("--version", "--all").stdout
    assert said.startswith(run("-V").stdout)
    assert "clingo 5." in said
    for extra in ("png", "pdf", "proof", "cluster", "bench"):
        assert f"\n  {extra} " in said
    assert "--all goes with --version" in run("--all").stderr


def test_what_is_not_installed_is_named_with_the_line_that_adds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_reportlab(name: str) -> str:
        if name == "reportlab":
            raise metadata.PackageNotFoundError
        return installed(name)

    installed = metadata.version
    monkeypatch.setattr("importlib.metadata.version", without_reportlab)
    said = versions_text()
    assert "PDF: not installed (reportlab)" in said
    # Not an extra of edgeasp, which no index has, and which would replace a checkout by a copy.
    assert said.endswith("\nto add pdf, for example:\n  pip install 'reportlab>=4.2'")


@pytest.mark.parametrize(
    ("prefix", "line"),
    [
        ("/home/x/.venv", "pip install 'pillow>=10.1'"),
        ("/home/x/.local/share/pipx/venvs/edgeasp", "pipx inject edgeasp 'pillow>=10.1'"),
        ("/home/x/.local/share/uv/tools/edgeasp", "uv tool install edgeasp --with 'pillow>=10.1'"),
    ],
)
def test_a_missing_package_is_added_by_what_installed_edgeasp(
    prefix: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.prefix", prefix)
    assert str(errors.missing_package("PNG needs Pillow", "pillow", "png")) == f"PNG needs Pillow: {line}"


def test_groups_of_the_documentation_are_those_of_help() -> None:
    text = (options.PAGE.parent / "commands.md").read_text(encoding="utf-8")
    places = [text.index(f"| `edgeasp {name}` |") for name in NAMES]
    assert places == sorted(places)
    assert all(f"| **{heading}** | |" in text for heading, _ in GROUPS)


# ---- one option, one meaning ----

FAMILIES = [{"N", "N|all", "LIST"}, {"NAME", "NAMES"}, {"FILE", "DIR", "FILE|DIR", "DIR|CSV", "OUT"}]
"""Metavars of the same kind of value: one, or also several of it."""

BY_COMMAND = {"--format", "--number", "--encoding", "--time-limit", "--memory-limit"}
"""Options whose default the command says: what it prints, how many it looks for, what each of many runs may cost."""


def test_an_option_has_one_kind_of_value_one_default_and_one_variable_in_all_commands() -> None:
    kinds: dict[str, set[Any]] = {}
    defaults: dict[str, set[Any]] = {}
    for command in options.table().values():
        for each in command["params"]:
            if "names" in each:
                metavar = each.get("metavar", "flag" if each.get("flag") else "NAME")
                family = next((index for index, family in enumerate(FAMILIES) if metavar in family), metavar)
                for name in each["names"]:
                    kinds.setdefault(name, set()).add((family, tuple(each["names"])))
                    defaults.setdefault(name, set()).add(each.get("default"))
    assert {name: found for name, found in kinds.items() if len(found) > 1} == {}
    assert {name for name, found in defaults.items() if len(found) > 1} - {"-n"} <= BY_COMMAND
    assert {"--jobs", "--time-limit", "--clue", "-o", "-q"} <= set(kinds)


def test_a_meaning_has_one_name_in_all_commands() -> None:
    names: dict[str, set[str]] = {}
    for command in options.table().values():
        for each in command["params"]:
            if "names" in each:
                names.setdefault(each["meaning"], set()).add(each["names"][-1])
    assert {meaning: found for meaning, found in names.items() if len(found) > 1} == {}


def test_cores_are_one_option_everywhere() -> None:
    said = {
        (each["metavar"], each["meaning"], each["variable"], each.get("default"))
        for command in options.table().values()
        for each in command["params"]
        if "--jobs" in each.get("names", ())
    }
    [(metavar, _, variable, default)] = said
    assert (metavar, variable, default) == ("N|all", "EDGEASP_JOBS", None)
    assert not {"--threads", "--cores", "--processes"} & {
        name for command in options.table().values() for each in command["params"] for name in each.get("names", ())
    }


ELSEWHERE = {
    "--contraction", "--enum-mode", "--opt-strategy", "--restarts", "--mode",  # clingo and clasp
    "--host", "--nworkers", "--nthreads", "--protocol",  # Dask
    "--no-deps", "--editable",  # pip
    "--only",  # a study
}  # fmt: skip
"""Options of other programs that the guides name."""

OURS = {"--help", "--version", "--all", "--install-completion", "--show-completion"}
"""Options of `edgeasp` itself."""


@laboratory.needed
def test_the_guides_name_options_that_are_there() -> None:
    known = OURS | {
        name
        for command in options.table().values()
        for each in command["params"]
        for name in (*each.get("names", ()), each.get("off", ""))
    }
    root = options.PAGE.parents[1]
    for page in (root / "README.md", *sorted((root / "docs").glob("*.md")), root / "asp" / "README.md"):
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page.read_text(encoding="utf-8")))
        assert named - known <= ELSEWHERE, page.name
