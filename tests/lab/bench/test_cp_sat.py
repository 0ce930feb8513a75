"""CP-SAT as a peer: its statistics. That it finds the right boards is shown with the SAT encodings."""

from __future__ import annotations

import sys
import threading
from typing import Any

import pytest

from edgeasp.lab.bench.peers import CpSatRun
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.system.errors import OptionError, SolverError
from tests.support import boards

BOARD, SOLUTION = boards.cut_up(5, 5, 3)
UNSOLVABLE = Puzzle(2, 2, tuple(map(Tile, [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 2, 2), (0, 0, 2, 2)])))


@pytest.mark.long
def test_one_board() -> None:
    one = CpSatRun(BOARD, seed=3)
    [solution] = one
    assert check(BOARD, solution).solved
    assert (one.found, one.status, one.exhausted) == (1, Status.SATISFIABLE, False)


def test_what_it_tells() -> None:
    one = CpSatRun(boards.FRAME_3X3)
    assert (one.status, one.size, one.statistics, one.seconds) == (Status.UNKNOWN, None, Statistics(), {})
    list(one)
    assert one.size is not None
    # A tile on each of 9 squares, a colour on each of 12 diamonds; a table a square, and all tiles differ.
    assert (one.size.variables, one.size.constraints) == (9 + 12, 9 + 1)
    assert None not in (one.statistics.conflicts, one.statistics.choices, one.statistics.restarts)
    assert set(one.seconds) == {"encode", "load", "solve", "decode"}


@pytest.mark.parametrize("every", [False, True])
def test_no_board(every: bool) -> None:
    none = CpSatRun(UNSOLVABLE, every=every)
    assert list(none) == []
    assert (none.status, none.exhausted) == (Status.UNSATISFIABLE, True)


def test_a_clue_that_fits_nowhere() -> None:
    """A tile that the frame keeps away from the square."""
    clue = Solution((Placement(SOLUTION.placements[0].tile, Square(2, 2), 0),))
    assert list(CpSatRun(BOARD, clue)) == []


def test_it_can_be_abandoned() -> None:
    before = threading.active_count()
    some = CpSatRun(boards.cut_up(5, 5, 2)[0], every=True)
    solutions = iter(some)
    assert next(solutions) != next(solutions)
    solutions.close()
    assert threading.active_count() <= before
    assert (some.found, some.status, some.exhausted) == (2, Status.SATISFIABLE, False)


def test_a_search_that_ends_without_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never counts as proof that there is no board."""
    from ortools.sat.python import cp_model

    solve = cp_model.CpSolver.solve

    def give_up(solver: Any, *arguments: Any) -> Any:
        solver.parameters.max_time_in_seconds = 0.0
        return solve(solver, *arguments)

    monkeypatch.setattr(cp_model.CpSolver, "solve", give_up)
    stopped = CpSatRun(BOARD, every=True)
    with pytest.raises(SolverError, match="CP-SAT ended without a result: UNKNOWN"):
        list(stopped)
    assert (stopped.status, stopped.exhausted) == (Status.UNKNOWN, False)


def test_a_fault_in_the_solver_comes_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    from ortools.sat.python import cp_model

    def fail(*_: object) -> None:
        raise ValueError("no luck")

    monkeypatch.setattr(cp_model.CpSolver, "solve", fail)
    with pytest.raises(ValueError, match="no luck"):
        list(CpSatRun(BOARD))


def test_without_or_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(OptionError, match=r"ortools is not installed: pip install 'ortools>=9.10'"):
        next(iter(CpSatRun(BOARD)))
