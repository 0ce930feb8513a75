"""How hypothesis runs: no deadlines, because a busy machine is no failure, and as many examples as a minute allows.

Where a change is judged (the variable CI is set), the examples are the same every time; elsewhere they are new ones.
"""

from __future__ import annotations

import os
from typing import NoReturn

import pytest
from hypothesis import settings

settings.register_profile("edgeasp", deadline=None, max_examples=60, derandomize=bool(os.environ.get("CI")))
settings.load_profile("edgeasp")


@pytest.fixture(autouse=True)
def _no_silent_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that ends its process at once must not take the test run with it, least of all with status 0."""

    def end(status: int) -> NoReturn:
        raise AssertionError(f"os._exit({status}) was called inside the test run")

    monkeypatch.setattr(os, "_exit", end)
