"""Results as flat records: the rows of a table, which pandas and its peers take as they are."""

from __future__ import annotations

from dataclasses import is_dataclass
from os import PathLike, fspath
from types import UnionType
from typing import Any, get_args, get_type_hints

from edgeasp.batch.bench import run_table
from edgeasp.batch.bench.run_table import RunRow
from edgeasp.formats import files

Value = str | int | float | bool | None
"""The value of a field of a flat record."""


def flat(record: Any) -> dict[str, Value]:
    """The fields of a dataclass; those of a dataclass in it under joined names, several texts in one.

    Lists of other values have no place in a row, and are left out. All records of a type have the same names.
    """
    return _row(type(record), record)


def _row(kind: Any, record: Any) -> dict[str, Value]:
    """The row of a record of that type; None in every place if there is no record."""
    row: dict[str, Value] = {}
    for name, hint in get_type_hints(kind).items():
        value = getattr(record, name, None)
        choices = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        inner = next(filter(is_dataclass, choices), None)
        if inner is not None:
            row |= {f"{name}_{part}": cell for part, cell in _row(inner, value).items()}
        elif hint == tuple[str, ...]:
            row[name] = None if value is None else "; ".join(value)
        elif value is None or isinstance(value, str | int | float):
            row[name] = value
    return row


def read_runs(path: str | PathLike[str]) -> list[RunRow]:
    """Read the table of runs that `edgeasp bench` leaves, `runs.csv` in its folder, a record each.

    pandas takes the list as it is: `pandas.DataFrame(edgeasp.read_runs("bench/runs.csv"))`.

    >>> runs = edgeasp.read_runs("instances/results/frontier-all.csv")
    >>> runs[0].instance, runs[0].task, runs[0].status
    ('6x6-c6-f3-s2', 'all', 'solved')

    Raises:
        InputError: the file is missing, or not such a table.
    """
    name = fspath(path)
    return run_table.read(files.read_text(name), files.shown_name(name))
