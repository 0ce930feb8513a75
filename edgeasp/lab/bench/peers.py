"""Other solvers for comparison: PySAT's SAT solvers, and OR-tools' CP-SAT.

The model of CP-SAT has a variable for the tile on each square, and a variable for the colour of each diamond. A table
constraint for each square relates its tile to the colours around it, and all squares have different tiles.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from edgeasp.lab.cnf import cnf
from edgeasp.lab.cnf.cnf import ENCODINGS, Clause, Formula
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.identity import Relabelling
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution
from edgeasp.solvers.interface import Fingerprint, ProblemSize, Solver, SolverRun, Statistics, source_hash
from edgeasp.system.errors import OptionError, SolverError, missing_package

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar


# Seconds that CP-SAT has to end after a request to stop.
_PATIENCE = 5.0


class CpSatSolver(Solver):
    """CP-SAT with one worker, because several workers cannot enumerate solutions."""

    packages = (("ortools", "ortools"),)

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """List the solver's name and description."""
        return [("cp-sat", "the constraint solver CP-SAT of OR-tools")]

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """Return the fingerprint, which is equal for all puzzles."""
        # The model is code, so its source identifies it.
        return Fingerprint(self.label, source_hash(Path(__file__)), "", self.versions())

    def run(self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None) -> CpSatRun:
        """Create a search by CP-SAT."""
        # Seed 1, the default of `bench`, is CP-SAT's default 0.
        return CpSatRun(puzzle, clues, every=every, seed=max(0, seed - 1))


class CpSatRun(SolverRun):
    """Search by CP-SAT."""

    def __iter__(self) -> Generator[Solution, None, None]:
        """Yield boards, unchecked."""
        with self._timed("load"):
            cp_model = _load_ortools()
        with self._timed("encode"):
            board = _BoardModel(Candidates(self.puzzle), self.clues, cp_model.CpModel())
            self.size = ProblemSize(len(board.model.proto.variables), len(board.model.proto.constraints))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self.seed
        solver.parameters.enumerate_all_solutions = self.every
        # Ctrl-C is handled by edgeasp, not by CP-SAT.
        solver.parameters.catch_sigint_signal = False
        thread = _SolvingThread(cp_model, solver, board)
        status, last = "", None
        try:
            while not status:
                with self._timed("solve"):
                    result = thread.next_result()
                if isinstance(result, str):
                    status = result
                    continue
                with self._timed("decode"):
                    last = board.decode_values(result)
                if self.every:
                    yield self._add(last)
        finally:
            thread.stop()
        response = solver.response_proto
        self.statistics = Statistics(response.num_conflicts, response.num_branches, response.num_restarts)
        if status not in ("OPTIMAL", "INFEASIBLE"):
            raise SolverError(f"CP-SAT ended without a result: {status}")
        if self.every or last is None:
            self._complete()
        else:
            yield self._add(last)


