"""Systems that do what no system should; each runs in the process that is measured."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from edgeasp.lab.bench.table import COLUMNS, RunRow
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.interface import Fingerprint, ProblemSize, Solver, SolverRun, Statistics


class Fake(Solver):
    """A system named after one of the functions below, which gives its answers."""

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        return cls(text) if text in FUNCTIONS else None

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        return [(name, function.__doc__ or "") for name, function in FUNCTIONS.items()]

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        return Fingerprint(self.label, "0", "", "")

    def run(
        self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None
    ) -> SolverRun:
        return FakeRun(self.label, puzzle, clues, every=every, seed=seed)


class FakeRun(SolverRun):
    def __init__(self, name: str, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int) -> None:
        super().__init__(puzzle, clues, every=every, seed=seed)
        self._name = name
        self.size, self.statistics = ProblemSize(7, 11), Statistics(13)
        self.seconds = {"encode": 0.25, "solve": 0.5}

    def __iter__(self) -> Generator[Solution, None, None]:
        while self._name == "gated" and self.seed > 1 and not Path(os.environ["GATE"]).exists():
            time.sleep(0.01)
        for solution in FUNCTIONS[self._name](self.puzzle, self.clues):
            yield self._add(solution)
        if self._name != "doubting":
            self._complete()


def _true(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    return [found.solution for found in Session(make_task(puzzle, clues)).solve(0)]


def liar(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Turns the last tile of each solution."""
    *rest, last = _true(puzzle, clues)[0].placements
    return [Solution((*rest, replace(last, rot=(last.rot + 1) % 4)))]


def blind(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Finds nothing, and claims that there is nothing."""
    return []


def doubting(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Ends before it is done, and says so."""
    return _true(puzzle, clues)[:1]


def half(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Finds one of all solutions, and claims that there are no others."""
    return _true(puzzle, clues)[:1]


def twice(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Finds every solution two times."""
    return _true(puzzle, clues) * 2


def sleeper(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Never ends; leaves a note of its process where the environment says."""
    if "SLEEPER" in os.environ:
        Path(os.environ["SLEEPER"]).write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(600)
    raise AssertionError


def stubborn(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Never ends, and holds the interpreter meanwhile."""
    re.match("(a+)+$", "a" * 64 + "b")
    raise AssertionError


def glutton(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Takes more and more memory."""
    held = []
    while True:
        held.append(bytearray(b"x" * 8_000_000))
        time.sleep(0.02)


def crash(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Raises an exception."""
    raise RuntimeError("something\nbroke, in two lines")


def abort(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Dies of a signal."""
    os.abort()


def noisy(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Prints to standard output, as solvers do."""
    os.write(1, b'{"status": "solved", "solutions": 99}\n' * 3)
    return _true(puzzle, clues)


def gated(puzzle: Puzzle, clues: Solution) -> list[Solution]:
    """Ends with the first seed, and with others once there is a file that the environment names."""
    return _true(puzzle, clues)


FUNCTIONS: dict[str, Callable[[Puzzle, Solution], Iterable[Solution]]] = {
    function.__name__: function
    for function in (*(liar, blind, doubting, half, twice, sleeper, stubborn, glutton, crash, abort, noisy, gated),)
}


_PLAIN: dict[str, Any] = {
    **dict.fromkeys(COLUMNS),
    "size": "4x4",
    "border_colours": 2,
    "colours": 3,
    "half": "",
    "task": "all",
    "system": "edgeasp",
    "seed": 1,
    "status": "solved",
    "solutions": 1,
    "answers": 1,
    "checked": 1,
    "encoding": "framed",
    "encoding_hash": "0123456789ab",
    "options": "",
    "threads": 1,
    "time_limit": 10.0,
    "versions": "edgeasp 1.0, Python 3.11.0",
    "host": "a processor, 2 cores, Linux",
    "date": "2026-01-01T00:00:00Z",
    "message": "",
}


def row(instance: str, wall: float, **values: Any) -> RunRow:
    """A solved run that took `wall` seconds."""
    own = {"instance": instance, "wall": wall, "cpu": wall, "puzzle_hash": f"hash-{instance}"}
    return RunRow(**_PLAIN | own | values)


def timeout(instance: str, **values: Any) -> RunRow:
    """A run that reached its time limit of ten seconds."""
    return row(instance, 10.1, **{"status": "timeout", "solutions": None} | values)
