"""CaDiCaL as a prover, and searches through PySAT."""

from __future__ import annotations

import sys
from itertools import combinations, product
from pathlib import Path

import pytest
from pysat.solvers import Solver  # type: ignore[import-untyped]

from edgeasp.lab.bench.peers import SatRun
from edgeasp.lab.certificate.make import Prover
from edgeasp.lab.cnf.cnf import ENCODINGS, Formula
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.system.errors import EncodingError, OptionError, OutputError, SolverError
from edgeasp.system.limits import FOREVER, Deadline, LimitReached
from tests.support import boards, brute
from tests.support.counting import pictures
from tests.support.solving import as_clues

# ---- prover ----


def pigeons(holes: int) -> list[tuple[int, ...]]:
    """One more pigeon than there are holes, each in one of its own: without a model, and long to refute."""
    at = {each: number for number, each in enumerate(product(range(holes + 1), range(holes)), start=1)}
    placed = [tuple(at[pigeon, hole] for hole in range(holes)) for pigeon in range(holes + 1)]
    alone = [
        (-at[one, hole], -at[other, hole]) for hole in range(holes) for one, other in combinations(range(holes + 1), 2)
    ]
    return [*placed, *alone]


def test_a_model(tmp_path: Path) -> None:
    prover = Prover([(1, 2), (-1,)], str(tmp_path / "proof"))
    assert not prover.refute(FOREVER)
    assert prover.model == {2}
    assert (prover.clauses, prover.empty) == (2, None)
    prover.close()


def test_a_proof_is_on_disk_as_it_grows(tmp_path: Path) -> None:
    path, sizes = tmp_path / "proof", list[int]()
    prover = Prover(pigeons(7), str(path))
    assert prover.refute(Deadline(on_tick=lambda: sizes.append(path.stat().st_size)))
    prover.close()
    assert (prover.statistics.conflicts or 0) > 1000
    assert sizes == sorted(sizes)
    assert sizes[-1] > 0
    *_, last = path.read_text(encoding="ascii").splitlines()
    assert last.split()[1] == "0"


def test_variables_are_decided_in_order_and_keep_their_names(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    prover = Prover([(1,), (-2, 4), (-4, 2), (-1, 5), (-3, -1), (2, 3), (-6,)], str(path), 6, [3, 5])
    assert not prover.refute(FOREVER)
    assert prover.model == {1, 2, 4, 5}
    assert (prover.names[b"6"], prover.names[b"-5"], prover.names[b"1"]) == (b"3", b"-5", b"1")
    prover.close()
    prover = Prover(pigeons(6), str(path), 42, range(1, 43))
    assert prover.refute(FOREVER)
    prover.close()
    named = {prover.names[each] for each in path.read_bytes().split() if each.startswith(b"-")}
    assert named <= {b"-%d" % variable for variable in range(1, 43)}


def test_an_empty_clause_is_named(tmp_path: Path) -> None:
    prover = Prover([(1,), ()], str(tmp_path / "proof"))
    assert prover.refute(FOREVER)
    assert prover.empty == 2
    prover.close()


def test_limits(tmp_path: Path) -> None:
    prover = Prover(pigeons(9), str(tmp_path / "proof"))
    with pytest.raises(LimitReached, match="conflict limit of 1,500"):
        prover.refute(FOREVER, 1500)
    assert 1500 <= (prover.statistics.conflicts or 0) < 1600

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prover.refute(Deadline(on_tick=stop))
    prover.close()


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written"):
        Prover([(1,)], str(tmp_path / "nowhere" / "proof"))


# ---- searches ----

BOARD, _ = boards.cut_up(5, 5, 3)
UNSOLVABLE = Puzzle(2, 2, tuple(map(Tile, [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 2, 2), (0, 0, 2, 2)])))


@pytest.mark.parametrize("solver", ["cadical195", "cadical153", "glucose42", "minisat22", "maplechrono"])
def test_one_board(solver: str) -> None:
    one = SatRun(BOARD, solver=solver)
    [solution] = one
    assert check(BOARD, solution).solved
    assert (one.found, one.status, one.exhausted) == (1, Status.SATISFIABLE, False)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_statistics(encoding: str) -> None:
    one = SatRun(BOARD, encoding=encoding, solver="glucose42")
    assert (one.status, one.size, one.statistics, one.seconds) == (Status.UNKNOWN, None, Statistics(), {})
    list(one)
    formula = Formula(BOARD, encoding=encoding)
    assert one.size is not None
    assert one.size.variables == formula.variables.count
    assert one.size.constraints == sum(1 for _ in formula.clauses())
    counts = (one.statistics.conflicts, one.statistics.choices, one.statistics.restarts)
    assert all(number is not None and number > 0 for number in counts)
    assert set(one.seconds) == {"encode", "load", "solve", "decode"}
    assert all(seconds >= 0 for seconds in one.seconds.values())


