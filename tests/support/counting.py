"""What the peers find, in the words of the brute force."""

from __future__ import annotations

import random

from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle
from edgeasp.solvers.interface import SolverRun, Status
from edgeasp.system import libraries
from tests.support import brute
from tests.support.solving import as_assignment

COMPILER = all(libraries.library_of(source).exists() for source in libraries.sources())
"""Whether the programs in C are compiled here."""


def scannable(puzzle: Puzzle) -> bool:
    """Whether the row scan can be asked."""
    return COMPILER and not puzzle.signed


def pictures(search: SolverRun) -> frozenset[brute.Picture]:
    """All boards that a search finds: each passes the checker, and no two look the same."""
    found = []
    for solution in search:
        report = check(search.puzzle, solution, search.clues)
        assert report.solved, report.violations
        assignment = as_assignment(search.puzzle, solution)
        found.append(tuple(brute.seen(search.puzzle, lying, search.puzzle.signed) for lying in assignment))
    assert len(set(found)) == len(found) == search.found
    assert search.exhausted
    assert search.status is (Status.SATISFIABLE if found else Status.UNSATISFIABLE)
    return frozenset(found)


def some_clues(name: str, puzzle: Puzzle) -> list[brute.Clues]:
    """Clues that a solution keeps, if there is one; and others, which need not lead anywhere."""
    rng = random.Random(f"clues for {name}")
    places = [(col, row) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    wild = {rng.choice(places): (rng.randrange(len(places)), rng.randrange(4 if puzzle.turning else 1))}
    solutions = sorted(brute.solve(puzzle).assignments)
    if not solutions:
        return [wild]
    solution = rng.choice(solutions)
    return [wild, *({place: solution[places.index(place)] for place in rng.sample(places, k)} for k in (1, 2))]
