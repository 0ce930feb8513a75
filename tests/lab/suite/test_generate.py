"""`edgeasp suite generate`: folders, reproducible boards, existing boards are kept."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.generate import border_share
from edgeasp.lab.suite import passes
from edgeasp.lab.suite.passes import BoardPlace, seed_of
from edgeasp.puzzle.checker import check
from tests.lab.suite.having import snapshot
from tests.support.running import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(name: str, *arguments: str | int) -> dict[str, bytes]:
    result = run("suite", "generate", name, *arguments)
    assert result.status == commands.ANSWERED, result.stderr
    return snapshot(Path(name))


def test_the_files_of_a_suite() -> None:
    found = made("suite", "--sizes", "3,5x4", "--colours", "2-3", "--boards", "2")
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
        assert len(inner) <= board.place.colours + border_share(puzzle.cols, puzzle.rows, board.place.colours)
        assert not board.done


def test_the_same_seed_makes_the_same_suite() -> None:
    arguments = ("--sizes", "3-4,4x3", "--boards", "2")
    one = made("one", *arguments, "--seed", 7)
    assert one == made("other", *arguments, "--seed", 7)
    another = made("another", *arguments, "--seed", 8)
    assert set(another) == set(one)
    puzzles = [name for name in one if name.endswith(passes.PUZZLE)]
    assert all(one[name] != another[name] for name in puzzles)
    assert len({one[name] for name in puzzles}) == len(puzzles)


def test_a_suite_grows_without_a_change_to_existing_boards() -> None:
    """In whatever order boards are added, each equals the board of the larger suite."""
    whole = made("whole", "--sizes", "3-4", "--colours", "2-3", "--boards", 3)
    part = made("part", "--sizes", "4", "--colours", "3", "--boards", 2)
    assert part.items() <= whole.items()
    more = made("part", "--sizes", "3-4", "--colours", "3", "--boards", 3)
    assert part.items() <= more.items() <= whole.items()
    assert made("part", "--sizes", "3-4", "--colours", "2-3", "--boards", 3) == whole


def test_seeds_are_the_same_in_every_version() -> None:
    """So that a later version can extend a suite."""
    assert seed_of(1, BoardPlace(4, 4, 3, 1)) == 92_883_414_889_144
    places = [BoardPlace(c, r, k, i) for c in (4, 14) for r in (4, 14) for k in (1, 11) for i in (1, 11)]
    assert len({seed_of(seed, place) for seed in (1, 4) for place in places}) == 2 * len(places)


def test_an_existing_board_is_kept(folder: Path) -> None:
    mine = folder / "suite/4/3/board_2"
    mine.mkdir(parents=True)
    (mine / passes.PUZZLE).write_text("c mine\n", encoding="utf-8")
    made("suite", "--sizes", "4", "--colours", "3", "--boards", 3)
    assert snapshot(mine) == {passes.PUZZLE: b"c mine\n"}
    assert sorted(path.name for path in mine.parent.iterdir()) == ["board_1", "board_2", "board_3"]


def test_incomplete_boards_are_removed(folder: Path) -> None:
    whole = made("whole", "--sizes", "4", "--colours", "3", "--boards", 2)
    left = folder / "suite/4/3/.board_2.4711.part"
    left.mkdir(parents=True)
    (left / passes.PUZZLE).write_text("4 4\n", encoding="utf-8")
    assert made("suite", "--sizes", "4", "--colours", "3", "--boards", 2) == whole
    assert not left.exists()


def test_border_colours_and_tiles_that_differ() -> None:
    made("suite", "--sizes", "5", "--colours", "6", "--border-colours", "4", "--distinct", "--boards", 2)
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
