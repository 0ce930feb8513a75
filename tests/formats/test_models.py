"""What SAT solvers print."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edgeasp.formats import dimacs
from edgeasp.formats.dimacs import Model
from edgeasp.system.errors import InputError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s SATISFIABLE\nv 1 -2 3 0\n", [({1, 3}, 3, 2)]),
        ("  s SATISFIABLE\n  v 1 -2 3 0\n", [({1, 3}, 3, 2)]),
        ("c says hello\ns SATISFIABLE\nv 1 -2\nv -3\nv 4 0\n", [({1, 4}, 4, 3)]),
        ("v 1 -2 3 0\ns SATISFIABLE\nc 5\n", [({1, 3}, 3, 1)]),
        ("SAT\n1 -2 3 0\n", [({1, 3}, 3, 2)]),
        ("1 -2 3 0\n", [({1, 3}, 3, 1)]),
        ("v 1 -2 0\nc Answer: 2\nv -1 2 0\ns SATISFIABLE\n", [({1}, 2, 1), ({2}, 2, 3)]),
        ("s SATISFIABLE\nv 1 -2\nv 0\n", [({1}, 2, 2)]),
        ("s SATISFIABLE\r\nv\t1  -2 0 \r\n", [({1}, 2, 2)]),
        ("v -1 -2 0", [(set(), 2, 1)]),
        ("s SATISFIABLE\nv 0\n", [(set(), 0, 2)]),
        ("s UNSATISFIABLE\n", []),
        ("UNSAT\n", []),
        ("c\nUNSATISFIABLE", []),
    ],
)
def test_models(text: str, expected: list[tuple[set[int], int, int]]) -> None:
    assert dimacs.read_models(text, "x") == [Model(frozenset(true), largest, line) for true, largest, line in expected]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x: expected the output of a SAT solver with a model (lines 'v'), found none"),
        ("hello\n", "x: expected the output of a SAT solver with a model (lines 'v'), found none"),
        ("s SATISFIABLE\n", "x: expected the output of a SAT solver with a model (lines 'v'), found no model, but SAT"),
        ("s UNKNOWN\n", "x: expected the output of a SAT solver with a model (lines 'v'), found no model, but UNKNOWN"),
        ("INDET\n", "x: expected the output of a SAT solver with a model (lines 'v'), found no model, but INDET"),
        ("s SATISFIABLE\nv 1 2\n", "x:2: expected a model that ends with 0: it was cut off"),
        (
            "v 1 0\nv 1 2\nv 3\n",
            "x:2: expected a model that ends with 0: it was cut off; those before, 1, are whole: leave out what",
        ),
        ("s SATISFIABLE\nv 1 a 0\n", "x:2: expected a literal, a number, found 'a'"),
        ("v 1 1.5 0\n", "x:1: expected a literal, a number, found '1.5'"),
        ("v 1 99999999999999999999 0\n", "x:1: expected a literal, a number, found '99999999999999999999'"),
        ("v 1\nv 2 -1 0\n", "x:1: expected a model, found variable 1 both true and false"),
    ],
)
def test_what_holds_no_model(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        dimacs.read_models(text, "x")
    assert str(error.value).startswith(message)


@given(st.lists(st.sets(st.integers(1, 30)), min_size=1, max_size=3), st.integers(1, 7))
def test_whatever_the_lengths_of_the_lines(true: list[set[int]], width: int) -> None:
    text = "s SATISFIABLE\n"
    for each in true:
        literals = [variable if variable in each else -variable for variable in range(1, 31)] + [0]
        text += "".join(
            "v " + " ".join(map(str, literals[start : start + width])) + "\n" for start in range(0, 31, width)
        )
    assert [model.true for model in dimacs.read_models(text, "x")] == [frozenset(each) for each in true]


pieces = st.sampled_from(["v ", "s ", "SAT", "UNSATISFIABLE", "\n", " ", "1", "-2", "0", "-0", "-", "c", "x", "\t"])


@given(st.one_of(st.text(max_size=30), st.lists(pieces, max_size=15).map("".join)))
@example("v -0")
@example("v 1 \x00 0")
def test_any_text_gives_models_or_an_input_error(text: str) -> None:
    try:
        found = dimacs.read_models(text, "x")
    except InputError:
        return
    assert found or "UNSAT" in text
    for model in found:
        assert all(0 < variable <= model.largest for variable in model.true)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c x\ns SATISFIABLE\nv 1 2 0\n", True),
        ("SAT\n1 2 0\n", True),
        ("UNSAT\n", True),
        ("-1 2 0\n", True),
        ("v chosenTile(1,1,1)\n", False),
        ("Answer: 1\nchosenTile(1,1,1)\nSATISFIABLE\n", False),
        ("s UNSATISFIABLE\n", False),  # clingo says so, too
        ('{"Call": 1}', False),
        ("", False),
    ],
)
def test_distinguishing_sat_solvers_from_clingo(text: str, expected: bool) -> None:
    assert dimacs.is_solver_output(text) == expected
