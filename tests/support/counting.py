"""What the peers find, in the words of the brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle
from edgeasp.solvers.interface import SolverRun, Status
from edgeasp.system import libraries
from tests.support import brute
from tests.support.solving import as_assignment

COMPILER = all(libraries.library_path(source).exists() for source in libraries.c_sources())
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


Case = dict[str, Any]
"""A value for each factor."""

Pair = frozenset[tuple[str, Hashable]]
"""Values of two factors."""


def pairs(case: Case) -> set[Pair]:
    """The pairs of values that meet in a case."""
    return {frozenset(two) for two in combinations(case.items(), 2)}


def covering_array(factors: Mapping[str, Sequence[Hashable]], sensible: Callable[[Case], bool]) -> list[Case]:
    """Sensible cases in which every two values meet that meet in any sensible case; always the same ones.

    Args:
        factors: the values of each factor.
        sensible: whether a case makes sense.
    """
    todo: dict[Pair, Case] = {}
    for one, other in combinations(factors, 2):
        for first, second in product(factors[one], factors[other]):
            todo[frozenset({(one, first), (other, second)})] = {one: first, other: second}
    cases = []
    while todo:
        pair, start = next(iter(todo.items()))
        case = _completed(start, factors, sensible, todo)
        todo.pop(pair)
        if case is not None:
            cases.append(case)
            for each in pairs(case):
                todo.pop(each, None)
    return cases


def _completed(
    case: Case, factors: Mapping[str, Sequence[Hashable]], sensible: Callable[[Case], bool], todo: Mapping[Pair, Case]
) -> Case | None:
    """A sensible case with these values and others that meet as many of them for the first time as can be."""
    missing = next((name for name in factors if name not in case), None)
    if missing is None:
        return case if sensible(case) else None

    def known(value: Hashable) -> int:
        return sum(frozenset({(missing, value), item}) not in todo for item in case.items())

    for value in sorted(factors[missing], key=known):
        found = _completed(case | {missing: value}, factors, sensible, todo)
        if found is not None:
            return found
    return None
