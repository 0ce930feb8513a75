"""Calls in other processes, started for a call or kept."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgeasp.parallel import split
from edgeasp.parallel.processes import ATTEMPTS, Call, EndedCall, PoolExecutor, RetryingExecutor, RunningCall
from edgeasp.search.task import Job, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.errors import OptionError, SolverError
from edgeasp.system.limits import Deadline
from tests.parallel import calls
from tests.parallel.calls import Unreadable, call
from tests.support import boards
from tests.support.waiting import await_that, gone

# ---- started for a call ----

FOUND_BY_PROCESSES = pytest.mark.usefixtures("found_by_processes")


# ---- reports ----


def executed_fresh(*works: Call, slots: int = 1) -> tuple[list[EndedCall], list[Any]]:
    heard: list[Any] = []
    ended = list(PoolExecutor(slots, fresh=True).run(works, lambda _: None, lambda _, value: heard.append(value)))
    return ended, heard


@FOUND_BY_PROCESSES
def test_reports_arrive_in_order_and_the_result_after_them() -> None:
    [ended], heard = executed_fresh(call("count", 500))
    assert heard == [*range(500), b"x" * 1_000_000]
    assert (ended.value, ended.failure, ended.status) == ("done", "", 0)


@FOUND_BY_PROCESSES
def test_reports_arrive_while_the_call_runs(tmp_path: Path) -> None:
    """The call ends only after its report was heard."""
    heard = []

    def hear(_: Call, value: str) -> None:
        heard.append(value)
        (tmp_path / "file").touch()

    [ended] = PoolExecutor(1, fresh=True).run([call("wait_for", str(tmp_path / "file"))], lambda _: None, hear)
    assert heard == ["waiting", "found"]
    assert ended.value == "ended"


@FOUND_BY_PROCESSES
def test_each_report_comes_with_its_call() -> None:
    works = [call("count", 3), call("count", 5)]
    heard: list[tuple[Call, Any]] = []
    ended = list(
        PoolExecutor(2, fresh=True).run(works, lambda _: None, lambda work, value: heard.append((work, value)))
    )
    assert {each.call.argument for each in ended} == {3, 5}
    for work in works:
        assert [value for by, value in heard if by == work][:-1] == [*range(work.argument)]


@FOUND_BY_PROCESSES
def test_what_was_reported_by_a_call_that_is_killed_is_kept() -> None:
    [ended], heard = executed_fresh(call("die_after", 300))
    assert heard == [*range(300)]
    assert (ended.value, ended.failure, ended.status) == (None, "its process was ended by SIGKILL", -signal.SIGKILL)


@FOUND_BY_PROCESSES
def test_what_was_reported_before_a_failure_is_kept() -> None:
    [ended], heard = executed_fresh(call("report_and_break", "broken"))
    assert heard == ["before"]
    assert (ended.value, ended.failure, ended.killed) == (None, "ValueError: broken", "")


@FOUND_BY_PROCESSES
@pytest.mark.sample(1)
@pytest.mark.parametrize("function", ["give_unreadable", "report_unreadable"])
def test_what_cannot_be_unpickled_fails_its_call_alone(function: str) -> None:
    ended, _ = executed_fresh(call("count", 3), call(function), call("count", 3))
    assert [(each.value, each.status) for each in ended] == [("done", 0), (None, 1), ("done", 0)]
    assert ended[1].failure.startswith(
        "what it sent cannot be unpickled: TypeError: UnreadableError.__init__() missing"
    )


@FOUND_BY_PROCESSES
def test_an_argument_that_cannot_be_unpickled_is_a_failure_of_its_call() -> None:
    for fresh in (True, False):
        works = [call("count", Unreadable()), call("count", 3)]
        ended = list(PoolExecutor(1, fresh=fresh).run(works, lambda _: None))
        assert [(each.value, each.status) for each in ended] == [(None, 1), ("done", 0)]
        assert ended[0].failure.startswith("ValueError: invalid literal for int()")


@FOUND_BY_PROCESSES
@pytest.mark.long
def test_each_call_has_a_process_of_its_own_and_is_measured_whole() -> None:
    ended, _ = executed_fresh(call("own_number"), call("own_number"))
    assert ended[0].value != ended[1].value
    assert all(each.cpu > 0 and each.wall > 0 and each.memory > 10**6 for each in ended)


@FOUND_BY_PROCESSES
@pytest.mark.long
def test_a_call_with_several_threads_waits_for_as_many_slots() -> None:
    works = [call("own_number"), replace(call("own_number"), threads=2), call("own_number")]
    most = 0

    def tick(running: list[RunningCall]) -> None:
        nonlocal most
        most = max(most, sum(each.call.threads for each in running))

    assert len(list(PoolExecutor(2, fresh=True).run(works, tick))) == 3
    assert most == 2
    with pytest.raises(OptionError, match="expected 3 cores for one call, found 2"):
        list(PoolExecutor(2, fresh=True).run([replace(works[0], threads=3)], tick))


@FOUND_BY_PROCESSES
@pytest.mark.long
def test_a_call_has_until_its_deadline_and_may_say_what_it_has_by_then() -> None:
    limited = [replace(call("stop_in_time"), seconds=4), replace(call("hang"), seconds=0)]
    ended, _ = executed_fresh(*limited, replace(call("hang"), memory=1))
    assert [(each.value, each.killed) for each in ended] == [("a part", ""), (None, "timeout"), (None, "memory")]


@FOUND_BY_PROCESSES
def test_an_exception_of_the_listener_ends_the_execution() -> None:
    """And the processes."""
    pids = []

    def hear(_: Call, value: int) -> None:
        pids.append(value)
        raise KeyError("heard")

    with (
        pytest.raises(KeyError),
        closing(PoolExecutor(2, fresh=True).run([call("hang"), call("hang")], lambda _: None, hear)) as running,
    ):
        list(running)
    assert len(pids) == 1
    await_that(lambda: gone(pids[0]))


@FOUND_BY_PROCESSES
def test_a_signal_that_takes_its_time_keeps_nothing_waiting() -> None:
    """A handler runs past the moment at which the executor would have looked again."""
    handled = []

    def handle(number: int, _: object) -> None:
        time.sleep(0.2)
        handled.append(number)

    def tick(_: list[RunningCall]) -> None:
        if handled:
            raise KeyError(handled[0])

    before = signal.signal(signal.SIGUSR1, handle)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1))
    try:
        timer.start()
        with pytest.raises(KeyError), closing(PoolExecutor(1, fresh=True).run([call("hang")], tick)) as running:
            list(running)
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)


# ---- kept ----


def executed(*works: Call | None, slots: int = 1, memory: int | None = None) -> tuple[list[EndedCall], list[Any]]:
    heard: list[Any] = []
    run = PoolExecutor(slots, memory).run(works, lambda _: None, lambda _, value: heard.append(value))
    return list(run), heard


@FOUND_BY_PROCESSES
def test_a_process_keeps_what_it_knows() -> None:
    ended, heard = executed(call("remember", 1), call("remember", 2), call("remember", 3))
    assert [each.value[1] for each in ended] == [[1], [1, 2], [1, 2, 3]]
    assert len({each.value[0] for each in ended}) == 1
    assert heard == [1, 1, 2]
    assert all(each.cpu > 0 and each.wall > 0 and each.memory > 10**6 for each in ended)


@FOUND_BY_PROCESSES
def test_several_processes() -> None:
    ended, _ = executed(*[call("remember", number) for number in range(6)], slots=3)
    assert sorted(each.call.argument for each in ended) == list(range(6))
    assert len({each.value[0] for each in ended}) <= 3


@FOUND_BY_PROCESSES
def test_much_is_read_whole() -> None:
    [ended], heard = executed(call("large", 5_000_000))
    assert (ended.value, heard) == (b"y" * 5_000_000, [b"x" * 5_000_000])


@FOUND_BY_PROCESSES
def test_a_call_that_fails_ends_no_process() -> None:
    ended, _ = executed(call("remember", 1), call("break_", "broken"), call("remember", 2))
    assert [each.failure for each in ended] == ["", "ValueError: broken", ""]
    assert ended[2].value[1] == [1, 2]


@FOUND_BY_PROCESSES
def test_a_call_goes_on_when_its_process_alone_gets_the_signal_of_ctrl_c() -> None:
    ended, _ = executed(call("interrupt", 1), call("interrupt", 2))
    assert [(each.value, each.failure, each.status) for each in ended] == [(1, "", 0), (2, "", 0)]


@FOUND_BY_PROCESSES
def test_another_process_takes_the_place_of_one_that_died() -> None:
    ended, heard = executed(call("remember", 1), call("die"), call("remember", 2), call("die"), call("die"))
    assert [(each.failure, each.status) for each in ended if each.value is None] == [
        ("its process was ended by SIGKILL", -9)
    ] * 3
    assert ended[2].value[1] == [2]
    assert heard == [ended[0].value[0], ended[2].value[0], heard[2]]


@FOUND_BY_PROCESSES
def test_a_call_whose_process_dies_is_made_again(tmp_path: Path) -> None:
    works = [call("die_first", str(tmp_path / name)) for name in ("a", "b")]
    heard: list[Any] = []
    executor = RetryingExecutor(PoolExecutor(2))
    ended = list(executor.run([*works, call("die")], lambda _: None, lambda _, value: heard.append(value)))
    assert {each.call.argument: (each.value, each.died) for each in ended} == {
        str(tmp_path / "a"): ("ended", False),
        str(tmp_path / "b"): ("ended", False),
        None: (None, True),
    }
    assert heard.count("begun") == 4
    assert len(heard) == 4 + ATTEMPTS, "each process that died had reported its number"


@FOUND_BY_PROCESSES
@pytest.mark.sample(1)
@pytest.mark.parametrize("function", ["give_unreadable", "report_unreadable"])
def test_what_cannot_be_unpickled_is_a_failure_of_its_call_alone(function: str) -> None:
    ended, _ = executed(call("remember", 1), call(function), call("remember", 2))
    assert [(each.value is None, each.status) for each in ended] == [(False, 0), (True, 1), (False, 0)]
    assert ended[1].failure.startswith(
        "what it sent cannot be unpickled: TypeError: UnreadableError.__init__() missing"
    )


@FOUND_BY_PROCESSES
def test_what_cannot_be_unpickled_is_an_error_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads results hears of it at once: nothing is tried again."""
    monkeypatch.setattr(split, "qualified_name", lambda _: f"{calls.__name__}:give_unreadable")
    task = make_task(boards.FRAME_3X3)
    search = split.SplitSearch(task, ClaspOptions(), Deadline(), 1, executor=PoolExecutor(1))
    with pytest.raises(SolverError, match="a process of the search failed: what it sent cannot be unpickled"):
        list(search.run(Job(task, 0)))


