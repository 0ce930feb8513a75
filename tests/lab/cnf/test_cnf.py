"""Direct and Heule encoding in SAT."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver  # type: ignore[import-untyped]

from edgeasp.formats.known import eternity2
from edgeasp.lab.cnf import cnf
from edgeasp.lab.cnf.cnf import Clause, Formula, any_rotation, one_of
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Solution, Square, Tile, turned
from tests.encoding.test_render import expected
from tests.support import boards

# ---- direct encoding ----


def test_the_number_of_variables() -> None:
    """Those of Heule's encodings, and on each centre square one for each different rotation of a centre tile.

    A tile with a single rotation needs none, as do tiles of the ring, which fit in one rotation.
    """
    puzzle = ring_and_inner(7, 3, 6)
    periods = [tile.period for tile in puzzle.tiles if 0 not in tile.sides]
    assert set(periods) == {1, 2, 4}
    expected = 1473 + 25 * sum(period for period in periods if period > 1)
    assert Formula(puzzle, encoding="direct").variables.count == expected


@pytest.mark.parametrize("name", ["framed 3x4", "unframed 3x2", "surplus 3x3", "symmetric centre", "golden"])
def test_a_colour_falls_with_the_last_placement_that_shows_it(name: str) -> None:
    """On whichever side of the diamond, by unit propagation alone."""
    formula = Formula(boards.various()[name], encoding="direct")
    variables, candidates = formula.variables, formula.variables.candidates
    with Solver("minisat22", bootstrap_with=list(formula.clauses())) as solver:
        for square, placements in enumerate(variables.placement):
            for side, diamond in enumerate(candidates.around[square]):
                for colour, shown in {} if diamond is None else variables.colour[diamond].items():
                    excluded = [
                        -placements[fit.tile, fit.rot]
                        for fit in candidates.by_square[square]
                        if fit.sides[side] == colour
                    ]
                    possible, implied = solver.propagate(excluded)
                    # `propagate` does not repeat what is false from the start.
                    assert not possible or -shown in implied or not solver.propagate([shown])[0]


@pytest.mark.parametrize("clued", [False, True])
def test_proofs_decide_the_diamonds_in_the_order_of_the_rules(clued: bool) -> None:
    """The order that `asp/heuristic/outward.lp` states; each colour of a diamond once."""
    puzzle = boards.planted(1, 5, 4, 3, framed=True)
    clue = Placement(0, Square(2, 1), 0)
    clues = Solution((clue,) if clued else ())
    variables = Formula(puzzle, clues, "direct").variables
    order = cnf.outward(variables, clues)
    of_colour = {each: number for number, colours in enumerate(variables.colour) for each in colours.values()}
    assert sorted(order) == sorted(of_colour)
    levels = expected(puzzle, [(clue.square.col + 1, clue.square.row + 1) if clued else (1, 1)])
    sides, squares = {"bottom": Side.SOUTH, "right": Side.EAST}, variables.candidates.squares
    wanted = []
    for _, (x, y, side) in sorted((-min(level), half) for half, level in levels.items()):
        here = next(number for number, square in enumerate(squares) if square == (x - 1, y - 1))
        wanted.append(variables.candidates.around[here][sides[side]])
    assert list(dict.fromkeys(of_colour[each] for each in order)) == wanted


# ---- Heule encoding ----

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
def test_the_number_of_variables_in_heules_encoding(encoding: str) -> None:
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
