"""Counting the models of formulas approximately, with ApproxMC (Chakraborty, Meel and Vardi, 2013; pyapproxmc).

The result is within a factor of 1 + epsilon of the number of assignments, with probability at least 1 - delta.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from edgeasp.puzzle.errors import missing
from edgeasp.puzzle.signs.conditions import SignSystem
from edgeasp.solvers.sat.sign_formula import sign_formula


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
    from pyapproxmc import Counter  # type: ignore[import-untyped,import-not-found,unused-ignore]

    total = 0
    for system in systems:
        formula = sign_formula(system)
        counter = Counter(seed=seed, epsilon=epsilon, delta=delta / len(systems))
        counter.add_clauses([list(clause) for clause in formula.clauses])
        # Each variable of a tile is known to the counter, even if no clause has it.
        counter.add_clauses([[tile, -tile] for tile in range(1, formula.tiles + 1)])
        cells, hashes = counter.count(list(range(1, formula.tiles + 1)))
        total += int(cells) * 2 ** int(hashes)
    return total
