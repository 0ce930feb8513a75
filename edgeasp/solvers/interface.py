"""What a search by a solver other than clingo tells: the same of each, so that they can be compared."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from edgeasp.puzzle.errors import OptionError
from edgeasp.puzzle.model import Puzzle, Solution

PHASES = ("encode", "load", "solve", "decode")


@dataclass(frozen=True, slots=True)
class Size:
    """What the solver was given: variables, and clauses or constraints."""

    variables: int
    constraints: int


@dataclass(frozen=True, slots=True)
class Cost:
    """What a search has cost, as the solver counts it; None for what it does not count."""

    conflicts: int | None = None
    choices: int | None = None
    restarts: int | None = None
    propagations: int | None = None


@dataclass
class PeerSearch(ABC):
    """One search for the solutions of a puzzle; iterating it runs it, once.

    A search in a process of its own can be ended at any time; in this one only between two solutions.

    Attributes:
        puzzle: what is solved.
        clues: placements that a solution has to keep.
        every: whether all boards are asked for rather than one.
        seed: of the random numbers.
        satisfiable: True or False once that is known, None before.
        exhausted: whether it is proved that there are no further boards.
        found: how many boards have been given.
        size: what the solver was given, once it has been.
        cost: what the search has cost so far.
        seconds: wall time by phase: to encode, to load the solver, to solve, to decode.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    every: bool = False
    seed: int = 0
    satisfiable: bool | None = field(default=None, init=False)
    exhausted: bool = field(default=False, init=False)
    found: int = field(default=0, init=False)
    size: Size | None = field(default=None, init=False)
    cost: Cost = field(default=Cost(), init=False)
    seconds: dict[str, float] = field(default_factory=dict, init=False)

    @abstractmethod
    def __iter__(self) -> Generator[Solution, None, None]:
        """The boards, one by one, not yet checked; closing the iterator ends the search.

        Raises:
            OptionError: the solver is not installed, or there is none of that name.
        """

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[phase] = self.seconds.get(phase, 0.0) + time.perf_counter() - start

    def _gives(self, solution: Solution) -> Solution:
        self.satisfiable = True
        self.found += 1
        return solution

    def _ends(self) -> None:
        """There is no further board."""
        self.exhausted = True
        self.satisfiable = self.found > 0


def missing(package: str) -> OptionError:
    """The error for a solver that is not installed."""
    return OptionError(f"{package} is not installed; it comes with: pip install 'edgeasp[bench]'")
