"""Where the grounding of a program explodes: the line, and the two variables."""

from __future__ import annotations

import pytest

from edgeasp.encoding import facts
from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.search import grading
from edgeasp.search.grading import profile
from edgeasp.solvers.clingo.ground_program import ground_rules
from edgeasp.solvers.clingo.syntax import instances
from tests.search.faulty_programs import COLOURS, DECISION, FITS, GUESS, RIGHT
from tests.support import boards

PUZZLES = [boards.planted(1, size, size, 3, framed=True) for size in (2, 3, 4)]


def rules(text: str) -> OwnRules:
    return OwnRules((RulesFile("mine.lp", text),), relaxed=True)


EXPLODING = {
    "pairs of placements": (
        DECISION,
        ":- place(T,R,X,Y), place(P,Q,X+1,Y), shown(T,R,right,C), shown(P,Q,left,D), C != D.",
        {"TP"},
    ),
    "a tile on two squares": (
        FITS,
        ":- chosenTile(X,Y,T), chosenTile(U,V,T), (X,Y) != (U,V).",
        {"XU", "XV", "YU", "YV"},
    ),
    "which placements agree": (DECISION, "agree(T,R,P,Q,S,Z) :- shown(T,R,S,C), shown(P,Q,Z,D), C != D.", {"TP"}),
    "transitive": (
        FITS,
        "path(T,P) :- tile(T), tile(P).\npath(T,Q) :- path(T,P), path(P,Q).",
        {"TQ"},
    ),
    "an aggregate": (
        DECISION,
        ":- #count { T,X,Y,P,U,V : place(T,0,X,Y), place(P,0,U,V), T < P } > 1000.",
        {"TP", "TU", "TV", "XP", "YP"},
    ),
    "numbers": (COLOURS, "{ score(X,Y,N) : N = 0..999 } = 1 :- col(X), row(Y).", {"XN", "YN"}),
    "neighbours by colour": (
        DECISION,
        ":- meets(X,Y,S,U,V,Z), place(T,R,X,Y), half(U,V,Z,C), not shown(T,R,S,C), tile(P), P < T.",
        {"TC", "RC", "TP", "PC", "RP", "UP", "VP", "ZP"},
    ),
    "neighbouring columns": (
        COLOURS,
        ":- chosenTile(X,Y,T), chosenTile(X+1,V,P), chosenRotation(X,Y,R), T < P.",
        {"TP"},
    ),
    "a choice": (COLOURS, "{ swap(T,P,X,Y) : tile(P), col(X), row(Y) } :- tile(T), side(S).", {"TP"}),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", EXPLODING)
def test_the_line_to_blame_and_two_variables_are_named(name: str) -> None:
    base, added, pairs = EXPLODING[name]
    text = RIGHT[base].read_text(encoding="utf-8").rstrip() + "\n" + added + "\n"
    first = profile(rules(text), PUZZLES[1:] if base == FITS else PUZZLES[:2], 36).statements[0]
    assert first.statement.line == text.count("\n")
    assert first.blamed is not None
    assert "".join(first.blamed.names) in pairs | {pair[::-1] for pair in pairs}


@pytest.mark.long
def test_guess_and_check_explodes_by_pairs_of_tiles() -> None:
    found = profile(rules(RIGHT[GUESS].read_text(encoding="utf-8")), PUZZLES[1:])
    first = found.statements[0]
    assert (first.statement.line, first.blamed and first.blamed.names) == (25, ("T", "P"))
    assert first.numbers[-1] > 0.9 * found.instances
    assert first.exponent is not None
    assert 2.5 < first.exponent < 3.5
    assert found.boards == ((3, 3), (4, 4))


def test_as_many_instances_are_counted_as_clingo_prints() -> None:
    """Of rules whose bodies are not decided by facts."""
    puzzle = PUZZLES[1]
    text = RIGHT[DECISION].read_text(encoding="utf-8")
    counted = {
        each.statement.line: each.number for each in instances(facts.write(puzzle), [RulesFile("mine.lp", text)])
    }
    printed = ground_rules(facts.write(puzzle) + text).splitlines()
    assert counted[22] == sum(line.startswith("half(") for line in printed)
    assert counted[25] == sum(line.startswith(":-half") for line in printed)


def test_a_board_with_too_many_instances_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "MOST_INSTANCES", 10)
    text = RIGHT["cells"].read_text(encoding="utf-8")
    assert len(profile(rules(text), PUZZLES).boards) == 2


def test_terms_with_commas_of_their_own_are_told_apart() -> None:
    found = instances("a((1,2),3). a((1,3),3).\n", [RulesFile("mine.lp", 'b(X,Y) :- a(X,Y), a(Z,_), X != "1,2".')])
    assert [each.number for each in found] == [4]
