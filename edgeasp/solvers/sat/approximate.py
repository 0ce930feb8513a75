"""Counting the models of formulas approximately, with ApproxMC (Chakraborty, Meel and Vardi, 2013; pyapproxmc).

The result is within a factor of 1 + epsilon of the number of assignments, with probability at least 1 - delta.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from edgeasp.encoding.formula import sign_formula
from edgeasp.puzzle.signs.conditions import SignSystem
from edgeasp.system.errors import OptionError, missing

WRONG_FROM = (4, 3)
"""From this version on some counts are too small by a factor of two: 34 for a board of 3 x 4 squares that has 68."""


def require() -> None:
    """Raise an `OptionError` if ApproxMC is missing, or if it is a version that counts too few."""
    if find_spec("pyapproxmc") is None:
        raise missing("--approximate needs pyapproxmc", "pyapproxmc", "signs")
    import pyapproxmc  # type: ignore[import-untyped,import-not-found,unused-ignore]

    # What the installer says of the version is wrong where another package has written its own library over it.
    version = str(pyapproxmc.__version__)
    if _numbers(version) >= WRONG_FROM:
        raise OptionError(
            f"pyapproxmc {version} counts too few: pip install --force-reinstall --no-deps 'pyapproxmc>=4.1.20,<4.3'"
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
    from pyapproxmc import Counter  # type: ignore[import-untyped,import-not-found,unused-ignore]

    total = 0
    for system in systems:
        formula = sign_formula(system)
        tiles = range(1, formula.tiles + 1)
        counter = Counter(seed=seed, epsilon=epsilon, delta=delta / len(systems))
        # A clause that always holds makes the variable of a tile known even if no other clause has it.
        counter.add_clauses([*map(list, formula.clauses), *([tile, -tile] for tile in tiles)])
        cells, hashes = counter.count(list(tiles))
        total += int(cells) * 2 ** int(hashes)
    return total
