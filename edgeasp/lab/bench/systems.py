"""Systems to compare, with their names: edgeasp, other solvers, user programs.

- `edgeasp`: like `edgeasp solve` without options, which uses the compiled search if it is expected to be faster than
  clingo.
- `edgeasp:no-scan`: clingo only.
- `edgeasp:encoding=framed+redundant,threads=2`: edgeasp with options. The items of a list are joined by `+`.
- `edgeasp:config=crafty,clasp=--restarts=no`: `clasp` must be the last option, since its value may contain commas.
- `command='./solver {puz} {clue}'`: user program, run without a shell. Its command line may contain the placeholders
  `{puz}`, `{lp}`, `{clue}`, `{seed}`, `{seconds}` and `{number}`. Use `{puz_with_comments}` instead of `{puz}` if the
  program supports the features that comments in the `.puz` file describe.

A user program prints `UNSATISFIABLE` or its boards. A board can be in the format `.sol`, a link to the HTML page for
playing, or an answer in clingo's output. If a program prints several boards in the format `.sol`, each begins with a
line `c solution`. The exit status is 0, or 10, 20 or 30 like a SAT solver's.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from edgeasp.encoding import facts, render
from edgeasp.encoding.facts import read_clingo_output
from edgeasp.encoding.own_rules import UserRules
from edgeasp.encoding.render import EncodingRequest, EncodingSpec
from edgeasp.formats import plain
from edgeasp.formats.files import read_rules
from edgeasp.formats.recognition import Origin, recognise_board
from edgeasp.lab.bench.instances import BenchInstance
from edgeasp.lab.bench.peers import CpSatSolver, SatSolver
from edgeasp.lab.bench.table import KEY, format_cell
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.solve import Session
from edgeasp.search.task import Job, Task, make_task
from edgeasp.solvers import backtrack
from edgeasp.solvers.backtrack import BacktrackSolver
from edgeasp.solvers.clingo.options import CONFIGURATIONS, MOST_SEED, ClaspOptions
from edgeasp.solvers.interface import Fingerprint, Solver, SolverRun
from edgeasp.system.errors import EdgeaspError, EncodingError, OptionError, ProgramError, SolverError, os_reason
from edgeasp.system.limits import Deadline, Limits
from edgeasp.system.lines import parse_numbers
from edgeasp.system.plugins import load_plugins
from edgeasp.system.processes import available_cores, describe_exit, tree_memory_of

EDGEASP = "edgeasp"
# Same as `scan=no`.
_NO_SCAN = "no-scan"

_OPTIONS = (
    *("encoding", "formulation", "redundant", "symmetry", "heuristic", "narrow", "scan", "threads", "config", "clasp"),
)
_DEFAULT = EncodingRequest()
_DEFAULTS = {
    "formulation": _DEFAULT.formulation,
    "heuristic": _DEFAULT.heuristic,
    "narrow": "yes",
    "scan": "yes",
    "threads": "1",
    "config": "auto",
}


@dataclass(frozen=True)
class Edgeasp(Solver):
    """edgeasp as a solver, with options.

    Attributes:
        settings: options that differ from the defaults, sorted as in `_OPTIONS`.
    """

    packages = (("clingo", "clingo"),)
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """Parse `edgeasp` or `edgeasp:OPTION=VALUE,...`."""
        name, _, rest = text.partition(":")
        if name != EDGEASP:
            return None
        settings = _parse_settings(rest)
        label = ",".join(_NO_SCAN if name == "scan" else f"{name}={value}" for name, value in settings)
        solver = cls(f"{EDGEASP}:{label}" if label else EDGEASP, settings)
        solver.options(1).arguments()  # refuses options that clasp does not accept
        return solver

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """List the solver's names, with and without options."""
        with_options = f"with options: {', '.join(_OPTIONS)}; lists are joined by '+', and clasp comes last"
        return [
            (EDGEASP, "as edgeasp solve without options"),
            (f"{EDGEASP}:{_NO_SCAN}", "clingo alone, without the compiled search"),
            (f"{EDGEASP}:OPTION=VALUE,...", with_options),
        ]

    @property
    def threads(self) -> int:
        """Number of threads of clasp."""
        return int(self._option_values.get("threads", "1"))

    @property
    def filters_domains(self) -> bool:
        """Whether domains may be filtered before the search."""
        return self._option_values.get("narrow", "yes") == "yes"

    @property
    def may_scan(self) -> bool:
        """Whether the compiled search may be used if it is faster."""
        return self._option_values.get("scan", "yes") == "yes"

    @property
    def request(self) -> EncodingRequest:
        """Requested encoding."""
        options = self._option_values
        return EncodingRequest(
            options.get("encoding"),
            _split_at_plus(options.get("redundant")),
            options.get("formulation", _DEFAULT.formulation),
            _split_at_plus(options.get("symmetry")),
            options.get("heuristic", _DEFAULT.heuristic),
        )

    def options(self, seed: int) -> ClaspOptions:
        """Return the options of clasp."""
        extra = tuple(shlex.split(self._option_values.get("clasp", "")))
        return ClaspOptions(seed, self.threads, self._option_values.get("config", "auto"), extra=extra)

    def require(self) -> None:
        """Check that clingo is installed and accepts the options."""
        super().require()
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        GroundProgram("", self.options(1))

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """Hash the rendered encoding and clasp's options.

        The seed and the threads are left out, because the table has columns for them.
        """
        try:
            encoding = self.request.fitting(puzzle)
        except EncodingError as error:
            raise EncodingError(f"the system {self.label}: {error}") from None
        if (puzzle.framed and not encoding.framed) or (puzzle.signed and not encoding.signed):
            raise EncodingError(f"the system {self.label} does not solve this puzzle, but a relaxation of it")
        return Fingerprint(
            encoding.description(),
            _hash_rules(encoding, self.filters_domains, self._may_choose_engine),
            self.clasp_words(),
            self.versions(),
        )

    def clasp_words(self) -> str:
        """Return clasp's options without seed and threads."""
        words = replace(self.options(1), threads=1).arguments()
        return " ".join(word for word in words if not word.startswith("--seed="))

    def task(self, puzzle: Puzzle, clues: Solution) -> Task:
        """Build the search task of a run."""
        return make_task(puzzle, clues, self.request)

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        """Create the search that `edgeasp solve` would run."""
        return EdgeaspRun(self, puzzle, clues, every=every, seed=seed, seconds=seconds)

    @property
    def _may_choose_engine(self) -> bool:
        """Whether edgeasp may choose between clingo and the compiled search."""
        # All other options concern clingo, so they choose clingo.
        return self.may_scan and not self._option_values.keys() - {"narrow", "threads"}

    @cached_property
    def _option_values(self) -> dict[str, str]:
        return dict(self.settings)


