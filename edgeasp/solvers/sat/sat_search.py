"""SAT solvers in this process, through PySAT: one board, or all."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from edgeasp.puzzle.errors import OptionError, SolverError
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.solvers.interface import Cost, PeerSearch, Size, missing
from edgeasp.solvers.sat.formula import Formula
from edgeasp.solvers.sat.relabelling import Relabelling
from edgeasp.solvers.sat.variables import Clause

NOT_INCREMENTAL = ("kissat404", "kissat4", "kissat", "ks4", "ks")
"""Solvers that start again for each further board, with the clauses that exclude the boards before it."""


@dataclass
class SatSearch(PeerSearch):
    """One search by a SAT solver.

    To enumerate all boards, a clause excludes each board that was found, and the solver continues with its learnt
    clauses until there is no model left; Kissat starts again each time. The solvers take no seed: a seed other than 0
    renumbers tiles and colours (`Relabelling`).

    Attributes:
        encoding: one of `edgeasp.solvers.sat.formula.ENCODINGS`.
        solver: PySAT's name of the solver, such as `cadical195` or `glucose42`.
    """

    encoding: str = "heule-all"
    solver: str = "cadical195"

    def __iter__(self) -> Generator[Solution, None, None]:
        """The boards, one by one, unchecked; closing the iterator ends the search.

        Raises:
            EncodingError: there is no such encoding.
            OptionError: PySAT is not installed, or has no such solver.
            SolverError: the solver ended without a result.
        """
        relabelling = Relabelling(self.puzzle, self.clues, self.seed)
        formula = Formula(relabelling.relabelled, relabelling.relabelled_clues, self.encoding)
        excluded: list[Clause] = []
        solver = self._load(formula)
        try:
            while self._solve(solver):
                with self._timed("decode"):
                    true = {literal for literal in solver.get_model() if literal > 0}
                    solution = relabelling.invert(formula.meaning.solution(true, relabelling.relabelled))
                yield self._gives(solution)
                if not self.every:
                    return
                excluded.append(formula.other_boards(true))
                if self.solver in NOT_INCREMENTAL:
                    solver.delete()
                    solver = self._load(formula, excluded)
                else:
                    solver.add_clause(excluded[-1])
            self._ends()
        finally:
            solver.delete()

    def _load(self, formula: Formula, excluded: Sequence[Clause] = ()) -> Any:
        """A solver with the clauses of the formula and those that exclude boards."""
        with self._timed("load"):
            solver = _solver(self.solver)
        with self._timed("encode"):
            count = 0
            for count, clause in enumerate(formula.clauses(), start=1):  # noqa: B007  # the last is their number
                solver.add_clause(clause)
            self.size = Size(formula.variables.count, count)
            for clause in excluded:
                solver.add_clause(clause)
        return solver

    def _solve(self, solver: Any) -> bool:
        with self._timed("solve"):
            satisfiable: bool | None = solver.solve()
        with suppress(NotImplementedError):
            counts = solver.accum_stats()
            self.cost = Cost(counts["conflicts"], counts["decisions"], counts["restarts"], counts["propagations"])
        if satisfiable is None:
            raise SolverError(f"{self.solver} ended without a result")
        return satisfiable


def search(
    puzzle: Puzzle,
    clues: Solution = Solution(),
    *,
    encoding: str = "heule-all",
    solver: str = "cadical195",
    seed: int = 0,
    every: bool = False,
) -> SatSearch:
    """A search by a SAT solver, to be iterated."""
    return SatSearch(puzzle, clues, every, seed, encoding, solver)


def _solver(name: str) -> Any:
    try:
        from pysat.solvers import Solver, SolverNames  # type: ignore[import-untyped]
    except ImportError:
        raise missing("python-sat") from None
    names = {each for names in vars(SolverNames).values() if isinstance(names, tuple) for each in names}
    if name not in names:
        raise OptionError(f"expected a solver that PySAT knows, such as cadical195 or glucose42, found {name!a}")
    try:
        return Solver(name)
    except (NotImplementedError, NameError, AssertionError, ImportError):
        raise OptionError(f"PySAT knows the solver {name}, but it is not installed") from None
