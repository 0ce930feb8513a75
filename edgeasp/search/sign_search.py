"""Searching a puzzle assignment of signs by assignment of signs, in the order of discrepancies.

All possible assignments are known beforehand, so a partial one is asked for only if some possible assignment completes
it. One ground program answers all questions: the signs are assumptions, in the order of the chain. Where there is no
solution, the signs that clash, a core, exclude every later assignment with these signs as well.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from edgeasp.encoding.atoms import Assumption, Atom
from edgeasp.encoding.components import EncodingRequest
from edgeasp.puzzle.signs.conditions import with_fixed_sign
from edgeasp.puzzle.signs.possible import Link, Marks, PossibleSigns, chain, counted, ordered, path_text, paths
from edgeasp.search.job import Found
from edgeasp.search.session import Session
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.errors import LimitError, OptionError
from edgeasp.system.limits import Deadline, Limit, Stopped

REQUEST = EncodingRequest("framed+signed", redundant=("sign-colours", "sign-kinds"))
"""The encoding: these constraints derive a sign for every tile."""

MOST = 4_000_000
"""Assignments that are all made and put in order: half a minute for 49 tiles."""


@dataclass(frozen=True, slots=True)
class SignFound:
    """A solution, and the assignment of signs under which it was found.

    Attributes:
        found: the solution.
        before: the number of assignments that come before its own.
        path: for each link of the chain 1 if the assignment departs from it, else 0.
    """

    found: Found
    before: int
    path: str


def sign_task(task: Task) -> Task:
    """The task of a framed puzzle in the encoding `REQUEST`, with a plus on one tile, unless a tile carries a sign.

    Raises:
        OptionError: the puzzle has no frame.
    """
    if not task.puzzle.framed:
        raise OptionError("a search by signs needs a frame: without one, counting says too little about signs")
    puzzle = with_fixed_sign(task.puzzle, task.clues)
    return replace(task, puzzle=puzzle, encoding=REQUEST.fitting(puzzle))


def begin(task: Task, possible: PossibleSigns, depth: int | None, seed: int, clock: Deadline) -> SignSearch:
    """The search of a `sign_task`, with all possible assignments in order.

    Raises:
        LimitError: there are too many.
    """
    if possible.count > MOST:
        raise LimitError(
            f"{possible.count:,} assignments are possible, more than the {MOST:,} that can be put in order"
        )
    blocks = [np.zeros((0, len(task.puzzle.tiles)), np.bool_), *possible.blocks(clock.check)]
    links = chain(np.sum([counted(rows) for rows in blocks], axis=0), possible.count)
    return SignSearch(Session(task, ClaspOptions(seed), clock), links, np.concatenate(blocks), depth)


class SignSearch:
    """The search over assignments.

    Attributes:
        session: the ground program; its task has the encoding `REQUEST`.
        settled: the number of assignments, in order, of which every solution is known; a later search can begin there.
        tried: the number of assignments that were searched.
        excluded: the number of assignments that a core excluded before they were searched.
        found: the number of solutions.
        stopped: what has ended the search before it was answered; None if nothing has.
    """

    def __init__(self, session: Session, links: Sequence[Link], rows: Marks, depth: int | None = None) -> None:
        """Order the possible assignments, of which no two are opposite; nothing is searched yet.

        With a depth, these are partial: they give signs to the tiles of so many links from the first one on, and some
        possible assignment completes each of them.
        """
        self.session = session
        self._links = list(links[:depth])
        # Assumed in this order, a core tends to be a beginning of the chain, and excludes many assignments.
        self._tiles = [links[0].parent, *(link.tile for link in self._links)]
        partial = np.zeros_like(rows)
        partial[:, self._tiles] = rows[:, self._tiles]
        self._rows = ordered(self._links, partial if depth is None else np.unique(partial, axis=0))
        self.settled = self.tried = self.excluded = self.found = 0
        self.stopped: Stopped | None = None

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def conflicts(self) -> int:
        """The conflicts of all searches so far."""
        statistics = self.session.statistics
        return (statistics.conflicts or 0) if statistics else 0

    @property
    def exhausted(self) -> bool:
        """Whether no assignment is left, from the first to be searched on."""
        return self.settled == len(self)

    def run(self, limit: int = 1, *, conflicts: int | None = None, start: int = 0) -> Generator[SignFound, None, None]:
        """Give the solutions in the order of their assignments.

        Args:
            limit: the number of solutions after which to stop; 0 for all.
            conflicts: the number of conflicts after which to stop.
            start: the number of assignments to leave out, because an earlier search has settled them.

        Raises:
            OptionError: there are not so many assignments to leave out.
        """
        if not 0 <= start <= len(self):
            raise OptionError(f"expected at most {len(self):,} assignments to leave out, found {start:,}")
        open_ = np.arange(len(self)) >= start
        self.settled = start
        while self.settled < len(self):
            left = None if conflicts is None else conflicts - self.conflicts
            if left is not None and left <= 0:
                self.stopped = Stopped(Limit.CONFLICTS, conflicts)
                return
            yield from self._try(limit, left)
            result, stopped = self.session.result(), self.session.stopped
            if stopped is not None:
                # Each assignment is given what is left of the conflicts.
                by_conflicts = stopped.kind is Limit.CONFLICTS
                self.stopped = Stopped(Limit.CONFLICTS, conflicts) if by_conflicts else stopped
                return
            self.tried += 1
            if result.exhausted:
                open_[self.settled] = False
                if not result.found:
                    self._exclude(open_)
                rest = open_[self.settled :]
                self.settled += int(rest.argmax()) if rest.any() else len(rest)
            if 0 < limit <= self.found:
                return

    def _try(self, limit: int, conflicts: int | None) -> Generator[SignFound, None, None]:
        """The solutions with the assignment that comes next."""
        row = self._rows[self.settled]
        signs = [Assumption(Atom("sign", (tile + 1, "plus" if row[tile] else "minus"))) for tile in self._tiles]
        path = path_text(paths(self._links, row[None])[0])
        left = limit - self.found if limit else 0
        for answer in self.session.solve(left, conflicts=conflicts, assumptions=signs):
            self.found += 1
            yield SignFound(answer, self.settled, path)

    def _exclude(self, open_: Marks) -> None:
        """Exclude the assignments that share the signs that clash."""
        core = [assumption.atom.arguments for assumption in self.session.core]
        tiles = [int(tile) - 1 for tile, _ in core]
        plus = np.array([sign == "plus" for _, sign in core], np.bool_)
        hit = (self._rows[:, tiles] == plus).all(axis=1) & open_
        self.excluded += int(hit.sum())
        open_[hit] = False