class EdgeaspRun(SolverRun):
    """Search by edgeasp, or by clingo with a user program."""

    def __init__(
        self, solver: Edgeasp, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None
    ) -> None:
        super().__init__(puzzle, clues, every=every, seed=seed)
        self._solver, self.checked = solver, not isinstance(solver, UserProgram)
        self._limits = Limits(seconds)
        self._session: Session | None = None

    @property
    def notes(self) -> Sequence[str]:
        """Messages of clingo about a user program."""
        return self._session.notes if self._session else ()

    def __iter__(self) -> Generator[Solution, None, None]:
        """Yield the boards of the search."""
        task = self._solver.task(self.puzzle, self.clues)
        limit, options = 0 if self.every else 1, self._solver.options(self.seed)
        job = Job(task, limit, options, self._limits, narrow=self._solver.filters_domains, scan=self._solver.may_scan)
        self._session = session = Session(task, job.options, Deadline(job.limits))
        self.seconds = session.seconds
        try:
            for answer in session.run(job):
                yield self._add(answer.solution)
        finally:
            result = session.result()
            self.status, self.exhausted = result.status, result.exhausted
            self.size, self.statistics = result.size, result.statistics or self.statistics


def _parse_settings(text: str) -> tuple[tuple[str, str], ...]:
    """Parse options, and return those that differ from the defaults."""
    settings: dict[str, str] = {}
    plain, _, words = text.partition("clasp=") if re.search(r"(^|,)clasp=", text) else (text, "", "")
    for part in filter(None, plain.split(",")):
        if part == _NO_SCAN:
            settings["scan"] = "no"
            continue
        name, _, value = part.partition("=")
        if not value or name not in _OPTIONS:
            known = ", ".join(f"{option}=" for option in _OPTIONS)
            raise OptionError(f"expected an option of edgeasp ({known}), found {part!r}")
        settings[name] = value.strip()
    if words.strip():
        try:
            # Options that only differ in quotes get the same label.
            settings["clasp"] = shlex.join(shlex.split(words))
        except ValueError as error:
            raise OptionError(f"expected options of clasp, found {words!r} ({str(error).lower()})") from None
    if settings.get("config", "auto") not in CONFIGURATIONS:
        raise OptionError(f"expected config={', '.join(CONFIGURATIONS)}, found {settings['config']!r}")
    for name in ("narrow", "scan"):
        if settings.get(name, "yes") not in ("yes", "no"):
            raise OptionError(f"expected {name}=yes or {name}=no, found {settings[name]!r}")
    if not re.fullmatch("[1-9][0-9]?", settings.get("threads", "1")):
        raise OptionError(f"expected threads=1 to 99, found {settings['threads']!r}")
    return tuple((name, settings[name]) for name in _OPTIONS if settings.get(name) not in (None, _DEFAULTS.get(name)))