class _BoardModel:
    """Constraint model of a puzzle, with variables for squares and diamonds."""

    def __init__(self, candidates: Candidates, clues: Solution, model: CpModel) -> None:
        self.candidates, self.clues, self.model = candidates, clues, model
        self.tiles: list[IntVar] = [
            self._new_variable([fit.tile for fit in fits], f"tile{square}")
            for square, fits in enumerate(candidates.by_square)
        ]
        self.colours: list[IntVar] = [
            self._new_variable(palette, f"colour{diamond}") for diamond, palette in enumerate(candidates.domains)
        ]
        self.plus = model.new_bool_var("plus") if candidates.puzzle.signed else None
        model.add_all_different(self.tiles)
        for square, fits in enumerate(candidates.by_square):
            if fits:
                around = [
                    self.colours[diamond] for diamond in candidates.diamonds_around[square] if diamond is not None
                ]
                scope = [self.tiles[square], *around, *([self.plus] if self.plus is not None else [])]
                model.add_allowed_assignments(scope, self._allowed_tuples(square))
        self._keep_clues()
        self._order_identical_tiles()

    def _new_variable(self, values: Sequence[int], name: str) -> IntVar:
        if not values:
            self.model.add_bool_or([])  # nothing fulfils it
            return self.model.new_constant(0)
        return self.model.new_int_var_from_domain(_load_ortools().Domain.from_values(sorted(set(values))), name)

    def _allowed_tuples(self, square: int) -> list[tuple[int, ...]]:
        sides = [side for side, diamond in enumerate(self.candidates.diamonds_around[square]) if diamond is not None]
        rows = [(fit.tile, *(fit.sides[side] for side in sides)) for fit in self.candidates.by_square[square]]
        if self.plus is None:
            return rows
        return [(*row, plus) for row in rows for plus in self._allowed_checkerboards(row[0], square)]

    def _allowed_checkerboards(self, tile: int, square: int) -> Iterator[int]:
        """Yield the checkerboards that allow a tile on a square.

        Checkerboard 1 has plus tiles on the even squares. Checkerboard 0 has them on the odd squares.
        """
        sign, even = self.candidates.puzzle.tiles[tile].sign, self.candidates.squares[square].even
        yield from (1, 0) if sign is None else (int((sign is Sign.PLUS) == even),)

    def _keep_clues(self) -> None:
        for clue in map(self.candidates.puzzle.canonical, self.clues):
            square = self.candidates.squares.index(clue.square)
            fits = [fit for fit in self.candidates.by_square[square] if (fit.tile, fit.rot) == (clue.tile, clue.rot)]
            if not fits:
                self.model.add_bool_or([])
                continue
            self.model.add(self.tiles[square] == clue.tile)
            for side, diamond in enumerate(self.candidates.diamonds_around[square]):
                if diamond is not None:
                    self.model.add(self.colours[diamond] == fits[0].sides[side])

    def _order_identical_tiles(self) -> None:
        """Order each group of identical tiles by square.

        Each board is then a single solution of the model, not one per permutation of the tiles.
        """
        groups = self.candidates.puzzle.identical_tiles([clue.tile for clue in self.clues])
        if not groups:
            return
        places = [self.model.new_int_var(0, len(self.tiles) - 1, f"square{tile}") for tile in range(len(self.tiles))]
        self.model.add_inverse(self.tiles, places)
        for group in groups:
            for first, second in pairwise(group):
                self.model.add(places[first] < places[second])

    def decode_values(self, values: Mapping[int, int]) -> Solution:
        """Decode the values of the variables to a board."""
        placements = []
        for number, square in enumerate(self.candidates.squares):
            tile = values[self.tiles[number].index]
            around = [
                None if diamond is None else values[self.colours[diamond].index]
                for diamond in self.candidates.diamonds_around[number]
            ]
            rot = next(
                fit.rot
                for fit in self.candidates.by_tile[number][tile]
                if all(colour in (None, shown) for colour, shown in zip(around, fit.sides, strict=True))
            )
            placements.append(Placement(tile, square, rot))
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))


class _SolvingThread:
    """Thread that runs CP-SAT and puts its solutions into a queue."""

    def __init__(self, cp_model: Any, solver: CpSolver, board: _BoardModel) -> None:
        # A callback cannot yield, so solutions go through a queue.
        results: SimpleQueue[Mapping[int, int] | str | BaseException] = SimpleQueue()
        wanted = [*board.tiles, *board.colours]

        class Callback(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]  # there is no base class before
            def on_solution_callback(self) -> None:
                results.put({variable.index: self.value(variable) for variable in wanted})

        def run() -> None:
            try:
                results.put(solver.status_name(solver.solve(board.model, Callback())))
            except BaseException as fault:  # raised again in the thread that waits for results
                results.put(fault)

        self._results, self._solver = results, solver
        # A daemon, since a search that does not stop must not keep the process alive.
        self._thread = Thread(target=run, daemon=True)
        self._thread.start()

    def next_result(self) -> Mapping[int, int] | str:
        """Return the next solution, or the final status."""
        result = self._results.get()
        if isinstance(result, BaseException):
            raise result
        return result

    def stop(self) -> None:
        """Stop the search and wait for the thread."""
        self._solver.stop_search()
        self._thread.join(_PATIENCE)


def _load_ortools() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise missing_package("ortools is not installed", "ortools", "bench") from None
    return cp_model


NOT_INCREMENTAL = ("kissat404", "kissat4", "kissat", "ks4", "ks")
"""Solvers that cannot add clauses later. They restart for each board, with clauses that exclude earlier boards."""


