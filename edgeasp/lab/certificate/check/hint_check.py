"""Checks a proof with hints, in the format LRAT, without a solver: each lemma follows from the clauses that it names.

A lemma holds if its literals cannot all be false: then each clause that the hints name has one literal left, which
must be true, until one has none. What is named behind that one is ignored, as other programs do. See "Efficient
certified RAT verification" (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, 2017), whose RAT steps this checker
does not take. It imports nothing of edgeasp.
"""

from __future__ import annotations

from collections.abc import Sequence


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
        self._clauses: dict[int, frozenset[int]] = {}
        # The one object of each literal: a set finds what it holds at once, and compares other objects digit by digit.
        self._literals: dict[int, int] = {}
        self._last = 0

    def add(self, literals: Sequence[int]) -> None:
        """Add the next clause of the formula, or a lemma that was checked."""
        self._last += 1
        self._clauses[self._last] = frozenset(map(self._literals.setdefault, literals, literals))

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
        """Whether each hint leaves one literal, until one leaves none."""
        same, false = self._literals.get, set(literals)
        try:
            for clause in map(self._clauses.__getitem__, hints):
                left = clause - false
                if len(left) != 1:
                    return not left
                [literal] = left
                false.add(same(-literal, -literal))
        except KeyError as error:
            raise ProofError(f"expected the number of a clause as a hint, found {error}, which is none") from None
        return False


def _said(literals: Sequence[int]) -> str:
    shown = " ".join(map(str, literals[:8]))
    return f"{shown} ..." if len(literals) > 8 else shown or "the empty clause"
