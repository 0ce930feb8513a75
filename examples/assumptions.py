"""One ground program, searched repeatedly under assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import edgeasp
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import degrees


def place(placement: edgeasp.Placement) -> edgeasp.Assumption:
    """Return the atom `place(T,R,X,Y)` of a placement.

    R is in clockwise degrees. T, X and Y count from 1.
    """
    square = placement.square
    arguments = (placement.tile + 1, degrees(placement.rot), square.col + 1, square.row + 1)
    return edgeasp.Assumption(edgeasp.Atom("place", arguments))


def solvable(session: edgeasp.Session, assumptions: Sequence[edgeasp.Assumption]) -> bool:
    """Whether some solution satisfies the assumptions.

    clasp keeps its learnt clauses for the next search.
    """
    return bool(list(session.solve(assumptions=assumptions)))


def shrunk(session: edgeasp.Session, core: Sequence[edgeasp.Assumption]) -> list[edgeasp.Assumption]:
    """Shrink a core to a minimal one.

    It becomes satisfiable if any one of its assumptions is removed.
    """
    kept = list(core)
    for each in core:
        if each in kept and not solvable(session, [other for other in kept if other != each]):
            kept = list(session.core)
    return kept


def main() -> None:
    """Misplace an inner tile and explain the contradiction."""
    planted = generate(Recipe(6, 6, inner=4, border=3, seed=1, distinct=True, symmetric=False))
    assert planted.solution is not None
    on = planted.solution.by_square()
    ring = [on[square] for square in planted.puzzle.grid.squares if planted.puzzle.grid.outer_sides(square)]
    moved = replace(on[edgeasp.Square(2, 2)], square=edgeasp.Square(3, 3), rot=0)

    session = edgeasp.Session(edgeasp.make_task(planted.puzzle))
    print(
        f"the {len(ring)} placements of the ring:", "solvable" if solvable(session, list(map(place, ring))) else "not"
    )
    assumptions = [place(each) for each in (*ring, moved)]
    print(f"and {place(moved)}:", "solvable" if solvable(session, assumptions) else "not solvable")
    core = session.core
    clash = shrunk(session, core)
    print(f"core of {len(core)} placements, {len(clash)} of them minimal:", *clash)


if __name__ == "__main__":
    main()
