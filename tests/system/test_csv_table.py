"""Tables as CSV: whatever stands in a cell, a spreadsheet calculates nothing, and edgeasp reads it back."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.system.lines import csv_row, csv_rows, printable

ODD = [
    "=cmd|calc.puz",
    "@SUM(1)",
    "+1+1",
    "-2+3",
    "'=1",
    "''=1",
    "'",
    "'a",
    "",
    "-1.5",
    "-1e-3",
    "+7",
    "a=b",
    '"',
    "a,b",
]
CELLS = st.lists(st.text() | st.sampled_from(ODD), min_size=2)


@given(st.lists(CELLS))
def test_cells_are_read_back_but_for_escapes(table: list[list[str]]) -> None:
    text = "".join(map(csv_row, table))
    assert csv_rows(text, "x.csv") == [[printable(cell) for cell in row] for row in table]


@given(CELLS)
def test_no_cell_is_a_formula_or_has_control_characters(row: list[str]) -> None:
    text = csv_row(row)
    assert text.removesuffix("\n").isprintable()
    for cell in next(csv.reader(io.StringIO(text))):
        if cell[:1] in set("=+-@\t\r"):
            float(cell)


@pytest.mark.parametrize(
    ("value", "cell"),
    [("=cmd|calc.puz", "'=cmd|calc.puz"), ("\x1b[31m", "\\x1b[31m"), (-1.5, "-1.5"), (None, ""), ("-x", "'-x")],
)
def test_what_stands_in_a_cell(value: object, cell: str) -> None:
    assert csv_row([value, "b"]) == f"{cell},b\n"
