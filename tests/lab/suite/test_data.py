"""Published boards with known solutions."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.lab.suite import passes
from edgeasp.parallel.processes import PoolExecutor
from edgeasp.parallel.split import SplitPlan, SplitSearch
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.task import Job, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline, Limits
from tests.encoding.test_variants import SUITE, SUITE_BOARDS, board_name, read
from tests.lab.campaign.campaigns import audited, carried_on, made
from tests.lab.suite.having import bare, known
from tests.support.running import run

# ---- one process ----

NEEDS_SUITE = pytest.mark.skipif(
    not list(SUITE.glob("*/*/board_*")), reason="no suite of boards; EDGEASP_SUITE names its folder"
)


@NEEDS_SUITE
@pytest.mark.long
@pytest.mark.parametrize("every", [False, True])
def test_sizes_4_to_6_are_solved_anew(every: bool, tmp_path: Path) -> None:
    """After their removal, exactly the known solutions are found again.

    Of all boards, or of those with several solutions and one more of each size and number of colours.
    """
    for board in SUITE.glob("[456]/*/board_*"):
        if every or board.name == "board_10" or any(board.glob("sol_*.sol")):
            shutil.copytree(board, tmp_path / "known" / board.relative_to(SUITE))
    root = bare(tmp_path / "known", tmp_path / "suite")
    removed = sum(1 for _ in (tmp_path / "known").rglob("sol_*.sol"))
    assert removed > 3
    result = run("suite", "solve", root, "--jobs", 2)
    assert (result.status, result.stdout.count(" done; ")) == (
        commands.ANSWERED,
        len(passes.find_boards(root)),
    )
    assert sum(1 for _ in root.rglob("sol_*.sol")) == removed
    for before, after in zip(passes.find_boards(tmp_path / "known"), passes.find_boards(root), strict=True):
        assert after.done
        assert known(after) == known(before), after.place.name


@NEEDS_SUITE
def test_the_whole_suite_is_valid() -> None:
    result = run("suite", "status", SUITE)
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    boards = len(list(SUITE.glob("*/*/board_*")))
    found = sum(1 for _ in SUITE.rglob("*.sol"))
    assert result.stdout.splitlines()[-1].split()[:-2] == ["all", str(boards), str(boards), "0", "0", str(found)]


# ---- several processes ----

FEWEST = {6: 7, 7: 9, 8: 13, 9: 16}
"""Colours by size with which a board takes less than a minute; with fewer it may take hours."""

CHOSEN = [
    board
    for board in SUITE_BOARDS
    if int(board.parts[-2]) >= FEWEST.get(int(board.parts[-3]), 10_000) and (board / "done").exists()
]

NEEDS_BOARDS = pytest.mark.skipif(not CHOSEN, reason="the suite of boards is not here; EDGEASP_SUITE names its folder")


@pytest.mark.long
@NEEDS_BOARDS
@pytest.mark.parametrize("board", CHOSEN, ids=board_name)
def test_two_processes_find_what_the_directory_has(board: Path) -> None:
    puzzle, clues, known = read(board)
    task = make_task(puzzle, clues)
    search = SplitSearch(task, ClaspOptions(), Deadline(), 2, executor=PoolExecutor(2))
    found = [each.solution for each in search.run(Job(task, 0))]
    assert search.result().exhausted
    assert {board_key(puzzle, each) for each in found} == {board_key(puzzle, each) for each in known}
    assert len(found) == len({board_key(puzzle, each) for each in found})


@pytest.mark.long
@NEEDS_BOARDS
@pytest.mark.parametrize("board", [board for board in CHOSEN if board.parts[-3] == "7"][:1], ids=board_name)
def test_a_campaign_that_was_stopped_ten_times_finds_what_the_directory_has(board: Path, tmp_path: Path) -> None:
    puzzle, clues, known = read(board)
    stated = made(tmp_path, puzzle, SplitPlan(60, 500), clues)
    for _ in range(10):
        assert carried_on(stated, Limits(conflicts=100)).open
    assert len(carried_on(stated).boards) == len({board_key(puzzle, each) for each in known})
    assert audited(stated).open == 0
