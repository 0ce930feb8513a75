"""Programs of others that check a proof."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from edgeasp.puzzle.errors import InputError, OptionError
from edgeasp.search.certificate import folder as names

PROGRAMS = {
    "drat-trim": (names.PLAIN, r"^s VERIFIED"),
    "lrat-check": (names.HINTED, r"^[cs] VERIFIED"),
    "cake_lpr": (names.HINTED, r"^s VERIFIED UNSAT"),
}
"""By name the file that the program reads, and the line in which it says that the proof is right."""

_PAUSE = 0.2


class ProgramChecker:
    """A program on the path, which reads the formula and the proof from the folder.

    Attributes:
        lemmas: how many the file has.
    """

    def __init__(self, name: str, folder: Path, check: Callable[[], object]) -> None:
        """Choose one of `PROGRAMS`; `check` is called several times a second, and an exception from it ends it.

        Raises:
            OptionError: there is no such program.
        """
        program = shutil.which(name)
        if program is None:
            raise OptionError(f"there is no program {name} on the path: leave out --checker, or install it")
        self.lemmas = 0
        self._name, self._program, self._folder, self._check = name, program, folder, check

    def add(self, literals: tuple[int, ...]) -> None:
        """Forget the clause: the program reads the formula by itself."""

    def check(self, lines: Iterable[str]) -> None:
        """Run the program; what is compressed in the folder is unpacked to temporary files.

        Raises:
            InputError: the program does not find the proof right.
        """
        proof, verdict = PROGRAMS[self._name]
        with tempfile.TemporaryDirectory() as unpacked, tempfile.TemporaryFile() as output:
            arguments = [_plain(self._folder, each, Path(unpacked)) for each in (names.FORMULA, proof)]
            process = subprocess.Popen([self._program, *arguments], stdout=output, stderr=subprocess.STDOUT)
            try:
                while process.poll() is None:
                    self._check()
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(_PAUSE)
            finally:
                process.kill()
                process.wait()
            output.seek(0)
            text = output.read().decode(errors="replace")
        # lrat-check goes on after a lemma that it refuses, and may still say "VERIFIED" at the end.
        refused = process.returncode != 0 or "NOT VERIFIED" in text
        self.lemmas = sum(1 for line in lines if "d" not in line)
        if refused or not re.search(verdict, text, re.MULTILINE):
            said = (text.strip().splitlines() or ["nothing"])[-1]
            raise InputError(str(self._folder / proof), None, f"expected a right proof; {self._name} says: {said}")


def _plain(folder: Path, name: str, unpacked: Path) -> str:
    """The path of a file, unpacked if it is compressed."""
    path = names.existing(folder, name)
    if path is None:
        raise InputError(str(folder / name), None, "cannot be read: no such file")
    if path.name == name:
        return str(path)
    target = unpacked / name
    with gzip.open(path) as source, target.open("wb") as plain:
        shutil.copyfileobj(source, plain)
    return str(target)
