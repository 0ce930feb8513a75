"""What README and guides show works on exactly what `make install` gives."""

from __future__ import annotations

import os
import re
import subprocess
import venv
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from tests.test_readme import BLOCK, PAGES, ROOT, steps

INSTALLED = re.compile(r"^\$\(VENV\)/\.installed:.*\n\t\$\(PIP\) install --editable '\.\[([\w,]+)\]'$", re.MULTILINE)
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?P<rest>.*)")


def required(name: str, extras: set[str], found: set[str]) -> set[str]:
    """The distributions that one needs with these extras, and what these need."""
    for requirement in distribution(name).requires or []:
        match = REQUIREMENT.match(requirement)
        assert match
        asked = re.search(r"extra == ['\"]([\w-]+)['\"]", match["rest"])
        other = match["name"].lower()
        if (asked and asked[1] not in extras) or other in found:
            continue
        try:
            distribution(other)
        except PackageNotFoundError:
            continue  # of another system
        found.add(other)
        required(other, set(), found)
    return found


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with what `make install` installs, and nothing else."""
    home = tmp_path_factory.mktemp("bare") / "venv"
    venv.create(home, symlinks=True)
    [packages] = home.glob("lib/python*/site-packages")
    listed = INSTALLED.search((ROOT / "Makefile").read_text(encoding="utf-8"))
    assert listed
    for name in required("edgeasp", set(listed[1].split(",")), set()):
        files = distribution(name).files or []
        for top in {path.parts[0] for path in files if path.parts[0] not in ("..", "__pycache__")}:
            (packages / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    for path in distribution("edgeasp").files or []:
        if path.parts[0].endswith(".dist-info") and not (packages / path.parts[0]).exists():
            (packages / path.parts[0]).symlink_to(Path(str(distribution("edgeasp").locate_file(path.parts[0]))))
    (packages / "edgeasp.pth").write_text(f"{ROOT}\n", encoding="utf-8")
    script = home / "bin" / "edgeasp"
    script.write_text(f"#!{home}/bin/python\nfrom edgeasp.__main__ import main\nmain()\n", encoding="utf-8")
    script.chmod(0o755)
    return home


def in_bare(bare: Path, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a command prints there, and its status."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    environment = kept | {"PATH": f"{bare / 'bin'}:{os.environ['PATH']}", "NO_COLOR": "1", "TERM": "xterm"}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def named(text: str) -> set[str]:
    """The packages of the extras that a text tells its reader to install."""
    extras = set(re.findall(r"pip install -e '\.\[(\w+)\]'", text))
    return required("edgeasp", extras, set()) - required("edgeasp", set(), set())


def wanted(error: str) -> set[str]:
    """The package that a message says how to install."""
    return set(re.findall(r"pip install '?([\w-]+)", error))


@pytest.mark.long
def test_the_environment_is_bare(bare: Path, tmp_path: Path) -> None:
    for package, there in (("PIL", True), ("reportlab", True), ("pytest", False), ("ortools", False)):
        done = in_bare(bare, f"python -c 'import {package}'", tmp_path)
        assert (done.returncode == 0) == there, package


@pytest.mark.long
@pytest.mark.parametrize(
    "page", [page for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8"))], ids=lambda page: page.stem
)
def test_the_commands_of_a_page_work(page: Path, bare: Path, tmp_path: Path) -> None:
    (tmp_path / "instances").symlink_to(ROOT / "instances")
    (tmp_path / "lesson").symlink_to(ROOT / "docs" / "lesson")
    (tmp_path / ".venv").symlink_to(bare)
    text = page.read_text(encoding="utf-8")
    for command, shown in steps(text):
        done = in_bare(bare, command, tmp_path)
        if named(text[: text.index(f"$ {command}\n")]) & wanted(done.stderr):
            return  # the page says before what has to be added for the rest
        status = 1 if re.match(r"not solved|\S+: wrong", shown) else 0
        assert done.returncode == status, f"$ {command}\n{done.stderr}"
