"""Heule's encoding: the number of variables, and what the clauses imply."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.cnf import Clause, Formula, any_rotation, one_of
from edgeasp.formats.known import eternity2
from edgeasp.puzzle.model import Puzzle, Sides, Tile, turned
from tests.support import boards

HEULE = ["heule-cmp", "heule-fbc", "heule-exp", "heule-all"]


def ring_and_inner(side: int, ring: int, inner: int) -> Puzzle:
    """A framed square puzzle of distinct tiles with so many colours in its ring and inside, solvable or not."""
    outer, inside = range(1, ring + 1), range(ring + 1, ring + inner + 1)
    corners = [(0, 0, a, b) for a, b in product(outer, repeat=2)]
    sides = [(0, a, b, c) for a, b, c in product(outer, inside, outer)]
    centre = boards.necklaces(inside)
    tiles = spread(corners, 4) + spread(sides, 4 * (side - 2)) + spread(centre, (side - 2) ** 2)
    return Puzzle(side, side, tuple(map(Tile, tiles)))


def spread(tiles: list[Sides], count: int) -> list[Sides]:
    """So many of the tiles, from all over the list, so that all colours occur."""
    return [tiles[k * (len(tiles) - 1) // (count - 1)] for k in range(count)]


@pytest.mark.parametrize("encoding", HEULE)
def test_the_number_of_variables(encoding: str) -> None:
    """16 for the corners, b^2 + c^2 for b side and c centre tiles, and a variable a diamond and colour."""
    puzzle = ring_and_inner(7, 3, 6)
    assert not puzzle.identical_tiles()
    ring, inner = 4 * 6, 84 - 4 * 6
    assert Formula(puzzle, encoding=encoding).variables.count == 16 + 20**2 + 25**2 + ring * 3 + inner * 6 == 1473


@pytest.mark.parametrize("encoding", HEULE)
def test_the_number_of_variables_of_eternity(encoding: str) -> None:
    puzzle = eternity2().puzzle
    assert Formula(puzzle, encoding=encoding).variables.count == 16 + 56**2 + 196**2 + 60 * 5 + 420 * 17 == 49008


def test_only_numbered_variables_occur() -> None:
    for encoding in HEULE:
        formula = Formula(boards.FRAME_3X3, encoding=encoding)
        named = {abs(literal) for clause in formula.clauses() for literal in clause}
        assert named == set(range(1, formula.variables.count + 1))


def test_what_the_parts_add() -> None:
    """`exp` adds the pairs of squares of a tile, `fbc` each colour a tile lacks, `all` adds both."""
    puzzle = ring_and_inner(5, 2, 4)
    clauses = {name: set(Formula(puzzle, encoding=name).clauses()) for name in HEULE}
    variables = Formula(puzzle).variables
    pairs = {(-a, -b) for on in variables.tile for a, b in combinations(on.values(), 2)}
    assert clauses["heule-exp"] - clauses["heule-cmp"] == pairs
    lacking = clauses["heule-fbc"] - clauses["heule-cmp"]
    assert clauses["heule-all"] == clauses["heule-cmp"] | pairs | lacking
    colour_of = {variable: colour for palette in variables.colour for colour, variable in palette.items()}
    tile_of = {variable: puzzle.tiles[tile] for tile, on in enumerate(variables.tile) for variable in on.values()}
    assert lacking
    for placed, shown in lacking:
        assert colour_of[-shown] not in tile_of[-placed].sides


def holds(clauses: list[Clause], colours: tuple[int, ...]) -> bool:
    """Whether clauses over `shows` are fulfilled if the four diamonds have these colours."""
    true = {shows(side, colour) for side, colour in enumerate(colours)}
    return all(
        any((literal in true) if literal > 0 else (-literal not in true) for literal in clause) for clause in clauses
    )


def shows(side: int, colour: int) -> int:
    return 1 + side % 4 * 10 + colour


@pytest.mark.sample(20)
@pytest.mark.parametrize("sides", boards.necklaces(range(4)), ids=str)
def test_the_colours_around_are_those_of_a_rotation(sides: Sides) -> None:
    """For each pattern of equal colours, and with a colour that the tile lacks."""
    for rot in range(4):
        clauses = list(any_rotation(turned(sides, rot), shows))
        allowed = {colours for colours in product(range(5), repeat=4) if holds(clauses, colours)}
        assert allowed == {turned(sides, each) for each in range(4)}


@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=4), min_size=1, max_size=4))
def test_one_of_several_choices(choices: list[list[int]]) -> None:
    clauses = list(one_of(choices))
    for chosen in product([False, True], repeat=6):
        true = {variable for variable, value in enumerate(chosen, start=1) if value}
        assert all(true & set(clause) for clause in clauses) == any(true.issuperset(choice) for choice in choices)
    assert not any(set(one) < set(other) for one in clauses for other in clauses)
