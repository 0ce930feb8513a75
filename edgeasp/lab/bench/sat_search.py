"""SAT solvers in this process, through PySAT: one board, or all."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edgeasp.encoding.cnf import ENCODINGS, Clause, Formula
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.rng import Relabelling
from edgeasp.solvers.interface import (
    Fingerprint,
    ProblemSize,
    Solver,
    SolverRun,
    Statistics,
    source_hash,
)
from edgeasp.system.errors import OptionError, SolverError, missing

NOT_INCREMENTAL = ("kissat404", "kissat4", "kissat", "ks4", "ks")
"""Solvers that start again for each further board, with the clauses that exclude the boards before it."""


@dataclass(frozen=True)
class Sat(Solver):
    """A SAT solver by its name in PySAT, such as `cadical195` or `glucose42`, on one of the CNF encodings."""

    packages = (("python-sat", "pysat"),)
    solver: str = ""
    encoding: str = ""

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """The solver named `SOLVER:ENCODING`."""
        solver, _, encoding = text.partition(":")
        known = encoding in ENCODINGS and re.fullmatch("[a-z0-9-]+", solver)
        return cls(text, solver, encoding) if known else None

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """A form for each encoding."""
        return [
            (f"SOLVER:{name}", f"a SAT solver of PySAT, such as cadical195 or glucose42; {text}")
            for name, text in ENCODINGS.items()
        ]

    def require(self) -> None:
        """Check that PySAT is installed and has the solver."""
        super().require()
        new_solver(self.solver).delete()

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """The same on every puzzle."""
        return Fingerprint(self.encoding, source_hash(Path(__file__)), self.solver, self.versions())

    def run(self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None) -> SatRun:
        """A search by the SAT solver; a seed above 1 relabels tiles and colours."""
        return SatRun(puzzle, clues, every=every, seed=max(0, seed - 1), encoding=self.encoding, solver=self.solver)


class SatRun(SolverRun):
    """One search by a SAT solver.

    To enumerate all boards, a clause excludes each board that was found, and the solver continues with its learnt
    clauses until there is no model left; Kissat starts again each time. The solvers take no seed: a seed other than 0
    renumbers tiles and colours (`Relabelling`).
    """

    def __init__(
        self,
        puzzle: Puzzle,
        clues: Solution = Solution(),
        *,
        every: bool = False,
        seed: int = 0,
        encoding: str = "heule-all",
        solver: str = "cadical195",
    ) -> None:
        super().__init__(puzzle, clues, every=every, seed=seed)
        self.encoding, self.solver = encoding, solver

    def __iter__(self) -> Generator[Solution, None, None]:
        """Give the boards, one by one, unchecked."""
        relabelling = Relabelling(self.puzzle, self.clues, self.seed)
        formula = Formula(relabelling.puzzle, relabelling.clues, self.encoding)
        excluded: list[Clause] = []
        solver = self._load(formula)
        try:
            while self._solve(solver):
                with self._timed("decode"):
                    true = {literal for literal in solver.get_model() if literal > 0}
                    solution = relabelling.invert(formula.meaning.solution(true, formula.puzzle))
                yield self._add(solution)
                if not self.every:
                    return
                excluded.append(formula.other_boards(true))
                if self.solver in NOT_INCREMENTAL:
                    solver.delete()
                    solver = self._load(formula, excluded)
                else:
                    solver.add_clause(excluded[-1])
            self._complete()
        finally:
            solver.delete()

    def _load(self, formula: Formula, excluded: Sequence[Clause] = ()) -> Any:
        """A solver with the clauses of the formula and those that exclude boards."""
        with self._timed("load"):
            solver = new_solver(self.solver)
        with self._timed("encode"):
            count = 0
            for count, clause in enumerate(formula.clauses(), start=1):  # noqa: B007  # the last is their number
                solver.add_clause(clause)
            self.size = ProblemSize(formula.variables.count, count)
            for clause in excluded:
                solver.add_clause(clause)
        return solver

    def _solve(self, solver: Any) -> bool:
        with self._timed("solve"):
            satisfiable: bool | None = solver.solve()
        with suppress(NotImplementedError):
            counts = solver.accum_stats()
            self.statistics = Statistics(counts["conflicts"], counts["decisions"], counts["restarts"])
        if satisfiable is None:
            raise SolverError(f"{self.solver} ended without a result")
        return satisfiable


def new_solver(name: str, extra: str = "bench") -> Any:
    """A solver of PySAT by its name; an `OptionError` if there is none, or if the extra is not installed."""
    try:
        from pysat.solvers import Solver, SolverNames  # type: ignore[import-untyped]
    except ImportError:
        raise missing("python-sat is not installed", "python-sat", extra) from None
    names = {known for names in vars(SolverNames).values() if isinstance(names, tuple) for known in names}
    if name not in names:
        raise OptionError(f"expected a solver that PySAT knows, such as cadical195 or glucose42, found {name!a}")
    try:
        return Solver(name)
    except (NotImplementedError, NameError, AssertionError, ImportError):
        raise OptionError(f"PySAT knows the solver {name}, but it is not installed") from None
