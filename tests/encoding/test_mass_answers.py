"""Answers read many at a time: what reading each of them by itself gives."""

from __future__ import annotations

from array import array

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.facts import AnswerReader, Atom
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.search.mass_reading import MassReader
from tests.encoding.test_answers import placements
from tests.support.strategies import partial_solutions, puzzles

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
    many = MassReader(puzzle, numbered.atom)
    for _ in range(3):
        drawn = data.draw(st.lists(partial_solutions(puzzle, full=True), min_size=1, max_size=4))
        shown = [placements(solution) for solution in drawn]
        read = many.read([numbered.answer(atoms) for atoms in shown])
        assert read is not None
        for row, atoms in enumerate(shown):
            solution, expanded = one.read(atoms)
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
        read = MassReader(SQUARE, numbered.atom).read([numbered.answer(good), numbered.answer([*good[:3], bad])])
        assert read is not None
        assert np.argwhere(read.tiles < 0).tolist() == [[1, 3]]


def test_answers_of_another_length_are_left_to_others() -> None:
    numbered = Numbered()
    good = placements(Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4))))
    reader = MassReader(SQUARE, numbered.atom)
    assert reader.read([numbered.answer(good), numbered.answer([*good, Atom("more")])]) is None
    assert reader.read([numbered.answer(good[:3])]) is None
    assert reader.read([numbered.answer(good)]) is not None
    assert Solution(tuple(each for each in reader.placements if each)).by_square().keys() == set(SQUARE.grid.squares)
