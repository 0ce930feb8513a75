"""One ground program, searched again and again under assumptions: which placements exclude one another, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import edgeasp
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import degrees


def place(placement: edgeasp.Placement) -> edgeasp.Assumption:
    """The atom `place(T,R,X,Y)`: rotation R in clockwise degrees; tile, column and row counted from 1."""
    square = placement.square
    arguments = (placement.tile + 1, degrees(placement.rot), square.col + 1, square.row + 1)
    return edgeasp.Assumption(edgeasp.Atom("place", arguments))


def solvable(session: edgeasp.Session, assumptions: Sequence[edgeasp.Assumption]) -> bool:
    """Whether some solution fulfils the assumptions; clasp keeps what it has learnt for the next search."""
    return bool(list(session.solve(assumptions=assumptions)))


def shrunk(session: edgeasp.Session, core: Sequence[edgeasp.Assumption]) -> list[edgeasp.Assumption]:
    """A minimal part of a core: no solution fulfils it, but without any one of its assumptions there is one."""
    kept = list(core)
    for each in core:
        if each in kept and not solvable(session, [other for other in kept if other != each]):
            kept = list(session.core)
    return kept


def main() -> None:
    """Put a tile in a wrong place inside the ring of a solution, and explain why no solution holds both."""
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
