"""Calls on a cluster."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.cluster import dask
from edgeasp.lab.cluster.dask import DaskExecutor
from edgeasp.parallel.best import BestJob, BestSearch
from edgeasp.parallel.processes import Call, CallContext, EndedCall, RunningCall
from edgeasp.search.task import make_task
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Limit, Limits
from tests.lab.support import clusters
from tests.lab.support.clusters import tls
from tests.support import boards
from tests.support.running import run
from tests.support.waiting import LIMITS, PATIENCE

# ---- calls ----

NEEDS_DASK = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")

PUZZLE = boards.planted(4, 4, 4, 3, framed=True)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster in this process."""
    with clusters.in_this_process() as made:
        yield made.scheduler_address


def call(function: str, argument: Any = None, seconds: float | None = None) -> Call:
    return Call(f"{__name__}:{function}", argument, seconds=seconds)


def double(number: int, context: CallContext) -> int:
    """Report a number, and give twice as much."""
    context.report(number)
    context.check()
    return 2 * number


def break_(text: str, context: CallContext) -> None:
    """Fail."""
    raise ValueError(text)


def wait(_: object, context: CallContext) -> None:
    """Report, and wait until the result is not wanted any more."""
    context.report("waiting")
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        context.check()
        time.sleep(0.01)


def executed(address: str, *works: Call) -> tuple[list[EndedCall], list[Any]]:
    heard: list[Any] = []
    return list(DaskExecutor(address).run(works, lambda _: None, lambda _, value: heard.append(value))), heard


@NEEDS_DASK
def test_calls_give_values_and_reports(address: str) -> None:
    ended, heard = executed(address, *(call("double", number) for number in range(5)))
    assert sorted(each.value for each in ended) == [0, 2, 4, 6, 8]
    assert sorted(heard) == [0, 1, 2, 3, 4]
    assert all((each.failure, each.status) == ("", 0) and each.wall >= 0 for each in ended)


@NEEDS_DASK
def test_a_call_that_fails_is_named(address: str) -> None:
    [ended], _ = executed(address, call("break_", "broken"))
    assert (ended.value, ended.failure) == (None, "ValueError: broken")
    assert ended.status > 0


@NEEDS_DASK
def test_a_call_whose_time_is_up_keeps_its_reports(address: str) -> None:
    """Also one of a second."""
    for seconds in LIMITS:
        [ended], heard = executed(address, call("wait", seconds=seconds))
        assert (ended.value, ended.failure, ended.killed) == (None, "", "timeout")
        if heard:
            break
    assert heard == ["waiting"]


@NEEDS_DASK
def test_a_call_whose_reports_would_come_too_late_is_not_begun(address: str) -> None:
    """The others go on meanwhile."""
    [other, late], heard = executed(address, call("wait", seconds=0.1), call("double", 4))
    assert (other.value, late.killed, heard) == (8, "timeout", [4])


@NEEDS_DASK
def test_an_interrupt_cancels_what_runs(address: str) -> None:
    def tick(running: list[RunningCall]) -> None:
        raise KeyError

    with pytest.raises(KeyError), closing(DaskExecutor(address).run([call("wait")], tick)) as running:
        list(running)
    # The call has ended on the worker, too: the next one is made.
    ended, _ = executed(address, call("double", 4))
    assert ended[0].value == 8


@NEEDS_DASK
def test_best_boards_come_from_a_cluster_as_well(address: str) -> None:
    search = BestSearch(BestJob(make_task(PUZZLE), rounds=3), executor=DaskExecutor(address))
    search.run()
    report = search.result().report
    assert report is not None
    assert report.matched == PUZZLE.grid.diamonds


@NEEDS_DASK
def test_a_search_on_a_cluster_ends_in_time_like_any_other(address: str) -> None:
    """Calls that are stopped for it are no faults."""
    puzzle = boards.planted(1, 16, 16, 17, framed=True)
    job = BestJob(make_task(puzzle), limits=Limits(seconds=3.0))
    result = BestSearch(job, executor=DaskExecutor(address)).run()
    assert result.stopped is not None
    assert result.stopped.kind == Limit.TIME