@FOUND_BY_PROCESSES
@pytest.mark.long
def test_a_process_that_holds_too_much_is_replaced() -> None:
    ended, _ = executed(*[call("remember", number) for number in range(3)], memory=1)
    assert len({each.value[0] for each in ended}) == 3


@FOUND_BY_PROCESSES
def test_there_may_be_none_at_the_moment() -> None:
    """The next call is made of what came of the first."""
    known: list[Any] = []

    def works() -> Iterator[Call | None]:
        yield call("remember", 1)
        while not known:
            yield None
        yield call("remember", known)

    run = PoolExecutor(2).run(works(), lambda _: None)
    ended = []
    for each in run:
        ended.append(each)
        known.append(each.call.argument)
    assert len(ended) == 2
    assert ended[1].value[1][-1] == [1]


@FOUND_BY_PROCESSES
def test_a_tick_comes_in_time_however_many_calls_end() -> None:
    """Otherwise no limit and no interrupt would be heeded while short calls follow one another."""
    calls = (call("short") for _ in iter(int, 1))

    def tick(_: list[RunningCall]) -> None:
        raise KeyError

    with pytest.raises(KeyError), closing(PoolExecutor(2).run(calls, tick)) as running:
        for _ in zip(running, range(10_000), strict=False):
            pass


