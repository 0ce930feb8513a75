"""One run, in a process of its own: `python -m edgeasp.batch.bench.run JOB`. What comes of it is a line of JSON.

The process stops at the deadline, and when whoever started it is gone.
"""

from __future__ import annotations

import time

_BEGUN = time.monotonic()

import hashlib  # noqa: E402  # the clock comes first: imports are part of a run
import importlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import threading  # noqa: E402
from typing import Any, NoReturn  # noqa: E402

from edgeasp.batch.bench.job import Job, Outcome  # noqa: E402
from edgeasp.batch.bench.reading import read  # noqa: E402
from edgeasp.batch.bench.searches import COLUMN, Answers  # noqa: E402
from edgeasp.puzzle.checker import check  # noqa: E402
from edgeasp.puzzle.errors import AnswerError, CheckError  # noqa: E402
from edgeasp.puzzle.model import Puzzle, Solution  # noqa: E402
from edgeasp.puzzle.symmetry import board_key  # noqa: E402
from edgeasp.solvers.limits import peak_memory  # noqa: E402

_POLL = 0.1
"""Seconds between two looks at the clock and at who started us."""


class Run:
    """A run as it goes, so that what is known of it can be told at any time."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.outcome = Outcome()
        self._answers: Answers | None = None
        self._seen: set[bytes] = set()
        self._checking = 0.0

    def carry_out(self) -> None:
        """Read, search and check; what goes wrong becomes part of the outcome."""
        try:
            self._search()
        except (AnswerError, CheckError) as error:
            self._end("wrong", str(error))
        except MemoryError:
            self._end("memory", "the system has no more memory")
        except Exception as error:
            out_of_memory = "bad_alloc" in str(error)
            self._end("memory" if out_of_memory else "failed", f"{type(error).__name__}: {error}")

    def stop(self) -> None:
        """The deadline has come."""
        self._end("timeout", "")

    def _search(self) -> None:
        job, outcome = self.job, self.outcome
        begun = time.monotonic()
        outcome.seconds["start"] = begun - job.begun
        puzzle, clues = read(job.puzzle, job.clue)
        if not job.every:
            clues = Solution()
        outcome.seconds["read"] = time.monotonic() - begun
        module, _, function = job.search.partition(":")
        answers = self._answers = getattr(importlib.import_module(module), function)(job, puzzle, clues)
        verified = getattr(answers, "verified", False)
        outcome.solutions = outcome.answers = outcome.checked = 0
        for solution in answers:
            self._add(puzzle, clues, solution, verified=verified)
            if not job.every:
                break
        if answers.exhausted or (outcome.solutions and not job.every):
            self._end("solved", "")
        elif time.monotonic() >= job.deadline:
            self._end("timeout", "")
        else:
            self._end("failed", "the search has ended, but not because it was complete")

    def _add(self, puzzle: Puzzle, clues: Solution, solution: Solution, *, verified: bool) -> None:
        outcome, begun = self.outcome, time.monotonic()
        assert outcome.answers is not None
        assert outcome.checked is not None
        outcome.answers += 1
        if not verified:
            report = check(puzzle, solution, clues)
            if not report.solved:
                broken = [violation.text for violation in report.violations[:3]]
                missing = [f"{len(report.missing)} squares hold no tile"] if report.missing else []
                raise CheckError("; ".join(broken + missing))
        outcome.checked += 1
        # Sixteen bytes a board: there may be millions.
        key = repr(board_key(puzzle, solution)).encode()
        self._seen.add(hashlib.blake2b(key, digest_size=16).digest())
        outcome.solutions = len(self._seen)
        self._checking += time.monotonic() - begun

    def _end(self, status: str, message: str) -> None:
        outcome = self.outcome
        outcome.status, outcome.message = status, " ".join(message.split())[:500]
        outcome.memory = peak_memory()
        if self._answers is not None:
            outcome.numbers = {**self._answers.sizes, **self._answers.effort}
            for phase, seconds in dict(self._answers.seconds).items():
                column = COLUMN.get(phase, phase)
                outcome.seconds[column] = outcome.seconds.get(column, 0.0) + seconds
        outcome.seconds["check"] = outcome.seconds.get("check", 0.0) + self._checking


def main() -> NoReturn:
    """Do what the argument says; then end at once, for a solver may be busy in a thread that nothing can stop."""
    words: dict[str, Any] = json.loads(sys.argv[1])
    run = Run(Job(**words))
    # What a solver prints by itself must not get among what we tell.
    told = os.dup(1)
    os.dup2(2, 1)
    once = threading.Lock()

    def end() -> NoReturn:
        os.write(told, (run.outcome.text() + "\n").encode())
        os._exit(0)

    def watch() -> None:
        while time.monotonic() < run.job.deadline:
            time.sleep(min(_POLL, max(0.001, run.job.deadline - time.monotonic())))
            if os.getppid() != run.job.parent:
                os._exit(1)
        # The search looks at the same clock; it knows best how to stop, if it can.
        time.sleep(2 * _POLL)
        if once.acquire(blocking=False):
            run.stop()
            end()

    threading.Thread(target=watch, daemon=True).start()
    run.carry_out()
    once.acquire()
    end()


if __name__ == "__main__":
    main()
