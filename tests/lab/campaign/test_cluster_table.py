"""The table of the page on campaigns is the one that the command prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from studies import cluster_table

PAGE = Path(__file__).parents[3] / "docs" / "campaigns.md"


@pytest.mark.long
def test_the_page_has_the_table() -> None:
    assert "\n".join(cluster_table.table()) in PAGE.read_text(encoding="utf-8")
