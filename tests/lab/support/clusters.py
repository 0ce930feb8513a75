"""Clusters of Dask: one in this process, and such as have processes over TCP, perhaps with certificates."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from edgeasp.lab.cluster.dask import DaskExecutor
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import LimitReached
from tests.support.waiting import await_that

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make certificates with")


def in_this_process() -> Any:
    """A cluster in this process, as a context."""
    # Not at the top: importing it takes a second of every run of the tests.
    local: Any = import_module("distributed").LocalCluster
    return local(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)


ROOT = Path(__file__).parents[3]


def started(stack: ExitStack, *arguments: str, path: Path = ROOT) -> subprocess.Popen[bytes]:
    """A part of a cluster, with a session of its own, so that a worker is killed with its nanny.

    It imports edgeasp from a folder, that of this program if none is named.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd=path,
        env={**os.environ, "PYTHONPATH": str(path)},
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


def cluster(
    stack: ExitStack, workers: int, *, of_scheduler: Path = ROOT, of_workers: Path = ROOT
) -> tuple[str, subprocess.Popen[bytes], list[subprocess.Popen[bytes]]]:
    """A scheduler on this machine, with workers that have joined it; they import edgeasp from these folders."""
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    scheduler = started(stack, "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", path=of_scheduler)
    there = [joined(stack, address, of_workers) for _ in range(workers)]
    await_that(lambda: answers(DaskExecutor(address)) == workers, f"{workers} workers")
    return address, scheduler, there


def joined(stack: ExitStack, address: str, path: Path = ROOT) -> subprocess.Popen[bytes]:
    return started(stack, "worker", address, "--nthreads", "1", "--no-dashboard", path=path)


def tls(authority: Path, cert: Path, key: Path | None) -> Any:
    """Dask's configuration with certificates for every part of a cluster, as long as the context lasts."""
    names: dict[str, str | None] = {"distributed.comm.tls.ca-file": str(authority)}
    for part in ("client", "scheduler", "worker"):
        names[f"distributed.comm.tls.{part}.cert"] = str(cert)
        names[f"distributed.comm.tls.{part}.key"] = None if key is None else str(key)
    import_module("distributed")  # which has the defaults of the rest
    return import_module("dask").config.set(names)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that vouches for itself, and its key."""
    name = ["-subj", "/CN=edgeasp", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *name]
    subprocess.run([*made, "-keyout", "key", "-out", "cert"], cwd=folder, check=True, capture_output=True)
    return folder / "cert", folder / "key"


def answers(executor: DaskExecutor) -> int:
    try:
        return executor.workers()
    except (OptionError, LimitReached):
        return 0
