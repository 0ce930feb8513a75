"""Proofs of windows of several boards, in processes of this machine.

Each process proves the windows of a board, or a share of them if there are more processes than boards.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass

from edgeasp.parallel.processes import Context, PoolExecutor, Retrying, Running, Work, name_of
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Solution
from edgeasp.puzzle.summary import Windows
from edgeasp.search.best.filling import WindowProof
from edgeasp.search.best.rounds import layouts_of
from edgeasp.search.task import Task
from edgeasp.system.errors import CheckError, SolverError
from edgeasp.system.limits import FOREVER, Deadline, Limit, LimitReached, Stopped

_PAUSE = 0.5
"""Seconds between two reports of a process: after an interrupt, what it proved since the last one is lost."""


@dataclass(frozen=True, slots=True)
class Proved:
    """Windows of a board, as far as they are proved.

    Attributes:
        windows: windows of each kind, with the number proved.
        improved: matches of the best board that windows lead to, None if no window is known to improve the board.
    """

    windows: tuple[Windows, ...]
    improved: int | None = None


@dataclass(frozen=True, slots=True)
class _Share:
    """Windows of a board for one process: every `parts`-th one."""

    task: Task
    kinds: tuple[str, ...]
    number: int
    board: Solution
    part: int
    parts: int

    def proof(self, deadline: Deadline) -> WindowProof:
        """Prepare the proof."""
        layout, *_ = layouts = layouts_of(self.task)
        return WindowProof(layouts, layout.board(self.board), self.kinds, deadline, self.part, self.parts)


class BoardsProof:
    """Proves windows of complete boards of one puzzle.

    Attributes:
        done: number of boards whose proof has ended.
    """

    def __init__(
        self, task: Task, boards: Sequence[Solution], kinds: tuple[str, ...], jobs: int, deadline: Deadline
    ) -> None:
        """Prepare the proof.

        Args:
            task: puzzle, clues and encoding.
            boards: boards that violate nothing but matching.
            kinds: kinds of windows, as `search.best.filling.parse` returns them.
            jobs: number of processes.
            deadline: clock of the whole proof; each board gets an equal share of the time left.
        """
        features.require("windows", task.puzzle)
        self.done = 0
        self._task, self._boards, self._jobs, self._deadline = task, boards, jobs, deadline
        parts = -(-jobs // max(1, len(boards)))
        self._shares = [
            [_Share(task, kinds, number, board, part, parts) for part in range(parts)]
            for number, board in enumerate(boards)
        ]
        self._latest: list[dict[int, Proved]] = [{} for _ in boards]

    def run(self) -> Iterator[Proved]:
        """Yield what is proved of each board, in order.

        After a limit, yields what was proved before.

        Raises:
            SolverError: a process failed.
        """
        wanted = [len(shares) for shares in self._shares]
        with (
            suppress(LimitReached),
            closing(Retrying(PoolExecutor(self._jobs)).run(self._works(), self._tick, self._hear)) as calls,
        ):
            for ended in calls:
                share = ended.work.argument
                if ended.failure and not ended.killed:
                    raise SolverError(f"a proof of windows failed: {ended.failure}")
                if ended.value is not None:
                    self._hear(ended.work, ended.value)
                wanted[share.number] -= 1
                while self.done < len(wanted) and not wanted[self.done]:
                    self.done += 1
                    yield self._outcome(self.done - 1)
        while self.done < len(wanted):
            self.done += 1
            yield self._outcome(self.done - 1)

    def _works(self) -> Iterator[Work]:
        waiting = [share for shares in self._shares for share in shares]
        for index, share in enumerate(waiting):
            left = self._deadline.left()
            seconds = None if left is None else left * min(1, self._jobs / (len(waiting) - index))
            yield Work(name_of(prove_share), share, seconds=seconds)

    def _tick(self, running: list[Running]) -> None:
        self._deadline.check()

    def _hear(self, work: Work, proved: Proved) -> None:
        self._latest[work.argument.number][work.argument.part] = proved

    def _outcome(self, number: int) -> Proved:
        """Join the contributions of a board.

        Windows of a process that never began count as not proved.
        """
        latest = self._latest[number]
        shares = [latest.get(share.part) or Proved(share.proof(FOREVER).windows) for share in self._shares[number]]
        improved = [proved.improved for proved in shares if proved.improved is not None]
        kinds = zip(*(proved.windows for proved in shares), strict=True)
        windows = tuple(
            Windows(kind[0].kind, sum(of.number for of in kind), sum(of.proved for of in kind)) for kind in kinds
        )
        return Proved((), max(improved)) if improved else Proved(windows)


def prove_share(share: _Share, context: Context) -> Proved:
    """Prove a process's windows, and report progress."""
    improved: int | None = None
    due = time.monotonic() + _PAUSE

    def tick() -> None:
        nonlocal due
        context.check()
        now = time.monotonic()
        if context.deadline is not None and now >= context.deadline:
            raise LimitReached(Stopped(Limit.TIME))
        if now >= due:
            context.report(Proved(proof.windows, improved))
            due = time.monotonic() + _PAUSE

    proof = share.proof(Deadline(on_tick=tick))
    with suppress(LimitReached):
        for board in proof.run():
            improved = _score(share, proof.solution(board))
    return Proved(proof.windows, improved)


def _score(share: _Share, better: Solution) -> int:
    """Score a better board by the checker.

    The checker has to agree that it is better.
    """
    puzzle, clues = share.task.puzzle, share.task.clues
    report = check(puzzle, better, clues)
    broken = {violation.condition for violation in report.violations} - {Condition.ADJOINING}
    if broken or report.matched <= check(puzzle, share.board, clues).matched:
        raise CheckError("a window made a board worse; this is a fault in edgeasp, please report it")
    return report.matched