@pytest.mark.parametrize("every", [False, True])
def test_no_board(every: bool) -> None:
    none = SatRun(UNSOLVABLE, every=every)
    assert list(none) == []
    assert (none.status, none.exhausted) == (Status.UNSATISFIABLE, True)


@pytest.mark.parametrize("solver", ["kissat404", "cadical195"])
@pytest.mark.parametrize("seed", [0, 1])
def test_going_on_or_beginning_anew(solver: str, seed: int) -> None:
    """Kissat can be asked only once."""
    for puzzle in (boards.various()["framed 3x2 signed"], UNSOLVABLE):
        assert pictures(SatRun(puzzle, solver=solver, seed=seed, every=True)) == brute.solve(puzzle).pictures


def test_a_solver_that_gives_up_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "solve", lambda _: None)
    stopped = SatRun(UNSOLVABLE, every=True)
    with pytest.raises(SolverError, match="cadical195 ended without a result"):
        list(stopped)
    assert (stopped.status, stopped.exhausted) == (Status.UNKNOWN, False)


def test_it_can_be_abandoned() -> None:
    puzzle = boards.GOLDEN
    some = SatRun(puzzle, every=True)
    solutions = iter(some)
    assert next(solutions) != next(solutions)
    solutions.close()
    assert (some.found, some.status, some.exhausted) == (2, Status.SATISFIABLE, False)


def test_a_solver_that_counts_nothing_leaves_it_open() -> None:
    """Conflicts that are not known are not zero."""
    one = SatRun(boards.FRAME_3X3, solver="kissat404")
    list(one)
    assert (one.found, one.statistics) == (1, Statistics())


# ---- seeds ----


@pytest.mark.sample(2)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_seed_changes_the_way_and_not_the_boards(encoding: str) -> None:
    puzzle = boards.GOLDEN
    expected = brute.solve(puzzle).pictures
    costs, orders = set(), set()
    for seed in range(4):
        found = SatRun(puzzle, encoding=encoding, seed=seed, every=True, solver="glucose42")
        orders.add(tuple(solution.placements for solution in found))
        costs.add(found.statistics)
        assert pictures(SatRun(puzzle, encoding=encoding, seed=seed, every=True, solver="glucose42")) == expected
    assert len(orders) > 1
    assert len(costs) > 1


def test_the_same_seed_goes_the_same_way() -> None:
    runs = [SatRun(BOARD, seed=7, solver="glucose42") for _ in range(2)]
    assert list(runs[0]) == list(runs[1])
    assert runs[0].statistics == runs[1].statistics


def test_a_seed_leaves_signs_and_identical_tiles_right() -> None:
    for name in ("twins with and without sign", "half-turn symmetric twins", "framed 3x2 partly signed"):
        puzzle = boards.various()[name]
        assert pictures(SatRun(puzzle, seed=3, every=True)) == brute.solve(puzzle).pictures


def test_a_seed_leaves_clues_right() -> None:
    """The numbers of the tiles depend on the seed."""
    puzzle = boards.FRAME_3X3
    clues = {(0, 0): boards.solved(puzzle)[0][0]}
    for seed in range(4):
        search = SatRun(puzzle, as_clues(clues, puzzle), seed=seed, every=True)
        assert pictures(search) == brute.solve(puzzle, clues=clues).pictures


# ---- wrong requests ----


def test_a_solver_that_does_not_exist() -> None:
    with pytest.raises(OptionError, match=r"expected a solver that PySAT knows, .*, found 'cadical1000'"):
        next(iter(SatRun(BOARD, solver="cadical1000")))


def test_an_encoding_that_does_not_exist() -> None:
    with pytest.raises(EncodingError, match="found 'heule'"):
        next(iter(SatRun(BOARD, encoding="heule")))


def test_without_pysat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(OptionError, match=r"python-sat is not installed: pip install 'python-sat>=1.8.dev13'"):
        next(iter(SatRun(BOARD)))
