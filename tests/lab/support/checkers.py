"""drat-trim and lrat-check, the real programs: from the path, or built from sources that lie beside the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

SOURCES = Path(os.environ.get("EDGEASP_CHECKERS", Path(__file__).parents[4] / "shared" / "data" / "checkers"))
"""A folder with drat-trim.c and lrat-check.c, as https://github.com/marijnheule/drat-trim has them."""

BUILT = ("drat-trim", "lrat-check")
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


def require(name: str, patch: pytest.MonkeyPatch) -> str:
    """Put a program on the path; the test is skipped, and says so, where there is none."""
    found = program(name)
    if found is None:
        pytest.skip(f"no {name}: it is not on the path, nor are its sources in EDGEASP_CHECKERS")
    patch.setenv("PATH", str(Path(found).parent), prepend=os.pathsep)
    return found
