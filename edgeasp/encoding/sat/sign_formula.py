"""The conditions on signs as a formula, for programs that count models.

A tile has a variable, true for plus. An equation is a chain of partial sums: for each tile in turn, a variable for each
sum that the tiles so far may have. The signs determine these variables, so models and assignments are as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgeasp.puzzle.signs.conditions import SignSystem


@dataclass(frozen=True, slots=True)
class SignFormula:
    """A formula; the free tiles of the system have the variables from 1 on, in their order.

    Attributes:
        tiles: the number of these variables.
        variables: the number of all variables.
        clauses: lists of literals, negative for negated.
    """

    tiles: int
    variables: int
    clauses: tuple[tuple[int, ...], ...]


def sign_formula(system: SignSystem) -> SignFormula:
    """The formula of a system."""
    tiles = top = len(system.free)
    clauses: list[tuple[int, ...]] = []
    for weights, target in zip(zip(*system.weights, strict=True), system.targets, strict=True):
        top = _add_equation(weights, target, top, clauses)
    return SignFormula(tiles, top, tuple(clauses))


def _add_equation(weights: Sequence[int], target: int, top: int, clauses: list[tuple[int, ...]]) -> int:
    """Add the clauses of an equation; returns the last variable."""
    sums: dict[int, tuple[int, ...]] = {0: ()}
    """The sums so far, each with the literal that denies it; the empty sum at the beginning has none."""
    rest = sum(weights)
    for variable, weight in enumerate(weights, 1):
        if not weight:
            continue
        rest -= weight
        after: dict[int, tuple[int, ...]] = {}
        for before, denied in sums.items():
            for literal, total in ((variable, before + weight), (-variable, before)):
                if not total <= target <= total + rest:
                    # The other tiles cannot make up for it.
                    clauses.append((*denied, -literal))
                    continue
                if total not in after:
                    top += 1
                    after[total] = (-top,)
                clauses.append((*denied, -literal, *(-each for each in after[total])))
        # A sum is there only if the sum before it is; the empty sum at the beginning always is.
        for total, (absent,) in after.items():
            for literal, before in ((variable, total - weight), (-variable, total)):
                if before not in sums:
                    clauses.append((absent, -literal))
                elif sums[before]:
                    clauses.append((absent, -literal, -sums[before][0]))
        sums = after
    return top
