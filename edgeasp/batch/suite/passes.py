"""What the passes over a suite have spent: the table `passes.csv` in its folder, to which they append.

It has a row for each board that a pass has tried, with the limits of that pass. Several passes may append at a time.
"""

from __future__ import annotations

import csv
import os
from datetime import UTC, datetime
from pathlib import Path

from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.batch.suite.solve_board import BoardOutcome
from edgeasp.formats import csv_table, files
from edgeasp.system.errors import InputError, OutputError, os_reason
from edgeasp.system.limits import Limits
from edgeasp.system.lock import BINARY

TABLE = "passes.csv"

COLUMNS = (
    *("date", "board", "state", "seconds", "conflicts", "new", "known"),
    *("time_limit", "conflict_limit", "memory_limit", "solution_limit", "why"),
)
"""The end in UTC, the board and what came of it, seconds of wall time, and the limits; empty for none."""


def append(root: Path, board: SuiteBoard, outcome: BoardOutcome, limits: Limits, most: int | None) -> None:
    """Add a row for a board.

    Raises:
        OutputError: the table cannot be written.
    """
    values = (
        *(datetime.now(UTC).isoformat(timespec="seconds"), board.place.name, outcome.state.value),
        *(f"{outcome.seconds:.3f}", outcome.conflicts, outcome.new, outcome.known),
        *(limits.seconds, limits.conflicts, limits.memory, most, " ".join(outcome.why.split())),
    )
    path = root / TABLE
    try:
        # One call writes all, so rows of several processes do not mix.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | BINARY, 0o666)
        try:
            new = os.fstat(handle).st_size == 0
            os.write(handle, (csv_table.row(COLUMNS) * new + csv_table.row(values)).encode())
        finally:
            os.close(handle)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {os_reason(error)}") from None


def seconds_spent(root: Path) -> dict[str, float]:
    """Seconds of wall time that passes have spent on each board, by its name; none if there is no table.

    Raises:
        InputError: the table is none; a last row that was cut off is ignored.
    """
    path = root / TABLE
    spent: dict[str, float] = {}
    if not path.exists():
        return spent
    text = files.read_text(str(path))
    try:
        table = csv_table.rows(text[: text.rfind("\n") + 1])
    except csv.Error as error:
        raise InputError(str(path), error.args[1], f"expected a row of a CSV: {error.args[0]}") from None
    for number, row in enumerate(table, start=1):
        if row == list(COLUMNS):
            continue
        try:
            spent[row[1]] = spent.get(row[1], 0.0) + float(row[3])
        except (IndexError, ValueError):
            raise InputError(str(path), number, "expected a row of passes over the suite") from None
    return spent
