"""Rows of a table of runs, with default values for tests."""

from __future__ import annotations

from typing import Any

from edgeasp.lab.bench.table import COLUMNS, RunRow

_PLAIN: dict[str, Any] = {
    **dict.fromkeys(COLUMNS),
    "size": "4x4",
    "border_colours": 2,
    "colours": 3,
    "half": "",
    "task": "all",
    "system": "edgeasp",
    "seed": 1,
    "status": "solved",
    "solutions": 1,
    "answers": 1,
    "checked": 1,
    "encoding": "framed",
    "encoding_hash": "0123456789ab",
    "options": "",
    "threads": 1,
    "time_limit": 10.0,
    "versions": "edgeasp 1.0, Python 3.11.0",
    "host": "a processor, 2 cores, Linux",
    "date": "2026-01-01T00:00:00Z",
    "message": "",
}


def row(instance: str, wall: float, **values: Any) -> RunRow:
    """A solved run that took `wall` seconds."""
    own = {"instance": instance, "wall": wall, "cpu": wall, "puzzle_hash": f"hash-{instance}"}
    return RunRow(**_PLAIN | own | values)


def timeout(instance: str, **values: Any) -> RunRow:
    """A run that reached its time limit of ten seconds."""
    return row(instance, 10.1, **{"status": "timeout", "solutions": None} | values)
