"""The notebooks run without a person, show what they showed when they were written, and hold pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.notebooks import NOTEBOOKS, executed, pictures, read, shown

PICTURES = {"tour": 10, "lesson": 5}
"""How many each holds at least."""

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@pytest.mark.long
@each_notebook
def test_a_notebook_runs_and_shows_what_it_holds(path: Path) -> None:
    stored, fresh = read(path), executed(path)
    assert shown(fresh) == shown(stored), "run the notebooks anew: make generated"
    assert pictures(fresh) == pictures(stored) >= PICTURES[path.stem]


@each_notebook
def test_a_notebook_is_stored_as_it_ran(path: Path) -> None:
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert path.stat().st_size < 1_000_000
    assert str(Path.home()) not in path.read_text(encoding="utf-8")
