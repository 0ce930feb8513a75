"""The types of what commands of the laboratory print or write as JSON."""

from __future__ import annotations

from edgeasp.lab.campaign.command import CampaignCheckRecord
from edgeasp.lab.campaign.status import CampaignStatusRecord, SimulationRecord
from edgeasp.lab.certificate.claim import ClaimRecord
from edgeasp.lab.certificate.command import VerifyRecord
from edgeasp.lab.signs.command import SignCountRecord, SignSampleRecord
from edgeasp.lab.suite.command import SuiteSolveRecord
from edgeasp.lab.suite.passes import SuiteStatusRecord

RECORDS: dict[str, type] = {
    "claim": ClaimRecord,
    "verify": VerifyRecord,
    "suite-solve": SuiteSolveRecord,
    "suite-status": SuiteStatusRecord,
    "campaign-check": CampaignCheckRecord,
    "campaign-simulate": SimulationRecord,
    "campaign-status": CampaignStatusRecord,
    "signs-count": SignCountRecord,
    "signs-sample": SignSampleRecord,
}
"""By the name of the schema."""
