"""Lists of instances with default settings: the tiers, and lists in files of the user."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from edgeasp.batch.bench.instances import ListedInstance
from edgeasp.formats import files
from edgeasp.generate import Recipe
from edgeasp.system.errors import InputError

HALVES = ("development", "validation")
"""Tuning uses the first half only; both halves are reported."""

DEFAULTS = {
    "about": "",
    "systems": "edgeasp",
    "tasks": "all",
    "seeds": "1",
    "seeds-first": "1-5",
    "time-limit": "60",
    "memory-limit": "2G",
}
"""The settings of a list, in lines such as `# seeds: 1-5`, with their default values.

The task `first` has more seeds, as its time varies more.
"""

_COLUMNS = ["cols", "rows", "inner", "border", "seed", "half"]


@dataclass(frozen=True, slots=True)
class Tier:
    """A list of instances, named as its file without the ending; `defaults` has the keys of `DEFAULTS`."""

    name: str
    listed: tuple[ListedInstance, ...]
    defaults: dict[str, str]


def folder() -> Path:
    """The folder of the tiers: inside an installed package, or beside the package in a checkout."""
    package = Path(__file__).parents[2]
    inside = package / "tiers"
    return inside if inside.is_dir() else package.parent / "instances" / "tiers"


def names() -> list[str]:
    """The names of the tiers."""
    return sorted(path.stem for path in folder().glob("*.csv"))


def is_list(name: str) -> bool:
    """Whether a name is that of a tier, or of a `.csv` that is not a puzzle in the format `binary`."""
    if name in names():
        return True
    if not name.endswith(".csv"):
        return False
    lines = (line for line in files.read_text(name).splitlines() if line.strip() and not line.startswith("#"))
    first = next(lines, "")
    # A puzzle begins with its size, a list with the names of its columns.
    return not first or any(map(str.isalpha, first))


def load(name: str) -> Tier:
    """The tier with a name, or the list in a file."""
    path = folder() / f"{name}.csv" if name in names() else Path(name)
    shown = str(path) if path.name != f"{name}.csv" else path.name
    return read(files.read_text(str(path)), shown, path.stem)


def read(text: str, source: str, name: str) -> Tier:
    """Read a list: settings in lines with `#`, then a table of recipes."""
    defaults = dict(DEFAULTS)
    records: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#"):
            word, colon, value = line.removeprefix("#").partition(":")
            if colon and word.strip() in DEFAULTS:
                defaults[word.strip()] = value.strip()
        elif line.strip():
            records.append((number, [cell.strip() for cell in next(csv.reader(io.StringIO(line)))]))
    if not records or records[0][1] != _COLUMNS:
        first = records[0][0] if records else None
        raise InputError(source, first, f"expected a list of instances with the columns {','.join(_COLUMNS)}")
    if len(records) == 1:
        raise InputError(source, None, "expected a list of instances, found none")
    listed: list[ListedInstance] = []
    for number, record in records[1:]:
        one = _listed(record, source, number)
        if one.name in {other.name for other in listed}:
            raise InputError(source, number, f"expected each instance once, found {one.name} again")
        listed.append(one)
    return Tier(name, tuple(listed), defaults)


def _listed(record: list[str], source: str, number: int) -> ListedInstance:
    *texts, half = record
    if len(record) != len(_COLUMNS) or not all(text.isascii() and text.isdigit() for text in texts):
        raise InputError(source, number, f"expected five numbers and a half, found {','.join(record)!r}")
    if half not in ("", *HALVES):
        raise InputError(source, number, f"expected {' or '.join(HALVES)}, found {half!r}")
    cols, rows, inner, border, seed = map(int, texts)
    # As in the usual board suites: identical tiles are allowed, and one corner tile is a clue.
    return ListedInstance(Recipe(cols, rows, inner=inner, border=border, seed=seed, clues="corner"), half)
