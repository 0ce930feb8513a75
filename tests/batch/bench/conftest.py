from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.batch.bench import systems
from tests.batch.bench import fakes


@pytest.fixture
def fake_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the systems of `fakes` known, here and to the processes that are started."""
    for name in fakes.NAMES:
        monkeypatch.setitem(systems.SEARCHES, name, f"tests.batch.bench.fakes:{name}")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
