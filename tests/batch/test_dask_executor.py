"""Calls on a cluster: what comes of them, and that a campaign on one ends as anywhere else."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from edgeasp.batch import dask_executor
from edgeasp.batch.best import BestJob, BestSearch
from edgeasp.batch.campaign.run import read_progress
from edgeasp.batch.dask_executor import DaskExecutor
from edgeasp.batch.frontier import SplitPlan
from edgeasp.batch.work import Context, Ended, Running, Work
from edgeasp.puzzle.errors import OptionError
from edgeasp.search.task import make_task
from edgeasp.solvers.limits import LimitReached
from tests.batch.campaign.campaigns import PUZZLE, audited, carried_on, made
from tests.support import boards, brute
from tests.support.solving import searched
from tests.support.waiting import PATIENCE, await_that

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")

BOARDS = len(brute.solve(PUZZLE).pictures)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster in this process."""
    # Not at the top: importing it takes a second of every run of the tests.
    local: Any = import_module("distributed").LocalCluster
    with local(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as made:
        yield made.scheduler_address


def call(function: str, argument: Any = None, seconds: float | None = None) -> Work:
    return Work(f"{__name__}:{function}", argument, seconds=seconds)


def double(number: int, context: Context) -> int:
    """Report a number, and give twice as much."""
    context.report(number)
    context.check()
    return 2 * number


def break_(text: str, context: Context) -> None:
    """Fail."""
    raise ValueError(text)


def wait(_: object, context: Context) -> None:
    """Report, and wait until the result is not wanted any more."""
    context.report("waiting")
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        context.check()
        time.sleep(0.01)


def executed(address: str, *works: Work) -> tuple[list[Ended], list[Any]]:
    heard: list[Any] = []
    return list(DaskExecutor(address).run(works, lambda _: None, lambda _, value: heard.append(value))), heard


def test_calls_give_values_and_reports(address: str) -> None:
    ended, heard = executed(address, *(call("double", number) for number in range(5)))
    assert sorted(each.value for each in ended) == [0, 2, 4, 6, 8]
    assert sorted(heard) == [0, 1, 2, 3, 4]
    assert all((each.failure, each.status) == ("", 0) and each.wall >= 0 for each in ended)


def test_a_call_that_fails_is_named(address: str) -> None:
    [ended], _ = executed(address, call("break_", "broken"))
    assert (ended.value, ended.failure) == (None, "ValueError: broken")
    assert ended.status > 0


def test_a_call_whose_time_is_up_keeps_its_reports(address: str) -> None:
    [ended], heard = executed(address, call("wait", seconds=0.0))
    assert (ended.value, ended.failure, heard) == (None, "it was abandoned", ["waiting"])


def test_an_interrupt_cancels_what_runs(address: str) -> None:
    def tick(running: list[Running]) -> None:
        raise KeyError

    with pytest.raises(KeyError), closing(DaskExecutor(address).run([call("wait")], tick)) as running:
        list(running)
    # The call has ended on the worker, too: the next one is made.
    ended, _ = executed(address, call("double", 4))
    assert ended[0].value == 8


def test_a_campaign_ends_as_anywhere_else(address: str, tmp_path: Path) -> None:
    stated = made(tmp_path)
    assert DaskExecutor(address).workers() == 1
    progress = carried_on(stated, executor=DaskExecutor(address))
    assert (progress.open, progress.found, len(progress.boards)) == ({}, BOARDS, BOARDS)
    audited(stated)


def test_best_boards_come_from_a_cluster_as_well(address: str) -> None:
    search = BestSearch(BestJob(make_task(PUZZLE), rounds=3), executor=DaskExecutor(address))
    search.run()
    report = search.result().report
    assert report is not None
    assert report.matched == PUZZLE.diamonds


def test_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_executor, "TIMEOUT", 0.2)
    with pytest.raises(OptionError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        executed("tcp://127.0.0.1:1", call("double", 1))


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_executor, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"pip install 'distributed>=2024.5'"):
        DaskExecutor("tcp://127.0.0.1:1")


# ---- processes over TCP ----


def started(stack: ExitStack, *arguments: str) -> subprocess.Popen[bytes]:
    """A part of a cluster, with a session of its own, so that a worker is killed with its nanny."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    stack.callback(process.wait)
    stack.callback(ended, process)
    return process


def ended(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.long
def test_workers_come_and_go_and_the_scheduler_dies(tmp_path: Path) -> None:
    """A worker is killed in mid-cube, another one joins late, and at last the scheduler dies; the number is exact."""
    puzzle = boards.planted(1, 5, 5, 4, framed=True)
    number = searched(make_task(puzzle)).result.found
    stated = made(tmp_path, puzzle, SplitPlan(60, 50))
    address = f"tcp://127.0.0.1:{free_port()}"
    with ExitStack() as stack:
        scheduler = started(stack, "scheduler", "--port", address.rpartition(":")[2], "--no-dashboard")
        workers = [started(stack, "worker", address, "--nthreads", "1", "--no-dashboard") for _ in range(2)]
        executor = DaskExecutor(address)
        await_that(lambda: answers(executor) == 2, "two workers")
        happened: list[str] = []

        class Eventful(DaskExecutor):
            """Has the accidents happen after some cubes."""

            def run(self, works: Any, on_tick: Any, on_report: Any = None) -> Any:
                for done, each in enumerate(super().run(works, on_tick, on_report)):
                    yield each
                    if done == 5:
                        ended(workers[0])
                        happened.append("a worker died")
                    if done == 10:
                        workers.append(started(stack, "worker", address, "--nthreads", "1", "--no-dashboard"))
                        happened.append("a worker joined")
                    if done == 20:
                        ended(scheduler)
                        happened.append("the scheduler died")

        progress = carried_on(stated, executor=Eventful(address), jobs=2)
        assert happened[:2] == ["a worker died", "a worker joined"]
        assert progress.open
        audited(stated)
    with ExitStack() as stack:
        address = f"tcp://127.0.0.1:{free_port()}"
        started(stack, "scheduler", "--port", address.rpartition(":")[2], "--no-dashboard")
        started(stack, "worker", address, "--nthreads", "1", "--no-dashboard")
        await_that(lambda: answers(DaskExecutor(address)) == 1, "a worker")
        progress = carried_on(stated, executor=DaskExecutor(address))
    assert (progress.open, progress.found) == ({}, number)
    assert len({each.body["worker"] for each in read_progress(stated).costs}) >= 3
    audited(stated)


def answers(executor: DaskExecutor) -> int:
    try:
        return executor.workers()
    except (OptionError, LimitReached):
        return 0
