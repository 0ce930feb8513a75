"""The interface of all solvers: what is asked of one, and the records it answers with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

from edgeasp.puzzle import candidates
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import missing
from edgeasp.system.limits import Stopwatch


class Status(Enum):
    """Whether a problem has a solution, as far as it is known."""

    SATISFIABLE = "SATISFIABLE"
    UNSATISFIABLE = "UNSATISFIABLE"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class ProblemSize:
    """The size of a problem as the solver received it; None for what does not apply to the solver.

    Attributes:
        variables: the number of variables.
        constraints: the number of constraints: clauses, tables and the like.
        rules: the number of rules of the ground program.
        atoms: the number of its atoms.
        tight: whether it has no positive recursion.
    """

    SCHEMA: ClassVar = ("edgeasp.ground", 1)

    variables: int
    constraints: int
    rules: int | None = None
    atoms: int | None = None
    tight: bool | None = None


def larger(*sizes: ProblemSize | None) -> ProblemSize | None:
    """The size of the program with the most rules; None if there is none."""
    return max((size for size in sizes if size), key=lambda size: size.rules or 0, default=None)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counters of a search; None for what the solver does not count.

    Attributes:
        conflicts: the number of conflicts.
        choices: the number of decisions, or of branches.
        restarts: the number of restarts.
    """

    conflicts: int | None = None
    choices: int | None = None
    restarts: int | None = None

    def __add__(self, other: Statistics) -> Statistics:
        """Those of two searches together; what one does not count adds nothing."""
        return self._with(other, 1)

    def __sub__(self, other: Statistics) -> Statistics:
        """Those of a search since an earlier moment."""
        return self._with(other, -1)

    def _with(self, other: Statistics, sign: int) -> Statistics:
        return Statistics(
            (self.conflicts or 0) + sign * (other.conflicts or 0),
            (self.choices or 0) + sign * (other.choices or 0),
            (self.restarts or 0) + sign * (other.restarts or 0),
        )


class SolverRun(ABC):
    """One search for the solutions of a puzzle; iterating it runs it, once.

    A run in a process of its own can be ended at any time, one in this process only between two solutions.

    Attributes:
        clues: placements that a solution has to keep.
        every: whether to find all boards rather than one.
        seed: of the solver's random numbers; 0 keeps the problem as it comes.
        status: whether there is a solution, as far as is known.
        exhausted: whether it is proved that there are no further boards.
        found: the number of boards given so far.
        checked: whether every board has passed the checker before it is given.
        size: the size of the problem, once the solver has received it.
        statistics: of the search so far.
        seconds: wall time by phase: encode, load, solve, decode.
        memory: the peak of processes that the run has started, in bytes.
    """

    checked: bool = False

    def __init__(self, puzzle: Puzzle, clues: Solution = Solution(), *, every: bool = False, seed: int = 0) -> None:
        self.puzzle = puzzle
        self.clues = clues
        self.every = every
        self.seed = seed
        self.status = Status.UNKNOWN
        self.exhausted = False
        self.found = 0
        self.size: ProblemSize | None = None
        self.statistics = Statistics()
        self._timed = Stopwatch()
        self.seconds = self._timed.seconds
        self.memory = 0

    @property
    def notes(self) -> Sequence[str]:
        """Messages of the solver about a program of the user that are no errors."""
        return ()

    @abstractmethod
    def __iter__(self) -> Generator[Solution, None, None]:
        """Give the boards, one by one, not yet checked; closing the iterator ends the search.

        Raises:
            EncodingError: the solver cannot express the puzzle.
            OptionError: the solver is not installed, or has no such option.
            SolverError: the solver gave up.
        """

    def _add(self, solution: Solution) -> Solution:
        """Count a board."""
        self.status = Status.SATISFIABLE
        self.found += 1
        return solution

    def _complete(self) -> None:
        """Note that there is no further board."""
        self.exhausted = True
        self.status = Status.SATISFIABLE if self.found else Status.UNSATISFIABLE


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The version of all that determines a solver's behaviour on a puzzle, so that measurements are kept apart.

    The hash is that of the text of the encoding, or of the source that makes the model.
    """

    encoding: str
    encoding_hash: str
    options: str
    versions: str


@dataclass(frozen=True)
class Solver(ABC):
    """A solver with its encoding and options, as a benchmark names it: frozen, picklable, the same on every machine.

    Attributes:
        label: the text that names it; every solver has one label only.
        packages: what has to be installed: the name of the distribution and of the module.
    """

    label: str
    packages: ClassVar[tuple[tuple[str, str], ...]] = ()

    @property
    def threads(self) -> int:
        """Number of threads, each of which gets a core."""
        return 1

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """The solver that a text names, by default one of those that are described; None if it is of another kind.

        Raises:
            OptionError: it names one of this kind, with options that do not exist.
        """
        return cls(text) if text in dict(cls.describe()) else None

    @classmethod
    @abstractmethod
    def describe(cls) -> list[tuple[str, str]]:
        """The texts that name a solver: their form, and their meaning in one line."""

    def require(self) -> None:
        """Check that the solver can run here.

        Raises:
            OptionError: a package is missing.
        """
        for package, module in self.packages:
            if find_spec(module) is None:
                raise missing(f"{package} is not installed", package, "bench")

    @abstractmethod
    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """The version of all that determines the solver's behaviour on a puzzle.

        Raises:
            EncodingError: the solver cannot express the puzzle.
        """

    @abstractmethod
    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        """A search, to be iterated.

        Args:
            puzzle: the puzzle.
            clues: placements to keep.
            every: whether to find all boards rather than one.
            seed: of the random numbers, from 1; the first keeps the problem as it comes.
            seconds: wall time after which a solver that can stop by itself stops.
        """

    def versions(self) -> str:
        """The versions of edgeasp, of the packages and of Python."""
        import platform
        from importlib.metadata import version  # it takes long to import, and few commands need it

        from edgeasp._version import __version__

        packages = [f"{package} {version(package)}" for package, _ in self.packages]
        return ", ".join([f"edgeasp {__version__}", *packages, f"Python {platform.python_version()}"])


@cache
def source_hash(*paths: Path) -> str:
    """The first 12 hexadecimal digits of the SHA-256 of source files and of what all solvers share."""
    from hashlib import sha256  # it loads OpenSSL

    shared = Path(candidates.__file__), Path(__file__)
    return sha256(b"".join(path.read_bytes() for path in (*paths, *shared))).hexdigest()[:12]
