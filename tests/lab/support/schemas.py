"""The types of what commands of the laboratory print or write as JSON."""

from __future__ import annotations

from typing import Any

from edgeasp.lab.campaign.ledger_audit import Audited
from edgeasp.lab.campaign.status import CampaignStatus, Simulation
from edgeasp.lab.certificate.claim import ClaimRecord
from edgeasp.lab.certificate.command import Verdict
from edgeasp.lab.signs.possible import SignCount, SignSample
from edgeasp.lab.suite.passes import SuitePass, SuiteStatus
from edgeasp.lab.teach.exam import Grades

RECORDS: dict[str, type] = {
    "claim": ClaimRecord,
    "grade": Grades,
    "verify": Verdict,
    "suite-solve": SuitePass,
    "suite-status": SuiteStatus,
    "campaign-check": Audited,
    "campaign-simulate": Simulation,
    "campaign-status": CampaignStatus,
    "signs-count": SignCount,
    "signs-sample": SignSample,
}
"""By the name of the schema."""

HEADS: dict[Any, tuple[tuple[str, Any, str], ...]] = {
    **dict.fromkeys((Grades, Verdict, SuitePass, SuiteStatus, Simulation, CampaignStatus), ()),
    Audited: (
        ("entries", int, "Entries of the ledger."),
        ("head", str, "The head of their chain, to be noted elsewhere: their number and the digest of the last."),
    ),
}
"""What stands before the names of a value, where that is not the name of the puzzle's file."""