@NEEDS_DASK
def test_a_search_that_a_cluster_leaves_no_time_says_so(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.puz").write_text(plain.write_puz(PUZZLE), encoding="utf-8")
    result = run("best", "x.puz", "--scheduler", address, "--time-limit", "0")
    assert result.status == commands.UNANSWERED
    assert re.search(
        r"^edgeasp: the cluster was ready after [0-9.]+ s: set a longer --time-limit$", result.stderr, re.M
    )
    assert result.stderr.endswith("edgeasp: no board so far; 0 rounds, time limit of 0 s\n")


@NEEDS_DASK
@pytest.mark.long
def test_a_worker_with_another_edgeasp_is_named(tmp_path: Path) -> None:
    """Its boards would be others, and what it is sent could mean something else."""
    shutil.copytree(clusters.ROOT / "edgeasp", tmp_path / "edgeasp")
    (tmp_path / "edgeasp" / "search" / "best" / "settings.py").write_text("NARROW = 7\n", encoding="utf-8")
    with ExitStack() as stack:
        other, _, _ = clusters.cluster(stack, 1, of_workers=tmp_path)
        with pytest.raises(OptionError, match=r"its worker tcp://127\.0\.0\.1:\d+ has another edgeasp"):
            executed(other, call("double", 1))


@NEEDS_DASK
def test_rules_count_wherever_they_lie(tmp_path: Path) -> None:
    """In a checkout they are beside the package, in a wheel inside; a file of them that differs is noticed."""
    ask = "from edgeasp.lab.cluster.dask import source_digest; print(source_digest())"
    digests = []
    for place in ("beside/asp", "inside/edgeasp/asp", "other/asp"):
        root = tmp_path / place.partition("/")[0]
        shutil.copytree(clusters.ROOT / "edgeasp", root / "edgeasp", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(clusters.ROOT / "asp", tmp_path / place)
        if root.name == "other":
            (tmp_path / place / "clues.lp").write_text("% nothing", encoding="utf-8")
        done = subprocess.run([sys.executable, "-c", ask], cwd=root, check=True, capture_output=True, text=True)
        digests.append(done.stdout)
    assert digests[0] == digests[1] != digests[2]


class Lost:
    """A future whose result was there, but went with its worker; it comes again later."""

    def __init__(self) -> None:
        self.status, self.asked = "finished", 0

    def result(self, timeout: float) -> Any:
        self.asked += 1
        if self.asked == 1:
            raise TimeoutError
        return dask._WorkerReply(8, "", "", [], 0.0, 0.0)


@NEEDS_DASK
def test_a_result_that_goes_with_its_worker_is_waited_for() -> None:
    client, lost, running = SimpleNamespace(status="running"), Lost(), RunningCall(call("double", 4), 0.0)
    assert dask._receive_reply(client, lost, running) is None
    outcome = dask._receive_reply(client, lost, running)
    assert outcome is not None
    assert outcome[1].value == 8
    client.status, lost.asked = "closed", 0
    with pytest.raises(TimeoutError):
        dask._receive_reply(client, lost, running)


@NEEDS_DASK
@pytest.mark.long
@pytest.mark.parametrize("part", ["scheduler", "worker"])
def test_who_cannot_import_edgeasp_is_named(part: str, tmp_path: Path) -> None:
    """Where it is missing: the first folder of the path has another package of that name."""
    (tmp_path / "edgeasp").mkdir()
    (tmp_path / "edgeasp" / "__init__.py").write_text("raise ModuleNotFoundError('there is none')\n", encoding="utf-8")
    with ExitStack() as stack:
        paths = {"of_scheduler" if part == "scheduler" else "of_workers": tmp_path}
        lacking, _, _ = clusters.cluster(stack, 1, **paths)
        where = "the scheduler" if part == "scheduler" else r"its worker tcp://127\.0\.0\.1:\d+"
        with pytest.raises(OptionError, match=rf"{where} cannot import edgeasp, install it there: there is none"):
            executed(lacking, call("double", 1))


@NEEDS_DASK
def test_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "TIMEOUT", 0.2)
    with pytest.raises(OptionError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        executed("tcp://127.0.0.1:1", call("double", 1))


@NEEDS_DASK
def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"pip install 'distributed>=2024.5'"):
        DaskExecutor("tcp://127.0.0.1:1")


# ---- trust ----


@NEEDS_DASK
@pytest.mark.parametrize(
    ("address", "exposed"),
    [
        ("tcp://127.0.0.1:8786", False),
        ("tcp://localhost:8786", False),
        ("localhost:8786", False),
        ("tcp://[::1]:8786", False),
        ("tls://10.0.0.5:8786", False),
        ("inproc://10.0.0.5/1/2", False),
        ("tcp://10.0.0.5:8786", True),
        ("10.0.0.5:8786", True),
        ("tcp://node7:8786", True),
        ("tcp://localhost.example.org:8786", True),
        ("tcp://0.0.0.0:8786", True),
        ("ws://node7:8786", True),
    ],
)
def test_what_other_machines_can_reach(address: str, exposed: bool) -> None:
    assert dask.is_exposed(address) is exposed


@NEEDS_DASK
def test_tls_without_certificates_is_refused_at_once() -> None:
    with pytest.raises(OptionError, match="expected certificates in Dask's configuration, found none"):
        executed("tls://127.0.0.1:1", call("double", 1))


@NEEDS_DASK
def test_certificates_that_cannot_be_read(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("no certificate", encoding="utf-8")
    refused = r"the certificates that Dask's configuration names, distributed\.comm\.tls, cannot be used"
    for name in (tmp_path / "missing.pem", wrong):
        with tls(name, name, None), pytest.raises(OptionError, match=refused):
            executed("tls://127.0.0.1:1", call("double", 1))


@NEEDS_DASK
def test_one_place_for_the_work() -> None:
    for command in (["campaign", "run", "c"], ["best", "puzzle.puz"]):
        result = run(*command, "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1")
        assert result.status == commands.USAGE
        assert "--jobs (or EDGEASP_JOBS) cannot be combined with --scheduler" in result.stderr
