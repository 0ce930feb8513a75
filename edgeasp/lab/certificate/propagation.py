"""MiniSat as a checker of proofs without hints, in the format DRAT: each lemma follows by unit propagation.

If its literals are all false, unit propagation meets a contradiction (Goldberg and Novikov, "Verification of proofs of
unsatisfiability for CNF formulas", 2003). RAT steps are not taken, so ignoring a deletion changes no verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from edgeasp.encoding.cnf import Clause
from edgeasp.lab.bench.peers import new_solver
from edgeasp.lab.certificate.make import EXTRA

NAME = "minisat22"
"""The solver, as PySAT names it; another one writes proofs."""

_MOST_DELETED = 5000
"""Deleted lemmas after which the solver starts anew without them, if they are more than those that are left."""


class PropagationSolver:
    """The clauses of a formula, and the lemmas that follow from them and were not deleted."""

    def __init__(self) -> None:
        """Start without clauses; an `OptionError` says that PySAT is not installed."""
        self._solver = new_solver(NAME, EXTRA)
        self._clauses: list[Clause] = []
        self._live: Counter[Clause] = Counter()
        self._deleted = 0

    def add(self, literals: Clause) -> None:
        """Add the next clause of the formula."""
        self._clauses.append(literals)
        self._solver.add_clause(literals)

    def follows(self, literals: Sequence[int]) -> bool:
        """Whether a lemma follows by unit propagation; if so, it is kept."""
        if self._solver.propagate([-literal for literal in literals])[0]:
            return False
        self._solver.add_clause(literals)
        self._live[tuple(sorted(literals))] += 1
        return True

    def delete(self, literals: Iterable[int]) -> bool:
        """Let go of a lemma; whether there was such a lemma."""
        lemma = tuple(sorted(literals))
        if not self._live[lemma]:
            return False
        self._live[lemma] -= 1
        self._deleted += 1
        if self._deleted > max(_MOST_DELETED, self._live.total()):
            self._start_anew()
        return True

    def _start_anew(self) -> None:
        """MiniSat deletes no single clause: load what is left into a new one."""
        # What already follows stays true although the clauses that it follows from are gone.
        units = self._solver.propagate([])[1]
        self._solver.delete()
        self._solver = new_solver(NAME, EXTRA)
        self._live = +self._live
        self._deleted = 0
        for clause in [*self._clauses, *((unit,) for unit in units), *self._live]:
            self._solver.add_clause(clause)

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()
