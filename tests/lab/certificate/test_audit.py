"""The audit: it accepts what the encoders write, and nothing that some board makes false."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding import cnf
from edgeasp.encoding.cnf import ENCODINGS, Clause, Formula
from edgeasp.formats import dimacs
from edgeasp.lab.certificate.check.audit import Audit, AuditedClause, AuditError
from edgeasp.lab.certificate.claim import lies_in
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle.model import Puzzle, Solution, Square
from tests.lab.support.certificates import boards_of
from tests.support import boards
from tests.support.counting import some_clues
from tests.support.lanes import thinned
from tests.support.solving import as_clues

KEYS = [
    *("golden", "framed 2x3", "framed 3x3", "framed 2x2 partly signed", "surplus 2x3 signed"),
    *("twins with and without sign", "half-turn symmetric twins", "unframed 3x2 partly signed"),
]
"""Boards of every sort that have solutions."""


def text(formula: Formula, *more: Clause) -> list[str]:
    return "".join(dimacs.write(formula, more)).splitlines(keepends=True)


def audited(formula: Formula, *more: Clause, known: list[Solution] | None = None) -> list[AuditedClause]:
    conditions = Conditions(formula.puzzle, formula.clues)
    return list(Audit(conditions, known or []).clauses(text(formula, *more)))


@pytest.mark.sample(4)
@thinned("name", list(boards.various()), boards.kind, every=3)
def test_every_clause_of_every_encoding_follows(name: str) -> None:
    puzzle = boards.various()[name]
    for encoding in ENCODINGS:
        formula = Formula(puzzle, encoding=encoding)
        assert [each.literals for each in audited(formula)] == list(formula.clauses())
    for clues in some_clues(name, puzzle):
        formula = Formula(puzzle, as_clues(clues, puzzle), "direct")
        assert [each.literals for each in audited(formula)] == list(formula.clauses())


@cache
def models(puzzle: Puzzle) -> list[frozenset[int]]:
    """The true variables for each board, from what the encoder says that they mean."""
    variables = Formula(puzzle, encoding="direct").variables
    squares, found = variables.candidates.squares, []
    for board in boards_of(puzzle):
        true = set()
        for each in board:
            square = squares.index(each.square)
            true |= {variables.tile[each.tile][square], variables.placement[square][each.tile, each.rot]}
            for side, diamond in enumerate(variables.candidates.around[square]):
                if diamond is not None:
                    true.add(variables.colour[diamond][puzzle.sides(each)[side]])
        if variables.plus is not None:
            sign = next(each for each in board if puzzle.tiles[each.tile].sign is not None)
            if (puzzle.tiles[sign.tile].sign.value == "+") == sign.square.even:  # type: ignore[union-attr]
                true.add(variables.plus)
        found.append(frozenset(true))
    return found


def holds(clause: Clause, true: frozenset[int]) -> bool:
    return any((abs(each) in true) == (each > 0) for each in clause)


@pytest.mark.parametrize("name", KEYS)
def test_the_meaning_makes_every_board_a_model(name: str) -> None:
    """What the next tests rely on."""
    formula = Formula(boards.various()[name], encoding="direct")
    clauses = list(formula.clauses())
    assert models(formula.puzzle)
    assert all(holds(clause, true) for true in models(formula.puzzle) for clause in clauses)


@pytest.mark.parametrize("name", KEYS)
def test_a_clause_that_is_one_literal_too_strong_is_refused(name: str) -> None:
    """Unless every board happens to make it true; then only the audit's three reasons decide."""
    puzzle = boards.various()[name]
    formula = Formula(puzzle, encoding="direct")
    clauses = list(formula.clauses())
    rng, refused = random.Random(name), 0
    audit = Audit(Conditions(puzzle), [])
    list(audit.clauses(text(formula)))
    for clause in rng.sample(clauses, min(150, len(clauses))):
        gone = rng.randrange(len(clause)) if clause else 0
        stronger = clause[:gone] + clause[gone + 1 :]
        if all(holds(stronger, true) for true in models(puzzle)):
            continue
        refused += 1
        with pytest.raises(AuditError, match="expected a clause that"):
            audit._judge(1, stronger)
    assert refused > 5


