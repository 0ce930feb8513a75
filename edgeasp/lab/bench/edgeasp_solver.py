"""edgeasp itself as a solver to be measured, also with an encoding of a user.

- `edgeasp`: as `edgeasp solve` without options
- `edgeasp:encoding=framed+redundant,threads=2`: with options; lists are joined by `+`
- `edgeasp:config=crafty,clasp=--restarts=no`: `clasp` comes last and takes all that follows
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from edgeasp.encoding import render
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.encoding.render import EncodingRequest, EncodingSpec
from edgeasp.formats.files import read_rules
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.session import Session
from edgeasp.search.task import Job, Task, make_task
from edgeasp.solvers.clingo.options import CONFIGURATIONS, ClaspOptions
from edgeasp.solvers.interface import Fingerprint, Solver, SolverRun
from edgeasp.system.errors import EncodingError, OptionError
from edgeasp.system.limits import Deadline, Limits

NAME = "edgeasp"

_OPTIONS = ("encoding", "formulation", "redundant", "symmetry", "heuristic", "narrow", "threads", "config", "clasp")
_DEFAULT = EncodingRequest()
_DEFAULTS = {
    "formulation": _DEFAULT.formulation,
    "heuristic": _DEFAULT.heuristic,
    "narrow": "yes",
    "threads": "1",
    "config": "auto",
}


@dataclass(frozen=True)
class Edgeasp(Solver):
    """edgeasp with options: `settings` holds those that differ from the defaults, in a fixed order."""

    packages = (("clingo", "clingo"),)
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """The solver named `edgeasp` or `edgeasp:OPTION=VALUE,...`."""
        name, _, rest = text.partition(":")
        if name != NAME:
            return None
        settings = _settings(rest)
        label = ",".join(f"{name}={value}" for name, value in settings)
        solver = cls(f"{NAME}:{label}" if label else NAME, settings)
        solver.options(1).arguments()
        return solver

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """With and without options."""
        with_options = f"with options: {', '.join(_OPTIONS)}; lists are joined by '+', and clasp comes last"
        return [(NAME, "as edgeasp solve without options"), (f"{NAME}:OPTION=VALUE,...", with_options)]

    @property
    def threads(self) -> int:
        """Clasp's threads."""
        return int(self._given.get("threads", "1"))

    @property
    def narrows(self) -> bool:
        """Whether squares are narrowed where that pays."""
        return self._given.get("narrow", "yes") == "yes"

    @property
    def request(self) -> EncodingRequest:
        """The encoding that is asked for."""
        options = self._given
        return EncodingRequest(
            options.get("encoding"),
            _names(options.get("redundant")),
            options.get("formulation", _DEFAULT.formulation),
            _names(options.get("symmetry")),
            options.get("heuristic", _DEFAULT.heuristic),
        )

    def options(self, seed: int) -> ClaspOptions:
        """The options of clasp."""
        extra = tuple(shlex.split(self._given.get("clasp", "")))
        return ClaspOptions(seed, self.threads, self._given.get("config", "auto"), extra=extra)

    def require(self) -> None:
        """Check that clingo is installed and accepts the options."""
        super().require()
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        GroundProgram("", self.options(1))

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """The rendered encoding and clasp's options, without seed and threads, which have columns of their own."""
        try:
            encoding = self.request.fitting(puzzle)
        except EncodingError as error:
            raise EncodingError(f"the system {self.label}: {error}") from None
        if (puzzle.framed and not encoding.framed) or (puzzle.signed and not encoding.signed):
            raise EncodingError(f"the system {self.label} does not solve this puzzle, but a relaxation of it")
        return Fingerprint(encoding.description(), _hash(encoding, self.narrows), self.words(), self.versions())

    def words(self) -> str:
        """The options of clasp, without seed and threads."""
        words = replace(self.options(1), threads=1).arguments()
        return " ".join(word for word in words if not word.startswith("--seed="))

    def task(self, puzzle: Puzzle, clues: Solution) -> Task:
        """The task of a run."""
        return make_task(puzzle, clues, self.request)

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        """A search, as `edgeasp solve` does it."""
        return EdgeaspRun(self, puzzle, clues, every=every, seed=seed, seconds=seconds)

    @cached_property
    def _given(self) -> dict[str, str]:
        return dict(self.settings)


