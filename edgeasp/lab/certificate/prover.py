"""CaDiCaL as a prover: it writes each lemma that it learns, with the clauses that the lemma follows from, to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from edgeasp.encoding.cnf import Clause
from edgeasp.lab.bench.sat_search import new_solver
from edgeasp.solvers.interface import Statistics
from edgeasp.system.errors import OutputError, os_reason
from edgeasp.system.limits import Limit, LimitReached, Stopped
from edgeasp.system.processes import without_interrupts

NAME = "cadical195"
"""The solver, as PySAT names it."""

EXTRA = "proof"
"""The extra of edgeasp that brings PySAT."""

_OPTIONS = {
    # A proof as text, with hints.
    "binary": 0,
    "lrat": 1,
    # There is no model to be found: the phases that look for one take half of the conflicts.
    "stabilize": 0,
    "phase": 0,
    # Measured on boards from 5x5 to 10x10: without these, proofs need a half to all of the conflicts, and are shorter.
    "chrono": 0,
    "elim": 0,
    "vivify": 0,
}
_IN_ORDER = {
    # The variables are decided by their numbers, the highest first, for good; a restart would only come back.
    "bump": 0,
    "restart": 0,
}
_SLICE = 1000
"""Conflicts between two looks at limits and signals."""


def require() -> None:
    """Make sure, before anything else is done, that the solver is here; an `OptionError` says what to install."""
    new_solver(NAME, EXTRA).delete()


class Prover:
    """A formula in CaDiCaL, and the file that takes its proof.

    Attributes:
        model: the true variables of a model, if the formula has one.
        statistics: of the search so far.
        clauses: the number of clauses.
        empty: the number, from 1, of an empty clause, which needs no proof; None if there is none.
    """

    def __init__(self, clauses: Iterable[Clause], path: str, count: int = 0, first: Sequence[int] = ()) -> None:
        """Load the clauses; the file is written from now on, as text in the format LRAT.

        Args:
            clauses: the formula.
            path: of the file, in which variables have numbers of the solver's: see `names`.
            count: the number of variables, if there is an order.
            first: the variables that are decided first, in this order; without any, the solver finds an order.

        Raises:
            OptionError: PySAT is not installed.
            OutputError: the file cannot be written.
        """
        self.model: frozenset[int] = frozenset()
        self.statistics = Statistics()
        self.clauses = 0
        self.empty: int | None = None
        self._solver = new_solver(NAME, EXTRA)
        import pysolvers  # type: ignore[import-not-found]

        self._solver.configure(_OPTIONS | _IN_ORDER if first else _OPTIONS)
        others = sorted(set(range(1, count + 1)).difference(first)) if first else []
        self._theirs = {ours: number for number, ours in enumerate([*others, *reversed(first)], start=1)}
        self._ours = {number: ours for ours, number in self._theirs.items()}
        try:
            self._file = open(path, "w+b")  # noqa: SIM115  # closed with the solver
        except OSError as error:
            raise OutputError(f"{path}: cannot be written: {os_reason(error)}") from None
        # PySAT's own option would keep the proof in a temporary file, and read it whole.
        self._proof = pysolvers.cadical195_tracepr(self._solver.solver.cadical, self._file)
        for number, clause in enumerate(clauses, start=1):
            self._solver.add_clause(_renamed(clause, self._theirs))
            self.clauses = number
            if not clause:
                self.empty = number

    def refute(self, check: Callable[[], None], conflicts: int | None = None, spent: int = 0) -> bool:
        """Whether the formula has no model.

        Args:
            check: called about once a second, to stop the search with an exception.
            conflicts: the number of conflicts after which to stop; None for no limit.
            spent: how many of them another search has had.

        Raises:
            LimitReached: the limit on conflicts is reached.
        """
        while True:
            check()
            done = spent + (self.statistics.conflicts or 0)
            if conflicts is not None and done >= conflicts:
                raise LimitReached(Stopped(Limit.CONFLICTS, conflicts))
            self._solver.conf_budget(_SLICE if conflicts is None else min(_SLICE, conflicts - done))
            # At Ctrl-C, PySAT would leave the solver by a jump, in the middle of a line of the proof.
            satisfiable = without_interrupts(self._solver.solve_limited)
            counts = self._solver.accum_stats()
            self.statistics = Statistics(counts["conflicts"], counts["decisions"], counts["restarts"])
            if satisfiable is not None:
                break
        if satisfiable:
            self.model = frozenset(
                _renamed((literal for literal in self._solver.get_model() if literal > 0), self._ours)
            )
        return not satisfiable

    @property
    def version(self) -> str:
        """The solver and the package that brings it, with their versions."""
        from importlib.metadata import version

        return f"CaDiCaL 1.9.5 of python-sat {version('python-sat')}"

    @property
    def names(self) -> dict[bytes, bytes]:
        """The literals in the proof, as text, with those that they stand for; empty if they are the same."""
        return {
            b"%d" % (sign * number): b"%d" % (sign * ours) for number, ours in self._ours.items() for sign in (1, -1)
        }

    def close(self) -> None:
        """Free the solver, and complete the file."""
        import pysolvers

        self._solver.delete()
        with suppress(OSError):
            pysolvers.flushpr(self._proof)
        self._file.close()


def _renamed(literals: Iterable[int], names: Mapping[int, int]) -> list[int]:
    """Literals with other names of their variables."""
    if not names:
        return list(literals)
    return [names[literal] if literal > 0 else -names[-literal] for literal in literals]
