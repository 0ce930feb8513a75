"""The direct encoding: a variable for each rotation, and what unit propagation derives."""

from __future__ import annotations

import pytest
from pysat.solvers import Solver  # type: ignore[import-untyped]

from edgeasp.encoding.sat.formula import Formula
from tests.encoding.sat.test_heule_encoding import ring_and_inner
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
