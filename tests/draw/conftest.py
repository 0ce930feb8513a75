"""Fixtures for tests in a browser."""

from typing import Any

import pytest

from edgeasp.puzzle.model import Puzzle
from tests.draw.page.tables import Table, without_engine
from tests.support.browser import Open, Shown, browser, show, tab_with

__all__ = ["browser", "show", "tab_with"]


@pytest.fixture
def table(show: Open) -> Table:
    """Opens a page with a table; of a puzzle alone, one without the engine."""

    def open_(page: str | Puzzle, **options: Any) -> Shown:
        return show(
            page if isinstance(page, str) else without_engine(page),
            **{"size": (1280, 860), "await_": "#tray [role=option]", **options},
        )

    return open_
