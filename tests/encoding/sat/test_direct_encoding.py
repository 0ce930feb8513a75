"""The direct encoding: a variable for each rotation, and what unit propagation derives."""

from __future__ import annotations

import pytest
from pysat.solvers import Solver  # type: ignore[import-untyped]

from edgeasp.encoding import cnf
from edgeasp.encoding.cnf import Formula
from edgeasp.puzzle.model import Placement, Side, Solution, Square
from tests.encoding.sat.test_heule_encoding import ring_and_inner
from tests.encoding.test_outward import expected
from tests.support import boards


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
