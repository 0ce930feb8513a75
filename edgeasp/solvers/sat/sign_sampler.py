"""Drawing assignments of signs where they are too many to be counted.

UniGen (Soos, Gocht and Meel, 2020; pyunigen) draws almost uniformly: no assignment is much more likely than another. It
needs an approximate count, which ApproxMC makes once.
CMSGen (Golia, Soos, Chakraborty and Meel, 2021; pycmsgen) is quick and promises nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from importlib.util import find_spec

from edgeasp.puzzle.errors import SolverError, missing
from edgeasp.puzzle.model import Sign
from edgeasp.puzzle.rng import Rng
from edgeasp.puzzle.signs.conditions import Assignment, SignSystem
from edgeasp.solvers.sat.approximate import cells_and_hashes, require_right
from edgeasp.solvers.sat.sign_formula import SignFormula, either, with_all_tiles

_AT_ONCE = 25
"""Samples that UniGen draws in one go: its time grows with the square of their number."""


class Sampler(Enum):
    """A program that draws models of formulas."""

    UNIGEN = "unigen"
    CMSGEN = "cmsgen"

    @property
    def packages(self) -> tuple[str, ...]:
        """What has to be installed."""
        return ("pyunigen", "pyapproxmc") if self is Sampler.UNIGEN else ("pycmsgen",)

    def require(self) -> None:
        """Raise an `OptionError` if the program is missing."""
        for package in self.packages:
            if find_spec(package) is None:
                extra = "signs" if self is Sampler.UNIGEN else "cmsgen"
                raise missing(f"--sampler {self.value} needs {package}", package, extra)
        if self is Sampler.UNIGEN:
            require_right()


def draw(systems: Sequence[SignSystem], sampler: Sampler, number: int, seed: int) -> list[Assignment]:
    """So many assignments of signs, each of which solves one of the systems; nothing can interrupt it.

    Args:
        systems: the equations for one checkerboard, or for both.
        sampler: which program draws them.
        number: how many; one may be drawn again. None is drawn if there is none.
        seed: of the random numbers.

    Raises:
        SolverError: the program did not give what it was asked for.
    """
    if not systems:
        return []
    rng = Rng(seed)
    if not systems[0].free:
        return [_signs(systems[rng.below(len(systems))], []) for _ in range(number)]
    formula = either(systems)
    models = _by_unigen(formula, number, rng) if sampler is Sampler.UNIGEN else _by_cmsgen(formula, number, rng)
    tiles = len(systems[0].free)
    return [_signs(systems[len(model) > tiles and not model[tiles]], model[:tiles]) for model in models]


def _signs(system: SignSystem, model: Sequence[bool]) -> Assignment:
    """The signs of all tiles, those of the free ones from a model."""
    free = dict(zip(system.free, model, strict=True))
    return tuple(
        sign if sign is not None else Sign.PLUS if free[tile] else Sign.MINUS for tile, sign in enumerate(system.known)
    )


def _by_unigen(formula: SignFormula, number: int, rng: Rng) -> list[list[bool]]:
    from pyunigen import Sampler as UniGen  # type: ignore[import-untyped,import-not-found,unused-ignore]

    # UniGen ends the process if there is nothing to draw; the count tells.
    cells, hashes = cells_and_hashes(formula, seed=rng.below(2**31))
    models: list[list[bool]] = []
    while cells and len(models) < number:
        asked = min(_AT_ONCE, number - len(models))
        sampler = UniGen(seed=rng.below(2**31))
        for clause in with_all_tiles(formula):
            sampler.add_clause(clause)
        *_, samples = sampler.sample(
            num=asked, sampling_set=list(range(1, formula.tiles + 1)), cell_hash_count=(cells, hashes)
        )
        if len(samples) < asked:
            raise SolverError(f"UniGen gave {len(samples)} samples of {asked}")
        # It may give more, and in an order that is no accident.
        chosen = rng.shuffled(samples)[:asked]
        models.extend([literal > 0 for literal in sample[: formula.tiles]] for sample in chosen)
    return models


def _by_cmsgen(formula: SignFormula, number: int, rng: Rng) -> list[list[bool]]:
    from pycmsgen import Solver  # type: ignore[import-untyped,import-not-found,unused-ignore]

    solver = Solver(seed=rng.below(2**31))
    solver.add_clauses(with_all_tiles(formula))
    models = []
    for _ in range(number):
        satisfiable, model = solver.solve()
        if not satisfiable:
            return []
        models.append([bool(value) for value in model[1 : formula.tiles + 1]])
    return models
