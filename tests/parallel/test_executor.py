"""Calls in processes of their own: what they report while they run, and what comes of them."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgeasp.parallel.processes import Ended, PoolExecutor, Running, Work
from edgeasp.system.errors import OptionError
from tests.parallel.calls import Unreadable, call
from tests.support.waiting import await_that, gone

pytestmark = pytest.mark.usefixtures("found_by_processes")


# ---- reports ----


def executed(*works: Work, slots: int = 1) -> tuple[list[Ended], list[Any]]:
    heard: list[Any] = []
    ended = list(PoolExecutor(slots, fresh=True).run(works, lambda _: None, lambda _, value: heard.append(value)))
    return ended, heard


def test_reports_arrive_in_order_and_the_result_after_them() -> None:
    [ended], heard = executed(call("count", 500))
    assert heard == [*range(500), b"x" * 1_000_000]
    assert (ended.value, ended.failure, ended.status) == ("done", "", 0)


def test_reports_arrive_while_the_call_runs(tmp_path: Path) -> None:
    """The call ends only after its report was heard."""
    heard = []

    def hear(_: Work, value: str) -> None:
        heard.append(value)
        (tmp_path / "file").touch()

    [ended] = PoolExecutor(1, fresh=True).run([call("wait_for", str(tmp_path / "file"))], lambda _: None, hear)
    assert heard == ["waiting", "found"]
    assert ended.value == "ended"


def test_each_report_comes_with_its_call() -> None:
    works = [call("count", 3), call("count", 5)]
    heard: list[tuple[Work, Any]] = []
    ended = list(
        PoolExecutor(2, fresh=True).run(works, lambda _: None, lambda work, value: heard.append((work, value)))
    )
    assert {each.work.argument for each in ended} == {3, 5}
    for work in works:
        assert [value for by, value in heard if by == work][:-1] == [*range(work.argument)]


def test_what_was_reported_by_a_call_that_is_killed_is_kept() -> None:
    [ended], heard = executed(call("die_after", 300))
    assert heard == [*range(300)]
    assert (ended.value, ended.failure, ended.status) == (None, "its process was ended by SIGKILL", -signal.SIGKILL)


def test_what_was_reported_before_a_failure_is_kept() -> None:
    [ended], heard = executed(call("report_and_break", "broken"))
    assert heard == ["before"]
    assert (ended.value, ended.failure, ended.killed) == (None, "ValueError: broken", "")


@pytest.mark.sample(1)
@pytest.mark.parametrize("function", ["give_unreadable", "report_unreadable"])
def test_what_cannot_be_unpickled_is_a_failure_of_its_call_alone(function: str) -> None:
    ended, _ = executed(call("count", 3), call(function), call("count", 3))
    assert [(each.value, each.status) for each in ended] == [("done", 0), (None, 1), ("done", 0)]
    assert ended[1].failure.startswith(
        "what it sent cannot be unpickled: TypeError: UnreadableError.__init__() missing"
    )


def test_an_argument_that_cannot_be_unpickled_is_a_failure_of_its_call() -> None:
    for fresh in (True, False):
        works = [call("count", Unreadable()), call("count", 3)]
        ended = list(PoolExecutor(1, fresh=fresh).run(works, lambda _: None))
        assert [(each.value, each.status) for each in ended] == [(None, 1), ("done", 0)]
        assert ended[0].failure.startswith("ValueError: invalid literal for int()")


@pytest.mark.long
def test_each_call_has_a_process_of_its_own_and_is_measured_whole() -> None:
    ended, _ = executed(call("own_number"), call("own_number"))
    assert ended[0].value != ended[1].value
    assert all(each.cpu > 0 and each.wall > 0 and each.memory > 10**6 for each in ended)


@pytest.mark.long
def test_a_call_with_several_threads_waits_for_as_many_slots() -> None:
    works = [call("own_number"), replace(call("own_number"), threads=2), call("own_number")]
    most = 0

    def tick(running: list[Running]) -> None:
        nonlocal most
        most = max(most, sum(each.work.threads for each in running))

    assert len(list(PoolExecutor(2, fresh=True).run(works, tick))) == 3
    assert most == 2
    with pytest.raises(OptionError, match="expected 3 cores for one call, found 2"):
        list(PoolExecutor(2, fresh=True).run([replace(works[0], threads=3)], tick))


@pytest.mark.long
def test_a_call_has_until_its_deadline_and_may_say_what_it_has_by_then() -> None:
    limited = [replace(call("stop_in_time"), seconds=4), replace(call("hang"), seconds=0)]
    ended, _ = executed(*limited, replace(call("hang"), memory=1))
    assert [(each.value, each.killed) for each in ended] == [("a part", ""), (None, "timeout"), (None, "memory")]


def test_an_exception_of_the_listener_ends_the_execution() -> None:
    """And the processes."""
    pids = []

    def hear(_: Work, value: int) -> None:
        pids.append(value)
        raise KeyError("heard")

    with (
        pytest.raises(KeyError),
        closing(PoolExecutor(2, fresh=True).run([call("hang"), call("hang")], lambda _: None, hear)) as running,
    ):
        list(running)
    assert len(pids) == 1
    await_that(lambda: gone(pids[0]))


def test_a_signal_that_takes_its_time_keeps_nothing_waiting() -> None:
    """A handler runs past the moment at which the executor would have looked again."""
    handled = []

    def handle(number: int, _: object) -> None:
        time.sleep(0.2)
        handled.append(number)

    def tick(_: list[Running]) -> None:
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
