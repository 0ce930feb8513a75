"""Wheels for a platform hold the programs in C, promise no more than these keep, and give what compiled ones give.

What is made for another system is run here as far as an emulator is there. Each that is missing is a test that is
skipped, with the reason in the list at the end: `make try-wheels`.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from array import array
from itertools import chain
from pathlib import Path

import pytest

from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.solvers.backtrack import ScanInput
from edgeasp.system import libraries
from tests.support import boards, brute
from tests.support.counting import COMPILER
from tests.tools import wheels
from tests.tools.wheel_hook import PLATFORM, TARGETS

CHECKOUT = Path(__file__).parents[1]
SUPPORT = CHECKOUT / "tests" / "support"
ENGINES = {"scan", "refuter", "beam", "filling"}
LABORATORY = tuple(
    f"edgeasp.lab.{name}" for name in ("certificate.make", "certificate.refuter", "certificate.views", "cnf.cnf")
)
TOOLS = all(importlib.util.find_spec(name) for name in ("hatchling", "ziglang", "lief"))
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not TOOLS, reason="there is no hatchling, ziglang or lief: pip install 'edgeasp[wheels]'"),
]
LOADERS = {
    "x86_64-linux-musl": "ld-musl-x86_64.so.1",
    "aarch64-linux-gnu.2.17": "ld-linux-aarch64.so.1",
    "aarch64-linux-musl": "ld-musl-aarch64.so.1",
}
"""The file without which no program of another kind of Linux begins; where it lies, its C library lies as well."""

ROOTS = [Path(name) for name in os.environ.get("EDGEASP_TEST_ROOTS", "").split(os.pathsep) if name]
"""Folders with other systems, as `dpkg -x` leaves them."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A wheel for each platform."""
    folder = tmp_path_factory.mktemp("wheels")
    return {name: wheels.build(CHECKOUT, folder, name) for name in TARGETS}


@pytest.mark.parametrize("name", TARGETS)
def test_a_tag_promises_what_the_libraries_keep(built: dict[str, Path], name: str) -> None:
    assert wheels.faults(built[name]) == []


@pytest.mark.parametrize(
    ("name", "other", "faults"),
    [
        ("manylinux2014_x86_64", "manylinux2014_aarch64", {"it is for linux on X86_64"}),
        ("musllinux_1_2_x86_64", "manylinux2014_x86_64", {"it needs libc.so"}),
        ("manylinux2014_x86_64", "musllinux_1_2_x86_64", {"it needs libc.so.6", "it asks for GLIBC_2.14"}),
        ("macosx_11_0_x86_64", "macosx_10_9_x86_64", {"it asks for macOS 11.0"}),
        ("win_amd64", "win_arm64", {"it is for win on AMD64"}),
    ],
)
def test_a_wrong_tag_is_noticed(
    built: dict[str, Path], tmp_path: Path, name: str, other: str, faults: set[str]
) -> None:
    wrong = tmp_path / built[name].name.replace(name, other)
    shutil.copy(built[name], wrong)
    found = wheels.faults(wrong)
    assert faults <= {fault.rpartition(": ")[2].partition(",")[0] for fault in found}, found