def _split_at_plus(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    # An empty list is a choice, None is the default.
    return () if text == "none" else tuple(text.split("+"))


@cache
def _hash_rules(encoding: EncodingSpec, narrow: bool, scan: bool) -> str:
    """Hash the rules, and the source of any compiled search."""
    program = render.render(encoding, placements=True, narrowed=narrow)
    more = render.read_rules("narrow/region.lp") if narrow else ""
    if scan:
        more += backtrack.SOURCE.read_text(encoding="utf-8")
    return program._replace(text=program.text + more).hash if more else program.hash


OWN_NAME = "program"


@dataclass(frozen=True)
class UserProgram(Edgeasp):
    """User program in ASP, which reads edgeasp's facts."""

    rules: UserRules = UserRules()

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """Parse `program=FILE`.

        Raises:
            InputError: the file cannot be read.
        """
        name, equals, path = text.partition("=")
        if name != OWN_NAME or not equals:
            return None
        # Relaxed, so that wrong boards are reported by the checker rather than excluded by the search.
        return cls(text, rules=UserRules(read_rules(path), relaxed=True))

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """List the solver's name and description."""
        return [(f"{OWN_NAME}=FILE", "an encoding of your own, by clingo with edgeasp's options")]

    def require(self) -> None:
        """Check that clingo is installed and accepts the user's files."""
        super().require()
        from edgeasp.solvers.clingo import syntax

        syntax.parse_files(self.rules.files)

    def task(self, puzzle: Puzzle, clues: Solution) -> Task:
        """Build the search task, with the program as its encoding."""
        return make_task(puzzle, clues, own=self.rules)

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """Hash the program and clasp's options."""
        task = self.task(puzzle, Solution())
        return Fingerprint(task.name, task.rules().hash, self.clasp_words(), self.versions())


_NONE = re.compile(r"^(?:[cs] )?UNSATISFIABLE\b", re.MULTILINE)
_ATOMS = re.compile(r"\bchosenTile\(")
SEPARATOR = re.compile(r"^c solution\b.*$", re.MULTILINE)


def read_boards(text: str, puzzle: Puzzle, name: str) -> list[Solution]:
    """Parse the boards in the output of a user program.

    Args:
        text: output of the program.
        puzzle: puzzle that the program has solved.
        name: name of the program, for messages.

    Raises:
        ProgramError: the output is neither boards nor `UNSATISFIABLE`.
    """
    if _NONE.search(text):
        return []
    if not text.strip():
        raise ProgramError(f"{name} printed nothing: neither a board nor UNSATISFIABLE")
    try:
        if _ATOMS.search(text):
            return [
                facts.solution_from_atoms(answer.atoms, puzzle) for answer in read_clingo_output(text, "its output")
            ]
        parts = [part for part in SEPARATOR.split(text) if part.strip()]
        if len(parts) > 1:
            return [plain.read_sol(part, puzzle, "its output") for part in parts]
        return [recognise_board(text, puzzle, Origin("its output", stream=True)).placements]
    except EdgeaspError as error:
        undivided = len(text.split("\n")) > puzzle.grid.size + 1 and not SEPARATOR.search(text)
        several = "; of several boards each begins with a line 'c solution'" if undivided else ""
        raise ProgramError(f"{name} printed no board: {error}{several}") from None


COMMAND = "command"
PLACES = ("puz", "puz_with_comments", "lp", "clue", "seed", "seconds", "number")
"""Placeholders that a command may contain."""
_KNOWN = ", ".join(f"{{{place}}}" for place in PLACES)

_PLACE = re.compile(r"\{(\w*)\}")
# Exit statuses of a program that has answered: 0, or a status of SAT solvers.
_ANSWERED = (0, 10, 20, 30)
# Exit status of a SAT solver that stopped at the first solution.
_UNFINISHED = 10
_POLL = 0.02


@dataclass(frozen=True)
class CommandSolver(Solver):
    """User program that is run by a command line.

    Attributes:
        words: command line, with placeholders such as `{puz}`.
    """

    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """Parse `command=WORDS`."""
        name, equals, rest = text.partition("=")
        if name.strip() != COMMAND or not equals:
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
        """List the solver's name and description."""
        about = f"a program of your own, such as command='./solver {{puz}}'; it comes last; {_KNOWN}"
        return [(f"{COMMAND}=WORDS", about)]

    @property
    def takes_clues(self) -> bool:
        """Whether the program receives the clues."""
        return any({"clue", "lp"} & set(_PLACE.findall(word)) for word in self.words)

    def require(self) -> None:
        """Check that the program exists."""
        if shutil.which(self.words[0]) is None:
            raise OptionError(f"expected a program, found none named {self.words[0]!r}")

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """Hash the command line and the files in it."""
        require_comments_supported(self.words, puzzle)
        paths = [Path(word) for word in (shutil.which(self.words[0]) or "", *self.words[1:])]
        # A program or script that was changed gets another fingerprint.
        digest = hashlib.sha256("\0".join(self.words).encode())
        for path in paths:
            if path.is_file():
                digest.update(path.read_bytes())
        return Fingerprint(self.label, digest.hexdigest()[:12], "", self.versions())

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        """Create a run of the program."""
        return CommandRun(self.words, puzzle, clues, every=every, seed=seed, seconds=seconds)


class CommandRun(SolverRun):
    """Run of a user program. Its boards are unchecked."""

    def __init__(
        self, words: Sequence[str], puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None
    ) -> None:
        super().__init__(puzzle, clues, every=every, seed=seed)
        self._words = words
        self._limit = seconds

    def __iter__(self) -> Generator[Solution, None, None]:
        """Run the program to its end, then yield its boards."""
        with tempfile.TemporaryDirectory(prefix="edgeasp-") as folder:
            with self._timed("encode"):
                number = 0 if self.every else 1
                words = fill_placeholders(
                    self._words, Path(folder), self.puzzle, self.clues, self.seed, self._limit, number
                )
            with self._timed("solve"):
                ended, output, errors = run_program(words, Path(folder), self._limit, self._measure_memory)
        if ended is None:
            return
        if failure := failure_text(ended, errors):
            raise SolverError(failure)
        with self._timed("decode"):
            boards = read_boards(output, self.puzzle, self._words[0])
        for board in boards:
            yield self._add(board)
        if not (self.every and ended == _UNFINISHED):
            self._complete()

    def _measure_memory(self, pid: int) -> None:
        self.memory = max(self.memory, tree_memory_of(pid) or 0)


def failure_text(status: int, errors: str) -> str:
    """Describe how a program failed.

    Args:
        status: exit status of the program.
        errors: standard error of the program.

    Returns:
        a description, empty if the exit status means that the program has answered.
    """
    if status in _ANSWERED:
        return ""
    last = f": {errors.splitlines()[-1][:200]}" if errors else ""
    return f"the program {describe_exit(status)}{last}"


def run_program(
    words: Sequence[str], folder: Path, seconds: float | None, watch: Callable[[int], object] = lambda pid: None
) -> tuple[int | None, str, str]:
    """Run a program, and capture its output.

    Args:
        words: command line.
        folder: folder for files with the output.
        seconds: time limit, None for no limit.
        watch: called with the process ID at short intervals.

    Returns:
        the exit status, the standard output and the standard error. The exit status is None if the program was killed
        at the time limit.

    Raises:
        SolverError: the program cannot be started.
    """
    end = None if seconds is None else time.monotonic() + seconds
    # Unlike a pipe, a file does not block the program when it is full of output that was not read.
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


def require_comments_supported(words: Sequence[str], puzzle: Puzzle) -> None:
    """Check that a command supports the comments of a puzzle.

    Raises:
        EncodingError: a comment in the `.puz` file describes a feature of the puzzle, but the command contains `{puz}`
            rather than `{puz_with_comments}`, so the program may ignore the feature.
    """
    if not puzzle.ordinary and any("puz" in _PLACE.findall(word) for word in words):
        what = "which colours match" if puzzle.partners else "that no tile may be rotated"
        what = f"that there are {puzzle.beyond[0]}" if puzzle.beyond else what
        raise EncodingError(
            f"a comment of the .puz says {what}: write {{puz_with_comments}} if {words[0]} supports it, "
            "or {lp} if it reads facts"
        )


def fill_placeholders(
    words: Sequence[str],
    folder: Path,
    puzzle: Puzzle,
    clues: Solution,
    seed: int,
    seconds: float | None,
    number: int = 1,
) -> list[str]:
    """Fill a command's placeholders, and write the files they name."""
    texts = {"puz": plain.write_puz(puzzle), "lp": facts.write_facts(puzzle, clues), "clue": plain.write_sol(clues)}
    values = {"seed": str(seed), "seconds": f"{seconds or 0:g}", "number": str(number)}
    for name, text in texts.items():
        path = folder / f"puzzle.{name}"
        path.write_text(text, encoding="utf-8")
        values[name] = str(path)
    values["puz_with_comments"] = values["puz"]
    return [_PLACE.sub(lambda match: values[match[1]], word) for word in words]


SOLVERS: list[type[Solver]] = [Edgeasp, SatSolver, CpSatSolver, BacktrackSolver, UserProgram, CommandSolver]
"""Classes of solvers that edgeasp contains."""


def solver_classes() -> list[type[Solver]]:
    """List all classes of solvers, including plug-ins."""
    return [*SOLVERS, *load_plugins("edgeasp.solvers")]


# Pattern of a system `command=...`, which extends to the end of a list of systems.
_COMMAND = re.compile(rf"(?:^|,)\s*({COMMAND}=.*)", re.DOTALL)


def parse_systems(texts: Iterable[str]) -> list[Solver]:
    """Parse comma-separated lists of systems, and drop duplicates.

    A command must be the last system of its list, since it may contain commas.
    """
    parts: list[str] = []
    for text in texts:
        last = _COMMAND.search(text)
        listed = text[: last.start()] if last else text
        pieces = re.split(r"\s*,\s*", listed.strip()) if listed.strip() or not last else []
        for piece in [*pieces, *([last[1].strip()] if last else [])]:
            # Options of edgeasp are joined by commas as well, so a piece that is not a system belongs to the one
            # before.
            if parts and parts[-1].startswith(f"{EDGEASP}:") and not _is_system_name(piece):
                parts[-1] += f",{piece}"
            else:
                parts.append(piece)
    return list({solver.label: solver for solver in map(parse_system, parts)}.values())


def parse_system(text: str) -> Solver:
    """Parse the name of a system."""
    for kind in solver_classes():
        solver = kind.parse(text)
        if solver is not None:
            return solver
    known = ", ".join(form for kind in solver_classes() for form, _ in kind.describe())
    meant = f"program={text}" if text.endswith(".lp") else "edgeasp" if text in ("clingo", "clasp") else ""
    raise OptionError(f"expected a system ({known}), found {text!r}{f': did you mean {meant}?' if meant else ''}")


def require_cores(threads: Mapping[str, int], cores: int) -> None:
    """Check that there are enough cores for each system.

    Raises:
        OptionError: a system has more threads than there are cores.
    """
    for label, needed in threads.items():
        if needed > cores:
            option = f": --jobs {needed}" if needed <= len(available_cores()) else ""
            raise OptionError(f"the system {label} needs {needed} cores, but has {cores}{option}")


def require_systems(systems: Iterable[Solver], *, every: bool = False) -> None:
    """Check in advance that each system can run here.

    Args:
        systems: systems to check.
        every: whether to find all solutions. If True, a system must not omit solutions, and must receive the clues.

    Raises:
        OptionError: a system cannot run, or is not suitable for the task.
    """
    for system in systems:
        symmetries = set(system.request.symmetry or ()) if isinstance(system, Edgeasp) else set()
        if every and {"board-rotations", "polarity"} & symmetries:
            raise OptionError(
                f"the system {system.label}: the symmetries board-rotations and polarity leave out solutions that "
                "other systems count; they are for the task first"
            )
        if every and isinstance(system, CommandSolver) and not system.takes_clues:
            raise OptionError(
                f"the system {system.label}: the task all gives clues: add {{clue}} or {{lp}}, or take --tasks first"
            )
        try:
            system.require()
        except OptionError as error:
            raise OptionError(f"the system {system.label}: {error}") from None


def _is_system_name(text: str) -> bool:
    if text.partition(":")[0] == EDGEASP or text.partition("=")[0] in (OWN_NAME, COMMAND):
        return True
    return "=" not in text and any(kind.parse(text) is not None for kind in solver_classes() if kind is not Edgeasp)


TASKS = ("all", "first")


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Limits of a run.

    Attributes:
        seconds: time limit.
        memory: memory limit in bytes, None for no limit.
    """

    seconds: float
    memory: int | None


@dataclass(frozen=True)
class BenchRun:
    """Run to measure.

    Attributes:
        instance: puzzle with its clues.
        system: solver to measure.
        every: whether to find all solutions.
        seed: seed of the solver's random numbers.
        limits: limits of the run.
        columns: values of the columns that are known before the run.
    """

    instance: BenchInstance
    system: Solver
    every: bool
    seed: int
    limits: RunLimits
    columns: dict[str, Any]

    @property
    def key(self) -> tuple[str, ...]:
        """Key of the run's row, see `RunRow.key`."""
        return tuple(format_cell(self.columns[name]) for name in KEY)


def plan_runs(
    instances: Sequence[BenchInstance],
    solvers: Sequence[Solver],
    seeds: Mapping[str, Sequence[int]],
    limits: RunLimits,
    host: str,
) -> list[BenchRun]:
    """List all runs, with runs to compare in sequence.

    Args:
        instances: puzzles with their clues.
        solvers: systems to measure.
        seeds: seeds, keyed by task.
        limits: limits of each run.
        host: description of the machine.
    """
    return [
        _plan_run(instance, system, task, seed, limits, host)
        for task in seeds
        for instance in instances
        for seed in seeds[task]
        for system in solvers
    ]


def _plan_run(instance: BenchInstance, system: Solver, task: str, seed: int, limits: RunLimits, host: str) -> BenchRun:
    try:
        fingerprint = system.fingerprint(instance.puzzle, seed)
    except EncodingError as error:
        raise EncodingError(f"{instance.name}: {error}") from None
    border_colours, colours = instance.colour_counts
    columns = {
        "instance": instance.name,
        "size": f"{instance.puzzle.cols}x{instance.puzzle.rows}",
        "border_colours": border_colours,
        "colours": colours,
        "half": instance.half,
        "task": task,
        "system": system.label,
        "seed": seed,
        "encoding": fingerprint.encoding,
        "encoding_hash": fingerprint.encoding_hash,
        "options": fingerprint.options,
        "threads": system.threads,
        "time_limit": limits.seconds,
        "memory_limit": limits.memory,
        "versions": fingerprint.versions,
        "host": host,
        "puzzle_hash": instance.hash,
    }
    return BenchRun(instance, system, task == "all", seed, limits, columns)


def parse_seeds(text: str) -> list[int]:
    """Parse a list of seeds such as `1-5` or `1,3,7`."""
    return parse_numbers(text, "seeds such as 1-5 or 1,3,7", 0, MOST_SEED)


def parse_tasks(texts: Iterable[str]) -> list[str]:
    """Parse comma-separated lists of tasks, and drop duplicates."""
    tasks = [part.strip() for text in texts for part in text.split(",")]
    for task in tasks:
        if task not in TASKS:
            raise OptionError(f"expected the tasks {' or '.join(TASKS)}, found {task!r}")
    return list(dict.fromkeys(tasks))
