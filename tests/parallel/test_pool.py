"""Processes that stay: they keep what they know, and what becomes of one concerns its own call only."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from edgeasp.parallel import split
from edgeasp.parallel.processes import Ended, PoolExecutor, Running, Work
from edgeasp.search.task import Job, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.errors import SolverError
from edgeasp.system.limits import Deadline
from tests.parallel import calls
from tests.parallel.calls import call
from tests.support import boards
from tests.support.waiting import await_that, gone

pytestmark = pytest.mark.usefixtures("found_by_processes")


def executed(*works: Work | None, slots: int = 1, memory: int | None = None) -> tuple[list[Ended], list[Any]]:
    heard: list[Any] = []
    run = PoolExecutor(slots, memory).run(works, lambda _: None, lambda _, value: heard.append(value))
    return list(run), heard


def test_a_process_keeps_what_it_knows() -> None:
    ended, heard = executed(call("remember", 1), call("remember", 2), call("remember", 3))
    assert [each.value[1] for each in ended] == [[1], [1, 2], [1, 2, 3]]
    assert len({each.value[0] for each in ended}) == 1
    assert heard == [1, 1, 2]
    assert all(each.cpu > 0 and each.wall > 0 and each.memory > 10**6 for each in ended)


def test_several_processes() -> None:
    ended, _ = executed(*[call("remember", number) for number in range(6)], slots=3)
    assert sorted(each.work.argument for each in ended) == list(range(6))
    assert len({each.value[0] for each in ended}) <= 3


def test_much_is_read_whole() -> None:
    [ended], heard = executed(call("large", 5_000_000))
    assert (ended.value, heard) == (b"y" * 5_000_000, [b"x" * 5_000_000])


def test_a_call_that_fails_ends_no_process() -> None:
    ended, _ = executed(call("remember", 1), call("break_", "broken"), call("remember", 2))
    assert [each.failure for each in ended] == ["", "ValueError: broken", ""]
    assert ended[2].value[1] == [1, 2]


def test_a_call_goes_on_when_its_process_alone_gets_the_signal_of_ctrl_c() -> None:
    ended, _ = executed(call("interrupt", 1), call("interrupt", 2))
    assert [(each.value, each.failure, each.status) for each in ended] == [(1, "", 0), (2, "", 0)]


def test_another_process_takes_the_place_of_one_that_died() -> None:
    ended, heard = executed(call("remember", 1), call("die"), call("remember", 2), call("die"), call("die"))
    assert [(each.failure, each.status) for each in ended if each.value is None] == [
        ("its process was ended by SIGKILL", -9)
    ] * 3
    assert ended[2].value[1] == [2]
    assert heard == [ended[0].value[0], ended[2].value[0], heard[2]]


@pytest.mark.sample(1)
@pytest.mark.parametrize("function", ["give_unreadable", "report_unreadable"])
def test_what_cannot_be_unpickled_is_a_failure_of_its_call_alone(function: str) -> None:
    ended, _ = executed(call("remember", 1), call(function), call("remember", 2))
    assert [(each.value is None, each.status) for each in ended] == [(False, 0), (True, 1), (False, 0)]
    assert ended[1].failure.startswith(
        "what it sent cannot be unpickled: TypeError: UnreadableError.__init__() missing"
    )


def test_what_cannot_be_unpickled_is_an_error_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads results hears of it at once: nothing is tried again."""
    monkeypatch.setattr(split, "name_of", lambda _: f"{calls.__name__}:give_unreadable")
    task = make_task(boards.FRAME_3X3)
    search = split.SplitSearch(task, ClaspOptions(), Deadline(), 1, executor=PoolExecutor(1))
    with pytest.raises(SolverError, match="a process of the search failed: what it sent cannot be unpickled"):
        list(search.run(Job(task, 0)))


@pytest.mark.long
def test_a_process_that_holds_too_much_is_replaced() -> None:
    ended, _ = executed(*[call("remember", number) for number in range(3)], memory=1)
    assert len({each.value[0] for each in ended}) == 3


def test_there_may_be_none_at_the_moment() -> None:
    """The next call is made of what came of the first."""
    known: list[Any] = []

    def works() -> Iterator[Work | None]:
        yield call("remember", 1)
        while not known:
            yield None
        yield call("remember", known)

    run = PoolExecutor(2).run(works(), lambda _: None)
    ended = []
    for each in run:
        ended.append(each)
        known.append(each.work.argument)
    assert len(ended) == 2
    assert ended[1].value[1][-1] == [1]


def test_a_tick_comes_in_time_however_many_calls_end() -> None:
    """Otherwise no limit and no interrupt would be heeded while short calls follow one another."""
    calls = (call("short") for _ in iter(int, 1))

    def tick(_: list[Running]) -> None:
        raise KeyError

    with pytest.raises(KeyError), closing(PoolExecutor(2).run(calls, tick)) as running:
        for _ in zip(running, range(10_000), strict=False):
            pass


def test_processes_stay_from_run_to_run_in_a_with_statement() -> None:
    with PoolExecutor(1) as pool:
        known = [each.value for number in (1, 2) for each in pool.run([call("remember", number)], lambda _: None)]
        assert not gone(known[0][0])
    assert [each[1] for each in known] == [[1], [1, 2]]
    await_that(lambda: gone(known[0][0]))


def test_closing_ends_all_processes() -> None:
    pids: list[int] = []

    def tick(_: list[Running]) -> None:
        if len(pids) == 2:
            raise KeyError

    with (
        pytest.raises(KeyError),
        closing(PoolExecutor(2).run([call("hang")] * 3, tick, lambda _, value: pids.append(value))) as running,
    ):
        list(running)
    await_that(lambda: all(map(gone, pids)))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not list open files")
@pytest.mark.parametrize("fresh", [True, False])
def test_no_file_stays_open(fresh: bool) -> None:
    def tick(_: list[Running]) -> None:
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
