"""drat-trim, lrat-check and cake_lpr, the real programs: on the path, or built from sources beside the checkout."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from edgeasp.lab.certificate import claim as names

SOURCES = Path(os.environ.get("EDGEASP_CHECKERS", Path(__file__).parents[4] / "shared" / "data" / "checkers"))
"""A folder with drat-trim.c and lrat-check.c, as https://github.com/marijnheule/drat-trim has them."""

BUILT = ("drat-trim", "lrat-check")
VERDICTS = {"drat-trim": "s VERIFIED", "lrat-check": "c VERIFIED", "cake_lpr": "s VERIFIED UNSAT"}
"""The line that each program prints if a proof is right, as the page of a certificate says."""

_KEPT = tempfile.TemporaryDirectory()


@cache
def program(name: str) -> str | None:
    """The path of a program; None if it is neither on the path nor can be built."""
    source, compiler = SOURCES / f"{name}.c", shutil.which("cc") or shutil.which("gcc")
    if (found := shutil.which(name)) is not None or compiler is None or not source.exists():
        return found
    target = Path(_KEPT.name) / name
    subprocess.run([compiler, "-O2", "-w", "-o", target, source], check=True)
    return str(target)


def require(name: str) -> str:
    """The path of a program; the test is skipped, and says so, where there is none."""
    found = program(name)
    if found is None:
        pytest.skip(f"no {name}: it is not on the path, nor are its sources in EDGEASP_CHECKERS")
    return found


def says_verified(name: str, output: str) -> bool:
    """Whether what a program has printed says that a proof is right; drat-trim begins lines by a carriage return."""
    lines = [line.strip() for line in output.splitlines()]
    return VERDICTS[name] in lines and not any("NOT VERIFIED" in line for line in lines)


def accepts(name: str, formula: str, proof: str) -> bool:
    """Whether a program finds a proof right, with hints or without, as it reads it."""
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "formula.cnf", Path(folder) / "proof"
        clauses = "".join(line for line in formula.splitlines(keepends=True) if line[0] != "c")
        for path, text in zip(paths, (clauses, proof), strict=True):
            path.write_text(text, encoding="ascii")
        done = subprocess.run([require(name), *paths], capture_output=True, check=False)
    return says_verified(name, done.stdout.decode("ascii", "replace"))


def refusing(folder: Path) -> list[str]:
    """The programs, of those that are here, that refuse the proof in a folder, or that in the folder of a cube."""
    refused = []
    for part in (folder, *names.cube_folders(folder)):
        texts = {name: _text(part, name) for name in (names.FORMULA, names.HINTED, names.PLAIN)}
        for name in filter(program, VERDICTS):
            proof = texts[names.PLAIN if name == "drat-trim" else names.HINTED]
            if not accepts(name, texts[names.FORMULA], proof):
                refused.append(f"{name} refuses {part}")
    return refused


def _text(folder: Path, name: str) -> str:
    path = names.require_one_file(folder, name)
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == names.COMPRESSED else data).decode("ascii")
