"""Tables as CSV, which people open as spreadsheets: names in them are neither formulas nor control sequences.

A cell that a spreadsheet would calculate gets an apostrophe before it, as people write text there; read back, it is
gone. Characters that cannot be printed are escaped.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from edgeasp.system.lines import printable

_FORMULA = re.compile(r"'*[=+\-@]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", re.ASCII)


def row(values: Iterable[object]) -> str:
    """A row as a line; None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow("" if value is None else _cell(str(value)) for value in values)
    return text.getvalue()


def rows(text: str) -> list[list[str]]:
    """The cells of all rows, as they were before `row`; csv.Error if a row is none, with its line."""
    reader = csv.reader(io.StringIO(text))
    try:
        return [[_plain(cell) for cell in record] for record in reader]
    except csv.Error as error:
        raise csv.Error(error, reader.line_num) from None


def _cell(text: str) -> str:
    text = printable(text)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
