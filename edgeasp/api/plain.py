"""Conversion of results to JSON documents and table rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from edgeasp._version import __version__
from edgeasp.puzzle.model import Placement, Solution
from edgeasp.system.limits import Stopped


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions of edgeasp, clingo and Python.

    Attributes:
        edgeasp: Version of edgeasp.
        clingo: Version of clingo.
        python: Version of Python.
    """

    edgeasp: str
    clingo: str
    python: str


def versions() -> Versions:
    """Return the versions of edgeasp, clingo and Python."""
    import platform
    from importlib.metadata import version

    return Versions(__version__, version("clingo"), platform.python_version())


Entry = str | tuple[str, str, "str | tuple[Entry, ...]"]
"""Definition of a field of a JSON object.

`name` is an attribute of the value. `name=part.attribute` is a path of attributes, null if one on the way is None.
`*part` adds all fields of an attribute. A triple is a name, its meaning, and either a path or further entries. These
make a nested object, which is null if all its fields are.
"""


def json_fields(kind: Any) -> tuple[Entry, ...]:
    """List the JSON fields of a class."""
    return getattr(kind, "JSON", None) or getattr(kind, "_fields", None) or tuple(field.name for field in fields(kind))


def split_entry(entry: Entry) -> tuple[str, str | tuple[Entry, ...]]:
    """Split an entry into name, and path or nested entries."""
    if isinstance(entry, tuple):
        return entry[0], entry[2]
    name, _, path = entry.lstrip("*").partition("=")
    return name, path or name


def part_entries(owner: str, *names: str) -> tuple[str, ...]:
    """List entries that show attributes of a nested value.

    For example, `part_entries("job", "seed")` lists `seed=job.seed`: the field `seed` shows the attribute of `job`.
    """
    return tuple(f"{name}={owner}.{name}" for name in names)


def convert_to_json(value: Any) -> Any:
    """Convert a value to JSON types.

    A dataclass becomes an object, a placement four numbers, and an enumeration its text.
    """
    if isinstance(value, dict):
        parts = {name: convert_to_json(part) for name, part in value.items()}
        return None if all(part is None for part in parts.values()) else parts
    if isinstance(value, Placement):
        return [number for _, number in _json_items(value)]
    if isinstance(value, Solution):
        return convert_to_json(value.placements)
    if isinstance(value, Enum):
        # `word` is the name in JSON if the value is a number, or part of a sentence.
        return getattr(value, "word", value.value)
    if isinstance(value, Stopped):
        return str(value)
    if isinstance(value, tuple | list):
        return [convert_to_json(part) for part in value]
    return {name: convert_to_json(part) for name, part in _json_items(value)} if is_dataclass(value) else value


def _json_items(value: Any, names: tuple[Entry, ...] | None = None) -> Iterator[tuple[str, Any]]:
    for entry in names or json_fields(type(value)):
        name, path = split_entry(entry)
        part = _value_at_path(value, path) if isinstance(path, str) else dict(_json_items(value, path))
        if entry[0] == "*":
            yield from _json_items(part)
        else:
            yield name, part


def _value_at_path(value: Any, path: str) -> Any:
    for step in path.split("."):
        if value is None:
            return None
        value = value[step] if isinstance(value, dict) and step in value else getattr(value, step)
        # A path may name a method without arguments, such as `__len__`.
        value = value() if callable(value) else value
    return value


Value = str | int | float | bool | None
"""The value of a field of a flat record."""


def flatten(value: Any, *omitted: str) -> dict[str, Value]:
    """Flatten a value to a table row.

    Names of nested fields are joined by `_`, and lists of texts by `; `. Other lists and the fields in `omitted` are
    left out.
    """
    row: dict[str, Value] = {}
    for name, part in value.items() if isinstance(value, dict) else _json_items(value):
        if name in omitted:
            continue
        shown = part if isinstance(part, dict) else convert_to_json(part)
        if isinstance(shown, dict):
            row |= {f"{name}_{inner}": cell for inner, cell in flatten(shown).items()}
        elif not isinstance(shown, list):
            row[name] = shown
        elif all(isinstance(text, str) for text in shown):
            row[name] = "; ".join(shown)
    return row


def table_row(value: Any, *omitted: str) -> dict[str, Value]:
    """Convert a result to a table row with the versions."""
    return flatten(value, *omitted) | flatten({"versions": convert_to_json(versions())})


def json_document(value: Any, **head: object) -> dict[str, Any]:
    """Convert a result to a JSON document.

    The document starts with the name and version of its `SCHEMA` and with the fields in `head`. If the result has a
    field `seconds`, the document ends with the versions of edgeasp, clingo and Python.
    """
    schema, version = value.SCHEMA
    document = {"schema": schema, "schema_version": version, **head, **convert_to_json(value)}
    if "seconds" in document:
        if isinstance(document["seconds"], float):
            document["seconds"] = round(document["seconds"], 3)
        document["versions"] = convert_to_json(versions())
    return document


# ---- what is installed ----

EXTRAS = {
    "png": "boards as PNG",
    "pdf": "sheets of tiles, boards and books as PDF",
    "proof": "certificates (edgeasp certify)",
    "cluster": "searches on many machines with Dask",
    "bench": "other solvers to measure edgeasp against, and plots",
}
"""Purpose of each extra. Its packages are listed in the metadata of the installed edgeasp."""

_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:.*\bextra == ['\"](?P<extra>[\w-]+))?")


def versions_text() -> str:
    """List versions of Python, packages, C programs and extras."""
    import platform
    from importlib.metadata import requires

    from edgeasp.system import libraries
    from edgeasp.system.errors import install_command

    lines = [f"Python {platform.python_version()} on {platform.platform(terse=True)}"]
    # A checkout can be used without being installed.
    requirements = (requires("edgeasp") or []) if _installed_version("edgeasp") else []
    needs = [match for requirement in requirements if (match := _REQUIREMENT.match(requirement))]
    always = [match["name"] for match in needs if match["extra"] is None]
    lines += ["with " + ", ".join(f"{name} {release}" for name in always if (release := _installed_version(name)))]
    lines += ["", "programs in C:"]
    lines += [f"  {source.stem:<8} {libraries.library_state(source)}" for source in libraries.c_sources()]
    lines += ["", "extras:"]
    absent = []
    for extra, meaning in EXTRAS.items():
        packages = {match["name"]: _installed_version(match["name"]) for match in needs if match["extra"] == extra}
        there = bool(packages) and all(packages.values())
        if not there:
            absent.append(extra)
        state = "installed" if there else "not installed"
        shown = ", ".join(f"{name} {release}" if release else name for name, release in packages.items())
        lines.append(f"  {extra:<8} {meaning}: {state} ({shown})")
    if absent:
        # No index has edgeasp, and an extra of it would replace a checkout by a copy.
        wanted = [need.string.partition(";")[0].strip() for need in needs if need["extra"] == absent[0]]
        lines += ["", f"to add {absent[0]}, for example:", f"  {install_command()} {' '.join(map(repr, wanted))}"]
    return "\n".join(lines)


def _installed_version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None
