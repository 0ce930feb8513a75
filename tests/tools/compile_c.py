"""Compiles the programs in C: for the build hook, and beside their sources in a checkout.

`python tests/tools/compile_c.py` does the latter after a change of a source, as `make install` does. It needs nothing
but Python, so that the hook can import it where edgeasp is not installed.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zlib import crc32

ROOT = Path(__file__).parents[2]
FLAGS = ("-O3", "-shared", "-fPIC")
SUFFIX = ".dll" if sys.platform == "win32" else ".so"
MISSING = "there is no C compiler (cc, or what CC names): edgeasp does without its programs in C, and is slower"


def sources(root: Path) -> list[Path]:
    """List the programs in C."""
    return sorted(root.glob("edgeasp/**/*.c"))


def library_of(source: Path, suffix: str = SUFFIX) -> Path:
    """Name the library as `edgeasp.system.libraries` does."""
    return source.with_name(f"{source.name}-{crc32(source.read_bytes()):08x}{suffix}")


def compiler() -> list[str] | None:
    """Return the compiler of this machine as words, None if there is none."""
    named = os.environ.get("CC", "").strip() or "cc"
    try:
        # The name of a file may have a space in it.
        words = [named] if shutil.which(named) else shlex.split(named)
    except ValueError:
        return None
    return words if words and shutil.which(words[0]) else None


def compile_to(
    folder: Path, programs: Sequence[Path], command: Sequence[str], suffix: str = SUFFIX
) -> Iterator[tuple[Path, Path]]:
    """Compile programs; yield each library in `folder` with its place in the package."""

    def compiled(source: Path) -> tuple[Path, Path]:
        # On macOS a library holds the name by which it was made.
        name = source.name + suffix
        subprocess.run([*command, *FLAGS, "-o", name, source], cwd=folder, check=True)
        return folder / name, library_of(source, suffix)

    with ThreadPoolExecutor() as pool:
        yield from pool.map(compiled, programs)


def missing(root: Path) -> list[Path]:
    """List the programs without a library beside them, or with one older than this file."""
    return [source for source in sources(root) if not _current(library_of(source))]


def _current(library: Path) -> bool:
    return library.exists() and library.stat().st_mtime >= Path(__file__).stat().st_mtime


def compile_in_place(root: Path) -> str | None:
    """Compile the programs whose libraries are missing; return what went wrong."""
    programs = missing(root)
    if not programs:
        return None
    command = compiler()
    if command is None:
        return MISSING
    with tempfile.TemporaryDirectory(dir=root / "edgeasp", prefix=".build") as folder:
        try:
            for built, library in compile_to(Path(folder), programs, command):
                for older in library.parent.glob(f"{library.name.partition('-')[0]}-*{SUFFIX}"):
                    if older != library:
                        older.unlink(missing_ok=True)
                built.replace(library)
        except (OSError, subprocess.CalledProcessError) as error:
            return f"the programs in C cannot be compiled: {error}"
    return None


if __name__ == "__main__":
    if reason := compile_in_place(ROOT):
        sys.stderr.write(f"{reason}\n")
