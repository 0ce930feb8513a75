"""What clasp counts, number by number, against all of it from clingo's Python layer."""

from __future__ import annotations

from typing import Any

import clingo
import pytest

from edgeasp.solvers.clingo.counts import Counts
from edgeasp.solvers.interface import ProblemSize, Statistics

PIGEONS = "1 { in(P,1..5) } 1 :- P = 1..6. :- in(P,H), in(Q,H), P < Q."
LOOP = "{ a; b; c }. d :- e, a. e :- d. e :- b, c. d :- c. :- not d, not c."


def solved(text: str, *arguments: str) -> clingo.Control:
    control = clingo.Control(list(arguments))
    control.add("base", [], text)
    control.ground([("base", [])])
    control.solve()
    return control


def expected(control: clingo.Control) -> tuple[Statistics, ProblemSize]:
    everything: dict[str, Any] = control.statistics
    count, program = everything["solving"]["solvers"], everything["problem"]["lp"]
    solver = everything["problem"]["generator"]
    statistics = Statistics(int(count["conflicts"]), int(count["choices"]), int(count["restarts"]))
    size = ProblemSize(
        int(solver["vars"]),
        int(solver["constraints"] + solver["constraints_binary"] + solver["constraints_ternary"]),
        int(program["rules"]),
        int(program["atoms"]),
        tight=program["sccs"] == 0,
    )
    return statistics, size


@pytest.mark.parametrize("text", ["a.", "{a}. :- a. :- not a.", PIGEONS, LOOP])
@pytest.mark.parametrize("arguments", [[], ["0"], ["--stats=2", "--restarts=F,2"]])
def test_the_numbers_are_those_of_all_statistics(text: str, arguments: list[str]) -> None:
    control = solved(text, *arguments)
    counts = Counts(control)
    assert (counts.statistics(), counts.size()) == expected(control)


def test_each_number_is_seen_apart_from_the_others() -> None:
    """Else the comparison above would hold for numbers in each other's place."""
    statistics, size = expected(solved(PIGEONS, "--restarts=F,2"))
    assert len({statistics.conflicts, statistics.choices, statistics.restarts, 0}) == 4
    assert len({size.variables, size.constraints, size.rules, size.atoms}) == 4
    assert [expected(solved(text))[1].tight for text in (PIGEONS, LOOP)] == [True, False]


def test_the_numbers_are_those_of_the_last_search() -> None:
    control = solved(PIGEONS)
    first = Counts(control).statistics()
    control.solve(assumptions=[(clingo.parse_term("in(1,1)"), True)])
    assert Counts(control).statistics() == expected(control)[0] != first
