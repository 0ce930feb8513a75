"""The progress of a campaign by its ledger, and its continuation."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import chain
from typing import Any

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.formats import plain
from edgeasp.lab.campaign.ledger import Entry, EntryKind, Ledger
from edgeasp.lab.campaign.statement import CampaignStatement
from edgeasp.parallel.processes import Ended, Executor, Work
from edgeasp.parallel.split import CubeEnd, CubeOutcome, Frontier, OpenCube, SplitSearch, effort
from edgeasp.search.cubes import Cube, Split
from edgeasp.search.task import Found, Job, Result
from edgeasp.system.errors import InputError, OutputError
from edgeasp.system.limits import Deadline, Limits
from edgeasp.system.writing import LockTaken, locked

NO_VERDICT = "expected the verdict on its cube, which is written with it, found none: entries were taken out"
"""The fault of a solution of a cube that would be searched again, and its solutions found a second time."""

KINDS = {
    CubeEnd.SPLIT: EntryKind.SPLIT,
    CubeEnd.WHOLE: EntryKind.WHOLE,
    CubeEnd.GIVEN_UP: EntryKind.GIVEN_UP,
    CubeEnd.COMPLETE: EntryKind.VERDICT,
}
"""The kind of entry that records an end."""

_ENDS = {kind: end for end, kind in KINDS.items()}
_ATOM = re.compile(r"([a-z]+)\(([\w,]+)\)", re.ASCII)


@dataclass
class CampaignProgress:
    """The progress of a campaign.

    Attributes:
        frontier: the cubes that are to be searched or split, and how much is done.
        found: the number of solutions in cubes that are done, or that were found early.
        boards: these solutions, each as the text of a `.sol`; none if they are counted only.
        verdicts: share and entry of each cube that is done.
        costs: the entries of all that was split, searched or given up.
        refuted: the number of cubes that were refuted when they were made.
    """

    frontier: Frontier = field(default_factory=Frontier)
    found: int = 0
    boards: list[str] = field(default_factory=list)
    verdicts: list[tuple[float, Entry]] = field(default_factory=list)
    costs: list[Entry] = field(default_factory=list)
    refuted: int = 0

    @property
    def open(self) -> dict[str, OpenCube]:
        """The cubes that are to be searched or split, by their text."""
        return self.frontier.open

    @property
    def cpu(self) -> float:
        """All seconds of processor time so far."""
        return sum(float(entry.body["cpu"]) for entry in self.costs)


def replay(entries: Iterable[Entry], source: str, limit: int = 0) -> CampaignProgress:
    """The progress that the entries record.

    Args:
        entries: those of a ledger.
        source: its name.
        limit: the number of solutions that end the campaign; 0 for all.

    Raises:
        InputError: an entry is about a cube that is not open at that moment; or there are solutions of a cube, but not
            the verdict that is written with them, though the campaign has not ended with them.
    """
    progress = CampaignProgress()
    waiting: dict[str, Entry] = {}
    for entry in entries:
        if entry.cube not in progress.open:
            raise InputError(source, None, f"{entry}: expected an open cube")
        if entry.kind is EntryKind.SOLUTION:
            progress.boards.append(entry.body["board"])
            waiting.setdefault(entry.cube, entry)
            continue
        if (before := waiting.pop(entry.cube, None)) is not None and entry.kind is not EntryKind.VERDICT:
            raise InputError(source, None, f"{before}: {NO_VERDICT}")
        progress.costs.append(entry)
        _apply(progress, entry, progress.open.pop(entry.cube).cube)
    progress.found = max(progress.found, len(progress.boards))
    if waiting and not 0 < limit <= progress.found:
        raise InputError(source, None, f"{min(waiting.values(), key=lambda entry: entry.number)}: {NO_VERDICT}")
    return progress


def _apply(progress: CampaignProgress, entry: Entry, cube: Cube) -> None:
    parts = []
    if entry.kind is EntryKind.SPLIT:
        choices = entry.body["choices"]
        progress.refuted += sum(len(choice["refuted"]) for choice in choices)
        path, live = choices[-1]["cube"], choices[-1]["live"]
        parts = [Cube(parse(f"{path} {atom}"), cube.share / len(live)) for atom in live]
    if entry.kind is EntryKind.VERDICT:
        progress.found += entry.body["solutions"]
        progress.verdicts.append((cube.share, entry))
        progress.frontier.filled = True
    spent = effort(entry.body["conflicts"], entry.body.get("tiles", 0))
    progress.frontier.end(cube, _ENDS[entry.kind], parts, spent)


def parse(text: str) -> tuple[Assumption, ...]:
    """The assumptions of a cube from its text."""
    assumptions = []
    for name, arguments in _ATOM.findall(text):
        values = tuple(int(word) if word.isdigit() else word for word in arguments.split(","))
        assumptions.append(Assumption(Atom(name, values)))
    return tuple(assumptions)


def split_body(split: Split) -> dict[str, Any]:
    """A split as an entry has it."""
    choices = [
        {
            "cube": Cube(choice.assumptions).text,
            "live": [*map(str, choice.live)],
            "refuted": [*map(str, choice.refuted)],
        }
        for choice in split.choices
    ]
    return {"choices": choices}


_PATIENCE = 2.0
"""Seconds to wait for another process on the campaign: one that was asked to end needs a moment."""


class LedgerRecorder:
    """Writes the outcomes of a split search into a ledger."""

    def __init__(self, ledger: Ledger, statement: CampaignStatement) -> None:
        self._ledger = ledger
        self._always = {"seed": statement.options.seed, **asdict(statement.made_of), "puzzle": statement.seal[:16]}

    def add(self, end: CubeEnd, outcome: CubeOutcome, answers: Sequence[Found], ended: Ended) -> None:
        """Write the outcome of a cube with its solutions: all or nothing."""
        if end is CubeEnd.ENOUGH:
            return  # the cube is as open as before
        body: dict[str, Any] = {}
        if outcome.split is not None:
            body = split_body(outcome.split)
        if end is CubeEnd.COMPLETE:
            body = {"solutions": outcome.found}
        cube = ended.work.argument.cube.text
        self._ledger.append([*_solutions(cube, answers), (KINDS[end], cube, body | self._cost(outcome, ended))])

    def add_contradiction(self, reasons: Sequence[str]) -> None:
        """Write that counting has refuted the whole search."""
        cost = self._cost(CubeOutcome("counting"), Ended(Work("", None)))
        self._ledger.append([(EntryKind.VERDICT, "", {"solutions": 0, "reasons": list(reasons), **cost})])

    def _cost(self, outcome: CubeOutcome, ended: Ended) -> dict[str, Any]:
        return {
            "conflicts": outcome.statistics.conflicts or 0,
            **({"tiles": outcome.tiles} if outcome.tiles else {}),
            "cpu": round(ended.cpu, 4),
            "wall": round(ended.wall, 4),
            "ground": round(outcome.seconds.get("ground", 0.0), 4),
            "worker": outcome.worker,
            "time": round(time.time(), 1),
            **self._always,
        }

    def add_early(self, answers: Mapping[Cube, Sequence[Found]]) -> None:
        """Write solutions of cubes that stay open: all of them or none, for these cubes are not searched again."""
        solutions = (_solutions(cube.text, some) for cube, some in answers.items())
        self._ledger.append(chain.from_iterable(solutions))


def _solutions(cube: str, answers: Sequence[Found]) -> list[tuple[EntryKind, str, dict[str, Any]]]:
    return [(EntryKind.SOLUTION, cube, {"board": plain.write_sol(solution.solution)}) for solution in answers]


class CampaignRun:
    """A run of a campaign: from what its ledger says to the end, or to a limit.

    Attributes:
        statement: what is searched.
        before: how far the campaign was.
        search: what is going on; None if the campaign is answered already.
    """

    def __init__(
        self, statement: CampaignStatement, ledger: Ledger, deadline: Deadline, executor: Executor | None, jobs: int
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

    def carry_on(self, limits: Limits, *, scan: bool = True) -> Iterator[Found]:
        """Give the solutions that are new; each is in the ledger by then. Cubes may be scanned, as `Job` has it."""
        statement, search = self.statement, self.search
        if search is not None:
            wanted = statement.limit - self.before.found if statement.limit else 0
            yield from search.run(
                Job(search.task, wanted, statement.options, limits, counts=statement.counts, scan=scan)
            )
            if reasons := search.result().reasons:
                self._recorder.add_contradiction(reasons)

    def result(self) -> Result | None:
        """The result of the search; None if there was none to do."""
        return self.search.result() if self.search else None


def is_answered(statement: CampaignStatement, progress: CampaignProgress) -> bool:
    """Whether all cubes are done, or as many solutions are known as were asked for."""
    return not progress.open or 0 < statement.limit <= progress.found


def read_progress(statement: CampaignStatement) -> CampaignProgress:
    """The progress of a campaign, also while another process carries it on.

    Raises:
        InputError: the ledger is not that of the campaign, or an entry was altered.
    """
    with Ledger(statement.folder, statement.seal) as ledger:
        return replay(ledger.entries(), str(ledger.path), statement.limit)


@contextmanager
def opened(statement: CampaignStatement, tick: Callable[[], None] = lambda: None) -> Iterator[Ledger]:
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
