"""Tables of docs/record-boards.md, from the results: `python -m tests.tools.records` writes them."""

from __future__ import annotations

import re
from pathlib import Path

from edgeasp.system.lines import parse_csv_rows
from studies.record_boards import KINDS, complete

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "record-boards.md"
TABLE = ROOT / "instances" / "results" / "best" / "records.csv"

HEAD = ("score", "board", "found by", "when", "proved, for `--prove`", "not proved", "seconds")
MARK = re.compile(r"(<!-- boards: (.*) -->\n)(?:\|.*\n)*")


def rows() -> list[dict[str, str]]:
    """Return the rows of the table, best boards first."""
    head, *cells = parse_csv_rows(TABLE.read_text(encoding="utf-8"), str(TABLE))
    return sorted((dict(zip(head, row, strict=True)) for row in cells), key=lambda row: -int(row["score"]))


def line(row: dict[str, str]) -> str:
    """Return the line of a board on the page."""
    title = f"[{row['board']}]({row['where']})"
    if row["near"]:
        number, _, other = row["near"].partition(" from ")
        title += f", {number} {'square' if number == '1' else 'squares'} from {other}"
    proved = ",".join(kind for kind in KINDS if complete(row[kind]))
    left = [kind for kind in KINDS if row[kind] and not complete(row[kind])]
    unproved = ", ".join(f"{kind}: {_left(row[kind])}" for kind in left)
    return _line(row["score"], title, row["who"], row["when"] or "not known", f"`{proved}`", unproved, row["seconds"])


def _left(cell: str) -> str:
    proved, _, number = cell.partition(" of ")
    return f"{int(number) - int(proved)} of {number}"


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n".replace("|  |", "| |")


def written(text: str) -> str:
    """Return the page with tables as the results have them."""

    def table(match: re.Match[str]) -> str:
        body = "".join(line(row) for row in rows() if row["regime"] == match[2])
        return match[1] + _line(*HEAD) + "| --: | --- | --- | --- | --- | --- | --: |\n" + body

    return MARK.sub(table, text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
