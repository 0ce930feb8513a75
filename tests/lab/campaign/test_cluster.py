"""Campaigns on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.campaign import certification
from edgeasp.lab.campaign.certification import CertifyOutcome
from edgeasp.lab.campaign.status import read_progress
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.cluster import dask
from edgeasp.lab.cluster.dask import DaskExecutor
from edgeasp.parallel.split import SplitPlan
from edgeasp.search.task import make_task
from studies import cluster_table
from tests.lab.campaign.campaigns import PUZZLE, audited, carried_on, made
from tests.lab.support import clusters
from tests.lab.support.clusters import (
    answers,
    certificate,
    cluster,
    ended,
    free_port,
    joined,
    needs_openssl,
    started,
    tls,
)
from tests.support import boards, brute
from tests.support.running import PATIENT, run, running
from tests.support.solving import searched
from tests.support.waiting import PATIENCE, await_that

# ---- runs ----

NEEDS_DASK = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")


@cache
def boards_of_it() -> int:
    """As many as brute force finds."""
    return len(brute.solve(PUZZLE).pictures)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster in this process."""
    with clusters.in_this_process() as made:
        yield made.scheduler_address


@NEEDS_DASK
@pytest.mark.long
def test_a_campaign_ends_as_anywhere_else(address: str, tmp_path: Path) -> None:
    stated = made(tmp_path)
    assert DaskExecutor(address).workers() == 1
    progress = carried_on(stated, executor=DaskExecutor(address))
    assert (progress.open, progress.found, len(progress.boards)) == ({}, boards_of_it(), boards_of_it())
    audited(stated)


@NEEDS_DASK
@pytest.mark.long
def test_a_campaign_is_certified_on_a_cluster(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is named as this process sees it, and workers find it wherever they were started."""
    monkeypatch.chdir(tmp_path)
    stated = made(tmp_path)
    carried_on(stated)
    result = run("campaign", "certify", stated.folder, "--scheduler", address, "-o", "proved")
    assert result.status == commands.ANSWERED
    assert "1 worker" in result.stderr
    verified = verify("proved", puzzle=stated.puzzle)
    assert len(verified.boards) == boards_of_it()
    assert "cubes" in verified.claim


@NEEDS_DASK
@pytest.mark.long
def test_a_worker_on_another_file_system_is_found_out(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says that a cube is certified, but nothing is there."""
    stated = made(tmp_path)
    carried_on(stated)
    elsewhere = CertifyOutcome(made=True, complete=True)
    monkeypatch.setattr(certification, "certify_cube", lambda order, context: elsewhere)
    monkeypatch.setattr(certification, "qualified_name", lambda function: f"{certification.__name__}:certify_cube")
    result = run("campaign", "certify", stated.folder, "--scheduler", address, "-o", tmp_path / "proved")
    assert result.status == commands.USAGE
    assert "expected the certificate that a worker has made" in result.stderr
    assert not (tmp_path / "proved" / "claim.json").exists()


@NEEDS_DASK
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
                    worker = each.value.worker if each.value and each.call.argument.cube is not None else None
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


@NEEDS_DASK
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
    assert last.startswith("edgeasp: loss of the Dask scheduler: open: 0 solutions so far, ")


@NEEDS_DASK
@pytest.mark.long
def test_an_open_scheduler_is_warned_of(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stated = made(tmp_path)
    monkeypatch.setattr(dask, "is_exposed", lambda _: True)
    result = run("campaign", "run", stated.folder, "--scheduler", address)
    assert result.status == commands.ANSWERED
    assert f"warning: {address} is open to its network: whoever reaches it can run programs as you" in result.stderr


@NEEDS_DASK
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
    assert f"complete: {boards_of_it()} solutions, and no others" in result.stderr
    audited(stated)


# ---- table ----

PAGE = Path(__file__).parents[3] / "docs" / "campaigns.md"


@pytest.mark.long
def test_the_page_has_the_table() -> None:
    assert "\n".join(cluster_table.table()) in PAGE.read_text(encoding="utf-8")
