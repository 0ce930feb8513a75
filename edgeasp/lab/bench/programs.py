"""A program of a user as a solver to be measured, and what it has printed.

In `command='./solver {puz}'`, the words may hold `{puz}`, `{lp}`, `{clue}`, `{seed}`, `{seconds}` and `{number}`; no
shell is involved. In place of `{puz}`, `{puz_with_comments}` says that the program heeds what its comments say of the
puzzle. The program prints its boards: as `.sol`, with a line `c solution` before each if there are several, as a link,
or as clingo prints answers. With `UNSATISFIABLE` it says that there is none. Its exit status is 0, or 10, 20 or 30 as
that of a SAT solver.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from edgeasp.encoding import facts
from edgeasp.encoding.facts import read_output
from edgeasp.formats import plain
from edgeasp.formats.recognition import Origin, recognise_board
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.solvers.interface import Fingerprint, Solver, SolverRun
from edgeasp.system.errors import EdgeaspError, EncodingError, OptionError, ProgramError, SolverError, os_reason
from edgeasp.system.processes import ending, tree_memory_of

_NONE = re.compile(r"^(?:[cs] )?UNSATISFIABLE\b", re.MULTILINE)
_ATOMS = re.compile(r"\bchosenTile\(")
SEPARATOR = re.compile(r"^c solution\b.*$", re.MULTILINE)


def read_boards(text: str, puzzle: Puzzle, name: str) -> list[Solution]:
    """The boards in the output of a program, which may be none if it says so.

    Raises:
        ProgramError: it says nothing that can be read.
    """
    if _NONE.search(text):
        return []
    if not text.strip():
        raise ProgramError(f"{name} printed nothing: neither a board nor UNSATISFIABLE")
    try:
        if _ATOMS.search(text):
            return [facts.from_atoms(answer.atoms, puzzle) for answer in read_output(text, "its output")]
        parts = [part for part in SEPARATOR.split(text) if part.strip()]
        if len(parts) > 1:
            return [plain.read_sol(part, puzzle, "its output") for part in parts]
        return [recognise_board(text, puzzle, Origin("its output", stream=True)).solution]
    except EdgeaspError as error:
        raise ProgramError(f"{name} printed no board: {error}") from None


NAME = "command"
PLACES = ("puz", "puz_with_comments", "lp", "clue", "seed", "seconds", "number")
"""The placeholders in the words of a command."""
_KNOWN = ", ".join(f"{{{place}}}" for place in PLACES)

_PLACE = re.compile(r"\{(\w*)\}")
_ANSWERED = (0, 10, 20, 30)
"""Exit statuses of a program that has answered: its own, or those of SAT solvers."""
_UNFINISHED = 10
"""The status of a SAT solver that has found a solution, and has not searched for others."""
_POLL = 0.02


@dataclass(frozen=True)
class CommandSolver(Solver):
    """A program; `words` are those of its command line."""

    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """The solver named `command=WORDS`."""
        name, equals, rest = text.partition("=")
        if name.strip() != NAME or not equals:
            return None
        try:
            words = tuple(shlex.split(rest))
        except ValueError as error:
            raise OptionError(f"expected a command, found {rest!r} ({str(error).lower()})") from None
        places = {place for word in words for place in _PLACE.findall(word)}
        if unknown := sorted(places - set(PLACES)):
            raise OptionError(f"expected {_KNOWN} in a command, found {{{unknown[0]}}}")
        if not words or not places & {"puz", "puz_with_comments", "lp"}:
            raise OptionError(f"expected a command that gets the puzzle, such as './solver {{puz}}', found {rest!r}")
        return cls(text, words)

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """The one form there is."""
        about = f"a program of your own, such as command='./solver {{puz}}'; it comes last; {_KNOWN}"
        return [(f"{NAME}=WORDS", about)]

    @property
    def takes_clues(self) -> bool:
        """Whether the program is given the clues."""
        return any({"clue", "lp"} & set(_PLACE.findall(word)) for word in self.words)

    def require(self) -> None:
        """Check that the program is there."""
        if shutil.which(self.words[0]) is None:
            raise OptionError(f"expected a program, found none named {self.words[0]!r}")

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """The files that the command names, of which the program is one."""
        require_comments_heeded(self.words, puzzle)
        paths = [Path(word) for word in (shutil.which(self.words[0]) or "", *self.words[1:])]
        digest = hashlib.sha256("\0".join(self.words).encode())
        for path in paths:
            if path.is_file():
                digest.update(path.read_bytes())
        return Fingerprint(self.label, digest.hexdigest()[:12], "", self.versions())

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        """A call of the program."""
        return CommandRun(self.words, puzzle, clues, every=every, seed=seed, seconds=seconds)


class CommandRun(SolverRun):
    """One call of a program, whose boards are still to be checked."""

    def __init__(
        self,
        words: Sequence[str],
        puzzle: Puzzle,
        clues: Solution,
        *,
        every: bool,
        seed: int,
        seconds: float | None,
    ) -> None:
        super().__init__(puzzle, clues, every=every, seed=seed)
        self._words = words
        self._limit = seconds

    def __iter__(self) -> Generator[Solution, None, None]:
        """Give the boards that the program has printed, once it has ended."""
        with tempfile.TemporaryDirectory(prefix="edgeasp-") as folder:
            with self._timed("encode"):
                number = 0 if self.every else 1
                words = filled(self._words, Path(folder), self.puzzle, self.clues, self.seed, self._limit, number)
            with self._timed("solve"):
                ended, output, errors = call(words, Path(folder), self._limit, self._weigh)
        if ended is None:
            return
        if ended not in _ANSWERED:
            last = f": {errors.splitlines()[-1][:200]}" if errors else ""
            raise SolverError(f"the program {ending(ended)}{last}")
        with self._timed("decode"):
            boards = read_boards(output, self.puzzle, self._words[0])
        for board in boards:
            yield self._add(board)
        if not (self.every and ended == _UNFINISHED):
            self._complete()

    def _weigh(self, pid: int) -> None:
        self.memory = max(self.memory, tree_memory_of(pid) or 0)


def call(
    words: Sequence[str], folder: Path, seconds: float | None, watch: Callable[[int], object] = lambda pid: None
) -> tuple[int | None, str, str]:
    """Run a program in this group of processes, which ends as a whole: its status, its output and its messages.

    The status is None if the limit has ended it. `watch` is called with the number of its process again and again.

    Raises:
        SolverError: it cannot be started.
    """
    end = None if seconds is None else time.monotonic() + seconds
    with (folder / "output").open("w+b") as output, (folder / "errors").open("w+b") as errors:
        try:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        except OSError as error:
            raise SolverError(f"cannot start {words[0]}: {os_reason(error)}") from None
        try:
            while (status := process.poll()) is None and (end is None or time.monotonic() < end):
                watch(process.pid)
                time.sleep(_POLL)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        for stream in (output, errors):
            stream.seek(0)
        return status, output.read().decode(errors="replace"), errors.read().decode(errors="replace").strip()


def require_comments_heeded(words: Sequence[str], puzzle: Puzzle) -> None:
    """Refuse to give a program a `.puz` which to one that skips its comments is another puzzle.

    Raises:
        EncodingError: the puzzle has partners, or its tiles may not be turned, and the words have `{puz}`.
    """
    if not puzzle.ordinary and any("puz" in _PLACE.findall(word) for word in words):
        what = "which colours meet" if puzzle.partners else "that no tile may be turned"
        raise EncodingError(
            f"a comment of the .puz says {what}: write {{puz_with_comments}} if {words[0]} heeds it, "
            "or {lp} if it reads facts"
        )


def filled(
    words: Sequence[str],
    folder: Path,
    puzzle: Puzzle,
    clues: Solution,
    seed: int,
    seconds: float | None,
    number: int = 1,
) -> list[str]:
    """The words of a call, with files in a folder for the puzzle and the clues."""
    texts = {"puz": plain.write_puz(puzzle), "lp": facts.write(puzzle, clues), "clue": plain.write_sol(clues)}
    values = {"seed": str(seed), "seconds": f"{seconds or 0:g}", "number": str(number)}
    for name, text in texts.items():
        path = folder / f"puzzle.{name}"
        path.write_text(text, encoding="utf-8")
        values[name] = str(path)
    values["puz_with_comments"] = values["puz"]
    return [_PLACE.sub(lambda match: values[match[1]], word) for word in words]
