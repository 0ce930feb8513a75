"""What models show, as numbers."""

from __future__ import annotations

import clingo

from edgeasp.solvers.clingo.shown import Answer, ShownSymbols, numbers_in, symbol

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
