"""The process that solves one board: a fresh one each time, since clingo forgets nothing while it lives.

It is told what to do on its command line, answers on standard output with an outcome as JSON, and ends when its
standard input does, which happens when whoever started it wants that, or is no more.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from edgeasp.batch.suite.folders import BoardPlace, SuiteBoard
from edgeasp.batch.suite.solve_board import Outcome, State, solve
from edgeasp.puzzle.errors import AnswerError, CheckError, EdgeaspError, SolverError
from edgeasp.solvers.limits import Limits

_GRACE = 1.0
"""Seconds in which a process that is told to end may finish what it is writing."""

ABANDONED = 3
"""The status of a process that was told to end before it was done."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is asked to do: which board, and what that may cost; `most` is a number of solutions."""

    board: SuiteBoard
    limits: Limits
    most: int | None = None

    def text(self) -> str:
        """The order as an argument of a command line."""
        board = self.board
        return json.dumps([str(board.folder), asdict(board.place), asdict(self.limits), self.most])

    @classmethod
    def from_text(cls, text: str) -> Order:
        """The order that an argument holds."""
        folder, place, limits, most = json.loads(text)
        return cls(SuiteBoard(BoardPlace(**place), Path(folder)), Limits(**limits), most)


class Abandoned(BaseException):
    """Nobody waits for the outcome any more."""


def main() -> None:
    """Carry out the order on the command line."""
    end = threading.Event()
    threading.Thread(target=_watch, args=(end,), daemon=True).start()

    def tick() -> None:
        if end.is_set():
            raise Abandoned

    status = 0
    try:
        sys.stdout.write(json.dumps(_carry_out(Order.from_text(sys.argv[1]), tick)))
        sys.stdout.flush()
    except Abandoned:
        status = ABANDONED
    # clingo may be busy in a thread that nothing can stop.
    os._exit(status)


def _carry_out(order: Order, tick: Callable[[], None]) -> dict[str, Any]:
    try:
        return solve(order.board, order.limits, order.most, tick).plain()
    except (AnswerError, CheckError, SolverError) as fault:
        return Outcome(State.BROKEN, str(fault)).plain()
    except EdgeaspError as error:
        return Outcome(State.BAD, str(error)).plain()


def _watch(end: threading.Event) -> None:
    """Wait for the end of standard input; then there is a moment to end in good order."""
    # Not sys.stdin: a thread that waits in there must not outlive the interpreter.
    while os.read(0, 4096):
        pass
    end.set()
    time.sleep(_GRACE)
    os._exit(ABANDONED)
