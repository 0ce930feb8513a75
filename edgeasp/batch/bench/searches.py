"""How each kind of system is asked; runs in the process that is measured, and imports what it needs there."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from edgeasp.batch.bench.job import Job
from edgeasp.puzzle.model import Puzzle, Solution

if TYPE_CHECKING:
    from edgeasp.search.pipeline import Search
    from edgeasp.solvers.interface import PeerSearch


class Answers(Protocol):
    """A search; iterating it runs it. The rest tells how it went, during the search and afterwards."""

    def __iter__(self) -> Iterator[Solution]: ...

    @property
    def exhausted(self) -> bool:
        """Whether it is proved that there are no further solutions."""

    @property
    def sizes(self) -> Mapping[str, int]:
        """Of what the solver was given, by column of the table."""

    @property
    def effort(self) -> Mapping[str, int]:
        """What the search has cost, by column of the table."""

    @property
    def seconds(self) -> Mapping[str, float]:
        """Wall time by phase."""


COLUMN = {"facts": "render", "encode": "render", "load": "ground", "decode": "check"}
"""Phases that are counted in the column of another one."""


def edgeasp(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Ourselves, as `edgeasp solve` does it."""
    from edgeasp.batch.bench.systems import system_of
    from edgeasp.search.pipeline import Search, prepare
    from edgeasp.solvers.limits import Limits

    system = system_of(job.settings)
    limits = Limits(max(0.0, job.deadline - time.monotonic()))
    task = prepare(puzzle, clues, system.request)
    return ClingoRun(Search(task, 0 if job.every else 1, system.options(job.seed), limits))


def sat(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """A SAT solver on one of the CNF encodings."""
    from edgeasp.solvers.sat.sat_search import search

    encoding = job.settings["encoding"]
    return PeerRun(
        search(puzzle, clues, encoding=encoding, solver=job.solver, seed=_natural(job.seed), every=job.every)
    )


def cp(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """The constraint solver of OR-tools."""
    from edgeasp.solvers.cp_sat import search

    return PeerRun(search(puzzle, clues, seed=_natural(job.seed), every=job.every))


def scan(job: Job, puzzle: Puzzle, clues: Solution) -> Answers:
    """Compiled backtracking, row by row."""
    from edgeasp.solvers.row_scan import search

    return PeerRun(search(puzzle, clues, every=job.every))


def _natural(seed: int) -> int:
    """For a peer, the seed 0 means its model as it comes, unshuffled; that is what our first seed means, too."""
    return max(0, seed - 1)


class ClingoRun:
    """The search of the pipeline, in which every solution has passed the checker before it is given."""

    verified = True

    def __init__(self, search: Search) -> None:
        self._search = search

    def __iter__(self) -> Iterator[Solution]:
        return (solved.solution for solved in self._search)

    @property
    def exhausted(self) -> bool:
        """Whether it is proved that there are no further solutions."""
        return self._search.exhausted

    @property
    def sizes(self) -> Mapping[str, int]:
        """Of the ground program, and of what clasp made of it."""
        size = self._search.size
        if size is None:
            return {}
        return {
            "rules": size.rules,
            "atoms": size.atoms,
            "variables": size.variables,
            "constraints": size.constraints,
        }

    @property
    def effort(self) -> Mapping[str, int]:
        """What the search has cost."""
        effort = self._search.effort
        if effort is None:
            return {}
        return {"conflicts": effort.conflicts, "choices": effort.choices, "restarts": effort.restarts}

    @property
    def seconds(self) -> Mapping[str, float]:
        """Wall time by phase."""
        return self._search.seconds


class PeerRun:
    """The search of another solver."""

    def __init__(self, search: PeerSearch) -> None:
        self._search = search

    def __iter__(self) -> Iterator[Solution]:
        return iter(self._search)

    @property
    def exhausted(self) -> bool:
        """Whether it is proved that there are no further solutions."""
        return self._search.exhausted

    @property
    def sizes(self) -> Mapping[str, int]:
        """Of what the solver was given."""
        size = self._search.size
        return {"variables": size.variables, "constraints": size.constraints} if size else {}

    @property
    def effort(self) -> Mapping[str, int]:
        """What the search has cost, as far as the solver counts it."""
        cost = self._search.cost
        told = {"conflicts": cost.conflicts, "choices": cost.choices, "restarts": cost.restarts}
        return {name: number for name, number in told.items() if number is not None}

    @property
    def seconds(self) -> Mapping[str, float]:
        """Wall time by phase."""
        return self._search.seconds
