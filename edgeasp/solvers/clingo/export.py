"""Ground programs as text: aspif for other solvers, rules for people."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from edgeasp.solvers.clingo.control import ground
from edgeasp.system.errors import SolverError


def aspif(text: str) -> str:
    """The ground program in clasp's input format."""
    from clingo.control import BackendType

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ground.aspif"
        ground(["--single-shot"], text, prepare=lambda control: control.register_backend(BackendType.Aspif, str(file)))
        return file.read_text(encoding="utf-8") + "0\n"  # the end of the program, which only a search writes


def ground_rules(text: str) -> str:
    """The ground program as rules for people to read."""
    # Only the stand-alone program prints ground rules; it exits with 0 even after an error. Without `-P` it would
    # import modules from the current folder.
    command = [sys.executable, "-P", "-m", "clingo", "--text", "-"]
    # clingo writes each word by itself; a pipe would wake us for each of them, a file does not.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        done = subprocess.run(
            command, input=text, stdout=file, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False
        )
        if "error:" in done.stderr:
            raise SolverError(f"clingo does not accept the program: {' '.join(done.stderr.split())}")
        file.seek(0)
        return file.read()
