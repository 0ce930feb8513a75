"""Processes of `edgeasp suite solve`: killed, interrupted, held up by one another, and what they leave behind."""

from __future__ import annotations

import fcntl
import os
import random
import re
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.lab.suite import passes
from edgeasp.lab.suite.passes import BoardJob, BoardState, SuiteBoard, solve, solve_boards
from edgeasp.parallel.processes import Running
from tests.lab.suite.having import bare, generated, laid, snapshot
from tests.support import boards
from tests.support.lanes import represented
from tests.support.running import PATIENT, run, running
from tests.support.waiting import PATIENCE, await_that, children, status_of


@pytest.fixture
def hard(tmp_path: Path) -> SuiteBoard:
    """A suite of one board that is not solved while a test waits."""
    return laid(tmp_path / "hard", "10/7/board_1", boards.hard())


def suite_of(board: SuiteBoard) -> Path:
    return board.folder.parents[2]


@contextmanager
def held(folder: Path) -> Iterator[int]:
    """Hold a board, as a process does that works on it."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield opened
    finally:
        os.close(opened)


def is_held(board: SuiteBoard) -> bool:
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
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
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

    def tick(running: list[Running]) -> None:
        if any(each.work.argument.board == hard for each in running) and is_held(hard):
            for pid in children(me):
                os.kill(pid, number)

    others = passes.find_boards(fresh)[:2]
    passed = solve_boards(map(BoardJob, [hard, *others]), jobs=1, on_tick=tick)
    outcomes = {tried.job.board: tried.outcome for tried in passed}
    assert (outcomes[hard].state, outcomes[hard].why) == (BoardState.OPEN, f"its process was ended by {number.name}")
    assert [outcomes[each].state for each in others] == [BoardState.DONE] * 2


def test_a_worker_that_breaks_says_how(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes.run_job, "__module__", "edgeasp.parallel.nowhere")
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
        outcome = solve(BoardJob(board))
    assert (outcome.state, outcome.why) == (BoardState.OPEN, "another process is busy with it")
    assert snapshot(fresh) == before
    assert solve(BoardJob(board)).state is BoardState.DONE


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
        outcome = solve(BoardJob(board), on_tick=lambda: finish(other))
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
