"""Windows of several boards, proved by several processes."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from edgeasp.generate import Recipe, generate
from edgeasp.parallel import best
from edgeasp.parallel.best import BoardsWindowProof, ProvedWindows
from edgeasp.parallel.processes import Call, EndedCall, OnReport, OnTick, ignore_report
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Solution
from edgeasp.puzzle.summary import Windows
from edgeasp.search.best.filling import WindowProof
from edgeasp.search.best.rounds import build_first_board, list_layouts
from edgeasp.search.task import make_task
from edgeasp.system.errors import SolverError
from edgeasp.system.limits import FOREVER, Deadline, Limits
from tests.support.executing import InThisProcess

KINDS = ("2x2", "rows")
PUZZLE = generate(Recipe(5, 5, 5, 3, 8)).puzzle
TASK = make_task(PUZZLE)
LAYOUTS = list_layouts(TASK)


def board_of(seed: int, *, finished: bool) -> Solution:
    """A board that some windows improve, or the one to which they lead."""
    begin = build_first_board(LAYOUTS[0], Solution(), np.random.default_rng(seed), FOREVER)
    assert begin is not None
    proof = WindowProof(LAYOUTS, begin, KINDS, FOREVER)
    while finished and next(proof.run(), None) is not None:
        pass
    return proof.to_solution(proof.board)


DONE = [board_of(seed, finished=True) for seed in range(2)]
BEGUN = board_of(3, finished=False)
ALL = (Windows("2x2", 16, 16), Windows("rows", 5, 5))


def proved(boards: Sequence[Solution], jobs: int, seconds: float | None = None) -> list[ProvedWindows]:
    return [*BoardsWindowProof(TASK, boards, KINDS, jobs, Deadline(Limits(seconds))).run()]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "PoolExecutor", InThisProcess)


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_processes_divide_the_windows_of_boards(jobs: int) -> None:
    first, better, second = proved([DONE[0], BEGUN, DONE[1]], jobs)
    assert (first, second) == (ProvedWindows(ALL), ProvedWindows(ALL))
    assert better.windows == ()
    assert better.improved is not None
    assert better.improved > check(PUZZLE, BEGUN).matched


def test_boards_come_in_their_order_whichever_process_ends_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "PoolExecutor", lambda jobs: InThisProcess(jobs, backwards=True))
    assert [found.improved is None for found in proved([DONE[0], BEGUN, DONE[1]], 3)] == [True, False, True]


def test_a_limit_proves_nothing() -> None:
    assert proved([DONE[0], BEGUN], 1, seconds=0) == [ProvedWindows(tuple(replace(kind, proved=0) for kind in ALL))] * 2


SOME = ProvedWindows((Windows("2x2", 16, 3), Windows("rows", 5, 0)))


class Killed(InThisProcess):
    """Ends each call after a report: by a limit, or as a process that dies."""

    def __init__(self, limit: str) -> None:
        super().__init__()
        self._limit = limit

    def run(
        self, works: Iterable[Call | None], on_tick: OnTick, on_report: OnReport = ignore_report
    ) -> Generator[EndedCall, None, None]:
        """Report something, and end the call."""
        for work in works:
            assert work is not None
            on_report(work, SOME)
            yield EndedCall(work, None, "its process was ended by SIGKILL", self._limit, -9)


def test_a_process_that_a_limit_ends_leaves_what_it_has_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "PoolExecutor", lambda jobs: Killed("timeout"))
    assert proved([DONE[0]], 1) == [SOME]


def test_a_process_that_dies_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "PoolExecutor", lambda jobs: Killed(""))
    with pytest.raises(SolverError, match="a proof of windows failed: its process was ended by SIGKILL"):
        proved([DONE[0]], 1)
