"""`scan.c` as WebAssembly for the page, compiled and packed: `make web-scan`, or `python -m tests.tools.web_scan`.

The compiler is that of `ziglang` from the package index, which needs no library of C for a program that has none. The
note beside what is vendored names the digest of the sources and the version of the compiler: with the same ones, the
same bytes come.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from edgeasp.draw.page.html import SCAN_FOLDER, SCAN_NOTE, SCAN_WASM
from edgeasp.solvers.backtrack import SOURCE

HERE = Path(__file__).parent / "freestanding"
SOURCES = (SOURCE, HERE / "memory.c", HERE / "include" / "stdlib.h", HERE / "include" / "string.h")
EXPORTS = ("malloc", "board_new", "scan_new", "scan_next", "scan_is_over", "scan_nodes")
FLAGS = (
    "-target",
    "wasm32-freestanding",
    "-mcpu=generic+bulk_memory+simd128",
    "-nostdlib",
    "-O3",
    "-Wl,--no-entry",
    "-Wl,-s",
)


def digest() -> str:
    """The digest of the sources and of how they are compiled."""
    parts = [*(source.read_bytes() for source in SOURCES), " ".join([*FLAGS, *EXPORTS]).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def compiled() -> bytes:
    """The program, compiled now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # No path of this machine comes into it.
        for source in SOURCES:
            (folder / source.name).write_bytes(source.read_bytes())
        exports = [f"-Wl,--export={each}" for each in EXPORTS]
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, *exports, "-isystem", ".", "scan.c", "memory.c"]
        subprocess.run([*command, "-o", "scan.wasm"], cwd=folder, check=True)
        return (folder / "scan.wasm").read_bytes()


def compiler() -> str | None:
    """The version of the compiler, if it is there."""
    return version("ziglang") if importlib.util.find_spec("ziglang") else None


def main() -> int:
    """Write the program and its note to the folder of the page."""
    if compiler() is None:
        sys.stderr.write("expected the package ziglang, as `make web-scan` installs it\n")
        return 2
    program = compiled()
    note = {"sources": digest(), "ziglang": compiler(), "sha256": hashlib.sha256(program).hexdigest()}
    SCAN_FOLDER.mkdir(exist_ok=True)
    (SCAN_FOLDER / SCAN_WASM).write_bytes(gzip.compress(program, 9, mtime=0))
    (SCAN_FOLDER / SCAN_NOTE).write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{SCAN_WASM}: {len(program)} bytes\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
