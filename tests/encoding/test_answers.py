"""Answer atoms, one by one and many at a time."""

from __future__ import annotations

from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.facts import AnswerReader, Atom, answer_atoms, expand_placements, solution_from_atoms
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile, degrees
from edgeasp.search.mass_reading import MassAnswerReader
from edgeasp.search.task import make_task
from edgeasp.system.errors import AnswerError
from tests.support.strategies import partial_solutions, puzzles, with_placements

# ---- one by one ----

GOLDEN = Puzzle(2, 2, tuple(Tile(sides) for sides in [(1, 2, 4, 4), (3, 1, 4, 4), (2, 1, 4, 4), (1, 3, 4, 4)]))
BLACK_OUTSIDE = Puzzle(2, 2, tuple(Tile((north, east, 0, 0)) for north, east, _, _ in (t.sides for t in GOLDEN.tiles)))
# The published answer: square by square the tile, and the clockwise degrees of the tile in that square.
CHOSEN = {(1, 1): (1, 90), (1, 2): (3, 0), (2, 1): (2, 180), (2, 2): (4, 270)}
ANSWER = [
    *(Atom("chosenTile", (x, y, tile)) for (x, y), (tile, _) in CHOSEN.items()),
    *(Atom("chosenRotation", (x, y, rotation)) for (x, y), (_, rotation) in CHOSEN.items()),
]


@given(with_placements(full=True), st.data())
def test_sol_to_atoms_to_sol(case: tuple[Puzzle, Solution], data: st.DataObject) -> None:
    puzzle, solution = case
    canonical = Solution(tuple(sorted(map(puzzle.canonical, solution), key=lambda placement: placement.tile)))
    text = plain.write_sol(canonical)
    atoms = data.draw(st.permutations(answer_atoms(plain.read_sol(text, puzzle, "x.sol"))))
    assert plain.write_sol(solution_from_atoms(atoms, puzzle)) == text


@given(with_placements(full=True))
def test_decoding_keeps_the_picture(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    before = {placement.square: puzzle.sides(placement) for placement in solution}
    decoded = solution_from_atoms(answer_atoms(solution), puzzle)
    assert {placement.square: puzzle.sides(placement) for placement in decoded} == before


def test_golden_answer() -> None:
    solution = solution_from_atoms(ANSWER, GOLDEN)
    assert plain.write_sol(solution) == "0 0 0 3\n1 1 0 2\n2 0 1 0\n3 1 1 1\n"
    assert check(GOLDEN, solution).solved
    assert check(BLACK_OUTSIDE, solution).solved
    assert set(answer_atoms(solution)) == set(ANSWER)


@pytest.mark.parametrize(
    "other",
    [
        {(y, x): chosen for (x, y), chosen in CHOSEN.items()},
        {place: (tile, -rotation % 360) for place, (tile, rotation) in CHOSEN.items()},
        {(x, 3 - y): chosen for (x, y), chosen in CHOSEN.items()},
        {(3 - x, y): chosen for (x, y), chosen in CHOSEN.items()},
    ],
    ids=["rows and columns exchanged", "anticlockwise", "rows from the bottom", "columns from the right"],
)
def test_golden_answer_is_wrong_in_any_other_reading(other: dict[tuple[int, int], tuple[int, int]]) -> None:
    misread = [Atom("chosenTile", (*place, tile)) for place, (tile, _) in other.items()]
    misread += [Atom("chosenRotation", (*place, rotation)) for place, (_, rotation) in other.items()]
    assert not check(BLACK_OUTSIDE, solution_from_atoms(misread, BLACK_OUTSIDE)).solved


def test_partial_solutions_are_encoded_too() -> None:
    solution = Solution((Placement(2, Square(1, 0), 1),))
    assert list(map(str, answer_atoms(solution))) == ["chosenTile(2,1,3)", "chosenRotation(2,1,270)"]


def test_other_predicates_are_passed_over() -> None:
    others = [Atom("chosenTiles", (9, 9, 9)), Atom("cost", (1,)), Atom("colour", ("red",)), Atom("done")]
    assert solution_from_atoms(others + ANSWER, GOLDEN) == solution_from_atoms(ANSWER, GOLDEN)


def test_of_rotations_that_look_the_same_the_smallest_is_taken() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 1, 2)), Tile((1, 1, 1, 1)), Tile((1, 2, 3, 4)), Tile((1, 2, 3, 4))))
    decoded = solution_from_atoms(ANSWER, puzzle)
    assert {placement.tile: placement.rot for placement in decoded} == {0: 1, 1: 0, 2: 0, 3: 1}


@pytest.mark.parametrize(
    ("lost", "added", "words"),
    [
        ("chosenTile(1,2,3)", None, "expected chosenTile(1,2,...), found none"),
        ("chosenRotation(2,1,180)", None, "expected chosenRotation(2,1,...), found none"),
        (None, Atom("chosenTile", (1, 1, 2)), "expected one chosenTile for column 1, row 1, found two"),
        (None, Atom("chosenRotation", (2, 2, 0)), "expected one chosenRotation for column 2, row 2, found two"),
        (None, Atom("chosenTile", (3, 1, 1)), "expected a square on the board, found chosenTile(3,1,1)"),
        (None, Atom("chosenRotation", (1, 0, 0)), "expected a square on the board, found chosenRotation(1,0,0)"),
        (None, Atom("chosenTile", (1, 1, 0)), "expected a tile or a rotation on the board, found chosenTile(1,1,0)"),
        (None, Atom("chosenTile", (1, 1, 5)), "expected a tile or a rotation on the board, found chosenTile(1,1,5)"),
        (None, Atom("chosenRotation", (1, 1, 360)), "found chosenRotation(1,1,360)"),
        (None, Atom("chosenRotation", (1, 1, 1)), "found chosenRotation(1,1,1)"),
        (None, Atom("chosenTile", (1, 1)), "expected a tile or a rotation on the board, found chosenTile(1,1)"),
        (None, Atom("chosenTile", ("a", 1, 1)), "expected a tile or a rotation on the board, found chosenTile(a,1,1)"),
    ],
)
def test_bad_answers(lost: str | None, added: Atom | None, words: str) -> None:
    atoms = [atom for atom in ANSWER if str(atom) != lost] + ([added] if added else [])
    with pytest.raises(AnswerError) as caught:
        solution_from_atoms(atoms, GOLDEN)
    assert words in str(caught.value)


