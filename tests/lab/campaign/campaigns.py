"""Campaigns for tests, and runs of them in this process."""

from __future__ import annotations

from pathlib import Path

from edgeasp.encoding.render import EncodingRequest
from edgeasp.lab.campaign import ledger
from edgeasp.lab.campaign.ledger import CampaignStatement, Ledger
from edgeasp.lab.campaign.ledger_audit import Audited, audit_ledger
from edgeasp.lab.campaign.status import CampaignProgress, CampaignRun, open_ledger, read_progress
from edgeasp.parallel.processes import Executor
from edgeasp.parallel.split import SplitPlan
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline, Limits
from tests.support import boards
from tests.support.executing import InThisProcess

PUZZLE = boards.planted(4, 4, 4, 3, framed=True)
"""A puzzle with more than ten solutions."""

PLAN = SplitPlan(cubes=8, cube_conflicts=20)
"""Few cubes and short shares, so cubes are given up and split again."""


def made(
    folder: Path,
    puzzle: Puzzle = PUZZLE,
    plan: SplitPlan = PLAN,
    clues: Solution = Solution(),
    request: EncodingRequest = EncodingRequest(),
    *,
    limit: int = 0,
    counts: bool = False,
    up_to_rotation: bool = False,
) -> CampaignStatement:
    """A campaign that has not begun."""
    task = make_task(puzzle, clues, request, up_to_rotation=up_to_rotation)
    return ledger.new_campaign(
        str(folder / "campaign"), task, request, ClaspOptions(), plan, limit=limit, counts=counts
    )


def carried_on(
    stated: CampaignStatement,
    limits: Limits = Limits(),
    executor: Executor | None = None,
    jobs: int = 1,
    *,
    scan: bool = True,
) -> CampaignProgress:
    """How far a campaign is after another run."""
    with open_ledger(stated) as ledger:
        run = CampaignRun(stated, ledger, Deadline(limits), executor or InThisProcess(), jobs)
        for _ in run.new_solutions(limits, scan=scan):
            pass
    return read_progress(stated)


def audited(stated: CampaignStatement) -> Audited:
    with Ledger(stated.folder, stated.seal) as ledger:
        return audit_ledger(stated, ledger.entries(), "ledger")
