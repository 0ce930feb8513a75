"""The results in `instances/results`: the reports follow from the rows, and the systems agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.lab.bench import table
from edgeasp.lab.bench.table import RunRow

RESULTS = Path(__file__).parents[3] / "instances" / "results"
TABLES = sorted(RESULTS.glob("*.csv"))


def rows(path: Path) -> list[RunRow]:
    return table.read(path.read_text(encoding="utf-8"), path.name)


def test_the_results_exist() -> None:
    assert {"frontier-all", "frontier-first", "large", "threads"} <= {path.stem for path in TABLES}


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_the_report_follows_from_the_rows(path: Path) -> None:
    assert table.markdown(table.report(rows(path))) == path.with_suffix(".md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_all_systems_find_as_many_boards(path: Path) -> None:
    found: dict[tuple[str, str], set[int | None]] = {}
    for row in rows(path):
        assert row.status in ("solved", "timeout", "memory")
        if row.solved:
            assert row.solutions == row.checked
            found.setdefault((row.task, row.puzzle_hash), set()).add(row.solutions)
    assert {len(numbers) for numbers in found.values()} == {1}


def test_the_readme_names_every_table_and_plot() -> None:
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    for path in [*TABLES, *RESULTS.glob("*.svg")]:
        assert path.name in text