@given(st.data())
def test_what_the_audit_accepts_is_true_of_every_board(data: st.DataObject) -> None:
    """Clauses at random, in part from a clause of the formula."""
    puzzle = boards.various()[data.draw(st.sampled_from(KEYS))]
    formula = Formula(puzzle, encoding="direct")
    literals = st.integers(1, formula.variables.count).flatmap(lambda each: st.sampled_from([each, -each]))
    base = data.draw(st.sampled_from(list(formula.clauses())))
    kept = data.draw(st.lists(st.sampled_from(base or (1,)), max_size=len(base)))
    audit = Audit(Conditions(puzzle), [])
    list(audit.clauses(text(formula)))
    for added in data.draw(st.lists(st.lists(literals, max_size=3), min_size=5, max_size=20)):
        clause = (*kept, *added)
        try:
            audit._judge(1, clause)
        except AuditError:
            continue
        assert all(holds(clause, true) for true in models(puzzle))


@pytest.mark.parametrize("name", KEYS)
def test_an_excluding_clause_excludes_its_board_and_no_other(name: str) -> None:
    from edgeasp.lab.certificate.make import formula_of

    puzzle = boards.various()[name]
    known = boards_of(puzzle)
    formula, more = formula_of(Conditions(puzzle), known)
    found = [each for each in audited(formula, *more, known=known) if each.reason == "board"]
    assert [each.board for each in found] == list(range(len(known)))
    for number, clause in enumerate(more):
        assert [holds(clause, true) for true in models(puzzle)] == [each != number for each in range(len(known))]


def test_the_clause_that_excludes_a_board_by_its_colours_is_accepted_as_well() -> None:
    for name in KEYS:
        puzzle = boards.various()[name]
        formula = Formula(puzzle, encoding="heule-all")
        for board, true in list(zip(boards_of(puzzle), models(puzzle), strict=True))[:3]:
            own = frozenset(each for each in true if each <= formula.variables.count)
            [*_, last] = audited(formula, formula.other_boards(own), known=[board])
            assert (last.reason, last.board) == ("board", 0)


@given(st.data())
def test_a_clause_that_excludes_cubes_is_true_of_all_other_boards(data: st.DataObject) -> None:
    """Clauses as the encoder writes them for cubes, with literals more or less."""
    puzzle = boards.various()[data.draw(st.sampled_from(KEYS))]
    formula = Formula(puzzle, encoding="direct")
    on = [board.by_square() for board in boards_of(puzzle)]
    sides = list(puzzle.grid.pairs)
    cubes = []
    for _ in range(data.draw(st.integers(1, 3))):
        seen = data.draw(st.sampled_from(on))
        pairs = data.draw(st.lists(st.sampled_from(sides), max_size=3))
        colours = tuple((square, side, puzzle.sides(seen[square])[side]) for square, side, _ in pairs)
        squares = data.draw(st.lists(st.sampled_from(list(puzzle.grid.squares)), max_size=2))
        cubes.append(Conditions(puzzle, colours=colours, placements=tuple(seen[square] for square in squares)))
    audit = Audit(Conditions(puzzle), [], cubes)
    list(audit.clauses(text(formula)))
    for cube in cubes:
        [clause] = cnf.outside(cnf.cube(formula.variables, cube.colours, cube.placements))
        assert audit._judge(1, clause).reason in ("cube", "square", "tile")
        some = st.integers(1, formula.variables.count).flatmap(lambda each: st.sampled_from([each, -each]))
        kept = tuple(data.draw(st.lists(st.sampled_from(clause or (1,)), max_size=len(clause))))
        for changed in (clause, kept, (*kept, data.draw(some))):
            try:
                audit._judge(1, changed)
            except AuditError:
                continue
            outside = [
                true
                for true, seen in zip(models(puzzle), on, strict=True)
                if not any(lies_in(each, seen) for each in cubes)
            ]
            assert all(holds(changed, true) for true in outside)


