"""Builds the wheels of all platforms into `dist`, beside the one for any and the source archive: `make wheels`.

Each holds the programs in C, which zig compiles here. What the libraries ask of a system is compared with the tag.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.tools.compile_c import library_of, sources
from tests.tools.wheel_hook import PLATFORM, TARGETS

ROOT = Path(__file__).parents[2]
MOST_BYTES = 2_500_000
"""Of a wheel."""

_MACHINES = {
    "x86_64": ("X86_64", "AMD64"),
    "amd64": ("X86_64", "AMD64"),
    "aarch64": ("AARCH64", "ARM64"),
    "arm64": ("ARM64", "AARCH64"),
}
"""What the formats of libraries call the machine at the end of a tag."""


def build(root: Path, folder: Path, platform: str = "any") -> Path:
    """Build the wheel for a platform, or the one without libraries for any, in a folder that may hold others."""
    before = {*folder.glob("*.whl")}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(
        command,
        cwd=root,
        env=os.environ | {PLATFORM: platform},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"wheels: the wheel for {platform}: {done.stdout}")
    [built] = {*folder.glob("*.whl")} - before
    return built


def build_all(root: Path, folder: Path) -> list[Path]:
    """The source archive, the wheel for any platform, and those for each, in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)], cwd=root, check=True)
    return [*folder.iterdir(), *(build(root, folder, platform) for platform in ("any", *TARGETS))]


def libraries(wheel: Path) -> dict[str, bytes]:
    """The libraries that a wheel holds, by their names in it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.endswith((".so", ".dll"))}


def functions(source: str) -> set[str]:
    """The functions that a source file in C offers to others."""
    return set(re.findall(r"^(?!static\b|typedef\b)[a-z][\w *]*?\b(\w+)\(", source, re.MULTILINE))


def faults(wheel: Path, root: Path = ROOT) -> list[str]:
    """Where a wheel for a platform does not hold what its tag promises."""
    platform = wheel.stem.split("-")[-1]
    if wheel.suffix != ".whl" or platform == "any":
        return []
    found = [] if wheel.stat().st_size <= MOST_BYTES else [f"it has more than {MOST_BYTES:,} bytes"]
    held = libraries(wheel)
    suffix = ".dll" if platform.startswith("win") else ".so"
    expected = {library_of(path, suffix).relative_to(root).as_posix(): path for path in sources(root)}
    if held.keys() != expected.keys():
        found.append(f"expected {', '.join(sorted(expected))}, found {', '.join(sorted(held))}")
    for name in held.keys() & expected.keys():
        source = expected[name]
        offered = functions(source.read_text(encoding="utf-8"))
        path = source.relative_to(root).as_posix()
        found += [f"{path}: {fault}" for fault in _faults(platform, held[name], offered)]
    return found


def _faults(platform: str, code: bytes, expected: set[str]) -> Iterator[str]:
    """The same of one library."""
    lief: Any = import_module("lief")  # types or none, as it is installed or not

    lief.logging.disable()
    system, machine = platform.split("_", maxsplit=1)[0], next(name for name in _MACHINES if platform.endswith(name))
    library: Any = lief.parse(io.BytesIO(code))
    if library is None:
        yield "it is no library"
        return
    if isinstance(library, lief.ELF.Binary):
        kind, found = "linux", library.header.machine_type.name
        needed = {str(name) for name in library.libraries}
        allowed = {"libc.so.6"} if system.startswith("manylinux") else {"libc.so"}
        asked = {aux.name for need in library.symbols_version_requirement for aux in need.get_auxiliary_symbols()}
        if system.startswith("musllinux") and asked:
            yield f"it asks for {', '.join(sorted(asked))}"
        if late := sorted(version for version in asked if _numbers(version) > (2, 17)):
            yield f"it asks for {', '.join(late)}"
    elif isinstance(library, lief.PE.Binary):
        kind, found = "win", library.header.machine.name
        needed = {str(name).lower() for name in library.libraries}
        allowed = {"kernel32.dll"} | {name for name in needed if name.startswith("api-ms-win-crt-")}
    else:
        library = library.at(0) if isinstance(library, lief.MachO.FatBinary) else library
        kind, found = "macosx", library.header.cpu_type.name
        needed = {str(each.name) for each in library.libraries if each.command.name != "ID_DYLIB"}
        allowed = {"/usr/lib/libSystem.B.dylib"}
        least = tuple(library.build_version.minos[:2])
        if least > tuple(int(number) for number in platform.split("_")[1:3]):
            yield f"it asks for macOS {'.'.join(map(str, least))}"
        if machine == "arm64" and not library.has_code_signature:
            yield "it is not signed, as that machine demands"
    if kind not in system or found not in _MACHINES[machine]:
        yield f"it is for {kind} on {found}"
    if needed - allowed:
        yield f"it needs {', '.join(sorted(needed - allowed))}"
    exported = {str(function.name).removeprefix("_" if kind == "macosx" else "") for function in _exported(library)}
    if missing := expected - exported:
        yield f"it lacks {', '.join(sorted(missing))}"


def _exported(library: Any) -> list[Any]:
    return list(getattr(library, "exported_symbols", None) or library.exported_functions)


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers in `GLIBC_2.17`; the highest for another word, such as `GLIBC_PRIVATE`."""
    return tuple(map(int, re.findall(r"\d+", version))) or (99,)


def main() -> None:
    """Build them all, and say what each holds; 1 if a tag promises more than that."""
    built = build_all(ROOT, ROOT / "dist")
    wrong = False
    for path in built:
        found = faults(path)
        wrong |= bool(found)
        held = len(libraries(path)) if path.suffix == ".whl" else 0
        sys.stdout.write(f"{path.stat().st_size:>9,} bytes, {held} libraries  {path.relative_to(ROOT)}\n")
        sys.stdout.writelines(f"  wrong: {fault}\n" for fault in found)
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
