"""The package: what is in it, how it is installed and released."""

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
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

import edgeasp
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.system import libraries
from tests.support.counting import COMPILER
from tests.test_readme import BLOCK, PAGES, ROOT, steps
from tests.tools import wheels
from tests.tools.release import unfit

# ---- contents ----

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


def test_the_wheel_carries_the_encodings() -> None:
    """By the list of hatchling, which takes a tenth of a second; to build the wheel compiles the programs in C."""
    builders = pytest.importorskip("hatchling.builders.wheel", reason="hatchling is not installed")
    names = {each.distribution_path for each in builders.WheelBuilder(str(CHECKOUT)).recurse_included_files()}
    encodings = {f"edgeasp/asp/{path.relative_to(CHECKOUT / 'asp')}" for path in (CHECKOUT / "asp").rglob("*.lp")}
    modules = {str(path.relative_to(CHECKOUT)) for path in (CHECKOUT / "edgeasp").rglob("*.py")}
    assert "edgeasp/asp/edge-matching.lp" in encodings
    parts = (CHECKOUT / "edgeasp" / "draw" / "page").rglob("*.*")
    page = {str(path.relative_to(CHECKOUT)) for path in parts if path.is_file() and path.suffix != ".pyc"}
    page.add("edgeasp/draw/page/clingo/LICENSE")
    assert {"edgeasp/draw/page/clingo/clingo.wasm.gz", "edgeasp/draw/page/modules/table.js"} <= page
    sets = {str(path.relative_to(CHECKOUT)) for path in (CHECKOUT / "edgeasp" / "formats" / "sets").iterdir()}
    assert sets == {f"edgeasp/formats/sets/{name}" for name in ("e2.puz", "e2.clue", "identities.csv")}
    assert encodings | modules | page | sets | {"edgeasp/py.typed", "edgeasp/__init__.pyi"} <= names
    assert {name.partition("/")[0] for name in names} == {"edgeasp"}


@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
def test_the_wheel_has_the_programs_in_c_for_this_machine(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith((".so", ".dll"))}
    assert held == {str(libraries.library_path(source).relative_to(CHECKOUT)) for source in libraries.c_sources()}
    assert "-py3-none-" in wheel.name
    assert not wheel.name.endswith("-any.whl")


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


# ---- installation ----

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


DRAWN = re.compile(
    r"^edgeasp [^`\n]*(?:\.(?:png|pdf)|--book)\b[^`\n]*|(?<=`)edgeasp\s[^`]*\.(?:png|pdf)\b[^`]*", re.MULTILINE
)
"""Commands with which a page draws PNG or writes PDF; prose breaks them where its lines end."""
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
        "edgeasp best instances/e2-like-16x16.puz --rounds 0 -o best.sol",
        "printf '1 = heart, #c33\\n' > hearts.txt",
    ]
    for command in before:
        done = in_bare(bare, command, tmp_path)
        assert done.returncode == 0, done.stderr
    link = in_bare(bare, "edgeasp convert x.sol --puzzle instances/planted-4x4.puz --to bucas", tmp_path).stdout.strip()
    texts = [page.read_text(encoding="utf-8").replace("\\\n", "") for page in PAGES]
    lines = {" ".join(line.split()) for text in texts for line in DRAWN.findall(text)}
    assert len(lines) >= 10
    for line in sorted(line for line in lines if "check" not in line):
        command = re.sub(r"'https://[^']*\.\.\.'|\bLINK\b", f"'{link}'", line)
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


# ---- release ----


def test_the_functions_of_a_program_are_read_from_its_source() -> None:
    """Wheels are checked for these, so a type or a static function is none of them."""
    source = """typedef uint64_t Tiles __attribute__((vector_size(16)));
static int inner(int depth) {
int64_t scan_next(Scan *scan) {
void *scan_share(const Scan *scan,
"""
    assert wheels.functions(source) == {"scan_next", "scan_share"}


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def checkout(folder: Path, changelog: str = "## Unreleased\n\n## 1.2.0, 2026-12-01\n") -> Path:
    """A checkout that can be released as 1.2.0, unless its list of changes forbids it."""
    (folder / "CITATION.cff").write_text("version: 1.2.0\n", encoding="utf-8")
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{changelog}", encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "x")
    return folder


def test_a_commit_that_is_ready(tmp_path: Path) -> None:
    assert unfit(checkout(tmp_path), "1.2.0") == []


def test_a_version_that_the_documents_do_not_have(tmp_path: Path) -> None:
    assert unfit(checkout(tmp_path), "1.3.0") == [
        "CITATION.cff does not have the version 1.3.0",
        "below it, CHANGELOG.md has no section '1.3.0, ' with the date",
    ]


def test_a_list_of_changes_without_a_new_section(tmp_path: Path) -> None:
    [first, _] = unfit(checkout(tmp_path, "## 1.2.0, 2026-12-01\n\n## 1.1.0\n"), "1.2.0")
    assert first == "CHANGELOG.md does not begin with a section Unreleased"


def test_a_version_that_was_released_and_changes_that_are_not_committed(tmp_path: Path) -> None:
    git(checkout(tmp_path), "tag", "v1.2.0")
    (tmp_path / "CITATION.cff").write_text("version: 1.2.0\n\n", encoding="utf-8")
    assert unfit(tmp_path, "1.2.0") == [
        "there are changes that are not committed",
        "there is a tag v1.2.0: set another version in edgeasp/_version.py",
    ]
