"""What a process is told to do, and what it tells when it is done: plain values, a line of JSON each way."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, slots=True)
class Job:
    """One run, as the process that does it needs to know it.

    Attributes:
        search: where the function that searches is: `module:function`.
        solver: for a SAT solver its name.
        settings: what was asked of the system, by name.
        puzzle: the file.
        clue: the file with the corner clue, if there is one.
        every: all solutions that keep the corner clue are wanted; otherwise one, and no clue counts.
        seed: of the solver's random numbers.
        begun: when the process was started, on the monotonic clock that processes share.
        deadline: when the time limit strikes, on the same clock.
        parent: the process that has started it, and without which it ends.
    """

    search: str
    solver: str
    settings: dict[str, str]
    puzzle: str
    clue: str | None
    every: bool
    seed: int
    begun: float
    deadline: float
    parent: int

    def text(self) -> str:
        """The job as JSON."""
        return json.dumps(asdict(self))


@dataclass(slots=True)
class Outcome:
    """What came of a run, as far as the process itself can tell.

    Attributes:
        status: as in the table of runs.
        message: more on what went wrong.
        solutions: boards found that differ in what one sees.
        answers: answers of the solver.
        checked: solutions that have passed the checker.
        numbers: sizes and efforts, by column of the table.
        seconds: wall time, by column of the table.
        memory: bytes at the peak.
    """

    status: str = "failed"
    message: str = ""
    solutions: int | None = None
    answers: int | None = None
    checked: int | None = None
    numbers: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    memory: int | None = None

    def text(self) -> str:
        """The outcome as JSON."""
        return json.dumps(asdict(self))
