"""Counting the models of formulas approximately, with ApproxMC (Chakraborty, Meel and Vardi, 2013; pyapproxmc).

The result is within a factor of 1 + epsilon of the number of assignments, with probability at least 1 - delta.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from edgeasp.puzzle.errors import OptionError, missing
from edgeasp.puzzle.signs.conditions import SignSystem
from edgeasp.solvers.sat.sign_formula import SignFormula, sign_formula, with_all_tiles

WRONG_FROM = (4, 3)
"""From this version on some counts are too small by a factor of two: 34 for a board of 3 x 4 squares that has 68."""


def require() -> None:
    """Raise an `OptionError` if ApproxMC is missing, or if it is a version that counts too few."""
    if find_spec("pyapproxmc") is None:
        raise missing("--approximate needs pyapproxmc", "pyapproxmc", "signs")
    require_right()


def require_right() -> None:
    """Raise an `OptionError` if the version of ApproxMC that is installed counts too few."""
    import pyapproxmc  # type: ignore[import-untyped,import-not-found,unused-ignore]

    # What the installer says of the version is wrong where pyganak has written its own library over it.
    version = str(pyapproxmc.__version__)
    if _numbers(version) >= WRONG_FROM:
        raise OptionError(
            f"pyapproxmc {version} counts too few, and pyganak brings it: "
            "pip install --force-reinstall --no-deps 'pyapproxmc>=4.1.20,<4.3'"
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


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
