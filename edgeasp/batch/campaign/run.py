"""Carrying on a campaign: the cubes that its ledger leaves open, split and searched by any executor."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain
from typing import Any

from edgeasp.batch.campaign.ledger import Kind, Ledger
from edgeasp.batch.campaign.progress import KINDS, Progress, replay, split_body
from edgeasp.batch.campaign.statement import Statement
from edgeasp.batch.frontier import CubeEnd
from edgeasp.batch.split_search import SplitSearch
from edgeasp.batch.split_state import CubeOutcome
from edgeasp.batch.work import Ended, Executor, Work
from edgeasp.formats import sol
from edgeasp.search.cubes import Cube
from edgeasp.search.job import Found, Job, Result
from edgeasp.system.errors import OutputError
from edgeasp.system.limits import Deadline, Limits
from edgeasp.system.lock import LockTaken, locked

_PATIENCE = 2.0
"""Seconds to wait for another process on the campaign: one that was asked to end needs a moment."""


class LedgerRecorder:
    """Writes what comes of a split search into a ledger."""

    def __init__(self, ledger: Ledger, statement: Statement) -> None:
        self._ledger = ledger
        self._always = {"seed": statement.options.seed, **asdict(statement.made_of), "puzzle": statement.seal[:16]}

    def add(self, end: CubeEnd, outcome: CubeOutcome, found: Sequence[Found], ended: Ended) -> None:
        """Write what came of a cube, and the solutions with it: all or nothing."""
        if end is CubeEnd.ENOUGH:
            return  # the cube is as open as before
        body: dict[str, Any] = {}
        if outcome.split is not None:
            body = split_body(outcome.split)
        if end is CubeEnd.COMPLETE:
            body = {"solutions": outcome.found}
        cube = ended.work.argument.cube.text
        self._ledger.append([*_solutions(cube, found), (KINDS[end], cube, body | self._cost(outcome, ended))])

    def add_contradiction(self, reasons: Sequence[str]) -> None:
        """Write that counting has refuted the whole search."""
        nothing = Ended(Work("", None), None, "", "", 0, 0.0, 0.0, 0)
        cost = self._cost(CubeOutcome("counting"), nothing)
        self._ledger.append([(Kind.VERDICT, "", {"solutions": 0, "reasons": list(reasons), **cost})])

    def _cost(self, outcome: CubeOutcome, ended: Ended) -> dict[str, Any]:
        return {
            "conflicts": outcome.statistics.conflicts or 0,
            "cpu": round(ended.cpu, 4),
            "wall": round(ended.wall, 4),
            "ground": round(outcome.seconds.get("ground", 0.0), 4),
            "worker": outcome.worker,
            "time": round(time.time(), 1),
            **self._always,
        }

    def add_early(self, found: Mapping[Cube, Sequence[Found]]) -> None:
        """Write solutions of cubes that stay open: all of them or none, for these cubes are not searched again."""
        solutions = (_solutions(cube.text, some) for cube, some in found.items())
        self._ledger.append(chain.from_iterable(solutions))


def _solutions(cube: str, found: Sequence[Found]) -> list[tuple[Kind, str, dict[str, Any]]]:
    return [(Kind.SOLUTION, cube, {"board": sol.write(each.solution)}) for each in found]


class CampaignRun:
    """A run of a campaign: from what its ledger says to the end, or to a limit.

    Attributes:
        statement: what is searched.
        before: how far the campaign was.
        search: what is going on; None if the campaign is answered already.
    """

    def __init__(
        self, statement: Statement, ledger: Ledger, deadline: Deadline, executor: Executor | None, jobs: int
    ) -> None:
        """Get ready, with an executor that carries out so many calls at a time; processes of this machine if None."""
        self.statement = statement
        self.before = replay(ledger.entries(), str(ledger.path), statement.limit)
        self.search: SplitSearch | None = None
        self._recorder = LedgerRecorder(ledger, statement)
        if is_answered(statement, self.before):
            return
        self.search = SplitSearch(
            statement.task(),
            statement.options,
            deadline,
            jobs,
            executor=executor,
            plan=statement.plan,
            frontier=self.before.frontier,
            expected=statement.made_of,
            recorder=self._recorder,
        )

    def carry_on(self, limits: Limits) -> Iterator[Found]:
        """Give the solutions that are new; each is in the ledger by then."""
        statement, search = self.statement, self.search
        if search is not None:
            wanted = statement.limit - self.before.found if statement.limit else 0
            yield from search.run(Job(search.task, wanted, statement.options, limits, counts=statement.counts))
            if reasons := search.result().reasons:
                self._recorder.add_contradiction(reasons)

    def result(self) -> Result | None:
        """What came of the search; None if there was none to do."""
        return self.search.result() if self.search else None


def is_answered(statement: Statement, progress: Progress) -> bool:
    """Whether all cubes are done, or as many solutions are known as were asked for."""
    return not progress.open or 0 < statement.limit <= progress.found


def read_progress(statement: Statement) -> Progress:
    """How far a campaign is, also while another process carries it on.

    Raises:
        InputError: the ledger is not that of the campaign, or an entry was altered.
    """
    with Ledger(statement.folder, statement.seal) as ledger:
        return replay(ledger.entries(), str(ledger.path), statement.limit)


@contextmanager
def opened(statement: Statement, tick: Callable[[], None] = lambda: None) -> Iterator[Ledger]:
    """The ledger of a campaign, for this process alone.

    Raises:
        InputError: the ledger is not that of the campaign.
        OutputError: another process is busy with the campaign.
    """
    try:
        with locked(statement.folder, _PATIENCE, tick), Ledger(statement.folder, statement.seal) as ledger:
            yield ledger
    except LockTaken:
        raise OutputError(f"{statement.folder}: another process is busy with this campaign") from None
