"""What the tests of campaigns share."""

from __future__ import annotations

import pytest

from edgeasp.lab.campaign import ledger


@pytest.fixture(autouse=True, scope="package")
def _no_waiting_for_the_disk() -> None:
    """No machine goes down here, so nothing has to wait until it is on the disk."""
    ledger.SYNCHRONOUS = "off"
