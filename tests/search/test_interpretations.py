"""Boards in another convention, and programs whose grounding explodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from edgeasp.encoding import facts
from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import (
    Placement,
    Puzzle,
    Solution,
    Square,
    as_sides,
    clockwise_sides,
    named_as_in_facts,
    side_order,
)
from edgeasp.search import profile as profiles
from edgeasp.search.interpretations import describe_convention
from edgeasp.search.profile import profile_grounding
from edgeasp.solvers.clingo.ground_program import ground_to_text
from edgeasp.solvers.clingo.syntax import count_instances
from tests.search.faulty_programs import COLOURS, DECISION, FITS, GUESS, RIGHT
from tests.support import boards
from tests.support.running import INSTANCES, run

# ---- other conventions ----

PUZZLE = plain.read_puz((INSTANCES / "planted-4x4.puz").read_text(encoding="utf-8"), "x")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    path = tmp_path_factory.mktemp("board") / "x.sol"
    assert run("solve", INSTANCES / "planted-4x4.puz", "-o", path).status == 0
    return plain.read_sol(path.read_text(encoding="utf-8"), PUZZLE, "x")


def said(puzzle: Puzzle, wrong: Solution) -> str:
    report = check(puzzle, wrong)
    assert not report.solved
    return describe_convention(puzzle, wrong, report)


def moved(board: Solution, how: str) -> Solution:
    def of(one: Placement) -> Placement:
        col, row = one.square
        match how:
            case "clockwise":
                return replace(one, rot=-one.rot % 4)
            case "exchanged":
                return replace(one, square=Square(row, col))
            case "upwards":
                return replace(one, square=Square(col, 3 - row))
        return replace(one, rot=(one.rot + 1) % 4)

    return Solution(tuple(map(of, board)))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("clockwise", "turns are clockwise; expected anticlockwise quarter turns"),
        ("exchanged", "columns and rows are exchanged; expected columns from the left, rows from the top"),
        ("upwards", "rows are counted from the bottom; expected columns from the left, rows from the top"),
        ("further", "90 degrees are added to turns; expected anticlockwise quarter turns"),
    ],
)
def test_the_convention_is_named(board: Solution, how: str, words: str) -> None:
    assert said(PUZZLE, moved(board, how)) == f"the board is right if {words}"


def test_in_facts_it_is_named_as_facts_have_it(board: Solution) -> None:
    words = "the board is right if rotations are anticlockwise; expected clockwise"
    assert said(named_as_in_facts(PUZZLE), moved(board, "clockwise")) == words


@pytest.mark.parametrize("order", ["nswe", "enws", "wnse"])
def test_sides_in_another_order(board: Solution, order: str) -> None:
    listed = tuple(
        replace(tile, sides=as_sides(tile.sides["nesw".index(initial)] for initial in order)) for tile in PUZZLE.tiles
    )
    assert [clockwise_sides(tile.sides, side_order(order)) for tile in listed] == [tile.sides for tile in PUZZLE.tiles]
    assert said(replace(PUZZLE, tiles=listed), board).endswith(f"({order})")


def test_a_board_that_is_nearly_right_or_not_complete_is_read_as_it_is(board: Solution) -> None:
    first, second, *others = board
    exchanged = [replace(first, square=second.square), replace(second, square=first.square), *others]
    assert said(PUZZLE, Solution(tuple(exchanged))) == ""
    assert said(PUZZLE, Solution(board.placements[1:])) == ""


def test_check_and_decode_say_it_in_one_line(board: Solution, tmp_path: Path) -> None:
    path, answer = tmp_path / "x.sol", tmp_path / "answer.txt"
    path.write_text(plain.write_sol(moved(board, "clockwise")), encoding="utf-8")
    checked = run("check", INSTANCES / "planted-4x4.puz", path)
    assert checked.status == 1
    assert (
        checked.stderr == "edgeasp: the board is right if turns are clockwise; expected anticlockwise quarter turns\n"
    )
    atoms = run("solve", INSTANCES / "planted-4x4.puz", "--format", "atoms").stdout
    answer.write_text("Answer: 1\n" + atoms.replace("90)", "x)").replace("270)", "90)").replace("x)", "270)"))
    decoded = run("decode", INSTANCES / "planted-4x4.puz", answer)
    assert decoded.status == 1
    assert "; the board is right if rotations are anticlockwise; expected clockwise" in decoded.stderr
    assert decoded.stderr.count("\n") == 1


# ---- grounding ----

PUZZLES = [boards.planted(1, size, size, 3, framed=True) for size in (2, 3, 4)]


def rules(text: str) -> UserRules:
    return UserRules((RulesFile("mine.lp", text),), relaxed=True)


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
    first = profile_grounding(rules(text), PUZZLES[1:] if base == FITS else PUZZLES[:2], 36).statements[0]
    assert first.statement.line == text.count("\n")
    assert first.blamed is not None
    assert "".join(first.blamed.names) in pairs | {pair[::-1] for pair in pairs}


@pytest.mark.long
def test_guess_and_check_explodes_by_pairs_of_tiles() -> None:
    found = profile_grounding(rules(RIGHT[GUESS].read_text(encoding="utf-8")), PUZZLES[1:])
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
        each.statement.line: each.number
        for each in count_instances(facts.write_facts(puzzle), [RulesFile("mine.lp", text)])
    }
    printed = ground_to_text(facts.write_facts(puzzle) + text).splitlines()
    assert counted[22] == sum(line.startswith("half(") for line in printed)
    assert counted[25] == sum(line.startswith(":-half") for line in printed)


def test_a_board_with_too_many_instances_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "MOST_INSTANCES", 10)
    text = RIGHT["cells"].read_text(encoding="utf-8")
    assert len(profile_grounding(rules(text), PUZZLES).boards) == 2


def test_terms_with_commas_of_their_own_are_told_apart() -> None:
    found = count_instances(
        "a((1,2),3). a((1,3),3).\n", [RulesFile("mine.lp", 'b(X,Y) :- a(X,Y), a(Z,_), X != "1,2".')]
    )
    assert [each.number for each in found] == [4]
