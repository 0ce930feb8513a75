"""Checks a proof with hints, in the format LRAT, without a solver: each lemma follows from the clauses that it names.

A lemma holds if its literals cannot all be false: then each clause that the hints name has one literal left, which
must be true, until the last one has none. See "Efficient certified RAT verification" (Cruz-Filipe, Heule, Hunt,
Kaufmann and Schneider-Kamp, 2017), whose RAT steps this checker does not take. It imports nothing of edgeasp.
"""

from __future__ import annotations

from collections.abc import Sequence

Clause = Sequence[int] | frozenset[int]


class ProofError(Exception):
    """A step of a proof that does not hold, and why."""


class HintChecker:
    """The clauses of a formula, numbered from 1, and the lemmas that were checked, numbered from there on.

    Attributes:
        lemmas: how many.
        refuted: whether one of them is the empty clause, so that the formula has no model.
    """

    def __init__(self) -> None:
        self.lemmas = 0
        self.refuted = False
        self._clauses: dict[int, Clause] = {}
        self._last = 0

    def add(self, literals: Sequence[int]) -> None:
        """Add the next clause of the formula, or a lemma that was checked."""
        self._last += 1
        # A long clause loses its false literals faster as a set; short ones take less memory as they are.
        self._clauses[self._last] = frozenset(literals) if len(literals) > 4 else tuple(literals)

    def lemma(self, literals: Sequence[int], hints: Sequence[int]) -> None:
        """Check the next lemma, and keep it.

        Raises:
            ProofError: it does not follow from its hints.
        """
        if not self._follows(literals, hints):
            raise ProofError(f"expected a lemma that follows from its hints, found: {_said(literals)}")
        self.add(literals)
        self.lemmas += 1
        self.refuted = self.refuted or not literals

    def delete(self, numbers: Sequence[int]) -> None:
        """Forget clauses by their numbers; ProofError if there is no such clause."""
        for number in numbers:
            if self._clauses.pop(number, None) is None:
                raise ProofError(f"expected clauses to delete, found {number}, which is none")

    def _follows(self, literals: Sequence[int], hints: Sequence[int]) -> bool:
        """Whether each hint leaves one literal, and the last one none."""
        false = set(literals)
        for place, hint in enumerate(hints, start=1):
            clause = self._clauses.get(hint)
            if clause is None:
                raise ProofError(f"expected the number of a clause as a hint, found {hint}, which is none")
            left = (
                clause - false
                if isinstance(clause, frozenset)
                else [literal for literal in clause if literal not in false]
            )
            if not left:
                return place == len(hints)
            if len(left) > 1:
                return False
            for literal in left:
                false.add(-literal)
        return False


def _said(literals: Sequence[int]) -> str:
    shown = " ".join(map(str, literals[:8]))
    return f"{shown} ..." if len(literals) > 8 else shown or "the empty clause"
