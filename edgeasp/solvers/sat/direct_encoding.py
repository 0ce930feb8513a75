"""Matching with a variable for each tile on each square in each rotation, and colours on the diamonds.

Every colour of a diamond is tied to the placements on both of its sides, in both directions: a placement gives the
diamonds around it their colours, and a colour has to come from a placement on either side. So unit propagation
finds all that follows from the candidates that are left on two neighbouring squares.
"""

from __future__ import annotations

from collections.abc import Iterator

from edgeasp.solvers.sat.variables import Clause, Variables


def colours_around(variables: Variables) -> Iterator[Clause]:
    """The colours of the diamonds around a square are those that the placement on it shows."""
    candidates = variables.candidates
    for square, turned in enumerate(variables.turned):
        for side, diamond in enumerate(candidates.around[square]):
            if diamond is None:
                continue
            colours = variables.colour[diamond]
            shown_by: dict[int, list[int]] = {colour: [] for colour in colours}
            for fit in candidates.by_square[square]:
                placement = turned[fit.tile, fit.rot]
                shown_by[fit.sides[side]].append(placement)
                yield -placement, colours[fit.sides[side]]
            for colour, placements in shown_by.items():
                yield -colours[colour], *placements


def some_rotation(variables: Variables) -> Iterator[Clause]:
    """A tile lies on a square if and only if it lies there in some rotation."""
    for square, turned in enumerate(variables.turned):
        for tile, fits in variables.candidates.by_tile[square].items():
            lies = variables.tile[tile][square]
            rotations = [turned[tile, fit.rot] for fit in fits]
            if len(rotations) > 1:
                yield -lies, *rotations
                for rotation in rotations:
                    yield -rotation, lies
