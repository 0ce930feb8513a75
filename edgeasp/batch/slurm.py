"""A Dask cluster whose workers are jobs of SLURM, described by a file; needs the extra `cluster`.

The file is TOML with options of dask-jobqueue's `SLURMCluster`, and `jobs`, the number of jobs:

    jobs = 16
    cores = 8
    memory = "16GB"
    walltime = "12:00:00"
    queue = "compute"
"""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from typing import Any

from edgeasp.batch.dask_executor import configured_security
from edgeasp.formats import files
from edgeasp.system.errors import InputError, OptionError, missing, os_reason

_KINDS: dict[str, tuple[type, str]] = {
    "jobs": (int, "a number"),
    "cores": (int, "a number"),
    "memory": (str, "an amount such as '16GB'"),
    "processes": (int, "a number"),
    "walltime": (str, "a time such as '12:00:00'"),
    "queue": (str, "a name"),
    "account": (str, "a name"),
    "interface": (str, "a name"),
    "local_directory": (str, "a folder"),
    "log_directory": (str, "a folder"),
    "python": (str, "a command"),
    "job_script_prologue": (list, "a list of lines"),
    "job_extra_directives": (list, "a list of directives"),
}
_NEEDED = ("jobs", "cores", "memory", "walltime")


@dataclass(frozen=True)
class SlurmPlan:
    """What to ask SLURM for: a number of jobs, and the options of each."""

    jobs: int
    options: dict[str, Any]

    @property
    def workers(self) -> int:
        """The number of processes in all jobs."""
        return self.jobs * int(self.options["processes"])


def read(path: str) -> SlurmPlan:
    """The plan in a file.

    Raises:
        InputError: the file is no TOML, or a key in it is unknown, missing or of another kind.
        OptionError: dask-jobqueue is missing.
    """
    if find_spec("dask_jobqueue") is None:
        raise missing("--slurm needs dask-jobqueue", "dask-jobqueue", "cluster")
    try:
        found = tomllib.loads(files.read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(path, None, f"expected TOML: {str(error).lower()}") from None
    for key, value in found.items():
        if key not in _KINDS:
            raise InputError(path, None, f"expected one of {', '.join(_KINDS)}, found {key!r}")
        kind, meaning = _KINDS[key]
        if type(value) is not kind or (isinstance(value, int) and value < 1):
            raise InputError(path, None, f"expected {key} to be {meaning}, found {value!r}")
    for key in _NEEDED:
        if key not in found:
            raise InputError(path, None, f"expected {key}, {_KINDS[key][1]}")
    # A process carries out one call at a time.
    return SlurmPlan(found.pop("jobs"), {"processes": found["cores"], **found})


def job_script(plan: SlurmPlan) -> str:
    """The script of one of the jobs, as SLURM gets it."""
    with _made(plan) as cluster:
        return str(cluster.job_script())


@contextmanager
def running(plan: SlurmPlan) -> Iterator[str]:
    """The address of a scheduler in this process, for which SLURM starts the workers; all end with the context.

    Raises:
        OptionError: SLURM is missing, or refuses the jobs.
    """
    with _made(plan) as cluster:
        _require_accepted(str(cluster.job_script()))
        cluster.scale(jobs=plan.jobs)
        yield str(cluster.scheduler_address)


def _require_accepted(script: str) -> None:
    """Ask SLURM whether it would start such a job: dask-jobqueue submits in the background, where errors are lost."""
    try:
        tried = subprocess.run(["sbatch", "--test-only"], input=script, capture_output=True, text=True, check=False)
    except OSError as error:
        raise OptionError(f"SLURM cannot be asked for jobs: sbatch: {os_reason(error)}") from None
    if tried.returncode:
        reason = " ".join(line.removeprefix("sbatch: error: ") for line in tried.stderr.splitlines())
        raise OptionError(f"SLURM refuses the jobs: {reason[:300]}")


@contextmanager
def _made(plan: SlurmPlan) -> Iterator[Any]:
    # It prints its warnings.
    with redirect_stdout(StringIO()):
        cluster = import_module("dask_jobqueue").SLURMCluster(
            **plan.options, scheduler_options={"dashboard": False}, security=configured_security()
        )
    try:
        yield cluster
    finally:
        cluster.close()
