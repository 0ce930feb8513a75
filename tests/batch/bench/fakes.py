"""Systems that do what no system should; each is called in the process that is measured."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn

from edgeasp.batch.bench.job import Job
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.pipeline import Search, prepare

NAMES = (
    "liar",
    "blind",
    "doubting",
    "half",
    "twice",
    "sleeper",
    "stubborn",
    "glutton",
    "crash",
    "abort",
    "noisy",
    "gated",
)
"""The functions of this module that can be systems."""


@dataclass
class Answers:
    solutions: Iterator[Solution]
    exhausted: bool = True
    sizes: dict[str, int] = field(default_factory=lambda: {"variables": 7, "constraints": 11})
    effort: dict[str, int] = field(default_factory=lambda: {"conflicts": 13})
    seconds: dict[str, float] = field(default_factory=lambda: {"encode": 0.25, "solve": 0.5})

    def __iter__(self) -> Iterator[Solution]:
        return self.solutions


def _true(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    return [solved.solution for solved in Search(prepare(puzzle, clues), 0)]


def liar(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Turns the last tile of each solution."""
    *rest, last = _true(puzzle, clues)[0].placements
    return Answers(iter([Solution((*rest, replace(last, rot=(last.rot + 1) % 4)))]))


def blind(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Finds nothing, and claims that there is nothing."""
    return Answers(iter(()))


def doubting(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Ends before it is done, and says so."""
    return Answers(iter(_true(puzzle, clues)[:1]), exhausted=False)


def half(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Finds one of all solutions, and claims that there are no others."""
    return Answers(iter(_true(puzzle, clues)[:1]))


def twice(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Finds every solution two times."""
    return Answers(iter(_true(puzzle, clues) * 2))


def sleeper(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Never ends; leaves a note of its process where the environment says."""
    if "SLEEPER" in os.environ:
        Path(os.environ["SLEEPER"]).write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(600)
    raise AssertionError


def stubborn(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Never ends, and lets nobody else in the process do anything."""
    re.match("(a+)+$", "a" * 64 + "b")
    raise AssertionError


def glutton(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Takes more and more memory."""
    held = []
    while True:
        held.append(bytearray(b"x" * 8_000_000))
        time.sleep(0.02)


def crash(job: Job, puzzle: Puzzle, clues: Solution) -> NoReturn:
    """Raises an exception."""
    raise RuntimeError("something\nbroke, in two lines")


def abort(job: Job, puzzle: Puzzle, clues: Solution) -> NoReturn:
    """Dies of a signal."""
    os.abort()


def noisy(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Prints to standard output, as solvers do."""
    os.write(1, b'{"status": "solved", "solutions": 99}\n' * 3)
    return Answers(iter(_true(puzzle, clues)))


def gated(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Ends with the seeds up to 3, and with others once there is a file that the environment names."""
    while job.seed > 3 and not Path(os.environ["GATE"]).exists():
        time.sleep(0.01)
    return Answers(iter(_true(puzzle, clues)))
