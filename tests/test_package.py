"""The wheel carries the encodings and works away from the checkout; an editable install works too."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import edgeasp
from edgeasp import __version__
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check

CHECKOUT = Path(__file__).parent.parent
PUZ = "3 3\n0 0 1 1\n0 0 1 2\n0 0 2 1\n0 0 2 2\n0 1 3 2\n0 1 4 1\n0 2 3 1\n0 2 4 2\n3 3 4 4\n"
# Without the network where the build backend is installed.
ISOLATION = ["--no-build-isolation"] if importlib.util.find_spec("hatchling") else []


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a program that must succeed, with nothing of this interpreter's surroundings."""
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, encoding="utf-8", env=environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    if ISOLATION:
        # What pip calls, which itself takes four times as long.
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=CHECKOUT)
    else:
        run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, CHECKOUT, cwd=folder)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """A new virtual environment that has the dependencies, but no edgeasp and no pip."""
    home = tmp_path / "venv"
    venv.create(home, symlinks=True)
    dependencies = tmp_path / "dependencies"
    dependencies.mkdir()
    for path in {*map(Path, (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))}:
        for entry in path.iterdir():
            if "edgeasp" not in entry.name and entry.suffix != ".pth":
                (dependencies / entry.name).symlink_to(entry)
    [packages] = home.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(f"{dependencies}\n", encoding="utf-8")
    return home


def install(environment: Path, *what: str | Path) -> None:
    pip = (sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "--disable-pip-version-check")
    run(*pip, "install", "-q", "--no-deps", *what, cwd=environment)


def location(environment: Path) -> Path:
    """Where the environment's edgeasp is."""
    where = "import edgeasp; print(edgeasp.__file__)"
    return Path(run(environment / "bin" / "python", "-c", where, cwd=environment).strip())


def solves(environment: Path, folder: Path) -> bool:
    """Whether the environment's command solves a puzzle."""
    (folder / "small.puz").write_text(PUZ, encoding="utf-8")
    puzzle = plain.read_puz(PUZ, "small.puz")
    found = run(environment / "bin" / "edgeasp", "solve", "small.puz", cwd=folder)
    return check(puzzle, plain.read_sol(found, puzzle, "found")).solved


def test_the_wheel_carries_the_encodings(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    encodings = {f"edgeasp/asp/{path.relative_to(CHECKOUT / 'asp')}" for path in (CHECKOUT / "asp").rglob("*.lp")}
    modules = {str(path.relative_to(CHECKOUT)) for path in (CHECKOUT / "edgeasp").rglob("*.py")}
    assert "edgeasp/asp/program.lp" in encodings
    parts = (CHECKOUT / "edgeasp" / "draw" / "page").rglob("*.*")
    page = {str(path.relative_to(CHECKOUT)) for path in parts if path.is_file() and path.suffix != ".pyc"}
    page.add("edgeasp/draw/page/clingo/LICENSE")
    assert {"edgeasp/draw/page/clingo/clingo.wasm.gz", "edgeasp/draw/page/modules/table.js"} <= page
    sets = {str(path.relative_to(CHECKOUT)) for path in (CHECKOUT / "edgeasp" / "formats" / "sets").iterdir()}
    assert sets == {f"edgeasp/formats/sets/{name}" for name in ("e2.puz", "e2.clue", "identities.csv")}
    assert encodings | modules | page | sets | {"edgeasp/py.typed", "edgeasp/__init__.pyi"} <= names
    assert {name.partition("/")[0] for name in names} == {"edgeasp", f"edgeasp-{__version__}.dist-info"}


@pytest.mark.long
def test_an_installed_wheel_solves(wheel: Path, environment: Path, tmp_path: Path) -> None:
    install(environment, "--no-index", "--no-compile", wheel)
    assert location(environment).is_relative_to(environment)
    assert solves(environment, tmp_path)
    found = run(environment / "bin" / "edgeasp", "info", "e2", "--clue", "e2:official", cwd=tmp_path)
    names = "import edgeasp; print(edgeasp.Puzzle.__module__, len(edgeasp.__all__))"
    public = run(environment / "bin" / "python", "-c", names, cwd=tmp_path)
    assert public == f"edgeasp.puzzle.model {len(edgeasp.__all__)}\n"
    assert found.startswith(
        "16 x 16, framed, 256 tiles, 5 clues\nknown as            Eternity II, tiles as published\n"
    )
    run(environment / "bin" / "edgeasp", "play", "small.puz", "--no-open", "-o", "table.html", cwd=tmp_path)
    assert 1_200_000 < (tmp_path / "table.html").stat().st_size < 1_400_000


@pytest.mark.long
def test_the_source_archive_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path / "dist", cwd=CHECKOUT)
    [archive] = (tmp_path / "dist").iterdir()
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", *ISOLATION, "-w", tmp_path, archive, cwd=tmp_path)
    [built] = tmp_path.glob("*.whl")
    assert set(zipfile.ZipFile(built).namelist()) == set(zipfile.ZipFile(wheel).namelist())


TOOLS = {
    "uv": (["uv", "tool", "install", "--python", sys.executable], "--with"),
    "pipx": (["pipx", "install", "--python", sys.executable], "--preinstall"),
}
"""Programs that install a command in an environment of its own, and their option for a package besides."""


@pytest.mark.long
@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_installs_it_in_an_empty_environment(
    tool: str, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, with_ = TOOLS[tool]
    program = shutil.which(tool) or shutil.which(tool, path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip(f"there is no {tool} here")
    for name in ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "UV_CACHE_DIR", "PIPX_HOME", "PIPX_BIN_DIR"):
        monkeypatch.setenv(name, str(tmp_path / ("bin" if "BIN" in name else name.lower())))
    installed = subprocess.run(
        [program, *command[1:], with_, "pillow", wheel], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if installed.returncode and UNREACHABLE.search(installed.stderr + installed.stdout):
        pytest.skip("no package index can be reached")
    assert installed.returncode == 0, installed.stderr
    edgeasp, folder = tmp_path / "bin" / "edgeasp", tmp_path / "work"
    folder.mkdir()
    run(edgeasp, "generate", "--size", "5", "--seed", "1", "-o", "x.puz", cwd=folder)
    run(edgeasp, "solve", "x.puz", "-o", "x.sol", cwd=folder)
    assert run(edgeasp, "check", "x.puz", "x.sol", cwd=folder).startswith("solved\n")
    for picture in ("x.svg", "x.png", "x.html"):
        run(edgeasp, "show", "x.puz", "x.sol", "-o", picture, cwd=folder)
    assert (folder / "x.png").read_bytes().startswith(b"\x89PNG")
    assert run(edgeasp, "info", "e2", cwd=folder).startswith("16 x 16, framed, 256 tiles\n")


UNREACHABLE = re.compile(r"(?i)failed to (fetch|resolve)|dns|connect|network")


@pytest.mark.long
def test_an_editable_install_solves(environment: Path, tmp_path: Path) -> None:
    install(environment, *ISOLATION, "-e", CHECKOUT)
    assert location(environment) == CHECKOUT / "edgeasp" / "__init__.py"
    assert solves(environment, tmp_path)
