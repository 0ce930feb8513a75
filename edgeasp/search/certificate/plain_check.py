"""Checks a proof without hints, in the format DRAT, by the unit propagation of a SAT solver."""

from __future__ import annotations

from collections.abc import Iterable

from edgeasp.search.certificate.hint_check import ProofError
from edgeasp.solvers.sat.propagation import PropagationSolver


class PlainChecker:
    """The clauses of a formula, and the lemmas that were checked.

    Attributes:
        lemmas: how many.
    """

    def __init__(self) -> None:
        """Start without clauses; an `OptionError` says that PySAT is not installed."""
        self.lemmas = 0
        self._solver = PropagationSolver()

    def add(self, literals: tuple[int, ...]) -> None:
        """Add the next clause of the formula."""
        self._solver.add(literals)

    def check(self, lines: Iterable[str]) -> None:
        """Check the lines of a proof, up to the empty clause.

        Raises:
            ProofError: a lemma does not follow, or there is no empty clause.
        """
        line = 0
        try:
            for line, text in enumerate(lines, start=1):
                if self._ends(line, text):
                    return
        finally:
            self._solver.close()
        raise ProofError(line + 1, "expected a proof that ends with the empty clause, found the end of the file")

    def _ends(self, line: int, text: str) -> bool:
        """Check one line: a lemma, or one to delete; whether it is the empty clause."""
        words = text.split()
        deletes = words[:1] == ["d"]
        try:
            *literals, end = map(int, words[deletes:])
        except ValueError:
            literals, end = [], -1
        if end != 0 or 0 in literals:
            raise ProofError(line, "expected a lemma: literals, then 0")
        if deletes:
            if not self._solver.delete(literals):
                raise ProofError(line, "expected a lemma to delete, found one that is not there")
            return False
        if not self._solver.follows(literals):
            raise ProofError(line, "expected a lemma that follows by unit propagation")
        self.lemmas += 1
        return not literals
