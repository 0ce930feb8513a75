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
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / ".venv").symlink_to(bare)
    text = page.read_text(encoding="utf-8")
    for command, shown in steps(text):
        done = in_bare(bare, command, tmp_path)
        if named(text[: text.index(f"$ {command}\n")]) & wanted(done.stderr):
            return  # the page says before what has to be added for the rest
        status = 1 if re.match(r"not solved|\S+: wrong", shown) else 0
        assert done.returncode == status, f"$ {command}\n{done.stderr}"


DRAWN = re.compile(r"(?:^|`)(edgeasp [^`\n]*(?:\.(?:png|pdf)|--book)\b[^`\n]*)", re.MULTILINE)
"""Lines with which a page draws PNG or writes PDF."""
SHORTER = {
    "'4 easy, 4 medium, 4 hard' --size 5-7": "'1 easy' --size 4",
    "--size 6 --difficulty medium -n 100": "--size 4 --difficulty easy -n 2",
    "--preset scramble -n 5": "--preset scramble -n 1",
}
"""The same commands with less to search."""


@pytest.mark.long
def test_what_pages_draw_as_png_and_pdf_is_drawn(bare: Path, tmp_path: Path) -> None:
    (tmp_path / "instances").symlink_to(ROOT / "instances")
    # What the lines name.
    before = [
        "edgeasp generate --size 4 -o puzzle.puz --save-solution puzzle.sol",
        "edgeasp generate --size 4 -o gift.puz --save-solution gift.sol",
        "edgeasp solve instances/planted-4x4.puz -o x.sol",
        "edgeasp show puzzle.puz puzzle.sol -o us.png && mv us.png us.jpg",
        "edgeasp best instances/e2-like-16x16.puz --rounds 0 -o best.sol || true",
        "printf '1 = heart, #c33\\n' > hearts.txt",
    ]
    for command in before:
        done = in_bare(bare, command, tmp_path)
        assert done.returncode == 0, done.stderr
    link = in_bare(bare, "edgeasp convert x.sol --puzzle instances/planted-4x4.puz --to bucas", tmp_path).stdout.strip()
    texts = [page.read_text(encoding="utf-8").replace("\\\n", "") for page in PAGES]
    lines = {line.replace("LINK", f"'{link}'") for text in texts for line in DRAWN.findall(text)}
    assert len(lines) >= 10
    for line in sorted(line for line in lines if "check" not in line):
        command = re.sub(r"'https://[^']*\.\.\.'", f"'{link}'", line)
        for words, fewer in SHORTER.items():
            command = command.replace(words, fewer)
        done = in_bare(bare, command, tmp_path)
        assert done.returncode == 0, f"$ {command}\n{done.stderr}"
    assert {path.suffix for path in tmp_path.glob("*.p??")} >= {".png", ".pdf"}
    assert (tmp_path / "book" / "book.pdf").exists()


def test_an_extra_is_added_without_losing_the_install() -> None:
    """The page on installing, and every message, name the checkout: a copy would hide what is changed there."""
    texts = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert set(re.findall(r"pip install (\S*\s?'?\.\[)", texts)) == {"-e '.["}
