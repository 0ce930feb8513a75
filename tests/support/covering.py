"""Covering arrays: few combinations of settings in which every two values meet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

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
