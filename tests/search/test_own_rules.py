"""Rules of a user, beside an encoding or in its place: the boards are those of brute force, by every rule."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.model import Puzzle, Solution, Square, Tile, degrees
from edgeasp.puzzle.symmetry import board_digest
from edgeasp.search.cubes import require_splittable
from edgeasp.search.solve import Session
from edgeasp.search.task import FoundSolution, Result, make_task
from edgeasp.solvers.clingo import syntax
from edgeasp.system.errors import EncodingError, InputError, ProgramError
from tests.encoding.test_render import FOREIGN
from tests.support import boards, brute
from tests.support.solving import as_clues, as_solution

FRAME = boards.FRAME_3X3
SOFT = re.sub(r"^:- (seen\(X,Y,(\w+),.*)\.$", r":~ \1. [1,X,Y,\2]", FOREIGN, flags=re.MULTILINE)
"""The class with as few mismatches as possible."""


def own(added: str = "", program: str = "", *, relaxed: bool = False) -> UserRules:
    """Rules of a user, each in a file."""
    mine = (RulesFile("mine.lp", program),) if program else ()
    return UserRules(mine, (RulesFile("rules.lp", added),) if added else (), relaxed)


def solve(
    puzzle: Puzzle,
    rules: UserRules,
    limit: int = 0,
    clues: Solution = Solution(),
    request: EncodingRequest = EncodingRequest(),
    conflicts: int | None = None,
) -> tuple[list[FoundSolution], Result]:
    session = Session(make_task(puzzle, clues, request, own=rules))
    return list(session.solve(limit, conflicts=conflicts)), session.result()


def pictures(puzzle: Puzzle, solutions: list[Solution]) -> set[bytes]:
    found = {board_digest(puzzle, each) for each in solutions}
    assert len(found) == len(solutions), "a board came twice"
    return found


Rule = tuple[str, Callable[[Puzzle, brute.Assignment], bool]]


@st.composite
def rules(draw: st.DrawFn, puzzle: Puzzle) -> Rule:
    """A rule, and whether an assignment keeps it."""
    place = draw(st.integers(0, len(puzzle.tiles) - 1))
    x, y = place % puzzle.cols + 1, place // puzzle.cols + 1
    tile, turn = draw(st.integers(0, len(puzzle.tiles) - 1)), draw(st.integers(0, 3))
    rule: Rule = draw(
        st.sampled_from(
            [
                (f":- not chosenTile({x},{y},{tile + 1}).", lambda _, board: board[place][0] == tile),
                (f":- chosenTile({x},{y},{tile + 1}).", lambda _, board: board[place][0] != tile),
                (f":- not chosenRotation({x},{y},{degrees(turn)}).", lambda _, board: board[place][1] == turn),
                (
                    f":- #count {{ X,Y : chosenRotation(X,Y,{degrees(turn)}) }} > 1.",
                    lambda _, board: sum(rot == turn for _, rot in board) <= 1,
                ),
                ("{ aside(1..2) }.", lambda _, board: True),
                (
                    ":- S = #sum { T*X,X,Y : chosenTile(X,Y,T) }, S \\ 2 = 1.",
                    lambda puzzle, board: (
                        sum((each + 1) * (i % puzzle.cols + 1) for i, (each, _) in enumerate(board)) % 2 == 0
                    ),
                ),
            ]
        )
    )
    return rule


NAMES = [name for name, puzzle in boards.various().items() if len(puzzle.tiles) <= 6]


@given(st.data())
def test_added_rules_leave_the_boards_that_keep_them(data: st.DataObject) -> None:
    puzzle = boards.various()[data.draw(st.sampled_from(NAMES))]
    text, keeps = data.draw(rules(puzzle))
    wanted = {
        board_digest(puzzle, as_solution(puzzle, each)) for each in brute.solve(puzzle).raw if keeps(puzzle, each)
    }
    found, result = solve(puzzle, own(text))
    assert pictures(puzzle, [each.solution for each in found]) == wanted
    assert result.exhausted
    assert result.counts.boards == len(wanted)


def test_rules_may_name_one_of_identical_tiles_and_a_rotation_that_shows_the_same_sides() -> None:
    alike = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4)
    for rule in (":- not chosenTile(1,1,4).", ":- not chosenRotation(2,2,270).", ":- chosenTile(X,X,1)."):
        found, result = solve(alike, own(rule))
        assert len(found) == 1, rule
        assert (result.counts.boards, result.counts.assignments) == (1, None)


def test_no_solution_by_the_rules_is_no_claim_about_the_puzzle() -> None:
    found, result = solve(FRAME, own(":- chosenTile(1,1,_)."))
    assert (found, result.exhausted, result.reasons) == ([], True, ())


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ("a.\n:- not chosentile(1,1,1).", "rules.lp:2: atom does not occur in any rule head: chosentile(1,1,1)"),
        ("a.\n\n:- not chosenTile(1,1,1)", "rules.lp:3: syntax error, unexpected EOF"),
        ("a(X) :- not chosenTile(X,1,1).", "rules.lp:1: unsafe variables in: a(X):-not chosenTile(X,1,1).; 'X' is"),
        ("a.\nchosenTile(1,1,1).", "rules.lp:2: expected a predicate of your own, found chosenTile/3: state a"),
        ("a.\n{ b ; even(X,Y) : square(X,Y) }.", "rules.lp:2: expected a predicate of your own, found even/2"),
        ("-square(1,1).", "rules.lp:1: expected a predicate of your own, found square/2"),
        ("tile(1..99).", "rules.lp:1: expected a predicate of your own, found tile/1: choose another name"),
    ],
)
def test_a_faulty_rule_is_named_with_its_line(rules: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        solve(FRAME, own(rules))
    assert str(caught.value).startswith(place)


def test_rules_beside_a_program_that_only_shows_terms_are_told_that_these_are_no_atoms() -> None:
    printed = make_task(FRAME).rules().text
    assert "#show chosenTile(" in printed
    with pytest.raises(InputError) as caught:
        solve(FRAME, own(":- chosenTile(1,1,T), T > 2.", program=printed))
    assert str(caught.value) == (
        "rules.lp:1: atom does not occur in any rule head: chosenTile(1,1,T) "
        "(a '#show' of mine.lp shows a term, not an atom: write a rule)"
    )


def test_what_is_no_error_becomes_a_note() -> None:
    for rules in (own("b(X+1) :- frame(X)."), own(program=FOREIGN + "b(X+1) :- frame(X).")):
        session = Session(make_task(FRAME, own=rules, request=EncodingRequest("decision" if rules.program else None)))
        assert list(session.solve())
        [note] = session.notes
        assert note.endswith(": operation undefined: (X+1)")
        assert note.startswith(rules.files[0].name)


def test_an_undefined_atom_is_an_error_of_added_rules_and_a_note_on_a_program() -> None:
    session = Session(make_task(boards.GOLDEN, own=own(program=FOREIGN + ":- optional(1).\n")))
    assert list(session.solve())
    assert [note.partition(" ")[2] for note in session.notes] == ["atom does not occur in any rule head: optional(1)"]


def test_a_program_gives_the_boards_of_the_class_and_keeps_clues_that_it_does_not_read() -> None:
    for puzzle in (boards.GOLDEN, boards.FOURSQUARES):
        found, _ = solve(puzzle, own(program=FOREIGN))
        wanted = {board_digest(puzzle, as_solution(puzzle, each)) for each in boards.solved(puzzle)}
        assert pictures(puzzle, [each.solution for each in found]) == wanted
    assignment = boards.solved(boards.GOLDEN)[0]
    clues = as_clues({(0, 0): assignment[0]}, boards.GOLDEN)
    found, _ = solve(boards.GOLDEN, own(program=FOREIGN), clues=clues)
    with_clue = {
        board_digest(boards.GOLDEN, as_solution(boards.GOLDEN, each))
        for each in boards.solved(boards.GOLDEN)
        if each[0] == assignment[0]
    }
    assert pictures(boards.GOLDEN, [each.solution for each in found]) == with_clue


def test_a_wrong_answer_of_a_program_is_refused_or_shown() -> None:
    with pytest.raises(ProgramError, match=r"mine.lp: an answer is not a solution: .* --encoding decision"):
        solve(FRAME, own(program=FOREIGN))
    with pytest.raises(ProgramError, match=r"and \d+ more \(--relaxed shows such boards\)"):
        solve(FRAME, own(program=FOREIGN.replace("\n:- seen", "\n%")))
    [found], _ = solve(FRAME, own(program=FOREIGN, relaxed=True), limit=1)
    assert not found.report.solved
    with pytest.raises(ProgramError, match=r"mine.lp: an answer is not a board: expected chosenTile\(1,1"):
        solve(FRAME, own(program="a."))
    [empty], _ = solve(FRAME, own(program="a.", relaxed=True))
    assert (len(empty.solution), len(empty.report.missing)) == (0, 9)


def test_a_program_that_only_shows_its_answer_is_read_too() -> None:
    shown = FOREIGN.replace("chosen", "my").replace("#show myTile/3.", "#show chosenTile(X,Y,T) : myTile(X,Y,T).")
    shown = shown.replace("#show myRotation/3.", "#show chosenRotation(X,Y,R) : myRotation(X,Y,R).")
    found, _ = solve(boards.GOLDEN, own(program=shown))
    assert len(found) == len(boards.solved(boards.GOLDEN))


def test_the_solutions_are_the_boards_of_least_cost() -> None:
    costs = {
        board_digest(FRAME, as_solution(FRAME, each)): sum((tile + 1) * (i % 3 + 1) for i, (tile, _) in enumerate(each))
        for each in boards.solved(FRAME)
    }
    for rule, best in (("#minimize", min(costs.values())), ("#maximize", max(costs.values()))):
        found, result = solve(FRAME, own(f"{rule} {{ T*X,X,Y : chosenTile(X,Y,T) }}."))
        wanted = {picture for picture, cost in costs.items() if cost == best}
        assert pictures(FRAME, [each.solution for each in found]) == wanted
        assert (abs((result.cost or (0,))[0]), result.cost_proved, result.exhausted) == (best, True, True)


@pytest.mark.parametrize("objective", ["#minimize", "#maximize"])
def test_a_board_costs_what_its_cheapest_assignment_costs(objective: str) -> None:
    # Identical tiles change places, and tiles with equal sides are turned, on one and the same board.
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1)), Tile((1, 1, 1, 1)), Tile((1, 2, 1, 2)), Tile((1, 2, 1, 2))))
    costs: dict[bytes, list[int]] = {}
    for each in brute.solve(puzzle).raw:
        cost = sum((tile + 1) * (i + 1) + degrees(rot) * (i + 2) for i, (tile, rot) in enumerate(each))
        costs.setdefault(board_digest(puzzle, as_solution(puzzle, each)), []).append(cost)
    best = min(map(min, costs.values())) if objective == "#minimize" else max(map(max, costs.values()))
    text = f"{objective} {{ T*(X+2*Y-2),t,X,Y : chosenTile(X,Y,T) ; R*(X+2*Y-1),r,X,Y : chosenRotation(X,Y,R) }}."
    found, result = solve(puzzle, own(text))
    assert abs((result.cost or (0,))[0]) == best
    assert pictures(puzzle, [each.solution for each in found]) == {key for key, each in costs.items() if best in each}


def test_a_limit_leaves_the_best_so_far() -> None:
    puzzle = boards.planted(1, 4, 4, 4)
    found, result = solve(puzzle, own(program=SOFT, relaxed=True), limit=1, conflicts=300)
    assert len(found) == 1
    assert (result.cost_proved, result.answered, str(result.stopped)) == (False, False, "conflict limit of 300")
    assert len(found[0].report.violations) == (result.cost or (0,))[0]


@pytest.mark.parametrize(
    ("rules", "request_"),
    [
        (own("a."), EncodingRequest(symmetry=("tile-rotations",))),
        (own("a."), EncodingRequest(formulation="heule")),
        (own(program="a."), EncodingRequest(heuristic="columns")),
        (own(program="a."), EncodingRequest("framed+redundant")),
    ],
)
def test_what_makes_no_sense_beside_the_rules_is_refused(rules: UserRules, request_: EncodingRequest) -> None:
    with pytest.raises(EncodingError):
        make_task(FRAME, request=request_, own=rules)


def test_rotations_of_the_board_are_not_taken_for_the_same() -> None:
    with pytest.raises(EncodingError, match="up to rotation"):
        make_task(FRAME, own=own("a."), up_to_rotation=True)


def test_a_search_by_a_program_or_for_the_least_cost_is_not_split() -> None:
    require_splittable(make_task(FRAME, own=own("a.")))
    for rules in (own(program=FOREIGN), own("#minimize { T : chosenTile(1,1,T) }.")):
        with pytest.raises(EncodingError):
            require_splittable(make_task(FRAME, own=rules))


def test_guidance_of_ones_own_is_followed() -> None:
    assert own("#heuristic chosenTile(1,1,T) : tile(T). [1,true]").guided
    assert not own("% #heuristic\na.").guided
    found, _ = solve(FRAME, own("#heuristic chosenTile(1,1,4) : tile(4). [99,true]"), limit=1)
    assert found[0].solution.by_square()[Square(0, 0)].tile == 3


def test_without_rules_of_a_user_none_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """To read those of the encoding takes a third of the time in which a small puzzle is ground."""
    monkeypatch.setattr(syntax, "parse_files", lambda *_: pytest.fail("rules were read"))
    assert len(list(Session(make_task(FRAME)).solve(1))) == 1
    with pytest.raises(pytest.fail.Exception):
        solve(FRAME, own("seen(1)."), 1)