class EdgeaspRun(SolverRun):
    """A session as a run; with the encoding, every solution has passed the checker before it is given."""

    def __init__(
        self, solver: Edgeasp, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None
    ) -> None:
        super().__init__(puzzle, clues, every=every, seed=seed)
        self._solver, self.checked = solver, not isinstance(solver, OwnProgram)
        self._limits = Limits(seconds)
        self._session: Session | None = None

    @property
    def notes(self) -> Sequence[str]:
        """Messages of clingo about the program."""
        return self._session.notes if self._session else ()

    def __iter__(self) -> Generator[Solution, None, None]:
        """Give the boards, one by one."""
        task = self._solver.task(self.puzzle, self.clues)
        limit, options = 0 if self.every else 1, self._solver.options(self.seed)
        job = Job(task, limit, options, self._limits, narrow=self._solver.narrows)
        self._session = session = Session(task, job.options, Deadline(job.limits))
        self.seconds = session.seconds
        try:
            for answer in session.run(job):
                yield self._add(answer.solution)
        finally:
            result = session.result()
            self.status, self.exhausted = result.status, result.exhausted
            self.size, self.statistics = result.size, result.statistics or self.statistics


def _settings(text: str) -> tuple[tuple[str, str], ...]:
    """The options in a text, those that differ from the defaults, in a fixed order."""
    settings: dict[str, str] = {}
    plain, _, words = text.partition("clasp=") if re.search(r"(^|,)clasp=", text) else (text, "", "")
    for part in filter(None, plain.split(",")):
        name, _, value = part.partition("=")
        if not value or name not in _OPTIONS:
            known = ", ".join(f"{option}=" for option in _OPTIONS)
            raise OptionError(f"expected an option of edgeasp ({known}), found {part!r}")
        settings[name] = value.strip()
    if words.strip():
        try:
            settings["clasp"] = shlex.join(shlex.split(words))
        except ValueError as error:
            raise OptionError(f"expected options of clasp, found {words!r} ({str(error).lower()})") from None
    if settings.get("config", "auto") not in CONFIGURATIONS:
        raise OptionError(f"expected config={', '.join(CONFIGURATIONS)}, found {settings['config']!r}")
    if settings.get("narrow", "yes") not in ("yes", "no"):
        raise OptionError(f"expected narrow=yes or narrow=no, found {settings['narrow']!r}")
    if not re.fullmatch("[1-9][0-9]?", settings.get("threads", "1")):
        raise OptionError(f"expected threads=1 to 99, found {settings['threads']!r}")
    return tuple((name, settings[name]) for name in _OPTIONS if settings.get(name) not in (None, _DEFAULTS.get(name)))


def _names(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return () if text == "none" else tuple(text.split("+"))


@cache
def _hash(encoding: EncodingSpec, narrow: bool) -> str:
    """The hash of the rules; where squares may be narrowed, of the rules of regions as well."""
    program = render.render(encoding, placements=True, narrowed=narrow)
    return replace(program, text=program.text + render.rules_of("narrow/region.lp")).hash if narrow else program.hash


OWN_NAME = "program"


@dataclass(frozen=True)
class OwnProgram(Edgeasp):
    """A program that reads the facts of the class; its boards are checked like those of any other solver."""

    rules: OwnRules = OwnRules()

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """The solver named `program=FILE`; an `InputError` if the file cannot be read."""
        name, equals, path = text.partition("=")
        if name != OWN_NAME or not equals:
            return None
        # Boards that break conditions come out as well: they are for the checker to find.
        return cls(text, rules=OwnRules(read_rules(path), relaxed=True))

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """The one form there is."""
        return [(f"{OWN_NAME}=FILE", "an encoding of your own, by clingo with edgeasp's options")]

    def require(self) -> None:
        """Check that clingo is installed, and that the files are programs."""
        super().require()
        from edgeasp.solvers.clingo import syntax

        syntax.read(self.rules.files)

    def task(self, puzzle: Puzzle, clues: Solution) -> Task:
        """The task with the program in place of the encoding."""
        return make_task(puzzle, clues, own=self.rules)

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """The text of the program and clasp's options."""
        task = self.task(puzzle, Solution())
        return Fingerprint(task.name, task.rules().hash, self.words(), self.versions())