HEAD = ["c map tile 0 1 0,0 1,0 0,1 1,1", "c map colour 0,0 east 5 1 2 3 4", "p cnf 8 1"]


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (["1 2 3 4 0"], 1, "then 'p cnf'"),
        (["p cnf 4"], 1, "then 'p cnf'"),
        (["c map tile 9 1 0,0"], 1, "expected 'c map'"),
        (["c map tile 0 1 2,0"], 1, "expected 'c map'"),
        (["c map tile 0 1 0,0", "c map tile 0 1 1,0"], 2, "expected 'c map'"),
        (["c map tile 0 x 0,0"], 1, "expected 'c map'"),
        (["c map something 1"], 1, "expected 'c map'"),
        (["c map colour 0,0 up 1 1"], 1, "expected 'c map'"),
        ([*HEAD, "1 2 3 4"], 4, "expected a clause: literals, then 0"),
        (["c map tile 0 01 0,0"], 1, "expected 'c map'"),
        (["c map tile 0 1 0,0", "c map tile 0 2 0,0"], 2, "expected 'c map'"),
        (["c map tile 0 1 0,+0"], 1, "expected 'c map'"),
        (["c map tile 0 1_0 0,0"], 1, "expected 'c map'"),
        (["c map tile 0 2 0,0", "p cnf 1 1"], 2, "expected a meaning for each of the variables 1 to 1"),
        (["c map tile 0 1 0,0", "p cnf 01 1"], 2, "then 'p cnf'"),
        ([*HEAD[:2], "p cnf 8 1 "], 3, "then 'p cnf'"),
        ([*HEAD[:2], "p cnf 9 1"], 3, "expected a meaning for each of the variables 1 to 9"),
        ([*HEAD, "-8 08 0"], 4, "expected a clause: literals, then 0"),
        ([*HEAD, "-8 8 0"], 4, "expected each variable once"),
        ([*HEAD, "8 8 0"], 4, "expected each variable once"),
        ([*HEAD, "1  2 3 4 0"], 4, "expected a clause: literals, then 0"),
        ([*HEAD, "1\t2 3 4 0"], 4, "expected a clause: literals, then 0"),
        ([*HEAD, "1 2 3 4 0\r"], 4, "expected a clause: literals, then 0"),
        ([*HEAD, "1 2 3 4 -0"], 4, "expected a clause: literals, then 0"),
        ([*HEAD, "c 1 2 3 4 0"], 4, "expected a clause: literals, then 0"),
        ([*HEAD, ""], 4, "expected a clause: literals, then 0"),
        ([*HEAD, "1 0 2 3 4 0"], 4, "expected a clause: literals, then 0"),
        ([*HEAD, "1 2 3 4_ 0"], 4, "expected a clause: literals, then 0"),
        ([*HEAD, "1 2 3 9 0"], 4, "found 9"),
        ([*HEAD, "1 2 3 4 0", "1 2 3 4 0"], 5, "expected 1 clauses"),
        ([*HEAD, "1 2 3 4 0", "c"], 5, "expected 1 clauses"),
        (HEAD, 3, "found the end of the file after 0"),
        ([*HEAD, "1 2 3 0"], 4, "tile 0 on A1; or tile 0 on A2; or"),
        ([*HEAD, "5 0"], 4, "colour 1 on the east of A1"),
        ([*HEAD, "0"], 4, "the empty clause"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(lines: list[str], line: int, message: str) -> None:
    with pytest.raises(AuditError) as caught:
        list(Audit(Conditions(boards.GOLDEN), []).clauses(f"{text}\n" for text in lines))
    assert caught.value.line == line
    assert message in caught.value.message


def test_a_clue_on_one_of_identical_tiles_lies_where_it_lies() -> None:
    """It has no place in their order, so no clause may say that it has."""
    puzzle = boards.various()["all alike"]
    conditions = Conditions(puzzle, as_clues({(1, 1): (0, 0)}, puzzle))
    audit = Audit(conditions, [])
    list(audit.clauses(text(Formula(puzzle, conditions.clues, "direct"))))
    variables = Formula(puzzle, conditions.clues, "direct").variables
    squares = variables.candidates.squares
    first, last = squares.index(Square(0, 0)), squares.index(Square(1, 1))
    with pytest.raises(AuditError, match="expected a clause that"):
        audit._judge(1, (-variables.tile[0][last], -variables.tile[1][first]))


def test_where_nothing_fits_every_clause_follows() -> None:
    """There is no board that a clause could exclude."""
    clues = as_clues({(0, 0): (4, 0)}, boards.FRAME_3X3)
    [clause] = Audit(Conditions(boards.FRAME_3X3, clues), []).clauses(["p cnf 0 1\n", "0\n"])
    assert clause.reason == "square"


def test_comments_in_several_lines_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "_MOST_SQUARES", 2)
    for name in ("unframed 3x2", "framed 3x4"):
        formula = Formula(boards.various()[name], encoding="direct")
        lines = "".join(dimacs.write(formula)).splitlines(keepends=True)
        assert len(list(Audit(Conditions(formula.puzzle), []).clauses(lines))) > 50