@FOUND_BY_PROCESSES
def test_processes_stay_from_run_to_run_in_a_with_statement() -> None:
    with PoolExecutor(1) as pool:
        known = [each.value for number in (1, 2) for each in pool.run([call("remember", number)], lambda _: None)]
        assert not gone(known[0][0])
    assert [each[1] for each in known] == [[1], [1, 2]]
    await_that(lambda: gone(known[0][0]))


@FOUND_BY_PROCESSES
def test_closing_ends_all_processes() -> None:
    pids: list[int] = []

    def tick(_: list[RunningCall]) -> None:
        if len(pids) == 2:
            raise KeyError

    with (
        pytest.raises(KeyError),
        closing(PoolExecutor(2).run([call("hang")] * 3, tick, lambda _, value: pids.append(value))) as running,
    ):
        list(running)
    await_that(lambda: all(map(gone, pids)))


@FOUND_BY_PROCESSES
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not list open files")
@pytest.mark.parametrize("fresh", [True, False])
def test_no_file_stays_open(fresh: bool) -> None:
    def tick(_: list[RunningCall]) -> None:
        raise KeyError

    def opened() -> int:
        return len(os.listdir("/proc/self/fd"))

    gc.disable()
    try:
        before = opened()
        assert len(list(PoolExecutor(2, fresh=fresh).run([call("remember", 1)] * 3, lambda _: None))) == 3
        with pytest.raises(KeyError), closing(PoolExecutor(1, fresh=fresh).run([call("hang")], tick)) as running:
            list(running)
        assert opened() == before
    finally:
        gc.enable()
