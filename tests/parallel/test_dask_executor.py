"""Calls on a cluster: what comes of them, and that a campaign on one ends as anywhere else."""

from __future__ import annotations

import os
import shutil
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

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.campaign import certification
from edgeasp.lab.campaign.certification import CertifyOutcome
from edgeasp.lab.campaign.status import read_progress
from edgeasp.lab.certificate.cube_verifier import verify
from edgeasp.parallel import dask
from edgeasp.parallel.best import BestJob, BestSearch
from edgeasp.parallel.dask import DaskExecutor
from edgeasp.parallel.processes import Context, Ended, Running, Work
from edgeasp.parallel.split import SplitPlan
from edgeasp.search.task import make_task
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import LimitReached
from tests.lab.campaign.campaigns import PUZZLE, audited, carried_on, made
from tests.support import boards, brute
from tests.support.running import PATIENT, run, running
from tests.support.solving import searched
from tests.support.waiting import PATIENCE, await_that

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make certificates with")

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


def test_a_campaign_is_certified_on_a_cluster(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is named as this process sees it, and workers find it wherever they were started."""
    monkeypatch.chdir(tmp_path)
    stated = made(tmp_path)
    carried_on(stated)
    result = run("campaign", "certify", stated.folder, "--scheduler", address, "-o", "proved")
    assert result.status == commands.ANSWERED
    assert "1 worker" in result.stderr
    verified = verify("proved", puzzle=stated.puzzle)
    assert len(verified.boards) == BOARDS
    assert "cubes" in verified.claim


@pytest.mark.long
def test_a_worker_on_another_file_system_is_found_out(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says that a cube is certified, but nothing is there."""
    stated = made(tmp_path)
    carried_on(stated)
    elsewhere = CertifyOutcome(made=True, complete=True)
    monkeypatch.setattr(certification, "carry_out", lambda order, context: elsewhere)
    monkeypatch.setattr(certification, "name_of", lambda function: f"{certification.__name__}:carry_out")
    result = run("campaign", "certify", stated.folder, "--scheduler", address, "-o", tmp_path / "proved")
    assert result.status == commands.USAGE
    assert "expected the certificate that a worker has made" in result.stderr
    assert not (tmp_path / "proved" / "claim.json").exists()


def test_best_boards_come_from_a_cluster_as_well(address: str) -> None:
    search = BestSearch(BestJob(make_task(PUZZLE), rounds=3), executor=DaskExecutor(address))
    search.run()
    report = search.result().report
    assert report is not None
    assert report.matched == PUZZLE.grid.diamonds


def test_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "TIMEOUT", 0.2)
    with pytest.raises(OptionError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        executed("tcp://127.0.0.1:1", call("double", 1))


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "find_spec", lambda name: None)
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


