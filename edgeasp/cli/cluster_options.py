"""Options on a cluster whose workers search, and the executor that they name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from edgeasp.cli import console
from edgeasp.cli.shared_options import search_option
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import number_of

if TYPE_CHECKING:
    from edgeasp.parallel.processes import Executor


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """The options that say which cluster."""

    scheduler: Annotated[
        str | None,
        search_option(
            "--scheduler",
            metavar="ADDRESS",
            help="Use the Dask cluster at ADDRESS, as tls://host:8786 or tcp://host:8786.",
        ),
    ] = None
    slurm: Annotated[
        str | None, search_option("--slurm", metavar="FILE", help="Let SLURM start workers, as FILE (.toml) says.")
    ] = None

    @property
    def given(self) -> bool:
        """Whether a cluster is asked for."""
        return self.scheduler is not None or self.slurm is not None

    def require_alone(self, jobs: int | None) -> None:
        """Make sure that at most one place is named where the work is done."""
        if sum((self.scheduler is not None, self.slurm is not None, jobs is not None)) > 1:
            raise OptionError("--jobs (or EDGEASP_JOBS), --scheduler and --slurm exclude each other")

    def script(self) -> str:
        """The script of a job of SLURM."""
        from edgeasp.parallel import dask

        if self.slurm is None:
            raise OptionError("--dry-run prints the job script of --slurm: name its FILE")
        return dask.job_script(dask.read_plan(self.slurm))

    @contextmanager
    def executor(self, jobs: int | None) -> Iterator[tuple[Executor | None, int]]:
        """The executor of calls on the cluster, and the number of its workers, as far as it is known.

        Without a cluster, so many processes of this machine, one if not given, which need no executor.
        """
        if not self.given:
            yield None, jobs or 1
            return
        from edgeasp.parallel import dask
        from edgeasp.parallel.dask import DaskExecutor, is_exposed

        def warn(address: str) -> None:
            if is_exposed(address):
                console.note(
                    f"warning: {address} is open to its network: whoever reaches it can run programs as you, on its "
                    "workers and here; for TLS, see docs/campaigns.md"
                )

        if self.scheduler is not None:
            executor = DaskExecutor(self.scheduler)
            workers = executor.workers()
            warn(self.scheduler)
            console.note(f"{self.scheduler}: {number_of(workers, 'worker')}")
            yield executor, max(1, workers)
            return
        assert self.slurm is not None
        plan = dask.read_plan(self.slurm)
        with dask.slurm_workers(plan) as address:
            warn(address)
            console.note(f"{self.slurm}: {plan.jobs:,} jobs are submitted, with {plan.workers:,} workers")
            yield DaskExecutor(address), plan.workers
