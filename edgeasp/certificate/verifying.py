"""The check of a certificate with MiniSat as a second checker of its proof: what needs a solver is handed in here."""

from __future__ import annotations

from functools import partial

from edgeasp.certificate.check import verification
from edgeasp.certificate.check.hint_check import ProofError
from edgeasp.certificate.check.proof_steps import Deletion, Lemma
from edgeasp.solvers.sat.propagation import PropagationSolver


class PlainChecker:
    """MiniSat, which checks a proof without its hints by unit propagation; as a context it is freed at its end."""

    name = "minisat"

    def __init__(self) -> None:
        """Start without clauses; an `OptionError` says that PySAT is not installed."""
        self._solver = PropagationSolver()

    def __enter__(self) -> PlainChecker:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.close()

    def add(self, literals: tuple[int, ...]) -> None:
        """Add the next clause of the formula."""
        self._solver.add(literals)

    def take(self, step: Lemma | Deletion) -> None:
        """Check the next lemma, or delete lemmas; ProofError if it does not follow."""
        if isinstance(step, Lemma):
            if not self._solver.follows(step.literals):
                raise ProofError("expected a lemma that follows by unit propagation")
            return
        for lemma in step.lemmas:
            if not self._solver.delete(lemma):
                raise ProofError("expected a lemma to delete, found one that is not there")

    def end(self) -> None:
        """Nothing is left to do once each step was checked."""


verify = partial(verification.verify, minisat=PlainChecker)
"""Check a certificate, with any of the checkers of `verification.CHECKERS`."""
