"""Campaigns whose cubes are scanned where that is faster: they end with all boards, and say what the scans cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from edgeasp.lab.campaign.ledger import Ledger
from edgeasp.lab.campaign.status import campaign_status
from edgeasp.parallel import split
from edgeasp.parallel.split import SplitPlan
from edgeasp.search.cubes import Order
from edgeasp.search.session import Session
from edgeasp.solvers import row_scan
from edgeasp.system.limits import Limits
from tests.lab.campaign.campaigns import audited, carried_on, made
from tests.search.test_cube_scans import ALWAYS, MANY
from tests.support import brute
from tests.support.lanes import represented


@pytest.fixture
def always_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "Session", partial(Session, settings=replace(ALWAYS, tiles_a_conflict=1)))
    monkeypatch.setattr(row_scan, "_SLICE", 20)


@pytest.mark.usefixtures("always_scanned")
@represented("order", ["corners", "outward"])
def test_a_campaign_ends_with_all_boards(order: Order, tmp_path: Path) -> None:
    stated = made(tmp_path, MANY, SplitPlan(4, 10, order))
    progress = carried_on(stated)
    assert progress.found == len(brute.solve(MANY).pictures)
    checked = audited(stated)
    assert (checked.open, checked.solutions) == (0, progress.found)
    assert campaign_status(stated, progress).tiles > 0
    with Ledger(stated.folder, stated.seal) as ledger:
        kinds = Counter((entry.kind.value, "tiles" in entry.body) for entry in ledger.entries())
    assert kinds["verdict", True] > 0
    assert kinds["given up", True] > 0
    assert kinds["split", True] == 0


@pytest.mark.usefixtures("always_scanned")
def test_conflicts_can_be_limited_where_clasp_searches_alone(tmp_path: Path) -> None:
    progress = carried_on(made(tmp_path, MANY), Limits(conflicts=5))
    assert progress.open
    assert not any("tiles" in entry.body for entry in progress.costs)


@pytest.mark.long
@pytest.mark.usefixtures("always_scanned")
def test_cubes_can_be_left_to_clasp(tmp_path: Path) -> None:
    progress = carried_on(made(tmp_path, MANY), scan=False)
    assert progress.found == len(brute.solve(MANY).pictures)
    assert not any("tiles" in entry.body for entry in progress.costs)
