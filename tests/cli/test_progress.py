"""What is shown of the time that a command still takes."""

from __future__ import annotations

import pytest

from edgeasp.cli.progress import duration


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (89, "89 s"), (90, "2 min"), (89 * 60, "89 min"), (90 * 60, "1.5 h")]
)
def test_a_unit_changes_at_one_and_a_half_of_the_next(seconds: float, text: str) -> None:
    assert duration(seconds) == text
