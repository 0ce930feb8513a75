"""Programs of others that check a proof."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from edgeasp.lab.certificate.check.hint_check import ProofError
from edgeasp.lab.certificate.check.proof import Deletion, Lemma
from edgeasp.system.errors import OptionError


@dataclass(frozen=True, slots=True)
class CheckerProgram:
    """The command line of a program, and its line for a proof that is right.

    Attributes:
        hinted: whether it reads the proof with hints.
        verdict: the line that it prints then.
        options: what follows the formula and the proof.
        trivial: the line that it prints where the formula has the empty clause; its status says nothing then.
    """

    hinted: bool
    verdict: str
    options: tuple[str, ...] = ()
    trivial: str | None = None


PROGRAMS = {
    # Only the limits of verify end it; by itself it gives up after some hours.
    "drat-trim": CheckerProgram(False, "s VERIFIED", ("-t", "2000000000"), "c trivial UNSAT"),
    "lrat-check": CheckerProgram(True, "[cs] VERIFIED"),
    "cake_lpr": CheckerProgram(True, "s VERIFIED UNSAT"),
}
"""By the name of the program; https://github.com/marijnheule/drat-trim has the first two."""

_PAUSE = 0.2
_LONGEST = 1 << 12
"""Characters of a line of output that are read at a time."""


class ProgramChecker:
    """A program on the path, for which the formula and the proof are written anew, from what was read of them."""

    def __init__(self, name: str, variables: int, clauses: int, check: Callable[[], object]) -> None:
        """Choose one of `PROGRAMS`, for a formula of that size.

        `check` is called several times a second, and an exception from it ends the program.

        Raises:
            OptionError: there is no such program.
        """
        program = shutil.which(name)
        if program is None:
            raise OptionError(f"there is no program {name} on the path: leave out --checker, or install it")
        self.name, self._program, self._check = name, program, check
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self._paths = [folder / "formula.cnf", folder / "proof"]
            self._formula, self._proof = (
                stack.enter_context(path.open("w", encoding="ascii", newline="\n")) for path in self._paths
            )
            self._formula.write(f"p cnf {variables} {clauses}\n")
            self._open = stack.pop_all()

    def __enter__(self) -> ProgramChecker:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def add(self, literals: tuple[int, ...]) -> None:
        """Write the next clause of the formula."""
        self._formula.write("%d " * len(literals) % literals + "0\n")

    def take(self, step: Lemma | Deletion) -> None:
        """Write the next step of the proof."""
        self._proof.write(step.lrat if PROGRAMS[self.name].hinted else step.drat)

    def end(self) -> None:
        """Run the program; ProofError if it does not find the proof right."""
        self._formula.close()
        self._proof.close()
        with tempfile.TemporaryFile("w+", encoding="ascii", errors="replace") as output:
            command = [self._program, *map(str, self._paths), *PROGRAMS[self.name].options]
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
            try:
                while process.poll() is None:
                    self._check()
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(_PAUSE)
            finally:
                process.kill()
                process.wait()
            output.seek(0)
            verified, refused, failed, last = False, False, process.returncode != 0, "nothing"
            # drat-trim writes a carriage return before its verdict, which ends a line here as well.
            while line := output.readline(_LONGEST):
                answer = line.strip()
                last = answer or last
                verified |= re.fullmatch(PROGRAMS[self.name].verdict, answer) is not None
                # lrat-check goes on after a lemma that it refuses, and may still say "VERIFIED" at the end.
                refused |= "NOT VERIFIED" in answer
                failed &= answer != PROGRAMS[self.name].trivial
        if refused or failed or not verified:
            raise ProofError(f"expected a right proof; {self.name} says: {last}")
