"""Beneath clingo's documented interface things are as edgeasp takes them to be, and say what the documented one says.

If one of these fails with a new release of clingo, `edgeasp/solvers/clingo/private.py` is the one module to change, and
`public.py` beside it stands in for it. With the variable EDGEASP_PUBLIC_CLINGO all tests run that way.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import clingo
import pytest
from clingo import _internal

import edgeasp
from edgeasp.puzzle.model import Placement, Square
from edgeasp.solvers.clingo import control, private, public
from edgeasp.solvers.clingo.control import Answer, counts, numbers_in
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.interface import ProblemSize, Statistics
from tests.support import boards

WAYS = pytest.mark.parametrize("way", [private, public], ids=["private", "public"])

SUBSETS = '{ a(1..3) }. b(X,Y) :- a(X), a(Y). #show a/1. #show f(X,"two words",-X) : b(X,Y), X < Y.'
"""Eight answers, which show from no symbol to five."""


@pytest.fixture
def chosen(way: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models and statistics are read in one of the two ways."""
    monkeypatch.setattr(control, "_way", lambda: way)


@WAYS
def test_the_numbers_are_those_of_the_symbols_of_every_model(way: Any) -> None:
    control = clingo.Control(["0", "--seed=3", "--rand-freq=1"])
    control.add("base", [], SUBSETS)
    control.ground([("base", [])])
    shown, answers, expected = way.ShownSymbols(), list[Answer](), list[list[clingo.Symbol]]()

    def take(model: clingo.Model) -> None:
        answers.append(shown.of(model))
        expected.append(list(model.symbols(shown=True)))

    control.solve(on_model=take)
    assert len(answers) == 8
    assert {len(each) for each in expected} == {0, 1, 3, 5}
    assert [[way.symbol(number) for number in numbers_in(answer)] for answer in answers] == expected


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


@WAYS
@pytest.mark.usefixtures("chosen")
@pytest.mark.parametrize("text", ["a.", "{a}. :- a. :- not a.", PIGEONS, LOOP])
@pytest.mark.parametrize("arguments", [[], ["0"], ["--stats=2", "--restarts=F,2"]])
def test_the_numbers_are_those_of_all_statistics(text: str, arguments: list[str]) -> None:
    control = solved(text, *arguments)
    assert counts(control) == expected(control)


def test_each_number_is_seen_apart_from_the_others() -> None:
    """Else the comparison above would hold for numbers in each other's place."""
    statistics, size = expected(solved(PIGEONS, "--restarts=F,2"))
    assert len({statistics.conflicts, statistics.choices, statistics.restarts, 0}) == 4
    assert len({size.variables, size.constraints, size.rules, size.atoms}) == 4
    assert [expected(solved(text))[1].tight for text in (PIGEONS, LOOP)] == [True, False]


@WAYS
@pytest.mark.usefixtures("chosen")
def test_the_numbers_are_those_of_the_last_search() -> None:
    control = solved(PIGEONS)
    first, _ = counts(control)
    control.solve(assumptions=[(clingo.parse_term("in(1,1)"), True)])
    assert counts(control)[0] == expected(control)[0] != first


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


@WAYS
def test_a_failure_is_raised(way: Any) -> None:
    """And not taken for a number."""
    with pytest.raises(RuntimeError, match="nothing of that name"):
        way.Numbers(solved("a.")).number("problem", "nothing of that name")


def test_what_is_private_is_used_unless_it_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    way = control._way.__wrapped__
    monkeypatch.delenv("EDGEASP_PUBLIC_CLINGO", raising=False)
    assert way() is private
    monkeypatch.setenv("EDGEASP_PUBLIC_CLINGO", "1")
    assert way() is public


@pytest.mark.parametrize("name", ["_lib", "_ffi", "_handle_error"])
def test_what_is_private_is_not_used_if_a_release_lacks_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDGEASP_PUBLIC_CLINGO", raising=False)
    monkeypatch.delattr(_internal, name)
    assert control._way.__wrapped__() is public


def test_both_ways_give_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for way in (private, public):
        monkeypatch.setattr(control, "_way", lambda way=way: way)
        program = GroundProgram(SUBSETS)
        found.append((list(program.answers(0)), program.statistics, program.size))
    assert found[0] == found[1]


def test_whole_searches_find_the_same_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick part of what all tests show with the variable set: one by one, in masses, by cores."""
    alike = boards.planted(8, 4, 3, 3, framed=True)
    found = []
    for way in (private, public):
        monkeypatch.setattr(control, "_way", lambda way=way: way)
        result = edgeasp.solve_all(boards.FRAME_3X3).result
        searched = (result.found, result.statistics, result.size)
        clash = edgeasp.explain(alike, [Placement(tile, Square(col, 1), 0) for col, tile in enumerate((2, 0), 1)])
        found.append(
            (
                set(edgeasp.solve(alike)),
                edgeasp.count(alike),
                searched,
                clash.lines,
            )
        )
    assert found[0] == found[1]
    assert len(found[0][0]) == found[0][1] > 1


def test_no_other_module_goes_beneath_the_interface() -> None:
    package = Path(edgeasp.__file__).parent
    beneath = re.compile(r"\bclingo import _|\bclingo\._[a-z]|\._rep\b|_internal\b")
    found = {path.relative_to(package) for path in package.rglob("*.py") if beneath.search(path.read_text("utf-8"))}
    assert found == {Path("solvers/clingo/private.py")}
