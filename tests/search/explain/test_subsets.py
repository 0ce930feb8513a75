"""Minimal sets that clash, and largest sets that stand, against all subsets of a few parts."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.search.explain import Clash, Parts, Stands, Subsets, Verdict

families = st.lists(st.frozensets(st.integers(0, 5), min_size=1), max_size=6)


def subsets(number: int) -> list[Parts]:
    every = range(number)
    return [frozenset(each) for each in chain.from_iterable(combinations(every, size) for size in range(number + 1))]


class Family:
    """Parts of which some sets clash; a test that is given few conflicts may end undecided."""

    def __init__(self, clashes: list[Parts], patience: int = 0) -> None:
        self.clashes = clashes
        self.patience = patience

    def stands(self, parts: Parts) -> bool:
        return not any(clash <= parts for clash in self.clashes)

    def __call__(self, parts: Parts, conflicts: int | None = None) -> Verdict:
        if conflicts is not None and conflicts < self.patience * len(parts):
            return None
        return Stands(parts) if self.stands(parts) else Clash(parts)

    def minimal(self, number: int) -> set[Parts]:
        clashing = [each for each in subsets(number) if not self.stands(each)]
        return {each for each in clashing if not any(other < each for other in clashing)}


@given(families, st.sampled_from([0, 20, 1000]))
def test_all_minimal_clashes_are_found_each_once(clashes: list[Parts], patience: int) -> None:
    family = Family(clashes, patience)
    found = Subsets(6, family)
    every = list(found.all())
    assert len(every) == len(set(every))
    assert set(every) == set(found.minimal) == family.minimal(6)
    assert found.complete
    assert found.narrowed is None


@given(families, families)
def test_the_first_clash_is_minimal_wherever_it_is_looked_for(clashes: list[Parts], likely: list[Parts]) -> None:
    family = Family(clashes)
    first = Subsets(6, family).first(likely)
    assert (first is None) == family.stands(frozenset(range(6)))
    assert first is None or first in family.minimal(6)


@given(families, st.sampled_from([0, 20]))
def test_a_largest_set_stands(clashes: list[Parts], patience: int) -> None:
    family = Family(clashes, patience)
    found = Subsets(6, family)
    largest = found.largest()
    assert largest is not None
    assert family.stands(largest)
    assert len(largest) == max(len(each) for each in subsets(6) if family.stands(each))
    assert found.largest_is_known


def test_where_not_even_the_empty_set_stands() -> None:
    found = Subsets(3, Family([frozenset()]))
    assert found.first() == frozenset()
    assert list(found.all()) == [frozenset()]
    assert Subsets(3, Family([frozenset()])).largest() is None


def test_what_is_known_when_a_limit_is_reached() -> None:
    family = Family([frozenset({1, 3}), frozenset({2, 3, 4})])
    tests = iter(range(4))

    def limited(parts: Parts, conflicts: int | None) -> Verdict:
        if next(tests, None) is None:
            raise TimeoutError
        return family(parts, conflicts)

    found = Subsets(6, limited)
    with pytest.raises(TimeoutError):
        found.first()
    assert found.minimal == []
    assert found.narrowed is not None
    assert not family.stands(found.narrowed)
    assert found.narrowed < found.every
