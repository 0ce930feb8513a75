"""`edgeasp suite solve`: exactly the solutions there are, each once, and what is there stays."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.suite import passes
from edgeasp.lab.suite.passes import BoardJob, BoardState, SuiteBoard, solve
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Tile
from edgeasp.search.session import Session
from edgeasp.system.errors import CheckError
from tests.lab.suite.having import bare, by_brute_force, generated, known, laid, snapshot
from tests.support import boards
from tests.support.running import run


def board(root: Path, name: str) -> SuiteBoard:
    [found] = [each for each in passes.find_boards(root) if each.place.name == name]
    return found


def richest(root: Path) -> SuiteBoard:
    """The board with most solutions."""
    return max(passes.find_boards(root), key=lambda each: len(passes.read_board(each).known))


def test_exactly_the_boards_of_the_brute_force(solved: Path) -> None:
    numbers = set()
    for each in passes.find_boards(solved):
        if each.place.cols * each.place.rows <= 9:
            assert known(each) == by_brute_force(each)
            assert len(known(each)) == len(passes.read_board(each).known)
            numbers.add(len(known(each)))
    assert len(numbers) > 2


@pytest.mark.usefixtures("in_this_process")
def test_the_command_does_the_same(fresh: Path, solved: Path) -> None:
    result = run("suite", "solve", fresh, "--jobs", 2)
    assert result.status == commands.ANSWERED
    assert snapshot(fresh) == snapshot(solved)
    boards = passes.find_boards(solved)
    said = dict(re.findall(r"^(\S+) +done; (\d+) solutions?, ", result.stdout, re.MULTILINE))
    assert said == {each.place.name: str(len(passes.read_board(each).known)) for each in boards}
    assert re.fullmatch(rf"edgeasp: {len(boards)} of {len(boards)} boards done; [0-9.]+ s\n", result.stderr)


@pytest.mark.usefixtures("in_this_process")
def test_what_is_done_is_passed_over(solved: Path, tmp_path: Path) -> None:
    root = shutil.copytree(solved, tmp_path / "suite")
    (board(root, "3/1/board_1").folder / passes.PUZZLE).write_text("no puzzle", encoding="utf-8")
    result = run("suite", "solve", root)
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    assert re.match(r"edgeasp: (\d+) of \1 boards done, \1 of them before; ", result.stderr)


def test_known_solutions_are_kept_and_not_found_again(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    name = richest(solved).place.name
    before, after = board(solved, name), board(root, name)
    last = max(before.folder.glob("sol_*.sol"), key=lambda path: int(path.stem[4:]))
    written = "c found by hand\n" + last.read_text(encoding="utf-8")
    (after.folder / "sol_2.sol").write_text(written, encoding="utf-8")
    outcome = solve(BoardJob(after))
    number = len(known(before))
    assert (outcome.state, outcome.known, outcome.new) == (BoardState.DONE, number, number - 2)
    assert known(after) == known(before)
    assert {path.name for path in after.folder.iterdir()} == {path.name for path in before.folder.iterdir()}
    assert (after.folder / "sol_2.sol").read_text(encoding="utf-8") == written


def test_the_same_board_in_other_words_is_not_found_again(tmp_path: Path) -> None:
    """Identical tiles swapped, and a tile turned so that it looks the same."""
    puzzle = Puzzle(2, 2, (Tile((1, 2, 1, 2)), Tile((1, 2, 1, 2)), Tile((1, 1, 2, 2)), Tile((1, 1, 2, 2))))
    each = laid(tmp_path, "2/2/board_1", puzzle)
    solve(BoardJob(each))
    [*found] = passes.read_board(each).known.values()
    assert len(found) > 2
    shutil.rmtree(each.folder)
    other = {0: 1, 1: 0, 2: 2, 3: 3}
    planted = Solution(
        tuple(Placement(other[p.tile], p.square, (p.rot + 2) % 4 if p.tile < 2 else p.rot) for p in found[-1])
    )
    again = laid(tmp_path, "2/2/board_1", puzzle, known=planted)
    outcome = solve(BoardJob(again))
    assert (outcome.known, outcome.new) == (len(found), len(found) - 1)


def test_without_a_clue_every_turn_counts(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    each = board(root, "3/2/board_1")
    (each.folder / passes.CLUE).unlink()
    assert solve(BoardJob(each)).state is BoardState.DONE
    assert known(each) == by_brute_force(each)
    assert len(known(each)) == 4 * len(known(board(solved, "3/2/board_1")))


@pytest.mark.usefixtures("in_this_process")
def test_a_board_without_solutions_is_done(tmp_path: Path) -> None:
    corners = ((0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 2, 2), (0, 0, 2, 2))
    by_search = laid(tmp_path, "2/0/board_1", Puzzle(2, 2, tuple(map(Tile, corners))))
    by_counting = laid(tmp_path, "2/0/board_2", Puzzle(2, 2, (Tile((0, 0, 1, 1)),) * 3 + (Tile((0, 1, 1, 1)),)))
    assert run("suite", "solve", tmp_path).status == commands.ANSWERED
    for each in (by_search, by_counting):
        assert {path.name for path in each.folder.iterdir()} == {passes.PUZZLE, passes.DONE}
        assert (each.folder / passes.DONE).read_bytes() == b""


# ---- limits ----


@pytest.mark.usefixtures("in_this_process")
def test_a_limit_leaves_a_board_open_and_a_later_pass_ends_it(tmp_path: Path) -> None:
    root = generated(tmp_path / "suite", [(5, 5)], boards=2, colours=[4])
    whole = bare(root, tmp_path / "whole")
    assert run("suite", "solve", whole).status == commands.ANSWERED
    first = run("suite", "solve", root, "--conflict-limit", 20)
    assert first.status == commands.UNANSWERED
    assert first.stdout.count("open: conflict limit of 20; ") == 2
    assert re.match(r"edgeasp: 0 of 2 boards done, 2 open; ", first.stderr)
    assert not list(root.rglob(passes.DONE))
    assert snapshot(root).items() <= snapshot(whole).items()
    assert run("suite", "solve", root).status == commands.ANSWERED
    assert snapshot(root) == snapshot(whole)


def hard(root: Path) -> SuiteBoard:
    """A board that is not solved while a test waits."""
    return laid(root, "10/7/board_1", boards.hard())


@pytest.mark.long
@pytest.mark.parametrize(("limit", "why"), [("--time-limit=0.3", "time limit"), ("--memory-limit=1M", "memory limit")])
def test_limits_that_the_clock_and_the_machine_set(fresh: Path, limit: str, why: str) -> None:
    each = hard(fresh)
    result = run("suite", "solve", fresh, limit, "--sizes", "10")
    assert result.status == commands.UNANSWERED
    assert re.match(rf"10/7/board_1 +open: {why} of ", result.stdout)
    assert {path.name for path in each.folder.iterdir()} == {passes.PUZZLE}


def test_a_limit_on_solutions(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    each = board(root, richest(solved).place.name)
    number = len(known(richest(solved)))
    assert number > 5
    outcome = solve(BoardJob(each, most=5))
    assert (outcome.state, outcome.known, outcome.new, outcome.why) == (BoardState.OPEN, 5, 4, "solution limit of 5")
    assert len(known(each)) == 5
    again = solve(BoardJob(each, most=5))
    assert (again.state, again.known, again.new) == (BoardState.OPEN, 5, 0)
    assert solve(BoardJob(each, most=number)).state is BoardState.DONE
    assert snapshot(each.folder) == snapshot(richest(solved).folder)


@pytest.mark.usefixtures("in_this_process")
def test_only_these_sizes_and_colours(fresh: Path) -> None:
    result = run("suite", "solve", fresh, "--sizes", "3,4x3", "--colours", "2")
    assert result.status == commands.ANSWERED
    done = {str(path.parent.relative_to(fresh)) for path in fresh.rglob(passes.DONE)}
    assert done == {"3/2/board_1", "3/2/board_2", "4x3/2/board_1", "4x3/2/board_2"}


@pytest.mark.usefixtures("in_this_process")
def test_quiet(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.cli.console._quiet", False)
    result = run("suite", "solve", fresh, "--sizes", "2", "-q")
    assert (result.status, result.stdout, result.stderr) == (commands.ANSWERED, "", "")


# ---- boards that are not what they should be ----


def spoil(folder: Path, kind: str) -> str:
    """Make a board bad; what is said about it then."""
    planted = folder / passes.PLANTED
    lines = planted.read_text(encoding="utf-8").splitlines(keepends=True)
    if kind == "no puzzle":
        (folder / passes.PUZZLE).unlink()
        return "puzzle.puz: cannot be read"
    if kind == "another size":
        (folder / passes.PUZZLE).write_text("2 2\n" + "0 0 1 1\n" * 4, encoding="utf-8")
        return "puzzle.puz: expected a board of 3 x 3, found 2 x 2"
    if kind == "no solution":
        tile, col, row, rot = lines[-1].split()
        lines[-1] = f"{tile} {col} {row} {(int(rot) + 1) % 4}\n"
        planted.write_text("".join(lines), encoding="utf-8")
        return "default_sol.sol: expected a solution of puzzle.puz, but "
    if kind == "partial":
        (folder / "sol_3.sol").write_text("".join(lines[:-2]), encoding="utf-8")
        return "sol_3.sol: expected a solution of puzzle.puz, found 7 of 9 tiles"
    if kind == "no sol":
        (folder / "sol_1.sol").write_text("a b c d\n", encoding="utf-8")
        return "sol_1.sol:1: expected a tile"
    (folder / passes.CLUE).write_text("0 1 1 7\n", encoding="utf-8")
    return "puzzle.clue:1: expected a rotation"


@pytest.mark.sample(4)
@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("kind", ["no puzzle", "another size", "no solution", "partial", "no sol", "bad clue"])
def test_a_bad_board_is_left_alone_and_the_others_go_on(fresh: Path, solved: Path, kind: str) -> None:
    name = "3/2/board_1"
    message = spoil(fresh / name, kind)
    before = snapshot(fresh / name)
    result = run("suite", "solve", fresh, "--sizes", "3", "--colours", "2")
    assert result.status == commands.USAGE
    assert re.search(rf"^edgeasp: error: {re.escape(str(fresh / name))}/{re.escape(message)}.*\n", result.stderr)
    assert ", 1 open, 1 of them bad; " in result.stderr
    assert snapshot(fresh / name) == before
    assert snapshot(fresh / "3/2/board_2") == snapshot(solved / "3/2/board_2")


@pytest.mark.usefixtures("in_this_process")
def test_a_solution_that_breaks_the_clue_is_a_fault(fresh: Path) -> None:
    each = board(fresh, "3/2/board_1")
    whole = passes.read_board(each).known[passes.PLANTED]
    clue = next(placement for placement in whole if (placement.square.col, placement.square.row) == (2, 0))
    turned = Placement(clue.tile, passes.read_board(each).clues.placements[0].square, (clue.rot + 1) % 4)
    (each.folder / passes.CLUE).write_text(plain.write_sol(Solution((turned,))), encoding="utf-8")
    result = run("suite", "solve", fresh, "--sizes", "3", "--colours", "2")
    assert result.status == commands.USAGE
    assert "default_sol.sol: expected a solution of puzzle.puz, but A1 does not hold tile" in result.stderr


def test_a_search_that_misses_a_known_solution_is_a_fault(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind(Session):
        def run(self, *_: Any, **__: Any) -> Any:
            self._engines.exhausted = True
            yield from ()

    each = board(fresh, "3/2/board_1")
    monkeypatch.setattr(passes, "Session", Blind)
    with pytest.raises(CheckError, match=r"the search is complete without default_sol.sol"):
        solve(BoardJob(each))
    assert not each.done


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "nowhere: expected the folder of a suite"),
        (["."], ".: expected a suite (boards in folders such as 8/12/board_1), found none"),
        (["fresh", "--sizes", "9"], "fresh: no board has one of these sizes and numbers of colours"),
        (["fresh", "--sizes", "4-"], "expected sizes from 2, such as 5-7 or 5,6x4,7, found '4-'"),
        (["fresh", "--sizes", "1x5"], "expected sizes from 2, such as 12x6, found '1x5'"),
        (["fresh", "--colours", "5-3"], "expected colours such as 5-9,12, found '5-3'"),
        (
            ["fresh", "--memory-limit", "much"],
            "--memory-limit: expected an amount of memory such as 500M or 2G, found 'much'",
        ),
    ],
)
def test_bad_usage(
    arguments: list[str], message: str, fresh: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    before = snapshot(fresh)
    result = run("suite", "solve", *arguments)
    assert (result.status, result.stdout, result.stderr) == (commands.USAGE, "", f"edgeasp: error: {message}\n")
    assert snapshot(fresh) == before
