"""Interface of all solvers: configuration, runs and results."""

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
from edgeasp.system.errors import missing_package
from edgeasp.system.limits import Stopwatch


class Status(Enum):
    """Whether a problem has a solution, as far as known."""

    SATISFIABLE = "SATISFIABLE"
    UNSATISFIABLE = "UNSATISFIABLE"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class ProblemSize:
    """Size of a problem as received by the solver.

    A value that does not apply to the solver is None.

    Attributes:
        variables: number of variables.
        constraints: number of constraints: clauses, tables and the like.
        rules: number of rules of the ground program.
        atoms: number of atoms of the ground program.
        tight: whether the ground program has no positive recursion.
    """

    SCHEMA: ClassVar = ("edgeasp.ground", 1)

    variables: int
    constraints: int
    rules: int | None = None
    atoms: int | None = None
    tight: bool | None = None


def largest_size(*sizes: ProblemSize | None) -> ProblemSize | None:
    """Return the size with the most rules, None without sizes."""
    return max((size for size in sizes if size), key=lambda size: size.rules or 0, default=None)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counters of a search.

    A counter is None if the solver does not report it.

    Attributes:
        conflicts: number of conflicts.
        choices: number of decisions, or of branches.
        restarts: number of restarts.
    """

    conflicts: int | None = None
    choices: int | None = None
    restarts: int | None = None

    def __add__(self, other: Statistics) -> Statistics:
        """Add the counters of two searches.

        A missing counter counts as zero.
        """
        return self._add_scaled(other, 1)

    def __sub__(self, other: Statistics) -> Statistics:
        """Subtract earlier counters of this search."""
        return self._add_scaled(other, -1)

    def _add_scaled(self, other: Statistics, sign: int) -> Statistics:
        both = (self.conflicts, other.conflicts), (self.choices, other.choices), (self.restarts, other.restarts)
        return Statistics(*((one or 0) + sign * (more or 0) for one, more in both))


class SolverRun(ABC):
    """Search for solutions, which runs once, when it is iterated.

    A run in a separate process can be stopped at any time. A run in this process can be stopped only between two
    solutions.

    Attributes:
        clues: placements that a solution has to keep.
        every: whether to find all boards instead of one.
        seed: seed of the solver's random numbers. 0 leaves the problem unchanged.
        status: whether there is a solution, as far as known.
        exhausted: whether it is proved that there are no further boards.
        found: number of boards yielded so far.
        checked: whether every board is checked before it is yielded.
        size: size of the problem, once the solver has received it.
        statistics: counters of the search so far.
        seconds: wall time by phase: encode, load, solve, decode.
        memory: peak memory of child processes in bytes.
    """

    checked: bool = False

    def __init__(self, puzzle: Puzzle, clues: Solution = Solution(), *, every: bool = False, seed: int = 0) -> None:
        self.puzzle, self.clues, self.every, self.seed = puzzle, clues, every, seed
        self.status, self.exhausted, self.found, self.memory = Status.UNKNOWN, False, 0, 0
        self.size: ProblemSize | None = None
        self.statistics = Statistics()
        self._timed = Stopwatch()
        self.seconds = self._timed.seconds

    @property
    def notes(self) -> Sequence[str]:
        """Messages of the solver about a user program that are not errors."""
        return ()

    @abstractmethod
    def __iter__(self) -> Generator[Solution, None, None]:
        """Yield unchecked boards, until the iterator is closed.

        Raises:
            EncodingError: the solver cannot express the puzzle.
            OptionError: the solver is not installed, or an option does not exist.
            SolverError: the solver failed.
        """

    def _add(self, solution: Solution) -> Solution:
        self.status = Status.SATISFIABLE
        self.found += 1
        return solution

    def _complete(self) -> None:
        self.exhausted = True
        self.status = Status.SATISFIABLE if self.found else Status.UNSATISFIABLE


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Version of everything that determines a solver's behaviour on a puzzle.

    Measurements with different fingerprints are not compared.

    Attributes:
        encoding: name of the encoding.
        encoding_hash: hash of the text of the encoding, or of the source code that builds the model.
        options: options of the solver.
        versions: versions of edgeasp, Python and the packages.
    """

    encoding: str
    encoding_hash: str
    options: str
    versions: str


@dataclass(frozen=True)
class Solver(ABC):
    """Solver with its encoding and options, as named in a benchmark.

    It is frozen, picklable, and the same on every machine.

    Attributes:
        label: unique text that names the solver.
        packages: names of the required distributions, each with the module to import.
    """

    label: str
    packages: ClassVar[tuple[tuple[str, str], ...]] = ()

    @property
    def threads(self) -> int:
        """Number of threads, each of which gets a core."""
        return 1

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """Parse the text that names a solver.

        Returns:
            The solver, None if the text names a solver of another class.

        Raises:
            OptionError: the text names a solver of this class with unknown options.
        """
        return cls(text) if text in dict(cls.describe()) else None

    @classmethod
    @abstractmethod
    def describe(cls) -> list[tuple[str, str]]:
        """List the names of solvers, each with a one-line explanation."""

    def require(self) -> None:
        """Check that the solver can run here.

        Raises:
            OptionError: a package is missing.
        """
        for package, module in self.packages:
            if find_spec(module) is None:
                raise missing_package(f"{package} is not installed", package, "bench")

    @abstractmethod
    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """Return the fingerprint of the solver for a puzzle.

        Raises:
            EncodingError: the solver cannot express the puzzle.
        """

    @abstractmethod
    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        """Create a search, which runs when it is iterated.

        Args:
            puzzle: the puzzle.
            clues: placements to keep.
            every: whether to find all boards instead of one.
            seed: seed of the random numbers, from 1. Seed 1 leaves the problem unchanged.
            seconds: time limit for a solver that can enforce one itself.
        """

    def versions(self) -> str:
        """Return the versions of edgeasp, Python and the packages."""
        import platform
        from importlib.metadata import version  # it takes long to import, and few commands need it

        from edgeasp._version import __version__

        packages = [f"{package} {version(package)}" for package, _ in self.packages]
        return ", ".join([f"edgeasp {__version__}", *packages, f"Python {platform.python_version()}"])


@cache
def source_hash(*paths: Path) -> str:
    """Hash source files and the source shared by all solvers.

    Returns:
        The first 12 hexadecimal digits of a SHA-256.
    """
    from hashlib import sha256  # it loads OpenSSL

    shared = Path(candidates.__file__), Path(__file__)
    return sha256(b"".join(path.read_bytes() for path in (*paths, *shared))).hexdigest()[:12]