def cluster(stack: ExitStack, workers: int) -> tuple[str, subprocess.Popen[bytes], list[subprocess.Popen[bytes]]]:
    """A scheduler on this machine, with workers that have joined it."""
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    scheduler = started(stack, "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    there = [joined(stack, address) for _ in range(workers)]
    await_that(lambda: answers(DaskExecutor(address)) == workers, f"{workers} workers")
    return address, scheduler, there


def joined(stack: ExitStack, address: str) -> subprocess.Popen[bytes]:
    return started(stack, "worker", address, "--nthreads", "1", "--no-dashboard")


@pytest.mark.long
def test_workers_come_and_go_and_the_scheduler_dies(tmp_path: Path) -> None:
    """A worker is killed in mid-cube, another one joins late, and at last the scheduler dies; the number is exact.

    Each accident waits for what has to be there before it, so that it is the same one on any machine: the late worker
    is alone in the end, and the scheduler dies as soon as that one has carried out something.
    """
    puzzle = boards.planted(1, 5, 5, 4, framed=True)
    number = searched(make_task(puzzle)).result.found
    stated = made(tmp_path, puzzle, SplitPlan(60, 50))
    with ExitStack() as stack:
        address, scheduler, workers = cluster(stack, 2)
        happened: list[str] = []
        busy: list[str] = []

        class Eventful(DaskExecutor):
            """Has the accidents happen."""

            def run(self, works: Any, on_tick: Any, on_report: Any = None) -> Any:
                for each in super().run(works, on_tick, on_report):
                    yield each
                    # By now the ledger has it, if it was about a cube.
                    worker = each.value.worker if each.value and each.work.argument.cube is not None else None
                    if worker is None or worker in busy:
                        continue
                    busy.append(worker)
                    if len(busy) == 2:
                        ended(workers[0])
                        happened.append("a worker died")
                        joined(stack, address)
                        await_that(lambda: answers(self) == 2, "the late worker, and one from before")
                        happened.append("a worker joined")
                        ended(workers[1])
                    if len(busy) == 3:
                        ended(scheduler)
                        happened.append("the scheduler died")

        progress = carried_on(stated, executor=Eventful(address), jobs=2)
        assert happened == ["a worker died", "a worker joined", "the scheduler died"]
        assert progress.open
        audited(stated)
    with ExitStack() as stack:
        address, _, _ = cluster(stack, 1)
        progress = carried_on(stated, executor=DaskExecutor(address))
    assert (progress.open, progress.found) == ({}, number)
    assert len({each.body["worker"] for each in read_progress(stated).costs}) == 4
    audited(stated)


@pytest.mark.long
def test_a_scheduler_that_dies_gets_one_line(tmp_path: Path) -> None:
    """No log of Dask's, and no traceback of its loop."""
    (tmp_path / "hard.puz").write_text(plain.write_puz(boards.hard()), encoding="utf-8")
    folder = tmp_path / "campaign"
    assert run("campaign", "new", tmp_path / "hard.puz", "--cubes", 500, "--share", 50, "-o", folder).status == 0
    empty = (folder / "ledger.sqlite").stat().st_mtime_ns
    with ExitStack() as stack:
        address, scheduler, _ = cluster(stack, 1)
        with running("campaign", "run", folder, "--scheduler", address, program=PATIENT) as process:
            await_that(lambda: (folder / "ledger.sqlite").stat().st_mtime_ns > empty, "an entry")
            ended(scheduler)
            out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (commands.UNANSWERED, b"")
    [first, last] = err.decode().splitlines()
    assert first == f"edgeasp: {address}: 1 worker"
    assert last.startswith(f"edgeasp: the Dask scheduler at {address} is gone: open: 0 solutions so far, ")


# ---- trust ----


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


@pytest.mark.long
def test_an_open_scheduler_is_warned_of(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stated = made(tmp_path)
    monkeypatch.setattr(dask, "is_exposed", lambda _: True)
    result = run("campaign", "run", stated.folder, "--scheduler", address)
    assert result.status == commands.ANSWERED
    assert f"warning: {address} is open to its network: whoever reaches it can run programs as you" in result.stderr


def test_tls_without_certificates_is_refused_at_once() -> None:
    with pytest.raises(OptionError, match="expected certificates in Dask's configuration, found none"):
        executed("tls://127.0.0.1:1", call("double", 1))


def tls(authority: Path, cert: Path, key: Path | None) -> Any:
    """Dask's configuration with certificates for every part of a cluster, as long as the context lasts."""
    names: dict[str, str | None] = {"distributed.comm.tls.ca-file": str(authority)}
    for part in ("client", "scheduler", "worker"):
        names[f"distributed.comm.tls.{part}.cert"] = str(cert)
        names[f"distributed.comm.tls.{part}.key"] = None if key is None else str(key)
    import_module("distributed")  # which has the defaults of the rest
    return import_module("dask").config.set(names)


def test_certificates_that_cannot_be_read(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("no certificate", encoding="utf-8")
    refused = r"the certificates that Dask's configuration names, distributed\.comm\.tls, cannot be used"
    for name in (tmp_path / "missing.pem", wrong):
        with tls(name, name, None), pytest.raises(OptionError, match=refused):
            executed("tls://127.0.0.1:1", call("double", 1))


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that vouches for itself, and its key."""
    name = ["-subj", "/CN=edgeasp", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *name]
    subprocess.run([*made, "-keyout", "key", "-out", "cert"], cwd=folder, check=True, capture_output=True)
    return folder / "cert", folder / "key"


@pytest.mark.long
@needs_openssl
def test_a_campaign_over_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificates are those that Dask's own configuration names."""
    cert, key = certificate(tmp_path)
    address = f"tls://127.0.0.1:{free_port()}"
    files = ("--tls-ca-file", str(cert), "--tls-cert", str(cert), "--tls-key", str(key), "--no-dashboard")
    stated = made(tmp_path)
    with ExitStack() as stack, tls(cert, cert, key):
        started(stack, "scheduler", "--host", address, *files)
        started(stack, "worker", address, "--nthreads", "1", *files)
        await_that(lambda: answers(DaskExecutor(address)) == 1, "a worker")
        result = run("campaign", "run", stated.folder, "--scheduler", address)
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    assert "warning" not in result.stderr
    assert f"complete: {BOARDS} solutions, and no others" in result.stderr
    audited(stated)


@needs_openssl
def test_jobs_of_slurm_get_the_certificates(tmp_path: Path) -> None:
    pytest.importorskip("dask_jobqueue")
    plan = tmp_path / "cluster.toml"
    plan.write_text('jobs = 1\ncores = 1\nmemory = "1GB"\nwalltime = "1:00:00"\nqueue = "compute"\n', encoding="utf-8")
    cert, key = certificate(tmp_path)
    with tls(cert, cert, key):
        script = run("campaign", "run", "anywhere", "--slurm", plan, "--dry-run").stdout
    assert " tls://" in script
    assert f"--tls-ca-file {cert} " in script
    assert "tls" not in run("campaign", "run", "anywhere", "--slurm", plan, "--dry-run").stdout


def answers(executor: DaskExecutor) -> int:
    try:
        return executor.workers()
    except (OptionError, LimitReached):
        return 0
