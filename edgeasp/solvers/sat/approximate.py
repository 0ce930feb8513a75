"""Counting the models of formulas approximately, with ApproxMC (Chakraborty, Meel and Vardi, 2013; pyapproxmc).

The result is within a factor of 1 + epsilon of the number of assignments, with probability at least 1 - delta.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from edgeasp.puzzle.errors import missing
from edgeasp.puzzle.signs.conditions import SignSystem
from edgeasp.solvers.sat.sign_formula import SignFormula, sign_formula, with_all_tiles


def require() -> None:
    """Raise an `OptionError` if ApproxMC is missing."""
    if find_spec("pyapproxmc") is None:
        raise missing("--approximate needs pyapproxmc", "pyapproxmc", "signs")


def approximate_count(systems: Sequence[SignSystem], epsilon: float, delta: float, seed: int) -> int:
    """About how many assignments of signs solve one of the systems; nothing can interrupt it.

    Args:
        systems: equations that exclude one another.
        epsilon: the factor is 1 + epsilon.
        delta: the probability with which the result is further off, at most.
        seed: of the random numbers.
    """
    total = 0
    for system in systems:
        cells, hashes = cells_and_hashes(sign_formula(system), seed, epsilon, delta / len(systems))
        total += cells * 2**hashes
    return total


def cells_and_hashes(formula: SignFormula, seed: int, epsilon: float = 0.8, delta: float = 0.2) -> tuple[int, int]:
    """The assignments in a cell, and how often all of them were halved to get it: 0 in a cell if there are none."""
    from pyapproxmc import Counter  # type: ignore[import-untyped,import-not-found,unused-ignore]

    counter = Counter(seed=seed, epsilon=epsilon, delta=delta)
    counter.add_clauses(with_all_tiles(formula))
    cells, hashes = counter.count(list(range(1, formula.tiles + 1)))
    return int(cells), int(hashes)