# ---- reading many answers ----


def placements(solution: Solution) -> list[Atom]:
    """A solution as an answer of the program that is searched."""
    return [
        Atom("place", (each.tile + 1, degrees(each.rot), each.square.col + 1, each.square.row + 1)) for each in solution
    ]


@given(puzzles(), st.data())
def test_a_reader_reads_each_answer_as_if_it_were_the_first(puzzle: Puzzle, data: st.DataObject) -> None:
    reader = AnswerReader(puzzle)
    for _ in range(4):
        shown = placements(data.draw(partial_solutions(puzzle, full=True)))
        atoms = expand_placements(shown)
        assert reader.read_answer(shown) == (solution_from_atoms(atoms, puzzle), atoms)


def test_what_a_reader_knows_hides_no_fault() -> None:
    solution = solution_from_atoms(ANSWER, GOLDEN)
    reader = AnswerReader(GOLDEN)
    shown = placements(solution)
    assert reader.read_answer(shown)[0] == solution
    other = Atom("place", (shown[0].arguments[0], *shown[1].arguments[1:]))
    twice = Atom("place", (*shown[0].arguments[:1], 90 if shown[0].arguments[1] != 90 else 0, *shown[0].arguments[2:]))
    reader.read_answer([other, shown[0], *shown[2:]])
    for wrong, words in [
        (shown[1:], "found none"),
        ([*shown, other], "found two"),
        ([twice, *shown], "found two"),
        ([shown[0], *shown[2:], shown[0]], "found none"),
    ]:
        with pytest.raises(AnswerError, match=words):
            reader.read_answer(wrong)


# ---- many at a time ----

SQUARE = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4)


class Numbered:
    """Numbers for atoms, as clingo has them."""

    def __init__(self) -> None:
        self.atoms: list[Atom] = []

    def answer(self, atoms: list[Atom]) -> bytes:
        for atom in atoms:
            if atom not in self.atoms:
                self.atoms.append(atom)
        return array("Q", [7 * self.atoms.index(atom) % 2**40 + 2**63 for atom in atoms]).tobytes()

    def atom(self, number: int) -> Atom:
        return self.atoms[(number - 2**63) // 7]


@given(puzzles(), st.data())
def test_many_answers_are_read_like_each_of_them(puzzle: Puzzle, data: st.DataObject) -> None:
    numbered, one = Numbered(), AnswerReader(puzzle)
    many = MassAnswerReader(make_task(puzzle), numbered.atom)
    for _ in range(3):
        drawn = data.draw(st.lists(partial_solutions(puzzle, full=True), min_size=1, max_size=4))
        shown = [placements(solution) for solution in drawn]
        read = many.read([numbered.answer(atoms) for atoms in shown])
        assert read is not None
        for row, atoms in enumerate(shown):
            solution, expanded = one.read_answer(atoms)
            entries = read.entries[row].tolist()
            found = [many.placements[entry] for entry in entries]
            assert all(found)
            assert {each for each in found if each} == set(solution)
            assert [atom for entry in entries for atom in many.atoms[entry]] == expanded
            squares = [Square(int(at) % puzzle.cols, int(at) // puzzle.cols) for at in read.squares[row]]
            fields = zip(read.tiles[row].tolist(), squares, read.turns[row].tolist(), strict=True)
            assert {Placement(*each) for each in fields} == set(solution)


def test_an_atom_that_is_no_placement_on_the_board_is_marked() -> None:
    good = placements(Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4))))
    for bad in (
        Atom("place", (5, 0, 1, 1)),
        Atom("place", (0, 0, 1, 1)),
        Atom("place", (1, 45, 1, 1)),
        Atom("place", (1, 0, 3, 1)),
        Atom("place", (1, 0, 1, "a")),
        Atom("place", (1, 0, 1)),
        Atom("lies", (1, 0, 1, 1)),
    ):
        numbered = Numbered()
        reader = MassAnswerReader(make_task(SQUARE), numbered.atom)
        read = reader.read([numbered.answer(good), numbered.answer([*good[:3], bad])])
        assert read is not None
        assert np.argwhere(read.tiles < 0).tolist() == [[1, 3]]


def test_answers_of_another_length_are_left_to_others() -> None:
    numbered = Numbered()
    good = placements(Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4))))
    reader = MassAnswerReader(make_task(SQUARE), numbered.atom)
    assert reader.read([numbered.answer(good), numbered.answer([*good, Atom("more")])]) is None
    assert reader.read([numbered.answer(good[:3])]) is None
    assert reader.read([numbered.answer(good)]) is not None
    assert Solution(tuple(each for each in reader.placements if each)).by_square().keys() == set(SQUARE.grid.squares)
