from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.lab.bench import systems
from tests.lab.bench import fakes


@pytest.fixture
def fake_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the systems of `fakes` known, here and to the processes that are started."""
    monkeypatch.setattr(systems, "SOLVERS", [*systems.SOLVERS, fakes.Fake])
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