@dataclass(frozen=True)
class SatSolver(Solver):
    """SAT solver of PySAT, with a CNF encoding.

    Attributes:
        solver: name of the solver in PySAT, e.g. `cadical195`.
        encoding: name in `cnf.ENCODINGS`.
    """

    packages = (("python-sat", "pysat"),)
    solver: str = ""
    encoding: str = ""

    @classmethod
    def parse(cls, text: str) -> Solver | None:
        """Parse `SOLVER:ENCODING`."""
        solver, _, encoding = text.partition(":")
        known = encoding in ENCODINGS and re.fullmatch("[a-z0-9-]+", solver)
        return cls(text, solver, encoding) if known else None

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """List the solver's names, one for each encoding."""
        return [
            (f"SOLVER:{name}", f"a SAT solver of PySAT, such as cadical195 or glucose42; {text}")
            for name, text in ENCODINGS.items()
        ]

    def require(self) -> None:
        """Check that PySAT is installed and has the solver."""
        super().require()
        create_pysat_solver(self.solver).delete()

    def fingerprint(self, puzzle: Puzzle, seed: int) -> Fingerprint:
        """Return the fingerprint, which is equal for all puzzles."""
        return Fingerprint(self.encoding, source_hash(Path(__file__), Path(cnf.__file__)), self.solver, self.versions())

    def run(self, puzzle: Puzzle, clues: Solution, *, every: bool, seed: int, seconds: float | None = None) -> SatRun:
        """Create a search. Seed 1 keeps the puzzle's numbering."""
        return SatRun(puzzle, clues, every=every, seed=max(0, seed - 1), encoding=self.encoding, solver=self.solver)


class SatRun(SolverRun):
    """Search by a SAT solver.

    To enumerate boards, the search adds a clause that excludes each board found, and continues until the formula has no
    model. An incremental solver keeps its learnt clauses. Any other solver starts again after each board. PySAT's
    solvers have no random seed, so tiles and colours are renumbered at random (`Relabelling`) unless `seed` is 0.
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
        """Yield boards, unchecked."""
        relabelling = Relabelling(self.puzzle, self.clues, self.seed)
        formula = Formula(relabelling.puzzle, relabelling.clues, self.encoding)
        excluded: list[Clause] = []
        solver = self._load_solver(formula)
        try:
            while self._solve(solver):
                with self._timed("decode"):
                    true = {literal for literal in solver.get_model() if literal > 0}
                    solution = relabelling.invert(formula.meaning.decode_model(true, formula.puzzle))
                yield self._add(solution)
                if not self.every:
                    return
                excluded.append(formula.exclude_shown_board(true))
                if self.solver in NOT_INCREMENTAL:
                    solver.delete()
                    solver = self._load_solver(formula, excluded)
                else:
                    solver.add_clause(excluded[-1])
            self._complete()
        finally:
            solver.delete()

    def _load_solver(self, formula: Formula, excluded: Sequence[Clause] = ()) -> Any:
        with self._timed("load"):
            solver = create_pysat_solver(self.solver)
        with self._timed("encode"):
            count = 0
            for count, clause in enumerate(formula.clauses(), start=1):  # noqa: B007  # the last is their number
                solver.add_clause(clause)
            self.size = ProblemSize(formula.variables.count, count)
            # Not counted: excluded boards do not belong to the problem.
            for clause in excluded:
                solver.add_clause(clause)
        return solver

    def _solve(self, solver: Any) -> bool:
        with self._timed("solve"):
            satisfiable: bool | None = solver.solve()
        # Some solvers of PySAT have no statistics.
        with suppress(NotImplementedError):
            counts = solver.accum_stats()
            self.statistics = Statistics(counts["conflicts"], counts["decisions"], counts["restarts"])
        if satisfiable is None:
            raise SolverError(f"{self.solver} ended without a result")
        return satisfiable


def create_pysat_solver(name: str, extra: str = "bench") -> Any:
    """Create a solver of PySAT by name.

    Args:
        name: name of the solver in PySAT.
        extra: extra of edgeasp that installs PySAT, for messages.

    Raises:
        OptionError: PySAT has no solver of this name, or the extra is not installed.
    """
    try:
        from pysat.solvers import Solver, SolverNames  # type: ignore[import-untyped]
    except ImportError:
        raise missing_package("python-sat is not installed", "python-sat", extra) from None
    names = {known for names in vars(SolverNames).values() if isinstance(names, tuple) for known in names}
    if name not in names:
        raise OptionError(f"expected a solver that PySAT knows, such as cadical195 or glucose42, found {name!a}")
    try:
        return Solver(name)
    except (NotImplementedError, NameError, AssertionError, ImportError):
        raise OptionError(f"PySAT knows the solver {name}, but it is not installed") from None
