"""`edgeasp campaign run`."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import typer

from edgeasp.cli import console, exit_status, shared_options, signals
from edgeasp.cli.app import examples, leave
from edgeasp.cli.campaign.status import summary
from edgeasp.cli.cluster_options import ClusterOptions
from edgeasp.cli.progress import Progress
from edgeasp.cli.shared_options import CampaignFolder, search_option
from edgeasp.system.limits import Deadline

if TYPE_CHECKING:
    from edgeasp.batch.campaign.run import CampaignRun

EPILOG = examples(
    "edgeasp campaign run campaign",
    "edgeasp campaign run campaign --jobs 2 --time-limit 1h",
    "edgeasp campaign run campaign --slurm cluster.toml --dry-run",
)


@shared_options.with_groups
def run(
    folder: CampaignFolder,
    jobs: shared_options.Jobs = None,
    cluster: ClusterOptions = ClusterOptions(),
    dry_run: bool = search_option(False, "--dry-run", help="Print the job script for SLURM, and do nothing."),
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
) -> None:
    """Carry on a campaign, from where it is to the end or to a limit.

    What is found is recorded at once, so a run may be killed at any time, and what was under way is done again. The
    exit status is 1 if cubes are left.
    """
    from edgeasp.batch.campaign import run as campaign_run
    from edgeasp.batch.campaign import statement
    from edgeasp.batch.campaign.progress import replay
    from edgeasp.batch.campaign.status import campaign_status

    cluster.require_alone(jobs)
    if dry_run:
        console.out(cluster.script())
        return
    caps = limits.limits()
    line = Progress()
    going: CampaignRun | None = None

    def tick() -> None:
        signals.raise_pending()
        if going is not None and going.search is not None and line.due:
            line.show(_line(going), share=going.search.frontier.done)

    deadline = Deadline(caps, tick)
    stated = statement.read(folder)
    signals.defer()
    interrupt: KeyboardInterrupt | None = None
    here = nullcontext((None, jobs or 1))
    where = cluster.executor() if cluster.given else here
    with campaign_run.opened(stated, tick) as ledger, where as (executor, number):
        going = campaign_run.CampaignRun(stated, ledger, deadline, executor, number)
        try:
            for _ in going.carry_on(caps):
                pass
        except KeyboardInterrupt as caught:
            interrupt = caught
        finally:
            line.clear()
        result = going.result()
        record = campaign_status(stated, replay(ledger.entries(), str(ledger.path), stated.limit))
    interrupt = interrupt or signals.pending()
    start = "interrupted: " if interrupt else f"{result.stopped}: " if result and result.stopped else ""
    console.note(f"{start}{summary(record, counts=stated.counts)}; {deadline.seconds():.1f} s")
    console.flush()
    if interrupt is not None:
        leave(signals.status_of(interrupt))
    raise typer.Exit(exit_status.ANSWERED if record.answered else exit_status.UNANSWERED)


def _line(going: CampaignRun) -> str:
    search = going.search
    assert search is not None
    frontier = search.frontier
    found = going.before.found + search.found
    found_text = f", {found:,} found" if found else ""
    pace = f", {search.pace:,.0f} conflicts/s" if search.pace else ""
    return f"{len(frontier.open):,} cubes wait{found_text}{pace}"
