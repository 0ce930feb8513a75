"""One run in a process of its own: read, search, check. It returns what it measured of itself.

The whole process is timed from outside, by the executor.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field

from edgeasp.batch.bench.instances import read_instance
from edgeasp.batch.work import Context
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.symmetry import board_digest
from edgeasp.solvers.interface import Solver, SolverRun
from edgeasp.system.errors import AnswerError, CheckError, ProgramError
from edgeasp.system.machine import peak_memory

COLUMN = {"facts": "render", "encode": "render", "load": "ground", "decode": "check"}
"""Phases that count in the column of another one."""


@dataclass(frozen=True, slots=True)
class RunJob:
    """One run on a puzzle in a file; unless `every`, one solution is searched for, without the clue."""

    solver: Solver
    puzzle: str
    clue: str | None
    every: bool
    seed: int


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What the process of a run has measured; `numbers` and `seconds` go by the column of the table.

    `notes` are what clingo says about a program of the user that is no error.
    """

    status: str = "failed"
    message: str = ""
    numbers: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    memory: int | None = None
    notes: tuple[str, ...] = ()


def measure(job: RunJob, context: Context) -> RunOutcome:
    """Carry out a run; what goes wrong becomes part of the outcome."""
    measurement = _Measurement(job, context)
    context.partial = lambda: measurement.outcome("timeout")
    try:
        return measurement.run()
    except (AnswerError, CheckError, ProgramError) as error:
        return measurement.outcome("wrong", str(error))
    except MemoryError:
        return measurement.outcome("memory", "the system has no more memory")
    except Exception as error:
        status = "memory" if "bad_alloc" in str(error) else "failed"
        return measurement.outcome(status, f"{type(error).__name__}: {error}")


class _Measurement:
    """A run while it goes on, so that its outcome is known at any time."""

    def __init__(self, job: RunJob, context: Context) -> None:
        self._job = job
        self._context = context
        self._run: SolverRun | None = None
        self._numbers: dict[str, int] = {}
        self._pictures: set[bytes] = set()
        self._seconds: dict[str, float] = {}
        self._checking = 0.0

    def run(self) -> RunOutcome:
        """Read, search and check."""
        job, context = self._job, self._context
        begun = time.monotonic()
        self._seconds["start"] = begun - context.begun
        puzzle, clues = read_instance(job.puzzle, job.clue)
        if not job.every:
            clues = Solution()
        self._seconds["read"] = time.monotonic() - begun
        left = None if context.deadline is None else max(0.0, context.deadline - time.monotonic())
        self._numbers.update(solutions=0, answers=0, checked=0)
        self._run = job.solver.run(puzzle, clues, every=job.every, seed=job.seed, seconds=left)
        for solution in self._run:
            self._add(puzzle, clues, solution)
            if not job.every:
                break
        if self._run.exhausted or (self._pictures and not job.every):
            return self.outcome("solved")
        if context.deadline is not None and time.monotonic() >= context.deadline:
            return self.outcome("timeout")
        return self.outcome("failed", "the search has ended, but not because it was complete")

    def _add(self, puzzle: Puzzle, clues: Solution, solution: Solution) -> None:
        begun = time.monotonic()
        self._numbers["answers"] += 1
        assert self._run is not None
        if not self._run.checked:
            report = check(puzzle, solution, clues)
            if not report.solved:
                broken = [violation.text for violation in report.violations[:3]]
                missing = [f"{len(report.missing)} squares hold no tile"] if report.missing else []
                raise CheckError("; ".join(broken + missing))
        self._pictures.add(board_digest(puzzle, solution))
        # In one step, since the time limit may end the run at any moment.
        self._numbers.update(checked=self._numbers["checked"] + 1, solutions=len(self._pictures))
        self._checking += time.monotonic() - begun

    def outcome(self, status: str, message: str = "") -> RunOutcome:
        """What came of the run so far."""
        seconds, numbers = dict(self._seconds), dict(self._numbers)
        if self._run is not None:
            for phase, value in dict(self._run.seconds).items():
                column = COLUMN.get(phase, phase)
                seconds[column] = seconds.get(column, 0.0) + value
            size, statistics = self._run.size, self._run.statistics
            counted = (asdict(size) if size else {}) | asdict(statistics)
            numbers |= {name: value for name, value in counted.items() if value is not None}
        seconds["check"] = seconds.get("check", 0.0) + self._checking
        memory = max(peak_memory() or 0, self._run.memory if self._run else 0)
        notes = tuple(self._run.notes) if self._run else ()
        return RunOutcome(status, " ".join(message.split())[:500], numbers, seconds, memory or None, notes)
