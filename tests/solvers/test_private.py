"""Beneath clingo's documented interface things are as edgeasp takes them to be, and say what the documented one says.

If one of these fails with a new release of clingo, `edgeasp/solvers/clingo/private.py` is the one module to change.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import clingo
import pytest
from clingo import _internal

import edgeasp
from edgeasp.solvers.clingo.private import Answer, Counts, ShownSymbols, numbers_in, symbol
from edgeasp.solvers.interface import ProblemSize, Statistics

SUBSETS = '{ a(1..3) }. b(X,Y) :- a(X), a(Y). #show a/1. #show f(X,"two words",-X) : b(X,Y), X < Y.'
"""Eight answers, which show from no symbol to five."""


def test_the_numbers_are_those_of_the_symbols_of_every_model() -> None:
    control = clingo.Control(["0", "--seed=3", "--rand-freq=1"])
    control.add("base", [], SUBSETS)
    control.ground([("base", [])])
    shown, answers, expected = ShownSymbols(), list[Answer](), list[list[clingo.Symbol]]()

    def take(model: clingo.Model) -> None:
        answers.append(shown.of(model))
        expected.append(list(model.symbols(shown=True)))

    control.solve(on_model=take)
    assert len(answers) == 8
    assert {len(each) for each in expected} == {0, 1, 3, 5}
    assert [[symbol(number) for number in numbers_in(answer)] for answer in answers] == expected


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


@pytest.mark.parametrize("name", ["_lib", "_ffi", "_handle_error"])
def test_the_layer_has_what_is_taken_from_it(name: str) -> None:
    assert hasattr(_internal, name), f"clingo {clingo.__version__} has no clingo._internal.{name}"


@pytest.mark.parametrize(
    ("function", "takes"),
    [
        ("clingo_model_symbols", "struct clingo_model *, unsigned int, uint64_t *, size_t"),
        ("clingo_model_symbols_size", "struct clingo_model *, unsigned int, size_t *"),
        ("clingo_control_statistics", "struct clingo_control *, struct clingo_statistic * *"),
        ("clingo_statistics_root", "struct clingo_statistic *, uint64_t *"),
        ("clingo_statistics_map_at", "struct clingo_statistic *, uint64_t, char *, uint64_t *"),
        ("clingo_statistics_value_get", "struct clingo_statistic *, uint64_t, double *"),
    ],
)
def test_the_functions_take_what_they_are_given_and_say_whether_they_failed(function: str, takes: str) -> None:
    layer: Any = _internal
    assert layer._ffi.typeof(getattr(layer._lib, function)).cname == f"_Bool(*)({takes})"


def test_a_control_and_a_model_have_their_representation() -> None:
    layer: Any = _internal
    control: Any = solved("a.")
    kinds: list[str] = []
    control.solve(on_model=lambda model: kinds.append(layer._ffi.typeof(model._rep).cname))
    assert (layer._ffi.typeof(control._rep).cname, kinds) == ("struct clingo_control *", ["struct clingo_model *"])


def test_a_failure_is_raised() -> None:
    """And not taken for a number."""
    with pytest.raises(RuntimeError, match="nothing of that name"):
        Counts(solved("a."))._section("nothing of that name")


def test_no_other_module_goes_beneath_the_interface() -> None:
    package = Path(edgeasp.__file__).parent
    private = re.compile(r"\bclingo import _|\bclingo\._[a-z]|\._rep\b|_internal\b")
    found = {path.relative_to(package) for path in package.rglob("*.py") if private.search(path.read_text("utf-8"))}
    assert found == {Path("solvers/clingo/private.py")}
