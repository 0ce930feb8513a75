"""Whether the systems of a benchmark agree, and who is wrong if they do not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from edgeasp.batch.bench import command, own_program
from edgeasp.batch.bench.matrix import BenchRun
from edgeasp.batch.bench.table import RunRow
from edgeasp.system.errors import CheckError

Question = tuple[str, str]
"""A puzzle with its clues, by its hash, and the task."""

FOREIGN = (f"{own_program.NAME}=", f"{command.NAME}=")
"""How the names of systems begin that a user brings."""


class Consistency:
    """Compares the answers to each question.

    Every board is checked and counts once, so who has found fewer boards is wrong. A system that a user brings gets a
    row that says so. Its row waits until the other systems have answered the question.
    """

    def __init__(self, todo: Sequence[BenchRun], known: Iterable[RunRow]) -> None:
        """Take the runs that are still to be done, and the rows of others; a CheckError if these disagree."""
        self._answers: dict[Question, RunRow] = {}
        own = (run for run in todo if not run.system.label.startswith(FOREIGN))
        self._left = Counter((run.instance.hash, run.columns["task"]) for run in own)
        self._waiting: defaultdict[Question, list[RunRow]] = defaultdict(list)
        for row in known:
            self.require(row)

    def judged(self, row: RunRow) -> list[RunRow]:
        """The rows that are known for good, now that this one is there."""
        question = row.puzzle_hash, row.task
        rows = []
        if row.system.startswith(FOREIGN):
            self._waiting[question].append(row)
        else:
            self._left[question] -= 1
            rows.append(row)
            if row.solved:
                self._answers.setdefault(question, row)
        if self._left[question] <= 0:
            rows += [self._against(each) for each in self._waiting.pop(question, [])]
        return rows

    def require(self, row: RunRow) -> None:
        """Make sure that an answer is that of the others.

        Raises:
            CheckError: it is another one.
        """
        if not row.solved:
            return
        question = row.puzzle_hash, row.task
        if row.system.startswith(FOREIGN) and question not in self._answers:
            return
        other = self._answers.setdefault(question, row)
        if _verdict(other) != _verdict(row):
            raise CheckError(
                f"{row.instance}: {other.system} (seed {other.seed}) says {_verdict(other)}, "
                f"{row.system} (seed {row.seed}) says {_verdict(row)}: one of them is wrong, so the benchmark stops"
            )

    def _against(self, row: RunRow) -> RunRow:
        """The row of a system that a user brings, wrong if another system has found more."""
        other = self._answers.get((row.puzzle_hash, row.task))
        if other is None or not row.solved or (row.solutions or 0) >= (other.solutions or 0):
            return row
        if row.task != "all" and row.solutions:
            return row
        message = f"it says {_verdict(row)}, but {other.system} has found {_found(other)}"
        return replace(row, status="wrong", message=message)


def _found(row: RunRow) -> str:
    match row.task, row.solutions or 0:
        case _, 0:
            return "no solution"
        case "all", 1:
            return "1 solution"
        case "all", several:
            return f"{several:,} solutions"
    return "a solution"


def _verdict(row: RunRow) -> str:
    found = _found(row)
    return "there is a solution" if found == "a solution" else found
