"""Real boards: a search that is split finds what the directory has, no more and no less."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.parallel.processes import PoolExecutor
from edgeasp.parallel.split import SplitPlan, SplitSearch
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.task import Job, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline, Limits
from tests.encoding.test_variants import SUITE_BOARDS, board_name, read
from tests.lab.campaign.campaigns import audited, carried_on, made

FEWEST = {6: 7, 7: 9, 8: 13, 9: 16}
"""Colours by size with which a board takes less than a minute; with fewer it may take hours."""

CHOSEN = [
    board
    for board in SUITE_BOARDS
    if int(board.parts[-2]) >= FEWEST.get(int(board.parts[-3]), 10_000) and (board / "done").exists()
]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not CHOSEN, reason="the suite of boards is not here; EDGEASP_SUITE names its folder"),
]


@pytest.mark.parametrize("board", CHOSEN, ids=board_name)
def test_two_processes_find_what_the_directory_has(board: Path) -> None:
    puzzle, clues, known = read(board)
    task = make_task(puzzle, clues)
    search = SplitSearch(task, ClaspOptions(), Deadline(), 2, executor=PoolExecutor(2))
    found = [each.solution for each in search.run(Job(task, 0))]
    assert search.result().exhausted
    assert {board_key(puzzle, each) for each in found} == {board_key(puzzle, each) for each in known}
    assert len(found) == len({board_key(puzzle, each) for each in found})


@pytest.mark.parametrize("board", [board for board in CHOSEN if board.parts[-3] == "7"][:1], ids=board_name)
def test_a_campaign_that_was_stopped_ten_times_finds_what_the_directory_has(board: Path, tmp_path: Path) -> None:
    puzzle, clues, known = read(board)
    stated = made(tmp_path, puzzle, SplitPlan(60, 500), clues)
    for _ in range(10):
        assert carried_on(stated, Limits(conflicts=100)).open
    assert len(carried_on(stated).boards) == len({board_key(puzzle, each) for each in known})
    assert audited(stated).open == 0
