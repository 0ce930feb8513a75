"""Counting the models of formulas exactly, with Ganak (Sharma, Roy, Soos and Meel, 2019; pyganak).

It is quick where colours are many, so that signs determine one another, whatever the size of the board; where colours
are few it does not end from 6 x 6 squares on.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from edgeasp.puzzle.errors import missing
from edgeasp.puzzle.signs.conditions import SignSystem
from edgeasp.solvers.sat.sign_formula import sign_formula


def require() -> None:
    """Raise an `OptionError` if Ganak is missing."""
    if find_spec("pyganak") is None:
        raise missing("--ganak needs pyganak", "pyganak", "ganak")


def exact_count(systems: Sequence[SignSystem]) -> int:
    """How many assignments of signs solve one of the systems, which exclude one another; nothing can interrupt it."""
    from pyganak import Counter  # type: ignore[import-untyped,import-not-found,unused-ignore]

    total = 0
    for system in systems:
        formula = sign_formula(system)
        if not formula.tiles:
            total += 1
            continue
        counter = Counter()
        counter.new_vars(formula.variables)
        counter.add_clauses([list(clause) for clause in formula.clauses])
        counter.set_sampling_set(range(1, formula.tiles + 1))
        total += int(counter.count())
    return total
