"""edgeasp suite solve, in one process and several."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.suite import passes
from edgeasp.lab.suite.passes import BoardJob, BoardState, SuiteBoard, solve_board, solve_boards
from edgeasp.parallel.processes import RunningCall
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Tile
from edgeasp.search.solve import Session
from edgeasp.system.errors import CheckError
from tests.lab.suite.having import bare, by_brute_force, generated, known, laid, snapshot
from tests.support import boards
from tests.support.lanes import represented
from tests.support.running import PATIENT, run, running
from tests.support.waiting import PATIENCE, await_that, children, kill, status_of

# ---- solutions ----


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
    outcome = solve_board(BoardJob(after))
    number = len(known(before))
    assert (outcome.state, outcome.known, outcome.new) == (BoardState.DONE, number, number - 2)
    assert known(after) == known(before)
    assert {path.name for path in after.folder.iterdir()} == {path.name for path in before.folder.iterdir()}
    assert (after.folder / "sol_2.sol").read_text(encoding="utf-8") == written


def test_the_same_board_in_other_words_is_not_found_again(tmp_path: Path) -> None:
    """Identical tiles swapped, and a tile turned so that it looks the same."""
    puzzle = Puzzle(2, 2, (Tile((1, 2, 1, 2)), Tile((1, 2, 1, 2)), Tile((1, 1, 2, 2)), Tile((1, 1, 2, 2))))
    each = laid(tmp_path, "2/2/board_1", puzzle)
    solve_board(BoardJob(each))
    [*found] = passes.read_board(each).known.values()
    assert len(found) > 2
    shutil.rmtree(each.folder)
    other = {0: 1, 1: 0, 2: 2, 3: 3}
    planted = Solution(
        tuple(Placement(other[p.tile], p.square, (p.rot + 2) % 4 if p.tile < 2 else p.rot) for p in found[-1])
    )
    again = laid(tmp_path, "2/2/board_1", puzzle, known=planted)
    outcome = solve_board(BoardJob(again))
    assert (outcome.known, outcome.new) == (len(found), len(found) - 1)


def test_without_a_clue_every_turn_counts(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    each = board(root, "3/2/board_1")
    (each.folder / passes.CLUE).unlink()
    assert solve_board(BoardJob(each)).state is BoardState.DONE
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


def hard_board(root: Path) -> SuiteBoard:
    """A board that is not solved while a test waits."""
    return laid(root, "10/7/board_1", boards.hard())


@pytest.mark.long
@pytest.mark.parametrize(("limit", "why"), [("--time-limit=0.3", "time limit"), ("--memory-limit=1M", "memory limit")])
def test_limits_that_the_clock_and_the_machine_set(fresh: Path, limit: str, why: str) -> None:
    each = hard_board(fresh)
    result = run("suite", "solve", fresh, limit, "--sizes", "10")
    assert result.status == commands.UNANSWERED
    assert re.match(rf"10/7/board_1 +open: {why} of ", result.stdout)
    assert {path.name for path in each.folder.iterdir()} == {passes.PUZZLE}


def test_a_limit_on_solutions(solved: Path, tmp_path: Path) -> None:
    root = bare(solved, tmp_path / "suite")
    each = board(root, richest(solved).place.name)
    number = len(known(richest(solved)))
    assert number > 5
    outcome = solve_board(BoardJob(each, most=5))
    assert (outcome.state, outcome.known, outcome.new, outcome.why) == (BoardState.OPEN, 5, 4, "solution limit of 5")
    assert len(known(each)) == 5
    again = solve_board(BoardJob(each, most=5))
    assert (again.state, again.known, again.new) == (BoardState.OPEN, 5, 0)
    assert solve_board(BoardJob(each, most=number)).state is BoardState.DONE
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


@pytest.mark.parametrize("name", ["passes.csv", "{board}/done", "{board}/sol_1.sol", "{board}", "{cell}", "{size}"])
def test_a_link_in_a_suite_from_elsewhere_leads_nothing_out_of_it(name: str, fresh: Path, tmp_path: Path) -> None:
    board = passes.find_boards(fresh)[-1].place
    size = board.group_name.partition("/")[0]
    link = fresh / name.format(board=board.name, cell=board.group_name, size=size)
    outside = tmp_path / "outside"
    if link.is_dir():
        link.rename(outside)
    else:
        outside.write_text("mine", encoding="utf-8")
    before = {path: path.is_file() and path.read_bytes() for path in [outside, *outside.rglob("*")]}
    link.symlink_to(outside)
    pass_: list[str | Path | int] = ["solve", fresh]
    generate = ["generate", fresh, "--sizes", size, "--colours", board.colours, "--boards", 9]
    for command in (pass_, generate):
        result = run("suite", *command)
        refused = f"edgeasp: error: {link}: expected no symbolic link: put there what it points to\n"
        # New boards may come beside a link that is a board, or in one.
        generates = command[0] == "generate" and name not in ("{size}", "{cell}")
        assert generates or (result.status, result.stdout, result.stderr) == (commands.USAGE, "", refused)
    assert {path: path.is_file() and path.read_bytes() for path in [outside, *outside.rglob("*")]} == before


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
            self.exhausted = True
            yield from ()

    each = board(fresh, "3/2/board_1")
    monkeypatch.setattr(passes, "Session", Blind)
    with pytest.raises(CheckError, match=r"the search is complete without default_sol.sol"):
        solve_board(BoardJob(each))
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


# ---- processes ----


@pytest.fixture
def hard(tmp_path: Path) -> SuiteBoard:
    """A suite of one board that is not solved while a test waits."""
    pytest.importorskip("fcntl", reason="no locks on folders here")
    return laid(tmp_path / "hard", "10/7/board_1", boards.hard())


def suite_of(board: SuiteBoard) -> Path:
    return board.folder.parents[2]


@contextmanager
def held(folder: Path) -> Iterator[int]:
    """Hold a board, as a process does that works on it."""
    fcntl = pytest.importorskip("fcntl", reason="no locks on folders here")
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield opened
    finally:
        os.close(opened)


def is_held(board: SuiteBoard) -> bool:
    import fcntl

    opened = os.open(board.folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(opened)
    return False


def files_in(root: Path) -> int:
    """The number of files, whole or not, that come and go while a suite is solved."""
    return sum(len(names) for _, _, names in os.walk(root))


# ---- killed ----


@pytest.mark.long
@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))])
def test_killed_again_and_again_it_ends_with_the_same_directory(seed: int, tmp_path: Path) -> None:
    """Byte by byte: solutions come in the same order each time, so their files have the same numbers, too."""
    chance = random.Random(seed)
    root = generated(tmp_path / "suite", [(4, 4), (5, 4)], boards=2, colours=[3])
    whole = bare(root, tmp_path / "whole")
    assert run("suite", "solve", whole).status == commands.ANSWERED
    wanted = snapshot(whole)
    assert len(wanted) > 30
    cut_short = 0
    for _ in range(2):
        with running("suite", "solve", root, "--jobs", "2") as process:
            enough = files_in(root) + chance.randrange(max(1, (files_in(whole) - files_in(root)) // 3))
            await_that(lambda: process.poll() is not None or files_in(root) >= enough)  # noqa: B023
            # Sometimes the machine goes down and takes all processes with it, sometimes it is only ours.
            for pid in children(process.pid) if chance.random() < 0.5 else []:
                kill(pid)
            process.kill()
        cut_short += process.returncode == -signal.SIGKILL
        left = {name: data for name, data in snapshot(root).items() if not name.endswith(".part")}
        assert left.items() <= wanted.items()
    assert cut_short > 0
    with running("suite", "solve", root) as process:
        assert status_of(process) == commands.ANSWERED
    assert snapshot(root) == wanted
    counted = Counter(row["board"] for row in passes.read_passes(root) if row["state"] == "done")
    assert counted == {board.place.name: 1 for board in passes.find_boards(root)}


@pytest.mark.long
def test_what_was_not_written_whole_is_taken_away(fresh: Path, solved: Path) -> None:
    folder = fresh / "3/2/board_1"
    for name in (".sol_1.sol.4711.part", ".done.4711.part"):
        (folder / name).write_text("0 0", encoding="utf-8")
    assert run("suite", "solve", fresh, "--sizes", "3", "--colours", "2").status == commands.ANSWERED
    assert snapshot(folder) == snapshot(solved / "3/2/board_1")


def test_where_the_parent_is_killed_its_workers_end(hard: SuiteBoard) -> None:
    with running("suite", "solve", suite_of(hard)) as process:
        await_that(lambda: is_held(hard))
        process.kill()
    await_that(lambda: not is_held(hard))
    assert {path.name for path in hard.folder.iterdir()} == {passes.PUZZLE}


@pytest.mark.long
def test_closing_a_pass_ends_its_workers(hard: SuiteBoard, fresh: Path) -> None:
    """The iterator is closed while one board is done and another one is being worked on."""
    other = passes.find_boards(fresh)[0]
    passed = solve_boards([BoardJob(other), BoardJob(hard)], jobs=2)
    assert next(passed).job.board == other
    await_that(lambda: is_held(hard))
    passed.close()
    assert not is_held(hard)
    assert {path.name for path in hard.folder.iterdir()} == {passes.PUZZLE}


@represented("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_is_killed_leaves_its_board_open(hard: SuiteBoard, fresh: Path, number: signal.Signals) -> None:
    me = os.getpid()

    def tick(running: list[RunningCall]) -> None:
        if any(each.call.argument.board == hard for each in running) and is_held(hard):
            for pid in children(me):
                kill(pid, number)

    others = passes.find_boards(fresh)[:2]
    passed = solve_boards(map(BoardJob, [hard, *others]), jobs=1, on_tick=tick)
    outcomes = {tried.job.board: tried.outcome for tried in passed}
    assert (outcomes[hard].state, outcomes[hard].why) == (BoardState.OPEN, f"its process was ended by {number.name}")
    assert [outcomes[each].state for each in others] == [BoardState.DONE] * 2


def test_a_worker_that_breaks_says_how(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes.solve_in_worker, "__module__", "edgeasp.parallel.nowhere")
    [tried] = solve_boards(map(BoardJob, passes.find_boards(fresh)[:1]), jobs=1)
    assert tried.outcome.state is BoardState.BROKEN
    assert "No module named 'edgeasp.parallel.nowhere'" in tried.outcome.why
    result = run("suite", "solve", fresh, "--sizes", "2")
    assert result.status == commands.FAULT
    names = re.findall(r"^edgeasp: error: (2/0/board_[12]): ModuleNotFoundError: ", result.stderr, re.MULTILINE)
    assert sorted(names) == ["2/0/board_1", "2/0/board_2"]


# ---- interrupted ----

FORECAST = rb"edgeasp: 1 board, expected to take \S+ h of one core\n"


@represented("number", [signal.SIGTERM, signal.SIGINT])
def test_interrupted_it_ends_soon_and_all_is_whole(hard: SuiteBoard, number: signal.Signals) -> None:
    with running("suite", "solve", suite_of(hard), program=PATIENT) as process:
        await_that(lambda: is_held(hard))
        process.send_signal(number)
        _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert re.fullmatch(FORECAST + rb"edgeasp: interrupted: 0 of 1 boards done, 1 open; [0-9.]+ s\n", told)
    assert not is_held(hard)
    assert {path.name for path in hard.folder.iterdir()} == {passes.PUZZLE}


def test_ctrl_c_at_a_terminal_reaches_the_parent_only(hard: SuiteBoard) -> None:
    with running("suite", "solve", suite_of(hard), program=PATIENT, start_new_session=True) as process:
        await_that(lambda: is_held(hard))
        os.killpg(process.pid, signal.SIGINT)
        said, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == commands.INTERRUPTED
    assert said == b""
    assert re.fullmatch(FORECAST + rb"edgeasp: interrupted: .*\n", told)


# ---- two at a time ----


def test_a_board_that_another_process_holds_is_left_to_it(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes, "_PATIENCE", 0.1)
    board = passes.find_boards(fresh)[0]
    before = snapshot(fresh)
    with held(board.folder):
        outcome = solve_board(BoardJob(board))
    assert (outcome.state, outcome.why) == (BoardState.OPEN, "another process is busy with it")
    assert snapshot(fresh) == before
    assert solve_board(BoardJob(board)).state is BoardState.DONE


def test_a_board_is_waited_for_a_moment(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes, "_PATIENCE", PATIENCE)
    board = passes.find_boards(fresh)[0]
    ticks = 0

    def finish(other: ExitStack) -> None:
        """Do what another process does that is done with the board at last."""
        nonlocal ticks
        ticks += 1
        if ticks == 3:
            (board.folder / passes.DONE).touch()
            other.close()

    with ExitStack() as other:
        other.enter_context(held(board.folder))
        outcome = solve_board(BoardJob(board), on_tick=lambda: finish(other))
    assert (outcome.state, outcome.why, outcome.known) == (BoardState.DONE, "another process was first", None)
    assert ticks == 3
    assert {path.name for path in board.folder.glob("sol_*")} == set()


@pytest.mark.long
def test_two_passes_over_the_same_suite_at_the_same_time(fresh: Path, solved: Path) -> None:
    arguments = ("suite", "solve", fresh, "--jobs", "2", "--sizes", "3", "--colours", "2")
    with running(*arguments) as one, running(*arguments) as other:
        for process in (one, other):
            _, told = process.communicate(timeout=PATIENCE)
            assert b"error" not in told
            # One of them may leave a board to the other.
            assert process.returncode == (commands.UNANSWERED if b" open" in told else commands.ANSWERED)
    assert snapshot(fresh / "3/2") == snapshot(solved / "3/2")