def test_another_checkout_gives_the_same_bytes(built: dict[str, Path], tmp_path: Path) -> None:
    copy = tmp_path / "another checkout"
    for name in ("edgeasp", "asp", "instances", "tests/tools"):
        shutil.copytree(CHECKOUT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(CHECKOUT / name, copy)
    for name in TARGETS:
        assert wheels.build(copy, tmp_path, name).read_bytes() == built[name].read_bytes(), name


def test_an_unknown_platform_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(
        command, cwd=CHECKOUT, env=os.environ | {PLATFORM: "vax"}, capture_output=True, text=True, check=False
    )
    assert done.returncode
    assert f"{PLATFORM}: expected any or one of manylinux2014_x86_64, " in done.stderr
    assert [*tmp_path.iterdir()] == []


# ---- the commands ----


@pytest.fixture(scope="module")
def as_compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What commands write with libraries that the system's compiler has made."""
    if not COMPILER:
        pytest.skip("there is no C compiler to compare with")
    folder = tmp_path_factory.mktemp("compiled")
    used = trial([sys.executable], folder, {"PYTHONPATH": str(CHECKOUT)})
    assert {path.name.split(".")[0] for path in used} == ENGINES
    assert all(path.is_relative_to(CHECKOUT) for path in used), used
    return folder


def trial(python: list[str], folder: Path, variables: dict[str, str], *words: str) -> list[Path]:
    """Carry out commands by a Python; the libraries that they have used."""
    folder.mkdir(exist_ok=True)
    here = {"PATH": os.environ["PATH"], "EDGEASP_QUIET": "1", "PYTHONWARNINGS": "error"} | variables
    command = [*python, str(SUPPORT / "wheel_trial.py"), str(folder), *words]
    done = subprocess.run(command, env=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return [Path(line.partition(": ")[2]) for line in done.stdout.splitlines() if ".c: " in line]


def same(folder: Path, other: Path) -> bool:
    """Whether two folders hold the same files, but for comments: a board of `best` names the time that it took."""
    files = [{path.relative_to(top): told(path) for path in top.rglob("*.*")} for top in (folder, other)]
    named = {Path("c/proof.lrat"), Path("swept.txt"), Path("all/sol_4.sol")}
    return files[0] == files[1] and named <= files[0].keys()


def told(path: Path) -> bytes:
    """What a file says without the comments of a board."""
    lines = path.read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if path.suffix != ".sol" or not line.startswith(b"c"))


def native() -> str:
    """The platform of a wheel for this machine."""
    libc = "manylinux2014" if platform.libc_ver()[0] == "glibc" else "musllinux_1_2"
    return f"{libc}_{platform.machine()}"


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment with what edgeasp requires, and without edgeasp."""
    home = tmp_path / "venv"
    venv.create(home, symlinks=True)
    [packages] = home.glob("lib/python*/site-packages")
    for path in {*map(Path, (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))}:
        for entry in path.iterdir():
            if "edgeasp" not in entry.name and entry.suffix != ".pth" and not (packages / entry.name).exists():
                (packages / entry.name).symlink_to(entry)
    return home


def test_without_a_compiler_and_a_home_it_gives_the_same(
    built: dict[str, Path], as_compiled: Path, environment: Path, tmp_path: Path
) -> None:
    if sys.platform != "linux" or native() not in built:
        pytest.skip(f"there is no wheel to be tried for {native()}")
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(built[native()])], check=True, cwd=tmp_path)
    (tmp_path / "home").mkdir(mode=0o500)
    nowhere = {"PATH": "/nonexistent", "HOME": str(tmp_path / "home"), "TMPDIR": "/nonexistent"}
    used = trial([str(python)], tmp_path / "wheel", nowhere)
    assert {path.name.split(".")[0] for path in used} == ENGINES
    assert all(path.is_relative_to(environment) for path in used), used
    assert same(tmp_path / "wheel", as_compiled)
    assert [*(tmp_path / "home").iterdir()] == []
    shown = [str(python), "-m", "edgeasp", "--version", "--all"]
    said = subprocess.run(shown, cwd=tmp_path, env=nowhere, capture_output=True, text=True, check=True)
    for name in sorted(ENGINES):
        assert f"\n  {name:<8} compiled\n" in said.stdout


def test_a_python_for_another_machine_gives_the_same(built: dict[str, Path], as_compiled: Path, tmp_path: Path) -> None:
    """It is named by a variable, such as `qemu-aarch64 -L ROOT ROOT/usr/bin/python3.11`, as are its packages."""
    command, packages = (os.environ.get(f"EDGEASP_TEST_AARCH64_{name}") for name in ("PYTHON", "PACKAGES"))
    if not command or not packages:
        pytest.skip("EDGEASP_TEST_AARCH64_PYTHON and EDGEASP_TEST_AARCH64_PACKAGES name no Python for aarch64")
    with zipfile.ZipFile(built["manylinux2014_aarch64"]) as archive:
        archive.extractall(tmp_path / "unpacked")
    where = {"PYTHONPATH": os.pathsep.join([str(tmp_path / "unpacked"), packages]), "HOME": str(tmp_path)}
    used = trial(command.split(), tmp_path / "wheel", where, "alone")
    assert {path.name.split(".")[0] for path in used} == ENGINES
    assert all(path.is_relative_to(tmp_path / "unpacked") for path in used), used
    (tmp_path / "wheel" / "b.sol").write_bytes((as_compiled / "b.sol").read_bytes())
    assert same(tmp_path / "wheel", as_compiled)


# ---- a program in C, where there is no Python ----


def as_input(puzzle: Puzzle) -> bytes:
    """What `engines.c` reads."""
    squares = list(puzzle.grid.squares)
    scan = ScanInput(puzzle, Candidates(puzzle).at, Solution(), squares, 0).as_numbers()
    make, refuter, views, cnf = map(pytest.importorskip, LABORATORY)
    formula = cnf.Formula(puzzle, Solution(), "direct")
    fitting = make.fitting_candidates(views.Conditions(puzzle), formula)
    head = refuter._encode_problem(formula.variables, fitting, puzzle.identical_tiles(), squares)
    loads = chain.from_iterable([len(of) // 7, *of] for of in refuter._encode_candidates(formula.variables, fitting))
    return array("i", [len(scan), *scan, len(squares), len(head), *head, *loads]).tobytes()


def program(folder: Path, target: str) -> Path:
    """`engines.c` as a program for a platform, as zig calls it."""
    made = folder / ("engines.exe" if "windows" in target else "engines")
    extra = ["-ldl"] if "gnu.2" in target else ["-dynamic"] if "musl" in target else []
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-O1", *extra]
    subprocess.run([*zig, "-o", made, SUPPORT / "engines.c"], check=True)
    return made


def emulated(target: str, prefix: Path) -> list[str]:
    """The words before a program for a platform, or a skip that says what is missing."""
    if "windows" in target:
        wine = shutil.which("wine64") or shutil.which("wine")
        if wine is None or not target.startswith(platform.machine()):
            pytest.skip(f"there is no wine for {target.partition('-')[0]} (on Debian: apt install wine)")
        return [wine]
    if "macos" in target:
        if sys.platform != "darwin":
            pytest.skip("nothing here runs programs of macOS: of these libraries the symbols are read alone")
        return []
    machine = target.partition("-")[0]
    loader = LOADERS.get(target)
    if loader is None:
        return []
    places = [Path("/"), Path(f"/usr/{machine}-linux-gnu"), *ROOTS]
    found = [place for place in places if (place / "lib" / loader).exists()]
    if not found:
        pytest.skip(f"there is no {loader} in lib, nor in a folder that EDGEASP_TEST_ROOTS names")
    if machine == platform.machine():
        return [str(found[0] / "lib" / loader)]
    emulator = shutil.which(f"qemu-{machine}")
    if emulator is None:
        pytest.skip(f"there is no qemu-{machine} (on Debian: apt install qemu-user)")
    return [emulator, "-L", str(found[0])]


@pytest.mark.parametrize("name", TARGETS)
def test_a_program_in_c_finds_the_same(built: dict[str, Path], tmp_path: Path, name: str) -> None:
    target = TARGETS[name]
    words = emulated(target, tmp_path)
    if not COMPILER:
        pytest.skip("there is no C compiler to compare with")
    puzzle = boards.planted(1, 5, 4, 4, framed=True)
    (tmp_path / "input").write_bytes(as_input(puzzle))
    expected = found_as_compiled(tmp_path)
    assert len([line for line in expected.splitlines() if line.count(" ") == 19]) >= len(brute.solve(puzzle).pictures)
    made = program(tmp_path, target)
    with zipfile.ZipFile(built[name]) as archive:
        held = [archive.extract(each, tmp_path) for each in wheels.libraries(built[name])]
    of = {Path(path).name.split(".")[0]: Path(path).relative_to(tmp_path) for path in held}
    arguments = [str(of[each]) for each in ("scan", "refuter", "beam")]
    if "windows" in target:
        arguments = [path.replace("/", "\\") for path in arguments]
    here = os.environ | {"WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"}
    done = subprocess.run(
        [*words, made, *arguments, "input"], cwd=tmp_path, env=here, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, expected), done.stderr[-2000:]


def found_as_compiled(folder: Path) -> str:
    """The same by this machine's compiler."""
    native = folder / "native"
    native.mkdir()
    for source in libraries.c_sources():
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", native / f"{source.stem}.so", source], check=True)
    subprocess.run(["cc", "-O1", "-o", native / "engines", SUPPORT / "engines.c", "-ldl"], check=True)
    paths = [native / f"{name}.so" for name in ("scan", "refuter", "beam")]
    return subprocess.check_output([native / "engines", *paths, folder / "input"], text=True)
