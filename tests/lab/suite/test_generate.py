"""`edgeasp suite generate`: folders, reproducible boards, existing boards are kept."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.generate.recipes import usual_border_colours
from edgeasp.lab.suite import passes
from edgeasp.lab.suite.passes import PlaceInSuite, derive_seed
from edgeasp.parallel.processes import PoolExecutor
from edgeasp.parallel.split import SplitPlan, SplitSearch
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.task import Job, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline, Limits
from tests.encoding.test_variants import SUITE, SUITE_BOARDS, board_name, read
from tests.lab.campaign.campaigns import audited, carried_on, made
from tests.lab.suite.having import bare, known, snapshot
from tests.support.running import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def suite_of(name: str, *arguments: str | int) -> dict[str, bytes]:
    result = run("suite", "generate", name, *arguments)
    assert result.status == commands.ANSWERED, result.stderr
    return snapshot(Path(name))


def test_the_files_of_a_suite() -> None:
    found = suite_of("suite", "--sizes", "3,5x4", "--colours", "2-3", "--boards", "2")
    cells = ("3/2", "3/3", "5x4/2", "5x4/3")
    files = (passes.PUZZLE, passes.CLUE, passes.PLANTED)
    assert set(found) == {f"{cell}/board_{index}/{name}" for cell in cells for index in (1, 2) for name in files}
    boards = passes.find_boards(Path("suite"))
    assert [board.place.name for board in boards] == [f"{cell}/board_{index}" for cell in cells for index in (1, 2)]
    for board in boards:
        contents = passes.read_board(board)
        puzzle = contents.puzzle
        [clue] = contents.clues
        assert (clue.square.col, clue.square.row) == (0, 0)
        assert puzzle.tiles[clue.tile].sides.count(0) == 2
        assert check(puzzle, contents.known[passes.PLANTED], contents.clues).solved
        ring = {colour for tile in puzzle.tiles if tile.sides.count(0) == 2 for colour in tile.sides}
        inner = {colour for tile in puzzle.tiles for colour in tile.sides} - {0} - ring
        assert len(inner) <= board.place.colours + usual_border_colours(puzzle.cols, puzzle.rows, board.place.colours)
        assert not board.done


def test_the_same_seed_makes_the_same_suite() -> None:
    arguments = ("--sizes", "3-4,4x3", "--boards", "2")
    one = suite_of("one", *arguments, "--seed", 7)
    assert one == suite_of("other", *arguments, "--seed", 7)
    another = suite_of("another", *arguments, "--seed", 8)
    assert set(another) == set(one)
    puzzles = [name for name in one if name.endswith(passes.PUZZLE)]
    assert all(one[name] != another[name] for name in puzzles)
    assert len({one[name] for name in puzzles}) == len(puzzles)


def test_a_suite_grows_without_a_change_to_existing_boards() -> None:
    """In whatever order boards are added, each equals the board of the larger suite."""
    whole = suite_of("whole", "--sizes", "3-4", "--colours", "2-3", "--boards", 3)
    part = suite_of("part", "--sizes", "4", "--colours", "3", "--boards", 2)
    assert part.items() <= whole.items()
    more = suite_of("part", "--sizes", "3-4", "--colours", "3", "--boards", 3)
    assert part.items() <= more.items() <= whole.items()
    assert suite_of("part", "--sizes", "3-4", "--colours", "2-3", "--boards", 3) == whole


def test_seeds_are_the_same_in_every_version() -> None:
    """So that a later version can extend a suite."""
    assert derive_seed(1, PlaceInSuite(4, 4, 3, 1)) == 92_883_414_889_144
    places = [PlaceInSuite(c, r, k, i) for c in (4, 14) for r in (4, 14) for k in (1, 11) for i in (1, 11)]
    assert len({derive_seed(seed, place) for seed in (1, 4) for place in places}) == 2 * len(places)


def test_an_existing_board_is_kept(folder: Path) -> None:
    mine = folder / "suite/4/3/board_2"
    mine.mkdir(parents=True)
    (mine / passes.PUZZLE).write_text("c mine\n", encoding="utf-8")
    suite_of("suite", "--sizes", "4", "--colours", "3", "--boards", 3)
    assert snapshot(mine) == {passes.PUZZLE: b"c mine\n"}
    assert sorted(path.name for path in mine.parent.iterdir()) == ["board_1", "board_2", "board_3"]


def test_incomplete_boards_are_removed(folder: Path) -> None:
    whole = suite_of("whole", "--sizes", "4", "--colours", "3", "--boards", 2)
    left = folder / "suite/4/3/.board_2.4711.part"
    left.mkdir(parents=True)
    (left / passes.PUZZLE).write_text("4 4\n", encoding="utf-8")
    assert suite_of("suite", "--sizes", "4", "--colours", "3", "--boards", 2) == whole
    assert not left.exists()


def test_border_colours_and_tiles_that_differ() -> None:
    suite_of("suite", "--sizes", "5", "--colours", "6", "--border-colours", "4", "--distinct", "--boards", 2)
    for board in passes.find_boards(Path("suite")):
        puzzle = passes.read_board(board).puzzle
        corners = [tile for tile in puzzle.tiles if tile.sides.count(0) == 2]
        assert puzzle.identical_tiles() == []
        assert {colour for tile in corners for colour in tile.sides} <= set(range(5))


def test_one_generator_at_a_time(folder: Path) -> None:
    (folder / "suite").mkdir()
    opened = os.open(folder / "suite", os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        result = run("suite", "generate", "suite", "--sizes", "3")
    finally:
        os.close(opened)
    assert result.status == commands.USAGE
    assert result.stderr == "edgeasp: error: suite: another process generates boards there\n"
    assert snapshot(folder / "suite") == {}


# ---- the suite of boards, where its folder is named ----


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
