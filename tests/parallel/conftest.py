"""What the tests of processes share."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


@pytest.fixture
def found_by_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions of tests are called in other processes, which have to find their modules."""
    monkeypatch.setenv("PYTHONPATH", ":".join([str(Path(__file__).parents[2]), *filter(None, sys.path)]))
